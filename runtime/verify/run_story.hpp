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
  std::uint64_t left_out = 0;  ///< number of matches before those in `last`
};
/// Returns the matches of a run (messages with their receives), in an order in which they can have happened. If there
/// are many, only the last ones are returned.
Matches matches_of(const RunOrder& order);

std::vector<StuckCall> stuck_calls(const WaitGraph& graph);

/// Returns the calls that have posted the requests for which other calls wait in vain.
std::vector<DefectCall> posting_calls(const WaitGraph& graph);
/// Whether nodes are stuck in a collective that other nodes do not make.
bool is_call_ordering(const WaitGraph& graph);

/// Whether no stuck nodes wait for each other in a cycle: they wait for something that can no longer come.
bool waits_in_vain(const WaitGraph& graph);

}  // namespace switchyard
