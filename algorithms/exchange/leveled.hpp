#pragma once
/// \file leveled.hpp
/// Runs a list of messages with levels on a machine. A level is a time step in which a message is sent. Either each
/// level is a phase that ends with a barrier, or all messages go as fast as the network lets them.
///
/// Source: D. R. Surma, E. H.-M. Sha, TR-97-2 (1997): levels stand for steps of time. Departs from the paper: messages
/// may differ in length and in when they are ready, and a level takes the time of its slowest message.

#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/schedule/leveled_list.hpp"
#include "runtime/machine.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// Whether a node waits before it sends the messages of the next level (time step).
enum class TimeStepSynchronization : std::uint8_t {
  by_level,  ///< a node waits until all messages of the previous level have arrived, with a barrier after each level
  without_barriers,  ///< a node sends its messages at once, in the order of their levels; messages wait only for links
};

struct MessageListRunOptions {
  TimeStepSynchronization time_step_synchronization = TimeStepSynchronization::by_level;
  std::uint64_t packet_bytes = 1024;
  /// The length of one unit of ListedMessage::ready_time. If not set, it is the time that a message of one packet
  /// takes.
  std::optional<Duration> time_unit = std::nullopt;
  RunOptions run = {.executor = kQuickExecutor};
};

struct MessageListRunResult {
  RunReport report;
  /// For each message, the time at which its last byte arrived, counted from the time at which the
  /// first message of the list is ready; 0 for a message from a node to itself.
  std::vector<Duration> completion_times;
  double mean_completion_us() const;
};

/// Runs a list of messages whose levels (time steps) a scheduler has chosen. A message has ListedMessage::packet_count
/// times `packet_bytes` bytes. It takes the usual route, or Route::second if the scheduler moved it to its detour.
/// Every byte is checked on arrival.
///
/// Throws: UsageError if `messages`, `message_list_schedule` and `paths` have different numbers of messages, or a node
///         is outside the machine. DataError if a byte does not arrive correctly. What run() throws, such as
///         DeadlockError.
MessageListRunResult run_leveled_list(const Machine& machine, std::span<const ListedMessage> messages,
                                      const MessageListSchedule& message_list_schedule, const MessagePaths& paths,
                                      const MessageListRunOptions& options = {});

}  // namespace switchyard
