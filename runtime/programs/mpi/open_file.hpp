#pragma once
/// \file open_file.hpp
/// A file of the host that several nodes have opened together by MPI_File_open: they share one file descriptor.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/request.hpp"

namespace switchyard::mpi {

/// The result of a file transfer: the number of bytes that were moved until the transfer was complete, failed, or came
/// to the end of the file.
struct FileTransferResult {
  std::uint64_t bytes = 0;
  int error_number = 0;  ///< error number (errno); 0 if there was no error
};

/// A contiguous range of bytes in a file.
struct FilePiece {
  std::uint64_t file_offset = 0;
  std::uint64_t bytes = 0;
};

/// A file of the host that several nodes have opened together. A transfer from or to the file is atomic: no other
/// transfer by the same object happens during it. Any thread may use it.
class OpenFile {
 public:
  OpenFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  const std::string& path() const noexcept { return path_; }
  std::uint64_t size() const noexcept;
  bool is_regular() const noexcept;

  /// The functions write() and read() move pieces of the file from or to consecutive bytes of memory. `next(piece)`
  /// stores the next piece in `piece`, and returns false if there is none. A transfer ends early at an error, and a
  /// read also at the end of the file.
  template <class Next>
  FileTransferResult write(std::span<const std::byte> data, Next next) {
    return transfer(data, next, [this](auto part, std::uint64_t place) { return write_file_piece(part, place); });
  }
  template <class Next>
  FileTransferResult read(std::span<std::byte> room, Next next) {
    return transfer(room, next, [this](auto part, std::uint64_t place) { return read_file_piece(part, place); });
  }

  /// Stores a file transfer that `node` wants to make, until carry_out_prepared_transfer() carries it out.
  void prepare_transfer(NodeId node, std::function<std::uint64_t()> transfer);
  /// Carries out the file transfer that prepare_transfer() has stored for `node`, and returns what the transfer
  /// returns.
  std::uint64_t carry_out_prepared_transfer(NodeId node);

  // The functions resize(), reserve() and flush_to_device() return an error number (errno), or 0 if they succeed.
  int resize(std::uint64_t bytes);
  /// Makes the file at least `bytes` bytes long, and reserves room for them on the disk.
  int reserve(std::uint64_t bytes);
  int flush_to_device() noexcept;

  /// Resizes the file when the last of its `members` members calls this function in the same collective call of
  /// MPI_File_set_size, whose number is `number`. Returns an error number on that member, and 0 on the others.
  int resize_when_all_have_come(std::uint32_t number, std::uint32_t members, std::uint64_t bytes);

 private:
  template <class Memory, class Next, class Move>
  FileTransferResult transfer(Memory memory, Next next, Move move) {
    const std::lock_guard lock(mutex_);
    FileTransferResult result;
    for (FilePiece piece; next(piece);) {
      const FileTransferResult moved = move(memory.subspan(result.bytes, piece.bytes), piece.file_offset);
      result.bytes += moved.bytes;
      result.error_number = moved.error_number;
      if (moved.bytes < piece.bytes) break;
    }
    return result;
  }
  FileTransferResult write_file_piece(std::span<const std::byte> data, std::uint64_t place) const noexcept;
  FileTransferResult read_file_piece(std::span<std::byte> room, std::uint64_t place) const noexcept;

  std::string path_;
  int descriptor_;
  std::mutex mutex_;  // locked during each transfer, which makes the transfer atomic
  std::mutex mutex_of_prepared_transfers_;
  std::map<NodeId, std::function<std::uint64_t()>> prepared_transfers_;
  std::mutex mutex_of_members_in_calls_;
  /// How many members have made each call of MPI_File_set_size that not all have made yet, by the call's number.
  std::map<std::uint32_t, std::uint32_t> members_in_calls_;
};
using OpenFilePtr = std::shared_ptr<OpenFile>;

/// The key by which the nodes of a run find the file that one of them has opened for all.
struct OpenFileKey {
  const void* run = nullptr;
  CommunicatorId communicator;  ///< the communicator with which the file was opened
  friend auto operator<=>(const OpenFileKey&, const OpenFileKey&) = default;
};
/// Lets the other nodes of the run find an open file by its key. The entry is removed when no node uses the file any
/// more. Any thread may call this function.
void publish_open_file(const OpenFileKey& name, const OpenFilePtr& file);
/// Returns the open file that publish_open_file() has stored with this key, or null if there is none.
OpenFilePtr find_open_file(const OpenFileKey& name);

}  // namespace switchyard::mpi
