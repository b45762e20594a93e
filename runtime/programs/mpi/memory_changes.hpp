#pragma once
/// \file memory_changes.hpp
/// The latest changes of one member's memory in an MPI window, made by one-sided accesses of other members or by stores
/// to a shared window. A run that looks for defects uses this record to find which changes a load of a program sees.
///
/// Source: MPI 3.1, sec. 11.7, the second of the rules for the unified memory model: a change becomes visible to the
/// loads of a program at some time, which permits polling.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

#include "runtime/programs/mpi/event_order.hpp"

namespace switchyard::mpi {

struct MemoryChange {
  std::uint64_t id = 0;  ///< number of the change, in the order in which this memory was changed
  NodeId node{};
  bool is_program_store = false;  ///< whether a program has stored the value itself, in a shared window
  bool is_update = false;         ///< whether the new value was computed from the old one
  /// For a one-sided access: its number among the one-sided accesses of its node to the window.
  std::uint16_t access_number = 0;
  /// For a store: the number that the node's next event had when it stored the value.
  std::uint32_t event_number_at_program_store = 0;
  std::uintptr_t begin = 0;          ///< address of the first changed byte
  std::vector<std::byte> old_bytes;  ///< what the changed bytes contained before the change
  EventClock known_events;           ///< events that a node learns of when it reads the new value

  std::uintptr_t end() const noexcept { return begin + old_bytes.size(); }
};

/// The latest changes of one member's memory in an MPI window; older changes are forgotten. Any thread may use it.
class MemoryChanges {
 public:
  static constexpr std::size_t kMostRememberedMemoryChanges = 64;

  void add(MemoryChange change);
  void forget_memory_change(std::uint64_t id);
  bool has_no_changes() const noexcept { return !has_changes_; }
  /// Returns the recorded changes of bytes from `begin` to `end` - 1, in the order in which they were made.
  std::vector<MemoryChange> changes_in_address_range(std::uintptr_t begin, std::uintptr_t end) const;

 private:
  mutable std::mutex mutex_;  // guards the recorded changes
  std::deque<MemoryChange> changes_;
  std::uint64_t last_change_id_ = 0;
  std::atomic<bool> has_changes_{false};
};

}  // namespace switchyard::mpi
