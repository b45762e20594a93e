#pragma once
/// \file run_story.hpp
/// Describes what led to the end of a run: messages with their receives, and the calls in which
/// nodes got stuck.

#include <vector>

#include "runtime/stress/message_order.hpp"
#include "runtime/verify/verdict.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard {

struct MatchesOfRun {
  std::vector<VerifiedMatch> last_matches = {};
  std::uint64_t left_out_count = 0;  ///< number of matches of the run (messages with their receives) that came before
                                     ///< those in `last_matches`
};
/// Returns the matches of a run (messages with their receives), in an order in which they may have happened. Only the
/// last 40 matches are returned. Messages that only serve other messages are left out, such as those with the values of
/// an MPI_Get.
MatchesOfRun matches_in_run(const PartiallyOrderedRun& order);

std::vector<StuckCall> stuck_calls(const WaitGraph& graph);

/// Returns the calls that posted the requests of stuck nodes, where a node is stuck in another call that waits for
/// these requests.
std::vector<CallInvolvedInDefect> posting_calls(const WaitGraph& graph);
/// Returns whether some nodes are stuck in a collective, while another node waits for a message, and that node either
/// holds others up or waits for what can no longer come.
bool do_messages_hold_up_collectives(const WaitGraph& graph);
/// Returns whether nodes are stuck in a collective that other members of its group do not call.
bool is_call_ordering_defect(const WaitGraph& graph);

/// Returns whether the wait-for graph has no cycle. The stuck nodes then wait for something that can no longer happen.
bool has_no_wait_cycle(const WaitGraph& graph);

}  // namespace switchyard
