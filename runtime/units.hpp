#pragma once
/// \file units.hpp
/// The types that keep node ids, times and rates apart. Bare numbers appear only where text is read or printed.

#include <chrono>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace switchyard {

/// One virtual processor of a machine, 0..n-1. "No node" is `std::optional<NodeId>`.
enum class NodeId : std::uint32_t {};

/// The node's number, for arrays and arithmetic.
constexpr std::uint32_t index(NodeId id) noexcept { return static_cast<std::uint32_t>(id); }

/// The node whose number differs in the bits of `mask`: the exchanges' `me xor p`.
constexpr NodeId operator^(NodeId id, std::uint32_t mask) noexcept { return NodeId{index(id) ^ mask}; }

/// Tells messages between the same two nodes apart.
enum class Tag : std::uint32_t {};

/// One directed link of a machine's network, 0..link_count-1.
enum class LinkId : std::uint32_t {};
constexpr std::uint32_t index(LinkId id) noexcept { return static_cast<std::uint32_t>(id); }

/// A place of a network where links meet: the nodes, 0..n-1, and after them the routers that are no nodes.
enum class VertexId : std::uint32_t {};
constexpr std::uint32_t index(VertexId id) noexcept { return static_cast<std::uint32_t>(id); }
constexpr VertexId vertex_of(NodeId node) noexcept { return VertexId{index(node)}; }

/// One virtual lane of a link: what a message holds while it waits. 0..channel_count-1.
enum class ChannelId : std::uint32_t {};
constexpr std::uint32_t index(ChannelId id) noexcept { return static_cast<std::uint32_t>(id); }

/// 64-bit integer nanoseconds: sums and comparisons are exact.
using Duration = std::chrono::nanoseconds;

/// The emulated machine's clock; only the runtime moves it.
struct VirtualClock {
  using duration = Duration;
  using rep = duration::rep;
  using period = duration::period;
  using time_point = std::chrono::time_point<VirtualClock>;
  static constexpr bool is_steady = true;
};
/// Does not mix with the time points of the host's clocks.
using VirtualTime = VirtualClock::time_point;

/// Time for each byte: the inverse of a bandwidth.
struct TimePerByte {
  Duration each;
  friend auto operator<=>(const TimePerByte&, const TimePerByte&) = default;
};
constexpr Duration operator*(TimePerByte rate, std::size_t bytes) noexcept {
  return rate.each * static_cast<Duration::rep>(bytes);
}

/// How much a link carries.
struct Bandwidth {
  std::uint64_t bytes_per_second;
  friend auto operator<=>(const Bandwidth&, const Bandwidth&) = default;
};

/// For printing: microseconds as a number.
constexpr double microseconds(Duration d) noexcept { return static_cast<double>(d.count()) / 1000.0; }
constexpr double microseconds(VirtualTime t) noexcept { return microseconds(t.time_since_epoch()); }

/// Bytes that two cores do not share; our own constant, as the standard's value depends on compiler flags.
inline constexpr std::size_t kCacheLine = 64;

/// The first `lines` cache lines of what lies at `object` will be needed soon. If nothing lies there, or nothing more,
/// no harm is done.
inline void prefetch_lines(const void* object, std::size_t lines = 1) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(object);
  for (std::size_t i = 0; i < lines; ++i) __builtin_prefetch(reinterpret_cast<const void*>(address + i * kCacheLine));
}

}  // namespace switchyard
