#include <gtest/gtest.h>

#include <bit>
#include <cctype>
#include <map>
#include <sstream>

#include "algorithms/schedule/link_chart.hpp"
#include "algorithms/schedule/link_chart_svg.hpp"
#include "algorithms/schedule/link_chart_text.hpp"
#include "runtime/error.hpp"
#include "tests/algorithms/bokhari_figures.hpp"
#include "tests/algorithms/schedule_test_networks.hpp"

namespace switchyard {
namespace {

using test_networks::EcubeRoutes;

struct Sent {
  std::uint32_t source, destination;
};
using Steps = std::map<unsigned, std::vector<Sent>>;

/// The number in the cells of one row of a printed chart, or 0.
unsigned number_in(const std::string& cells) {
  for (const char c : cells) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return static_cast<unsigned>(c - '0');
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) return static_cast<unsigned>(c - 'a') + 10;
  }
  return 0;
}

std::uint32_t node_of(const std::string& label) { return static_cast<std::uint32_t>(std::stoul(label, nullptr, 2)); }

/// Reads labels and numbers of a printed chart, but not in which columns the numbers stand.
Steps steps_of(const std::string& figure) {
  Steps steps;
  std::istringstream in(figure);
  for (std::string line; std::getline(in, line);) {
    for (std::size_t at = 0; (at = line.find_first_of(">-", at)) != std::string::npos; at += 25) {
      if (at < 3 || !std::isdigit(static_cast<unsigned char>(line[at - 1]))) break;  // the line under the heads
      const bool pair = line[at + 1] == '-';
      const std::uint32_t source = node_of(line.substr(at - 3, 3)), destination = node_of(line.substr(at + 2, 3));
      const unsigned step = number_in(line.substr(at + 5, pair ? std::string::npos : 18));
      if (step == 0) continue;
      steps[step].push_back({source, destination});
      if (pair) steps[step].push_back({destination, source});
    }
  }
  return steps;
}

Schedule schedule_of(std::uint32_t nodes, const Steps& steps) {
  Schedule schedule(nodes);
  const unsigned last = steps.empty() ? 0 : steps.rbegin()->first;
  for (unsigned step = 1; step <= last; ++step) {
    if (const auto found = steps.find(step); found != steps.end()) {
      for (const auto& [source, destination] : found->second) schedule.add({NodeId{source}, NodeId{destination}, 1});
    }
    schedule.close_phase();
  }
  return schedule;
}

LinkChart chart_of(std::uint32_t nodes, const Steps& steps) {
  return {schedule_of(nodes, steps), EcubeRoutes(static_cast<unsigned>(std::countr_zero(nodes)))};
}

std::vector<std::size_t> broken(const LinkChart& chart) { return counts(check(chart)); }

TEST(LinkChart, PutsTheNumbersWhereThePaperHasThem) {
  for (const char* figure :
       {bokhari_figures::kNaive, bokhari_figures::kLinear, bokhari_figures::kPairwise, bokhari_figures::kStable}) {
    EXPECT_EQ(to_text(chart_of(8, steps_of(figure))), figure);
  }
}

TEST(LinkChart, FindsThatFigures6And7KeepTheRulesAndFigure9IsStable) {
  for (const char* figure : {bokhari_figures::kNaive, bokhari_figures::kLinear}) {
    const std::vector<std::size_t> found = broken(chart_of(8, steps_of(figure)));
    EXPECT_EQ((std::vector<std::size_t>{found[0], found[1], found[2]}), (std::vector<std::size_t>{0, 0, 0}));
    EXPECT_GT(found[3], 0U);
  }
  EXPECT_EQ(broken(chart_of(8, steps_of(bokhari_figures::kStable))), (std::vector<std::size_t>{0, 0, 0, 0}));
}

TEST(LinkChart, FindsTheLinkThatFigure8UsesTwiceInOneStep) {
  // A slip of the print: the text says that no link is, and in procedure pairwise the second exchange is in step 6.
  const LinkChart chart = chart_of(8, steps_of(bokhari_figures::kPairwise));
  EXPECT_EQ(broken(chart)[0], 1U);
  EXPECT_EQ(check(chart).front().text, "link 010->000 is used twice in step 3, by 010->100 and 011->000");
}

TEST(LinkChart, FindsALinkThatTwoMessagesUseInOneStep) {
  // 0 -> 1 -> 3 and 1 -> 3 share 1 -> 3.
  const LinkChart chart = chart_of(4, {{1, {{0, 3}, {1, 3}}}});
  EXPECT_EQ(broken(chart), (std::vector<std::size_t>{1, 0, 0, 0}));
  EXPECT_EQ(check(chart).front().text, "link 01->11 is used twice in step 1, by 00->11 and 01->11");
}

TEST(LinkChart, FindsALinkThatIsUsedInStepsNextToEachOther) {
  const LinkChart chart = chart_of(4, {{2, {{0, 3}}}, {3, {{1, 3}}}, {5, {{1, 3}}}});
  const std::vector<ChartFinding> found = check(chart);
  EXPECT_EQ(counts(found), (std::vector<std::size_t>{0, 1, 0, 1}));
  EXPECT_EQ(found.front().text, "01->11 is sent in steps 3 and 5");
  EXPECT_EQ(found.back().text, "link 01->11 is used in steps 2 and 3, by 00->11 and 01->11");
}

TEST(LinkChart, FindsANodeThatSendsTwiceInOneStep) {
  const LinkChart chart = chart_of(4, {{1, {{0, 1}, {0, 2}}}});
  EXPECT_EQ(broken(chart), (std::vector<std::size_t>{0, 0, 1, 0}));
  EXPECT_EQ(check(chart).front().text, "node 00 sends twice in step 1, 00->01 and 00->10");
}

TEST(LinkChart, HasALineForEachPairWhereAllMessagesGoInPairs) {
  EXPECT_TRUE(chart_of(4, {{1, {{0, 1}, {1, 0}}}}).only_exchanges());
  EXPECT_FALSE(chart_of(4, {{1, {{0, 1}}}, {2, {{1, 0}}}}).only_exchanges());
  EXPECT_FALSE(chart_of(4, {{1, {{0, 1}, {1, 0}, {2, 3}}}}).only_exchanges());
  EXPECT_FALSE(chart_of(4, {}).only_exchanges());
}

TEST(LinkChart, GoesOnWithLettersBehindStep9) {
  const std::string text = to_text(chart_of(2, {{9, {{0, 1}}}, {10, {{1, 0}}}}));
  EXPECT_NE(text.find("0->0  .   1->0  a\n0->1  9   1->1  .\n"), std::string::npos) << text;
  EXPECT_NE(to_text(chart_of(2, {{61, {{0, 1}}}})).find("0->1  Z"), std::string::npos);
  EXPECT_THROW(to_text(chart_of(2, {{62, {{0, 1}}}})), UsageError);
}

TEST(LinkChart, RefusesWhatItCannotShow) {
  EXPECT_THROW(LinkChart(Schedule(1), EcubeRoutes(0)), UsageError);
  EXPECT_THROW(LinkChart(Schedule(64), EcubeRoutes(6)), UsageError);
  EXPECT_THROW(LinkChart(Schedule(8), EcubeRoutes(2)), UsageError);
  EXPECT_THROW(LinkChart(Schedule(4), test_networks::SharedLine(4)), UsageError);
  Schedule wrong(4);
  wrong.add({NodeId{0}, NodeId{4}, 1});
  wrong.close_phase();
  EXPECT_THROW(LinkChart(wrong, EcubeRoutes(2)), UsageError);
}

TEST(LinkChart, IsDrawnWithEachNumberOnceALink) {
  const std::string svg = to_svg(chart_of(4, {{1, {{0, 3}}}, {12, {{1, 0}}}}), "a < b & c");
  EXPECT_TRUE(svg.starts_with("<?xml version=\"1.0\""));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_NE(svg.find(">a &lt; b &amp; c</text>"), std::string::npos);
  const auto times = [&svg](const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times(">1</text>"), 2U);  // 0 -> 1 -> 3
  EXPECT_EQ(times(">12</text>"), 1U);
  EXPECT_EQ(times(">00-&gt;11</text>"), 1U);
}

}  // namespace
}  // namespace switchyard
