#include "algorithms/exchange/payload.hpp"

#include <cstdint>
#include <cstring>

#include "runtime/random.hpp"

namespace switchyard {
namespace {

/// Word k of the pattern is start + k * kStep: cheap enough to check on every arrival, and no two words alike.
constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15ULL;

std::uint64_t start_of(NodeId source, NodeId destination) noexcept {
  return mix((static_cast<std::uint64_t>(index(source)) << 32U | index(destination)) + kStep);
}

}  // namespace

void fill_payload(std::span<std::byte> data, NodeId source, NodeId destination) noexcept {
  std::uint64_t word = start_of(source, destination);
  std::size_t at = 0;
  for (; at + sizeof(word) <= data.size(); at += sizeof(word), word += kStep) std::memcpy(&data[at], &word, sizeof(word));
  std::memcpy(data.data() + at, &word, data.size() - at);
}

std::optional<std::size_t> first_corrupted_byte(std::span<const std::byte> data, NodeId source,
                                                NodeId destination) noexcept {
  const std::uint64_t start = start_of(source, destination);
  const std::size_t words = data.size() / sizeof(std::uint64_t);
  std::uint64_t difference = 0;  // one pass without branches; where it is not zero, a second one looks for the place
  for (std::size_t k = 0; k < words; ++k) {
    std::uint64_t word = 0;
    std::memcpy(&word, data.data() + k * sizeof(word), sizeof(word));
    difference |= word ^ (start + k * kStep);
  }
  const std::uint64_t last = start + words * kStep;
  const std::size_t tail = data.size() % sizeof(std::uint64_t);
  if (difference == 0 && std::memcmp(data.data() + words * sizeof(last), &last, tail) == 0) return std::nullopt;
  for (std::size_t at = 0; at < data.size(); ++at) {
    const std::uint64_t word = start + at / sizeof(word) * kStep;
    std::byte expected{};
    std::memcpy(&expected, reinterpret_cast<const std::byte*>(&word) + at % sizeof(word), 1);
    if (data[at] != expected) return at;
  }
  return std::nullopt;
}

}  // namespace switchyard
