#include <gtest/gtest.h>

#include <string>

#include "bench/report/link_chart_svg.hpp"
#include "bench/report/link_chart_text.hpp"
#include "runtime/error.hpp"
#include "tests/algorithms/bokhari_figures.hpp"
#include "tests/algorithms/link_charts.hpp"

namespace switchyard {
namespace {

using link_charts::link_chart_of_steps;
using link_charts::steps_of_printed_chart;

TEST(LinkChart, PutsTheNumbersWhereThePaperHasThem) {
  for (const char* figure :
       {bokhari_figures::kLinkUsageChartOfNaiveExchange, bokhari_figures::kLinkUsageChartOfLinearExchange,
        bokhari_figures::kLinkUsageChartOfPairwiseExchange, bokhari_figures::kLinkUsageChartOfStableExchange}) {
    EXPECT_EQ(to_text(link_chart_of_steps(8, steps_of_printed_chart(figure))), figure);
  }
}

TEST(LinkChart, GoesOnWithLettersBehindStep9) {
  const std::string text = to_text(link_chart_of_steps(2, {{9, {{0, 1}}}, {10, {{1, 0}}}}));
  EXPECT_NE(text.find("0->0  .   1->0  a\n0->1  9   1->1  .\n"), std::string::npos) << text;
  EXPECT_NE(to_text(link_chart_of_steps(2, {{61, {{0, 1}}}})).find("0->1  Z"), std::string::npos);
  EXPECT_THROW(to_text(link_chart_of_steps(2, {{62, {{0, 1}}}})), UsageError);
}

TEST(LinkChart, IsDrawnWithEachNumberOnceALink) {
  const std::string svg = to_svg(link_chart_of_steps(4, {{1, {{0, 3}}}, {12, {{1, 0}}}}), "a < b & c");
  EXPECT_TRUE(svg.starts_with("<?xml version=\"1.0\""));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find(">a &lt; b &amp; c</text>"), std::string::npos);
  const auto times = [&svg](const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times(">1</text>"), 2U);  // The message 0 -> 3 takes the two links 0 -> 1 -> 3.
  EXPECT_EQ(times(">12</text>"), 1U);
  EXPECT_EQ(times(">00-&gt;11</text>"), 1U);
}

}  // namespace
}  // namespace switchyard
