#include <fmt/format.h>
#include <fmt/ranges.h>
#include <oneapi/tbb/info.h>

#include <csignal>
#include <filesystem>
#include <iostream>
#include <memory>
#include <new>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/experiment/shared_job.hpp"
#include "bench/experiment/wall_options.hpp"
#include "bench/sweep/merge.hpp"
#include "bench/sweep/results_file.hpp"
#include "bench/sweep/shared_sweep.hpp"
#include "bench/sweep/sweep_file.hpp"
#include "bench/sweep/sweep_run.hpp"
#include "bench/sweep/winners.hpp"
#include "runtime/values.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostSweepJobs = 1024;
constexpr std::uint64_t kMostShards = 1'000'000;

struct SweepArguments {
  std::vector<std::string> files;
  Libraries libraries;
  std::optional<std::string> csv;
  std::optional<sweep::Shard> shard;
  std::optional<std::uint64_t> jobs;
  bool resume = false, merge = false, keep_going = false, dry_run = false, quiet = false;
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

const std::string& csv_of(const SweepArguments& arguments) {
  if (arguments.csv) return *arguments.csv;
  throw UsageError({.place = "switchyard sweep",
                    .reason = "--csv is missing",
                    .remedy = "write --csv FILE, or --dry-run to see what would be run"});
}

/// Returns how many runs of the sweep go on at once: the value of --jobs, by default one for each core, and one under
/// the clock wall, as runs paced by real time go one after another.
std::uint64_t jobs_of(const SweepArguments& arguments, const sweep::SweepPlan& plan) {
  const ClockKind clock = plan.declaration().options.run.clock;
  check(WallOptions{}, clock, arguments.jobs.value_or(1));
  const int cores = clock == ClockKind::wall ? 1 : tbb::info::default_concurrency();
  return arguments.jobs.value_or(static_cast<std::uint64_t>(cores));
}

std::string name_of(const sweep::SweepPlan& plan, const sweep::Shard& shard) {
  return plan.declaration().name + (shard.count == 1 ? "" : fmt::format(" {}/{}", shard.number + 1, shard.count));
}

/// Owns all that a running sweep uses, as a run may continue after Ctrl-C.
class SweepUnderWay {
 public:
  SweepUnderWay(sweep::SweepPlan plan, const SweepArguments& arguments, std::uint64_t jobs)
      : plan_(std::move(plan)),
        shard_(arguments.shard.value_or(sweep::Shard{})),
        file_("--csv", csv_of(arguments), plan_, shard_, arguments.resume),
        display_(std::cerr, progress_style_of_standard_error(arguments.quiet)),
        run_(plan_, shard_, file_, jobs, [this](std::uint64_t done, std::uint64_t all) { show(done, all); }) {
    if (arguments.keep_going) run_.keep_going();
    if (SharedJob::current() != nullptr) desk_.emplace(run_, *SharedJob::current());
  }

  void carry_out(const std::stop_token& stop) {
    display_.begin(name_of(plan_, shard_));
    const auto own_share = [&] { run_.carry_out(stop); };
    desk_ ? desk_->carry_out(own_share, stop) : own_share();
    if (!run_.failure() && !stop.stop_requested()) display_.done();
  }

  void tick() { display_.tick(); }
  void close_display() { display_.close(); }
  const sweep::SweepPlan& plan() const noexcept { return plan_; }
  const sweep::Shard& shard() const noexcept { return shard_; }
  sweep::ResultsFile& file() noexcept { return file_; }
  const sweep::SweepRun& run() const noexcept { return run_; }
  /// Counts the runs of which the result table has a row.
  std::uint64_t rows() const { return file_.found() + run_.done(); }
  std::uint64_t all() const { return file_.found() + run_.to_do(); }
  /// Returns texts that identify the first few runs of which the result table had no row at the start.
  std::vector<std::string> first_missing() const {
    constexpr std::size_t kMostListed = 3;
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < shard_.size(plan_.cell_count()) && texts.size() < kMostListed; ++i) {
      if (!file_.found(shard_.cell(i))) texts.push_back(plan_.text_of(shard_.cell(i)));
    }
    return texts;
  }
  /// Returns SharedJob::missing() for the runs that other ranks were carrying out.
  std::string runs_of_others() const {
    if (!desk_) return "";
    return SharedJob::missing(desk_->handed_out(), [this](std::uint64_t cell) { return plan_.text_of(cell); });
  }

 private:
  void show(std::uint64_t done, std::uint64_t all) {
    display_.show({.fraction = static_cast<double>(done) / static_cast<double>(all), .done = done, .what = "runs"});
  }

  const sweep::SweepPlan plan_;
  const sweep::Shard shard_;
  sweep::ResultsFile file_;
  ProgressDisplay display_;
  sweep::SweepRun run_;
  std::optional<WorkDesk> desk_;  ///< only if other ranks share the sweep
};

[[noreturn]] void report_failure(const Failure& failure, const std::string& kept) {
  const std::string where = failure.where.empty() ? "" : failure.where + ": ";
  const auto text = [&](const char* what) { return fmt::format("{}{}; {}", where, what, kept); };
  try {
    std::rethrow_exception(failure.error);
  } catch (const Error& error) {
    if (error.exit_code() == ExitCode::deadlock) {  // a deadlock report has more than one line
      std::cerr << where << '\n' << error.what() << '\n';
      throw Error(kept, error.exit_code());
    }
    throw Error(text(error.what()), error.exit_code());
  } catch (const std::bad_alloc&) {
    throw Error(text("not enough memory; use fewer jobs or smaller messages"));
  } catch (const std::exception& error) {
    throw Error(text(error.what()));
  }
}

void print_dry_run(const sweep::SweepPlan& plan, const sweep::Shard& shard) {
  const std::uint64_t runs = shard.size(plan.cell_count());
  std::istringstream identity(plan.identity());
  for (std::string line; std::getline(identity, line);) {
    // indented lines are constants, which 'switchyard machine' prints
    if (!line.starts_with(' ')) std::cout << line << '\n';
  }
  if (plan.skipped() > 0) std::cout << fmt::format("left out as impossible: {}\n", plan.skipped());
  if (shard.count > 1) std::cout << fmt::format("runs of shard {} of {}: {}\n", shard.number + 1, shard.count, runs);
  std::cout << fmt::format("largest run: about {:.1f} MiB for messages\n",
                           plan.largest_run_bytes() / (1024.0 * 1024.0));
}

/// Whether a table is a file, which can be read again, and no pipe.
bool is_regular_table(const std::string& csv) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(csv, ignored);
}

void print_result(SweepUnderWay& sweep, const SweepArguments& arguments) {
  const std::string& csv = csv_of(arguments);
  if (arguments.quiet || !is_regular_table(csv)) return;
  if (sweep.shard().count == 1) print_winners(std::cout, sweep.plan(), csv);
  std::cout << fmt::format("{}: {} rows, {} of them new\n", csv, sweep.rows(), sweep.run().done());
}

/// Warns of rows that are not usable because the host was too slow for the clock wall.
void warn_of_unusable_rows(std::uint64_t unusable, std::uint64_t rows, const SweepArguments& arguments) {
  if (arguments.quiet || unusable == 0) return;
  std::cerr << fmt::format(
      "{}: {} of {} rows are not usable, as these runs missed more than {:.0f} % of their deadlines; the host is too "
      "busy\n",
      csv_of(arguments), unusable, rows, PaceReport::kMostMissedPercent);
}

/// Says which runs the table does not have yet, where a sweep is resumed.
void note_missing(const SweepUnderWay& sweep, const SweepArguments& arguments) {
  const std::uint64_t missing = sweep.run().to_do();
  if (!arguments.resume || arguments.quiet || missing == 0) return;
  std::cerr << fmt::format("--resume: {} of {} runs are missing, such as {}\n", missing, sweep.all(),
                           fmt::join(sweep.first_missing(), "; "));
}

/// Returns a text that must be the same on all ranks that share a sweep: build, shard, and identity of the experiment.
std::string state_of(const sweep::SweepPlan& plan, const SweepArguments& arguments) {
  const sweep::Shard shard = arguments.shard.value_or(sweep::Shard{});
  return fmt::format("{}\nshard {}/{}\n{}", build_text(), shard.number + 1, shard.count, plan.identity());
}

/// Carries out runs of a sweep for the first rank, which hands them out and prints all results and errors.
ExitCode help(sweep::SweepPlan plan, const SweepArguments& arguments, std::uint64_t jobs, RankJob& job) {
  SharedJob::compare(state_of(plan, arguments));
  SharedJob::begin();
  const auto owned = std::make_shared<const sweep::SweepPlan>(std::move(plan));
  const auto share = [owned, jobs, &job](const std::stop_token& stop) {
    sweep::help_with_sweep(*owned, jobs, job, stop);
  };
  return SharedJob::run(share).exit_code();
}

ExitCode carry_out(sweep::SweepPlan plan, const SweepArguments& arguments, std::uint64_t jobs) {
  std::signal(SIGXFSZ, SIG_IGN);  // exceeding the limit on file sizes then gives an error, as a full disk does
  SharedJob::compare(state_of(plan, arguments));
  const auto sweep = std::make_shared<SweepUnderWay>(std::move(plan), arguments, jobs);
  SharedJob::begin();
  note_missing(*sweep, arguments);
  const Ending ending =
      SharedJob::run([sweep](const std::stop_token& stop) { sweep->carry_out(stop); }, [sweep] { sweep->tick(); });
  sweep->close_display();
  if (const auto failure = sweep->run().failure()) {
    const std::uint64_t failed = sweep->run().failed();
    report_failure(*failure, fmt::format("{} of {} runs {}{}", sweep->rows(), sweep->all(),
                                         sweep->file().is_lost() ? "were done" : "are done and kept",
                                         failed > 1 ? fmt::format(", {} failed", failed) : ""));
  }
  if (ending.is_interrupted() && sweep->rows() < sweep->all()) {
    // This comes before finish(), which waits for the disk: an mpirun that has lost a rank kills the others soon.
    std::cerr << fmt::format("interrupted: {} of {} runs are done{}; --resume goes on\n", sweep->rows(), sweep->all(),
                             sweep->runs_of_others());
    sweep->file().finish();
    return ending.exit_code();
  }
  sweep->file().finish();
  print_result(*sweep, arguments);
  warn_of_unusable_rows(sweep->file().unusable(), sweep->rows(), arguments);
  return ExitCode::done;
}

ExitCode merge(const sweep::SweepPlan& plan, const SweepArguments& arguments) {
  const std::vector<std::string> tables(arguments.files.begin() + 1, arguments.files.end());
  if (tables.empty())
    throw UsageError({.place = "--merge",
                      .reason = "no table is given",
                      .remedy = "write the tables of the shards behind FILE.toml"});
  const std::string& csv = csv_of(arguments);
  const sweep::Merged merged = sweep::merge_tables(plan, tables, csv);
  if (!arguments.quiet) {
    if (merged.missing == 0 && is_regular_table(csv)) print_winners(std::cout, plan, csv);
    std::cout << fmt::format("{}: {} rows of {} table{}\n", csv, merged.rows, tables.size(),
                             tables.size() == 1 ? "" : "s");
  }
  warn_of_unusable_rows(merged.unusable, merged.rows, arguments);
  if (merged.missing == 0) return ExitCode::done;
  std::string list;
  for (const std::uint64_t cell : merged.first_missing) list += (list.empty() ? "" : "; ") + plan.text_of(cell);
  throw Error(fmt::format("{} of {} runs are missing ({}{}); 'switchyard sweep {} --csv {} --resume' adds them",
                          merged.missing, plan.cell_count(), list,
                          merged.missing > merged.first_missing.size() ? "; ..." : "", arguments.files.front(), csv));
}

/// Throws UsageError for options of `sweep` that contradict each other.
void check_arguments(const SweepArguments& arguments) {
  if (arguments.files.empty())
    throw UsageError({.place = "switchyard sweep", .reason = "FILE.toml is missing", .remedy = "write it"});
  if (arguments.files.size() > 1 && !arguments.merge) {
    throw UsageError(
        fmt::format("switchyard sweep: {} is one argument too many", switchyard::quoted(arguments.files[1])),
        "leave it out, or add --merge");
  }
  if (!arguments.merge) return;
  const char* wrong = arguments.resume    ? "--resume"
                      : arguments.shard   ? "--shard"
                      : arguments.dry_run ? "--dry-run"
                                          : nullptr;
  if (wrong != nullptr)
    throw UsageError({.place = wrong, .reason = "is for running, not for --merge", .remedy = "leave one of them out"});
}

/// Declares to `files` the files that are named only inside other files, and the identity files of the tables to merge.
void declare_inputs(const sweep::SweepPlan& plan, const SweepArguments& arguments, FilesInUse& files) {
  for (const std::string& path : plan.declaration().files) files.reads("FILE", path);
  for (std::size_t i = 1; i < arguments.files.size(); ++i) {
    files.reads("FILE", identity_path(arguments.files[i]));
  }
}

void check_shared(const sweep::SweepPlan& plan) {
  if (plan.declaration().options.run.clock != ClockKind::wall) return;
  throw UsageError({.place = "mpirun",
                    .reason = "runs paced by real time go one after another, and ranks would disturb each other",
                    .remedy = "start one process, or one on each host with --shard"});
}

/// Carries out the sweep, or this process's part of it if ranks of an mpirun share the sweep.
ExitCode carry_out_shared(sweep::SweepPlan plan, const SweepArguments& arguments, std::uint64_t jobs) {
  RankJob* job = SharedJob::current();
  if (job != nullptr) check_shared(plan);
  if (job != nullptr && !job->is_first()) return help(std::move(plan), arguments, jobs, *job);
  return carry_out(std::move(plan), arguments, jobs);
}

ExitCode sweep_with(const SweepArguments& arguments, FilesInUse& files) {
  check_arguments(arguments);
  sweep::SweepPlan plan = sweep::read_sweep_file(arguments.files.front(), arguments.libraries.catalogue);
  declare_inputs(plan, arguments, files);
  if ((arguments.merge || arguments.dry_run) && SharedJob::leaves_all_to_first()) return ExitCode::done;
  if (arguments.merge) return merge(plan, arguments);
  const std::uint64_t jobs = jobs_of(arguments, plan);
  if (!arguments.dry_run) return carry_out_shared(std::move(plan), arguments, jobs);
  print_dry_run(plan, arguments.shard.value_or(sweep::Shard{}));
  return ExitCode::done;
}

/// Returns the option --csv, for the result table of the sweep and the identity file beside it. `target` must outlive
/// the option.
Option table_option(std::optional<std::string>& target) {
  Option option{"--csv", "FILE", "one row a run, added as it ends; FILE.sweep beside it names the experiment",
                [&target](const std::string& text) { target = text; }};
  option.files = [](FilesInUse& files, const std::string& name, const std::string& path) {
    files.adds_to(name, path);
    files.adds_to(name, identity_path(path));
  };
  return option;
}

/// Returns the options of `sweep`. `arguments` must outlive the list.
std::vector<Option> sweep_options(SweepArguments& arguments) {
  return {that_reads({.name = "FILE",
                      .value = "",
                      .help = "an experiment in TOML, such as bench/examples/regions.toml; with --merge, then "
                              "tables of shards",
                      .set = [&arguments](const std::string& text) { arguments.files.push_back(text); },
                      .repeats = true}),
          table_option(arguments.csv),
          flag("--resume", "go on with that file: run only what is missing", arguments.resume),
          {"--shard", "I/N", "run every N-th run from the I-th on, as one of N jobs, each with a file of its own",
           [&arguments](const std::string& text) { arguments.shard = parse_shard(text); }},
          flag("--merge", "put the tables of shards together; says what is missing", arguments.merge),
          {"--jobs", "N",
           "runs that go on at once (default: one a core, with the clock wall 1); the rows are the same for all",
           [&arguments](const std::string& text) { arguments.jobs = parse_count("--jobs", text, 1, kMostSweepJobs); }},
          load_option(arguments.libraries),
          flag("--keep-going", "go on after a run that fails; the first one is told at the end", arguments.keep_going),
          flag("--dry-run", "say what would be run, and run nothing", arguments.dry_run),
          flag("--quiet", "print nothing but errors", arguments.quiet)};
}

}  // namespace

Command sweep_command() {
  const auto arguments = std::make_shared<SweepArguments>();
  return {
      .name = "sweep",
      .summary = "Runs a declared experiment on all cores; stops and resumes without losing a row",
      .examples = {"switchyard sweep bench/examples/exchanges.toml --csv exchanges.csv",
                   "switchyard sweep bench/examples/regions.toml --dry-run"},
      .notes =
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
           "  standard_sends                  as the options of 'switchyard run' with these names"},
      .options = sweep_options(*arguments),
      .run = [arguments](FilesInUse& files) { return sweep_with(*arguments, files); }};
}

}  // namespace switchyard::cli
