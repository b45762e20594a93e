#pragma once
/// \file hardware_counters.hpp
/// Hardware counters of the processor: instructions, cycles, misses. Hosts that do not allow them, such as many virtual
/// machines, offer fewer or none.

#include <map>
#include <string>
#include <vector>

namespace switchyard::cost {

/// Counts with hardware counters what the calling thread does in user code, from the construction of the object on. Use
/// it on one thread.
class HardwareCounters {
 public:
  HardwareCounters();
  ~HardwareCounters();
  HardwareCounters(const HardwareCounters&) = delete;
  HardwareCounters& operator=(const HardwareCounters&) = delete;

  /// Returns the counts so far by name, such as "instructions". Counters that the host does not offer are left out, and
  /// so are those that shared the processor's counters with others and did not run all the time.
  std::map<std::string, double> counts() const;

 private:
  struct Counter {
    const char* name;
    int descriptor;
  };
  std::vector<Counter> open_;
};

}  // namespace switchyard::cost
