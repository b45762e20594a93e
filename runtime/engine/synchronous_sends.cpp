#include "runtime/engine/synchronous_sends.hpp"

namespace switchyard {

void SynchronousSends::note_buffer_is_free(Request& send) {
  if (send.is_buffer_free)
    return nodes_.complete_request(send, Duration::zero());  // the fabric completes this send for the second time,
                                                             // which complete_request() reports as an error of the
                                                             // machine
  send.is_buffer_free = true;
  complete_send_if_buffer_is_free(send);
}

void SynchronousSends::complete_or_await_acknowledgement(Request& send) {
  if (send.cancelled) return nodes_.complete_request(send, Duration::zero());
  if (!send.matched) return;
  const Duration back = machine_.acknowledge_time();
  if (back == Duration::zero()) return nodes_.complete_request(send, Duration::zero());
  await_acknowledgement(send, back);
}

void SynchronousSends::await_acknowledgement(Request& send, Duration time) {
  if (free_acknowledgement_indices_.empty()) {
    free_acknowledgement_indices_.push_back(static_cast<std::uint32_t>(sends_awaiting_acknowledgement_.size()));
    sends_awaiting_acknowledgement_.emplace_back();
  }
  const std::uint32_t item = free_acknowledgement_indices_.back();
  free_acknowledgement_indices_.pop_back();
  sends_awaiting_acknowledgement_[item] = &send;
  nodes_.agenda().schedule(time, send.owner, kSendAcknowledged, item);
}

void SynchronousSends::complete_acknowledged_send(std::uint32_t item) {
  free_acknowledgement_indices_.push_back(item);
  nodes_.complete_request(*sends_awaiting_acknowledgement_[item], Duration::zero());
}

}  // namespace switchyard
