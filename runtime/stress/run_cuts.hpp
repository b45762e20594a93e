#pragma once
/// \file run_cuts.hpp
/// Finds where a run can be cut into a first and a second part, so that the second part depends on nothing but the
/// state at the cut. If two runs have cuts with equal states, a search has to try the other results of choices behind
/// the cut for one of the two runs only.
///
/// A cut divides the calls of each node. All calls behind it depend on all choices before it, so that no message that
/// is sent behind the cut could have been taken by a choice before it. What can follow is decided by the states of the
/// programs, by the messages under way, and by the receives that are posted and not complete. There are two kinds of
/// cuts:
///
/// - A meeting: a collective that no node leaves before all nodes have entered it, if no message is under way then, and
///   no receive is open.
/// - A choice, if only one node makes choices in the run: before the cut are the calls of this node before the choice,
///   and those calls of other nodes that depend on none of this node's further calls.
///
/// Proof that a search that uses such cuts misses no way to go on. The cuts of one run are nested. Let s be a state at
/// a cut, and w a way to go on from s that the search misses, and choose them so that w has as few calls as possible.
/// The run P that came first to s has tried all other results of choices behind its cut, except behind a later cut
/// whose state another run had reached first. So there is a run that goes on from P's cut as w does, either up to its
/// end, or up to such a later cut. What is left of w behind that cut has fewer calls than w, so that the search does
/// not miss it.
///
/// A synchronous send completes only when its receive is posted. So the calls behind a choice are found by vector
/// clocks that show this, too (SynchronousSends::confirm_posted_receive). Where it is up to the machine whether a send
/// waits for its receive, the sender of a message under way must have sent and received nothing after it: it may be
/// blocked in that send.
///
/// A search that leaves out branches because they keep an unsuccessful poll (UnsuccessfulPollPolicy) must not rely on a
/// run with such a poll before a cut to show what can follow behind the cut.
///
/// Source: Y. Yang, X. Chen, G. Gopalakrishnan, R. M. Kirby, "Efficient stateful dynamic partial order reduction", SPIN
/// 2008. Departs from it: states are compared only where no race crosses, so that the choices before a known state need
/// no further results.

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

#include "runtime/state_marks.hpp"
#include "runtime/stress/message_order.hpp"
#include "runtime/stress/program_log.hpp"

namespace switchyard {

struct ConsistentRunCut {
  std::vector<std::uint32_t> first_calls_after_consistent_cut =
      {};                             ///< for each node, the number of its first call behind the cut
  std::uint64_t hash_of_choices = 0;  ///< sum of the hashes of all choices made before the cut, with their results
  std::uint64_t hash_of_state = 0;    ///< hash of everything that determines what can happen behind the cut
};

/// Returns the cuts of a run, that is, the places where it can be cut in two parts, in ascending order. `states` has
/// the states that the programs have recorded in the run. A run with services (served_message.hpp) has no cuts.
std::vector<ConsistentRunCut> consistent_cuts_of_run(const ProgramLog& log, const PartiallyOrderedRun& order,
                                                     const StatesByNode& states);

/// The states that the runs of one search have at their cuts (the places where they can be cut in two parts).
class ExploredStates {
 public:
  /// Returns the first of the cuts of this run behind which another run shows all that can follow, or null if there is
  /// no such cut. At each cut before that, this run becomes the one that shows what can follow, if no other run does so
  /// yet and `can_be_first` returns true for the cut; the branches of this run behind the cut then have to be searched.
  /// Needs: the run is possible.
  const ConsistentRunCut* first_consistent_cut_already_explored(
      std::span<const ConsistentRunCut> cuts, const std::function<bool(const ConsistentRunCut&)>& can_be_first);

 private:
  /// For each state at a cut, by its hash: the hash of the choices by which the first run came to this state.
  std::unordered_map<std::uint64_t, std::uint64_t> first_choices_by_state_;
};

}  // namespace switchyard
