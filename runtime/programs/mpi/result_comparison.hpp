#pragma once
/// \file result_comparison.hpp
/// Compares two results of a reduction function of a program.

#include <cstddef>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// Returns whether two results of a reduction function, each of `count` packed values of a datatype, differ by more
/// than rounding. Bytes of unknown meaning (MPI_BYTE), and types that only predefined operations accept, are not
/// compared.
bool are_results_different(const std::byte* a, const std::byte* b, std::size_t count, const TypeLayout& type);

}  // namespace switchyard::mpi
