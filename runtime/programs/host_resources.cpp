#include "runtime/programs/host_resources.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace switchyard {

int HostResources::standard_stream_of(int file) const noexcept {
  const auto found = descriptors_.find(file);
  return found == descriptors_.end() ? -1 : found->second;
}

std::vector<int> HostResources::descriptors_between(unsigned first, unsigned last) const {
  std::vector<int> files;
  for (const auto& [file, standard] : descriptors_) {
    if (std::cmp_less_equal(first, file) && std::cmp_less_equal(file, last)) files.push_back(file);
  }
  return files;
}

void HostResources::add_mapping(std::uintptr_t begin, std::size_t bytes) {
  forget_mapping(begin, bytes);
  mappings_[begin] = begin + bytes;
}

bool HostResources::has_mapped(std::uintptr_t begin, std::size_t bytes) const noexcept {
  const std::uintptr_t end = begin + bytes;
  while (begin < end) {
    const auto behind = mappings_.upper_bound(begin);
    if (behind == mappings_.begin() || std::prev(behind)->second <= begin) return false;
    begin = std::prev(behind)->second;
  }
  return true;
}

void HostResources::unmap(std::uintptr_t begin, std::size_t bytes) {
  const std::uintptr_t end = begin + bytes;
  for (const auto& [from, to] : mappings_) {
    const std::uintptr_t low = std::max(from, begin), high = std::min(to, end);
    if (low < high) munmap(reinterpret_cast<void*>(low), high - low);
  }
  forget_mapping(begin, bytes);
}

void HostResources::forget_mapping(std::uintptr_t begin, std::size_t bytes) {
  const std::uintptr_t end = begin + bytes;
  auto at = mappings_.upper_bound(begin);
  if (at != mappings_.begin()) --at;
  while (at != mappings_.end() && at->first < end) {
    const auto [from, to] = *at;
    if (to <= begin) {
      ++at;
      continue;
    }
    at = mappings_.erase(at);
    if (from < begin) mappings_[from] = begin;
    if (to > end) mappings_[end] = to;
  }
}

void HostResources::give_back_all() noexcept {
  for (DIR* const each : directories_) closedir(each);
  for (const auto& [file, standard] : descriptors_) close(file);
  for (const auto& [begin, end] : mappings_) munmap(reinterpret_cast<void*>(begin), end - begin);
  directories_.clear();
  descriptors_.clear();
  mappings_.clear();
}

}  // namespace switchyard
