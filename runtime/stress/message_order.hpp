#pragma once
/// \file message_order.hpp
/// What of a run's calls comes before a message, or before a choice, in all orders of events in which programs choose
/// as they did in this run.
///
/// The calls of the run are replayed in no time at all, with a vector clock for each node: how many calls
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

/// By node, how many of its calls are known to be done.
using VectorClock = std::vector<std::uint32_t>;

/// One message, the same in all these orders.
struct OrderedMessage {
  const LoggedRequest* send = nullptr;
  const LoggedRequest* receive = nullptr;  ///< null if none is posted for it
  std::uint32_t before = 0;  ///< so many calls of its destination, the first ones, are done before it is sent
  VectorClock known = {};    ///< to its sender, the send included; empty if the run has no choices

  /// Its receive is posted before it is sent.
  bool is_expected() const noexcept { return receive != nullptr && receive->posted < before; }
};

struct OrderedChoice {
  const LoggedChoice* choice = nullptr;
  VectorClock known = {};  ///< to its node, at that call
};

/// Of one run; those of one sender, and those of one node, in program order.
struct RunOrder {
  std::vector<OrderedMessage> messages = {};
  std::vector<OrderedChoice> choices = {};
};

/// Nothing if the programs of the log do not come to their ends, or it has an obstacle.
std::optional<RunOrder> order_run(const ProgramLog& log);

}  // namespace switchyard
