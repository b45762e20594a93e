#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "algorithms/schedule/link_chart.hpp"
#include "runtime/error.hpp"
#include "tests/algorithms/bokhari_figures.hpp"
#include "tests/algorithms/link_charts.hpp"
#include "tests/algorithms/schedule_test_networks.hpp"

namespace switchyard {
namespace {

using link_charts::link_chart_of_steps;
using link_charts::steps_of_printed_chart;
using test_networks::EcubeRoutes;

std::vector<std::size_t> counts_of_broken_rules(const LinkChart& chart) {
  return finding_count_by_rule(check_link_chart(chart));
}

TEST(LinkChart, FindsThatFigures6And7KeepTheRulesAndFigure9IsStable) {
  for (const char* figure :
       {bokhari_figures::kLinkUsageChartOfNaiveExchange, bokhari_figures::kLinkUsageChartOfLinearExchange}) {
    const std::vector<std::size_t> found =
        counts_of_broken_rules(link_chart_of_steps(8, steps_of_printed_chart(figure)));
    EXPECT_EQ((std::vector<std::size_t>{found[0], found[1], found[2]}), (std::vector<std::size_t>{0, 0, 0}));
    EXPECT_GT(found[3], 0U);
  }
  EXPECT_EQ(counts_of_broken_rules(
                link_chart_of_steps(8, steps_of_printed_chart(bokhari_figures::kLinkUsageChartOfStableExchange))),
            (std::vector<std::size_t>{0, 0, 0, 0}));
}

TEST(LinkChart, FindsTheLinkThatFigure8UsesTwiceInOneStep) {
  // The paper of Bokhari contradicts itself: its text says that no link is used twice in a step, but its figure 8 uses
  // one twice. In procedure pairwise, the second of the two exchanges is in step 6.
  const LinkChart chart =
      link_chart_of_steps(8, steps_of_printed_chart(bokhari_figures::kLinkUsageChartOfPairwiseExchange));
  EXPECT_EQ(counts_of_broken_rules(chart)[0], 1U);
  EXPECT_EQ(check_link_chart(chart).front().text, "link 010->000 is used twice in step 3, by 010->100 and 011->000");
}

TEST(LinkChart, FindsALinkThatTwoMessagesUseInOneStep) {
  // Message 0 -> 3 takes the path 0 -> 1 -> 3, whose second link 1 -> 3 is also the path of message 1 -> 3.
  const LinkChart chart = link_chart_of_steps(4, {{1, {{0, 3}, {1, 3}}}});
  EXPECT_EQ(counts_of_broken_rules(chart), (std::vector<std::size_t>{1, 0, 0, 0}));
  EXPECT_EQ(check_link_chart(chart).front().text, "link 01->11 is used twice in step 1, by 00->11 and 01->11");
}

TEST(LinkChart, FindsALinkThatIsUsedInStepsNextToEachOther) {
  const LinkChart chart = link_chart_of_steps(4, {{2, {{0, 3}}}, {3, {{1, 3}}}, {5, {{1, 3}}}});
  const std::vector<ChartFinding> found = check_link_chart(chart);
  EXPECT_EQ(finding_count_by_rule(found), (std::vector<std::size_t>{0, 1, 0, 1}));
  EXPECT_EQ(found.front().text, "01->11 is sent in steps 3 and 5");
  EXPECT_EQ(found.back().text, "link 01->11 is used in steps 2 and 3, by 00->11 and 01->11");
}

TEST(LinkChart, FindsANodeThatSendsTwiceInOneStep) {
  const LinkChart chart = link_chart_of_steps(4, {{1, {{0, 1}, {0, 2}}}});
  EXPECT_EQ(counts_of_broken_rules(chart), (std::vector<std::size_t>{0, 0, 1, 0}));
  EXPECT_EQ(check_link_chart(chart).front().text, "node 00 sends twice in step 1, 00->01 and 00->10");
}

TEST(LinkChart, KnowsWhetherAllItsMessagesAreExchanges) {
  EXPECT_TRUE(link_chart_of_steps(4, {{1, {{0, 1}, {1, 0}}}}).has_only_exchanges());
  EXPECT_FALSE(link_chart_of_steps(4, {{1, {{0, 1}}}, {2, {{1, 0}}}}).has_only_exchanges());
  EXPECT_FALSE(link_chart_of_steps(4, {{1, {{0, 1}, {1, 0}, {2, 3}}}}).has_only_exchanges());
  EXPECT_FALSE(link_chart_of_steps(4, {}).has_only_exchanges());
}

TEST(LinkChart, RefusesWhatItCannotShow) {
  EXPECT_THROW(LinkChart(Schedule(1), EcubeRoutes(0)), UsageError);
  EXPECT_THROW(LinkChart(Schedule(64), EcubeRoutes(6)), UsageError);
  EXPECT_THROW(LinkChart(Schedule(8), EcubeRoutes(2)), UsageError);
  EXPECT_THROW(LinkChart(Schedule(4), test_networks::HalfDuplexLine(4)), UsageError);
  Schedule wrong(4);
  wrong.add({NodeId{0}, NodeId{4}, 1});
  wrong.close_phase();
  EXPECT_THROW(LinkChart(wrong, EcubeRoutes(2)), UsageError);
}

}  // namespace
}  // namespace switchyard
