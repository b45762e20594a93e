#pragma once
/// \file datatype.hpp
/// MPI's datatypes on the host: where the basic elements of a value are in memory, and in which order.
///
/// Source: MPI 3.1, chapter 4.
///
/// A TypeLayout is a tree, parts of which may be shared. A vector of a million blocks is one
/// vertex of the tree, so that a layout takes no more memory than the arguments by which the
/// program has constructed the type. A handle refers to a Datatype: a layout, a record of how it
/// was made, and a name.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/programs/mpi/basic_type.hpp"

namespace switchyard::mpi {

class TypeLayout;
using LayoutPtr = std::shared_ptr<const TypeLayout>;

/// `count` elements of one layout in memory. The first one is at `displacement`, and each next one
/// is `stride` further; both are in bytes.
struct StridedElementSequence {
  std::int64_t displacement = 0;
  std::uint64_t count = 0;
  std::int64_t stride = 0;
  LayoutPtr element_layout;
};

/// Where the basic elements of a datatype's value are in memory, and in which order. A layout never
/// changes, and is shared by all types that are made of it. Any thread may use it.
class TypeLayout {
 public:
  /// Makes the layout of a named (predefined) datatype.
  explicit TypeLayout(NamedType type);
  /// Whether the program gives the displacements of a type's parts as numbers of elements or as numbers of bytes.
  /// Displacements in bytes may lead from one variable to another.
  enum class Displacements : std::uint8_t { displacements_in_elements, displacements_in_bytes };
  /// Makes the layout of a type that consists of the elements of `runs`, in their order.
  explicit TypeLayout(std::vector<StridedElementSequence> runs,
                      Displacements displacements = Displacements::displacements_in_elements);
  /// Makes the layout of a type that has the elements of `of`, but other bounds
  /// (MPI_Type_create_resized).
  TypeLayout(const LayoutPtr& of, std::int64_t lower_bound, std::int64_t extent);

  std::uint64_t size() const noexcept { return size_; }
  std::int64_t lower_bound() const noexcept { return explicit_lower_bound_.value_or(true_lower_bound_); }
  std::int64_t upper_bound() const noexcept { return lower_bound() + extent_; }
  std::int64_t extent() const noexcept { return extent_; }
  std::int64_t true_lower_bound() const noexcept { return true_lower_bound_; }
  std::int64_t true_extent() const noexcept { return true_upper_bound_ - true_lower_bound_; }
  /// Returns the number of basic elements in one value.
  std::uint64_t element_count() const noexcept { return element_count_; }
  /// Returns the type of the basic elements, if all are of one type.
  std::optional<NamedType> uniform_type() const noexcept { return uniform_type_; }
  /// Whether this is the layout of a named (predefined) type, which is not made of other layouts.
  bool is_named() const noexcept { return is_named_; }
  /// Whether one value may extend over several variables of a program, because the datatype or one of its component
  /// types has displacements in bytes. Otherwise a value lies in one array.
  bool may_span_variables() const noexcept { return may_span_variables_; }
  NamedType named_type() const noexcept { return named_type_; }
  const std::vector<StridedElementSequence>& element_runs() const noexcept { return element_runs_; }

  /// Whether one value is dense: its elements fill the size() bytes from true_lower_bound() on
  /// without gaps, in the order of memory.
  bool is_dense() const noexcept { return is_dense_; }
  /// Whether `count` values one behind the other lie in memory without gaps, so that messages of
  /// them need no copy.
  bool is_dense(std::uint64_t count) const noexcept {
    return is_dense_ && (count <= 1 || static_cast<std::uint64_t>(extent_) == size_);
  }

 private:
  void add_run(const StridedElementSequence& run);
  void compute_extent();

  std::uint64_t size_ = 0;
  std::uint64_t element_count_ = 0;
  std::int64_t true_lower_bound_ = 0;
  std::int64_t true_upper_bound_ = 0;
  std::int64_t extent_ = 0;
  std::optional<std::int64_t> explicit_lower_bound_, explicit_upper_bound_;
  std::optional<NamedType> uniform_type_;
  std::uint8_t alignment_ = 1;
  NamedType named_type_ = NamedType::byte;
  bool is_named_ = false;
  bool may_span_variables_ = false;
  bool is_dense_ = true;
  bool is_empty_ = true;  ///< whether the layout has no basic elements, so that values of the type have no data
  std::vector<StridedElementSequence> element_runs_;
};

/// The constructor that has made a datatype, as MPI_Type_get_envelope returns it.
enum class TypeCombiner : std::uint8_t {
  named,
  dup,
  contiguous,
  vector,
  hvector,
  indexed,
  hindexed,
  indexed_block,
  hindexed_block,
  struct_,
  subarray,
  darray,
  f90_real,
  f90_complex,
  f90_integer,
  resized,
};

class ObjectAttributes;
class Datatype;
using DatatypePtr = std::shared_ptr<Datatype>;

/// How a datatype was made: the constructor and its arguments, as MPI_Type_get_contents returns them.
struct DatatypeConstruction {
  TypeCombiner combiner = TypeCombiner::named;
  std::vector<int> integers = {};
  std::vector<std::int64_t> addresses = {};
  /// The counts, lengths and displacements of a constructor with large counts, such as MPI_Type_vector_c. Empty for
  /// other constructors, which have these numbers among `integers` and `addresses`.
  std::vector<std::int64_t> large_counts = {};
  std::vector<DatatypePtr> constituent_types = {};
};

/// The datatype that a handle refers to. It belongs to one node, and is not shared between threads. Requests and
/// windows that use a datatype keep its layout, which outlives the handle.
class Datatype {
 public:
  explicit Datatype(NamedType type);
  Datatype(LayoutPtr layout, DatatypeConstruction origin) : layout_(std::move(layout)), origin_(std::move(origin)) {}

  const TypeLayout& layout() const noexcept { return *layout_; }
  const LayoutPtr& shared_layout() const noexcept { return layout_; }
  const DatatypeConstruction& origin() const noexcept { return origin_; }
  bool is_predefined() const noexcept {
    return origin_.combiner == TypeCombiner::named || origin_.combiner == TypeCombiner::f90_real ||
           origin_.combiner == TypeCombiner::f90_complex || origin_.combiner == TypeCombiner::f90_integer;
  }

  bool is_committed = false;  ///< whether MPI_Type_commit was called; true from the start for predefined types
  std::string name;
  std::shared_ptr<ObjectAttributes> attributes;  ///< the attributes of the datatype; null if it has none

 private:
  LayoutPtr layout_;
  DatatypeConstruction origin_;
};

/// Returns the layout of a named type, which is the same object for all nodes. Any thread may call
/// it.
const LayoutPtr& layout_of(NamedType type);

// Constructors of layouts, with displacements and strides in bytes.

/// Returns the layout of `count` elements in a row, one extent apart.
LayoutPtr row_layout(std::uint64_t count, const LayoutPtr& element);
/// Returns the layout of `count` rows of `length` elements each. The rows begin `stride` bytes
/// apart.
LayoutPtr strided_rows_layout(std::uint64_t count, std::uint64_t length, std::int64_t stride, const LayoutPtr& element);
/// Returns the layout of several rows of elements: row i has `lengths[i]` elements and begins at
/// `displacements[i]`, in bytes. `given` says in what units the program gives these displacements.
LayoutPtr indexed_rows_layout(std::span<const std::uint64_t> lengths, std::span<const std::int64_t> displacements,
                              const LayoutPtr& element,
                              TypeLayout::Displacements given = TypeLayout::Displacements::displacements_in_elements);
/// Returns the layout of several rows of elements: row i has `lengths[i]` elements of layout
/// `elements[i]` and begins at `displacements[i]`.
LayoutPtr struct_layout(std::span<const std::uint64_t> lengths, std::span<const std::int64_t> displacements,
                        std::span<const LayoutPtr> elements);
LayoutPtr resized_layout(const LayoutPtr& element, std::int64_t lower_bound, std::int64_t extent);

/// One dimension of an array, and the part of it that a subarray has: `length` indices from `first_index` on. A list of
/// dimensions begins with the one along which elements are next to each other in memory.
struct DimensionSlice {
  std::int64_t size = 0;
  std::int64_t first_index = 0;
  std::int64_t length = 0;
};
/// Returns the layout of a subarray. Its extent is that of the whole array.
LayoutPtr subarray_layout(std::span<const DimensionSlice> dimensions, const LayoutPtr& element);

/// One dimension of an array that is distributed over processes (MPI_Type_create_darray): blocks of indices, all of the
/// same length, go to the processes in turn. `position_in_grid` is the coordinate, in this dimension, of the process
/// whose part is described.
struct DistributedDimension {
  std::int64_t size = 0;
  std::int64_t block_length = 1;
  std::int64_t process_count = 1;
  std::int64_t position_in_grid = 0;
};
/// Returns the layout of one process's part of a distributed array. Its extent is that of the
/// whole array.
LayoutPtr distributed_array_layout(std::span<const DistributedDimension> dimensions, const LayoutPtr& element);

// Packing and unpacking of messages. `buffer` is the address that the program gives; only memory between the true
// bounds of its values is read and written.

/// Packs `count` values into the beginning of `out`, which has count * size() bytes or more.
void pack(const void* buffer, std::uint64_t count, const TypeLayout& type, std::span<std::byte> out);
/// Unpacks the bytes of `in` into up to `count` values, and returns how many bytes were unpacked.
/// If the bytes end within a value, that value is filled in part.
std::uint64_t unpack(std::span<const std::byte> in, void* buffer, std::uint64_t count, const TypeLayout& type);
/// Returns the size of `count` values in the portable format "external32", in which basic types
/// have sizes of their own.
std::uint64_t external32_size(std::uint64_t count, const TypeLayout& type);
/// pack_external32() packs values into the portable format "external32", and unpack_external32()
/// unpacks them. Needs: external32_size() bytes in `out` or `in`.
void pack_external32(const void* buffer, std::uint64_t count, const TypeLayout& type, std::span<std::byte> out);
void unpack_external32(std::span<const std::byte> in, void* buffer, std::uint64_t count, const TypeLayout& type);
/// Returns the address of the first byte of values that lie in a program's buffer without gaps.
/// Needs: type.is_dense(n), where n is the number of these values.
inline std::byte* begin_of_dense_values(const void* buffer, const TypeLayout& type) noexcept {
  return static_cast<std::byte*>(const_cast<void*>(buffer)) + type.true_lower_bound();
}

/// Returns how many values of a type are in a message of `bytes` bytes (MPI_Get_count), or nothing
/// if the last value is incomplete.
std::optional<std::uint64_t> count_of_values_in_bytes(std::uint64_t bytes, const TypeLayout& type) noexcept;
/// Returns how many basic elements are in a message of `bytes` bytes with values of a type
/// (MPI_Get_elements), or nothing if the last element is incomplete.
std::optional<std::uint64_t> count_of_elements_in_bytes(std::uint64_t bytes, const TypeLayout& type) noexcept;

/// Returns the size in bytes of the first `elements` basic elements of a sequence of values of a type
/// (MPI_Status_set_elements).
std::uint64_t size_of_elements(std::uint64_t elements, const TypeLayout& type) noexcept;

/// The type signature of `count` values: their basic types in order, without their displacements.
class TypeSignature {
 public:
  TypeSignature() = default;
  TypeSignature(LayoutPtr type, std::uint64_t count) : type_(std::move(type)), value_count_(count) {}

  std::uint64_t bytes() const noexcept { return type_ == nullptr ? 0 : value_count_ * type_->size(); }
  const LayoutPtr& type() const noexcept { return type_; }
  std::uint64_t value_count() const noexcept { return value_count_; }

  /// The first difference between two type signatures: how many elements before it are equal, and
  /// which type each signature has at the difference. The type of a signature that ends there is empty.
  struct SignatureDifference {
    std::uint64_t element_index = 0;
    std::optional<NamedType> type_in_first_signature, type_in_second_signature;
  };
  /// Returns the first difference to another type signature, or nothing if there is none.
  /// MPI_PACKED equals any type.
  std::optional<SignatureDifference> first_difference(const TypeSignature& other) const;
  /// Returns the first difference between the signature of a message (this object) and that of its
  /// receive (`other`), which may be longer.
  std::optional<SignatureDifference> first_difference_with_longer_signature(const TypeSignature& other) const;
  /// Returns whether the packed values of this signature have, from byte `offset` on, the types of `part`. MPI_BYTE and
  /// MPI_PACKED equal any type.
  bool has_values_at(std::uint64_t offset, const TypeSignature& part) const;
  friend bool operator==(const TypeSignature& a, const TypeSignature& b) { return !a.first_difference(b); }
  /// Returns a text such as "3 x MPI_INT, MPI_DOUBLE" of the signature's first few elements, for
  /// reports.
  std::string text() const;

 private:
  LayoutPtr type_;
  std::uint64_t value_count_ = 0;
};

}  // namespace switchyard::mpi
