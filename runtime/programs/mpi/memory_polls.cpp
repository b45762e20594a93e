#include "runtime/programs/mpi/memory_polls.hpp"

#include <algorithm>
#include <array>

namespace switchyard::mpi {
namespace {

/// Returns whether a loop that polls the memory of an MPI window may call this MPI function between its reads.
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

void MemoryPolls::discard_all_poll_records() noexcept {
  has_any_polls_.store(false, std::memory_order_relaxed);
  for (PollsOfNode& each : polls_by_node_) each = {};
}

void MemoryPolls::note_call_during_polls(NodeId node, std::string_view function) {
  const std::lock_guard lock(mutex_);
  if (!may_be_part_of_poll(function)) return discard_all_poll_records();
  if (!polls_by_node_[index(node)].polled_locations.empty()) return;
  for (PollsOfNode& each : polls_by_node_) {  // this call may yet change the memory for which other nodes poll
    each.repetition_count = each.polls_while_others_wait_count = 0;
  }
}

void MemoryPolls::note_change_of_window_memory() noexcept {
  if (!has_any_polls_.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(mutex_);
  discard_all_poll_records();
}

std::uint32_t MemoryPolls::count_poll(NodeId node, const PolledWindowLocation& place) {
  const std::lock_guard lock(mutex_);
  PollsOfNode& own = polls_by_node_[index(node)];
  if (find_polls_of(own, place) != nullptr) return ++own.repetition_count;
  if (own.polled_locations.size() == kMostPolledPlaces) discard_all_poll_records();
  own.polled_locations.push_back({place});
  own.repetition_count = 0;
  has_any_polls_.store(true, std::memory_order_relaxed);
  return 0;
}

MemoryPolls::PollsOfWindowLocation* MemoryPolls::find_polls_of(PollsOfNode& node, const PolledWindowLocation& place) {
  const auto found = std::ranges::find(node.polled_locations, place, &PollsOfWindowLocation::place);
  return found == node.polled_locations.end() ? nullptr : &*found;
}

bool MemoryPolls::needs_state_at_poll(NodeId node) {
  const std::lock_guard lock(mutex_);
  const std::uint32_t count = polls_by_node_[index(node)].repetition_count;
  return count + kPollsWithComparedProgramStates >= kPollsUntilEndless && count <= kPollsUntilEndless;
}

void MemoryPolls::note_state_at_poll(NodeId node, const PolledWindowLocation& place,
                                     std::optional<std::uint64_t> state) {
  const std::lock_guard lock(mutex_);
  PollsOfNode& own = polls_by_node_[index(node)];
  PollsOfWindowLocation* const polls = find_polls_of(own, place);
  if (polls == nullptr) return;  // another node has changed window memory meanwhile, so that all polls are forgotten
  if (!state || (polls->last_state && *polls->last_state != *state)) own.has_state_changed = true;
  polls->last_state = state;
}

/// Returns whether every node polls window memory or waits: it has polled very often, or is in a call and was so before
/// the polls began.
bool MemoryPolls::do_all_poll_or_wait(const std::function<bool(NodeId)>& is_in_call) {
  const std::lock_guard lock(mutex_);
  for (std::uint32_t i = 0; i < polls_by_node_.size(); ++i) {
    const PollsOfNode& each = polls_by_node_[i];
    const bool is_waiting = each.polled_locations.empty() && is_in_call(NodeId{i});
    const std::uint32_t enough =
        each.has_state_changed ? kPollsUntilEndlessWithChangingState : kPollsUntilAllNodesPollEndlessly;
    if (!is_waiting && each.repetition_count < enough) return false;
  }
  return true;
}

bool MemoryPolls::is_poll_endless(Node& node, const std::function<bool(NodeId)>& is_in_call) {
  const auto own = [&]() -> PollsOfNode& { return polls_by_node_[index(node.id())]; };
  {
    const std::lock_guard lock(mutex_);
    const std::uint32_t enough = own().has_state_changed ? kPollsUntilEndlessWithChangingState : kPollsUntilEndless;
    if (own().repetition_count < enough) return false;
  }
  const bool may_others_continue = node.may_other_nodes_continue();
  {
    const std::lock_guard lock(mutex_);
    own().polls_while_others_wait_count = may_others_continue ? 0 : own().polls_while_others_wait_count + 1;
    if (own().polls_while_others_wait_count == kPollsWhileOthersWait) return true;
  }
  return node.are_events_in_virtual_time_order() && do_all_poll_or_wait(is_in_call);
}

}  // namespace switchyard::mpi
