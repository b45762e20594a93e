#pragma once
/// \file file_history.hpp
/// Finds conflicts between accesses of a run to files: two accesses to the same bytes, at least one of which writes,
/// conflict if nothing makes sure that one sees what the other has written.
///
/// Source: MPI 3.1, sec. 13.6.1.
///
/// An access in nonatomic mode is ordered before an access of another node if its own node synchronises the file (by
/// MPI_File_sync, or by closing the file) afterwards, and the other node knows of that when it last synchronises or
/// opens the file before its own access. An access is ordered before a later access of the same node through the same
/// handle if it was complete by then: a nonblocking access is complete when its request is, a split one at its second
/// call. After a write, another handle of the same node sees it only once both handles were synchronised. Accesses in
/// atomic mode need no order if their handles come from the same collective call of MPI_File_open.

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/event_order.hpp"
#include "runtime/programs/mpi/open_file.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard::mpi {

/// Identifies a collective call of MPI_File_open, by the communicator that belongs to the handles it has returned.
using FileOpenId = CommunicatorId;

struct FileAccess {
  CallOfNode originating_call = {};
  /// The collective call of MPI_File_open that has returned the handle of the access.
  FileOpenId opened_by{};
  bool writes = false;
  bool is_atomic = false;
  ByteRanges byte_ranges;
  /// Number of the event at which the accessing node synchronised the file after this access; 0 if it has not done so
  /// yet.
  std::uint32_t synchronisation_event = 0;
  std::uint32_t completion_event = 0;  ///< number of the event at which the access was complete on its node
  /// For a nonblocking or split access that is not complete: its number; otherwise 0.
  std::uint64_t unfinished_access_number = 0;
};

/// A handle of a file, from the call of MPI_File_open that has returned it.
struct FileHandleRecord {
  CallOfNode opener = {};
  FileOpenId opened_by{};
  /// Whether the program has promised, by MPI_MODE_UNIQUE_OPEN, that the file is not opened elsewhere meanwhile.
  bool is_unique = false;
  std::uint32_t closing_event = 0;  ///< number of the event at which the node closed the file; 0 if it has not done so
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
  /// Records that `node` synchronises or closes a file. `opened_by` identifies its handle. Returns the number of the
  /// event.
  std::uint32_t note_file_synchronisation(const std::string& path, NodeId node, FileOpenId opened_by);
  /// Records that a node has opened a file. Returns a handle from another collective call that may be open at the same
  /// time, if one of both handles promises to be the only one (MPI 3.1, sec. 13.2.1).
  std::optional<FileHandleRecord> add_handle_and_find_unique_open_breach(const std::string& path,
                                                                         const FileHandleRecord& handle);
  /// Records that `node` closes the handle that `opened_by` identifies, by the event with the number `event`.
  void note_handle_is_closed(const std::string& path, NodeId node, FileOpenId opened_by, std::uint32_t event);
  /// Keeps a file open until the end of the run, although the node that opened it has ended without closing it: another
  /// member may still be about to open it.
  void keep_file_until_end_of_run(OpenFilePtr file);

 private:
  EventOrder& event_order_;
  std::mutex mutex_;  // guards the lists of accesses, handles and abandoned files
  std::map<std::string, std::deque<FileAccess>> accesses_by_path_;
  std::map<std::string, std::vector<FileHandleRecord>> handles_by_path_;
  std::uint64_t last_access_number_ = 0;
  std::vector<OpenFilePtr> abandoned_files_;
};

}  // namespace switchyard::mpi
