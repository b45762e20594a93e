#include <fmt/format.h>

#include <initializer_list>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/cli/commands.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/matrix_schedule.hpp"
#include "bench/report/message_schedule.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

struct ScheduleArguments {
  MachineOptions machine;
  PatternOptions pattern;
  std::optional<std::string> algorithm_names;
  LoadedLibraries libraries;
  std::uint64_t seed = 1;
  std::uint64_t sample_number = 0;
  bool verifies_schedule = false;
  bool prints_all_transfers = false;
  bool prints_link_chart = false;
  std::optional<std::string> csv_path, chart_svg_path, measured_table_path;
  std::optional<std::string> message_list_path, allowed_turns, collision_graph_path, leveled_graph_path,
      deadlock_graph_path;
  bool allows_deadlock = false;
  bool has_exclusive_ports = false;
  bool hides_progress = false;
};

void require_scheduler(const Algorithm& algorithm) {
  if (algorithm.scheduler) return;
  throw UsageError({.place = "--algorithm",
                    .reason = fmt::format("'{}' has no schedule", algorithm.name),
                    .remedy = "write one that has, such as rs_nl"});
}

/// Returns the inputs for making one schedule: machine, algorithm and matrix. `name` is the name of the algorithm, and
/// `file` is the pattern that the matrix file of the option --matrix gives, or empty if the option is not given. Throws
/// UsageError if algorithm, machine and matrix do not fit together.
ScheduleTask schedule_task(const ScheduleArguments& arguments, const std::string& name,
                           const std::optional<Pattern>& file) {
  const Catalogue catalogue = catalogue_with_auto_algorithm(
      arguments.libraries, arguments.algorithm_names.value_or(name), arguments.measured_table_path, true);
  Algorithm algorithm = catalogue.find("--algorithm", name);
  if (!algorithm.choice) require_scheduler(algorithm);
  Machine machine = make_machine(arguments.machine, node_count_of_matrix_file(file));
  if (arguments.prints_link_chart || arguments.chart_svg_path)
    check_can_draw_link_chart(arguments.prints_link_chart ? "--chart" : "--chart-svg", machine);
  const PatternsAndSizes traffic =
      patterns_and_sizes_from_options(arguments.pattern, file, machine.node_count(), OptionValueCount::one);
  const Pattern& pattern = traffic.patterns.front();
  call_with_input_place_in_errors("--algorithm", [&] {
    check_machine_meets_requirements(machine, algorithm, std::nullopt);
    check_message_count(algorithm, message_count_of_pattern(pattern, machine.node_count()));
  });
  CommunicationMatrix matrix = make_matrix_of_sample(pattern, machine.node_count(), traffic.message_sizes.front(),
                                                     arguments.seed, arguments.sample_number);
  std::string choice;
  if (algorithm.choice) {
    const ChosenAlgorithm chosen = algorithm.choice(machine, matrix, 1);
    choice = fmt::format("{}: {}: {}\n", algorithm.name, chosen.algorithm->name, chosen.why);
    algorithm = *chosen.algorithm;
    require_scheduler(algorithm);
  }
  return {std::move(machine), std::move(algorithm),    pattern,          std::move(matrix),
          arguments.seed,     arguments.sample_number, std::move(choice)};
}

/// Throws UsageError with the text `why` if the user has given any of `options`. Each element of `options` is a pair:
/// the name of an option, and whether the user has given it.
void refuse_given_schedule_options(std::initializer_list<std::pair<const char*, bool>> options, const char* why) {
  for (const auto& [option, is_given] : options) {
    if (is_given) throw UsageError({.place = option, .reason = why, .remedy = "leave it out"});
  }
}

std::vector<ScheduleTask> schedule_tasks(const ScheduleArguments& arguments) {
  const WorkProgressDisplay watched("matrix of the schedule", arguments.hides_progress);
  const auto file = read_matrix(arguments.pattern);
  std::vector<ScheduleTask> tasks;
  for (const std::string& name : split_algorithm_list(arguments.algorithm_names.value_or("rs_nl"))) {
    tasks.push_back(schedule_task(arguments, name, file));
  }
  return tasks;
}

ExitCode schedule_matrix(const ScheduleArguments& arguments) {
  refuse_given_schedule_options({{"--turns", arguments.allowed_turns.has_value()},
                                 {"--allow-deadlock", arguments.allows_deadlock},
                                 {"--exclusive-ports", arguments.has_exclusive_ports},
                                 {"--dot", arguments.collision_graph_path.has_value()},
                                 {"--dag", arguments.leveled_graph_path.has_value()},
                                 {"--deadlock-dot", arguments.deadlock_graph_path.has_value()}},
                                "is for message lists, and there is no --messages");
  const std::vector<ScheduleTask> tasks = schedule_tasks(arguments);
  if (tasks.size() > 1) {
    refuse_given_schedule_options(
        {{"--csv", arguments.csv_path.has_value()}, {"--chart-svg", arguments.chart_svg_path.has_value()}},
        "takes one schedule, and --algorithm names several");
  }
  ScheduleOutput output{.verifies_schedule = arguments.verifies_schedule,
                        .prints_all_transfers = arguments.prints_all_transfers,
                        .prints_link_chart = arguments.prints_link_chart,
                        .hides_progress = arguments.hides_progress,
                        .csv_file = {"--csv", arguments.csv_path},
                        .chart_svg_file = {"--chart-svg", arguments.chart_svg_path}};
  for (const ScheduleTask& task : tasks) std::cerr << task.auto_choice_text;
  ExitCode code = ExitCode::done;
  for (const ScheduleTask& task : tasks) {
    if (&task != &tasks.front()) std::cout << '\n';
    if (const ExitCode each = schedule_and_print(task, output); each != ExitCode::done) code = each;
  }
  return code;
}

ExitCode schedule_message_list(ScheduleArguments arguments) {
  const PatternOptions& pattern = arguments.pattern;
  refuse_given_schedule_options({{"--pattern", pattern.pattern.has_value()},
                                 {"--density", pattern.densities.has_value()},
                                 {"--matrix", pattern.matrix_path.has_value()},
                                 {"--diagonal", pattern.diagonal.has_value()},
                                 {"--sample", arguments.sample_number != 0},
                                 {"--load", !arguments.libraries.paths.empty()},
                                 {"--table", arguments.measured_table_path.has_value()},
                                 {"--chart", arguments.prints_link_chart},
                                 {"--chart-svg", arguments.chart_svg_path.has_value()}},
                                "is for matrices, and --messages gives a list");
  if (arguments.allowed_turns) {
    const bool any = parse_choice("--turns", *arguments.allowed_turns, {"restricted", "any"}) == 1;
    arguments.machine.machine_constant_settings.push_back({"--turns", "any_turn", any ? "true" : "false"});
  }
  MessageScheduleArguments list{.message_list_path = *arguments.message_list_path,
                                .scheduler_names = arguments.algorithm_names,
                                .seed = arguments.seed,
                                .allows_deadlock = arguments.allows_deadlock,
                                .has_exclusive_ports = arguments.has_exclusive_ports,
                                .prints_all_levels = arguments.prints_all_transfers,
                                .hides_progress = arguments.hides_progress,
                                .csv_path = arguments.csv_path,
                                .collision_graph_path = arguments.collision_graph_path,
                                .leveled_graph_path = arguments.leveled_graph_path,
                                .deadlock_graph_path = arguments.deadlock_graph_path};
  if (pattern.message_sizes) list.packet_bytes = pattern.message_sizes->front();
  return schedule_messages(make_machine(arguments.machine), list);
}

ExitCode run_schedule_command(const ScheduleArguments& arguments) {
  return arguments.message_list_path ? schedule_message_list(arguments) : schedule_matrix(arguments);
}

/// Returns the options of the command `schedule` that apply only if the option --messages names a file with a list of
/// messages, instead of a communication matrix.
std::vector<CommandOption> message_list_options(ScheduleArguments& arguments) {
  const auto file = [](std::optional<std::string>& target) {
    return [&target](const std::string& text) { target = text; };
  };
  return {
      mark_option_as_input_file({"--messages", "FILE",
                                 "a list of messages instead of a matrix: CSV with id, ready, packets, source_row, "
                                 "source_column, destination_row, destination_column; --bytes is a packet's size",
                                 file(arguments.message_list_path)}),
      {"--turns", "TURNS", "which YX routes a message of the list may take: restricted (default) or any",
       file(arguments.allowed_turns)},
      flag_option("--allow-deadlock", "carry the list out even if its routes can deadlock", arguments.allows_deadlock),
      flag_option("--exclusive-ports", "a node sends and receives one message in a level",
                  arguments.has_exclusive_ports),
      file_option("--dot", "the list's collision graph on the usual routes, for Graphviz",
                  arguments.collision_graph_path),
      file_option("--dag", "the same ordered by the levels of the first algorithm, on its routes",
                  arguments.leveled_graph_path),
      file_option("--deadlock-dot", "the wait-for graph of a deadlock", arguments.deadlock_graph_path)};
}

}  // namespace

Command schedule_command_definition() {
  const auto arguments = std::make_shared<ScheduleArguments>();
  std::vector<CommandOption> options = machine_options(arguments->machine);
  options.push_back({"--algorithm", "NAME,...", "those with a scheduler; rs_nl if not given",
                     [arguments](const std::string& text) { arguments->algorithm_names = text; }});
  for (CommandOption& option :
       pattern_options(arguments->pattern, arguments->libraries.catalogue, OptionValueCount::one)) {
    options.push_back(std::move(option));
  }
  options.push_back({"--seed", "SEED", "of matrix and schedule",
                     [arguments](const std::string& text) { arguments->seed = parse_seed("--seed", text); }});
  options.push_back(
      {"--sample", "S", "which of the samples that 'switchyard run' would use with this seed",
       [arguments](const std::string& text) { arguments->sample_number = parse_count("--sample", text); }});
  options.push_back(library_path_option(arguments->libraries));
  options.push_back(measured_table_option(arguments->measured_table_path));
  options.push_back(
      flag_option("--verify", "check the schedule; exit code 1 if anything is wrong", arguments->verifies_schedule));
  options.push_back(
      flag_option("--full", "all transfers of each phase, however many", arguments->prints_all_transfers));
  options.push_back(flag_option("--chart", "also the links that each message uses, and in which step; up to 32 nodes",
                                arguments->prints_link_chart));
  options.push_back(file_option("--chart-svg", "that chart as a drawing", arguments->chart_svg_path));
  for (CommandOption& option : message_list_options(*arguments)) options.push_back(std::move(option));
  options.push_back(
      file_option("--csv", "phase (from 1), source, destination and bytes of each message", arguments->csv_path));
  options.push_back(flag_option("--quiet", "no progress on standard error", arguments->hides_progress));
  return {.name = "schedule",
          .summary = "Builds schedules and prints their phases, or the levels of a message list",
          .examples = {"switchyard schedule --algorithm rs_nl --nodes 64 --density 16 --seed 3 --verify",
                       "switchyard schedule --machine mesh --size 10x10 --messages bench/examples/mesh_10x10.csv"},
          .options = std::move(options),
          .run = [arguments](FilesUsedByCommand&) { return run_schedule_command(*arguments); }};
}

}  // namespace switchyard::cli
