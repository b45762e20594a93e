#pragma once
/// \file hardware_counters.hpp
/// Hardware counters of the processor: instructions, cycles, cache misses. Some hosts, such as
/// many virtual machines, offer few of them or none.

#include <map>
#include <string>
#include <vector>

namespace switchyard::cost {

/// Counts events in the user code of the calling thread with the processor's hardware counters, from the construction
/// of the object on. The object must be used on one thread only.
class HardwareCounters {
 public:
  HardwareCounters();
  ~HardwareCounters();
  HardwareCounters(const HardwareCounters&) = delete;
  HardwareCounters& operator=(const HardwareCounters&) = delete;

  /// Returns the counts so far by name, such as "instructions". Left out are counters that the
  /// host does not offer, and counters that did not run all the time because they shared the
  /// processor's registers with others.
  std::map<std::string, double> counts_by_name() const;

 private:
  struct OpenHardwareCounter {
    const char* name;
    int descriptor;
  };
  std::vector<OpenHardwareCounter> open_counters_;
};

}  // namespace switchyard::cost
