/// \file open_file.cpp

#include "runtime/programs/mpi/open_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <map>

namespace switchyard::mpi {
namespace {

/// Carries out a file transfer: calls `move(done)` until `bytes` bytes are moved, or a call moves none. `move(done)`
/// continues the transfer behind the first `done` bytes, and returns what the system call read() or write() has
/// returned.
template <class Move>
FileTransferResult move_all_bytes(std::uint64_t bytes, const Move& move) {
  FileTransferResult result;
  while (result.bytes < bytes) {
    const ssize_t moved = move(result.bytes);
    if (moved < 0 && errno == EINTR) continue;
    if (moved < 0) result.error_number = errno;
    if (moved <= 0) break;
    result.bytes += static_cast<std::uint64_t>(moved);
  }
  return result;
}

struct OpenFiles {
  std::mutex mutex;  // guards the map of files that the nodes have open
  std::map<OpenFileKey, std::weak_ptr<OpenFile>> files;
};

OpenFiles& table_of_open_files() {
  static OpenFiles all;
  return all;
}

}  // namespace

OpenFile::~OpenFile() { ::close(descriptor_); }

std::uint64_t OpenFile::size() const noexcept {
  struct stat file_status {};
  return ::fstat(descriptor_, &file_status) == 0 ? static_cast<std::uint64_t>(file_status.st_size) : 0;
}

bool OpenFile::is_regular() const noexcept {
  struct stat file_status {};
  return ::fstat(descriptor_, &file_status) == 0 && S_ISREG(file_status.st_mode);
}

void OpenFile::prepare_transfer(NodeId node, std::function<std::uint64_t()> transfer) {
  const std::lock_guard lock(mutex_of_prepared_transfers_);
  prepared_transfers_[node] = std::move(transfer);
}

std::uint64_t OpenFile::carry_out_prepared_transfer(NodeId node) {
  std::function<std::uint64_t()> transfer;
  {
    const std::lock_guard lock(mutex_of_prepared_transfers_);
    transfer = std::move(prepared_transfers_.extract(node).mapped());
  }
  return transfer();
}

FileTransferResult OpenFile::write_file_piece(std::span<const std::byte> data, std::uint64_t place) const noexcept {
  return move_all_bytes(data.size(), [&](std::uint64_t done) {
    return ::pwrite(descriptor_, data.data() + done, data.size() - done, static_cast<off_t>(place + done));
  });
}

FileTransferResult OpenFile::read_file_piece(std::span<std::byte> room, std::uint64_t place) const noexcept {
  return move_all_bytes(room.size(), [&](std::uint64_t done) {
    return ::pread(descriptor_, room.data() + done, room.size() - done, static_cast<off_t>(place + done));
  });
}

int OpenFile::resize_when_all_have_come(std::uint32_t number, std::uint32_t members, std::uint64_t bytes) {
  const std::lock_guard lock(mutex_of_members_in_calls_);
  if (++members_in_calls_[number] < members) return 0;
  members_in_calls_.erase(number);
  return resize(bytes);
}

int OpenFile::resize(std::uint64_t bytes) {
  return ::ftruncate(descriptor_, static_cast<off_t>(bytes)) == 0 ? 0 : errno;
}
int OpenFile::reserve(std::uint64_t bytes) {
  return bytes == 0 ? 0 : ::posix_fallocate(descriptor_, 0, static_cast<off_t>(bytes));
}
/// Writes all data of the file to its device. It is no error if the file cannot be synchronised, such as a terminal.
int OpenFile::flush_to_device() noexcept {
  if (::fsync(descriptor_) == 0 || errno == EINVAL || errno == EROFS) return 0;
  return errno;
}

void publish_open_file(const OpenFileKey& name, const OpenFilePtr& file) {
  const std::lock_guard lock(table_of_open_files().mutex);
  std::erase_if(table_of_open_files().files, [](const auto& each) { return each.second.expired(); });
  table_of_open_files().files[name] = file;
}

OpenFilePtr find_open_file(const OpenFileKey& name) {
  const std::lock_guard lock(table_of_open_files().mutex);
  const auto found = table_of_open_files().files.find(name);
  return found == table_of_open_files().files.end() ? nullptr : found->second.lock();
}

}  // namespace switchyard::mpi
