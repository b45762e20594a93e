/// \file packing_calls.cpp
/// MPI_Pack, MPI_Unpack and their relatives, in the format of memory and in the portable format
/// "external32".

#include <climits>
#include <cstring>

#include "runtime/programs/mpi/message.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/type_calls.hpp"

namespace switchyard::mpi {
namespace {

/// Checks the position argument of MPI_Pack or MPI_Unpack, and returns the part of the program's buffer from byte
/// `*position` on.
template <class Number, class Byte>
std::span<Byte> rest_of(Byte* buffer, Number bytes, const Number* position, const char* what) {
  check_pointer(position, "position");
  if (bytes < 0) fail(MPI_ERR_ARG, "{} of {} B is not one", what, bytes);
  if (*position < 0 || *position > bytes)
    fail(MPI_ERR_ARG, "position {} is outside {} of {} B", *position, what, bytes);
  check_pointer(buffer, what, bytes);
  return {buffer + *position, static_cast<std::size_t>(bytes - *position)};
}

void check_room(std::uint64_t needed, std::size_t left, const char* what) {
  if (needed <= left) return;
  fail(DefectClass::invalid_parameter, MPI_ERR_TRUNCATE, "{} B do not fit into the {} B left in {}", needed, left,
       what);
}

void pack_values(Call& call, const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize,
                 int* position, MPI_Comm comm) {
  communicator_of(call, comm);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  const std::uint64_t count = checked_count(incount), bytes = count * type.size();
  const std::span<std::byte> out = rest_of(static_cast<std::byte*>(outbuf), outsize, position, "outbuf");
  check_buffer(inbuf, type, count);
  check_room(bytes, out.size(), "outbuf");
  check_memory_of_values(call, inbuf, count, committed_type_of(call, datatype), Touch::reads);
  check_memory_of_bytes(call, out.first(bytes), Touch::writes);
  pack(inbuf, count, type, out);
  *position += static_cast<int>(bytes);
}

void unpack_values(Call& call, const void* inbuf, int insize, int* position, void* outbuf, int outcount,
                   MPI_Datatype datatype, MPI_Comm comm) {
  communicator_of(call, comm);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  const std::uint64_t count = checked_count(outcount), bytes = count * type.size();
  const auto in = rest_of(static_cast<const std::byte*>(inbuf), insize, position, "inbuf");
  check_buffer(outbuf, type, count);
  check_room(bytes, in.size(), "inbuf");
  check_memory_of_bytes(call, in.first(bytes), Touch::reads);
  check_memory_of_values(call, outbuf, count, committed_type_of(call, datatype), Touch::writes);
  unpack(in.first(bytes), outbuf, count, type);
  *position += static_cast<int>(bytes);
}

void pack_size(Call& call, int incount, MPI_Datatype datatype, MPI_Comm comm, int* size) {
  communicator_of(call, comm);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  check_pointer(size, "size");
  const std::uint64_t bytes = checked_count(incount) * type.size();
  *size = bytes > INT_MAX ? MPI_UNDEFINED : static_cast<int>(bytes);
}

void check_representation(const char* datarep) {
  check_pointer(datarep, "datarep");
  if (std::strcmp(datarep, "external32") == 0) return;
  fail(MPI_ERR_ARG, "there is no representation \"{}\"; there is \"external32\"", datarep);
}

void pack_external_values(Call& call, const char* datarep, const void* inbuf, int incount, MPI_Datatype datatype,
                          void* outbuf, MPI_Aint outsize, MPI_Aint* position) {
  check_representation(datarep);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  const std::uint64_t count = checked_count(incount), bytes = external32_size(count, type);
  const std::span<std::byte> out = rest_of(static_cast<std::byte*>(outbuf), outsize, position, "outbuf");
  check_buffer(inbuf, type, count);
  check_room(bytes, out.size(), "outbuf");
  pack_external32(inbuf, count, type, out);
  *position += static_cast<MPI_Aint>(bytes);
}

void unpack_external_values(Call& call, const char* datarep, const void* inbuf, MPI_Aint insize, MPI_Aint* position,
                            void* outbuf, int outcount, MPI_Datatype datatype) {
  check_representation(datarep);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  const std::uint64_t count = checked_count(outcount), bytes = external32_size(count, type);
  const auto in = rest_of(static_cast<const std::byte*>(inbuf), insize, position, "inbuf");
  check_buffer(outbuf, type, count);
  check_room(bytes, in.size(), "inbuf");
  unpack_external32(in, outbuf, count, type);
  *position += static_cast<MPI_Aint>(bytes);
}

void pack_external_size(Call& call, const char* datarep, int incount, MPI_Datatype datatype, MPI_Aint* size) {
  check_representation(datarep);
  const TypeLayout& type = committed_type_of(call, datatype)->layout();
  check_pointer(size, "size");
  *size = static_cast<MPI_Aint>(external32_size(checked_count(incount), type));
}

std::vector<Binding> all_bindings() {
  std::vector<Binding> list;
  SWITCHYARD_MPI_BIND(list, Pack, pack_values);
  SWITCHYARD_MPI_BIND(list, Unpack, unpack_values);
  SWITCHYARD_MPI_BIND(list, Pack_size, pack_size);
  SWITCHYARD_MPI_BIND(list, Pack_external, pack_external_values);
  SWITCHYARD_MPI_BIND(list, Unpack_external, unpack_external_values);
  SWITCHYARD_MPI_BIND(list, Pack_external_size, pack_external_size);
  return list;
}

}  // namespace

Bindings packing_bindings() {
  static const std::vector<Binding> list = all_bindings();
  return list;
}

}  // namespace switchyard::mpi
