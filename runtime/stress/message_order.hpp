#pragma once
/// \file message_order.hpp
/// What of a run's calls comes before a message in all orders of events.
///
/// The calls of a run without choices are replayed in no time at all, with a vector clock for each node: how many calls
/// of each other node it knows to be done. It learns that from messages, when it has waited for their receives, and
/// where all nodes meet. A send is taken to be done at once, so that a sender learns nothing from waiting for it: how
/// long that takes is up to the machine.
///
/// Source: F. Mattern, "Virtual time and global states of distributed systems", Parallel and Distributed Algorithms,
/// 1989.

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/stress/program_log.hpp"

namespace switchyard {

/// One message, the same in all orders.
struct OrderedMessage {
  const LoggedRequest* send = nullptr;
  const LoggedRequest* receive = nullptr;  ///< null if none is posted for it
  std::uint32_t before = 0;  ///< so many calls of its destination, the first ones, are done before it is sent

  /// Its receive is posted before it is sent.
  bool is_expected() const noexcept { return receive != nullptr && receive->posted < before; }
};

/// All messages of a log without choices; nothing if its programs do not come to their ends.
std::optional<std::vector<OrderedMessage>> order_messages(const ProgramLog& log);

}  // namespace switchyard
