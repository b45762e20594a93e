#pragma once
/// \file packing.hpp
/// Visits the memory in which the values of a datatype lie.

#include <cstddef>
#include <cstdint>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi::detail {

/// Visits the memory of `count` values of a datatype, in the order of its type map: calls `visit(begin, count, stride,
/// type)` for each part until `visit` returns false. A part consists of `count` elements of the layout `type`, for
/// which `is_part(type)` is true; the first element is at address `begin`, and they are `stride` bytes apart. `is_part`
/// must be true for all basic types. Returns false if `visit` has returned false.
template <class IsPart, class Visit>
bool for_each_part_of_layout(std::byte* at, std::uint64_t count, std::int64_t stride, const TypeLayout& type,
                             const IsPart& is_part, const Visit& visit) {
  if (type.size() == 0 || count == 0) return true;
  if (is_part(type)) return visit(at + type.true_lower_bound(), count, stride, type);
  for (std::uint64_t i = 0; i < count; ++i, at += stride) {
    for (const StridedElementSequence& run : type.element_runs()) {
      if (!for_each_part_of_layout(at + run.displacement, run.count, run.stride, *run.element_layout, is_part, visit))
        return false;
    }
  }
  return true;
}

}  // namespace switchyard::mpi::detail
