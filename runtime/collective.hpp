#pragma once
/// \file collective.hpp
/// The kinds of collectives, the tags and contexts of their messages, and how a collective is computed that the machine
/// carries out by itself, without messages.

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
  // The collectives exscan, gather, scatter and all_to_all exist only for groups of nodes, which carry them out by
  // messages.
  exscan,
  gather,
  scatter,
  all_to_all,
  // The collective global_sync exists only as an operation that a machine carries out by itself.
  global_sync,
  // The collective reduce_scatter exists only for groups. It is the last value of Collective, because the value of a
  // kind is part of message tags, and the tags of the older kinds must stay the same.
  reduce_scatter,
};

namespace detail {

/// The names of the collectives, in the order of Collective. The array is a constant outside of name_of(), because
/// compilers would build an array inside the function anew at each call.
inline constexpr std::array kCollectiveNames{"barrier",    "broadcast",  "all_gather",  "reduce",
                                             "all_reduce", "scan",       "exscan",      "gather",
                                             "scatter",    "all_to_all", "global_sync", "reduce_scatter"};

}  // namespace detail

constexpr const char* name_of(Collective kind) noexcept {
  return detail::kCollectiveNames[static_cast<std::size_t>(kind)];
}

/// Returns whether the collective has a root: one node that plays another part in it than all others.
constexpr bool has_root(Collective kind) noexcept {
  return kind == Collective::broadcast || kind == Collective::reduce || kind == Collective::gather ||
         kind == Collective::scatter;
}

struct Operation;

/// A function that combines two values of a reduction, given as raw bytes: into = left op right.
using CombineBytesFunction = std::function<void(std::byte* into, const std::byte* left, const std::byte* right)>;

/// One node's part in a collective of all nodes, above all in one that the machine carries out by itself, without
/// messages.
struct CollectiveCall {
  Collective kind = Collective::barrier;
  NodeId root{};
  std::span<std::byte> data = {};  ///< the node's value, which the result replaces; of one size on all nodes
  /// The operation that combines values, which must be the same on all nodes; null if nothing is combined.
  const Operation* operation = nullptr;
  /// The function that combines two values; null if nothing is combined, or if the collective is only simulated, to
  /// measure its time.
  const CombineBytesFunction* combine_function = nullptr;
  /// The context of the group, if the nodes make this call as a group that has all of them as members; otherwise
  /// Context::collectives.
  Context context = Context::collectives;
  /// Requests that make the node leave the collective early, as soon as one of them is complete.
  std::span<Request* const> interrupting_requests = {};
  /// Whether the node has left this collective early, because a request of `interrupting_requests` was complete, and
  /// now comes back to it.
  bool is_resumed = false;
};

/// Returns the kind of collective that a machine carries out when nodes call a collective of this kind and the machine
/// does it by itself: the barrier for a global_sync, and otherwise the kind itself.
constexpr Collective machine_operation_of(Collective kind) noexcept {
  return kind == Collective::global_sync ? Collective::barrier : kind;
}

/// Returns whether carry_out_collective_without_messages() can do this kind of collective, so that a machine may carry
/// it out by itself, without messages.
constexpr bool is_possible_machine_collective(Collective kind) noexcept {
  return (kind <= Collective::scan && kind != Collective::all_gather) || kind == Collective::global_sync;
}

/// Identifies a collective of a group, by the context of the group and the number of the collective among all
/// collectives of the group.
struct CollectiveIdentity {
  Context context{};
  std::uint32_t number = 0;
  friend auto operator<=>(const CollectiveIdentity&, const CollectiveIdentity&) = default;
};

/// How far a posted (non-blocking) collective of a group has come on one node. The node tells this to the arbiter of a
/// run that looks for defects.
enum class PostedCollectiveStage : std::uint8_t {
  begun,                 ///< the program has posted the collective; messages with its context and tag follow
  over,                  ///< the last message of the collective has come, but the program may not know this yet
  known_to_be_complete,  ///< the program has found out, by a wait or test, that the collective is complete
};

/// Carries out, without messages, a collective that all nodes have called: copies the root's data to all nodes, or
/// combines the nodes' values, lower node ids on the left. `calls` has the call of each node, in the order of node ids.
void carry_out_collective_without_messages(std::span<const CollectiveCall* const> calls);

/// Returns the tag for the messages of a node's collective number `sequence`. The tags repeat after 2^24 collectives.
constexpr Tag collective_tag(Collective kind, std::uint32_t sequence) noexcept {
  return Tag{(static_cast<std::uint32_t>(kind) << 24U) | (sequence & 0xffffffU)};
}
constexpr Collective collective_of(Tag tag) noexcept {
  return static_cast<Collective>((static_cast<std::uint32_t>(tag) >> 24U) & 0x7fU);
}
/// Returns the tag for signals (messages without data) within a collective, made from the tag of its messages with
/// data. The two tags differ, so that no receive of data takes a signal.
constexpr Tag signal_tag(Tag data) noexcept { return Tag{static_cast<std::uint32_t>(data) | 0x80000000U}; }

/// The bit that distinguishes two contexts: the context of the messages inside a group's collectives is the context of
/// the group with this bit set.
inline constexpr std::uint16_t kGroupCollectiveContextBit = 2 * kBackgroundContextOffset;
constexpr Context collective_context_of(Context group) noexcept {
  return Context{static_cast<std::uint16_t>(static_cast<std::uint16_t>(group) | kGroupCollectiveContextBit)};
}

}  // namespace switchyard
