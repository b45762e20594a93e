#pragma once
/// \file host_usage.hpp
/// What the process has used of the host: memory, and switches between threads.

#include <cstdint>
#include <optional>

namespace switchyard::cost {

/// Returns the bytes of the heap that are in use.
double heap_bytes() noexcept;

/// Returns how often threads of the process have waited and so given up their processor (voluntary context switches).
std::uint64_t waits_of_threads() noexcept;

/// Measures the largest memory use of the process since the object was made, less the memory that was in use then.
class MemoryPeak {
 public:
  /// Returns unused memory to the host, so that a later use of it is measured.
  MemoryPeak();
  /// Returns the largest memory use in bytes, less the use at the start; nothing if the host does not report it.
  std::optional<double> bytes() const;

 private:
  std::optional<double> before_;
};

}  // namespace switchyard::cost
