#pragma once
/// \file consists_of_byte.hpp
/// Compares memory with a byte value.

#include <cstddef>
#include <cstring>

namespace switchyard {

/// Returns whether all `bytes` bytes from `begin` on have the value `value`.
inline bool are_all_bytes_equal_to_value(const unsigned char* begin, std::size_t bytes, unsigned char value) noexcept {
  // If each byte equals the next one, all equal the first one; memcmp compares many bytes at once.
  return bytes == 0 || (*begin == value && std::memcmp(begin, begin + 1, bytes - 1) == 0);
}

}  // namespace switchyard
