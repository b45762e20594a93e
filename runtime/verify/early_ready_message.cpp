#include "runtime/verify/early_ready_message.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/call_text.hpp"

namespace switchyard {
namespace {

bool is_in_ready_mode(const LoggedRequest& send) { return must_find_receive(send.mode); }
bool is_ready_message(const OrderedMessage& message) { return is_in_ready_mode(*message.send); }

Defect defect_of_early_message(const OrderedMessage& early) {
  const LoggedRequest& send = *early.send;
  Defect defect{.kind = DefectClass::call_ordering,
                .text = fmt::format("a message in ready mode of node {} to node {} can come before its receive is "
                                    "posted ({})",
                                    index(send.owner), index(send.peer), call_site_text(send.site))};
  defect.calls.push_back(make_defect_call(send.owner, send.site, "send"));
  if (early.receive != nullptr)
    defect.calls.push_back(make_defect_call(early.receive->owner, early.receive->site, "receive"));
  return defect;
}

}  // namespace

bool sends_in_ready_mode(const ProgramLog& log) {
  for (std::uint32_t i = 0; i < log.node_count(); ++i) {
    const NodeLog& node = log[NodeId{i}];
    for (std::uint32_t place = 0; place < node.size(); ++place) {
      const LoggedCall call = node[place];
      if (call.kind != LoggedCall::Kind::post) continue;
      const LoggedRequest& request = *call.requests.front();
      if (request.kind == Request::Kind::send && is_in_ready_mode(request)) return true;
    }
  }
  return false;
}

ReadyModeMessageCheck check_ready_mode_messages(const ProgramLog& log, const PartiallyOrderedRun& order) {
  if (std::ranges::none_of(order.messages, is_ready_message)) return {};
  ReadyModeMessageCheck found{
      .order_with_synchronous_sends =
          partial_order_of(log, SynchronousSends::confirm_posted_receive).partially_ordered_run};
  const auto early =
      std::ranges::find_if(found.order_with_synchronous_sends->messages, [](const OrderedMessage& message) {
        return is_ready_message(message) && !message.is_receive_posted_before_send();
      });
  if (early != found.order_with_synchronous_sends->messages.end())
    found.early_message_defect = defect_of_early_message(*early);
  return found;
}

}  // namespace switchyard
