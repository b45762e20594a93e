#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>

#include "bench/cli/commands.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/application_options.hpp"
#include "bench/experiment/application_run.hpp"
#include "bench/experiment/collective_options.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/experiment.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/native_experiment.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/program_output.hpp"
#include "bench/experiment/shared_job.hpp"
#include "bench/experiment/wall_budget.hpp"
#include "bench/experiment/wall_options.hpp"
#include "bench/report/native_report.hpp"
#include "bench/report/run_results.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostSamples = 1'000'000;
constexpr std::uint64_t kMostJobs = 1024;
constexpr std::uint64_t kMostRepeats = 1000;
constexpr std::uint64_t kMostRepetitions = 1'000'000;
constexpr std::uint64_t kUsualRepetitions = 20;

struct RunArguments {
  MachineOptions machine;
  PatternOptions pattern;
  ApplicationOptions application;
  ExchangeOptions execution;
  WallOptions wall;
  std::string algorithms = "ac,lp,rs_n,rs_nl";
  std::vector<std::string> programs;
  ProgramSetting of_program;
  Libraries libraries;
  std::optional<std::uint64_t> samples;
  std::uint64_t seed = 1;
  std::uint64_t jobs = 1;
  std::uint64_t repeats = 1;
  std::optional<std::uint64_t> repetitions;
  RunOutput output;
  std::optional<std::string> table;
  std::vector<GivenOption> given_options;
};

void refuse_repeats_without_virtual_clock(const RunArguments& arguments) {
  const ClockKind clock = arguments.execution.run.clock;
  if (arguments.repeats > 1 && clock != ClockKind::virtual_time) {
    throw UsageError({.place = "--check-determinism",
                      .reason = "only the virtual clock promises equal runs",
                      .remedy = fmt::format("leave --clock {} out", name_of(clock))});
  }
}

/// Returns the experiment on communication matrices that the arguments declare. `machine_for(n)` makes the machine of
/// the experiment; n is the number of nodes of the user's matrix file, or empty if the option --matrix is not given.
template <class MachineFor>
Experiment matrix_experiment_on(const RunArguments& arguments, MachineFor machine_for) {
  const Catalogue catalogue = catalogue_with(arguments.libraries, arguments.algorithms, arguments.table);
  std::vector<Algorithm> algorithms = find_algorithms(catalogue, arguments.algorithms);
  const auto file = read_matrix(arguments.pattern);
  const Machine machine = machine_for(node_count_of_matrix_file(file));
  check_execution_options(arguments.execution, machine, algorithms);
  Experiment experiment{.machine = machine,
                        .algorithms = std::move(algorithms),
                        .traffic = traffic_from_options(arguments.pattern, file, machine.node_count(), Values::list),
                        .samples = arguments.samples.value_or(10),
                        .seed = arguments.seed,
                        .options = arguments.execution,
                        .jobs = arguments.jobs,
                        .repeats = arguments.repeats,
                        .wall = arguments.wall.plan};
  check_memory_for_messages(experiment.traffic, experiment.machine.node_count(), experiment.jobs,
                            can_all_exchange_in_pieces(experiment.algorithms, experiment.options));
  check_patterns(experiment.traffic, experiment.machine, experiment.algorithms);
  if (arguments.execution.run.clock == ClockKind::wall && !arguments.wall.has_dilation) {
    const std::string note = limit_samples_to_wall_budget(experiment, arguments.samples.has_value());
    if (!arguments.output.quiet) std::cerr << note << '\n';
  }
  return experiment;
}

Experiment matrix_experiment(const RunArguments& arguments) {
  refuse_repeats_without_virtual_clock(arguments);
  check_wall_options(arguments.wall, arguments.execution.run.clock, arguments.jobs);
  if (arguments.repetitions) {
    throw UsageError(
        {.place = "--repetitions", .reason = "is for --machine native", .remedy = "write that, too, or leave it out"});
  }
  return matrix_experiment_on(
      arguments, [&](std::optional<std::uint32_t> nodes) { return make_machine(arguments.machine, nodes); });
}

void refuse_options_beside_program(const RunArguments& arguments) {
  const auto option = option_without_effect(arguments.given_options, WorkKinds::programs);
  if (option) throw UsageError({.place = *option, .reason = "is not for --program", .remedy = "leave one of them out"});
}

Experiment program_experiment(const RunArguments& arguments) {
  refuse_options_beside_program(arguments);
  refuse_repeats_without_virtual_clock(arguments);
  if (arguments.repeats > 1 && arguments.of_program.launch.compute_cost.kind == ComputeCost::Kind::measured) {
    throw UsageError({.place = "--check-determinism",
                      .reason = "runs whose computing is measured are never equal",
                      .remedy = "leave it out, or write --compute declared"});
  }
  check_wall_options(arguments.wall, arguments.execution.run.clock, arguments.jobs);
  const Machine machine = make_machine(arguments.machine);
  const ChosenProgram program = choose_program_that_prints(arguments.libraries.catalogue, arguments.programs,
                                                           arguments.of_program, arguments.execution.scheduling);
  Experiment experiment{.machine = machine,
                        .algorithms = {algorithm_running_program(program)},
                        .traffic = traffic_of_program_run(program.arguments),
                        .samples = arguments.samples.value_or(1),
                        .seed = arguments.seed,
                        .options = arguments.execution,
                        .jobs = arguments.jobs,
                        .repeats = arguments.repeats,
                        .wall = arguments.wall.plan};
  check_program(program, experiment.machine, "--program");
  set_run_options_for_program(program, arguments.given_options, experiment.options.run);
  check_execution_options(experiment.options, experiment.machine, experiment.algorithms);
  return experiment;
}

/// Throws UsageError if an option that is only for communication matrices is given together with --application, because
/// an application makes its own matrices. An option whose value is its default is accepted.
void refuse_options_beside_application(const RunArguments& arguments) {
  std::vector<GivenOption> given = arguments.given_options;
  std::erase_if(given, &GivenOption::is_usual);
  auto option = option_without_effect(given, WorkKinds::applications);
  if (arguments.execution.run.clock == ClockKind::wall) option = "--clock wall";
  if (option)
    throw UsageError(
        {.place = *option, .reason = "is for matrices, not for --application", .remedy = "leave one of them out"});
}

ApplicationExperiment application_experiment(const RunArguments& arguments) {
  refuse_options_beside_application(arguments);
  std::vector<Algorithm> algorithms = find_algorithms(arguments.libraries.catalogue, arguments.algorithms);
  refuse_complete_exchange_algorithms(*arguments.application.name, algorithms);
  const Machine machine = make_machine(arguments.machine);
  check_execution_options(arguments.execution, machine, algorithms);
  return {.machine = machine,
          .algorithms = std::move(algorithms),
          .application = make_application(arguments.application, machine, arguments.pattern.matrix, arguments.seed),
          .samples = arguments.samples.value_or(1),
          .seed = arguments.seed,
          .run = arguments.execution.run,
          .protocol = arguments.execution.protocol};
}

bool is_native(const RunArguments& arguments) { return arguments.machine.machine == "native"; }

/// Throws UsageError if an option is given that has no meaning with --machine native, where nothing is emulated.
void refuse_options_beside_native(const RunArguments& arguments) {
  const RunOptions& run = arguments.execution.run;
  const char* const wrong = !arguments.programs.empty()                                ? "--program"
                            : arguments.application.name                               ? "--application"
                            : run.clock != ClockKind::virtual_time                     ? "--clock"
                            : arguments.wall.has_dilation                              ? "--dilation"
                            : arguments.repeats > 1                                    ? "--check-determinism"
                            : arguments.jobs > 1                                       ? "--jobs"
                            : arguments.execution.scheduling == Scheduling::at_runtime ? "--schedule"
                            : arguments.execution.protocol                             ? "--protocol"
                            : !arguments.machine.settings.empty()                      ? "--set"
                            : !arguments.machine.shape.empty()                         ? "--size"
                            : arguments.output.json                                    ? "--json"
                                                                                       : nullptr;
  if (wrong != nullptr) {
    throw UsageError({.place = wrong, .reason = "is not for --machine native", .remedy = "leave one of them out"});
  }
}

/// Returns the emulated machine that the option --against names, with `nodes` nodes. Returns nothing if the option is
/// not given.
std::optional<Machine> machine_to_compare_with(const RunArguments& arguments, std::uint32_t nodes) {
  if (arguments.wall.comparison_clock.empty()) return std::nullopt;
  MachineOptions options;
  options.machine = arguments.wall.comparison_clock;
  options.machine_place = "--against";
  options.nodes = nodes;
  return make_machine(options);
}

Experiment experiment_on_ranks(const RunArguments& arguments, std::uint32_t ranks) {
  refuse_options_beside_native(arguments);
  const auto machine_for = [&](std::optional<std::uint32_t> nodes) {
    const std::uint32_t wanted = arguments.machine.nodes.value_or(nodes.value_or(ranks));
    if (wanted != ranks) {
      throw UsageError({.place = arguments.machine.nodes ? "--nodes" : "--matrix",
                        .reason = fmt::format("{} nodes need as many ranks, and there are {}", wanted, ranks),
                        .remedy = fmt::format("start mpirun -n {}", wanted)});
    }
    return native_machine(ranks, machine_to_compare_with(arguments, ranks));
  };
  return matrix_experiment_on(arguments, machine_for);
}

ExitCode run_natively(const RunArguments& arguments) {
  RankJob* const job = SharedJob::current();
  if (job == nullptr) {
    throw UsageError({.place = "--machine",
                      .value = "native",
                      .reason = "native runs need ranks, and no mpirun has started this process",
                      .remedy = "write mpirun -n RANKS in front of the command"});
  }
  const Experiment experiment = experiment_on_ranks(arguments, job->ranks());
  std::optional<RunFiles> files;
  if (job->is_first_rank()) files.emplace(arguments.output);
  const std::uint64_t repetitions = arguments.repetitions.value_or(kUsualRepetitions);
  SharedJob::require_equal_state(settings_text(experiment, repetitions));
  SharedJob::wait_until_ranks_are_ready();
  const NativeResult result = carry_out_natively(*job, experiment, repetitions);
  if (!job->is_first_rank()) return ExitCode::done;
  print_native_table(std::cout, experiment, result, job->name_of_mpi_library());
  if (const auto machine = machine_to_compare_with(arguments, job->ranks())) {
    std::cout << '\n';
    print_emulated_beside_native(std::cout, experiment, result, machine->name(),
                                 makespans_on_machine(*machine, experiment));
  }
  files->csv.write_file_if_wanted([&] { return native_csv_text(result); });
  return ExitCode::done;
}

ExitCode run(const RunArguments& arguments) {
  if (is_native(arguments)) return run_natively(arguments);
  refuse_stray_application_options(arguments.application);
  if (arguments.programs.empty()) refuse_program_file_options(arguments.of_program);
  RunOutput output = arguments.output;
  output.is_bare = arguments.of_program.is_bare;
  if (arguments.application.name && arguments.programs.empty()) {
    return carry_out_run(std::make_shared<ApplicationRun>(application_experiment(arguments)), output);
  }
  return carry_out_run(std::make_shared<ExperimentRun>(arguments.programs.empty() ? matrix_experiment(arguments)
                                                                                  : program_experiment(arguments)),
                       output);
}

CommandOption jobs_option(std::uint64_t& target) {
  CommandOption option =
      count_option("--jobs", "samples that run at once (default 1: timings of the host do not disturb each other)",
                   target, 1, kMostJobs);
  option.scope = WorkKinds::matrices | WorkKinds::programs;
  option.usual = "1";
  return option;
}

/// Returns the command-line option --csv for the result table. Only an existing file that is also a result table is
/// replaced.
CommandOption csv_option(std::optional<std::string>& target) {
  CommandOption option =
      file_option("--csv", "one row a sample; appears when all is done, in place of such a table", target);
  option.files = [](FilesInUse& files, const std::string& name, const std::string& path) {
    files.declare_result_table(name, path);
  };
  return option;
}

/// Merges two options that are both named --size into one: the lengths of the sides of a mesh machine, such as 8x8, and
/// the size of an application's problem, which is one number. Each of the two forms may be given once.
void merge_both_size_options(std::vector<CommandOption>& options, const RunArguments& arguments) {
  const auto of_machine = std::ranges::find(options, "--size", &CommandOption::name);
  const auto of_application =
      std::find_if(of_machine + 1, options.end(), [](const CommandOption& o) { return o.name == "--size"; });
  of_application->value = "WxH|N";
  of_application->help = fmt::format("WxH: {}; N: {}", of_machine->help, of_application->help);
  of_application->repeats = true;
  of_application->scope = of_application->scope | of_machine->scope;
  of_application->set = [&arguments, mesh = of_machine->set,
                         application = of_application->set](const std::string& text) {
    const bool is_shape = text.find('x') != std::string::npos;
    if (is_shape ? !arguments.machine.shape.empty() : arguments.application.size.has_value()) {
      throw UsageError({.place = "--size",
                        .reason = fmt::format("is given more than once as {}", is_shape ? "WxH" : "N"),
                        .remedy = "write it once"});
    }
    (is_shape ? mesh : application)(text);
  };
  options.erase(of_machine);
}

std::vector<CommandOption> options_of(RunArguments& arguments) {
  std::vector<CommandOption> options = machine_options(arguments.machine);
  const auto add = [&](std::vector<CommandOption> more) {
    for (CommandOption& option : more) options.push_back(std::move(option));
  };
  add({limited_to_scope(WorkKinds::matrices | WorkKinds::applications,
                        {"--algorithm", "NAME,...", "algorithms of 'switchyard list'; auto picks one by measurements",
                         [&arguments](const std::string& text) { arguments.algorithms = text; }}),
       library_path_option(arguments.libraries), measured_table_option(arguments.table)});
  add({program_option(arguments.programs)});
  add(launch_options(arguments.of_program.launch, RunRepetition::single_run));
  add({collective_option(arguments.of_program.collectives), output_folder_option(arguments.of_program.output_folder),
       limited_to_scope(WorkKinds::programs,
                        flag_option("--bare", "prints what a C or C++ program prints, and nothing else",
                                    arguments.of_program.is_bare))});
  add(pattern_options(arguments.pattern, arguments.libraries.catalogue, Values::list));
  add(application_options(arguments.application, arguments.libraries.catalogue));
  merge_both_size_options(options, arguments);
  add({{"--samples", "N",
        "random matrices for each density (default 10), or sets of data for an application or a program (default 1)",
        [&arguments](const std::string& text) { arguments.samples = parse_count("--samples", text, 1, kMostSamples); }},
       {"--seed", "SEED", "of all random choices",
        [&arguments](const std::string& text) { arguments.seed = parse_seed("--seed", text); }}});
  add(execution_options(arguments.execution));
  add(wall_clock_options(arguments.wall));
  add({limited_to_scope(WorkKinds::matrices,
                        {"--repetitions", "N", "machine native: how often each exchange is repeated (default 20)",
                         [&arguments](const std::string& text) {
                           arguments.repetitions = parse_count("--repetitions", text, 1, kMostRepetitions);
                         }})});
  add({csv_option(arguments.output.csv), file_option("--json", "the same with the parameters", arguments.output.json),
       limited_to_scope(
           WorkKinds::matrices | WorkKinds::programs,
           count_option("--check-determinism", "run each N times on both executors; any difference is an error",
                        arguments.repeats, 2, kMostRepeats)),
       jobs_option(arguments.jobs),
       flag_option("--quiet", "no progress and no notes on standard error", arguments.output.quiet),
       file_option("--deadlock-dot",
                   "the wait-for graph of a deadlock, for Graphviz ('switchyard trace --svg' draws the whole run)",
                   arguments.output.deadlock_dot),
       file_option("--deadlock-json", "the same as JSON", arguments.output.deadlock_json)});
  record_given_options(options, arguments.given_options);
  return options;
}

}  // namespace

Command run_command_definition() {
  const auto arguments = std::make_shared<RunArguments>();
  return {
      .name = "run",
      .summary =
          "Runs algorithms on a machine, over densities, sizes and samples, or inside an application, or a program",
      .examples = {"switchyard run --nodes 64 --algorithm ac,rs_nl --density 4,16 --bytes 16,1KiB --samples 3 --seed 1",
                   "switchyard run --matrix bench/examples/grid_64.mtx --algorithm ac,lp --samples 2 --csv grid.csv"},
      .options = options_of(*arguments),
      .run = [arguments](FilesInUse&) { return run(*arguments); },
      .take_words = [arguments](std::vector<std::string> words) { arguments->of_program.words = std::move(words); }};
}

}  // namespace switchyard::cli
