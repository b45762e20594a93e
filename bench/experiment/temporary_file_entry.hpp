#pragma once
/// \file temporary_file_entry.hpp
/// A list of temporary files, which a signal handler can remove.

#include <string>

namespace switchyard {

/// An entry in the list of temporary files: as long as this object lives, remove_temporary_files() removes the file
/// whose path was passed to the constructor. Any thread may make and destroy objects of this class.
class TemporaryFileEntry {
 public:
  explicit TemporaryFileEntry(const std::string& path);
  ~TemporaryFileEntry();
  TemporaryFileEntry(const TemporaryFileEntry&) = delete;
  TemporaryFileEntry& operator=(const TemporaryFileEntry&) = delete;

  struct TemporaryFileListEntry;

 private:
  TemporaryFileListEntry* list_entry_;
};

/// Removes the temporary files of all TemporaryFileEntry objects. It may be called in a signal handler. After the call
/// the process has to end, and must not rename a temporary file to its final name.
void remove_temporary_files() noexcept;

}  // namespace switchyard
