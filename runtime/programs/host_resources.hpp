#pragma once
/// \file host_resources.hpp
/// What a program has got from the host other than by streams and its heap: descriptors,
/// directories and mapped memory. All of it is given back when the program's node is done.

#include <dirent.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace switchyard {

/// The open descriptors, open directories and memory mappings of one program. Only the thread that
/// runs the program may use this object.
class HostResources {
 public:
  HostResources() = default;
  ~HostResources() { release_all_resources(); }
  HostResources(const HostResources&) = delete;
  HostResources& operator=(const HostResources&) = delete;

  /// Records a descriptor. `standard` is 0 to 2 if the descriptor stands for one of the node's own standard streams,
  /// and -1 if it is a file of the host.
  void add_descriptor(int file, int standard = -1) {
    standard_stream_by_descriptor_[file] = standard;
    note_use();
  }
  bool has_descriptor(int file) const noexcept { return standard_stream_by_descriptor_.contains(file); }
  void forget_descriptor(int file) noexcept { standard_stream_by_descriptor_.erase(file); }
  /// Returns the recorded descriptors with numbers from `first` to `last`.
  std::vector<int> descriptors_between(unsigned first, unsigned last) const;
  /// Returns the number of the standard stream that the descriptor stands for, or -1.
  int standard_stream_of(int file) const noexcept;

  void add_directory(DIR* directory) {
    directories_.push_back(directory);
    note_use();
  }
  /// Removes a directory from the record. Returns whether it was recorded as open.
  bool forget_directory(DIR* directory) noexcept { return std::erase(directories_, directory) > 0; }

  void add_mapping(std::uintptr_t begin, std::size_t bytes);
  bool has_mapping_of(std::uintptr_t begin, std::size_t bytes) const noexcept;
  /// Unmaps the parts of this memory that the program has mapped.
  void unmap(std::uintptr_t begin, std::size_t bytes);
  /// Makes release_all_resources() leave this memory mapped.
  void forget_mapping(std::uintptr_t begin, std::size_t bytes);

  /// Notes that the program uses a file of the host, which may keep what the program writes into it.
  void note_use() noexcept { has_been_used_ = true; }
  /// Returns whether the program has got anything from the host since the last release_all_resources().
  bool has_been_used() const noexcept { return has_been_used_; }
  void release_all_resources() noexcept;

 private:
  std::map<int, int> standard_stream_by_descriptor_;
  std::vector<DIR*> directories_;
  /// Address behind the last byte of each mapping, by the mapping's first address.
  std::map<std::uintptr_t, std::uintptr_t> mapping_end_by_begin_;
  bool has_been_used_ = false;
};

}  // namespace switchyard
