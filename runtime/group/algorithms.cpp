#include "runtime/group/algorithms.hpp"

#include <array>
#include <bit>

namespace switchyard {
namespace {

using Algorithm = CollectiveAlgorithm;

/// Adds to `all` the algorithms that pass slices of the vector round rings: `ring`, and on a grid also `rings`.
void add_ring_algorithms(std::vector<Algorithm>& all, const GroupShape& shape) {
  if (shape.sides.size() > 1) all.push_back(Algorithm::rings);
  all.push_back(Algorithm::ring);
}

std::vector<Algorithm> algorithms_for_broadcast(const GroupCall& call, const GroupShape& shape) {
  std::vector<Algorithm> all{Algorithm::tree};
  if (call.out.size() < shape.size) return all;
  if (std::has_single_bit(shape.size)) all.push_back(Algorithm::doubling);
  add_ring_algorithms(all, shape);
  return all;
}

std::vector<Algorithm> algorithms_for_reduction(const GroupCall& call, const GroupShape& shape) {
  std::vector<Algorithm> all{Algorithm::tree};
  if (call.kind == Collective::all_reduce) all.push_back(Algorithm::doubling);
  if (call.in.size() / call.operation.element_bytes < shape.size) return all;
  all.push_back(Algorithm::halving);
  if (call.operation.operand_order == OperandOrder::free) add_ring_algorithms(all, shape);
  return all;
}

/// Returns whether algorithm `pairs` has steps of its own in this kind of collective, which add_direct_steps() adds.
bool has_steps_without_intermediate_members(Collective kind) {
  return kind == Collective::broadcast || kind == Collective::reduce || kind == Collective::scan ||
         kind == Collective::exscan;
}

}  // namespace

GroupShape nearly_square_grid(std::uint32_t size) {
  std::uint32_t shorter = 1;
  for (std::uint32_t side = 2; side * side <= size; ++side) {
    if (size % side == 0) shorter = side;
  }
  if (shorter == 1) return {size, {size}};
  return {size, {size / shorter, shorter}};
}

std::vector<Algorithm> algorithms_for(const GroupCall& call, const GroupShape& shape) {
  switch (call.kind) {
    case Collective::barrier:
    case Collective::global_sync:
      return {Algorithm::tree, Algorithm::dissemination, Algorithm::doubling};
    case Collective::broadcast:
      return algorithms_for_broadcast(call, shape);
    case Collective::reduce:
    case Collective::all_reduce:
      return algorithms_for_reduction(call, shape);
    case Collective::reduce_scatter:
      return {Algorithm::halving, Algorithm::pairs};
    default:
      return {Algorithm::usual};
  }
}

CollectiveSteps steps_of(const GroupCall& call, std::uint32_t rank, const GroupShape& shape, Algorithm algorithm,
                         ScratchMemory* shared) {
  using namespace detail;
  // kAdd has one function for each enumerator of Collective, in the order of the enumerators. Each function adds the
  // steps of its collective.
  constexpr std::array kAdd{add_barrier_steps,    add_broadcast_steps,  add_all_gather_steps, add_reduce_steps,
                            add_all_reduce_steps, add_scan_steps,       add_exscan_steps,     add_gather_steps,
                            add_scatter_steps,    add_all_to_all_steps, add_barrier_steps,    add_reduce_scatter_steps};
  CollectiveSteps steps = shared == nullptr ? CollectiveSteps() : CollectiveSteps(*shared);
  const bool is_direct = algorithm == Algorithm::pairs && has_steps_without_intermediate_members(call.kind);
  const auto add = is_direct ? add_direct_steps : kAdd[static_cast<std::size_t>(call.kind)];
  add({steps, rank, shape, algorithm}, call);
  return steps;
}

}  // namespace switchyard
