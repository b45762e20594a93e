#pragma once
/// \file counts.hpp
/// The arguments of MPI functions that have two forms: one with int and one with large counts, such as MPI_Send and
/// MPI_Send_c. One implementation serves both forms.
///
/// Source: MPI 4.0, sec. 2.5.8.
///
/// The implementations take a single count as an MPI_Count, to which an int is converted. The classes of this file
/// represent arguments of other types, such as arrays of counts and pointers to counts.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "runtime/programs/mpi/host_mpi.hpp"

namespace switchyard::mpi {

/// A count, length or displacement that a program gives to a constructor of datatypes, and whether it is of the form
/// with large counts. MPI_Type_get_contents returns such numbers in different arrays for the two forms.
struct TypeConstructorCount {
  constexpr TypeConstructorCount(int number) noexcept : value(number) {}
  constexpr TypeConstructorCount(MPI_Aint number) noexcept : value(number) {}
  constexpr TypeConstructorCount(MPI_Count number) noexcept : value(number), is_large(true) {}

  std::int64_t value;
  bool is_large = false;
};

/// An array of counts or displacements in the program's memory.
class IntOrLargeCountArray {
 public:
  IntOrLargeCountArray(const int* array) noexcept : array_(array), bytes_per_entry_(sizeof *array) {}
  IntOrLargeCountArray(const MPI_Aint* array) noexcept : array_(array), bytes_per_entry_(sizeof *array) {}
  IntOrLargeCountArray(const MPI_Count* array) noexcept
      : array_(array), bytes_per_entry_(sizeof *array), is_large_count_(true) {}

  std::int64_t operator[](std::size_t i) const noexcept {
    return bytes_per_entry_ == sizeof(int) ? read_count_at_index<int>(i) : read_count_at_index<std::int64_t>(i);
  }
  const void* data() const noexcept { return array_; }
  std::size_t bytes(std::size_t entries) const noexcept { return entries * bytes_per_entry_; }
  /// Whether the elements of the array are large counts (MPI_Count) rather than int.
  bool is_large() const noexcept { return is_large_count_; }

 private:
  template <class Number>
  std::int64_t read_count_at_index(std::size_t i) const noexcept {
    Number number;
    std::memcpy(&number, static_cast<const std::byte*>(array_) + i * sizeof number, sizeof number);
    return number;
  }

  const void* array_;
  std::size_t bytes_per_entry_;
  bool is_large_count_ = false;
};

/// A pointer to a number in the program's memory: a count or size that an MPI function returns there, and perhaps reads
/// before.
class IntOrLargeCountPointer {
 public:
  IntOrLargeCountPointer(int* place) noexcept : address_(place), bytes_of_pointed_number_(sizeof *place) {}
  IntOrLargeCountPointer(MPI_Aint* place) noexcept : address_(place), bytes_of_pointed_number_(sizeof *place) {}
  IntOrLargeCountPointer(MPI_Count* place) noexcept : address_(place), bytes_of_pointed_number_(sizeof *place) {}

  const void* address() const noexcept { return address_; }
  std::int64_t get() const noexcept {
    return bytes_of_pointed_number_ == sizeof(int) ? IntOrLargeCountArray(static_cast<const int*>(address_))[0]
                                                   : IntOrLargeCountArray(static_cast<const MPI_Aint*>(address_))[0];
  }
  /// Stores a number, or MPI_UNDEFINED if the number does not fit into the program's type.
  void set(std::int64_t number) const noexcept {
    if (bytes_of_pointed_number_ != sizeof(int))
      return static_cast<void>(std::memcpy(address_, &number, sizeof number));
    const bool fits = number >= std::numeric_limits<int>::min() && number <= std::numeric_limits<int>::max();
    const int stored = fits ? static_cast<int>(number) : MPI_UNDEFINED;
    std::memcpy(address_, &stored, sizeof stored);
  }

 private:
  void* address_;
  std::size_t bytes_of_pointed_number_;
};

namespace detail {

/// Whether the implementation of an MPI function may have a parameter of type `Argument` where mpi.h declares one of
/// type `Declared`.
template <class Declared, class Argument>
inline constexpr bool is_parameter_compatible =
    std::is_same_v<Declared, Argument> ||
    (std::is_same_v<Argument, MPI_Count> && (std::is_same_v<Declared, int> || std::is_same_v<Declared, MPI_Aint>)) ||
    ((std::is_same_v<Argument, TypeConstructorCount> || std::is_same_v<Argument, IntOrLargeCountArray> ||
      std::is_same_v<Argument, IntOrLargeCountPointer>)&&std::convertible_to<Declared, Argument>);

}  // namespace detail

}  // namespace switchyard::mpi
