#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Returns a command line of `switchyard bench` with options that make its measurement short.
std::vector<std::string> short_bench_arguments(std::vector<std::string> arguments, const char* rounds = "3") {
  const std::vector<std::string> before{"bench", "--rounds", rounds, "--round-time", "1ms", "--quiet"};
  arguments.insert(arguments.begin(), before.begin(), before.end());
  return arguments;
}

std::vector<std::string> short_bench_arguments_with_load(std::vector<std::string> arguments, const char* rounds = "3") {
  arguments.insert(arguments.end(), {"--load", SWITCHYARD_PLANTED});
  return short_bench_arguments(std::move(arguments), rounds);
}

TEST(CliBench, SaysWhatSchedulesExchangesAndTheClockCost) {
  const TemporaryFolder folder;
  const FinishedProgram bench = run_switchyard_program(short_bench_arguments(
      {"--algorithm", "rs_n,ac", "--nodes", "8..32", "--density", "4", "--json", folder.path_of_file("b.json")}));
  ASSERT_EQ(bench.code, 0) << bench.standard_error;
  EXPECT_EQ(bench.standard_error, "");
  for (const char* part :
       {"making the schedule, medians of 3 interleaved rounds", "ns/operation", "heap_ns", "hand_overs/message",
        "bare_queues_ns", "ns/event", "bare_engine_ns", "times_ac", "bytes/node", "growth of making the schedule"}) {
    EXPECT_TRUE(contains(bench.standard_output, part)) << part << "\n" << bench.standard_output;
  }
  const std::string json = text_of_file(folder.path_of_file("b.json"));
  for (const char* part : {"\"schedule/rs_n/n:8/d:4/bytes:1024/process_time\"", "\"virtual/ac/n:32/d:4/bytes:1024",
                           "\"bare_engine/n:16/", "\"host_name\"", "\"machine\": \"ipsc860\""}) {
    EXPECT_TRUE(contains(json, part)) << part;
  }
  EXPECT_FALSE(contains(json, "\"schedule/ac/")) << "AC makes no schedule";

  const FinishedProgram page = run_switchyard_program(
      {"report", folder.path_of_file("b.json"), "--output", folder.path_of_file("b.html"), "--draw", "own"});
  EXPECT_EQ(page.code, 0) << page.standard_error;
  const std::string html = text_of_file(folder.path_of_file("b.html"));
  for (const char* part : {"making the schedule, density 4", "where the time of an emulated message goes", "the rest",
                           "<dt>executor</dt>"}) {
    EXPECT_TRUE(contains(html, part)) << part;
  }
}

TEST(CliBench, NamesTheFunctionsInWhichTheTimeGoes) {
  const FinishedProgram bench = run_switchyard_program(
      short_bench_arguments({"--algorithm", "rs_n", "--nodes", "64", "--measure", "schedule", "--profile"}, "1"));
  if (bench.code == 2) {  // the host has no program perf, or does not let users take samples
    EXPECT_TRUE(bench.standard_error.starts_with("--profile: perf ")) << bench.standard_error;
    GTEST_SKIP() << bench.standard_error;
  }
  EXPECT_EQ(bench.code, 0) << bench.standard_error;
  EXPECT_TRUE(contains(bench.standard_output, "where the processor's time goes")) << bench.standard_output;
  EXPECT_TRUE(contains(bench.standard_output, "make_rs_n_schedule")) << bench.standard_output;
}

TEST(CliBench, SaysThatPerfIsMissing) {
  const TemporaryFolder empty;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", empty.path().c_str(), 1);
  const FinishedProgram bench =
      run_switchyard_program(short_bench_arguments({"--nodes", "8", "--density", "2", "--profile"}, "1"));
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(bench.code, 2);
  EXPECT_EQ(bench.standard_error, "--profile: perf is not there; install it (linux-perf), or leave --profile out\n");
}

TEST(CliBench, MeasuresAUsersAlgorithmOnThreadsToo) {
  const FinishedProgram bench = run_switchyard_program(
      short_bench_arguments_with_load({"--algorithm", "wasteful,lp", "--nodes", "8", "--density", "2", "--executor",
                                       "threads", "--measure", "exchange,virtual"}));
  EXPECT_EQ(bench.code, 0) << bench.standard_error;
  EXPECT_TRUE(contains(bench.standard_output, "wasteful")) << bench.standard_output;
  EXPECT_FALSE(contains(bench.standard_output, "making the schedule"));
}

// The planted scheduler is 100 times as slow as the baseline, and the limit is 900 %, so that other load on the host
// does not change the verdict.
TEST(CliBench, FindsAPlantedSlowdownAgainstABaselineAndNoneWithout) {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{"--algorithm", "wasteful", "--nodes",   "64",
                                           "--density",   "16",       "--measure", "schedule"};
  std::vector<std::string> first = arguments, second = arguments;
  first.insert(first.end(), {"--json", folder.path_of_file("b.json")});
  second.insert(second.end(), {"--baseline", folder.path_of_file("b.json"), "--limit", "900%", "--same-host"});
  ASSERT_EQ(run_switchyard_program(short_bench_arguments_with_load(first, "7")).code, 0);
  const FinishedProgram same = run_switchyard_program(short_bench_arguments_with_load(second, "7"));
  EXPECT_EQ(same.code, 0) << same.standard_output << same.standard_error;
  ::setenv("PLANTED_SLOWDOWN", "9900", 1);
  const FinishedProgram slower = run_switchyard_program(short_bench_arguments_with_load(second, "7"));
  ::unsetenv("PLANTED_SLOWDOWN");
  EXPECT_EQ(slower.code, 1) << slower.standard_output;
  EXPECT_TRUE(contains(slower.standard_error, "slower than the baseline by more than 900 %: 1 of 1"))
      << slower.standard_error;
  EXPECT_TRUE(contains(slower.standard_output, "slower"));
}

TEST(CliBench, ABaselineOfAnotherHostIsAWarningAndOfAnotherSettingAnError) {
  const TemporaryFolder folder;
  const std::vector<std::string> arguments{"--algorithm", "rs_n", "--nodes",   "8",
                                           "--density",   "2",    "--measure", "schedule"};
  std::vector<std::string> first = arguments, second = arguments;
  first.insert(first.end(), {"--json", folder.path_of_file("b.json")});
  second.insert(second.end(), {"--limit", "900%", "--baseline", folder.path_of_file("c.json")});
  ASSERT_EQ(run_switchyard_program(short_bench_arguments(first)).code, 0);
  std::string json = text_of_file(folder.path_of_file("b.json"));
  const std::size_t host = json.find("\"switchyard_host\": \"") + 20;
  write_text_file(folder.path_of_file("c.json"), json.substr(0, host) + "elsewhere, " + json.substr(host));
  const FinishedProgram warned = run_switchyard_program(short_bench_arguments(second));
  EXPECT_EQ(warned.code, 0) << warned.standard_error;
  EXPECT_TRUE(contains(warned.standard_error, "was measured on another host (elsewhere, ")) << warned.standard_error;
  second.emplace_back("--same-host");
  expect_usage_error(short_bench_arguments(second), "or leave --same-host out");
  second.insert(second.end() - 1, {"--machine", "cm5"});
  expect_usage_error(short_bench_arguments(second), "was measured with machine ipsc860, not cm5");
  write_text_file(folder.path_of_file("c.json"), R"({"context": {}, "benchmarks": []})");
  expect_usage_error(short_bench_arguments(second), "has no switchyard_schema in its context");
}

TEST(CliBench, WrongUseIsOneLine) {
  const auto with = [](std::vector<std::string> arguments) { return short_bench_arguments(std::move(arguments)); };
  expect_usage_error(with({"--nodes", "64..16"}), "--nodes: ");
  expect_usage_error(with({"--nodes", "16..64,32"}), "--nodes: 32 is there twice");
  expect_usage_error(with({"--nodes", "8", "--density", "8"}), "--density: no density is below 8");
  expect_usage_error(with({"--pattern", "complete", "--density", "8"}), "--density: pattern complete has none");
  expect_usage_error(with({"--algorithm", "pex"}), "add --pattern complete");
  expect_usage_error(with({"--measure", "schedul"}), "did you mean 'schedule'");
  expect_usage_error(with({"--measure", "schedule", "--algorithm", "ac"}), "--measure: 'ac' makes no schedule");
  expect_usage_error(with({"--limit", "10"}), "--limit: '10' is no percentage");
  expect_usage_error(with({"--limit", "10%"}), "--limit: is about a baseline");
  expect_usage_error(with({"--same-host"}), "--same-host: is about a baseline");
  expect_usage_error(with({"--nodes", "1048576", "--density", "256", "--bytes", "1MiB"}),
                     "measuring 1048576 nodes with density 256 takes about ");
}

TEST(CliBench, AWrongScheduleAndAnAlgorithmThatThrowsAreNamed) {
  const auto with = [](const char* name) {
    return short_bench_arguments_with_load({"--algorithm", name, "--nodes", "8", "--density", "2"});
  };
  expect_usage_error(with("crowded"), "'crowded' makes a wrong schedule for 8 nodes: ");
  expect_usage_error(with("far_away"), "'far_away' makes a wrong schedule for 8 nodes: ");
  expect_usage_error(with("throwing"), "'throwing' has thrown: no schedule today");
  EXPECT_EQ(run_switchyard_program(with("silent")).code, 4);
}

TEST(CliBench, InterruptedItShowsWhatWasMeasured) {
  const TemporaryFolder folder;
  const FinishedProgram bench =
      run_switchyard_program({"bench", "--algorithm", "interrupting", "--nodes", "16,32", "--density", "4", "--measure",
                              "schedule", "--round-time", "1ms", "--rounds", "100", "--quiet", "--json",
                              folder.path_of_file("b.json"), "--load", SWITCHYARD_PLANTED});
  EXPECT_EQ(bench.code, 130) << bench.standard_error;
  EXPECT_TRUE(contains(bench.standard_error, "interrupted: ")) << bench.standard_error;
  EXPECT_TRUE(contains(bench.standard_output, "making the schedule, medians of ")) << bench.standard_output;
  EXPECT_TRUE(contains(text_of_file(folder.path_of_file("b.json")), "schedule/interrupting/n:16/d:4/bytes:1024"));
}

}  // namespace
}  // namespace switchyard::cli
