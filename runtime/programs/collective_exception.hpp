#pragma once
/// \file collective_exception.hpp
/// The one collective of a run whose members wait for each other although those of all others do not, or that lets its
/// members go on although all others make them wait (RunMode::do_collectives_synchronise).

#include <mutex>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "runtime/collective.hpp"

namespace switchyard {

/// Any thread may use this object.
class CollectiveException {
 public:
  /// Sets the collective that is the exception in the next runs; nothing if there is none.
  void set_exception(std::optional<CollectiveName> one) {
    const std::lock_guard lock(mutex_);
    exception_ = one;
  }
  /// Returns whether this collective is the exception. Call it for the collectives that may be one.
  bool is_exception(const CollectiveName& one) {
    const std::lock_guard lock(mutex_);
    possible_exceptions_.insert(one);
    return exception_ == one;
  }
  /// Returns all collectives for which is_exception() was called since the last call of this function.
  std::vector<CollectiveName> take_possible_exceptions() {
    const std::lock_guard lock(mutex_);
    const auto taken = std::exchange(possible_exceptions_, {});
    return {taken.begin(), taken.end()};
  }

 private:
  std::mutex mutex_;  // guards the members that are declared below it
  std::optional<CollectiveName> exception_;
  std::set<CollectiveName> possible_exceptions_;
};

}  // namespace switchyard
