#pragma once
/// \file choices.hpp
/// Finds the choices that the programs of a run have made, such as which message a receive from any node got
/// (program_log.hpp), and the other results that these choices could have had.
///
/// Programs that make the same choices behave in the same way: once the sources of receives and
/// the ends of waits are given, they form a Kahn network, and one run shows all their behaviour
/// (one_order.hpp). So one run is enough for each set of choices that some order of events leads
/// to.
///
/// Completeness, that is, why this search finds every set of choices: let R be a known run, and S a possible run that
/// is not known. Order the choices of S so that each comes after those that it depends on, and otherwise in program
/// order of each node. Let R and S agree on the first choices in this order, and differ at the next one, w. Everything
/// that w depends on in S has also happened in R, and the message that w takes in S was also sent in R. So
/// RunChoices::add_exploration_branches_to() finds this result of w. It returns the choices of R without those that
/// depend on w or on later choices of w's node, but keeps choices on which the message that w takes in S depends. The
/// choices on which R and S agree are among the returned ones. A run with the returned choices, and arbitrary other
/// ones, agrees with S on one choice more than R does; if such a run is already known, it does so as well.
///
/// Vector clocks say whether one call or message depends on another (message_order.hpp). In them a
/// send depends only on earlier calls of its node, so that the search may consider impossible
/// results, but never misses a possible one.
///
/// Sources: A. Vo, S. Aananthakrishnan, G. Gopalakrishnan, B. R. de Supinski, M. Schulz, G. Bronevetsky, "A scalable
/// and distributed dynamic formal verifier for MPI programs", SC 2010, for guiding runs by the matches of earlier ones.
/// Departs from it: vector clocks are used instead of Lamport clocks, and more than one choice is kept from run to run.

#include <boost/container/small_vector.hpp>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/stress/choice_name.hpp"
#include "runtime/stress/message_order.hpp"
#include "runtime/stress/run_cuts.hpp"
#include "runtime/stress/served_choices.hpp"

namespace switchyard {

/// Returns all choices that the programs and services of a run have made, such as which message a receive from any node
/// got.
ChoiceSet all_choices_of_run(const PartiallyOrderedRun& order, MessageSetNumbering& earlier);

/// The choices (such as which message a receive from any node gets) of an earlier run that a new run makes in the same
/// way.
struct ChoicesKeptFromEarlierRun {
  std::shared_ptr<const Choices>
      earlier_run_choices;  ///< all choices that the programs made in the earlier run, sorted by name

  /// One bit for each choice in earlier_run_choices: whether the new run makes the choice in the same way.
  boost::container::small_vector<std::uint64_t, 1> bit_set_of_kept_choices;

  void mark_choice_as_kept(std::size_t place) { bit_set_of_kept_choices[place / 64] |= std::uint64_t{1} << place % 64; }
  bool is_choice_kept(std::size_t place) const noexcept {
    return (bit_set_of_kept_choices[place / 64] >> place % 64 & 1U) != 0;
  }
};

/// A branch (a set of choices for a new run), stored as the part that it keeps of the choices of an earlier run. A run
/// with many messages has many branches. Branches that change the same choice mostly share what they keep.
struct StoredBranch {
  std::shared_ptr<const ChoicesKeptFromEarlierRun> choices_kept_from_earlier_run =
      {};                                                  ///< the choices kept from the earlier run; null if none is
                                                           ///< kept
  std::optional<Choices::value_type> changed_choice = {};  ///< the choice that has another result in the new run than
                                                           ///< in the earlier run

  /// Choices of the new run that choices_kept_from_earlier_run cannot hold, such as those of services (the parts of
  /// nodes that serve other nodes); null if there are none.
  std::unique_ptr<const ChoiceSet> unindexed_choices = {};
  /// Whether the new run is first tried with only the changed node's choices different: the other nodes then make their
  /// usual choices (visible_calls.hpp).
  bool is_first_tried_with_one_changed_node = false;

  ChoiceSet to_choice_set() const;
  /// Returns the set of choices in which the node that makes the changed choice chooses as in this branch, and all
  /// other nodes choose as in `usual`, the choices of another run. Needs: no choices of services.
  ChoiceSet choice_set_changing_one_node(const Choices& usual) const;
};

/// Which branches (sets of choices for new runs) a search returns if they keep an unsuccessful poll. An unsuccessful
/// poll is a test or probe that found nothing, was repeated until it found something, with no other calls in between
/// but tests and probes that found nothing, and could have found the same the first time.
enum class UnsuccessfulPollPolicy {
  keep_unsuccessful_polls,  ///< all branches are returned, including those that keep an unsuccessful poll

  /// if a run has many sets of choices, branches that keep an unsuccessful poll are left out: a run without the poll
  /// leads to the same results, unless the program counts its unsuccessful polls
  remove_unsuccessful_polls,
  /// Does what remove_unsuccessful_polls does, and also leaves out of the branches all that depends on an unsuccessful
  /// access to the memory of another node (UnsuccessfulAccesses).
  remove_unsuccessful_polls_and_accesses,
};

/// Calls, each named by node, file and line, that wait for or test several requests, and that
/// RunChoices::add_exploration_branches_to() has already let end with more than one complete request.
using CallSitesThatCompletedSeveralRequests = std::set<std::tuple<NodeId, std::string, std::uint32_t>>;

namespace detail {
class ExplorationBranchFinder;
}

/// The choices of a run (such as which message a receive from any node got), and the branches (sets of choices for new
/// runs) that follow from them. The arguments of the constructor must outlive this object.
class RunChoices {
 public:
  RunChoices(const PartiallyOrderedRun& order, MessageSetNumbering& earlier);
  ~RunChoices();

  /// Returns whether the run has made an unsuccessful poll before the cut because of which
  /// add_exploration_branches_to(), called with the same policy, leaves out branches.
  bool has_unsuccessful_poll_before(const ConsistentRunCut& cut, UnsuccessfulPollPolicy looks);

  /// Returns whether no order of events can lead to all choices of this run, some of which were prescribed in advance,
  /// so that the run is impossible.
  bool are_contradictory() const;

  /// Adds branches (sets of choices for new runs) to `branches`: one for each choice of the run and each other result
  /// that the choice could have had. A branch contains the changed choice, and the choices of the run that do not
  /// depend on it. The order in which a service takes messages is changed only if the new run is not equivalent to this
  /// one (served_choices.hpp). A call that ends with some of several requests ends with one, or with more. If there are
  /// many ways to choose and `varied` is given, such a call ends with more than one request only once at each place in
  /// the program, and `varied` keeps these places. If `end` is given, only the results of choices before this cut are
  /// changed. Needs: this function was not called before.
  void add_exploration_branches_to(std::vector<StoredBranch>& branches,
                                   UnsuccessfulPollPolicy looks = UnsuccessfulPollPolicy::remove_unsuccessful_polls,
                                   CallSitesThatCompletedSeveralRequests* varied = nullptr,
                                   const ConsistentRunCut* end = nullptr);

 private:
  detail::ExplorationBranchFinder& branch_finder();

  const PartiallyOrderedRun& run_order_;
  MessageSetNumbering& message_set_numbers_;
  std::unique_ptr<detail::ExplorationBranchFinder>
      exploration_branch_finder_;  ///< made when it is first needed; null until then
};

/// Estimates from one run how many different sets of choices the programs can make.
double estimated_choice_set_count(const PartiallyOrderedRun& order);

}  // namespace switchyard
