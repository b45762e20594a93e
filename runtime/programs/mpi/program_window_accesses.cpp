#include "runtime/programs/mpi/program_window_accesses.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/window.hpp"

namespace switchyard::mpi {
namespace {

/// Merges the loads and stores in the list whose memory overlaps or is adjacent.
void merge_adjacent_accesses(std::vector<ProgramLoadOrStore>& accesses) {
  std::ranges::sort(accesses, {}, &ProgramLoadOrStore::begin);
  std::size_t last = 0;
  for (std::size_t i = 1; i < accesses.size(); ++i) {
    if (accesses[i].begin <= accesses[last].end) {
      accesses[last].end = std::max(accesses[last].end, accesses[i].end);
    } else {
      accesses[++last] = accesses[i];
    }
  }
  if (!accesses.empty()) accesses.resize(last + 1);
}

void note_conflicts_of_all_program_accesses(Process& process) {
  for (ProgramWindowAccesses* const memory :
       process.communication_interface_state<MpiProgramState>().program_window_accesses)
    memory->note_conflicts_of_program_accesses(
        ProgramWindowAccesses::NextCallKind::call_that_may_continue_polling_loop);
}

}  // namespace

ProgramWindowAccesses::ProgramWindowAccesses(Process& process, WindowHistory& history, const Window& window,
                                             WindowMemoryRange part)
    : process_(process),
      window_history_(history),
      window_(window),
      watched_window_memory_(part),
      memory_changes_(history.changes_of_memory(name_of(window), part.rank)) {
  process_.memory_watch.start_watching_memory_area(part.base_address, part.base_address + part.bytes, *this);
}

ProgramWindowAccesses::~ProgramWindowAccesses() { process_.memory_watch.stop_watching_memory_area(*this); }

/// Called while the program's own code runs. The EmulatorCodeScope makes sure that memory for the list of accesses
/// comes from the host, and not from the program's heap.
void ProgramWindowAccesses::on_program_access(const ProgramLoadOrStore& access) {
  constexpr std::size_t kMany = 4096;
  note_loaded_events(prepare_memory_for(access));
  if (!access.writes && gather_load_of_possible_polling_loop(access)) return;
  ProgramAccesses& gathered = unchecked_accesses_[access.writes ? 1 : 0];
  if (!gathered.empty() && access.begin >= gathered.back().begin && access.begin <= gathered.back().end) {
    gathered.back().end = std::max(gathered.back().end, access.end);
    return;
  }
  const EmulatorCodeScope host(process_);
  if (gathered.size() >= kMany) merge_adjacent_accesses(gathered);
  gathered.push_back(access);
}

void ProgramWindowAccesses::on_memory_free() {
  process_.defect_notes.note_defect(process_.node(), DefectClass::memory, window_.site,
                                    "the program frees the memory of the window before the window is freed");
}

namespace {

bool is_single_element(const ProgramLoadOrStore& access) {
  const std::uintptr_t bytes = access.end - access.begin;
  return bytes > 0 && bytes <= sizeof(std::uint64_t) && access.begin % bytes == 0;
}
std::span<std::byte> memory_at_address(std::uintptr_t begin, std::size_t bytes) {
  return {reinterpret_cast<std::byte*>(begin), bytes};
}
auto address_range_of(const ProgramLoadOrStore& access) { return std::pair(access.begin, access.end); }

}  // namespace

ProgramWindowAccesses::NextCallKind ProgramWindowAccesses::next_call_kind_of(std::string_view name) noexcept {
  constexpr std::array<std::string_view, 6> kProgress{"MPI_Wtime",           "MPI_Iprobe",
                                                      "MPI_Win_flush",       "MPI_Win_flush_all",
                                                      "MPI_Win_flush_local", "MPI_Win_flush_local_all"};
  if (name == "MPI_Win_sync") return NextCallKind::window_sync;
  return std::ranges::find(kProgress, name) != kProgress.end() ? NextCallKind::call_that_may_continue_polling_loop
                                                               : NextCallKind::call_that_ends_polling_loop;
}

/// Keeps a load that may be an iteration of a polling loop, which loads an element until its value changes. Returns
/// false if it cannot be one, or if too many loads are kept already.
bool ProgramWindowAccesses::gather_load_of_possible_polling_loop(const ProgramLoadOrStore& access) {
  constexpr std::size_t kMany = 16;
  if (!is_single_element(access)) return false;
  const auto is_same = [&](const ProgramLoadOrStore& each) {
    return address_range_of(each) == address_range_of(access);
  };
  if (std::ranges::any_of(single_element_loads_, is_same)) return true;
  if (single_element_loads_.size() >= kMany) return false;
  const EmulatorCodeScope host(process_);
  single_element_loads_.push_back(access);
  return true;
}

void ProgramWindowAccesses::record_loads_of_single_elements(NextCallKind before) {
  for (const ProgramLoadOrStore& access : std::exchange(single_element_loads_, {})) {
    const auto open = loads_of_possible_polling_loops_.find(address_range_of(access));
    const bool is_turn = open != loads_of_possible_polling_loops_.end() && open->second;
    if (!is_turn && before == NextCallKind::call_that_ends_polling_loop) {
      unchecked_accesses_[0].push_back(access);
      continue;
    }
    WindowAccess noted = window_access_of(access);
    noted.polling_state =
        is_turn ? WindowAccess::PollingState::poll_iteration : WindowAccess::PollingState::possible_poll_iteration;
    if (is_turn) window_history_.note_repeated_load(name_of(window_), watched_window_memory_.rank, noted);
    loads_of_possible_polling_loops_.try_emplace(address_range_of(access), false);
    add_and_note_conflict(noted);
  }
  if (before == NextCallKind::window_sync) {
    for (auto& [key, is_synchronised] : loads_of_possible_polling_loops_) is_synchronised = true;
  }
}

/// Prepares the memory of a window for an access that the program is about to make. Before a store to a shared window,
/// keeps the old value. Before a load, looks for changes by other nodes that this node does not know to be complete. If
/// some of them were never hidden from a load, hides them from this load. Otherwise, returns the events that this node
/// learns of from the changed values.
ProgramWindowAccesses::EventsFromLoadedValue ProgramWindowAccesses::prepare_memory_for(
    const ProgramLoadOrStore& access) {
  if (hidden_changes_.original_bytes.empty() &&
      (access.writes ? !window_.is_shared() : memory_changes_->has_no_changes()))
    return {};
  const EmulatorCodeScope host(process_);
  restore_hidden_memory_changes();
  if (!is_single_element(access)) return {};
  if (!access.writes) return learn_events_from_memory_changes(access);
  if (window_.is_shared()) record_store_to_shared_window(access);
  return {};
}

ProgramWindowAccesses::EventsFromLoadedValue ProgramWindowAccesses::learn_events_from_memory_changes(
    const ProgramLoadOrStore& access) {
  std::vector<MemoryChange> changes = memory_changes_->changes_in_address_range(access.begin, access.end);
  const NodeId me = process_.node().id();
  std::erase_if(changes, [&](const MemoryChange& each) {
    if (each.node == me) return true;
    const bool is_known = window_history_.does_node_know_memory_change_is_complete(
        name_of(window_), watched_window_memory_.rank, me, each);
    if (is_known && !window_.is_shared()) memory_changes_->forget_memory_change(each.id);
    return is_known;
  });
  if (changes.empty()) return {};
  const bool are_met = std::ranges::all_of(
      changes, [&](const MemoryChange& each) { return ids_of_already_hidden_memory_changes_.contains(each.id); });
  if (are_met) return events_known_from_changes(access, changes);
  hide_memory_changes_from_load(access, changes);
  return {};
}

/// Restores the bytes from before the latest changes that were never hidden from a load. The old bytes stay in memory
/// until restore_hidden_memory_changes() is called.
void ProgramWindowAccesses::hide_memory_changes_from_load(const ProgramLoadOrStore& access,
                                                          const std::vector<MemoryChange>& changes) {
  const std::span<std::byte> memory = memory_at_address(access.begin, access.end - access.begin);
  hidden_changes_ = {.begin = access.begin,
                     .original_bytes = {memory.begin(), memory.end()},
                     .changed_bytes = {memory.begin(), memory.end()}};
  for (auto change = changes.rbegin(); change != changes.rend(); ++change) {
    if (!ids_of_already_hidden_memory_changes_.insert(change->id).second) break;
    for (std::size_t i = 0; i < memory.size(); ++i) {
      const std::uintptr_t at = access.begin + i;
      if (at >= change->begin && at < change->end())
        hidden_changes_.original_bytes[i] = change->old_bytes[at - change->begin];
    }
  }
  std::ranges::copy(hidden_changes_.original_bytes, memory.begin());
}

/// Puts the changed bytes that were hidden from a load back into memory, unless the memory has changed since.
void ProgramWindowAccesses::restore_hidden_memory_changes() {
  if (hidden_changes_.original_bytes.empty()) return;
  const std::span<std::byte> memory = memory_at_address(hidden_changes_.begin, hidden_changes_.original_bytes.size());
  if (std::ranges::equal(memory, hidden_changes_.original_bytes))
    std::ranges::copy(hidden_changes_.changed_bytes, memory.begin());
  hidden_changes_ = {};
}

/// Returns the events that a node learns of from a loaded value: the events known to the node that has changed the
/// value last and, if the new value was computed from the old one, also those known from the old value. Changes that
/// have not altered the loaded bytes are ignored.
ProgramWindowAccesses::EventsFromLoadedValue ProgramWindowAccesses::events_known_from_changes(
    const ProgramLoadOrStore& access, const std::vector<MemoryChange>& changes) {
  EventsFromLoadedValue told;
  for (const MemoryChange& each : changes) {
    const std::uintptr_t begin = std::max(access.begin, each.begin), end = std::min(access.end, each.end());
    const auto before = std::span(each.old_bytes).subspan(begin - each.begin, end - begin);
    if (std::ranges::equal(before, memory_at_address(begin, end - begin))) continue;
    if (!each.is_update) told.events.clear();
    merge_vector_clocks(told.events, each.known_events);
    told.is_stored_by_program = each.is_program_store;
  }
  return told;
}

void ProgramWindowAccesses::note_loaded_events(const EventsFromLoadedValue& told) {
  if (told.events.empty()) return;
  run_as_emulator_code(process_, [&](Process& process) {
    note_conflicts_of_all_program_accesses(process);
    window_history_.note_value_loaded(process.node().id(), told.events, told.is_stored_by_program);
  });
}

void ProgramWindowAccesses::record_memory_change_by_request(NodeId source, const WindowRequest& request,
                                                            const ByteRanges& ranges) {
  const auto [begin, end] = ranges.address_range();
  if (begin < watched_window_memory_.base_address ||
      end > watched_window_memory_.base_address + watched_window_memory_.bytes)
    return;
  restore_hidden_memory_changes();
  const std::span<std::byte> memory = memory_at_address(begin, end - begin);
  memory_changes_->add({.node = source,
                        .is_update = request.is_atomic() && request.operation != PredefinedReductionOperation::replace,
                        .access_number = request.access_number,
                        .begin = begin,
                        .old_bytes = {memory.begin(), memory.end()},
                        .known_events = window_history_.clock_of_access(name_of(window_), watched_window_memory_.rank,
                                                                        source, request.access_number)});
}

/// Records a store that the program is about to make to a shared window, so that loads of other members can take it
/// into account.
void ProgramWindowAccesses::record_store_to_shared_window(const ProgramLoadOrStore& access) {
  const NodeId me = process_.node().id();
  const std::span<std::byte> memory = memory_at_address(access.begin, access.end - access.begin);
  memory_changes_->add({.node = me,
                        .is_program_store = true,
                        .event_number_at_program_store = window_history_.next_event_of(me),
                        .begin = access.begin,
                        .old_bytes = {memory.begin(), memory.end()},
                        .known_events = window_history_.clock_of_program_stores(me)});
}

void ProgramWindowAccesses::note_conflicts_of_program_accesses(NextCallKind before) {
  restore_hidden_memory_changes();
  record_loads_of_single_elements(before);
  for (ProgramAccesses& gathered : unchecked_accesses_) {
    merge_adjacent_accesses(gathered);
    for (const ProgramLoadOrStore& access : gathered) note_conflicts_of_access(access);
    gathered.clear();
  }
  if (before != NextCallKind::call_that_ends_polling_loop || loads_of_possible_polling_loops_.empty()) return;
  loads_of_possible_polling_loops_.clear();
  for (const auto& [load, change] : window_history_.take_conflicts_of_unrepeated_loads(
           name_of(window_), watched_window_memory_.rank, process_.node().id()))
    note_conflict(process_, change, load, watched_window_memory_.rank);
}

void ProgramWindowAccesses::note_conflicts_of_access(const ProgramLoadOrStore& access) {
  add_and_note_conflict(window_access_of(access));
}

WindowAccess ProgramWindowAccesses::window_access_of(const ProgramLoadOrStore& access) const {
  const std::uintptr_t end = std::min(access.end, watched_window_memory_.base_address + watched_window_memory_.bytes);
  const std::uintptr_t begin = std::max(access.begin, watched_window_memory_.base_address);
  WindowAccess noted{.kind = access.writes ? WindowAccess::Kind::store : WindowAccess::Kind::load,
                     .originating_call = {process_.node().id(), {}},
                     .target_bytes = {}};
  noted.target_bytes.add(
      watched_window_memory_.address_in_access_history + (begin - watched_window_memory_.base_address),
      watched_window_memory_.address_in_access_history + (end - watched_window_memory_.base_address));
  noted.program_access_origin = WindowAccess::ProgramAccessOrigin{&process_, access};
  return noted;
}

bool ProgramWindowAccesses::has_reread_same_value(const ProgramAtomicAccess& access) {
  const auto [last, is_first] = last_atomic_values_.try_emplace(access.load_or_store.begin, access.value_bits_read);
  return !is_first && std::exchange(last->second, access.value_bits_read) == access.value_bits_read;
}

void ProgramWindowAccesses::on_atomic_access(const ProgramAtomicAccess& access) {
  run_as_emulator_code(process_, [&](Process& process) {
    note_conflicts_of_all_program_accesses(process);
    send_held_accumulates(process.node(), process.communication_interface_state<MpiProgramState>());
    WindowAccess noted = window_access_of(access.load_or_store);
    noted.is_atomic = true;
    add_and_note_conflict(noted);
    window_history_.note_program_atomic_access(name_of(window_), watched_window_memory_.rank, process.node().id(),
                                               noted.target_bytes.address_range(), access);
    const bool reads = access.atomic_access_effect != ProgramAtomicAccess::AtomicAccessEffect::stores_new_value;
    if (window_.is_shared() && reads && has_reread_same_value(access))
      process.node().compute(process.node().rates().poll, process.last_call);
  });
}

void ProgramWindowAccesses::on_atomic_fence(ProgramMemoryOrder order) {
  run_as_emulator_code(process_, [&](Process& process) {
    note_conflicts_of_all_program_accesses(process);
    window_history_.note_fence_of_program(process.node().id(), order);
  });
}

void ProgramWindowAccesses::on_buffer_call(const CallUsingBuffer& call, const ByteRanges& ranges) {
  add_and_note_conflict(
      {.kind = call.read_or_write == ReadOrWrite::writes ? WindowAccess::Kind::store : WindowAccess::Kind::load,
       .originating_call = {process_.node().id(), call.site},
       .target_bytes = ranges.subrange_with_shifted_addresses(
           watched_window_memory_.base_address, watched_window_memory_.base_address + watched_window_memory_.bytes,
           watched_window_memory_.address_in_access_history),
       .buffer_using_call_number = call.id});
}

void ProgramWindowAccesses::on_end_of_buffer_call(std::uint64_t id) {
  window_history_.note_end_of_buffer_call(name_of(window_), watched_window_memory_.rank, process_.node().id(), id);
}

void ProgramWindowAccesses::add_and_note_conflict(const WindowAccess& access) {
  const auto other = window_history_.add_and_find_conflict(name_of(window_), watched_window_memory_.rank, access);
  if (other) note_conflict(process_, *other, access, watched_window_memory_.rank);
}

namespace {

/// Returns the reason why two accumulates must not overlap, as the end of a sentence; an empty text if the reason is
/// not known.
std::string difference_of_accumulates(const WindowAccess& access, const WindowAccess& other) {
  const auto accumulates = [](const WindowAccess& each) { return each.kind == WindowAccess::Kind::accumulate; };
  if (!accumulates(access) || !accumulates(other) || other.is_made_through_different_window) return {};
  if (access.type && other.type && access.type != other.type) {
    return fmt::format("; their types differ, {} and {}", named_type_facts_of(*access.type).name,
                       named_type_facts_of(*other.type).name);
  }
  if (access.operation && other.operation && access.operation != other.operation)
    return fmt::format("; their operations differ, {} and {}", name_of(*access.operation), name_of(*other.operation));
  return {};
}

}  // namespace

void note_conflict(Process& process, const WindowAccess& access, const WindowAccess& other, int target) {
  const CallInvolvedInDefect call = describe_window_access_for_report(access),
                             second = describe_window_access_for_report(other);
  const auto text = [](const CallInvolvedInDefect& each) {
    const std::string place = each.place.line == 0 ? "" : fmt::format(" ({}:{})", each.place.file, each.place.line);
    return fmt::format("{}{} of node {}", each.name, place, index(each.node));
  };
  // A name such as MPI_Put is spoken as "em-pee-eye ...", which begins with a vowel, so that the article is "an".
  const bool begins_with_vowel = second.name.starts_with("MPI_") || second.name.starts_with('a');
  const auto attaches = [](const WindowAccess& each) {
    return each.kind == WindowAccess::Kind::attach_memory_to_window;
  };
  const auto verb = [&](const WindowAccess& each) { return attaches(each) ? "attaches or detaches" : "accesses"; };
  process.defect_notes.note_defect_of_own_code(
      process.node(), attaches(access) || attaches(other) ? DefectClass::memory : DefectClass::global_concurrency,
      fmt::format("{}: it {} memory of rank {} that {} {} {}, too{}, and nothing orders the two{}", text(call),
                  verb(access), target, begins_with_vowel ? "an" : "a", text(second), verb(other),
                  other.is_made_through_different_window ? ", through another window" : "",
                  difference_of_accumulates(access, other)),
      {call, second});
}

}  // namespace switchyard::mpi
