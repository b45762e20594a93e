#include "bench/cli/stress_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "algorithms/exchange/paper_protocols.hpp"
#include "bench/cli/machine_options.hpp"
#include "bench/cli/table.hpp"
#include "runtime/build_info.hpp"

namespace switchyard::cli {
namespace {

std::string strategies_text(const StressPlan& plan) {
  std::vector<std::string> names;
  for (const Strategy strategy : plan.options.strategies) names.emplace_back(name_of(strategy));
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<Column> tally_columns() {
  std::vector<Column> columns{{"algorithm", Align::left}, {"strategy", Align::left}};
  for (const Outcome outcome : kOutcomes) columns.push_back({name_of(outcome)});
  return columns;
}

std::uint64_t count_of(const std::map<Outcome, std::uint64_t>& outcomes, Outcome outcome) {
  const auto found = outcomes.find(outcome);
  return found == outcomes.end() ? 0 : found->second;
}

std::string message_list(const CommunicationMatrix& matrix) {
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

std::uint32_t busy_nodes(const CommunicationMatrix& matrix) {
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
    for (const Outcome outcome : kOutcomes) row[name_of(outcome)] = count_of(outcomes, outcome);
    rows.push_back(std::move(row));
  }
  return rows;
}

nlohmann::ordered_json finding_json(const ShownFinding& finding) {
  const FailingCase& smallest = finding.smallest;
  return {{"outcome", name_of(finding.found.run.outcome)},
          {"run", finding.found.number},
          {"strategy", name_of(finding.found.run.strategy)},
          {"seed", finding.found.run.seed},
          {"messages", smallest.stressed.matrix.message_count()},
          {"nodes_with_messages", busy_nodes(smallest.stressed.matrix)},
          {"decisions", smallest.run.decisions.size()},
          {"report", smallest.run.text},
          {"replay", finding.replay_file}};
}

}  // namespace

std::string traffic_text(const StressPlan& plan) {
  std::string text = plan.pattern.name();
  if (!plan.pattern.parameter.empty()) text += " " + plan.pattern.parameter;
  return plan.bytes ? fmt::format("{}, {} B", text, *plan.bytes) : text;
}

void print_tally(std::ostream& out, const StressPlan& plan, const std::vector<AlgorithmStress>& results) {
  Table table(tally_columns());
  table.set_title("runs by how they ended");
  table.add_parameter("machine", plan.machine.name());
  table.add_parameter("nodes", std::to_string(plan.machine.node_count()));
  table.add_parameter("constants", changed_constants(plan.machine));
  table.add_parameter("pattern", traffic_text(plan));
  table.add_parameter(
      "runs", fmt::format("{} of each algorithm, {} of each matrix", plan.options.runs, plan.options.runs_of_a_trial));
  table.add_parameter("strategies", strategies_text(plan));
  table.add_parameter("seed", std::to_string(plan.options.seed));
  for (std::size_t i = 0; i < results.size(); ++i) {
    table.add_separator();
    for (const auto& [strategy, outcomes] : results[i].report.tally) {
      std::vector<Cell> row{plan.algorithms[i].name, name_of(strategy)};
      for (const Outcome outcome : kOutcomes) row.emplace_back(std::to_string(count_of(outcomes, outcome)));
      table.add_row(std::move(row));
    }
  }
  table.print(out);
}

void print_finding(std::ostream& out, const StressPlan& plan, const ShownFinding& finding,
                   const std::string& replay_file) {
  const StressedRun& found = finding.found.run;
  const FailingCase& smallest = finding.smallest;
  const CommunicationMatrix& matrix = smallest.stressed.matrix;
  out << fmt::format("\n{}: {}, first in run {} (strategy {}, seed {})\n", smallest.stressed.algorithm.name,
                     name_of(found.outcome), finding.found.number, name_of(found.strategy), found.seed);
  out << fmt::format("  the algorithm promises: {}\n", smallest.stressed.algorithm.guarantees);
  if (is_known(plan, smallest.stressed.algorithm, found.strategy, found.outcome)) out << "  this is known of it\n";
  out << fmt::format("  shown here on {} nodes, {} with messages, {}, {} decisions\n", matrix.node_count(),
                     busy_nodes(matrix), changed_constants(smallest.stressed.machine), smallest.run.decisions.size());
  out << fmt::format("  {} messages: {}\n", matrix.message_count(), message_list(matrix));
  out << smallest.run.text << '\n';
  if (found.strategy == Strategy::threads) {
    out << "  real threads raced: a replay repeats the run until it ends like this again\n";
  }
  out << fmt::format("  replay: switchyard stress --replay {}{}\n", replay_file, plan.load_arguments);
}

std::string replay_name(const ShownFinding& finding) {
  return fmt::format("stress-{}-{}.json", finding.smallest.stressed.algorithm.name, name_of(finding.found.run.outcome));
}

std::string stress_json(const StressPlan& plan, const std::vector<AlgorithmStress>& results) {
  nlohmann::ordered_json file{{"machine", plan.machine.name()},
                              {"nodes", plan.machine.node_count()},
                              {"constants", changed_constants(plan.machine)},
                              {"pattern", traffic_text(plan)},
                              {"runs", plan.options.runs},
                              {"seed", plan.options.seed},
                              {"commit", build_info().commit},
                              {"algorithms", nlohmann::ordered_json::array()}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    nlohmann::ordered_json one{{"algorithm", plan.algorithms[i].name},
                               {"runs", results[i].report.runs()},
                               {"tally", tally_json(results[i].report)},
                               {"findings", nlohmann::ordered_json::array()}};
    for (const ShownFinding& finding : results[i].findings) one["findings"].push_back(finding_json(finding));
    file["algorithms"].push_back(std::move(one));
  }
  return file.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

bool is_known(const StressPlan& plan, const Algorithm& algorithm, Strategy strategy, Outcome outcome) {
  if (outcome == Outcome::discarded) return plan.protocol == kForced;
  const bool promises_nothing = algorithm.guarantees.starts_with("nothing");
  return outcome == Outcome::deadlock && algorithm.receives_unposted &&
         (strategy == Strategy::buffers || promises_nothing);
}

ExitCode exit_code_of(const StressPlan& plan, const std::vector<AlgorithmStress>& results, bool ignore_known) {
  std::set<ExitCode> codes;
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (const auto& [strategy, outcomes] : results[i].report.tally) {
      for (const auto& [outcome, count] : outcomes) {
        if (count == 0 || (ignore_known && is_known(plan, plan.algorithms[i], strategy, outcome))) continue;
        codes.insert(switchyard::exit_code_of(outcome));
      }
    }
  }
  for (const ExitCode code : {ExitCode::deadlock, ExitCode::data_lost, ExitCode::failed}) {
    if (codes.contains(code)) return code;
  }
  return ExitCode::done;
}

}  // namespace switchyard::cli
