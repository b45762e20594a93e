#pragma once
/// \file file_lock.hpp
/// Locks for files that only one process at a time may write.

#include <string>

namespace switchyard {

/// Locks the open file for this process alone, until the descriptor is closed or the process ends. The lock is
/// advisory, which is sufficient because all code of this program that writes files asks for it. Returns 0 if the file
/// is now locked, or else an errno, which is EWOULDBLOCK if another process has the lock.
///
/// If another process has the lock, the function waits up to a second for it, because a process that has just been
/// killed may still hold the lock for a moment.
int lock_file(int descriptor);

/// Returns whether both descriptors refer to the same file.
bool is_same_file(int descriptor, int other);
/// Returns whether the path leads to the file to which the descriptor refers.
bool is_same_file(int descriptor, const std::string& path);

}  // namespace switchyard
