#pragma once
/// \file algorithm_cost.hpp
/// Measures separately what one algorithm costs the host on one communication matrix: making the schedule, carrying it
/// out without emulated time (ClockKind::off), and carrying it out on the emulated machine.

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
  /// Message protocol to be used in place of the algorithm's own, if set.
  std::optional<Protocol> protocol = std::nullopt;
  std::optional<Duration> host_limit = std::nullopt;
  std::size_t stack_bytes = kUsualStackBytes;
  std::optional<Placement> placement = std::nullopt;  ///< how the threads of the nodes are placed on the host's cores
  std::uint64_t seed = 1;
};

/// The time of one iteration of a measurement, and counters of the work that the iteration has done.
struct CostIteration {
  double host_seconds = 0;  ///< elapsed host time while the nodes ran, in seconds
  Counters counters = {};
};

/// Makes schedules of one matrix in order to measure the host time of scheduling. Each schedule is made with another
/// seed: with only a few seeds, the processor's branch predictor would learn the branches of small schedules, which
/// would halve the measured time.
class ScheduleMaker {
 public:
  /// `machine`, `algorithm` and `matrix` must outlive the object.
  ScheduleMaker(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                std::uint64_t seed)
      : machine_(machine), algorithm_(algorithm), matrix_(matrix), seed_(seed) {}

  Schedule make_first_schedule() const;
  /// Makes a schedule with the next seed. The counters in the result (such as the number of phases) are means over all
  /// schedules that this object has made so far.
  CostIteration make_next_schedule();

 private:
  const Machine& machine_;
  const Algorithm& algorithm_;
  const CommunicationMatrix& matrix_;
  const std::uint64_t seed_;
  std::uint64_t schedules_made_ = 0;
  /// The number of phases, summed over all schedules that make_next_schedule() has made.
  std::uint64_t total_phases_ = 0;
  /// The number of basic operations of the scheduler, summed over all schedules that make_next_schedule() has made.
  std::uint64_t total_schedule_operations_ = 0;
};

/// Measures the costs of one algorithm with one matrix. Only one thread at a time may use the object.
class AlgorithmCost {
 public:
  /// The machine and the workload (the communication matrix with its payload) must outlive the object.
  AlgorithmCost(const Machine& machine, Algorithm algorithm, Workload& workload, const CostOptions& options);

  const std::string& name() const noexcept { return algorithm_.name; }
  bool has_schedule() const noexcept { return static_cast<bool>(algorithm_.scheduler); }
  /// Returns which time of the host is the measured cost of exchanges and emulations: the processor time if the nodes
  /// are fibers, and the elapsed time if they are threads.
  CostTimeKind time_kind_of_runs() const noexcept;

  /// Makes the schedule, carries it out once, and checks the schedule and the received bytes. Call this function before
  /// anything is measured. Throws UsageError, which names the algorithm, if the schedule is wrong or the algorithm
  /// throws; DataError if a received byte is wrong; and what run() throws.
  void run_once_and_check();

  CostIteration measure_schedule_cost();
  /// Measures carrying out the matrix without emulated time (ClockKind::off). A matrix with few messages is carried out
  /// several times, one after another.
  CostIteration measure_exchange_cost();
  CostIteration measure_emulation_cost();
  /// Measures the host memory of a schedule, of the steps that the schedule gives to each node, and of an emulated run.
  /// Memory that the process still holds from earlier work is not counted.
  CostIteration measure_memory_cost();

 private:
  /// If the algorithm only chooses another algorithm for the matrix, as `auto` does, replaces it by the chosen
  /// algorithm, but keeps its name.
  void replace_auto_by_chosen_algorithm();
  RunReport run_matrix_exchange(ClockKind clock, std::uint64_t uses) const;

  const Machine& machine_;
  Algorithm algorithm_;
  Workload& workload_;
  CostOptions options_;
  Protocol protocol_;
  ScheduleMaker schedule_maker_;
  std::optional<ScheduleStepsByNode> node_plans_;
};

/// Estimates the bytes of memory that all measurements of one matrix take.
double estimate_measurement_memory_bytes(double nodes, double messages, double payload_bytes);

}  // namespace switchyard::cost
