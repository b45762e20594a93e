#pragma once
/// \file choices.hpp
/// What the programs of a run have chosen (program_log.hpp), and what they could have chosen instead.
///
/// Programs that choose alike do alike: with the sources of their receives and the ends of their waits given, they are
/// a Kahn network, and one run shows what they do (one_order.hpp). So it is enough to have one run for each way to
/// choose that some order of events leads to. Let R be a run that was had, and S one that is possible and was not. Put
/// the choices of S into an order in which each comes after what it depends on and, but for that, those of one node
/// come in program order. Let R agree with S on the first so many of them, and not on the next, w. What w depends on in
/// S has happened in R as well, and what w takes in S was sent in R, too. So branches_of() finds it, and gives the
/// choices of R less those of R that depend on w, or on later ones of w's node, but for what this message depends on.
/// Those on which R and S agree are among them. A run with these choices, the others being made as it comes,
/// agrees with S on one more, and so does any other run with these choices, if one was had.
///
/// Whether one thing depends on another is told by vector clocks (message_order.hpp), where a send depends on nothing
/// but calls before it: so more is taken to be possible than is, never less.
///
/// Sources: A. Vo, S. Aananthakrishnan, G. Gopalakrishnan, B. R. de Supinski, M. Schulz, G. Bronevetsky, "A scalable
/// and distributed dynamic formal verifier for MPI programs", SC 2010, for runs that are led by the matches of earlier
/// ones. Departs from it: vector clocks in the place of Lamport's, and more than one choice is kept from run to run.

#include <compare>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "runtime/stress/message_order.hpp"

namespace switchyard {

/// Names a choice the same in all runs that agree on what it depends on.
struct ChoiceName {
  NodeId node{};
  std::uint32_t number = 0;
  friend auto operator<=>(const ChoiceName&, const ChoiceName&) = default;
};

/// What is taken (LoggedChoice::taken), by name and sorted.
using Choices = std::vector<std::pair<ChoiceName, std::uint32_t>>;

Choices choices_of(const RunOrder& order);

/// For each choice of a run and each other way to make it: the choices that stay as they are, with that one.
std::vector<Choices> branches_of(const RunOrder& order);

/// About how many ways to choose there are, from one run.
double ways_to_choose(const RunOrder& order);

/// All choices of each of several runs.
class ChosenRuns {
 public:
  void add(Choices choices) { all_.insert(std::move(choices)); }
  /// Whether one of them has made all of these.
  bool has_one_with(const Choices& some) const;

 private:
  std::set<Choices> all_;
};

}  // namespace switchyard
