#pragma once
/// \file watched_buffer.hpp
/// The buffer of a message, from the call that posts the message to the call that completes it.
/// The buffer is watched in runs that look for defects (memory_watch.hpp), and is otherwise simply
/// the program's memory.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

/// Checks, in runs that look for defects, memory that a blocking call reads or writes. Throws
/// UsageError if some of the memory is not the program's own, and notes a defect if another call
/// under way uses it.
void check_memory_of_call(Process& process, const char* call, CallSite site, std::span<const std::byte> memory,
                          ReadOrWrite touch);

class WatchedBuffer {
 public:
  WatchedBuffer() = default;
  /// These functions make the buffer of a send or of a receive. Both check the memory as check_memory_of_call() does.
  static WatchedBuffer buffer_to_send(Process& process, const char* call, CallSite site,
                                      std::span<const std::byte> data);
  static WatchedBuffer buffer_to_receive(Process& process, const char* call, CallSite site,
                                         std::span<std::byte> memory);

  /// Returns the memory into which an arriving message is stored: the program's buffer, or
  /// separate memory in runs that look for changes of the program's buffer. The address stays the
  /// same.
  std::span<std::byte> memory_for_arriving_data() noexcept {
    return receive_copy_.empty() ? program_memory_ : std::span(receive_copy_);
  }
  /// This function is called when the call is complete. It stops watching the buffer, and copies the bytes that have
  /// arrived into the program's buffer.
  void complete_call(Process& process, CallSite site, std::uint64_t bytes);
  /// Stops watching the buffer, because its call was given up, or because nobody can know when the
  /// call is complete.
  void stop_watching_buffer(Process& process);

 private:
  std::span<std::byte> program_memory_;  ///< the program's buffer of a receive; empty for a send
  std::vector<std::byte> receive_copy_;
  MemoryWatch::CallId watched_call_id_ = 0;
};

}  // namespace switchyard
