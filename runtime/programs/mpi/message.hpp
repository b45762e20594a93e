#pragma once
/// \file message.hpp
/// Checks the arguments that a program gives MPI for a message, and converts them into the arguments of the class
/// Node's functions for messages.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {

/// The arguments of an MPI send or receive, as a program gives them.
struct MessageArguments {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
};

/// Both functions check the arguments of a message, and return a description of the message to send, or to receive.
/// They fail with the error class of the argument that is wrong.
MessageDescription checked_message_to_send(Call& call, const MessageArguments& arguments,
                                           SendMode mode = SendMode::standard);
MessageDescription checked_message_to_receive(Call& call, const MessageArguments& arguments);
/// Both functions check the arguments of a message, and store a description of the message to send, or to receive, in
/// `part`. They fail with the error class of the argument that is wrong. Needs: `part` has no communicator yet.
void check_and_set_message_to_send(Call& call, const MessageArguments& arguments, SendMode mode,
                                   MessageDescription& part);
void check_and_set_message_to_receive(Call& call, const MessageArguments& arguments, MessageDescription& part);
/// Checks the arguments of a probe, and returns a description of the message to look for, without a buffer.
MessageDescription description_of_message_to_probe(Call& call, int source, int tag, MPI_Comm comm);
/// Returns the message that a matched probe has found, and sets the handle `*message` to null. Checks the buffer for
/// receiving the message, and stores its description in `part`. Returns nothing for MPI_MESSAGE_NO_PROC.
std::optional<ProbedMessage> take_probed_message(Call& call, void* buffer, MPI_Count count, MPI_Datatype type,
                                                 MPI_Message* message, MessageDescription& part);
/// Fails with MPI_ERR_BUFFER if the address of a message buffer is MPI_IN_PLACE, or if it is null although there are
/// bytes to read or write. A null pointer (MPI_BOTTOM) is allowed if the displacements in the datatype are addresses.
void check_buffer(const void* buffer, const TypeLayout& type, std::uint64_t count);
/// Fails with MPI_ERR_COUNT if `count` values of a datatype have more bytes than any memory.
void check_bytes_can_be_counted(std::uint64_t count, const TypeLayout& type);
/// Checks the buffer, count and datatype that a program gives for a message, and stores them in `part`.
void check_and_set_buffer(Call& call, const void* buffer, MPI_Count count, MPI_Datatype type, MessageDescription& part);

/// Notes a defect if the buffers of a send and a receive that one call makes, such as MPI_Sendrecv, overlap. Needs: the
/// call has two buffers, one for the send and one for the receive.
void note_overlap_of_buffers(Call& call, const MessageDescription& out, const MessageDescription& in);

// The following functions convert the description of an MPI message into the arguments of Node's functions for
// messages. They are inline, so that the caller writes the arguments directly into the memory from which Node reads
// them. A structure that is returned in registers would first be put together in other memory by small stores, and
// loading it right after them is slow.

inline NodeId source_of(const MessageDescription& part) {
  return part.peer == MPI_ANY_SOURCE ? kAnyNode : part.comm->node_at(part.peer);
}
inline TagSelector tag_selector_of(const MessageDescription& part) {
  TagSelector selector(Tag{static_cast<std::uint32_t>(part.tag)}, part.comm->context());
  if (part.tag == MPI_ANY_TAG) selector = TagSelector::any(selector.context);
  return selector;
}
inline ReceiveOptions receive_options_of(const MessageDescription& part) {
  ReceiveOptions options = tag_selector_of(part);
  options.truncates = true;
  return options;
}
inline MessageOptions send_options_of(const MessageDescription& part) {
  return {.tag = Tag{static_cast<std::uint32_t>(part.tag)}, .context = part.comm->context(), .mode = part.mode};
}

/// Returns the bytes of a message to send. Values that do not lie contiguously in memory are packed into `packed`,
/// which must exist until the send is complete.
std::span<const std::byte> data_to_send(Call& call, const MessageDescription& part, std::vector<std::byte>& packed);
/// Returns the memory into which a message is received: the program's buffer if its values lie contiguously there, and
/// otherwise `packed`, from which unpack_received() copies them to the buffer.
std::span<std::byte> receive_memory_of(const MessageDescription& part, std::vector<std::byte>& packed);
/// Returns the memory into which a nonblocking receive gets its message. If the run looks for defects, this is always
/// the buffer `packed`, which keeps the message until the receive is complete.
std::span<std::byte> watched_receive_memory_of(Call& call, const MessageDescription& part,
                                               std::vector<std::byte>& packed);
void unpack_received(Call& call, const MessageDescription& part, const std::vector<std::byte>& packed,
                     const Received& received);

// The following functions fill a status; `status` may be MPI_STATUS_IGNORE. They do not change its field MPI_ERROR, as
// the standard demands.
void fill_status(MPI_Status* status, const MessageDescription& part, const Received& received);
void fill_empty_status(MPI_Status* status);
void fill_status_of_null_process(MPI_Status* status);

/// Called by a test or probe that finds nothing, which leaves its status undefined (MPI 3.1, sec. 3.7.3, 3.7.5
/// and 3.8.1). In a run that looks for defects, stores values that no message has, so that a program that goes by the
/// status ends otherwise. Does not change MPI_ERROR, which only calls with several statuses set. `status` may be
/// MPI_STATUS_IGNORE.
void fill_undefined_status(const Call& call, MPI_Status* status);

/// Fails if a received message was longer than its receive buffer.
void check_message_fits(const MessageDescription& part, const Received& received);
std::string text_of_truncation(const MessageDescription& part, const Received& received);

}  // namespace switchyard::mpi
