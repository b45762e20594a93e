#include "bench/report/experiment_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <vector>

#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/schedule_reuse.hpp"
#include "bench/report/table.hpp"
#include "bench/report/wall_report.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// The results of one algorithm with one pattern and one message size, over all random samples. Communication costs are
/// those of one exchange, even if several exchanges share a schedule.
struct AlgorithmSummary {
  /// The result row of the last sample that was added; null if there is none.
  const ResultRow* sample_row = nullptr;
  std::uint64_t sample_count = 0;
  /// the communication cost of one exchange for each random sample; the key is the number of the sample
  std::map<std::size_t, Duration> costs_by_sample;
  Duration mean_cost{}, least_cost{}, greatest_cost{}, schedule_cost{}, host_time{};
  double mean_phase_count = 0;
  double messages_per_second = 0;
  double circuits_per_second = 0;
};

/// Adds the result row of one sample to the sums in a summary. When all rows are added, turn_sums_into_means() divides
/// the sums.
void add_sample_to_summary(AlgorithmSummary& s, std::size_t sample, const ResultRow& row) {
  const Duration use = row.makespan / static_cast<Duration::rep>(row.exchanges_per_schedule);
  s.least_cost = s.sample_row == nullptr ? use : std::min(s.least_cost, use);
  s.greatest_cost = std::max(s.greatest_cost, use);
  s.mean_cost += use;
  s.costs_by_sample[sample] = use;
  s.schedule_cost += row.schedule_time;
  s.mean_phase_count += static_cast<double>(row.phases);
  s.messages_per_second += static_cast<double>(row.message_count);
  s.circuits_per_second += static_cast<double>(row.circuit_count);
  s.host_time += row.host_time;
  s.sample_row = &row;
  ++s.sample_count;
}

void turn_sums_into_means(AlgorithmSummary& s) {
  if (s.sample_count == 0) return;
  s.mean_cost /= static_cast<Duration::rep>(s.sample_count);
  s.schedule_cost /= static_cast<Duration::rep>(s.sample_count);
  s.mean_phase_count /= static_cast<double>(s.sample_count);
  const double seconds = std::max(std::chrono::duration<double>(s.host_time).count(), 1e-9);
  s.messages_per_second /= seconds;
  s.circuits_per_second /= seconds;
}

/// Returns one summary of the results of an experiment for each combination of pattern, message size and algorithm.
std::vector<AlgorithmSummary> summaries_of_results(const Experiment& experiment, const ExperimentResult& result) {
  std::vector<AlgorithmSummary> all(experiment.pattern_size_pair_count() * experiment.algorithms.size());
  for (const auto& [number, row] : result.rows) {
    add_sample_to_summary(all[number / experiment.sample_count], number % experiment.sample_count, row);
  }
  for (AlgorithmSummary& summary : all) turn_sums_into_means(summary);
  return all;
}

/// The unit in which all times of a table are printed, so that its columns can be compared.
struct TimeUnit {
  const char* name;
  Duration size;
};

TimeUnit time_unit_for(std::span<const AlgorithmSummary> all) {
  Duration most{};
  for (const AlgorithmSummary& s : all) most = std::max(most, s.greatest_cost);
  if (most < std::chrono::milliseconds{10}) return {"us", std::chrono::microseconds{1}};
  return {"ms", std::chrono::milliseconds{1}};
}

std::string text_in_unit(const TimeUnit& unit, Duration time) { return format_fixed(time, unit.size, 3); }

/// Returns a mean number of phases as text, such as "18.3". Whole numbers have no decimals: "16".
std::string phase_count_text(double phases) {
  const std::string text = fmt::format("{:.1f}", phases);
  return text.ends_with(".0") ? text.substr(0, text.size() - 2) : text;
}

std::string joined_texts(const auto& list, auto text_of) {
  std::string text;
  for (const auto& item : list) text += (text.empty() ? "" : ", ") + text_of(item);
  return text;
}

std::string pattern_text(const PatternsAndSizes& traffic) {
  const Pattern& first = traffic.patterns.front();
  if (first.kind == Pattern::Kind::complete) return first.name();
  return fmt::format("{} {}", first.name(),
                     joined_texts(traffic.patterns, [](const Pattern& p) { return p.parameter_text; }));
}

std::string message_sizes_text(const PatternsAndSizes& traffic) {
  return joined_texts(traffic.message_sizes,
                      [](const auto& bytes) { return bytes ? format_bytes(*bytes) : std::string("of the matrix"); });
}

bool reuses_schedules(const Experiment& experiment) { return experiment.exchange_options.reuse > 1; }

/// Returns whether the result table has columns of total costs (communication and schedule), which it has if making
/// some schedule costs anything. Without emulated time (ClockKind::off) there are no total costs: the communication
/// cost is then host time, but the schedule cost is computed from the machine's constants, so that the two cannot be
/// added.
bool has_total_cost_columns(const Experiment& experiment, std::span<const AlgorithmSummary> all) {
  return experiment.exchange_options.run.clock != ClockKind::off &&
         std::ranges::any_of(all, [](const AlgorithmSummary& s) { return s.schedule_cost > Duration::zero(); });
}

TextTable empty_table(const Experiment& experiment, const TimeUnit& unit, bool totals) {
  const auto in_unit = [&](const char* name) { return TextColumn{fmt::format("{}_{}", name, unit.name)}; };
  std::vector<TextColumn> columns{{"density"},     {"bytes"},          {"algorithm", TextAlignment::left_aligned},
                                  in_unit("mean"), in_unit("min"),     in_unit("max"),
                                  {"ratio"},       in_unit("schedule")};
  if (totals) columns.push_back(in_unit("total"));
  if (totals && reuses_schedules(experiment)) columns.push_back({"pays", TextAlignment::left_aligned});
  columns.insert(columns.end(), {{"phases"}, {"messages/s"}, {"circuits/s"}});
  TextTable table(std::move(columns));
  table.set_title(fmt::format("communication cost{}, mean over samples of the maximum over nodes",
                              reuses_schedules(experiment) ? " of one use of the schedule" : ""));
  table.add_parameters(parameters_of(experiment));
  return table;
}

std::string message_size_text(const Experiment& experiment, std::size_t cell, const ResultRow& sample) {
  const auto& bytes =
      experiment.patterns_and_sizes.message_sizes[cell % experiment.patterns_and_sizes.message_sizes.size()];
  return bytes ? format_bytes(*bytes) : fmt::format("<= {}", sample.bytes);
}

/// The least costs for one pattern and one message size: two minima over the algorithms that have at least one finished
/// sample.
struct LeastCostsAmongAlgorithms {
  /// the least total cost of any algorithm (or the least mean communication cost, in a table without total costs);
  /// empty if no algorithm has a finished sample
  std::optional<Duration> least_total_cost;
  /// the summary of the algorithm with the least mean cost among the algorithms for which making a schedule costs
  /// nothing; null if there is none
  const AlgorithmSummary* best_unscheduled_algorithm = nullptr;
};

/// Returns the cost by which algorithms are compared: the communication cost of one exchange and, if `totals` is true,
/// the cost of making the schedule divided by the number of exchanges that share it.
Duration cost_compared_between_algorithms(const Experiment& experiment, const AlgorithmSummary& s, bool totals) {
  return totals ? amortised_cost(s.schedule_cost, s.mean_cost, experiment.exchange_options.reuse) : s.mean_cost;
}

LeastCostsAmongAlgorithms best_costs(const Experiment& experiment, std::span<const AlgorithmSummary> list,
                                     bool totals) {
  LeastCostsAmongAlgorithms best;
  for (const AlgorithmSummary& summary : list) {
    if (summary.sample_count == 0) continue;
    const Duration total = cost_compared_between_algorithms(experiment, summary, totals);
    best.least_total_cost = best.least_total_cost ? std::min(*best.least_total_cost, total) : total;
    if (summary.schedule_cost > Duration::zero()) continue;
    if (best.best_unscheduled_algorithm == nullptr || summary.mean_cost < best.best_unscheduled_algorithm->mean_cost)
      best.best_unscheduled_algorithm = &summary;
  }
  return best;
}

TextTableCell cell_marked_if_least(const TimeUnit& unit, Duration time, const std::optional<Duration>& least) {
  return time == least ? cell_marked_as_best(text_in_unit(unit, time)) : TextTableCell(text_in_unit(unit, time));
}

/// Returns as text the number of exchanges from which on the algorithm's schedule saves more than making it costs.
/// Returns "-" if making it costs nothing, or if no algorithm without a schedule was run with which it could be
/// compared.
std::string break_even_use_count_text(const AlgorithmSummary& s, const AlgorithmSummary* unscheduled) {
  if (s.schedule_cost == Duration::zero() || unscheduled == nullptr) return "-";
  std::vector<Duration> savings;
  for (const auto& [sample, use] : s.costs_by_sample) {
    if (const auto found = unscheduled->costs_by_sample.find(sample); found != unscheduled->costs_by_sample.end())
      savings.push_back(found->second - use);
  }
  return savings.empty() ? "-" : break_even_uses_as_text(uses_until_schedule_pays(s.schedule_cost, savings));
}

std::vector<TextTableCell> table_row_of_summary(const Experiment& experiment, std::size_t cell,
                                                const AlgorithmSummary& s, const LeastCostsAmongAlgorithms& least,
                                                const TimeUnit& unit, bool totals) {
  const Duration total = cost_compared_between_algorithms(experiment, s, totals);
  const double ratio =
      *least.least_total_cost > Duration::zero() ? microseconds(total) / microseconds(*least.least_total_cost) : 1.0;
  std::vector<TextTableCell> row{s.sample_row->pattern_parameter,
                                 message_size_text(experiment, cell, *s.sample_row),
                                 s.sample_row->algorithm,
                                 totals ? TextTableCell(text_in_unit(unit, s.mean_cost))
                                        : cell_marked_if_least(unit, s.mean_cost, least.least_total_cost),
                                 text_in_unit(unit, s.least_cost),
                                 text_in_unit(unit, s.greatest_cost),
                                 fmt::format("{:.3f}", ratio),
                                 text_in_unit(unit, s.schedule_cost)};
  if (totals) row.push_back(cell_marked_if_least(unit, total, least.least_total_cost));
  if (totals && reuses_schedules(experiment))
    row.push_back(break_even_use_count_text(s, least.best_unscheduled_algorithm));
  row.insert(row.end(), {phase_count_text(s.mean_phase_count), fmt::format("{:.0f}", s.messages_per_second),
                         fmt::format("{:.0f}", s.circuits_per_second)});
  return row;
}

void add_rows_of_pattern_and_size(TextTable& table, const Experiment& experiment, std::size_t cell,
                                  std::span<const AlgorithmSummary> list, const TimeUnit& unit, bool totals) {
  const LeastCostsAmongAlgorithms least = best_costs(experiment, list, totals);
  for (const AlgorithmSummary& summary : list) {
    if (summary.sample_count > 0) table.add_row(table_row_of_summary(experiment, cell, summary, least, unit, totals));
  }
  table.add_separator();
}

void add_notes_on_costs(TextTable& table, const Experiment& experiment, std::span<const AlgorithmSummary> all,
                        bool totals) {
  if (!totals) return table.add_note("* best mean of its density and size; ratio is to that; /s is of host time");
  table.add_note("* least total of its density and size; ratio is to that; /s is of host time");
  if (!reuses_schedules(experiment)) {
    return table.add_note("total: mean and schedule, as if each is used once; --reuse K shares it out among K uses");
  }
  table.add_note(fmt::format("total: mean and 1/{} of schedule", experiment.exchange_options.reuse));
  const bool unscheduled = std::ranges::any_of(
      all, [](const AlgorithmSummary& s) { return s.sample_count > 0 && s.schedule_cost == Duration::zero(); });
  if (!unscheduled) return table.add_note("pays: needs an algorithm without a schedule to compare with, such as ac");
  table.add_note("pays: uses from which on a schedule costs less than the best algorithm that needs none;");
  table.add_note("      from a-b, cannot tell: by the 95 % confidence interval of what a use saves in these samples");
}

/// Returns the result table of an experiment that runs a program, and therefore has neither a communication matrix nor
/// a schedule.
TextTable program_result_table(const Experiment& experiment, std::span<const AlgorithmSummary> all) {
  const TimeUnit unit = time_unit_for(all);
  std::vector<TextColumn> columns{{"program", TextAlignment::left_aligned}};
  std::vector<const char*> times{"makespan"};
  if (experiment.sample_count > 1) times = {"mean", "min", "max"};
  for (const char* name : times) columns.push_back({fmt::format("{}_{}", name, unit.name)});
  columns.insert(columns.end(), {{"messages"}, {"payload_bytes"}, {"messages/s"}});
  TextTable table(std::move(columns));
  table.set_title(fmt::format("makespan{}: the time at which the last node ends",
                              experiment.sample_count > 1 ? ", mean over samples" : ""));
  table.add_parameters(parameters_of(experiment.machine));
  const std::string& arguments = experiment.patterns_and_sizes.patterns.front().parameter_text;
  if (!arguments.empty()) table.add_parameters({{"arguments", arguments}});
  table.add_parameters({{"clock", name_of(experiment.exchange_options.run.clock)},
                        {"executor", name_of(experiment.exchange_options.run.executor)},
                        {"samples", std::to_string(experiment.sample_count)},
                        {"seed", std::to_string(experiment.seed)},
                        {"build", version_and_build_text()}});
  for (const AlgorithmSummary& s : all) {
    if (s.sample_count == 0) continue;
    std::vector<TextTableCell> row{s.sample_row->algorithm, text_in_unit(unit, s.mean_cost)};
    if (experiment.sample_count > 1)
      row.insert(row.end(), {text_in_unit(unit, s.least_cost), text_in_unit(unit, s.greatest_cost)});
    row.insert(row.end(), {std::to_string(s.sample_row->message_count), std::to_string(s.sample_row->payload_bytes),
                           fmt::format("{:.0f}", s.messages_per_second)});
    table.add_row(std::move(row));
  }
  table.add_note(fmt::format("messages and payload of {}; /s is of host time",
                             experiment.sample_count > 1 ? "the last sample" : "all nodes"));
  return table;
}

bool runs_a_program(const Experiment& experiment) {
  return experiment.patterns_and_sizes.patterns.front().kind == Pattern::Kind::program;
}

TextTable exchange_result_table(const Experiment& experiment, std::span<const AlgorithmSummary> all) {
  const TimeUnit unit = time_unit_for(all);
  const bool totals = has_total_cost_columns(experiment, all);
  TextTable table = empty_table(experiment, unit, totals);
  const std::size_t width = experiment.algorithms.size();
  for (std::size_t cell = 0; cell < experiment.pattern_size_pair_count(); ++cell) {
    add_rows_of_pattern_and_size(table, experiment, cell, all.subspan(cell * width, width), unit, totals);
  }
  add_notes_on_costs(table, experiment, all, totals);
  return table;
}

}  // namespace

Parameters parameters_of(const Experiment& experiment) {
  return concatenated_parameters(
      {parameters_of(experiment.machine),
       {{"algorithms", joined_texts(experiment.algorithms, [](const Algorithm& a) { return a.name; })},
        {"pattern", pattern_text(experiment.patterns_and_sizes)},
        {"bytes", message_sizes_text(experiment.patterns_and_sizes)}},
       parameters_of(experiment.exchange_options),
       {{"runs compared", experiment.runs_per_sample > 1 ? std::to_string(experiment.runs_per_sample) : "no"},
        {"samples", std::to_string(experiment.sample_count)},
        {"seed", std::to_string(experiment.seed)},
        {"build", version_and_build_text()}}});
}

void print_table(std::ostream& out, const Experiment& experiment, const ExperimentResult& result) {
  const std::vector<AlgorithmSummary> all = summaries_of_results(experiment, result);
  TextTable table =
      runs_a_program(experiment) ? program_result_table(experiment, all) : exchange_result_table(experiment, all);
  if (const std::size_t done = result.rows.size(); done < experiment.run_count()) {
    table.add_note(fmt::format("incomplete: {} of {} runs are done", done, experiment.run_count()));
  }
  table.print(out);
  if (experiment.exchange_options.run.clock == ClockKind::wall) print_pace_table(out, experiment, result);
}

std::string csv_text(const ExperimentResult& result) {
  std::string text = csv_header() + '\n';
  for (const auto& [number, row] : result.rows) text += to_csv(row) + '\n';
  return text;
}

namespace {

/// Returns the parameters of an experiment as a JSON object. Numbers and lists are JSON numbers and arrays, not texts.
nlohmann::ordered_json parameters_json(const Experiment& experiment) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [name, value] : parameters_of(experiment)) json[name] = value;
  json["nodes"] = experiment.machine.node_count();
  json["algorithms"] = nlohmann::ordered_json::array();
  for (const Algorithm& algorithm : experiment.algorithms) json["algorithms"].push_back(algorithm.name);
  // If the pattern itself determines the message sizes, the array of sizes stays empty.
  json["bytes"] = nlohmann::ordered_json::array();
  for (const auto& bytes : experiment.patterns_and_sizes.message_sizes) {
    if (bytes) json["bytes"].push_back(*bytes);
  }
  json["uses"] = experiment.exchange_options.reuse;
  json["verified"] = experiment.exchange_options.verify;
  json["runs compared"] = experiment.runs_per_sample;
  json["samples"] = experiment.sample_count;
  json["seed"] = experiment.seed;
  return json;
}

}  // namespace

std::string json_text(const Experiment& experiment, const ExperimentResult& result) {
  nlohmann::ordered_json json;
  json["parameters"] = parameters_json(experiment);
  json["rows"] = nlohmann::ordered_json::array();
  for (const auto& [number, row] : result.rows) json["rows"].push_back(to_json(row));
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace switchyard
