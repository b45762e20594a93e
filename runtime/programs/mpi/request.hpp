#pragma once
/// \file request.hpp
/// What an MPI request stands for: a record of the communication, and at most one request of the class Node that
/// carries it out.
///
/// Source: MPI 3.1, sec. 3.7, 3.9 and 12.2.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/datatype.hpp"
#include "runtime/programs/mpi/message_history.hpp"
#include "runtime/programs/mpi/user_operation.hpp"

namespace switchyard::mpi {

/// A message to send or to receive: the arguments of the program's call, after all checks.
struct MessageDescription {
  CommunicatorPtr comm;
  void* buffer = nullptr;  ///< address that the program has passed; a send only reads the memory
  std::uint64_t count = 0;
  LayoutPtr type;
  int peer = MPI_PROC_NULL;
  int tag = 0;
  SendMode mode = SendMode::standard;
  std::uint64_t bytes() const noexcept { return count * type->size(); }
  /// Whether the values lie contiguously in memory, in the order in which they are sent. Other values are sent and
  /// received by way of a packed copy.
  bool is_dense() const noexcept { return type->is_dense(count); }
};

struct GeneralizedRequest {
  MPI_Grequest_query_function* query_function = nullptr;
  MPI_Grequest_free_function* free_function = nullptr;
  MPI_Grequest_cancel_function* cancel_function = nullptr;
  void* extra_state = nullptr;
  bool is_complete = false;
  bool is_freed = false;  ///< whether the program has freed the generalized request before it was complete
};

/// What the checks for defects watch while a request is active: the memory that it uses, and its collective.
struct RequestDefectWatchIds {
  /// The memory that the request reads, and the memory that it writes, as numbers of watches in MemoryWatch.
  MemoryWatch::CallId watch_id_of_memory_read = 0, watch_id_of_memory_written = 0;
  /// For a collective: its number among the collectives of its communicator.
  std::optional<std::uint32_t> collective_number = std::nullopt;
  /// For a file access: its number in the history of file accesses; 0 for other requests.
  std::uint64_t file_access_number = 0;
};

/// What the checks for defects remember of a request while it is active.
struct RequestHistory {
  RequestDefectWatchIds defect_watch_ids;
  RecordedReceivePtr recorded_receive = nullptr;
  std::uint64_t send_number = 0;  ///< for a send: the number that note_send() has returned; 0 for other requests
};

/// The objects to which the arguments of a persistent collective refer. They are kept until its request is freed, even
/// if the program frees their handles before that (MPI 4.0, sec. 6.13).
struct PersistentCollectiveArgumentObjects {
  std::vector<std::pair<MPI_Datatype, DatatypePtr>> datatypes;
  std::vector<std::pair<MPI_Op, UserOperation>> operations;

  const DatatypePtr* find(MPI_Datatype datatype) const noexcept { return find_object_of_handle(datatypes, datatype); }
  const UserOperation* find(MPI_Op op) const noexcept { return find_object_of_handle(operations, op); }

 private:
  template <class Handle, class T>
  static const T* find_object_of_handle(const std::vector<std::pair<Handle, T>>& all, Handle handle) noexcept {
    const auto found = std::ranges::find(all, handle, &std::pair<Handle, T>::first);
    return found == all.end() ? nullptr : &found->second;
  }
};

/// A persistent collective, such as MPI_Bcast_init makes it (MPI 4.0, sec. 6.13).
struct PersistentCollective {
  /// Carries the collective out once, with the arguments that the program gave when it made the persistent collective.
  /// Stores the request of this one execution in `*once`.
  std::function<void(Call& call, MPI_Request* once)> collective_start_function;
  MPI_Comm comm = MPI_COMM_NULL;  ///< the communicator that the program has passed
  /// The objects to which the collective's arguments refer. add_persistent_collective() sets them.
  PersistentCollectiveArgumentObjects kept_argument_objects = {};
};

/// The part of a request's record that only collectives have.
struct CollectiveOfRequest {
  std::function<void()> finish;  ///< function to call once the collective is complete; may be empty
  std::shared_ptr<const PersistentCollective> persistent_collective = nullptr;
};

class PartitionArrival;

/// The partitions of a partitioned message (MPI 4.0, chapter 4). Each partition of the sender is sent as a message of
/// its own.
struct Partitions {
  std::uint64_t values_per_partition = 0;  ///< number of values in one partition of the message
  Tag tag{};                               ///< tag of the messages that carry the partitions
  /// For each partition of an active request: on the sender, whether the program has marked it as ready (MPI_Pready);
  /// on the receiver, whether the program has learned that it has arrived.
  std::vector<bool> is_done;
  /// For each partition: the number of the watch of its memory in MemoryWatch; 0 if the program may use the memory.
  std::vector<MemoryWatch::CallId> partition_watch_ids = {};
  std::vector<std::vector<std::byte>> sent_messages = {};
  std::vector<Handle> posted_sends = {};
  /// For an active receive: the partitions that it has received so far; null for other requests.
  std::shared_ptr<PartitionArrival> received_partitions = nullptr;

  std::size_t count() const noexcept { return is_done.size(); }
  bool are_all_done() const noexcept { return std::ranges::find(is_done, false) == is_done.end(); }
};

/// The record of an MPI request. What only few requests have is kept in separate objects, because a program may have
/// many requests under way, and their records should fit into the processor's caches.
struct RequestRecord {
  enum class Kind : std::uint8_t { send, receive, collective, generalized_request, file };

  Kind kind = Kind::send;
  bool is_persistent = false;
  bool is_active = false;
  bool is_cancelled = false;      ///< whether the program has called MPI_Cancel for this request
  bool was_ever_started = false;  ///< whether a persistent request was started at least once
  /// Whether the program has waited for, or tested, a persistent request while the request was inactive. Waits and
  /// tests that take several requests and complete only any or some of them do not count.
  bool was_awaited_while_inactive = false;
  Handle handle;      ///< the request of class Node; if empty, an active request is complete without a wait
  Received received;  ///< result of the request, which is known once the request `handle` is complete
  MessageDescription message_description;
  std::vector<std::byte> packed_copy;  ///< packed copy of the values, if they do not lie contiguously in memory
  std::unique_ptr<CollectiveOfRequest> collective;  ///< data that only collectives need; null for other requests
  /// Data that only generalized requests need; null for other requests.
  std::unique_ptr<GeneralizedRequest> generalized_request;
  std::unique_ptr<Partitions>
      message_partitions;  ///< data that only partitioned messages need; null for other requests
  /// A second communication under the same request: the send of MPI_Isendrecv, or a barrier that must be over before a
  /// nonblocking collective is complete; else null.
  std::unique_ptr<RequestRecord> second_record_of_request;
  CallSite site;                  ///< the call that has made the request, or started it most recently
  CallSite persistent_init_site;  ///< for a persistent request: the call that has made it
  /// What the checks for defects remember of an active request; null if it is inactive, or the run does not look for
  /// defects.
  std::unique_ptr<RequestHistory> history;
};

/// Calls `visit` for the record of a request and, if the request has a second communication, for the record of that.
template <class Record, class Visit>
void for_each_record_of_request(Record& record, Visit visit) {
  visit(record);
  if (record.second_record_of_request != nullptr) visit(*record.second_record_of_request);
}

[[noreturn]] void fail_for_too_many_requests();
/// Fails because the program waits for an active request that only the program itself could complete.
[[noreturn]] void refuse_endless_wait(const RequestRecord& record);
/// Puts the record of a new request into the table of requests, and returns the request's handle.
MPI_Request add_request(Call& call, RequestRecord&& record);
/// Returns the record of the request with this handle, or null for MPI_REQUEST_NULL. Fails if the handle refers to no
/// request.
RequestRecord* request_record_of(Call& call, MPI_Request request);
/// Returns the record of the request with this handle. Fails if the handle is MPI_REQUEST_NULL, or refers to no
/// request.
RequestRecord& record_of_existing_request(Call& call, const MPI_Request* request);
/// Does the work that is left on this node when the collective of a request is complete.
void finish_collective(RequestRecord& record);
/// Posts the send or receive that the record of a request describes. Nothing is posted if the peer is MPI_PROC_NULL, as
/// the request then needs no wait.
void post_send_or_receive(Call& call, RequestRecord& record);
/// Posts the receive that `record` describes, and the send that shares its request, as for MPI_Isendrecv. If
/// `sends_copy` is true, a copy of the values is sent, so that the receive may overwrite them. Nothing is posted if the
/// memory of one of the two cannot be used.
void post_send_and_receive(Call& call, RequestRecord& record, bool sends_copy);
/// Returns whether an active request has a request of class Node that is not completed yet.
bool has_open_handles(const RequestRecord& record);
/// Returns whether an active request is done, so that completing it needs no more waiting.
bool is_request_done(const RequestRecord& record);
/// Waits until an active request is done.
void await_request(Call& call, RequestRecord& record);
/// Gives the buffer of a request back to the program: ends the checks of the buffer's memory, and unpacks a received
/// message. A second call for the same request has no effect. Needs: the request is active and done.
void release_buffer_of_request(Call& call, RequestRecord& record);
/// Tests whether a request is done. For a request that only the program itself can complete, the test takes as much
/// virtual time as any other test.
bool test_request(Call& call, RequestRecord& record);

/// Makes a persistent collective on the communicator `collective.comm`, and returns its request. All members must call
/// this function.
MPI_Request add_persistent_collective(Call& call, PersistentCollective collective);
/// Starts a persistent collective. Needs: the request is inactive.
void start_persistent_collective(Call& call, MPI_Request request);

/// Starts a partitioned send or receive: from now on, all of its partitions count as not ready, or not arrived. Needs:
/// the request is inactive.
void start_partitioned_request(Call& call, RequestRecord& record);
/// Stores those partitions of a receive in the program's memory that were not stored yet, and gives the memory of all
/// partitions back to the program. Needs: the request is active and done.
void release_buffer_of_partitions(Call& call, RequestRecord& record);

/// Calls the function by which the program frees a generalized request. Fails if that function fails.
void free_generalized_request(Call& call, const GeneralizedRequest& request);
/// Returns the array of requests that a program passes to a call such as MPI_Waitall.
template <class Request>
std::span<Request> span_of_requests(const Call& call, int count, Request* requests) {
  const std::size_t size = checked_nonnegative_count(count);
  check_array(call, requests, "array_of_requests", count);
  return {requests, size};
}

/// Makes the request of a nonblocking file transfer that is already done. `bytes` is the number of bytes for the status
/// of the request.
MPI_Request add_file_transfer_request(Call& call, const CommunicatorPtr& comm, std::uint64_t bytes,
                                      RequestDefectWatchIds watches);
/// Makes the request of a nonblocking collective; `handle` is the collective's request of class Node. `finish` is
/// called when the program completes the request, and may unpack results.
MPI_Request add_collective_request(Call& call, Handle handle, const CommunicatorPtr& comm, std::function<void()> finish,
                                   RequestDefectWatchIds watches = {});
/// Makes a request complete only when all members of its communicator have begun the operation, which is a nonblocking
/// collective or a collective file access. All members must call this function.
void let_request_wait_for_all_members(Call& call, MPI_Request request);

}  // namespace switchyard::mpi
