#pragma once
/// \file own_accesses.hpp
/// Accesses of a program to its memory that functions of the C library make on its behalf.

#include <cstddef>

#include "runtime/programs/memory_watch.hpp"

namespace switchyard {

/// Notes that the program reads or writes memory by a call of the C library, which returns to `place`.
void note_library_access(const void* memory, std::size_t bytes, Touch touch, const void* place);

}  // namespace switchyard
