#pragma once
/// \file host_usage.hpp
/// The memory that this process uses on the host, and the number of switches between its threads.

#include <cstdint>
#include <optional>

namespace switchyard::cost {

/// Returns the number of bytes of the heap that are in use.
double heap_bytes() noexcept;

/// Returns how often threads of the process have blocked and so given up their processor
/// (voluntary context switches).
std::uint64_t count_thread_waits() noexcept;

/// Measures the largest memory use of the process since the object was made, less the memory that
/// was in use at that time.
class MemoryPeak {
 public:
  /// Starts the measurement. First gives unused memory back to the host, so that later use of that
  /// memory is measured.
  MemoryPeak();
  /// Returns the largest memory use in bytes since the object was made, less the use at that time. Returns nothing if
  /// the host does not report the memory use.
  std::optional<double> memory_growth_bytes() const;

 private:
  std::optional<double> initial_memory_bytes_;
};

}  // namespace switchyard::cost
