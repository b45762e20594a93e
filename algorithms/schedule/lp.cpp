#include "algorithms/schedule/lp.hpp"

#include <fmt/format.h>

#include <bit>

#include "algorithms/schedule/grouped.hpp"
#include "runtime/error.hpp"

namespace switchyard {

Schedule make_linear_permutation_schedule(const CommunicationMatrix& matrix) {
  const std::uint32_t nodes = matrix.node_count();
  if (!std::has_single_bit(nodes)) throw UsageError(fmt::format("lp: {} nodes", nodes), "it needs a power of two");
  const auto k_minus_1 = [](std::uint32_t i, std::uint32_t j) { return (i ^ j) - 1; };
  return detail::schedule_grouped_by_phase(matrix, nodes - 1, k_minus_1, detail::EmptyPhasePolicy::keep_empty_phases);
}

}  // namespace switchyard
