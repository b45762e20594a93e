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

/// Communication costs: of each run the maximum over the nodes. Extremes depend on how many runs there are.
struct Timing {
  std::uint64_t runs = 0;
  Duration least{};
  Duration mean{};
  Duration most{};
  Duration deviation{};  ///< standard deviation of one run
  double blocked = 0;    ///< circuits that waited for a link, mean of a run
};

constexpr double milliseconds(Duration time) noexcept { return microseconds(time) / 1000; }

/// The communication cost of one run; every byte is verified. Any thread.
Duration time_once(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                   std::uint64_t seed);

/// What one run costs the host, for the time that is left.
RunCost run_cost(const CommunicationMatrix& matrix);

/// The result does not depend on how many runs go on at once. All algorithms with the same `stream` meet the same
/// delays. The bytes of the first run are verified.
///
/// Throws: what run_exchange throws; Interrupted.
Timing time_exchange(ExperimentContext& context, const Machine& machine, const Algorithm& algorithm,
                     const CommunicationMatrix& matrix, std::uint64_t runs, std::string_view stream);

}  // namespace switchyard
