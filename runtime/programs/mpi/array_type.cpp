/// \file array_type.cpp
/// Layouts of the datatypes for parts of arrays: subarrays and distributed arrays.

#include <algorithm>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {
namespace {

LayoutPtr layout_of_own_blocks(const DistributedDimension& dimension, const LayoutPtr& element) {
  const std::int64_t extent = element->extent(), round = dimension.process_count * dimension.block_length;
  const std::int64_t first = dimension.position_in_grid * dimension.block_length;
  const std::int64_t beyond_first = std::max<std::int64_t>(dimension.size - first, 0);
  const std::int64_t rounds = beyond_first / round, rest = beyond_first % round;
  const std::int64_t whole_blocks = rounds + (rest >= dimension.block_length ? 1 : 0);
  std::vector<StridedElementSequence> runs;
  runs.push_back({first * extent, static_cast<std::uint64_t>(whole_blocks), round * extent,
                  row_layout(static_cast<std::uint64_t>(dimension.block_length), element)});
  if (rest > 0 && rest < dimension.block_length) {
    runs.push_back({(first + rounds * round) * extent, static_cast<std::uint64_t>(rest), extent, element});
  }
  return resized_layout(std::make_shared<const TypeLayout>(std::move(runs)), 0, dimension.size * extent);
}

}  // namespace

LayoutPtr subarray_layout(std::span<const DimensionSlice> dimensions, const LayoutPtr& element) {
  LayoutPtr part = element;
  std::int64_t stride = element->extent(), displacement = 0;
  for (const DimensionSlice& slice : dimensions) {
    part = strided_rows_layout(static_cast<std::uint64_t>(slice.length), 1, stride, part);
    displacement += slice.first_index * stride;
    stride *= slice.size;
  }
  const auto placed =
      std::make_shared<const TypeLayout>(std::vector<StridedElementSequence>{{displacement, 1, 0, part}});
  return resized_layout(placed, 0, stride);
}

LayoutPtr distributed_array_layout(std::span<const DistributedDimension> dimensions, const LayoutPtr& element) {
  LayoutPtr part = element;
  for (const DistributedDimension& dimension : dimensions) part = layout_of_own_blocks(dimension, part);
  return part;
}

}  // namespace switchyard::mpi
