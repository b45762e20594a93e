#pragma once
/// \file stress_session.hpp
/// Runs algorithms, one after the other, or a node program many times in different orders of events, and shrinks the
/// failing cases that this finds.

#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/experiment/pattern.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/progress_display.hpp"
#include "bench/experiment/runner.hpp"
#include "runtime/stress/shrink.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {

struct StressPlan {
  Machine machine;
  std::vector<Algorithm> algorithms;  ///< the algorithms to test; for a node program, one entry that stands for it
  std::optional<ChosenProgram> program = std::nullopt;
  Pattern pattern = {};
  std::optional<std::uint64_t> bytes = std::nullopt;
  std::optional<Protocol> protocol = std::nullopt;
  StressOptions options = {};       ///< runs and further settings of each algorithm
  std::string load_arguments = {};  ///< options that load the libraries of these algorithms, such as " --load x.so"
};

/// Returns the test case (an algorithm on a matrix, or a program) for one block of runs; each block has a matrix of its
/// own.
std::shared_ptr<const StressCase> case_of(const StressPlan& plan, std::size_t algorithm, std::uint64_t block);

/// A failing run as it was found, and the smallest case so far that fails in the same way.
struct ShownFinding {
  Finding found;
  FailingCase smallest;
  std::string replay_file = {};  ///< name of the replay file in its folder, empty until it is written
};

/// The results of the stress test of one algorithm: counts of outcomes, and the failing runs.
struct AlgorithmStress {
  StressReport report;
  std::vector<ShownFinding> findings;
};

/// A stress test of several algorithms, or of a node program, that is being carried out.
class StressSession {
 public:
  /// Shows progress on `progress`, which is standard error.
  StressSession(StressPlan plan, std::ostream& progress)
      : plan_(std::move(plan)), progress_(progress, progress_style_of_standard_error()) {}

  /// Makes the runs of the plan until all are done, a run cannot start, or a stop is asked for. After a stop, failing
  /// cases are not shrunk. Call it at most once. It throws nothing: see error().
  void carry_out(const std::stop_token& stop) noexcept;

  const StressPlan& plan() const noexcept { return plan_; }
  /// Returns the results so far, in the order of the algorithms. Any thread may call this.
  std::vector<AlgorithmStress> results() const;
  std::exception_ptr error() const;
  /// Ends the progress display.
  void close_progress() { progress_.close(); }

 private:
  void stress_one(std::size_t algorithm, const std::stop_token& stop);
  void make_smaller(FailingCase& failing, const std::stop_token& stop) const;
  ShownFinding unshrunk(std::size_t algorithm, const Finding& finding) const;

  StressPlan plan_;
  ProgressDisplay progress_;
  Runner runner_{OnFailure::end};
  mutable std::mutex mutex_;  // guards the members below
  std::vector<std::unique_ptr<StressRun>> runs_;
  std::vector<std::vector<ShownFinding>> shrunk_;  ///< indexed by algorithm, for the algorithms that are done
};

}  // namespace switchyard
