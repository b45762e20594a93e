#pragma once
/// \file stress_session.hpp
/// Puts one algorithm after the other under stress, or a node program, and makes what is found small.

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
  std::vector<Algorithm> algorithms;  ///< of a program: the one that stands for it
  std::optional<ChosenProgram> program = std::nullopt;
  Pattern pattern = {};
  std::optional<std::uint64_t> bytes = std::nullopt;
  std::optional<Protocol> protocol = std::nullopt;
  StressOptions options = {};       ///< runs and all else, of each algorithm
  std::string load_arguments = {};  ///< what a command line needs to find these algorithms: " --load x.so"
};

/// What the runs of a block work on.
std::shared_ptr<const StressCase> case_of(const StressPlan& plan, std::size_t algorithm, std::uint64_t block);

/// A finding as it was found, and as small as it has become.
struct ShownFinding {
  Finding found;
  FailingCase smallest;
  std::string replay_file = {};  ///< once it is written: its name in the folder
};

/// What one algorithm has shown.
struct AlgorithmStress {
  StressReport report;
  std::vector<ShownFinding> findings;
};

/// A stress of several algorithms under way.
class StressSession {
 public:
  /// `progress` is where to say how far it is: standard error.
  StressSession(StressPlan plan, std::ostream& progress)
      : plan_(std::move(plan)), progress_(progress, progress_style_of_standard_error()) {}

  /// Until all is done, something cannot be run, or a stop is asked for; findings are then left as large as they are.
  /// At most once. Nothing is thrown: see error().
  void carry_out(const std::stop_token& stop) noexcept;

  const StressPlan& plan() const noexcept { return plan_; }
  /// What is done so far, in the order of the algorithms. Any thread.
  std::vector<AlgorithmStress> results() const;
  std::exception_ptr error() const;
  /// Nothing more is said about how far it is.
  void close_progress() { progress_.close(); }

 private:
  void stress_one(std::size_t algorithm, const std::stop_token& stop);
  void make_smaller(FailingCase& failing, const std::stop_token& stop) const;
  ShownFinding unshrunk(std::size_t algorithm, const Finding& finding) const;

  StressPlan plan_;
  ProgressDisplay progress_;
  Runner runner_{OnFailure::end};
  mutable std::mutex mutex_;  // guards all below
  std::vector<std::unique_ptr<StressRun>> runs_;
  std::vector<std::vector<ShownFinding>> shrunk_;  ///< of the algorithms that are done
};

}  // namespace switchyard
