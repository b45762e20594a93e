/// \file requests.cpp
/// MPI's functions for nonblocking messages and persistent requests, and those that start, cancel and free requests.
///
/// Source: MPI 3.1, sec. 3.7, 3.8 and 3.9.

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

using Kind = RequestRecord::Kind;

// --- functions that post sends and receives (MPI_Isend and its like) -------------------------------------------------

/// Makes the record of a request directly in the table of requests, and gives the request's handle to the program.
/// `fill(record)` describes and activates the request in the table, because moving a finished record into the table
/// would take longer. If `fill` throws, no request is made.
template <class Fill>
void make_active_request(Call& call, MPI_Request* request, Fill fill) {
  auto& requests = call.state.requests;
  const MPI_Request handle = requests.make_object(call.site);
  if (handle == MPI_REQUEST_NULL) fail_for_too_many_requests();
  try {
    fill(*requests.find(handle));
  } catch (...) {
    requests.remove(handle);
    throw;
  }
  *request = handle;
}

void store_memory_watches(const Call& call, RequestRecord& record, const RequestDefectWatchIds& watches) {
  if (call.state.history)
    record.history = std::make_unique<RequestHistory>(RequestHistory{.defect_watch_ids = watches});
}

template <SendMode mode>
void post_send(Call& call, const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  check_pointer(request, "request");
  make_active_request(call, request, [&](RequestRecord& record) {
    check_and_set_message_to_send(call, {buf, count, type, dest, tag, comm}, mode, record.message_description);
    post_send_or_receive(call, record);
  });
}

void post_receive(Call& call, void* buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                  MPI_Request* request) {
  check_pointer(request, "request");
  make_active_request(call, request, [&](RequestRecord& record) {
    record.kind = Kind::receive;
    check_and_set_message_to_receive(call, {buf, count, type, source, tag, comm}, record.message_description);
    post_send_or_receive(call, record);
  });
}

void post_matched_receive(Call& call, void* buf, MPI_Count count, MPI_Datatype type, MPI_Message* message,
                          MPI_Request* request) {
  check_pointer(request, "request");
  RequestRecord record;
  record.kind = Kind::receive;
  record.site = call.site;
  record.is_active = true;
  if (auto probed = take_probed_message(call, buf, count, type, message, record.message_description)) {
    const auto room = watched_receive_memory_of(call, record.message_description, record.packed_copy);
    store_memory_watches(
        call, record,
        {.watch_id_of_memory_written = begin_buffer_watch(call, record.message_description, ReadOrWrite::writes)});
    record.handle = call.node.post_receive(probed->message, room, true, call.site);
  }
  *request = add_request(call, std::move(record));
}

void post_send_and_receive_of(Call& call, const MessageArguments& send, const MessageArguments& receive,
                              bool have_one_buffer, MPI_Request* request) {
  check_pointer(request, "request");
  make_active_request(call, request, [&](RequestRecord& record) {
    record.kind = Kind::receive;
    record.second_record_of_request = std::make_unique<RequestRecord>();
    record.second_record_of_request->message_description = checked_message_to_send(call, send);
    record.message_description = checked_message_to_receive(call, receive);
    if (!have_one_buffer)
      note_overlap_of_buffers(call, record.second_record_of_request->message_description, record.message_description);
    post_send_and_receive(call, record, have_one_buffer);
  });
}

void post_send_receive(Call& call, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest,
                       int sendtag, void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag,
                       MPI_Comm comm, MPI_Request* request) {
  post_send_and_receive_of(call, {sendbuf, sendcount, sendtype, dest, sendtag, comm},
                           {recvbuf, recvcount, recvtype, source, recvtag, comm}, false, request);
}

void post_send_receive_replace(Call& call, void* buf, MPI_Count count, MPI_Datatype type, int dest, int sendtag,
                               int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  post_send_and_receive_of(call, {buf, count, type, dest, sendtag, comm}, {buf, count, type, source, recvtag, comm},
                           true, request);
}

template <SendMode mode>
void make_persistent_send(Call& call, const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag,
                          MPI_Comm comm, MPI_Request* request) {
  check_pointer(request, "request");
  RequestRecord record;
  record.message_description = checked_message_to_send(call, {buf, count, type, dest, tag, comm}, mode);
  record.is_persistent = true;
  record.site = record.persistent_init_site = call.site;
  *request = add_request(call, std::move(record));
}

void make_persistent_receive(Call& call, void* buf, MPI_Count count, MPI_Datatype type, int source, int tag,
                             MPI_Comm comm, MPI_Request* request) {
  check_pointer(request, "request");
  RequestRecord record;
  record.kind = Kind::receive;
  record.message_description = checked_message_to_receive(call, {buf, count, type, source, tag, comm});
  record.is_persistent = true;
  record.site = record.persistent_init_site = call.site;
  *request = add_request(call, std::move(record));
}

// --- functions that start, cancel and free requests ------------------------------------------------------------------

void start_request(Call& call, MPI_Request* request) {
  RequestRecord& record = record_of_existing_request(call, request);
  if (!record.is_persistent) fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST, "the request is not persistent");
  if (record.is_active) fail(MPI_ERR_REQUEST, "the request was started before, and not completed");
  if (record.kind == Kind::collective) return start_persistent_collective(call, *request);
  if (record.message_partitions != nullptr) return start_partitioned_request(call, record);
  post_send_or_receive(call, record);
}

void start_all(Call& call, int count, MPI_Request* array) {
  for (MPI_Request& request : span_of_requests(call, count, array)) start_request(call, &request);
}

void cancel_request(Call& call, MPI_Request* request) {
  RequestRecord& record = record_of_existing_request(call, request);
  if (!record.is_active) fail(MPI_ERR_REQUEST, "the request is not active");
  if (record.kind == Kind::collective)
    fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST, "a collective cannot be cancelled");
  if (record.message_partitions != nullptr) fail(MPI_ERR_REQUEST, "a partitioned message cannot be cancelled");
  if (record.kind == Kind::generalized_request) {
    const GeneralizedRequest own = *record.generalized_request;
    const int code = call_program_function(
        call.process, [&] { return own.cancel_function(own.extra_state, own.is_complete ? 1 : 0); });
    if (code != MPI_SUCCESS)
      fail_with_error_code(code, "the program's function that cancels a generalized request has failed");
    return;
  }
  for_each_record_of_request(record, [&](RequestRecord& part) {
    // A file transfer is done at once. Only the barrier of a collective file access may still be under way.
    if (part.handle.empty() || part.is_cancelled || part.kind == Kind::collective) return;
    call.node.cancel(part.handle, call.site);
    if (part.kind == Kind::send) note_cancelled_send(call, part.message_description);
    part.is_cancelled = true;
  });
}

void note_request_is_freed(Call& call, const RequestRecord& record) {
  const std::vector<CallOfNode> maker{{call.node.id(), record.site}};
  if (record.is_persistent && record.was_awaited_while_inactive && !record.was_ever_started) {
    call.process.defect_notes.note_defect(call.node, DefectClass::request_lifecycle, call.site,
                                          "the request is waited for, but never started", maker);
  }
  if (record.kind == Kind::receive && record.is_active && !record.handle.empty() && !record.is_cancelled) {
    call.process.defect_notes.note_defect(call.node, DefectClass::request_lifecycle, call.site,
                                          "the receive is active: the program cannot know when its message is there",
                                          maker);
  }
  if (record.kind == Kind::file && record.is_active) {
    call.process.defect_notes.note_defect(
        call.node, DefectClass::request_lifecycle, call.site,
        "the access to a file is active: the program cannot know when it is complete, as it must be before the file is "
        "closed",
        maker);
  }
}

/// Called when the program frees the request of a send or receive that is under way. The message buffer is no longer
/// watched for changes by the program, and the node completes the send or receive without the program.
void free_communication_of_request(Call& call, RequestRecord part) {
  if (const auto history = std::exchange(part.history, nullptr)) {
    const bool may_be_reading =
        part.kind == Kind::send && part.is_active && part.message_description.mode != SendMode::buffered;
    if (may_be_reading && history->defect_watch_ids.watch_id_of_memory_read != 0) {
      call.state.watches_of_freed_sends.push_back(history->defect_watch_ids.watch_id_of_memory_read);
    } else {
      call.process.memory_watch.stop_watching_call(history->defect_watch_ids.watch_id_of_memory_read);
    }
    call.process.memory_watch.stop_watching_call(history->defect_watch_ids.watch_id_of_memory_written);
  }
  if (!part.is_active || part.handle.empty()) return;
  if (part.packed_copy.empty()) return call.node.free(part.handle, call.site);
  call.state.freed_requests_under_way.push_back(std::move(part));
}

void free_request(Call& call, MPI_Request* request) {
  RequestRecord& record = record_of_existing_request(call, request);
  const bool waits_for_all_members = record.kind == Kind::file && has_open_handles(record);
  if ((record.kind == Kind::collective || waits_for_all_members) && record.is_active)
    fail(MPI_ERR_REQUEST, "an active request of a collective or a one-sided access cannot be freed; complete it");
  if (record.message_partitions != nullptr && record.is_active)
    fail(MPI_ERR_REQUEST, "the request of a partitioned message cannot be freed; complete it");
  if (record.kind == Kind::generalized_request && !record.generalized_request->is_complete) {
    record.generalized_request->is_freed =
        true;  // the program will complete the request by means of a copy of its handle
    *request = MPI_REQUEST_NULL;
    return;
  }
  note_request_is_freed(call, record);
  RequestRecord taken = call.state.requests.remove_and_return_object(*request);
  *request = MPI_REQUEST_NULL;
  if (taken.kind == Kind::generalized_request) return free_generalized_request(call, *taken.generalized_request);
  if (taken.second_record_of_request != nullptr)
    free_communication_of_request(call, std::move(*std::exchange(taken.second_record_of_request, nullptr)));
  free_communication_of_request(call, std::move(taken));
}

}  // namespace

MPI_Request add_collective_request(Call& call, Handle handle, const CommunicatorPtr& comm, std::function<void()> finish,
                                   RequestDefectWatchIds watches) {
  RequestRecord record;
  store_memory_watches(call, record, watches);
  record.kind = Kind::collective;
  record.is_active = true;
  record.handle = handle;
  record.message_description.comm = comm;
  if (finish) record.collective = std::make_unique<CollectiveOfRequest>(CollectiveOfRequest{std::move(finish)});
  record.site = call.site;
  return add_request(call, std::move(record));
}

MPI_Request add_file_transfer_request(Call& call, const CommunicatorPtr& comm, std::uint64_t bytes,
                                      RequestDefectWatchIds watches) {
  RequestRecord record;
  store_memory_watches(call, record, watches);
  record.kind = Kind::file;
  record.is_active = true;
  record.received.bytes = bytes;
  record.message_description.comm = comm;
  record.site = call.site;
  return add_request(call, std::move(record));
}

void let_request_wait_for_all_members(Call& call, MPI_Request request) {
  RequestRecord& record = *call.state.requests.find(request);
  auto barrier = std::make_unique<RequestRecord>();
  barrier->kind = Kind::collective;
  barrier->is_active = true;
  barrier->handle = record.message_description.comm->group().post(GroupCall::barrier(), call.site);
  barrier->message_description.comm = record.message_description.comm;
  barrier->site = call.site;
  record.second_record_of_request = std::move(barrier);
}

SymbolBindings request_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_COUNTED(list, Isend, post_send<SendMode::standard>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Ibsend, post_send<SendMode::buffered>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Issend, post_send<SendMode::synchronous>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Irsend, post_send<SendMode::ready>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Irecv, post_receive);
    SWITCHYARD_MPI_BIND_COUNTED(list, Imrecv, post_matched_receive);
    SWITCHYARD_MPI_BIND_COUNTED(list, Isendrecv, post_send_receive);
    SWITCHYARD_MPI_BIND_COUNTED(list, Isendrecv_replace, post_send_receive_replace);
    SWITCHYARD_MPI_BIND_COUNTED(list, Send_init, make_persistent_send<SendMode::standard>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Bsend_init, make_persistent_send<SendMode::buffered>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Ssend_init, make_persistent_send<SendMode::synchronous>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Rsend_init, make_persistent_send<SendMode::ready>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Recv_init, make_persistent_receive);
    SWITCHYARD_MPI_BIND(list, Start, start_request);
    SWITCHYARD_MPI_BIND(list, Startall, start_all);
    SWITCHYARD_MPI_BIND(list, Request_free, free_request);
    SWITCHYARD_MPI_BIND(list, Cancel, cancel_request);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
