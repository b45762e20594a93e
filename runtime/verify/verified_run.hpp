#pragma once
/// \file verified_run.hpp
/// One run of what is verified, and all that it shows.

#include <optional>
#include <string>
#include <vector>

#include "runtime/defect.hpp"
#include "runtime/stress/outcome.hpp"
#include "runtime/stress/program_log.hpp"
#include "runtime/stress/trial.hpp"
#include "runtime/verify/subject.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {

/// How a run has ended.
struct EndState {
  Outcome outcome = Outcome::completed;
  std::string text = {};                   ///< of the error
  std::optional<DefectClass> defect = {};  ///< of the error
  std::vector<DefectCall> calls = {};      ///< that have part in the error
  std::optional<WaitGraph> graph = {};     ///< of a deadlock
  bool has_expired = false;                ///< ended at a limit of the host's time
  std::vector<Defect> defects = {};        ///< that have not ended it, in the order of their nodes and texts
  std::string printed = {};

  bool is_right() const noexcept { return outcome == Outcome::completed && defects.empty(); }
  /// To whoever looks at what the program has printed and at how it has ended.
  bool ends_as(const EndState& other) const;
};

/// Runs one setting again and again, as it is.
class VerifiedTrial final : public Trial {
 public:
  explicit VerifiedTrial(const VerifySetting& setting) : setting_(setting) {}
  const Machine& machine() const override { return setting_.machine; }
  /// Throws what run() throws, after it has noted that in end().
  RunReport run(const Machine& machine, const RunOptions& options) override;
  /// Of the last run.
  const EndState& end() const noexcept { return end_; }
  EndState take_end() { return std::move(end_); }

 private:
  void note_error(const std::exception_ptr& error);

  const VerifySetting& setting_;
  DefectLog defects_;
  EndState end_;
};

/// Of what the programs of a run have asked for, but for the data: the same for all runs of a program that is
/// deterministic, in one order of events.
std::uint64_t calls_hash(const ProgramLog& log);

}  // namespace switchyard
