#include "bench/experiment/measured_table.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "algorithms/matrix/generators.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

const std::string kTableHeader = "machine,nodes,algorithm,bytes,clock,payload_bytes,makespan_us,schedule_us,reuse\n";

/// Result rows of runs on four nodes. Each node sends two messages, so that messages of 100 bytes make a payload of 800
/// bytes.
// The row of algorithm "planned" has two uses of its schedule, which take 60 us together, so that one use takes 30 us.
const std::string kResultRows =
    "mesh,4,quick,100,virtual,800,50,0,1\n"
    "mesh,4,planned,100,virtual,1600,60,100,2\n"
    "mesh,4,quick,10000,virtual,80000,500,0,1\n"
    "mesh,4,lucky,100,off,800,1,0,1\n";

MeasuredTable parsed_table(const std::string& text) {
  std::istringstream in(text);
  return MeasuredTable(in, "t.csv");
}

const auto kAnyAlgorithmMayRun = [](const std::string&) { return true; };

TEST(MeasuredTable, ScheduleCostCountsOnceAndExchangesAsOftenAsTheyAreUsed) {
  const MeasuredTable table = parsed_table(kTableHeader + kResultRows);
  const MatrixTraits kind{4, 2, 128};
  const MeasuredTable::AlgorithmNameWithReason once = table.choose_algorithm("mesh", kind, 1, kAnyAlgorithmMayRun);
  EXPECT_EQ(once.algorithm_name, "quick");
  EXPECT_EQ(
      once.why,
      "50.0 us for its schedule and 1 exchange, least of 2 algorithms measured at 4 nodes, 2 messages a node "
      "of 100 B; then planned with 130.0 us; elsewhere such a choice costs 0 % more than the best, on average (t.csv)");
  // For six uses of the schedule, algorithm planned costs 100 + 6 x 30 us, and algorithm quick 6 x 50 us.
  EXPECT_EQ(table.choose_algorithm("mesh", kind, 6, kAnyAlgorithmMayRun).algorithm_name, "planned");
}

TEST(MeasuredTable, TheNearestMeasurementOfAnAlgorithmThatMayRunDecides) {
  const MeasuredTable table = parsed_table(kTableHeader + kResultRows);
  EXPECT_EQ(table.choose_algorithm("mesh", {4, 2, 9000}, 100, kAnyAlgorithmMayRun).algorithm_name, "quick");
  EXPECT_EQ(table.choose_algorithm("mesh", {4, 2, 100}, 1, [](const std::string& name) { return name != "quick"; })
                .algorithm_name,
            "planned");
  EXPECT_THROW(table.choose_algorithm("cm5", {4, 2, 100}, 1, kAnyAlgorithmMayRun), UsageError);
}

TEST(MeasuredTable, AveragesNoRowsOfDifferentOriginAndNoRunTwice) {
  const std::string header =
      "machine,nodes,algorithm,pattern,density,bytes,sample,seed,clock,payload_bytes,makespan_us,schedule_us,reuse,"
      "constants,protocol,version\n";
  const auto row = [](const char* algorithm, int sample, int makespan, const char* origin) {
    return fmt::format("mesh,4,{},dense,2,100,{},1,virtual,800,{},0,1,{}\n", algorithm, sample, makespan, origin);
  };
  const MeasuredTable table =
      parsed_table(header + row("quick", 0, 50, "as shipped,own,1") + row("quick", 0, 50, "as shipped,own,1") +
                   row("quick", 1, 70, "as shipped,own,1") + row("slow", 0, 80, "as shipped,own,1") +
                   row("slow", 0, 10, "as shipped,forced,1") + row("slow", 0, 10, "hop=1us,own,1"));
  const MeasuredTable::AlgorithmNameWithReason choice =
      table.choose_algorithm("mesh", {4, 2, 100}, 1, kAnyAlgorithmMayRun);
  EXPECT_EQ(choice.algorithm_name, "quick");
  EXPECT_EQ(
      choice.why,
      "60.0 us for its schedule and 1 exchange, least of 2 algorithms measured at 4 nodes, 2 messages a node of "
      "100 B; then slow with 80.0 us; 1 row of other constants, protocols or versions not counted; 1 row left out, "
      "as their runs stand there already (t.csv)");
  EXPECT_EQ(table.choose_algorithm("mesh", {4, 2, 100}, 1, kAnyAlgorithmMayRun, "hop=1us").algorithm_name, "slow");
  const std::string other = table.choose_algorithm("mesh", {4, 2, 100}, 1, kAnyAlgorithmMayRun, "hop=2us").why;
  EXPECT_NE(other.find("; measured with constants as shipped; "), std::string::npos) << other;
}

TEST(MeasuredTable, NamesLineAndColumnOfWhatIsWrong) {
  const auto said = [](const std::string& text) {
    try {
      parsed_table(text);
    } catch (const UsageError& error) {
      return std::string(error.what());
    }
    return std::string("nothing");
  };
  EXPECT_EQ(said(""), "t.csv:1:1: is empty; give what switchyard run --csv writes");
  EXPECT_EQ(said("machine,nodes\n"), "t.csv:1:1: column algorithm is missing; give what switchyard run --csv writes");
  EXPECT_EQ(said(kTableHeader + "mesh,4,quick\n"), "t.csv:2:8: 3 values where 9 belong; one for each column");
  EXPECT_EQ(said(kTableHeader + "mesh,-4,quick,1,virtual,8,5,0,1\n"),
            "t.csv:2:6: nodes '-4' is not a number from 0; write one such as 64");
  EXPECT_EQ(said(kTableHeader + "\"me\"\"sh,x\",4,quick,1,virtual,8,5,0,0\n"),
            "t.csv:2:36: reuse is below 1; write 1 or more");
}

RC_GTEST_PROP(MeasuredTable, DamagedTablesAreRefusedOrRead, (std::uint64_t seed)) {
  Rng rng(seed);
  std::string text = kTableHeader + kResultRows;
  for (std::uint64_t i = 1 + rng.random_number_below(6); i-- > 0;) {
    const auto at = static_cast<std::size_t>(rng.random_number_below(text.size()));
    switch (rng.random_number_below(3)) {
      case 0:
        text[at] = static_cast<char>(rng.random_number_below(256));
        break;
      case 1:
        text.erase(at, rng.random_number_below(9));
        break;
      default:
        text.insert(at, text.substr(rng.random_number_below(text.size()), rng.random_number_below(9)));
    }
  }
  try {
    parsed_table(text).choose_algorithm("mesh", {4, 2, 100}, 1, kAnyAlgorithmMayRun);
  } catch (const UsageError& error) {
    RC_ASSERT(std::string(error.what()).find("t.csv") != std::string::npos);
  }
}

TEST(AutoAlgorithm, PicksFromTheShippedTableAndSaysWhy) {
  const FinishedProgram finished =
      run_switchyard_program({"run", "--machine", "mesh", "--size", "4x4", "--algorithm", "auto,ac,rs_n", "--density",
                              "8", "--bytes", "1KiB", "--samples", "1", "--reuse", "2"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("auto: dense 8, 1KiB: "), std::string::npos) << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("for its schedule and 2 exchanges, least of"), std::string::npos)
      << finished.standard_error;
}

TEST(AutoAlgorithm, ReadsATableThatRunHasWritten) {
  const TemporaryFolder folder;
  const std::vector<std::string> what{"--nodes", "8", "--density", "3", "--bytes", "64", "--samples", "1"};
  std::vector<std::string> measure{"run", "--algorithm", "ac,optimal_n", "--csv", folder.path_of_file("t.csv")};
  measure.insert(measure.end(), what.begin(), what.end());
  EXPECT_EQ(run_switchyard_program(measure).code, 0);
  std::vector<std::string> use{"run", "--algorithm", "auto", "--table", folder.path_of_file("t.csv")};
  use.insert(use.end(), what.begin(), what.end());
  const FinishedProgram finished = run_switchyard_program(use);
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("least of 2 algorithms measured at 8 nodes, 3 messages a node of 64 B"),
            std::string::npos)
      << finished.standard_error;
}

TEST(AutoAlgorithm, IsRefusedWhereItsTableDoesNotHelp) {
  expect_usage_error({"run", "--algorithm", "auto", "--machine", "delta", "--size", "2x2"},
                     "no measurement of machine delta");
  expect_usage_error({"run", "--algorithm", "auto", "--csv", "missing/x.csv"}, "--csv: cannot write 'missing/x.csv'");
  expect_usage_error({"schedule", "--algorithm", "auto,lp", "--csv", "x.csv"}, "--csv: takes one schedule");
  expect_usage_error({"run", "--algorithm", "ac", "--table", "x.csv"}, "--table: only the algorithm auto");
  expect_usage_error({"run", "--algorithm", "auto", "--table", "missing.csv"}, "--table: cannot read 'missing.csv'");
}

}  // namespace
}  // namespace switchyard::cli
