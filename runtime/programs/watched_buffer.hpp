#pragma once
/// \file watched_buffer.hpp
/// The buffer of a message, from the call that posts the message to the call that completes it. In runs that look for
/// defects it is watched (memory_watch.hpp); otherwise it is only the program's memory.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

/// Checks memory that a blocking call reads or writes, in runs that look for defects. Throws UsageError if the memory
/// is not all the program's own, and notes a defect if another call under way uses it.
void check_touch(Process& process, const char* call, CallSite site, std::span<const std::byte> memory, Touch touch);

class WatchedBuffer {
 public:
  WatchedBuffer() = default;
  /// Make the buffer of a send and of a receive. Both check the memory as check_touch() does.
  static WatchedBuffer to_send(Process& process, const char* call, CallSite site, std::span<const std::byte> data);
  static WatchedBuffer to_receive(Process& process, const char* call, CallSite site, std::span<std::byte> memory);

  /// Returns the memory that an arriving message is stored in: the program's buffer, or separate memory in runs that
  /// look for changes of the program's buffer. It does not move.
  std::span<std::byte> room() noexcept { return landing_.empty() ? memory_ : std::span(landing_); }
  /// Called when the call is complete: stops watching, and copies the bytes that have arrived to the program's buffer.
  void complete(Process& process, CallSite site, std::uint64_t bytes);
  /// Stops watching the buffer, because its call is given up, or because nobody can know when the call is complete.
  void drop(Process& process);

 private:
  std::span<std::byte> memory_;  ///< the program's buffer, for a receive
  std::vector<std::byte> landing_;
  MemoryWatch::Id watched_ = 0;
};

}  // namespace switchyard
