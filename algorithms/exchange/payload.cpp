#include "algorithms/exchange/payload.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace switchyard {
namespace {

/// The difference between two words that follow each other in a message's byte pattern: word k of pattern f is (f + k +
/// 1) * kDifferenceOfSuccessivePatternWords, modulo 2^64. Such a pattern can be checked cheaply whenever a message
/// arrives. No word is 0 and no two words are equal, because kDifferenceOfSuccessivePatternWords is odd.
constexpr std::uint64_t kDifferenceOfSuccessivePatternWords = 0x9e3779b97f4a7c15ULL;
constexpr std::size_t kWordsPerBlock = 8;
static_assert(std::endian::native == std::endian::little, "the first byte of a word is its lowest");

/// Returns whether `data`, which has `blocks` times kWordsPerBlock words, holds the byte pattern that begins with the
/// word `start`. The data is checked in one pass without branches. `Vector` is a type that fits a vector register.
template <class Vector>
[[gnu::always_inline]] inline bool has_byte_pattern_checked_by_vectors(const std::byte* data, std::size_t blocks,
                                                                       std::uint64_t start) noexcept {
  constexpr std::size_t kWords = sizeof(Vector) / sizeof(std::uint64_t);
  Vector expected;
  for (std::size_t word = 0; word < kWords; ++word) expected[word] = start + word * kDifferenceOfSuccessivePatternWords;
  Vector difference{};
  for (const std::byte* end = data + blocks * kWordsPerBlock * sizeof(std::uint64_t); data != end;) {
    for (std::size_t part = 0; part < kWordsPerBlock / kWords; ++part, data += sizeof(Vector)) {
      Vector found;
      std::memcpy(&found, data, sizeof(found));
      difference |= found ^ expected;
      expected += kWords * kDifferenceOfSuccessivePatternWords;
    }
  }
  std::uint64_t any = 0;
  for (std::size_t word = 0; word < kWords; ++word) any |= difference[word];
  return any == 0;
}

using TwoWordVector [[gnu::vector_size(16)]] = std::uint64_t;
using FourWordVector [[gnu::vector_size(32)]] = std::uint64_t;

bool has_byte_pattern_checked_without_avx2(const std::byte* data, std::size_t blocks, std::uint64_t start) noexcept {
  return has_byte_pattern_checked_by_vectors<TwoWordVector>(data, blocks, start);
}

#ifdef __x86_64__
[[gnu::target("avx2")]] bool has_byte_pattern_checked_with_avx2(const std::byte* data, std::size_t blocks,
                                                                std::uint64_t start) noexcept {
  return has_byte_pattern_checked_by_vectors<FourWordVector>(data, blocks, start);
}
#endif

std::uint64_t first_64_bit_word_of_byte_pattern(std::uint64_t first) noexcept {
  return (first + 1) * kDifferenceOfSuccessivePatternWords;
}

bool has_byte_pattern(const std::byte* data, std::size_t blocks, std::uint64_t start) noexcept {
#ifdef __x86_64__
  static const bool has_avx2 = __builtin_cpu_supports("avx2") != 0;
  if (has_avx2) return has_byte_pattern_checked_with_avx2(data, blocks, start);
#endif
  return has_byte_pattern_checked_without_avx2(data, blocks, start);
}

}  // namespace

void fill_payload(std::span<std::byte> data, std::uint64_t first) noexcept {
  std::uint64_t word = first_64_bit_word_of_byte_pattern(first);
  std::size_t at = 0;
  for (; at + sizeof(word) <= data.size(); at += sizeof(word), word += kDifferenceOfSuccessivePatternWords)
    std::memcpy(&data[at], &word, sizeof(word));
  if (at < data.size()) std::memcpy(&data[at], &word, data.size() - at);
}

std::optional<std::size_t> first_corrupted_byte(std::span<const std::byte> data, std::uint64_t first) noexcept {
  const std::uint64_t start = first_64_bit_word_of_byte_pattern(first);
  const std::size_t blocks = data.size() / (kWordsPerBlock * sizeof(std::uint64_t));
  const std::size_t right =
      has_byte_pattern(data.data(), blocks, start) ? blocks * kWordsPerBlock * sizeof(std::uint64_t) : 0;
  for (std::size_t at = right; at < data.size(); at += sizeof(std::uint64_t)) {
    const std::size_t length = std::min(sizeof(std::uint64_t), data.size() - at);
    std::uint64_t expected = start + at / sizeof(expected) * kDifferenceOfSuccessivePatternWords;
    if (length < sizeof(expected)) expected &= (std::uint64_t{1} << (8 * length)) - 1;
    std::uint64_t found = 0;
    std::memcpy(&found, &data[at], length);
    if (found != expected) return at + static_cast<std::size_t>(std::countr_zero(found ^ expected)) / 8;
  }
  return std::nullopt;
}

}  // namespace switchyard
