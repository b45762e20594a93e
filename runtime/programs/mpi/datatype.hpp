#pragma once
/// \file datatype.hpp
/// MPI's datatypes on the host: where the basic elements of a value are in memory, and in which order.
///
/// Source: MPI 3.1, chapter 4.
///
/// A TypeLayout is a tree that shares its parts: a vector of a million blocks is one node of it, so that a layout takes
/// no more memory than the arguments of the constructors. A handle refers to a Datatype: a layout, how it was made, and
/// its name.

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

/// `count` elements of one layout, the first one at `displacement`, and `stride` from one to the next; in bytes.
struct Run {
  std::int64_t displacement = 0;
  std::uint64_t count = 0;
  std::int64_t stride = 0;
  LayoutPtr element;
};

/// Where the basic elements of a datatype's value are in memory, and in which order. Immutable, and shared by all types
/// that are made of it. Any thread.
class TypeLayout {
 public:
  /// Makes the layout of a named type.
  explicit TypeLayout(NamedType type);
  /// Makes a layout of the elements of the runs, in their order.
  explicit TypeLayout(std::vector<Run> runs);
  /// Makes a layout of the elements of `of`, with other bounds.
  TypeLayout(const LayoutPtr& of, std::int64_t lower_bound, std::int64_t extent);

  std::uint64_t size() const noexcept { return size_; }
  std::int64_t lower_bound() const noexcept { return lower_mark_.value_or(true_lower_); }
  std::int64_t upper_bound() const noexcept { return lower_bound() + extent_; }
  std::int64_t extent() const noexcept { return extent_; }
  std::int64_t true_lower_bound() const noexcept { return true_lower_; }
  std::int64_t true_extent() const noexcept { return true_upper_ - true_lower_; }
  /// Returns the number of basic elements in one value.
  std::uint64_t elements() const noexcept { return elements_; }
  /// Returns the type of the basic elements, if all are of one type.
  std::optional<NamedType> uniform() const noexcept { return uniform_; }
  /// Whether this is the layout of a named type, which is not made of other layouts.
  bool is_named() const noexcept { return is_named_; }
  NamedType named() const noexcept { return named_; }
  const std::vector<Run>& runs() const noexcept { return runs_; }

  /// Whether one value is dense: its elements fill the size() bytes from true_lower_bound() on, in the order of memory.
  bool is_dense() const noexcept { return is_dense_; }
  /// Whether `count` values one behind the other are dense, so that messages of them need no copy.
  bool is_dense(std::uint64_t count) const noexcept {
    return is_dense_ && (count <= 1 || static_cast<std::uint64_t>(extent_) == size_);
  }

 private:
  void add(const Run& run);
  void settle();

  std::uint64_t size_ = 0;
  std::uint64_t elements_ = 0;
  std::int64_t true_lower_ = 0;
  std::int64_t true_upper_ = 0;
  std::int64_t extent_ = 0;
  std::optional<std::int64_t> lower_mark_, upper_mark_;
  std::optional<NamedType> uniform_;
  std::uint8_t alignment_ = 1;
  NamedType named_ = NamedType::byte;
  bool is_named_ = false;
  bool is_dense_ = true;
  bool is_empty_ = true;  ///< no basic element yet
  std::vector<Run> runs_;
};

/// Which constructor has made a datatype, as MPI_Type_get_envelope returns it.
enum class Combiner : std::uint8_t {
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

class Attributes;
class Datatype;
using DatatypePtr = std::shared_ptr<Datatype>;

/// How a datatype was made: the constructor and its arguments, as MPI_Type_get_contents returns them.
struct TypeOrigin {
  Combiner combiner = Combiner::named;
  std::vector<int> integers;
  std::vector<std::int64_t> addresses;
  std::vector<DatatypePtr> types;
};

/// The datatype that a handle refers to. It belongs to one node, and is not shared between threads. Requests and
/// windows that use a datatype keep its layout, which outlives the handle.
class Datatype {
 public:
  explicit Datatype(NamedType type);
  Datatype(LayoutPtr layout, TypeOrigin origin) : layout_(std::move(layout)), origin_(std::move(origin)) {}

  const TypeLayout& layout() const noexcept { return *layout_; }
  const LayoutPtr& shared_layout() const noexcept { return layout_; }
  const TypeOrigin& origin() const noexcept { return origin_; }
  bool is_predefined() const noexcept {
    return origin_.combiner == Combiner::named || origin_.combiner == Combiner::f90_real ||
           origin_.combiner == Combiner::f90_complex || origin_.combiner == Combiner::f90_integer;
  }

  bool is_committed = false;  ///< true from the start for predefined types
  std::string name;
  std::shared_ptr<Attributes> attributes;  ///< null: none

 private:
  LayoutPtr layout_;
  TypeOrigin origin_;
};

/// Returns the layout of a named type, which is the same object for all nodes. Any thread.
const LayoutPtr& layout_of(NamedType type);

// Constructors of layouts, with displacements and strides in bytes.

/// Returns a layout of `count` elements one behind the other, each at a distance of one extent.
LayoutPtr row_of(std::uint64_t count, const LayoutPtr& element);
/// Returns a layout of `count` rows of `length` elements, whose beginnings are `stride` apart.
LayoutPtr vector_of(std::uint64_t count, std::uint64_t length, std::int64_t stride, const LayoutPtr& element);
/// Returns a layout whose row i has `lengths[i]` elements and begins at `displacements[i]`.
LayoutPtr rows_at(std::span<const std::uint64_t> lengths, std::span<const std::int64_t> displacements,
                  const LayoutPtr& element);
/// Returns a layout whose row i has `lengths[i]` elements of layout `elements[i]` and begins at `displacements[i]`.
LayoutPtr struct_of(std::span<const std::uint64_t> lengths, std::span<const std::int64_t> displacements,
                    std::span<const LayoutPtr> elements);
LayoutPtr resized(const LayoutPtr& element, std::int64_t lower_bound, std::int64_t extent);

/// One dimension of an array, and the part of it that a subarray has: `length` indices from `first` on. A list of
/// dimensions begins with the one along which elements are next to each other in memory.
struct Slice {
  std::int64_t size = 0;
  std::int64_t first = 0;
  std::int64_t length = 0;
};
/// Returns the layout of a subarray, in the order of memory; its extent is that of the whole array.
LayoutPtr subarray_of(std::span<const Slice> dimensions, const LayoutPtr& element);

/// One dimension of a distributed array: blocks of `block` indices are dealt out to `places` processes in turn, of
/// which number `place` is meant.
struct DistributedDimension {
  std::int64_t size = 0;
  std::int64_t block = 1;
  std::int64_t places = 1;
  std::int64_t place = 0;
};
/// Returns the layout of what one process has of a distributed array; its extent is that of the whole array.
LayoutPtr distributed_array_of(std::span<const DistributedDimension> dimensions, const LayoutPtr& element);

// Packing and unpacking of messages. `buffer` is the address that the program gives; only memory between the true
// bounds of its values is read and written.

/// Copies `count` values into the front of `out`, which has count * size() bytes or more.
void pack(const void* buffer, std::uint64_t count, const TypeLayout& type, std::span<std::byte> out);
/// Copies the bytes of `in` into the first of `count` values, as far as they reach, and returns how many bytes were
/// copied. The last value may be filled in part.
std::uint64_t unpack(std::span<const std::byte> in, void* buffer, std::uint64_t count, const TypeLayout& type);
/// Returns the size of `count` values in the format "external32", in which basic types have sizes of their own.
std::uint64_t external_size(std::uint64_t count, const TypeLayout& type);
/// Packs values in the format "external32", or unpacks them. Needs: external_size() bytes in `out`, or in `in`.
void pack_external(const void* buffer, std::uint64_t count, const TypeLayout& type, std::span<std::byte> out);
void unpack_external(std::span<const std::byte> in, void* buffer, std::uint64_t count, const TypeLayout& type);
/// Returns where the bytes of `count` values begin. Needs: type.is_dense(count).
inline std::byte* dense_begin(const void* buffer, const TypeLayout& type) noexcept {
  return static_cast<std::byte*>(const_cast<void*>(buffer)) + type.true_lower_bound();
}

/// Returns the number of values in a message (MPI_Get_count), or nothing if the last value is incomplete.
std::optional<std::uint64_t> values_in(std::uint64_t bytes, const TypeLayout& type) noexcept;
/// Returns the number of basic elements in a message of such values (MPI_Get_elements), or nothing if the last element
/// is incomplete.
std::optional<std::uint64_t> elements_in(std::uint64_t bytes, const TypeLayout& type) noexcept;

/// Returns the size in bytes of so many basic elements (MPI_Status_set_elements).
std::uint64_t bytes_of_elements(std::uint64_t elements, const TypeLayout& type) noexcept;

/// The type signature of `count` values: their basic types in order, without their displacements.
class TypeSignature {
 public:
  TypeSignature() = default;
  TypeSignature(LayoutPtr type, std::uint64_t count) : type_(std::move(type)), count_(count) {}

  std::uint64_t bytes() const noexcept { return type_ == nullptr ? 0 : count_ * type_->size(); }
  const LayoutPtr& type() const noexcept { return type_; }
  std::uint64_t count() const noexcept { return count_; }

  /// The first difference between two signatures: the number of equal elements before it, and the type that each
  /// signature has there, or nothing where it has ended.
  struct Difference {
    std::uint64_t element = 0;
    std::optional<NamedType> left, right;
  };
  /// Returns the first difference to another signature. The comparison is exact, but for MPI_PACKED, which equals
  /// anything.
  std::optional<Difference> first_difference(const TypeSignature& other) const;
  /// Returns the first difference to another signature, which may be longer: a message may be shorter than the receive.
  std::optional<Difference> first_difference_as_prefix_of(const TypeSignature& other) const;
  friend bool operator==(const TypeSignature& a, const TypeSignature& b) { return !a.first_difference(b); }
  /// Returns a text such as "3 x MPI_INT, MPI_DOUBLE" of the first few elements, for reports.
  std::string text() const;

 private:
  LayoutPtr type_;
  std::uint64_t count_ = 0;
};

}  // namespace switchyard::mpi
