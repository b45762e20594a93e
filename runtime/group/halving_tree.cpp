#include "runtime/group/halving_tree.hpp"

#include <algorithm>

namespace switchyard::detail {

HalvingTree::HalvingTree(const GroupShape& shape, std::uint32_t root) : size_(shape.size), root_(root) {
  std::uint32_t stride = shape.size;
  for (const std::uint32_t side : shape.sides) strides_.push_back(stride /= side);
}

/// Returns the distance in rank between neighbours along the outermost dimension of the grid along which an interval of
/// `size` ranks has more than one member.
std::uint32_t HalvingTree::largest_stride_below(std::uint32_t size) const {
  return *std::ranges::find_if(strides_, [&](std::uint32_t stride) { return stride < size; });
}

HalvingTree::TreePosition HalvingTree::position_of(std::uint32_t rank) const {
  TreePosition place{std::nullopt, {0, size_}, {}};
  std::uint32_t holder = root_;
  for (Interval at = place.subtree; at.size() > 1;) {
    // The number of ranks in the interval is a multiple of `stride`, the number of ranks in one row of the grid. So the
    // rank `middle`, at which the interval is halved, begins a row.
    const std::uint32_t stride = largest_stride_below(at.size());
    const std::uint32_t middle = at.first + (at.size() / stride + 1) / 2 * stride;
    const Interval lower{at.first, middle}, upper{middle, at.last};
    const bool is_above = holder >= middle;
    std::uint32_t other = is_above ? holder - middle + at.first : holder - at.first + middle;
    // If the upper half has fewer rows than the lower half, it may lack the member `other`.
    while (other >= at.last) other -= stride;
    const Interval own = is_above ? upper : lower, others = is_above ? lower : upper;
    if (own.contains(rank)) {
      if (rank == holder) place.children.push_back({other, others});
      at = own;
      continue;
    }
    if (rank == other) place = {holder, others, {}};
    holder = other;
    at = others;
  }
  return place;
}

}  // namespace switchyard::detail
