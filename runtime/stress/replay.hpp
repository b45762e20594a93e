#pragma once
/// \file replay.hpp
/// Writes a run as one short replay line, from which the run can be repeated:
/// `sy1:pct:17:n3:b1:12.3,40.1`.
///
/// A replay line consists of `sy1`, the strategy, the seed, `n` with the number of nodes, `b` with the number of times
/// that the machine's buffers are halved, `t` with the limit of virtual time unless it is the default, and the
/// decisions if there are any. A decision 12.3 says that at event number 12, pending event number 3 came next instead
/// of the first one. The machine and the program are not part of a replay line.

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/stress/disturbed_run.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

/// The contents of a replay line, a text from which one run of a stress test can be repeated.
struct ReplayLineContents {
  StressStrategy strategy = StressStrategy::random;
  std::uint64_t seed = 0;
  std::uint32_t nodes = 1;
  unsigned halvings = 0;
  Duration time_limit = RunLimits{}.time_limit;
  std::vector<ArbiterDecision> arbiter_decisions = {};
  friend bool operator==(const ReplayLineContents&, const ReplayLineContents&) = default;
};

ReplayLineContents replay_line_contents(const StressedRun& run, const RunLimits& limits = {});
std::string replay_string(const ReplayLineContents& key);
std::string replay_string(const StressedRun& run, const RunLimits& limits = {});

/// Returns whether `text` looks like a replay line rather than the name of a file.
bool looks_like_replay_string(const std::string& text);
/// Parses a replay line. Throws a UsageError whose text is one line and begins with `place`, the place of the replay
/// line in the user's input.
ReplayLineContents parse_replay_string(const UserInputPlace& place, const std::string& text);

/// Returns the test case `stressed` on a machine with `nodes` nodes. Throws a UsageError, whose text begins with
/// `place`, if there is no such machine or case.
std::shared_ptr<const StressCase> stress_case_with_node_count(const std::shared_ptr<const StressCase>& stressed,
                                                              std::uint32_t nodes, const UserInputPlace& place);

/// Repeats the run that `key` describes. The test case must have as many nodes as `key`. If real threads raced in the
/// run, it is repeated until it ends with `outcome`, or with any failure if `outcome` is RunOutcome::completed, but at
/// most `most_repeats` times.
StressedRun repeat_run(const StressCase& stressed, const ReplayLineContents& key, const RunLimits& limits = {},
                       RunOutcome outcome = RunOutcome::completed, std::uint64_t most_repeats = 1000);

/// Repeats the run of a node program that `text`, a replay line, describes. The limit of virtual time comes from the
/// line, and all other limits from `limits`. With ExecutorKind::threads each node is a thread that a debugger shows.
/// Throws a UsageError with one line of text if `text` is not a replay line, or if the machine cannot have that many
/// nodes.
StressedRun replay(const Machine& machine, const NodeProgram& program, const std::string& text,
                   const RunLimits& limits = {});

}  // namespace switchyard
