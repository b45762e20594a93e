#pragma once
/// \file window_service.hpp
/// The part of an MPI window on the node whose memory is accessed. The requests of other nodes for one-sided accesses
/// are messages, and the node serves them whenever it is in a call that waits, tests or probes.
///
/// After: W. Gropp, R. Thakur, "An evaluation of implementation options for MPI one-sided communication", 2005.
///
/// A request is one message of a header and its data. Data of more than kEagerBytes bytes follow in a second message.
/// The requests of one node are served in the order in which it has made them: so accumulates keep their order, and the
/// answer to a flush says that all requests before it are done.

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/group/under_way.hpp"
#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/predefined_operation.hpp"
#include "runtime/served_message.hpp"

namespace switchyard::mpi {

struct WindowRequest {
  enum class Kind : std::uint8_t {
    put,
    get,
    accumulate,
    get_accumulate,
    compare_and_swap,
    flush,
    lock,
    unlock,
    /// Asks for a turn, in which the service runs the function given to
    /// WindowService::set_requested_service_function().
    run_service_function,
    stop
  };
  /// The kind of lock that is requested. A node that holds other locks, or requests other locks at the same time, uses
  /// `shared_by_holder_of_several_locks` for a shared lock.
  enum class WindowLockKind : std::uint8_t { shared_lock, exclusive_lock, shared_by_holder_of_several_locks };

  /// What permits the origin to make an access: a lock, MPI_Win_start, or a fence.
  enum class EpochKind : std::uint8_t { lock, start, fence };

  Kind kind = Kind::flush;
  /// Type of the values, if the request does not contain the layout of a datatype.
  NamedType type = NamedType::byte;
  PredefinedReductionOperation operation = PredefinedReductionOperation::replace;
  WindowLockKind requested_lock = WindowLockKind::shared_lock;  ///< for a lock request: the kind of lock
  /// Size in bytes of the layout of the target's datatype, which precedes the data; 0 if there is none.
  std::uint32_t layout_bytes = 0;
  Tag answer_tag{};  ///< tag with which the target sends its answer
  /// The first of the memory cells that an atomic request accesses (ServiceMemoryCells).
  std::uint8_t first_memory_cell = 0;
  std::uint8_t memory_cell_count = 0;
  EpochKind epoch_kind = EpochKind::lock;
  /// For accesses and locks: the number of fences that the origin has called so far, modulo 256.
  std::uint8_t fence_number = 0;
  /// For accesses: the number by which the run's history of accesses knows the access.
  std::uint16_t access_number = 0;
  /// Displacement of the accessed values in the target's memory; for a dynamic window, their address.
  std::int64_t target_displacement = 0;
  std::uint64_t value_count = 0;  ///< number of values of the datatype at the target
  /// Total size in bytes of the layout and the data of the request.
  std::uint64_t body_bytes = 0;

  /// Whether this request is for an atomic access: an accumulate, one that fetches the old values, or a
  /// compare-and-swap.
  bool is_atomic() const noexcept;
  /// Whether this request is for an accumulate that returns no values, and whose result does not depend on the order in
  /// which it and other such accumulates are carried out.
  bool is_commuting_addition() const noexcept;
  /// Whether this request is for an atomic access that only reads and changes nothing.
  bool is_atomic_read() const noexcept;
  /// Whether this request changes memory of the target.
  bool changes_memory() const noexcept;
};

/// The memory of one node that the other members of a window can access.
struct WindowMemory {
  std::byte* base = nullptr;
  std::uint64_t bytes = 0;
  std::int64_t displacement_unit = 1;
  bool is_dynamic = false;
  /// The pieces of memory attached to a dynamic window: their sizes in bytes, by address.
  std::map<std::byte*, std::uint64_t> attached_sizes;
};

/// Serves the requests of all members for accesses to one node's memory in a window. Only the thread or fiber of that
/// node may use it.
class WindowService final : public CollectiveUnderWay {
 public:
  static constexpr std::size_t kEagerBytes = 1024;
  static constexpr Tag kDataTag{1}, kWinPostNotificationTag{2}, kCompletionNotificationTag{3}, kNeverSentTag{4},
      kFenceNotificationTag{5};
  static constexpr std::uint32_t kFirstAnswerTag = 16;
  /// The protocol of all messages of one-sided communication. Like the messages of collectives, they are received into
  /// buffers of the MPI library, and so need no room in the machine's system buffer, which programs may fill.
  static constexpr Protocol kOneSidedProtocol = Protocol::library;

  WindowService(Node& node, Context context, CallSite site, WindowMemory memory);

  void post_next_round(Node& node) override;
  void on_message_complete(const Message& message, const Received& received) override;
  // The program can see these messages, because they change its memory.
  bool can_program_see_single_messages_complete() const noexcept override { return true; }

  /// Serves a request that this node makes to itself, and returns the answer. Needs: the request is not a lock, unlock
  /// or stop.
  std::vector<std::byte> serve_own_request(const WindowRequest& request, std::span<const std::byte> body);
  WindowMemory& memory() noexcept { return memory_; }
  /// What an atomic access has done to the values in memory: only read them, stored values equal to the old ones, or
  /// stored other values.
  enum class AtomicResult : std::uint8_t {
    memory_only_read,
    memory_overwritten_with_equal_values,
    memory_values_changed
  };
  /// A function that is called whenever an atomic access of another node, or of this node, has been carried out.
  using AtomicAccessListener = std::function<void(NodeId source, const WindowRequest& request, AtomicResult result)>;
  void set_atomic_access_listener(AtomicAccessListener on_atomic_access) {
    atomic_access_listener_ = std::move(on_atomic_access);
  }
  /// A function that is called before an access of another node changes bytes of this node's memory, those in `ranges`.
  using MemoryChangeListener = std::function<void(NodeId source, const WindowRequest& request, ByteRanges ranges)>;
  void set_memory_change_listener(MemoryChangeListener on_change) { memory_change_listener_ = std::move(on_change); }
  /// A function that the service calls when a node that has requested a turn (WindowRequest::Kind::turn) gets it. Its
  /// result is sent to that node as the answer.
  using RequestedServiceFunction = std::function<std::uint64_t(NodeId source)>;
  void set_requested_service_function(RequestedServiceFunction on_turn) {
    requested_service_function_ = std::move(on_turn);
  }
  /// Returns the error code of the first failed request of `source` since the last call of this function for `source`,
  /// or MPI_SUCCESS if none has failed.
  std::int32_t take_first_error(NodeId source);
  /// Notes that this node begins its fence number `number` (modulo 256). With `forbids_remote_memory_changes`, this
  /// node promises that no other node changes its memory by one-sided accesses between this fence and the next one.
  void begin_fence(std::uint8_t number, bool forbids_remote_memory_changes) noexcept;
  /// Makes requests of nodes that have already left the present fence wait for end_fence(), because accesses from
  /// before the fence may still be on their way. Call this function in a fence after which this node does not wait for
  /// all other nodes.
  void defer_requests_after_fence() noexcept { defers_requests_ = true; }
  /// Serves the requests that were waiting for the end of the present fence.
  void end_fence();
  /// Returns a handle that is complete once this node has served `count` accesses of other nodes in the epoch that the
  /// present fence ends. Returns an empty handle if it has served them already.
  Handle await_accesses_before_fence(std::uint64_t count, CallSite site);
  /// Whether this node has promised that no other node changes its memory in the epoch that the present fence ends.
  bool has_forbidden_changes_before_fence() const noexcept;
  /// begin_exposure() notes that the nodes that call MPI_Win_start for this node may access its memory from now on, and
  /// end_exposure() that they may no longer do so.
  void begin_exposure(bool forbids_remote_memory_changes) noexcept {
    current_exposure_ = {.forbids_remote_memory_changes = forbids_remote_memory_changes};
  }
  void end_exposure() noexcept { current_exposure_.reset(); }
  /// Whether any node has a lock of this node's memory in this window.
  bool is_locked() const noexcept { return exclusive_lock_holder_ || shared_lock_holder_count_ > 0; }

 private:
  using Kind = WindowRequest::Kind;
  using WindowLockKind = WindowRequest::WindowLockKind;
  /// A request that the window's service cannot carry out yet: the data of this request, or of an earlier one of the
  /// same node, has not arrived, or the requesting node has already left the fence in which this node still is.
  struct DeferredRequest {
    WindowRequest request;
    std::vector<std::byte> body;
    bool is_body_missing = false;
  };
  struct WaitingLockRequest {
    NodeId source;
    Tag answer_tag;
    WindowLockKind lock;
  };

  /// What this node has promised for an epoch in which its memory is exposed to other nodes.
  struct ExposureEpochAssertions {
    bool forbids_remote_memory_changes = false;
  };

  void listen_for_requests();
  void take_request_message(NodeId source, std::span<const std::byte> message);
  void receive_request_body(NodeId source);
  void serve_deferred_requests_of(NodeId source);
  bool must_wait_for_end_of_fence(const WindowRequest& request) const noexcept;
  void count_access(const WindowRequest& request);
  void serve_request(NodeId source, const WindowRequest& request, std::span<const std::byte> body);
  std::vector<std::byte> access_window_memory(NodeId source, const WindowRequest& request,
                                              std::span<const std::byte> body);
  void send_answer(NodeId to, Tag tag, std::vector<std::byte> data);
  bool is_memory_in_window(const std::byte* at, std::uint64_t bytes) const;
  bool are_values_in_window(std::byte* at, std::uint64_t count, const TypeLayout& layout) const;
  /// Both functions return MPI_SUCCESS if an access, or a lock, may be made in the present epoch of this node's memory,
  /// and otherwise an error code.
  std::int32_t check_epoch_of_access(const WindowRequest& request) noexcept;
  std::int32_t check_epoch_of_lock(const WindowRequest& request) noexcept;
  bool can_grant_lock(WindowLockKind lock) const noexcept;
  void grant_lock(const WaitingLockRequest& one);
  void grant_waiting_locks();

  Node& node_;
  WindowMemory memory_;
  AtomicAccessListener atomic_access_listener_;
  MemoryChangeListener memory_change_listener_;
  RequestedServiceFunction requested_service_function_;
  std::array<std::byte, sizeof(WindowRequest) + kEagerBytes> request_buffer_{};
  bool is_stopped_ = false;
  std::uint32_t next_answer_number_ = 1;
  /// Large answers whose sends are under way, by their numbers.
  std::map<std::uint32_t, std::vector<std::byte>> sent_answers_;
  std::map<NodeId, std::deque<DeferredRequest>> deferred_requests_;
  std::map<NodeId, std::int32_t> first_errors_by_node_;
  std::optional<NodeId> exclusive_lock_holder_;  ///< node that holds the exclusive lock of this node's memory
  std::uint32_t shared_lock_holder_count_ = 0;   ///< number of nodes that hold a shared lock of this node's memory
  std::deque<WaitingLockRequest> waiting_lock_requests_;
  /// What was promised for the present exposure, between MPI_Win_post and MPI_Win_wait; nothing outside of one.
  std::optional<ExposureEpochAssertions> current_exposure_;
  /// What was promised for the latest epochs that fences of even and of odd numbers have opened.
  std::array<ExposureEpochAssertions, 2> exposures_after_fences_{};
  std::uint8_t fence_number_ = 0;  ///< number of fences that this node has begun, modulo 256
  /// Whether requests that were made after the present fence wait for its end.
  bool defers_requests_ = false;
  /// How many accesses of other nodes were served in the latest epochs that fences of even and of odd numbers have
  /// opened.
  std::array<std::uint64_t, 2> served_access_counts_{};
  /// The total number of accesses that must be served before `completion_handle_of_served_accesses_` is complete.
  std::uint64_t awaited_access_count_ = 0;
  /// A handle that is complete once this node has served all accesses from before the present fence. It is empty unless
  /// the node waits for them.
  Handle completion_handle_of_served_accesses_;
  /// The numbers of the fences after which another node has accessed, or has locked, this node's memory most recently.
  /// They are forgotten at this node's next fence.
  std::optional<std::uint8_t> last_fence_before_access_, last_fence_before_lock_;
};

}  // namespace switchyard::mpi
