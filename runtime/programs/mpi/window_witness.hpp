#pragma once
/// \file window_witness.hpp
/// Which one-sided accesses of a run meet in the same memory without an order between them.
///
/// Source: MPI 3.1, sec. 11.7.
///
/// An access is complete at the end of its epoch, or at a flush. It comes before another one if the other one's node
/// knows that by then, through whatever the nodes have told each other: fences, posts and starts, exclusive locks,
/// messages and collectives; and by an atomic access that can have seen what an earlier atomic one has left. Accesses
/// of a node to its own memory without MPI are seen where the program tells them (own_memory.hpp).

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

/// The first byte of a window's memory, as if that were its address.
inline constexpr std::uintptr_t kWindowBegin = std::uintptr_t{1} << 32U;

struct WindowAccess {
  /// `load`, `store`: by the program of the target itself, without MPI.
  enum class Kind : std::uint8_t { put, get, accumulate, load, store };
  /// Of a load or store.
  struct Own {
    const Process* process = nullptr;
    OwnAccess access;
  };
  Kind kind = Kind::put;
  Caller caller = {};
  std::optional<NamedOperation> operation = {};  ///< of an accumulate; nothing: any of them (MPI_Compare_and_swap)
  std::optional<NamedType> type = {};            ///< of an accumulate's values
  ByteRanges bytes;                              ///< of the target's memory in the window
  bool fetches = false;                          ///< an accumulate that gets what was there
  std::uint32_t complete = 0;                    ///< which moment of its node's; 0: not yet
  std::optional<Own> own = {};

  bool is_own() const noexcept { return kind == Kind::load || kind == Kind::store; }
};

/// The access as reports name it.
DefectCall described(const WindowAccess& access);
/// Notes that two accesses to memory of rank `target` meet, `access` being the one that is told first.
void note_conflict(Process& process, const WindowAccess& access, const WindowAccess& other, int target);

/// Any thread. Ranks are those of the window's communicator, by which a window is named, too.
class WindowWitness {
 public:
  using Name = CollectiveWitness::Name;

  explicit WindowWitness(EventOrder& order) : order_(order) {}

  /// Notes the access, and returns the one that it conflicts with, if there is one.
  std::optional<WindowAccess> add(const Name& window, int target, WindowAccess access);
  /// The node's accesses to these targets are complete; all of them if none are named.
  void complete(const Name& window, NodeId node, const std::vector<int>& targets = {});
  /// All members have completed theirs, and begin anew. `members`: how many there are. Called by each of them.
  void begin_anew(const Name& window, std::uint32_t members);
  /// The window is not used any more.
  void forget(const Name& window);

  /// The node has the lock of `target` from now on, or gives it back.
  void lock(const Name& window, int target, NodeId node, bool is_exclusive);
  void unlock(const Name& window, int target, NodeId node, bool is_exclusive);
  /// What `node`, of rank `from`, lets the member of rank `to` know by a post, or by the end of an epoch.
  enum class Signal : std::uint8_t { post, completion };
  void send(const Name& window, Signal signal, int from, int to, NodeId node);
  void receive(const Name& window, Signal signal, int from, int to, NodeId node);

 private:
  struct Memory {
    std::deque<WindowAccess> accesses;
    std::map<std::uintptr_t, EventClock> of_atomics;  ///< by their first byte: what those who have made them knew
    EventClock of_exclusive, of_shared;               ///< who has had the lock
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
