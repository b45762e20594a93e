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

/// Communication costs of an exchange over repeated runs; the cost of a run is the maximum over its nodes. With more
/// runs, `least_cost` tends to be smaller and `greatest_cost` larger, as they are the extremes of all runs.
struct ExchangeTimes {
  std::uint64_t run_count = 0;
  Duration least_cost{};
  Duration mean_cost{};
  Duration greatest_cost{};
  Duration standard_deviation{};     ///< standard deviation of the cost of a single run
  double mean_blocked_circuits = 0;  ///< mean number of circuits in a run that had to wait for a link
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
/// random delays. The bytes that arrive in the first run are verified.
///
/// Throws: what run_exchange throws; Interrupted.
ExchangeTimes time_exchange(ExperimentContext& context, const Machine& machine, const Algorithm& algorithm,
                            const CommunicationMatrix& matrix, std::uint64_t runs, std::string_view stream);

}  // namespace switchyard
