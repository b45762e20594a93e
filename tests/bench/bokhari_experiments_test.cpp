#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/matrix/generators.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "bench/papers/bokhari_charts.hpp"
#include "bench/papers/bokhari_hull.hpp"
#include "bench/papers/bokhari_hull_claims.hpp"
#include "bench/papers/bokhari_network.hpp"
#include "bench/papers/bokhari_spread.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard::papers {
namespace {

using namespace std::chrono_literals;

constexpr ExecutorKind kExperimentExecutor = kQuickExecutor;

TEST(BokhariLatency, TakesThePrintedExpression) {
  // On the iPSC/860, a FORCED message of 400 bytes over 7 links takes 95 + 157.6 + 72.1 us.
  EXPECT_EQ(uncontended_message_time(kForcedProtocol, 400, 7, kExperimentExecutor), 324700ns);
  // On the iPSC/860, an UNFORCED message of 400 bytes over 7 links takes 164 + 159.2 + 209.3 us.
  EXPECT_EQ(uncontended_message_time(kUnforcedProtocol, 400, 7, kExperimentExecutor), 532500ns);
  // An UNFORCED message of up to 100 bytes takes the formula of FORCED messages: 95 + 39.4 + 10.3 us for 100 bytes over
  // one link.
  EXPECT_EQ(time_by_printed_formula(kUnforcedProtocol, 100, 1), 144700ns);
  EXPECT_TRUE(latency_claims(kExperimentExecutor).front().holds);
}

TEST(BokhariContention, EightCircuitsTakeMoreThanSevenTimesAsLongAsOne) {
  const std::vector<PaperClaim> claims = contention_claims(kExperimentExecutor);
  EXPECT_TRUE(claims.front().holds) << claims.front().evidence_text;
  // The message 0 -> 127 of 1000 bytes takes 95 + 394 + 72.1 us if no other message needs its links.
  EXPECT_EQ(contending_messages_time(1, 1000, kExperimentExecutor), 561100ns);
}

TEST(ExchangeTiming, IsTheSameHoweverManyRunsGoOnAtOnce) {
  const Machine machine = machines::ipsc860({.nodes = 8});
  const Catalogue catalogue = shipped_algorithms();
  const Algorithm& lp = catalogue.find("test", "lp");
  const auto timed = [&](std::uint64_t jobs) {
    ExperimentSession session({.parallel_job_count = jobs});
    ExperimentContext context(session);
    return time_exchange(context, machine, lp, complete(8, 100), 20, "test");
  };
  const ExchangeTimes one = timed(1), other = timed(4);
  EXPECT_EQ(one.run_count, 20U);
  EXPECT_EQ(one.least_cost, other.least_cost);
  EXPECT_EQ(one.mean_cost, other.mean_cost);
  EXPECT_EQ(one.greatest_cost, other.greatest_cost);
  EXPECT_EQ(one.standard_deviation, other.standard_deviation);
  EXPECT_LT(one.least_cost, one.mean_cost);
  EXPECT_LT(one.mean_cost, one.greatest_cost);
}

/// Makes a table of the times of complete exchanges (ImplementationTimes) in which `time_us` gives the time in us for
/// an implementation, a dimension of the cube and a block size in bytes.
template <class Time>
ImplementationTimes implementation_times_from(Time time_us) {
  ImplementationTimes hull;
  for (const std::string_view implementation : kCompleteExchangeImplementations) {
    for (std::uint32_t d = 1; d <= kLargestCubeDimension; ++d) {
      for (const std::uint64_t bytes : measured_block_sizes(implementation)) {
        const auto time = std::chrono::nanoseconds(static_cast<std::int64_t>(1000 * time_us(implementation, d, bytes)));
        hull.record_exchange_times(implementation, d, bytes,
                                   {.run_count = 1, .least_cost = time, .mean_cost = time, .greatest_cost = time});
      }
    }
  }
  return hull;
}

TEST(BokhariHull, ShowsTheBestImplementationOfEachPoint) {
  // In the table of this test, implementation standard_u is best for blocks of up to 2^d bytes on a cube of dimension
  // d, and linear is best for larger blocks.
  const ImplementationTimes hull =
      implementation_times_from([](std::string_view name, std::uint32_t d, std::uint64_t bytes) {
        if (name == "standard_u") return bytes <= (1U << d) ? 1.0 : 10.0;
        return name == "linear" ? 5.0 : 20.0;
      });
  EXPECT_EQ(hull.best_implementation(3, 8), "standard_u");
  EXPECT_EQ(hull.best_implementation(3, 16), "linear");
  EXPECT_EQ(hull.block_sizes_where_best("standard_u", 2), (std::vector<std::uint64_t>{1, 2, 4}));
  const std::string text = best_implementations_map(hull);
  EXPECT_NE(text.find("  d = 1   x x L L L L L L L L L L L\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  d = 7   x x x x x x x x L L L L L\n"), std::string::npos) << text;
}

bool does_claim_hold(const std::vector<PaperClaim>& claims, const std::string& id) {
  const auto found = std::ranges::find(claims, id, &PaperClaim::id);
  return found != claims.end() && found->holds;
}

TEST(BokhariHull, ClaimsFailWhereTheMachineBehavesOtherwise) {
  const ImplementationTimes flat =
      implementation_times_from([](std::string_view, std::uint32_t, std::uint64_t) { return 100.0; });
  for (const PaperClaim& claim : judge_claims_about_best_implementations(flat)) EXPECT_FALSE(claim.holds) << claim.id;
}

TEST(BokhariHull, ClaimsAboutStandardFLookAtAllDimensions) {
  const auto only_at = [](std::uint32_t dimension) {
    return implementation_times_from([dimension](std::string_view name, std::uint32_t d, std::uint64_t bytes) {
      return name == "standard_f" && d == dimension && bytes == 16 ? 9.0 : 10.0;
    });
  };
  EXPECT_TRUE(does_claim_hold(judge_claims_about_best_implementations(only_at(7)), "B7"));
  EXPECT_FALSE(does_claim_hold(judge_claims_about_best_implementations(only_at(6)), "B7"));
}

ExchangeTimesByImplementationAndSize make_synthetic_spread_timings(Duration narrow, Duration growing_by) {
  ExchangeTimesByImplementationAndSize timings;
  for (const std::string_view name : kRunTimeSpreadImplementations) {
    Duration width = name == "pairwise_f_global" ? Duration::zero() : narrow;
    for (const std::uint64_t bytes : kRunTimeSpreadBlockSizes) {
      if (name == "pairwise_f_global") width += growing_by;
      const Duration least = name == "pairwise_f_global" ? 900us : 1000us;
      timings[{name, bytes}] = {
          .run_count = 1, .least_cost = least, .mean_cost = least + width / 2, .greatest_cost = least + width};
    }
  }
  return timings;
}

TEST(BokhariSpread, ClaimsTellANarrowBandFromAGrowingOne) {
  EXPECT_TRUE(
      does_claim_hold(judge_paper_claims_about_run_time_spread(make_synthetic_spread_timings(10us, 20us)), "B12"));
  EXPECT_FALSE(
      does_claim_hold(judge_paper_claims_about_run_time_spread(make_synthetic_spread_timings(10us, 1us)), "B12"));
  EXPECT_TRUE(does_claim_hold(judge_paper_claims_about_run_time_spread(make_synthetic_spread_timings(10us, 20us)),
                              "B12-growth"));
  EXPECT_FALSE(does_claim_hold(judge_paper_claims_about_run_time_spread(make_synthetic_spread_timings(10us, 1us)),
                               "B12-growth"));
  EXPECT_TRUE(
      does_claim_hold(judge_paper_claims_about_run_time_spread(make_synthetic_spread_timings(10us, 20us)), "B13"));
}

TEST(BokhariSpread, IsJudgedAtTheBlockSizesOfThePrint) {
  ExchangeTimesByImplementationAndSize timings = make_synthetic_spread_timings(10us, 20us);
  timings[{"pairwise_f", 64}].greatest_cost += 1ms;
  EXPECT_TRUE(does_claim_hold(judge_paper_claims_about_run_time_spread(timings), "B12"));
  timings[{"pairwise_f", 1000}].greatest_cost += 1ms;
  EXPECT_FALSE(does_claim_hold(judge_paper_claims_about_run_time_spread(timings), "B12"));
}

TEST(BokhariCharts, AreThePrintedOnes) {
  const PaperClaim claim = link_chart_claim(shipped_algorithms());
  EXPECT_TRUE(claim.holds) << claim.evidence_text;
}

TEST(BokhariCharts, SayWhatIsWrongInThePrint) {
  const PrintedChart& pairwise = link_charts_printed_in_paper()[2];
  EXPECT_EQ(pairwise.figure_number, 8U);
  const Catalogue catalogue = shipped_algorithms();
  EXPECT_EQ(
      chart_comparison_text(pairwise, make_exchange_link_chart(catalogue.find("test", "lp"), kPrintedChartNodes)),
      "Figure 8: 26 of 56 numbers as printed; in the print, link 010->000 is used twice in step 3, by 010->100 and "
      "011->000");
}

TEST(BokhariCharts, PrintedStepsAreThoseOfTheFigures) {
  const PrintedChart& naive = link_charts_printed_in_paper().front();
  EXPECT_EQ(naive.figure_number, 6U);
  EXPECT_EQ(naive.step_of_message(NodeId{0}, NodeId{7}), 7U);
  // The printed chart shows step 10 as the letter a.
  EXPECT_EQ(naive.step_of_message(NodeId{7}, NodeId{6}), 10U);
  // In each printed chart, a node sends every one of its messages in another step.
  for (const PrintedChart& printed : link_charts_printed_in_paper()) {
    for (std::uint32_t i = 0; i < kPrintedChartNodes; ++i) {
      std::set<std::uint32_t> steps;
      for (std::uint32_t j = 0; j < kPrintedChartNodes; ++j) {
        if (i != j) steps.insert(printed.step_of_message(NodeId{i}, NodeId{j}));
      }
      EXPECT_EQ(steps.size(), kPrintedChartNodes - 1) << printed.figure_number << ' ' << i;
    }
  }
}

}  // namespace
}  // namespace switchyard::papers
