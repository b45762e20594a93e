#pragma once
/// \file replay.hpp
/// A run as one short line, from which it is had again: `sy1:pct:17:n3:b1:12.3,40.1`.
///
/// The line is `sy1`, the strategy, the seed, `n` and how many nodes there are, `b` and how many times the machine's
/// buffers are halved, where it is not the usual one `t` and the limit of virtual time, and the decisions, if there are
/// any: at event number 12 pending event number 3 came next, and not the first one. The machine and the program are not
/// part of it.

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/stress/disturbed_run.hpp"
#include "runtime/stress/stress_case.hpp"

namespace switchyard {

/// What such a line says.
struct ReplayKey {
  Strategy strategy = Strategy::random;
  std::uint64_t seed = 0;
  std::uint32_t nodes = 1;
  unsigned halvings = 0;
  Duration time_limit = RunLimits{}.time_limit;
  std::vector<Decision> decisions = {};
  friend bool operator==(const ReplayKey&, const ReplayKey&) = default;
};

ReplayKey replay_key(const StressedRun& run, const RunLimits& limits = {});
std::string replay_string(const ReplayKey& key);
std::string replay_string(const StressedRun& run, const RunLimits& limits = {});

/// Whether `text` is meant to be such a line, rather than the name of a file.
bool looks_like_replay_string(const std::string& text);
/// Throws UsageError of one line that opens with `place`.
ReplayKey parse_replay_string(const InputPlace& place, const std::string& text);

/// The case on a machine with so many nodes. Throws UsageError that opens with `place` if there is none.
std::shared_ptr<const StressCase> with_nodes(const std::shared_ptr<const StressCase>& stressed, std::uint32_t nodes,
                                             const InputPlace& place);

/// The run that `key` leads to, of a case with as many nodes. Where real threads raced it is repeated, up to so many
/// times, until it ends as `outcome` says; or in any way but well, if that is Outcome::completed.
StressedRun run_again(const StressCase& stressed, const ReplayKey& key, const RunLimits& limits = {},
                      Outcome outcome = Outcome::completed, std::uint64_t most_repeats = 1000);

/// The run of a node program that the line leads to. `limits` counts but for its limit of virtual time, which the line
/// settles; with ExecutorKind::threads each node is a thread that a debugger shows.
/// Throws UsageError of one line if `text` is no such line, or the machine cannot have so many nodes.
StressedRun replay(const Machine& machine, const NodeProgram& program, const std::string& text,
                   const RunLimits& limits = {});

}  // namespace switchyard
