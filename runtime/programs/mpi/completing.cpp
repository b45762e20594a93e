/// \file completing.cpp
/// MPI's functions that wait for requests, test them, and return their statuses; and generalized requests, which the
/// program completes itself.
///
/// Source: MPI 3.1, sec. 3.7 and 12.2, and MPI 4.1, sec. 3.7.6.

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

// --- finding the records of requests --------------------------------------------------------------------------------

/// Returns the record of an active request. Returns null for MPI_REQUEST_NULL and for an inactive persistent request,
/// both of which MPI's wait and test functions ignore.
RequestRecord* record_of_active_request(Call& call, MPI_Request request) {
  RequestRecord* record = request_record_of(call, request);
  if (record == nullptr || record->is_active) return record;
  // A list of requests for MPI_Waitany, MPI_Waitsome or a similar test often has inactive requests, so that only the
  // other functions record that the program has waited for an inactive request.
  const std::string_view name = call.function_name;
  record->was_awaited_while_inactive =
      record->was_awaited_while_inactive || !(name.ends_with("any") || name.ends_with("some"));
  return nullptr;
}

MPI_Status* status_at(MPI_Status* statuses, std::size_t place) {
  return statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : statuses + place;
}

std::vector<std::size_t> places_of_active_requests(Call& call, std::span<const MPI_Request> requests) {
  std::vector<std::size_t> places;
  places.reserve(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (record_of_active_request(call, requests[i]) != nullptr) places.push_back(i);
  }
  return places;
}

/// The active requests in a program's list of requests: their positions in the list, and the handles by which Node
/// knows their sends and receives. A handle is empty if its send or receive is done, or if only the program can
/// complete the request (a generalized request).
struct ActiveRequests {
  /// One of the one or two communications of a request (a request of MPI_Isendrecv has a receive and a send), and the
  /// position of the request in the program's list.
  struct CommunicationOfRequest {
    std::size_t request_position;
    bool is_second_communication_of_request;
  };

  std::vector<std::size_t> positions;
  std::vector<CommunicationOfRequest> parts;
  std::vector<Handle> request_handles;  ///< for each element of `parts`, the handle by which Node knows it
  std::vector<std::size_t>
      positions_of_done_requests;  ///< positions in the program's list of those requests that are done

  bool empty() const noexcept { return positions.empty(); }
  bool are_all_done() const noexcept { return positions_of_done_requests.size() == positions.size(); }
  /// Returns whether Node has yet to complete a communication of one of the requests. It does not complete generalized
  /// requests, which only the program can complete.
  bool is_any_communication_unfinished() const noexcept {
    return std::ranges::any_of(request_handles, [](const Handle& handle) { return !handle.empty(); });
  }
};

ActiveRequests active_requests_among(Call& call, std::span<const MPI_Request> requests) {
  ActiveRequests active;
  active.positions.reserve(requests.size());
  active.parts.reserve(requests.size());
  active.request_handles.reserve(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const RequestRecord* record = record_of_active_request(call, requests[i]);
    if (record == nullptr) continue;
    if (is_request_done(*record)) active.positions_of_done_requests.push_back(i);
    active.positions.push_back(i);
    for_each_record_of_request(*record, [&](const RequestRecord& part) {
      note_awaited_request(call, part);
      active.parts.push_back({i, &part != record});
      active.request_handles.push_back(part.handle);
    });
  }
  return active;
}

// --- completing requests --------------------------------------------------------------------------------------------

/// Waits, in one call of Node, for those of the requests at `places` in a list that are not done. The list may have a
/// request twice.
void await_requests(Call& call, std::span<const MPI_Request> requests, std::span<const std::size_t> places) {
  std::vector<RequestRecord*> records;
  std::vector<Handle> handles;
  records.reserve(places.size());
  handles.reserve(places.size());
  for (const std::size_t place : places) {
    RequestRecord& record = *call.state.requests.find(requests[place]);
    const std::size_t before = handles.size();
    for_each_record_of_request(record, [&](RequestRecord& part) {
      if (part.handle.empty()) return;
      note_awaited_request(call, part);
      records.push_back(&part);
      handles.push_back(std::exchange(part.handle, {}));
    });
    if (handles.size() == before && !is_request_done(record)) refuse_endless_wait(record);
  }
  std::vector<Received> received(handles.size());
  call.node.wait_all(handles, received, call.site);
  for (std::size_t i = 0; i < records.size(); ++i) records[i]->received = received[i];
}

/// Records that a send or receive of an active request is done. Returns whether the whole request is done now.
bool note_request_part_is_done(Call& call, std::span<const MPI_Request> requests,
                               const ActiveRequests::CommunicationOfRequest& part, const Received& received) {
  RequestRecord& record = *call.state.requests.find(requests[part.request_position]);
  RequestRecord& of_part = part.is_second_communication_of_request ? *record.second_record_of_request : record;
  of_part.handle = {};
  of_part.received = received;
  return is_request_done(record);
}

/// The error of a completed request. The program gets it as an error code, or in the status of the
/// request.
struct RequestError {
  int code = MPI_ERR_OTHER;
  std::string text;
  CommunicatorPtr comm;  ///< the communicator whose error handler gets the error; may be null
  std::optional<DefectClass> defect = {};
};
/// Error of a completed request; null if the request has succeeded.
using RequestErrorPtr = std::unique_ptr<const RequestError>;

/// Makes later errors of the call go to the error handler of this communicator. If the communicator was freed, errors
/// go to the handler of MPI_COMM_WORLD, because an error handler gets the communicator's handle as its argument.
void send_errors_to_handler_of(Call& call, const CommunicatorPtr& comm) {
  if (comm == nullptr) return;
  call.state.communicators.for_each([&](MPI_Comm handle, CallSite, const CommunicatorPtr& each) {
    if (each == comm) call.comm_for_errors = handle;
  });
}

void fail_if_error(Call& call, const RequestErrorPtr& error) {
  if (error == nullptr) return;
  send_errors_to_handler_of(call, error->comm);
  throw CallError{error->code, error->text, error->defect};
}

RequestErrorPtr query_generalized_request(Call& call, const GeneralizedRequest& request, MPI_Status* status) {
  MPI_Status own{};
  fill_empty_status(&own);
  const int code =
      call_program_function(call.process, [&] { return request.query_function(request.extra_state, &own); });
  if (status != MPI_STATUS_IGNORE) *status = own;
  if (code == MPI_SUCCESS) return nullptr;
  constexpr const char* kText = "the program's function that queries a generalized request has failed";
  return std::make_unique<RequestError>(RequestError{code, kText, nullptr});
}

RequestErrorPtr call_free_function_of_request(Call& call, const GeneralizedRequest& request) {
  const int code = call_program_function(call.process, [&] { return request.free_function(request.extra_state); });
  if (code == MPI_SUCCESS) return nullptr;
  constexpr const char* kText = "the program's function that frees a generalized request has failed";
  return std::make_unique<RequestError>(RequestError{code, kText, nullptr});
}

/// Fills the status of a request that is done, and returns the request's error, if any. Does not
/// unpack received values.
RequestErrorPtr fill_request_status(Call& call, const RequestRecord& record, MPI_Status* status) {
  if (record.kind == Kind::generalized_request)
    return query_generalized_request(call, GeneralizedRequest(*record.generalized_request), status);
  if (record.kind == Kind::receive && record.message_description.peer == MPI_PROC_NULL) {
    fill_status_of_null_process(status);
  } else if (record.kind == Kind::receive) {
    fill_status(status, record.message_description, record.received);
    const auto error_of_length = [&](std::string text) {
      return std::make_unique<RequestError>(RequestError{
          MPI_ERR_TRUNCATE, std::move(text), record.message_description.comm, defect_class_of_error(MPI_ERR_TRUNCATE)});
    };
    if (record.received.truncated)
      return error_of_length(text_of_truncation(record.message_description, record.received));
    if (record.message_partitions != nullptr && record.received.bytes != record.message_description.bytes()) {
      return error_of_length(fmt::format("the partitions have {} B, but those that are sent have {} B",
                                         record.message_description.bytes(), record.received.bytes));
    }
  } else {
    fill_empty_status(status);
    if (status != MPI_STATUS_IGNORE) status->switchyard_cancelled = record.received.cancelled ? 1 : 0;
    if (status != MPI_STATUS_IGNORE && record.kind == Kind::file) status->switchyard_bytes = record.received.bytes;
  }
  return nullptr;
}

/// Completes a request, whose record is `record`. Needs: the request is active and done.
RequestErrorPtr complete_request(Call& call, RequestRecord& record, MPI_Request* request, MPI_Status* status) {
  const Kind kind = record.kind;
  const bool is_persistent = record.is_persistent;
  release_buffer_of_request(call, record);
  // The query function of a generalized request may make new requests, which may move `record` in memory. So `record`
  // is used after that only for persistent requests, which have no query function.
  RequestErrorPtr error = fill_request_status(call, record, status);
  if (is_persistent) {
    record.is_active = false;
    finish_collective(record);
    return error;
  }
  const MPI_Request done = std::exchange(*request, MPI_REQUEST_NULL);
  if (kind == Kind::send || kind == Kind::receive) {
    call.state.requests.remove(done);
    return error;
  }
  RequestRecord taken = call.state.requests.remove_and_return_object(done);
  finish_collective(taken);
  if (kind != Kind::generalized_request) return error;
  RequestErrorPtr of_free = call_free_function_of_request(call, *taken.generalized_request);
  return of_free == nullptr ? std::move(error) : std::move(of_free);
}

// --- waiting for one request, or testing it -------------------------------------------------------------------------

void wait(Call& call, MPI_Request* request, MPI_Status* status) {
  check_pointer(request, "request");
  RequestRecord* record = record_of_active_request(call, *request);
  if (record == nullptr) return fill_empty_status(status);
  await_request(call, *record);
  fail_if_error(call, complete_request(call, *record, request, status));
}

void test(Call& call, MPI_Request* request, int* flag, MPI_Status* status) {
  check_pointer(request, "request");
  check_pointer(flag, "flag");
  RequestRecord* record = record_of_active_request(call, *request);
  *flag = 1;
  if (record == nullptr) return fill_empty_status(status);
  if (!test_request(call, *record)) {
    *flag = 0;
    return fill_undefined_status(call, status);
  }
  fail_if_error(call, complete_request(call, *record, request, status));
}

/// Fills the status of a request that is done, and keeps the request (MPI_Request_get_status). From now on, the program
/// may use the results of the communication. Needs: the request is active and done.
RequestErrorPtr fill_status_and_keep_request(Call& call, MPI_Request request, MPI_Status* status) {
  RequestRecord& record = *call.state.requests.find(request);
  release_buffer_of_request(call, record);
  finish_collective(record);
  return fill_request_status(call, record, status);
}

void get_status(Call& call, MPI_Request request, int* flag, MPI_Status* status) {
  check_pointer(flag, "flag");
  RequestRecord* record = record_of_active_request(call, request);
  *flag = 1;
  if (record == nullptr) return fill_empty_status(status);
  if (!test_request(call, *record)) {
    *flag = 0;
    return;
  }
  fail_if_error(call, fill_status_and_keep_request(call, request, status));
}

// --- waiting for several requests, or testing them ------------------------------------------------------------------

/// Where the statuses of several requests are stored: each at the position that its request has in the list, or one
/// after another from the first position on.
enum class StatusPositionInArray : std::uint8_t { same_position_as_request, consecutive };

/// Calls end(place, status) for each position in `places`. `end` fills the status of the request at this position in
/// the program's list, and returns the request's error. If any request has an error, fails with MPI_ERR_IN_STATUS.
template <class End>
void fill_several_statuses(Call& call, std::span<const std::size_t> places, MPI_Status* statuses,
                           StatusPositionInArray where, End end) {
  std::vector<RequestErrorPtr> errors;  // one entry for each request as soon as one has an error; empty before
  const auto place_of = [&](std::size_t i) {
    return where == StatusPositionInArray::same_position_as_request ? places[i] : i;
  };
  if (statuses != MPI_STATUSES_IGNORE && !places.empty())
    check_array_bounds(call, statuses, (place_of(places.size() - 1) + 1) * sizeof *statuses, "array_of_statuses");
  for (std::size_t i = 0; i < places.size(); ++i) {
    RequestErrorPtr error = end(places[i], status_at(statuses, place_of(i)));
    if (error == nullptr) continue;
    errors.resize(places.size());
    errors[i] = std::move(error);
  }
  if (errors.empty()) return;
  CallError error{.code = MPI_ERR_IN_STATUS, .text = {}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (statuses != MPI_STATUSES_IGNORE)
      statuses[place_of(i)].MPI_ERROR = errors[i] == nullptr ? MPI_SUCCESS : errors[i]->code;
    if (errors[i] == nullptr || !error.text.empty()) continue;
    error.text = fmt::format("request {}: {}", places[i], errors[i]->text);
    error.defect = errors[i]->defect;
    send_errors_to_handler_of(call, errors[i]->comm);
  }
  throw CallError(error);
}

void complete_requests(Call& call, std::span<MPI_Request> requests, std::span<const std::size_t> places,
                       MPI_Status* statuses, StatusPositionInArray where) {
  fill_several_statuses(call, places, statuses, where, [&](std::size_t place, MPI_Status* status) {
    RequestRecord* const record = call.state.requests.find(requests[place]);
    if (record == nullptr)
      fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST, "the request at place {} stands in the list twice", place);
    return complete_request(call, *record, &requests[place], status);
  });
}

void fill_statuses_and_keep_requests(Call& call, std::span<const MPI_Request> requests,
                                     std::span<const std::size_t> places, MPI_Status* statuses,
                                     StatusPositionInArray where) {
  fill_several_statuses(call, places, statuses, where, [&](std::size_t place, MPI_Status* status) {
    return fill_status_and_keep_request(call, requests[place], status);
  });
}

void fill_empty_statuses(Call& call, std::span<const MPI_Request> requests, MPI_Status* statuses) {
  if (statuses == MPI_STATUSES_IGNORE) return;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (record_of_active_request(call, requests[i]) == nullptr) {
      fill_empty_status(&statuses[i]);
      statuses[i].MPI_ERROR = MPI_SUCCESS;
    }
  }
}

/// Fills the first `count` statuses of a list with the values of an undefined status.
void fill_undefined_statuses(const Call& call, MPI_Status* statuses, std::size_t count) {
  if (statuses == MPI_STATUSES_IGNORE || !call.state.history) return;
  check_array_bounds(call, statuses, count * sizeof *statuses, "array_of_statuses");
  for (std::size_t i = 0; i < count; ++i) fill_undefined_status(call, &statuses[i]);
}

void wait_all(Call& call, int count, MPI_Request* array, MPI_Status* statuses) {
  const auto requests = span_of_requests(call, count, array);
  const std::vector<std::size_t> places = places_of_active_requests(call, requests);
  fill_empty_statuses(call, requests, statuses);
  await_requests(call, requests, places);
  complete_requests(call, requests, places, statuses, StatusPositionInArray::same_position_as_request);
}

/// Tests whether all requests of a list are done.
bool find_all_done_requests(Call& call, std::span<const MPI_Request> requests, const ActiveRequests& active) {
  if (active.are_all_done()) return true;
  const bool waits_for_itself = std::ranges::any_of(active.positions, [&](std::size_t place) {
    const RequestRecord& record = *call.state.requests.find(requests[place]);
    return !has_open_handles(record) && !is_request_done(record);
  });
  if (waits_for_itself) {
    call.node.compute(call.node.rates().poll, call.site);
    return false;
  }
  if (!call.node.test_all(active.request_handles, call.site)) return false;
  await_requests(call, requests, active.positions);
  return true;
}

void test_all(Call& call, int count, MPI_Request* array, int* flag, MPI_Status* statuses) {
  check_pointer(flag, "flag");
  const auto requests = span_of_requests(call, count, array);
  const ActiveRequests active = active_requests_among(call, requests);
  *flag = find_all_done_requests(call, requests, active) ? 1 : 0;
  if (*flag == 0) return fill_undefined_statuses(call, statuses, requests.size());
  fill_empty_statuses(call, requests, statuses);
  complete_requests(call, requests, active.positions, statuses, StatusPositionInArray::same_position_as_request);
}

void get_status_of_all(Call& call, int count, const MPI_Request* array, int* flag, MPI_Status* statuses) {
  check_pointer(flag, "flag");
  const auto requests = span_of_requests(call, count, array);
  const ActiveRequests active = active_requests_among(call, requests);
  *flag = find_all_done_requests(call, requests, active) ? 1 : 0;
  if (*flag == 0) return;
  fill_empty_statuses(call, requests, statuses);
  fill_statuses_and_keep_requests(call, requests, active.positions, statuses,
                                  StatusPositionInArray::same_position_as_request);
}

void complete_request_at_list_position(Call& call, std::span<MPI_Request> requests, std::size_t place, int* index,
                                       MPI_Status* status) {
  *index = static_cast<int>(place);
  fail_if_error(call, complete_request(call, *call.state.requests.find(requests[place]), &requests[place], status));
}

void wait_any(Call& call, int count, MPI_Request* array, int* index, MPI_Status* status) {
  check_pointer(index, "index");
  const auto requests = span_of_requests(call, count, array);
  ActiveRequests active = active_requests_among(call, requests);
  *index = MPI_UNDEFINED;
  if (active.empty()) return fill_empty_status(status);
  if (!active.positions_of_done_requests.empty())
    return complete_request_at_list_position(call, requests, active.positions_of_done_requests.front(), index, status);
  if (!active.is_any_communication_unfinished())
    refuse_endless_wait(*call.state.requests.find(requests[active.positions.front()]));
  for (;;) {
    Received received;
    const auto& part = active.parts[call.node.wait_any(active.request_handles, &received, call.site)];
    if (!note_request_part_is_done(call, requests, part, received)) continue;
    return complete_request_at_list_position(call, requests, part.request_position, index, status);
  }
}

/// Tests whether any active request of a list is done, and returns the position of one that is. Needs: the list has an
/// active request.
std::optional<std::size_t> find_one_done_request(Call& call, std::span<const MPI_Request> requests,
                                                 ActiveRequests& active) {
  if (!active.positions_of_done_requests.empty()) return active.positions_of_done_requests.front();
  if (!active.is_any_communication_unfinished()) {
    call.node.compute(call.node.rates().poll, call.site);
    return std::nullopt;
  }
  for (;;) {
    Received received;
    const auto which = call.node.test_any(active.request_handles, &received, call.site);
    if (!which) return std::nullopt;
    const auto& part = active.parts[*which];
    if (note_request_part_is_done(call, requests, part, received)) return part.request_position;
  }
}

void test_any(Call& call, int count, MPI_Request* array, int* index, int* flag, MPI_Status* status) {
  check_pointer(index, "index");
  check_pointer(flag, "flag");
  const auto requests = span_of_requests(call, count, array);
  ActiveRequests active = active_requests_among(call, requests);
  *index = MPI_UNDEFINED;
  *flag = 1;
  if (active.empty()) return fill_empty_status(status);
  const auto place = find_one_done_request(call, requests, active);
  *flag = place ? 1 : 0;
  if (!place) return fill_undefined_status(call, status);
  complete_request_at_list_position(call, requests, *place, index, status);
}

void get_status_of_any(Call& call, int count, const MPI_Request* array, int* index, int* flag, MPI_Status* status) {
  check_pointer(index, "index");
  check_pointer(flag, "flag");
  const auto requests = span_of_requests(call, count, array);
  ActiveRequests active = active_requests_among(call, requests);
  *index = MPI_UNDEFINED;
  *flag = 1;
  if (active.empty()) return fill_empty_status(status);
  const auto place = find_one_done_request(call, requests, active);
  *flag = place ? 1 : 0;
  if (!place) return;
  *index = static_cast<int>(*place);
  fail_if_error(call, fill_status_and_keep_request(call, requests[*place], status));
}

/// Looks for further sends and receives that are done. In a run that looks for defects, a wait or test of Node for
/// several requests finds at most one: the one with the number `last` in `active.parts`. Tests all after it, and adds
/// to `active.positions_of_done_requests` the positions of the requests that are done now.
void find_done_request_parts_after(Call& call, std::span<const MPI_Request> requests, ActiveRequests& active,
                                   std::size_t last) {
  const auto is_left = [](const Handle& handle) { return !handle.empty(); };
  for (std::size_t begin = last + 1; begin < active.request_handles.size();) {
    const std::span<Handle> behind = std::span(active.request_handles).subspan(begin);
    if (std::ranges::none_of(behind, is_left)) return;
    std::vector<Received> received(behind.size());
    const auto more = call.node.test_some(behind, received, call.site);
    if (more.empty()) return;
    for (const std::size_t i : more) {
      const auto& part = active.parts[begin + i];
      if (note_request_part_is_done(call, requests, part, received[i]))
        active.positions_of_done_requests.push_back(part.request_position);
    }
    begin += more.back() + 1;
  }
}

/// Tests the sends and receives that are not done yet or, if `waits` is true, waits until at least one of them is done.
/// Adds to `active.positions_of_done_requests` the positions of the requests that are done now.
void find_done_request_parts(Call& call, std::span<const MPI_Request> requests, ActiveRequests& active, bool waits) {
  std::vector<Received> received(active.request_handles.size());
  const auto found = waits ? call.node.wait_some(active.request_handles, received, call.site)
                           : call.node.test_some(active.request_handles, received, call.site);
  for (const std::size_t i : found) {
    if (note_request_part_is_done(call, requests, active.parts[i], received[i]))
      active.positions_of_done_requests.push_back(active.parts[i].request_position);
  }
  if (call.state.history && !found.empty()) find_done_request_parts_after(call, requests, active, found.back());
}

/// Finds the requests that are done now, and stores their number and their positions in the program's list. If none is
/// done and `waits` is true, waits until one is.
std::vector<std::size_t> find_some_done_requests(Call& call, std::span<const MPI_Request> requests, int* done_count,
                                                 int* indices, bool waits) {
  check_pointer(done_count, "outcount");
  check_pointer(indices, "array_of_indices", std::ssize(requests));
  ActiveRequests active = active_requests_among(call, requests);
  *done_count = MPI_UNDEFINED;
  if (active.empty()) return {};
  waits &= active.positions_of_done_requests.empty();
  if (active.is_any_communication_unfinished()) {
    do find_done_request_parts(call, requests, active, waits);
    while (waits && active.positions_of_done_requests.empty());
    std::ranges::sort(active.positions_of_done_requests);
  } else if (waits) {
    refuse_endless_wait(*call.state.requests.find(requests[active.positions.front()]));
  } else if (active.positions_of_done_requests.empty()) {
    call.node.compute(call.node.rates().poll, call.site);
  }
  check_array_bounds(call, indices, active.positions_of_done_requests.size() * sizeof *indices, "array_of_indices");
  std::ranges::transform(active.positions_of_done_requests, indices,
                         [](std::size_t place) { return static_cast<int>(place); });
  *done_count = static_cast<int>(active.positions_of_done_requests.size());
  return std::move(active.positions_of_done_requests);
}

void complete_some(Call& call, int count, MPI_Request* array, int* done_count, int* indices, MPI_Status* statuses,
                   bool waits) {
  const auto requests = span_of_requests(call, count, array);
  const auto done = find_some_done_requests(call, requests, done_count, indices, waits);
  complete_requests(call, requests, done, statuses, StatusPositionInArray::consecutive);
}

void wait_some(Call& call, int count, MPI_Request* array, int* done_count, int* indices, MPI_Status* statuses) {
  complete_some(call, count, array, done_count, indices, statuses, true);
}
void test_some(Call& call, int count, MPI_Request* array, int* done_count, int* indices, MPI_Status* statuses) {
  complete_some(call, count, array, done_count, indices, statuses, false);
}

void get_status_of_some(Call& call, int count, const MPI_Request* array, int* done_count, int* indices,
                        MPI_Status* statuses) {
  const auto requests = span_of_requests(call, count, array);
  const auto done = find_some_done_requests(call, requests, done_count, indices, false);
  fill_statuses_and_keep_requests(call, requests, done, statuses, StatusPositionInArray::consecutive);
}

}  // namespace

void free_generalized_request(Call& call, const GeneralizedRequest& request) {
  fail_if_error(call, call_free_function_of_request(call, request));
}

namespace {

// --- generalized requests -------------------------------------------------------------------------------------------

void start_generalized_request(Call& call, MPI_Grequest_query_function* query, MPI_Grequest_free_function* free,
                               MPI_Grequest_cancel_function* cancel, void* extra, MPI_Request* request) {
  check_pointer(request, "request");
  check_pointer(reinterpret_cast<const void*>(query), "query_fn");
  check_pointer(reinterpret_cast<const void*>(free), "free_fn");
  check_pointer(reinterpret_cast<const void*>(cancel), "cancel_fn");
  RequestRecord record;
  record.kind = Kind::generalized_request;
  record.is_active = true;
  record.generalized_request = std::make_unique<GeneralizedRequest>(GeneralizedRequest{
      .query_function = query, .free_function = free, .cancel_function = cancel, .extra_state = extra});
  record.site = call.site;
  *request = add_request(call, std::move(record));
}

void complete_generalized_request(Call& call, MPI_Request request) {
  RequestRecord& record = record_of_existing_request(call, &request);
  if (record.kind != Kind::generalized_request)
    fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST, "the request is not a generalized one");
  if (record.generalized_request->is_complete) fail(MPI_ERR_REQUEST, "the request was completed before");
  record.generalized_request->is_complete = true;
  if (record.generalized_request->is_freed)
    free_generalized_request(call, *call.state.requests.remove_and_return_object(request).generalized_request);
}

}  // namespace

SymbolBindings request_completion_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND(list, Wait, wait);
    SWITCHYARD_MPI_BIND(list, Waitall, wait_all);
    SWITCHYARD_MPI_BIND(list, Waitany, wait_any);
    SWITCHYARD_MPI_BIND(list, Waitsome, wait_some);
    SWITCHYARD_MPI_BIND(list, Test, test);
    SWITCHYARD_MPI_BIND(list, Testall, test_all);
    SWITCHYARD_MPI_BIND(list, Testany, test_any);
    SWITCHYARD_MPI_BIND(list, Testsome, test_some);
    SWITCHYARD_MPI_BIND(list, Request_get_status, get_status);
    SWITCHYARD_MPI_BIND(list, Request_get_status_all, get_status_of_all);
    SWITCHYARD_MPI_BIND(list, Request_get_status_any, get_status_of_any);
    SWITCHYARD_MPI_BIND(list, Request_get_status_some, get_status_of_some);
    SWITCHYARD_MPI_BIND(list, Grequest_start, start_generalized_request);
    SWITCHYARD_MPI_BIND(list, Grequest_complete, complete_generalized_request);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
