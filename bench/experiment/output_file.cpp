#include "bench/experiment/output_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <system_error>

#include "bench/experiment/file_lock.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr std::size_t kBufferSize = 64 * 1024;

/// Writes the whole text, with as many system calls as needed. Returns 0 on success, or the errno of a failure.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    if (written == 0) return ENOSPC;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

/// Returns the status of the file at the path, or nothing if there is no file. Throws std::system_error for any other
/// error.
std::optional<struct stat> status_of_existing_file(const std::filesystem::path& path) {
  if (path.native().find('\0') != std::string::npos) throw std::system_error(EINVAL, std::generic_category());
  struct stat found = {};
  if (::stat(path.c_str(), &found) == 0) return found;
  if (errno == ENOENT) return std::nullopt;
  throw std::system_error(errno, std::generic_category());
}

}  // namespace

std::optional<int> descriptor_named_by(std::string_view path) {
  if (path == "-" || path == "/dev/stdout") return STDOUT_FILENO;
  if (path == "/dev/stderr") return STDERR_FILENO;
  for (const std::string_view folder : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(folder)) continue;
    const std::string_view digits = path.substr(folder.size());
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc{} && end == digits.data() + digits.size()) return number;
  }
  return std::nullopt;
}

Mistake cannot_write_error(std::string_view option, std::string_view path, int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  return {
      .place = option,
      .value = std::string(path),
      .reason = fmt::format("cannot write {}: {}", switchyard::quoted(path), std::generic_category().message(error)),
      .remedy = full ? "make room or name another file" : "name another file"};
}

Mistake file_in_use_error(std::string_view option, std::string_view path) {
  return {.place = option,
          .value = std::string(path),
          .reason = fmt::format("{} is being written by another process", switchyard::quoted(path)),
          .remedy = "wait for its end, or name another file"};
}

void check_output_folder(std::string_view option, const std::string& folder, const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    throw UsageError({.place = option,
                      .value = folder,
                      .reason = fmt::format("{} is no folder", switchyard::quoted(folder)),
                      .remedy = "make it first"});
  }
  if (!file.empty()) const OutputFile can_be_made(option, std::filesystem::path(folder) / file);
}

OutputFile::OutputFile(std::string_view option, const std::filesystem::path& path)
    : option_(option), path_given_by_user_(path.string()) {
  try {
    const std::optional<struct stat> found = status_of_existing_file(path);
    if (descriptor_named_by(path_given_by_user_) || (found && !S_ISREG(found->st_mode))) {
      open_final_file_instead_of_temporary(path);
      return;
    }
    resolved_path_ = found ? std::filesystem::canonical(path) : path;
    if (found) lock_target_file();
    open_temporary_file();
    if (found) copy_access_rights_of_replaced_file();
  } catch (const std::system_error& error) {
    discard_temporary_file();
    throw UsageError(cannot_write_error(option_, path_given_by_user_, error.code().value()));
  } catch (const UsageError&) {
    discard_temporary_file();
    throw;
  }
}

OutputFile::~OutputFile() { discard_temporary_file(); }

void OutputFile::open_final_file_instead_of_temporary(const std::filesystem::path& path) {
  const std::optional<int> named = descriptor_named_by(path_given_by_user_);
  descriptor_ = named ? ::fcntl(*named, F_DUPFD_CLOEXEC, 0) : ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
  if (descriptor_ < 0) throw std::system_error(errno, std::generic_category());
}

/// Locks the existing file that is to be replaced. If the file system does not support locks, the file stays unlocked.
/// Throws UsageError if another process has the lock.
void OutputFile::lock_target_file() {
  lock_descriptor_ = ::open(resolved_path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (lock_descriptor_ < 0) throw std::system_error(errno, std::generic_category());
  if (lock_file(lock_descriptor_) == EWOULDBLOCK) throw UsageError(file_in_use_error(option_, path_given_by_user_));
}

/// Throws UsageError if another process has meanwhile put a file at the path to be written and has locked it, such as
/// the table of a running sweep.
void OutputFile::refuse_target_locked_by_another() const {
  const int there = ::open(resolved_path_.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  // If open() fails, either no file exists at the path, or rename() will report the error.
  if (there < 0) return;
  const bool is_ours = lock_descriptor_ >= 0 && is_same_file(there, lock_descriptor_);
  const bool is_taken = !is_ours && lock_file(there) == EWOULDBLOCK;
  ::close(there);
  if (is_taken) throw UsageError(file_in_use_error(option_, path_given_by_user_));
}

void OutputFile::open_temporary_file() {
  if (resolved_path_.empty()) throw std::system_error(ENOENT, std::generic_category());
  for (unsigned attempt = 0; descriptor_ < 0; ++attempt) {
    // The temporary file's name does not contain the name of the file to be written, because the longer name could
    // exceed the limit of the file system.
    const auto candidate = resolved_path_.parent_path() / fmt::format(".switchyard-{}-{}.tmp", ::getpid(), attempt);
    // The temporary file is entered in the list before it exists, so that it is also removed if a signal comes just
    // after its creation.
    temporary_file_entry_.emplace(candidate.string());
    descriptor_ = ::open(candidate.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) {
      temporary_path_ = candidate;
    } else if (errno != EEXIST) {
      throw std::system_error(errno, std::generic_category());
    }
  }
}

/// Gives the temporary file the access rights of the file that it will replace. Throws if that file is write-protected,
/// because renaming the temporary file to its path would succeed nevertheless.
void OutputFile::copy_access_rights_of_replaced_file() {
  struct stat found = {};
  if (::faccessat(AT_FDCWD, resolved_path_.c_str(), W_OK, AT_EACCESS) != 0 ||
      ::stat(resolved_path_.c_str(), &found) != 0 || ::fchmod(descriptor_, found.st_mode & 0777U) != 0) {
    throw std::system_error(errno, std::generic_category());
  }
}

void OutputFile::write(std::string_view text) {
  require_usable_file();
  buffer_ += text;
  if (buffer_.size() >= kBufferSize) flush_buffer();
}

void OutputFile::commit() {
  require_usable_file();
  flush_buffer();
  // ^Only a regular file is flushed to the disk: for pipes and devices fsync() fails.
  if (!temporary_path_.empty() && ::fsync(descriptor_) != 0) discard_file_and_throw(errno);
  close_file_and_check();
  if (!temporary_path_.empty()) refuse_target_locked_by_another();
  if (!temporary_path_.empty() && ::rename(temporary_path_.c_str(), resolved_path_.c_str()) != 0)
    discard_file_and_throw(errno);
  temporary_path_.clear();
  discard_temporary_file();
}

void OutputFile::require_usable_file() const {
  if (first_error_number_ != 0) throw UsageError(cannot_write_error(option_, path_given_by_user_, first_error_number_));
  if (descriptor_ < 0) throw std::logic_error("OutputFile: used after commit");
}

void OutputFile::flush_buffer() {
  const int error = write_all(descriptor_, buffer_);
  if (error != 0) discard_file_and_throw(error);
  buffer_.clear();
}

/// Closes the file and checks the result of close(), as some file systems report a failed write only when the file is
/// closed.
void OutputFile::close_file_and_check() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) discard_file_and_throw(errno);
}

void OutputFile::discard_temporary_file() noexcept {
  for (int* const open : {&descriptor_, &lock_descriptor_}) {
    if (*open >= 0) ::close(*open);
    *open = -1;
  }
  if (!temporary_path_.empty()) ::unlink(temporary_path_.c_str());
  temporary_path_.clear();
  temporary_file_entry_.reset();
}

void OutputFile::discard_file_and_throw(int error) {
  first_error_number_ = error;
  discard_temporary_file();
  throw UsageError(cannot_write_error(option_, path_given_by_user_, error));
}

}  // namespace switchyard
