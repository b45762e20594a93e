#pragma once
/// \file watched_buffer.hpp
/// The buffer of a message, from the call that posts a send or receive to the call that completes it. In runs that look
/// for defects, the buffer is watched (memory_watch.hpp); in other runs it is simply the program's memory.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

/// In runs that look for defects, checks the memory that a blocking call reads or writes. Throws UsageError if some of
/// the memory is not the program's own, and notes a defect if another call under way uses it.
void check_memory_of_call(Process& process, const char* call, CallSite site, std::span<const std::byte> memory,
                          ReadOrWrite touch);

class WatchedBuffer {
 public:
  WatchedBuffer() = default;
  /// Both functions make the watched buffer of a message: buffer_to_send() for a send, and buffer_to_receive() for a
  /// receive. They check the memory as check_memory_of_call() does.
  static WatchedBuffer buffer_to_send(Process& process, const char* call, CallSite site,
                                      std::span<const std::byte> data);
  static WatchedBuffer buffer_to_receive(Process& process, const char* call, CallSite site,
                                         std::span<std::byte> memory);

  /// Returns the memory into which an arriving message is stored: the program's buffer or, in runs that watch for
  /// changes of the program's buffer, separate memory. The address stays the same as long as this object exists.
  std::span<std::byte> memory_for_arriving_data() noexcept {
    return receive_copy_.empty() ? program_memory_ : std::span(receive_copy_);
  }
  /// Called when the send or receive is complete: stops watching the buffer, and copies received bytes from separate
  /// memory into the program's buffer.
  void complete_call(Process& process, CallSite site, std::uint64_t bytes);
  /// Stops watching the buffer, because the send or receive was given up, or because nobody can know when it is
  /// complete.
  void stop_watching_buffer(Process& process);

 private:
  std::span<std::byte> program_memory_;  ///< the program's buffer for a receive; empty for a send
  std::vector<std::byte> receive_copy_;
  MemoryWatch::CallId watched_call_id_ = 0;
};

}  // namespace switchyard
