#pragma once
/// \file hardware_counters.hpp
/// What the processor itself counts: instructions, cycles, misses. Hosts that do not allow it, such as many virtual
/// machines, count less or nothing.

#include <map>
#include <string>
#include <vector>

namespace switchyard::cost {

/// Counts what the calling thread does in user code, from the object's making on. Use it on one thread.
class HardwareCounters {
 public:
  HardwareCounters();
  ~HardwareCounters();
  HardwareCounters(const HardwareCounters&) = delete;
  HardwareCounters& operator=(const HardwareCounters&) = delete;

  /// Returns the counts so far, by name, such as "instructions". Counts that the host does not offer are left out, and
  /// so are those which it had to share out among more counters than the processor has.
  std::map<std::string, double> counts() const;

 private:
  struct Counter {
    const char* name;
    int descriptor;
  };
  std::vector<Counter> open_;
};

}  // namespace switchyard::cost
