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

/// A vector clock: for each node, the number of its calls that are known to be done.
using VectorClock = std::vector<std::uint32_t>;

/// A message of a run, which is the same in all orders of events in which programs make the same choices.
struct OrderedMessage {
  const LoggedRequest* send = nullptr;
  const LoggedRequest* receive = nullptr;  ///< receive, or matched probe, of the message; null if there is none
  std::uint32_t before =
      0;  ///< number of calls of its destination, counted from the first, that are done before it is sent
  VectorClock known = {};  ///< clock of its sender after the send; empty if the run has no choices

  /// Returns whether the receive of the message is posted before the message is sent.
  bool is_expected() const noexcept { return receive != nullptr && receive->posted < before; }
};

struct OrderedChoice {
  const LoggedChoice* choice = nullptr;
  VectorClock known = {};  ///< clock of the node at the call that makes the choice
};

/// The messages and choices of one run. Messages of one sender, and choices of one node, are in program order.
struct RunOrder {
  std::vector<OrderedMessage> messages = {};
  std::vector<OrderedChoice> choices = {};
};

/// Orders the calls of a logged run by vector clocks. Returns nothing if the programs of the log do not come to their
/// ends, or if the log has an obstacle.
std::optional<RunOrder> order_run(const ProgramLog& log);

/// The order of a run that may have got stuck, or have ended early.
struct PartialOrder {
  RunOrder order = {};
  /// Whether a node has got stuck in a wait for any of several requests, of which one was chosen in advance.
  bool waits_for_chosen = false;
};
/// Orders the calls of a logged run as far as they can be done. Needs: a log of all choices (log_all_choices())
/// without an early obstacle.
PartialOrder order_as_far(const ProgramLog& log);

}  // namespace switchyard
