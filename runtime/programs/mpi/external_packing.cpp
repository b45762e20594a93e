/// \file external_packing.cpp
/// Packing in the portable format "external32": numbers are big-endian, and their sizes do not
/// depend on the machine.
///
/// Source: MPI 3.1, sec. 13.5.2.

#include <algorithm>
#include <cstring>

#include "runtime/programs/crash.hpp"
#include "runtime/programs/mpi/packing.hpp"

namespace switchyard::mpi {
namespace {

using Float128 = __float128;
static_assert(sizeof(Float128) == 16);

/// How a number is stored in memory and in the portable format "external32". A complex number is
/// stored as two such numbers.
struct ExternalNumberFormat {
  std::size_t bytes;
  std::size_t bytes_in_external32_format;
  bool is_signed;
  bool is_long_double;
};

bool is_signed(NamedType type) { return type == NamedType::long_; }

bool is_long_double(NamedType type) {
  return type == NamedType::long_double || type == NamedType::c_long_double_complex ||
         type == NamedType::cxx_long_double_complex;
}

ExternalNumberFormat external_number_format_of(NamedType type) {
  const NamedTypeFacts& facts = named_type_facts_of(type);
  const std::size_t numbers = facts.type_class == TypeClass::complex ? 2 : 1;
  return {facts.size / numbers, facts.bytes_in_external32_format / numbers, is_signed(type), is_long_double(type)};
}

void write_number(const ExternalNumberFormat& format, const std::byte* from, std::byte* out) {
  std::byte number[16];
  std::memcpy(number, from, format.bytes);
  if (format.is_long_double) {
    long double value;
    std::memcpy(&value, from, sizeof(value));
    const Float128 quad = value;
    std::memcpy(number, &quad, sizeof(quad));
  }
  std::reverse_copy(number, number + format.bytes_in_external32_format, out);
}

void read_number(const ExternalNumberFormat& format, const std::byte* in, std::byte* into) {
  std::byte number[16];
  const bool is_negative = format.is_signed && (in[0] & std::byte{0x80}) != std::byte{0};
  std::memset(number, is_negative ? 0xFF : 0, sizeof(number));
  std::reverse_copy(in, in + format.bytes_in_external32_format, number);
  if (format.is_long_double) {
    Float128 quad;
    std::memcpy(&quad, number, sizeof(quad));
    const auto value = static_cast<long double>(quad);
    std::memcpy(number, &value, sizeof(value));
  }
  std::memcpy(into, number, format.bytes);
}

/// Calls visit(format, address) for each number in `count` values of a type.
template <class Visit>
void for_each_number(const void* buffer, std::uint64_t count, const TypeLayout& type, const Visit& visit) {
  const auto is_row_of_one_type = [](const TypeLayout& part) {
    return part.is_dense() && part.uniform_type().has_value();
  };
  const auto visit_row = [&visit](std::byte* begin, std::uint64_t rows, std::int64_t stride, const TypeLayout& row) {
    const ExternalNumberFormat format = external_number_format_of(*row.uniform_type());
    const std::size_t numbers = row.size() / format.bytes;
    for (std::uint64_t i = 0; i < rows; ++i, begin += stride) {
      for (std::size_t k = 0; k < numbers; ++k) visit(format, begin + k * format.bytes);
    }
    return true;
  };
  auto* const first = static_cast<std::byte*>(const_cast<void*>(buffer));
  copy_throwing_on_memory_fault(
      [&] { detail::for_each_part_of_layout(first, count, type.extent(), type, is_row_of_one_type, visit_row); });
}

}  // namespace

std::uint64_t external32_size(std::uint64_t count, const TypeLayout& type) {
  if (const auto uniform = type.uniform_type())
    return count * type.element_count() * named_type_facts_of(*uniform).bytes_in_external32_format;
  std::uint64_t each = 0;
  for (const StridedElementSequence& run : type.element_runs()) each += external32_size(run.count, *run.element_layout);
  return count * each;
}

void pack_external32(const void* buffer, std::uint64_t count, const TypeLayout& type, std::span<std::byte> out) {
  std::byte* next = out.data();
  for_each_number(buffer, count, type, [&next](const ExternalNumberFormat& format, const std::byte* place) {
    write_number(format, place, next);
    next += format.bytes_in_external32_format;
  });
}

void unpack_external32(std::span<const std::byte> in, void* buffer, std::uint64_t count, const TypeLayout& type) {
  const std::byte* next = in.data();
  for_each_number(buffer, count, type, [&next](const ExternalNumberFormat& format, std::byte* place) {
    read_number(format, next, place);
    next += format.bytes_in_external32_format;
  });
}

}  // namespace switchyard::mpi
