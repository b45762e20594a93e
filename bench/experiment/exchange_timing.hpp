#pragma once
/// \file exchange_timing.hpp
/// An algorithm of the catalogue on one matrix, timed over repeated runs that differ in the machine's random delays.

#include <cstdint>
#include <string_view>

#include "algorithms/catalogue.hpp"
#include "algorithms/matrix/communication_matrix.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "runtime/machine.hpp"
#include "runtime/quick_executor.hpp"

namespace switchyard {

/// Communication costs: the cost of a run is the maximum over its nodes. The extremes depend on the number of runs.
struct Timing {
  std::uint64_t runs = 0;
  Duration least{};
  Duration mean{};
  Duration most{};
  Duration deviation{};  ///< standard deviation of a single run
  double blocked = 0;    ///< number of circuits that waited for a link, mean over the runs
};

constexpr double milliseconds(Duration time) noexcept { return microseconds(time) / 1000; }

/// Returns the communication cost of one run, in which every byte is verified. Any thread may call this.
Duration time_once(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                   std::uint64_t seed);

/// Estimates what one run costs the host, to predict the time that is left.
RunCost run_cost(const CommunicationMatrix& matrix);

/// Times the exchange over repeated runs. The result does not depend on how many runs go on at once. All algorithms
/// with the same `stream` meet the same delays. The bytes of the first run are verified.
///
/// Throws: what run_exchange throws; Interrupted.
Timing time_exchange(ExperimentContext& context, const Machine& machine, const Algorithm& algorithm,
                     const CommunicationMatrix& matrix, std::uint64_t runs, std::string_view stream);

}  // namespace switchyard
