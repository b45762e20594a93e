#pragma once
/// \file served_choices.hpp
/// Finds the other orders in which the services of nodes could have taken their messages (served_message.hpp).
///
/// A service takes one message after the other, and the order of many of them does not matter. Two runs are equivalent
/// if their programs make the same choices, and each two messages to one service that conflict are taken in the same
/// order: messages that do not conflict change and tell the same in either order. One run of each kind is enough.
///
/// Completeness: let R be a known run, and S a possible run that is equivalent to no known run. Let P be the largest
/// set of choices and takes with which R and S begin alike, each after all that it depends on in either run, and let w
/// be what S does next. Let w be the taking of message y by service s. All that y depends on is in P, so that R sends y
/// as well, and takes before it some messages that conflict with y and are not in P. Let m be one of those of which no
/// other one depends on m. The branch for (m, y) has all of R that depends neither on m nor on y, and then y. Nothing
/// in P depends on m or y, so that P is part of the branch. Hence a run with this branch begins like S with P, too, and
/// takes fewer messages before y that are not in P. After some such steps a run agrees with S on P and on w.
///
/// What a message does can depend on what is taken before it: a comparison in vain changes nothing. So the meaning of a
/// branch (Branch::meaning) counts all messages before another one that may conflict with it. That tells more apart
/// than has to be, but a run with a branch always has the meaning of this branch.
///
/// A program that makes the same access again and again until it finds another value is taken to do the same however
/// often it has found nothing new, as with tests (choices.hpp): such an access is moved only before or behind all of
/// its repetitions.
///
/// Needs: accesses to the same memory without an order between them are found by other means, as the programs' own
/// memory is not looked at here.
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

/// Numbers what comes before a message at its service: for each other sender, how many of its messages are taken before
/// among which the last one conflicts with this message. Equal ones have the same number in all runs of one search.
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
  /// What the choices mean: of services, each message with what comes before it. Branches and runs that mean the same
  /// are equivalent.
  Choices meaning = {};
};

/// Returns the name of a take in Branch::meaning, which stands for the message that is taken.
ChoiceName message_name(const ServedTake& take) noexcept;

/// Two messages to one service that conflict and could have been taken in the other order: their places in
/// RunOrder::takes.
struct TakeRace {
  std::size_t first = 0, second = 0;
};

/// What the services have taken in one run. `order` and `earlier` must outlive it.
class ServedTakes {
 public:
  ServedTakes(const RunOrder& order, EarlierTakes& earlier);

  std::vector<TakeRace> races() const;
  /// Adds to `branch` the takes that `is_kept` accepts. Needs: all that these takes depend on is accepted as well.
  /// With a race, its second message is taken too, where it was, but before the first one.
  void keep(const std::function<bool(const ServedTake&)>& is_kept, const TakeRace* race, Branch& branch) const;

 private:
  EarlierTakes::Counts earlier_than(std::size_t place, const std::function<bool(const ServedTake&)>& counts) const;
  bool is_immediate(std::size_t first, std::size_t second, const std::vector<std::size_t>& candidates) const;
  std::vector<std::size_t> last_conflicts(std::size_t place) const;
  std::size_t before_repetitions(std::size_t first, std::size_t second) const;
  bool finds_nothing_new(std::size_t first, std::size_t second) const;

  const RunOrder& order_;
  EarlierTakes& earlier_;
  std::vector<std::vector<std::size_t>> services_;  ///< by service: places of its takes
  std::vector<std::size_t> place_in_service_;       ///< by take
};

}  // namespace switchyard
