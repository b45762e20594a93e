#include "bench/cost/host_usage.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <fstream>
#include <string>

namespace switchyard::cost {
namespace {

/// Returns a value of /proc/self/status, which has it in kB, in bytes.
std::optional<double> status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == key && status >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

/// Resets the host's record of the process's largest memory use; returns whether the host has done so.
bool reset_peak() {
  std::ofstream file("/proc/self/clear_refs");
  file << "5\n";
  return static_cast<bool>(file.flush());
}

}  // namespace

double heap_bytes() noexcept {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

std::uint64_t waits_of_threads() noexcept {
  struct rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_nvcsw);
}

MemoryPeak::MemoryPeak() {
  ::malloc_trim(0);
  if (reset_peak()) before_ = status_bytes("VmRSS:");
}

std::optional<double> MemoryPeak::bytes() const {
  const auto peak = status_bytes("VmHWM:");
  if (!before_ || !peak) return std::nullopt;
  return *peak - *before_;
}

}  // namespace switchyard::cost
