/// \file packing_calls.cpp
/// MPI_Pack, MPI_Unpack and their relatives, in the native format (as in memory) and in the portable format
/// "external32".

#include <cstring>

#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/type_calls.hpp"

namespace switchyard::mpi {
namespace {

std::uint64_t checked_values_count(MPI_Count count, const TypeLayout& type) {
  const std::uint64_t values = checked_nonnegative_count(count);
  check_bytes_can_be_counted(values, type);
  return values;
}

/// Checks the argument `position` of MPI_Pack or MPI_Unpack, and returns the part of the program's buffer that begins
/// at byte `position`.
template <class Byte>
std::span<Byte> checked_buffer_part_from_position(Byte* buffer, std::int64_t bytes, IntOrLargeCountPointer position,
                                                  const char* what) {
  check_pointer(position, "position");
  if (bytes < 0) fail(MPI_ERR_ARG, "{} of {} B is not one", what, bytes);
  const std::int64_t begin = position.get();
  if (begin < 0 || begin > bytes) fail(MPI_ERR_ARG, "position {} is outside {} of {} B", begin, what, bytes);
  check_pointer(buffer, what, bytes);
  return {buffer + begin, static_cast<std::size_t>(bytes - begin)};
}

void advance_position(IntOrLargeCountPointer position, std::uint64_t bytes) {
  position.set(position.get() + static_cast<std::int64_t>(bytes));
}

void check_packing_room(std::uint64_t needed, std::size_t left, const char* what) {
  if (needed <= left) return;
  fail(DefectClass::invalid_parameter, MPI_ERR_TRUNCATE, "{} B do not fit into the {} B left in {}", needed, left,
       what);
}

/// Called before a call packs values from byte `position` of a buffer on. Returns whether the packed values will end
/// where those of this call end, as they do at the beginning of a buffer, or behind all values that were packed there.
bool ends_packed_unit_at(Call& call, const void* buffer, std::int64_t position) {
  if (!call.state.history) return false;
  const auto end = call.state.packed_value_end_tracker.take_end_of_packed_unit(buffer);
  return position == 0 || (end && static_cast<std::int64_t>(end->bytes) == position);
}

/// Notes a defect if a call unpacks values from byte `from` to byte `to` of a buffer whose packed values end in
/// between. If the same bytes were packed as a whole elsewhere, the program may have copied them to the buffer unseen.
void note_unpacking_of_too_much(Call& call, const void* buffer, std::size_t from, std::size_t to) {
  if (!call.state.history) return;
  const auto end = call.state.packed_value_end_tracker.find_packed_value_end_in_range(buffer, from, to);
  const std::span<const std::byte> bytes(static_cast<const std::byte*>(buffer), to);
  if (!end || call.state.history->packed_values.may_be_prefix_of_packed_values(bytes)) return;
  call.process.defect_notes.note_defect(
      call.node, DefectClass::parameter_matching, call.site,
      fmt::format("it unpacks {} B from byte {} on, but the packed values end at byte {}", to - from, from, end->bytes),
      {{call.node.id(), end->site}});
}

void pack_values(Call& call, const void* inbuf, MPI_Count incount, MPI_Datatype datatype, void* outbuf,
                 MPI_Count outsize, IntOrLargeCountPointer position, MPI_Comm comm) {
  communicator_of(call, comm);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  const std::uint64_t count = checked_values_count(incount, type), bytes = count * type.size();
  const std::span<std::byte> out =
      checked_buffer_part_from_position(static_cast<std::byte*>(outbuf), outsize, position, "outbuf");
  check_buffer(inbuf, type, count);
  check_packing_room(bytes, out.size(), "outbuf");
  const auto before = static_cast<std::size_t>(position.get());
  const bool ends_unit = ends_packed_unit_at(call, outbuf, position.get());
  check_memory_of_values(call, inbuf, count, committed_type_of(call, datatype), ReadOrWrite::reads);
  check_access_to_byte_range(call, out.first(bytes), ReadOrWrite::writes);
  pack(inbuf, count, type, out);
  if (ends_unit) note_end_of_packed_values(call, {out.data() - before, out.size() + before}, before + bytes);
  note_packed_values(call, {static_cast<const std::byte*>(outbuf), before + bytes}, before,
                     {committed_type_of(call, datatype)->shared_layout(), count});
  advance_position(position, bytes);
}

void unpack_values(Call& call, const void* inbuf, MPI_Count insize, IntOrLargeCountPointer position, void* outbuf,
                   MPI_Count outcount, MPI_Datatype datatype, MPI_Comm comm) {
  communicator_of(call, comm);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  const std::uint64_t count = checked_values_count(outcount, type), bytes = count * type.size();
  const auto in = checked_buffer_part_from_position(static_cast<const std::byte*>(inbuf), insize, position, "inbuf");
  check_buffer(outbuf, type, count);
  check_packing_room(bytes, in.size(), "inbuf");
  check_access_to_byte_range(call, in.first(bytes), ReadOrWrite::reads);
  check_memory_of_values(call, outbuf, count, committed_type_of(call, datatype), ReadOrWrite::writes);
  note_unpacked_values(call, {static_cast<const std::byte*>(inbuf), static_cast<std::size_t>(insize)},
                       static_cast<std::size_t>(position.get()),
                       {committed_type_of(call, datatype)->shared_layout(), count});
  const auto from = static_cast<std::size_t>(position.get());
  note_unpacking_of_too_much(call, inbuf, from, from + bytes);
  unpack(in.first(bytes), outbuf, count, type);
  advance_position(position, bytes);
}

void pack_size(Call& call, MPI_Count incount, MPI_Datatype datatype, MPI_Comm comm, IntOrLargeCountPointer size) {
  communicator_of(call, comm);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  check_pointer(size, "size");
  const std::uint64_t bytes = checked_values_count(incount, type) * type.size();
  size.set(static_cast<std::int64_t>(bytes));
}

void check_data_representation_is_external32(const char* datarep) {
  check_pointer(datarep, "datarep");
  if (std::strcmp(datarep, "external32") == 0) return;
  fail(MPI_ERR_ARG, "there is no representation \"{}\"; there is \"external32\"", datarep);
}

void pack_external_values(Call& call, const char* datarep, const void* inbuf, MPI_Count incount, MPI_Datatype datatype,
                          void* outbuf, MPI_Count outsize, IntOrLargeCountPointer position) {
  check_data_representation_is_external32(datarep);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  const std::uint64_t count = checked_values_count(incount, type), bytes = external32_size(count, type);
  const std::span<std::byte> out =
      checked_buffer_part_from_position(static_cast<std::byte*>(outbuf), outsize, position, "outbuf");
  check_buffer(inbuf, type, count);
  check_packing_room(bytes, out.size(), "outbuf");
  const auto before = static_cast<std::size_t>(position.get());
  const bool ends_unit = ends_packed_unit_at(call, outbuf, position.get());
  check_memory_of_values(call, inbuf, count, committed_type_of(call, datatype), ReadOrWrite::reads);
  check_access_to_byte_range(call, out.first(bytes), ReadOrWrite::writes);
  pack_external32(inbuf, count, type, out);
  if (ends_unit) note_end_of_packed_values(call, {out.data() - before, out.size() + before}, before + bytes);
  advance_position(position, bytes);
}

void unpack_external_values(Call& call, const char* datarep, const void* inbuf, MPI_Count insize,
                            IntOrLargeCountPointer position, void* outbuf, MPI_Count outcount, MPI_Datatype datatype) {
  check_data_representation_is_external32(datarep);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  const std::uint64_t count = checked_values_count(outcount, type), bytes = external32_size(count, type);
  const auto in = checked_buffer_part_from_position(static_cast<const std::byte*>(inbuf), insize, position, "inbuf");
  check_buffer(outbuf, type, count);
  check_packing_room(bytes, in.size(), "inbuf");
  check_access_to_byte_range(call, in.first(bytes), ReadOrWrite::reads);
  check_memory_of_values(call, outbuf, count, committed_type_of(call, datatype), ReadOrWrite::writes);
  const auto from = static_cast<std::size_t>(position.get());
  note_unpacking_of_too_much(call, inbuf, from, from + bytes);
  unpack_external32(in, outbuf, count, type);
  advance_position(position, bytes);
}

void pack_external_size(Call& call, const char* datarep, MPI_Count incount, MPI_Datatype datatype,
                        IntOrLargeCountPointer size) {
  check_data_representation_is_external32(datarep);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  check_pointer(size, "size");
  size.set(static_cast<std::int64_t>(external32_size(checked_values_count(incount, type), type)));
}

std::vector<SymbolBinding> all_bindings() {
  std::vector<SymbolBinding> list;
  SWITCHYARD_MPI_BIND_COUNTED(list, Pack, pack_values);
  SWITCHYARD_MPI_BIND_COUNTED(list, Unpack, unpack_values);
  SWITCHYARD_MPI_BIND_COUNTED(list, Pack_size, pack_size);
  SWITCHYARD_MPI_BIND_COUNTED(list, Pack_external, pack_external_values);
  SWITCHYARD_MPI_BIND_COUNTED(list, Unpack_external, unpack_external_values);
  SWITCHYARD_MPI_BIND_COUNTED(list, Pack_external_size, pack_external_size);
  return list;
}

}  // namespace

SymbolBindings packing_bindings() {
  static const std::vector<SymbolBinding> list = all_bindings();
  return list;
}

}  // namespace switchyard::mpi
