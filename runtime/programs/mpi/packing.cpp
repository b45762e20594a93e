/// \file packing.cpp

#include "runtime/programs/mpi/packing.hpp"

#include <algorithm>
#include <cstring>

#include "runtime/programs/crash.hpp"

namespace switchyard::mpi {
namespace {

bool is_dense(const TypeLayout& type) { return type.is_dense(); }

/// Copies `count` pieces of `size` bytes. The pieces begin `from_stride` bytes apart in the source, and `into_stride`
/// bytes apart in the destination. As the compiler knows the size, it moves each piece in registers.
template <std::size_t size>
void copy_small_strided_pieces(std::byte* into, std::int64_t into_stride, const std::byte* from,
                               std::int64_t from_stride, std::uint64_t count) {
  for (std::uint64_t i = 0; i < count; ++i, into += into_stride, from += from_stride) std::memcpy(into, from, size);
}

void copy_strided_pieces(std::byte* into, std::int64_t into_stride, const std::byte* from, std::int64_t from_stride,
                         std::size_t size, std::uint64_t count) {
  switch (size) {
    case 4:
      return copy_small_strided_pieces<4>(into, into_stride, from, from_stride, count);
    case 8:
      return copy_small_strided_pieces<8>(into, into_stride, from, from_stride, count);
    case 16:
      return copy_small_strided_pieces<16>(into, into_stride, from, from_stride, count);
    default:
      for (std::uint64_t i = 0; i < count; ++i, into += into_stride, from += from_stride) {
        std::memcpy(into, from, size);
      }
  }
}

}  // namespace

void pack(const void* buffer, std::uint64_t count, const TypeLayout& type, std::span<std::byte> out) {
  std::byte* into = out.data();
  const auto copy = [&into](const std::byte* begin, std::uint64_t pieces, std::int64_t stride,
                            const TypeLayout& piece) {
    const auto size = static_cast<std::int64_t>(piece.size());
    if (stride == size || pieces == 1) {
      std::memcpy(into, begin, pieces * piece.size());
    } else {
      copy_strided_pieces(into, size, begin, stride, piece.size(), pieces);
    }
    into += pieces * piece.size();
    return true;
  };
  auto* const first = static_cast<std::byte*>(const_cast<void*>(buffer));
  copy_throwing_on_memory_fault(
      [&] { detail::for_each_part_of_layout(first, count, type.extent(), type, is_dense, copy); });
}

std::uint64_t unpack(std::span<const std::byte> in, void* buffer, std::uint64_t count, const TypeLayout& type) {
  std::span<const std::byte> rest = in;
  const auto copy = [&rest](std::byte* begin, std::uint64_t pieces, std::int64_t stride, const TypeLayout& piece) {
    const std::uint64_t whole = std::min<std::uint64_t>(pieces, rest.size() / piece.size());
    const auto size = static_cast<std::int64_t>(piece.size());
    if (stride == size || whole == 1) {
      if (whole > 0) std::memcpy(begin, rest.data(), whole * piece.size());
    } else {
      copy_strided_pieces(begin, stride, rest.data(), size, piece.size(), whole);
    }
    rest = rest.subspan(whole * piece.size());
    if (whole == pieces) return true;
    if (!rest.empty()) {
      std::memcpy(begin + static_cast<std::int64_t>(whole) * stride, rest.data(), rest.size());
      rest = {};
    }
    return false;
  };
  auto* const first = static_cast<std::byte*>(buffer);
  copy_throwing_on_memory_fault(
      [&] { detail::for_each_part_of_layout(first, count, type.extent(), type, is_dense, copy); });
  return in.size() - rest.size();
}

}  // namespace switchyard::mpi
