#pragma once
/// \file run_story.hpp
/// What has led to the end of a run: messages with their receives, and the calls in which nodes have got stuck.

#include <vector>

#include "runtime/stress/message_order.hpp"
#include "runtime/verify/verdict.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {

struct Matches {
  std::vector<VerifiedMatch> last = {};
  std::uint64_t left_out = 0;  ///< before these
};
/// The matches of a run, in an order in which they can have come; the last ones, if they are many.
Matches matches_of(const RunOrder& order);

std::vector<StuckCall> stuck_calls(const WaitGraph& graph);

/// Whether nodes are stuck in a collective, and others are not in the same one.
bool is_call_ordering(const WaitGraph& graph);

/// All who are stuck wait for what can no longer come: none waits for another one.
bool waits_in_vain(const WaitGraph& graph);

}  // namespace switchyard
