#include "runtime/service_locks.hpp"

#include <fmt/format.h>

#include "runtime/call_text.hpp"
#include "runtime/matching.hpp"

namespace switchyard {
namespace {

const char* lock_kind_text(const ServiceLocks::Call& call) { return call.is_exclusive ? "exclusive" : "shared"; }

}  // namespace

void ServiceLocks::note_lock_request(LockServiceIdentity service, NodeId node, Tag answer, std::uint32_t rank,
                                     std::shared_ptr<const Call> call) {
  const std::lock_guard guard(mutex_);
  users_of_locks_[service][node] = {
      .requesting_call = std::move(call), .answer_tag = answer, .rank_of_service_node = rank};
}

void ServiceLocks::note_arrival(LockServiceIdentity service, NodeId node) {
  const std::lock_guard guard(mutex_);
  const auto users = users_of_locks_.find(service);
  if (users == users_of_locks_.end()) return;
  if (const auto user = users->second.find(node); user != users->second.end())
    user->second.arrival_number = ++arrived_request_count_;
}

void ServiceLocks::note_lock_grant(LockServiceIdentity service, NodeId node) {
  const std::lock_guard guard(mutex_);
  const auto users = users_of_locks_.find(service);
  if (users == users_of_locks_.end()) return;
  if (const auto user = users->second.find(node); user != users->second.end()) user->second.holds_lock = true;
}

void ServiceLocks::note_release(LockServiceIdentity service, NodeId node) {
  const std::lock_guard guard(mutex_);
  const auto users = users_of_locks_.find(service);
  if (users == users_of_locks_.end()) return;
  users->second.erase(node);
  if (users->second.empty()) users_of_locks_.erase(users);
}

/// Returns the nodes that hold, or have asked for, the lock for whose answer `receive` waits; null if it waits for no
/// lock.
const ServiceLocks::LockUsers* ServiceLocks::users_of_awaited_lock(const Request& receive) const {
  if (receive.kind != Request::Kind::receive) return nullptr;
  const auto users = users_of_locks_.find({receive.context, receive.peer});
  if (users == users_of_locks_.end()) return nullptr;
  const auto user = users->second.find(receive.owner);
  if (user == users->second.end() || user->second.holds_lock) return nullptr;
  const MessageLabel answer{.source = receive.peer, .tag = user->second.answer_tag, .context = receive.context};
  return matches(receive, answer) ? &users->second : nullptr;
}

std::vector<BlockingResource> ServiceLocks::blockers_of(const Request& receive) const {
  const std::lock_guard guard(mutex_);
  std::vector<BlockingResource> blockers;
  const LockUsers* users = users_of_awaited_lock(receive);
  if (users == nullptr) return blockers;
  const LockUser& own = users->at(receive.owner);
  const auto add = [&](NodeId node, const LockUser& other, const std::string& how) {
    Resource lock{ResourceKind::lock, receive.peer,
                  fmt::format("the {} lock of {} at rank {}, which node {} {} {}", lock_kind_text(*own.requesting_call),
                              own.requesting_call->locked_object, own.rank_of_service_node, index(node), how,
                              call_text("its call", other.requesting_call->site))};
    lock.taken_by =
        ResourceAcquiringCall{.verb = std::string(other.requesting_call->site.called_function_name_or_default("")),
                              .place = other.requesting_call->site};
    blockers.push_back({node, std::move(lock)});
  };
  for (const auto& [node, other] : *users) {
    const bool stands_in_the_way = own.requesting_call->is_exclusive || other.requesting_call->is_exclusive;
    if (other.holds_lock && stands_in_the_way)
      add(node, other, fmt::format("holds {} since", lock_kind_text(*other.requesting_call)));
  }
  if (!blockers.empty()) return blockers;
  for (const auto& [node, other] : *users) {
    const bool is_earlier =
        other.arrival_number != 0 && (own.arrival_number == 0 || other.arrival_number < own.arrival_number);
    if (node != receive.owner && !other.holds_lock && is_earlier)
      add(node, other,
          fmt::format("asked for earlier, as {} lock, in",
                      other.requesting_call->is_exclusive ? "an exclusive" : "a shared"));
  }
  return blockers;
}

}  // namespace switchyard
