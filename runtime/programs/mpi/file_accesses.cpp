/// \file file_accesses.cpp
/// MPI's functions that read and write files.
///
/// Source: MPI 3.1, sec. 13.4.
///
/// A file transfer is complete when the MPI call that makes it returns, even if the call is nonblocking. The members of
/// a collective file access wait for each other, unless calls of the run wait only where the standard requires it. In a
/// split access they wait in the second call, as if that were the blocking access, and in a run that looks for defects
/// also in the first one, which may be the blocking access as well (MPI 3.1, sec. 13.4.5). In a nonblocking access they
/// never wait.

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <string_view>
#include <type_traits>

#include "runtime/programs/crash.hpp"
#include "runtime/programs/mpi/file.hpp"
#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/state.hpp"

namespace switchyard::mpi {
namespace {

enum class Direction : std::uint8_t { read, write };
/// What determines where in the view a file access begins: an offset that the program gives, the individual file
/// pointer, or the shared file pointer, for one member at a time or for all members in the order of their ranks.
enum class FileAccessPositioning : std::uint8_t {
  explicit_offset,
  individual_file_pointer,
  shared_file_pointer,
  shared_file_pointer_by_rank
};

/// The arguments of a file access, as a program gives them.
struct FileAccessArguments {
  MPI_File file;
  MPI_Offset offset;  ///< offset that the program gives; 0 for accesses by a file pointer
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
};

/// A file access, after the checks of its arguments.
struct CheckedFileAccess {
  FilePtr file;
  Direction direction;
  FileAccessPositioning access_position;
  bool is_collective;
  std::int64_t offset;
  MessageDescription
      values_in_program_memory;  ///< the values in the program's memory; only `buffer`, `count` and `type` are set
  std::uint64_t bytes = 0;       ///< number of bytes to be read or written, by the size of the values in the file
};

// --- checks of an access --------------------------------------------------------------------------------------------

std::uint64_t size_of_values_in_file(const File& file, const MessageDescription& part) {
  return file.representation == FileDataRepresentation::external32 ? external32_size(part.count, *part.type)
                                                                   : part.bytes();
}

void check_access_is_allowed(const File& file, Direction direction, FileAccessPositioning pointer) {
  if (direction == Direction::read && !file.is_open_for_reading())
    fail(MPI_ERR_ACCESS, "the file was opened with MPI_MODE_WRONLY");
  if (direction == Direction::write && !file.is_open_for_writing())
    fail(DefectClass::invalid_parameter, MPI_ERR_READ_ONLY, "the file was opened with MPI_MODE_RDONLY");
  const bool has_own_place =
      pointer == FileAccessPositioning::explicit_offset || pointer == FileAccessPositioning::individual_file_pointer;
  if (has_own_place && (file.amode & MPI_MODE_SEQUENTIAL) != 0)
    fail(DefectClass::invalid_parameter, MPI_ERR_UNSUPPORTED_OPERATION,
         "the file was opened with MPI_MODE_SEQUENTIAL: only the shared pointer is there");
}

void check_access_size(const CheckedFileAccess& access) {
  const FileView& view = access.file->view;
  if (access.bytes % view.unit_bytes() != 0)
    fail(DefectClass::invalid_parameter, MPI_ERR_IO, "{} B are no whole number of etypes of {} B", access.bytes,
         view.unit_bytes());
  if (access.bytes > 0 && view.empty())
    fail(DefectClass::invalid_parameter, MPI_ERR_IO, "the view has no bytes, and {} B are to be moved", access.bytes);
  if (access.direction == Direction::write && access.access_position == FileAccessPositioning::explicit_offset)
    view.check_write_has_no_overlap(static_cast<std::uint64_t>(access.offset) * view.unit_bytes(), access.bytes);
  if (access.direction == Direction::write && access.access_position == FileAccessPositioning::individual_file_pointer)
    view.check_write_has_no_overlap(static_cast<std::uint64_t>(access.file->individual_position) * view.unit_bytes(),
                                    access.bytes);
}

/// Notes a defect, if the run looks for defects, if the basic types of the values differ from those of the view's
/// etypes. MPI_BYTE goes with any type (MPI 3.1, sec. 13.6.6).
void check_types_are_those_of_etypes(Call& call, const CheckedFileAccess& access) {
  if (!call.state.history) return;
  const TypeSignature values(access.values_in_program_memory.type, access.values_in_program_memory.count),
      etypes(access.file->elementary_type->shared_layout(), access.bytes / access.file->view.unit_bytes());
  if (etypes.has_values_at(0, values)) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::parameter_matching, call.site,
      fmt::format("the values are {}, and the etypes of the file's view {}", values.text(), etypes.text()));
}

CheckedFileAccess checked_access(Call& call, const FileAccessArguments& arguments, Direction direction,
                                 FileAccessPositioning pointer, bool is_collective) {
  CheckedFileAccess access{.file = file_of(call, arguments.file),
                           .direction = direction,
                           .access_position = pointer,
                           .is_collective = is_collective,
                           .offset = arguments.offset,
                           .values_in_program_memory = {}};
  check_access_is_allowed(*access.file, direction, pointer);
  if (pointer == FileAccessPositioning::shared_file_pointer ||
      pointer == FileAccessPositioning::shared_file_pointer_by_rank)
    check_view_is_same_on_all_members(call, *access.file);
  if (is_collective && access.file->split_access)
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "{} was called, and not ended yet",
         access.file->split_access->begin_function_name);
  if (arguments.offset < 0) fail(MPI_ERR_ARG, "offset {} is negative", arguments.offset);
  check_and_set_buffer(call, arguments.buffer, arguments.count, arguments.type, access.values_in_program_memory);
  access.bytes = size_of_values_in_file(*access.file, access.values_in_program_memory);
  check_access_size(access);
  check_types_are_those_of_etypes(call, access);
  return access;
}

// --- where in the file an access begins -----------------------------------------------------------------------------

/// Returns where this member's part of an ordered access begins. The parts follow each other in
/// the order of ranks, from the shared file pointer on. The pointer moves to the end of the last
/// part.
std::int64_t start_of_member_part_in_ordered_access(Call& call, File& file, std::int64_t units) {
  Group& group = file.comm->group();
  std::vector<std::int64_t> of_all(group.size());
  group.all_gather(std::span<const std::int64_t>(&units, 1), std::span(of_all), call.site);
  const std::int64_t all = std::accumulate(of_all.begin(), of_all.end(), std::int64_t{0});
  std::int64_t begin = group.rank() == 0 ? move_shared_file_pointer(call, file, all) : 0;
  group.broadcast(0, std::span(&begin, 1), call.site);
  return std::accumulate(of_all.begin(), of_all.begin() + group.rank(), begin);
}

/// Returns where in the view an access begins, in elementary types. Moves the file pointer that
/// the access uses to the end of the access.
std::int64_t move_file_pointer_past(Call& call, const CheckedFileAccess& access) {
  File& file = *access.file;
  const auto units = static_cast<std::int64_t>(access.bytes / file.view.unit_bytes());
  switch (access.access_position) {
    case FileAccessPositioning::individual_file_pointer:
      return std::exchange(file.individual_position, file.individual_position + units);
    case FileAccessPositioning::shared_file_pointer:
      return move_shared_file_pointer(call, file, units);
    case FileAccessPositioning::shared_file_pointer_by_rank:
      return start_of_member_part_in_ordered_access(call, file, units);
    default:
      return access.offset;
  }
}

// --- moving data ----------------------------------------------------------------------------------------------------

void spend_transfer_time(Call& call, std::uint64_t bytes) {
  const Duration cost = call.node.rates().copy * bytes;
  if (cost > Duration::zero()) call.node.compute(cost, call.site);
}

/// Returns whether the run tries different orders of this access and conflicting accesses of other nodes. A run that
/// looks for defects does so for accesses in atomic mode, which may happen in any order.
bool are_access_orders_tried(const Call& call, const CheckedFileAccess& access) {
  return call.state.history && access.file->is_atomic && access.bytes > 0;
}

/// Returns the bytes of the file that an access touches, as the ServiceMemoryCells by which a search of all orders of
/// events finds conflicting requests. `begin` is the access's first byte in the view's data.
ServiceMemoryCells served_cells_of_access(const CheckedFileAccess& access, std::uint64_t begin) {
  auto pieces = access.file->view.pieces(begin, access.bytes);
  FilePiece first, other;
  if (!pieces(first) || pieces(other)) return {};
  return ServiceMemoryCells::of(first.file_offset, first.bytes);
}

FileTransferResult write_file_in_service_order(Call& call, const CheckedFileAccess& access, std::uint64_t begin,
                                               std::span<const std::byte> data) {
  const File& file = *access.file;
  const std::vector<std::byte> copy(data.begin(), data.end());
  FileTransferResult result;
  carry_out_transfer_in_turn(call, *access.file, ServiceMessageKind::atomic, served_cells_of_access(access, begin),
                             [&] {
                               result = file.host_file->write(std::span(copy), file.view.pieces(begin, access.bytes));
                               return std::uint64_t{0};
                             });
  return result;
}

FileTransferResult read_file_in_service_order(Call& call, const CheckedFileAccess& access, std::uint64_t begin,
                                              std::span<std::byte> room) {
  const File& file = *access.file;
  std::vector<std::byte> copy(room.size());
  FileTransferResult result;
  carry_out_transfer_in_turn(
      call, *access.file, ServiceMessageKind::atomic_read, served_cells_of_access(access, begin), [&] {
        result = file.host_file->read(std::span(copy), file.view.pieces(begin, access.bytes));
        return std::hash<std::string_view>{}({reinterpret_cast<const char*>(copy.data()), result.bytes});
      });
  std::ranges::copy(std::span(copy).first(result.bytes), room.begin());
  return result;
}

FileTransferResult read_bytes(Call& call, const CheckedFileAccess& access, std::uint64_t begin,
                              std::span<std::byte> room) {
  if (are_access_orders_tried(call, access)) return read_file_in_service_order(call, access, begin, room);
  return access.file->host_file->read(room, access.file->view.pieces(begin, access.bytes));
}

FileTransferResult write(Call& call, const CheckedFileAccess& access, std::uint64_t begin) {
  const File& file = *access.file;
  const MessageDescription& part = access.values_in_program_memory;
  std::vector<std::byte> packed;
  std::span<const std::byte> data;
  if (file.representation == FileDataRepresentation::external32) {
    packed.resize(access.bytes);
    copy_throwing_on_memory_fault([&] { pack_external32(part.buffer, part.count, *part.type, packed); });
    data = packed;
  } else {
    data = data_to_send(call, part, packed);
  }
  if (are_access_orders_tried(call, access)) return write_file_in_service_order(call, access, begin, data);
  return file.host_file->write(data, file.view.pieces(begin, access.bytes));
}

/// Unpacks values in the format external32 from `in`, which may end within a value. If all basic elements are of one
/// type, also unpacks the complete elements of an incomplete last value. Returns how many bytes of memory the unpacked
/// values have.
std::uint64_t unpack_external32_part(std::span<const std::byte> in, const MessageDescription& part) {
  const TypeLayout& type = *part.type;
  const std::uint64_t each = external32_size(1, type);
  const std::uint64_t values = each == 0 ? 0 : in.size() / each;
  copy_throwing_on_memory_fault([&] { unpack_external32(in.first(values * each), part.buffer, values, type); });
  std::uint64_t bytes = values * type.size();
  if (values * each < in.size() && type.uniform_type() && type.is_dense()) {
    const LayoutPtr& element = layout_of(*type.uniform_type());
    const std::uint64_t elements = (in.size() - values * each) / external32_size(1, *element);
    std::byte* const next =
        begin_of_dense_values(part.buffer, type) + static_cast<std::int64_t>(values) * type.extent();
    copy_throwing_on_memory_fault([&] { unpack_external32(in.subspan(values * each), next, elements, *element); });
    bytes += elements * element->size();
  }
  return bytes;
}

FileTransferResult read(Call& call, const CheckedFileAccess& access, std::uint64_t begin) {
  const File& file = *access.file;
  const MessageDescription& part = access.values_in_program_memory;
  std::vector<std::byte> packed;
  if (file.representation == FileDataRepresentation::external32) {
    packed.resize(access.bytes);
    FileTransferResult result = read_bytes(call, access, begin, packed);
    result.bytes = unpack_external32_part(std::span(packed).first(result.bytes), part);
    return result;
  }
  const FileTransferResult result = read_bytes(call, access, begin, receive_memory_of(part, packed));
  unpack_received(call, part, packed, {.bytes = result.bytes});
  return result;
}

/// Records, if the run looks for defects, a transfer that begins at byte `begin` of the view's data. Reports a defect
/// if the transfer conflicts with another one.
void note_transfer(Call& call, const CheckedFileAccess& access, std::uint64_t begin) {
  if (!call.state.history || access.bytes == 0) return;
  constexpr std::uintptr_t kFileBegin = 1;  // file offset 0 becomes 1, because no ByteRange may begin at 0
  const File& file = *access.file;
  FileAccess noted{.originating_call = {call.node.id(), call.site},
                   .opened_by = file.comm->id(),
                   .writes = access.direction == Direction::write,
                   .is_atomic = file.is_atomic,
                   .byte_ranges = {}};
  auto pieces = file.view.pieces(begin, access.bytes);
  for (FilePiece piece; pieces(piece);)
    noted.byte_ranges.add(kFileBegin + piece.file_offset, kFileBegin + piece.file_offset + piece.bytes);
  noted.byte_ranges.sort();
  const auto other =
      call.state.history->files.add_and_find_conflict(file.canonical_file_path, noted, file.known_events);
  if (!other) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::global_concurrency, call.site,
      fmt::format("it {} bytes of the file '{}' that {} {}, {}", noted.writes ? "writes" : "reads", file.name(),
                  other->originating_call.text(), other->writes ? "writes" : "reads",
                  other->unfinished_access_number != 0 && other->originating_call.node == call.node.id()
                      ? "which is not complete"
                      : "and no MPI_File_sync orders both"),
      {other->originating_call});
}

/// Records, if the run looks for defects, that the latest recorded transfer of this node goes on after the call.
/// Returns the number of the access in the FileHistory, or 0.
std::uint64_t note_transfer_is_unfinished(Call& call, const CheckedFileAccess& access) {
  if (!call.state.history || access.bytes == 0) return 0;
  return call.state.history->files.note_access_is_under_way(access.file->canonical_file_path, call.node.id());
}

FileTransferResult transfer(Call& call, const CheckedFileAccess& access) {
  const std::uint64_t begin =
      static_cast<std::uint64_t>(move_file_pointer_past(call, access)) * access.file->view.unit_bytes();
  note_transfer(call, access, begin);
  const FileTransferResult result =
      access.direction == Direction::write ? write(call, access, begin) : read(call, access, begin);
  spend_transfer_time(call, result.bytes);
  return result;
}

/// Fails if a transfer has failed, or if a write has moved less than `wanted` bytes. The text of the error says how
/// many bytes were moved.
void check_transfer_result(Direction direction, const FileTransferResult& result, std::uint64_t wanted) {
  const bool is_short = direction == Direction::write && result.bytes < wanted;
  if (result.error_number == 0 && !is_short) return;
  const char* const done = direction == Direction::write ? "written" : "read";
  const int code = result.error_number == 0 ? MPI_ERR_NO_SPACE : error_class_of_errno(result.error_number);
  fail(code, "{} of {} B were {}: {}", result.bytes, wanted, done,
       result.error_number == 0 ? "there is no more room" : text_of_errno(result.error_number));
}

/// Returns the number of transferred bytes for the status, by the size of the values in memory. In the file, values in
/// the external32 format may have another size.
std::uint64_t bytes_for_status(const CheckedFileAccess& access, const FileTransferResult& result) {
  if (access.direction == Direction::write && result.bytes == access.bytes)
    return access.values_in_program_memory.bytes();
  return result.bytes;
}

void fill_transfer_status(MPI_Status* status, std::uint64_t bytes) {
  fill_empty_status(status);
  if (status != MPI_STATUS_IGNORE) status->switchyard_bytes = bytes;
}

// --- the forms of calls: blocking, nonblocking, split ---------------------------------------------------------------

ReadOrWrite memory_access_kind_of_transfer(Direction direction) {
  return direction == Direction::write ? ReadOrWrite::reads : ReadOrWrite::writes;
}

/// Records the beginning of a collective file access. Returns its number among the collectives of the file's
/// communicator, or nothing for an access that is not collective.
std::optional<std::uint32_t> enter_collective_access(Call& call, const CheckedFileAccess& access) {
  if (!access.is_collective) return std::nullopt;
  note_collective_begin(call, *access.file->comm);
  return access.file->comm->last_collective_number();
}

/// Returns which earlier events of other members a member knows of after its transfer, if no member waits for others
/// then. In an ordered access, each member has heard from all others where its part begins.
EventKnowledgeAfterCollective event_knowledge_after_transfer(const CheckedFileAccess& access) {
  return access.access_position == FileAccessPositioning::shared_file_pointer_by_rank
             ? EventKnowledgeAfterCollective::events_of_members_that_sent_values
             : EventKnowledgeAfterCollective::no_events;
}

void end_collective_access(Call& call, File& file, const std::optional<std::uint32_t>& collective,
                           EventKnowledgeAfterCollective known_after_transfer) {
  if (!collective) return;
  const EventKnowledgeAfterCollective known = synchronise_members(call, file);
  note_collective_end(call, *file.comm, *collective,
                      known == EventKnowledgeAfterCollective::no_events ? known_after_transfer : known);
}

void carry_out_file_access(Call& call, const CheckedFileAccess& access, MPI_Status* status) {
  const auto collective = enter_collective_access(call, access);
  check_memory_access(call, access.values_in_program_memory, memory_access_kind_of_transfer(access.direction));
  const FileTransferResult result = transfer(call, access);
  end_collective_access(call, *access.file, collective, event_knowledge_after_transfer(access));
  fill_transfer_status(status, bytes_for_status(access, result));
  check_transfer_result(access.direction, result, access.bytes);
}

void post_file_access(Call& call, const CheckedFileAccess& access, MPI_Request* request) {
  check_pointer(request, "request");
  RequestDefectWatchIds watches;
  watches.collective_number = enter_collective_access(call, access);
  if (watches.collective_number && waits_only_where_required(call))
    note_collective_end(call, *access.file->comm, *std::exchange(watches.collective_number, std::nullopt),
                        EventKnowledgeAfterCollective::no_events);
  const FileTransferResult result = transfer(call, access);
  check_transfer_result(access.direction, result, access.bytes);
  const auto touch =
      begin_buffer_watch(call, access.values_in_program_memory, memory_access_kind_of_transfer(access.direction));
  (access.direction == Direction::write ? watches.watch_id_of_memory_read : watches.watch_id_of_memory_written) = touch;
  watches.file_access_number = note_transfer_is_unfinished(call, access);
  *request = add_file_transfer_request(call, access.file->comm, bytes_for_status(access, result), watches);
  if (access.is_collective && call.process.mode().do_collectives_synchronise)
    let_request_wait_for_all_members(call, *request);
}

/// Implements the first call of a split access. An error of the transfer is only reported by the
/// second call, so that all members make the second call.
void begin_split_access(Call& call, const CheckedFileAccess& access) {
  const auto collective = enter_collective_access(call, access);
  const FileTransferResult result = transfer(call, access);
  if (call.state.history) synchronise_members(call, *access.file);
  access.file->split_access =
      SplitCollectiveFileAccess{.begin_function_name = call.function_name,
                                .site = call.site,
                                .buffer = access.values_in_program_memory.buffer,
                                .is_write = access.direction == Direction::write,
                                .transfer_result = result,
                                .requested_bytes = access.bytes,
                                .status_bytes = bytes_for_status(access, result),
                                .collective_number = collective,
                                .event_knowledge_after_transfer = event_knowledge_after_transfer(access),
                                .memory_watch_id = begin_buffer_watch(call, access.values_in_program_memory,
                                                                      memory_access_kind_of_transfer(access.direction)),
                                .file_access_number = note_transfer_is_unfinished(call, access)};
}

/// Implements the second call of a split access. `name` is the name of the first call that must
/// have been made before.
void end_split_access(Call& call, MPI_File handle, std::string_view name, const void* buffer, MPI_Status* status) {
  const FilePtr file = file_of(call, handle);
  if (!file->split_access) fail(DefectClass::call_ordering, MPI_ERR_OTHER, "{} was not called before", name);
  if (file->split_access->begin_function_name != name &&
      file->split_access->begin_function_name != std::string(name) + "_c")
    fail(DefectClass::call_ordering, MPI_ERR_OTHER, "{} was called before, which another call ends",
         file->split_access->begin_function_name);
  if (file->split_access->buffer != buffer)
    fail(DefectClass::invalid_parameter, MPI_ERR_ARG, "the buffer is not the one of {}", name);
  const SplitCollectiveFileAccess split = *std::exchange(file->split_access, std::nullopt);
  call.process.memory_watch.check_and_stop_watching_call(call.node, call.process.defect_notes, call.site,
                                                         split.memory_watch_id);
  if (split.file_access_number != 0) call.state.history->files.note_access_is_complete(split.file_access_number);
  end_collective_access(call, *file, split.collective_number, split.event_knowledge_after_transfer);
  fill_transfer_status(status, split.status_bytes);
  check_transfer_result(split.is_write ? Direction::write : Direction::read, split.transfer_result,
                        split.requested_bytes);
}

template <Direction direction>
using Buffer = std::conditional_t<direction == Direction::read, void*, const void*>;

/// File accesses at an offset that the program gives, such as MPI_File_read_at.
template <Direction d, bool is_collective>
struct AccessAtOffset {
  static CheckedFileAccess checked_file_access_at_offset(Call& call, MPI_File file, MPI_Offset offset,
                                                         const void* buffer, MPI_Count count, MPI_Datatype type) {
    return checked_access(call, {file, offset, buffer, count, type}, d, FileAccessPositioning::explicit_offset,
                          is_collective);
  }
  static void access_file_blocking(Call& call, MPI_File file, MPI_Offset offset, Buffer<d> buffer, MPI_Count count,
                                   MPI_Datatype type, MPI_Status* status) {
    carry_out_file_access(call, checked_file_access_at_offset(call, file, offset, buffer, count, type), status);
  }
  static void post_nonblocking(Call& call, MPI_File file, MPI_Offset offset, Buffer<d> buffer, MPI_Count count,
                               MPI_Datatype type, MPI_Request* request) {
    post_file_access(call, checked_file_access_at_offset(call, file, offset, buffer, count, type), request);
  }
  static void begin_split_collective_access(Call& call, MPI_File file, MPI_Offset offset, Buffer<d> buffer,
                                            MPI_Count count, MPI_Datatype type) {
    begin_split_access(call, checked_file_access_at_offset(call, file, offset, buffer, count, type));
  }
};

/// File accesses at an individual or shared file pointer, such as MPI_File_read.
template <Direction d, FileAccessPositioning pointer, bool is_collective>
struct AccessByPointer {
  static CheckedFileAccess checked_file_access_by_pointer(Call& call, MPI_File file, const void* buffer,
                                                          MPI_Count count, MPI_Datatype type) {
    return checked_access(call, {file, 0, buffer, count, type}, d, pointer, is_collective);
  }
  static void access_file_blocking(Call& call, MPI_File file, Buffer<d> buffer, MPI_Count count, MPI_Datatype type,
                                   MPI_Status* status) {
    carry_out_file_access(call, checked_file_access_by_pointer(call, file, buffer, count, type), status);
  }
  static void post_nonblocking(Call& call, MPI_File file, Buffer<d> buffer, MPI_Count count, MPI_Datatype type,
                               MPI_Request* request) {
    post_file_access(call, checked_file_access_by_pointer(call, file, buffer, count, type), request);
  }
  static void begin_split_collective_access(Call& call, MPI_File file, Buffer<d> buffer, MPI_Count count,
                                            MPI_Datatype type) {
    begin_split_access(call, checked_file_access_by_pointer(call, file, buffer, count, type));
  }
};

/// Implements the second calls of split accesses, such as MPI_File_read_all_end.
template <Direction d, FunctionName name>
void end_split_access_begun_by(Call& call, MPI_File file, Buffer<d> buffer, MPI_Status* status) {
  end_split_access(call, file, name.letters, buffer, status);
}

// Adds the bindings of all MPI functions that read from files, or of all that write to files. `verb` is "read" or
// "write", which is a part of the functions' names.
#define SWITCHYARD_MPI_BIND_ACCESSES(list, verb)                                                                       \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_##verb##_at, (AccessAtOffset<Direction::verb, false>::access_file_blocking)); \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_i##verb##_at, (AccessAtOffset<Direction::verb, false>::post_nonblocking));    \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_##verb##_at_all,                                                              \
                              (AccessAtOffset<Direction::verb, true>::access_file_blocking));                          \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_i##verb##_at_all, (AccessAtOffset<Direction::verb, true>::post_nonblocking)); \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_##verb##_at_all_begin,                                                        \
                              (AccessAtOffset<Direction::verb, true>::begin_split_collective_access));                 \
  SWITCHYARD_MPI_BIND(list, File_##verb##_at_all_end,                                                                  \
                      (end_split_access_begun_by<Direction::verb, "MPI_File_" #verb "_at_all_begin">));                \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_##verb,                                                                       \
                              (AccessByPointer<Direction::verb, FileAccessPositioning::individual_file_pointer,        \
                                               false>::access_file_blocking));                                         \
  SWITCHYARD_MPI_BIND_COUNTED(                                                                                         \
      list, File_i##verb,                                                                                              \
      (AccessByPointer<Direction::verb, FileAccessPositioning::individual_file_pointer, false>::post_nonblocking));    \
  SWITCHYARD_MPI_BIND_COUNTED(                                                                                         \
      list, File_##verb##_all,                                                                                         \
      (AccessByPointer<Direction::verb, FileAccessPositioning::individual_file_pointer, true>::access_file_blocking)); \
  SWITCHYARD_MPI_BIND_COUNTED(                                                                                         \
      list, File_i##verb##_all,                                                                                        \
      (AccessByPointer<Direction::verb, FileAccessPositioning::individual_file_pointer, true>::post_nonblocking));     \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_##verb##_all_begin,                                                           \
                              (AccessByPointer<Direction::verb, FileAccessPositioning::individual_file_pointer,        \
                                               true>::begin_split_collective_access));                                 \
  SWITCHYARD_MPI_BIND(list, File_##verb##_all_end,                                                                     \
                      (end_split_access_begun_by<Direction::verb, "MPI_File_" #verb "_all_begin">));                   \
  SWITCHYARD_MPI_BIND_COUNTED(                                                                                         \
      list, File_##verb##_shared,                                                                                      \
      (AccessByPointer<Direction::verb, FileAccessPositioning::shared_file_pointer, false>::access_file_blocking));    \
  SWITCHYARD_MPI_BIND_COUNTED(                                                                                         \
      list, File_i##verb##_shared,                                                                                     \
      (AccessByPointer<Direction::verb, FileAccessPositioning::shared_file_pointer, false>::post_nonblocking));        \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_##verb##_ordered,                                                             \
                              (AccessByPointer<Direction::verb, FileAccessPositioning::shared_file_pointer_by_rank,    \
                                               true>::access_file_blocking));                                          \
  SWITCHYARD_MPI_BIND_COUNTED(list, File_##verb##_ordered_begin,                                                       \
                              (AccessByPointer<Direction::verb, FileAccessPositioning::shared_file_pointer_by_rank,    \
                                               true>::begin_split_collective_access));                                 \
  SWITCHYARD_MPI_BIND(list, File_##verb##_ordered_end,                                                                 \
                      (end_split_access_begun_by<Direction::verb, "MPI_File_" #verb "_ordered_begin">))

}  // namespace

SymbolBindings file_access_bindings() {
  static const std::vector<SymbolBinding> all = [] {
    std::vector<SymbolBinding> list;
    SWITCHYARD_MPI_BIND_ACCESSES(list, read);
    SWITCHYARD_MPI_BIND_ACCESSES(list, write);
    return list;
  }();
  return all;
}

}  // namespace switchyard::mpi
