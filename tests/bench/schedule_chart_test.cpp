#include "tests/algorithms/bokhari_figures.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

FinishedProgram run_schedule_chart(const std::string& algorithm,
                                   const std::vector<std::string>& more = {"--nodes", "8"}) {
  std::vector<std::string> arguments{"schedule", "--algorithm", algorithm, "--pattern", "complete", "--chart"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_switchyard_program(arguments);
}

void expect_chart_to_equal_figure(const std::string& algorithm, const char* figure) {
  const FinishedProgram finished = run_schedule_chart(algorithm);
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find(figure), std::string::npos) << algorithm << '\n' << finished.standard_output;
}

TEST(ScheduleChart, IsThePapersFigureCellByCell) {
  expect_chart_to_equal_figure("naive", bokhari_figures::kLinkUsageChartOfNaiveExchange);
  expect_chart_to_equal_figure("linear", bokhari_figures::kLinkUsageChartOfLinearExchange);
  expect_chart_to_equal_figure("stable", bokhari_figures::kLinkUsageChartOfStableExchange);
}

TEST(ScheduleChart, OfPairwiseHasARowForEachPair) {
  const FinishedProgram finished = run_schedule_chart("lp");
  // In procedure pairwise, nodes 001 and 110 exchange in step 1 xor 6 = 7. The two messages take the links of
  // 001->000->010->110 and 110->111->101->001.
  EXPECT_NE(finished.standard_output.find("\n001--110  .7. ..7 7.. ... ... 7.. ..7 .7.\n"), std::string::npos)
      << finished.standard_output;
}

TEST(ScheduleChart, SaysWhichRulesHold) {
  const FinishedProgram stable = run_schedule_chart("stable");
  EXPECT_NE(stable.standard_output.find("no two consecutive numbers in a column (stable): yes\n"), std::string::npos)
      << stable.standard_output;
  const FinishedProgram linear = run_schedule_chart("linear");
  EXPECT_NE(linear.standard_output.find("no two equal numbers in a column:                yes\n"), std::string::npos)
      << linear.standard_output;
  EXPECT_NE(linear.standard_output.find("(stable): no (40), first: link "), std::string::npos)
      << linear.standard_output;
}

TEST(ScheduleChart, IsThereForUpTo32Nodes) {
  EXPECT_EQ(run_schedule_chart("lp", {"--nodes", "32"}).code, 0);
  const std::string said = "--chart: 64 nodes do not make a legible chart; write --nodes 2 to 32";
  expect_usage_error({"schedule", "--algorithm", "lp", "--pattern", "complete", "--chart", "--nodes", "64"}, said);
  expect_usage_error({"schedule", "--nodes", "64", "--chart-svg", "/dev/null"}, "--chart-svg: 64 nodes");
}

TEST(ScheduleChart, IsForHypercubes) {
  expect_usage_error({"schedule", "--machine", "mesh", "--size", "4x2", "--density", "3", "--chart"},
                     "--chart: the links of mesh are not those of a hypercube with e-cube routes; write --machine "
                     "ipsc860, or leave --chart out");
}

TEST(ScheduleChart, IsDrawnIntoAFile) {
  const TemporaryFolder folder;
  const FinishedProgram finished = run_switchyard_program(
      {"schedule", "--nodes", "8", "--density", "3", "--seed", "4", "--chart-svg", folder.path_of_file("chart.svg")});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  const std::string svg = text_of_file(folder.path_of_file("chart.svg"));
  EXPECT_TRUE(svg.starts_with("<?xml"));
  EXPECT_NE(svg.find("links used by rs_nl on ipsc860 with 8 nodes, pattern dense 3, seed 4"), std::string::npos);
}

}  // namespace
}  // namespace switchyard::cli
