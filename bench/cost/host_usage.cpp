#include "bench/cost/host_usage.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <fstream>
#include <string>

namespace switchyard::cost {
namespace {

/// Returns the value that the file /proc/self/status has for `key`, converted from kB to bytes. Returns
/// nothing if the file does not have the key.
std::optional<double> read_memory_bytes_from_proc_status(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == key && status >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

/// Resets the kernel's record of the largest memory use of this process. Returns whether that
/// succeeded.
bool reset_peak_memory() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5\n";
  return static_cast<bool>(file.flush());
}

}  // namespace

double heap_bytes() noexcept {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

std::uint64_t count_thread_waits() noexcept {
  struct rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_nvcsw);
}

MemoryPeak::MemoryPeak() {
  ::malloc_trim(0);
  if (reset_peak_memory()) initial_memory_bytes_ = read_memory_bytes_from_proc_status("VmRSS:");
}

std::optional<double> MemoryPeak::memory_growth_bytes() const {
  const auto peak = read_memory_bytes_from_proc_status("VmHWM:");
  if (!initial_memory_bytes_ || !peak) return std::nullopt;
  return *peak - *initial_memory_bytes_;
}

}  // namespace switchyard::cost
