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
  Duration makespan{};                ///< time from the start of the run until the last node finished
  std::vector<VirtualTime> finished;  ///< time at which each node finished, in the order of node ids
  /// Counters of the network. In a run that keeps no virtual time (ClockKind::off) all are 0 except `messages` and
  /// `payload_bytes`.
  FabricStatistics network;
  std::vector<Mark> marks;  ///< instants that programs have marked, in the order of virtual time
  std::uint64_t events = 0;
  /// A hash over the sequence of all events, if the run was under the virtual clock; otherwise 0.
  std::uint64_t trace_hash = 0;
  /// How well the host kept to the pace of a run in real time (ClockKind::wall); empty otherwise.
  std::optional<PaceReport> pace;
  /// The host's time for the run alone, in seconds, without the time to prepare its threads, fibers and data.
  double host_seconds = 0;
};

std::ostream& operator<<(std::ostream& out, const RunReport& report);

}  // namespace switchyard
