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
constexpr std::uint64_t kMostDeterminismRuns = 1000;
constexpr std::uint64_t kMostNativeRepetitions = 1'000'000;
constexpr std::uint64_t kDefaultNativeRepetitions = 20;

struct RunArguments {
  MachineOptions machine;
  PatternOptions pattern;
  ApplicationOptions application;
  ExchangeOptions exchange_options;
  WallClockOptions wall;
  std::string algorithm_names = "ac,lp,rs_n,rs_nl";
  std::vector<std::string> program_texts;
  ProgramSetting program_setting;
  LoadedLibraries libraries;
  std::optional<std::uint64_t> sample_count;
  std::uint64_t seed = 1;
  std::uint64_t parallel_job_count = 1;
  std::uint64_t repetitions_to_check_determinism = 1;
  std::optional<std::uint64_t> native_repetitions;
  RunOutput run_output;
  std::optional<std::string> measured_table_path;
  std::vector<GivenOption> given_options;
};

void refuse_repeats_without_virtual_clock(const RunArguments& arguments) {
  const ClockKind clock = arguments.exchange_options.run.clock;
  if (arguments.repetitions_to_check_determinism > 1 && clock != ClockKind::virtual_time) {
    throw UsageError({.place = "--check-determinism",
                      .reason = "only the virtual clock promises equal runs",
                      .remedy = fmt::format("leave --clock {} out", name_of(clock))});
  }
}

/// Returns the experiment that the command line asks for: algorithms that carry out communication matrices.
/// `machine_for(n)` makes the machine of the experiment; n is the number of nodes of the user's matrix file, or empty
/// if the option --matrix is not given.
template <class MachineFor>
Experiment matrix_experiment_on(const RunArguments& arguments, MachineFor machine_for) {
  const Catalogue catalogue =
      catalogue_with_auto_algorithm(arguments.libraries, arguments.algorithm_names, arguments.measured_table_path);
  std::vector<Algorithm> algorithms = find_algorithms(catalogue, arguments.algorithm_names);
  const auto file = read_matrix(arguments.pattern);
  const Machine machine = machine_for(node_count_of_matrix_file(file));
  check_execution_options(arguments.exchange_options, machine, algorithms);
  Experiment experiment{.machine = machine,
                        .algorithms = std::move(algorithms),
                        .patterns_and_sizes = patterns_and_sizes_from_options(
                            arguments.pattern, file, machine.node_count(), OptionValueCount::list),
                        .sample_count = arguments.sample_count.value_or(10),
                        .seed = arguments.seed,
                        .exchange_options = arguments.exchange_options,
                        .parallel_job_count = arguments.parallel_job_count,
                        .runs_per_sample = arguments.repetitions_to_check_determinism,
                        .wall_clock_settings = arguments.wall.wall_clock_settings};
  check_memory_for_messages(experiment.patterns_and_sizes, experiment.machine.node_count(),
                            experiment.parallel_job_count,
                            can_all_exchange_in_pieces(experiment.algorithms, experiment.exchange_options));
  check_algorithms_suit_patterns(experiment.patterns_and_sizes, experiment.machine, experiment.algorithms);
  if (arguments.exchange_options.run.clock == ClockKind::wall && !arguments.wall.is_dilation_given) {
    const std::string note = limit_samples_to_host_time_budget(experiment, arguments.sample_count.has_value());
    if (!arguments.run_output.hides_progress_and_notes) std::cerr << note << '\n';
  }
  return experiment;
}

Experiment matrix_experiment(const RunArguments& arguments) {
  refuse_repeats_without_virtual_clock(arguments);
  check_wall_clock_options(arguments.wall, arguments.exchange_options.run.clock, arguments.parallel_job_count);
  if (arguments.native_repetitions) {
    throw UsageError(
        {.place = "--repetitions", .reason = "is for --machine native", .remedy = "write that, too, or leave it out"});
  }
  return matrix_experiment_on(
      arguments, [&](std::optional<std::uint32_t> nodes) { return make_machine(arguments.machine, nodes); });
}

void refuse_options_invalid_for_program_run(const RunArguments& arguments) {
  const auto option = option_without_effect(arguments.given_options, WorkKinds::programs);
  if (option) throw UsageError({.place = *option, .reason = "is not for --program", .remedy = "leave one of them out"});
}

Experiment program_experiment(const RunArguments& arguments) {
  refuse_options_invalid_for_program_run(arguments);
  refuse_repeats_without_virtual_clock(arguments);
  if (arguments.repetitions_to_check_determinism > 1 &&
      arguments.program_setting.launch_setting.compute_cost.kind == ComputeCost::Kind::measured) {
    throw UsageError({.place = "--check-determinism",
                      .reason = "runs whose computing is measured are never equal",
                      .remedy = "leave it out, or write --compute declared"});
  }
  check_wall_clock_options(arguments.wall, arguments.exchange_options.run.clock, arguments.parallel_job_count);
  const Machine machine = make_machine(arguments.machine);
  const ChosenProgram program =
      choose_program_with_output_sink(arguments.libraries.catalogue, arguments.program_texts, arguments.program_setting,
                                      arguments.exchange_options.scheduling);
  Experiment experiment{.machine = machine,
                        .algorithms = {algorithm_running_program(program)},
                        .patterns_and_sizes = patterns_and_sizes_of_program_run(program.arguments),
                        .sample_count = arguments.sample_count.value_or(1),
                        .seed = arguments.seed,
                        .exchange_options = arguments.exchange_options,
                        .parallel_job_count = arguments.parallel_job_count,
                        .runs_per_sample = arguments.repetitions_to_check_determinism,
                        .wall_clock_settings = arguments.wall.wall_clock_settings};
  check_program_can_run(program, experiment.machine, "--program");
  set_run_options_for_program(program, arguments.given_options, experiment.exchange_options.run);
  check_execution_options(experiment.exchange_options, experiment.machine, experiment.algorithms);
  return experiment;
}

/// Throws UsageError if an option that applies to communication matrices only is given together with --application,
/// because an application makes its own matrices. An option whose given value equals its default is accepted.
void refuse_options_invalid_for_application_run(const RunArguments& arguments) {
  std::vector<GivenOption> given = arguments.given_options;
  std::erase_if(given, &GivenOption::has_default_value);
  auto option = option_without_effect(given, WorkKinds::applications);
  if (arguments.exchange_options.run.clock == ClockKind::wall) option = "--clock wall";
  if (option)
    throw UsageError(
        {.place = *option, .reason = "is for matrices, not for --application", .remedy = "leave one of them out"});
}

ApplicationExperiment application_experiment(const RunArguments& arguments) {
  refuse_options_invalid_for_application_run(arguments);
  std::vector<Algorithm> algorithms = find_algorithms(arguments.libraries.catalogue, arguments.algorithm_names);
  refuse_complete_exchange_algorithms(*arguments.application.application_name, algorithms);
  const Machine machine = make_machine(arguments.machine);
  check_execution_options(arguments.exchange_options, machine, algorithms);
  return {
      .machine = machine,
      .algorithms = std::move(algorithms),
      .application = make_application(arguments.application, machine, arguments.pattern.matrix_path, arguments.seed),
      .sample_count = arguments.sample_count.value_or(1),
      .seed = arguments.seed,
      .run_options = arguments.exchange_options.run,
      .protocol = arguments.exchange_options.protocol};
}

bool runs_natively(const RunArguments& arguments) { return arguments.machine.machine_name == "native"; }

/// Throws UsageError if an option is given that has no meaning with --machine native, where the nodes are real MPI
/// ranks and nothing is emulated.
void refuse_options_invalid_for_native_run(const RunArguments& arguments) {
  const RunOptions& run = arguments.exchange_options.run;
  const char* const wrong = !arguments.program_texts.empty()                 ? "--program"
                            : arguments.application.application_name         ? "--application"
                            : run.clock != ClockKind::virtual_time           ? "--clock"
                            : arguments.wall.is_dilation_given               ? "--dilation"
                            : arguments.repetitions_to_check_determinism > 1 ? "--check-determinism"
                            : arguments.parallel_job_count > 1               ? "--jobs"
                            : arguments.exchange_options.scheduling == Scheduling::schedule_made_by_nodes_during_run
                                ? "--schedule"
                            : arguments.exchange_options.protocol                  ? "--protocol"
                            : !arguments.machine.machine_constant_settings.empty() ? "--set"
                            : !arguments.machine.grid_sides.empty()                ? "--size"
                            : arguments.run_output.json_path                       ? "--json"
                                                                                   : nullptr;
  if (wrong != nullptr) {
    throw UsageError({.place = wrong, .reason = "is not for --machine native", .remedy = "leave one of them out"});
  }
}

/// Returns the emulated machine that the option --against names, with `nodes` nodes; the makespans of real runs are
/// compared with those on this machine. Returns nothing if the option is not given.
std::optional<Machine> machine_to_compare_with(const RunArguments& arguments, std::uint32_t nodes) {
  if (arguments.wall.comparison_target.empty()) return std::nullopt;
  MachineOptions options;
  options.machine_name = arguments.wall.comparison_target;
  options.machine_error_place = "--against";
  options.nodes = nodes;
  return make_machine(options);
}

Experiment experiment_on_ranks(const RunArguments& arguments, std::uint32_t ranks) {
  refuse_options_invalid_for_native_run(arguments);
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
  RankJob* const job = MpiJobMembership::joined_mpi_job();
  if (job == nullptr) {
    throw UsageError({.place = "--machine",
                      .value = "native",
                      .reason = "native runs need ranks, and no mpirun has started this process",
                      .remedy = "write mpirun -n RANKS in front of the command"});
  }
  const Experiment experiment = experiment_on_ranks(arguments, job->rank_count());
  std::optional<RunCommandOutputFiles> files;
  if (job->is_first_rank()) files.emplace(arguments.run_output);
  const std::uint64_t repetitions = arguments.native_repetitions.value_or(kDefaultNativeRepetitions);
  MpiJobMembership::require_equal_text_on_all_ranks(native_settings_text(experiment, repetitions));
  MpiJobMembership::wait_until_ranks_are_ready();
  const NativeResult result = run_experiment_natively(*job, experiment, repetitions);
  if (!job->is_first_rank()) return ExitCode::done;
  print_native_table(std::cout, experiment, result, job->name_of_mpi_library());
  if (const auto machine = machine_to_compare_with(arguments, job->rank_count())) {
    std::cout << '\n';
    print_emulated_beside_native(std::cout, experiment, result, machine->name(),
                                 makespans_on_machine(*machine, experiment));
  }
  files->csv_file.write_file_if_wanted([&] { return native_csv_text(result); });
  return ExitCode::done;
}

ExitCode run_and_print(const RunArguments& arguments) {
  if (runs_natively(arguments)) return run_natively(arguments);
  refuse_stray_application_options(arguments.application);
  if (arguments.program_texts.empty()) refuse_program_file_options(arguments.program_setting);
  RunOutput output = arguments.run_output;
  output.shows_only_program_output = arguments.program_setting.shows_only_program_output;
  if (arguments.application.application_name && arguments.program_texts.empty()) {
    return carry_out_run(std::make_shared<ApplicationRun>(application_experiment(arguments)), output);
  }
  return carry_out_run(std::make_shared<ExperimentRun>(arguments.program_texts.empty() ? matrix_experiment(arguments)
                                                                                       : program_experiment(arguments)),
                       output);
}

CommandOption jobs_option(std::uint64_t& target) {
  CommandOption option = option_with_count_value(
      "--jobs", "samples that run at once (default 1: timings of the host do not disturb each other)", target, 1,
      kMostJobs);
  option.work_kinds = WorkKinds::matrices | WorkKinds::programs;
  option.default_value = "1";
  return option;
}

/// Returns the command-line option --csv, which names the file for the result table. If the file exists, it is replaced
/// only if it is a result table, too.
CommandOption csv_option(std::optional<std::string>& target) {
  CommandOption option =
      file_option("--csv", "one row a sample; appears when all is done, in place of such a table", target);
  option.file_use_recorder = [](FilesUsedByCommand& files, const std::string& name, const std::string& path) {
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
  of_application->value_name = "WxH|N";
  of_application->help_text = fmt::format("WxH: {}; N: {}", of_machine->help_text, of_application->help_text);
  of_application->may_be_repeated = true;
  of_application->work_kinds = of_application->work_kinds | of_machine->work_kinds;
  of_application->set_value = [&arguments, mesh = of_machine->set_value,
                               application = of_application->set_value](const std::string& text) {
    const bool is_shape = text.find('x') != std::string::npos;
    if (is_shape ? !arguments.machine.grid_sides.empty() : arguments.application.problem_size.has_value()) {
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
  add({limit_options_to_work_kinds(
           WorkKinds::matrices | WorkKinds::applications,
           {"--algorithm", "NAME,...", "algorithms of 'switchyard list'; auto picks one by measurements",
            [&arguments](const std::string& text) { arguments.algorithm_names = text; }}),
       library_path_option(arguments.libraries), measured_table_option(arguments.measured_table_path)});
  add({program_option(arguments.program_texts)});
  add(launch_options(arguments.program_setting.launch_setting, RunRepetition::single_run));
  add({collective_option(arguments.program_setting.collective_options),
       output_folder_option(arguments.program_setting.output_folder),
       limit_options_to_work_kinds(WorkKinds::programs,
                                   flag_option("--bare", "prints what a C or C++ program prints, and nothing else",
                                               arguments.program_setting.shows_only_program_output))});
  add(pattern_options(arguments.pattern, arguments.libraries.catalogue, OptionValueCount::list));
  add(application_options(arguments.application, arguments.libraries.catalogue));
  merge_both_size_options(options, arguments);
  add({{"--samples", "N",
        "random matrices for each density (default 10), or sets of data for an application or a program (default 1)",
        [&arguments](const std::string& text) {
          arguments.sample_count = parse_count("--samples", text, 1, kMostSamples);
        }},
       {"--seed", "SEED", "of all random choices",
        [&arguments](const std::string& text) { arguments.seed = parse_seed("--seed", text); }}});
  add(execution_options(arguments.exchange_options));
  add(wall_clock_options(arguments.wall));
  add({limit_options_to_work_kinds(
      WorkKinds::matrices, {"--repetitions", "N", "machine native: how often each exchange is repeated (default 20)",
                            [&arguments](const std::string& text) {
                              arguments.native_repetitions =
                                  parse_count("--repetitions", text, 1, kMostNativeRepetitions);
                            }})});
  add({csv_option(arguments.run_output.csv_path),
       file_option("--json", "the same with the parameters", arguments.run_output.json_path),
       limit_options_to_work_kinds(
           WorkKinds::matrices | WorkKinds::programs,
           option_with_count_value("--check-determinism",
                                   "run each N times on both executors; any difference is an error",
                                   arguments.repetitions_to_check_determinism, 2, kMostDeterminismRuns)),
       jobs_option(arguments.parallel_job_count),
       flag_option("--quiet", "no progress and no notes on standard error",
                   arguments.run_output.hides_progress_and_notes),
       file_option("--deadlock-dot",
                   "the wait-for graph of a deadlock, for Graphviz ('switchyard trace --svg' draws the whole run)",
                   arguments.run_output.deadlock_dot_path),
       file_option("--deadlock-json", "the same as JSON", arguments.run_output.deadlock_json_path)});
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
      .run = [arguments](FilesUsedByCommand&) { return run_and_print(*arguments); },
      .take_program_arguments =
          [arguments](std::vector<std::string> words) {
            arguments->program_setting.program_arguments = std::move(words);
          }};
}

}  // namespace switchyard::cli
