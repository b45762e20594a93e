#pragma once
/// \file file_history.hpp
/// Finds conflicts between accesses of a run to files: two accesses to the same bytes, at least one of which writes,
/// conflict if nothing makes sure that one sees what the other has written.
///
/// Source: MPI 3.1, sec. 13.6.1.
///
/// An access in nonatomic mode is ordered before an access of another node if its own node synchronises the file (by
/// MPI_File_sync, or by closing the file) afterwards, and the other node knows of that when it last synchronises or
/// opens the file before its own access. An access is ordered before a later access of the same node if it was complete
/// by then: a nonblocking access is complete when its request is, a split one at its second call.

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
  /// Context of the communicator that belongs to the node's handle of the open file.
  Context context{};
  bool writes = false;
  bool is_atomic = false;
  ByteRanges byte_ranges;
  /// Number of the event at which the accessing node synchronised the file after this access; 0 if it has not done so
  /// yet.
  std::uint32_t synchronisation_event = 0;
  /// For a nonblocking or split access that is not complete: its number; otherwise 0.
  std::uint64_t unfinished_access_number = 0;
};

/// The accesses to all files of a run. Any thread may use it.
class FileHistory {
 public:
  explicit FileHistory(EventOrder& order) : event_order_(order) {}

  /// Records an access to the file at `path`, and returns an earlier access that it conflicts with, if there is one.
  /// `known` is the vector clock that the accessing node had when it last synchronised or opened the file.
  std::optional<FileAccess> add_and_find_conflict(const std::string& path, const FileAccess& access,
                                                  const EventClock& known);
  /// Records that the latest access of `node` to the file at `path`, if there was one, is not complete yet. Returns the
  /// number of this access, for note_access_is_complete().
  std::uint64_t note_access_is_under_way(const std::string& path, NodeId node);
  void note_access_is_complete(std::uint64_t number);
  /// Records that `node` synchronises or closes a file. `context` is the context of the communicator with which the
  /// node has opened it.
  void note_file_synchronisation(const std::string& path, NodeId node, Context context);
  /// Keeps a file open until the end of the run, although the node that opened it has ended without closing it: another
  /// member may still be about to open it.
  void keep_file_until_end_of_run(OpenFilePtr file);

 private:
  EventOrder& event_order_;
  std::mutex mutex_;  // guards the lists of accesses and of abandoned files
  std::map<std::string, std::deque<FileAccess>> accesses_by_path_;
  std::uint64_t last_access_number_ = 0;
  std::vector<OpenFilePtr> abandoned_files_;
};

}  // namespace switchyard::mpi
