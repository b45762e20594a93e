#pragma once
/// \file program_window_accesses.hpp
/// Watches the accesses of a program to the memory of its MPI windows: accesses by its own calls, such as a send from a
/// buffer in a window, and its loads and stores, if the program reports them (--check).
///
/// What a node knows of events on other nodes does not change between two of its MPI calls or atomic accesses. So the
/// node's loads and stores are gathered, and compared with the accesses of other nodes at its next MPI call or atomic
/// access. Memory that a blocking call reads or writes counts as accessed at the beginning of the call; memory of a
/// nonblocking call, from its beginning until it is complete.
///
/// A program polls if it loads an element again and again until another node has changed it. A load is an iteration of
/// a polling loop if the program loads the same element of at most 8 B again, and in between has called MPI_Win_sync,
/// but nothing else that may wait for other nodes. The two loads may be at different places in the program, as
/// compilers copy the first iteration of a loop. A change that the node does not know to be complete is hidden from the
/// first load of the changed bytes, as the memory model permits. So a program that polls has to load the element at
/// least twice, however early the change comes, and a load that is not repeated is known not to be part of a polling
/// loop.

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/window_history.hpp"
#include "runtime/programs/mpi/window_service.hpp"

namespace switchyard::mpi {

class Window;

/// The accesses of one node's program to one member's memory in an MPI window: its own memory or, in a shared window,
/// the memory of any member.
class ProgramWindowAccesses final : public MemoryAccessListener {
 public:
  /// A range of memory that belongs to the member with rank `rank` in an MPI window. In the byte ranges that
  /// WindowHistory records, the first byte of the range has the address `address_in_access_history`.
  struct WindowMemoryRange {
    int rank = 0;
    std::uintptr_t base_address = 0;
    std::uint64_t bytes = 0;
    std::uintptr_t address_in_access_history = 0;
  };
  /// `process`, `history` and `window` must outlive this object.
  ProgramWindowAccesses(Process& process, WindowHistory& history, const Window& window, WindowMemoryRange part);
  ~ProgramWindowAccesses() override;
  ProgramWindowAccesses(const ProgramWindowAccesses&) = delete;
  ProgramWindowAccesses& operator=(const ProgramWindowAccesses&) = delete;

  void on_program_access(const ProgramLoadOrStore& access) override;
  /// Orders an atomic access of the program with those of other nodes. If the program finds the same value again in a
  /// shared window, the access takes as much virtual time as a test, so that the node may wait in a loop for a value
  /// that another node stores.
  void on_atomic_access(const ProgramAtomicAccess& access) override;
  void on_atomic_fence(ProgramMemoryOrder order) override;
  void on_buffer_call(const CallUsingBuffer& call, const ByteRanges& ranges) override;
  void on_end_of_buffer_call(std::uint64_t id) override;
  void on_memory_free() override;
  /// What the program does next after some loads and stores. At this moment they are compared with the accesses of
  /// other nodes.
  enum class NextCallKind : std::uint8_t {
    window_sync,                          ///< a call of MPI_Win_sync, which separates the iterations of a polling loop
    call_that_may_continue_polling_loop,  ///< a call that may be part of a polling loop, such as MPI_Iprobe or
                                          ///< MPI_Win_flush
    call_that_ends_polling_loop
  };
  static NextCallKind next_call_kind_of(std::string_view name) noexcept;
  /// Compares the gathered loads and stores of the program with the accesses of other nodes, and notes a defect for
  /// each conflict. `before` is the kind of call that the program makes next.
  void note_conflicts_of_program_accesses(NextCallKind before);
  /// Called before a one-sided access of another node changes bytes of this node's memory, those in `ranges`.
  void record_memory_change_by_request(NodeId source, const WindowRequest& request, const ByteRanges& ranges);
  bool is_base_address(const void* address) const noexcept {
    return watched_window_memory_.base_address == reinterpret_cast<std::uintptr_t>(address);
  }

 private:
  using ProgramAccesses = std::vector<ProgramLoadOrStore>;
  void note_conflicts_of_access(const ProgramLoadOrStore& access);
  WindowAccess window_access_of(const ProgramLoadOrStore& access) const;
  bool gather_load_of_possible_polling_loop(const ProgramLoadOrStore& access);
  void record_loads_of_single_elements(NextCallKind before);
  /// The events that a node learns of from a loaded value, and whether a program has stored the value directly, in a
  /// shared window.
  struct EventsFromLoadedValue {
    EventClock events;
    bool is_stored_by_program = false;
  };
  EventsFromLoadedValue prepare_memory_for(const ProgramLoadOrStore& access);
  EventsFromLoadedValue learn_events_from_memory_changes(const ProgramLoadOrStore& access);
  void hide_memory_changes_from_load(const ProgramLoadOrStore& access, const std::vector<MemoryChange>& changes);
  static EventsFromLoadedValue events_known_from_changes(const ProgramLoadOrStore& access,
                                                         const std::vector<MemoryChange>& changes);
  void note_loaded_events(const EventsFromLoadedValue& told);
  void restore_hidden_memory_changes();
  void record_store_to_shared_window(const ProgramLoadOrStore& access);
  bool has_reread_same_value(const ProgramAtomicAccess& access);
  void add_and_note_conflict(const WindowAccess& access);

  Process& process_;
  WindowHistory& window_history_;
  const Window& window_;
  const WindowMemoryRange watched_window_memory_;
  /// The values that atomic accesses of the program have found most recently, by address.
  std::map<std::uintptr_t, std::uint64_t> last_atomic_values_;
  /// The loads of single elements since the last call of note_conflicts_of_program_accesses(), each element only once.
  ProgramAccesses single_element_loads_;
  /// Loads that may turn out to be iterations of a polling loop, because the program may still repeat them: the first
  /// address of each load, the address behind it, and whether MPI_Win_sync was called since the load.
  std::map<std::pair<std::uintptr_t, std::uintptr_t>, bool> loads_of_possible_polling_loops_;
  std::shared_ptr<MemoryChanges> memory_changes_;
  std::set<std::uint64_t>
      ids_of_already_hidden_memory_changes_;  ///< numbers of the changes that were already hidden from a load
  /// Bytes in memory whose change is hidden from a load: the address of the first byte, the bytes before the change,
  /// and those after it.
  struct ChangedBytesHiddenFromLoad {
    std::uintptr_t begin = 0;
    std::vector<std::byte> original_bytes, changed_bytes;
  };
  ChangedBytesHiddenFromLoad hidden_changes_;
  /// Loads (first list) and stores (second list) since the last call of note_conflicts_of_program_accesses().
  std::array<ProgramAccesses, 2> unchecked_accesses_;
};

}  // namespace switchyard::mpi
