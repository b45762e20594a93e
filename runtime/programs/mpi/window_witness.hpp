#pragma once
/// \file window_witness.hpp
/// Finds one-sided accesses of a run that conflict: they meet in the same memory, and nothing orders them.
///
/// Source: MPI 3.1, sec. 11.7.
///
/// An access is complete at the end of its epoch, or at a flush. It comes before another access if the node that makes
/// the other one knows of the completion by then: by fences, posts and starts, exclusive locks, messages and
/// collectives, or by an atomic access that can have seen what an earlier atomic access has left. Accesses of a node to
/// its own memory without MPI are seen if the program reports them (own_memory.hpp).

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
  /// `load`, `store`: by the program of the target itself or, in a shared window, by that of any member; or by a call
  /// of such a program that reads or writes the memory as a buffer.
  enum class Kind : std::uint8_t { put, get, accumulate, load, store };
  /// A load or store of a program itself, and the process that has made it.
  struct Own {
    const Process* process = nullptr;
    OwnAccess access;
  };
  Kind kind = Kind::put;
  Caller caller = {};
  std::optional<NamedOperation> operation = {};  ///< of an accumulate; nothing: any of them (MPI_Compare_and_swap)
  std::optional<NamedType> type = {};            ///< of an accumulate's values
  ByteRanges bytes;                              ///< of the target's memory in the window
  bool fetches = false;                          ///< an accumulate that returns the values before it
  std::uint32_t complete = 0;                    ///< number of its node's event of completion; 0: not yet
  std::optional<Own> own = {};

  bool is_own() const noexcept { return kind == Kind::load || kind == Kind::store; }
};

/// Returns the access as reports describe it.
DefectCall described(const WindowAccess& access);
/// Notes a defect: two accesses to memory of rank `target` conflict. The report names `access` first.
void note_conflict(Process& process, const WindowAccess& access, const WindowAccess& other, int target);

/// The one-sided accesses to all windows of a run. A window is named like its communicator, and ranks are those of this
/// communicator. Any thread.
class WindowWitness {
 public:
  using Name = CollectiveWitness::Name;

  explicit WindowWitness(EventOrder& order) : order_(order) {}

  /// Notes an access, and returns an earlier access that it conflicts with, if there is one.
  std::optional<WindowAccess> add(const Name& window, int target, WindowAccess access);
  /// Notes that the node's accesses to these targets are complete; those to all targets if none are named.
  void complete(const Name& window, NodeId node, const std::vector<int>& targets = {});
  /// Called by each of the `members` of a window at a fence, when its accesses are complete. Forgets all accesses once
  /// all members have called it.
  void begin_anew(const Name& window, std::uint32_t members);
  /// Forgets a window that is freed.
  void forget(const Name& window);

  /// Notes that the node has got the lock of `target`, or gives it back.
  void lock(const Name& window, int target, NodeId node, bool is_exclusive);
  void unlock(const Name& window, int target, NodeId node, bool is_exclusive);
  /// A message by which the member of rank `from` lets that of rank `to` begin accesses (a post), or tells it that its
  /// own are complete. The receiver then knows all events that the sender has known; `node` is the one that calls.
  enum class Signal : std::uint8_t { post, completion };
  void send(const Name& window, Signal signal, int from, int to, NodeId node);
  void receive(const Name& window, Signal signal, int from, int to, NodeId node);

 private:
  struct Memory {
    std::deque<WindowAccess> accesses;
    std::map<std::uintptr_t, EventClock> of_atomics;  ///< by first byte: joined vector clocks of their origins
    EventClock of_exclusive, of_shared;               ///< joined vector clocks of nodes that had the lock
  };
  struct OfWindow {
    std::map<int, Memory> memories;  ///< by rank
    std::map<std::tuple<Signal, int, int>, std::deque<EventClock>> signals;
    std::uint32_t at_fence = 0;
  };
  void complete(Memory& memory, WindowAccess& access, std::uint32_t moment);
  bool conflict(const WindowAccess& earlier, const WindowAccess& access) const;

  EventOrder& order_;
  std::mutex mutex_;  // guards what follows
  std::map<Name, OfWindow> windows_;
};

}  // namespace switchyard::mpi
