#pragma once
/// \file choices.hpp
/// Finds the choices that the programs of a run have made (program_log.hpp), and the other ways in which they could
/// have been made.
///
/// Programs that make the same choices do the same: once the sources of their receives and the ends of their waits are
/// given, they are a Kahn network, and one run shows what they do (one_order.hpp). So one run is enough for each set of
/// choices that some order of events leads to.
///
/// Completeness: let R be a known run, and S a possible run that is not known. Order the choices of S so that each
/// comes after those that it depends on, and otherwise in program order of each node. Let R and S agree on the first
/// choices in this order, and differ at the next one, w. All that w depends on in S has also happened in R, and the
/// message that w takes in S was also sent in R. So branches_of() finds this way to make w. It returns the choices of R
/// without those that depend on w or on later choices of w's node, but keeps choices on which this message depends. The
/// choices on which R and S agree are among them. A run with these choices, and any others made as it comes, agrees
/// with S on one choice more; so does a run with these choices that is known already.
///
/// Vector clocks say whether one thing depends on another (message_order.hpp). They take a send to depend only on calls
/// before it, so that more is considered possible than really is, but never less.
///
/// Sources: A. Vo, S. Aananthakrishnan, G. Gopalakrishnan, B. R. de Supinski, M. Schulz, G. Bronevetsky, "A scalable
/// and distributed dynamic formal verifier for MPI programs", SC 2010, for guiding runs by the matches of earlier ones.
/// Departs from it: vector clocks are used instead of Lamport clocks, and more than one choice is kept from run to run.

#include <compare>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "runtime/stress/choice_name.hpp"
#include "runtime/stress/message_order.hpp"
#include "runtime/stress/served_choices.hpp"

namespace switchyard {

/// Returns all choices of a run.
Branch choices_of(const RunOrder& order, EarlierTakes& earlier);

/// Which of the choices of a run that keep a vain look are branches: a test or probe that has found nothing, was
/// repeated at once until it found something, and could have found the same the first time.
enum class VainLooks {
  kept,     ///< all of them
  removed,  ///< if there are many ways to choose, only those that remove a vain look; the others are those of runs
            ///< without it, unless the program counts how often it looks in vain
};

/// Returns, for each choice of a run and each other way to make this choice, a set of choices for a new run: the
/// changed choice, and the choices of the run that stay as they are. Of the choices of services, only those are changed
/// that lead to a run which is not equivalent (served_choices.hpp).
std::vector<Branch> branches_of(const RunOrder& order, EarlierTakes& earlier, VainLooks looks = VainLooks::removed);

/// Returns whether no order of events can lead to the choices of this run, some of which were prescribed.
bool is_impossible(const RunOrder& order);

/// Estimates from one run how many different sets of choices there are.
double ways_to_choose(const RunOrder& order);

/// All choices of each of several runs, by their meaning.
class ChosenRuns {
 public:
  void add(Choices choices) { all_.insert(std::move(choices)); }
  /// Returns whether one of the runs has made all of these choices.
  bool has_one_with(const Choices& some) const;

 private:
  std::set<Choices> all_;
};

}  // namespace switchyard
