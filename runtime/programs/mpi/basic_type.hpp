#pragma once
/// \file basic_type.hpp
/// MPI's predefined datatypes, and the sizes and alignments of their values in memory.
///
/// Source: MPI: A Message-Passing Interface Standard, version 3.1 (2015), sec. 3.2.2, 5.9.2, 5.9.4 and 13.5.2.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace switchyard::mpi {

/// A named (predefined) datatype of MPI. Synonyms are one type: MPI_LONG_LONG is long_long_int,
/// and MPI_C_COMPLEX is c_float_complex. The types from float_int on are pairs of two basic types;
/// the bound markers (MPI_LB, MPI_UB) have size 0.
enum class NamedType : std::uint8_t {
  character,
  signed_char,
  unsigned_char,
  byte,
  packed,
  wchar,
  short_,
  unsigned_short,
  int_,
  unsigned_,
  long_,
  unsigned_long,
  long_long_int,
  unsigned_long_long,
  float_,
  double_,
  long_double,
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  c_bool,
  c_float_complex,
  c_double_complex,
  c_long_double_complex,
  cxx_bool,
  cxx_float_complex,
  cxx_double_complex,
  cxx_long_double_complex,
  aint,
  offset,
  count,
  fortran_character,
  fortran_logical,
  fortran_integer,
  fortran_real,
  fortran_double_precision,
  fortran_complex,
  fortran_double_complex,
  integer1,
  integer2,
  integer4,
  integer8,
  real4,
  real8,
  real16,
  complex8,
  complex16,
  complex32,
  float_int,
  double_int,
  long_int,
  two_int,
  short_int,
  long_double_int,
  two_real,
  two_double_precision,
  two_integer,
  lower_bound_marker,
  upper_bound_marker,
};

inline constexpr std::size_t kNamedTypeCount = static_cast<std::size_t>(NamedType::upper_bound_marker) + 1;

/// The groups of datatypes for which the standard says which predefined reduction operations are
/// allowed.
enum class TypeClass : std::uint8_t {
  c_integer,
  fortran_integer,
  floating_point,
  logical,
  complex,
  byte,
  multi_language,
  pair,
  none,  ///< characters, packed data and bound markers, for which no predefined reduction is allowed
};

struct NamedTypeFacts {
  std::string_view name;                    ///< MPI's name of the type, such as "MPI_INT"
  std::uint8_t size;                        ///< size in bytes, without padding
  std::uint8_t alignment;                   ///< alignment in bytes; 1 for bound markers
  std::uint8_t bytes_in_external32_format;  ///< size in bytes in the portable format "external32"
  TypeClass type_class;
};

const NamedTypeFacts& named_type_facts_of(NamedType type) noexcept;

constexpr bool is_pair(NamedType type) noexcept {
  return type >= NamedType::float_int && type <= NamedType::two_integer;
}
constexpr bool is_lower_or_upper_bound_marker(NamedType type) noexcept {
  return type == NamedType::lower_bound_marker || type == NamedType::upper_bound_marker;
}

}  // namespace switchyard::mpi
