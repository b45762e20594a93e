#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "algorithms/exchange/paper_protocols.hpp"
#include "bench/cli/commands.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/collective_options.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/shared_job.hpp"
#include "bench/stress/exhaustive_session.hpp"
#include "bench/stress/program_case.hpp"
#include "bench/stress/replay_options.hpp"
#include "bench/stress/shared_stress.hpp"
#include "bench/stress/stress_report.hpp"
#include "bench/stress/stress_session.hpp"
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
  bool ignore_known = false;
  bool quiet = false;
  std::string folder = ".";
  std::optional<std::string> json, replay;
  std::vector<GivenOption> given;
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

/// Returns the algorithms of the catalogue that can carry out this matrix on this machine.
std::vector<Algorithm> all_that_can(const Catalogue& catalogue, const Machine& machine,
                                    const CommunicationMatrix& matrix, std::optional<Protocol> protocol) {
  std::vector<Algorithm> algorithms;
  for (const Algorithm& algorithm : catalogue.algorithms()) {
    try {
      check_needs(machine, algorithm, protocol);
      check_matrix(machine, algorithm, matrix);
      algorithms.push_back(algorithm);
    } catch (const UsageError& error) {
      std::cerr << "left out: " << error.what() << '\n';
    }
  }
  return algorithms;
}

std::vector<Algorithm> algorithms_of(const StressArguments& arguments, const Machine& machine, const Traffic& traffic) {
  const Catalogue& catalogue = arguments.libraries.catalogue;
  if (arguments.algorithms == "all") {
    const CommunicationMatrix matrix =
        sample_matrix(traffic.patterns.front(), machine.node_count(), traffic.bytes.front(), arguments.stress.seed, 0);
    return all_that_can(catalogue, machine, matrix, arguments.protocol);
  }
  std::vector<Algorithm> algorithms = find_algorithms(catalogue, arguments.algorithms);
  ExchangeOptions execution;
  execution.protocol = arguments.protocol;
  check(execution, machine, algorithms);
  check_patterns(traffic, machine, algorithms);
  return algorithms;
}

StressPlan algorithm_plan(const StressArguments& arguments) {
  const auto file = read_matrix(arguments.pattern);
  const Machine machine = make_machine(arguments.machine, nodes_of(file));
  const Traffic traffic = resolve(arguments.pattern, file, machine.node_count(), Values::one);
  check_memory(traffic, machine.node_count(), std::max<std::uint64_t>(arguments.stress.jobs, 1), false);
  std::vector<Algorithm> algorithms = algorithms_of(arguments, machine, traffic);
  StressOptions options = arguments.stress;
  if (options.jobs == 0) {
    options.jobs = jobs_within_memory(
        jobs_of(options),
        memory_for_messages(traffic.patterns.front(), machine.node_count(), traffic.bytes.front(), false));
  }
  return {.machine = machine,
          .algorithms = std::move(algorithms),
          .pattern = traffic.patterns.front(),
          .bytes = traffic.bytes.front(),
          .protocol = arguments.protocol,
          .options = std::move(options),
          .load_arguments = load_text(arguments.libraries)};
}

[[noreturn]] void refuse_beside(const std::string& option, const char* why) {
  throw UsageError(
      {.place = option, .reason = fmt::format("does nothing beside {}", why), .remedy = "leave one of them out"});
}

/// Throws UsageError if an option is given that would have no effect together with `why`, such as "--program".
void refuse_unused(const StressArguments& arguments, const char* why, Scope work) {
  if (const auto option = option_without_effect(arguments.given, work)) refuse_beside(*option, why);
}

StressPlan program_plan(const StressArguments& arguments) {
  refuse_unused(arguments, "--program", Scope::programs);
  const ChosenProgram program =
      choose_program(arguments.libraries.catalogue, "--program", arguments.programs, arguments.of_program);
  const Machine machine = make_machine(arguments.machine);
  check_program(program, machine, "--program");
  if (program.launch) program.launch->prepare(machine.node_count());
  StressOptions options = arguments.stress;
  options.limits.standard_sends = standard_sends_of(program);
  options.limits.stack_bytes = stack_bytes_of(program.launch.get(), options.limits.stack_bytes);
  return {.machine = machine,
          .algorithms = {as_algorithm(program)},
          .program = program,
          .pattern = program_pattern(program.arguments),
          .options = std::move(options),
          .load_arguments = load_text(arguments.libraries)};
}

StressPlan plan_of(const StressArguments& arguments) {
  if (!arguments.programs.empty()) return program_plan(arguments);
  refuse_setting(arguments.of_program);
  return algorithm_plan(arguments);
}

bool holds(const std::filesystem::path& path, const std::string& text) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored) || std::filesystem::file_size(path, ignored) != text.size())
    return false;
  return read_input("--replay-folder", path.string(), {.bytes = text.size(), .line = text.size()}) == text;
}

/// Returns a file name for a replay file, such as "stress-ac-deadlock.json" or "stress-ac-deadlock-2.json", that
/// neither a different file in the folder nor an output of this command has.
std::string free_name(const std::filesystem::path& folder, const std::string& name, const std::string& text,
                      const FilesInUse& files) {
  std::filesystem::path file = name;
  const std::string stem = file.stem().string();
  const auto is_taken = [&](const std::filesystem::path& path) {
    return files.writes(path.string()) || (std::filesystem::exists(path) && !holds(path, text));
  };
  for (int i = 2; is_taken(folder / file); ++i) {
    file = fmt::format("{}-{}.json", stem, i);
  }
  return file.string();
}

void show_finding(const StressArguments& arguments, const StressPlan& plan, const Algorithm& algorithm,
                  ShownFinding& finding, const FilesInUse& files) {
  const std::filesystem::path folder = arguments.folder;
  const std::string text = replay_text(
      {finding.smallest.stressed, finding.smallest.run, arguments.stress.limits, arguments.libraries.paths});
  finding.replay_file = free_name(folder, replay_name(finding, algorithm), text, files);
  const std::string path = (folder / finding.replay_file).lexically_normal().string();
  print_finding(std::cout, plan, finding, algorithm, path);
  OutputFile file("--replay-folder", path);
  file.write(text);
  file.commit();
}

/// Prints all findings (kinds of failed runs) even if some of their replay files cannot be written, and returns the
/// first such error.
template <class Result>
std::exception_ptr show_findings(const StressArguments& arguments, const StressPlan& plan, std::vector<Result>& results,
                                 const FilesInUse& files) {
  std::exception_ptr error;
  for (std::size_t i = 0; i < results.size(); ++i) {
    for (ShownFinding& finding : results[i].findings) {
      try {
        show_finding(arguments, plan, plan.algorithms[i], finding, files);
      } catch (const Error&) {
        if (!error) error = std::current_exception();
      }
    }
  }
  return error;
}

void rethrow(const std::exception_ptr& error) {
  if (error) std::rethrow_exception(error);
}

/// Gives each run a process of its own if it uses a user's library or a program file: these may crash, and then only
/// that run ends.
StressPlan isolated(StressPlan plan) {
  plan.options.limits.isolated = !plan.load_arguments.empty() || (plan.program && plan.program->launch);
  return plan;
}

/// Carries out runs for the first rank, which hands them out and prints all results and errors.
ExitCode help_first_rank(StressPlan plan, RankJob& job) {
  SharedJob::begin();
  const auto owned = std::make_shared<const StressPlan>(std::move(plan));
  return SharedJob::run([owned, &job](const std::stop_token& stop) { help_with_stress(*owned, job, stop); })
      .exit_code();
}

/// Says on standard error what an interrupted stress has done, and which runs other ranks had begun.
void note_interruption(const StressSession& session, const std::vector<AlgorithmStress>& results) {
  const StressPlan& plan = session.plan();
  std::uint64_t done = 0;
  for (const AlgorithmStress& each : results) done += each.report.runs();
  const std::string missing = SharedJob::missing(
      session.handed_out(), [&plan](std::uint64_t piece) { return text_of(plan, block_of(piece, plan.options)); });
  std::cerr << fmt::format("interrupted: the tally holds the {} of {} runs that are done{}\n", done,
                           plan.options.runs * plan.algorithms.size(), missing);
}

/// Makes the runs, or this process's part of them if ranks of an mpirun share them.
ExitCode stress(const StressArguments& arguments, const FilesInUse& files) {
  StressPlan plan = isolated(plan_of(arguments));
  RankJob* const job = SharedJob::current();
  if (job != nullptr) SharedJob::compare(fmt::format("{}\n{}", build_text(), identity_of(plan)));
  if (job != nullptr && !job->is_first()) return help_first_rank(std::move(plan), *job);
  const auto session =
      std::make_shared<StressSession>(std::move(plan), std::cerr, progress_style_of_standard_error(arguments.quiet));
  check_folder("--replay-folder", arguments.folder, "stress.json");
  WantedFile json("--json", arguments.json);
  if (job != nullptr) session->share_with(*job);
  SharedJob::begin();
  const Ending ending = SharedJob::run([session](const std::stop_token& stop) { session->carry_out(stop); },
                                       [session] { session->tick(); });
  session->close_progress();
  std::vector<AlgorithmStress> results = session->results();
  print_tally(std::cout, session->plan(), results);
  const std::exception_ptr unwritten = show_findings(arguments, session->plan(), results, files);
  std::cout.flush();
  rethrow(session->error());
  if (ending.is_interrupted()) {
    note_interruption(*session, results);
    return ending.exit_code();
  }
  json.fill([&] { return stress_json(session->plan(), results); });
  rethrow(unwritten);
  return exit_code_of(session->plan(), results, arguments.ignore_known);
}

/// Runs each algorithm with all orders of its events, on one matrix, and prints the findings.
ExitCode exhaust(const StressArguments& arguments, const FilesInUse& files) {
  for (const GivenOption& option : arguments.given) {
    for (const char* other : {"--runs", "--strategies", "--jobs", "--ignore-known", "--json"}) {
      if (option.name == other) refuse_beside(option.name, "--exhaustive");
    }
  }
  const auto session = std::make_shared<ExhaustiveSession>(isolated(plan_of(arguments)), std::cerr,
                                                           progress_style_of_standard_error(arguments.quiet));
  check_folder("--replay-folder", arguments.folder, "stress.json");
  const Ending ending = run_interruptibly([session](const std::stop_token& stop) { session->carry_out(stop); },
                                          [session] { session->tick(); });
  session->close_progress();
  rethrow(session->error());
  std::vector<ExhaustedAlgorithm> results = session->results();
  print_orders(std::cout, session->plan(), results);
  rethrow(show_findings(arguments, session->plan(), results, files));
  if (ending.is_interrupted()) {
    std::cerr << "interrupted: not all orders are done\n";
    return ending.exit_code();
  }
  return exit_code_of(session->plan(), results);
}

ExitCode replay(const StressArguments& arguments) {
  const std::string& replay = *arguments.replay;
  refuse_unused(arguments, "--replay", scope_of_replay(replay));
  KnownRun known =
      read_known_run({replay, arguments.programs, arguments.of_program, arguments.machine, arguments.libraries});
  const ProgramWork* const work = program_work(*known.replay.stressed);
  known.replay.limits.stack_bytes =
      stack_bytes_of(work == nullptr ? nullptr : work->launch.get(), arguments.stress.limits.stack_bytes);
  known.replay.limits.host_limit = arguments.stress.limits.host_limit;
  known.replay.limits.isolated = needs_process(known, arguments.libraries);
  const StressedRun again = run_again(known, replay);
  std::cout << fmt::format("{}: {} after {} events, trace hash {:016x}\n", name_of(known), name_of(again.outcome),
                           again.steps, again.trace_hash);
  if (!again.text.empty()) std::cout << again.text << '\n';
  check_same(known, again, replay);
  return exit_code_of(again.outcome);
}

std::vector<Option> options_of(StressArguments& arguments) {
  std::vector<Option> options = machine_options(arguments.machine);
  const auto add = [&](std::vector<Option> more) {
    for (Option& option : more) options.push_back(std::move(option));
  };
  add({only_for(Scope::matrices, {"--algorithm", "NAME,...",
                                  "algorithms of 'switchyard list', or all: those that can carry the pattern out",
                                  [&arguments](const std::string& text) { arguments.algorithms = text; }}),
       load_option(arguments.libraries)});
  add({program_option(arguments.programs)});
  add(launch_options(arguments.of_program.launch, Repeats::yes));
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
       flag("--exhaustive",
            "instead: all orders of events, of a few messages or where no program makes a choice; finding nothing is a "
            "proof",
            arguments.exhaustive),
       only_for(Scope::matrices,
                flag("--ignore-known",
                     "what an algorithm is documented to do, such as ac_unposted with small buffers, ends with 0",
                     arguments.ignore_known)),
       {"--replay-folder", "FOLDER", "where a file for each kind of finding goes (default: this one)",
        [&arguments](const std::string& text) { arguments.folder = text; }},
       file_option("--json", "tally and findings; appears when all is done", arguments.json),
       flag("--quiet", "no progress on standard error", arguments.quiet),
       replay_option("runs the finding of such a file again, or of the line that is printed, and nothing else",
                     arguments.replay)});
  note_given(options, arguments.given);
  return options;
}

}  // namespace

Command stress_command() {
  const auto arguments = std::make_shared<StressArguments>();
  return {
      .name = "stress",
      .summary = "Runs algorithms or a program many times in disturbed orders, to find deadlock and lost data",
      .examples = {"switchyard stress --nodes 16 --algorithm ac,rs_nl --density 8 --bytes 1KiB --runs 200",
                   "switchyard stress --nodes 16 --algorithm lp --density 4 --bytes 256 --runs 100 --strategies pct"},
      .options = options_of(*arguments),
      .run =
          [arguments](FilesInUse& files) {
            if (!arguments->replay && !arguments->exhaustive) return stress(*arguments, files);
            if (SharedJob::leaves_all_to_first()) return ExitCode::done;
            return arguments->replay ? replay(*arguments) : exhaust(*arguments, files);
          },
      .take_words = [arguments](std::vector<std::string> words) { arguments->of_program.words = std::move(words); }};
}

}  // namespace switchyard::cli
