/// \file derived_type.cpp

#include "runtime/programs/mpi/derived_type.hpp"

#include <algorithm>
#include <array>

#include "runtime/programs/mpi/call.hpp"

namespace switchyard::mpi {
namespace {

DatatypePtr made(LayoutPtr layout, Combiner combiner, std::vector<int> integers, std::vector<std::int64_t> addresses,
                 std::vector<DatatypePtr> types) {
  return std::make_shared<Datatype>(std::move(layout),
                                    TypeOrigin{combiner, std::move(integers), std::move(addresses), std::move(types)});
}

std::uint64_t checked_nonnegative(const char* what, int count, int error = MPI_ERR_ARG) {
  if (count < 0) fail(error, "{} {} is negative", what, count);
  return static_cast<std::uint64_t>(count);
}

std::vector<std::uint64_t> checked_lengths(std::span<const int> lengths) {
  std::vector<std::uint64_t> checked_ones(lengths.size());
  std::transform(lengths.begin(), lengths.end(), checked_ones.begin(),
                 [](int length) { return checked_nonnegative("the block length", length); });
  return checked_ones;
}

std::vector<std::int64_t> displacements_in_bytes(std::span<const int> displacements, std::int64_t extent) {
  std::vector<std::int64_t> bytes(displacements.size());
  std::transform(displacements.begin(), displacements.end(), bytes.begin(), [extent](int d) { return d * extent; });
  return bytes;
}

/// Returns `list` with the elements of all `parts` appended.
template <class... Parts>
std::vector<int> list_with_appended(std::vector<int> list, const Parts&... parts) {
  (list.insert(list.end(), parts.begin(), parts.end()), ...);
  return list;
}

int count_of(std::span<const int> list) { return static_cast<int>(list.size()); }
int count_of(std::span<const std::int64_t> list) { return static_cast<int>(list.size()); }
std::vector<std::int64_t> copy_of(std::span<const std::int64_t> list) { return {list.begin(), list.end()}; }

void check_storage_order(int order) {
  if (order == MPI_ORDER_C || order == MPI_ORDER_FORTRAN) return;
  fail(MPI_ERR_ARG, "the order {} is neither MPI_ORDER_C nor MPI_ORDER_FORTRAN", order);
}

/// Returns the place of dimension i in a list that begins with the dimension along which elements
/// are next to each other in memory. In C that is the last dimension, in Fortran the first one.
std::size_t dimension_in_memory_order(std::size_t i, std::size_t dimensions, int order) {
  return order == MPI_ORDER_C ? dimensions - 1 - i : i;
}

Slice checked_slice(int size, int length, int start) {
  if (size < 1) fail(MPI_ERR_ARG, "an array of size {} is not one", size);
  if (length < 1 || length > size || start < 0 || start > size - length) {
    fail(MPI_ERR_ARG, "{} elements from {} on are not inside a size of {}", length, start, size);
  }
  return {size, start, length};
}

DistributedDimension checked_distributed_dimension(int size, int kind, int argument, int places, int place) {
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
      const int block = is_default ? (size + places - 1) / places : argument;
      if (static_cast<std::int64_t>(block) * places >= size) return {size, block, places, place};
      fail(MPI_ERR_ARG, "{} blocks of {} are less than {}", places, block, size);
    }
    default:
      fail(MPI_ERR_ARG, "there is no distribution {}", kind);
  }
}

/// Returns the coordinates of a process in its grid of processes, in which ranks count along the
/// last dimension first.
std::vector<int> grid_coordinates_of_process(const Distribution& d) {
  std::vector<int> places(d.grid.size());
  int rest = d.rank;
  for (std::size_t i = d.grid.size(); i-- > 0;) {
    places[i] = rest % d.grid[i];
    rest /= d.grid[i];
  }
  return places;
}

void check_process_grid(const Distribution& d) {
  std::int64_t processes = 1;
  for (const int each : d.grid) processes *= std::max(each, 0);
  if (processes != d.processes) {
    fail(MPI_ERR_ARG, "the grid has {} processes, and not {}", processes, d.processes);
  }
  if (d.rank < 0 || d.rank >= d.processes) {
    fail(MPI_ERR_RANK, "there is no rank {} of {}", d.rank, d.processes);
  }
}

struct NumberModel {
  int digits;
  int range;
  NamedType real, complex;
};
constexpr std::array kReals{
    NumberModel{6, 37, NamedType::fortran_real, NamedType::fortran_complex},
    NumberModel{15, 307, NamedType::fortran_double_precision, NamedType::fortran_double_complex},
    NumberModel{33, 4931, NamedType::real16, NamedType::complex32},
};

const NumberModel& number_model_with_precision(int digits, int range) {
  if (digits == MPI_UNDEFINED && range == MPI_UNDEFINED) {
    fail(MPI_ERR_ARG, "neither digits nor a range are given");
  }
  for (const NumberModel& model : kReals) {
    if (digits <= model.digits && range <= model.range) return model;
  }
  fail(MPI_ERR_ARG, "there is no real type of {} digits and range {}", digits, range);
}

DatatypePtr make_f90_type(NamedType type, Combiner combiner, std::vector<int> integers) {
  DatatypePtr datatype = made(layout_of(type), combiner, std::move(integers), {}, {});
  datatype->is_committed = true;
  return datatype;
}

}  // namespace

DatatypePtr make_dup(const DatatypePtr& of) {
  DatatypePtr copy = made(of->shared_layout(), Combiner::dup, {}, {}, {of});
  copy->is_committed = of->is_committed;
  return copy;
}

DatatypePtr make_contiguous(int count, const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count, MPI_ERR_COUNT);
  return made(row_layout(n, of->shared_layout()), Combiner::contiguous, {count}, {}, {of});
}

DatatypePtr make_vector(int count, int length, int stride, const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count, MPI_ERR_COUNT),
                      each = checked_nonnegative("the block length", length);
  LayoutPtr layout = strided_rows_layout(n, each, stride * of->layout().extent(), of->shared_layout());
  return made(std::move(layout), Combiner::vector, {count, length, stride}, {}, {of});
}

DatatypePtr make_hvector(int count, int length, std::int64_t stride, const DatatypePtr& of) {
  const std::uint64_t n = checked_nonnegative("the count", count, MPI_ERR_COUNT),
                      each = checked_nonnegative("the block length", length);
  return made(strided_rows_layout(n, each, stride, of->shared_layout()), Combiner::hvector, {count, length}, {stride},
              {of});
}

DatatypePtr make_indexed(std::span<const int> lengths, std::span<const int> displacements, const DatatypePtr& of) {
  LayoutPtr layout = indexed_rows_layout(
      checked_lengths(lengths), displacements_in_bytes(displacements, of->layout().extent()), of->shared_layout());
  return made(std::move(layout), Combiner::indexed, list_with_appended({count_of(lengths)}, lengths, displacements), {},
              {of});
}

DatatypePtr make_hindexed(std::span<const int> lengths, std::span<const std::int64_t> displacements,
                          const DatatypePtr& of) {
  LayoutPtr layout = indexed_rows_layout(checked_lengths(lengths), displacements, of->shared_layout());
  return made(std::move(layout), Combiner::hindexed, list_with_appended({count_of(lengths)}, lengths),
              copy_of(displacements), {of});
}

DatatypePtr make_indexed_block(int length, std::span<const int> displacements, const DatatypePtr& of) {
  const std::vector<std::uint64_t> lengths(displacements.size(), checked_nonnegative("the block length", length));
  LayoutPtr layout =
      indexed_rows_layout(lengths, displacements_in_bytes(displacements, of->layout().extent()), of->shared_layout());
  return made(std::move(layout), Combiner::indexed_block,
              list_with_appended({count_of(displacements), length}, displacements), {}, {of});
}

DatatypePtr make_hindexed_block(int length, std::span<const std::int64_t> displacements, const DatatypePtr& of) {
  const std::vector<std::uint64_t> lengths(displacements.size(), checked_nonnegative("the block length", length));
  return made(indexed_rows_layout(lengths, displacements, of->shared_layout()), Combiner::hindexed_block,
              {count_of(displacements), length}, copy_of(displacements), {of});
}

DatatypePtr make_struct(std::span<const int> lengths, std::span<const std::int64_t> displacements,
                        std::vector<DatatypePtr> of) {
  std::vector<LayoutPtr> layouts(of.size());
  std::transform(of.begin(), of.end(), layouts.begin(), [](const DatatypePtr& type) { return type->shared_layout(); });
  LayoutPtr layout = struct_layout(checked_lengths(lengths), displacements, layouts);
  return made(std::move(layout), Combiner::struct_, list_with_appended({count_of(lengths)}, lengths),
              copy_of(displacements), std::move(of));
}

DatatypePtr make_resized(std::int64_t lower_bound, std::int64_t extent, const DatatypePtr& of) {
  return made(resized_layout(of->shared_layout(), lower_bound, extent), Combiner::resized, {}, {lower_bound, extent},
              {of});
}

DatatypePtr make_subarray(std::span<const int> sizes, std::span<const int> lengths, std::span<const int> starts,
                          int order, const DatatypePtr& of) {
  check_storage_order(order);
  std::vector<Slice> slices(sizes.size());
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    slices[dimension_in_memory_order(i, sizes.size(), order)] = checked_slice(sizes[i], lengths[i], starts[i]);
  }
  std::vector<int> integers = list_with_appended({count_of(sizes)}, sizes, lengths, starts);
  integers.push_back(order);
  return made(subarray_layout(slices, of->shared_layout()), Combiner::subarray, std::move(integers), {}, {of});
}

DatatypePtr make_darray(const Distribution& d, const DatatypePtr& of) {
  check_storage_order(d.order);
  check_process_grid(d);
  const std::vector<int> places = grid_coordinates_of_process(d);
  std::vector<DistributedDimension> dimensions(d.sizes.size());
  for (std::size_t i = 0; i < d.sizes.size(); ++i) {
    dimensions[dimension_in_memory_order(i, d.sizes.size(), d.order)] =
        checked_distributed_dimension(d.sizes[i], d.kinds[i], d.arguments[i], d.grid[i], places[i]);
  }
  std::vector<int> integers =
      list_with_appended({d.processes, d.rank, count_of(d.sizes)}, d.sizes, d.kinds, d.arguments, d.grid);
  integers.push_back(d.order);
  return made(distributed_array_layout(dimensions, of->shared_layout()), Combiner::darray, std::move(integers), {},
              {of});
}

DatatypePtr make_f90_real(int digits, int range) {
  return make_f90_type(number_model_with_precision(digits, range).real, Combiner::f90_real, {digits, range});
}

DatatypePtr make_f90_complex(int digits, int range) {
  return make_f90_type(number_model_with_precision(digits, range).complex, Combiner::f90_complex, {digits, range});
}

DatatypePtr make_f90_integer(int range) {
  struct IntegerModel {
    int range;
    NamedType type;
  };
  constexpr std::array kIntegers{IntegerModel{2, NamedType::integer1}, IntegerModel{4, NamedType::integer2},
                                 IntegerModel{9, NamedType::fortran_integer}, IntegerModel{18, NamedType::integer8}};
  for (const IntegerModel& model : kIntegers) {
    if (range <= model.range) return make_f90_type(model.type, Combiner::f90_integer, {range});
  }
  fail(MPI_ERR_ARG, "there is no integer type of range {}", range);
}

NamedType type_of_class_and_size(int type_class, int bytes) {
  struct Match {
    int type_class;
    int bytes;
    NamedType type;
  };
  constexpr std::array kMatches{
      Match{MPI_TYPECLASS_REAL, 4, NamedType::real4},         Match{MPI_TYPECLASS_REAL, 8, NamedType::real8},
      Match{MPI_TYPECLASS_REAL, 16, NamedType::real16},       Match{MPI_TYPECLASS_INTEGER, 1, NamedType::integer1},
      Match{MPI_TYPECLASS_INTEGER, 2, NamedType::integer2},   Match{MPI_TYPECLASS_INTEGER, 4, NamedType::integer4},
      Match{MPI_TYPECLASS_INTEGER, 8, NamedType::integer8},   Match{MPI_TYPECLASS_COMPLEX, 8, NamedType::complex8},
      Match{MPI_TYPECLASS_COMPLEX, 16, NamedType::complex16}, Match{MPI_TYPECLASS_COMPLEX, 32, NamedType::complex32}};
  for (const Match& match : kMatches) {
    if (match.type_class == type_class && match.bytes == bytes) return match.type;
  }
  fail(MPI_ERR_ARG, "no type of class {} has {} B", type_class, bytes);
}

}  // namespace switchyard::mpi
