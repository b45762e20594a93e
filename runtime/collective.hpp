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
  // The collectives in this list from exscan to all_to_all exist only for groups of nodes, which carry them out by
  // messages.
  exscan,
  gather,
  scatter,
  all_to_all,
  // The collective global_sync exists only as an operation that a machine carries out by itself.
  global_sync,
  // The collective reduce_scatter exists only for groups. It comes last in this list, because the
  // position of a kind in the list is part of message tags, and the tags of the other kinds must
  // stay the same.
  reduce_scatter,
};

namespace detail {

/// The names of the collectives. The array is a constant outside of name_of(), because compilers
/// would build an array inside the function anew at each call.
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

/// A function that combines two values of a reduction, given as raw bytes: into = left op right.
using Combine = std::function<void(std::byte* into, const std::byte* left, const std::byte* right)>;

/// One node's part in a collective of all nodes, above all in one that the machine carries out by itself, without
/// messages.
struct CollectiveCall {
  Collective kind = Collective::barrier;
  NodeId root{};
  std::span<std::byte> data = {};          ///< the node's value, and then the result; of the same size on all nodes
  const Operation* operation = nullptr;    ///< operation that combines values, the same on all nodes; null if nothing
                                           ///< is combined
  const Combine* combine = nullptr;        ///< function that combines two values; null if nothing is combined, as in a
                                           ///< rehearsal
  Context context = Context::collectives;  ///< context of the group, if a group of all nodes makes the call; otherwise
                                           ///< Context::collectives
  std::span<Request* const> watched = {};  ///< requests for which the node leaves this call as soon as one is complete
  bool is_resumed = false;                 ///< whether the node has left this collective for a watched request before,
                                           ///< and now returns to it
};

/// Returns the kind under which a machine offers this collective as its own operation: global_sync is its barrier.
constexpr Collective machine_operation_of(Collective kind) noexcept {
  return kind == Collective::global_sync ? Collective::barrier : kind;
}

/// Returns whether carry_out() can do this collective, so that a machine may offer it as its own operation.
constexpr bool can_be_carried_out(Collective kind) noexcept {
  return (kind <= Collective::scan && kind != Collective::all_gather) || kind == Collective::global_sync;
}

/// A collective of a group: the context of the group, and the number of the collective among those of the group.
struct CollectiveName {
  Context context{};
  std::uint32_t number = 0;
  friend auto operator<=>(const CollectiveName&, const CollectiveName&) = default;
};

/// How far a posted collective of a group has come. A node tells it to the arbiter of a run that looks for defects.
enum class PostedCollectiveStage : std::uint8_t {
  begun,  ///< the program has posted the collective; messages with its context and tag follow
  over,   ///< the last message of the collective has come, which the program need not know
  known,  ///< the program knows that the collective is over
};

/// Carries out, without messages, a collective that all nodes have called: copies the root's data to all nodes, or
/// combines the nodes' values, lower node ids on the left. `calls` has the call of each node, in the order of node ids.
void carry_out(std::span<const CollectiveCall* const> calls);

/// Returns the tag for the messages of a node's collective number `sequence`. The tags repeat after 2^24 collectives.
constexpr Tag collective_tag(Collective kind, std::uint32_t sequence) noexcept {
  return Tag{(static_cast<std::uint32_t>(kind) << 24U) | (sequence & 0xffffffU)};
}
constexpr Collective collective_of(Tag tag) noexcept {
  return static_cast<Collective>((static_cast<std::uint32_t>(tag) >> 24U) & 0x7fU);
}
/// Returns the tag of a collective's signals (messages without data), made from the tag of its data messages. The two
/// differ, so that no receive of data takes a signal.
constexpr Tag signal_tag(Tag data) noexcept { return Tag{static_cast<std::uint32_t>(data) | 0x80000000U}; }

/// The bit that, set in the context of a group, gives the context of the messages inside the group's collectives.
inline constexpr std::uint16_t kGroupCollectiveContextBit = 2 * kBackgroundContextOffset;
constexpr Context collective_context_of(Context group) noexcept {
  return Context{static_cast<std::uint16_t>(static_cast<std::uint16_t>(group) | kGroupCollectiveContextBit)};
}

}  // namespace switchyard
