#include <fmt/format.h>

#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/collective_options.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/program_output.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/stress/replay_options.hpp"
#include "bench/trace/trace_files.hpp"
#include "bench/trace/traced_run.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostTraceSamples = 1'000'000;

struct TraceArguments {
  MachineOptions machine;
  PatternOptions pattern;
  ExchangeOptions exchange_options;
  std::string algorithm_name = "rs_nl";
  std::vector<std::string> program_texts;
  ProgramSetting program_setting;
  LoadedLibraries libraries;
  std::uint64_t seed = 1;
  std::uint64_t sample_number = 0;
  TraceFileOptions trace_file_options;
  bool hides_progress = false;
  std::optional<std::string> replay_text;
  /// The options on the user's command line that choose what is run; options that choose how it is drawn are left out.
  std::vector<GivenOption> given_run_options;
};

TraceTask trace_task_of_replay(const TraceArguments& arguments) {
  const std::string& replay = *arguments.replay_text;
  if (const auto option =
          option_without_effect(arguments.given_run_options, option_work_kinds_allowed_with_replay(replay))) {
    throw UsageError({.place = *option,
                      .reason = fmt::format("the {} of --replay says what is run",
                                            looks_like_replay_string(replay) ? "line" : "file"),
                      .remedy = "leave one of them out"});
  }
  return task_of_replay(read_recorded_run({replay, arguments.program_texts, arguments.program_setting,
                                           arguments.machine, arguments.libraries}),
                        replay);
}

TraceTask trace_task_of_program(const TraceArguments& arguments) {
  if (const auto option = option_without_effect(arguments.given_run_options, WorkKinds::programs)) {
    throw UsageError({.place = *option, .reason = "is not for --program", .remedy = "leave one of them out"});
  }
  Machine machine = make_machine(arguments.machine);
  const ChosenProgram program =
      choose_program_with_output_sink(arguments.libraries.catalogue, arguments.program_texts, arguments.program_setting,
                                      arguments.exchange_options.scheduling);
  check_program_can_run(program, machine, "--program");
  const Algorithm algorithm = algorithm_running_program(program);
  ExchangeOptions execution = arguments.exchange_options;
  set_run_options_for_program(program, arguments.given_run_options, execution.run);
  check_execution_options(execution, machine, std::span(&algorithm, 1));
  return {TracedExchange::make_exchange_of_experiment_sample(std::move(machine), algorithm,
                                                             pattern_of_program_run(program.arguments), std::nullopt,
                                                             execution, arguments.seed, arguments.sample_number),
          std::nullopt};
}

TraceTask trace_task(const TraceArguments& arguments) {
  if (arguments.replay_text) return trace_task_of_replay(arguments);
  if (arguments.program_texts.empty()) refuse_program_file_options(arguments.program_setting);
  if (arguments.exchange_options.run.clock == ClockKind::off) {
    throw UsageError({.place = "--clock",
                      .reason = "without the virtual clock there are no times to draw",
                      .remedy = "leave --clock off out"});
  }
  if (!arguments.program_texts.empty()) return trace_task_of_program(arguments);
  const Algorithm algorithm = arguments.libraries.catalogue.find("--algorithm", arguments.algorithm_name);
  const auto file = read_matrix(arguments.pattern);
  Machine machine = make_machine(arguments.machine, node_count_of_matrix_file(file));
  check_execution_options(arguments.exchange_options, machine, std::span(&algorithm, 1));
  const PatternsAndSizes traffic =
      patterns_and_sizes_from_options(arguments.pattern, file, machine.node_count(), OptionValueCount::one);
  check_memory_for_messages(traffic, machine.node_count(), 1, false);
  check_algorithms_suit_patterns(traffic, machine, std::span(&algorithm, 1));
  return {TracedExchange::make_exchange_of_experiment_sample(std::move(machine), algorithm, traffic.patterns.front(),
                                                             traffic.message_sizes.front(), arguments.exchange_options,
                                                             arguments.seed, arguments.sample_number),
          std::nullopt};
}

/// Prints how the run that the option --replay has repeated ended. Returns the exit code that `switchyard stress
/// --replay` would return for the same run.
ExitCode print_replay_outcome(const StressedRun& again, const RunToRepeat& known, const std::string& replay) {
  std::cout << fmt::format("{}: {}\n", name_of(known), name_of(again.outcome));
  if (!again.text.empty()) std::cout << again.text << '\n';
  check_repeated_run_ends_as_recorded(known, again, replay);
  return exit_code_of(again.outcome);
}

ExitCode run_trace_command(const TraceArguments& arguments) {
  check_trace_file_options(arguments.trace_file_options);
  const auto run = std::make_shared<TracedRun>(trace_task(arguments));
  check_picture_is_legible(arguments.trace_file_options, run->task_to_trace.exchange.machine.node_count());
  TraceFiles files(arguments.trace_file_options);
  const ComputationEnd ending = run_interruptibly([run, quiet = arguments.hides_progress](const std::stop_token&) {
    const WorkProgressDisplay watched("trace", quiet);
    run->run_and_set_results();
  });
  if (ending.is_interrupted()) {
    std::cerr << "interrupted: nothing is written\n";
    return ending.exit_code();
  }
  if (run->error && run->timeline.nodes == 0) std::rethrow_exception(run->error);
  print_time_shares(std::cout, *run);
  files.write_all_files(*run, std::cerr);
  if (run->error) std::rethrow_exception(run->error);
  return run->repeated_run
             ? print_replay_outcome(*run->repeated_run, *run->task_to_trace.recorded_run, *arguments.replay_text)
             : ExitCode::done;
}

/// Returns the options of the command `trace` that choose what is run. When the user gives such an option, the option
/// also adds itself to the list of given options in `arguments`.
std::vector<CommandOption> options_of_traced_run(TraceArguments& arguments) {
  std::vector<CommandOption> options = machine_options(arguments.machine);
  const auto add = [&](std::vector<CommandOption> more) {
    for (CommandOption& option : more) options.push_back(std::move(option));
  };
  add({limit_options_to_work_kinds(WorkKinds::matrices,
                                   {"--algorithm", "NAME", "an algorithm of 'switchyard list' (default rs_nl)",
                                    [&arguments](const std::string& text) { arguments.algorithm_name = text; }})});
  add({program_option(arguments.program_texts)});
  add(launch_options(arguments.program_setting.launch_setting, RunRepetition::single_run));
  add({collective_option(arguments.program_setting.collective_options),
       output_folder_option(arguments.program_setting.output_folder)});
  add(pattern_options(arguments.pattern, arguments.libraries.catalogue, OptionValueCount::one));
  add({{"--sample", "N", "which of the samples that 'switchyard run' would have (default 0)",
        [&arguments](const std::string& text) {
          arguments.sample_number = parse_count("--sample", text, 0, kMostTraceSamples);
        }},
       {"--seed", "SEED", "of all random choices",
        [&arguments](const std::string& text) { arguments.seed = parse_seed("--seed", text); }}});
  add(execution_options(arguments.exchange_options));
  record_given_options(options, arguments.given_run_options);
  return options;
}

std::vector<CommandOption> trace_options(TraceArguments& arguments) {
  std::vector<CommandOption> options = options_of_traced_run(arguments);
  const auto add = [&](std::vector<CommandOption> more) {
    for (CommandOption& option : more) options.push_back(std::move(option));
  };
  add({library_path_option(arguments.libraries),
       replay_option("draws the run of a finding of 'switchyard stress' instead, or of the line that it prints",
                     arguments.replay_text),
       file_option("--output", "the timeline as JSON, for ui.perfetto.dev or chrome://tracing",
                   arguments.trace_file_options.perfetto_file_name),
       file_option("--paje", "the same for ViTE and other readers of Paje traces",
                   arguments.trace_file_options.paje_file_name),
       file_option("--svg", "a picture: nodes by time, coloured by phase, waits hatched",
                   arguments.trace_file_options.svg_file_name),
       file_option("--links", "use of each link, as CSV", arguments.trace_file_options.links_file_name),
       file_option("--phases", "time and waits of each phase, as CSV", arguments.trace_file_options.phases_file_name),
       flag_option("--flows", "arrows from each message to its receiver",
                   arguments.trace_file_options.draws_message_arrows),
       flag_option("--quiet", "no progress on standard error", arguments.hides_progress),
       {"--max-events", "N", "of --output; the earliest are kept (default 1000000)",
        [&arguments](const std::string& text) {
          arguments.trace_file_options.trace_event_count_limit = parse_count("--max-events", text, 1);
        }}});
  return options;
}

}  // namespace

Command trace_command_definition() {
  const auto arguments = std::make_shared<TraceArguments>();
  return {.name = "trace",
          .summary = "Draws one run as a timeline of nodes, transfers and waits, and tells where the time goes",
          .examples = {"switchyard trace --nodes 16 --algorithm rs_nl --density 8 --bytes 4KiB --output t.json",
                       "switchyard trace --machine cm5 --nodes 32 --algorithm ac --density 4 --links links.csv"},
          .options = trace_options(*arguments),
          .run = [arguments](FilesUsedByCommand&) { return run_trace_command(*arguments); },
          .take_program_arguments =
              [arguments](std::vector<std::string> words) {
                arguments->program_setting.program_arguments = std::move(words);
              }};
}

}  // namespace switchyard::cli
