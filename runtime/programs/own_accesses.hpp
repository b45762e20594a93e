#pragma once
/// \file own_accesses.hpp
/// Accesses to a program's memory that C library functions make on behalf of the program, and the source lines of a
/// program's code.

#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <string>

#include "runtime/described_call.hpp"
#include "runtime/programs/memory_watch.hpp"

namespace switchyard {

/// Reports, for the checks, that the program reads or writes memory by calling a C library function. `place` is the
/// address in the program's code to which the call returns.
void note_library_access(const void* memory, std::size_t bytes, ReadOrWrite touch, const void* place);
/// Reports, for the checks, that a function such as printf reads the strings among its arguments. `place` is the
/// address in the program's code to which the call returns.
void note_printed_texts(const char* format, std::va_list arguments, const void* place);

/// Returns the source line of the code at offset `place` of the program at `path`. addr2line is asked only once for
/// each offset. Returns an empty place if addr2line does not know the line, or is not installed.
CallPlace source_line_of(const std::string& path, std::uint64_t place);

}  // namespace switchyard
