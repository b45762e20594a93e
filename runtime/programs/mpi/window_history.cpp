#include "runtime/programs/mpi/window_history.hpp"

#include <algorithm>

namespace switchyard::mpi {
namespace {

using AccessKind = WindowAccess::Kind;

/// Whether `load` is, or may be, an iteration of a polling loop (which loads one element until it changes), and
/// `change` changes the whole element.
bool may_poll_for(const WindowAccess& load, const WindowAccess& change) {
  if (load.polling_state == WindowAccess::PollingState::none || change.kind == AccessKind::attach) return false;
  const auto [begin, end] = load.target_bytes.address_range();
  const auto [first, last] = change.target_bytes.address_range();
  return first <= begin && end <= last;
}
bool polls_for(const WindowAccess& load, const WindowAccess& change) {
  return load.polling_state == WindowAccess::PollingState::poll_iteration && may_poll_for(load, change);
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
bool are_bytes_part_of(const ByteRanges& part, const ByteRanges& whole) {
  const std::span<const ByteRanges::Range> ranges = whole.ranges();
  return std::ranges::all_of(part.ranges(), [&](const ByteRanges::Range& each) {
    const auto found = std::ranges::lower_bound(ranges, each.second, {}, &ByteRanges::Range::second);
    return found != ranges.end() && found->first <= each.first;
  });
}

/// Whether two accesses to the same memory of a window may be made at the same time without a conflict.
bool may_overlap_without_conflict(const WindowAccess& a, const WindowAccess& b) {
  const auto reads = [](const WindowAccess& each) { return each.kind == AccessKind::load || each.only_reads_target(); };
  if ((reads(a) && reads(b)) || (a.is_atomic && b.is_atomic)) return true;
  if (polls_for(a, b) || polls_for(b, a)) return true;
  if (a.is_not_one_sided() && b.is_not_one_sided())
    return a.caller.node == b.caller.node;  // accesses of the same program are ordered by the program
  if (a.kind != AccessKind::accumulate || b.kind != AccessKind::accumulate) return false;
  if (a.type != b.type || !are_values_aligned(a, b)) return false;
  if (a.caller.node == b.caller.node) {
    if (a.is_ordered_with_own_accumulates) return true;
    // The order of several sums does not matter, but of several replacements the last one determines the value.
    if (a.operation == NamedOperation::replace && b.operation == NamedOperation::replace) return false;
  }
  const auto is_any = [](const WindowAccess& each) {
    if (!each.operation) return true;
    return *each.operation == NamedOperation::no_operation && !each.promises_same_operation;
  };
  return is_any(a) || is_any(b) || *a.operation == *b.operation;
}

}  // namespace

bool WindowAccess::is_repeated_by(const WindowAccess& later) const noexcept {
  return kind == Kind::load && later.kind == Kind::load && caller.node == later.caller.node &&
         target_bytes.address_range() == later.target_bytes.address_range();
}

bool WindowAccess::is_same_access_as(const WindowAccess& other) const noexcept {
  return kind == other.kind && caller.node == other.caller.node && caller.site == other.caller.site &&
         operation == other.operation && type == other.type && returns_old_values == other.returns_old_values &&
         target_bytes == other.target_bytes;
}

DefectCall defect_call_of_access(const WindowAccess& access) {
  return access.program_access_origin
             ? access.program_access_origin->process->defect_call_of(access.program_access_origin->access)
             : access.caller.to_defect_call();
}

bool WindowHistory::do_accesses_conflict(const WatchedMemory& memory, const WindowAccess& earlier,
                                         const WindowAccess& access) const {
  if (may_overlap_without_conflict(earlier, access) || !earlier.target_bytes.overlap(access.target_bytes)) return false;
  return !was_access_complete_before(memory, earlier, access);
}

/// Returns whether an earlier access is known to be complete when `access` begins. It is known if the node of `access`
/// knows it or, for an access that begins only after its target has come to the same fence, if the target knew it at
/// the fence.
bool WindowHistory::was_access_complete_before(const WatchedMemory& memory, const WindowAccess& earlier,
                                               const WindowAccess& access) const {
  const auto knows = [&](const std::pair<NodeId, std::uint32_t>& event) {
    return event_order_.knows_event(access.caller.node, event.first, event.second);
  };
  if (std::ranges::any_of(earlier.events_proving_completion, knows)) return true;
  if (earlier.completion_event == 0) return false;
  const bool is_known_to_target =
      access.waits_for_target_fence &&
      does_clock_know_event(memory.clock_at_fence, earlier.completing_node, earlier.completion_event);
  return is_known_to_target ||
         event_order_.knows_event(access.caller.node, earlier.completing_node, earlier.completion_event);
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
      const ByteRanges bytes = access.target_bytes.part_moved_to(begin - mine.begin + mine.address_in_access_history,
                                                                 end - mine.begin + mine.address_in_access_history,
                                                                 begin - place.begin + place.address_in_access_history);
      const auto conflicts = [&](const WindowAccess& each) {
        const bool only_read = access.kind == AccessKind::get && each.kind == AccessKind::get;
        return !each.is_not_one_sided() && !only_read && each.target_bytes.overlap(bytes) &&
               !was_access_complete_before(memory, each, access);
      };
      const auto found = std::ranges::find_if(other.accesses, conflicts);
      if (found == other.accesses.end()) continue;
      WindowAccess earlier = *found;
      earlier.is_through_other_window = true;
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
    const bool is_load = may_poll_for(access, each);
    if (!is_load && !may_poll_for(each, access)) return true;
    suspicions.push_back(is_load ? SuspectedConflict{access, each} : SuspectedConflict{each, access});
    return false;
  };
  const auto found = std::ranges::find_if(accesses, is_certain);
  const std::optional<WindowAccess> other =
      found == accesses.end() ? find_conflict_in_other_windows(memory, access) : std::optional(*found);
  if (access.is_not_one_sided() && access.buffer_call == 0)
    access.completion_event = event_order_.assign_event_number(access.caller.node);
  if (!access.is_not_one_sided() && access.kind != AccessKind::get)
    access.clock_at_access = event_order_.vector_clock_of(access.caller.node);
  if (access.kind == AccessKind::accumulate) {
    memory.atomic_accesses[{access.caller.node, access.access_number}] = {
        .range = access.target_bytes.address_range(),
        .returns_old_values = access.returns_old_values,
        .clock_at_access = access.clock_at_access,
        .learned_events = {},
        .accesses_proven_complete = {}};
  }
  // If a program repeats a load or an atomic access until it finds a certain value, only the last of these accesses is
  // kept.
  std::erase_if(accesses, [&](const WindowAccess& each) {
    if (access.polling_state == WindowAccess::PollingState::poll_iteration)
      return each.polling_state == access.polling_state && each.is_repeated_by(access);
    return access.is_atomic && each.is_atomic && each.caller.node == access.caller.node && each.kind == access.kind &&
           each.target_bytes.address_range() == access.target_bytes.address_range();
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
    if (each.polling_state == WindowAccess::PollingState::possible_poll_iteration && each.is_repeated_by(access))
      each.polling_state = WindowAccess::PollingState::poll_iteration;
  }
  std::erase_if(memory.suspected_conflicts,
                [&](const SuspectedConflict& each) { return each.load.is_repeated_by(access); });
}

std::vector<WindowHistory::SuspectedConflict> WindowHistory::end_possible_poll_loads(const WindowId& window, int target,
                                                                                     NodeId node) {
  const std::lock_guard lock(mutex_);
  WatchedMemory& memory = windows_[window].memory_by_rank[target];
  for (WindowAccess& each : memory.accesses) {
    if (each.caller.node == node && each.polling_state == WindowAccess::PollingState::possible_poll_iteration)
      each.polling_state = WindowAccess::PollingState::none;
  }
  const auto closed = std::ranges::stable_partition(
      memory.suspected_conflicts, [&](const SuspectedConflict& each) { return each.load.caller.node != node; });
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
    return !each.is_not_one_sided() && each.caller.node == node && each.access_number == number;
  });
  return found == accesses.end() ? EventClock{} : found->clock_at_access;
}

bool WindowHistory::knows_change_is_complete(const WindowId& window, int target, NodeId reader,
                                             const MemoryChange& change) {
  if (change.is_store) return event_order_.knows_event(reader, change.node, change.event_at_store);
  const std::lock_guard lock(mutex_);
  const std::deque<WindowAccess>& accesses = windows_[window].memory_by_rank[target].accesses;
  return std::ranges::none_of(accesses, [&](const WindowAccess& each) {
    return !each.is_not_one_sided() && each.caller.node == change.node && each.access_number == change.access_number &&
           (each.completion_event == 0 ||
            !event_order_.knows_event(reader, each.completing_node, each.completion_event));
  });
}

EventClock WindowHistory::clock_of_program_stores(NodeId node) {
  const std::lock_guard lock(mutex_);
  return fence_clocks_[node].released_clock;
}

void WindowHistory::note_value_loaded(NodeId node, const EventClock& told, bool is_store) {
  const std::lock_guard lock(mutex_);
  is_store ? merge_vector_clocks(fence_clocks_[node].clock_to_acquire, told)
           : event_order_.add_known_events(node, told);
}

void WindowHistory::note_completed_accesses(const WindowId& window, NodeId node, const std::vector<int>& targets) {
  const std::uint32_t moment = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (auto& [rank, memory] : windows_[window].memory_by_rank) {
    if (!targets.empty() && std::ranges::find(targets, rank) == targets.end()) continue;
    for (WindowAccess& access : memory.accesses) {
      if (access.caller.node == node && access.completion_event == 0 && access.buffer_call == 0 &&
          !access.completes_at_target_wait)
        access.completion_event = moment;
    }
  }
}

void WindowHistory::note_end_of_buffer_call(const WindowId& window, int target, NodeId node, std::uint64_t id) {
  const std::uint32_t moment = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (WindowAccess& access : windows_[window].memory_by_rank[target].accesses) {
    if (access.caller.node == node && access.buffer_call == id) access.completion_event = moment;
  }
}

void WindowHistory::note_end_of_started_accesses(const WindowId& window, NodeId node, const std::vector<int>& targets) {
  const std::uint32_t moment = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (const int target : targets) {
    for (WindowAccess& access : windows_[window].memory_by_rank[target].accesses) {
      if (access.caller.node != node || access.completion_event != 0 || access.buffer_call != 0) continue;
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

WindowAccess* WindowHistory::WatchedMemory::find_atomic_access(const AtomicAccessName& name) {
  const auto found = std::find_if(accesses.rbegin(), accesses.rend(), [&](const WindowAccess& each) {
    return each.kind == AccessKind::accumulate && each.caller.node == name.first && each.access_number == name.second;
  });
  return found == accesses.rend() ? nullptr : &*found;
}

/// Returns the atomic accesses of other nodes that are certainly complete if `reader` reads the values now in memory.
/// An access that also changes memory beyond the bytes of `reader` is not among them, as its target may carry it out
/// value by value.
std::vector<WindowHistory::AtomicAccessName> WindowHistory::accesses_contributing_to_present_values(
    const WatchedMemory& memory, const WindowAccess& reader) {
  std::vector<AtomicAccessName> found;
  for (const WindowAccess& each : memory.accesses) {
    if (each.contributes_to_present_values && each.caller.node != reader.caller.node &&
        are_bytes_part_of(each.target_bytes, reader.target_bytes))
      found.emplace_back(each.caller.node, each.access_number);
  }
  return found;
}

void WindowHistory::note_present_values_depend_on(WatchedMemory& memory, WindowAccess& access, AtomicEffect effect) {
  if (effect == AtomicEffect::replaces) {
    for (WindowAccess& each : memory.accesses) {
      if (each.contributes_to_present_values && each.target_bytes.overlap(access.target_bytes))
        each.contributes_to_present_values = false;
    }
  }
  access.contributes_to_present_values = effect != AtomicEffect::reads;
}

void WindowHistory::note_accesses_are_proven_complete(WatchedMemory& memory, NodeId reader,
                                                      const std::vector<AtomicAccessName>& accesses) {
  std::uint32_t event = 0;
  for (const AtomicAccessName& name : accesses) {
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
  if (access.returns_old_values) {
    access.learned_events = memory.clocks_of_last_atomic_updates.events_known_to_readers_of(access.range);
    if (served != nullptr) access.accesses_proven_complete = accesses_contributing_to_present_values(memory, *served);
  }
  if (effect == AtomicEffect::updates)
    memory.clocks_of_last_atomic_updates.merge_clock_of_update(access.range, access.clock_at_access);
  if (effect == AtomicEffect::replaces)
    memory.clocks_of_last_atomic_updates.replace_clock_of_values(access.range, access.clock_at_access);
  if (served != nullptr) note_present_values_depend_on(memory, *served, effect);
  if (!access.returns_old_values) memory.atomic_accesses.erase(found);
}

void WindowHistory::note_program_atomic_access(const WindowId& window, int target, NodeId node,
                                               const AtomicClocks::Range& range, const ProgramAtomicAccess& access) {
  using enum ProgramAtomicAccess::AtomicAccessEffect;
  const std::lock_guard lock(mutex_);
  AtomicClocks& values = windows_[window].memory_by_rank[target].clocks_of_last_atomic_updates;
  FenceClocks& fenced = fence_clocks_[node];
  if (access.effect != stores) {
    const EventClock told = values.events_known_to_readers_of(range);
    access.order.is_acquire ? event_order_.add_known_events(node, told)
                            : merge_vector_clocks(fenced.clock_to_acquire, told);
  }
  if (access.effect == reads) return;
  const EventClock known = access.order.is_release ? event_order_.vector_clock_of(node) : fenced.released_clock;
  access.effect == updates ? values.merge_clock_of_update(range, known) : values.replace_clock_of_values(range, known);
}

void WindowHistory::note_fence_of_program(NodeId node, ProgramMemoryOrder order) {
  const std::lock_guard lock(mutex_);
  FenceClocks& fenced = fence_clocks_[node];
  if (order.is_acquire) event_order_.add_known_events(node, fenced.clock_to_acquire);
  if (order.is_release) fenced.released_clock = event_order_.vector_clock_of(node);
}

/// Records that values have arrived which accesses of `node` return: those accesses for whose numbers is_meant(number)
/// is true. The node then knows the events that it learns of from these values. Of these accesses, those that only read
/// are complete.
template <class IsMeant>
void WindowHistory::note_returned_values_arrived(WatchedMemory& memory, NodeId node, IsMeant is_meant) {
  const auto is_read = [&](const WindowAccess& access) {
    return access.caller.node == node && access.completion_event == 0 && access.only_reads_target() &&
           is_meant(access.access_number);
  };
  std::erase_if(memory.atomic_accesses, [&](const auto& each) {
    const auto& [name, access] = each;
    if (name.first != node || !access.returns_old_values || !is_meant(name.second)) return false;
    event_order_.add_known_events(node, access.learned_events);
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
    std::erase_if(memory.accesses, [](const WindowAccess& each) { return !each.is_by_unfinished_buffer_call(); });
}

void WindowHistory::note_fence_that_need_not_wait(const WindowId& window, int rank, NodeId node) {
  const std::lock_guard lock(mutex_);
  windows_[window].memory_by_rank[rank].clock_at_fence = event_order_.vector_clock_of(node);
}

void WindowHistory::note_member_leaves_window(const WindowId& window, std::uint32_t members) {
  const std::lock_guard lock(mutex_);
  if (++windows_[window].departed_member_count == members) windows_.erase(window);
}

void WindowHistory::note_lock_granted(const WindowId& window, int target, NodeId node, bool is_exclusive) {
  const std::lock_guard lock(mutex_);
  const WatchedMemory& memory = windows_[window].memory_by_rank[target];
  event_order_.add_known_events(node, memory.exclusive_lock_clock);
  if (is_exclusive) event_order_.add_known_events(node, memory.shared_lock_clock);
}

void WindowHistory::note_lock_released(const WindowId& window, int target, NodeId node, bool is_exclusive) {
  const std::lock_guard lock(mutex_);
  WatchedMemory& memory = windows_[window].memory_by_rank[target];
  merge_vector_clocks(is_exclusive ? memory.exclusive_lock_clock : memory.shared_lock_clock,
                      event_order_.vector_clock_of(node));
}

void WindowHistory::note_epoch_notification_sent(const WindowId& window, EpochNotification signal, int from, int to,
                                                 CallOfNode caller, bool is_unchecked) {
  const std::uint32_t event = event_order_.assign_event_number(caller.node);
  const std::lock_guard lock(mutex_);
  windows_[window].unreceived_epoch_notifications[{signal, from, to}].push_back(
      {caller, is_unchecked, event, event_order_.vector_clock_of(caller.node)});
}

std::optional<WindowHistory::SentEpochNotification> WindowHistory::note_epoch_notification_received(
    const WindowId& window, EpochNotification signal, int from, int to, NodeId node) {
  const std::lock_guard lock(mutex_);
  auto& sent = windows_[window].unreceived_epoch_notifications[{signal, from, to}];
  if (sent.empty()) return std::nullopt;
  SentEpochNotification first = std::move(sent.front());
  sent.pop_front();
  event_order_.add_known_events(node, first.known_events);
  return first;
}

bool WindowHistory::knows_of_unreceived_post(const WindowId& window, int from, int to, NodeId node) {
  const std::lock_guard lock(mutex_);
  const auto& sent = windows_[window].unreceived_epoch_notifications[{EpochNotification::post, from, to}];
  return !sent.empty() && event_order_.knows_event(node, sent.front().caller.node, sent.front().sending_event);
}

std::optional<WindowHistory::LockOrExposureEpoch> WindowHistory::note_lock_or_exposure_begins(
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
    return other.end_event != 0 && event_order_.knows_event(use.caller.node, other.caller.node, other.end_event);
  };
  const auto found =
      std::ranges::find_if(uses, [&](const LockOrExposureEpoch& other) { return excludes(other) && !is_over(other); });
  const std::optional<LockOrExposureEpoch> other = found == uses.end() ? std::nullopt : std::optional(*found);
  std::erase_if(uses, [&](const LockOrExposureEpoch& each) {
    return each.caller.node == use.caller.node && each.kind == use.kind && each.is_exclusive == use.is_exclusive &&
           each.was_requested_from_target == use.was_requested_from_target;
  });
  uses.push_back(use);
  return other;
}

void WindowHistory::note_lock_or_exposure_ends(const WindowId& window, int target, NodeId node,
                                               LockOrExposureEpoch::Kind kind) {
  const std::uint32_t event = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (LockOrExposureEpoch& use : windows_[window].memory_by_rank[target].locks_and_exposures) {
    if (use.caller.node == node && use.kind == kind && use.end_event == 0) use.end_event = event;
  }
}

std::optional<WindowAccess> WindowHistory::find_program_store(const WindowId& window, int rank, NodeId node,
                                                              std::uint32_t since) {
  const std::lock_guard lock(mutex_);
  const auto& accesses = windows_[window].memory_by_rank[rank].accesses;
  const auto found = std::ranges::find_if(accesses, [&](const WindowAccess& access) {
    return access.kind == AccessKind::store && access.caller.node == node && access.completion_event > since;
  });
  return found == accesses.end() ? std::nullopt : std::optional(*found);
}

}  // namespace switchyard::mpi
