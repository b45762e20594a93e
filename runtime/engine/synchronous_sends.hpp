#pragma once
/// \file synchronous_sends.hpp
/// Sends in synchronous mode, the same on every machine: such a send is complete when its buffer may be used again, a
/// receive has taken its message, and word of that has come back (MachineModel::acknowledge_time).

#include <cstdint>
#include <vector>

#include "runtime/engine/nodes.hpp"

namespace switchyard {

class SynchronousSends {
 public:
  SynchronousSends(const MachineModel& machine, Nodes& nodes) : machine_(machine), nodes_(nodes) {}

  /// The fabric is done with the buffer of `send`.
  void has_left(Request& send);
  /// `send` was matched by a receive, or cancelled: it may be complete now. A probe that takes its message does not
  /// match it, as the receive for that may come much later.
  void settle(Request& send);
  /// The event kAcknowledged with this item is due.
  void acknowledge(std::uint32_t item);

 private:
  void await_acknowledgement(Request& send, Duration time);

  const MachineModel& machine_;
  Nodes& nodes_;
  std::vector<Request*> on_their_way_;  ///< by item: sends whose acknowledgement is under way
  std::vector<std::uint32_t> free_;     ///< items that name none
};

}  // namespace switchyard
