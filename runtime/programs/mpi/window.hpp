#pragma once
/// \file window.hpp
/// A window for one-sided accesses, as one of its member nodes keeps it: the epochs that it is in,
/// and the answers that it waits for.
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

/// The answer to a get, or to an atomic access that returns values, for which this node waits.
/// store_answer_values() stores the values in the program's memory.
struct AwaitedWindowAnswer {
  int target_rank = 0;
  Handle handle;                           ///< handle of the answer; empty if the program's request has it instead
  MPI_Request request = MPI_REQUEST_NULL;  ///< the program's request for this access, if any
  MessageDescription part;
  std::vector<std::byte> packed_values;
  MemoryWatch::CallId memory_watch_id = 0;  ///< watch of the memory that the values are stored in
  bool is_answer_stored = false;

  /// Stores the values of the answer in the program's memory. Needs: the answer has arrived.
  void store_answer_values();
};

class Window {
 public:
  /// What all members know of one member's memory in the window: its size, and its displacement unit.
  struct WindowMemoryShape {
    std::uint64_t bytes = 0;
    std::int64_t displacement_unit = 1;
  };
  enum class FenceState : std::uint8_t {
    closed,
    open,
    open_with_accesses
  };  ///< open_with_accesses: there were accesses since the fence that has opened the epoch
  struct WindowExposure {
    std::vector<Handle> post_sends;  ///< messages to the origins that let them begin accesses
    std::vector<Handle> completion_receives;
  };

  /// An epoch that the program has not ended: the call that ends it, and the call that has opened it or, after a fence,
  /// the last access.
  struct OpenEpoch {
    const char* ending_call = nullptr;
    CallSite site = {};
    /// Returns a text such as "MPI_Win_unlock was not called after MPI_Win_lock (solver.c:88)".
    std::string text() const;
  };

  /// A message for which this node has not waited yet, and by which a target tells that it has called MPI_Win_post, or
  /// the same fence as this node. The target may be accessed only when the message has come.
  struct AwaitedOpening {
    int target_rank = 0;
    Handle receive;
    CallSite site = {};               ///< the call of MPI_Win_start or MPI_Win_fence on this node
    bool is_of_post = false;          ///< whether the message is that of MPI_Win_post
    bool is_start_unchecked = false;  ///< whether MPI_Win_start was called with MPI_MODE_NOCHECK
  };

  /// A lock of a target's memory for which this node has not waited yet, although it has called MPI_Win_lock.
  struct AwaitedLock {
    Handle answer;
    std::shared_ptr<std::int32_t> error_code;  ///< the code that the target answers
  };

  struct Lock {
    /// Whether this lock of a window was requested from its target. With MPI_MODE_NOCHECK no request is needed.
    bool was_lock_requested = true;
    bool is_exclusive = false;
    CallSite site = {};  ///< the call that has got the lock
    /// Set as long as this node has not waited for the lock, which only accesses, flushes and MPI_Win_unlock must do.
    std::optional<AwaitedLock> awaited = {};
  };

  explicit Window(CommunicatorPtr of) : comm(std::move(of)) {}

  bool is_shared() const noexcept { return flavor == MPI_WIN_FLAVOR_SHARED; }
  bool is_dynamic() const noexcept { return flavor == MPI_WIN_FLAVOR_DYNAMIC; }
  /// Whether this node holds a lock for the memory of the member with this rank. Accesses with a
  /// request and flushes need a lock.
  bool is_locked(int rank) const { return holds_lock_of_all || locks.contains(rank); }
  /// Returns the address of the memory of a member in the window. Needs: the window is shared, or
  /// the member is this node.
  std::byte* memory_of_rank(std::size_t rank) const;
  /// Returns the name of the window for reports: the name that the program has given it, or else a text that names the
  /// call which has made it.
  std::string text() const;
  std::optional<OpenEpoch> open_access_epoch() const;
  std::optional<OpenEpoch> open_exposure_epoch() const;
  std::optional<OpenEpoch> open_lock_epoch() const;
  std::optional<OpenEpoch> open_fence_epoch() const;
  Tag next_answer_tag() noexcept { return Tag{next_answer_tag_++}; }
  /// Returns a number for an access that differs from the numbers of all accesses of this node that are under way.
  std::uint16_t next_access_number() noexcept { return access_count_++; }

  CommunicatorPtr comm;  ///< the window's own communicator, on which nothing else is sent
  std::shared_ptr<WindowService> service;
  Handle service_request;  ///< handle that is complete once the service of the window has stopped
  std::vector<WindowMemoryShape> memory_shapes;
  CallSite site;                     ///< the call that has made the window
  void* allocated_memory = nullptr;  ///< memory that MPI has allocated in the program's heap; null if none
  std::multiset<const void*> attached_empty_memory;  ///< addresses of attached memory of 0 B (dynamic windows)

  // Properties of the window that programs can query.
  void* base = nullptr;
  MPI_Aint size = 0;
  int displacement_unit = 1, flavor = MPI_WIN_FLAVOR_CREATE, model = MPI_WIN_UNIFIED;
  ErrorHandlerPtr error_handler;
  ObjectAttributes attributes;
  std::string name;
  InfoObject info;

  // The epochs that the window is in.
  FenceState fence_state = FenceState::closed;
  /// Ranks of the targets, between MPI_Win_start and MPI_Win_complete.
  std::optional<std::vector<int>> access_epoch_targets;
  /// In the order of this node's calls. Between two calls of MPI, the list is empty unless the run orders no more
  /// events than the standard does.
  std::vector<AwaitedOpening> awaited_openings;
  std::optional<WindowExposure> exposure;  ///< the exposure between MPI_Win_post and MPI_Win_wait, if any
  std::vector<int> exposure_origins;       ///< ranks of the origins in the last exposure
  std::map<int, Lock> locks;               ///< locks that this node holds, by rank of the target
  bool holds_lock_of_all = false;
  bool has_requested_all_locks = false;
  std::uint8_t fence_count = 0;  ///< number of fences that this node has called, modulo 256
  bool forbids_locks = false;    ///< whether the program has promised that nobody locks the window (info "no_locks")
  /// Whether the program has promised that concurrent accumulates have the same operation (info "accumulate_ops").
  bool has_promised_same_operation = false;
  /// For a run that looks for defects: hash_of_own_memory() when this node has got the lock of its own memory; 0
  /// without such a lock.
  std::uint64_t own_memory_hash_at_lock = 0;
  std::uint64_t own_memory_hash_at_last_look = 0;  ///< the same before this node has asked for that lock
  bool orders_accumulates = true;  ///< whether accumulates of one origin are ordered (info "accumulate_ordering")
  /// Number of this node's event at the end of its last fence or exposure, or when it has made the window; 0 unless the
  /// run looks for defects.
  std::uint32_t synchronisation_event = 0;
  /// The last calls that have opened epochs of each kind, and the last access since a fence.
  CallSite start_site, post_site, lock_all_site, access_site;

  /// Requests to targets, the sends of which are under way. The window keeps copies of the
  /// requests, so that an access is complete at its origin at once.
  struct OutgoingRequests {
    static constexpr std::size_t kMostSends = 64;
    std::vector<Handle> sends;
    /// Copies of the requests: copy i belongs to send i. Copies beyond the number of sends are kept to be used again.
    std::deque<std::vector<std::byte>> copies;
  };
  OutgoingRequests outgoing_requests;
  /// An accumulate whose request the node has not sent yet.
  struct HeldAccumulate {
    int target_rank = 0;
    WindowRequest request;
    std::vector<std::byte> layout, data;
    ByteRanges target_bytes;  ///< the bytes that it changes at the target
    CallSite site;
  };
  static constexpr std::size_t kMostHeldAccumulates = 64;
  /// Accumulates in the order of the program's calls; see send_held_accumulates().
  std::vector<HeldAccumulate> held_accumulates;
  boost::container::flat_set<int> accessed_targets;  ///< targets of accesses that may not be done yet
  /// By rank of the target: number of requests for accesses in the epoch that the last fence has opened. Empty if there
  /// were none.
  std::vector<std::uint64_t> requests_after_fence;
  bool was_locked_after_fence = false;  ///< whether this node has locked memory of the window since its last fence
  std::vector<std::shared_ptr<AwaitedWindowAnswer>> awaited_answers;
  /// Watches of memory of this node from which its own accesses, such as puts, read the values that they send to other
  /// members. Each watch has the rank of the access's target.
  std::vector<std::pair<int, MemoryWatch::CallId>> read_watches;
  /// Watches of the window's memory; empty unless the run looks for defects.
  std::vector<std::unique_ptr<ProgramWindowAccesses>> program_access_watches;

 private:
  std::uint32_t next_answer_tag_ = WindowService::kFirstAnswerTag;
  std::uint16_t access_count_ = 0;
};
using WindowPtr = std::shared_ptr<Window>;

/// Returns the window of a handle. Fails with MPI_ERR_WIN if the handle refers to none. Later errors of the call go to
/// this window's error handler.
const WindowPtr& window_of(Call& call, MPI_Win win);
/// Returns the name by which a WindowHistory, which checks one-sided accesses, knows a window.
WindowHistory::WindowId name_of(const Window& window);
/// Notes that this node's accesses to `targets` are complete; an empty list means all targets.
/// Call it before other members can know of the completion.
void note_accesses_are_complete(Call& call, const Window& window, const std::vector<int>& targets = {});

/// Notes that the values which this node's accesses to `targets` return have arrived in its memory.
void note_returned_values_arrived(Call& call, const Window& window, std::span<const int> targets);

/// Fails with MPI_ERR_RMA_SYNC because the epoch `open` forbids the call. The text of the error is `text`, or says
/// which call is missing.
[[noreturn]] void fail_in_open_epoch(Call& call, const Window::OpenEpoch& open, const std::string& text);
[[noreturn]] void fail_in_open_epoch(Call& call, const Window::OpenEpoch& open);
/// Fails if an epoch of the window is open. The program is about to free the window, or ends without having freed it.
void check_window_is_not_in_use(Call& call, const Window& window);

/// Fails with MPI_ERR_RANK unless `rank` is the rank of a member of the window, or MPI_PROC_NULL.
void check_target(const Window& window, int rank);

/// Sends a request for an access to a target's memory, or for a lock. The window keeps a copy of
/// the message until it has left.
void post_request(Node& node, CallSite site, Window& window, NodeId target, const WindowRequest& request,
                  std::span<const std::byte> layout = {}, std::span<const std::byte> data = {});
/// Sends the accumulates that the windows of the program hold back, the last one of each window first. MPI orders
/// accumulates of one node only if they change the same memory (MPI 3.1, sec. 11.7.2). So a run that orders no more
/// events than the standard does holds accumulates back until the program's next call that is no one-sided access, and
/// then sends them in the other order.
void send_held_accumulates(Node& node, State& state);
/// Returns whether a program may call this MPI function, such as "MPI_Put", without sending the accumulates that its
/// windows hold back.
bool may_hold_accumulates_during(std::string_view function) noexcept;
/// Returns a hash of this node's memory in the window; 0 if the memory is too large, dynamic or shared.
std::uint64_t hash_of_own_memory(const Window& window);
/// Sends a request without data to each of `targets`, and waits for the error codes that they
/// answer. If the request is for locks, `lock` describes them.
std::vector<std::int32_t> request_and_await_answers(Call& call, Window& window, WindowRequest request,
                                                    std::span<const int> targets,
                                                    const std::shared_ptr<const ServiceLocks::Call>& lock = nullptr);
/// Returns the name that the locks of the window's memory on `node` have among the locks of the run.
inline ServiceLocks::Service lock_service_of(const Window& window, NodeId node) {
  return {window.comm->context(), node};
}
/// Lets other nodes access this node's memory during a call that waits for nothing. The call takes
/// as long as a test, because a program may make it in a loop until its memory changes.
void serve_requests_of_other_nodes(Call& call, const Window& window);
/// Waits until the accesses to `targets` are done at the targets, and their results are stored in this node's memory.
/// Fails if one of the accesses was out of range, or was not allowed in its epoch.
void flush(Call& call, Window& window, std::span<const int> targets);
void flush_all(Call& call, Window& window);
/// Flushes the accesses to `targets` and gives back the locks of these targets, even if an access
/// has failed.
void flush_and_release_locks(Call& call, Window& window, std::span<const int> targets);
/// Waits until `targets` have called MPI_Win_post as often as this node has called MPI_Win_start for them, and have
/// come to this node's last fence that did not wait for them.
void await_openings(Call& call, Window& window, std::span<const int> targets);
/// Waits until this node has got the lock of the target's memory that it has asked for, if any.
void await_lock(Call& call, Window& window, int target);
/// Waits for the answers to accesses to `targets`, and stores their values in the program's
/// memory.
void await_and_store_answers(Call& call, Window& window, std::span<const int> targets);
/// Notes that the call reads memory of a window, as a program does that polls until another node changes it. If the run
/// looks for defects, and no other node is left that could change it, the call waits until the run ends by a deadlock.
void note_poll_of_memory(Call& call, const Window& window, int target, std::int64_t displacement);
/// Ends the service of a window. Needs: no member accesses the window any more.
void stop_service(Node& node, Window& window, CallSite site);
/// Leaves the windows that the program has not freed when it calls MPI_Finalize. Their other members may still access
/// this node's memory, so each window is served until all of its members are here. Fails if another member frees such a
/// window instead.
void leave_unfreed_windows(Call& call);

/// Returns the bindings of the functions that make, free and query windows.
SymbolBindings window_bindings();
/// Returns the bindings of the functions for fences, posts and starts.
SymbolBindings window_epoch_bindings();
/// Returns the bindings of the functions for locks and flushes.
SymbolBindings window_lock_bindings();
/// Returns the bindings of put, get, accumulate and their relatives.
SymbolBindings window_access_bindings();

}  // namespace switchyard::mpi
