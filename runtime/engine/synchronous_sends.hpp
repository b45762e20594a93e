#pragma once
/// \file synchronous_sends.hpp
/// Sends in synchronous mode, which work alike on every machine: such a send is complete when its buffer may be used
/// again, a receive has matched its message, and an acknowledgement has come back (MachineModel::acknowledge_time).

#include <cstdint>
#include <vector>

#include "runtime/engine/nodes.hpp"

namespace switchyard {

class SynchronousSends {
 public:
  SynchronousSends(const MachineModel& machine, Nodes& nodes) : machine_(machine), nodes_(nodes) {}

  /// Called when the fabric no longer needs the buffer of `send`.
  void has_left(Request& send);
  /// Called when `send` was matched by a receive, or cancelled, so that it may be complete now. A probe that takes its
  /// message does not match the send, because the receive of the taken message may come much later.
  void settle(Request& send) {
    if (send.has_left && !send.complete) [[unlikely]]
      settle_what_has_left(send);
  }
  /// Completes the send whose acknowledgement has come back: its event kAcknowledged, with this `item`, is due.
  void acknowledge(std::uint32_t item);

 private:
  void settle_what_has_left(Request& send);
  void await_acknowledgement(Request& send, Duration time);

  const MachineModel& machine_;
  Nodes& nodes_;
  std::vector<Request*> on_their_way_;  ///< sends that wait for acknowledgements, by the item of their event
  std::vector<std::uint32_t> free_;     ///< indices of on_their_way_ that are not in use
};

}  // namespace switchyard
