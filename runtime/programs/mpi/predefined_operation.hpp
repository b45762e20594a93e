#pragma once
/// \file predefined_operation.hpp
/// MPI's predefined reduction operations, on the types that the standard allows for each.
///
/// Source: MPI 3.1, sec. 5.9.2 and 5.9.4.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "runtime/programs/mpi/basic_type.hpp"

namespace switchyard::mpi {

enum class PredefinedReductionOperation : std::uint8_t {
  max,
  min,
  sum,
  prod,
  logical_and,
  bit_and,
  logical_or,
  bit_or,
  logical_xor,
  bit_xor,
  max_with_index,
  min_with_index,
  replace,       ///< MPI_REPLACE, for one-sided communication only
  no_operation,  ///< MPI_NO_OP, for one-sided communication only
};

inline constexpr std::size_t kNamedOperationCount =
    static_cast<std::size_t>(PredefinedReductionOperation::no_operation) + 1;

/// Returns the name of a predefined reduction operation, such as "MPI_SUM".
std::string_view name_of(PredefinedReductionOperation operation) noexcept;

/// A function that combines packed values: it sets into[i] to left[i] op right[i] for `count` values. There is no
/// padding between the values, nor within pairs of a value and an index. `into` may be the same memory as `left` or
/// `right`.
using CombineFunction = void (*)(std::byte* into, const std::byte* left, const std::byte* right, std::size_t count);

/// Returns the function that combines values of a predefined datatype by a predefined operation. Returns null if the
/// standard does not allow the operation on the type, and for MPI_REPLACE and MPI_NO_OP.
CombineFunction combine_function_of(PredefinedReductionOperation operation, NamedType type) noexcept;

}  // namespace switchyard::mpi
