#include <fmt/format.h>
#include <oneapi/tbb/info.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/shared_job.hpp"
#include "bench/experiment/wall_options.hpp"
#include "bench/sweep/merge.hpp"
#include "bench/sweep/results_file.hpp"
#include "bench/sweep/sweep_file.hpp"
#include "bench/sweep/sweep_session.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostSweepJobs = 1024;
constexpr std::uint64_t kMostShards = 1'000'000;

struct SweepArguments {
  std::vector<std::string> input_paths;
  LoadedLibraries libraries;
  std::optional<std::string> table_path;
  std::optional<sweep::Shard> shard;
  std::optional<std::uint64_t> job_count;
  bool resumes_sweep = false, is_merging_of_shards_requested = false, continues_after_failures = false,
       is_dry_run = false, prints_only_errors = false;
};

sweep::Shard parse_shard(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    throw UsageError({.place = "--shard",
                      .value = text,
                      .reason = fmt::format("{} is no share", switchyard::quoted(text)),
                      .remedy = "write one such as 1/4"});
  }
  const std::uint64_t count = parse_count("--shard", text.substr(slash + 1), 1, kMostShards);
  return {parse_count("--shard", text.substr(0, slash), 1, count) - 1, count};
}

const std::string& csv_path(const SweepArguments& arguments) {
  if (arguments.table_path) return *arguments.table_path;
  throw UsageError({.place = "switchyard sweep",
                    .reason = "--csv is missing",
                    .remedy = "write --csv FILE, or --dry-run to see what would be run"});
}

/// Returns how many runs of the sweep go on at the same time: the value of the option --jobs, or by default one for
/// each core. Under the clock `wall`, which paces runs by real time, the default is one, because simultaneous runs
/// would slow each other down.
std::uint64_t job_count_of(const SweepArguments& arguments, const sweep::SweepPlan& plan) {
  const ClockKind clock = plan.declaration().exchange_options.run.clock;
  check_wall_clock_options(WallClockOptions{}, clock, arguments.job_count.value_or(1));
  const int cores = clock == ClockKind::wall ? 1 : tbb::info::default_concurrency();
  return arguments.job_count.value_or(static_cast<std::uint64_t>(cores));
}

ExitCode merge_shards(const sweep::SweepPlan& plan, const SweepArguments& arguments) {
  const std::vector<std::string> tables(arguments.input_paths.begin() + 1, arguments.input_paths.end());
  if (tables.empty())
    throw UsageError({.place = "--merge",
                      .reason = "no table is given",
                      .remedy = "write the tables of the shards behind FILE.toml"});
  const std::string& csv = csv_path(arguments);
  const sweep::MergeResult merged = sweep::merge_tables(plan, tables, csv);
  if (!arguments.prints_only_errors) {
    sweep::print_merge_result(std::cout, plan, csv, tables.size(), merged);
    std::cerr << sweep::unusable_rows_text(csv, merged.unusable_row_count, merged.merged_row_count);
  }
  sweep::check_no_rows_missing(plan, arguments.input_paths.front(), csv, merged);
  return ExitCode::done;
}

/// Throws UsageError if options of the command `sweep` contradict each other.
void check_sweep_arguments(const SweepArguments& arguments) {
  if (arguments.input_paths.empty())
    throw UsageError({.place = "switchyard sweep", .reason = "FILE.toml is missing", .remedy = "write it"});
  if (arguments.input_paths.size() > 1 && !arguments.is_merging_of_shards_requested) {
    throw UsageError(
        fmt::format("switchyard sweep: {} is one argument too many", switchyard::quoted(arguments.input_paths[1])),
        "leave it out, or add --merge");
  }
  if (!arguments.is_merging_of_shards_requested) return;
  const char* wrong = arguments.resumes_sweep ? "--resume"
                      : arguments.shard       ? "--shard"
                      : arguments.is_dry_run  ? "--dry-run"
                                              : nullptr;
  if (wrong != nullptr)
    throw UsageError({.place = wrong, .reason = "is for running, not for --merge", .remedy = "leave one of them out"});
}

/// Declares in `files` the input files that are not named on the command line: the files that are named inside the
/// sweep's TOML file, and the identity file beside each table that is to be merged, which records the sweep that has
/// written the table.
void add_input_files(const sweep::SweepPlan& plan, const SweepArguments& arguments, FilesUsedByCommand& files) {
  for (const std::string& path : plan.declaration().read_file_paths) files.declare_input_file("FILE", path);
  for (std::size_t i = 1; i < arguments.input_paths.size(); ++i) {
    files.declare_input_file("FILE", path_of_sweep_identity_file(arguments.input_paths[i]));
  }
}

ExitCode run_or_merge_sweep(const SweepArguments& arguments, FilesUsedByCommand& files) {
  check_sweep_arguments(arguments);
  sweep::SweepPlan plan = sweep::read_sweep_file(arguments.input_paths.front(), arguments.libraries.catalogue);
  add_input_files(plan, arguments, files);
  if ((arguments.is_merging_of_shards_requested || arguments.is_dry_run) &&
      MpiJobMembership::leaves_work_to_first_rank())
    return ExitCode::done;
  if (arguments.is_merging_of_shards_requested) return merge_shards(plan, arguments);
  const std::uint64_t jobs = job_count_of(arguments, plan);
  const sweep::Shard shard = arguments.shard.value_or(sweep::Shard{});
  if (!arguments.is_dry_run) {
    if (MpiJobMembership::joined_mpi_job() != nullptr) sweep::check_ranks_can_share_sweep(plan);
    return sweep::carry_out_sweep(std::move(plan), {.result_table_path = csv_path(arguments),
                                                    .shard = shard,
                                                    .parallel_run_limit = jobs,
                                                    .resumes_table = arguments.resumes_sweep,
                                                    .continues_after_failures = arguments.continues_after_failures,
                                                    .quiet = arguments.prints_only_errors});
  }
  sweep::print_dry_run(std::cout, plan, shard);
  return ExitCode::done;
}

/// Returns the command-line option --csv, which names the result table of the sweep. Beside the table, the file
/// FILE.sweep (the identity file) records which sweep has written the table. `target` must outlive the option.
CommandOption sweep_csv_option(std::optional<std::string>& target) {
  CommandOption option{"--csv", "FILE", "one row a run, added as it ends; FILE.sweep beside it names the experiment",
                       [&target](const std::string& text) { target = text; }};
  option.file_use_recorder = [](FilesUsedByCommand& files, const std::string& name, const std::string& path) {
    files.declare_appended_file(name, path);
    files.declare_appended_file(name, path_of_sweep_identity_file(path));
  };
  return option;
}

/// Returns the options of the command `sweep`. `arguments` must outlive the list.
std::vector<CommandOption> sweep_options(SweepArguments& arguments) {
  return {
      mark_option_as_input_file(
          {.name = "FILE",
           .value_name = "",
           .help_text = "an experiment in TOML, such as bench/examples/regions.toml; with --merge, then "
                        "tables of shards",
           .set_value = [&arguments](const std::string& text) { arguments.input_paths.push_back(text); },
           .may_be_repeated = true}),
      sweep_csv_option(arguments.table_path),
      flag_option("--resume", "go on with that file: run only what is missing", arguments.resumes_sweep),
      {"--shard", "I/N", "run every N-th run from the I-th on, as one of N jobs, each with a file of its own",
       [&arguments](const std::string& text) { arguments.shard = parse_shard(text); }},
      flag_option("--merge", "put the tables of shards together; says what is missing",
                  arguments.is_merging_of_shards_requested),
      {"--jobs", "N",
       "runs that go on at once (default: one a core, with the clock wall 1); the rows are the same for all",
       [&arguments](const std::string& text) { arguments.job_count = parse_count("--jobs", text, 1, kMostSweepJobs); }},
      library_path_option(arguments.libraries),
      flag_option("--keep-going", "go on after a run that fails; the first one is told at the end",
                  arguments.continues_after_failures),
      flag_option("--dry-run", "say what would be run, and run nothing", arguments.is_dry_run),
      flag_option("--quiet", "print nothing but errors", arguments.prints_only_errors)};
}

}  // namespace

Command sweep_command_definition() {
  const auto arguments = std::make_shared<SweepArguments>();
  return {
      .name = "sweep",
      .summary = "Runs a declared experiment on all cores; stops and resumes without losing a row",
      .examples = {"switchyard sweep bench/examples/exchanges.toml --csv exchanges.csv",
                   "switchyard sweep bench/examples/regions.toml --dry-run"},
      .help_notes =
          {"Keys of FILE:", "  schema_version = 1              required",
           "  name = \"regions\"                shown with the progress",
           "  machines = [\"ipsc860\"]          names or machine files; or tables [[machines]] with the keys machine,",
           "                                  name (in rows), nodes, and constants (a table)",
           "  nodes = [32, 64]                of all machines without nodes of their own",
           "  algorithms = [\"ac\", \"rs_nl\"]", "  densities = [4, 16]             of the pattern dense",
           "  patterns = [\"dense\"]            also complete, percent:50, bounded:k=32,l=1/32,t=64KiB, "
           "matrix:FILE.mtx",
           "  bytes = [64, \"1KiB\"]            sizes of messages",
           "  samples = 10                    random matrices of each seed", "  seeds = [1]",
           "  programs = [\"./heat\"]           node programs or C and C++ programs, or {program = [...], words = "
           "[...]}",
           "  collectives = [\"...\"]           of programs, as for the option --collective of 'switchyard run'",
           "  verify, skip_impossible         true or false",
           "  clock, executor, protocol, schedule, reuse, time_limit, host_limit, stack_bytes, interface, compute,",
           "  leaks, standard_sends           as the options of 'switchyard run' with these names"},
      .options = sweep_options(*arguments),
      .run = [arguments](FilesUsedByCommand& files) { return run_or_merge_sweep(*arguments, files); }};
}

}  // namespace switchyard::cli
