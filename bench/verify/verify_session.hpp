#pragma once
/// \file verify_session.hpp
/// Carries out one verification of a program: on several numbers of nodes, and in all settings that the program's
/// message-passing interface allows.

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
  std::string program_path;  ///< the path of the program, as the user has written it
  std::vector<std::uint32_t> node_counts;
  /// The name of the machine that the option --machine gives. If it is not set, MPI programs are verified by what the
  /// MPI standard promises, and not on a particular machine.
  std::optional<std::string> machine_name = {};
  /// The only kind of buffering of sends with which the program is verified; if not set, it is verified with several
  /// kinds.
  std::optional<StandardSendSetting> single_send_buffering_setting = {};
  VerifyLimits limits = {};
};

struct VerifiedCase {
  std::shared_ptr<const VerifyPlan> verify_plan;
  std::uint32_t node_count = 0;
  Verdict verdict = {};
  /// The file from which the wrong run can be repeated; empty if there is none.
  std::string replay_file = {};
};

/// Returns the settings (machine, buffering of sends, collectives) in which the plan's program is verified on `nodes`
/// nodes. Throws UsageError if the program cannot be run on this number of nodes, or on the machine.
VerifySubject verify_subject_for(const VerifyPlan& plan, std::uint32_t nodes);

class VerifySession {
 public:
  /// Throws UsageError if the program cannot be run on one of the plan's numbers of nodes, or on the machine.
  VerifySession(VerifyPlan plan, std::ostream& progress, ProgressStyle style);

  /// Verifies the program on one number of nodes after another, until all are done or a stop is
  /// requested. Throws the UsageError or HostError of a run.
  void verify_program_on_all_node_counts(const std::stop_token& stop);
  const std::shared_ptr<const VerifyPlan>& verify_plan() const noexcept { return plan_; }
  /// Returns the verdicts that are available so far, one for each number of nodes. Any thread may call this.
  std::vector<VerifiedCase> results_so_far() const;
  void refresh_progress_display() { progress_display_.refresh_display(); }
  void close_progress_display() { progress_display_.close(); }

 private:
  std::shared_ptr<const VerifyPlan> plan_;
  ProgressDisplay progress_display_;
  /// For each number of nodes, the settings in which the program is verified.
  std::vector<VerifySubject> settings_by_node_count_;
  mutable std::mutex mutex_;  // The mutex guards results_so_far_.
  std::vector<VerifiedCase> results_so_far_;
};

}  // namespace switchyard
