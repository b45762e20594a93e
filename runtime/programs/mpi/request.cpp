/// \file request.cpp

#include "runtime/programs/mpi/request.hpp"

#include <utility>

#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

void refuse_another_request() { fail(MPI_ERR_OTHER, "there are too many requests"); }

MPI_Request add_request(Call& call, RequestRecord&& record) {
  const MPI_Request handle = call.state.requests.add(std::move(record), call.site);
  if (handle == MPI_REQUEST_NULL) refuse_another_request();
  return handle;
}

void post_send_or_receive(Call& call, RequestRecord& record) {
  MessagePart& part = record.part;
  record.received = {};
  record.is_cancelled = false;
  record.site = call.site;
  if (part.peer != MPI_PROC_NULL) {
    if (record.kind == RequestRecord::Kind::send) {
      const auto data = data_to_send(call, part, record.packed);
      record.noted_send = note_send(call, part, record.made);
      record.touched.read = begin_buffer_watch(call, part, Touch::reads, record.made);
      record.handle = call.node.post_send(part.comm->node_at(part.peer), data, send_options_of(part), call.site);
    } else {
      const auto room = watched_receive_memory_of(call, part, record.packed);
      record.touched.written = begin_buffer_watch(call, part, Touch::writes, record.made);
      record.witnessed = note_receive(call, part, record.made);
      record.handle = call.node.post_receive(source_of(part), room, receive_options_of(part), call.site);
    }
  }
  record.is_active = record.is_started = true;
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

bool is_done(const RequestRecord& record) {
  if (!record.handle.empty()) return false;
  if (record.kind == RequestRecord::Kind::generalized) return record.generalized.is_complete;
  return record.kind != RequestRecord::Kind::send || record.partitions == nullptr || record.partitions->are_all_done();
}

void refuse_to_wait(const RequestRecord& record) {
  if (record.partitions == nullptr) {
    fail(MPI_ERR_REQUEST, "a generalized request is not complete, and nothing but the program itself can complete it");
  }
  const auto& is_ready = record.partitions->is_done;
  fail(DefectClass::deadlock, MPI_ERR_REQUEST,
       "partition {} is not marked as ready, and nothing but the program itself can mark it",
       std::ranges::find(is_ready, false) - is_ready.begin());
}

void await_request(Call& call, RequestRecord& record) {
  if (is_done(record)) return;
  if (record.handle.empty()) refuse_to_wait(record);
  record.received = call.node.wait(record.handle, call.site);
  record.handle = {};
}

bool test_request(Call& call, RequestRecord& record) {
  if (is_done(record)) return true;
  if (record.handle.empty()) {
    call.node.compute(call.node.rates().poll, call.site);
    return false;
  }
  if (!call.node.test(record.handle, call.site)) return false;
  await_request(call, record);
  return true;
}

void release_buffer_of_request(Call& call, RequestRecord& record) {
  if (record.partitions != nullptr) return release_partitions(call, record);
  end_buffer_watches(call, record.touched, record.part.comm);
  const std::uint64_t noted_send = std::exchange(record.noted_send, 0);
  if (!record.received.cancelled) note_completed_send(call, record.part, noted_send);
  if (record.kind != RequestRecord::Kind::receive) return;
  note_received(call, std::exchange(record.witnessed, nullptr), record.part, record.received);
  unpack_received(call, record.part, record.packed, record.received);
  record.packed.clear();
}

}  // namespace switchyard::mpi
