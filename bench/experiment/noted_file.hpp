#pragma once
/// \file noted_file.hpp
/// Temporary files that a signal handler can remove.

#include <string>

namespace switchyard {

/// Notes a temporary file: as long as the object lives, remove_noted_files() removes the file at `path`. Any thread may
/// use it.
class NotedFile {
 public:
  explicit NotedFile(const std::string& path);
  ~NotedFile();
  NotedFile(const NotedFile&) = delete;
  NotedFile& operator=(const NotedFile&) = delete;

  struct Entry;

 private:
  Entry* entry_;
};

/// Removes the temporary files of all NotedFile objects. Safe in a signal handler. Afterwards the process has to end,
/// and no temporary file may be moved to its final name.
void remove_noted_files() noexcept;

}  // namespace switchyard
