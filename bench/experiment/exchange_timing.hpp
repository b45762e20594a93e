#pragma once
/// \file exchange_timing.hpp
/// Measures the communication cost of one algorithm on one communication matrix, over repeated runs that differ in the
/// machine's random delays.

#include <cstdint>
#include <string_view>

#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "runtime/machine.hpp"
#include "runtime/quick_executor.hpp"

namespace switchyard {

/// The communication costs of an exchange in several runs; the cost of a run is the maximum over its nodes. As
/// `least_cost` and `greatest_cost` are the extremes of all runs, they tend to lie further apart the more runs there
/// are.
struct ExchangeTimes {
  std::uint64_t run_count = 0;
  Duration least_cost{};
  Duration mean_cost{};
  Duration greatest_cost{};
  Duration standard_deviation{};  ///< an estimate of the standard deviation of the cost of one run
  /// The number of circuits (connections over all links of a route) in a run that had to wait for a link, as a mean
  /// over the runs.
  double mean_blocked_circuits = 0;
};

constexpr double milliseconds(Duration time) noexcept { return microseconds(time) / 1000; }

/// Runs the algorithm on the matrix once, verifies every byte that arrives, and returns the communication cost. Any
/// thread may call this.
Duration time_single_exchange(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                              std::uint64_t seed);

/// Estimates the host time and the memory that one run of this matrix takes, so that the remaining time of an
/// experiment can be predicted.
RunCost estimated_run_cost(const CommunicationMatrix& matrix);

/// Measures the communication cost of an exchange over repeated runs. Several runs may go on at the same time; how many
/// of them does not change the result. Algorithms that are timed with the same random stream `stream` meet the same
/// random delays of the machine. The bytes that arrive in the first run are verified.
///
/// Throws: what run_exchange throws; ExperimentInterrupted.
ExchangeTimes time_exchange(ExperimentContext& context, const Machine& machine, const Algorithm& algorithm,
                            const CommunicationMatrix& matrix, std::uint64_t runs, std::string_view stream);

}  // namespace switchyard
