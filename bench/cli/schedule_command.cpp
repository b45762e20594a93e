#include <fmt/format.h>

#include <initializer_list>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/schedule/verify.hpp"
#include "bench/cli/commands.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/link_chart_svg.hpp"
#include "bench/report/link_chart_text.hpp"
#include "bench/report/message_schedule.hpp"
#include "bench/report/table.hpp"
#include "runtime/build_info.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

/// Width of the list of transfers in a phase, in characters, unless the user asks for all transfers.
constexpr std::size_t kLineWidth = 90;

struct ScheduleArguments {
  MachineOptions machine;
  PatternOptions pattern;
  std::optional<std::string> algorithms;
  Libraries libraries;
  std::uint64_t seed = 1;
  std::uint64_t sample = 0;
  bool verify = false;
  bool full = false;
  bool chart = false;
  std::optional<std::string> csv, chart_svg, table;
  std::optional<std::string> messages, turns, dot, dag, deadlock_dot;
  bool allow_deadlock = false;
  bool exclusive_ports = false;
  bool quiet = false;
};

/// One line of the table that `schedule` prints: the transfers of a phase.
struct PhaseText {
  std::uint64_t exchanges = 0;
  std::string transfers;  ///< transfers as they are printed, such as "0->5 1<->7"
  std::size_t left_out = 0;
};

/// Returns the destination of each node in the phase; empty for a node that does not send.
std::vector<std::optional<NodeId>> receivers_of(const Schedule& schedule, PhaseId phase) {
  std::vector<std::optional<NodeId>> receivers(schedule.node_count());
  for (const ScheduledMessage& message : schedule.phase(phase)) {
    if (index(message.source) < receivers.size()) receivers[index(message.source)] = message.destination;
  }
  return receivers;
}

PhaseText text_of(const Schedule& schedule, PhaseId phase, bool full) {
  const auto receivers = receivers_of(schedule, phase);
  PhaseText text;
  for (const auto& [source, destination, bytes, route] : schedule.phase(phase)) {
    const bool back = index(destination) < receivers.size() && receivers[index(destination)] == source;
    if (back && destination < source) continue;  // an exchange is printed at the lower of its two nodes
    if (back) ++text.exchanges;
    const std::string transfer = fmt::format("{}{}{}", index(source), back ? "<->" : "->", index(destination));
    if (!full && text.transfers.size() + transfer.size() > kLineWidth) {
      ++text.left_out;
    } else {
      text.transfers += (text.transfers.empty() ? "" : " ") + transfer;
    }
  }
  if (text.left_out > 0) text.transfers += fmt::format(" ... {} more", text.left_out);
  return text;
}

std::string csv_of(const Schedule& schedule) {
  std::string text = "phase,source,destination,bytes\n";
  for (std::uint32_t p = 0; p < schedule.phase_count(); ++p) {
    for (const auto& [source, destination, bytes, route] : schedule.phase(PhaseId{p})) {
      text += fmt::format("{},{},{},{}\n", p + 1, index(source), index(destination), bytes);
    }
  }
  return text;
}

bool keeps_links_apart(const Algorithm& algorithm, const Machine& machine) {
  if (algorithm.links_apart == NoLinkContention::everywhere) return true;
  return algorithm.links_apart == NoLinkContention::on_hypercubes && machine.routes().topology() == "hypercube";
}

std::string verdict(const std::vector<Violation>& violations, bool links_apart, PhaseShape shape) {
  if (!violations.empty()) return fmt::format("{} violations, listed below", violations.size());
  std::string nodes = "no node contention";
  if (shape == PhaseShape::gather) nodes = "one receiver a phase";
  if (shape == PhaseShape::one_send) nodes = "one send of a node a phase";
  return fmt::format("no violation: each message once, {}{}", nodes, links_apart ? ", no link contention" : "");
}

/// The inputs of the command `schedule` for one algorithm, after they were checked.
struct Task {
  Machine machine;
  Algorithm algorithm;
  Pattern pattern;
  CommunicationMatrix matrix;
  std::string choice;  ///< what `auto` has picked, and why; empty for other algorithms
};

/// Checks the options --chart and --chart-svg before any work. Throws UsageError if the chart would not be legible, or
/// if the machine is not a hypercube, whose links are the columns of the chart.
void check_chart(const ScheduleArguments& arguments, const Machine& machine) {
  if (!arguments.chart && !arguments.chart_svg) return;
  const char* option = arguments.chart ? "--chart" : "--chart-svg";
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

void need_scheduler(const Algorithm& algorithm) {
  if (algorithm.scheduler) return;
  throw UsageError({.place = "--algorithm",
                    .reason = fmt::format("'{}' has no schedule", algorithm.name),
                    .remedy = "write one that has, such as rs_nl"});
}

/// Makes the inputs for the algorithm `name` of --algorithm; `file` is the matrix of --matrix, if there is one. Throws
/// UsageError if they do not fit together.
Task task_of(const ScheduleArguments& arguments, const std::string& name, const std::optional<Pattern>& file) {
  const Catalogue catalogue =
      catalogue_with(arguments.libraries, arguments.algorithms.value_or(name), arguments.table, true);
  Algorithm algorithm = catalogue.find("--algorithm", name);
  if (!algorithm.choice) need_scheduler(algorithm);
  Machine machine = make_machine(arguments.machine, nodes_of(file));
  check_chart(arguments, machine);
  const Traffic traffic = resolve(arguments.pattern, file, machine.node_count(), Values::one);
  const Pattern& pattern = traffic.patterns.front();
  with_errors_at("--algorithm", [&] {
    check_needs(machine, algorithm, std::nullopt);
    check_message_count(algorithm, message_count(pattern, machine.node_count()));
  });
  CommunicationMatrix matrix =
      sample_matrix(pattern, machine.node_count(), traffic.bytes.front(), arguments.seed, arguments.sample);
  std::string choice;
  if (algorithm.choice) {
    const ChosenAlgorithm chosen = algorithm.choice(machine, matrix, 1);
    choice = fmt::format("{}: {}: {}\n", algorithm.name, chosen.algorithm->name, chosen.why);
    algorithm = *chosen.algorithm;
    need_scheduler(algorithm);
  }
  return {std::move(machine), std::move(algorithm), pattern, std::move(matrix), std::move(choice)};
}

std::string pattern_text(const Pattern& pattern) {
  return pattern.parameter.empty() ? pattern.name() : fmt::format("{} {}", pattern.name(), pattern.parameter);
}

Table table_of(const Task& task, const Schedule& schedule, const ScheduleArguments& arguments) {
  const Duration cost =
      task.machine.model().rates().basic_operation * static_cast<Duration::rep>(schedule.operations());
  Table table({{"phase"}, {"messages"}, {"exchanges"}, {"transfers", Align::left}});
  table.set_title(fmt::format("schedule of {}", task.algorithm.name));
  table.add_parameters(parameters_of(task.machine));
  table.add_parameter("pattern", pattern_text(task.pattern));
  table.add_parameter("seed", fmt::format("{}, sample {}", arguments.seed, arguments.sample));
  table.add_parameter("phases", std::to_string(schedule.phase_count()));
  table.add_parameter(
      "bound", fmt::format("{} phases, the most messages that a node sends or receives", task.matrix.max_degree()));
  table.add_parameter("messages", std::to_string(schedule.message_count()));
  table.add_parameter("exchanges", fmt::format("{} pairs that swap in one phase", schedule.pairwise_exchanges()));
  table.add_parameter(
      "cost", fmt::format("{} basic operations, {} on a node", schedule.operations(), format_duration_rounded(cost)));
  table.add_parameter("build", fmt::format("{} {}", build_info().version, build_info().commit));
  bool shortened = false;
  for (std::uint32_t p = 0; p < schedule.phase_count(); ++p) {
    const PhaseText text = text_of(schedule, PhaseId{p}, arguments.full);
    shortened |= text.left_out > 0;
    table.add_row({std::to_string(p + 1), std::to_string(schedule.phase(PhaseId{p}).size()),
                   std::to_string(text.exchanges), text.transfers});
  }
  if (shortened) table.add_note("long phases are cut short; --full prints all transfers");
  return table;
}

std::string chart_title(const Task& task, const ScheduleArguments& arguments) {
  return fmt::format("links used by {} on {} with {} nodes, pattern {}, seed {}, sample {}", task.algorithm.name,
                     task.machine.name(), task.machine.node_count(), pattern_text(task.pattern), arguments.seed,
                     arguments.sample);
}

void print_chart(const LinkChart& chart) {
  const std::string text = to_text(chart);  // to_text may throw, and then nothing must be printed
  std::cout << "\nlinks used in each step, which is a phase; "
               "the rightmost column of a node is its link along dimension 0\n\n"
            << text << '\n'
            << rules_text(chart);
}

struct ScheduleFiles {
  WantedFile csv, chart_svg;
};

Schedule schedule_of(const ScheduleArguments& arguments, const Task& task) {
  return with_errors_at("--algorithm", [&] {
    return make_schedule(task.machine, task.algorithm, task.matrix,
                         run_seed(task.pattern, arguments.seed, arguments.sample));
  });
}

ExitCode schedule(const ScheduleArguments& arguments, const Task& task, ScheduleFiles& files) {
  WatchedWork watched("schedule of " + task.algorithm.name, arguments.quiet);
  const Schedule schedule = schedule_of(arguments, task);
  std::optional<LinkChart> chart;
  if (arguments.chart || arguments.chart_svg) chart.emplace(schedule, task.machine.routes());
  Table table = table_of(task, schedule, arguments);
  std::vector<Violation> violations;
  if (arguments.verify) {
    const bool links_apart = keeps_links_apart(task.algorithm, task.machine);
    violations = links_apart ? verify(schedule, task.matrix, task.machine.routes()) : verify(schedule, task.matrix);
    table.add_note("verified: " + verdict(violations, links_apart, schedule.shape()));
    for (const Violation& violation : violations) table.add_note("  " + violation.text);
  }
  watched.close();
  table.print(std::cout);
  if (arguments.chart) print_chart(*chart);
  files.csv.fill([&] { return csv_of(schedule); });
  files.chart_svg.fill([&] { return to_svg(*chart, chart_title(task, arguments)); });
  return violations.empty() ? ExitCode::done : ExitCode::failed;
}

/// Throws UsageError with the reason `why` for the first of `options` that is given.
void refuse_each(std::initializer_list<std::pair<const char*, bool>> options, const char* why) {
  for (const auto& [option, is_given] : options) {
    if (is_given) throw UsageError({.place = option, .reason = why, .remedy = "leave it out"});
  }
}

std::vector<Task> tasks_of(const ScheduleArguments& arguments) {
  const WatchedWork watched("matrix of the schedule", arguments.quiet);
  const auto file = read_matrix(arguments.pattern);
  std::vector<Task> tasks;
  for (const std::string& name : algorithm_names(arguments.algorithms.value_or("rs_nl"))) {
    tasks.push_back(task_of(arguments, name, file));
  }
  return tasks;
}

ExitCode schedule_matrix(const ScheduleArguments& arguments) {
  refuse_each({{"--turns", arguments.turns.has_value()},
               {"--allow-deadlock", arguments.allow_deadlock},
               {"--exclusive-ports", arguments.exclusive_ports},
               {"--dot", arguments.dot.has_value()},
               {"--dag", arguments.dag.has_value()},
               {"--deadlock-dot", arguments.deadlock_dot.has_value()}},
              "is for message lists, and there is no --messages");
  const std::vector<Task> tasks = tasks_of(arguments);
  if (tasks.size() > 1) {
    refuse_each({{"--csv", arguments.csv.has_value()}, {"--chart-svg", arguments.chart_svg.has_value()}},
                "takes one schedule, and --algorithm names several");
  }
  ScheduleFiles files{{"--csv", arguments.csv}, {"--chart-svg", arguments.chart_svg}};
  for (const Task& task : tasks) std::cerr << task.choice;
  ExitCode code = ExitCode::done;
  for (const Task& task : tasks) {
    if (&task != &tasks.front()) std::cout << '\n';
    if (const ExitCode each = schedule(arguments, task, files); each != ExitCode::done) code = each;
  }
  return code;
}

ExitCode schedule_list(ScheduleArguments arguments) {
  const PatternOptions& pattern = arguments.pattern;
  refuse_each({{"--pattern", pattern.pattern.has_value()},
               {"--density", pattern.densities.has_value()},
               {"--matrix", pattern.matrix.has_value()},
               {"--diagonal", pattern.diagonal.has_value()},
               {"--sample", arguments.sample != 0},
               {"--load", !arguments.libraries.paths.empty()},
               {"--table", arguments.table.has_value()},
               {"--chart", arguments.chart},
               {"--chart-svg", arguments.chart_svg.has_value()}},
              "is for matrices, and --messages gives a list");
  if (arguments.turns) {
    const bool any = parse_choice("--turns", *arguments.turns, {"restricted", "any"}) == 1;
    arguments.machine.settings.push_back({"--turns", "any_turn", any ? "true" : "false"});
  }
  MessageScheduleArguments list{.file = *arguments.messages,
                                .algorithms = arguments.algorithms,
                                .seed = arguments.seed,
                                .allow_deadlock = arguments.allow_deadlock,
                                .exclusive_ports = arguments.exclusive_ports,
                                .full = arguments.full,
                                .quiet = arguments.quiet,
                                .csv = arguments.csv,
                                .dot = arguments.dot,
                                .dag = arguments.dag,
                                .deadlock_dot = arguments.deadlock_dot};
  if (pattern.bytes) list.packet_bytes = pattern.bytes->front();
  return schedule_messages(make_machine(arguments.machine), list);
}

ExitCode schedule(const ScheduleArguments& arguments) {
  return arguments.messages ? schedule_list(arguments) : schedule_matrix(arguments);
}

/// Returns those options of `schedule` that are for message lists.
std::vector<Option> list_options(ScheduleArguments& arguments) {
  const auto file = [](std::optional<std::string>& target) {
    return [&target](const std::string& text) { target = text; };
  };
  return {that_reads({"--messages", "FILE",
                      "a list of messages instead of a matrix: CSV with id, ready, packets, source_row, "
                      "source_column, destination_row, destination_column; --bytes is a packet's size",
                      file(arguments.messages)}),
          {"--turns", "TURNS", "which YX routes a message of the list may take: restricted (default) or any",
           file(arguments.turns)},
          flag("--allow-deadlock", "carry the list out even if its routes can deadlock", arguments.allow_deadlock),
          flag("--exclusive-ports", "a node sends and receives one message in a level", arguments.exclusive_ports),
          file_option("--dot", "the list's collision graph on the usual routes, for Graphviz", arguments.dot),
          file_option("--dag", "the same ordered by the levels of the first algorithm, on its routes", arguments.dag),
          file_option("--deadlock-dot", "the wait-for graph of a deadlock", arguments.deadlock_dot)};
}

}  // namespace

Command schedule_command() {
  const auto arguments = std::make_shared<ScheduleArguments>();
  std::vector<Option> options = machine_options(arguments->machine);
  options.push_back({"--algorithm", "NAME,...", "those with a scheduler; rs_nl if not given",
                     [arguments](const std::string& text) { arguments->algorithms = text; }});
  for (Option& option : pattern_options(arguments->pattern, arguments->libraries.catalogue, Values::one)) {
    options.push_back(std::move(option));
  }
  options.push_back({"--seed", "SEED", "of matrix and schedule",
                     [arguments](const std::string& text) { arguments->seed = parse_seed("--seed", text); }});
  options.push_back({"--sample", "S", "which of the samples that 'switchyard run' would use with this seed",
                     [arguments](const std::string& text) { arguments->sample = parse_count("--sample", text); }});
  options.push_back(load_option(arguments->libraries));
  options.push_back(table_option(arguments->table));
  options.push_back(flag("--verify", "check the schedule; exit code 1 if anything is wrong", arguments->verify));
  options.push_back(flag("--full", "all transfers of each phase, however many", arguments->full));
  options.push_back(
      flag("--chart", "also the links that each message uses, and in which step; up to 32 nodes", arguments->chart));
  options.push_back(file_option("--chart-svg", "that chart as a drawing", arguments->chart_svg));
  for (Option& option : list_options(*arguments)) options.push_back(std::move(option));
  options.push_back(
      file_option("--csv", "phase (from 1), source, destination and bytes of each message", arguments->csv));
  options.push_back(flag("--quiet", "no progress on standard error", arguments->quiet));
  return {.name = "schedule",
          .summary = "Builds schedules and prints their phases, or the levels of a message list",
          .examples = {"switchyard schedule --algorithm rs_nl --nodes 64 --density 16 --seed 3 --verify",
                       "switchyard schedule --machine mesh --size 10x10 --messages bench/examples/mesh_10x10.csv"},
          .options = std::move(options),
          .run = [arguments](FilesInUse&) { return schedule(*arguments); }};
}

}  // namespace switchyard::cli
