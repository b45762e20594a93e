#include "runtime/programs/mpi/message.hpp"

#include <algorithm>
#include <cstdlib>

namespace switchyard::mpi {

void check_buffer(const void* buffer, const TypeLayout& type, std::uint64_t count) {
  constexpr std::int64_t kLowestAddress = 4096;
  if (buffer == MPI_IN_PLACE) fail(MPI_ERR_BUFFER, "the buffer is MPI_IN_PLACE, which this argument cannot be here");
  if (buffer == nullptr && count * type.size() > 0 && type.true_lower_bound() < kLowestAddress)
    fail(MPI_ERR_BUFFER, "the buffer is a null pointer");
}

namespace {

void check_peer_rank(const Communicator& comm, int rank, const char* what) {
  if (rank == MPI_PROC_NULL || (rank >= 0 && rank < comm.peer_count())) return;
  fail(MPI_ERR_RANK, "there is no {} {}; ranks are 0 to {}", what, rank, comm.peer_count() - 1);
}

void check_and_set_source(Call& call, int source, int tag, MPI_Comm comm, MessageDescription& part) {
  part.comm = communicator_of(call, comm);
  if (source != MPI_ANY_SOURCE) check_peer_rank(*part.comm, source, "source");
  if (tag < 0 && tag != MPI_ANY_TAG) fail(MPI_ERR_TAG, "tag {} is negative, and not MPI_ANY_TAG", tag);
  part.peer = source;
  part.tag = tag;
}

void spend_copy_time(Call& call, std::uint64_t bytes) {
  const Duration cost = call.node.rates().copy * bytes;
  if (cost > Duration::zero()) call.node.compute(cost, call.site);
}

}  // namespace

void check_bytes_can_be_counted(std::uint64_t count, const TypeLayout& type) {
  // A limit far below the largest number, so that adding other sizes to it does not overflow.
  constexpr std::uint64_t kMost = std::uint64_t{1} << 62U;
  const std::uint64_t each = std::max(type.size(), static_cast<std::uint64_t>(std::abs(type.extent())));
  // If both numbers are below 2^31, their product is small enough; this test spares nearly all messages the slow
  // division below.
  if (count >> 31U == 0 && each >> 31U == 0) return;
  if (each == 0 || count <= kMost / each) return;
  fail(MPI_ERR_COUNT, "{} values of {} B each are more than any memory has", count, each);
}

void check_and_set_buffer(Call& call, const void* buffer, MPI_Count count, MPI_Datatype type,
                          MessageDescription& part) {
  part.count = checked_nonnegative_count(count);
  part.type = committed_type_of(call, type)->shared_layout();
  check_bytes_can_be_counted(part.count, *part.type);
  check_buffer(buffer, *part.type, part.count);
  part.buffer = const_cast<void*>(buffer);
}

void check_and_set_message_to_send(Call& call, const MessageArguments& arguments, SendMode mode,
                                   MessageDescription& part) {
  part.comm = communicator_of(call, arguments.comm);
  check_and_set_buffer(call, arguments.buffer, arguments.count, arguments.type, part);
  check_peer_rank(*part.comm, arguments.peer, "destination");
  if (arguments.tag < 0) fail(MPI_ERR_TAG, "tag {} is negative", arguments.tag);
  part.peer = arguments.peer;
  part.tag = arguments.tag;
  part.mode = mode;
}

void check_and_set_message_to_receive(Call& call, const MessageArguments& arguments, MessageDescription& part) {
  check_and_set_source(call, arguments.peer, arguments.tag, arguments.comm, part);
  check_and_set_buffer(call, arguments.buffer, arguments.count, arguments.type, part);
}

MessageDescription checked_message_to_send(Call& call, const MessageArguments& arguments, SendMode mode) {
  MessageDescription part;
  check_and_set_message_to_send(call, arguments, mode, part);
  return part;
}

MessageDescription checked_message_to_receive(Call& call, const MessageArguments& arguments) {
  MessageDescription part;
  check_and_set_message_to_receive(call, arguments, part);
  return part;
}

MessageDescription description_of_message_to_probe(Call& call, int source, int tag, MPI_Comm comm) {
  MessageDescription part;
  check_and_set_source(call, source, tag, comm, part);
  return part;
}

std::optional<ProbedMessage> take_probed_message(Call& call, void* buffer, MPI_Count count, MPI_Datatype type,
                                                 MPI_Message* message, MessageDescription& part) {
  check_pointer(message, "message");
  check_and_set_buffer(call, buffer, count, type, part);
  if (*message == MPI_MESSAGE_NO_PROC) {
    *message = MPI_MESSAGE_NULL;
    return std::nullopt;
  }
  if (*message == MPI_MESSAGE_NULL)
    fail(DefectClass::invalid_parameter, MPI_ERR_REQUEST,
         "the message is MPI_MESSAGE_NULL, as after a probe that has found none, or after its receive");
  if (call.state.probed_messages.find(*message) == nullptr)
    fail(MPI_ERR_REQUEST, "the message was received before, or is none");
  std::optional<ProbedMessage> probed = call.state.probed_messages.remove_and_return_object(*message);
  *message = MPI_MESSAGE_NULL;
  part.comm = probed->comm;
  part.peer = part.comm->rank_of(probed->message.envelope().source);
  part.tag = static_cast<int>(static_cast<std::uint32_t>(probed->message.envelope().tag));
  note_receive_of_probed_message(call, probed->recorded_receive, part);
  return probed;
}

void note_overlap_of_buffers(Call& call, const MessageDescription& out, const MessageDescription& in) {
  if (!call.state.history || out.peer == MPI_PROC_NULL || in.peer == MPI_PROC_NULL) return;
  const auto bytes_of = [](const MessageDescription& part) {
    return byte_ranges_of(Values{part.buffer, part.count, part.type});
  };
  if (!bytes_of(out).overlap(bytes_of(in))) return;
  call.process.defect_notes.note_defect(call.node, DefectClass::invalid_parameter, call.site,
                                        "what is sent and what is received share memory");
}

std::span<const std::byte> data_to_send(Call& call, const MessageDescription& part, std::vector<std::byte>& packed) {
  if (part.mode == SendMode::buffered && call.state.attached_buffer == nullptr)
    fail(DefectClass::call_ordering, MPI_ERR_BUFFER, "no buffer is attached; call MPI_Buffer_attach first");
  const std::uint64_t bytes = part.bytes();
  if (bytes == 0) return {};
  if (part.is_dense()) {
    const std::span<const std::byte> data(begin_of_dense_values(part.buffer, *part.type), bytes);
    check_readable(data);
    return data;
  }
  packed.resize(bytes);
  pack(part.buffer, part.count, *part.type, packed);
  spend_copy_time(call, bytes);
  return packed;
}

std::span<std::byte> receive_memory_of(const MessageDescription& part, std::vector<std::byte>& packed) {
  const std::uint64_t bytes = part.bytes();
  if (bytes == 0) return {};
  if (part.is_dense()) {
    const std::span<std::byte> room(begin_of_dense_values(part.buffer, *part.type), bytes);
    check_writable(room);
    return room;
  }
  packed.resize(bytes);
  return packed;
}

std::span<std::byte> watched_receive_memory_of(Call& call, const MessageDescription& part,
                                               std::vector<std::byte>& packed) {
  const auto room = receive_memory_of(part, packed);
  if (!call.state.history) return room;
  packed.resize(room.size());
  return packed;
}

void unpack_received(Call& call, const MessageDescription& part, const std::vector<std::byte>& packed,
                     const Received& received) {
  if (packed.empty() || received.cancelled) return;
  const std::uint64_t bytes = std::min<std::uint64_t>(received.bytes, packed.size());
  unpack(std::span(packed).first(bytes), part.buffer, part.count, *part.type);
  if (!part.is_dense()) spend_copy_time(call, bytes);
}

void fill_status(MPI_Status* status, const MessageDescription& part, const Received& received) {
  if (status == MPI_STATUS_IGNORE) return;
  check_writable(status, sizeof *status);
  if (received.cancelled) {
    fill_empty_status(status);
    status->switchyard_cancelled = 1;
    return;
  }
  status->MPI_SOURCE = part.comm->rank_of(received.source);
  status->MPI_TAG = static_cast<int>(static_cast<std::uint32_t>(received.tag));
  status->switchyard_cancelled = 0;
  status->switchyard_bytes = received.truncated ? part.bytes() : received.bytes;
}

void fill_empty_status(MPI_Status* status) {
  if (status == MPI_STATUS_IGNORE) return;
  check_writable(status, sizeof *status);
  status->MPI_SOURCE = MPI_ANY_SOURCE;
  status->MPI_TAG = MPI_ANY_TAG;
  status->switchyard_cancelled = 0;
  status->switchyard_bytes = 0;
}

void fill_status_of_null_process(MPI_Status* status) {
  fill_empty_status(status);
  if (status != MPI_STATUS_IGNORE) status->MPI_SOURCE = MPI_PROC_NULL;
}

void fill_undefined_status(const Call& call, MPI_Status* status) {
  // No message has so many bytes, and only datatypes of one byte have a size that divides this number.
  constexpr std::uint64_t kUndefinedStatusBytes = (std::uint64_t{1} << 61U) - 1;
  if (status == MPI_STATUS_IGNORE || !call.state.history) return;
  check_writable(status, sizeof *status);
  status->MPI_SOURCE = kUndefinedStatusField;
  status->MPI_TAG = kUndefinedStatusField;
  status->switchyard_cancelled = 1;
  status->switchyard_bytes = kUndefinedStatusBytes;
}

std::string text_of_truncation(const MessageDescription& part, const Received& received) {
  return fmt::format("the message of {} B from rank {}, tag {}, does not fit into the receive buffer of {} B",
                     received.bytes, part.comm->rank_of(received.source), static_cast<std::uint32_t>(received.tag),
                     part.bytes());
}

void check_message_fits(const MessageDescription& part, const Received& received) {
  if (received.truncated) fail(MPI_ERR_TRUNCATE, text_of_truncation(part, received));
}

}  // namespace switchyard::mpi
