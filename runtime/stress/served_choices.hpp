#pragma once
/// \file served_choices.hpp
/// Finds other orders in which the services of nodes could have taken their messages
/// (served_message.hpp).
///
/// A service takes one message after another, and often their order does not matter. Two runs are
/// equivalent if their programs make the same choices, and each two conflicting messages to one
/// service are taken in the same order: messages that do not conflict have the same effects and
/// answers in either order. One run of each equivalence class is enough.
///
/// Completeness: let R be a known run, and S a possible run that is equivalent to no known run.
/// Let P be the largest set of choices and takes with which R and S begin alike, each after all
/// that it depends on in either run, and let w be the next choice or take of S. Let w be the
/// taking of message y by service s. Everything that y depends on is in P, so that R sends y as
/// well. Before y, R takes some messages that conflict with y and are not in P. Let m be one of
/// these messages on which no other one of them depends. The branch for (m, y) consists of all of
/// R that depends neither on m nor on y, and then y. Nothing in P depends on m or y, so that P is
/// part of the branch. Hence a run with this branch also begins like S with P, and takes fewer
/// messages before y that are not in P. After some such steps a run agrees with S on P and on w.
///
/// The effect of a message can depend on the messages taken before it: a failed comparison changes
/// nothing. So the meaning of a branch (Branch::meaning) counts all earlier messages that may
/// conflict. This distinguishes more runs than necessary, but a run with a branch always has the
/// meaning of this branch.
///
/// A program that repeats the same access until it finds another value is assumed to behave in the
/// same way however often it has found nothing new, as with tests (choices.hpp). So such an access
/// is moved only before or behind all of its repetitions.
///
/// Needs: unordered accesses to the same memory are detected elsewhere, because programs' own
/// memory accesses are not considered in this file.
///
/// Sources: A. Mazurkiewicz, "Trace theory", 1987. C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for
/// model checking software", POPL 2005, for the pairs (m, y).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "runtime/stress/choice_name.hpp"
#include "runtime/stress/message_order.hpp"

namespace switchyard {

/// Assigns a number to each set of conflicting messages that a service may take before a message.
/// Such a set says, for each other sender, how many of its messages are taken up to the last
/// conflicting one. Equal sets have the same number in all runs of one search.
class EarlierTakes {
 public:
  using Counts = std::vector<std::pair<NodeId, std::uint32_t>>;  ///< sorted
  std::uint32_t number_of(const Counts& counts) {
    return numbers_.try_emplace(counts, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

 private:
  std::map<Counts, std::uint32_t> numbers_;
};

/// A set of choices for a new run.
struct Branch {
  Choices settled = {};  ///< the choices, as an arbiter is told to make them
  /// The same choices, in another form. A service of a node takes one of several messages; here its
  /// choice is described by the message and those taken before it, instead of by its number. Runs
  /// with the same choices in this form are equivalent.
  Choices meaning = {};
};

/// Returns the name of a take in Branch::meaning. It identifies the message that is taken.
ChoiceName message_name(const ServedTake& take) noexcept;

/// Two conflicting messages to one service that could have been taken in the other order, as
/// places in RunOrder::takes.
struct TakeRace {
  std::size_t first = 0, second = 0;
};

/// The messages that the services have taken in one run. `order` and `earlier` must outlive this
/// object.
class ServedTakes {
 public:
  ServedTakes(const RunOrder& order, EarlierTakes& earlier);

  std::vector<TakeRace> races() const;
  /// Adds to `branch` the takes for which `is_kept` returns true. Needs: `is_kept` also accepts
  /// everything on which these takes depend. If `race` is given, its second message is added as
  /// well, at its own place, and its first message is not accepted by `is_kept`.
  void add_kept_takes(const std::function<bool(const ServedTake&)>& is_kept, const TakeRace* race,
                      Branch& branch) const;

 private:
  EarlierTakes::Counts earlier_conflicts_of(std::size_t place,
                                            const std::function<bool(const ServedTake&)>& counts) const;
  bool is_immediate_pair(std::size_t first, std::size_t second, const std::vector<std::size_t>& candidates) const;
  std::vector<std::size_t> last_conflicting_takes(std::size_t place) const;
  std::size_t earliest_repetition_after(std::size_t first, std::size_t second) const;
  bool second_would_find_nothing_new(std::size_t first, std::size_t second) const;

  const RunOrder& order_;
  EarlierTakes& earlier_;
  std::vector<std::vector<std::size_t>> services_;  ///< by service: places of its takes
  std::vector<std::size_t> place_in_service_;       ///< by take
};

}  // namespace switchyard
