#pragma once
/// \file exchange_timing.hpp
/// Times an exchange: one algorithm on one communication matrix, over repeated runs that differ in the machine's random
/// delays.

#include <cstdint>
#include <string_view>

#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "runtime/machine.hpp"
#include "runtime/quick_executor.hpp"

namespace switchyard {

/// Communication costs of an exchange over repeated runs; the cost of a run is the maximum over
/// its nodes. More runs make `least_cost` smaller and `greatest_cost` larger, as both are extremes.
struct ExchangeTimes {
  std::uint64_t runs = 0;
  Duration least_cost{};
  Duration mean_cost{};
  Duration greatest_cost{};
  Duration deviation{};  ///< standard deviation of the cost of a single run
  double blocked = 0;    ///< mean number, over the runs, of circuits that waited for a link
};

constexpr double milliseconds(Duration time) noexcept { return microseconds(time) / 1000; }

/// Runs the exchange once, verifies every byte that arrives, and returns the communication cost. Any thread may call
/// this.
Duration time_once(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                   std::uint64_t seed);

/// Estimates what one run of this matrix costs the host, so that the time left can be predicted.
RunCost estimated_run_cost(const CommunicationMatrix& matrix);

/// Times an exchange over repeated runs, several of which may go on at once; the result does not
/// depend on their number. Algorithms that are timed with the same `stream` meet the same random
/// delays. The bytes of the first run are verified.
///
/// Throws: what run_exchange throws; Interrupted.
ExchangeTimes time_exchange(ExperimentContext& context, const Machine& machine, const Algorithm& algorithm,
                            const CommunicationMatrix& matrix, std::uint64_t runs, std::string_view stream);

}  // namespace switchyard
