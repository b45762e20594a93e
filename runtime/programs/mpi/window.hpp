#pragma once
/// \file window.hpp
/// An MPI window for one-sided accesses, as one of its member nodes keeps it: the epochs that are open, and the answers
/// to the node's own accesses that have not come yet.
///
/// Source: MPI 3.1, chapter 11.

#include <boost/container/flat_set.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/programs/mpi/program_window_accesses.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/window_history.hpp"
#include "runtime/programs/mpi/window_service.hpp"
#include "runtime/service_locks.hpp"

namespace switchyard::mpi {

/// An answer for which this node waits: that to a get, or to an atomic access that returns values.
/// store_answer_values() stores the values in the program's memory.
struct AwaitedAnswerToOneSidedAccess {
  int target_rank = 0;
  Handle handle;  ///< handle of the answer; empty if the record of the program's request has it
  /// The request that the program has for this access; MPI_REQUEST_NULL if none.
  MPI_Request request = MPI_REQUEST_NULL;
  MessageDescription description_of_returned_values;
  std::vector<std::byte> packed_values;
  /// Number of the watch (MemoryWatch) of the memory into which the values will be stored.
  MemoryWatch::CallId memory_watch_id = 0;
  bool is_answer_stored = false;

  /// Stores the values that the answer contains in the program's memory. Needs: the answer has arrived.
  void store_answer_values();
};

class Window {
 public:
  /// The size and the displacement unit of one member's memory in the window, which all members know.
  struct WindowMemoryShape {
    std::uint64_t bytes = 0;
    std::int64_t displacement_unit = 1;
  };
  enum class FenceState : std::uint8_t {
    fence_epoch_closed,
    fence_epoch_open,
    fence_epoch_open_with_accesses
  };  ///< `fence_epoch_open_with_accesses` means that the node has accessed the window since the fence that has opened
      ///< the epoch
  struct WindowExposure {
    std::vector<Handle> post_sends;  ///< messages that permit the origins of accesses to begin
    std::vector<Handle> completion_receives;
  };

  /// An epoch of a window that the program has not ended: the name of the call that would end it, and the call that has
  /// opened it (after a fence: the last access).
  struct OpenEpoch {
    const char* name_of_epoch_ending_call = nullptr;
    CallSite site = {};
    /// Returns a text such as "MPI_Win_unlock was not called after MPI_Win_lock (solver.c:88)".
    std::string text() const;
  };

  /// A message that this node has not yet waited for. By it, the target of accesses tells that it has called
  /// MPI_Win_post, or the same fence as this node. This node may access the target's memory only when the message has
  /// come.
  struct AwaitedEpochOpening {
    int target_rank = 0;
    Handle receive;
    CallSite site = {};  ///< the call of MPI_Win_start or MPI_Win_fence on this node that needs the message
    bool is_notification_of_post =
        false;  ///< whether the message comes from the target's MPI_Win_post (otherwise from its fence)
    bool has_win_start_nocheck_assertion = false;  ///< whether this node has called MPI_Win_start with MPI_MODE_NOCHECK
  };

  /// A lock of a target's memory that this node has requested by MPI_Win_lock, and for which it has not waited yet.
  struct AwaitedLock {
    Handle answer_receive_handle;
    std::shared_ptr<std::int32_t> error_code;  ///< the error code in the target's answer to the lock request
  };

  struct TargetMemoryLock {
    /// Whether this lock of a window was requested from its target by a message. With MPI_MODE_NOCHECK no message is
    /// needed.
    bool was_lock_requested = true;
    bool is_exclusive = false;
    CallSite site = {};  ///< the call by which the program has got the lock
    /// The pending request for the lock, until this node waits for its answer. Accesses to the target, flushes and
    /// MPI_Win_unlock must wait for it.
    std::optional<AwaitedLock> pending_lock_request = {};
  };

  explicit Window(CommunicatorPtr of) : comm(std::move(of)) {}

  bool is_shared() const noexcept { return window_flavor == MPI_WIN_FLAVOR_SHARED; }
  bool is_dynamic() const noexcept { return window_flavor == MPI_WIN_FLAVOR_DYNAMIC; }
  /// Whether this node holds a lock of the memory of the member with the rank `rank`. Flushes, and accesses that return
  /// a request, need a lock.
  bool is_locked(int rank) const { return holds_locks_of_all_targets || locks.contains(rank); }
  /// Returns the address of the memory that the member with the rank `rank` has in the window. Needs: the window is
  /// shared, or the member is this node.
  std::byte* memory_of_rank(std::size_t rank) const;
  /// Returns the name of the window for reports: the name that the program has given to it, or else a text that names
  /// the call that has made it.
  std::string text() const;
  std::optional<OpenEpoch> find_open_access_epoch() const;
  std::optional<OpenEpoch> find_open_exposure_epoch() const;
  std::optional<OpenEpoch> find_open_lock_epoch() const;
  std::optional<OpenEpoch> find_open_fence_epoch() const;
  Tag next_answer_tag() noexcept { return Tag{next_answer_tag_++}; }
  /// Returns a number for a new one-sided access, which differs from the numbers of all accesses of this node that are
  /// under way.
  std::uint16_t next_access_number() noexcept { return access_count_++; }

  CommunicatorPtr comm;  ///< the window's own communicator, which is used for nothing else
  std::shared_ptr<WindowService> service;
  Handle service_request;  ///< handle that is complete once the service of requests to this node's memory has stopped
  std::vector<WindowMemoryShape> memory_shapes;
  /// Handle of the posted collective by which this node gets the other members' memory_shapes; nothing if it has them.
  std::optional<Handle> handle_of_memory_sizes_exchange;
  CallSite site;  ///< the call of the program that has made the window
  /// Memory that MPI has allocated for the window and that this node frees; null if none.
  void* allocated_memory = nullptr;
  /// The addresses of the parts that the members have in a shared window, by rank; empty for other windows.
  std::vector<std::byte*> shared_part_addresses;
  /// The blocks in pages of their own that contain the parts of a shared window. Each member frees all of them.
  std::vector<PageGuardedMemoryBlock*> shared_blocks;
  /// Addresses at which the program has attached memory of 0 B to a dynamic window.
  std::multiset<const void*> attached_empty_memory;

  // Properties of an MPI window that programs can query.
  void* base = nullptr;
  MPI_Aint size = 0;
  int displacement_unit = 1, window_flavor = MPI_WIN_FLAVOR_CREATE, model = MPI_WIN_UNIFIED;
  ErrorHandlerPtr error_handler;
  ObjectAttributes attributes;
  std::string name;
  InfoObject info;

  // The epochs of the window that are open on this node.
  FenceState fence_state = FenceState::fence_epoch_closed;
  /// Ranks of the targets between MPI_Win_start and MPI_Win_complete; nothing at other times.
  std::optional<std::vector<int>> access_epoch_targets;
  /// Messages for which this node has not waited yet, in the order of its calls that need them. Between two MPI calls
  /// the list is empty, unless the MPI calls of the run wait only where the standard requires it
  /// (waits_only_where_required).
  std::vector<AwaitedEpochOpening> awaited_epoch_openings;
  /// This node's exposure epoch, between MPI_Win_post and MPI_Win_wait; nothing outside of one.
  std::optional<WindowExposure> exposure;
  /// Ranks of the origins that could access this node's memory in its last exposure epoch.
  std::vector<int> exposure_origins;
  std::map<int, TargetMemoryLock> locks;  ///< locks that this node holds, by rank of the target
  bool holds_locks_of_all_targets = false;
  bool has_requested_all_locks = false;
  std::uint8_t fence_count = 0;  ///< number of fences that this node has called, modulo 256
  /// Whether the program has promised that nobody locks the window (info key "no_locks").
  bool forbids_locks = false;
  /// Whether the program has promised that concurrent accumulates have the same operation (info key "accumulate_ops").
  bool has_same_accumulate_operation_hint = false;
  /// In a run that looks for defects: hash of this node's memory in the window when the node got the lock of its own
  /// memory; 0 if it does not hold that lock.
  std::uint64_t own_memory_hash_at_lock = 0;
  /// Hash of this node's memory in the window when its program last asked for the lock of its own memory.
  std::uint64_t own_memory_hash_at_last_lock_call = 0;
  /// Whether accumulates of one origin are ordered (info key "accumulate_ordering").
  bool orders_accumulates = true;
  /// Number of the event of this node that ended its last fence or exposure epoch or, before the first one, that made
  /// the window; 0 unless the run looks for defects.
  std::uint32_t synchronisation_event = 0;
  /// The most recent calls of this node that have opened epochs of each kind, and its last access since a fence.
  CallSite start_site, post_site, lock_all_site, access_site;

  /// The requests for one-sided accesses whose sends are under way. The window keeps copies of the requests, so that an
  /// access is complete at its origin at once.
  struct OutgoingRequests {
    static constexpr std::size_t kMostSends = 64;
    std::vector<Handle> sends;
    /// Copies of the requests: copy i belongs to send i. The copies beyond the number of sends are kept for later
    /// requests.
    std::deque<std::vector<std::byte>> copies;
  };
  OutgoingRequests outgoing_requests;
  /// An accumulate of the program whose request this node holds back, and has not sent yet.
  struct HeldBackAccumulateRequest {
    int target_rank = 0;
    WindowRequest request;
    std::vector<std::byte> layout, data;
    ByteRanges target_bytes;  ///< the bytes of the target's memory that the accumulate changes
    CallSite site;
  };
  static constexpr std::size_t kMostHeldAccumulates = 64;
  /// The accumulates that are held back, in the order of the program's calls; see send_held_accumulates().
  std::vector<HeldBackAccumulateRequest> held_accumulates;
  /// Ranks of the targets of accesses that may not be done yet.
  boost::container::flat_set<int> accessed_targets;
  /// For each target, by rank: the number of accesses that this node has requested since the last fence. Empty if there
  /// were none.
  std::vector<std::uint64_t> request_counts_after_fence;
  /// Whether this node has locked memory of the window since its last fence.
  bool was_locked_after_fence = false;
  std::vector<std::shared_ptr<AwaitedAnswerToOneSidedAccess>> awaited_answers;
  /// Watches of the memory from which this node's one-sided accesses, such as puts, read the values that they send.
  /// Each watch has the rank of the access's target, and the number of the watch in MemoryWatch.
  std::vector<std::pair<int, MemoryWatch::CallId>> watches_of_origin_memory;
  /// The objects that watch the window's memory on this node; empty unless the run looks for defects.
  std::vector<std::unique_ptr<ProgramWindowAccesses>> program_access_watches;

 private:
  std::uint32_t next_answer_tag_ = WindowService::kFirstAnswerTag;
  std::uint16_t access_count_ = 0;
};
using WindowPtr = std::shared_ptr<Window>;

/// Returns the window with this handle. Fails with MPI_ERR_WIN if the handle refers to none. From then on, errors of
/// the present call are passed to the window's error handler.
const WindowPtr& window_of(Call& call, MPI_Win win);
/// Returns the name that the window has in WindowHistory, which checks one-sided accesses for conflicts.
WindowHistory::WindowId name_of(const Window& window);
/// Notes that this node's one-sided accesses to `targets` are complete; an empty list means all targets. Call it before
/// other members can learn of the completion.
void record_completed_window_accesses(Call& call, const Window& window, const std::vector<int>& targets = {});

/// Notes that the values have arrived in this node's memory that its one-sided accesses to `targets` return.
void note_returned_values_arrived(Call& call, const Window& window, std::span<const int> targets);

/// Fails with MPI_ERR_RMA_SYNC because the open epoch `open` of a window forbids the present call. The error says
/// `text` or, in the variant without `text`, which call is missing.
[[noreturn]] void fail_in_open_epoch(Call& call, const Window::OpenEpoch& open, const std::string& text);
[[noreturn]] void fail_in_open_epoch(Call& call, const Window::OpenEpoch& open);
/// Fails if an epoch of the window is open on this node. Called when the program is about to free the window, or ends
/// without having freed it.
void check_window_is_not_in_use(Call& call, const Window& window);

/// Fails with MPI_ERR_RANK unless `rank` is MPI_PROC_NULL, or the rank of a member of the window.
void check_target(const Window& window, int rank);
/// Waits until this node has the memory_shapes of all members of the window.
void await_window_memory_sizes_and_units(Call& call, Window& window);

/// Sends a request for a one-sided access, or for a lock, to the node whose memory it concerns. The window keeps a copy
/// of the message until the message is sent.
void post_request(Node& node, CallSite site, Window& window, NodeId target, const WindowRequest& request,
                  std::span<const std::byte> layout = {}, std::span<const std::byte> data = {});
/// Sends the accumulates that the windows of the program hold back, those of each window in reverse order. MPI orders
/// the accumulates of one node only if they change the same memory (MPI 3.1, sec. 11.7.2). So a run that enforces no
/// more order than the standard (waits_only_where_required) holds accumulates back until the program's next call that
/// is not a one-sided access, and then sends them in reverse order.
void send_held_accumulates(Node& node, MpiProgramState& state);
/// Returns whether the windows of a program may go on holding its accumulates back when the program calls this MPI
/// function, such as "MPI_Put".
bool can_accumulates_stay_held_back_in_call(std::string_view function) noexcept;
/// Returns a hash of the contents of this node's memory in the window; 0 if the memory is too large, dynamic or shared.
std::uint64_t hash_of_own_memory(const Window& window);
/// Sends a request without data to each of `targets`, and returns the error codes with which they answer. If the
/// request is for locks, `lock` describes the call that asks for them.
std::vector<std::int32_t> request_and_await_answers(Call& call, Window& window, WindowRequest request,
                                                    std::span<const int> targets,
                                                    const std::shared_ptr<const ServiceLocks::Call>& lock = nullptr);
/// Returns the name under which the locks of the window's memory on `node` are known among all locks of the run.
inline ServiceLocks::LockServiceIdentity lock_service_of(const Window& window, NodeId node) {
  return {window.comm->context(), node};
}
/// Lets other nodes access this node's memory during a call that waits for nothing. The call takes as much virtual time
/// as a test, because a program may make it in a loop until its memory changes.
void serve_requests_of_other_nodes(Call& call, const Window& window);
/// Waits until this node's accesses to `targets` are done at the targets, and their results are stored in this node's
/// memory. Fails if an access was out of range, or was not allowed in its epoch.
void flush(Call& call, Window& window, std::span<const int> targets);
void flush_all(Call& call, Window& window);
/// Flushes this node's accesses to `targets`, and releases its locks of these targets, even if an access has failed.
void flush_and_release_locks(Call& call, Window& window, std::span<const int> targets);
/// Waits until each of `targets` has called MPI_Win_post as often as this node has called MPI_Win_start for it, and has
/// called the last fence of this node that did not wait for the targets.
void await_epoch_openings(Call& call, Window& window, std::span<const int> targets);
/// Waits until this node has got the lock of the target's memory, if it has requested the lock and not waited for it
/// yet.
void await_lock(Call& call, Window& window, int target);
/// Waits for the answers to this node's accesses to `targets`, and stores the returned values in the program's memory.
void await_and_store_answers(Call& call, Window& window, std::span<const int> targets);
/// Notes that the present call reads memory of a window, as a program does that polls until another node changes the
/// memory. If the run looks for defects, and no other node is left that could change the memory, the deadlock is noted,
/// and the call does not return before the run has ended.
void note_poll_of_memory(Call& call, const Window& window, int target, std::int64_t displacement);
/// Stops serving requests to this node's memory in a window. Needs: no member accesses the window any more.
void stop_service(Node& node, Window& window, CallSite site);
/// Leaves the windows that the program has not freed when it calls MPI_Finalize. Other members may still access this
/// node's memory in them, so each window is served until all of its members have called MPI_Finalize. Fails if another
/// member frees such a window instead.
void leave_unfreed_windows(Call& call);

/// Returns the bindings of the functions that make, free and query windows.
SymbolBindings window_bindings();
/// Returns the bindings of the functions for fences, and for post-start synchronisation (MPI_Win_post, MPI_Win_start
/// and their like).
SymbolBindings window_epoch_bindings();
/// Returns the bindings of the functions for locks and flushes of windows.
SymbolBindings window_lock_bindings();
/// Returns the bindings of MPI_Put, MPI_Get, MPI_Accumulate and their relatives.
SymbolBindings window_access_bindings();

}  // namespace switchyard::mpi
