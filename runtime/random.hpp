#pragma once
/// \file random.hpp
/// Random numbers from a seed. They are equal on every host, which numbers from the standard library's distributions
/// are not.
///
/// Source: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014
/// (SplitMix64: mixing function and increment); D. Lemire, "Fast random integer generation in an interval", 2019.

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace switchyard {

/// Mixes 64 bits bijectively: neighbouring inputs give unrelated outputs.
constexpr std::uint64_t mix(std::uint64_t z) noexcept {
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31U);
}

/// Returns a seed for one of several streams of random numbers in a run. How many numbers one stream draws never
/// changes what another one draws.
constexpr std::uint64_t split_seed(std::uint64_t seed, std::uint64_t stream) noexcept {
  return mix(mix(seed + 0x9e3779b97f4a7c15ULL) + stream * 0xd1342543de82ef95ULL);
}

/// A small random generator, which meets the standard's UniformRandomBitGenerator. Two threads must not use the same
/// generator at once.
class Rng {
 public:
  using result_type = std::uint64_t;
  constexpr explicit Rng(std::uint64_t seed = 0) noexcept : generator_state_(seed) {}
  static constexpr result_type min() noexcept { return 0; }
  static constexpr result_type max() noexcept { return ~result_type{0}; }
  constexpr result_type operator()() noexcept { return mix(generator_state_ += 0x9e3779b97f4a7c15ULL); }

  /// Returns a number from 0 to bound-1, uniformly and without bias. Needs bound > 0.
  constexpr std::uint64_t random_number_below(std::uint64_t bound) noexcept {
    __extension__ using UnsignedInt128 = unsigned __int128;
    UnsignedInt128 product = static_cast<UnsignedInt128>((*this)()) * bound;
    if (static_cast<std::uint64_t>(product) < bound) {
      const std::uint64_t threshold = (0 - bound) % bound;
      while (static_cast<std::uint64_t>(product) < threshold) product = static_cast<UnsignedInt128>((*this)()) * bound;
    }
    return static_cast<std::uint64_t>(product >> 64U);
  }

  /// Returns a number in [0, 1), uniformly, with 53 random bits.
  constexpr double unit() noexcept { return static_cast<double>((*this)() >> 11U) * 0x1.0p-53; }

 private:
  std::uint64_t generator_state_;
};

/// Shuffles by the algorithm of Fisher and Yates; the permutation is the same on every host.
template <class T>
void shuffle(std::span<T> items, Rng& rng) {
  for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[rng.random_number_below(i)]);
}

}  // namespace switchyard
