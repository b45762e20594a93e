#pragma once
/// \file host_resources.hpp
/// What a program has got from the host, apart from streams and memory of its heap: file descriptors, directories and
/// mapped memory. All of it is given back when the program's node is done.

#include <dirent.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace switchyard {

/// The open file descriptors, open directories and memory mappings of one program. Only the thread that runs the
/// program may use this object.
class HostResources {
 public:
  HostResources() = default;
  ~HostResources() { release_all_resources(); }
  HostResources(const HostResources&) = delete;
  HostResources& operator=(const HostResources&) = delete;

  /// Records a file descriptor of the program. `standard` is 0 to 2 if the descriptor stands for one of the node's own
  /// standard streams, and -1 if it is a file of the host.
  void add_descriptor(int file, int standard = -1) {
    standard_stream_by_descriptor_[file] = standard;
    note_use_of_host_file();
  }
  bool has_descriptor(int file) const noexcept { return standard_stream_by_descriptor_.contains(file); }
  void forget_descriptor(int file) noexcept { standard_stream_by_descriptor_.erase(file); }
  /// Returns the file descriptors of the program with numbers from `first` to `last`.
  std::vector<int> descriptors_between(unsigned first, unsigned last) const;
  /// Returns the number (0 to 2) of the standard stream that the file descriptor stands for, or -1 if it stands for
  /// none.
  int standard_stream_of(int file) const noexcept;

  void add_directory(DIR* directory) {
    open_directories_.push_back(directory);
    note_use_of_host_file();
  }
  /// Removes a directory from the program's open directories. Returns whether it was among them.
  bool forget_directory(DIR* directory) noexcept { return std::erase(open_directories_, directory) > 0; }

  void record_memory_mapping(std::uintptr_t begin, std::size_t bytes);
  bool has_mapping_of(std::uintptr_t begin, std::size_t bytes) const noexcept;
  /// Unmaps those parts of the memory range that the program has mapped.
  void unmap(std::uintptr_t begin, std::size_t bytes);
  /// Forgets that the program has mapped this memory, so that release_all_resources() leaves it mapped.
  void forget_mapping(std::uintptr_t begin, std::size_t bytes);

  /// Notes that the program uses a file of the host, which may keep what the program writes into the file.
  void note_use_of_host_file() noexcept { has_used_host_files_ = true; }
  /// Returns whether the program has used any descriptor, directory or file of the host since the last
  /// release_all_resources().
  bool has_used_host_files() const noexcept { return has_used_host_files_; }
  void release_all_resources() noexcept;

 private:
  std::map<int, int> standard_stream_by_descriptor_;
  std::vector<DIR*> open_directories_;
  /// For each memory mapping of the program, the address behind its last byte, by the address of its first byte.
  std::map<std::uintptr_t, std::uintptr_t> mapping_end_by_begin_;
  bool has_used_host_files_ = false;
};

}  // namespace switchyard
