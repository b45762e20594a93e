#include "runtime/programs/host_resources.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace switchyard {

int HostResources::standard_stream_of(int file) const noexcept {
  const auto found = standard_stream_by_descriptor_.find(file);
  return found == standard_stream_by_descriptor_.end() ? -1 : found->second;
}

std::vector<int> HostResources::descriptors_between(unsigned first, unsigned last) const {
  std::vector<int> files;
  for (const auto& [file, standard] : standard_stream_by_descriptor_) {
    if (std::cmp_less_equal(first, file) && std::cmp_less_equal(file, last)) files.push_back(file);
  }
  return files;
}

void HostResources::record_memory_mapping(std::uintptr_t begin, std::size_t bytes) {
  forget_mapping(begin, bytes);
  mapping_end_by_begin_[begin] = begin + bytes;
  note_use_of_host_file();
}

bool HostResources::has_mapping_of(std::uintptr_t begin, std::size_t bytes) const noexcept {
  const std::uintptr_t end = begin + bytes;
  while (begin < end) {
    const auto behind = mapping_end_by_begin_.upper_bound(begin);
    if (behind == mapping_end_by_begin_.begin() || std::prev(behind)->second <= begin) return false;
    begin = std::prev(behind)->second;
  }
  return true;
}

void HostResources::unmap(std::uintptr_t begin, std::size_t bytes) {
  const std::uintptr_t end = begin + bytes;
  for (const auto& [from, to] : mapping_end_by_begin_) {
    const std::uintptr_t low = std::max(from, begin), high = std::min(to, end);
    if (low < high) munmap(reinterpret_cast<void*>(low), high - low);
  }
  forget_mapping(begin, bytes);
}

void HostResources::forget_mapping(std::uintptr_t begin, std::size_t bytes) {
  const std::uintptr_t end = begin + bytes;
  auto at = mapping_end_by_begin_.upper_bound(begin);
  if (at != mapping_end_by_begin_.begin()) --at;
  while (at != mapping_end_by_begin_.end() && at->first < end) {
    const auto [from, to] = *at;
    if (to <= begin) {
      ++at;
      continue;
    }
    at = mapping_end_by_begin_.erase(at);
    if (from < begin) mapping_end_by_begin_[from] = begin;
    if (to > end) mapping_end_by_begin_[end] = to;
  }
}

void HostResources::release_all_resources() noexcept {
  for (DIR* const each : open_directories_) closedir(each);
  for (const auto& [file, standard] : standard_stream_by_descriptor_) close(file);
  for (const auto& [begin, end] : mapping_end_by_begin_) munmap(reinterpret_cast<void*>(begin), end - begin);
  open_directories_.clear();
  standard_stream_by_descriptor_.clear();
  mapping_end_by_begin_.clear();
  has_used_host_files_ = false;
}

}  // namespace switchyard
