#pragma once
/// \file window_service.hpp
/// The part of a window on the node whose memory is accessed. The requests of other nodes are messages, and the node
/// serves them whenever it is in a call that waits, tests or probes.
///
/// After: W. Gropp, R. Thakur, "An evaluation of implementation options for MPI one-sided communication", 2005.
///
/// A request is one message of a header and its data. Data of more than kEagerBytes bytes follow
/// in a message of their own. The requests of one node are served in the order in which it has
/// made them: so accumulates keep their order, and the answer to a flush says that all requests
/// before it are done.

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
    turn,  ///< asks for a turn in which to do something; see WindowService::set_turn_function()
    stop
  };
  /// The value `shared_with_other_locks` asks for a shared lock of a window on behalf of a node that holds other locks,
  /// or asks for other locks at the same time.
  enum class Lock : std::uint8_t { shared, exclusive, shared_with_other_locks };

  /// What lets the origin make an access: a lock, MPI_Win_start, or a fence.
  enum class EpochKind : std::uint8_t { lock, start, fence };

  Kind kind = Kind::flush;
  NamedType type = NamedType::byte;  ///< type of the values, if the request has no layout of the target
  NamedOperation operation = NamedOperation::replace;
  Lock requested_lock = Lock::shared;  ///< kind of lock that a request for a lock asks for
  std::uint32_t layout_bytes = 0;  ///< size of the target's layout, which precedes the data; 0 if there is no layout
  Tag answer_tag{};                ///< tag of the answer
  std::uint8_t first_memory_cell = 0;  ///< first of the memory cells that an atomic request accesses (ServedCells)
  std::uint8_t cell_count = 0;
  EpochKind epoch_kind = EpochKind::lock;
  std::uint8_t fence_number = 0;    ///< for accesses and locks: number of fences of the origin so far, modulo 256
  std::uint16_t access_number = 0;  ///< for accesses: number by which the window's record of accesses knows the access
  std::int64_t target_displacement = 0;  ///< displacement at the target, or address in a dynamic window
  std::uint64_t value_count = 0;         ///< number of values at the target
  std::uint64_t body_bytes = 0;          ///< size of layout and data together

  /// Whether the target carries out this request, a one-sided access to its window, atomically.
  bool is_atomic() const noexcept;
  /// Whether the request commutes with other accumulates that may be under way at the same time, and returns no values.
  bool is_commuting_addition() const noexcept;
  /// Whether the request is an atomic read, which changes nothing.
  bool is_atomic_read() const noexcept;
  /// Whether the request changes memory.
  bool changes_memory() const noexcept;
};

/// The memory of one node to which the other nodes have access in a window.
struct WindowMemory {
  std::byte* base = nullptr;
  std::uint64_t bytes = 0;
  std::int64_t displacement_unit = 1;
  bool is_dynamic = false;
  /// Memory attached to a dynamic window: sizes in bytes, by address.
  std::map<std::byte*, std::uint64_t> attached_sizes;
};

/// Serves the requests of nodes to one node's memory in a window. Only the thread or fiber of that
/// node may use it.
class WindowService final : public CollectiveUnderWay {
 public:
  static constexpr std::size_t kEagerBytes = 1024;
  static constexpr Tag kDataTag{1}, kPostNotificationTag{2}, kCompletionNotificationTag{3}, kNeverSentTag{4},
      kFenceNotificationTag{5};
  static constexpr std::uint32_t kFirstAnswerTag = 16;
  /// The protocol of all messages of one-sided communication. Like those of collectives, they come into buffers that
  /// the MPI library has for them, and so need no room in the machine's system buffer, which programs may fill.
  static constexpr Protocol kOneSidedProtocol = Protocol::library;

  WindowService(Node& node, Context context, CallSite site, WindowMemory memory);

  void post_next_round(Node& node) override;
  void on_message_complete(const Message& message, const Received& received) override;
  bool shows_messages_to_program() const noexcept override { return true; }  // they change the program's memory

  /// Serves a request that this node makes to itself, and returns the answer. Needs: the request is no lock, unlock or
  /// stop.
  std::vector<std::byte> serve_own_request(const WindowRequest& request, std::span<const std::byte> body);
  WindowMemory& memory() noexcept { return memory_; }
  /// What an atomic access has done to the values: nothing, or has stored those that were there, or others.
  enum class AtomicResult : std::uint8_t { only_read, stored_same_values, stored_other_values };
  /// A function that is called for each atomic access of a node when it has been carried out.
  using AtomicAccessListener = std::function<void(NodeId source, const WindowRequest& request, AtomicResult result)>;
  void set_atomic_access_listener(AtomicAccessListener on_atomic_access) {
    atomic_access_listener_ = std::move(on_atomic_access);
  }
  /// A function that is called before an access of another node changes memory: the bytes in `ranges`.
  using MemoryChangeListener = std::function<void(NodeId source, const WindowRequest& request, ByteRanges ranges)>;
  void set_memory_change_listener(MemoryChangeListener on_change) { memory_change_listener_ = std::move(on_change); }
  /// A function that the service calls when it is the turn of a node that has asked for one. The answer to that node is
  /// the number that the function returns.
  using TurnFunction = std::function<std::uint64_t(NodeId source)>;
  void set_turn_function(TurnFunction on_turn) { turn_function_ = std::move(on_turn); }
  /// Returns the code of the first error among the requests of `source` that were served since the last call of this
  /// function for `source`, or MPI_SUCCESS if there was no error.
  std::int32_t take_first_error(NodeId source);
  /// Notes that this node begins a fence, the number of which is `access_number` modulo 256. With `forbids_changes`,
  /// this node promises that no other node changes its memory by a one-sided access between this fence and the next
  /// one.
  void begin_fence(std::uint8_t number, bool forbids_changes) noexcept;
  /// Makes requests that other nodes make after their own calls of this fence wait for end_fence(), because accesses
  /// from before the fence may still be on their way. Call this function in a fence after which this node does not wait
  /// for all other nodes.
  void defer_requests_after_fence() noexcept { defers_requests_ = true; }
  /// Serves the requests that were waiting for the end of the current fence.
  void end_fence();
  /// Returns a handle that is complete once this node has served `value_count` accesses of other nodes in the epoch
  /// that the current fence ends. Returns an empty handle if the node has served them already.
  Handle await_accesses_before_fence(std::uint64_t count, CallSite site);
  /// Whether this node has promised that its memory does not change in the epoch that the current fence ends.
  bool has_forbidden_changes_before_fence() const noexcept;
  /// begin_exposure() notes that this node lets others access its memory after MPI_Win_start, and end_exposure() that
  /// it no longer does so.
  void begin_exposure(bool forbids_changes) noexcept { current_exposure_ = {.forbids_changes = forbids_changes}; }
  void end_exposure() noexcept { current_exposure_.reset(); }
  /// Whether any node has a lock of this node's memory in the window.
  bool is_locked() const noexcept { return exclusive_lock_holder_ || shared_lock_holder_count_ > 0; }

 private:
  using Kind = WindowRequest::Kind;
  using Lock = WindowRequest::Lock;
  /// A request that the window's service cannot carry out yet, because the data of this request or of an earlier one
  /// has not arrived, or because it was made after a fence in which this node still is.
  struct DeferredRequest {
    WindowRequest request;
    std::vector<std::byte> body;
    bool is_body_missing = false;
  };
  struct WaitingLockRequest {
    NodeId source;
    Tag answer_tag;
    Lock lock;
  };

  /// What this node promises about an epoch in which its memory is exposed.
  struct ExposurePromise {
    bool forbids_changes = false;
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
  /// Both functions return the error code for an access, or for a request for a lock, that is not allowed in its epoch,
  /// or MPI_SUCCESS if it is allowed.
  std::int32_t check_epoch_of_access(const WindowRequest& request) noexcept;
  std::int32_t check_epoch_of_lock(const WindowRequest& request) noexcept;
  bool can_grant_lock(Lock lock) const noexcept;
  void grant_lock(const WaitingLockRequest& one);
  void grant_waiting_locks();

  Node& node_;
  WindowMemory memory_;
  AtomicAccessListener atomic_access_listener_;
  MemoryChangeListener memory_change_listener_;
  TurnFunction turn_function_;
  std::array<std::byte, sizeof(WindowRequest) + kEagerBytes> request_buffer_{};
  bool is_stopped_ = false;
  std::uint32_t next_answer_number_ = 1;
  std::map<std::uint32_t, std::vector<std::byte>> sent_answers_;  ///< large answers under way, by their numbers
  std::map<NodeId, std::deque<DeferredRequest>> deferred_requests_;
  std::map<NodeId, std::int32_t> first_errors_by_node_;
  std::optional<NodeId> exclusive_lock_holder_;  ///< node that holds the exclusive lock
  std::uint32_t shared_lock_holder_count_ = 0;   ///< number of nodes that hold a shared lock
  std::deque<WaitingLockRequest> waiting_lock_requests_;
  std::optional<ExposurePromise> current_exposure_;  ///< the exposure between MPI_Win_post and MPI_Win_wait, if any
  std::array<ExposurePromise, 2>
      exposures_after_fences_{};   ///< epochs that the fences of even and of odd numbers have opened
  std::uint8_t fence_number_ = 0;  ///< number of fences that this node has begun, modulo 256
  bool defers_requests_ = false;   ///< whether requests from after the current fence wait for its end
  /// Numbers of accesses of other nodes that were served in the epochs that fences of even and of odd numbers have
  /// opened.
  std::array<std::uint64_t, 2> served_access_counts_{};
  std::uint64_t awaited_access_count_ = 0;  ///< number of accesses after which `accesses_served_handle_` is complete
  /// A handle that is complete once this node has served the accesses from before its fence. It is empty unless the
  /// node waits for them.
  Handle accesses_served_handle_;
  /// Number of the fence after which a node has accessed or locked the memory. It is forgotten at this node's next
  /// fence.
  std::optional<std::uint8_t> last_fence_before_access_, last_fence_before_lock_;
};

}  // namespace switchyard::mpi
