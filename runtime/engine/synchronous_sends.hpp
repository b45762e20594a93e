#pragma once
/// \file synchronous_sends.hpp
/// Sends in synchronous mode, which work the same way on every machine: such a send is complete
/// when its buffer may be used again, a receive has matched its message, and an acknowledgement
/// has come back (MachineModel::acknowledge_time).

#include <cstdint>
#include <vector>

#include "runtime/engine/nodes.hpp"

namespace switchyard {

class SynchronousSends {
 public:
  SynchronousSends(const MachineModel& machine, Nodes& nodes) : machine_(machine), nodes_(nodes) {}

  /// Called when the network no longer needs the buffer of the synchronous send `send`.
  void note_buffer_is_free(Request& send);
  /// Called when `send` was matched by a receive, or was cancelled, so that the send may be
  /// complete now. A probe that takes the message does not match the send, because the receive of
  /// the taken message may be posted much later.
  void complete_send_if_buffer_is_free(Request& send) {
    if (send.is_buffer_free && !send.complete) [[unlikely]]
      complete_or_await_acknowledgement(send);
  }
  /// Completes a synchronous send whose acknowledgement has come back. `item` is the number with
  /// which its event kSendAcknowledged was scheduled.
  void complete_acknowledged_send(std::uint32_t item);

 private:
  void complete_or_await_acknowledgement(Request& send);
  void await_acknowledgement(Request& send, Duration time);

  const MachineModel& machine_;
  Nodes& nodes_;
  std::vector<Request*> sends_awaiting_acknowledgement_;  ///< sends that wait for their acknowledgements, by the `item`
                                                          ///< of their events kSendAcknowledged; entries that are not
                                                          ///< in use keep old pointers
  std::vector<std::uint32_t>
      free_acknowledgement_indices_;  ///< indices of the entries of sends_awaiting_acknowledgement_ that are not in use
};

}  // namespace switchyard
