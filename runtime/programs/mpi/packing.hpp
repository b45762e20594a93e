#pragma once
/// \file packing.hpp
/// A walk over the memory in which the values of a datatype are.

#include <cstddef>
#include <cstdint>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi::detail {

/// Calls `visit(begin, count, stride, type)` for the parts of `count` values, in the order of the type map, until it
/// returns false. A part is `count` dense elements of a layout for which `is_part(layout)` holds, from `begin` on and
/// `stride` bytes from one to the next; all basic types are parts. Returns false if `visit` has ended the walk.
template <class IsPart, class Visit>
bool walk(std::byte* at, std::uint64_t count, std::int64_t stride, const TypeLayout& type, const IsPart& is_part,
          const Visit& visit) {
  if (type.size() == 0 || count == 0) return true;
  if (is_part(type)) return visit(at + type.true_lower_bound(), count, stride, type);
  for (std::uint64_t i = 0; i < count; ++i, at += stride) {
    for (const Run& run : type.runs()) {
      if (!walk(at + run.displacement, run.count, run.stride, *run.element, is_part, visit)) return false;
    }
  }
  return true;
}

}  // namespace switchyard::mpi::detail
