#pragma once
/// \file file_lock.hpp
/// Files that one process at a time writes.

#include <string>

namespace switchyard {

/// Takes the open file for this process alone, until the descriptor is closed or the process ends: an advisory lock,
/// which everything of this program that writes files asks for. 0, or an errno: EWOULDBLOCK if another process has it.
///
/// Blocks: for a second if another process has it, as one that has just been killed may hold it for a moment still.
int lock_file(int descriptor);

/// Whether both are of one file.
bool is_same_file(int descriptor, int other);
/// Whether the path leads to that file.
bool is_same_file(int descriptor, const std::string& path);

}  // namespace switchyard
