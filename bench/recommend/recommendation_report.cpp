#include "bench/recommend/recommendation_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/matrix/describe.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/partition_file.hpp"
#include "bench/report/page.hpp"
#include "bench/report/table.hpp"
#include "runtime/values.hpp"

namespace switchyard::recommend {
namespace {

std::string time_text(double us) {
  return us < 10'000 ? fmt::format("{:.1f} us", us) : fmt::format("{:.3f} ms", us / 1000);
}

std::string cost_text(const CandidateAlgorithmCosts& candidate, std::uint64_t reuse) {
  return fmt::format("{} a use: communication {}{}", time_text(candidate.mean_cost_over_samples()),
                     time_text(candidate.mean_communication_cost),
                     candidate.mean_schedule_cost == 0 ? ", no schedule to make"
                     : reuse == 1
                         ? fmt::format(", schedule {}", time_text(candidate.mean_schedule_cost))
                         : fmt::format(", 1/{} of the schedule's {}", reuse, time_text(candidate.mean_schedule_cost)));
}

std::string confidence_text(const AlgorithmComparison& comparison, const ComparisonOptions& options) {
  const double percent = std::min(100 * comparison.probability_of_best(), 99.9);
  std::string text = fmt::format("{:.{}f} % that no other algorithm is more than {:.0f} % quicker ({} samples)",
                                 percent, percent > 99 ? 1 : 0, 100 * options.tolerance, comparison.sample_count);
  if (comparison.probability_of_best() < options.confidence) text += "; not settled: --samples asks for more";
  return text;
}

std::string best_algorithm_by_reuse_text(const std::vector<ReuseRange>& ranges) {
  if (ranges.size() == 1) return fmt::format("{} for any number of uses", ranges[0].algorithm->name);
  std::string text;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const std::string& name = ranges[i].algorithm->name;
    if (i + 1 == ranges.size()) {
      text += fmt::format("{} from {} uses on", name, ranges[i].least_use_count);
    } else if (ranges[i].least_use_count == ranges[i + 1].least_use_count - 1) {
      text +=
          fmt::format("{} for {}, ", name,
                      ranges[i].least_use_count == 1 ? "one use" : fmt::format("{} uses", ranges[i].least_use_count));
    } else {
      text += fmt::format("{} for {} to {} uses, ", name, ranges[i].least_use_count, ranges[i + 1].least_use_count - 1);
    }
  }
  return text;
}

std::string describe_change_of_matrix_variant(const MatrixVariant& variant) {
  if (variant.changed_matrix_property == "density")
    return variant.matrix_change_factor < 1 ? "half of the messages" : "twice as many messages";
  return variant.matrix_change_factor < 1
             ? fmt::format("messages of 1/{:.0f} of the size", 1 / variant.matrix_change_factor)
             : fmt::format("messages {:.0f} times as long", variant.matrix_change_factor);
}

/// Returns a text that lists the changes of the matrix with which another algorithm than the recommended one is best.
/// Only changes of one property ("size" or "density") are listed.
std::string describe_changes_of_best_algorithm(const Recommendation& answer, const std::string& kind) {
  if (answer.variants.empty()) return "not tried, as the matrix has too many messages";
  const std::string& best = answer.comparison.best_candidate().algorithm->name;
  std::string text;
  for (const MatrixVariant& variant : answer.variants) {
    if (variant.changed_matrix_property != kind || variant.best_algorithm == best) continue;
    text += fmt::format("{}{} with {}", text.empty() ? "" : ", ", variant.best_algorithm,
                        describe_change_of_matrix_variant(variant));
  }
  if (!text.empty()) return text;
  return kind == "size" ? fmt::format("{} also with messages of 1/16 to 16 times the size", best)
                        : fmt::format("{} also with half or twice as many messages", best);
}

std::string file_kind_text(const MatrixSource& source) {
  return fmt::format(
      "{}: {}{}",
      source.kind == MatrixFileKind::linear_system_matrix ? "a matrix of unknowns" : "a communication matrix",
      source.reason_for_file_kind,
      source.kind == MatrixFileKind::linear_system_matrix ? "; --as messages if it is none" : "");
}

std::string messages_summary_text(const MatrixSource& source) {
  const MatrixDescription d = describe(source.matrix);
  return fmt::format("{} {} between {} nodes, of {} bytes, {} from a node", d.messages,
                     d.messages == 1 ? "message" : "messages", d.nodes, range_text(d.min_bytes, d.max_bytes),
                     range_text(d.min_out_degree, d.max_out_degree));
}

/// Returns a command line that runs the two best algorithms and the best algorithm that makes no schedule. The
/// algorithm without a schedule serves to show from how many uses on making a schedule pays.
std::string make_command_comparing_best_algorithms(const Recommendation& answer, const ComparisonOptions& options,
                                                   const RecommendationQuestion& question) {
  std::vector<std::string> names;
  bool has_unscheduled = false;
  for (const CandidateAlgorithmCosts& candidate : answer.comparison.candidates) {
    const bool is_unscheduled = candidate.mean_schedule_cost == 0;
    if (names.size() < 2 || (is_unscheduled && !has_unscheduled)) names.push_back(candidate.algorithm->name);
    has_unscheduled = has_unscheduled || is_unscheduled;
  }
  return fmt::format("switchyard run{} --matrix {} --algorithm {} --reuse {} --samples 3", question.machine_options,
                     quoted_shell_word(question.matrix_file_name), fmt::join(names, ","), options.uses_of_schedule);
}

std::vector<std::string> cpp_code_lines(const Recommendation& answer, const Machine& machine,
                                        const RecommendationQuestion& question) {
  return {"#include \"algorithms/exchange/exchange_run.hpp\"", "#include \"algorithms/matrix/matrix_io.hpp\"",
          fmt::format("auto machine = sy::machines::make_machine({{.name = \"{}\", .nodes = {}}});", machine.name(),
                      machine.node_count()),
          fmt::format(
              "sy::Workload workload(sy::read_matrix_file({}));",
              nlohmann::json(question.matrix_file_name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)),
          fmt::format("sy::run_exchange(machine, sy::shipped_algorithms().find(\"mine\", \"{}\"), workload);",
                      answer.comparison.best_candidate().algorithm->name)};
}

void print_candidate_table(std::ostream& out, const AlgorithmComparison& comparison, const ComparisonOptions& options) {
  TextTable table({{"algorithm", TextAlignment::left_aligned},
                   {"total_us"},
                   {"communication_us"},
                   {"schedule_us"},
                   {"ratio"},
                   {"samples"}});
  const double least = comparison.best_candidate().mean_cost_over_samples();
  for (const CandidateAlgorithmCosts& candidate : comparison.candidates) {
    const bool first = &candidate == &comparison.best_candidate();
    const std::string total = fmt::format("{:.3f}", candidate.mean_cost_over_samples());
    table.add_row({candidate.algorithm->name, first ? cell_marked_as_best(total) : TextTableCell(total),
                   fmt::format("{:.3f}", candidate.mean_communication_cost),
                   fmt::format("{:.3f}", candidate.mean_schedule_cost),
                   fmt::format("{:.3f}", least > 0 ? candidate.mean_cost_over_samples() / least : 1),
                   std::to_string(candidate.total_costs.size())});
  }
  table.add_note(
      fmt::format("* the answer; total: communication and {} of the schedule; few samples: certainly not the best",
                  options.uses_of_schedule == 1 ? "all" : fmt::format("1/{}", options.uses_of_schedule)));
  table.print(out);
}

/// Returns the reason why an algorithm was left out of the comparison. If the reason begins with the algorithm's name,
/// the name is removed.
std::string remove_algorithm_name_from_reason(const LeftOutAlgorithm& one) {
  const std::string start = fmt::format("algorithm {} ", one.algorithm);
  return one.reason.starts_with(start) ? one.reason.substr(start.size()) : one.reason;
}

/// Prints which algorithms were left out of the comparison; those that were left out for the same reason are on one
/// line.
void print_left_out_algorithms(std::ostream& out, const std::vector<LeftOutAlgorithm>& list) {
  // Each pair consists of a reason and the names of the algorithms that were left out for this reason. The names are in
  // the order of the catalogue.
  std::vector<std::pair<std::string, std::string>> groups;
  for (const LeftOutAlgorithm& one : list) {
    const std::string reason = remove_algorithm_name_from_reason(one);
    auto group = std::ranges::find(groups, reason, &std::pair<std::string, std::string>::first);
    if (group == groups.end()) group = groups.insert(groups.end(), {reason, ""});
    group->second += (group->second.empty() ? "" : ", ") + one.algorithm;
  }
  if (!groups.empty()) out << "\nleft out:\n";
  for (const auto& [reason, names] : groups) out << fmt::format("  {} ({})\n", names, reason);
}

}  // namespace

void print_recommendation(std::ostream& out, const Recommendation& answer, const MatrixSource& source,
                          const Machine& machine, const ComparisonOptions& options,
                          const RecommendationQuestion& question) {
  const AlgorithmComparison& comparison = answer.comparison;
  const auto line = [&](const char* name, const std::string& text) { out << fmt::format("  {:<11} {}\n", name, text); };
  out << fmt::format("use {}\n\n", comparison.best_candidate().algorithm->name);
  line("cost", cost_text(comparison.best_candidate(), options.uses_of_schedule));
  line("confidence", confidence_text(comparison, options));
  if (comparison.candidates.size() > 1) {
    const CandidateAlgorithmCosts& second = comparison.candidates[1];
    const double above =
        second.mean_cost_over_samples() / std::max(comparison.best_candidate().mean_cost_over_samples(), 1e-9) - 1;
    line("runner-up", fmt::format("{}, {:+.1f} %{}: {}", second.algorithm->name, 100 * above,
                                  above <= options.tolerance ? ", which is as good" : "",
                                  cost_text(second, options.uses_of_schedule)));
  }
  line("by reuse", best_algorithm_by_reuse_text(answer.best_algorithms_by_schedule_use_count));
  line("by size", describe_changes_of_best_algorithm(answer, "size"));
  line("by density", describe_changes_of_best_algorithm(answer, "density"));
  line("machine", fmt::format("{}, {} nodes, constants {}", machine.name(), machine.node_count(),
                              changed_constants_text(machine)));
  line("file", fmt::format("{}, {}", switchyard::quoted(question.requested_file_name), file_kind_text(source)));
  if (source.kind == MatrixFileKind::linear_system_matrix) {
    line("rows", fmt::format("{}, with {} entries; {}; {} bytes a value", source.row_count, source.entries,
                             source.partition_description, source.bytes_per_value));
  }
  line("exchange", messages_summary_text(source));
  line("reuse",
       fmt::format("{}{}", options.uses_of_schedule,
                   options.uses_of_schedule == 1 ? ", as --reuse does not say more" : " exchanges with one schedule"));
  out << "\nto see it run:\n";
  if (!question.has_matrix_file)
    out << fmt::format("  (add --output {} here to keep the communication matrix)\n",
                       quoted_shell_word(question.matrix_file_name));
  out << "  " << make_command_comparing_best_algorithms(answer, options, question)
      << "\nin a program (namespace sy = switchyard):\n";
  for (const std::string& text : cpp_code_lines(answer, machine, question)) out << "  " << text << '\n';
  out << '\n';
  print_candidate_table(out, comparison, options);
  print_left_out_algorithms(out, comparison.left_out_algorithms);
}

std::string recommendation_json_text(const Recommendation& answer, const MatrixSource& source, const Machine& machine,
                                     const ComparisonOptions& options, const RecommendationQuestion& question) {
  using Json = nlohmann::ordered_json;
  const AlgorithmComparison& comparison = answer.comparison;
  const auto of = [](const CandidateAlgorithmCosts& candidate) {
    return Json{{"algorithm", candidate.algorithm->name},
                {"total_us", candidate.mean_cost_over_samples()},
                {"communication_us", candidate.mean_communication_cost},
                {"schedule_us", candidate.mean_schedule_cost},
                {"samples", candidate.total_costs.size()}};
  };
  Json json;
  json["answer"] = of(comparison.best_candidate());
  json["answer"]["confidence"] = comparison.probability_of_best();
  json["answer"]["tolerance"] = options.tolerance;
  json["runner_up"] = comparison.candidates.size() > 1 ? of(comparison.candidates[1]) : Json();
  json["by_reuse"] = Json::array();
  for (const ReuseRange& range : answer.best_algorithms_by_schedule_use_count)
    json["by_reuse"].push_back({{"from", range.least_use_count}, {"algorithm", range.algorithm->name}});
  for (const char* kind : {"size", "density"}) {
    Json& list = json[fmt::format("by_{}", kind)] = Json::array();
    for (const MatrixVariant& variant : answer.variants) {
      if (variant.changed_matrix_property == kind)
        list.push_back({{"factor", variant.matrix_change_factor}, {"algorithm", variant.best_algorithm}});
    }
  }
  json["machine"] = {
      {"name", machine.name()}, {"nodes", machine.node_count()}, {"constants", changed_constants_text(machine)}};
  json["reuse"] = options.uses_of_schedule;
  json["seed"] = options.seed;
  json["file"] = {{"path", question.requested_file_name},
                  {"kind", source.kind == MatrixFileKind::linear_system_matrix ? "unknowns" : "messages"},
                  {"why", source.reason_for_file_kind},
                  {"rows", source.row_count},
                  {"entries", source.entries},
                  {"partition", source.partition_description},
                  {"messages", source.matrix.message_count()}};
  json["command"] = make_command_comparing_best_algorithms(answer, options, question);
  json["code"] = cpp_code_lines(answer, machine, question);
  json["algorithms"] = Json::array();
  for (const CandidateAlgorithmCosts& candidate : comparison.candidates) json["algorithms"].push_back(of(candidate));
  json["left_out"] = Json::array();
  for (const LeftOutAlgorithm& one : comparison.left_out_algorithms)
    json["left_out"].push_back({{"algorithm", one.algorithm}, {"reason", one.reason}});
  json["build"] = version_and_build_text();
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace switchyard::recommend
