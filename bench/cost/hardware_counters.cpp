#include "bench/cost/hardware_counters.hpp"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdint>

namespace switchyard::cost {
namespace {

struct PerfEventOfCounter {
  const char* name;
  std::uint32_t type;
  std::uint64_t event;
};
constexpr PerfEventOfCounter kKnownCounters[] = {
    {"instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"cache_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"branch_misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
    {"page_faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
};

/// Opens a hardware counter of the calling thread. Returns its file descriptor, which is negative if the host does not
/// offer the counter.
int open_hardware_counter_of_thread(const PerfEventOfCounter& known) {
  perf_event_attr attributes = {};
  attributes.size = sizeof(attributes);
  attributes.type = known.type;
  attributes.config = known.event;
  attributes.exclude_kernel = 1;
  attributes.exclude_hv = 1;
  attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  constexpr int kThisThread = 0, kAnyProcessor = -1, kNoGroup = -1;
  return static_cast<int>(
      ::syscall(SYS_perf_event_open, &attributes, kThisThread, kAnyProcessor, kNoGroup, PERF_FLAG_FD_CLOEXEC));
}

}  // namespace

HardwareCounters::HardwareCounters() {
  for (const PerfEventOfCounter& known : kKnownCounters) {
    const int descriptor = open_hardware_counter_of_thread(known);
    if (descriptor >= 0) open_counters_.push_back({known.name, descriptor});
  }
}

HardwareCounters::~HardwareCounters() {
  for (const OpenHardwareCounter& counter : open_counters_) ::close(counter.descriptor);
}

std::map<std::string, double> HardwareCounters::counts_by_name() const {
  std::map<std::string, double> found;
  for (const OpenHardwareCounter& counter : open_counters_) {
    struct {
      std::uint64_t value, enabled_time_ns, running;
    } count = {};
    if (::read(counter.descriptor, &count, sizeof(count)) != sizeof(count) || count.running != count.enabled_time_ns)
      continue;
    found[counter.name] = static_cast<double>(count.value);
  }
  return found;
}

}  // namespace switchyard::cost
