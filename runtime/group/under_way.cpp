#include "runtime/group/under_way.hpp"

#include <fmt/format.h>

#include <cstring>

#include "runtime/misuse.hpp"

namespace switchyard {

CollectiveUnderWay::CollectiveUnderWay(std::shared_ptr<const GroupLedger> group, const CallLedger::Entry& entry,
                                       CollectiveSteps steps, Operation operation)
    : group_(std::move(group)),
      kind_(entry.call.kind),
      sequence_(entry.sequence),
      site_(entry.site),
      steps_(std::move(steps)),
      operation_(std::move(operation)) {}

void CollectiveUnderWay::go_on(Node& node) {
  const auto& list = steps_.list();
  for (; next_ < list.size(); ++next_) {
    const Step& step = list[next_];
    if (step.kind == Step::Kind::receive || step.kind == Step::Kind::send) {
      post(node, step);
      continue;
    }
    if (!messages_.empty()) break;
    compute(step);
  }
}

void CollectiveUnderWay::post(Node& node, const Step& step) {
  const NodeId peer = group_->members()[step.rank];
  const bool receives = step.kind == Step::Kind::receive;
  const Handle handle =
      receives ? node.post_receive(peer, {step.into, step.bytes}, {tag(), context()}, site_)
               : node.post_send(peer, {step.left, step.bytes},
                                {.tag = tag(), .protocol = Protocol::library, .context = context()}, site_);
  messages_.push_back({handle, step.rank, receives, step.bytes});
}

void CollectiveUnderWay::compute(const Step& step) const {
  if (step.kind == Step::Kind::copy) std::memcpy(step.into, step.left, step.bytes);
  if (step.kind != Step::Kind::combine) return;
  operation_.combine(step.into, step.left, step.right, step.bytes / operation_.element_bytes);
}

void CollectiveUnderWay::arrived(const Message& message, const Received& received) const {
  if (!message.receives || received.cancelled || received.bytes == message.bytes) return;
  throw misuse(collective_text(context(), tag()), site_,
               fmt::format("{} B were to come from node {}, which sent {} B", message.bytes, index(received.source),
                           received.bytes));
}

}  // namespace switchyard
