#pragma once
/// \file broadcast.hpp
/// Broadcast: one node's data goes to all nodes, or to a group of nodes such as a row of a processor mesh.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 3.6, fig. 9.

#include <cstddef>
#include <cstdint>
#include <span>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "runtime/run.hpp"

namespace switchyard {

/// LIB, linear broadcast: the first member sends to the others one by one, with blocking sends.
///
/// Shape:  `members` lists distinct nodes. Every member passes the same list, and `data` of the
///         same size.
/// Needs:  every member calls the function, and no other node does.
/// Throws: UsageError if the calling node is not a member.
void linear_broadcast(Node& self, std::span<const NodeId> members, std::span<std::byte> data);

/// REB, recursive broadcast among N members: in steps of distance N/2, N/4, ..., 1 each member that has the data sends
/// it to the member at that distance in the list.
///
/// Shape:  `members` lists distinct nodes. Every member passes the same list, and `data` of the
///         same size.
/// Needs:  every member calls the function, and no other node does.
/// Throws: UsageError if the calling node is not a member.
/// Departs from the paper: N may be any number; the distances then start at the largest power of
/// two below N.
void recursive_broadcast(Node& self, std::span<const NodeId> members, std::span<std::byte> data);

enum class BroadcastKind : std::uint8_t {
  linear,     ///< linear_broadcast(), called LIB by Ponnusamy et al. 1992
  recursive,  ///< recursive_broadcast(), called REB by Ponnusamy et al. 1992
  /// the machine's own broadcast, such as that of a control network; Node::broadcast() on machines without one
  system,
};

/// Runs a program in which node 0 broadcasts `bytes` bytes to all nodes of the machine. The report's makespan is the
/// time that the broadcast takes.
///
/// Throws DataError if a byte does not arrive correctly. Also throws what run() throws.
RunReport run_broadcast(const Machine& machine, BroadcastKind kind, std::size_t bytes, const RunOptions& options = {});

}  // namespace switchyard
