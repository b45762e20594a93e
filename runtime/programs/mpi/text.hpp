#pragma once
/// \file text.hpp
/// Copies text into an array of a program whose size a constant of mpi.h defines, such as MPI_MAX_ERROR_STRING.

#include <algorithm>
#include <span>
#include <string_view>

#include "runtime/programs/mpi/call.hpp"
#include "runtime/programs/mpi/call_history.hpp"

namespace switchyard::mpi {

/// Copies as much of `text` as fits into a program's array of `room` characters, and adds a terminating zero. Sets
/// `*length` to the number of copied characters. If the run looks for defects, fails if the array is smaller than
/// `room`.
inline void copy_text_to_program(Call& call, std::string_view text, std::size_t room, char* into, int* length) {
  check_pointer(into, "the place of the text");
  check_pointer(length, "resultlen");
  check_access_to_byte_range(call, std::as_bytes(std::span(into, room)), ReadOrWrite::writes);
  const std::size_t count = std::min(text.size(), room - 1);
  text.copy(into, count);
  into[count] = '\0';
  *length = static_cast<int>(count);
}

}  // namespace switchyard::mpi
