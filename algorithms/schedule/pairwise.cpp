#include "algorithms/schedule/pairwise.hpp"

#include <fmt/format.h>

#include <bit>

#include "algorithms/schedule/grouped.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Node i goes by the number (i + shift) mod n.
Schedule between_numbers(const char* name, const CommunicationMatrix& matrix, std::uint32_t shift) {
  const std::uint32_t nodes = matrix.node_count();
  if (!std::has_single_bit(nodes)) throw UsageError(fmt::format("{}: {} nodes; it needs a power of two", name, nodes));
  const std::uint32_t mask = nodes - 1;
  const auto k_minus_1 = [=](std::uint32_t i, std::uint32_t j) {
    return (((i + shift) & mask) ^ ((j + shift) & mask)) - 1;
  };
  return detail::grouped(matrix, nodes - 1, k_minus_1, detail::EmptyPhases::drop);
}

}  // namespace

Schedule ps(const CommunicationMatrix& matrix) { return between_numbers("ps", matrix, 0); }

Schedule bs(const CommunicationMatrix& matrix) { return between_numbers("bs", matrix, 1); }

}  // namespace switchyard
