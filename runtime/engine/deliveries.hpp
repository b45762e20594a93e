#pragma once
/// \file deliveries.hpp
/// Delivers messages to the receives of programs: copies the data of a message into the buffer of its receive.

#include <cstdint>

#include "runtime/engine/nodes.hpp"
#include "runtime/engine/pending_copies.hpp"

namespace switchyard {

class MessageDelivery {
 public:
  explicit MessageDelivery(Nodes& nodes) : nodes_(nodes), pending_copies_(nodes.count()) {}

  /// Copies a message into the buffer of `receive`, truncated to the size of the buffer if the receive allows that, and
  /// writes source, tag and size into the receive. Returns false, and the run fails, if the message is too long or the
  /// receive already has a message.
  bool deliver_message(Request& receive, const MessageLabel& message, const std::byte* data, std::uint64_t bytes);
  /// Delivers the message of `send` to `receive`. The data stays in the sender's buffer until the sender's program runs
  /// again, so the copy into the receiver's buffer may be put off until then.
  bool deliver_message(Request& receive, const Request& send);
  /// Delivers the message of `send` to `receive` and completes the receive, which costs the
  /// receiving node the processor time `software`.
  bool deliver_and_complete(Request& receive, const Request& send, Duration software);
  /// Makes all copies of message data that were put off. Call this before a program or a handler reads received data.
  void finish_copies() noexcept { pending_copies_.finish_all_copies(); }
  /// Returns the number of messages delivered so far in the run.
  std::uint64_t delivered_message_count() const noexcept { return delivered_message_count_; }

 private:
  bool refuse_second_delivery(const Request& receive);
  bool refuse_too_long_message(const Request& receive, const MessageLabel& message, std::uint64_t bytes);
  bool accept_message(Request& receive, const MessageLabel& message, std::uint64_t bytes);
  static bool will_read_payload_soon(const Processor& p) noexcept;

  Nodes& nodes_;
  PendingCopies pending_copies_;
  std::uint64_t delivered_message_count_ = 0;
};

}  // namespace switchyard
