#pragma once
/// \file message_order.hpp
/// Says which of a run's calls come before a message, or before a choice, in all orders of events in which programs
/// make the same choices as in this run.
///
/// The calls of the run are replayed without any time passing, with a vector clock for each node that counts how many
/// calls of each other node it knows to be done. A node learns of calls from messages, when it has waited for their
/// receives, and in collectives of all nodes. A send is taken to be done at once, so that a sender learns nothing from
/// waiting for it: how long that takes depends on the machine.
///
/// Source: F. Mattern, "Virtual time and global states of distributed systems", Parallel and Distributed Algorithms,
/// 1989.

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/stress/program_log.hpp"

namespace switchyard {

/// The number of calls of each node that are known to be done, by node.
using VectorClock = std::vector<std::uint32_t>;

/// A message. It is the same in all these orders.
struct OrderedMessage {
  const LoggedRequest* send = nullptr;
  const LoggedRequest* receive = nullptr;  ///< receive, or matched probe, of the message; null if there is none
  std::uint32_t before =
      0;  ///< number of calls of its destination, counted from the first, that are done before it is sent
  VectorClock known = {};  ///< what its sender knows, the send included; empty if the run has no choices

  /// Returns whether the receive of the message is posted before the message is sent.
  bool is_expected() const noexcept { return receive != nullptr && receive->posted < before; }
};

struct OrderedChoice {
  const LoggedChoice* choice = nullptr;
  VectorClock known = {};  ///< what the node knows at that call
};

/// The messages and choices of one run. Messages of one sender, and choices of one node, are in program order.
struct RunOrder {
  std::vector<OrderedMessage> messages = {};
  std::vector<OrderedChoice> choices = {};
};

/// Orders a run. Returns nothing if the programs of the log do not come to their ends, or if the log has an obstacle.
std::optional<RunOrder> order_run(const ProgramLog& log);

/// The order of a run that may have got stuck, or have ended early.
struct PartialOrder {
  RunOrder order = {};
  /// A node has got stuck in a wait for one of several requests, which was chosen in advance.
  bool waits_for_chosen = false;
};
/// Needs: a log of all choices without an early obstacle.
PartialOrder order_as_far(const ProgramLog& log);

}  // namespace switchyard
