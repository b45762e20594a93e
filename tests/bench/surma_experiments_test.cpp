#include "bench/experiments/surma.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/schedule/hot_spot_trial.hpp"
#include "bench/experiments/experiment_context.hpp"
#include "bench/experiments/surma_hot_spot_claims.hpp"

namespace switchyard::experiments {
namespace {

Outcome carry_out(const std::string& id, const SessionOptions& options) {
  const auto all = surma_experiments();
  ExperimentSession session(options);
  ExperimentContext context(session);
  std::ranges::find(all, id, &PublishedExperiment::id)->carry_out(context);
  return context.outcome();
}

TEST(SurmaExample, ComesOutExactly) {
  const Outcome outcome = carry_out("surma.example", {});
  ASSERT_EQ(outcome.claims.size(), 1U);
  EXPECT_TRUE(outcome.claims[0].holds) << outcome.claims[0].evidence;
  EXPECT_EQ(outcome.claims[0].evidence, "level sums 14, 13, 11, 10, 8, 8");
  for (const ResultCell& cell : outcome.cells) EXPECT_EQ(cell.published, cell.emulated) << cell.name();
}

TEST(SurmaHotSpot, IsTheSameHoweverManyRunsGoOnAtOnce) {
  const auto means_of = [](std::uint64_t jobs) {
    std::vector<double> means;
    for (const ResultCell& cell : carry_out("surma.hotspot", {.samples = 2, .jobs = jobs}).cells) {
      means.push_back(cell.emulated);
    }
    return means;
  };
  const std::vector<double> means = means_of(1);
  EXPECT_EQ(means.size(), kHotSpotSizes.size() * kHotSpotPercents.size() * kHotSpotColumns.size());
  EXPECT_EQ(means, means_of(2));
}

TEST(SurmaHotSpot, PublishedCellsThatAreNotAtHandStayEmpty) {
  EXPECT_EQ(published_level_sum(40, 50, "miscom_improved"), 103.59);
  EXPECT_FALSE(published_level_sum(30, 50, "fcfs"));
  EXPECT_FALSE(published_level_sum(40, 50, "min_sum"));
}

/// The printed means, and for the missing tables those of the next longer lists.
HotSpotMeans printed_means() {
  HotSpotMeans means;
  for (const std::uint32_t messages : kHotSpotSizes) {
    for (const std::uint32_t percent : kHotSpotPercents) {
      for (const std::string algorithm : {"fcfs", "miscom", "fcfs_rerouted", "miscom_rerouted", "miscom_improved"}) {
        const std::uint32_t at_hand = messages % 20 == 0 ? messages : messages + 10;
        means[{messages, percent, algorithm}] = *published_level_sum(at_hand, percent, algorithm);
      }
    }
  }
  return means;
}

TEST(SurmaHotSpot, ClaimsJudgeThePrintedNumbersAndBrokenOnes) {
  HotSpotMeans means = printed_means();
  std::vector<Claim> claims = hot_spot_claims(means);
  ASSERT_EQ(claims.size(), 3U);
  EXPECT_TRUE(claims[0].holds) << claims[0].evidence;
  EXPECT_TRUE(claims[1].holds) << claims[1].evidence;
  EXPECT_FALSE(claims[2].holds) << claims[2].evidence;  // against itself the print has no slip
  means[{60, 25, "miscom"}] = 149.7;
  means[{20, 10, "fcfs"}] *= 1.05;             // one cell above 4.5 %
  means[{60, 90, "miscom_improved"}] *= 0.95;  // more improvement at 90 % than at 75 %
  claims = hot_spot_claims(means);
  EXPECT_FALSE(claims[0].holds) << claims[0].evidence;
  EXPECT_FALSE(claims[1].holds) << claims[1].evidence;
  EXPECT_TRUE(claims[2].holds) << claims[2].evidence;
}

}  // namespace
}  // namespace switchyard::experiments
