#pragma once
/// \file state_hash.hpp
/// A hash of the state of programs, by which states of different runs are compared.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

namespace switchyard {

/// A 64-bit hash of a sequence of bytes, to which bytes can be added part by part. Each step multiplies two numbers of
/// 64 bits and combines both halves of the product, as wyhash does.
class StateHash {
 public:
  void add_bytes(std::span<const std::byte> bytes) noexcept {
    add_number(bytes.size());
    while (bytes.size() >= sizeof(std::uint64_t)) {
      add_number(integer_from_first_bytes(bytes, sizeof(std::uint64_t)));
      bytes = bytes.subspan(sizeof(std::uint64_t));
    }
    add_number(integer_from_first_bytes(bytes, bytes.size()));
  }
  void add_bytes(const void* begin, std::size_t bytes) noexcept {
    add_bytes({static_cast<const std::byte*>(begin), bytes});
  }
  /// Adds the bytes of an object. Needs: none of them is padding.
  template <class T>
  void add_object_bytes_to_hash(const T& object) noexcept {
    static_assert(std::is_trivially_copyable_v<T>);
    add_bytes(&object, sizeof object);
  }
  void add_number(std::uint64_t number) noexcept {
    __extension__ using Product = unsigned __int128;
    const Product product =
        static_cast<Product>(hash_ ^ number ^ 0xa076'1d64'78bd'642fULL) * (hash_ + number + 0xe703'7ed1'a0b4'28dbULL);
    hash_ = (hash_ << 23U | hash_ >> 41U) ^ static_cast<std::uint64_t>(product) ^
            static_cast<std::uint64_t>(product >> 64U);
  }
  std::uint64_t value() const noexcept { return hash_; }

 private:
  static std::uint64_t integer_from_first_bytes(std::span<const std::byte> bytes, std::size_t size) noexcept {
    std::uint64_t number = 0;
    if (size > 0) std::memcpy(&number, bytes.data(), size);
    return number;
  }
  std::uint64_t hash_ = 0;
};

}  // namespace switchyard
