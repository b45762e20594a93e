#include "runtime/programs/mpi/memory_polls.hpp"

#include <algorithm>
#include <array>

namespace switchyard::mpi {

namespace {

/// Returns whether a loop that polls window memory may make calls of this function between its polls.
bool may_be_part_of_poll(std::string_view function) {
  using namespace std::string_view_literals;
  static constexpr std::array kFunctions{"MPI_Compare_and_swap"sv,
                                         "MPI_Fetch_and_op"sv,
                                         "MPI_Get"sv,
                                         "MPI_Get_accumulate"sv,
                                         "MPI_Get_count"sv,
                                         "MPI_Iprobe"sv,
                                         "MPI_Rget"sv,
                                         "MPI_Rget_accumulate"sv,
                                         "MPI_Test"sv,
                                         "MPI_Testall"sv,
                                         "MPI_Testany"sv,
                                         "MPI_Testsome"sv,
                                         "MPI_Wait"sv,
                                         "MPI_Waitall"sv,
                                         "MPI_Waitany"sv,
                                         "MPI_Waitsome"sv,
                                         "MPI_Win_flush"sv,
                                         "MPI_Win_flush_all"sv,
                                         "MPI_Win_flush_local"sv,
                                         "MPI_Win_flush_local_all"sv,
                                         "MPI_Win_lock"sv,
                                         "MPI_Win_lock_all"sv,
                                         "MPI_Win_sync"sv,
                                         "MPI_Win_unlock"sv,
                                         "MPI_Win_unlock_all"sv,
                                         "MPI_Wtime"sv};
  static_assert(std::ranges::is_sorted(kFunctions));
  return std::ranges::binary_search(kFunctions, function);
}

}  // namespace

void MemoryPolls::forget_polls() noexcept {
  are_there_polls_.store(false, std::memory_order_relaxed);
  for (PollsOfNode& each : polls_by_node_) {
    each.places.clear();
    each.repetition_count = 0;
  }
}

void MemoryPolls::note_call_beside_polls(NodeId node, std::string_view function) {
  const std::lock_guard lock(mutex_);
  if (!may_be_part_of_poll(function)) return forget_polls();
  if (!polls_by_node_[index(node)].places.empty()) return;
  for (PollsOfNode& each : polls_by_node_) each.repetition_count = 0;  // this call may yet end the polls of others
}

void MemoryPolls::note_change() noexcept {
  if (!are_there_polls_.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(mutex_);
  forget_polls();
}

bool MemoryPolls::is_poll_endless(NodeId node, const PolledPlace& place,
                                  const std::function<bool(NodeId)>& is_in_call) {
  const std::lock_guard lock(mutex_);
  PollsOfNode& own = polls_by_node_[index(node)];
  if (std::ranges::find(own.places, place) == own.places.end()) {
    if (own.places.size() == kMostPolledPlaces) forget_polls();
    own.places.push_back(place);
    own.repetition_count = 0;
    are_there_polls_.store(true, std::memory_order_relaxed);
    return false;
  }
  if (++own.repetition_count < kPollsUntilEndless) return false;
  for (std::uint32_t i = 0; i < polls_by_node_.size(); ++i) {
    const PollsOfNode& each = polls_by_node_[i];
    const bool is_waiting = each.places.empty() && is_in_call(NodeId{i});
    if (!is_waiting && each.repetition_count < kPollsUntilEndless) return false;
  }
  return true;
}

}  // namespace switchyard::mpi
