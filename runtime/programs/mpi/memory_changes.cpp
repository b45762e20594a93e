#include "runtime/programs/mpi/memory_changes.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace switchyard::mpi {

void MemoryChanges::add(MemoryChange change) {
  const std::lock_guard lock(mutex_);
  change.id = ++last_change_id_;
  changes_.push_back(std::move(change));
  if (changes_.size() > kMostRememberedMemoryChanges) changes_.pop_front();
  has_changes_ = true;
}

void MemoryChanges::forget_memory_change(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  std::erase_if(changes_, [&](const MemoryChange& each) { return each.id == id; });
  has_changes_ = !changes_.empty();
}

std::vector<MemoryChange> MemoryChanges::changes_in_address_range(std::uintptr_t begin, std::uintptr_t end) const {
  std::vector<MemoryChange> found;
  const std::lock_guard lock(mutex_);
  std::ranges::copy_if(changes_, std::back_inserter(found),
                       [&](const MemoryChange& each) { return each.begin < end && each.end() > begin; });
  return found;
}

}  // namespace switchyard::mpi
