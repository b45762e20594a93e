#pragma once
/// \file window_witness.hpp
/// Finds one-sided accesses of a run that conflict: they access the same memory, and nothing
/// orders them.
///
/// Source: MPI 3.1, sec. 11.7.
///
/// An access is complete at the end of its epoch, or at a flush. It comes before another access if
/// the node of the other access knows of the completion by then. Nodes learn of a completion by
/// fences, posts and starts, exclusive locks, messages and collectives, or by an atomic access
/// that can have seen the result of an earlier atomic access. Accesses of a node to its own memory
/// without MPI are seen if the program reports them (own_memory.hpp).

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/collective_witness.hpp"
#include "runtime/programs/mpi/event_order.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// The address that the first byte of a window's memory is taken to have in the byte ranges of accesses.
inline constexpr std::uintptr_t kWindowBegin = std::uintptr_t{1} << 32U;

struct WindowAccess {
  /// A `load` or `store` is not made by a one-sided call: a program itself, or a call that uses the memory as a buffer,
  /// reads or writes the window's memory. The program is that of the target or, in a shared window, that of any member.
  enum class Kind : std::uint8_t { put, get, accumulate, load, store };
  /// A load or store of a program itself, and the process that has made it.
  struct Own {
    const Process* process = nullptr;
    OwnAccess access;
  };
  Kind kind = Kind::put;
  Caller caller = {};
  /// Operation of an accumulate; nothing for MPI_Compare_and_swap, which goes with any operation.
  std::optional<NamedOperation> operation = {};
  std::optional<NamedType> type = {};  ///< type of the values of an accumulate
  ByteRanges bytes;                    ///< bytes of the target's memory in the window
  bool fetches = false;                ///< whether an accumulate returns the values from before it
  std::uint32_t complete = 0;          ///< number of the event at which the access was complete; 0: not yet
  std::optional<Own> own = {};

  bool is_own() const noexcept { return kind == Kind::load || kind == Kind::store; }
};

/// Returns the access as reports describe it.
DefectCall defect_call_of_access(const WindowAccess& access);
/// Notes a defect: two accesses to memory of rank `target` conflict. The report names `access` first.
void note_conflict(Process& process, const WindowAccess& access, const WindowAccess& other, int target);

/// The one-sided accesses to all windows of a run. A window is named like its communicator, and
/// ranks are those of this communicator. Any thread may use it.
class WindowWitness {
 public:
  using Name = CollectiveWitness::Name;

  explicit WindowWitness(EventOrder& order) : order_(order) {}

  /// Notes an access, and returns an earlier access that it conflicts with, if there is one.
  std::optional<WindowAccess> add(const Name& window, int target, WindowAccess access);
  /// Notes that the accesses of `node` to `targets` are complete; an empty list means all targets.
  void note_completed_accesses(const Name& window, NodeId node, const std::vector<int>& targets = {});
  /// Notes that a member of the window has come to a fence, with its accesses complete. Forgets
  /// all accesses to the window once all of its `members` members have come.
  void note_fence(const Name& window, std::uint32_t members);
  /// Forgets a window that is freed.
  void forget_window(const Name& window);

  /// note_lock_granted() notes that `node` has got the lock of `target`, and note_lock_released() that it gives this
  /// lock back.
  void note_lock_granted(const Name& window, int target, NodeId node, bool is_exclusive);
  void note_lock_released(const Name& window, int target, NodeId node, bool is_exclusive);
  /// A message by which the member of rank `from` lets the member of rank `to` begin accesses (a
  /// post), or tells that member that its own accesses are complete. By it, the receiver gets to
  /// know all events that the sender knew. `node` is the node that calls note_signal_sent() or note_signal_received().
  enum class Signal : std::uint8_t { post, completion };
  struct SentSignal {
    Caller caller;
    bool is_unchecked = false;  ///< whether the call had MPI_MODE_NOCHECK
    std::uint32_t event = 0;    ///< number of the sender's event at which it was sent
    EventClock known = {};
  };
  void note_signal_sent(const Name& window, Signal signal, int from, int to, Caller caller, bool is_unchecked);
  /// Returns the signal, if it is known.
  std::optional<SentSignal> note_signal_received(const Name& window, Signal signal, int from, int to, NodeId node);
  /// Whether `node`, the member of rank `to`, knows that the member of rank `from` has sent a post which it has not
  /// received yet.
  bool knows_post(const Name& window, int from, int to, NodeId node);

  /// A time during which memory of a member is locked by a node, or exposed by MPI_Win_post.
  struct Use {
    enum class Kind : std::uint8_t { lock, exposure };
    Kind kind = Kind::lock;
    bool is_exclusive = false;
    bool is_checked = true;  ///< whether a lock was requested from the target, as without MPI_MODE_NOCHECK
    Caller caller = {};
    std::uint32_t end = 0;  ///< number of the caller's event at the end; 0: not yet
  };
  /// Notes that a use of memory of `target` begins. Returns another use that excludes it and may happen at the same
  /// time, if there is one.
  std::optional<Use> note_use_begins(const Name& window, int target, const Use& use);
  void note_use_ends(const Name& window, int target, NodeId node, Use::Kind kind);
  /// Returns an access by which the program of `node`, the member of rank `rank`, has stored to its own memory in the
  /// window after its event `since`, if there is one.
  std::optional<WindowAccess> find_own_store(const Name& window, int rank, NodeId node, std::uint32_t since);

 private:
  struct Memory {
    std::deque<WindowAccess> accesses;
    /// For each address at which atomic accesses begin: the joined vector clocks of the nodes that have made these
    /// accesses.
    std::map<std::uintptr_t, EventClock> of_atomics;
    EventClock of_exclusive, of_shared;  ///< joined vector clocks of nodes that had the lock
    std::vector<Use> uses;               ///< the latest one of each node and kind
  };
  struct OfWindow {
    std::map<int, Memory> memories;  ///< memory of each member, by rank
    std::map<std::tuple<Signal, int, int>, std::deque<SentSignal>> signals;
    std::uint32_t at_fence = 0;
  };
  void mark_access_complete(Memory& memory, WindowAccess& access, std::uint32_t moment);
  bool do_accesses_conflict(const WindowAccess& earlier, const WindowAccess& access) const;

  EventOrder& order_;
  std::mutex mutex_;  // guards the members below
  std::map<Name, OfWindow> windows_;
};

}  // namespace switchyard::mpi
