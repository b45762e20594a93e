#pragma once
/// \file request.hpp
/// What an MPI request stands for: a record of what it does, and at most one request of Node's
/// that does it.
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

/// A message to send or to receive, as a program has described it and after all checks.
struct MessageDescription {
  CommunicatorPtr comm;
  void* buffer = nullptr;  ///< address that the program gave; a send only reads it
  std::uint64_t count = 0;
  LayoutPtr type;
  int peer = MPI_PROC_NULL;
  int tag = 0;
  SendMode mode = SendMode::standard;
  std::uint64_t bytes() const noexcept { return count * type->size(); }
  /// Whether the values lie in memory without gaps, in the order in which they are sent. Other
  /// values are sent and received through a packed copy.
  bool is_dense() const noexcept { return type->is_dense(count); }
};

struct GeneralizedRequest {
  MPI_Grequest_query_function* query_function = nullptr;
  MPI_Grequest_free_function* free_function = nullptr;
  MPI_Grequest_cancel_function* cancel_function = nullptr;
  void* extra_state = nullptr;
  bool is_complete = false;
  bool is_freed = false;  ///< whether the program has freed the request before the request was complete
};

/// What the checks for defects watch while a request is active: its buffers, and its collective.
struct RequestWatches {
  /// The ids of two watches: of the memory that the request reads, and of the memory that it writes.
  MemoryWatch::CallId read_memory_watch = 0, write_memory_watch = 0;
  std::optional<std::uint32_t> collective_number =
      std::nullopt;                      ///< number of the collective on its communicator, if any
  std::uint64_t file_access_number = 0;  ///< number of the file access in the file history; 0 for other requests
};

/// What the checks for defects keep of a request while it is active.
struct RequestHistory {
  RequestWatches watches;
  RecordedReceivePtr recorded_receive = nullptr;
  std::uint64_t send_number = 0;  ///< the number that note_send() has returned for the send; 0 for other requests
};

/// The objects that the arguments of a persistent collective refer to. They exist until its request is freed, even if
/// the program frees their handles before (MPI 4.0, sec. 6.13).
struct KeptArgumentObjects {
  std::vector<std::pair<MPI_Datatype, DatatypePtr>> datatypes;
  std::vector<std::pair<MPI_Op, UserOperation>> operations;

  const DatatypePtr* find(MPI_Datatype datatype) const noexcept { return find_in(datatypes, datatype); }
  const UserOperation* find(MPI_Op op) const noexcept { return find_in(operations, op); }

 private:
  template <class Handle, class T>
  static const T* find_in(const std::vector<std::pair<Handle, T>>& all, Handle handle) noexcept {
    const auto found = std::ranges::find(all, handle, &std::pair<Handle, T>::first);
    return found == all.end() ? nullptr : &found->second;
  }
};

/// A persistent collective (MPI 4.0, sec. 6.13).
struct PersistentCollective {
  /// Begins the collective once, with the arguments that the program gave when it made the collective. The request of
  /// this one time is stored in `*once`.
  std::function<void(Call& call, MPI_Request* once)> begin_collective_once;
  MPI_Comm comm = MPI_COMM_NULL;  ///< the communicator that the program has given
  KeptArgumentObjects kept_argument_objects =
      {};  ///< objects that its arguments refer to, set by add_persistent_collective()
};

/// What only the request of a collective has.
struct CollectiveOfRequest {
  std::function<void()> finish;  ///< function to call once the collective is over; may be empty
  std::shared_ptr<const PersistentCollective> persistent_collective = nullptr;
};

class PartitionArrival;

/// The partitions of a partitioned message (MPI 4.0, chapter 4). Each partition of the sender is a message of its own.
struct Partitions {
  std::uint64_t values_per_partition = 0;  ///< number of values in one partition
  Tag tag{};                               ///< tag of the messages that carry the partitions
  /// For each partition of an active request: whether the program has marked the partition as ready to be sent, or has
  /// been told that the partition has arrived.
  std::vector<bool> is_done;
  /// By partition: the watch of its memory, or 0 if the program may use the memory.
  std::vector<MemoryWatch::CallId> watches = {};
  std::vector<std::vector<std::byte>> sent_messages = {};
  std::vector<Handle> posted_sends = {};
  std::shared_ptr<PartitionArrival> received_partitions =
      nullptr;  ///< what an active receive has got; null for other requests

  std::size_t count() const noexcept { return is_done.size(); }
  bool are_all_done() const noexcept { return std::ranges::find(is_done, false) == is_done.end(); }
};

/// The record of a request. What only few requests have is kept in objects of its own, because a program may have many
/// requests under way, whose records should stay in the processor's caches.
struct RequestRecord {
  enum class Kind : std::uint8_t { send, receive, collective, generalized, file };

  Kind kind = Kind::send;
  bool is_persistent = false;
  bool is_active = false;
  bool is_cancelled = false;      ///< whether the program has called MPI_Cancel for the request
  bool was_ever_started = false;  ///< whether a persistent request was ever started
  /// Whether the program has waited for, or tested, a persistent request while it was inactive. Waits and tests for any
  /// or some of several requests do not count.
  bool was_awaited_inactive = false;
  Handle handle;      ///< Node's request; if empty, an active request has nothing to wait for
  Received received;  ///< result of the request, set once `handle` has been waited for
  MessageDescription part;
  std::vector<std::byte> packed_copy;               ///< packed copy of values that do not lie in memory without gaps
  std::unique_ptr<CollectiveOfRequest> collective;  ///< data of a collective; null if there is none
  std::unique_ptr<GeneralizedRequest> generalized;  ///< data of a generalized request; else null
  std::unique_ptr<Partitions> partitions;           ///< data of a partitioned message; else null
  /// The second communication of this request: the send of MPI_Isendrecv, or the barrier before which a nonblocking
  /// collective is not complete; else null.
  std::unique_ptr<RequestRecord> second_of_same_request;
  CallSite site;                            ///< the call that has made the request, or started it last
  CallSite persistent_init_site;            ///< the call that has made the request, if it is persistent
  std::unique_ptr<RequestHistory> history;  ///< data for checks; null unless active in a run that looks for defects
};

/// Calls visit(part) for the record of a request itself, and for that of the second communication of the request.
template <class Record, class Visit>
void for_each_record_of_request(Record& record, Visit visit) {
  visit(record);
  if (record.second_of_same_request != nullptr) visit(*record.second_of_same_request);
}

[[noreturn]] void fail_for_too_many_requests();
/// Fails because an active request that only the program itself can complete is waited for.
[[noreturn]] void refuse_endless_wait(const RequestRecord& record);
/// Puts the record of a request into the table of requests, and returns the request's handle.
MPI_Request add_request(Call& call, RequestRecord&& record);
/// Returns the record of a request, or null for MPI_REQUEST_NULL. Fails if the handle is no request.
RequestRecord* request_record_of(Call& call, MPI_Request request);
/// Returns the record of a request. Fails for MPI_REQUEST_NULL, and for a handle that is no request.
RequestRecord& record_of_existing_request(Call& call, const MPI_Request* request);
/// Does what is left to be done on this node when the collective of a request is over.
void finish_collective(RequestRecord& record);
/// Posts the send or receive of a request. A send to or receive from MPI_PROC_NULL is not posted:
/// there is nothing to wait for.
void post_send_or_receive(Call& call, RequestRecord& record);
/// Posts the receive `record`, and the send that shares its request. If `sends_copy` is true, the message is a copy of
/// the memory to send, which the receive then may use. Nothing is posted if the memory of either cannot be used.
void post_send_and_receive(Call& call, RequestRecord& record, bool sends_copy);
/// Returns whether Node has anything to complete for an active request.
bool has_open_handles(const RequestRecord& record);
/// Returns whether an active request is done: nothing has to be waited for any more.
bool is_request_done(const RequestRecord& record);
/// Waits for an active request, unless it is done.
void await_request(Call& call, RequestRecord& record);
/// Lets the program use the buffer of a request again: ends the checks of the buffer's memory, and
/// unpacks a received message. A second call for the same request does nothing. Needs: the request
/// is active and done.
void release_buffer_of_request(Call& call, RequestRecord& record);
/// Tests whether a request is done. The test of a request that only the program itself can complete takes as long as
/// any other test.
bool test_request(Call& call, RequestRecord& record);

/// Makes a persistent collective on the communicator `collective.comm`, and returns its request. All members call
/// this function.
MPI_Request add_persistent_collective(Call& call, PersistentCollective collective);
/// Starts a persistent collective. Needs: the request is inactive.
void start_persistent_collective(Call& call, MPI_Request request);

/// Starts a partitioned send or receive: no partition is ready, or has arrived, any more. Needs: the request is
/// inactive.
void start_partitioned(Call& call, RequestRecord& record);
/// Stores the partitions of a receive that the program has not been told of, and lets the program use the memory of all
/// partitions again. Needs: the request is active and done.
void release_buffer_of_partitions(Call& call, RequestRecord& record);

/// Calls the program's function that frees a generalized request. Fails if that function fails.
void free_generalized_request(Call& call, const GeneralizedRequest& request);
/// Returns the list of requests that a program gives to a call.
template <class Request>
std::span<Request> span_of_requests(const Call& call, int count, Request* requests) {
  const std::size_t size = checked_count(count);
  check_array(call, requests, "array_of_requests", count);
  return {requests, size};
}

/// Makes the request of a nonblocking file transfer, whose data are there already. `bytes` is the number
/// of bytes for the request's status.
MPI_Request add_file_transfer_request(Call& call, const CommunicatorPtr& comm, std::uint64_t bytes,
                                      RequestWatches watches);
/// Makes the request of the nonblocking collective that `handle` stands for. `finish` is called
/// when the program completes the request, and may unpack results.
MPI_Request add_collective_request(Call& call, Handle handle, const CommunicatorPtr& comm, std::function<void()> finish,
                                   RequestWatches watches = {});
/// Lets the request of a nonblocking collective, or of a collective access to a file, be complete only when all members
/// of its communicator have begun the collective. All members call this function.
void let_request_wait_for_all_members(Call& call, MPI_Request request);

}  // namespace switchyard::mpi
