#include "runtime/group/under_way.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/call_text.hpp"
#include "runtime/misuse.hpp"

namespace switchyard {

Duration combining_time(const ProcessorRates& rates, const Operation& operation, std::size_t bytes) {
  constexpr std::size_t kWord = 8;
  const std::size_t words = std::max<std::size_t>(1, (operation.element_bytes + kWord - 1) / kWord);
  return rates.flop * static_cast<Duration::rep>(bytes / operation.element_bytes * words);
}

CollectiveUnderWay::CollectiveUnderWay(Call call, CollectiveSteps steps, Operation operation)
    : call_(std::move(call)), steps_(std::move(steps)), operation_(std::move(operation)) {}

void CollectiveUnderWay::post_next_round(Node& node) {
  const auto& list = steps_.steps();
  for (; next_step_index_ < list.size(); ++next_step_index_) {
    const CollectiveStep& step = list[next_step_index_];
    if (step.kind == CollectiveStep::Kind::receive || step.kind == CollectiveStep::Kind::send) {
      post_message_of_step(node, step);
      continue;
    }
    if (step.kind == CollectiveStep::Kind::end_exchange) await_receives_of_earlier_rounds();
    if (!messages_of_round_.empty()) return;
    copy_or_combine(node, step);
  }
  await_receives_of_earlier_rounds();
}

/// Makes the current round of the collective also wait for those receives of earlier rounds that may last beyond their
/// round. These receives come before the messages of the current round, as if the round had begun with them.
void CollectiveUnderWay::await_receives_of_earlier_rounds() {
  messages_of_round_.insert(messages_of_round_.begin(), receives_lasting_beyond_round_.begin(),
                            receives_lasting_beyond_round_.end());
  receives_lasting_beyond_round_.clear();
}

void CollectiveUnderWay::replace_steps(CollectiveSteps steps) {
  steps_ = std::move(steps);
  next_step_index_ = 0;
}

void CollectiveUnderWay::post_message_of_step(Node& node, const CollectiveStep& step) {
  const NodeId peer = call_.group ? call_.group->members()[step.rank] : NodeId{step.rank};
  const bool receives = step.kind == CollectiveStep::Kind::receive;
  const Tag label = step.is_signal_without_data ? signal_tag(tag()) : tag();
  ReceiveOptions options(label, context());
  options.truncates = true;
  executing_node_ = node.id();
  const MessageOptions sent{.tag = label,
                            .protocol = step.protocol_and_route.protocol,
                            .route = step.protocol_and_route.route,
                            .context = context()};
  if (!receives && sends_copies_of_data_)
    return node.post_send_of_copy(peer, {step.data_or_left_operand, step.bytes}, sent, site());
  const Handle handle = receives ? node.post_receive(peer, {step.destination_memory, step.bytes}, options, site())
                                 : node.post_send(peer, {step.data_or_left_operand, step.bytes}, sent, site());
  (step.can_last_beyond_round ? receives_lasting_beyond_round_ : messages_of_round_)
      .push_back({handle, step.rank, receives, step.bytes});
}

void CollectiveUnderWay::copy_or_combine(Node& node, const CollectiveStep& step) const {
  if (step.kind == CollectiveStep::Kind::copy)
    std::memcpy(step.destination_memory, step.data_or_left_operand, step.bytes);
  if (step.kind != CollectiveStep::Kind::combine_elements) return;
  if (const Duration cost = combining_time(node.rates(), operation_, step.bytes); cost > Duration::zero()) {
    node.compute(cost, site());
  }
  if (lacks_data_) return;
  operation_.combine_elements(step.destination_memory, step.data_or_left_operand, step.right_operand,
                              step.bytes / operation_.element_bytes);
}

void CollectiveUnderWay::on_message_complete(const Message& message, const Received& received) {
  if (message.is_receive && received.cancelled) lacks_data_ = true;
  if (!message.is_receive || received.cancelled || received.bytes == message.bytes) return;
  if (received.truncated) {
    Request receive;
    receive.kind = Request::Kind::receive;
    receive.owner = executing_node_;
    receive.peer = received.source;
    receive.tag = tag();
    receive.context = context();
    receive.bytes = message.bytes;
    receive.site = site();
    if (too_long_message_error_) return;
    too_long_message_error_.emplace(buffer_too_small_error(receive, received.source, received.bytes),
                                    fmt::format("the buffer of {} B is too small for the message of {} B from node {}",
                                                message.bytes, received.bytes, index(received.source)));
    return;
  }
  throw error_with_defect_class(misuse_error(collective_text(context(), tag()), site(),
                                             fmt::format("{} B were to come from node {}, which sent {} B",
                                                         message.bytes, index(received.source), received.bytes)),
                                DefectClass::parameter_matching);
}

void CollectiveUnderWay::check_messages_have_fitted() const {
  if (too_long_message_error_) throw TooLongMessage(*too_long_message_error_);
}

}  // namespace switchyard
