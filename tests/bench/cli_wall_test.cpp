#include <nlohmann/json.hpp>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

std::vector<std::string> make_arguments_of_wall_clock_run(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{"run", "--clock", "wall", "--nodes",   "4", "--algorithm", "ac", "--density",
                                     "2",   "--bytes", "4KiB", "--samples", "2"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

TEST(WallCommand, ReportsDeadlinesAndTheRatioToThePrediction) {
  const TemporaryFolder folder;
  const FinishedProgram finished = run_switchyard_program(make_arguments_of_wall_clock_run(
      {"--dilation", "5", "--against", "virtual", "--json", folder.path_of_file("rows.json")}));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  for (const char* part : {"clock          wall", "pace of the clock wall", "wall/virtual", "missed_%", "late_99%_us",
                           "usable", "dilation 5 as given", " runs"}) {
    EXPECT_NE(finished.standard_output.find(part), std::string::npos) << part << '\n' << finished.standard_output;
  }
  const auto rows = nlohmann::json::parse(text_of_file(folder.path_of_file("rows.json"))).at("rows");
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].at("clock"), "wall");
  EXPECT_EQ(rows[0].at("dilation"), 5.0);
  EXPECT_GT(rows[0].at("deadlines"), 0);
  EXPECT_GT(rows[0].at("virtual_us"), 0.0);
  EXPECT_GT(rows[0].at("makespan_us"), 0.0);
}

TEST(WallCommand, MeasuresItsDilation) {
  const FinishedProgram finished = run_switchyard_program(make_arguments_of_wall_clock_run({"--dilation", "auto"}));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_EQ(finished.standard_output.find("as given"), std::string::npos) << finished.standard_output;
  EXPECT_NE(finished.standard_output.find("99 % of the deadlines"), std::string::npos) << finished.standard_output;
}

TEST(WallCommand, OneNodeHasNothingToMeasure) {
  const FinishedProgram finished =
      run_switchyard_program({"run", "--machine", "mesh", "--nodes", "1", "--clock", "wall", "--algorithm", "ac",
                              "--pattern", "complete", "--bytes", "16", "--samples", "1"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
}

// With these options each message takes only 3 ns of emulated time, so that no host can run the emulation with all
// delays right to within 2 %.
TEST(WallCommand, RunsOnAHostThatCannotKeepPaceAreReportedAsUntrusted) {
  const FinishedProgram finished = run_switchyard_program(
      make_arguments_of_wall_clock_run({"--dilation", "1", "--set", "send_overhead=1ns", "--set",
                                        "receive_overhead=1ns", "--set", "hop=1ns", "--set", "forced_per_byte=0ns/B"}));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("CANNOT BE TRUSTED: 2 of 2 runs"), std::string::npos)
      << finished.standard_output;
}

TEST(WallCommand, RefusesOptionsThatDoNotFitTheClockWall) {
  expect_usage_error(make_arguments_of_wall_clock_run({"--dilation", "0.5"}), "--dilation: '0.5' is no number from 1");
  for (const char* bad : {"", "-3", "nan", "inf", "1e3", "10x", "2000000", "auto "}) {
    expect_usage_error(make_arguments_of_wall_clock_run({"--dilation", bad}), "--dilation: ");
  }
  expect_usage_error(make_arguments_of_wall_clock_run({"--against", "off"}), "--against: ");
  expect_usage_error(make_arguments_of_wall_clock_run({"--executor", "fibers"}),
                     "--executor: --clock wall needs threads");
  expect_usage_error(make_arguments_of_wall_clock_run({"--jobs", "2"}), "--jobs: ");
  expect_usage_error(make_arguments_of_wall_clock_run({"--check-determinism", "2"}), "--check-determinism: ");
  expect_usage_error({"run", "--nodes", "4", "--dilation", "2"}, "--dilation: is for --clock wall");
  expect_usage_error({"run", "--nodes", "4", "--against", "virtual"}, "--against: is for --clock wall");
}

}  // namespace
}  // namespace switchyard::cli
