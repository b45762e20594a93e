#pragma once
/// \file window_history.hpp
/// Finds one-sided accesses of a run that conflict: they access the same memory, and nothing orders them. The memory
/// may belong to several windows, whose accesses are compared, too (sec. 11.2.1): between two windows, neither
/// accumulates nor locks exclude each other.
///
/// Source: MPI 3.1, sec. 11.7.
///
/// An access is complete at the end of its epoch, or at a flush; one that only reads is complete as soon as its values
/// have come. A put or an accumulate between MPI_Win_start and MPI_Win_complete is complete only when its target has
/// called MPI_Win_wait. An access comes before another access if the node of the other access knows by then that the
/// first one is complete. Nodes learn of a completion by fences, post-start synchronisation, exclusive locks, messages
/// and collectives, or by an atomic access that has read a value to which an earlier atomic access has contributed.
/// Such a value also proves that the earlier atomic access itself is complete at its target, even if the node of that
/// access does not know it yet. A program's loads and stores of window memory are included if the program reports them
/// (program_window_accesses.hpp).
///
/// A program may poll: load one element of the memory again and again, with MPI_Win_sync in between, until another node
/// has changed it (the unified memory model, rule 2). Such loads conflict with no change of the element. As long as it
/// is open whether the program repeats a load, the conflicts of the load are only suspected. Whoever reads the changed
/// value learns what the node of the change knew when it made the change.

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
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/event_order.hpp"
#include "runtime/programs/mpi/memory_changes.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// The address that the first byte of a member's memory in a window has in the recorded byte ranges of accesses,
/// wherever the memory really lies.
inline constexpr std::uintptr_t kWindowBegin = std::uintptr_t{1} << 32U;

struct WindowAccess {
  /// The kind of an access to window memory. A `load` or `store` is not made by a one-sided call: the code of a
  /// program, or a call that uses the memory as its buffer, reads or writes the memory. The program is that of the
  /// target or, in a shared window, that of any member. By `attach_memory_to_window`, the target attaches the memory to
  /// a dynamic window, or detaches it.
  enum class Kind : std::uint8_t { put, get, accumulate, load, store, attach_memory_to_window };
  /// For a load or store that a program's code has made: the access, and the process that has made it.
  struct ProgramAccessOrigin {
    const Process* process = nullptr;
    ProgramLoadOrStore load_or_store;
  };
  Kind kind = Kind::put;
  CallOfNode originating_call = {};
  /// Operation of an accumulate; nothing for MPI_Compare_and_swap, which does not conflict with any operation.
  std::optional<PredefinedReductionOperation> operation = {};
  std::optional<NamedType> type = {};  ///< for an accumulate: the type of its values
  /// Whether the program has promised, by the info key "accumulate_ops" of the window, that concurrent accumulates have
  /// the same operation (sec. 11.2.1). MPI_NO_OP then does not go with other operations.
  bool promises_same_operation = false;
  /// Whether accumulates of the same node to the same values are carried out in the order of its calls, as they are
  /// unless the program has given that up by the info key "accumulate_ordering" (sec. 11.7.2).
  bool is_ordered_with_own_accumulates = true;
  /// Whether the access begins only after its target has come to the same fence as its node, as an access after a fence
  /// does.
  bool waits_for_target_fence = false;
  ByteRanges target_bytes;  ///< bytes of the target's memory in the window that are accessed
  /// Whether an atomic access returns the values that the memory had before it.
  bool returns_previous_memory_values = false;
  /// For a one-sided access: its number among the one-sided accesses of its node to this window.
  std::uint16_t access_number = 0;
  /// Number of the event at which the access was complete; 0 if it is not known to be complete.
  std::uint32_t completion_event = 0;
  /// The node to which the event number `completion_event` refers: the node of the access or, for an access between
  /// MPI_Win_start and MPI_Win_complete, its target.
  NodeId completing_node = originating_call.node;
  /// Whether the values now in memory depend on this atomic access: its target has carried it out, and no atomic access
  /// has replaced the values since.
  bool is_included_in_current_memory_values = false;
  /// Events of other nodes, each of which is the reading of a value that this access has written or has helped to
  /// compute. A node that knows of such an event knows that the access is complete.
  std::vector<std::pair<NodeId, std::uint32_t>> events_proving_completion = {};
  /// For an access by a nonblocking call that uses the memory as its buffer: the number of the call, which goes on
  /// reading or writing until it is complete; 0 for other accesses.
  std::uint64_t buffer_using_call_number = 0;
  /// Whether the access is complete only when its target calls MPI_Win_wait.
  bool completes_at_target_wait = false;
  std::optional<ProgramAccessOrigin> program_access_origin = {};
  bool is_atomic = false;  ///< whether a load or store of a program is an atomic access of C11
  /// Whether a load of a program is an iteration of a polling loop, may turn out to be one, or is none.
  enum class PollingState : std::uint8_t { none, possible_poll_iteration, poll_iteration };
  PollingState polling_state = PollingState::none;
  /// In a conflict that was found: whether this access was made through another window than the other access.
  bool is_made_through_different_window = false;
  /// For an access that changes memory: the vector clock of its node when it made the access.
  EventClock clock_at_access = {};

  bool is_not_one_sided() const noexcept {
    return kind == Kind::load || kind == Kind::store || kind == Kind::attach_memory_to_window;
  }
  bool is_made_by_unfinished_nonblocking_call() const noexcept {
    return buffer_using_call_number != 0 && completion_event == 0;
  }
  /// Whether the load `later` is a repetition of this load: both load the same element, and the same program makes
  /// them.
  bool is_load_repeated_by_second_load(const WindowAccess& later) const noexcept;
  /// Whether `other` was made by the same call in the same program as this access, and does the same to the same bytes.
  bool is_same_access_as(const WindowAccess& other) const noexcept;
  /// Whether this one-sided access changes nothing at its target, and returns values.
  bool only_reads_target() const noexcept {
    return kind == Kind::get ||
           (returns_previous_memory_values && operation == PredefinedReductionOperation::no_operation);
  }
};

/// Returns a description of an access to window memory for reports.
CallInvolvedInDefect describe_window_access_for_report(const WindowAccess& access);
/// Notes a defect of the program: two accesses to the memory of rank `target` in a window conflict. The report names
/// `access` first.
void note_conflict(Process& process, const WindowAccess& access, const WindowAccess& other, int target);

/// The accesses to all windows of a run, by which conflicting accesses are found. A window has the name of its
/// communicator, and ranks are those of the communicator. Any thread may use it.
class WindowHistory {
 public:
  using WindowId = CommunicatorId;

  explicit WindowHistory(EventOrder& order) : event_order_(order) {}

  /// Where the memory that a member has in a window lies: on which node, and from address `begin` to `end` - 1. In the
  /// recorded byte ranges of accesses, its first byte has the address `address_in_access_history`.
  struct WindowMemoryLocation {
    NodeId node{};
    std::uintptr_t begin = 0, end = 0, address_in_access_history = kWindowBegin;
  };
  /// Records where the memory of a window's member lies, so that accesses to the same memory through other windows are
  /// found. Call it before any member accesses the window.
  void note_place_of_memory(const WindowId& window, int target, const WindowMemoryLocation& place);
  /// Records an access, and returns an earlier access with which it conflicts, if there is one. If one of the two is a
  /// load that may turn out to be an iteration of a polling loop, the conflict is recorded as suspected instead.
  std::optional<WindowAccess> add_and_find_conflict(const WindowId& window, int target, WindowAccess access);
  /// What an atomic access does to the values at its target. It `reads_and_replaces` them if the new values are
  /// computed from the old ones, or if it returns the old ones.
  enum class AtomicEffect : std::uint8_t { reads, reads_and_replaces, replaces_old_values };
  /// Records that the target now carries out the atomic access with the number `number` of `node`.
  void note_atomic_access_served(const WindowId& window, int target, NodeId node, std::uint16_t number,
                                 AtomicEffect effect);
  /// Records that the program of `node` has itself made an atomic access to the bytes `range` of the memory of rank
  /// `target`, in its own memory or in a shared window.
  void note_program_atomic_access(const WindowId& window, int target, NodeId node,
                                  const VectorClocksOfAtomicValues::Range& range, const ProgramAtomicAccess& access);
  /// Records that the program of `node` has executed a C11 fence, which orders the atomic accesses before and behind it
  /// even if their own memory orders are relaxed.
  void note_fence_of_program(NodeId node, ProgramMemoryOrder order);
  /// A load that conflicts with the access `change`, unless the load is part of a loop that polls for the value that
  /// `change` stores.
  struct SuspectedConflict {
    WindowAccess load, change;
  };
  /// Records that the program repeats, by the load `access`, an earlier load that could be an iteration of a polling
  /// loop. Both loads are then known to be iterations of one.
  void note_repeated_load(const WindowId& window, int target, WindowAccess access);
  /// Records that the program of `node` no longer repeats its loads that could be iterations of a polling loop. Returns
  /// the suspected conflicts of these loads, which are certain now.
  std::vector<SuspectedConflict> take_conflicts_of_unrepeated_loads(const WindowId& window, int target, NodeId node);
  /// Returns the latest changes of the memory that the member with the rank `target` has in the window.
  std::shared_ptr<MemoryChanges> changes_of_memory(const WindowId& window, int target);
  /// Returns the vector clock that `node` had when it made the access with the number `number`; empty if the access is
  /// forgotten.
  EventClock clock_of_access(const WindowId& window, int target, NodeId node, std::uint16_t number);
  /// Whether `reader` knows that a change of the memory of rank `target` in the window is complete.
  bool does_node_know_memory_change_is_complete(const WindowId& window, int target, NodeId reader,
                                                const MemoryChange& change);
  std::uint32_t next_event_of(NodeId node) const { return event_order_.vector_clock_of(node)[index(node)] + 1; }
  /// Returns the events of which other nodes learn if they read values that the program of `node` has stored since its
  /// last fence.
  EventClock clock_of_program_stores(NodeId node);
  /// Records that the program of `node` has loaded a value whose writer knew the events `told`. If the program of
  /// another node has stored the value directly (`is_program_store`), in a shared window, `node` learns of these events
  /// only at its next fence.
  void note_value_loaded(NodeId node, const EventClock& told, bool is_program_store);
  /// Both functions record that values have arrived in the memory of `node`: the values returned by its access with the
  /// number `number`, or by all its accesses to `targets`.
  void note_returned_values_arrived(const WindowId& window, NodeId node, int target, std::uint16_t number);
  void note_returned_values_arrived(const WindowId& window, NodeId node, std::span<const int> targets);
  /// Records that the nonblocking call of `node` with the number `id` no longer uses its buffer, which lies in the
  /// window memory of rank `target`.
  void note_end_of_buffer_call(const WindowId& window, int target, NodeId node, std::uint64_t id);
  /// Records that the one-sided accesses of `node` to `targets` are complete; an empty list means all targets. Accesses
  /// that are complete only when their target calls MPI_Win_wait are not included.
  void note_completed_accesses(const WindowId& window, NodeId node, const std::vector<int>& targets = {});
  /// Records that `node` has called MPI_Win_complete for its accesses to `targets`. Those that only read are complete
  /// then; the others will be when their target calls MPI_Win_wait.
  void note_end_of_started_accesses(const WindowId& window, NodeId node, const std::vector<int>& targets);
  /// Records that `node`, which has the rank `target`, has returned from MPI_Win_wait. The accesses to its memory for
  /// which their nodes have called MPI_Win_complete are complete then.
  void note_end_of_exposure(const WindowId& window, int target, NodeId node);
  /// Records that a member of the window has come to a fence, and that its one-sided accesses are complete. Once all
  /// `members` members have come, all accesses to the window are forgotten, except those by unfinished nonblocking
  /// calls.
  void note_fence(const WindowId& window, std::uint32_t members);
  /// Records that the member with the rank `rank` has come to a fence with MPI_MODE_NOPRECEDE, which need not wait for
  /// other members. What this member knows now then precedes accesses to its own memory after the fence, but no other
  /// accesses.
  void record_fence_with_noprecede(const WindowId& window, int rank, NodeId node);
  /// Records that a member frees the window. Once all `members` members have done so, the window is forgotten.
  void record_member_freeing_window(const WindowId& window, std::uint32_t members);

  /// note_lock_granted() records that `node` has got a lock of the memory of rank `target` in the window, and
  /// note_lock_released() that it has released the lock.
  void note_lock_granted(const WindowId& window, int target, NodeId node, bool is_exclusive);
  void note_lock_released(const WindowId& window, int target, NodeId node, bool is_exclusive);
  /// A message by which the member with the rank `from` permits the member with the rank `to` to begin accesses
  /// (`post`), or tells that member that its own accesses are complete (`completion_of_accesses`). The receiver thereby
  /// learns of all events that the sender knew. `node` is the node that calls note_epoch_notification_sent() or
  /// note_epoch_notification_received().
  enum class EpochNotification : std::uint8_t { post, completion_of_accesses };
  struct SentEpochNotification {
    CallOfNode originating_call;
    bool has_nocheck = false;         ///< whether the call that has sent the message had MPI_MODE_NOCHECK
    std::uint32_t sending_event = 0;  ///< number of the sender's event at which the message was sent
    EventClock known_events = {};
  };
  void note_epoch_notification_sent(const WindowId& window, EpochNotification signal, int from, int to,
                                    CallOfNode originating_call, bool is_unchecked);
  /// Records that a notification was received. Returns what was recorded when it was sent; nothing if its sender has
  /// not recorded it.
  std::optional<SentEpochNotification> note_epoch_notification_received(const WindowId& window,
                                                                        EpochNotification signal, int from, int to,
                                                                        NodeId node);
  /// Whether `node`, the member with the rank `to`, knows that the member with the rank `from` has called MPI_Win_post
  /// for it, although it has not received the message yet.
  bool does_node_know_of_unreceived_win_post(const WindowId& window, int from, int to, NodeId node);

  /// A period during which a member's memory in a window is locked by a node, or exposed by MPI_Win_post.
  struct LockOrExposureEpoch {
    enum class Kind : std::uint8_t { lock, exposure };
    Kind kind = Kind::lock;
    bool is_exclusive = false;
    /// For a lock: whether it was requested from the target by a message, as it is without MPI_MODE_NOCHECK.
    bool was_requested_from_target = true;
    CallOfNode originating_call = {};
    /// Number of the event of the caller that ended the period; 0 if it has not ended.
    std::uint32_t end_event = 0;
  };
  /// Records that a node begins to lock or expose the memory of rank `target`. Returns a period of another node with
  /// the same memory, if there is one, that may overlap with this period, which the standard forbids.
  std::optional<LockOrExposureEpoch> add_lock_or_exposure_and_find_overlap(const WindowId& window, int target,
                                                                           const LockOrExposureEpoch& use);
  void note_lock_or_exposure_ends(const WindowId& window, int target, NodeId node, LockOrExposureEpoch::Kind kind);
  /// Returns a store that the program of `node`, the member with the rank `rank`, has made to its own memory in the
  /// window after its event number `since`, if there is one.
  std::optional<WindowAccess> find_store_by_program_since_event(const WindowId& window, int rank, NodeId node,
                                                                std::uint32_t since);

 private:
  /// The node that has made an atomic access, and its number.
  using NodeAndAtomicAccessNumber = std::pair<NodeId, std::uint16_t>;
  /// An atomic access that its target has not carried out yet, or whose returned values have not arrived.
  struct AtomicAccess {
    VectorClocksOfAtomicValues::Range range;
    bool returns_previous_memory_values = false;
    EventClock clock_at_access;  ///< vector clock of the access's node when it made the access
    EventClock
        events_carried_by_returned_values;  ///< events of which the node learns from the values that the access returns
    /// Earlier atomic accesses on which the returned values depend, and which the values therefore prove to be
    /// complete.
    std::vector<NodeAndAtomicAccessNumber> accesses_proven_complete;
  };
  static constexpr std::size_t kMinAccessesBeforeForgetting = 64;
  struct WatchedMemory {
    /// Where the member's memory in the window lies; empty if that is not known.
    WindowMemoryLocation memory_range;
    std::deque<WindowAccess> accesses;
    /// The number of recorded accesses from which on those are forgotten that all nodes know to be complete.
    std::size_t access_count_limit_before_forgetting = kMinAccessesBeforeForgetting;
    std::map<NodeAndAtomicAccessNumber, AtomicAccess> atomic_accesses;

    WindowAccess* find_atomic_access(const NodeAndAtomicAccessNumber& name);
    VectorClocksOfAtomicValues clocks_of_last_atomic_updates;
    /// Vector clock of the member at its last fence that need not wait for other members; empty if there was none.
    EventClock clock_at_fence;
    std::vector<SuspectedConflict> suspected_conflicts;
    std::shared_ptr<MemoryChanges> memory_changes = std::make_shared<MemoryChanges>();
    /// Joined vector clocks of the nodes that had the lock.
    EventClock exclusive_lock_clock, shared_lock_clock;
    /// The latest periods of locks and exposures, one for each node and kind.
    std::vector<LockOrExposureEpoch> locks_and_exposures;
  };
  struct WindowState {
    std::map<int, WatchedMemory> memory_by_rank;  ///< recorded accesses to the memory of each member, by rank
    std::map<std::tuple<EpochNotification, int, int>, std::deque<SentEpochNotification>> unreceived_epoch_notifications;
    std::uint32_t member_count_at_fence = 0, departed_member_count = 0;
  };
  void forget_accesses_known_to_all(WatchedMemory& memory) const;
  static std::vector<NodeAndAtomicAccessNumber> accesses_included_in_current_values(const WatchedMemory& memory,
                                                                                    const WindowAccess& reader);
  static void note_atomic_effect_on_memory_values(WatchedMemory& memory, WindowAccess& access, AtomicEffect effect);
  void note_accesses_are_proven_complete(WatchedMemory& memory, NodeId reader,
                                         const std::vector<NodeAndAtomicAccessNumber>& accesses);
  template <class IsMeant>
  void note_returned_values_arrived(WatchedMemory& memory, NodeId node, IsMeant is_meant);
  bool do_accesses_conflict(const WatchedMemory& memory, const WindowAccess& earlier, const WindowAccess& access) const;
  bool was_first_access_complete_before_second(const WatchedMemory& memory, const WindowAccess& earlier,
                                               const WindowAccess& access) const;
  std::optional<WindowAccess> find_conflict_in_other_windows(const WatchedMemory& memory,
                                                             const WindowAccess& access) const;

  /// Two vector clocks of a node. `clock_to_acquire` has the events of which it learns at its next fence, because it
  /// has read values before; `released_clock` has the events of which other nodes learn from values that it has stored
  /// since its last fence.
  struct FenceClocks {
    EventClock clock_to_acquire, released_clock;
  };

  EventOrder& event_order_;
  std::mutex mutex_;  // guards the recorded accesses and clocks
  std::map<NodeId, FenceClocks> fence_clocks_;
  std::map<WindowId, WindowState> windows_;
};

}  // namespace switchyard::mpi
