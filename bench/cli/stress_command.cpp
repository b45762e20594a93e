#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "algorithms/exchange/paper_protocols.hpp"
#include "bench/cli/commands.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/collective_options.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/experiment/shared_job.hpp"
#include "bench/stress/program_case.hpp"
#include "bench/stress/replay_options.hpp"
#include "bench/stress/stress_run.hpp"
#include "runtime/stress/parallel_runs.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostStressRuns = 1'000'000'000;
constexpr std::uint64_t kMostStressJobs = 1024;

struct StressArguments {
  MachineOptions machine;
  PatternOptions pattern;
  std::string algorithm_names = "ac,lp,rs_n,rs_nl";
  std::vector<std::string> program_texts;
  ProgramSetting program_setting;
  LoadedLibraries libraries;
  std::optional<Protocol> protocol;
  StressOptions stress_options;
  bool is_exhaustive = false;
  bool ignores_known_findings = false;
  bool hides_progress = false;
  std::string replay_folder = ".";
  std::optional<std::string> json_path, replay_text;
  std::vector<GivenOption> given_options;
};

std::vector<StressStrategy> parse_strategies(const std::string& text) {
  std::vector<StressStrategy> strategies;
  for (const std::string& name : split_list("--strategies", text)) {
    const StressStrategy strategy = kStrategies[parse_choice("--strategies", name, strategy_names(), "strategy")];
    if (std::ranges::find(strategies, strategy) != strategies.end()) {
      throw UsageError({.place = "--strategies",
                        .reason = fmt::format("'{}' is there twice", name),
                        .remedy = "write each name once"});
    }
    strategies.push_back(strategy);
  }
  return strategies;
}

std::vector<Algorithm> find_algorithms_to_stress_test(const StressArguments& arguments, const Machine& machine,
                                                      const PatternsAndSizes& traffic) {
  const Catalogue& catalogue = arguments.libraries.catalogue;
  if (arguments.algorithm_names == "all") {
    const CommunicationMatrix matrix =
        make_matrix_of_sample(traffic.patterns.front(), machine.node_count(), traffic.message_sizes.front(),
                              arguments.stress_options.seed, 0);
    return algorithms_that_can_run(catalogue, machine, matrix, arguments.protocol, std::cerr);
  }
  std::vector<Algorithm> algorithms = find_algorithms(catalogue, arguments.algorithm_names);
  ExchangeOptions execution;
  execution.protocol = arguments.protocol;
  check_execution_options(execution, machine, algorithms);
  check_algorithms_suit_patterns(traffic, machine, algorithms);
  return algorithms;
}

StressPlan stress_plan_of_algorithms(const StressArguments& arguments) {
  const auto file = read_matrix(arguments.pattern);
  const Machine machine = make_machine(arguments.machine, node_count_of_matrix_file(file));
  const PatternsAndSizes traffic =
      patterns_and_sizes_from_options(arguments.pattern, file, machine.node_count(), OptionValueCount::one);
  check_memory_for_messages(traffic, machine.node_count(), std::max<std::uint64_t>(arguments.stress_options.jobs, 1),
                            false);
  std::vector<Algorithm> algorithms = find_algorithms_to_stress_test(arguments, machine, traffic);
  StressOptions options = arguments.stress_options;
  if (options.jobs == 0) {
    options.jobs = job_count_within_memory(
        job_count_of(options),
        memory_for_messages(traffic.patterns.front(), machine.node_count(), traffic.message_sizes.front(), false));
  }
  return {.machine = machine,
          .algorithms = std::move(algorithms),
          .pattern = traffic.patterns.front(),
          .message_bytes = traffic.message_sizes.front(),
          .protocol = arguments.protocol,
          .stress_options = std::move(options),
          .library_load_options_text = text_of_load_options(arguments.libraries)};
}

[[noreturn]] void throw_error_for_option_without_effect(const std::string& option, const char* why) {
  throw UsageError(
      {.place = option, .reason = fmt::format("does nothing beside {}", why), .remedy = "leave one of them out"});
}

/// Throws UsageError if the user has given an option that has no effect for the kind `work` of what is run (algorithms,
/// a program, or a replay). `why` is the option that decides the kind, such as "--program".
void refuse_options_without_effect(const StressArguments& arguments, const char* why, WorkKinds work) {
  if (const auto option = option_without_effect(arguments.given_options, work))
    throw_error_for_option_without_effect(*option, why);
}

StressPlan stress_plan_of_program(const StressArguments& arguments) {
  refuse_options_without_effect(arguments, "--program", WorkKinds::programs);
  const ChosenProgram program =
      choose_program(arguments.libraries.catalogue, "--program", arguments.program_texts, arguments.program_setting);
  const Machine machine = make_machine(arguments.machine);
  check_program_can_run(program, machine, "--program");
  if (program.launch) program.launch->prepare_program_images(machine.node_count());
  StressOptions options = arguments.stress_options;
  options.limits.standard_sends = standard_sends_of(program);
  options.limits.stack_bytes = stack_bytes_of(program.launch.get(), options.limits.stack_bytes);
  return {.machine = machine,
          .algorithms = {algorithm_running_program(program)},
          .program = program,
          .pattern = pattern_of_program_run(program.arguments),
          .stress_options = std::move(options),
          .library_load_options_text = text_of_load_options(arguments.libraries)};
}

StressPlan stress_plan_of(const StressArguments& arguments) {
  if (!arguments.program_texts.empty()) return stress_plan_of_program(arguments);
  refuse_program_file_options(arguments.program_setting);
  return stress_plan_of_algorithms(arguments);
}

/// Throws UsageError if an option is given that has no effect together with --exhaustive.
void refuse_options_invalid_in_exhaustive_test(const StressArguments& arguments) {
  for (const GivenOption& option : arguments.given_options) {
    for (const char* other : {"--runs", "--strategies", "--jobs", "--ignore-known", "--json"}) {
      if (option.name == other) throw_error_for_option_without_effect(option.name, "--exhaustive");
    }
  }
}

ExitCode run_stress(const StressArguments& arguments, const FilesUsedByCommand& files) {
  if (arguments.is_exhaustive) refuse_options_invalid_in_exhaustive_test(arguments);
  const StressOutput output{
      .finding_files = {arguments.replay_folder, arguments.stress_options.limits, arguments.libraries.paths, files},
      .json_file_name = arguments.json_path,
      .ignores_known_findings = arguments.ignores_known_findings,
      .progress_style = progress_style_of_standard_error(arguments.hides_progress)};
  StressPlan plan = with_isolation_if_needed(stress_plan_of(arguments));
  return arguments.is_exhaustive ? carry_out_exhaustive_stress(std::move(plan), output)
                                 : carry_out_stress(std::move(plan), output);
}

ExitCode repeat_recorded_run(const StressArguments& arguments) {
  const std::string& replay = *arguments.replay_text;
  refuse_options_without_effect(arguments, "--replay", option_work_kinds_allowed_with_replay(replay));
  RunToRepeat known = read_recorded_run(
      {replay, arguments.program_texts, arguments.program_setting, arguments.machine, arguments.libraries});
  const ProgramRunSetup* const work = program_setup_of_case(*known.replay.stress_test_case);
  known.replay.limits.stack_bytes =
      stack_bytes_of(work == nullptr ? nullptr : work->launch.get(), arguments.stress_options.limits.stack_bytes);
  known.replay.limits.host_limit = arguments.stress_options.limits.host_limit;
  known.replay.limits.isolated = needs_child_process(known, arguments.libraries);
  const StressedRun again = repeat_run(known, replay);
  std::cout << fmt::format("{}: {} after {} events, trace hash {:016x}\n", name_of(known), name_of(again.outcome),
                           again.steps, again.trace_hash);
  if (!again.text.empty()) std::cout << again.text << '\n';
  check_repeated_run_ends_as_recorded(known, again, replay);
  return exit_code_of(again.outcome);
}

std::vector<CommandOption> options_of(StressArguments& arguments) {
  std::vector<CommandOption> options = machine_options(arguments.machine);
  const auto add = [&](std::vector<CommandOption> more) {
    for (CommandOption& option : more) options.push_back(std::move(option));
  };
  add({limit_options_to_work_kinds(
           WorkKinds::matrices,
           {"--algorithm", "NAME,...", "algorithms of 'switchyard list', or all: those that can carry the pattern out",
            [&arguments](const std::string& text) { arguments.algorithm_names = text; }}),
       library_path_option(arguments.libraries)});
  add({program_option(arguments.program_texts)});
  add(launch_options(arguments.program_setting.launch_setting, RunRepetition::repeated_runs));
  add({collective_option(arguments.program_setting.collective_options)});
  add(pattern_options(arguments.pattern, arguments.libraries.catalogue, OptionValueCount::one));
  add({protocol_option(arguments.protocol),
       option_with_count_value("--runs", "runs of each algorithm (default 1000)", arguments.stress_options.runs, 1,
                               kMostStressRuns),
       {"--strategies", "NAME,...", "random, pct, starve, buffers and threads, by turns (default: all)",
        [&arguments](const std::string& text) { arguments.stress_options.strategies = parse_strategies(text); }},
       {"--seed", "SEED", "of all random choices",
        [&arguments](const std::string& text) { arguments.stress_options.seed = parse_seed("--seed", text); }},
       option_with_count_value("--jobs", "runs at once (default: one for each core); the findings do not depend on it",
                               arguments.stress_options.jobs, 1, kMostStressJobs),
       {"--time-limit", "TIME", "virtual time after which a run is given up as unfinished (default 100s)",
        [&arguments](const std::string& text) { arguments.stress_options.limits.time_limit = parse_time_limit(text); }},
       host_limit_option(arguments.stress_options.limits.host_limit, "default 10s"),
       stack_bytes_option(arguments.stress_options.limits.stack_bytes),
       flag_option(
           "--exhaustive",
           "instead: all orders of events, of a few messages or where no program makes a choice; finding nothing is a "
           "proof",
           arguments.is_exhaustive),
       limit_options_to_work_kinds(
           WorkKinds::matrices,
           flag_option("--ignore-known",
                       "what an algorithm is documented to do, such as ac_unposted with small buffers, ends with 0",
                       arguments.ignores_known_findings)),
       {"--replay-folder", "FOLDER", "where a file for each kind of finding goes (default: this one)",
        [&arguments](const std::string& text) { arguments.replay_folder = text; }},
       file_option("--json", "tally and findings; appears when all is done", arguments.json_path),
       flag_option("--quiet", "no progress on standard error", arguments.hides_progress),
       replay_option("runs the finding of such a file again, or of the line that is printed, and nothing else",
                     arguments.replay_text)});
  record_given_options(options, arguments.given_options);
  return options;
}

}  // namespace

Command stress_command_definition() {
  const auto arguments = std::make_shared<StressArguments>();
  return {
      .name = "stress",
      .summary = "Runs algorithms or a program many times in disturbed orders, to find deadlock and lost data",
      .examples = {"switchyard stress --nodes 16 --algorithm ac,rs_nl --density 8 --bytes 1KiB --runs 200",
                   "switchyard stress --nodes 16 --algorithm lp --density 4 --bytes 256 --runs 100 --strategies pct"},
      .options = options_of(*arguments),
      .run =
          [arguments](FilesUsedByCommand& files) {
            const bool is_shared = !arguments->replay_text && !arguments->is_exhaustive;
            if (!is_shared && MpiJobMembership::leaves_work_to_first_rank()) return ExitCode::done;
            return arguments->replay_text ? repeat_recorded_run(*arguments) : run_stress(*arguments, files);
          },
      .take_program_arguments =
          [arguments](std::vector<std::string> words) {
            arguments->program_setting.program_arguments = std::move(words);
          }};
}

}  // namespace switchyard::cli
