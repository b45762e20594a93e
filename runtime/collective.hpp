#pragma once
/// \file collective.hpp
/// The kinds of collectives, what marks their messages, and what a machine does that carries them out by itself.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "runtime/call_site.hpp"
#include "runtime/request.hpp"

namespace switchyard {

enum class Collective : std::uint8_t {
  barrier,
  broadcast,
  all_gather,
  reduce,
  all_reduce,
  scan,
  // Of groups alone:
  exscan,
  gather,
  scatter,
  all_to_all,
  // Of a machine alone:
  global_sync,
};

namespace detail {

/// Not inside name_of: compilers would fill it anew at each call.
inline constexpr std::array kCollectiveNames{"barrier", "broadcast", "all_gather", "reduce",     "all_reduce", "scan",
                                             "exscan",  "gather",    "scatter",    "all_to_all", "global_sync"};

}  // namespace detail

constexpr const char* name_of(Collective kind) noexcept {
  return detail::kCollectiveNames[static_cast<std::size_t>(kind)];
}

/// Whether one of the nodes has another part in it than the others.
constexpr bool has_root(Collective kind) noexcept {
  return kind == Collective::broadcast || kind == Collective::reduce || kind == Collective::gather ||
         kind == Collective::scatter;
}

/// into = left op right, on raw bytes.
using Combine = std::function<void(std::byte* into, const std::byte* left, const std::byte* right)>;

/// One node's part in a collective that the machine carries out by itself, without messages.
struct CollectiveCall {
  Collective kind = Collective::barrier;
  NodeId root{};
  std::span<std::byte> data = {};  ///< the node's value, and then the result; of the same size on all nodes
  const Combine* combine = nullptr;
  Context context = Context::collectives;  ///< of a group of all nodes: its own
  std::span<Request* const> watched = {};  ///< once one of these is complete, the node has something else to do first
};

/// Under which name a machine has it.
constexpr Collective own_kind(Collective kind) noexcept {
  return kind == Collective::global_sync ? Collective::barrier : kind;
}

/// Whether carry_out() knows it: so a machine may do it by itself.
constexpr bool can_be_carried_out(Collective kind) noexcept {
  return (kind <= Collective::scan && kind != Collective::all_gather) || kind == Collective::global_sync;
}

/// Does what the calls ask for, by node id: broadcasts, or combines with lower ids on the left.
void carry_out(std::span<const CollectiveCall* const> calls);

/// The tag of the messages of a node's `sequence`-th collective. Sequence numbers repeat after 2^24.
constexpr Tag collective_tag(Collective kind, std::uint32_t sequence) noexcept {
  return Tag{(static_cast<std::uint32_t>(kind) << 24U) | (sequence & 0xffffffU)};
}
constexpr Collective collective_of(Tag tag) noexcept {
  return static_cast<Collective>((static_cast<std::uint32_t>(tag) >> 24U) & 0x7fU);
}

/// Messages inside a group's collectives have a context which only they use, made of the group's own.
inline constexpr std::uint16_t kGroupCollectives = kLastFreeContext + 1;
constexpr Context collectives_of_group(Context group) noexcept {
  return Context{static_cast<std::uint16_t>(static_cast<std::uint16_t>(group) | kGroupCollectives)};
}

}  // namespace switchyard
