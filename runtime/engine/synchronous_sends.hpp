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

  /// The fabric needs the buffer of `send` no more.
  void has_left(Request& send);
  /// `send` was matched by a receive, or cancelled, so it may be complete now. A probe that takes its message does not
  /// match the send, because the receive of the taken message may come much later.
  void settle(Request& send) {
    if (send.has_left && !send.complete) [[unlikely]]
      settle_what_has_left(send);
  }
  /// The event kAcknowledged with item `number` is due.
  void acknowledge(std::uint32_t item);

 private:
  void settle_what_has_left(Request& send);
  void await_acknowledgement(Request& send, Duration time);

  const MachineModel& machine_;
  Nodes& nodes_;
  std::vector<Request*> on_their_way_;  ///< by item: the sends whose acknowledgements are on their way
  std::vector<std::uint32_t> free_;     ///< items that are not in use
};

}  // namespace switchyard
