#pragma once
/// \file result_comparison.hpp
/// Compares two results of a reduction function of a program.

#include <cstddef>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

/// Returns whether two results, each `count` packed values of a datatype, differ by more than rounding. Bytes whose
/// meaning the datatype does not tell (MPI_BYTE), and types that only predefined operations work on, are not compared.
bool are_results_different(const std::byte* a, const std::byte* b, std::size_t count, const TypeLayout& type);

}  // namespace switchyard::mpi
