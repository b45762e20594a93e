#pragma once
/// \file host_usage.hpp
/// What the process has used of the host: memory, and switches between threads.

#include <cstdint>
#include <optional>

namespace switchyard::cost {

/// Returns the bytes of the heap that are in use.
double heap_bytes() noexcept;

/// Returns how often a thread of the process has waited, and so given up its processor.
std::uint64_t waits_of_threads() noexcept;

/// Measures how much memory the process has used at most since the object was made, beyond what it used then.
class MemoryPeak {
 public:
  /// Gives memory that is not in use back to the host, so that later use of it is seen.
  MemoryPeak();
  /// Returns the bytes; nothing if the host does not tell.
  std::optional<double> bytes() const;

 private:
  std::optional<double> before_;
};

}  // namespace switchyard::cost
