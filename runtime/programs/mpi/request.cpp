/// \file request.cpp

#include "runtime/programs/mpi/request.hpp"

#include <utility>

#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

void fail_for_too_many_requests() { fail(MPI_ERR_OTHER, "there are too many requests"); }

MPI_Request add_request(Call& call, RequestRecord&& record) {
  const MPI_Request handle = call.state.requests.add(std::move(record), call.site);
  if (handle == MPI_REQUEST_NULL) fail_for_too_many_requests();
  return handle;
}

namespace {

void forget_last_result(const Call& call, RequestRecord& record) {
  record.received = {};
  record.is_cancelled = false;
  record.site = call.site;
}

/// Posts the send of `data`. If `is_copy` is true, `data` is a copy, so that the program may change its own values at
/// once.
void post_send(Call& call, RequestRecord& record, std::span<const std::byte> data, bool is_copy = false) {
  const MessageDescription& part = record.message_description;
  if (call.state.history) {
    record.history = std::make_unique<RequestHistory>();
    record.history->send_number = note_send(call, part, record.persistent_init_site);
    if (!is_copy)
      record.history->defect_watch_ids.watch_id_of_memory_read =
          begin_buffer_watch(call, part, ReadOrWrite::reads, record.persistent_init_site);
  }
  record.handle = call.node.post_send(part.comm->node_at(part.peer), data, send_options_of(part), call.site);
}

void post_receive_of_record(Call& call, RequestRecord& record, std::span<std::byte> room) {
  const MessageDescription& part = record.message_description;
  if (call.state.history) {
    record.history = std::make_unique<RequestHistory>();
    record.history->defect_watch_ids.watch_id_of_memory_written =
        begin_buffer_watch(call, part, ReadOrWrite::writes, record.persistent_init_site);
    record.history->recorded_receive = note_receive(call, part, record.persistent_init_site);
  }
  record.handle = call.node.post_receive(source_of(part), room, receive_options_of(part), call.site);
}

}  // namespace

void post_send_or_receive(Call& call, RequestRecord& record) {
  forget_last_result(call, record);
  if (record.message_description.peer != MPI_PROC_NULL) {
    if (record.kind == RequestRecord::Kind::send) {
      post_send(call, record, data_to_send(call, record.message_description, record.packed_copy));
    } else {
      post_receive_of_record(call, record,
                             watched_receive_memory_of(call, record.message_description, record.packed_copy));
    }
  }
  record.is_active = record.was_ever_started = true;
}

void post_send_and_receive(Call& call, RequestRecord& record, bool sends_copy) {
  RequestRecord& send = *record.second_record_of_request;
  const MessageDescription &in = record.message_description, &out = send.message_description;
  std::span<std::byte> room;
  std::span<const std::byte> data;
  if (in.peer != MPI_PROC_NULL) room = watched_receive_memory_of(call, in, record.packed_copy);
  if (out.peer != MPI_PROC_NULL && sends_copy) {
    check_memory_access(call, out, ReadOrWrite::reads);
    send.packed_copy.resize(out.bytes());
    pack(out.buffer, out.count, *out.type, send.packed_copy);
    data = send.packed_copy;
  } else if (out.peer != MPI_PROC_NULL) {
    data = data_to_send(call, out, send.packed_copy);
  }
  for_each_record_of_request(record, [&](RequestRecord& part) { forget_last_result(call, part); });
  // The receive is posted first, so that a message of the node to itself finds it.
  if (in.peer != MPI_PROC_NULL) post_receive_of_record(call, record, room);
  if (out.peer != MPI_PROC_NULL) post_send(call, send, data, sends_copy);
  for_each_record_of_request(record, [](RequestRecord& part) { part.is_active = part.was_ever_started = true; });
}

void finish_collective(RequestRecord& record) {
  if (record.collective == nullptr || !record.collective->finish) return;
  const std::function<void()> finish = std::exchange(record.collective->finish, nullptr);
  // The function may make new requests, and so move the record of this request in memory.
  finish();
}

RequestRecord* request_record_of(Call& call, MPI_Request request) {
  if (request == MPI_REQUEST_NULL) return nullptr;
  RequestRecord* record = call.state.requests.find(request);
  if (record != nullptr) return record;
  if (call.state.requests.was_handle_freed(request)) fail(MPI_ERR_REQUEST, "the request was completed or freed before");
  fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST, "this is no request");
}

RequestRecord& record_of_existing_request(Call& call, const MPI_Request* request) {
  check_pointer(request, "request");
  RequestRecord* record = request_record_of(call, *request);
  if (record == nullptr) fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST, "the request is MPI_REQUEST_NULL");
  return *record;
}

bool has_open_handles(const RequestRecord& record) {
  bool has = false;
  for_each_record_of_request(record, [&](const RequestRecord& part) { has |= !part.handle.empty(); });
  return has;
}

bool is_request_done(const RequestRecord& record) {
  if (has_open_handles(record)) return false;
  if (record.kind == RequestRecord::Kind::generalized_request) return record.generalized_request->is_complete;
  return record.kind != RequestRecord::Kind::send || record.message_partitions == nullptr ||
         record.message_partitions->are_all_done();
}

void refuse_endless_wait(const RequestRecord& record) {
  if (record.message_partitions == nullptr) {
    fail(MPI_ERR_REQUEST, "a generalized request is not complete, and nothing but the program itself can complete it");
  }
  const auto& is_ready = record.message_partitions->is_done;
  fail(DefectClass::deadlock, MPI_ERR_REQUEST,
       "partition {} is not marked as ready, and nothing but the program itself can mark it",
       std::ranges::find(is_ready, false) - is_ready.begin());
}

void await_request(Call& call, RequestRecord& record) {
  if (is_request_done(record)) return;
  note_awaited_request(call, record);
  if (!has_open_handles(record)) refuse_endless_wait(record);
  if (record.second_record_of_request != nullptr && !record.second_record_of_request->handle.empty()) {
    Handle handles[] = {record.second_record_of_request->handle, record.handle};
    Received received[2] = {};
    call.node.wait_all(handles, received, call.site);
    record.second_record_of_request->received = received[0];
    record.second_record_of_request->handle = {};
    if (!record.handle.empty()) record.received = received[1];
  } else {
    record.received = call.node.wait(record.handle, call.site);
  }
  record.handle = {};
}

bool test_request(Call& call, RequestRecord& record) {
  if (is_request_done(record)) return true;
  note_awaited_request(call, record);
  if (!has_open_handles(record)) {
    call.node.compute(call.node.rates().poll, call.site);
    return false;
  }
  if (record.second_record_of_request != nullptr) {
    const Handle handles[] = {record.second_record_of_request->handle, record.handle};
    if (!call.node.test_all(handles, call.site)) return false;
  } else if (!call.node.test(record.handle, call.site)) {
    return false;
  }
  await_request(call, record);
  return true;
}

void release_buffer_of_request(Call& call, RequestRecord& record) {
  if (record.message_partitions != nullptr) return release_buffer_of_partitions(call, record);
  if (record.second_record_of_request != nullptr) release_buffer_of_request(call, *record.second_record_of_request);
  const bool is_first_release = record.history != nullptr;
  if (const auto history = std::exchange(record.history, nullptr)) {
    end_buffer_watches(call, history->defect_watch_ids, record.message_description.comm);
    if (!record.received.cancelled) note_completed_send(call, record.message_description, history->send_number);
    note_received_message(call, history->recorded_receive, record.message_description, record.received);
  }
  if (record.kind != RequestRecord::Kind::receive) return;
  unpack_received(call, record.message_description, record.packed_copy, record.received);
  record.packed_copy.clear();
  if (is_first_release && record.message_description.peer != MPI_PROC_NULL)
    note_end_of_received_values(call, record.message_description, record.received);
}

}  // namespace switchyard::mpi
