#pragma once
/// \file noted_file.hpp
/// Temporary files that a signal handler can remove.

#include <string>

namespace switchyard {

/// While this lives, remove_noted_files() removes the file at `path`. Any thread may use it.
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

/// Removes the files of all NotedFile objects. Safe in a signal handler. Nothing may be committed afterwards: the
/// process has to end.
void remove_noted_files() noexcept;

}  // namespace switchyard
