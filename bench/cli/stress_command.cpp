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
  std::string algorithms = "ac,lp,rs_n,rs_nl";
  std::vector<std::string> programs;
  ProgramSetting of_program;
  Libraries libraries;
  std::optional<Protocol> protocol;
  StressOptions stress;
  bool exhaustive = false;
  bool ignores_known_findings = false;
  bool quiet = false;
  std::string folder = ".";
  std::optional<std::string> json, replay;
  std::vector<GivenOption> given_options;
};

std::vector<Strategy> parse_strategies(const std::string& text) {
  std::vector<Strategy> strategies;
  for (const std::string& name : split_list("--strategies", text)) {
    const Strategy strategy = kStrategies[parse_choice("--strategies", name, strategy_names(), "strategy")];
    if (std::ranges::find(strategies, strategy) != strategies.end()) {
      throw UsageError({.place = "--strategies",
                        .reason = fmt::format("'{}' is there twice", name),
                        .remedy = "write each name once"});
    }
    strategies.push_back(strategy);
  }
  return strategies;
}

std::vector<Algorithm> algorithms_of(const StressArguments& arguments, const Machine& machine, const Traffic& traffic) {
  const Catalogue& catalogue = arguments.libraries.catalogue;
  if (arguments.algorithms == "all") {
    const CommunicationMatrix matrix =
        sample_matrix(traffic.patterns.front(), machine.node_count(), traffic.bytes.front(), arguments.stress.seed, 0);
    return algorithms_that_can_run(catalogue, machine, matrix, arguments.protocol, std::cerr);
  }
  std::vector<Algorithm> algorithms = find_algorithms(catalogue, arguments.algorithms);
  ExchangeOptions execution;
  execution.protocol = arguments.protocol;
  check_execution_options(execution, machine, algorithms);
  check_patterns(traffic, machine, algorithms);
  return algorithms;
}

StressPlan stress_plan_of_algorithms(const StressArguments& arguments) {
  const auto file = read_matrix(arguments.pattern);
  const Machine machine = make_machine(arguments.machine, node_count_of_matrix_file(file));
  const Traffic traffic = traffic_from_options(arguments.pattern, file, machine.node_count(), Values::one);
  check_memory_for_messages(traffic, machine.node_count(), std::max<std::uint64_t>(arguments.stress.jobs, 1), false);
  std::vector<Algorithm> algorithms = algorithms_of(arguments, machine, traffic);
  StressOptions options = arguments.stress;
  if (options.jobs == 0) {
    options.jobs = jobs_within_memory(
        job_count_of(options),
        memory_for_messages(traffic.patterns.front(), machine.node_count(), traffic.bytes.front(), false));
  }
  return {.machine = machine,
          .algorithms = std::move(algorithms),
          .pattern = traffic.patterns.front(),
          .bytes = traffic.bytes.front(),
          .protocol = arguments.protocol,
          .options = std::move(options),
          .load_arguments = text_of_load_options(arguments.libraries)};
}

[[noreturn]] void refuse_option_beside(const std::string& option, const char* why) {
  throw UsageError(
      {.place = option, .reason = fmt::format("does nothing beside {}", why), .remedy = "leave one of them out"});
}

/// Throws UsageError if the user has given an option that has no effect in runs of the kind `work`. `why` is the option
/// that decides the kind, such as "--program".
void refuse_options_without_effect(const StressArguments& arguments, const char* why, WorkKinds work) {
  if (const auto option = option_without_effect(arguments.given_options, work)) refuse_option_beside(*option, why);
}

StressPlan stress_plan_of_program(const StressArguments& arguments) {
  refuse_options_without_effect(arguments, "--program", WorkKinds::programs);
  const ChosenProgram program =
      choose_program(arguments.libraries.catalogue, "--program", arguments.programs, arguments.of_program);
  const Machine machine = make_machine(arguments.machine);
  check_program(program, machine, "--program");
  if (program.launch) program.launch->prepare_images(machine.node_count());
  StressOptions options = arguments.stress;
  options.limits.standard_sends = standard_sends_of(program);
  options.limits.stack_bytes = stack_bytes_of(program.launch.get(), options.limits.stack_bytes);
  return {.machine = machine,
          .algorithms = {algorithm_running_program(program)},
          .program = program,
          .pattern = pattern_of_program_run(program.arguments),
          .options = std::move(options),
          .load_arguments = text_of_load_options(arguments.libraries)};
}

StressPlan plan_of(const StressArguments& arguments) {
  if (!arguments.programs.empty()) return stress_plan_of_program(arguments);
  refuse_program_file_options(arguments.of_program);
  return stress_plan_of_algorithms(arguments);
}

/// Throws UsageError if an option is given that has no effect together with --exhaustive.
void refuse_options_beside_exhaustive(const StressArguments& arguments) {
  for (const GivenOption& option : arguments.given_options) {
    for (const char* other : {"--runs", "--strategies", "--jobs", "--ignore-known", "--json"}) {
      if (option.name == other) refuse_option_beside(option.name, "--exhaustive");
    }
  }
}

ExitCode run_stress(const StressArguments& arguments, const FilesInUse& files) {
  if (arguments.exhaustive) refuse_options_beside_exhaustive(arguments);
  const StressOutput output{.findings = {arguments.folder, arguments.stress.limits, arguments.libraries.paths, files},
                            .json = arguments.json,
                            .ignores_known_findings = arguments.ignores_known_findings,
                            .progress = progress_style_of_standard_error(arguments.quiet)};
  StressPlan plan = with_isolation_if_needed(plan_of(arguments));
  return arguments.exhaustive ? carry_out_exhaustive_stress(std::move(plan), output)
                              : carry_out_stress(std::move(plan), output);
}

ExitCode repeat_recorded_run(const StressArguments& arguments) {
  const std::string& replay = *arguments.replay;
  refuse_options_without_effect(arguments, "--replay", scope_of_replay(replay));
  KnownRun known =
      read_recorded_run({replay, arguments.programs, arguments.of_program, arguments.machine, arguments.libraries});
  const ProgramWork* const work = program_work_of_case(*known.replay.stressed);
  known.replay.limits.stack_bytes =
      stack_bytes_of(work == nullptr ? nullptr : work->launch.get(), arguments.stress.limits.stack_bytes);
  known.replay.limits.host_limit = arguments.stress.limits.host_limit;
  known.replay.limits.isolated = needs_child_process(known, arguments.libraries);
  const StressedRun again = repeat_run(known, replay);
  std::cout << fmt::format("{}: {} after {} events, trace hash {:016x}\n", name_of(known), name_of(again.outcome),
                           again.steps, again.trace_hash);
  if (!again.text.empty()) std::cout << again.text << '\n';
  check_same_outcome_as_recorded(known, again, replay);
  return exit_code_of(again.outcome);
}

std::vector<CommandOption> options_of(StressArguments& arguments) {
  std::vector<CommandOption> options = machine_options(arguments.machine);
  const auto add = [&](std::vector<CommandOption> more) {
    for (CommandOption& option : more) options.push_back(std::move(option));
  };
  add({limited_to_scope(
           WorkKinds::matrices,
           {"--algorithm", "NAME,...", "algorithms of 'switchyard list', or all: those that can carry the pattern out",
            [&arguments](const std::string& text) { arguments.algorithms = text; }}),
       library_path_option(arguments.libraries)});
  add({program_option(arguments.programs)});
  add(launch_options(arguments.of_program.launch, RunRepetition::repeated_runs));
  add({collective_option(arguments.of_program.collectives)});
  add(pattern_options(arguments.pattern, arguments.libraries.catalogue, Values::one));
  add({protocol_option(arguments.protocol),
       count_option("--runs", "runs of each algorithm (default 1000)", arguments.stress.runs, 1, kMostStressRuns),
       {"--strategies", "NAME,...", "random, pct, starve, buffers and threads, by turns (default: all)",
        [&arguments](const std::string& text) { arguments.stress.strategies = parse_strategies(text); }},
       {"--seed", "SEED", "of all random choices",
        [&arguments](const std::string& text) { arguments.stress.seed = parse_seed("--seed", text); }},
       count_option("--jobs", "runs at once (default: one for each core); the findings do not depend on it",
                    arguments.stress.jobs, 1, kMostStressJobs),
       {"--time-limit", "TIME", "virtual time after which a run is given up as unfinished (default 100s)",
        [&arguments](const std::string& text) { arguments.stress.limits.time_limit = parse_time_limit(text); }},
       host_limit_option(arguments.stress.limits.host_limit, "default 10s"),
       stack_option(arguments.stress.limits.stack_bytes),
       flag_option(
           "--exhaustive",
           "instead: all orders of events, of a few messages or where no program makes a choice; finding nothing is a "
           "proof",
           arguments.exhaustive),
       limited_to_scope(
           WorkKinds::matrices,
           flag_option("--ignore-known",
                       "what an algorithm is documented to do, such as ac_unposted with small buffers, ends with 0",
                       arguments.ignores_known_findings)),
       {"--replay-folder", "FOLDER", "where a file for each kind of finding goes (default: this one)",
        [&arguments](const std::string& text) { arguments.folder = text; }},
       file_option("--json", "tally and findings; appears when all is done", arguments.json),
       flag_option("--quiet", "no progress on standard error", arguments.quiet),
       replay_option("runs the finding of such a file again, or of the line that is printed, and nothing else",
                     arguments.replay)});
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
          [arguments](FilesInUse& files) {
            const bool is_shared = !arguments->replay && !arguments->exhaustive;
            if (!is_shared && SharedJob::leaves_work_to_first_rank()) return ExitCode::done;
            return arguments->replay ? repeat_recorded_run(*arguments) : run_stress(*arguments, files);
          },
      .take_words = [arguments](std::vector<std::string> words) { arguments->of_program.words = std::move(words); }};
}

}  // namespace switchyard::cli
