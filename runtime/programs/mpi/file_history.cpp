#include "runtime/programs/mpi/file_history.hpp"

#include <algorithm>
#include <ranges>
#include <utility>

namespace switchyard::mpi {
namespace {

bool is_access_known(const FileAccess& access, const EventClock& known) {
  return access.synchronisation_event != 0 &&
         does_clock_know_event(known, access.originating_call.node, access.synchronisation_event);
}

/// Returns whether an access is certain to see what an earlier access of the same node has written.
bool are_ordered_on_node(const FileAccess& earlier, const FileAccess& access, const EventClock& known) {
  if (earlier.unfinished_access_number != 0) return false;
  return earlier.opened_by == access.opened_by || !earlier.writes || is_access_known(earlier, known);
}

/// Returns whether an earlier access of another node and an access that may conflict with it are certain to take effect
/// in this order. What was written is sure to be in the file only after synchronisations of the file, which `known`
/// tells of. What was read before cannot change any more.
bool are_ordered_between_nodes(const FileAccess& earlier, const FileAccess& access, const EventClock& known,
                               const EventOrder& order) {
  if (is_access_known(earlier, known)) return true;
  return !earlier.writes && earlier.unfinished_access_number == 0 &&
         order.knows_event(access.originating_call.node, earlier.originating_call.node, earlier.completion_event);
}

bool do_accesses_conflict(const FileAccess& earlier, const FileAccess& access, const EventClock& known,
                          const EventOrder& order) {
  const bool is_by_same_node = earlier.originating_call.node == access.originating_call.node;
  const bool are_atomic = earlier.is_atomic && access.is_atomic && earlier.opened_by == access.opened_by;
  if (are_atomic || !(earlier.writes || access.writes) || !earlier.byte_ranges.overlap(access.byte_ranges))
    return false;
  return is_by_same_node ? !are_ordered_on_node(earlier, access, known)
                         : !are_ordered_between_nodes(earlier, access, known, order);
}

}  // namespace

std::optional<FileAccess> FileHistory::add_and_find_conflict(const std::string& path, const FileAccess& access,
                                                             const EventClock& known) {
  // the greatest number of accesses to a file that are recorded; older ones are dropped
  constexpr std::size_t kMost = 1024;
  const std::lock_guard lock(mutex_);
  std::deque<FileAccess>& accesses = accesses_by_path_[path];
  const auto found = std::ranges::find_if(
      accesses, [&](const FileAccess& earlier) { return do_accesses_conflict(earlier, access, known, event_order_); });
  const std::optional<FileAccess> other = found == accesses.end() ? std::nullopt : std::optional(*found);
  accesses.push_back(access);
  accesses.back().completion_event = event_order_.assign_event_number(access.originating_call.node);
  if (accesses.size() > kMost) accesses.pop_front();
  return other;
}

void FileHistory::keep_file_until_end_of_run(OpenFilePtr file) {
  const std::lock_guard lock(mutex_);
  abandoned_files_.push_back(std::move(file));
}

std::uint64_t FileHistory::note_access_is_under_way(const std::string& path, NodeId node) {
  const std::lock_guard lock(mutex_);
  auto latest_first = accesses_by_path_[path] | std::views::reverse;
  const auto latest = std::ranges::find_if(
      latest_first, [&](const FileAccess& access) { return access.originating_call.node == node; });
  if (latest == latest_first.end()) return 0;
  return latest->unfinished_access_number = ++last_access_number_;
}

void FileHistory::note_access_is_complete(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  for (auto& [path, accesses] : accesses_by_path_) {
    for (FileAccess& access : accesses) {
      if (access.unfinished_access_number != number) continue;
      access.unfinished_access_number = 0;
      access.completion_event = event_order_.assign_event_number(access.originating_call.node);
    }
  }
}

std::uint32_t FileHistory::note_file_synchronisation(const std::string& path, NodeId node, FileOpenId opened_by) {
  const std::uint32_t event = event_order_.assign_event_number(node);
  const std::lock_guard lock(mutex_);
  for (FileAccess& access : accesses_by_path_[path]) {
    if (access.originating_call.node == node && access.opened_by == opened_by && access.synchronisation_event == 0)
      access.synchronisation_event = event;
  }
  return event;
}

std::optional<FileHandleRecord> FileHistory::add_handle_and_find_unique_open_breach(const std::string& path,
                                                                                    const FileHandleRecord& handle) {
  const NodeId node = handle.opener.node;
  const std::lock_guard lock(mutex_);
  std::vector<FileHandleRecord>& handles = handles_by_path_[path];
  const auto breaks_promise = [&](const FileHandleRecord& other) {
    const bool is_closed_before =
        other.closing_event != 0 && event_order_.knows_event(node, other.opener.node, other.closing_event);
    return other.opened_by != handle.opened_by && (other.is_unique || handle.is_unique) && !is_closed_before;
  };
  const auto found = std::ranges::find_if(handles, breaks_promise);
  const std::optional<FileHandleRecord> other = found == handles.end() ? std::nullopt : std::optional(*found);
  std::erase_if(handles, [&](const FileHandleRecord& each) {
    return each.closing_event != 0 && event_order_.do_all_nodes_know_event(each.opener.node, each.closing_event);
  });
  handles.push_back(handle);
  return other;
}

void FileHistory::note_handle_is_closed(const std::string& path, NodeId node, FileOpenId opened_by,
                                        std::uint32_t event) {
  const std::lock_guard lock(mutex_);
  for (FileHandleRecord& handle : handles_by_path_[path]) {
    if (handle.opener.node == node && handle.opened_by == opened_by && handle.closing_event == 0)
      handle.closing_event = event;
  }
}

}  // namespace switchyard::mpi
