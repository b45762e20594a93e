#pragma once
/// \file child_process.hpp
/// Work in a child process that sends what it finds, record by record: a program that crashes, exits or never ends
/// takes that process with it and nothing else.

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

/// Builds a record, which the same program reads again: values as they are in memory.
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

/// Takes a record apart, in the order in which it was built. Needs: the bytes of the record outlive it.
class RecordReader {
 public:
  explicit RecordReader(std::string_view bytes) : bytes_(bytes) {}
  template <class T>
  T take() {
    T value{};
    std::memcpy(&value, bytes_.data(), sizeof(value));
    bytes_.remove_prefix(sizeof(value));
    return value;
  }
  std::string_view take_text() {
    const auto size = take<std::size_t>();
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
  /// Throws HostError if the host has no room for it.
  Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();
  int read_end() const noexcept { return ends_[0]; }
  int write_end() const noexcept { return ends_[1]; }
  void close_write() noexcept;

 private:
  std::array<int, 2> ends_{-1, -1};
};

/// What the work in a child process sends its records to. Any thread of it, one at a time.
class RecordSink {
 public:
  explicit RecordSink(int file) noexcept : file_(file) {}
  /// Waits while the parent is behind.
  void send(std::string_view record) const noexcept;

 private:
  int file_;
};

/// A child process of this one. Used by the thread that has made it, whose end would also be the child's.
class ChildProcess {
 public:
  using Milliseconds = std::chrono::milliseconds;
  enum class Heard {
    record,
    silence,  ///< the child is there, and has sent nothing
    end,      ///< nothing more will come
  };

  /// Calls `work` in a child process, whose memory is a copy of this one's. Throws HostError if there can be no child.
  explicit ChildProcess(const std::function<void(const RecordSink&)>& work);
  /// Ends a child that is still there.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Can be read, as poll(2) says, when there is something to listen to.
  int file() const noexcept { return records_.read_end(); }
  /// Waits for the next record, no longer than that if it is given.
  Heard listen(std::string& record, std::optional<Milliseconds> most = {});
  /// Ends a child that is still there, and waits for its end. One whose end was heard has printed all that it had to.
  /// Nothing if its work returned; otherwise how the process ended, in words, with the node if that is known: "node 2
  /// went outside of its memory; it ended its process by signal 11 (Segmentation fault)". Throws what the work has
  /// thrown: UsageError and HostError as they were, another exception as a HostError. At most once.
  std::optional<std::string> end();

 private:
  /// Children are made one after another, so that none has the write end of another one's pipe: where all of those are
  /// closed, nothing more will come.
  ChildProcess(const std::function<void(const RecordSink&)>& work, std::unique_lock<std::mutex> one_at_a_time);
  [[noreturn]] void be_child(const std::function<void(const RecordSink&)>& work) noexcept;
  Heard take_record(std::string& record);
  int wait_for_end();
  std::string crash_text(int status);

  Pipe records_;
  Pipe faults_;  ///< what the child's handler of faults says
  pid_t child_ = -1;
  std::string heard_;      ///< of records_, and not taken yet
  std::size_t taken_ = 0;  ///< bytes of `heard_` that are taken
  char said_ = '\0';       ///< how the work has ended, if it has said so
  std::string why_;        ///< what it threw
};

namespace detail {
/// Memory that is zero at first. Throws HostError if there is no room.
void* map_shared(std::size_t bytes);
void unmap_shared(void* memory, std::size_t bytes) noexcept;
}  // namespace detail

/// A value that a process has in common with the children that it makes afterwards.
template <class T>
class SharedWithChildren {
 public:
  static_assert(std::is_trivially_destructible_v<T>);
  SharedWithChildren() : value_(new(detail::map_shared(sizeof(T))) T) {}
  ~SharedWithChildren() { detail::unmap_shared(value_, sizeof(T)); }
  SharedWithChildren(const SharedWithChildren&) = delete;
  SharedWithChildren& operator=(const SharedWithChildren&) = delete;
  T& operator*() const noexcept { return *value_; }
  T* operator->() const noexcept { return value_; }

 private:
  T* value_;
};

}  // namespace switchyard
