/// \file derived_type.cpp

#include "runtime/programs/mpi/derived_type.hpp"

#include <algorithm>
#include <array>

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {
namespace {

/// Collects, one after another, the arguments by which a program constructs a datatype.
class DatatypeConstructorArguments {
 public:
  DatatypeConstructorArguments(TypeCombiner combiner, std::vector<DatatypePtr> types)
      : origin_{.combiner = combiner, .constituent_types = std::move(types)} {}

  DatatypeConstructorArguments& add_integers(int integer) {
    origin_.integers.push_back(integer);
    return *this;
  }
  DatatypeConstructorArguments& add_integers(std::span<const int> integers) {
    origin_.integers.insert(origin_.integers.end(), integers.begin(), integers.end());
    return *this;
  }
  DatatypeConstructorArguments& add_count(TypeConstructorCount count) {
    if (count.is_large) {
      origin_.large_counts.push_back(count.value);
    } else {
      origin_.integers.push_back(static_cast<int>(count.value));
    }
    return *this;
  }
  DatatypeConstructorArguments& add_address(TypeConstructorCount address) {
    (address.is_large ? origin_.large_counts : origin_.addresses).push_back(address.value);
    return *this;
  }
  DatatypeConstructorArguments& add_count_arguments(IntOrLargeCountArray counts, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) add_count(count_argument_at_index(counts, i));
    return *this;
  }
  DatatypeConstructorArguments& add_address_arguments(IntOrLargeCountArray addresses, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) add_address(count_argument_at_index(addresses, i));
    return *this;
  }
  /// Returns the datatype with the layout `layout` that was constructed by the collected arguments, which move into the
  /// datatype.
  DatatypePtr make_datatype(LayoutPtr layout) {
    return std::make_shared<Datatype>(std::move(layout), std::move(origin_));
  }

 private:
  static TypeConstructorCount count_argument_at_index(const IntOrLargeCountArray& counts, std::size_t i) {
    return counts.is_large() ? TypeConstructorCount(MPI_Count{counts[i]}) : TypeConstructorCount(MPI_Aint{counts[i]});
  }
  DatatypeConstruction origin_;
};

std::uint64_t checked_nonnegative(const char* what, std::int64_t count, int error = MPI_ERR_ARG) {
  if (count < 0) fail(error, "{} {} is negative", what, count);
  return static_cast<std::uint64_t>(count);
}

std::vector<std::uint64_t> checked_lengths(IntOrLargeCountArray lengths, std::uint64_t count) {
  std::vector<std::uint64_t> checked_ones(count);
  for (std::size_t i = 0; i < count; ++i) checked_ones[i] = checked_nonnegative("the block length", lengths[i]);
  return checked_ones;
}

/// Returns, in bytes, displacements that the program gives in units of `unit` bytes.
std::vector<std::int64_t> displacements_in_bytes(IntOrLargeCountArray displacements, std::uint64_t count,
                                                 std::int64_t unit = 1) {
  std::vector<std::int64_t> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = displacements[i] * unit;
  return bytes;
}

void check_storage_order(int order) {
  if (order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN) return;
  fail(MPI_ERR_ARG, "the order {} is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN", order);
}

/// Returns the place of dimension i in a list that begins with the dimension along which elements
/// are next to each other in memory. In C that is the last dimension, in Fortran the first one.
std::size_t dimension_in_memory_order(std::size_t i, std::size_t dimensions, int order) {
  return order == MPI_ORDER_C ? dimensions - 1 - i : i;
}

DimensionSlice checked_slice(std::int64_t size, std::int64_t length, std::int64_t start) {
  if (size < 1) fail(MPI_ERR_ARG, "an array of size {} is not one", size);
  if (length < 1 || length > size || start < 0 || start > size - length) {
    fail(MPI_ERR_ARG, "{} elements from {} on are not inside a size of {}", length, start, size);
  }
  return {size, start, length};
}

DistributedDimension checked_distributed_dimension(std::int64_t size, int kind, int argument, int places, int place) {
  if (size < 1) fail(MPI_ERR_ARG, "an array of size {} is not one", size);
  if (places < 1) fail(MPI_ERR_ARG, "a grid of {} processes is not one", places);
  const bool is_default = argument == MPI_DISTRIBUTE_DFLT_DARG;
  if (!is_default && argument < 1 && kind != MPI_DISTRIBUTE_NONE) {
    fail(MPI_ERR_ARG, "there are no blocks of {}", argument);
  }
  switch (kind) {
    case MPI_DISTRIBUTE_NONE:
      if (places == 1) return {size, size, 1, 0};
      fail(MPI_ERR_ARG, "a dimension that is not distributed has {} processes", places);
    case MPI_DISTRIBUTE_CYCLIC:
      return {size, is_default ? 1 : argument, places, place};
    case MPI_DISTRIBUTE_BLOCK: {
      const std::int64_t block = is_default ? (size + places - 1) / places : argument;
      if (block * places >= size) return {size, block, places, place};
      fail(MPI_ERR_ARG, "{} blocks of {} are less than {}", places, block, size);
    }
    default:
      fail(MPI_ERR_ARG, "there is no distribution {}", kind);
  }
}

/// Returns the coordinates of a process in its grid of processes, in which ranks count along the
/// last dimension first.
std::vector<int> grid_coordinates_of_process(const ArrayDistribution& d) {
  std::vector<int> places(d.process_grid.size());
  int rest = d.rank;
  for (std::size_t i = d.process_grid.size(); i-- > 0;) {
    places[i] = rest % d.process_grid[i];
    rest /= d.process_grid[i];
  }
  return places;
}

void check_process_grid(const ArrayDistribution& d) {
  std::int64_t processes = 1;
  for (const int each : d.process_grid) processes *= std::max(each, 0);
  if (processes != d.process_count) {
    fail(MPI_ERR_ARG, "the grid has {} processes, and not {}", processes, d.process_count);
  }
  if (d.rank < 0 || d.rank >= d.process_count) {
    fail(MPI_ERR_RANK, "there is no rank {} of {}", d.rank, d.process_count);
  }
}

struct FortranRealModel {
  int digits;
  int range;
  NamedType real, complex;
};
constexpr std::array kRealNumberModels{
    FortranRealModel{6, 37, NamedType::fortran_real, NamedType::fortran_complex},
    FortranRealModel{15, 307, NamedType::fortran_double_precision, NamedType::fortran_double_complex},
    FortranRealModel{33, 4931, NamedType::real16, NamedType::complex32},
};

const FortranRealModel& number_model_with_precision(int digits, int range) {
  if (digits == MPI_UNDEFINED && range == MPI_UNDEFINED) {
    fail(MPI_ERR_ARG, "neither digits nor a range are given");
  }
  for (const FortranRealModel& model : kRealNumberModels) {
    if (digits <= model.digits && range <= model.range) return model;
  }
  fail(MPI_ERR_ARG, "there is no real type of {} digits and range {}", digits, range);
}

DatatypePtr make_f90_type(NamedType type, TypeCombiner combiner, std::vector<int> integers) {
  DatatypePtr datatype =
      DatatypeConstructorArguments(combiner, {}).add_integers(integers).make_datatype(layout_of(type));
  datatype->is_committed = true;
  return datatype;
}

}  // namespace

DatatypePtr make_dup(const DatatypePtr& of) {
  DatatypePtr copy = DatatypeConstructorArguments(TypeCombiner::dup, {of}).make_datatype(of->shared_layout());
  copy->is_committed = of->is_committed;
  return copy;
}

DatatypePtr make_contiguous(TypeConstructorCount count, const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count.value, MPI_ERR_COUNT);
  return DatatypeConstructorArguments(TypeCombiner::contiguous, {of})
      .add_count(count)
      .make_datatype(row_layout(n, of->shared_layout()));
}

DatatypePtr make_vector(TypeConstructorCount count, TypeConstructorCount length, TypeConstructorCount stride,
                        const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count.value, MPI_ERR_COUNT),
                      each = checked_nonnegative("the block length", length.value);
  return DatatypeConstructorArguments(TypeCombiner::vector, {of})
      .add_count(count)
      .add_count(length)
      .add_count(stride)
      .make_datatype(strided_rows_layout(n, each, stride.value * of->layout().extent(), of->shared_layout()));
}

DatatypePtr make_hvector(TypeConstructorCount count, TypeConstructorCount length, TypeConstructorCount stride,
                         const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count.value, MPI_ERR_COUNT),
                      each = checked_nonnegative("the block length", length.value);
  return DatatypeConstructorArguments(TypeCombiner::hvector, {of})
      .add_count(count)
      .add_count(length)
      .add_address(stride)
      .make_datatype(strided_rows_layout(n, each, stride.value, of->shared_layout()));
}

DatatypePtr make_indexed(TypeConstructorCount count, IntOrLargeCountArray lengths, IntOrLargeCountArray displacements,
                         const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count.value, MPI_ERR_COUNT);
  return DatatypeConstructorArguments(TypeCombiner::indexed, {of})
      .add_count(count)
      .add_count_arguments(lengths, n)
      .add_count_arguments(displacements, n)
      .make_datatype(indexed_rows_layout(checked_lengths(lengths, n),
                                         displacements_in_bytes(displacements, n, of->layout().extent()),
                                         of->shared_layout()));
}

DatatypePtr make_hindexed(TypeConstructorCount count, IntOrLargeCountArray lengths, IntOrLargeCountArray displacements,
                          const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count.value, MPI_ERR_COUNT);
  return DatatypeConstructorArguments(TypeCombiner::hindexed, {of})
      .add_count(count)
      .add_count_arguments(lengths, n)
      .add_address_arguments(displacements, n)
      .make_datatype(indexed_rows_layout(checked_lengths(lengths, n), displacements_in_bytes(displacements, n),
                                         of->shared_layout(), TypeLayout::Displacements::displacements_in_bytes));
}

DatatypePtr make_indexed_block(TypeConstructorCount count, TypeConstructorCount length,
                               IntOrLargeCountArray displacements, const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count.value, MPI_ERR_COUNT);
  const std::vector<std::uint64_t> lengths(n, checked_nonnegative("the block length", length.value));
  return DatatypeConstructorArguments(TypeCombiner::indexed_block, {of})
      .add_count(count)
      .add_count(length)
      .add_count_arguments(displacements, n)
      .make_datatype(indexed_rows_layout(lengths, displacements_in_bytes(displacements, n, of->layout().extent()),
                                         of->shared_layout()));
}

DatatypePtr make_hindexed_block(TypeConstructorCount count, TypeConstructorCount length,
                                IntOrLargeCountArray displacements, const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count.value, MPI_ERR_COUNT);
  const std::vector<std::uint64_t> lengths(n, checked_nonnegative("the block length", length.value));
  return DatatypeConstructorArguments(TypeCombiner::hindexed_block, {of})
      .add_count(count)
      .add_count(length)
      .add_address_arguments(displacements, n)
      .make_datatype(indexed_rows_layout(lengths, displacements_in_bytes(displacements, n), of->shared_layout(),
                                         TypeLayout::Displacements::displacements_in_bytes));
}

DatatypePtr make_struct(TypeConstructorCount count, IntOrLargeCountArray lengths, IntOrLargeCountArray displacements,
                        std::vector<DatatypePtr> of) {
  std::vector<LayoutPtr> layouts(of.size());
  std::transform(of.begin(), of.end(), layouts.begin(), [](const DatatypePtr& type) { return type->shared_layout(); });
  LayoutPtr layout =
      struct_layout(checked_lengths(lengths, of.size()), displacements_in_bytes(displacements, of.size()), layouts);
  const std::size_t n = of.size();
  return DatatypeConstructorArguments(TypeCombiner::struct_, std::move(of))
      .add_count(count)
      .add_count_arguments(lengths, n)
      .add_address_arguments(displacements, n)
      .make_datatype(std::move(layout));
}

DatatypePtr make_resized(TypeConstructorCount lower_bound, TypeConstructorCount extent, const DatatypePtr& of) {
  return DatatypeConstructorArguments(TypeCombiner::resized, {of})
      .add_address(lower_bound)
      .add_address(extent)
      .make_datatype(resized_layout(of->shared_layout(), lower_bound.value, extent.value));
}

DatatypePtr make_subarray(int dimensions, IntOrLargeCountArray sizes, IntOrLargeCountArray lengths,
                          IntOrLargeCountArray starts, int order, const DatatypePtr& of) {
  check_storage_order(order);
  const auto n = static_cast<std::size_t>(dimensions);
  std::vector<DimensionSlice> slices(n);
  for (std::size_t i = 0; i < n; ++i)
    slices[dimension_in_memory_order(i, n, order)] = checked_slice(sizes[i], lengths[i], starts[i]);
  return DatatypeConstructorArguments(TypeCombiner::subarray, {of})
      .add_integers(dimensions)
      .add_count_arguments(sizes, n)
      .add_count_arguments(lengths, n)
      .add_count_arguments(starts, n)
      .add_integers(order)
      .make_datatype(subarray_layout(slices, of->shared_layout()));
}

DatatypePtr make_darray(const ArrayDistribution& d, const DatatypePtr& of) {
  check_storage_order(d.array_storage_order);
  check_process_grid(d);
  const std::vector<int> places = grid_coordinates_of_process(d);
  const std::size_t n = d.process_grid.size();
  std::vector<DistributedDimension> dimensions(n);
  for (std::size_t i = 0; i < n; ++i) {
    dimensions[dimension_in_memory_order(i, n, d.array_storage_order)] = checked_distributed_dimension(
        d.sizes[i], d.distribution_kinds[i], d.distribution_arguments[i], d.process_grid[i], places[i]);
  }
  return DatatypeConstructorArguments(TypeCombiner::darray, {of})
      .add_integers(d.process_count)
      .add_integers(d.rank)
      .add_integers(static_cast<int>(n))
      .add_count_arguments(d.sizes, n)
      .add_integers(d.distribution_kinds)
      .add_integers(d.distribution_arguments)
      .add_integers(d.process_grid)
      .add_integers(d.array_storage_order)
      .make_datatype(distributed_array_layout(dimensions, of->shared_layout()));
}

DatatypePtr make_f90_real(int digits, int range) {
  return make_f90_type(number_model_with_precision(digits, range).real, TypeCombiner::f90_real, {digits, range});
}

DatatypePtr make_f90_complex(int digits, int range) {
  return make_f90_type(number_model_with_precision(digits, range).complex, TypeCombiner::f90_complex, {digits, range});
}

DatatypePtr make_f90_integer(int range) {
  struct FortranIntegerModel {
    int range;
    NamedType type;
  };
  constexpr std::array kIntegers{
      FortranIntegerModel{2, NamedType::integer1}, FortranIntegerModel{4, NamedType::integer2},
      FortranIntegerModel{9, NamedType::fortran_integer}, FortranIntegerModel{18, NamedType::integer8}};
  for (const FortranIntegerModel& model : kIntegers) {
    if (range <= model.range) return make_f90_type(model.type, TypeCombiner::f90_integer, {range});
  }
  fail(MPI_ERR_ARG, "there is no integer type of range {}", range);
}

NamedType type_of_class_and_size(int type_class, int bytes) {
  struct DatatypeWithClassAndSize {
    int type_class;
    int bytes;
    NamedType type;
  };
  constexpr std::array kMatches{DatatypeWithClassAndSize{MPI_TYPECLASS_REAL, 4, NamedType::real4},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_REAL, 8, NamedType::real8},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_REAL, 16, NamedType::real16},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_INTEGER, 1, NamedType::integer1},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_INTEGER, 2, NamedType::integer2},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_INTEGER, 4, NamedType::integer4},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_INTEGER, 8, NamedType::integer8},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_COMPLEX, 8, NamedType::complex8},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_COMPLEX, 16, NamedType::complex16},
                                DatatypeWithClassAndSize{MPI_TYPECLASS_COMPLEX, 32, NamedType::complex32}};
  for (const DatatypeWithClassAndSize& match : kMatches) {
    if (match.type_class == type_class && match.bytes == bytes) return match.type;
  }
  fail(MPI_ERR_ARG, "no type of class {} has {} B", type_class, bytes);
}

}  // namespace switchyard::mpi
