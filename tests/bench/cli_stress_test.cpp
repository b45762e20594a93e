#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> stress_arguments_of_unposted(const std::string& runs, const std::string& folder) {
  return {"stress",      "--machine",       "ipsc860", "--nodes",         "16",  "--algorithm",
          "ac_unposted", "--system-buffer", "4KiB",    "--density",       "8",   "--bytes",
          "1KiB",        "--runs",          runs,      "--replay-folder", folder};
}

TEST(CliStress, FindsTheDeadlockOfFullBuffersAndReplaysIt) {
  const TemporaryFolder folder;
  const Finished found = switchyard_program(stress_arguments_of_unposted("100", folder.path().string()));
  EXPECT_EQ(found.code, 3) << found.err;
  EXPECT_TRUE(has(found.out, "[cycle]")) << found.out;
  const std::string file = folder.file("stress-ac_unposted-deadlock.json");
  EXPECT_TRUE(has(found.out, "replay: switchyard stress --replay " + file)) << found.out;
  const auto json = nlohmann::json::parse(text_of_file(file));
  EXPECT_LE(json["matrix"].size(), 4U);
  const Finished again = switchyard_program({"stress", "--replay", file});
  EXPECT_EQ(again.code, 3) << again.err;
  EXPECT_TRUE(has(again.out, "trace hash " + json["trace_hash"].get<std::string>())) << again.out;
}

TEST(CliStress, KeepsTheReplayFileOfAnEarlierFinding) {
  const TemporaryFolder folder;
  const auto run_with_seed = [&](const char* seed) {
    auto arguments = stress_arguments_of_unposted("100", folder.path().string());
    arguments.insert(arguments.end(), {"--strategies", "random", "--seed", seed});
    return switchyard_program(arguments);
  };
  EXPECT_EQ(run_with_seed("1").code, 3);
  const std::string file = folder.file("stress-ac_unposted-deadlock.json");
  const std::string first = text_of_file(file);
  const Finished other = run_with_seed("2");
  EXPECT_TRUE(has(other.out, "--replay " + folder.file("stress-ac_unposted-deadlock-2.json"))) << other.out;
  EXPECT_EQ(text_of_file(file), first);
  EXPECT_EQ(run_with_seed("1").code, 3) << "the same finding again";
  EXPECT_EQ(folder.entries(), 2U);
}

TEST(CliStress, RefusesAtItsStartWhatWouldFailLater) {
  const TemporaryFolder folder;
  expect_usage_error(
      {"stress", "--algorithm", "ac,rex", "--nodes", "8", "--density", "4", "--replay-folder", folder.path().string()},
      "--algorithm: algorithm rex is for a complete exchange");
  expect_usage_error({"stress", "--algorithm", "ac", "--nodes", "8", "--density", "4", "--replay-folder", "/proc"},
                     "--replay-folder: cannot write '/proc");
}

TEST(CliStress, ExitsWithZeroWhereNothingIsFound) {
  const TemporaryFolder folder;
  const Finished finished = switchyard_program({"stress", "--nodes", "16", "--algorithm", "ac,lp,rs_n,rs_nl",
                                                "--density", "8", "--bytes", "1KiB", "--runs", "100", "--json",
                                                folder.file("s.json"), "--replay-folder", folder.path().string()});
  EXPECT_EQ(finished.code, 0) << finished.out << finished.err;
  const auto json = nlohmann::json::parse(text_of_file(folder.file("s.json")));
  ASSERT_EQ(json["algorithms"].size(), 4U);
  EXPECT_EQ(json["algorithms"][3]["runs"], 100);
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(CliStress, LostDataHasAnExitCodeOfItsOwn) {
  const TemporaryFolder folder;
  const Finished finished =
      switchyard_program({"stress", "--load", SWITCHYARD_PLANTED, "--algorithm", "silent", "--nodes", "4", "--density",
                          "1", "--runs", "10", "--replay-folder", folder.path().string()});
  EXPECT_EQ(finished.code, 4) << finished.err;
  EXPECT_TRUE(has(finished.out, "silent: data_lost")) << finished.out;
}

TEST(CliStress, TheFindingsDoNotDependOnTheJobs) {
  const TemporaryFolder folder;
  auto arguments = stress_arguments_of_unposted("60", folder.path().string());
  arguments.insert(arguments.end(), {"--strategies", "random,pct,starve,buffers", "--jobs"});
  auto one = arguments, three = arguments;
  one.emplace_back("1");
  three.emplace_back("3");
  EXPECT_EQ(switchyard_program(one).out, switchyard_program(three).out);
}

TEST(CliStress, AnInterruptLeavesTheTallySoFarAndTheFindings) {
  const TemporaryFolder folder;
  const Finished finished =
      switchyard_program(stress_arguments_of_unposted("100000000", folder.path().string()), [](pid_t child) {
        // The sleep gives the program time for some runs. It does not synchronise anything.
        std::this_thread::sleep_for(std::chrono::seconds(2));
        ::kill(child, SIGINT);
      });
  EXPECT_EQ(finished.code, 130) << finished.err;
  EXPECT_TRUE(has(finished.out, "runs by how they ended")) << finished.out;
  EXPECT_TRUE(has(finished.err, "interrupted")) << finished.err;
  EXPECT_EQ(folder.entries(), 1U);
}

TEST(CliStress, WrongInputIsOneLine) {
  const TemporaryFolder folder;
  expect_usage_error({"stress", "--runs", "0"}, "--runs");
  expect_usage_error({"stress", "--runs=-5"}, "--runs");
  expect_usage_error({"stress", "--strategies", "randm"}, "did you mean 'random'");
  expect_usage_error({"stress", "--strategies", "pct,pct"}, "is there twice");
  expect_usage_error({"stress", "--replay-folder", folder.file("none")}, "is no folder");
  expect_usage_error({"stress", "--replay", folder.file("none.json")}, "cannot read");
  write_text(folder.file("cut.json"), "{\"schema_version\": 1, ");
  expect_usage_error({"stress", "--replay", folder.file("cut.json")}, "ends too early");
  write_text(folder.file("old.json"), "{\"schema_version\": 9}");
  expect_usage_error({"stress", "--replay", folder.file("old.json")}, "schema version 9");
}

TEST(CliStress, RunningAllOrdersOfATinyCaseIsAProof) {
  const Finished finished = switchyard_program(
      {"stress", "--exhaustive", "--nodes", "2", "--density", "1", "--bytes", "64", "--algorithm", "ac,lp"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_TRUE(has(finished.out, "orders")) << finished.out;
  EXPECT_TRUE(has(finished.out, "ac: proven for this matrix")) << finished.out;
  EXPECT_TRUE(has(finished.out, "lp: proven for this matrix")) << finished.out;
}

TEST(CliStress, RunningAllOrdersFindsADeadlockThatReplays) {
  const TemporaryFolder folder;
  const Finished found =
      switchyard_program({"stress", "--exhaustive", "--nodes", "2", "--density", "1", "--bytes", "256", "--algorithm",
                          "ac_unposted", "--system-buffer", "128B", "--replay-folder", folder.path().string()});
  EXPECT_EQ(found.code, 3) << found.out << found.err;
  EXPECT_TRUE(has(found.out, "[cycle]")) << found.out;
  EXPECT_EQ(switchyard_program({"stress", "--replay", folder.file("stress-ac_unposted-deadlock.json")}).code, 3);
}

TEST(CliStress, RefusesOrdersThatWouldNotEndWithTheEstimate) {
  expect_usage_error({"stress", "--exhaustive", "--nodes", "16", "--algorithm", "ac_unposted"},
                     "--exhaustive: 16 nodes have too many orders");
  expect_usage_error({"stress", "--exhaustive", "--nodes", "4", "--density", "3", "--bytes", "1KiB", "--algorithm",
                      "ac_unposted", "--system-buffer", "1KiB"},
                     "--exhaustive: ac_unposted with 12 messages has about ");
}

TEST(CliStress, OneOrderForEachWayToReceiveFromAnyNodeIsAProof) {
  const Finished finished = switchyard_program(
      {"stress", "--exhaustive", "--nodes", "4", "--density", "3", "--bytes", "1KiB", "--algorithm", "ac_unposted"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_TRUE(has(finished.out, "ac_unposted    1296         0 ")) << finished.out;
  EXPECT_TRUE(has(finished.out, "ac_unposted: one order for each choice stands for all")) << finished.out;
}

TEST(CliStress, OneOrderOfAnySizeIsAProofWhereNoProgramMakesAChoice) {
  const Finished finished = switchyard_program(
      {"stress", "--exhaustive", "--nodes", "16", "--density", "4", "--bytes", "1KiB", "--algorithm", "ac"});
  EXPECT_EQ(finished.code, 0) << finished.err;
  EXPECT_TRUE(has(finished.out, "ac: proven for this matrix")) << finished.out;
  EXPECT_TRUE(has(finished.out, "ac: one order stands for all, as no program makes a choice")) << finished.out;
}

TEST(CliStress, RefusesOptionsThatWouldDoNothing) {
  const std::vector<std::string> tiny{"stress", "--exhaustive", "--nodes", "2", "--density", "1", "--bytes", "16"};
  for (const std::vector<std::string>& unused : std::vector<std::vector<std::string>>{
           {"--json", "tally.json"}, {"--runs", "3"}, {"--strategies", "pct"}, {"--jobs", "1"}, {"--ignore-known"}}) {
    std::vector<std::string> arguments = tiny;
    arguments.insert(arguments.end(), unused.begin(), unused.end());
    expect_usage_error(arguments, unused[0] + ": does nothing beside --exhaustive");
  }
  expect_usage_error({"stress", "--replay", "a.json", "--nodes", "4"}, "--nodes: does nothing beside --replay");
  expect_usage_error({"stress", "--time-limit", "0ns"}, "--time-limit: '0ns' leaves no time");
}

TEST(CliStress, AllFitAlgorithmsAreRunAndTheirKnownDefectsMayBeIgnored) {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{"stress",
                                           "--algorithm",
                                           "all",
                                           "--nodes",
                                           "8",
                                           "--density",
                                           "3",
                                           "--bytes",
                                           "64",
                                           "--runs",
                                           "20",
                                           "--strategies",
                                           "buffers",
                                           "--replay-folder",
                                           folder.path().string()};
  const Finished found = switchyard_program(arguments);
  EXPECT_EQ(found.code, 3) << found.err;
  for (const char* name : {"\nac ", "\nac_unposted ", "\nrs_nl ", "\ngs "})
    EXPECT_TRUE(has(found.out, name)) << found.out;
  EXPECT_TRUE(has(found.err, "left out: algorithm pex is for a complete exchange")) << found.err;
  EXPECT_TRUE(has(found.out, "this is known of it")) << found.out;
  auto ignoring = arguments;
  ignoring.emplace_back("--ignore-known");
  EXPECT_EQ(switchyard_program(ignoring).code, 0);
}

TEST(CliStress, AlgorithmAllLeavesOutThoseThatTakeFewerMessages) {
  const Finished found = switchyard_program({"stress", "--algorithm", "all", "--nodes", "32", "--density", "17",
                                             "--bytes", "0", "--runs", "1", "--strategies", "random"});
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_TRUE(has(found.err, "left out: algorithm miscom_rerouted takes up to 512 messages, not 544")) << found.err;
  EXPECT_TRUE(has(found.out, "\nmin_sum ")) << found.out;
}

}  // namespace
}  // namespace switchyard::cli
