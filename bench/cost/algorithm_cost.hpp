#pragma once
/// \file algorithm_cost.hpp
/// Measures separately what one algorithm on one matrix costs the host: making the schedule,
/// carrying it out with the clock off, and emulating it.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/workload.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "bench/cost/cost_sample.hpp"
#include "runtime/machine.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"

namespace switchyard::cost {

struct CostOptions {
  ExecutorKind executor = kQuickExecutor;
  std::optional<Protocol> protocol = std::nullopt;  ///< if set, used in place of the algorithm's own protocol
  std::optional<Duration> host_limit = std::nullopt;
  std::size_t stack_bytes = kUsualStackBytes;
  std::optional<Placement> placement = std::nullopt;  ///< how node threads are placed on cores
  std::uint64_t seed = 1;
};

/// The time of one iteration of a measurement, and counters of the work that the iteration has done.
struct CostIteration {
  double host_seconds = 0;  ///< passed time while the nodes ran, in seconds
  Counters counters = {};
};

/// Makes schedules of one matrix for measurements, each with another seed. With few seeds the
/// processor's branch prediction would learn the branches of small schedules, and make them in
/// half of the time.
class ScheduleMaker {
 public:
  /// `machine`, `algorithm` and `matrix` must outlive the object.
  ScheduleMaker(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                std::uint64_t seed)
      : machine_(machine), algorithm_(algorithm), matrix_(matrix), seed_(seed) {}

  Schedule make_first_schedule() const;
  /// Makes a schedule with the next seed. The returned counters are means over all schedules made
  /// so far.
  CostIteration make_next_schedule();

 private:
  const Machine& machine_;
  const Algorithm& algorithm_;
  const CommunicationMatrix& matrix_;
  const std::uint64_t seed_;
  std::uint64_t schedules_made_ = 0;
  std::uint64_t total_phases_ = 0;  ///< number of phases of all schedules together that make_next_schedule() has made
  std::uint64_t total_schedule_operations_ =
      0;  ///< number of operations that all calls of make_next_schedule() have taken together
};

/// Measures the costs of one algorithm with one matrix. Only one thread at a time may use the object.
class AlgorithmCost {
 public:
  /// The machine and the workload must outlive the object.
  AlgorithmCost(const Machine& machine, Algorithm algorithm, Workload& workload, const CostOptions& options);

  const std::string& name() const noexcept { return algorithm_.name; }
  bool has_schedule() const noexcept { return static_cast<bool>(algorithm_.scheduler); }
  /// Returns by which time exchanges and emulations are measured: by the processor's time on
  /// fibers, by the passed time on threads.
  CostTimeKind time_kind_of_runs() const noexcept;

  /// Makes the schedule, carries it out once, and checks the schedule and the received bytes. Call
  /// it before anything is measured. Throws UsageError, which names the algorithm, for a wrong
  /// schedule and for what the algorithm throws; DataError if a received byte is wrong; and what
  /// run() throws.
  void run_once_and_check();

  CostIteration measure_schedule_cost();
  /// Carries out the matrix with the clock off, several times one after another if it has few
  /// messages.
  CostIteration measure_exchange_cost();
  CostIteration measure_emulation_cost();
  /// Measures the memory of a schedule, of the nodes' steps of the schedule, and of an emulation.
  /// Memory that the process still holds from earlier work is not counted.
  CostIteration measure_memory_cost();

 private:
  /// Replaces an algorithm that chooses another algorithm for the matrix, such as `auto`, by the chosen
  /// algorithm. The name is not changed.
  void replace_auto_by_chosen_algorithm();
  RunReport run_matrix_exchange(ClockKind clock, std::uint64_t uses) const;

  const Machine& machine_;
  Algorithm algorithm_;
  Workload& workload_;
  CostOptions options_;
  Protocol protocol_;
  ScheduleMaker schedule_maker_;
  std::optional<NodePlans> node_plans_;
};

/// Estimates the bytes of memory that all measurements of one matrix take.
double estimate_measurement_memory_bytes(double nodes, double messages, double payload_bytes);

}  // namespace switchyard::cost
