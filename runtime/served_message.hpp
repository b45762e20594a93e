#pragma once
/// \file served_message.hpp
/// Messages to a service of a node, such as accesses to an MPI window: the service receives them from any node, one
/// after the other, while the node's program is in other calls. The tag of a message says what it asks for, which tells
/// a check whether it matters in which order the service takes two of them.

#include <cstddef>
#include <cstdint>

#include "runtime/request.hpp"

namespace switchyard {

enum class ServiceMessageKind : std::uint8_t {
  free,            ///< the service may take the message before or after any other message, with the same result
  shared_lock,     ///< the message asks for a lock that several nodes can hold at the same time
  exclusive_lock,  ///< the message asks for a lock that only one node can hold at a time
  addition,        ///< the message changes values of the memory in a way that commutes with other additions
  atomic,          ///< the message changes values of the memory, and may return the values from before
  atomic_read,     ///< the message returns values of the memory that atomic messages change, and changes none itself
  unlock,          ///< the message gives a lock back; it does not conflict with other messages
  /// The message gives back a lock under which its sender has changed nothing. It ends with a hash (8 B) of the memory
  /// that the sender itself exposes, so that a program which waits in a loop for a change of memory can be recognised.
  unlock_with_memory_hash,
  flush,  ///< the message asks for an answer and nothing else; it does not conflict with other messages
  /// The message compares and swaps a value of 1 B. It ends with two values: if the first one equals the value in
  /// memory, the second one replaces it. The answer is the value that was in memory before.
  compare_and_swap_1_byte,
  compare_and_swap_2_bytes,  ///< the message compares and swaps as compare_and_swap_1_byte does, with values of 2 B
  compare_and_swap_4_bytes,  ///< the message compares and swaps as compare_and_swap_1_byte does, with values of 4 B
  compare_and_swap_8_bytes,  ///< the message compares and swaps as compare_and_swap_1_byte does, with values of 8 B
};

/// The part of a service's memory, such as a window, that a request to the service accesses, as far as the tag of the
/// request shows. The memory counts as a row of cells of 4 B each, and the tag does not distinguish cells whose numbers
/// differ by 16.
struct ServiceMemoryCells {
  static constexpr std::uint64_t kBytesPerCell = 4;
  static constexpr std::uint32_t kMostCells = 15;

  std::uint32_t first = 0;  ///< number, modulo 16, of the first cell that is accessed
  std::uint32_t count = 0;  ///< number of cells that are accessed; 0 if it may be any part of the memory

  /// Returns the memory cells that `bytes` bytes from byte number `begin` on touch. If these are too many cells to be
  /// written into a message tag, the result stands for any part of the memory.
  static constexpr ServiceMemoryCells of(std::uint64_t begin, std::uint64_t bytes) noexcept {
    if (bytes == 0 || bytes > (kMostCells - 1) * kBytesPerCell) return {};
    const std::uint64_t first = begin / kBytesPerCell, last = (begin + bytes - 1) / kBytesPerCell;
    return {static_cast<std::uint32_t>(first % 16), static_cast<std::uint32_t>(last - first + 1)};
  }
  constexpr bool overlap(const ServiceMemoryCells& other) const noexcept {
    return (mask_of_accessed_memory_cells() & other.mask_of_accessed_memory_cells()) != 0;
  }

 private:
  constexpr std::uint32_t mask_of_accessed_memory_cells() const noexcept {
    if (count == 0) return 0xFFFFU;
    const std::uint32_t all = ((1U << count) - 1U) << first;
    return (all | all >> 16U) & 0xFFFFU;
  }
};

constexpr std::uint32_t kServiceMessageTag = 0x7FFF'F000, kServiceMessageTagMask = 0xFFFF'F000;

constexpr Tag tag_of(ServiceMessageKind kind, ServiceMemoryCells cells = {}) noexcept {
  return Tag{kServiceMessageTag | cells.count << 8U | cells.first << 4U | static_cast<std::uint32_t>(kind)};
}

/// Returns the tag selector with which a service receives its messages, of all kinds, in this context. A service is the
/// part of a node that serves requests of other nodes, such as accesses to an MPI window.
constexpr TagSelector tags_of_service_messages(Context context) noexcept {
  return TagSelector::masked(Tag{kServiceMessageTag}, kServiceMessageTagMask, context);
}

/// Returns whether the request is a receive that a service (such as an MPI window) has posted, a send of a message to a
/// service, or the collective that stands for the service itself. A receive under way may be passed only by its node's
/// session, because the message that it gets overwrites its tag.
inline bool is_message_to_service(const Request& request) noexcept {
  using enum Request::Kind;
  return (static_cast<std::uint32_t>(request.tag) & kServiceMessageTagMask) == kServiceMessageTag &&
         (request.kind == send || request.kind == collective || request.mask == kServiceMessageTagMask);
}

/// Returns whether the request is a receive by which a service listens for messages, and which is not complete yet.
inline bool is_service_listening(const Request& request) noexcept {
  return request.kind == Request::Kind::receive && is_message_to_service(request);
}

/// Returns the kind of a message to a service, from the tag of its send. Needs: is_message_to_service(send).
inline ServiceMessageKind kind_of_service_message(const Request& send) noexcept {
  return static_cast<ServiceMessageKind>(static_cast<std::uint32_t>(send.tag) & 0xFU);
}

/// Returns which cells of a service's memory a message to the service accesses. The tag of the message's send says
/// this. Needs: is_message_to_service(send).
inline ServiceMemoryCells memory_cells_of_service_message(const Request& send) noexcept {
  const auto tag = static_cast<std::uint32_t>(send.tag);
  return {.first = tag >> 4U & 0xFU, .count = tag >> 8U & 0xFU};
}

/// Returns the size in bytes of the value that a compare-and-swap request of this kind compares, which is also the size
/// of its new value. Returns 0 for all other kinds.
constexpr std::size_t bytes_of_compared_value(ServiceMessageKind kind) noexcept {
  if (kind < ServiceMessageKind::compare_and_swap_1_byte) return 0;
  return std::size_t{1} << (static_cast<std::uint32_t>(kind) -
                            static_cast<std::uint32_t>(ServiceMessageKind::compare_and_swap_1_byte));
}

/// Returns the kind of a request that compares and swaps a value of this many bytes, or
/// ServiceMessageKind::atomic if values of this size have no kind of their own.
constexpr ServiceMessageKind compare_and_swap_kind_for_size(std::size_t bytes) noexcept {
  for (const ServiceMessageKind kind :
       {ServiceMessageKind::compare_and_swap_1_byte, ServiceMessageKind::compare_and_swap_2_bytes,
        ServiceMessageKind::compare_and_swap_4_bytes, ServiceMessageKind::compare_and_swap_8_bytes}) {
    if (bytes_of_compared_value(kind) == bytes) return kind;
  }
  return ServiceMessageKind::atomic;
}

constexpr bool is_lock(ServiceMessageKind kind) noexcept {
  return kind == ServiceMessageKind::shared_lock || kind == ServiceMessageKind::exclusive_lock;
}
constexpr bool is_unlock(ServiceMessageKind kind) noexcept {
  return kind == ServiceMessageKind::unlock || kind == ServiceMessageKind::unlock_with_memory_hash;
}

/// Returns whether the result can depend on the order in which a service takes a message of kind `a` and a message of
/// kind `b`, which come from different nodes and access the same memory.
constexpr bool order_matters_between(ServiceMessageKind a, ServiceMessageKind b) noexcept {
  const auto no_access = [](ServiceMessageKind kind) {
    return is_lock(kind) || kind == ServiceMessageKind::free || is_unlock(kind) || kind == ServiceMessageKind::flush;
  };
  if (is_lock(a) && is_lock(b))
    return a == ServiceMessageKind::exclusive_lock || b == ServiceMessageKind::exclusive_lock;
  if (no_access(a) || no_access(b)) return false;
  return a != b || (a != ServiceMessageKind::addition && a != ServiceMessageKind::atomic_read);
}

}  // namespace switchyard
