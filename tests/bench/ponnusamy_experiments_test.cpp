#include "bench/papers/ponnusamy.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "algorithms/matrix/partition.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "bench/papers/ponnusamy_claims.hpp"
#include "bench/papers/ponnusamy_tables.hpp"

namespace switchyard::papers {
namespace {

ExperimentOutcome carry_out_experiment(const std::string& id, const SessionOptions& options) {
  const auto all = ponnusamy_experiments();
  ExperimentSession session(options);
  ExperimentContext context(session);
  std::ranges::find(all, id, &PublishedExperiment::id)->experiment_function(context);
  return context.outcome();
}

bool does_claim_hold(const std::vector<PaperClaim>& claims, const std::string& id) {
  const auto found = std::ranges::find(claims, id, &PaperClaim::id);
  if (found != claims.end()) return found->holds;
  ADD_FAILURE() << "no claim " << id;
  return false;
}

std::string decimal_text(std::uint64_t number) { return fmt::format("{}", number); }

TEST(PonnusamyPatternP, ComesOutExactly) {
  const ExperimentOutcome outcome = carry_out_experiment("ponnusamy.patternP", {});
  ASSERT_EQ(outcome.claims.size(), 1U);
  EXPECT_TRUE(outcome.claims[0].holds) << outcome.claims[0].evidence_text;
  EXPECT_EQ(outcome.cells.size(), 4U);
  for (const ResultCell& cell : outcome.cells) EXPECT_EQ(cell.published_value, cell.emulated_value) << cell.name();
}

TEST(PonnusamyPatternP, AnotherStepOrOneTooManyBreaksTheClaim) {
  PatternSchedules schedules;
  for (const auto& [name, steps] : {std::pair{"ls", 8}, {"ps", 6}, {"bs", 7}, {"gs", 6}}) {
    schedules[name] = {std::vector<std::string>(static_cast<std::size_t>(steps), "0->1"), true};
  }
  EXPECT_FALSE(judge_schedules_of_example_pattern_p(schedules).holds);
  schedules["gs"].steps = {"0<->1 2<->3 4<->5 6<->7", "0<->3 1<->2 4<->7 5<->6", "0->5 1<->4 3<->6",
                           "0<->6 1<->5 3<->4",       "1->6 3->5 4->2 7->0",     "1<->7 6->2"};
  EXPECT_TRUE(judge_schedules_of_example_pattern_p(schedules).holds);
  schedules["ps"].steps.push_back("");
  EXPECT_FALSE(judge_schedules_of_example_pattern_p(schedules).holds);
  schedules["ps"] = {std::vector<std::string>(6, "0->1"), false};
  EXPECT_FALSE(judge_schedules_of_example_pattern_p(schedules).holds);
}

using RelativeChange = std::function<double(std::uint32_t percent, std::string_view algorithm)>;

/// Judges the claims of the paper on times that are the printed times of table 11, each multiplied by the result of
/// `change`. Each time has a spread of a tenth of the printed time.
std::vector<PaperClaim> judge_claims_with_changed_pattern_times(const RelativeChange& change) {
  CellTable cells;
  FractionOfExtremePatternsByCell tails;
  for (const std::uint32_t percent : kRandomPatternDensityPercents) {
    for (const std::string_view algorithm : kIrregularSchedules) {
      const double published = *published_pattern_time_ms(percent, 256, algorithm);
      ResultCell cell{
          .parameters = {{"percent", decimal_text(percent)}, {"bytes", "256"}, {"algorithm", std::string(algorithm)}},
          .published_value = published,
          .emulated_value = published * change(percent, algorithm),
          .spread = published / 10};
      tails[cell.name()] = 0.5;
      cells.add_cell(std::move(cell));
    }
  }
  return synthetic_pattern_claims(cells, tails);
}

TEST(PonnusamySynthetic, ClaimsHoldForThePrintedTable) {
  for (const PaperClaim& claim : judge_claims_with_changed_pattern_times([](auto, auto) { return 1; })) {
    EXPECT_TRUE(claim.holds) << claim.id << ": " << claim.evidence_text;
  }
}

TEST(PonnusamySynthetic, ClaimsFailWhereOneCellIsOff) {
  const auto one_cell = [](std::uint32_t percent, std::string_view algorithm, double factor) {
    return judge_claims_with_changed_pattern_times(
        [=](std::uint32_t p, std::string_view a) { return p == percent && a == algorithm ? factor : 1; });
  };
  // A time that is 22 % too low is 0.22 / 0.1 = 2.2 spreads below the printed time. If the times are compared relative
  // to the emulated time, it is only 0.22 / (0.1 / 0.78) = 1.7 spreads below.
  EXPECT_TRUE(does_claim_hold(one_cell(10, "ls", 0.78), "P1"));
  EXPECT_FALSE(does_claim_hold(one_cell(10, "ls", 0.78), "P1-absolute"));
  EXPECT_FALSE(does_claim_hold(one_cell(10, "ls", 1.3), "P1"));
  EXPECT_TRUE(does_claim_hold(one_cell(10, "ls", 1.3), "P1-dense"));
  EXPECT_FALSE(does_claim_hold(one_cell(25, "ls", 1.09), "P1-dense"));
  EXPECT_FALSE(does_claim_hold(one_cell(75, "gs", 0.8), "P2"));
  EXPECT_FALSE(does_claim_hold(one_cell(10, "gs", 1.2), "P2"));
  EXPECT_FALSE(does_claim_hold(one_cell(50, "bs", 1.2), "P3"));
}

TEST(PonnusamySynthetic, TheTailIsTheShareOfPatternsBeyondThePrintedTime) {
  const std::vector<double> samples{1, 2, 3, 4};
  EXPECT_EQ(share_of_samples_beyond(samples, 3.5), 0.25);
  EXPECT_EQ(share_of_samples_beyond(samples, 1.5), 0.25);
  EXPECT_EQ(share_of_samples_beyond(samples, 9), 0);
}

TEST(PonnusamySynthetic, IsTheSameHoweverManyRunsGoOnAtOnce) {
  const auto values_of = [](std::uint64_t jobs) {
    std::vector<std::pair<std::string, double>> values;
    for (const ResultCell& cell :
         carry_out_experiment("ponnusamy.synthetic", {.sample_count = 2, .parallel_job_count = jobs}).cells) {
      values.emplace_back(cell.name(), cell.emulated_value);
      EXPECT_EQ(cell.published_value.has_value(), cell.parameters[1].second == "256") << cell.name();
    }
    return values;
  };
  const auto values = values_of(1);
  EXPECT_EQ(values.size(), 32U);
  EXPECT_EQ(values.front().first, "percent=10 bytes=256 algorithm=ls");
  EXPECT_EQ(values, values_of(2));
}

TEST(PonnusamyReal, OrdersOfTable12Hold) {
  if (!has_partitioning_library()) GTEST_SKIP() << "built without METIS";
  const ExperimentOutcome outcome = carry_out_experiment("ponnusamy.real", {.sample_count = 1});
  EXPECT_EQ(outcome.cells.size(), 20U);
  EXPECT_TRUE(does_claim_hold(outcome.claims, "P9"));
}

TEST(PonnusamyFft, ClaimsJudgeThePrintedTable) {
  CellTable printed, swapped;
  for (const std::uint32_t size : kTransformSizes) {
    for (const std::string_view algorithm : kCompleteExchanges) {
      const CellParameters name{{"size", decimal_text(size)}, {"nodes", "32"}, {"algorithm", std::string(algorithm)}};
      const std::string_view other = algorithm == "pex" ? "rex" : algorithm == "rex" ? "pex" : algorithm;
      printed.add_cell({.parameters = name, .emulated_value = *published_transform_seconds(size, 32, algorithm)});
      swapped.add_cell({.parameters = name, .emulated_value = *published_transform_seconds(size, 32, other)});
    }
  }
  for (const PaperClaim& claim : judge_paper_claims_about_fft(printed)) EXPECT_TRUE(claim.holds) << claim.evidence_text;
  for (const PaperClaim& claim : judge_paper_claims_about_fft(swapped))
    EXPECT_FALSE(claim.holds) << claim.evidence_text;
  EXPECT_FALSE(published_transform_seconds(256, 256, "lex"));
}

TEST(PonnusamyBroadcast, RecursiveOvertakesTheSystemsWhereThePaperSays) {
  EXPECT_TRUE(does_claim_hold(carry_out_experiment("ponnusamy.broadcast", {}).claims, "P10"));
}

}  // namespace
}  // namespace switchyard::papers
