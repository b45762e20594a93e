#include <gtest/gtest.h>

#include <cmath>

#include "bench/experiment/experiment_context.hpp"
#include "bench/papers/wang_ranka_claims.hpp"
#include "bench/papers/wang_ranka_costs.hpp"

namespace switchyard::papers {
namespace {

/// Makes a table of mean costs of exchanges. `cost_of` gives the cost for a density, a message size in bytes and an
/// algorithm.
template <class Cost>
MeanTable mean_table_of(Cost cost_of) {
  MeanTable table;
  for (const std::uint32_t d : kWangRankaDensities) {
    for (const std::uint64_t bytes : unstructured_message_sizes()) {
      for (const std::string_view name : kWangRankaAlgorithms)
        table.add_samples(d, bytes, name, {cost_of(d, bytes, name)});
    }
  }
  return table;
}

/// Returns a cost of 100 for the algorithm that the paper names as the best one for a density and a message size, and a
/// cost of 200 for other algorithms.
double compute_cost_favouring_paper_choice(std::uint32_t d, std::uint64_t bytes, std::string_view name) {
  const bool for_ac = (d == 4 && bytes <= 1024) || (d == 32 && bytes <= 128);
  const bool for_lp = d >= 32 && bytes > 1024;
  return name == (for_ac ? "ac" : for_lp ? "lp" : "rs_nl") ? 100 : 200;
}

bool does_claim_hold(const std::vector<PaperClaim>& claims, const std::string& id) {
  for (const PaperClaim& claim : claims) {
    if (claim.id == id) return claim.holds;
  }
  ADD_FAILURE() << "no claim " << id;
  return false;
}

TEST(MeanTable, KnowsTheBestAndTheWorstAlgorithmAndRatiosToTheBest) {
  MeanTable table;
  table.add_samples(4, 16, "ac", {2, 4});
  table.add_samples(4, 16, "lp", {6, 6});
  table.add_samples(4, 16, "rs_n", {1, 3});
  EXPECT_EQ(table.best_algorithm(4, 16), "rs_n");
  EXPECT_EQ(table.worst_algorithm(4, 16), "lp");
  EXPECT_EQ(table.ratio_to_least_mean(4, 16, "ac"), 1.5);
  EXPECT_EQ(table.ratio_to_least_mean(4, 16, "rs_n"), 1);
  // In both samples, the cost of AC exceeds that of RS_N, the best algorithm, by 1.
  EXPECT_EQ(table.standard_error_of_difference(4, 16, "ac"), 0);
  // In the two samples, the cost of LP exceeds that of RS_N, the best algorithm, by 5 and by 3.
  EXPECT_DOUBLE_EQ(table.standard_error_of_difference(4, 16, "lp"), 1.0);
}

TEST(WangRankaRegions, HoldWhereTheTextNamesTheBest) {
  const std::vector<PaperClaim> claims = region_claims(mean_table_of(compute_cost_favouring_paper_choice));
  for (const char* id : {"W1", "W2", "W3"}) EXPECT_TRUE(does_claim_hold(claims, id)) << id;
}

TEST(WangRankaRegions, TakeFivePercentForATie) {
  const auto behind = [](double ratio) {
    return mean_table_of([ratio](std::uint32_t d, std::uint64_t bytes, std::string_view name) {
      if (d == 32 && bytes == 128) return name == "ac" ? 100 * ratio : name == "rs_nl" ? 100.0 : 200.0;
      return compute_cost_favouring_paper_choice(d, bytes, name);
    });
  };
  EXPECT_TRUE(does_claim_hold(region_claims(behind(1.04)), "W1"));
  const std::vector<PaperClaim> claims = region_claims(behind(1.06));
  EXPECT_FALSE(does_claim_hold(claims, "W1"));
  EXPECT_EQ(claims.front().evidence_text,
            "ac has the least mean in 10 of 11 cells, and at most 6.0 % more than rs_nl (at d = 32, 128 B); two "
            "standard errors are 0.0 %");
}

TEST(WangRankaRegions, TakeTwoStandardErrorsMoreForATie) {
  const auto holds_with = [](double deviation) {
    MeanTable table = mean_table_of(compute_cost_favouring_paper_choice);
    table.add_samples(32, 128, "ac", {106 - deviation, 106 + deviation});
    table.add_samples(32, 128, "rs_nl", {100, 100});
    return does_claim_hold(region_claims(table), "W1");
  };
  // AC costs 6 % more than the best algorithm, with a standard error of 0.4 %.
  EXPECT_FALSE(holds_with(0.4));
  EXPECT_TRUE(holds_with(0.6));
}

TEST(WangRankaRegions, LeaveShortMessagesOutOfTheOtherCases) {
  const auto rs_n_wins_if_short = [](std::uint32_t d, std::uint64_t bytes, std::string_view name) {
    return name == "rs_n" && d * bytes <= 4096 ? 50 : compute_cost_favouring_paper_choice(d, bytes, name);
  };
  const std::vector<PaperClaim> claims = region_claims(mean_table_of(rs_n_wins_if_short));
  EXPECT_EQ(claims.back().id, "W3");
  EXPECT_EQ(claims.back().evidence_text, "rs_nl has the least mean in 31 of 31 cells");
}

TEST(WangRankaRegions, FailWhereAnotherAlgorithmIsBest) {
  const auto rs_n_wins = [](std::uint32_t d, std::uint64_t bytes, std::string_view name) {
    return name == "rs_n" ? 50 : compute_cost_favouring_paper_choice(d, bytes, name);
  };
  for (const char* id : {"W1", "W2", "W3"})
    EXPECT_FALSE(does_claim_hold(region_claims(mean_table_of(rs_n_wins)), id)) << id;
}

TEST(WangRankaRegions, AreDrawnWithTheLargestDensityOnTop) {
  const std::string chart = best_algorithm_chart(mean_table_of(compute_cost_favouring_paper_choice));
  EXPECT_NE(chart.find("    48     N      N      N      N      N      N      N      L"), std::string::npos) << chart;
  EXPECT_NE(chart.find("     4     A      A      A      A      A      A      A      N"), std::string::npos) << chart;
  EXPECT_LT(chart.find("\n    48"), chart.find("\n     4"));
}

TEST(WangRankaSlowest, AreJudgedOnTheAxesOfFigures6And9) {
  const auto claims = [](double at_4, double at_32) {
    return slowest_algorithm_claims(mean_table_of([=](std::uint32_t d, std::uint64_t, std::string_view name) {
      return name != "lp" ? 1 : d == 4 ? at_4 : at_32;
    }));
  };
  EXPECT_TRUE(does_claim_hold(claims(1150, 7000), "W4"));
  EXPECT_TRUE(does_claim_hold(claims(1150, 7000), "W5"));
  EXPECT_FALSE(does_claim_hold(claims(1050, 7000), "W4"));
  EXPECT_FALSE(does_claim_hold(claims(1150, 8100), "W5"));
}

/// Returns the overhead of a schedule relative to the communication: it falls with the message size, and drops to half
/// between 64 and 128 bytes.
double compute_overhead_dropping_at_128_bytes(std::uint64_t bytes) {
  return (bytes <= 64 ? 0.8 : 0.4) / std::sqrt(static_cast<double>(bytes) / 128);
}

TEST(WangRankaOverhead, IsJudgedOnTheBoundsOfTheText) {
  const auto step = [](std::uint32_t, std::uint64_t bytes, std::string_view) {
    return compute_overhead_dropping_at_128_bytes(bytes);
  };
  const auto smooth = [](std::uint32_t, std::uint64_t bytes, std::string_view) {
    return 0.4 / std::sqrt(static_cast<double>(bytes) / 128);
  };
  const std::vector<PaperClaim> good = overhead_claims(mean_table_of(step));
  for (const char* id : {"W6", "W6-long", "W7", "W7-rs_n"}) EXPECT_TRUE(does_claim_hold(good, id)) << id;
  const std::vector<PaperClaim> flat = overhead_claims(mean_table_of(smooth));
  EXPECT_TRUE(does_claim_hold(flat, "W6"));
  EXPECT_FALSE(does_claim_hold(flat, "W7"));
  EXPECT_FALSE(does_claim_hold(flat, "W7-rs_n"));
  const std::vector<PaperClaim> dear = overhead_claims(
      mean_table_of([](auto, auto bytes, auto) { return 2 * compute_overhead_dropping_at_128_bytes(bytes); }));
  EXPECT_FALSE(does_claim_hold(dear, "W6"));
  EXPECT_TRUE(does_claim_hold(dear, "W6-long"));
}

TEST(WangRankaPhases, AreJudgedOnTheirMeans) {
  const std::vector<PaperClaim> sparse = phase_count_claims({{4, 6.02, 7}, {8, 10.9, 12}});
  EXPECT_FALSE(does_claim_hold(sparse, "W8"));
  EXPECT_TRUE(does_claim_hold(sparse, "W8-dense"));
  EXPECT_FALSE(does_claim_hold(phase_count_claims({{4, 5.9, 7}, {8, 11.1, 12}}), "W8-dense"));
}

TEST(WangRankaCosts, AreTheSameForAnyNumberOfJobsAndTheOrderOfAsking) {
  ExperimentSession one({.sample_count = 2, .parallel_job_count = 1}),
      many({.sample_count = 2, .parallel_job_count = 4});
  ExperimentContext first(one), second(many);
  unstructured_phase_counts(second, 4);
  const SamplesByAlgorithm costs = unstructured_costs(first, 4, 128);
  EXPECT_EQ(costs, unstructured_costs(second, 4, 128));
  EXPECT_EQ(costs.size(), 4U);
  for (const auto& [name, values] : costs) {
    ASSERT_EQ(values.size(), 2U) << name;
    // The two samples have different random matrices, so that their costs differ.
    EXPECT_NE(values[0], values[1]) << name;
  }
}

TEST(WangRankaCosts, AreMeasuredOnceForAllExperiments) {
  ExperimentSession session({.sample_count = 1});
  ExperimentContext first(session), second(session);
  EXPECT_EQ(&unstructured_costs(first, 4, 16), &unstructured_costs(second, 4, 16));
}

}  // namespace
}  // namespace switchyard::papers
