#pragma once
/// \file visible_calls.hpp
/// Compares what the nodes of two runs have let each other notice.
///
/// A node notices in some order that its requests are complete: by waits and tests for any of several requests. That
/// order often has no effect on other nodes: the node posts the same sends and receives with the same data, and before
/// each of them the same requests were known to be complete. If this is so in all runs in which one node chooses
/// another order, each node's choices can be searched alone, while the other nodes choose as usual. Proof: let S be a
/// run in which several nodes choose other orders. Each node gets the same messages in S as in the run in which it
/// alone chooses as in S, after the same calls of the other nodes, and so does the same in both.

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/stress/program_log.hpp"

namespace switchyard {

/// Returns, for each node, a hash of all that other nodes can notice of its program: the sends and receives that it
/// posts, with their data, and which earlier requests the program knew to be complete. Returns nothing if other nodes
/// may notice more, as by a probe, by a cancelled request or by a service of the node.
std::optional<std::vector<std::uint64_t>> hashes_of_visible_calls(const ProgramLog& log);

}  // namespace switchyard
