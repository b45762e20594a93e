#pragma once
/// \file report.hpp
/// What a run did, with everything that is needed to get it again.

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
  Duration makespan{};                ///< until the last node finished
  std::vector<VirtualTime> finished;  ///< by node
  FabricStatistics network;           ///< zeros with the clock off, but for messages and payload_bytes
  std::vector<Mark> marks;            ///< in the order of virtual time
  std::uint64_t events = 0;
  std::uint64_t trace_hash = 0;    ///< 0 but under the virtual clock
  std::optional<PaceReport> pace;  ///< of the clock wall
  double host_seconds = 0;         ///< the run alone: without making threads, fibers or the matrix
};

std::ostream& operator<<(std::ostream& out, const RunReport& report);

}  // namespace switchyard
