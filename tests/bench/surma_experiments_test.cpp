#include "bench/papers/surma.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "algorithms/schedule/hot_spot_trial.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "bench/papers/surma_hot_spot_claims.hpp"
#include "bench/papers/surma_mesh.hpp"

namespace switchyard::papers {
namespace {

ExperimentOutcome carry_out_experiment(const std::string& id, const SessionOptions& options) {
  const auto all = surma_experiments();
  ExperimentSession session(options);
  ExperimentContext context(session);
  std::ranges::find(all, id, &PublishedExperiment::id)->experiment_function(context);
  return context.outcome();
}

TEST(SurmaExample, ComesOutExactly) {
  const ExperimentOutcome outcome = carry_out_experiment("surma.example", {});
  ASSERT_EQ(outcome.claims.size(), 1U);
  EXPECT_TRUE(outcome.claims[0].holds) << outcome.claims[0].evidence_text;
  EXPECT_EQ(outcome.claims[0].evidence_text, "level sums 14, 13, 11, 10, 8, 8");
  for (const ResultCell& cell : outcome.cells) EXPECT_EQ(cell.published_value, cell.emulated_value) << cell.name();
}

TEST(SurmaHotSpot, IsTheSameHoweverManyRunsGoOnAtOnce) {
  const auto means_of = [](std::uint64_t jobs) {
    std::vector<double> means;
    for (const ResultCell& cell :
         carry_out_experiment("surma.hotspot", {.sample_count = 2, .parallel_job_count = jobs}).cells) {
      means.push_back(cell.emulated_value);
    }
    return means;
  };
  const std::vector<double> means = means_of(1);
  EXPECT_EQ(means.size(), kHotSpotListLengths.size() * kHotSpotPercents.size() * kHotSpotColumns.size());
  EXPECT_EQ(means, means_of(2));
}

TEST(SurmaHotSpot, PublishedCellsThatAreNotAtHandStayEmpty) {
  EXPECT_EQ(published_sum_of_message_levels(40, 50, "miscom_improved"), 103.59);
  EXPECT_FALSE(published_sum_of_message_levels(30, 50, "fcfs"));
  EXPECT_FALSE(published_sum_of_message_levels(40, 50, "min_sum"));
}

/// Returns the mean level sums that the paper prints. For a length of message lists for which the paper prints no
/// table, returns those of the next longer lists.
HotSpotMeans published_mean_level_sums() {
  HotSpotMeans means;
  for (const std::uint32_t messages : kHotSpotListLengths) {
    for (const std::uint32_t percent : kHotSpotPercents) {
      for (const std::string algorithm : {"fcfs", "miscom", "fcfs_rerouted", "miscom_rerouted", "miscom_improved"}) {
        const std::uint32_t at_hand = messages % 20 == 0 ? messages : messages + 10;
        means[{messages, percent, algorithm}] = *published_sum_of_message_levels(at_hand, percent, algorithm);
      }
      means[{messages, percent, "min_sum"}] = means[{messages, percent, "miscom_improved"}];
      means[{messages, percent, "lower_bound"}] = 0;
    }
  }
  return means;
}

TEST(SurmaHotSpot, ClaimsJudgeThePrintedNumbersAndBrokenOnes) {
  HotSpotMeans means = published_mean_level_sums();
  std::vector<PaperClaim> claims = hot_spot_claims(means);
  ASSERT_EQ(claims.size(), 5U);
  EXPECT_TRUE(claims[0].holds) << claims[0].evidence_text;
  EXPECT_TRUE(claims[1].holds) << claims[1].evidence_text;
  // This claim, that the paper has a misprint, does not hold if the printed means are compared with themselves.
  EXPECT_FALSE(claims[2].holds) << claims[2].evidence_text;
  EXPECT_TRUE(claims[3].holds) << claims[3].evidence_text;
  EXPECT_TRUE(claims[4].holds) << claims[4].evidence_text;
  means[{60, 25, "miscom"}] = 149.7;
  // The best printed mean, 25.64, is smaller than this mean of 26.
  means[{20, 10, "min_sum"}] = 26;
  // The best printed mean, 25.64, is also below this lower bound of 25.8, which shows that it is a misprint.
  means[{20, 10, "lower_bound"}] = 25.8;
  // With a factor of 1.05, the mean of this cell differs by more than 4.5 % from the printed one.
  means[{20, 10, "fcfs"}] *= 1.05;
  // With a factor of 0.95, the improvement for a hot-spot share of 90 % becomes larger than that for 75 %.
  means[{60, 90, "miscom_improved"}] *= 0.95;
  claims = hot_spot_claims(means);
  EXPECT_FALSE(claims[0].holds) << claims[0].evidence_text;
  EXPECT_FALSE(claims[1].holds) << claims[1].evidence_text;
  EXPECT_TRUE(claims[2].holds) << claims[2].evidence_text;
  EXPECT_FALSE(claims[3].holds);
  EXPECT_EQ(claims[3].evidence_text,
            "above the print in 1 of 15, in 1 "
            "of which the print is below what any schedule of such lists has on average; 20 "
            "messages, 10 %: print 25.64, min_sum 26.00, lower bound 25.80, which the print cannot be below");
  EXPECT_FALSE(claims[4].holds);
  EXPECT_EQ(claims[4].evidence_text, "in 23 of 25 cells");
}

TEST(SurmaMesh, CorrelatesLevelSumsWithEmulatedTimes) {
  const ExperimentOutcome outcome = carry_out_experiment("surma.mesh", {.sample_count = 1});
  EXPECT_EQ(outcome.cells.size(), 72U);
  ASSERT_EQ(outcome.claims.size(), 2U);
  EXPECT_TRUE(outcome.claims[0].holds) << outcome.claims[0].evidence_text;
}

TEST(SurmaMesh, CorrelationIsPearsons) {
  const std::vector<double> rising{1, 2, 3}, falling{6, 4, 2}, bent{1, 3, 1}, flat{5, 5, 5};
  EXPECT_DOUBLE_EQ(pearson_correlation(rising, rising), 1);
  EXPECT_DOUBLE_EQ(pearson_correlation(rising, falling), -1);
  EXPECT_DOUBLE_EQ(pearson_correlation(rising, bent), 0);
  EXPECT_DOUBLE_EQ(pearson_correlation(rising, flat), 0);
}

}  // namespace
}  // namespace switchyard::papers
