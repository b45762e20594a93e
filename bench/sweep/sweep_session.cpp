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
  return plan.declaration().name +
         (shard.shard_count == 1 ? "" : fmt::format(" {}/{}", shard.shard_number + 1, shard.shard_count));
}

/// Carries out a sweep. The object owns everything that the sweep uses, because a run may continue after Ctrl-C.
class SweepSession {
 public:
  SweepSession(SweepPlan plan, const SweepSetting& setting)
      : plan_(std::move(plan)),
        setting_(setting),
        results_file_("--csv", setting_.result_table_path, plan_, setting_.shard, setting_.resumes_table),
        progress_display_(std::cerr, progress_style_of_standard_error(setting_.quiet)),
        sweep_run_(plan_, setting_.shard, results_file_, setting_.parallel_run_limit,
                   [this](std::uint64_t done, std::uint64_t all) { show_sweep_progress(done, all); }) {
    if (setting_.continues_after_failures) sweep_run_.continue_after_failures();
    if (MpiJobMembership::joined_mpi_job() != nullptr)
      work_distributor_.emplace(sweep_run_, *MpiJobMembership::joined_mpi_job());
  }

  void carry_out_runs_and_show_progress(const std::stop_token& stop) {
    progress_display_.begin_job(name_of_sweep_and_shard(plan_, setting_.shard));
    const auto own_share = [&] { sweep_run_.carry_out_sweep_runs(stop); };
    work_distributor_ ? work_distributor_->carry_out_shared_work(own_share, stop) : own_share();
    if (!sweep_run_.failure() && !stop.stop_requested()) progress_display_.end_current_job();
  }

  void refresh_progress_display() { progress_display_.refresh_display(); }
  void close_display() { progress_display_.close(); }
  const SweepPlan& sweep_plan() const noexcept { return plan_; }
  const SweepSetting& setting() const noexcept { return setting_; }
  ResultsFile& results_file() noexcept { return results_file_; }
  const SweepRun& sweep_run() const noexcept { return sweep_run_; }
  /// Returns the number of runs for which the result table has a row.
  std::uint64_t row_count() const {
    return results_file_.count_runs_in_table_at_opening() + sweep_run_.done_run_count();
  }
  std::uint64_t final_row_count() const {
    return results_file_.count_runs_in_table_at_opening() + sweep_run_.runs_to_do();
  }
  /// Returns texts that name the first few runs for which the result table had no row when the sweep was started.
  std::vector<std::string> first_missing_runs() const {
    constexpr std::size_t kMostListed = 3;
    std::vector<std::string> texts;
    for (std::uint64_t i = 0; i < setting_.shard.run_count(plan_.run_count()) && texts.size() < kMostListed; ++i) {
      if (!results_file_.had_run_in_table_at_opening(setting_.shard.run_number_at(i)))
        texts.push_back(plan_.text_of_sweep_run(setting_.shard.run_number_at(i)));
    }
    return texts;
  }
  /// Returns a text about the runs that were handed out to other MPI ranks and whose results have not come back. The
  /// text is empty if there are no such runs.
  std::string text_of_runs_at_other_ranks() const {
    if (!work_distributor_) return "";
    return MpiJobMembership::missing_work_pieces_as_text(
        work_distributor_->numbers_of_pieces_handed_out(),
        [this](std::uint64_t cell) { return plan_.text_of_sweep_run(cell); });
  }

 private:
  void show_sweep_progress(std::uint64_t done, std::uint64_t all) {
    progress_display_.update_display({.done_fraction = static_cast<double>(done) / static_cast<double>(all),
                                      .done_items = done,
                                      .item_name = "runs"});
  }

  const SweepPlan plan_;
  const SweepSetting setting_;
  ResultsFile results_file_;
  ProgressDisplay progress_display_;
  SweepRun sweep_run_;
  std::optional<WorkDistributor> work_distributor_;  ///< set only if other MPI ranks share the sweep
};

[[noreturn]] void rethrow_failure_naming_kept_rows(const WorkPieceFailure& failure, const std::string& kept) {
  try {
    std::rethrow_exception(failure.error);
  } catch (const Error& error) {
    if (error.exit_code() != ExitCode::deadlock) rethrow_failure_with_remedy(failure, {}, "; " + kept);
    // A deadlock report has several lines, so it is printed at once and does not become part of the error's text.
    std::cerr << (failure.failed_work_name.empty() ? "" : failure.failed_work_name + ": ") << '\n'
              << error.what() << '\n';
    throw Error(kept, error.exit_code());
  } catch (...) {
    rethrow_failure_with_remedy(failure, "use fewer jobs or smaller messages", "; " + kept);
  }
}

void print_sweep_result(const SweepSession& sweep) {
  const std::string& csv = sweep.setting().result_table_path;
  if (!is_table_regular_file(csv)) return;
  if (sweep.setting().shard.shard_count == 1) print_best_algorithms(std::cout, sweep.sweep_plan(), csv);
  std::cout << fmt::format("{}: {} rows, {} of them new\n", csv, sweep.row_count(), sweep.sweep_run().done_run_count());
}

/// If a sweep is resumed, prints on standard error how many runs have no row in the result table yet, and names a few
/// of them.
void print_note_of_missing_runs(const SweepSession& sweep) {
  const std::uint64_t missing = sweep.sweep_run().runs_to_do();
  if (!sweep.setting().resumes_table || sweep.setting().quiet || missing == 0) return;
  std::cerr << fmt::format("--resume: {} of {} runs are missing, such as {}\n", missing, sweep.final_row_count(),
                           fmt::join(sweep.first_missing_runs(), "; "));
}

/// Returns a text that must be the same on all MPI ranks that share a sweep: the build of the program, the shard, and
/// the text that identifies the sweep.
std::string text_equal_on_all_ranks(const SweepPlan& plan, const Shard& shard) {
  return fmt::format("{}\nshard {}/{}\n{}", version_and_build_text(), shard.shard_number + 1, shard.shard_count,
                     plan.text_identifying_sweep());
}

/// Does what a rank of an mpirun other than the first does in a sweep: carries out the runs that the first rank hands
/// out. The first rank prints all results and errors.
ExitCode join_sweep_of_first_rank(SweepPlan plan, const SweepSetting& setting, RankJob& job) {
  MpiJobMembership::require_equal_text_on_all_ranks(text_equal_on_all_ranks(plan, setting.shard));
  MpiJobMembership::wait_until_ranks_are_ready();
  const auto owned = std::make_shared<const SweepPlan>(std::move(plan));
  const auto share = [owned, jobs = setting.parallel_run_limit, &job](const std::stop_token& stop) {
    carry_out_sweep_runs_for_first_rank(*owned, jobs, job, stop);
  };
  return MpiJobMembership::run_until_done_or_signal(share).exit_code();
}

}  // namespace

void check_ranks_can_share_sweep(const SweepPlan& plan) {
  if (plan.declaration().exchange_options.run.clock != ClockKind::wall) return;
  throw UsageError({.place = "mpirun",
                    .reason = "runs paced by real time go one after another, and ranks would disturb each other",
                    .remedy = "start one process, or one on each host with --shard"});
}

ExitCode carry_out_sweep(SweepPlan plan, const SweepSetting& setting) {
  RankJob* const job = MpiJobMembership::joined_mpi_job();
  if (job != nullptr && !job->is_first_rank()) return join_sweep_of_first_rank(std::move(plan), setting, *job);
  // If the signal SIGXFSZ is ignored, a write beyond the limit on file sizes returns an error, as on a full disk,
  // instead of ending the process.
  std::signal(SIGXFSZ, SIG_IGN);
  MpiJobMembership::require_equal_text_on_all_ranks(text_equal_on_all_ranks(plan, setting.shard));
  const auto sweep = std::make_shared<SweepSession>(std::move(plan), setting);
  MpiJobMembership::wait_until_ranks_are_ready();
  print_note_of_missing_runs(*sweep);
  const ComputationEnd ending = MpiJobMembership::run_until_done_or_signal(
      [sweep](const std::stop_token& stop) { sweep->carry_out_runs_and_show_progress(stop); },
      [sweep] { sweep->refresh_progress_display(); });
  sweep->close_display();
  if (const auto failure = sweep->sweep_run().failure()) {
    const std::uint64_t failed = sweep->sweep_run().failed_run_count();
    rethrow_failure_naming_kept_rows(
        *failure, fmt::format("{} of {} runs {}{}", sweep->row_count(), sweep->final_row_count(),
                              sweep->results_file().has_table_moved() ? "were done" : "are done and kept",
                              failed > 1 ? fmt::format(", {} failed", failed) : ""));
  }
  if (ending.is_interrupted() && sweep->row_count() < sweep->final_row_count()) {
    // The message is printed before flush_rows_to_disk(), which waits for the disk: an mpirun that has lost a rank soon
    // kills the other ranks, so a later message could be lost.
    std::cerr << fmt::format("interrupted: {} of {} runs are done{}; --resume goes on\n", sweep->row_count(),
                             sweep->final_row_count(), sweep->text_of_runs_at_other_ranks());
    sweep->results_file().flush_rows_to_disk();
    return ending.exit_code();
  }
  sweep->results_file().flush_rows_to_disk();
  if (setting.quiet) return ExitCode::done;
  print_sweep_result(*sweep);
  std::cerr << unusable_rows_text(setting.result_table_path, sweep->results_file().unusable_row_count(),
                                  sweep->row_count());
  return ExitCode::done;
}

void print_dry_run(std::ostream& out, const SweepPlan& plan, const Shard& shard) {
  const std::uint64_t runs = shard.run_count(plan.run_count());
  std::istringstream identity(plan.text_identifying_sweep());
  for (std::string line; std::getline(identity, line);) {
    // Indented lines of a sweep's identity text are constants of machines, which 'switchyard machine' prints.
    if (!line.starts_with(' ')) out << line << '\n';
  }
  if (plan.skipped_run_count() > 0) out << fmt::format("left out as impossible: {}\n", plan.skipped_run_count());
  if (shard.shard_count > 1)
    out << fmt::format("runs of shard {} of {}: {}\n", shard.shard_number + 1, shard.shard_count, runs);
  out << fmt::format("largest run: about {:.1f} MiB for messages\n", plan.largest_run_bytes() / (1024.0 * 1024.0));
}

}  // namespace switchyard::sweep
