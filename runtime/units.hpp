#pragma once
/// \file units.hpp
/// The types that keep node ids, times and rates apart. Bare numbers appear only where text is read or printed.

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace switchyard {

/// The number of a node, from 0 to n-1 on a machine with n nodes. `std::optional<NodeId>` is used where there may be no
/// node.
enum class NodeId : std::uint32_t {};

/// Returns the number of a node as an integer, for arrays and arithmetic.
constexpr std::uint32_t index(NodeId id) noexcept { return static_cast<std::uint32_t>(id); }

/// Returns the node whose number is that of `id` with the bits of `mask` flipped, as in exchanges between the nodes
/// `me` and `me xor p`.
constexpr NodeId operator^(NodeId id, std::uint32_t mask) noexcept { return NodeId{index(id) ^ mask}; }

/// The tag of a message, by which a receive can tell messages from one source apart.
enum class Tag : std::uint32_t {};

/// A directed link of a machine's network, a number from 0 to link_count-1.
enum class LinkId : std::uint32_t {};
constexpr std::uint32_t index(LinkId id) noexcept { return static_cast<std::uint32_t>(id); }

/// A place of a network where links meet. The first n numbers are the nodes, and the rest are the routers that are not
/// nodes.
enum class VertexId : std::uint32_t {};
constexpr std::uint32_t index(VertexId id) noexcept { return static_cast<std::uint32_t>(id); }
constexpr VertexId vertex_of(NodeId node) noexcept { return VertexId{index(node)}; }

/// A virtual channel: one of the lanes that share a link, a number from 0 to channel_count-1. A message holds its
/// channels while it waits for further ones.
enum class ChannelId : std::uint32_t {};
constexpr std::uint32_t index(ChannelId id) noexcept { return static_cast<std::uint32_t>(id); }

/// A length of time, in integer nanoseconds of 64 bits, so that sums and comparisons are exact.
using Duration = std::chrono::nanoseconds;

/// The clock of the emulated machine, which only the runtime moves.
struct VirtualClock {
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<VirtualClock>;
  static constexpr bool is_steady = true;
};
/// An instant of virtual time. It cannot be mixed with instants of the host's clocks.
using VirtualTime = VirtualClock::time_point;

/// A time for each byte that is moved: the inverse of a bandwidth.
struct TimePerByte {
  Duration each;
  friend auto operator<=>(const TimePerByte&, const TimePerByte&) = default;
};
constexpr Duration operator*(TimePerByte rate, std::size_t bytes) noexcept {
  return rate.each * static_cast<Duration::rep>(bytes);
}

/// The number of bytes that a link carries in a second.
struct Bandwidth {
  std::uint64_t bytes_per_second;
  friend auto operator<=>(const Bandwidth&, const Bandwidth&) = default;
};

/// Returns a time as a number of microseconds, for printing.
constexpr double microseconds(Duration d) noexcept { return static_cast<double>(d.count()) / 1000.0; }
constexpr double microseconds(VirtualTime t) noexcept { return microseconds(t.time_since_epoch()); }

/// The size of a cache line in bytes. The standard library's constant is not used, because it depends on compiler
/// flags.
inline constexpr std::size_t kCacheLine = 64;

/// Prefetches the first `lines` cache lines at `object`. A smaller object or a null pointer does no harm.
inline void prefetch_lines(const void* object, std::size_t lines = 1) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  for (std::size_t i = 0; i < lines; ++i) __builtin_prefetch(reinterpret_cast<const void*>(address + i * kCacheLine));
}

}  // namespace switchyard
