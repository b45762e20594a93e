#pragma once
/// \file leveled.hpp
/// Carries a leveled list of messages out on a machine: each level a phase, or all as fast as the network lets them.
///
/// Source: D. R. Surma, E. H.-M. Sha, TR-97-2 (1997): levels stand for steps of time. Departs from it: messages may
/// differ in length and in when they are ready, and a level takes what its slowest message takes.

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/schedule/leveled_list.hpp"
#include "runtime/machine.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// When a node may send the messages of a level.
enum class Pace : std::uint8_t {
  by_level,  ///< when all messages of the level before have arrived everywhere: a barrier after each level
  free,      ///< at once, in the order of the levels; levels then overlap, and messages wait for links
};

struct ListRunOptions {
  Pace pace = Pace::by_level;
  std::uint64_t packet_bytes = 1024;
  /// What one unit of ListedMessage::ready is. Nothing: the time of a message of one packet.
  std::optional<Duration> time_unit = std::nullopt;
  RunOptions run = {.executor = kQuickExecutor};
};

struct ListRunResult {
  RunReport report;
  /// When each message had arrived, after the time at which the first is ready; 0 for one to its own node.
  std::vector<Duration> completion;
  double mean_completion_us() const;
};

/// Sends packets x packet_bytes bytes for each message, on its usual route or, if it is on its detour, by
/// Route::second, and checks every byte on arrival.
///
/// Throws: UsageError if the sizes differ or a node is outside the machine; DataError if a byte does not arrive; what
/// run() throws, such as DeadlockError.
ListRunResult run_list(const Machine& machine, std::span<const ListedMessage> messages, const LeveledList& leveled,
                       const MessagePaths& paths, const ListRunOptions& options = {});

}  // namespace switchyard
