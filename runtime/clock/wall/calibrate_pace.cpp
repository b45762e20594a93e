#include "runtime/calibrate_pace.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "runtime/run.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kLargestTrialMessageBytes = 16 * 1024;
constexpr std::uint64_t kWaitsPerTrial = 2000;  ///< number of waits of all nodes together in one trial run; a node
                                                ///< waits three times in each round of the trial
constexpr std::uint32_t kFewestRoundsPerTrial = 4;
constexpr double kLongestTrialSeconds = 4;  ///< longest host time of one trial run in seconds; no trial is begun that
                                            ///< is expected to take longer

void send_round_ring(Node& self, std::size_t bytes, std::uint32_t rounds) {
  const std::uint32_t nodes = self.node_count();
  const NodeId next{(index(self.id()) + 1) % nodes};
  const NodeId previous{(index(self.id()) + nodes - 1) % nodes};
  const std::vector<std::byte> out(bytes);
  std::vector<std::byte> in(bytes);
  for (; rounds > 0; --rounds) {
    std::array both{self.post_receive(previous, in), self.post_send(next, out)};
    self.wait_all(both);
  }
}

RunReport measure_ring_run(const Machine& machine, std::uint64_t bytes, const PaceOptions& pace) {
  const auto rounds =
      std::max(kFewestRoundsPerTrial, static_cast<std::uint32_t>(kWaitsPerTrial / (3 * machine.node_count())));
  RunOptions options;
  options.clock = ClockKind::wall;
  options.pace = pace;
  return run(
      machine, [&](Node& self) { send_round_ring(self, bytes, rounds); }, options);
}

}  // namespace

PaceCalibration fixed_pace(const Machine& machine, std::uint64_t bytes, double dilation) {
  PaceCalibration given;
  given.message_time = machine.model().message_time(bytes);
  given.pace = {dilation, Duration{static_cast<Duration::rep>(kToleratedWaitLatenessFraction *
                                                              static_cast<double>(given.message_time.count()))}};
  return given;
}

PaceCalibration calibrate_pace(const Machine& machine, std::uint64_t bytes) {
  const std::uint64_t size = std::min(bytes, kLargestTrialMessageBytes);
  PaceCalibration found = fixed_pace(machine, size, 1);
  found.is_on_time = machine.node_count() < 2;  // in a run with a single node, no message can be late
  if (found.is_on_time) return found;
  for (;; found.pace.dilation *= 2) {
    const RunReport report = measure_ring_run(machine, size, found.pace);
    found.late_99 = report.pace->late_99;
    found.deadlines = report.pace->deadlines;
    found.is_on_time = report.pace->missed * 100 <= report.pace->deadlines;
    if (found.is_on_time || found.pace.dilation >= kLargestDilation || 2 * report.host_seconds > kLongestTrialSeconds)
      break;
  }
  found.pace.dilation = std::min(2 * found.pace.dilation, kLargestDilation);
  return found;
}

}  // namespace switchyard
