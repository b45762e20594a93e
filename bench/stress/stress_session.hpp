#pragma once
/// \file stress_session.hpp
/// Runs algorithms, or a node program, many times in different orders of events, and shrinks each failing case that it
/// finds to a smaller one that fails in the same way.

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "bench/experiment/pattern.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/experiment/runner.hpp"
#include "runtime/ranks/work_desk.hpp"
#include "runtime/stress/shrink.hpp"
#include "runtime/stress/stress_blocks.hpp"

namespace switchyard {

struct StressPlan {
  Machine machine;
  /// The algorithms to be tested. If a node program is tested, the list has one entry that represents the program.
  std::vector<Algorithm> algorithms;
  std::optional<ChosenProgram> program = std::nullopt;
  Pattern pattern = {};
  std::optional<std::uint64_t> message_bytes = std::nullopt;
  std::optional<Protocol> protocol = std::nullopt;
  /// The number of runs, and further options, of the stress test of each algorithm.
  StressOptions stress_options = {};
  /// The command-line options that load the user's libraries with the tested algorithms, such as " --load x.so".
  std::string library_load_options_text = {};
};

/// Returns the test case (an algorithm on a matrix, or a program) for one block of runs. All runs of a block have the
/// same matrix; each block has another one.
std::shared_ptr<const StressCase> stress_case_for(const StressPlan& plan, std::size_t algorithm, std::uint64_t block);

/// A failing run as it was found, and the smallest failing case to which it could be shrunk so far.
struct FindingWithSmallestCase {
  FirstFailingRunWithOutcome original_finding;
  FailingCase smallest_failing_case;
  /// The name of the replay file in its folder; empty as long as the file is not written.
  std::string replay_file = {};
};

/// The results of the stress test of one algorithm: how many runs had which outcome, and the failing runs.
struct AlgorithmStressResult {
  StressReport report;
  std::vector<FindingWithSmallestCase> findings;
};

/// The two functions convert between a block of runs and the number of the block as a piece of work that processes
/// share.
std::uint64_t work_piece_number_of_stress_block(const StressTestRunBlock& block, const StressOptions& options) noexcept;
StressTestRunBlock stress_block_of_work_piece_number(std::uint64_t piece, const StressOptions& options) noexcept;
/// Returns a text that names a block of runs, such as "rs_nl, runs 50 to 99".
std::string stress_block_as_text(const StressPlan& plan, const StressTestRunBlock& block);

/// Carries out a stress test of several algorithms or of a node program.
class StressSession final : public SharedWork {
 public:
  /// `progress` is the stream on which progress is shown, such as standard error.
  StressSession(StressPlan plan, std::ostream& progress, ProgressStyle style);

  /// Shares the runs with the other ranks of an MPI job. Call it before carry_out_stress_test(). First rank only.
  void share_runs_with_ranks_of(RankJob& job) { work_distributor_.emplace(*this, job); }
  /// Makes the runs of the stress plan until all are done, a run cannot start, or a stop is requested. After a request
  /// to stop, failing cases are not shrunk. Call it at most once. It throws nothing; stress_error() returns the error.
  void carry_out_stress_test(const std::stop_token& stop) noexcept;

  std::optional<std::uint64_t> take_piece() override;
  std::uint64_t upper_bound_of_pieces_left() const override { return stress_work_.unstarted_block_count(); }
  void add_result(std::uint64_t piece, std::string_view result) override;
  void add_failure(std::uint64_t piece, std::exception_ptr error) override;

  const StressPlan& stress_plan() const noexcept { return plan_; }
  /// Returns the results so far, one for each algorithm that has been begun, in the order of the plan. Any thread may
  /// call this.
  std::vector<AlgorithmStressResult> results() const;
  std::exception_ptr stress_error() const;
  /// Returns the numbers of those blocks of runs that were handed out to other MPI ranks and whose results have not
  /// come back.
  std::set<std::uint64_t> numbers_of_pieces_handed_out() const;
  /// refresh_progress_display() updates the display of the stress test's progress with the time that has passed, and
  /// close_progress_display() ends the display.
  void refresh_progress_display() { progress_display_.refresh_display(); }
  void close_progress_display() { progress_display_.close(); }

 private:
  void show_progress(std::size_t algorithm, std::uint64_t runs);
  std::string name_for_progress_display() const;
  void shrink_findings_of_done_algorithms(const std::stop_token& stop);
  void shrink_failing_case(FailingCase& failing, const std::stop_token& stop) const;
  FindingWithSmallestCase finding_before_shrinking(std::size_t algorithm,
                                                   const FirstFailingRunWithOutcome& finding) const;
  std::vector<FindingWithSmallestCase> finding_before_shrinking(std::size_t algorithm,
                                                                const StressReport& report) const;

  const StressPlan plan_;
  ProgressDisplay progress_display_;
  StressBlockDispatcher stress_work_;
  std::optional<WorkDistributor> work_distributor_;  ///< set only if other MPI ranks share the runs
  WorkRunner shrink_runner_{FailurePolicy::no_further_work_pieces_begin};
  /// For each algorithm, the number of runs that are done.
  std::vector<std::uint64_t> runs_done_by_algorithm_;
  /// The index of the algorithm whose name the display of progress shows.
  std::size_t shown_algorithm_ = 0;
  mutable std::mutex mutex_;  // The mutex guards shrunk_findings_.
  /// For each algorithm, its findings (failing runs) after they were shrunk; empty until all its runs are done.
  std::vector<std::optional<std::vector<FindingWithSmallestCase>>> shrunk_findings_;
};

}  // namespace switchyard
