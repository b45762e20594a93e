/// \file file.cpp

#include "runtime/programs/mpi/file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "runtime/programs/mpi/state.hpp"
#include "runtime/served_message.hpp"

namespace switchyard::mpi {
namespace {

/// Sends a request with the tag `tag` to the service that the member of rank 0 has for the file, and waits for the
/// answer.
void send_file_service_request_and_wait(Call& call, const File& file, const WindowRequest& request,
                                        std::span<const std::byte> body, Tag tag, std::span<std::byte> answer) {
  const NodeId server = file.comm->node_at(0);
  const Context context = file.comm->context();
  std::vector<std::byte> message(sizeof request + body.size());
  std::memcpy(message.data(), &request, sizeof request);
  std::ranges::copy(body, message.begin() + sizeof request);
  const Handle answered = call.node.post_receive(server, answer, TagSelector(request.answer_tag, context), call.site);
  call.node.send(server, message, {.tag = tag, .protocol = WindowService::kOneSidedProtocol, .context = context},
                 call.site);
  call.node.wait(answered, call.site);
}

/// Returns where the shared file pointer of the present view lies in the memory that rank 0 serves.
std::int64_t memory_offset_of_shared_file_pointer(const File& file) {
  return static_cast<std::int64_t>(sizeof(std::int64_t)) * (file.file_view_agreement_count % 2);
}

/// Combines the shared file pointer with an operand, and returns the pointer's earlier value. Rank
/// 0 keeps the pointer, and changes it directly. If the run looks for defects, rank 0 sends
/// messages to itself instead, like those that the other ranks send to it.
std::int64_t change_shared_file_pointer(Call& call, File& file, PredefinedReductionOperation operation,
                                        std::int64_t operand) {
  await_agreement_on_view(call, file);
  WindowRequest request{.kind = WindowRequest::Kind::get_accumulate,
                        .type = NamedType::int64,
                        .operation = operation,
                        .answer_tag = file.next_answer_tag(),
                        .target_displacement = memory_offset_of_shared_file_pointer(file),
                        .value_count = 1,
                        .body_bytes = sizeof operand};
  const auto body = std::as_bytes(std::span(&operand, 1));
  std::int64_t before = 0;
  if (file.shared_file_pointer_service != nullptr && !call.state.history) {
    const auto own = file.shared_file_pointer_service->serve_own_request(request, body);
    std::memcpy(&before, own.data(), sizeof before);
    return before;
  }
  send_file_service_request_and_wait(call, file, request, body, tag_of(ServiceMessageKind::atomic),
                                     std::as_writable_bytes(std::span(&before, 1)));
  return before;
}

/// Returns the same name for all paths that lead to one file of the host.
std::string canonicalise_file_path(const std::string& path) {
  std::error_code failed;
  const std::filesystem::path plain = std::filesystem::weakly_canonical(path, failed);
  return failed ? path : plain.string();
}

}  // namespace

const FilePtr& file_of(Call& call, MPI_File file) {
  const FilePtr* found = call.state.files.find(file);
  call.file_for_errors = found == nullptr ? MPI_FILE_NULL : file;
  if (found != nullptr) {
    await_agreement_on_size(call, **found);
    return *found;
  }
  if (file == MPI_FILE_NULL) fail(MPI_ERR_FILE, "the file is MPI_FILE_NULL");
  fail(MPI_ERR_FILE, "the file was closed, or is none");
}

int error_class_of_errno(int error) noexcept {
  switch (error) {
    case EACCES:
    case EPERM:
      return MPI_ERR_ACCESS;
    case ENOENT:
      return MPI_ERR_NO_SUCH_FILE;
    case EEXIST:
      return MPI_ERR_FILE_EXISTS;
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
    case ENOTDIR:
      return MPI_ERR_BAD_FILE;
    case EROFS:
      return MPI_ERR_READ_ONLY;
    case EFBIG:
    case ENOSPC:
      return MPI_ERR_NO_SPACE;
    case EDQUOT:
      return MPI_ERR_QUOTA;
    case ETXTBSY:
      return MPI_ERR_FILE_IN_USE;
    default:
      return MPI_ERR_IO;
  }
}

std::string text_of_errno(int error) { return std::generic_category().message(error); }

std::int64_t move_shared_file_pointer(Call& call, File& file, std::int64_t by) {
  return change_shared_file_pointer(call, file, PredefinedReductionOperation::sum, by);
}
std::int64_t set_shared_file_pointer(Call& call, File& file, std::int64_t to) {
  return change_shared_file_pointer(call, file, PredefinedReductionOperation::replace, to);
}
std::int64_t shared_file_pointer(Call& call, File& file) {
  return change_shared_file_pointer(call, file, PredefinedReductionOperation::no_operation, 0);
}

void carry_out_transfer_in_turn(Call& call, File& file, ServiceMessageKind kind, ServiceMemoryCells cells,
                                std::function<std::uint64_t()> transfer) {
  file.host_file->prepare_transfer(call.node.id(), std::move(transfer));
  const WindowRequest request{.kind = WindowRequest::Kind::run_service_function, .answer_tag = file.next_answer_tag()};
  std::uint64_t answer = 0;
  send_file_service_request_and_wait(call, file, request, {}, tag_of(kind, cells),
                                     std::as_writable_bytes(std::span(&answer, 1)));
}

void serve_shared_file_pointer(Call& call, const FilePtr& file) {
  if (file->comm->rank() != 0) return;
  WindowMemory memory{.base = reinterpret_cast<std::byte*>(file->shared_positions.data()),
                      .bytes = sizeof file->shared_positions,
                      .attached_sizes = {}};
  file->shared_file_pointer_service =
      std::make_shared<WindowService>(call.node, file->comm->context(), call.site, std::move(memory));
  file->shared_file_pointer_service->set_requested_service_function(
      [host_file = file->host_file](NodeId source) { return host_file->carry_out_prepared_transfer(source); });
  file->handle_of_shared_file_pointer_service =
      Group::start_in_background(call.node, file->shared_file_pointer_service);
}

void stop_service(Node& node, File& file, CallSite site) {
  if (file.shared_file_pointer_service == nullptr) return;
  const WindowRequest request{.kind = WindowRequest::Kind::stop};
  node.send(node.id(), std::as_bytes(std::span(&request, 1)),
            {.tag = tag_of(ServiceMessageKind::free),
             .protocol = WindowService::kOneSidedProtocol,
             .context = file.comm->context()},
            site);
  node.wait(file.handle_of_shared_file_pointer_service, site);
  file.shared_file_pointer_service = nullptr;
}

void note_opened_file(Call& call, File& file) {
  if (!call.state.history) return;
  CallHistory& history = *call.state.history;
  file.canonical_file_path = canonicalise_file_path(file.name());
  file.known_events = history.event_order.vector_clock_of(call.node.id());
  const FileHandleRecord own{.opener = {call.node.id(), call.site},
                             .opened_by = file.comm->id(),
                             .is_unique = (file.amode & MPI_MODE_UNIQUE_OPEN) != 0};
  const auto other = history.files.add_handle_and_find_unique_open_breach(file.canonical_file_path, own);
  if (!other) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::invalid_parameter, call.site,
      fmt::format(
          "MPI_MODE_UNIQUE_OPEN promises that the file '{}' is opened nowhere else meanwhile, but {} has opened "
          "it, and closes it later or without an order",
          file.name(), other->opener.text()),
      {other->opener});
}

std::uint32_t note_file_synchronisation(Call& call, File& file) {
  if (!call.state.history) return 0;
  const std::uint32_t event =
      call.state.history->files.note_file_synchronisation(file.canonical_file_path, call.node.id(), file.comm->id());
  file.known_events = call.state.history->event_order.vector_clock_of(call.node.id());
  return event;
}

void note_closed_file(Call& call, File& file) {
  const std::uint32_t event = note_file_synchronisation(call, file);
  if (call.state.history)
    call.state.history->files.note_handle_is_closed(file.canonical_file_path, call.node.id(), file.comm->id(), event);
}

bool is_same_on_all_members(Call& call, Communicator& comm, std::int64_t value) {
  const std::array<std::int64_t, 2> mine{value, ~value};
  std::array<std::int64_t, 2> highest{};
  const auto larger = [](std::int64_t one, std::int64_t other) { return std::max(one, other); };
  comm.group().all_reduce(std::span<const std::int64_t>(mine), std::span<std::int64_t>(highest), larger,
                          OperandOrder::free, call.site);
  return highest[0] == ~highest[1];
}

void check_same_on_all_members(Call& call, Communicator& comm, std::int64_t value, const char* what) {
  if (!is_same_on_all_members(call, comm, value)) fail(MPI_ERR_NOT_SAME, "{} is not what all members give", what);
}

void check_view_is_same_on_all_members(Call& call, File& file) {
  await_agreement_on_view(call, file);
  if (!file.has_same_view_on_all_members)
    fail(MPI_ERR_NOT_SAME, "the members have different views of the file, which have no shared file pointer");
}

EventKnowledgeAfterCollective synchronise_members(Call& call, File& file) {
  if (waits_only_where_required(call)) return EventKnowledgeAfterCollective::no_events;
  file.comm->group().barrier(call.site);
  return EventKnowledgeAfterCollective::events_of_members_that_sent_values;
}

std::shared_ptr<FileAgreement> begin_agreement(Call& call, File& file, std::int64_t value) {
  const auto agreement = std::make_shared<FileAgreement>();
  agreement->values_of_this_member = {value, ~value};
  const auto larger = [](std::int64_t one, std::int64_t other) { return std::max(one, other); };
  agreement->handle = file.comm->group().post(
      make_all_reduce_or_scan_call(
          Collective::all_reduce, std::span<const std::int64_t>(agreement->values_of_this_member),
          std::span<std::int64_t>(agreement->greatest_values_of_members), larger, OperandOrder::free),
      call.site);
  return agreement;
}

void await_agreement_on_view(Call& call, File& file) {
  const auto agreement = std::exchange(file.agreement_on_view, nullptr);
  if (agreement == nullptr) return;
  call.node.wait(agreement->handle, call.site);
  file.has_same_view_on_all_members =
      agreement->greatest_values_of_members[0] == ~agreement->greatest_values_of_members[1];
}

void await_agreement_on_size(Call& call, File& file) {
  const auto agreement = std::exchange(file.agreement_on_size, nullptr);
  if (agreement != nullptr) call.node.wait(agreement->handle, call.site);
}

}  // namespace switchyard::mpi
