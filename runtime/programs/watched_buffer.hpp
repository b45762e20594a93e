#pragma once
/// \file watched_buffer.hpp
/// The buffer of a message, from the call that gives it to the one that completes it. Where nobody looks for defects,
/// it is the program's memory and nothing else.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/programs/memory_watch.hpp"
#include "runtime/programs/process.hpp"

namespace switchyard {

/// Checks memory that a blocking call reads or writes. Throws UsageError if it is not all the program's own, and
/// notes a defect if another call under way uses it.
void check_touch(Process& process, const char* call, CallSite site, std::span<const std::byte> memory, Touch touch);

class WatchedBuffer {
 public:
  WatchedBuffer() = default;
  /// Make the buffer of a send and of a receive. Both check the memory as check_touch() does.
  static WatchedBuffer to_send(Process& process, const char* call, CallSite site, std::span<const std::byte> data);
  static WatchedBuffer to_receive(Process& process, const char* call, CallSite site, std::span<std::byte> memory);

  /// Returns the memory that the message goes into: the program's, or other memory if changes of the program's are
  /// looked for. It does not move.
  std::span<std::byte> room() noexcept { return landing_.empty() ? memory_ : std::span(landing_); }
  /// Gives the program the bytes that have arrived, when the call is complete.
  void complete(Process& process, CallSite site, std::uint64_t bytes);
  /// Stops watching, because the call is given up, or because nobody can know when it is complete.
  void drop(Process& process);

 private:
  std::span<std::byte> memory_;  ///< of the program, for a receive
  std::vector<std::byte> landing_;
  MemoryWatch::Id watched_ = 0;
};

}  // namespace switchyard
