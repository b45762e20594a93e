#include "bench/cost/host_usage.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

/// jemalloc's interface to its figures and settings. It is null in programs without jemalloc.
extern "C" int mallctl(const char* name, void* old, std::size_t* old_length, void* now, std::size_t length)
    __attribute__((weak));

namespace switchyard::cost {
namespace {

/// Returns a value of the file /proc/self/status in bytes; the file has it in kB.
std::optional<double> process_status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    double kilobytes = 0;
    if (word == key && status >> kilobytes) return kilobytes * 1024;
  }
  return std::nullopt;
}

/// Returns memory that the heap does not use to the system.
void return_free_heap_to_system() noexcept {
  if (mallctl != nullptr) {
    // 4096 is MALLCTL_ARENAS_ALL.
    mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0);
  } else {
    ::malloc_trim(0);
  }
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
  if (mallctl != nullptr) {
    std::uint64_t snapshot = 1;  // jemalloc's figures are those of the last snapshot, which this write renews
    std::size_t bytes = 0, length = sizeof bytes;
    mallctl("epoch", nullptr, nullptr, &snapshot, sizeof snapshot);
    mallctl("stats.allocated", &bytes, &length, nullptr, 0);
    return static_cast<double>(bytes);
  }
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

std::uint64_t count_thread_waits() noexcept {
  struct rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_nvcsw);
}

MemoryPeak::MemoryPeak() {
  return_free_heap_to_system();
  if (reset_peak_memory()) before_ = process_status_bytes("VmRSS:");
}

std::optional<double> MemoryPeak::bytes() const {
  const auto peak = process_status_bytes("VmHWM:");
  if (!before_ || !peak) return std::nullopt;
  return *peak - *before_;
}

}  // namespace switchyard::cost
