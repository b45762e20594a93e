#pragma once
/// \file verify_session.hpp
/// One verification that is being carried out: a program on several numbers of nodes, in all settings that its
/// interface allows.

#include <cstdint>
#include <iosfwd>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/progress_display.hpp"
#include "runtime/verify/verify.hpp"

namespace switchyard {

struct VerifyPlan {
  ChosenProgram program;
  std::string path;  ///< of the program, as the user wrote it
  std::vector<std::uint32_t> nodes;
  /// The machine of --machine; without one, MPI programs are held to the standard alone.
  std::optional<std::string> machine = {};
  std::optional<SendSetting> sends = {};  ///< buffering that is given, and not explored
  VerifyLimits limits = {};
};

struct VerifiedCase {
  std::shared_ptr<const VerifyPlan> plan;
  std::uint32_t nodes = 0;
  Verdict verdict = {};
  std::string replay_file = {};  ///< from which the run is had again; empty if there is none
};

/// Returns the settings of one number of nodes. Throws UsageError if the program cannot be run on so many, or on this
/// machine.
VerifySubject subject_of(const VerifyPlan& plan, std::uint32_t nodes);

class VerifySession {
 public:
  /// Throws UsageError as subject_of() does.
  VerifySession(VerifyPlan plan, std::ostream& progress);

  /// Verifies one case after another until all are done or a stop is asked for. Throws what runs throw of UsageError
  /// and HostError.
  void carry_out(const std::stop_token& stop);
  const std::shared_ptr<const VerifyPlan>& plan() const noexcept { return plan_; }
  /// Returns the cases that are done. Any thread.
  std::vector<VerifiedCase> results() const;
  void close_progress() { progress_.close(); }

 private:
  std::shared_ptr<const VerifyPlan> plan_;
  ProgressDisplay progress_;
  std::vector<VerifySubject> subjects_;  ///< one for each number of nodes
  mutable std::mutex mutex_;             // guards the results
  std::vector<VerifiedCase> results_;
};

}  // namespace switchyard
