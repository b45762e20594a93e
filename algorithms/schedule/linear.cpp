#include "algorithms/schedule/linear.hpp"

#include "algorithms/schedule/grouped.hpp"

namespace switchyard {

Schedule make_linear_schedule(const CommunicationMatrix& matrix) {
  const auto receiver = [](std::uint32_t /*i*/, std::uint32_t j) { return j; };
  return detail::schedule_grouped_by_phase(matrix, matrix.node_count(), receiver,
                                           detail::EmptyPhasePolicy::drop_empty_phases, PhaseShape::gather);
}

}  // namespace switchyard
