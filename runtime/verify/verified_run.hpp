#pragma once
/// \file verified_run.hpp
/// One run of a program under verification: how it ended, and which defects it has shown.

#include <optional>
#include <string>
#include <vector>

#include "runtime/defect.hpp"
#include "runtime/state_marks.hpp"
#include "runtime/stress/outcome.hpp"
#include "runtime/stress/program_log.hpp"
#include "runtime/stress/trial.hpp"
#include "runtime/verify/subject.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {

/// How a run ended, with the defects that it has shown and the text that it has printed.
struct RunEndState {
  RunOutcome outcome = RunOutcome::completed;
  std::string error_report = {};  ///< text of the error that has ended the run; empty if there was none
  std::optional<DefectClass> defect_class_of_run_error =
      {};  ///< class of the defect that has ended the run; empty if the run has ended without an error, or with an
           ///< error that is no defect
  std::vector<CallInvolvedInDefect> calls_involved_in_error =
      {};                                       ///< the calls involved in the error that has ended the run
  std::optional<WaitGraph> wait_graph = {};     ///< the wait-for graph of the nodes, if the run has ended in a deadlock
  bool has_reached_host_time_limit = false;     ///< whether the run was ended because it reached a limit of host time
  std::vector<Defect> defects_before_end = {};  ///< defects that the run has shown without being ended by them, sorted
                                                ///< by node
  std::string printed_text = {};
  StatesByNode program_states = {};  ///< hashes of the states that the programs have recorded in the run
                                     ///< (state_marks.hpp)

  bool is_completed_without_defects() const noexcept {
    return outcome == RunOutcome::completed && defects_before_end.empty();
  }
  /// Returns whether this run and another one look alike to a user, who sees what the program has printed and how it
  /// has ended.
  bool ends_in_same_way_as(const RunEndState& other) const;
  /// Returns whether this run and another one are both right and differ only in the texts that they have printed.
  bool differs_only_in_print(const RunEndState& other) const;
};

/// Runs the program in one setting (a way to run it that the standard allows), any number of times, and records how
/// each run ends.
class TrialOfProgramUnderVerification final : public StressTrial {
 public:
  explicit TrialOfProgramUnderVerification(const VerifySetting& setting) : setting_(setting) {}
  const Machine& machine() const override { return setting_.machine; }
  /// Runs the program once. Throws what switchyard::run() throws, after storing the error for end_state().
  RunReport run(const Machine& machine, const RunOptions& options) override;
  /// Returns how the last run ended.
  const RunEndState& end_state() const noexcept { return end_state_; }
  RunEndState take_end_state() { return std::move(end_state_); }

 private:
  void note_error(const std::exception_ptr& error);

  const VerifySetting& setting_;
  DefectLog defect_log_;
  RunEndState end_state_;
};

/// Returns a hash of all calls in a run, without the data of messages. All runs of a deterministic program in the same
/// order of events have the same hash.
std::uint64_t calls_hash(const ProgramLog& log);

}  // namespace switchyard
