#include "algorithms/schedule/pairwise.hpp"

#include <fmt/format.h>

#include <bit>

#include "algorithms/schedule/grouped.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Makes the schedule of pairwise scheduling with shifted node numbers: node i acts as node (i +
/// shift) mod n.
Schedule shifted_pairwise_schedule(const char* name, const CommunicationMatrix& matrix, std::uint32_t shift) {
  const std::uint32_t nodes = matrix.node_count();
  if (!std::has_single_bit(nodes))
    throw UsageError(fmt::format("{}: {} nodes", name, nodes), "it needs a power of two");
  const std::uint32_t mask = nodes - 1;
  const auto k_minus_1 = [=](std::uint32_t i, std::uint32_t j) {
    return (((i + shift) & mask) ^ ((j + shift) & mask)) - 1;
  };
  return detail::schedule_grouped_by_phase(matrix, nodes - 1, k_minus_1, detail::EmptyPhasePolicy::drop_empty_phases);
}

}  // namespace

Schedule make_pairwise_schedule(const CommunicationMatrix& matrix) {
  return shifted_pairwise_schedule("ps", matrix, 0);
}

Schedule make_balanced_schedule(const CommunicationMatrix& matrix) {
  return shifted_pairwise_schedule("bs", matrix, 1);
}

}  // namespace switchyard
