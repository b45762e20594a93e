#pragma once
/// \file window_history.hpp
/// Finds one-sided accesses of a run that conflict: they access the same memory, and nothing
/// orders them. The memory may belong to several windows, whose accesses are compared, too (sec. 11.2.1): between two
/// windows, neither accumulates nor locks exclude each other.
///
/// Source: MPI 3.1, sec. 11.7.
///
/// An access is complete at the end of its epoch, or at a flush; one that only reads is complete as
/// soon as its values have come. A put or an accumulate between MPI_Win_start and MPI_Win_complete is
/// complete only when its target has called MPI_Win_wait. An access comes before another access if
/// the node of the other access knows of the completion by then. Nodes learn of a completion by
/// fences, posts and starts, exclusive locks, messages and collectives, or by an atomic access
/// that has read a value to which an earlier atomic access has contributed. Such a value also proves
/// that the earlier atomic access itself is complete at its target, even if the node of that access
/// does not know it yet. Accesses of a node to its own memory without MPI are seen if the program
/// reports them (program_window_accesses.hpp).
///
/// A program may poll: load one element of the memory again and again, with MPI_Win_sync in between, until another node
/// has changed it (the unified memory model, rule 2). Such loads conflict with no change of the element. A load whose
/// next turn may still follow is open, and its conflicts are suspicions until then. Whoever reads the changed value
/// learns what the node of the change knew when it made the change.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/atomic_clocks.hpp"
#include "runtime/programs/mpi/collective_history.hpp"
#include "runtime/programs/mpi/event_order.hpp"
#include "runtime/programs/mpi/memory_changes.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// The address that the first byte of a window's memory is taken to have in the byte ranges of accesses.
inline constexpr std::uintptr_t kWindowBegin = std::uintptr_t{1} << 32U;

struct WindowAccess {
  /// A `load` or `store` is not made by a one-sided call: a program itself, or a call that uses the memory as a buffer,
  /// reads or writes the window's memory. The program is that of the target or, in a shared window, that of any member.
  /// With `attach` the target attaches the memory to a dynamic window, or detaches it.
  enum class Kind : std::uint8_t { put, get, accumulate, load, store, attach };
  /// A load or store of a program itself, and the process that has made it.
  struct ProgramAccessOrigin {
    const Process* process = nullptr;
    ProgramAccess access;
  };
  Kind kind = Kind::put;
  CallOfNode caller = {};
  /// Operation of an accumulate; nothing for MPI_Compare_and_swap, which goes with any operation.
  std::optional<NamedOperation> operation = {};
  std::optional<NamedType> type = {};  ///< type of the values of an accumulate
  /// Whether the window was made with the promise that concurrent accumulates have the same operation, which MPI_NO_OP
  /// does not go with then (the info key "accumulate_ops", sec. 11.2.1).
  bool is_promised_same_operation = false;
  /// Whether accumulates of the same node to the same values are carried out in the order of its calls, as they are
  /// unless the info key "accumulate_ordering" forgoes that (sec. 11.7.2).
  bool is_ordered_with_own_accumulates = true;
  /// Whether the access begins only after its target has come to the same fence, as an access after a fence does.
  bool waits_for_target_fence = false;
  ByteRanges target_bytes;          ///< bytes of the target's memory in the window
  bool returns_old_values = false;  ///< whether an accumulate returns the values from before it
  std::uint16_t access_number = 0;  ///< number of a one-sided call among the one-sided calls of its node to this window
  std::uint32_t completion_event =
      0;  ///< number of the event at which the access was complete; 0 if it is not complete
  /// The node that counts the event at which the access is complete: the node of the access or, for an access between
  /// MPI_Win_start and MPI_Win_complete, that of the target.
  NodeId completing_node = caller.node;
  /// Whether the values in memory depend on this atomic access: its target has carried it out, and no atomic access has
  /// replaced the values since.
  bool is_in_present_values = false;
  /// The events at which other nodes have read values that this access has written or has helped to compute. A node
  /// that knows of such an event knows that the access is complete.
  std::vector<std::pair<NodeId, std::uint32_t>> events_proving_completion = {};
  /// Number of a nonblocking call of the node whose buffer is loaded or stored until the call is complete; 0 for other
  /// accesses.
  std::uint64_t buffer_call = 0;
  bool completes_at_target_wait = false;  ///< whether the access is complete when the target calls MPI_Win_wait
  std::optional<ProgramAccessOrigin> program_access_origin = {};
  bool is_atomic = false;  ///< whether a load or store of a program is atomic in the sense of C11
  /// Whether a load of a program is a turn of a poll, or may turn out to be one.
  enum class PollingState : std::uint8_t { none, possible_poll_iteration, poll_iteration };
  PollingState polling_state = PollingState::none;
  bool is_through_other_window = false;  ///< whether a conflicting access is through another window
  EventClock clock_at_access =
      {};  ///< if the access changes memory: the vector clock of its node when it made the access

  bool is_not_one_sided() const noexcept { return kind == Kind::load || kind == Kind::store || kind == Kind::attach; }
  bool is_by_unfinished_buffer_call() const noexcept { return buffer_call != 0 && completion_event == 0; }
  /// Whether the load `later` repeats this load: both are loads of the same element by the same program.
  bool is_repeated_by(const WindowAccess& later) const noexcept;
  /// Whether `other` is by the same call of the program, and does the same to the same bytes.
  bool is_same_access_as(const WindowAccess& other) const noexcept;
  /// Whether a one-sided access changes nothing at its target, and returns values.
  bool only_reads_target() const noexcept {
    return kind == Kind::get || (returns_old_values && operation == NamedOperation::no_operation);
  }
};

/// Returns a description of the access for reports.
DefectCall defect_call_of_access(const WindowAccess& access);
/// Notes a defect: two accesses to memory of rank `target` conflict. The report names `access` first.
void note_conflict(Process& process, const WindowAccess& access, const WindowAccess& other, int target);

/// The one-sided accesses to all windows of a run. A window is named like its communicator, and
/// ranks are those of this communicator. Any thread may use it.
class WindowHistory {
 public:
  using WindowId = CollectiveHistory::CommunicatorId;

  explicit WindowHistory(EventOrder& order) : event_order_(order) {}

  /// Where the memory of a member lies: on this node, from address `begin` to `end` - 1. In byte ranges of accesses,
  /// the first byte has the address `history_address`.
  struct WindowMemoryLocation {
    NodeId node{};
    std::uintptr_t begin = 0, end = 0, history_address = kWindowBegin;
  };
  /// Notes where the memory of a member lies, so that accesses through other windows to the same memory are found. Call
  /// it before any member accesses the window.
  void note_place_of_memory(const WindowId& window, int target, const WindowMemoryLocation& place);
  /// Notes an access, and returns an earlier access that it conflicts with, if there is one. If this access or the
  /// other one is an open load, the conflict is a suspicion instead.
  std::optional<WindowAccess> add_and_find_conflict(const WindowId& window, int target, WindowAccess access);
  /// What an atomic access does to the values at its target. It `updates` them if the new values depend on the old
  /// ones, or if it returns the old ones.
  enum class AtomicEffect : std::uint8_t { reads, updates, replaces };
  /// Notes that the target now carries out the atomic access of `node` with the number `access_number`.
  void note_atomic_access_served(const WindowId& window, int target, NodeId node, std::uint16_t number,
                                 AtomicEffect effect);
  /// Notes that the program of `node` has made an atomic access to the bytes `range` of the memory of rank `target`, in
  /// a shared window or its own memory.
  void note_program_atomic_access(const WindowId& window, int target, NodeId node, const AtomicClocks::Range& range,
                                  const ProgramAtomicAccess& access);
  /// Notes that the program of `node` has made a fence: it orders the atomic accesses before it and behind it, although
  /// their own memory orders are relaxed.
  void note_fence_of_program(NodeId node, ProgramMemoryOrder order);
  /// A load that conflicts with the access `change`, unless the load only polls for the value that the access stores.
  struct SuspectedConflict {
    WindowAccess load, change;
  };
  /// Notes that the program repeats an open load by the load `access`. Both loads are then turns of a poll.
  void note_repeated_load(const WindowId& window, int target, WindowAccess access);
  /// Notes that the open loads of `node` are not repeated any more. Returns the suspected conflicts of these loads,
  /// which are certain now.
  std::vector<SuspectedConflict> end_possible_poll_loads(const WindowId& window, int target, NodeId node);
  /// Returns the changes of the memory of rank `target`.
  std::shared_ptr<MemoryChanges> changes_of_memory(const WindowId& window, int target);
  /// Returns the vector clock of `node` when it made the access with this number; empty if the access is forgotten.
  EventClock clock_of_access(const WindowId& window, int target, NodeId node, std::uint16_t number);
  /// Whether `reader` knows that a change of the memory of rank `target` is complete.
  bool knows_change_is_complete(const WindowId& window, int target, NodeId reader, const MemoryChange& change);
  std::uint32_t next_event_of(NodeId node) const { return event_order_.vector_clock_of(node)[index(node)] + 1; }
  /// Returns the events that a node learns of from values that the program of `node` has stored since its last fence.
  EventClock clock_of_program_stores(NodeId node);
  /// Notes that the program of `node` has loaded a value, whose writer knew the events `learned_events`. If the program
  /// of another node has stored the value to a shared window (`is_store`), `node` learns of these events only at its
  /// next fence.
  void note_value_loaded(NodeId node, const EventClock& told, bool is_store);
  /// Both functions note that values have arrived: the values that the access of `node` with the number `access_number`
  /// returns, or those that all its accesses to `targets` return.
  void note_returned_values_arrived(const WindowId& window, NodeId node, int target, std::uint16_t number);
  void note_returned_values_arrived(const WindowId& window, NodeId node, std::span<const int> targets);
  /// Notes that the nonblocking call of `node` with the number `id` does not use its buffer in the memory of rank
  /// `target` any more.
  void note_end_of_buffer_call(const WindowId& window, int target, NodeId node, std::uint64_t id);
  /// Notes that the one-sided accesses of `node` to `targets` are complete; an empty list means all targets. Those that
  /// will be complete when their target calls MPI_Win_wait are not.
  void note_completed_accesses(const WindowId& window, NodeId node, const std::vector<int>& targets = {});
  /// Notes that `node` has called MPI_Win_complete for its accesses to `targets`: those that only read are complete,
  /// and the others will be when their target calls MPI_Win_wait.
  void note_end_of_started_accesses(const WindowId& window, NodeId node, const std::vector<int>& targets);
  /// Notes that `node`, which has the rank `target`, has come back from MPI_Win_wait, so that the accesses to its
  /// memory are complete for which their nodes have called MPI_Win_complete.
  void note_end_of_exposure(const WindowId& window, int target, NodeId node);
  /// Notes that a member of the window has come to a fence, with its one-sided accesses complete. Forgets all accesses
  /// to the window, but those by unfinished calls, once all of its `members` members have come.
  void note_fence(const WindowId& window, std::uint32_t members);
  /// Notes that a member, of rank `rank`, has come to a fence with MPI_MODE_NOPRECEDE. Such a fence need not wait for
  /// other members. Only accesses to the member's memory after the fence are ordered after what the member knows now.
  void note_fence_that_need_not_wait(const WindowId& window, int rank, NodeId node);
  /// Notes that a member frees the window. Forgets the window once all of its `members` members have freed it.
  void note_member_leaves_window(const WindowId& window, std::uint32_t members);

  /// note_lock_granted() notes that `node` has got the lock of `target`, and note_lock_released() that it gives this
  /// lock back.
  void note_lock_granted(const WindowId& window, int target, NodeId node, bool is_exclusive);
  void note_lock_released(const WindowId& window, int target, NodeId node, bool is_exclusive);
  /// A message by which the member of rank `from` lets the member of rank `to` begin accesses (a
  /// post), or tells that member that its own accesses are complete. By it, the receiver gets to
  /// know all events that the sender knew. `node` is the node that calls note_epoch_notification_sent() or
  /// note_epoch_notification_received().
  enum class EpochNotification : std::uint8_t { post, completion };
  struct SentEpochNotification {
    CallOfNode caller;
    bool has_nocheck = false;         ///< whether the call had MPI_MODE_NOCHECK
    std::uint32_t sending_event = 0;  ///< number of the sender's event at which the signal was sent
    EventClock known_events = {};
  };
  void note_epoch_notification_sent(const WindowId& window, EpochNotification signal, int from, int to,
                                    CallOfNode caller, bool is_unchecked);
  /// Returns the signal (a post or a completion) that was received, if its sender has noted it.
  std::optional<SentEpochNotification> note_epoch_notification_received(const WindowId& window,
                                                                        EpochNotification signal, int from, int to,
                                                                        NodeId node);
  /// Whether `node`, the member of rank `to`, knows that the member of rank `from` has sent a post which it has not
  /// received yet.
  bool knows_of_unreceived_post(const WindowId& window, int from, int to, NodeId node);

  /// A time during which memory of a member is locked by a node, or exposed by MPI_Win_post.
  struct LockOrExposureEpoch {
    enum class Kind : std::uint8_t { lock, exposure };
    Kind kind = Kind::lock;
    bool is_exclusive = false;
    bool was_requested_from_target =
        true;  ///< whether a lock was requested from the target, as without MPI_MODE_NOCHECK
    CallOfNode caller = {};
    std::uint32_t end_event = 0;  ///< number of the caller's event at the end; 0 if the period has not ended
  };
  /// Notes that a node begins to lock or expose memory of `target`. Returns a period in which another node locks or
  /// exposes the memory and which the standard forbids at the same time, if there is one.
  std::optional<LockOrExposureEpoch> note_lock_or_exposure_begins(const WindowId& window, int target,
                                                                  const LockOrExposureEpoch& use);
  void note_lock_or_exposure_ends(const WindowId& window, int target, NodeId node, LockOrExposureEpoch::Kind kind);
  /// Returns an access by which the program of `node`, the member of rank `rank`, has stored to its own memory in the
  /// window after its event `since`, if there is one.
  std::optional<WindowAccess> find_program_store(const WindowId& window, int rank, NodeId node, std::uint32_t since);

 private:
  using AtomicAccessName = std::pair<NodeId, std::uint16_t>;  ///< node and number of the access
  /// An atomic access that its target has not carried out, or whose values have not come.
  struct AtomicAccess {
    AtomicClocks::Range range;
    bool returns_old_values = false;
    EventClock clock_at_access;  ///< vector clock of the node when it made the access
    EventClock learned_events;   ///< events that the node learns of from the values that the access returns
    /// Atomic accesses on which the values depend that the access returns.
    std::vector<AtomicAccessName> proven_accesses;
  };
  static constexpr std::size_t kMinAccessesBeforeForgetting = 64;
  struct WatchedMemory {
    WindowMemoryLocation memory_range;  ///< the memory's address range; empty if the range is not known
    std::deque<WindowAccess> accesses;
    /// The number of accesses at which those that all nodes know to be complete are forgotten.
    std::size_t accesses_before_forgetting = kMinAccessesBeforeForgetting;
    std::map<AtomicAccessName, AtomicAccess> atomic_accesses;

    WindowAccess* find_atomic_access(const AtomicAccessName& name);
    AtomicClocks clocks_of_last_atomic_updates;
    EventClock clock_at_fence;  ///< vector clock of the member at its last fence that need not wait; empty without one
    std::vector<SuspectedConflict> suspected_conflicts;
    std::shared_ptr<MemoryChanges> memory_changes = std::make_shared<MemoryChanges>();
    EventClock exclusive_lock_clock, shared_lock_clock;    ///< joined vector clocks of nodes that had the lock
    std::vector<LockOrExposureEpoch> locks_and_exposures;  ///< the latest ones, one of each node and kind
  };
  struct WindowState {
    std::map<int, WatchedMemory> memories;  ///< memory of each member, by rank
    std::map<std::tuple<EpochNotification, int, int>, std::deque<SentEpochNotification>> unreceived_epoch_notifications;
    std::uint32_t members_at_fence = 0, departed_member_count = 0;
  };
  void forget_accesses_known_to_all(WatchedMemory& memory) const;
  static std::vector<AtomicAccessName> accesses_in_present_values(const WatchedMemory& memory,
                                                                  const WindowAccess& reader);
  static void note_present_values_depend_on(WatchedMemory& memory, WindowAccess& access, AtomicEffect effect);
  void note_accesses_are_proven_complete(WatchedMemory& memory, NodeId reader,
                                         const std::vector<AtomicAccessName>& accesses);
  template <class IsMeant>
  void note_returned_values_arrived(WatchedMemory& memory, NodeId node, IsMeant is_meant);
  bool do_accesses_conflict(const WatchedMemory& memory, const WindowAccess& earlier, const WindowAccess& access) const;
  bool was_access_complete_before(const WatchedMemory& memory, const WindowAccess& earlier,
                                  const WindowAccess& access) const;
  std::optional<WindowAccess> find_conflict_in_other_windows(const WatchedMemory& memory,
                                                             const WindowAccess& access) const;

  /// Two vector clocks of a node: the events that it learns of at its next fence, because it has read values before;
  /// and the events that other nodes learn of from values that it has stored since its last fence.
  struct FenceClocks {
    EventClock clock_to_acquire, released_clock;
  };

  EventOrder& event_order_;
  std::mutex mutex_;  // guards the members below
  std::map<NodeId, FenceClocks> fence_clocks_;
  std::map<WindowId, WindowState> windows_;
};

}  // namespace switchyard::mpi
