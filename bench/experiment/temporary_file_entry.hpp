#pragma once
/// \file temporary_file_entry.hpp
/// Temporary files that a signal handler can remove.

#include <string>

namespace switchyard {

/// Registers a temporary file: as long as the object lives, remove_temporary_files() removes the
/// file at `path`. Any thread may use it.
class TemporaryFileEntry {
 public:
  explicit TemporaryFileEntry(const std::string& path);
  ~TemporaryFileEntry();
  TemporaryFileEntry(const TemporaryFileEntry&) = delete;
  TemporaryFileEntry& operator=(const TemporaryFileEntry&) = delete;

  struct Entry;

 private:
  Entry* entry_;
};

/// Removes the temporary files of all TemporaryFileEntry objects. Safe in a signal handler. Afterwards the process has
/// to end, and no temporary file may be moved to its final name.
void remove_temporary_files() noexcept;

}  // namespace switchyard
