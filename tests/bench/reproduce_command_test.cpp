#include <algorithm>
#include <thread>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

constexpr const char* kCellsHeader = "experiment,cell,published,emulated,relative_error,spread,samples";

TEST(ReproduceCommand, WritesCellsClaimsAndJson) {
  const TemporaryFolder folder;
  const FinishedProgram finished = run_switchyard_program(
      {"reproduce", "wangranka.phases", "--samples", "10", "--csv", folder.path_of_file("cells.csv"), "--claims",
       folder.path_of_file("claims.csv"), "--json", folder.path_of_file("all.json")});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("wangranka.phases (1 of 1): done in"), std::string::npos)
      << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("W8-dense holds (10 samples of 50)\n"), std::string::npos)
      << finished.standard_output;

  const auto cells = lines_of(text_of_file(folder.path_of_file("cells.csv")));
  // The table of cells has a header, and a row for each of 12 densities with each of 2 algorithms.
  ASSERT_EQ(cells.size(), 25U);
  EXPECT_EQ(cells[0], kCellsHeader);
  EXPECT_TRUE(cells[1].starts_with("wangranka.phases,d=4 algorithm=rs_n,,6")) << cells[1];
  EXPECT_TRUE(cells[1].ends_with(",10")) << cells[1];

  const auto claims = lines_of(text_of_file(folder.path_of_file("claims.csv")));
  ASSERT_EQ(claims.size(), 3U);
  EXPECT_EQ(claims[0], "claim,holds,expected,evidence");
  EXPECT_TRUE(claims[2].starts_with("W8-dense,true,true,")) << claims[2];
  EXPECT_NE(claims[2].find("10 samples of 50: d = 8: "), std::string::npos) << claims[2];

  const std::string json = text_of_file(folder.path_of_file("all.json"));
  for (const char* part :
       {"\"seed\": \"1\"", "\"id\": \"wangranka.phases\"", "\"claim\": \"W8\"", "\"unit\": \"phases\""}) {
    EXPECT_NE(json.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(folder.entry_count(), 3U);
}

TEST(ReproduceCommand, GivesTheSameResultsForAnyNumberOfJobs) {
  const auto printed = [](const char* jobs) {
    return run_switchyard_program({"reproduce", "wangranka.ph*", "bokhari.latency", "--samples", "3", "--jobs", jobs})
        .standard_output;
  };
  const std::string one = printed("1");
  EXPECT_NE(one.find("bokhari.latency: "), std::string::npos) << one;
  EXPECT_EQ(one, printed("4"));
}

TEST(ReproduceCommand, ListsWhatCanBeReproduced) {
  const FinishedProgram finished = run_switchyard_program({"reproduce", "--list"});
  EXPECT_EQ(finished.code, 0);
  EXPECT_NE(finished.standard_output.find("  wangranka.regions  "), std::string::npos) << finished.standard_output;
  EXPECT_EQ(finished.standard_output, run_switchyard_program({"list", "experiments"}).standard_output);
}

/// Sends SIGTERM to a process in the middle of its work: when its worker thread has started (from then on only the main
/// thread takes signals) and has worked for a while.
void terminate_working_process(pid_t process) {
  while ((thread_count_of_process(process) < 2 || processor_ticks_of_process(process) < 20) &&
         !has_process_ended(process))
    std::this_thread::yield();
  ::kill(process, SIGTERM);
}

TEST(ReproduceCommand, PrintsWhatIsDoneWhenASignalEndsIt) {
  const TemporaryFolder folder;
  const FinishedProgram finished =
      run_switchyard_program({"reproduce", "wangranka.phases", "wangranka.cost", "--samples", "1000000", "--jobs", "1",
                              "--claims", folder.path_of_file("claims.csv")},
                             terminate_working_process);
  EXPECT_EQ(finished.code, 143) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("wangranka.phases: "), std::string::npos) << finished.standard_output;
  EXPECT_NE(finished.standard_output.find("incomplete: "), std::string::npos) << finished.standard_output;
  EXPECT_EQ(finished.standard_output.find("wangranka.cost: "), std::string::npos) << finished.standard_output;
  EXPECT_NE(finished.standard_error.find("interrupted: 0 of 2 experiments are done"), std::string::npos)
      << finished.standard_error;
  EXPECT_NE(finished.standard_error.find("claims.csv' is not written"), std::string::npos) << finished.standard_error;
  EXPECT_EQ(folder.entry_count(), 0U);
}

}  // namespace
}  // namespace switchyard::cli
