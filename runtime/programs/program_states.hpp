#pragma once
/// \file program_states.hpp
/// Records of the states of the programs of one run, by which a search of all orders of events compares runs.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/state_marks.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Collects the states of one run after another. Any thread may use this object.
class ProgramStates {
 public:
  void add_state(NodeId node, std::optional<std::uint64_t> state) {
    const std::lock_guard lock(mutex_);
    if (states_by_node_.size() <= index(node)) states_by_node_.resize(index(node) + 1);
    states_by_node_[index(node)].push_back(state);
  }
  /// Returns the states of the last run, and forgets them.
  StatesByNode take_states() {
    const std::lock_guard lock(mutex_);
    return std::exchange(states_by_node_, {});
  }
  /// Returns whether programs also record the states in which they make calls.
  bool records_calls() const noexcept { return records_calls_; }
  void record_calls() noexcept { records_calls_ = true; }

 private:
  std::mutex mutex_;
  StatesByNode states_by_node_;
  std::atomic<bool> records_calls_ = false;
};

}  // namespace switchyard
