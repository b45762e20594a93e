#pragma once
/// \file file_history.hpp
/// Finds accesses of a run to files that conflict: two accesses are to the same bytes, at least one of them writes, and
/// nothing makes sure that one sees what the other has written.
///
/// Source: MPI 3.1, sec. 13.6.1.
///
/// An access in nonatomic mode is ordered before an access of another node if its node synchronises the file
/// (MPI_File_sync, or closes the file) afterwards, and the other node knows of that when it last synchronised or opened
/// the file before its own access. An access is ordered before a later access of the same node if it was complete by
/// then: a nonblocking access is complete when its request is, a split one at its second call.

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/event_order.hpp"
#include "runtime/programs/mpi/open_file.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

struct FileAccess {
  CallOfNode caller = {};
  Context context{};  ///< context of the communicator that belongs to the handle of the open file
  bool writes = false;
  bool is_atomic = false;
  ByteRanges byte_ranges;
  /// Number of the event at which the accessing node has synchronised the file after this access; 0 if it has not yet.
  std::uint32_t synchronisation_event = 0;
  std::uint64_t unfinished_access_number =
      0;  ///< number of a nonblocking or split access that is not complete; 0 otherwise
};

/// The accesses to all files of a run. Any thread may use it.
class FileHistory {
 public:
  explicit FileHistory(EventOrder& order) : event_order_(order) {}

  /// Notes an access to the file at `path`, and returns an earlier access that it conflicts with, if there is one.
  /// `known` is the vector clock that its node had when it last synchronised or opened the file.
  std::optional<FileAccess> add_and_find_conflict(const std::string& path, const FileAccess& access,
                                                  const EventClock& known);
  /// Notes that the latest access of `node` to the file at `path`, if there was one, is not complete yet. Returns the
  /// number of this access, for note_access_is_complete().
  std::uint64_t note_access_is_under_way(const std::string& path, NodeId node);
  void note_access_is_complete(std::uint64_t number);
  /// Notes that `node` synchronises or closes the file that it has opened, with a communicator of the context
  /// `context`.
  void note_file_synchronisation(const std::string& path, NodeId node, Context context);
  /// Keeps a file open that a node has left open at its end: another member may still be about to open it.
  void keep_file_until_end_of_run(OpenFilePtr file);

 private:
  EventOrder& event_order_;
  std::mutex mutex_;  // guards the accesses and the abandoned files
  std::map<std::string, std::deque<FileAccess>> accesses_by_path_;
  std::uint64_t last_access_number_ = 0;
  std::vector<OpenFilePtr> abandoned_files_;
};

}  // namespace switchyard::mpi
