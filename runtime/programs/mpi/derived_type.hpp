#pragma once
/// \file derived_type.hpp
/// MPI's constructors of datatypes, as programs call them: they check their arguments, and keep them for
/// MPI_Type_get_contents.

#include <span>

#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

// Constructors of datatypes, with counts and lengths as programs give them. If an argument is
// wrong, they fail with the error class that the standard names.

DatatypePtr make_dup(const DatatypePtr& of);
DatatypePtr make_contiguous(int count, const DatatypePtr& of);
DatatypePtr make_vector(int count, int length, int stride, const DatatypePtr& of);
DatatypePtr make_hvector(int count, int length, std::int64_t stride, const DatatypePtr& of);
DatatypePtr make_indexed(std::span<const int> lengths, std::span<const int> displacements, const DatatypePtr& of);
DatatypePtr make_hindexed(std::span<const int> lengths, std::span<const std::int64_t> displacements,
                          const DatatypePtr& of);
DatatypePtr make_indexed_block(int length, std::span<const int> displacements, const DatatypePtr& of);
DatatypePtr make_hindexed_block(int length, std::span<const std::int64_t> displacements, const DatatypePtr& of);
DatatypePtr make_struct(std::span<const int> lengths, std::span<const std::int64_t> displacements,
                        std::vector<DatatypePtr> of);
DatatypePtr make_resized(std::int64_t lower_bound, std::int64_t extent, const DatatypePtr& of);

/// Makes the datatype of a subarray (MPI_Type_create_subarray). Fails unless `order` is
/// MPI_ORDER_C or MPI_ORDER_FORTRAN.
DatatypePtr make_subarray(std::span<const int> sizes, std::span<const int> lengths, std::span<const int> starts,
                          int order, const DatatypePtr& of);
struct Distribution {
  int processes = 1;
  int rank = 0;
  std::span<const int> sizes, kinds, arguments, grid;
  int order = 0;
};
DatatypePtr make_darray(const Distribution& distribution, const DatatypePtr& of);

DatatypePtr make_f90_real(int digits, int range);
DatatypePtr make_f90_complex(int digits, int range);
DatatypePtr make_f90_integer(int range);
/// Returns the predefined datatype of this class and size (MPI_Type_match_size).
NamedType type_of_class_and_size(int type_class, int bytes);

}  // namespace switchyard::mpi
