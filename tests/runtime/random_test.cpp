#include "runtime/random.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <vector>

namespace switchyard {
namespace {

TEST(Rng, GivesTheSameNumbersOnEveryHost) {
  Rng rng(0);  // The numbers in this test are the published test vector of the generator SplitMix64 with seed 0.
  EXPECT_EQ(rng(), 0xe220a8397b1dcdafULL);
  EXPECT_EQ(rng(), 0x6e789e6aa1b965f4ULL);
  EXPECT_EQ(rng(), 0x06c45d188009454fULL);
}

TEST(Rng, StreamsOfOneSeedDiffer) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    for (std::uint64_t stream = 0; stream < 200; ++stream) seeds.insert(split_seed(seed, stream));
  }
  EXPECT_EQ(seeds.size(), 50U * 200U);
}

RC_GTEST_PROP(Rng, StaysBelowItsBound, (std::uint64_t seed)) {
  const auto exclusive_upper_bound =
      *rc::gen::suchThat(rc::gen::arbitrary<std::uint64_t>(), [](std::uint64_t b) { return b > 0; });
  Rng rng(seed);
  for (int i = 0; i < 20; ++i) RC_ASSERT(rng.random_number_below(exclusive_upper_bound) < exclusive_upper_bound);
  const double u = rng.unit();
  RC_ASSERT(u >= 0.0 && u < 1.0);
}

TEST(Rng, ReachesAllSmallNumbersAboutEquallyOften) {
  Rng rng(17);
  std::array<int, 6> seen{};
  for (int i = 0; i < 60'000; ++i) ++seen[rng.random_number_below(6)];
  // The tolerance of 500 is five standard deviations, 5 * 91.
  for (const int count : seen) EXPECT_NEAR(count, 10'000, 500);
}

RC_GTEST_PROP(Shuffle, IsAPermutationThatTheSeedSettles, (std::uint64_t seed)) {
  std::vector<int> items(static_cast<std::size_t>(*rc::gen::inRange(0, 50)));
  std::iota(items.begin(), items.end(), 0);
  auto first_shuffled_items = items, second_shuffled_items = items;
  Rng a(seed), b(seed);
  shuffle<int>(first_shuffled_items, a);
  shuffle<int>(second_shuffled_items, b);
  RC_ASSERT(first_shuffled_items == second_shuffled_items);
  std::sort(first_shuffled_items.begin(), first_shuffled_items.end());
  RC_ASSERT(first_shuffled_items == items);
}

}  // namespace
}  // namespace switchyard
