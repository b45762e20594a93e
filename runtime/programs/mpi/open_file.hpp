#pragma once
/// \file open_file.hpp
/// A file of the host that nodes have opened together: one descriptor for all of them.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "runtime/request.hpp"

namespace switchyard::mpi {

/// How a transfer has ended: what was moved before the end of the file, or before the error.
struct FileResult {
  std::uint64_t bytes = 0;
  int error = 0;  ///< of errno; 0: none
};

/// Where in the file a part of the data is.
struct FilePiece {
  std::uint64_t place = 0;
  std::uint64_t bytes = 0;
};

/// Any thread. A transfer is one step: no other one of this object comes in between.
class OpenFile {
 public:
  OpenFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  ~OpenFile();
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  const std::string& path() const noexcept { return path_; }
  std::uint64_t size() const noexcept;

  /// Moves the pieces that `next(piece)` gives until it returns false, in this order: from and to consecutive bytes of
  /// memory. Ends early at an error, and when reading at the end of the file.
  template <class Next>
  FileResult write(std::span<const std::byte> data, Next next) {
    return transfer(data, next, [this](auto part, std::uint64_t place) { return write_piece(part, place); });
  }
  template <class Next>
  FileResult read(std::span<std::byte> room, Next next) {
    return transfer(room, next, [this](auto part, std::uint64_t place) { return read_piece(part, place); });
  }

  // An error of errno, or 0.
  int resize(std::uint64_t bytes);
  /// Makes it at least so long, with room on the disk.
  int reserve(std::uint64_t bytes);
  int synchronise() noexcept;

 private:
  template <class Memory, class Next, class Move>
  FileResult transfer(Memory memory, Next next, Move move) {
    const std::lock_guard lock(mutex_);
    FileResult result;
    for (FilePiece piece; next(piece);) {
      const FileResult moved = move(memory.subspan(result.bytes, piece.bytes), piece.place);
      result.bytes += moved.bytes;
      result.error = moved.error;
      if (moved.bytes < piece.bytes) break;
    }
    return result;
  }
  FileResult write_piece(std::span<const std::byte> data, std::uint64_t place) const noexcept;
  FileResult read_piece(std::span<std::byte> room, std::uint64_t place) const noexcept;

  std::string path_;
  int descriptor_;
  std::mutex mutex_;  // held during a transfer
};
using OpenFilePtr = std::shared_ptr<OpenFile>;

/// What the members of a run find each other's files by.
struct OpenFileName {
  const void* run = nullptr;
  Context context{};
  NodeId first{};  ///< member of the file's communicator
  friend auto operator<=>(const OpenFileName&, const OpenFileName&) = default;
};
/// Any thread. The file is forgotten with its last owner.
void publish_open_file(const OpenFileName& name, const OpenFilePtr& file);
/// Null if there is none.
OpenFilePtr find_open_file(const OpenFileName& name);

}  // namespace switchyard::mpi
