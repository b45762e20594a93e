#include "bench/sweep/sweep_session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/experiment/shared_job.hpp"
#include "bench/sweep/shared_sweep.hpp"
#include "bench/sweep/sweep_run.hpp"
#include "bench/sweep/winners.hpp"
#include "runtime/values.hpp"

namespace switchyard::sweep {
namespace {

std::string name_of_sweep_and_shard(const SweepPlan& plan, const Shard& shard) {
  return plan.declaration().name + (shard.count == 1 ? "" : fmt::format(" {}/{}", shard.number + 1, shard.count));
}

/// Owns everything that a running sweep uses, because a run may continue after Ctrl-C.
class SweepSession {
 public:
  SweepSession(SweepPlan plan, const SweepSetting& setting)
      : plan_(std::move(plan)),
        setting_(setting),
        file_("--csv", setting_.csv, plan_, setting_.shard, setting_.resume),
        display_(std::cerr, progress_style_of_standard_error(setting_.quiet)),
        run_(plan_, setting_.shard, file_, setting_.jobs,
             [this](std::uint64_t done, std::uint64_t all) { show_sweep_progress(done, all); }) {
    if (setting_.keep_going) run_.continue_after_failures();
    if (SharedJob::current() != nullptr) desk_.emplace(run_, *SharedJob::current());
  }

  void carry_out(const std::stop_token& stop) {
    display_.begin_job(name_of_sweep_and_shard(plan_, setting_.shard));
    const auto own_share = [&] { run_.carry_out(stop); };
    desk_ ? desk_->carry_out_shared_work(own_share, stop) : own_share();
    if (!run_.failure() && !stop.stop_requested()) display_.end_current_job();
  }

  void tick() { display_.refresh_display(); }
  void close_display() { display_.close(); }
  const SweepPlan& plan() const noexcept { return plan_; }
  const SweepSetting& setting() const noexcept { return setting_; }
  ResultsFile& file() noexcept { return file_; }
  const SweepRun& run() const noexcept { return run_; }
  /// Returns the number of runs for which the result table has a row.
  std::uint64_t rows() const { return file_.found() + run_.done_run_count(); }
  std::uint64_t all() const { return file_.found() + run_.runs_to_do(); }
  /// Returns texts that identify the first few runs for which the result table had no row at the
  /// start.
  std::vector<std::string> first_missing_runs() const {
    constexpr std::size_t kMostListed = 3;
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < setting_.shard.size(plan_.cell_count()) && texts.size() < kMostListed; ++i) {
      if (!file_.found(setting_.shard.cell(i))) texts.push_back(plan_.text_of_sweep_run(setting_.shard.cell(i)));
    }
    return texts;
  }
  /// Returns a text about the runs that were handed out to other ranks and whose results have not
  /// come back. The text is empty if there are no such runs.
  std::string text_of_runs_at_other_ranks() const {
    if (!desk_) return "";
    return SharedJob::missing(desk_->numbers_of_pieces_handed_out(),
                              [this](std::uint64_t cell) { return plan_.text_of_sweep_run(cell); });
  }

 private:
  void show_sweep_progress(std::uint64_t done, std::uint64_t all) {
    display_.update_display(
        {.fraction = static_cast<double>(done) / static_cast<double>(all), .done = done, .what = "runs"});
  }

  const SweepPlan plan_;
  const SweepSetting setting_;
  ResultsFile file_;
  ProgressDisplay display_;
  SweepRun run_;
  std::optional<WorkDesk> desk_;  ///< set only if other ranks share the sweep
};

[[noreturn]] void rethrow_with_kept_rows(const WorkFailure& failure, const std::string& kept) {
  try {
    std::rethrow_exception(failure.error);
  } catch (const Error& error) {
    if (error.exit_code() != ExitCode::deadlock) rethrow_failure_with_remedy(failure, {}, "; " + kept);
    // Print a deadlock report here and not as part of the error, as it has more than one line.
    std::cerr << (failure.where.empty() ? "" : failure.where + ": ") << '\n' << error.what() << '\n';
    throw Error(kept, error.exit_code());
  } catch (...) {
    rethrow_failure_with_remedy(failure, "use fewer jobs or smaller messages", "; " + kept);
  }
}

void print_sweep_result(const SweepSession& sweep) {
  const std::string& csv = sweep.setting().csv;
  if (!is_regular_table(csv)) return;
  if (sweep.setting().shard.count == 1) print_winners(std::cout, sweep.plan(), csv);
  std::cout << fmt::format("{}: {} rows, {} of them new\n", csv, sweep.rows(), sweep.run().done_run_count());
}

/// Prints on standard error how many runs the table of a resumed sweep does not have yet, and a few of these runs.
void print_note_of_missing_runs(const SweepSession& sweep) {
  const std::uint64_t missing = sweep.run().runs_to_do();
  if (!sweep.setting().resume || sweep.setting().quiet || missing == 0) return;
  std::cerr << fmt::format("--resume: {} of {} runs are missing, such as {}\n", missing, sweep.all(),
                           fmt::join(sweep.first_missing_runs(), "; "));
}

/// Returns a text that must be the same on all ranks that share a sweep: build, shard, and identity of the experiment.
std::string text_equal_on_all_ranks(const SweepPlan& plan, const Shard& shard) {
  return fmt::format("{}\nshard {}/{}\n{}", version_and_build_text(), shard.number + 1, shard.count,
                     plan.text_identifying_sweep());
}

/// Carries out runs of a sweep for the first rank of an mpirun, which hands out the runs and prints all results and
/// errors.
ExitCode help_first_rank_with_sweep_runs(SweepPlan plan, const SweepSetting& setting, RankJob& job) {
  SharedJob::require_equal_state(text_equal_on_all_ranks(plan, setting.shard));
  SharedJob::wait_until_ranks_are_ready();
  const auto owned = std::make_shared<const SweepPlan>(std::move(plan));
  const auto share = [owned, jobs = setting.jobs, &job](const std::stop_token& stop) {
    help_first_rank_with_sweep(*owned, jobs, job, stop);
  };
  return SharedJob::run(share).exit_code();
}

}  // namespace

void check_ranks_can_share_sweep(const SweepPlan& plan) {
  if (plan.declaration().options.run.clock != ClockKind::wall) return;
  throw UsageError({.place = "mpirun",
                    .reason = "runs paced by real time go one after another, and ranks would disturb each other",
                    .remedy = "start one process, or one on each host with --shard"});
}

ExitCode carry_out_sweep(SweepPlan plan, const SweepSetting& setting) {
  RankJob* const job = SharedJob::current();
  if (job != nullptr && !job->is_first_rank()) return help_first_rank_with_sweep_runs(std::move(plan), setting, *job);
  // Without the signal, a write beyond the limit on file sizes returns an error, as on a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  SharedJob::require_equal_state(text_equal_on_all_ranks(plan, setting.shard));
  const auto sweep = std::make_shared<SweepSession>(std::move(plan), setting);
  SharedJob::wait_until_ranks_are_ready();
  print_note_of_missing_runs(*sweep);
  const ComputationEnd ending =
      SharedJob::run([sweep](const std::stop_token& stop) { sweep->carry_out(stop); }, [sweep] { sweep->tick(); });
  sweep->close_display();
  if (const auto failure = sweep->run().failure()) {
    const std::uint64_t failed = sweep->run().failed();
    rethrow_with_kept_rows(*failure, fmt::format("{} of {} runs {}{}", sweep->rows(), sweep->all(),
                                                 sweep->file().has_lost_its_path() ? "were done" : "are done and kept",
                                                 failed > 1 ? fmt::format(", {} failed", failed) : ""));
  }
  if (ending.is_interrupted() && sweep->rows() < sweep->all()) {
    // The message is printed before flush_rows_to_disk(), which waits for the disk, because an mpirun that has
    // lost a rank soon kills the other ranks.
    std::cerr << fmt::format("interrupted: {} of {} runs are done{}; --resume goes on\n", sweep->rows(), sweep->all(),
                             sweep->text_of_runs_at_other_ranks());
    sweep->file().flush_rows_to_disk();
    return ending.exit_code();
  }
  sweep->file().flush_rows_to_disk();
  if (setting.quiet) return ExitCode::done;
  print_sweep_result(*sweep);
  std::cerr << unusable_rows_text(setting.csv, sweep->file().unusable_row_count(), sweep->rows());
  return ExitCode::done;
}

void print_dry_run(std::ostream& out, const SweepPlan& plan, const Shard& shard) {
  const std::uint64_t runs = shard.size(plan.cell_count());
  std::istringstream identity(plan.text_identifying_sweep());
  for (std::string line; std::getline(identity, line);) {
    // Indented lines of a sweep's identity text are constants of machines, which 'switchyard machine' prints.
    if (!line.starts_with(' ')) out << line << '\n';
  }
  if (plan.skipped_run_count() > 0) out << fmt::format("left out as impossible: {}\n", plan.skipped_run_count());
  if (shard.count > 1) out << fmt::format("runs of shard {} of {}: {}\n", shard.number + 1, shard.count, runs);
  out << fmt::format("largest run: about {:.1f} MiB for messages\n", plan.largest_run_bytes() / (1024.0 * 1024.0));
}

}  // namespace switchyard::sweep
