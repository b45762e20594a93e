/// \file basic_type.cpp

#include "runtime/programs/mpi/basic_type.hpp"

#include <array>

namespace switchyard::mpi {
namespace {

// The facts about the predefined datatypes, in the order of NamedType. Sizes and alignments are
// those that the C compiler of the programs uses on this processor.
constexpr std::array<NamedTypeFacts, kNamedTypeCount> kNamedTypeFacts{{
    {"MPI_CHAR", 1, 1, 1, TypeClass::none},
    {"MPI_SIGNED_CHAR", 1, 1, 1, TypeClass::c_integer},
    {"MPI_UNSIGNED_CHAR", 1, 1, 1, TypeClass::c_integer},
    {"MPI_BYTE", 1, 1, 1, TypeClass::byte},
    {"MPI_PACKED", 1, 1, 1, TypeClass::none},
    {"MPI_WCHAR", 4, 4, 2, TypeClass::none},
    {"MPI_SHORT", 2, 2, 2, TypeClass::c_integer},
    {"MPI_UNSIGNED_SHORT", 2, 2, 2, TypeClass::c_integer},
    {"MPI_INT", 4, 4, 4, TypeClass::c_integer},
    {"MPI_UNSIGNED", 4, 4, 4, TypeClass::c_integer},
    {"MPI_LONG", 8, 8, 4, TypeClass::c_integer},
    {"MPI_UNSIGNED_LONG", 8, 8, 4, TypeClass::c_integer},
    {"MPI_LONG_LONG_INT", 8, 8, 8, TypeClass::c_integer},
    {"MPI_UNSIGNED_LONG_LONG", 8, 8, 8, TypeClass::c_integer},
    {"MPI_FLOAT", 4, 4, 4, TypeClass::floating_point},
    {"MPI_DOUBLE", 8, 8, 8, TypeClass::floating_point},
    {"MPI_LONG_DOUBLE", 16, 16, 16, TypeClass::floating_point},
    {"MPI_INT8_T", 1, 1, 1, TypeClass::c_integer},
    {"MPI_INT16_T", 2, 2, 2, TypeClass::c_integer},
    {"MPI_INT32_T", 4, 4, 4, TypeClass::c_integer},
    {"MPI_INT64_T", 8, 8, 8, TypeClass::c_integer},
    {"MPI_UINT8_T", 1, 1, 1, TypeClass::c_integer},
    {"MPI_UINT16_T", 2, 2, 2, TypeClass::c_integer},
    {"MPI_UINT32_T", 4, 4, 4, TypeClass::c_integer},
    {"MPI_UINT64_T", 8, 8, 8, TypeClass::c_integer},
    {"MPI_C_BOOL", 1, 1, 1, TypeClass::logical},
    {"MPI_C_FLOAT_COMPLEX", 8, 4, 8, TypeClass::complex},
    {"MPI_C_DOUBLE_COMPLEX", 16, 8, 16, TypeClass::complex},
    {"MPI_C_LONG_DOUBLE_COMPLEX", 32, 16, 32, TypeClass::complex},
    {"MPI_CXX_BOOL", 1, 1, 1, TypeClass::logical},
    {"MPI_CXX_FLOAT_COMPLEX", 8, 4, 8, TypeClass::complex},
    {"MPI_CXX_DOUBLE_COMPLEX", 16, 8, 16, TypeClass::complex},
    {"MPI_CXX_LONG_DOUBLE_COMPLEX", 32, 16, 32, TypeClass::complex},
    {"MPI_AINT", 8, 8, 8, TypeClass::multi_language},
    {"MPI_OFFSET", 8, 8, 8, TypeClass::multi_language},
    {"MPI_COUNT", 8, 8, 8, TypeClass::multi_language},
    {"MPI_CHARACTER", 1, 1, 1, TypeClass::none},
    {"MPI_LOGICAL", 4, 4, 4, TypeClass::logical},
    {"MPI_INTEGER", 4, 4, 4, TypeClass::fortran_integer},
    {"MPI_REAL", 4, 4, 4, TypeClass::floating_point},
    {"MPI_DOUBLE_PRECISION", 8, 8, 8, TypeClass::floating_point},
    {"MPI_COMPLEX", 8, 4, 8, TypeClass::complex},
    {"MPI_DOUBLE_COMPLEX", 16, 8, 16, TypeClass::complex},
    {"MPI_INTEGER1", 1, 1, 1, TypeClass::fortran_integer},
    {"MPI_INTEGER2", 2, 2, 2, TypeClass::fortran_integer},
    {"MPI_INTEGER4", 4, 4, 4, TypeClass::fortran_integer},
    {"MPI_INTEGER8", 8, 8, 8, TypeClass::fortran_integer},
    {"MPI_REAL4", 4, 4, 4, TypeClass::floating_point},
    {"MPI_REAL8", 8, 8, 8, TypeClass::floating_point},
    {"MPI_REAL16", 16, 16, 16, TypeClass::floating_point},
    {"MPI_COMPLEX8", 8, 4, 8, TypeClass::complex},
    {"MPI_COMPLEX16", 16, 8, 16, TypeClass::complex},
    {"MPI_COMPLEX32", 32, 16, 32, TypeClass::complex},
    {"MPI_FLOAT_INT", 8, 4, 8, TypeClass::pair},
    {"MPI_DOUBLE_INT", 12, 8, 12, TypeClass::pair},
    {"MPI_LONG_INT", 12, 8, 8, TypeClass::pair},
    {"MPI_2INT", 8, 4, 8, TypeClass::pair},
    {"MPI_SHORT_INT", 6, 4, 6, TypeClass::pair},
    {"MPI_LONG_DOUBLE_INT", 20, 16, 20, TypeClass::pair},
    {"MPI_2REAL", 8, 4, 8, TypeClass::pair},
    {"MPI_2DOUBLE_PRECISION", 16, 8, 16, TypeClass::pair},
    {"MPI_2INTEGER", 8, 4, 8, TypeClass::pair},
    {"MPI_LB", 0, 1, 0, TypeClass::none},
    {"MPI_UB", 0, 1, 0, TypeClass::none},
}};
static_assert(sizeof(wchar_t) == 4 && sizeof(long) == 8 && alignof(long double) == 16);

}  // namespace

const NamedTypeFacts& named_type_facts_of(NamedType type) noexcept {
  return kNamedTypeFacts[static_cast<std::size_t>(type)];
}

}  // namespace switchyard::mpi
