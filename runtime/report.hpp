#pragma once
/// \file report.hpp
/// The results of a run, with everything that is needed to repeat it.

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "runtime/fabric.hpp"
#include "runtime/observer.hpp"
#include "runtime/pace.hpp"

namespace switchyard {

struct RunReport {
  std::string machine;
  std::uint32_t nodes = 0;
  std::string clock;
  std::string executor;
  std::uint64_t seed = 0;
  Duration makespan{};                ///< time until the last node finished
  std::vector<VirtualTime> finished;  ///< time at which each node finished, in the order of node ids
  FabricStatistics network;  ///< counters of the network; with the clock off all are 0 but messages and payload_bytes
  std::vector<Mark> marks;   ///< instants that programs have marked, in the order of virtual time
  std::uint64_t events = 0;
  std::uint64_t trace_hash = 0;    ///< hash over all events under the virtual clock; 0 under other clocks
  std::optional<PaceReport> pace;  ///< how well the host kept to the pace of the clock wall
  double host_seconds = 0;         ///< host time of the run alone, without the time to prepare its threads, fibers and
                                   ///< data
};

std::ostream& operator<<(std::ostream& out, const RunReport& report);

}  // namespace switchyard
