#include "runtime/stress/one_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/call_text.hpp"
#include "runtime/matching.hpp"
#include "runtime/stress/message_order.hpp"

namespace switchyard {
namespace {

ProofThatOneOrderSuffices make_failed_one_order_proof(std::string reason) { return {false, std::move(reason)}; }

ProofThatOneOrderSuffices make_failed_proof_for_unexpected_message(const Request& send) {
  return make_failed_one_order_proof(
      fmt::format("a message of node {} to node {} can come before its receive, which it needs ({})", index(send.owner),
                  index(send.peer), call_site_text(send.site)));
}

bool needs_posted_receive(const Request& send, const MachineModel& machine) {
  return machine.needs_posted_receive(send.protocol) || must_find_receive(send.mode);
}

bool needs_buffer_memory(const OrderedMessage& message, const NetworkPromise& promise) {
  const Request& send = *message.send;
  const bool needs_some = std::ranges::find(promise.protocols_that_need_no_room, send.protocol) ==
                          promise.protocols_that_need_no_room.end();
  return send.bytes > 0 && needs_some && !message.is_receive_posted_before_send();
}

/// Computes, for one node, how much buffer memory messages without a posted receive may occupy at each of the node's
/// calls.
class BufferDemand {
 public:
  void add_message(const OrderedMessage& message) {
    buffer_space_changes_.push_back(
        {message.calls_done_at_destination_before_send, BufferSpaceChange::space_taken, message.send->bytes});
    const bool is_taken = message.receive != nullptr && message.receive->kind == Request::Kind::probe;
    const LoggedRequest* const receive = is_taken ? message.receive->partner_request : message.receive;
    if (receive == nullptr || receive->waiting_call == LoggedRequest::kNever) return;
    buffer_space_changes_.push_back({receive->waiting_call + 1, BufferSpaceChange::space_freed, message.send->bytes});
  }

  /// Returns the largest amount of buffer memory, in bytes, that messages without a posted receive
  /// may occupy at the same time.
  std::uint64_t most_buffer_bytes_at_once() {
    std::ranges::sort(buffer_space_changes_, [](const BufferSpaceChangeAtCall& a, const BufferSpaceChangeAtCall& b) {
      return std::pair(a.call_count_before_space_change, a.change) <
             std::pair(b.call_count_before_space_change, b.change);
    });
    std::uint64_t now = 0, most = 0;
    for (const BufferSpaceChangeAtCall& entry : buffer_space_changes_) {
      now = entry.change == BufferSpaceChange::space_taken ? now + entry.bytes : now - entry.bytes;
      most = std::max(most, now);
    }
    return most;
  }

 private:
  enum class BufferSpaceChange : std::uint8_t { space_freed, space_taken };
  struct BufferSpaceChangeAtCall {
    std::uint32_t call_count_before_space_change;  ///< number of calls that the node has done when buffer memory is
                                                   ///< taken or freed
    BufferSpaceChange change;
    std::uint64_t bytes;
  };
  std::vector<BufferSpaceChangeAtCall> buffer_space_changes_;
};

std::vector<BufferDemand> buffer_demands_of_nodes(const std::vector<OrderedMessage>& messages,
                                                  const MachineModel& machine, const NetworkPromise& promise) {
  std::vector<BufferDemand> result(machine.node_count());
  for (const OrderedMessage& message : messages) {
    if (needs_buffer_memory(message, promise)) result[index(message.send->peer)].add_message(message);
  }
  return result;
}

/// Returns an error text if messages without a posted receive may need more buffer memory than a node has, and nothing
/// otherwise.
std::optional<std::string> text_of_buffer_shortage(const std::vector<OrderedMessage>& messages,
                                                   const MachineModel& machine, const NetworkPromise& promise) {
  std::vector<BufferDemand> all = buffer_demands_of_nodes(messages, machine, promise);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    const std::uint64_t most = all[i].most_buffer_bytes_at_once();
    if (most <= promise.room) continue;
    return fmt::format("messages to node {} may need {} B of its system buffer of {} B", i, most, promise.room);
  }
  return std::nullopt;
}

ProofThatOneOrderSuffices prove_one_order_by_messages(const std::vector<OrderedMessage>& messages,
                                                      const MachineModel& machine, const NetworkPromise& promise,
                                                      const std::string& programs) {
  for (const OrderedMessage& message : messages) {
    if (needs_posted_receive(*message.send, machine) && !message.is_receive_posted_before_send())
      return make_failed_proof_for_unexpected_message(*message.send);
  }
  if (!promise.stores) return {true, programs + ", and each send waits for its receive"};
  if (auto lack = text_of_buffer_shortage(messages, machine, promise))
    return make_failed_one_order_proof(std::move(*lack));
  return {true, programs + ", and each message finds a place when it comes"};
}

/// Returns whether a message can arrive before its destination cancels `receive`, and can match this receive.
bool may_match_before_cancel(const OrderedMessage& message, const LoggedRequest& receive) {
  const bool has_earlier_receive = message.receive != nullptr && message.receive->posting_call < receive.posting_call;
  return message.send->peer == receive.owner &&
         message.calls_done_at_destination_before_send <= receive.cancelling_call && !has_earlier_receive &&
         matches(receive, label_of(*message.send));
}

}  // namespace

std::optional<std::string> text_of_undecided_cancel(const ProgramLog& log, const PartiallyOrderedRun& order) {
  for (std::uint32_t i = 0; i < log.node_count(); ++i) {
    for (const LoggedRequest* receive : log[NodeId{i}].receives_to_cancel()) {
      const auto may_match = [&](const OrderedMessage& message) { return may_match_before_cancel(message, *receive); };
      if (receive->is_cancelled && std::ranges::none_of(order.messages, may_match)) continue;
      return fmt::format("node {} cancels a receive that a message may have matched by then ({})", i,
                         call_site_text(receive->site));
    }
  }
  return std::nullopt;
}

ProofThatOneOrderSuffices check_that_one_order_suffices(const ProgramLog& log, const PartiallyOrderedRun* order,
                                                        const MachineModel& machine) {
  if (auto obstacle = log.obstacle_to_partial_order()) return make_failed_one_order_proof(std::move(*obstacle));
  const std::optional<NetworkPromise> promise = machine.network_promise();
  if (!promise) {
    return make_failed_one_order_proof(
        fmt::format("machine {} does not promise that its network holds no message up for ever", machine.name()));
  }
  if (order == nullptr) return make_failed_one_order_proof("the calls of the first run do not fit together");
  if (auto cancel = text_of_undecided_cancel(log, *order)) return make_failed_one_order_proof(std::move(*cancel));
  return prove_one_order_by_messages(order->messages, machine, *promise,
                                     log.has_choices()
                                         ? "programs choose only whose message to receive, or which call to wait for"
                                         : "no program makes a choice");
}

}  // namespace switchyard
