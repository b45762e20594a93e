#pragma once
/// \file derived_type.hpp
/// MPI's constructors of datatypes, as programs call them: they check their arguments, and keep them for
/// MPI_Type_get_contents.

#include <span>

#include "runtime/programs/mpi/counts.hpp"
#include "runtime/programs/mpi/datatype.hpp"

namespace switchyard::mpi {

// Constructors of datatypes, with counts and lengths as programs give them. If an argument is
// wrong, they fail with the error class that the standard names.

DatatypePtr make_dup(const DatatypePtr& of);
DatatypePtr make_contiguous(TypeConstructorCount count, const DatatypePtr& of);
DatatypePtr make_vector(TypeConstructorCount count, TypeConstructorCount length, TypeConstructorCount stride,
                        const DatatypePtr& of);
DatatypePtr make_hvector(TypeConstructorCount count, TypeConstructorCount length, TypeConstructorCount stride,
                         const DatatypePtr& of);
DatatypePtr make_indexed(TypeConstructorCount count, IntOrLargeCountArray lengths, IntOrLargeCountArray displacements,
                         const DatatypePtr& of);
DatatypePtr make_hindexed(TypeConstructorCount count, IntOrLargeCountArray lengths, IntOrLargeCountArray displacements,
                          const DatatypePtr& of);
DatatypePtr make_indexed_block(TypeConstructorCount count, TypeConstructorCount length,
                               IntOrLargeCountArray displacements, const DatatypePtr& of);
DatatypePtr make_hindexed_block(TypeConstructorCount count, TypeConstructorCount length,
                                IntOrLargeCountArray displacements, const DatatypePtr& of);
DatatypePtr make_struct(TypeConstructorCount count, IntOrLargeCountArray lengths, IntOrLargeCountArray displacements,
                        std::vector<DatatypePtr> of);
DatatypePtr make_resized(TypeConstructorCount lower_bound, TypeConstructorCount extent, const DatatypePtr& of);

/// Makes the datatype of a subarray (MPI_Type_create_subarray). Fails unless `order` is
/// MPI_ORDER_C or MPI_ORDER_FORTRAN.
DatatypePtr make_subarray(int dimensions, IntOrLargeCountArray sizes, IntOrLargeCountArray lengths,
                          IntOrLargeCountArray starts, int order, const DatatypePtr& of);
struct ArrayDistribution {
  int process_count = 1;
  int rank = 0;
  IntOrLargeCountArray sizes;
  /// The arguments of MPI_Type_create_darray for each dimension of the array: the kind of distribution, its argument,
  /// and the number of processes.
  std::span<const int> distribution_kinds, distribution_arguments, process_grid;
  int array_storage_order = 0;
};
DatatypePtr make_darray(const ArrayDistribution& distribution, const DatatypePtr& of);

DatatypePtr make_f90_real(int digits, int range);
DatatypePtr make_f90_complex(int digits, int range);
DatatypePtr make_f90_integer(int range);
/// Returns the predefined datatype of this class and size (MPI_Type_match_size).
NamedType type_of_class_and_size(int type_class, int bytes);

}  // namespace switchyard::mpi
