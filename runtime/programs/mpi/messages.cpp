/// \file messages.cpp
/// MPI's functions for blocking sends and receives, probes, the buffer for buffered sends, and the contents of
/// statuses.
///
/// Source: MPI 3.1, chapter 3, and MPI 4.1, sec. 3.2.5 and 13.3.

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/mpi.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

// --- sends and receives ---------------------------------------------------------------------------------------------

template <SendMode mode>
void send(Call& call, const void* buf, MPI_Count count, MPI_Datatype type, int dest, int tag, MPI_Comm comm) {
  const MessageDescription part = checked_message_to_send(call, {buf, count, type, dest, tag, comm}, mode);
  if (dest == MPI_PROC_NULL) return;
  std::vector<std::byte> packed;
  const auto data = data_to_send(call, part, packed);
  const std::uint64_t number = note_send(call, part);
  check_memory_access(call, part, ReadOrWrite::reads);
  call.node.send(part.comm->node_at(dest), data, send_options_of(part), call.site);
  note_completed_send(call, part, number);
}

void receive(Call& call, void* buf, MPI_Count count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
             MPI_Status* status) {
  const MessageDescription part = checked_message_to_receive(call, {buf, count, type, source, tag, comm});
  if (source == MPI_PROC_NULL) return fill_status_of_null_process(status);
  std::vector<std::byte> packed;
  const auto room = receive_memory_of(part, packed);
  check_memory_access(call, part, ReadOrWrite::writes);
  const RecordedReceivePtr recorded = note_receive(call, part);
  const Received received = call.node.receive(source_of(part), room, receive_options_of(part), call.site);
  note_received_message(call, recorded, part, received);
  unpack_received(call, part, packed, received);
  note_end_of_received_values(call, part, received);
  fill_status(status, part, received);
  check_message_fits(part, received);
}

/// Sends one message and receives another one, as MPI_Sendrecv does. The receive is posted first, so that a message of
/// the node to itself finds it. The arguments of both were checked before, so that wrong arguments of the send do not
/// leave a posted receive behind.
void exchange(Call& call, const MessageDescription& out, const MessageDescription& in,
              std::vector<std::byte>& packed_out, MPI_Status* status) {
  Node& node = call.node;
  std::vector<std::byte> packed_in;
  std::span<std::byte> room;
  std::span<const std::byte> data = packed_out;
  if (in.peer != MPI_PROC_NULL) room = receive_memory_of(in, packed_in);
  if (out.peer != MPI_PROC_NULL && packed_out.empty()) data = data_to_send(call, out, packed_out);
  Handle receive, send;
  RecordedReceivePtr recorded;
  if (in.peer != MPI_PROC_NULL) {
    check_memory_access(call, in, ReadOrWrite::writes);
    recorded = note_receive(call, in);
    receive = node.post_receive(source_of(in), room, receive_options_of(in), call.site);
  }
  if (out.peer != MPI_PROC_NULL) {
    check_memory_access(call, out, ReadOrWrite::reads);
    note_send(call, out);
    send = node.post_send(out.comm->node_at(out.peer), data, send_options_of(out), call.site);
  }
  if (!send.empty()) node.wait(send, call.site);
  if (receive.empty()) return fill_status_of_null_process(status);
  const Received received = node.wait(receive, call.site);
  note_received_message(call, recorded, in, received);
  unpack_received(call, in, packed_in, received);
  note_end_of_received_values(call, in, received);
  fill_status(status, in, received);
  check_message_fits(in, received);
}

void send_receive(Call& call, const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int source, int recvtag, MPI_Comm comm,
                  MPI_Status* status) {
  const MessageDescription out = checked_message_to_send(call, {sendbuf, sendcount, sendtype, dest, sendtag, comm});
  const MessageDescription in = checked_message_to_receive(call, {recvbuf, recvcount, recvtype, source, recvtag, comm});
  note_overlap_of_buffers(call, out, in);
  std::vector<std::byte> packed;
  exchange(call, out, in, packed, status);
}

void send_receive_replace(Call& call, void* buf, MPI_Count count, MPI_Datatype type, int dest, int sendtag, int source,
                          int recvtag, MPI_Comm comm, MPI_Status* status) {
  const MessageDescription out = checked_message_to_send(call, {buf, count, type, dest, sendtag, comm});
  const MessageDescription in = checked_message_to_receive(call, {buf, count, type, source, recvtag, comm});
  std::vector<std::byte> packed(out.bytes());
  pack(out.buffer, out.count, *out.type, packed);
  exchange(call, out, in, packed, status);
}

// --- probes (MPI_Probe and its like) ---------------------------------------------------------------------------------

void probe(Call& call, int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const MessageDescription part = description_of_message_to_probe(call, source, tag, comm);
  if (source == MPI_PROC_NULL) return fill_status_of_null_process(status);
  const Received found = call.node.probe(source_of(part), tag_selector_of(part), call.site);
  note_message_seen_by_probe(call, part, found);
  fill_status(status, part, found);
}

void try_probe(Call& call, int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  const MessageDescription part = description_of_message_to_probe(call, source, tag, comm);
  check_pointer(flag, "flag");
  *flag = 1;
  if (source == MPI_PROC_NULL) return fill_status_of_null_process(status);
  const std::optional<Received> found = call.node.try_probe(source_of(part), tag_selector_of(part), call.site);
  *flag = found ? 1 : 0;
  if (!found) return fill_undefined_status(call, status);
  note_message_seen_by_probe(call, part, *found);
  fill_status(status, part, *found);
}

void store_found_message(Call& call, const MessageDescription& part, TakenMessage taken, MPI_Message* message,
                         MPI_Status* status) {
  fill_status(status, part, taken.envelope());
  RecordedReceivePtr recorded = note_message_found_by_probe(call, part, taken.envelope());
  *message = call.state.probed_messages.add({std::move(taken), part.comm, std::move(recorded)}, call.site);
}

void store_message_of_null_process(MPI_Message* message, MPI_Status* status) {
  *message = MPI_MESSAGE_NO_PROC;
  fill_status_of_null_process(status);
}

void matched_probe(Call& call, int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  const MessageDescription part = description_of_message_to_probe(call, source, tag, comm);
  check_pointer(message, "message");
  if (source == MPI_PROC_NULL) return store_message_of_null_process(message, status);
  store_found_message(call, part, call.node.matched_probe(source_of(part), tag_selector_of(part), call.site), message,
                      status);
}

void try_matched_probe(Call& call, int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                       MPI_Status* status) {
  const MessageDescription part = description_of_message_to_probe(call, source, tag, comm);
  check_pointer(flag, "flag");
  check_pointer(message, "message");
  *flag = 1;
  if (source == MPI_PROC_NULL) return store_message_of_null_process(message, status);
  auto found = call.node.try_matched_probe(source_of(part), tag_selector_of(part), call.site);
  if (found) return store_found_message(call, part, std::move(*found), message, status);
  *flag = 0;
  *message = MPI_MESSAGE_NULL;
  fill_undefined_status(call, status);
}

void matched_receive(Call& call, void* buf, MPI_Count count, MPI_Datatype type, MPI_Message* message,
                     MPI_Status* status) {
  MessageDescription part;
  auto probed = take_probed_message(call, buf, count, type, message, part);
  if (!probed) return fill_status_of_null_process(status);
  std::vector<std::byte> packed;
  const auto room = receive_memory_of(part, packed);
  check_memory_access(call, part, ReadOrWrite::writes);
  const Received received = call.node.receive(probed->message, room, true, call.site);
  unpack_received(call, part, packed, received);
  note_end_of_received_values(call, part, received);
  fill_status(status, part, received);
  check_message_fits(part, received);
}

// --- the buffer for buffered sends ----------------------------------------------------------------------------------

/// Watches the buffer that the program has attached for buffered sends. Notes a defect if the program accesses or frees
/// the buffer while it belongs to MPI (MPI 3.1, sec. 3.6).
class AttachedSendBufferWatcher final : public MemoryAccessListener {
 public:
  AttachedSendBufferWatcher(Process& process, CallSite attached, std::span<const std::byte> buffer)
      : process_(process),
        attachment_site_(attached),
        compared_bytes_(buffer.first(std::min(buffer.size(), kMostComparedBytes))),
        buffer_bytes_when_attached_(compared_bytes_.begin(), compared_bytes_.end()) {
    const auto begin = reinterpret_cast<std::uintptr_t>(buffer.data());
    process_.memory_watch.start_watching_memory_area(begin, begin + buffer.size(), *this);
  }
  ~AttachedSendBufferWatcher() override { process_.memory_watch.stop_watching_memory_area(*this); }
  AttachedSendBufferWatcher(const AttachedSendBufferWatcher&) = delete;
  AttachedSendBufferWatcher& operator=(const AttachedSendBufferWatcher&) = delete;

  void on_program_access(const ProgramLoadOrStore& access) override {
    if (process_.defect_notes.has_noted_defect(DefectClass::local_concurrency, attachment_site_)) return;
    const EmulatorCodeScope host(process_);
    const CallInvolvedInDefect own = process_.defect_call_of(access);
    note_buffer_use(
        fmt::format("the program {} the buffer before it is detached{}", access.writes ? "stores to" : "loads from",
                    own.place.line == 0 ? "" : fmt::format(" ({}:{})", own.place.file, own.place.line)),
        {}, {own});
  }
  void on_atomic_access(const ProgramAtomicAccess& atomic) override { on_program_access(atomic.load_or_store); }
  void on_atomic_fence(ProgramMemoryOrder) override {}
  void on_buffer_call(const CallUsingBuffer& call, const ByteRanges&) override {
    const CallOfNode user{process_.node().id(), call.site};
    note_buffer_use(fmt::format("{} uses memory of the buffer before it is detached", user.text()), {user});
  }
  void on_end_of_buffer_call(std::uint64_t) override {}
  void on_memory_free() override {
    is_freed_ = true;
    process_.defect_notes.note_defect(process_.node(), DefectClass::memory, attachment_site_,
                                      "the program has freed the buffer before it was detached");
  }
  /// Called when the buffer for buffered sends is detached. Notes a defect if the contents of the buffer have changed
  /// since it was attached: only the program can have changed them, as the emulator keeps buffered messages in other
  /// memory.
  void check_contents() {
    if (is_freed_ || std::ranges::equal(buffer_bytes_when_attached_, compared_bytes_)) return;
    note_buffer_use("the program has changed the buffer before it was detached", {});
  }

 private:
  static constexpr std::size_t kMostComparedBytes = std::size_t{1} << 20U;

  void note_buffer_use(const std::string& text, std::vector<CallOfNode> other_calls,
                       const std::vector<CallInvolvedInDefect>& more = {}) {
    process_.defect_notes.note_defect(process_.node(), DefectClass::local_concurrency, attachment_site_, text,
                                      std::move(other_calls), more);
  }

  Process& process_;
  CallSite attachment_site_;
  std::span<const std::byte> compared_bytes_;  ///< the first bytes of the attached buffer, in the program's memory
  std::vector<std::byte> buffer_bytes_when_attached_;  ///< what the first bytes of the buffer were when it was attached
  bool is_freed_ = false;
};

void attach_buffer(Call& call, void* buffer, MPI_Count size) {
  if (size < 0) fail(MPI_ERR_ARG, "size {} is negative", size);
  check_pointer(buffer, "buffer");
  if (call.state.attached_buffer != nullptr)
    fail(DefectClass::call_ordering, MPI_ERR_BUFFER, "a buffer is attached already; detach it first");
  check_readable(buffer, static_cast<std::size_t>(size));
  const std::span<const std::byte> memory(static_cast<const std::byte*>(buffer), static_cast<std::size_t>(size));
  check_access_to_byte_range(call, memory, ReadOrWrite::writes);
  call.node.attach_buffer(static_cast<std::uint64_t>(size), MPI_BSEND_OVERHEAD, call.site);
  call.state.attached_buffer = buffer;
  if (call.node.defects() == nullptr) return;
  call.state.watch_of_attached_buffer = std::make_unique<AttachedSendBufferWatcher>(call.process, call.site, memory);
}

void detach_buffer(Call& call, void* address, IntOrLargeCountPointer size) {
  check_pointer(address, "buffer_addr");
  check_pointer(size, "size");
  if (call.state.attached_buffer == nullptr) fail(DefectClass::call_ordering, MPI_ERR_BUFFER, "no buffer is attached");
  size.set(static_cast<std::int64_t>(call.node.detach_buffer(call.site)));
  if (call.state.watch_of_attached_buffer)
    static_cast<AttachedSendBufferWatcher&>(*call.state.watch_of_attached_buffer).check_contents();
  *static_cast<void**>(address) = std::exchange(call.state.attached_buffer, nullptr);
  call.state.watch_of_attached_buffer = nullptr;
}

// --- functions on statuses of type MPI_Status -----------------------------------------------------------------------

void set_count_or_undefined(IntOrLargeCountPointer place, std::optional<std::uint64_t> count) {
  place.set(count ? static_cast<std::int64_t>(*count) : MPI_UNDEFINED);
}

void get_count(Call& call, const MPI_Status* status, MPI_Datatype type, IntOrLargeCountPointer count) {
  check_pointer(status, "status");
  check_pointer(count, "count");
  set_count_or_undefined(count, count_of_values_in_bytes(status->switchyard_bytes, datatype_of(call, type)->layout()));
}

void get_elements(Call& call, const MPI_Status* status, MPI_Datatype type, IntOrLargeCountPointer count) {
  check_pointer(status, "status");
  check_pointer(count, "count");
  set_count_or_undefined(count,
                         count_of_elements_in_bytes(status->switchyard_bytes, datatype_of(call, type)->layout()));
}

void set_elements(Call& call, MPI_Status* status, MPI_Datatype type, MPI_Count count) {
  check_pointer(status, "status");
  if (count < 0) fail(MPI_ERR_COUNT, "count {} is negative", count);
  status->switchyard_bytes = size_of_elements(static_cast<std::uint64_t>(count), datatype_of(call, type)->layout());
}

void test_cancelled(Call&, const MPI_Status* status, int* flag) {
  check_pointer(status, "status");
  check_pointer(flag, "flag");
  *flag = status->switchyard_cancelled;
}
void set_cancelled(Call&, MPI_Status* status, int flag) {
  check_pointer(status, "status");
  status->switchyard_cancelled = flag != 0 ? 1 : 0;
}

/// Implements MPI_Status_get_source and the other functions that return one field of a status.
template <int MPI_Status::*field>
void get_field(Call&, const MPI_Status* status, int* value) {
  check_pointer(status, "status");
  check_pointer(value, "the place of the result");
  *value = status->*field;
}
template <int MPI_Status::*field>
void set_field(Call&, MPI_Status* status, int value) {
  check_pointer(status, "status");
  status->*field = value;
}

/// Copies a status from one of its three forms to another: C, Fortran, and Fortran 2008. All forms have the same layout
/// in memory.
template <class To, class From>
void convert_status(Call&, const From* from, To* to) {
  static_assert(sizeof(MPI_Status) == MPI_STATUS_SIZE * sizeof(MPI_Fint));
  static_assert(sizeof(MPI_Status) == sizeof(MPI_F08_status));
  check_pointer(from, "the status to convert");
  check_pointer(to, "the place of the result");
  std::memcpy(to, from, sizeof(MPI_Status));
}

}  // namespace

SymbolBindings message_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_COUNTED(list, Send, send<SendMode::standard>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Bsend, send<SendMode::buffered>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Ssend, send<SendMode::synchronous>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Rsend, send<SendMode::ready>);
    SWITCHYARD_MPI_BIND_COUNTED(list, Recv, receive);
    SWITCHYARD_MPI_BIND_COUNTED(list, Sendrecv, send_receive);
    SWITCHYARD_MPI_BIND_COUNTED(list, Sendrecv_replace, send_receive_replace);
    SWITCHYARD_MPI_BIND(list, Probe, probe);
    SWITCHYARD_MPI_BIND(list, Iprobe, try_probe);
    SWITCHYARD_MPI_BIND(list, Mprobe, matched_probe);
    SWITCHYARD_MPI_BIND(list, Improbe, try_matched_probe);
    SWITCHYARD_MPI_BIND_COUNTED(list, Mrecv, matched_receive);
    SWITCHYARD_MPI_BIND_COUNTED(list, Buffer_attach, attach_buffer);
    SWITCHYARD_MPI_BIND_COUNTED(list, Buffer_detach, detach_buffer);
    SWITCHYARD_MPI_BIND_COUNTED(list, Get_count, get_count);
    SWITCHYARD_MPI_BIND_COUNTED(list, Get_elements, get_elements);
    SWITCHYARD_MPI_BIND(list, Get_elements_x, get_elements);
    SWITCHYARD_MPI_BIND_COUNTED(list, Status_set_elements, set_elements);
    SWITCHYARD_MPI_BIND(list, Status_set_elements_x, set_elements);
    SWITCHYARD_MPI_BIND(list, Status_set_cancelled, set_cancelled);
    SWITCHYARD_MPI_BIND(list, Test_cancelled, test_cancelled);
    SWITCHYARD_MPI_BIND(list, Status_get_source, get_field<&MPI_Status::MPI_SOURCE>);
    SWITCHYARD_MPI_BIND(list, Status_get_tag, get_field<&MPI_Status::MPI_TAG>);
    SWITCHYARD_MPI_BIND(list, Status_get_error, get_field<&MPI_Status::MPI_ERROR>);
    SWITCHYARD_MPI_BIND(list, Status_set_source, set_field<&MPI_Status::MPI_SOURCE>);
    SWITCHYARD_MPI_BIND(list, Status_set_tag, set_field<&MPI_Status::MPI_TAG>);
    SWITCHYARD_MPI_BIND(list, Status_set_error, set_field<&MPI_Status::MPI_ERROR>);
    SWITCHYARD_MPI_BIND(list, Status_f2c, (convert_status<MPI_Status, MPI_Fint>));
    SWITCHYARD_MPI_BIND(list, Status_c2f, (convert_status<MPI_Fint, MPI_Status>));
    SWITCHYARD_MPI_BIND(list, Status_f082c, (convert_status<MPI_Status, MPI_F08_status>));
    SWITCHYARD_MPI_BIND(list, Status_c2f08, (convert_status<MPI_F08_status, MPI_Status>));
    SWITCHYARD_MPI_BIND(list, Status_f082f, (convert_status<MPI_Fint, MPI_F08_status>));
    SWITCHYARD_MPI_BIND(list, Status_f2f08, (convert_status<MPI_F08_status, MPI_Fint>));
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
