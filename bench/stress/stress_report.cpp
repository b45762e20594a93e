#include "bench/stress/stress_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "algorithms/exchange/paper_protocols.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/report/page.hpp"
#include "bench/report/table.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/machine_text.hpp"
#include "bench/stress/program_case.hpp"
#include "runtime/build_info.hpp"
#include "runtime/programs/launch.hpp"
#include "runtime/stress/replay.hpp"

namespace switchyard {
namespace {

std::string strategies_text(const StressPlan& plan) {
  std::vector<std::string> names;
  for (const StressStrategy strategy : plan.stress_options.strategies) names.emplace_back(name_of(strategy));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<TextColumn> tally_columns() {
  std::vector<TextColumn> columns{{"algorithm", TextAlignment::left_aligned},
                                  {"strategy", TextAlignment::left_aligned}};
  for (const RunOutcome outcome : kOutcomes) columns.push_back({name_of(outcome)});
  return columns;
}

std::uint64_t run_count_with_outcome(const std::map<RunOutcome, std::uint64_t>& outcomes, RunOutcome outcome) {
  const auto found = outcomes.find(outcome);
  return found == outcomes.end() ? 0 : found->second;
}

std::string message_list_text(const CommunicationMatrix& matrix) {
  constexpr std::uint64_t kMostShown = 12;
  std::string text;
  std::uint64_t left = kMostShown;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) {
      if (left == 0) return text + fmt::format(" and {} more", matrix.message_count() - kMostShown);
      --left;
      text += fmt::format("{}{} -> {} {} B", text.empty() ? "" : ", ", i, index(entry.destination), entry.bytes);
    }
  }
  return text;
}

std::uint32_t count_nodes_with_messages(const CommunicationMatrix& matrix) {
  std::uint32_t busy = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    busy += matrix.out_degree(NodeId{i}) + matrix.in_degree(NodeId{i}) > 0 ? 1U : 0U;
  }
  return busy;
}

nlohmann::ordered_json tally_json(const StressReport& report) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (const auto& [strategy, outcomes] : report.tally) {
    nlohmann::ordered_json row{{"strategy", name_of(strategy)}};
    for (const RunOutcome outcome : kOutcomes) row[name_of(outcome)] = run_count_with_outcome(outcomes, outcome);
    rows.push_back(std::move(row));
  }
  return rows;
}

nlohmann::ordered_json finding_json(const FindingWithSmallestCase& finding) {
  const FailingCase& smallest = finding.smallest_failing_case;
  nlohmann::ordered_json json{{"outcome", name_of(finding.original_finding.run.outcome)},
                              {"run", finding.original_finding.number},
                              {"strategy", name_of(finding.original_finding.run.strategy)},
                              {"seed", finding.original_finding.run.seed}};
  if (const AlgorithmRunSetup* work = algorithm_setup_of_case(*smallest.stress_test_case)) {
    json["messages"] = work->matrix.message_count();
    json["nodes_with_messages"] = count_nodes_with_messages(work->matrix);
  }
  json["decisions"] = smallest.run.arbiter_decisions.size();
  json["report"] = smallest.run.text;
  json["replay"] = finding.replay_file;
  json["nodes"] = smallest.run.machine.node_count();
  return json;
}

/// Returns the command-line arguments with which the same machine can be made again, such as " --machine mesh --nodes 3
/// --set hop=5us".
std::string machine_arguments(const Machine& machine) {
  std::string text = fmt::format(" --machine {} --nodes {}", machine.name(), machine.node_count());
  for (const machines::Setting& setting : changed_settings(machine, "")) {
    text += " --set " + quoted_shell_word(setting.name + "=" + setting.value);
  }
  return text;
}

/// Returns a text about a failing case after it was shrunk: its nodes, machine constants and messages.
std::string smallest_case_text(const FailingCase& smallest) {
  const StressedRun& run = smallest.run;
  const AlgorithmRunSetup* work = algorithm_setup_of_case(*smallest.stress_test_case);
  std::string text = fmt::format("  shown here on {} nodes, {}{}, {} decisions\n", run.machine.node_count(),
                                 work ? fmt::format("{} with messages, ", count_nodes_with_messages(work->matrix)) : "",
                                 changed_constants_text(run.machine), run.arbiter_decisions.size());
  if (work) text += fmt::format("  {} messages: {}\n", work->matrix.message_count(), message_list_text(work->matrix));
  return text;
}

/// Returns the command-line options that start the same program files on `node_count` nodes, such as " --program ./a@0
/// --program ./b@1-3".
std::string launch_options_text(const ProgramLaunch& launch, std::uint32_t node_count) {
  std::string text;
  for (const PlacedProgram& each : launch.programs()) {
    std::string file = each.program->path();
    if (!each.nodes.empty()) file += fmt::format("@{}", node_ranges_as_text(launch.nodes_of(each, node_count)));
    text += " --program " + quoted_shell_word(file);
  }
  for (const LaunchOptionValue& each : nondefault_launch_option_values(launch.setting()))
    text += " " + each.option + " " + each.value;
  for (const std::string& chosen : launch.collectives().algorithm_choice_texts)
    text += " --collective " + quoted_shell_word(chosen);
  return text;
}

/// Returns the program's own arguments in the form that they have on a command line: " -- word".
std::string format_program_arguments_for_shell(const ProgramLaunch& launch) {
  if (launch.program_arguments().empty()) return {};
  std::string text = " --";
  for (const std::string& word : launch.program_arguments()) text += fmt::format(" {}", quoted_shell_word(word));
  return text;
}

/// Returns the command-line option that chooses a node program of a library: " --program NAME:ARGUMENTS".
std::string program_option_text(const ProgramRunSetup& work) {
  const std::string arguments = work.arguments.empty() ? "" : ":" + work.arguments;
  return " --program " + quoted_shell_word(work.program.name + arguments);
}

/// Returns a text with the command line that repeats the run of a program without a replay file. Returns an empty text
/// for a case that is not a program.
std::string replay_command_line(const StressPlan& plan, const FailingCase& smallest) {
  const ProgramRunSetup* work = program_setup_of_case(*smallest.stress_test_case);
  if (work == nullptr) return {};
  const Machine& machine = smallest.stress_test_case->machine();
  const auto& launch = work->launch;
  return fmt::format("  or without it: switchyard stress --replay {}{}{}{}{}\n",
                     replay_string(smallest.run, plan.stress_options.limits), machine_arguments(machine),
                     launch ? launch_options_text(*launch, machine.node_count()) : program_option_text(*work),
                     plan.library_load_options_text, launch ? format_program_arguments_for_shell(*launch) : "");
}

}  // namespace

std::string traffic_text(const StressPlan& plan) {
  std::string text = plan.pattern.name();
  if (!plan.pattern.parameter_text.empty()) text += " " + plan.pattern.parameter_text;
  return plan.message_bytes ? fmt::format("{}, {} B", text, *plan.message_bytes) : text;
}

void print_outcome_tally(std::ostream& out, const StressPlan& plan, const std::vector<AlgorithmStressResult>& results) {
  TextTable table(tally_columns());
  table.set_title("runs by how they ended");
  table.add_parameter("machine", plan.machine.name());
  table.add_parameter("nodes", std::to_string(plan.machine.node_count()));
  table.add_parameter("constants", changed_constants_text(plan.machine));
  table.add_parameter("pattern", traffic_text(plan));
  table.add_parameter("runs", plan.program ? std::to_string(plan.stress_options.runs)
                                           : fmt::format("{} of each algorithm, {} of each matrix",
                                                         plan.stress_options.runs, plan.stress_options.runs_per_block));
  table.add_parameter("strategies", strategies_text(plan));
  table.add_parameter("seed", std::to_string(plan.stress_options.seed));
  for (std::size_t i = 0; i < results.size(); ++i) {
    table.add_separator();
    for (const auto& [strategy, outcomes] : results[i].report.tally) {
      std::vector<TextTableCell> row{plan.algorithms[i].name, name_of(strategy)};
      for (const RunOutcome outcome : kOutcomes)
        row.emplace_back(std::to_string(run_count_with_outcome(outcomes, outcome)));
      table.add_row(std::move(row));
    }
  }
  table.print(out);
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].report.expired < kMostExpiredRuns) continue;
    out << fmt::format("{}: {} runs have not finished within the host's time, so that no more were begun\n",
                       plan.algorithms[i].name, results[i].report.expired);
  }
}

void print_finding(std::ostream& out, const StressPlan& plan, const FindingWithSmallestCase& finding,
                   const Algorithm& algorithm, const std::string& replay_file) {
  const StressedRun& found = finding.original_finding.run;
  const FailingCase& smallest = finding.smallest_failing_case;
  out << fmt::format("\n{}: {}, first in run {} (strategy {}, seed {})\n", algorithm.name, name_of(found.outcome),
                     finding.original_finding.number, name_of(found.strategy), found.seed);
  if (!plan.program && !algorithm.guarantees.empty())
    out << fmt::format("  the algorithm promises: {}\n", algorithm.guarantees);
  if (is_documented_outcome(plan, algorithm, found.strategy, found.outcome)) out << "  this is known of it\n";
  out << smallest_case_text(smallest) << smallest.run.text << '\n';
  if (found.strategy == StressStrategy::threads) {
    out << "  real threads raced: a replay repeats the run until it ends like this again\n";
  }
  out << fmt::format("  replay: switchyard stress --replay {}{}\n", replay_file, plan.library_load_options_text);
  out << replay_command_line(plan, smallest);
}

std::string replay_file_base_name(const FindingWithSmallestCase& finding, const Algorithm& algorithm) {
  return fmt::format("stress-{}-{}.json", algorithm.name, name_of(finding.original_finding.run.outcome));
}

std::string stress_json(const StressPlan& plan, const std::vector<AlgorithmStressResult>& results) {
  nlohmann::ordered_json file{{"machine", plan.machine.name()},
                              {"nodes", plan.machine.node_count()},
                              {"constants", changed_constants_text(plan.machine)},
                              {"pattern", traffic_text(plan)},
                              {"runs", plan.stress_options.runs},
                              {"seed", plan.stress_options.seed},
                              {"commit", build_info().commit},
                              {"algorithms", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    nlohmann::ordered_json one{{"algorithm", plan.algorithms[i].name},
                               {"runs", results[i].report.runs()},
                               {"tally", tally_json(results[i].report)},
                               {"findings", nlohmann::ordered_json::array()}};
    for (const FindingWithSmallestCase& finding : results[i].findings) one["findings"].push_back(finding_json(finding));
    file["algorithms"].push_back(std::move(one));
  }
  return file.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

bool is_documented_outcome(const StressPlan& plan, const Algorithm& algorithm, StressStrategy strategy,
                           RunOutcome outcome) {
  if (outcome == RunOutcome::discarded) return plan.protocol == kForcedProtocol;
  return outcome == RunOutcome::deadlock && algorithm.may_send_before_receives &&
         (strategy == StressStrategy::halved_buffer_sizes || algorithm.may_deadlock);
}

ExitCode exit_code_of(const StressPlan& plan, const std::vector<AlgorithmStressResult>& results, bool ignore_known) {
  std::set<ExitCode> codes;
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const auto& [strategy, outcomes] : results[i].report.tally) {
      for (const auto& [outcome, count] : outcomes) {
        if (count == 0 || (ignore_known && is_documented_outcome(plan, plan.algorithms[i], strategy, outcome)))
          continue;
        codes.insert(switchyard::exit_code_of(outcome));
      }
    }
  }
  for (const ExitCode code : {ExitCode::deadlock, ExitCode::data_lost, ExitCode::failed, ExitCode::unfinished}) {
    if (codes.contains(code)) return code;
  }
  return ExitCode::done;
}

}  // namespace switchyard
