#pragma once
/// \file collective.hpp
/// The kinds of collectives, the tags and contexts of their messages, and the work of a machine that carries
/// collectives out by itself.

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
  // The next kinds exist only for groups.
  exscan,
  gather,
  scatter,
  all_to_all,
  // The next kind exists only as a machine's own operation.
  global_sync,
  // Of groups alone, added later, as tags are made of these numbers:
  reduce_scatter,
};

namespace detail {

/// The names are a constant outside of name_of, because compilers would build the array anew at each call.
inline constexpr std::array kCollectiveNames{"barrier",    "broadcast",  "all_gather",  "reduce",
                                             "all_reduce", "scan",       "exscan",      "gather",
                                             "scatter",    "all_to_all", "global_sync", "reduce_scatter"};

}  // namespace detail

constexpr const char* name_of(Collective kind) noexcept {
  return detail::kCollectiveNames[static_cast<std::size_t>(kind)];
}

/// Returns whether the collective has a root: a node with another part in it than the others.
constexpr bool has_root(Collective kind) noexcept {
  return kind == Collective::broadcast || kind == Collective::reduce || kind == Collective::gather ||
         kind == Collective::scatter;
}

struct Operation;

/// into = left op right, on raw bytes.
using Combine = std::function<void(std::byte* into, const std::byte* left, const std::byte* right)>;

/// One node's part in a collective of all nodes, above all in one that the machine carries out by itself, without
/// messages.
struct CollectiveCall {
  Collective kind = Collective::barrier;
  NodeId root{};
  std::span<std::byte> data = {};        ///< the node's value, and then the result; of the same size on all nodes
  const Operation* operation = nullptr;  ///< compared with that of the others; null: nothing is combined
  const Combine* combine = nullptr;
  Context context = Context::collectives;  ///< of a group of all nodes: its own
  std::span<Request* const> watched = {};  ///< once one of these is complete, the node has something else to do first
  bool again = false;                      ///< the node has left it for one of those, and comes back
};

/// Returns the kind under which a machine offers this collective as its own operation.
constexpr Collective own_kind(Collective kind) noexcept {
  return kind == Collective::global_sync ? Collective::barrier : kind;
}

/// Returns whether carry_out() can do this collective, so that a machine may offer it as its own operation.
constexpr bool can_be_carried_out(Collective kind) noexcept {
  return (kind <= Collective::scan && kind != Collective::all_gather) || kind == Collective::global_sync;
}

/// Carries a collective out in memory: broadcasts, or combines the values, lower node ids on the left. `calls` are in
/// the order of node ids.
void carry_out(std::span<const CollectiveCall* const> calls);

/// Returns the tag for the messages of a node's collective number `sequence`. The tags repeat after 2^24 collectives.
constexpr Tag collective_tag(Collective kind, std::uint32_t sequence) noexcept {
  return Tag{(static_cast<std::uint32_t>(kind) << 24U) | (sequence & 0xffffffU)};
}
constexpr Collective collective_of(Tag tag) noexcept {
  return static_cast<Collective>((static_cast<std::uint32_t>(tag) >> 24U) & 0x7fU);
}
/// The tag of the signals of a collective whose data has this tag, so that no receive of data takes them.
constexpr Tag signal_tag(Tag data) noexcept { return Tag{static_cast<std::uint32_t>(data) | 0x80000000U}; }

/// Messages inside a group's collectives have a context of their own, which is made from the context of the group.
inline constexpr std::uint16_t kGroupCollectives = kLastFreeContext + 1;
constexpr Context collectives_of_group(Context group) noexcept {
  return Context{static_cast<std::uint16_t>(static_cast<std::uint16_t>(group) | kGroupCollectives)};
}

}  // namespace switchyard
