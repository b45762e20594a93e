#pragma once
/// \file message.hpp
/// The arguments of a message, from a program's to Node's.

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

/// As a program gives them.
struct MessageArguments {
  const void* buffer;
  int count;
  MPI_Datatype type;
  int peer;
  int tag;
  MPI_Comm comm;
};

/// Checked. Fails with the class of the argument that is wrong.
MessagePart part_to_send(Call& call, const MessageArguments& arguments, SendMode mode = SendMode::standard);
MessagePart part_to_receive(Call& call, const MessageArguments& arguments);
/// What a probe, or a matched receive, knows already is left out.
MessagePart part_to_probe(Call& call, int source, int tag, MPI_Comm comm);
/// The message that a matched probe has found, with a buffer for it; `*message` becomes null. Nothing for that of no
/// process.
std::optional<ProbedMessage> take_probed(Call& call, void* buffer, int count, MPI_Datatype type, MPI_Message* message,
                                         MessagePart& part);
/// Buffer, count and type alone.
void describe_buffer(Call& call, const void* buffer, int count, MPI_Datatype type, MessagePart& part);

NodeId source_of(const MessagePart& part);
TagSelector selector_of(const MessagePart& part);
ReceiveOptions receiving(const MessagePart& part);
MessageOptions sending(const MessagePart& part);

/// What is sent; `packed` is filled if the values are not dense, and must stay as long as the send is under way.
std::span<const std::byte> data_to_send(Call& call, const MessagePart& part, std::vector<std::byte>& packed);
/// Room for what is received; the same for `packed`, which unpack_received() reads.
std::span<std::byte> room_to_receive(const MessagePart& part, std::vector<std::byte>& packed);
/// The same for a nonblocking receive: where defects are looked for, the message waits in `packed` until it is
/// complete.
std::span<std::byte> watched_room_to_receive(Call& call, const MessagePart& part, std::vector<std::byte>& packed);
void unpack_received(Call& call, const MessagePart& part, const std::vector<std::byte>& packed,
                     const Received& received);

// Statuses; `status` may be MPI_STATUS_IGNORE. MPI_ERROR is left alone, as the standard has it.
void give_status(MPI_Status* status, const MessagePart& part, const Received& received);
void give_empty_status(MPI_Status* status);
void give_status_of_no_process(MPI_Status* status);

/// Fails if the message was longer than the buffer.
void check_received(const MessagePart& part, const Received& received);
std::string text_of_truncation(const MessagePart& part, const Received& received);

}  // namespace switchyard::mpi
