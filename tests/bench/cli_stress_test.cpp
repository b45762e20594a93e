#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::string> make_stress_arguments_finding_deadlock(const std::string& runs, const std::string& folder) {
  return {"stress",      "--machine",       "ipsc860", "--nodes",         "16",  "--algorithm",
          "ac_unposted", "--system-buffer", "4KiB",    "--density",       "8",   "--bytes",
          "1KiB",        "--runs",          runs,      "--replay-folder", folder};
}

TEST(CliStress, FindsTheDeadlockOfFullBuffersAndReplaysIt) {
  const TemporaryFolder folder;
  const FinishedProgram found =
      run_switchyard_program(make_stress_arguments_finding_deadlock("100", folder.path().string()));
  EXPECT_EQ(found.code, 3) << found.standard_error;
  EXPECT_TRUE(contains(found.standard_output, "[cycle]")) << found.standard_output;
  const std::string file = folder.path_of_file("stress-ac_unposted-deadlock.json");
  EXPECT_TRUE(contains(found.standard_output, "replay: switchyard stress --replay " + file)) << found.standard_output;
  const auto json = nlohmann::json::parse(text_of_file(file));
  EXPECT_LE(json["matrix"].size(), 4U);
  const FinishedProgram again = run_switchyard_program({"stress", "--replay", file});
  EXPECT_EQ(again.code, 3) << again.standard_error;
  EXPECT_TRUE(contains(again.standard_output, "trace hash " + json["trace_hash"].get<std::string>()))
      << again.standard_output;
}

TEST(CliStress, KeepsTheReplayFileOfAnEarlierFinding) {
  const TemporaryFolder folder;
  const auto run_with_seed = [&](const char* seed) {
    auto arguments = make_stress_arguments_finding_deadlock("100", folder.path().string());
    arguments.insert(arguments.end(), {"--strategies", "random", "--seed", seed});
    return run_switchyard_program(arguments);
  };
  EXPECT_EQ(run_with_seed("1").code, 3);
  const std::string file = folder.path_of_file("stress-ac_unposted-deadlock.json");
  const std::string first = text_of_file(file);
  const FinishedProgram other = run_with_seed("2");
  EXPECT_TRUE(contains(other.standard_output, "--replay " + folder.path_of_file("stress-ac_unposted-deadlock-2.json")))
      << other.standard_output;
  EXPECT_EQ(text_of_file(file), first);
  EXPECT_EQ(run_with_seed("1").code, 3) << "the same finding again";
  EXPECT_EQ(folder.entry_count(), 2U);
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
  const FinishedProgram finished = run_switchyard_program(
      {"stress", "--nodes", "16", "--algorithm", "ac,lp,rs_n,rs_nl", "--density", "8", "--bytes", "1KiB", "--runs",
       "100", "--json", folder.path_of_file("s.json"), "--replay-folder", folder.path().string()});
  EXPECT_EQ(finished.code, 0) << finished.standard_output << finished.standard_error;
  const auto json = nlohmann::json::parse(text_of_file(folder.path_of_file("s.json")));
  ASSERT_EQ(json["algorithms"].size(), 4U);
  EXPECT_EQ(json["algorithms"][3]["runs"], 100);
  EXPECT_EQ(folder.entry_count(), 1U);
}

TEST(CliStress, LostDataHasAnExitCodeOfItsOwn) {
  const TemporaryFolder folder;
  const FinishedProgram finished =
      run_switchyard_program({"stress", "--load", SWITCHYARD_PLANTED, "--algorithm", "silent", "--nodes", "4",
                              "--density", "1", "--runs", "10", "--replay-folder", folder.path().string()});
  EXPECT_EQ(finished.code, 4) << finished.standard_error;
  EXPECT_TRUE(contains(finished.standard_output, "silent: data_lost")) << finished.standard_output;
}

TEST(CliStress, TheFindingsDoNotDependOnTheJobs) {
  const TemporaryFolder folder;
  auto arguments = make_stress_arguments_finding_deadlock("60", folder.path().string());
  arguments.insert(arguments.end(), {"--strategies", "random,pct,starve,buffers", "--jobs"});
  auto one = arguments, three = arguments;
  one.emplace_back("1");
  three.emplace_back("3");
  EXPECT_EQ(run_switchyard_program(one).standard_output, run_switchyard_program(three).standard_output);
}

TEST(CliStress, AnInterruptLeavesTheTallySoFarAndTheFindings) {
  const TemporaryFolder folder;
  const FinishedProgram finished = run_switchyard_program(
      make_stress_arguments_finding_deadlock("100000000", folder.path().string()), [](pid_t child) {
        // Interrupts the stress after two seconds of processor time. By then it has made some runs, each of which may
        // have ended in a deadlock.
        while (processor_ticks_of_process(child) < 200 && !has_process_ended(child)) std::this_thread::yield();
        ::kill(child, SIGINT);
      });
  EXPECT_EQ(finished.code, 130) << finished.standard_error;
  EXPECT_TRUE(contains(finished.standard_output, "runs by how they ended")) << finished.standard_output;
  EXPECT_TRUE(contains(finished.standard_error, "interrupted")) << finished.standard_error;
  EXPECT_EQ(folder.entry_count(), 1U);
}

TEST(CliStress, WrongInputIsOneLine) {
  const TemporaryFolder folder;
  expect_usage_error({"stress", "--runs", "0"}, "--runs");
  expect_usage_error({"stress", "--runs=-5"}, "--runs");
  expect_usage_error({"stress", "--strategies", "randm"}, "did you mean 'random'");
  expect_usage_error({"stress", "--strategies", "pct,pct"}, "is there twice");
  expect_usage_error({"stress", "--replay-folder", folder.path_of_file("none")}, "is no folder");
  expect_usage_error({"stress", "--replay", folder.path_of_file("none.json")}, "cannot read");
  write_text_file(folder.path_of_file("cut.json"), "{\"schema_version\": 1, ");
  expect_usage_error({"stress", "--replay", folder.path_of_file("cut.json")}, "ends too early");
  write_text_file(folder.path_of_file("old.json"), "{\"schema_version\": 9}");
  expect_usage_error({"stress", "--replay", folder.path_of_file("old.json")}, "schema version 9");
}

TEST(CliStress, RunningAllOrdersOfATinyCaseIsAProof) {
  const FinishedProgram finished = run_switchyard_program(
      {"stress", "--exhaustive", "--nodes", "2", "--density", "1", "--bytes", "64", "--algorithm", "ac,lp"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_TRUE(contains(finished.standard_output, "orders")) << finished.standard_output;
  EXPECT_TRUE(contains(finished.standard_output, "ac: proven for this matrix")) << finished.standard_output;
  EXPECT_TRUE(contains(finished.standard_output, "lp: proven for this matrix")) << finished.standard_output;
}

TEST(CliStress, RunningAllOrdersFindsADeadlockThatReplays) {
  const TemporaryFolder folder;
  const FinishedProgram found = run_switchyard_program(
      {"stress", "--exhaustive", "--nodes", "2", "--density", "1", "--bytes", "256", "--algorithm", "ac_unposted",
       "--system-buffer", "128B", "--replay-folder", folder.path().string()});
  EXPECT_EQ(found.code, 3) << found.standard_output << found.standard_error;
  EXPECT_TRUE(contains(found.standard_output, "[cycle]")) << found.standard_output;
  EXPECT_EQ(
      run_switchyard_program({"stress", "--replay", folder.path_of_file("stress-ac_unposted-deadlock.json")}).code, 3);
}

TEST(CliStress, RefusesOrdersThatWouldNotEndWithTheEstimate) {
  expect_usage_error({"stress", "--exhaustive", "--nodes", "16", "--algorithm", "ac_unposted"},
                     "--exhaustive: 16 nodes have too many orders");
  expect_usage_error({"stress", "--exhaustive", "--nodes", "4", "--density", "3", "--bytes", "1KiB", "--algorithm",
                      "ac_unposted", "--system-buffer", "1KiB"},
                     "--exhaustive: ac_unposted with 12 messages has about ");
}

TEST(CliStress, OneOrderForEachWayToReceiveFromAnyNodeIsAProof) {
  const FinishedProgram finished = run_switchyard_program(
      {"stress", "--exhaustive", "--nodes", "4", "--density", "3", "--bytes", "1KiB", "--algorithm", "ac_unposted"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_TRUE(contains(finished.standard_output, "ac_unposted    1296         0 ")) << finished.standard_output;
  EXPECT_TRUE(contains(finished.standard_output, "ac_unposted: one order for each choice stands for all"))
      << finished.standard_output;
}

TEST(CliStress, OneOrderOfAnySizeIsAProofWhereNoProgramMakesAChoice) {
  const FinishedProgram finished = run_switchyard_program(
      {"stress", "--exhaustive", "--nodes", "16", "--density", "4", "--bytes", "1KiB", "--algorithm", "ac"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_TRUE(contains(finished.standard_output, "ac: proven for this matrix")) << finished.standard_output;
  EXPECT_TRUE(contains(finished.standard_output, "ac: one order stands for all, as no program makes a choice"))
      << finished.standard_output;
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
  const FinishedProgram found = run_switchyard_program(arguments);
  EXPECT_EQ(found.code, 3) << found.standard_error;
  for (const char* name : {"\nac ", "\nac_unposted ", "\nrs_nl ", "\ngs "})
    EXPECT_TRUE(contains(found.standard_output, name)) << found.standard_output;
  EXPECT_TRUE(contains(found.standard_error, "left out: algorithm pex is for a complete exchange"))
      << found.standard_error;
  EXPECT_TRUE(contains(found.standard_output, "this is known of it")) << found.standard_output;
  auto ignoring = arguments;
  ignoring.emplace_back("--ignore-known");
  EXPECT_EQ(run_switchyard_program(ignoring).code, 0);
}

TEST(CliStress, AlgorithmAllLeavesOutThoseThatTakeFewerMessages) {
  const FinishedProgram found = run_switchyard_program({"stress", "--algorithm", "all", "--nodes", "32", "--density",
                                                        "17", "--bytes", "0", "--runs", "1", "--strategies", "random"});
  EXPECT_EQ(found.code, 0) << found.standard_error;
  EXPECT_TRUE(contains(found.standard_error, "left out: algorithm miscom_rerouted takes up to 512 messages, not 544"))
      << found.standard_error;
  EXPECT_TRUE(contains(found.standard_output, "\nmin_sum ")) << found.standard_output;
}

}  // namespace
}  // namespace switchyard::cli
