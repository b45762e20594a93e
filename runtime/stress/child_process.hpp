#pragma once
/// \file child_process.hpp
/// Carries out work in a child process, which sends its results to the parent as records (byte strings). If the work
/// crashes, exits or never ends, only the child process is lost.

#include <sys/types.h>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace switchyard {

/// Builds a record, a byte string made of the bytes of several values. A RecordReader can read the record in a process
/// of the same executable.
class RecordWriter {
 public:
  template <class T>
  RecordWriter& add(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(value));
    return *this;
  }
  RecordWriter& add_text(std::string_view text) {
    add(text.size());
    bytes_ += text;
    return *this;
  }
  const std::string& bytes() const noexcept { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads the values of a record (a byte string), in the order in which they were added. The bytes must outlive the
/// reader.
class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  T read_value() {
    T value{};
    std::memcpy(&value, bytes_.data(), sizeof(value));
    bytes_.remove_prefix(sizeof(value));
    return value;
  }
  std::string_view read_text() {
    const auto size = read_value<std::size_t>();
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }

 private:
  std::string_view bytes_;
};

/// A pipe from one process to another.
class Pipe {
 public:
  /// Makes a pipe. Throws HostError if the host cannot provide one.
  Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();
  int read_end_descriptor() const noexcept { return descriptors_[0]; }
  int write_end_descriptor() const noexcept { return descriptors_[1]; }
  void close_write_end() noexcept;

 private:
  std::array<int, 2> descriptors_{-1, -1};
};

/// Sends records from a child process to its parent. Any thread of the child may use this object,
/// but only one at a time.
class RecordSink {
 public:
  explicit RecordSink(int file) noexcept : pipe_descriptor_(file) {}
  /// Sends a record, a byte string, to the parent process. Waits while the pipe to the parent is full.
  void send(std::string_view record) const noexcept;

 private:
  int pipe_descriptor_;
};

/// A child process of this process. Only the thread that made it may use it, and that thread must
/// live on: the host kills the child when the thread ends.
class ChildProcess {
 public:
  using Milliseconds = std::chrono::milliseconds;
  enum class WaitResult {
    one_record_received,
    no_record_yet,    ///< the child is still running, and has sent no further record
    no_more_records,  ///< the child will send no more records
  };

  /// Calls `work` in a child process, which gets a copy of this process's memory. Throws HostError
  /// if no child can be made.
  explicit ChildProcess(const std::function<void(const RecordSink&)>& work);
  /// Kills the child process if it is still running.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Returns a file descriptor that becomes readable (as reported by poll(2)) when the child has
  /// sent something or has ended.
  int descriptor_to_poll() const noexcept { return record_pipe_.read_end_descriptor(); }
  /// Waits for the next record from the child, and stores it in `record`. If `most` is given, waits no longer than
  /// that.
  WaitResult wait_for_record(std::string& record, std::optional<Milliseconds> most = {});
  /// Kills the child if it is still running, and waits for its end. If wait_for_record() has returned
  /// `no_more_records`, the child has already printed all its output. Returns nothing if the child's work returned.
  /// Otherwise returns a text that says how the process ended, and on which node if that is known: "node 2 went outside
  /// of its memory; it ended its process by signal 11 (Segmentation fault)". Rethrows a UsageError or HostError of the
  /// child's work, and throws a HostError for any other exception. Call this at most once.
  std::optional<std::string> wait_for_child_end();

 private:
  /// Makes the child while a lock is held, so that no child inherits the write end of another
  /// child's pipe. A pipe reports its end only when all copies of its write end are closed.
  ChildProcess(const std::function<void(const RecordSink&)>& work, std::unique_lock<std::mutex> one_at_a_time);
  [[noreturn]] void run_as_child(const std::function<void(const RecordSink&)>& work) noexcept;
  WaitResult take_next_record_from_received_bytes(std::string& record);
  int kill_and_wait_for_end();
  std::string crash_text(int status);

  Pipe record_pipe_;
  Pipe crash_text_pipe_;  ///< pipe for the text that the child's fault handler writes when the program crashes
  pid_t child_process_id_ = -1;
  std::string received_bytes_;  ///< bytes that were read from the pipe on which the child sends records, and that are
                                ///< not used up yet
  std::size_t byte_count_of_returned_records_ =
      0;                          ///< number of bytes of `received_bytes_` that wait_for_record() has already returned
  char end_message_type_ = '\0';  ///< type of the child's last message, which says how the child's work ended; '\0'
                                  ///< before that message
  std::string error_text_;  ///< text of the exception that the child's work has thrown; empty if it has thrown none
};

namespace detail {
/// Maps memory, filled with zeros, that this process shares with the child processes that it makes later. Throws
/// HostError if the host has no memory left.
void* map_shared_memory(std::size_t bytes);
void unmap_shared_memory(void* memory, std::size_t bytes) noexcept;
}  // namespace detail

/// A value in memory that a process shares with all child processes that it makes afterwards.
template <class T>
class ValueSharedWithChildProcesses {
 public:
  static_assert(std::is_trivially_destructible_v<T>);
  ValueSharedWithChildProcesses() : value_(new(detail::map_shared_memory(sizeof(T))) T) {}
  ~ValueSharedWithChildProcesses() { detail::unmap_shared_memory(value_, sizeof(T)); }
  ValueSharedWithChildProcesses(const ValueSharedWithChildProcesses&) = delete;
  ValueSharedWithChildProcesses& operator=(const ValueSharedWithChildProcesses&) = delete;
  T& operator*() const noexcept { return *value_; }
  T* operator->() const noexcept { return value_; }

 private:
  T* value_;
};

}  // namespace switchyard
