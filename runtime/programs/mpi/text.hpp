#pragma once
/// \file text.hpp
/// Copies text to a program, into an array of a size that mpi.h defines.

#include <algorithm>
#include <string_view>

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {

/// Copies as much of `text` as fits into an array of `room` characters, and ends it with a zero.
/// Sets `*length` to the number of copied characters.
inline void copy_text_to_program(std::string_view text, std::size_t room, char* into, int* length) {
  check_pointer(into, "the place of the text");
  check_pointer(length, "resultlen");
  const std::size_t count = std::min(text.size(), room - 1);
  text.copy(into, count);
  into[count] = '\0';
  *length = static_cast<int>(count);
}

}  // namespace switchyard::mpi
