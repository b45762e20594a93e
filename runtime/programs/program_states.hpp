#pragma once
/// \file program_states.hpp
/// Records hashes of the states of the programs of one run, by which a search of all orders of events compares runs.

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/state_marks.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Collects hashes of the states of programs, in one run after another. Any thread may use this object.
class ProgramStates {
 public:
  void add_state(NodeId node, std::optional<std::uint64_t> state) {
    const std::lock_guard lock(mutex_);
    if (states_by_node_.size() <= index(node)) states_by_node_.resize(index(node) + 1);
    states_by_node_[index(node)].push_back(state);
  }
  /// Returns the recorded states of the last run, and forgets them.
  StatesByNode take_recorded_state_hashes() {
    const std::lock_guard lock(mutex_);
    return std::exchange(states_by_node_, {});
  }
  RecordedStates recorded_states() const noexcept { return recorded_states_; }
  /// Sets which states of programs are recorded from the next run on.
  void set_recorded_states(RecordedStates which) noexcept { recorded_states_ = which; }

 private:
  std::mutex mutex_;
  StatesByNode states_by_node_;
  std::atomic<RecordedStates> recorded_states_ = RecordedStates::at_synchronising_collectives;
};

}  // namespace switchyard
