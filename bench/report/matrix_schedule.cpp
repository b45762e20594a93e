#include "bench/report/matrix_schedule.hpp"

#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <vector>

#include "algorithms/schedule/verify.hpp"
#include "bench/experiment/option.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/link_chart_svg.hpp"
#include "bench/report/link_chart_text.hpp"
#include "bench/report/table.hpp"
#include "runtime/build_info.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// The largest width, in characters, of the printed list of transfers in a phase, unless the user asks for all
/// transfers.
constexpr std::size_t kLineWidth = 90;

/// What the command `schedule` prints about one phase of a schedule.
struct PhaseText {
  std::uint64_t exchange_count = 0;
  std::string transfers_text;  ///< the transfers of the phase as they are printed, such as "0->5 1<->7"
  std::size_t left_out_count = 0;
};

/// Returns for each node the destination to which it sends in the phase; the entry is empty for a node that does not
/// send.
std::vector<std::optional<NodeId>> destinations_in_phase(const Schedule& schedule, PhaseId phase) {
  std::vector<std::optional<NodeId>> receivers(schedule.node_count());
  for (const ScheduledMessage& message : schedule.phase(phase)) {
    if (index(message.source) < receivers.size()) receivers[index(message.source)] = message.destination;
  }
  return receivers;
}

PhaseText phase_text(const Schedule& schedule, PhaseId phase, bool full) {
  const auto receivers = destinations_in_phase(schedule, phase);
  PhaseText text;
  for (const auto& [source, destination, bytes, route] : schedule.phase(phase)) {
    const bool back = index(destination) < receivers.size() && receivers[index(destination)] == source;
    // If two nodes send to each other in the phase, this is printed only once, at the node with the lower number.
    if (back && destination < source) continue;
    if (back) ++text.exchange_count;
    const std::string transfer = fmt::format("{}{}{}", index(source), back ? "<->" : "->", index(destination));
    if (!full && text.transfers_text.size() + transfer.size() > kLineWidth) {
      ++text.left_out_count;
    } else {
      text.transfers_text += (text.transfers_text.empty() ? "" : " ") + transfer;
    }
  }
  if (text.left_out_count > 0) text.transfers_text += fmt::format(" ... {} more", text.left_out_count);
  return text;
}

std::string schedule_csv(const Schedule& schedule) {
  std::string text = "phase,source,destination,bytes\n";
  for (std::uint32_t p = 0; p < schedule.phase_count(); ++p) {
    for (const auto& [source, destination, bytes, route] : schedule.phase(PhaseId{p})) {
      text += fmt::format("{},{},{},{}\n", p + 1, index(source), index(destination), bytes);
    }
  }
  return text;
}

bool promises_no_link_contention(const Algorithm& algorithm, const Machine& machine) {
  if (algorithm.avoids_link_contention == NoLinkContention::everywhere) return true;
  return algorithm.avoids_link_contention == NoLinkContention::on_hypercubes &&
         machine.routes().topology() == "hypercube";
}

std::string verification_text(const std::vector<Violation>& violations, bool links_apart, PhaseShape shape) {
  if (!violations.empty()) return fmt::format("{} violations, listed below", violations.size());
  std::string nodes = "no node contention";
  if (shape == PhaseShape::gather) nodes = "one receiver a phase";
  if (shape == PhaseShape::one_send) nodes = "one send of a node a phase";
  return fmt::format("no violation: each message once, {}{}", nodes, links_apart ? ", no link contention" : "");
}

std::string pattern_text(const Pattern& pattern) {
  return pattern.parameter_text.empty() ? pattern.name() : fmt::format("{} {}", pattern.name(), pattern.parameter_text);
}

TextTable phase_table(const ScheduleTask& task, const Schedule& schedule, bool full) {
  const Duration cost =
      task.machine.model().rates().basic_operation * static_cast<Duration::rep>(schedule.operations());
  TextTable table({{"phase"}, {"messages"}, {"exchanges"}, {"transfers", TextAlignment::left_aligned}});
  table.set_title(fmt::format("schedule of {}", task.algorithm.name));
  table.add_parameters(parameters_of(task.machine));
  table.add_parameter("pattern", pattern_text(task.pattern));
  table.add_parameter("seed", fmt::format("{}, sample {}", task.seed, task.sample));
  table.add_parameter("phases", std::to_string(schedule.phase_count()));
  table.add_parameter(
      "bound", fmt::format("{} phases, the most messages that a node sends or receives", task.matrix.max_degree()));
  table.add_parameter("messages", std::to_string(schedule.message_count()));
  table.add_parameter("exchanges", fmt::format("{} pairs that swap in one phase", schedule.pairwise_exchange_count()));
  table.add_parameter(
      "cost", fmt::format("{} basic operations, {} on a node", schedule.operations(), format_duration_rounded(cost)));
  table.add_parameter("build", fmt::format("{} {}", build_info().version, build_info().commit));
  bool shortened = false;
  for (std::uint32_t p = 0; p < schedule.phase_count(); ++p) {
    const PhaseText text = phase_text(schedule, PhaseId{p}, full);
    shortened |= text.left_out_count > 0;
    table.add_row({std::to_string(p + 1), std::to_string(schedule.phase(PhaseId{p}).size()),
                   std::to_string(text.exchange_count), text.transfers_text});
  }
  if (shortened) table.add_note("long phases are cut short; --full prints all transfers");
  return table;
}

std::string chart_title(const ScheduleTask& task) {
  return fmt::format("links used by {} on {} with {} nodes, pattern {}, seed {}, sample {}", task.algorithm.name,
                     task.machine.name(), task.machine.node_count(), pattern_text(task.pattern), task.seed,
                     task.sample);
}

void print_chart(const LinkChart& chart) {
  // to_text() may throw, so it is called before anything is printed.
  const std::string text = to_text(chart);
  std::cout << "\nlinks used in each step, which is a phase; "
               "the rightmost column of a node is its link along dimension 0\n\n"
            << text << '\n'
            << chart_rule_results_text(chart);
}

Schedule make_schedule_of_task(const ScheduleTask& task) {
  return call_with_input_place_in_errors("--algorithm", [&] {
    return make_schedule(task.machine, task.algorithm, task.matrix, seed_of_runs(task.pattern, task.seed, task.sample));
  });
}

}  // namespace

void check_can_draw_link_chart(const char* option, const Machine& machine) {
  if (machine.node_count() < 2 || machine.node_count() > kMaxChartNodes) {
    throw UsageError({.place = option,
                      .reason = fmt::format("{} nodes do not make a legible chart", machine.node_count()),
                      .remedy = fmt::format("write --nodes 2 to {}", kMaxChartNodes)});
  }
  try {
    LinkChart(Schedule(machine.node_count()), machine.routes());
  } catch (const UsageError&) {
    throw UsageError(
        {.place = option,
         .reason = fmt::format("the links of {} are not those of a hypercube with e-cube routes", machine.name()),
         .remedy = fmt::format("write --machine ipsc860, or leave {} out", option)});
  }
}

ExitCode schedule_and_print(const ScheduleTask& task, ScheduleOutput& output) {
  WorkProgressDisplay watched("schedule of " + task.algorithm.name, output.hides_progress);
  const Schedule schedule = make_schedule_of_task(task);
  std::optional<LinkChart> chart;
  if (output.prints_link_chart || output.chart_svg_file) chart.emplace(schedule, task.machine.routes());
  TextTable table = phase_table(task, schedule, output.prints_all_transfers);
  std::vector<Violation> violations;
  if (output.verifies_schedule) {
    const bool links_apart = promises_no_link_contention(task.algorithm, task.machine);
    violations = links_apart ? verify(schedule, task.matrix, task.machine.routes()) : verify(schedule, task.matrix);
    table.add_note("verified: " + verification_text(violations, links_apart, schedule.shape()));
    for (const Violation& violation : violations) table.add_note("  " + violation.text);
  }
  watched.close();
  table.print(std::cout);
  if (output.prints_link_chart) print_chart(*chart);
  output.csv_file.write_file_if_wanted([&] { return schedule_csv(schedule); });
  output.chart_svg_file.write_file_if_wanted([&] { return to_svg(*chart, chart_title(task)); });
  return violations.empty() ? ExitCode::done : ExitCode::failed;
}

}  // namespace switchyard
