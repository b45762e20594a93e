#pragma once
/// \file served_message.hpp
/// Messages to a service of a node, such as accesses to an MPI window: the service receives them from any node, one
/// after the other, while the node's program is in other calls. The tag of a message says what it asks for, which tells
/// a check whether it matters in which order the service takes two of them.

#include <cstdint>

#include "runtime/request.hpp"

namespace switchyard {

enum class ServedKind : std::uint8_t {
  free,            ///< may be taken before or after any other message, with the same result
  shared_lock,     ///< asks for a lock that several nodes can have at the same time
  exclusive_lock,  ///< asks for a lock that only one node can have at a time
  addition,        ///< changes values in a way that commutes with other additions
  atomic,          ///< changes values, and may return the values from before
};

constexpr std::uint32_t kServedTag = 0x7FFF'FF00, kServedMask = 0xFFFF'FFF0;

constexpr Tag tag_of(ServedKind kind) noexcept { return Tag{kServedTag + static_cast<std::uint32_t>(kind)}; }

/// Returns the selector of the receives by which a service gets its messages, of all kinds.
constexpr TagSelector served_messages(Context context) noexcept {
  return TagSelector::masked(Tag{kServedTag}, kServedMask, context);
}

/// Returns whether the request is a receive that a service has posted, or a send of a message to a service.
inline bool is_served(const Request& request) noexcept {
  return (static_cast<std::uint32_t>(request.tag) & kServedMask) == kServedTag &&
         (request.kind == Request::Kind::send || request.mask == kServedMask);
}

/// Returns the kind of a message to a service, from the tag of its send. Needs: is_served(send).
inline ServedKind served_kind(const Request& send) noexcept {
  return static_cast<ServedKind>(static_cast<std::uint32_t>(send.tag) & ~kServedMask);
}

/// Returns whether it matters in which order a service takes two messages of these kinds from different nodes.
constexpr bool do_conflict(ServedKind a, ServedKind b) noexcept {
  const auto locks = [](ServedKind kind) {
    return kind == ServedKind::shared_lock || kind == ServedKind::exclusive_lock;
  };
  if (locks(a) && locks(b)) return a == ServedKind::exclusive_lock || b == ServedKind::exclusive_lock;
  if (locks(a) || locks(b) || a == ServedKind::free || b == ServedKind::free) return false;
  return a == ServedKind::atomic || b == ServedKind::atomic;
}

}  // namespace switchyard
