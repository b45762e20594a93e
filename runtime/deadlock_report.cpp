#include "runtime/deadlock_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "runtime/call_text.hpp"

namespace switchyard {

void DeadlockReport::add_waiter(NodeId node, std::optional<VirtualTime> since) {
  waiters_.push_back({.node = node, .since = since});
}

void DeadlockReport::in_collective(const std::string& collective, CallSite site, const Belongs& missing) {
  waiters_.back().call = call_text(collective, site);
  add_group(fmt::format("reaching the {}", collective), missing);
}

void DeadlockReport::polls(CallSite site) {
  waiters_.back().call = call_text("polling", site);
  add_all_that_run("an active message");
}

void DeadlockReport::sends_packet(CallSite site) { waiters_.back().call = call_text("request", site); }

void DeadlockReport::waits_for(const Request& request, WaitingCall call) {
  std::string& text = waiters_.back().call;
  if (!text.empty()) text += " or ";
  text += request.kind == Request::Kind::probe ? call_text(request, name_of(call)) : call_text(request);
  posted_ = request.site;
}

void DeadlockReport::waits_in(WaitSite where) {
  if (where.site != posted_) waiters_.back().call += ", in " + call_text(name_of(where.call), where.site);
}

void DeadlockReport::has_on_offer(std::vector<LeftOver> messages) {
  const auto label = [](const LeftOver& message) { return std::pair(message.label.source, message.label.tag); };
  std::ranges::stable_sort(messages, {}, label);
  const auto equal_ones = std::ranges::unique(messages, {}, label);
  messages.erase(equal_ones.begin(), equal_ones.end());
  std::string& call = waiters_.back().call;
  const char* before = "; on offer: ";
  for (const LeftOver& message : messages) {
    call += fmt::format("{}{} B from {}, tag {}", std::exchange(before, "; "), message.bytes,
                        index(message.label.source), static_cast<std::uint32_t>(message.label.tag));
  }
}

void DeadlockReport::awaits_receive(const Request& send) { blockers().push_back({send.peer, "its receive"}); }

void DeadlockReport::awaits_message(const Request& receive) {
  if (receive.peer == kAnyNode) return add_all_that_run("a message from any node");
  blockers().push_back({receive.peer, "its message"});
}

void DeadlockReport::add_all_that_run(const char* resource) {
  add_group(resource, [this](NodeId node) { return !finished_[index(node)]; });
}

void DeadlockReport::add_group(const std::string& resource, const Belongs& belongs) {
  const auto nodes = static_cast<std::uint32_t>(finished_.size());
  waiters_.back().groups.push_back(group_of(groups_, resource, nodes, belongs));
}

DeadlockError DeadlockReport::error(std::optional<VirtualTime> at, std::uint64_t seed) {
  return DeadlockError(WaitGraph(std::move(waiters_), std::move(groups_), std::move(finished_), at, seed));
}

}  // namespace switchyard
