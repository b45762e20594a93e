#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Runs `switchyard verify` with these options on the program in cases.c that is called `name`.
FinishedProgram run_verify_on_case(const char* name, std::vector<std::string> options) {
  options.insert(options.begin(), {"verify", SWITCHYARD_VERIFY_CASES});
  options.insert(options.end(), {"--", name});
  return run_switchyard_program(options);
}

TEST(CliVerify, SaysThatAProgramIsProved) {
  const FinishedProgram done = run_verify_on_case("fan_in", {"--nodes", "3"});
  EXPECT_EQ(done.code, 0) << done.standard_error;
  EXPECT_TRUE(has(done.standard_output, "right: ")) << done.standard_output;
  EXPECT_TRUE(has(done.standard_output, "proved for n = 3 and the arguments 'fan_in': 4 orders"))
      << done.standard_output;
}
TEST(CliVerify, DrawsADeadlockAndRunsItAgain) {
  const TemporaryFolder folder;
  const FinishedProgram done =
      run_verify_on_case("ring_of_receives", {"--nodes", "2", "--replay-dir", folder.path().string()});
  EXPECT_EQ(done.code, 3) << done.standard_error;
  EXPECT_TRUE(has(done.standard_output, "deadlock")) << done.standard_output;
  EXPECT_TRUE(has(done.standard_output, "X     |     rank 0 is stuck in MPI_Recv (cases.c:")) << done.standard_output;
  EXPECT_TRUE(has(done.standard_output, "to mend it: ")) << done.standard_output;
  const FinishedProgram again =
      run_switchyard_program({"verify", "--replay", folder.path_of_file("verify-verify_cases.node-2-deadlock.json")});
  EXPECT_EQ(again.code, 3) << again.standard_error;
  EXPECT_TRUE(has(again.standard_output, "rank 0 is stuck in MPI_Recv (cases.c:"))
      << again.standard_output << again.standard_error;
}
TEST(CliVerify, RunsAgainWhatOneSendAloneMakesWrong) {
  const TemporaryFolder folder;
  const FinishedProgram done =
      run_verify_on_case("first_send_alone_buffered", {"--nodes", "3", "--replay-dir", folder.path().string()});
  EXPECT_NE(done.code, 0) << done.standard_output;
  std::size_t replayed_count = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    const std::string text = text_of_file(file.path().string());
    if (!has(text, "but send 1 of rank 0 is buffered")) continue;
    ++replayed_count;
    const FinishedProgram again = run_switchyard_program({"verify", "--replay", file.path().string()});
    EXPECT_NE(again.code, 0) << again.standard_output << again.standard_error;
  }
  EXPECT_EQ(replayed_count, 1U) << done.standard_output;
}
TEST(CliVerify, DrawsTheRequestForWhichACallWaits) {
  const TemporaryFolder folder;
  const FinishedProgram done = run_verify_on_case(
      "request_without_partner", {"--nodes", "2", "--sarif", folder.path_of_file("v.sarif"), "--svg",
                                  folder.path_of_file("v.svg"), "--replay-dir", folder.path().string()});
  const std::string stuck = ") for MPI_Irecv from 1, tag 1, 4 B (cases.c:";
  EXPECT_TRUE(has(done.standard_output, "rank 0 is stuck in MPI_Waitall (cases.c:")) << done.standard_output;
  EXPECT_TRUE(has(done.standard_output, stuck)) << done.standard_output;
  EXPECT_TRUE(has(text_of_file(folder.path_of_file("v.svg")), stuck));
  const auto sarif = nlohmann::json::parse(text_of_file(folder.path_of_file("v.sarif")));
  const auto result = sarif["runs"][0]["results"][0];
  EXPECT_TRUE(has(result["message"]["text"], "; rank 0 is stuck in MPI_Waitall (cases.c:")) << result;
  EXPECT_TRUE(has(result["message"]["text"], stuck)) << result;
  EXPECT_EQ(result["relatedLocations"][0]["message"]["text"], "rank 0: MPI_Irecv");
}
TEST(CliVerify, DrawsACollectiveForThoseWhoHaveEnteredIt) {
  const TemporaryFolder folder;
  const FinishedProgram done = run_verify_on_case(
      "send_behind_broadcast",
      {"--nodes", "3", "--replay-dir", folder.path().string(), "--svg", folder.path_of_file("v.svg")});
  EXPECT_TRUE(has(done.standard_output, "  =     |     =     MPI_Bcast (cases.c:")) << done.standard_output;
  const std::string svg = text_of_file(folder.path_of_file("v.svg"));
  EXPECT_TRUE(has(svg, "<rect x=\"24\"") && has(svg, "<rect x=\"204\"") && !has(svg, "<rect x=\"114\"")) << svg;
}
TEST(CliVerify, SaysHowToMendADeadlockOverAWindow) {
  const TemporaryFolder folder;
  const FinishedProgram done = run_verify_on_case("posts", {"--nodes", "3", "--replay-dir", folder.path().string()});
  EXPECT_TRUE(has(done.standard_output, "to mend it: let each MPI_Win_post meet ")) << done.standard_output;
}
TEST(CliVerify, VerifiesSeveralNumbersOfNodes) {
  const FinishedProgram done = run_verify_on_case("fan_in", {"--nodes", "2-4", "--quiet"});
  EXPECT_EQ(done.code, 0) << done.standard_error;
  EXPECT_EQ(done.standard_error, "");
  EXPECT_TRUE(has(done.standard_output, "3 verdicts: 3 right, 0 wrong, 0 undecided")) << done.standard_output;
}
TEST(CliVerify, WritesTheFieldsOfAVerdict) {
  const TemporaryFolder folder;
  run_verify_on_case(
      "stolen", {"--nodes", "3", "--json", folder.path_of_file("v.json"), "--sarif", folder.path_of_file("v.sarif"),
                 "--svg", folder.path_of_file("v.svg"), "--replay-dir", folder.path().string()});
  const auto json = nlohmann::json::parse(text_of_file(folder.path_of_file("v.json")));
  EXPECT_EQ(json["verdict"], "wrong");
  EXPECT_EQ(json["class"], "message_race");
  EXPECT_EQ(json["ranks"][0], 0);
  EXPECT_EQ(json["calls"][0]["name"], "MPI_Recv");
  EXPECT_EQ(json["calls"][0]["file"], "cases.c");
  EXPECT_EQ(json["calls"][0]["rank"], 0);
  EXPECT_GT(json["calls"][0]["line"], 0);
  for (const char* key : {"orders", "complete", "seconds", "replay"}) EXPECT_TRUE(json.contains(key)) << key;
  const auto sarif = nlohmann::json::parse(text_of_file(folder.path_of_file("v.sarif")));
  EXPECT_EQ(sarif["version"], "2.1.0");
  EXPECT_EQ(sarif["runs"][0]["results"][0]["ruleId"], "message_race");
  EXPECT_EQ(sarif["runs"][0]["tool"]["driver"]["rules"].size(), 13U);
  EXPECT_TRUE(text_of_file(folder.path_of_file("v.svg")).starts_with("<svg"));
}
TEST(CliVerify, AnnotatesForGitHub) {
  const TemporaryFolder folder;
  const FinishedProgram done =
      run_verify_on_case("stolen", {"--nodes", "3", "--github", "--replay-dir", folder.path().string()});
  EXPECT_EQ(done.code, 4) << done.standard_error;
  EXPECT_TRUE(has(done.standard_output, "::error file=cases.c,line=")) << done.standard_output;
}
TEST(CliVerify, SaysThatLoadsAndStoresAreNotLookedAt) {
  const FinishedProgram done = run_verify_on_case("fan_in", {"--nodes", "3"});
  EXPECT_TRUE(has(done.standard_output, "note: not looked at: loads and stores of the program itself"))
      << done.standard_output;
}
TEST(CliVerify, VerifiesSeveralListsOfArguments) {
  const TemporaryFolder folder;
  const FinishedProgram done = run_switchyard_program(
      {"verify", SWITCHYARD_VERIFY_CASES, "--nodes", "3", "--arguments=fan_in", "--arguments='stolen'", "--json",
       folder.path_of_file("v.json"), "--replay-dir", folder.path().string()});
  EXPECT_EQ(done.code, 4) << done.standard_error;
  EXPECT_TRUE(has(done.standard_output, "2 verdicts: 1 right, 1 wrong, 0 undecided")) << done.standard_output;
  const auto json = nlohmann::json::parse(text_of_file(folder.path_of_file("v.json")));
  EXPECT_EQ(json[0]["arguments"], "fan_in");
  EXPECT_EQ(json[1]["arguments"], "stolen");
  EXPECT_TRUE(has(json[1]["replay"], "verify-verify_cases.node-3-arguments2-message_race.json")) << json[1]["replay"];
}
TEST(CliVerify, HasADebuggerStopARun) {
  const TemporaryFolder folder;
  const std::string debugger = folder.path_of_file("debugger");
  std::ofstream(debugger) << "#!/bin/sh\necho \"$@\"\ncat \"$3\"\nrm -f \"$3\"\n";
  std::filesystem::permissions(debugger, std::filesystem::perms::owner_all);
  run_verify_on_case("ring_of_receives", {"--nodes", "2", "--replay-dir", folder.path().string()});
  const std::string replay = folder.path_of_file("verify-verify_cases.node-2-deadlock.json");
  setenv("SWITCHYARD_GDB", debugger.c_str(), 1);
  const FinishedProgram done = run_switchyard_program({"verify", "--replay", replay, "--gdb"});
  unsetenv("SWITCHYARD_GDB");
  EXPECT_EQ(done.code, 0) << done.standard_error;
  EXPECT_TRUE(has(done.standard_output, "switchyard verify --replay " + replay)) << done.standard_output;
  EXPECT_TRUE(has(done.standard_output, "break switchyard_stop_here")) << done.standard_output;
}
TEST(CliVerify, RefusesWrongUseInOneLine) {
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"verify"},
                                                {"verify", "./not_there"},
                                                {"verify", "not_there"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--nodes", "0"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--nodes", "4-2"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--limit", "0"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--host-limit", "0s"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--interface", "nx"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--standard-sends", "none"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--gdb"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--arguments='fan_in"},
                                                {"verify", SWITCHYARD_VERIFY_CASES, "--arguments=x", "--", "y"},
                                                {"verify", "--replay", SWITCHYARD_VERIFY_CASES}}) {
    const FinishedProgram done = run_switchyard_program(wrong);
    EXPECT_EQ(done.code, 2) << done.standard_output;
    EXPECT_EQ(lines_of(done.standard_error).size(), 1U) << done.standard_error;
  }
}

}  // namespace
}  // namespace switchyard::cli
