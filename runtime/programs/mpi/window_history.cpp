#include "runtime/programs/mpi/window_history.hpp"

#include <algorithm>

namespace switchyard::mpi {
namespace {

using AccessKind = WindowAccess::Kind;

/// Whether `load` is, or may be, an iteration of a polling loop (which loads one element until it changes), and
/// `change` changes the whole element.
bool can_load_be_polling_for_change(const WindowAccess& load, const WindowAccess& change) {
  if (load.polling_state == WindowAccess::PollingState::none || change.kind == AccessKind::attach_memory_to_window)
    return false;
  const auto [begin, end] = load.target_bytes.address_range();
  const auto [first, last] = change.target_bytes.address_range();
  return first <= begin && end <= last;
}
bool is_load_polling_for_change(const WindowAccess& load, const WindowAccess& change) {
  return load.polling_state == WindowAccess::PollingState::poll_iteration &&
         can_load_be_polling_for_change(load, change);
}

/// Whether no value of the accumulate `a` and no value of the accumulate `b` overlap only in part. The values of both
/// have the same type. Each of their byte ranges begins with a value, as the ranges of neighbouring values are merged.
bool are_values_aligned(const WindowAccess& a, const WindowAccess& b) {
  if (!a.type) return true;
  const NamedTypeFacts& facts = named_type_facts_of(*a.type);
  const std::size_t extent = (facts.size + facts.alignment - 1U) / facts.alignment * facts.alignment;
  const std::span<const ByteRanges::Range> mine = a.target_bytes.ranges(), theirs = b.target_bytes.ranges();
  for (std::size_t i = 0, j = 0; i < mine.size() && j < theirs.size();) {
    const ByteRanges::Range &one = mine[i], &other = theirs[j];
    const bool overlap = one.first < other.second && other.first < one.second;
    if (overlap && (std::max(one.first, other.first) - std::min(one.first, other.first)) % extent != 0) return false;
    one.second <= other.second ? ++i : ++j;
  }
  return true;
}

/// Whether all bytes of the set `part` are also in the set `whole`.
bool is_subset_of_byte_ranges(const ByteRanges& part, const ByteRanges& whole) {
  const std::span<const ByteRanges::Range> ranges = whole.ranges();
  return std::ranges::all_of(part.ranges(), [&](const ByteRanges::Range& each) {
    const auto found = std::ranges::lower_bound(ranges, each.second, {}, &ByteRanges::Range::second);
    return found != ranges.end() && found->first <= each.first;
  });
}

/// Whether two accesses to the same memory of a window may be made at the same time without a conflict.
bool can_accesses_overlap_without_conflict(const WindowAccess& a, const WindowAccess& b) {
  const auto reads = [](const WindowAccess& each) { return each.kind == AccessKind::load || each.only_reads_target(); };
  if ((reads(a) && reads(b)) || (a.is_atomic && b.is_atomic)) return true;
  if (is_load_polling_for_change(a, b) || is_load_polling_for_change(b, a)) return true;
  if (a.is_not_one_sided() && b.is_not_one_sided())
    return a.originating_call.node ==
           b.originating_call.node;  // accesses of the same program are ordered by the program
  if (a.kind != AccessKind::accumulate || b.kind != AccessKind::accumulate) return false;
  if (a.type != b.type || !are_values_aligned(a, b)) return false;
  if (a.originating_call.node == b.originating_call.node) {
    if (a.is_ordered_with_own_accumulates) return true;
    // The order of several sums does not matter, but of several replacements the last one determines the value.
    if (a.operation == PredefinedReductionOperation::replace && b.operation == PredefinedReductionOperation::replace)
      return false;
  }
  const auto is_any = [](const WindowAccess& each) {
    if (!each.operation) return true;
    return *each.operation == PredefinedReductionOperation::no_operation && !each.promises_same_operation;
  };
  return is_any(a) || is_any(b) || *a.operation == *b.operation;
}

}  // namespace

bool WindowAccess::is_load_repeated_by_second_load(const WindowAccess& later) const noexcept {
  return kind == Kind::load && later.kind == Kind::load && originating_call.node == later.originating_call.node &&
         target_bytes.address_range() == later.target_bytes.address_range();
}

bool WindowAccess::is_same_access_as(const WindowAccess& other) const noexcept {
  return kind == other.kind && originating_call.node == other.originating_call.node &&
         originating_call.site == other.originating_call.site && operation == other.operation && type == other.type &&
         returns_previous_memory_values == other.returns_previous_memory_values && target_bytes == other.target_bytes;
}

CallInvolvedInDefect describe_window_access_for_report(const WindowAccess& access) {
  return access.program_access_origin
             ? access.program_access_origin->process->defect_call_of(access.program_access_origin->load_or_store)
             : access.originating_call.to_defect_call();
}

bool WindowHistory::do_accesses_conflict(const WatchedMemory& memory, const WindowAccess& earlier,
                                         const WindowAccess& access) const {
  if (can_accesses_overlap_without_conflict(earlier, access) || !earlier.target_bytes.overlap(access.target_bytes))
    return false;
  return !was_first_access_complete_before_second(memory, earlier, access);
}

/// Returns whether an earlier access is known to be complete when `access` begins. It is known if the node of `access`
/// knows it or, for an access that begins only after its target has come to the same fence, if the target knew it at
/// the fence.
bool WindowHistory::was_first_access_complete_before_second(const WatchedMemory& memory, const WindowAccess& earlier,
                                                            const WindowAccess& access) const {
  const auto knows = [&](const std::pair<NodeId, std::uint32_t>& event) {
    return event_order_.knows_event(access.originating_call.node, event.first, event.second);
  };
  if (std::ranges::any_of(earlier.events_proving_completion, knows)) return true;
  if (earlier.completion_event == 0) return false;
  const bool is_known_to_target =
      access.waits_for_target_fence &&
      does_clock_know_event(memory.clock_at_fence, earlier.completing_node, earlier.completion_event);
  return is_known_to_target ||
         event_order_.knows_event(access.originating_call.node, earlier.completing_node, earlier.completion_event);
}

void WindowHistory::note_place_of_memory(const WindowId& window, int target, const WindowMemoryLocation& place) {
  const std::lock_guard lock(mutex_);
  windows_[window].memory_by_rank[target].memory_range = place;
}

/// Returns an earlier one-sided access with which the one-sided access `access` conflicts, and which was made through
/// another window that shares memory with the window of `memory`; nothing if there is none. Loads and stores of
/// programs are not considered, because they are recorded for each window that has the memory.
std::optional<WindowAccess> WindowHistory::find_conflict_in_other_windows(const WatchedMemory& memory,
                                                                          const WindowAccess& access) const {
  if (windows_.size() < 2 || access.is_not_one_sided()) return std::nullopt;
  const WindowMemoryLocation& mine = memory.memory_range;
  for (const auto& [name, window] : windows_) {
    for (const auto& [rank, other] : window.memory_by_rank) {
      const WindowMemoryLocation& place = other.memory_range;
      const std::uintptr_t begin = std::max(mine.begin, place.begin), end = std::min(mine.end, place.end);
      if (&other == &memory || mine.node != place.node || begin >= end) continue;
      const ByteRanges bytes = access.target_bytes.subrange_with_shifted_addresses(
          begin - mine.begin + mine.address_in_access_history, end - mine.begin + mine.address_in_access_history,
          begin - place.begin + place.address_in_access_history);
      const auto conflicts = [&](const WindowAccess& each) {
        const bool only_read = access.kind == AccessKind::get && each.kind == AccessKind::get;
        return !each.is_not_one_sided() && !only_read && each.target_bytes.overlap(bytes) &&
               !was_first_access_complete_before_second(memory, each, access);
      };
      const auto found = std::ranges::find_if(other.accesses, conflicts);
      if (found == other.accesses.end()) continue;
      WindowAccess earlier = *found;
      earlier.is_made_through_different_window = true;
      return earlier;
    }
  }
  return std::nullopt;
}

/// If there are many recorded accesses to a member's memory, removes those that all nodes know to be complete, because
/// no later access can conflict with them. Loads and stores that programs make themselves are kept, because later
/// checks ask for them.
void WindowHistory::forget_accesses_known_to_all(WatchedMemory& memory) const {
  if (memory.accesses.size() < memory.access_count_limit_before_forgetting) return;
  std::erase_if(memory.accesses, [&](const WindowAccess& each) {
    return !each.is_not_one_sided() && each.completion_event != 0 &&
           event_order_.do_all_nodes_know_event(each.completing_node, each.completion_event);
  });
  memory.access_count_limit_before_forgetting = std::max(kMinAccessesBeforeForgetting, 2 * memory.accesses.size());
}

std::optional<WindowAccess> WindowHistory::add_and_find_conflict(const WindowId& window, int target,
                                                                 WindowAccess access) {
  // The largest number of recorded accesses to one member's memory in a window; older ones are forgotten.
  constexpr std::size_t kMost = 1024;
  const std::lock_guard lock(mutex_);
  WatchedMemory& memory = windows_[window].memory_by_rank[target];
  forget_accesses_known_to_all(memory);
  std::deque<WindowAccess>& accesses = memory.accesses;
  std::vector<SuspectedConflict>& suspicions = memory.suspected_conflicts;
  const auto is_certain = [&](const WindowAccess& each) {
    if (!do_accesses_conflict(memory, each, access)) return false;
    const bool is_load = can_load_be_polling_for_change(access, each);
    if (!is_load && !can_load_be_polling_for_change(each, access)) return true;
    suspicions.push_back(is_load ? SuspectedConflict{access, each} : SuspectedConflict{each, access});
    return false;
  };
  const auto found = std::ranges::find_if(accesses, is_certain);
  const std::optional<WindowAccess> other =
      found == accesses.end() ? find_conflict_in_other_windows(memory, access) : std::optional(*found);
  if (access.is_not_one_sided() && access.buffer_using_call_number == 0)
    access.completion_event = event_order_.assign_event_number(access.originating_call.node);
  if (!access.is_not_one_sided() && access.kind != AccessKind::get)
    access.clock_at_access = event_order_.vector_clock_of(access.originating_call.node);
  if (access.kind == AccessKind::accumulate) {
    memory.atomic_accesses[{access.originating_call.node, access.access_number}] = {
        .range = access.target_bytes.address_range(),
        .returns_previous_memory_values = access.returns_previous_memory_values,
        .clock_at_access = access.clock_at_access,
        .events_carried_by_returned_values = {},
        .accesses_proven_complete = {}};
  }
  // If a program repeats a load or an atomic access until it finds a certain value, only the last of these accesses is
  // kept.
  std::erase_if(accesses, [&](const WindowAccess& each) {
    if (access.polling_state == WindowAccess::PollingState::poll_iteration)
      return each.polling_state == access.polling_state && each.is_load_repeated_by_second_load(access);
    return access.is_atomic && each.is_atomic && each.originating_call.node == access.originating_call.node &&
           each.kind == access.kind && each.target_bytes.address_range() == access.target_bytes.address_range();
  });
  // If a call repeats a complete read of its own, the earlier read is not kept either: a node that does not know that
  // the earlier one is complete does not know it of the later one.
  if (access.only_reads_target()) {
    std::erase_if(accesses, [&](const WindowAccess& each) {
      return each.completion_event != 0 && each.is_same_access_as(access);
    });
  }
  accesses.push_back(std::move(access));
  if (accesses.size() > kMost) accesses.pop_front();
  return other;
}

void WindowHistory::note_repeated_load(const WindowId& window, int target, WindowAccess access) {
  const std::lock_guard lock(mutex_);
  WatchedMemory& memory = windows_[window].memory_by_rank[target];
  for (WindowAccess& each : memory.accesses) {
    if (each.polling_state == WindowAccess::PollingState::possible_poll_iteration &&
        each.is_load_repeated_by_second_load(access))
      each.polling_state = WindowAccess::PollingState::poll_iteration;
  }
  std::erase_if(memory.suspected_conflicts,
                [&](const SuspectedConflict& each) { return each.load.is_load_repeated_by_second_load(access); });
}

std::vector<WindowHistory::SuspectedConflict> WindowHistory::take_conflicts_of_unrepeated_loads(const WindowId& window,
                                                                                                int target,
                                                                                                NodeId node) {
  const std::lock_guard lock(mutex_);
  WatchedMemory& memory = windows_[window].memory_by_rank[target];
  for (WindowAccess& each : memory.accesses) {
    if (each.originating_call.node == node && each.polling_state == WindowAccess::PollingState::possible_poll_iteration)
      each.polling_state = WindowAccess::PollingState::none;
  }
  const auto closed = std::ranges::stable_partition(memory.suspected_conflicts, [&](const SuspectedConflict& each) {
    return each.load.originating_call.node != node;
  });
  std::vector<SuspectedConflict> found(closed.begin(), closed.end());
  memory.suspected_conflicts.erase(closed.begin(), closed.end());
  return found;
}

std::shared_ptr<MemoryChanges> WindowHistory::changes_of_memory(const WindowId& window, int target) {
  const std::lock_guard lock(mutex_);
  return windows_[window].memory_by_rank[target].memory_changes;
}

EventClock WindowHistory::clock_of_access(const WindowId& window, int target, NodeId node, std::uint16_t number) {
  const std::lock_guard lock(mutex_);
  const std::deque<WindowAccess>& accesses = windows_[window].memory_by_rank[target].accesses;
  const auto found = std::ranges::find_if(accesses, [&](const WindowAccess& each) {
    return !each.is_not_one_sided() && each.originating_call.node == node && each.access_number == number;
  });
  return found == accesses.end() ? EventClock{} : found->clock_at_access;
}

bool WindowHistory::does_node_know_memory_change_is_complete(const WindowId& window, int target, NodeId reader,
                                                             const MemoryChange& change) {
  if (change.is_program_store)
    return event_order_.knows_event(reader, change.node, change.event_number_at_program_store);
  const std::lock_guard lock(mutex_);
  const std::deque<WindowAccess>& accesses = windows_[window].memory_by_rank[target].accesses;
  return std::ranges::none_of(accesses, [&](const WindowAccess& each) {
    return !each.is_not_one_sided() && each.originating_call.node == change.node &&
           each.access_number == change.access_number &&
           (each.completion_event == 0 ||
            !event_order_.knows_event(reader, each.completing_node, each.completion_event));
  });
}

EventClock WindowHistory::clock_of_program_stores(NodeId node) {
  const std::lock_guard lock(mutex_);
  return fence_clocks_[node].released_clock;
}

void WindowHistory::note_value_loaded(NodeId node, const EventClock& told, bool is_program_store) {
  const std::lock_guard lock(mutex_);
  is_program_store ? merge_vector_clocks(fence_clocks_[node].clock_to_acquire, told)
                   : event_order_.merge_events_into_clock_of_node(node, told);
}

void WindowHistory::note_completed_accesses(const WindowId& window, NodeId node, const std::vector<int>& targets) {
  const std::uint32_t moment = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (auto& [rank, memory] : windows_[window].memory_by_rank) {
    if (!targets.empty() && std::ranges::find(targets, rank) == targets.end()) continue;
    for (WindowAccess& access : memory.accesses) {
      if (access.originating_call.node == node && access.completion_event == 0 &&
          access.buffer_using_call_number == 0 && !access.completes_at_target_wait)
        access.completion_event = moment;
    }
  }
}

void WindowHistory::note_end_of_buffer_call(const WindowId& window, int target, NodeId node, std::uint64_t id) {
  const std::uint32_t moment = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (WindowAccess& access : windows_[window].memory_by_rank[target].accesses) {
    if (access.originating_call.node == node && access.buffer_using_call_number == id) access.completion_event = moment;
  }
}

void WindowHistory::note_end_of_started_accesses(const WindowId& window, NodeId node, const std::vector<int>& targets) {
  const std::uint32_t moment = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (const int target : targets) {
    for (WindowAccess& access : windows_[window].memory_by_rank[target].accesses) {
      if (access.originating_call.node != node || access.completion_event != 0 || access.buffer_using_call_number != 0)
        continue;
      access.completes_at_target_wait = !access.only_reads_target();
      if (!access.completes_at_target_wait) access.completion_event = moment;
    }
  }
}

void WindowHistory::note_end_of_exposure(const WindowId& window, int target, NodeId node) {
  const std::uint32_t moment = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (WindowAccess& access : windows_[window].memory_by_rank[target].accesses) {
    if (!access.completes_at_target_wait || access.completion_event != 0) continue;
    access.completion_event = moment;
    access.completing_node = node;
  }
}

WindowAccess* WindowHistory::WatchedMemory::find_atomic_access(const NodeAndAtomicAccessNumber& name) {
  const auto found = std::find_if(accesses.rbegin(), accesses.rend(), [&](const WindowAccess& each) {
    return each.kind == AccessKind::accumulate && each.originating_call.node == name.first &&
           each.access_number == name.second;
  });
  return found == accesses.rend() ? nullptr : &*found;
}

/// Returns the atomic accesses of other nodes that are certainly complete if `reader` reads the values now in memory.
/// An access that also changes memory beyond the bytes of `reader` is not among them, as its target may carry it out
/// value by value.
std::vector<WindowHistory::NodeAndAtomicAccessNumber> WindowHistory::accesses_included_in_current_values(
    const WatchedMemory& memory, const WindowAccess& reader) {
  std::vector<NodeAndAtomicAccessNumber> found;
  for (const WindowAccess& each : memory.accesses) {
    if (each.is_included_in_current_memory_values && each.originating_call.node != reader.originating_call.node &&
        is_subset_of_byte_ranges(each.target_bytes, reader.target_bytes))
      found.emplace_back(each.originating_call.node, each.access_number);
  }
  return found;
}

void WindowHistory::note_atomic_effect_on_memory_values(WatchedMemory& memory, WindowAccess& access,
                                                        AtomicEffect effect) {
  if (effect == AtomicEffect::replaces_old_values) {
    for (WindowAccess& each : memory.accesses) {
      if (each.is_included_in_current_memory_values && each.target_bytes.overlap(access.target_bytes))
        each.is_included_in_current_memory_values = false;
    }
  }
  access.is_included_in_current_memory_values = effect != AtomicEffect::reads;
}

void WindowHistory::note_accesses_are_proven_complete(WatchedMemory& memory, NodeId reader,
                                                      const std::vector<NodeAndAtomicAccessNumber>& accesses) {
  std::uint32_t event = 0;
  for (const NodeAndAtomicAccessNumber& name : accesses) {
    WindowAccess* const access = memory.find_atomic_access(name);
    const auto is_by_reader = [&](const std::pair<NodeId, std::uint32_t>& proof) { return proof.first == reader; };
    if (access == nullptr || std::ranges::any_of(access->events_proving_completion, is_by_reader)) continue;
    if (event == 0) event = event_order_.assign_event_number(reader);
    access->events_proving_completion.emplace_back(reader, event);
  }
}

void WindowHistory::note_atomic_access_served(const WindowId& window, int target, NodeId node, std::uint16_t number,
                                              AtomicEffect effect) {
  const std::lock_guard lock(mutex_);
  WatchedMemory& memory = windows_[window].memory_by_rank[target];
  const auto found = memory.atomic_accesses.find({node, number});
  if (found == memory.atomic_accesses.end()) return;
  AtomicAccess& access = found->second;
  WindowAccess* const served = memory.find_atomic_access({node, number});
  if (access.returns_previous_memory_values) {
    access.events_carried_by_returned_values =
        memory.clocks_of_last_atomic_updates.events_known_to_readers_of(access.range);
    if (served != nullptr) access.accesses_proven_complete = accesses_included_in_current_values(memory, *served);
  }
  if (effect == AtomicEffect::reads_and_replaces)
    memory.clocks_of_last_atomic_updates.merge_clock_of_update(access.range, access.clock_at_access);
  if (effect == AtomicEffect::replaces_old_values)
    memory.clocks_of_last_atomic_updates.replace_vector_clock_of_memory_range(access.range, access.clock_at_access);
  if (served != nullptr) note_atomic_effect_on_memory_values(memory, *served, effect);
  if (!access.returns_previous_memory_values) memory.atomic_accesses.erase(found);
}

void WindowHistory::note_program_atomic_access(const WindowId& window, int target, NodeId node,
                                               const VectorClocksOfAtomicValues::Range& range,
                                               const ProgramAtomicAccess& access) {
  using enum ProgramAtomicAccess::AtomicAccessEffect;
  const std::lock_guard lock(mutex_);
  VectorClocksOfAtomicValues& values = windows_[window].memory_by_rank[target].clocks_of_last_atomic_updates;
  FenceClocks& fenced = fence_clocks_[node];
  if (access.atomic_access_effect != stores_new_value) {
    const EventClock told = values.events_known_to_readers_of(range);
    access.program_memory_order.is_acquire ? event_order_.merge_events_into_clock_of_node(node, told)
                                           : merge_vector_clocks(fenced.clock_to_acquire, told);
  }
  if (access.atomic_access_effect == reads) return;
  const EventClock known =
      access.program_memory_order.is_release ? event_order_.vector_clock_of(node) : fenced.released_clock;
  access.atomic_access_effect == reads_and_stores ? values.merge_clock_of_update(range, known)
                                                  : values.replace_vector_clock_of_memory_range(range, known);
}

void WindowHistory::note_fence_of_program(NodeId node, ProgramMemoryOrder order) {
  const std::lock_guard lock(mutex_);
  FenceClocks& fenced = fence_clocks_[node];
  if (order.is_acquire) event_order_.merge_events_into_clock_of_node(node, fenced.clock_to_acquire);
  if (order.is_release) fenced.released_clock = event_order_.vector_clock_of(node);
}

/// Records that values have arrived which accesses of `node` return: those accesses for whose numbers is_meant(number)
/// is true. The node then knows the events that it learns of from these values. Of these accesses, those that only read
/// are complete.
template <class IsMeant>
void WindowHistory::note_returned_values_arrived(WatchedMemory& memory, NodeId node, IsMeant is_meant) {
  const auto is_read = [&](const WindowAccess& access) {
    return access.originating_call.node == node && access.completion_event == 0 && access.only_reads_target() &&
           is_meant(access.access_number);
  };
  std::erase_if(memory.atomic_accesses, [&](const auto& each) {
    const auto& [name, access] = each;
    if (name.first != node || !access.returns_previous_memory_values || !is_meant(name.second)) return false;
    event_order_.merge_events_into_clock_of_node(node, access.events_carried_by_returned_values);
    note_accesses_are_proven_complete(memory, node, access.accesses_proven_complete);
    return true;
  });
  if (std::ranges::none_of(memory.accesses, is_read)) return;
  const std::uint32_t moment = event_order_.assign_event_number(node);
  for (WindowAccess& access : memory.accesses) {
    if (is_read(access)) access.completion_event = moment;
  }
}

void WindowHistory::note_returned_values_arrived(const WindowId& window, NodeId node, int target,
                                                 std::uint16_t number) {
  const std::lock_guard lock(mutex_);
  note_returned_values_arrived(windows_[window].memory_by_rank[target], node,
                               [&](std::uint16_t each) { return each == number; });
}

void WindowHistory::note_returned_values_arrived(const WindowId& window, NodeId node, std::span<const int> targets) {
  const std::lock_guard lock(mutex_);
  for (const int target : targets)
    note_returned_values_arrived(windows_[window].memory_by_rank[target], node, [](std::uint16_t) { return true; });
}

void WindowHistory::note_fence(const WindowId& window, std::uint32_t members) {
  const std::lock_guard lock(mutex_);
  WindowState& of = windows_[window];
  if (++of.member_count_at_fence < members) return;
  of.member_count_at_fence = 0;
  for (auto& [rank, memory] : of.memory_by_rank)
    std::erase_if(memory.accesses,
                  [](const WindowAccess& each) { return !each.is_made_by_unfinished_nonblocking_call(); });
}

void WindowHistory::record_fence_with_noprecede(const WindowId& window, int rank, NodeId node) {
  const std::lock_guard lock(mutex_);
  windows_[window].memory_by_rank[rank].clock_at_fence = event_order_.vector_clock_of(node);
}

void WindowHistory::record_member_freeing_window(const WindowId& window, std::uint32_t members) {
  const std::lock_guard lock(mutex_);
  if (++windows_[window].departed_member_count == members) windows_.erase(window);
}

void WindowHistory::note_lock_granted(const WindowId& window, int target, NodeId node, bool is_exclusive) {
  const std::lock_guard lock(mutex_);
  const WatchedMemory& memory = windows_[window].memory_by_rank[target];
  event_order_.merge_events_into_clock_of_node(node, memory.exclusive_lock_clock);
  if (is_exclusive) event_order_.merge_events_into_clock_of_node(node, memory.shared_lock_clock);
}

void WindowHistory::note_lock_released(const WindowId& window, int target, NodeId node, bool is_exclusive) {
  const std::lock_guard lock(mutex_);
  WatchedMemory& memory = windows_[window].memory_by_rank[target];
  merge_vector_clocks(is_exclusive ? memory.exclusive_lock_clock : memory.shared_lock_clock,
                      event_order_.vector_clock_of(node));
}

void WindowHistory::note_epoch_notification_sent(const WindowId& window, EpochNotification signal, int from, int to,
                                                 CallOfNode originating_call, bool is_unchecked) {
  const std::uint32_t event = event_order_.assign_event_number(originating_call.node);
  const std::lock_guard lock(mutex_);
  windows_[window].unreceived_epoch_notifications[{signal, from, to}].push_back(
      {originating_call, is_unchecked, event, event_order_.vector_clock_of(originating_call.node)});
}

std::optional<WindowHistory::SentEpochNotification> WindowHistory::note_epoch_notification_received(
    const WindowId& window, EpochNotification signal, int from, int to, NodeId node) {
  const std::lock_guard lock(mutex_);
  auto& sent = windows_[window].unreceived_epoch_notifications[{signal, from, to}];
  if (sent.empty()) return std::nullopt;
  SentEpochNotification first = std::move(sent.front());
  sent.pop_front();
  event_order_.merge_events_into_clock_of_node(node, first.known_events);
  return first;
}

bool WindowHistory::does_node_know_of_unreceived_win_post(const WindowId& window, int from, int to, NodeId node) {
  const std::lock_guard lock(mutex_);
  const auto& sent = windows_[window].unreceived_epoch_notifications[{EpochNotification::post, from, to}];
  return !sent.empty() &&
         event_order_.knows_event(node, sent.front().originating_call.node, sent.front().sending_event);
}

std::optional<WindowHistory::LockOrExposureEpoch> WindowHistory::add_lock_or_exposure_and_find_overlap(
    const WindowId& window, int target, const LockOrExposureEpoch& use) {
  const std::lock_guard lock(mutex_);
  std::vector<LockOrExposureEpoch>& uses = windows_[window].memory_by_rank[target].locks_and_exposures;
  const auto excludes = [&](const LockOrExposureEpoch& other) {
    if (use.kind != other.kind) return true;
    if (use.kind == LockOrExposureEpoch::Kind::exposure ||
        (use.was_requested_from_target && other.was_requested_from_target))
      return false;
    return use.is_exclusive || other.is_exclusive;
  };
  const auto is_over = [&](const LockOrExposureEpoch& other) {
    return other.end_event != 0 &&
           event_order_.knows_event(use.originating_call.node, other.originating_call.node, other.end_event);
  };
  const auto found =
      std::ranges::find_if(uses, [&](const LockOrExposureEpoch& other) { return excludes(other) && !is_over(other); });
  const std::optional<LockOrExposureEpoch> other = found == uses.end() ? std::nullopt : std::optional(*found);
  std::erase_if(uses, [&](const LockOrExposureEpoch& each) {
    return each.originating_call.node == use.originating_call.node && each.kind == use.kind &&
           each.is_exclusive == use.is_exclusive && each.was_requested_from_target == use.was_requested_from_target;
  });
  uses.push_back(use);
  return other;
}

void WindowHistory::note_lock_or_exposure_ends(const WindowId& window, int target, NodeId node,
                                               LockOrExposureEpoch::Kind kind) {
  const std::uint32_t event = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (LockOrExposureEpoch& use : windows_[window].memory_by_rank[target].locks_and_exposures) {
    if (use.originating_call.node == node && use.kind == kind && use.end_event == 0) use.end_event = event;
  }
}

std::optional<WindowAccess> WindowHistory::find_store_by_program_since_event(const WindowId& window, int rank,
                                                                             NodeId node, std::uint32_t since) {
  const std::lock_guard lock(mutex_);
  const auto& accesses = windows_[window].memory_by_rank[rank].accesses;
  const auto found = std::ranges::find_if(accesses, [&](const WindowAccess& access) {
    return access.kind == AccessKind::store && access.originating_call.node == node && access.completion_event > since;
  });
  return found == accesses.end() ? std::nullopt : std::optional(*found);
}

}  // namespace switchyard::mpi
