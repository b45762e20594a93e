#pragma once
/// \file served_message.hpp
/// Messages from any node that a service of a node takes while its program is in other calls, one after the other.
/// Their tags say in which cases the order in which the service takes them matters to anybody.

#include <cstdint>

#include "runtime/request.hpp"

namespace switchyard {

enum class ServedKind : std::uint8_t {
  free,            ///< commutes with all others
  shared_lock,     ///< asks for a lock that several nodes can have
  exclusive_lock,  ///< asks for a lock that one node can have
  addition,        ///< changes values in a way that commutes with other additions
  atomic,          ///< changes values, and may tell what they were
};

constexpr std::uint32_t kServedTag = 0x7FFF'FF00, kServedMask = 0xFFFF'FFF0;

constexpr Tag tag_of(ServedKind kind) noexcept { return Tag{kServedTag + static_cast<std::uint32_t>(kind)}; }

/// Of the receives of a service.
constexpr TagSelector served_messages(Context context) noexcept {
  return TagSelector::masked(Tag{kServedTag}, kServedMask, context);
}

/// Whether this is a receive of a service, or a message to one.
inline bool is_served(const Request& request) noexcept {
  return (static_cast<std::uint32_t>(request.tag) & kServedMask) == kServedTag &&
         (request.kind == Request::Kind::send || request.mask == kServedMask);
}

/// Needs: is_served().
inline ServedKind served_kind(const Request& send) noexcept {
  return static_cast<ServedKind>(static_cast<std::uint32_t>(send.tag) & ~kServedMask);
}

/// Whether the order of two messages of different nodes matters.
constexpr bool do_conflict(ServedKind a, ServedKind b) noexcept {
  const auto locks = [](ServedKind kind) {
    return kind == ServedKind::shared_lock || kind == ServedKind::exclusive_lock;
  };
  if (locks(a) && locks(b)) return a == ServedKind::exclusive_lock || b == ServedKind::exclusive_lock;
  if (locks(a) || locks(b) || a == ServedKind::free || b == ServedKind::free) return false;
  return a == ServedKind::atomic || b == ServedKind::atomic;
}

}  // namespace switchyard
