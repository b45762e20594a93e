/// \file type_calls.cpp
/// MPI's functions that make, query and free datatypes, and those on the attributes of datatypes.

#include "runtime/programs/mpi/type_calls.hpp"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <type_traits>

#include "runtime/programs/mpi/derived_type.hpp"
#include "runtime/programs/mpi/state.hpp"
#include "runtime/programs/mpi/text.hpp"

namespace switchyard::mpi {
namespace {

// Functions that give handles of datatypes to the program, and that check arrays of arguments.

void store_datatype_handle(Call& call, DatatypePtr made, MPI_Datatype* newtype) {
  check_pointer(newtype, "newtype");
  *newtype = call.state.datatypes.add(std::move(made), call.site);
  if (*newtype == MPI_DATATYPE_NULL) fail(MPI_ERR_NO_MEM, "there are too many datatypes");
}

MPI_Datatype handle_of_named_type(NamedType type) {
  return HandleNumber{static_cast<std::uint32_t>(type) + 1, 0}.to_handle<MPI_Datatype>();
}

/// Gives the program the handle of a Fortran 90 type (MPI_Type_create_f90_real and its like). The standard demands the
/// same handle for all calls with the same arguments.
void store_handle_of_f90_type(Call& call, const DatatypePtr& made, MPI_Datatype* newtype) {
  check_pointer(newtype, "newtype");
  *newtype = MPI_DATATYPE_NULL;
  call.state.datatypes.for_each([&](MPI_Datatype handle, CallSite, const DatatypePtr& other) {
    if (other == nullptr || other->origin().combiner != made->origin().combiner) return;
    if (other->origin().integers == made->origin().integers) *newtype = handle;
  });
  if (*newtype == MPI_DATATYPE_NULL) store_datatype_handle(call, made, newtype);
}

/// Returns the handle of a type from which another type was made, for MPI_Type_get_contents: the fixed handle of a
/// predefined type, or else a new handle, which the program has to free.
MPI_Datatype handle_of_constituent_type(Call& call, const DatatypePtr& part) {
  if (part->origin().combiner == TypeCombiner::named) return handle_of_named_type(part->layout().named_type());
  MPI_Datatype handle = MPI_DATATYPE_NULL;
  if (part->is_predefined()) {
    store_handle_of_f90_type(call, part, &handle);
    return handle;
  }
  auto copy = std::make_shared<Datatype>(part->shared_layout(), part->origin());
  copy->is_committed = part->is_committed;
  store_datatype_handle(call, std::move(copy), &handle);
  return handle;
}

std::span<const int> checked_array_argument(const Call& call, const int* values, int count, const char* what) {
  check_array(call, values, what, count);
  return {values, checked_nonnegative_count(count)};
}
IntOrLargeCountArray checked_array_argument(const Call& call, IntOrLargeCountArray values, std::int64_t count,
                                            const char* what) {
  checked_nonnegative_count(count);
  check_array(call, values, what, count);
  return values;
}

// Constructors of datatypes.

void type_contiguous(Call& call, TypeConstructorCount count, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  store_datatype_handle(call, make_contiguous(count, datatype_of(call, oldtype)), newtype);
}
void type_vector(Call& call, TypeConstructorCount count, TypeConstructorCount blocklength, TypeConstructorCount stride,
                 MPI_Datatype oldtype, MPI_Datatype* newtype) {
  store_datatype_handle(call, make_vector(count, blocklength, stride, datatype_of(call, oldtype)), newtype);
}
void type_create_hvector(Call& call, TypeConstructorCount count, TypeConstructorCount blocklength,
                         TypeConstructorCount stride, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  store_datatype_handle(call, make_hvector(count, blocklength, stride, datatype_of(call, oldtype)), newtype);
}
void type_indexed(Call& call, TypeConstructorCount count, IntOrLargeCountArray lengths,
                  IntOrLargeCountArray displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  store_datatype_handle(call,
                        make_indexed(count, checked_array_argument(call, lengths, count.value, "array_of_blocklengths"),
                                     checked_array_argument(call, displacements, count.value, "array_of_displacements"),
                                     datatype_of(call, oldtype)),
                        newtype);
}
void type_create_hindexed(Call& call, TypeConstructorCount count, IntOrLargeCountArray lengths,
                          IntOrLargeCountArray displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  store_datatype_handle(
      call,
      make_hindexed(count, checked_array_argument(call, lengths, count.value, "array_of_blocklengths"),
                    checked_array_argument(call, displacements, count.value, "array_of_displacements"),
                    datatype_of(call, oldtype)),
      newtype);
}
void type_create_indexed_block(Call& call, TypeConstructorCount count, TypeConstructorCount blocklength,
                               IntOrLargeCountArray displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  store_datatype_handle(
      call,
      make_indexed_block(count, blocklength,
                         checked_array_argument(call, displacements, count.value, "array_of_displacements"),
                         datatype_of(call, oldtype)),
      newtype);
}
void type_create_hindexed_block(Call& call, TypeConstructorCount count, TypeConstructorCount blocklength,
                                IntOrLargeCountArray displacements, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  store_datatype_handle(
      call,
      make_hindexed_block(count, blocklength,
                          checked_array_argument(call, displacements, count.value, "array_of_displacements"),
                          datatype_of(call, oldtype)),
      newtype);
}
void type_create_struct(Call& call, TypeConstructorCount count, IntOrLargeCountArray lengths,
                        IntOrLargeCountArray displacements, const MPI_Datatype* types, MPI_Datatype* newtype) {
  checked_nonnegative_count(count.value);
  check_array(call, types, "array_of_types", count.value);
  std::vector<DatatypePtr> of;
  for (std::int64_t i = 0; i < count.value; ++i) of.push_back(datatype_of(call, types[i]));
  store_datatype_handle(
      call,
      make_struct(count, checked_array_argument(call, lengths, count.value, "array_of_blocklengths"),
                  checked_array_argument(call, displacements, count.value, "array_of_displacements"), std::move(of)),
      newtype);
}
void type_create_subarray(Call& call, int ndims, IntOrLargeCountArray sizes, IntOrLargeCountArray lengths,
                          IntOrLargeCountArray starts, int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  if (ndims < 1) fail(MPI_ERR_ARG, "there are no arrays of {} dimensions", ndims);
  store_datatype_handle(
      call,
      make_subarray(ndims, checked_array_argument(call, sizes, ndims, "array_of_sizes"),
                    checked_array_argument(call, lengths, ndims, "array_of_subsizes"),
                    checked_array_argument(call, starts, ndims, "array_of_starts"), order, datatype_of(call, oldtype)),
      newtype);
}
void type_create_darray(Call& call, int size, int rank, int ndims, IntOrLargeCountArray sizes, const int* kinds,
                        const int* arguments, const int* grid, int order, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  if (ndims < 1) fail(MPI_ERR_ARG, "there are no arrays of {} dimensions", ndims);
  const ArrayDistribution distribution{
      .process_count = size,
      .rank = rank,
      .sizes = checked_array_argument(call, sizes, ndims, "array_of_gsizes"),
      .distribution_kinds = checked_array_argument(call, kinds, ndims, "array_of_distribs"),
      .distribution_arguments = checked_array_argument(call, arguments, ndims, "array_of_dargs"),
      .process_grid = checked_array_argument(call, grid, ndims, "array_of_psizes"),
      .array_storage_order = order};
  store_datatype_handle(call, make_darray(distribution, datatype_of(call, oldtype)), newtype);
}
void type_create_resized(Call& call, MPI_Datatype oldtype, TypeConstructorCount lb, TypeConstructorCount extent,
                         MPI_Datatype* newtype) {
  store_datatype_handle(call, make_resized(lb, extent, datatype_of(call, oldtype)), newtype);
}

void type_create_f90_real(Call& call, int p, int r, MPI_Datatype* newtype) {
  store_handle_of_f90_type(call, make_f90_real(p, r), newtype);
}
void type_create_f90_complex(Call& call, int p, int r, MPI_Datatype* newtype) {
  store_handle_of_f90_type(call, make_f90_complex(p, r), newtype);
}
void type_create_f90_integer(Call& call, int r, MPI_Datatype* newtype) {
  store_handle_of_f90_type(call, make_f90_integer(r), newtype);
}
void type_match_size(Call&, int typeclass, int size, MPI_Datatype* datatype) {
  check_pointer(datatype, "datatype");
  *datatype = handle_of_named_type(type_of_class_and_size(typeclass, size));
}

// Constructors of datatypes under the names of MPI 1, such as MPI_Type_hindexed.

void type_hindexed(Call& call, int count, int* lengths, MPI_Aint* displacements, MPI_Datatype oldtype,
                   MPI_Datatype* newtype) {
  type_create_hindexed(call, count, lengths, displacements, oldtype, newtype);
}
void type_struct(Call& call, int count, int* lengths, MPI_Aint* displacements, MPI_Datatype* types,
                 MPI_Datatype* newtype) {
  type_create_struct(call, count, lengths, displacements, types, newtype);
}

// Committing, freeing and duplicating datatypes.

void type_commit(Call& call, MPI_Datatype* datatype) {
  check_pointer(datatype, "datatype");
  datatype_of(call, *datatype)->is_committed = true;
}
void type_free(Call& call, MPI_Datatype* datatype) {
  check_pointer(datatype, "datatype");
  const DatatypePtr type = datatype_of(call, *datatype);
  if (type->is_predefined()) fail(MPI_ERR_TYPE, "{} is predefined", type->name.empty() ? "the type" : type->name);
  if (type->attributes) type->attributes->remove_all_attributes(call, *datatype);
  call.state.datatypes.remove_and_return_object(*datatype);
  *datatype = MPI_DATATYPE_NULL;
}
void type_dup(Call& call, MPI_Datatype oldtype, MPI_Datatype* newtype) {
  const DatatypePtr type = datatype_of(call, oldtype);
  DatatypePtr copy = make_dup(type);
  if (type->attributes)
    copy->attributes = std::make_shared<ObjectAttributes>(type->attributes->attributes_of_duplicate(call, oldtype));
  store_datatype_handle(call, std::move(copy), newtype);
}

// Bounds and sizes of datatypes.

void type_size(Call& call, MPI_Datatype datatype, IntOrLargeCountPointer size) {
  const TypeLayout& type = datatype_of(call, datatype)->layout();
  check_pointer(size, "size");
  size.set(static_cast<std::int64_t>(type.size()));
}
void type_get_extent(Call& call, MPI_Datatype datatype, IntOrLargeCountPointer lb, IntOrLargeCountPointer extent) {
  const TypeLayout& type = datatype_of(call, datatype)->layout();
  check_pointer(lb, "lb");
  check_pointer(extent, "extent");
  lb.set(type.lower_bound());
  extent.set(type.extent());
}
void type_get_true_extent(Call& call, MPI_Datatype datatype, IntOrLargeCountPointer lb, IntOrLargeCountPointer extent) {
  const TypeLayout& type = datatype_of(call, datatype)->layout();
  check_pointer(lb, "true_lb");
  check_pointer(extent, "true_extent");
  lb.set(type.true_lower_bound());
  extent.set(type.true_extent());
}
void type_extent(Call& call, MPI_Datatype datatype, MPI_Aint* extent) {
  MPI_Aint lb = 0;
  type_get_extent(call, datatype, &lb, extent);
}
void type_lb(Call& call, MPI_Datatype datatype, MPI_Aint* displacement) {
  MPI_Aint extent = 0;
  type_get_extent(call, datatype, displacement, &extent);
}
void type_ub(Call& call, MPI_Datatype datatype, MPI_Aint* displacement) {
  MPI_Aint lb = 0;
  type_get_extent(call, datatype, &lb, displacement);
  *displacement += lb;
}

// Functions that tell how a datatype was made (MPI_Type_get_envelope and MPI_Type_get_contents).

/// Returns how a datatype was made. Fails if it was made with large counts, for functions whose results have no room
/// for large counts.
const DatatypeConstruction& origin_without_large_counts(Call& call, MPI_Datatype datatype) {
  const DatatypeConstruction& origin = datatype_of(call, datatype)->origin();
  if (!origin.large_counts.empty())
    fail(MPI_ERR_TYPE, "the datatype was made with large counts; call {}_c to get them", call.function_name);
  return origin;
}

void store_type_envelope(const DatatypeConstruction& origin, IntOrLargeCountPointer integers,
                         IntOrLargeCountPointer addresses, IntOrLargeCountPointer types, int* combiner) {
  check_pointer(integers, "num_integers");
  check_pointer(addresses, "num_addresses");
  check_pointer(types, "num_datatypes");
  check_pointer(combiner, "combiner");
  integers.set(std::ssize(origin.integers));
  addresses.set(std::ssize(origin.addresses));
  types.set(std::ssize(origin.constituent_types));
  *combiner = static_cast<int>(origin.combiner);
}
void type_get_envelope(Call& call, MPI_Datatype datatype, int* integers, int* addresses, int* types, int* combiner) {
  store_type_envelope(origin_without_large_counts(call, datatype), integers, addresses, types, combiner);
}
void type_get_envelope_c(Call& call, MPI_Datatype datatype, MPI_Count* integers, MPI_Count* addresses,
                         MPI_Count* large_counts, MPI_Count* types, int* combiner) {
  const DatatypeConstruction& origin = datatype_of(call, datatype)->origin();
  check_pointer(large_counts, "num_large_counts");
  *large_counts = std::ssize(origin.large_counts);
  store_type_envelope(origin, integers, addresses, types, combiner);
}

template <class T, class Into>
void copy_checking_room(const Call& call, const std::vector<T>& values, std::int64_t most, Into* into,
                        const char* what) {
  if (std::ssize(values) > most)
    fail(MPI_ERR_ARG, "there is room for {} {}, and there are {}", most, what, values.size());
  check_array(call, into, what, std::ssize(values));
  if constexpr (std::is_convertible_v<T, Into>) std::copy(values.begin(), values.end(), into);
}
void store_type_contents(Call& call, const DatatypePtr& type, MPI_Count most_integers, MPI_Count most_addresses,
                         MPI_Count most_types, int* integers, MPI_Aint* addresses, MPI_Datatype* types) {
  const DatatypeConstruction& origin = type->origin();
  if (origin.combiner == TypeCombiner::named) fail(MPI_ERR_TYPE, "{} is not made of other types", type->name);
  copy_checking_room(call, origin.integers, most_integers, integers, "integers");
  copy_checking_room(call, origin.addresses, most_addresses, addresses, "addresses");
  copy_checking_room(call, origin.constituent_types, most_types, types, "datatypes");
  for (const DatatypePtr& part : origin.constituent_types) *types++ = handle_of_constituent_type(call, part);
}
void type_get_contents(Call& call, MPI_Datatype datatype, int most_integers, int most_addresses, int most_types,
                       int* integers, MPI_Aint* addresses, MPI_Datatype* types) {
  origin_without_large_counts(call, datatype);
  const DatatypePtr type = datatype_of(call, datatype);
  store_type_contents(call, type, most_integers, most_addresses, most_types, integers, addresses, types);
}
void type_get_contents_c(Call& call, MPI_Datatype datatype, MPI_Count most_integers, MPI_Count most_addresses,
                         MPI_Count most_large_counts, MPI_Count most_types, int* integers, MPI_Aint* addresses,
                         MPI_Count* large_counts, MPI_Datatype* types) {
  const DatatypePtr type = datatype_of(call, datatype);
  copy_checking_room(call, type->origin().large_counts, most_large_counts, large_counts, "large counts");
  store_type_contents(call, type, most_integers, most_addresses, most_types, integers, addresses, types);
}

// Names and attributes of datatypes.

void type_get_name(Call& call, MPI_Datatype datatype, char* name, int* length) {
  const std::string text = datatype == MPI_DATATYPE_NULL ? "MPI_DATATYPE_NULL" : datatype_of(call, datatype)->name;
  copy_text_to_program(call, text, MPI_MAX_OBJECT_NAME, name, length);
}
void type_set_name(Call& call, MPI_Datatype datatype, const char* name) {
  const DatatypePtr& type = datatype_of(call, datatype);
  check_pointer(name, "type_name");
  type->name.assign(name, std::min<std::size_t>(std::strlen(name), MPI_MAX_OBJECT_NAME - 1));
}

void type_create_keyval(Call& call, MPI_Type_copy_attr_function* copy, MPI_Type_delete_attr_function* remove,
                        int* keyval, void* extra) {
  call.state.keyvals.create_attribute_key(Keyval::AttributedObjectKind::datatype, copy, remove, keyval, extra,
                                          "type_keyval", call.site);
}
void type_free_keyval(Call& call, int* keyval) {
  call.state.keyvals.free_attribute_key(Keyval::AttributedObjectKind::datatype, keyval, "type_keyval");
}
void type_set_attr(Call& call, MPI_Datatype datatype, int keyval, void* value) {
  const DatatypePtr type = datatype_of(call, datatype);
  if (!type->attributes) type->attributes = std::make_shared<ObjectAttributes>();
  type->attributes->set(call, datatype, keyval, Keyval::AttributedObjectKind::datatype, value);
}
void type_get_attr(Call& call, MPI_Datatype datatype, int keyval, void* value, int* flag) {
  const DatatypePtr type = datatype_of(call, datatype);
  check_pointer(value, "attribute_val");
  check_pointer(flag, "flag");
  call.state.keyvals.keyval_of_key(keyval, Keyval::AttributedObjectKind::datatype);
  const auto found = type->attributes ? type->attributes->find_attribute(keyval) : std::nullopt;
  *flag = found ? 1 : 0;
  if (found) *static_cast<void**>(value) = *found;
}
void type_delete_attr(Call& call, MPI_Datatype datatype, int keyval) {
  const DatatypePtr type = datatype_of(call, datatype);
  call.state.keyvals.keyval_of_key(keyval, Keyval::AttributedObjectKind::datatype);
  if (type->attributes) type->attributes->remove_attribute(call, datatype, keyval);
}

// MPI's functions on addresses of memory.

void get_address(Call&, const void* location, MPI_Aint* address) {
  check_pointer(address, "address");
  *address = reinterpret_cast<MPI_Aint>(location);
}
void address_of(Call& call, void* location, MPI_Aint* address) { get_address(call, location, address); }
MPI_Aint aint_add(MPI_Aint base, MPI_Aint displacement) { return base + displacement; }
MPI_Aint aint_diff(MPI_Aint a, MPI_Aint b) { return a - b; }

std::vector<SymbolBinding> all_bindings() {
  std::vector<SymbolBinding> list;
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_contiguous, type_contiguous);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_vector, type_vector);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_create_hvector, type_create_hvector);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_indexed, type_indexed);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_create_hindexed, type_create_hindexed);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_create_indexed_block, type_create_indexed_block);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_create_hindexed_block, type_create_hindexed_block);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_create_struct, type_create_struct);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_create_subarray, type_create_subarray);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_create_darray, type_create_darray);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_create_resized, type_create_resized);
  SWITCHYARD_MPI_BIND(list, Type_create_f90_real, type_create_f90_real);
  SWITCHYARD_MPI_BIND(list, Type_create_f90_complex, type_create_f90_complex);
  SWITCHYARD_MPI_BIND(list, Type_create_f90_integer, type_create_f90_integer);
  SWITCHYARD_MPI_BIND(list, Type_match_size, type_match_size);
  SWITCHYARD_MPI_BIND(list, Type_commit, type_commit);
  SWITCHYARD_MPI_BIND(list, Type_free, type_free);
  SWITCHYARD_MPI_BIND(list, Type_dup, type_dup);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_size, type_size);
  SWITCHYARD_MPI_BIND(list, Type_size_x, type_size);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_get_extent, type_get_extent);
  SWITCHYARD_MPI_BIND(list, Type_get_extent_x, type_get_extent);
  SWITCHYARD_MPI_BIND_COUNTED(list, Type_get_true_extent, type_get_true_extent);
  SWITCHYARD_MPI_BIND(list, Type_get_true_extent_x, type_get_true_extent);
  SWITCHYARD_MPI_BIND(list, Type_get_envelope, type_get_envelope);
  SWITCHYARD_MPI_BIND(list, Type_get_envelope_c, type_get_envelope_c);
  SWITCHYARD_MPI_BIND(list, Type_get_contents, type_get_contents);
  SWITCHYARD_MPI_BIND(list, Type_get_contents_c, type_get_contents_c);
  SWITCHYARD_MPI_BIND(list, Type_get_name, type_get_name);
  SWITCHYARD_MPI_BIND(list, Type_set_name, type_set_name);
  SWITCHYARD_MPI_BIND(list, Type_create_keyval, type_create_keyval);
  SWITCHYARD_MPI_BIND(list, Type_free_keyval, type_free_keyval);
  SWITCHYARD_MPI_BIND(list, Type_set_attr, type_set_attr);
  SWITCHYARD_MPI_BIND(list, Type_get_attr, type_get_attr);
  SWITCHYARD_MPI_BIND(list, Type_delete_attr, type_delete_attr);
  SWITCHYARD_MPI_BIND(list, Get_address, get_address);
  SWITCHYARD_MPI_BIND(list, Address, address_of);
  SWITCHYARD_MPI_BIND(list, Type_hvector, type_create_hvector);
  SWITCHYARD_MPI_BIND(list, Type_hindexed, type_hindexed);
  SWITCHYARD_MPI_BIND(list, Type_struct, type_struct);
  SWITCHYARD_MPI_BIND(list, Type_extent, type_extent);
  SWITCHYARD_MPI_BIND(list, Type_lb, type_lb);
  SWITCHYARD_MPI_BIND(list, Type_ub, type_ub);
  for (const char* name : {"MPI_Aint_add", "PMPI_Aint_add"})
    list.push_back(SymbolBinding::make_function_binding(name, aint_add));
  for (const char* name : {"MPI_Aint_diff", "PMPI_Aint_diff"})
    list.push_back(SymbolBinding::make_function_binding(name, aint_diff));
  return list;
}

}  // namespace

SymbolBindings type_bindings() {
  static const std::vector<SymbolBinding> list = all_bindings();
  return list;
}

}  // namespace switchyard::mpi
