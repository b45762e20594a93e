#pragma once
/// \file algorithm_cost.hpp
/// One algorithm on one matrix, in the pieces that are measured apart: making the schedule, carrying it out with the
/// clock off, and emulating it.

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
  std::uint64_t seed = 1;
};

/// What one iteration has taken and done.
struct CostRun {
  double host_seconds = 0;  ///< time that has passed while nodes ran
  Counters counters = {};
};

/// Makes schedules of one matrix, one after another, each with another seed: a processor learns how a few small ones
/// branch, and then makes them in half of the time.
class ScheduleMaker {
 public:
  /// All three must outlive the object.
  ScheduleMaker(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                std::uint64_t seed)
      : machine_(machine), algorithm_(algorithm), matrix_(matrix), seed_(seed) {}

  Schedule first() const;
  /// Makes the next schedule. The counters are means over all that were made so far.
  CostRun make();

 private:
  const Machine& machine_;
  const Algorithm& algorithm_;
  const CommunicationMatrix& matrix_;
  const std::uint64_t seed_;
  std::uint64_t made_ = 0;
  std::uint64_t phases_ = 0;      ///< of all schedules that make() has made
  std::uint64_t operations_ = 0;  ///< likewise
};

/// An algorithm with a matrix to carry out. One thread at a time.
class AlgorithmCost {
 public:
  /// Machine and workload must outlive the object.
  AlgorithmCost(const Machine& machine, Algorithm algorithm, Workload& workload, const CostOptions& options);

  const std::string& name() const noexcept { return algorithm_.name; }
  bool has_schedule() const noexcept { return static_cast<bool>(algorithm_.scheduler); }
  /// Returns which time of an exchange or emulation counts.
  CostTime time_of_runs() const noexcept;

  /// Makes the schedule and carries it out once, and checks all of it; to be called first. Throws UsageError, with the
  /// algorithm's name, for a schedule that is wrong and for what the algorithm throws; DataError if a byte is not
  /// right at its end; what run() throws.
  void try_out();

  CostRun make_schedule();
  /// Carries the matrix out several times, one after another; the more, the fewer messages it has.
  CostRun exchange();
  CostRun emulate();
  /// Measures the memory of a schedule, of the steps of its nodes, and of an emulation. Bytes that the process has
  /// kept from earlier work are not counted.
  CostRun measure_memory();

 private:
  /// Puts the algorithm that the algorithm chooses, if it is one that chooses, in its place; the name stays.
  void choose();
  RunReport carry_out(ClockKind clock, std::uint64_t uses) const;

  const Machine& machine_;
  Algorithm algorithm_;
  Workload& workload_;
  CostOptions options_;
  Protocol protocol_;
  ScheduleMaker maker_;
  std::optional<NodePlans> plans_;
};

/// Estimates the bytes that measuring takes for one matrix, all of them together.
double bytes_needed(double nodes, double messages, double payload_bytes);

}  // namespace switchyard::cost
