#include "runtime/engine/deliveries.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/call_text.hpp"

namespace switchyard {

[[gnu::cold]] bool MessageDelivery::refuse_too_long_message(const Request& receive, const MessageLabel& message,
                                                            std::uint64_t bytes) {
  nodes_.agenda().end_run_with_error(std::make_exception_ptr(buffer_too_small_error(receive, message.source, bytes)));
  return false;
}

[[gnu::cold]] bool MessageDelivery::refuse_second_delivery(const Request& receive) {
  nodes_.agenda().end_run_with_error(std::make_exception_ptr(
      MachineError(fmt::format("machine {}: node {} in {}: delivered to twice; deliver one message to each receive",
                               nodes_.agenda().machine_name(), index(receive.owner), call_text(receive)))));
  return false;
}

/// Checks that `receive` can take a message, and writes the message's source, tag and size into the receive. The
/// function is always inlined, because every message passes through it.
[[gnu::always_inline]] inline bool MessageDelivery::accept_message(Request& receive, const MessageLabel& message,
                                                                   std::uint64_t bytes) {
  if (receive.delivered) [[unlikely]]
    return refuse_second_delivery(receive);
  if (bytes > receive.bytes) [[unlikely]] {
    receive.truncated = true;
    if (!receive.truncates) return refuse_too_long_message(receive, message, bytes);
  }
  receive.delivered = true;
  receive.bytes = bytes;
  receive.peer = message.source;
  receive.tag = message.tag;
  ++delivered_message_count_;
  return true;
}

bool MessageDelivery::deliver_message(Request& receive, const MessageLabel& message, const std::byte* data,
                                      std::uint64_t bytes) {
  const std::uint64_t fit = std::min(receive.bytes, bytes);
  if (!accept_message(receive, message, bytes)) return false;
  if (fit > 0 && receive.data != nullptr) std::memcpy(receive.data, data, fit);
  return true;
}

bool MessageDelivery::deliver_message(Request& receive, const Request& send) {
  const std::uint64_t fit = std::min(receive.bytes, send.bytes);
  if (!accept_message(receive, label_of(send), send.bytes)) return false;
  if (receive.data == nullptr)
    return true;  // a receive without a buffer takes an empty message, or belongs to a rehearsal (a run of a collective
                  // that only measures its time and carries no data)
  const bool past_caches = pending_copies_.exceeds_caches(fit) && !will_read_payload_soon(nodes_[receive.owner]);
  pending_copies_.copy_message_data_or_postpone_copy(receive.data, send.data, fit, past_caches);
  return true;
}

bool MessageDelivery::deliver_and_complete(Request& receive, const Request& send, Duration software) {
  if (!deliver_message(receive, send)) return false;
  nodes_.complete_receive(receive, software);
  return true;
}

/// Returns whether the program that receives a message is likely to read the data soon, because it waits for few other
/// requests first.
bool MessageDelivery::will_read_payload_soon(const Processor& p) noexcept {
  constexpr std::size_t kLittle = 4;  // number of instructions of a simple exchange: a send, a receive, the wait for
                                      // both, and the call that they are part of
  const bool waits_for_all = p.is_blocked_in_instruction_of_kind(Instruction::Kind::wait_all);
  return p.instruction_stream.read_available() +
             (waits_for_all ? p.current_instruction.count - p.next_request_index : 0) <=
         kLittle;
}

}  // namespace switchyard
