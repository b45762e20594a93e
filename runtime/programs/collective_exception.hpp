#pragma once
/// \file collective_exception.hpp
/// Names at most one collective of a run that is an exception to RunMode::do_collectives_synchronise. If this setting
/// makes the members of all collectives wait for each other, the members of the exception need not wait; if it lets all
/// members go on early, the members of the exception wait for each other.

#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "runtime/collective.hpp"

namespace switchyard {

/// The collective that is the exception to RunMode::do_collectives_synchronise, and the collectives that could be it.
/// Any thread may use this object.
class SynchronisationRuleExemption {
 public:
  /// Sets the collective that is the exception to RunMode::do_collectives_synchronise in the next runs; nothing if
  /// there is none.
  void choose_collective(std::optional<CollectiveIdentity> one) {
    const std::lock_guard lock(mutex_);
    exempt_collective_ = one;
  }
  /// Returns whether the collective `one` is the exception to RunMode::do_collectives_synchronise. Call it only for
  /// collectives whose members may, but need not, leave before all members have entered: `one` is added to the possible
  /// exceptions.
  bool is_exempt_from_synchronisation_rule(const CollectiveIdentity& one) {
    const std::lock_guard lock(mutex_);
    possibly_exempt_collectives_.insert(one);
    return exempt_collective_ == one;
  }
  /// Returns the collectives that could be the exception to RunMode::do_collectives_synchronise: all those for which
  /// is_exempt_from_synchronisation_rule() was called since the last call of this function.
  std::vector<CollectiveIdentity> take_possibly_exempt_collectives() {
    const std::lock_guard lock(mutex_);
    const auto taken = std::exchange(possibly_exempt_collectives_, {});
    return {taken.begin(), taken.end()};
  }

 private:
  std::mutex mutex_;  // guards the excepted collective and the set of possible exceptions
  std::optional<CollectiveIdentity> exempt_collective_;
  std::set<CollectiveIdentity> possibly_exempt_collectives_;
};

}  // namespace switchyard
