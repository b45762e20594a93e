#include "runtime/programs/mpi/file_history.hpp"

#include <algorithm>
#include <utility>

namespace switchyard::mpi {
namespace {

bool is_access_known(const FileAccess& access, const EventClock& known) {
  const std::size_t node = index(access.caller.node);
  return access.synchronisation_event != 0 && node < known.size() && known[node] >= access.synchronisation_event;
}

bool do_accesses_conflict(const FileAccess& earlier, const FileAccess& access, const EventClock& known) {
  if (earlier.caller.node == access.caller.node || !(earlier.writes || access.writes)) return false;
  const bool are_atomic = earlier.is_atomic && access.is_atomic && earlier.context == access.context;
  return !are_atomic && !is_access_known(earlier, known) && earlier.byte_ranges.overlap(access.byte_ranges);
}

}  // namespace

std::optional<FileAccess> FileHistory::add_and_find_conflict(const std::string& path, const FileAccess& access,
                                                             const EventClock& known) {
  constexpr std::size_t kMost = 1024;  // older accesses are forgotten
  const std::lock_guard lock(mutex_);
  std::deque<FileAccess>& accesses = accesses_by_path_[path];
  const auto found = std::ranges::find_if(
      accesses, [&](const FileAccess& earlier) { return do_accesses_conflict(earlier, access, known); });
  const std::optional<FileAccess> other = found == accesses.end() ? std::nullopt : std::optional(*found);
  accesses.push_back(access);
  if (accesses.size() > kMost) accesses.pop_front();
  return other;
}

void FileHistory::keep_until_end_of_run(OpenFilePtr file) {
  const std::lock_guard lock(mutex_);
  abandoned_files_.push_back(std::move(file));
}

void FileHistory::note_synchronisation(const std::string& path, NodeId node, Context context) {
  const std::uint32_t event = event_order_.count_event(node);
  const std::lock_guard lock(mutex_);
  for (FileAccess& access : accesses_by_path_[path]) {
    if (access.caller.node == node && access.context == context && access.synchronisation_event == 0)
      access.synchronisation_event = event;
  }
}

}  // namespace switchyard::mpi
