#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Returns a command line with an option that loads the library of planted_programs.cpp.
std::vector<std::string> with_load_option(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin() + 1, {"--load", SWITCHYARD_PLANTED_PROGRAMS});
  return arguments;
}

FinishedProgram run_stress_of_deadlocking_program(const std::string& machine, const std::string& folder) {
  return run_switchyard_program(with_load_option({"stress", "--program", "mine", "--machine", machine, "--nodes", "8",
                                                  "--runs", "200", "--replay-folder", folder}));
}

/// Returns the words of the command "switchyard stress ..." at the end of the first line that contains `part`, without
/// "switchyard". Returns no words if no line contains `part`.
std::vector<std::string> extract_stress_command_from_line(const std::string& text, const std::string& part) {
  for (const std::string& line : lines_of(text)) {
    if (!contains(line, part)) continue;
    std::istringstream words(line.substr(line.rfind("switchyard stress ") + 11));
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

/// Returns how a replayed run ended, as the command has printed it: "deadlock after 12 events, trace hash ...".
std::string end_of_replay_output(const FinishedProgram& finished) {
  const std::string line = lines_of(finished.standard_output).front();
  return line.substr(line.find(": ") + 2);
}

TEST(CliProgram, ADeadlockIsFoundShrunkAndReplayedFromFileAndLine) {
  const TemporaryFolder folder;
  for (const char* machine : {"mesh", "fixed_delay", "cm5"}) {
    std::filesystem::create_directory(folder.path() / machine);
    const FinishedProgram found = run_stress_of_deadlocking_program(machine, folder.path_of_file(machine));
    EXPECT_EQ(found.code, 3) << found.standard_output << found.standard_error;
    const std::string file = folder.path_of_file(machine) + "/stress-mine-deadlock.json";
    const auto json = nlohmann::json::parse(text_of_file(file));
    EXPECT_LE(json["nodes"], 4) << machine;
    EXPECT_EQ(json["program"], "mine");
    const auto from_file = extract_stress_command_from_line(found.standard_output, "  replay: ");
    const auto from_line = extract_stress_command_from_line(found.standard_output, "sy1:");
    ASSERT_FALSE(from_file.empty() || from_line.empty()) << found.standard_output;
    const FinishedProgram by_file = run_switchyard_program(from_file), by_line = run_switchyard_program(from_line);
    EXPECT_EQ(by_file.code, 3) << by_file.standard_error;
    EXPECT_EQ(by_line.code, 3) << by_line.standard_error;
    EXPECT_EQ(end_of_replay_output(by_file), end_of_replay_output(by_line));
    EXPECT_TRUE(contains(end_of_replay_output(by_file), json["trace_hash"].get<std::string>()))
        << by_file.standard_output;
  }
}

TEST(CliProgram, AFindingIsDrawn) {
  const TemporaryFolder folder;
  const FinishedProgram found = run_stress_of_deadlocking_program("mesh", folder.path().string());
  auto from_line = extract_stress_command_from_line(found.standard_output, "sy1:");
  ASSERT_FALSE(from_line.empty()) << found.standard_output;
  from_line.front() = "trace";
  from_line.insert(from_line.end(), {"--svg", folder.path_of_file("line.svg")});
  const FinishedProgram by_line = run_switchyard_program(from_line);
  EXPECT_EQ(by_line.code, 3) << by_line.standard_error;
  EXPECT_TRUE(contains(by_line.standard_output, "mine: deadlock")) << by_line.standard_output;
  const FinishedProgram by_file =
      run_switchyard_program(with_load_option({"trace", "--replay", folder.path_of_file("stress-mine-deadlock.json"),
                                               "--svg", folder.path_of_file("file.svg")}));
  EXPECT_EQ(by_file.code, 3) << by_file.standard_error;
  EXPECT_TRUE(contains(text_of_file(folder.path_of_file("line.svg")), "<svg"));
}

TEST(CliProgram, RunningAllOrdersOfATinyProgramIsAProof) {
  const FinishedProgram proven = run_switchyard_program(
      with_load_option({"stress", "--exhaustive", "--program", "swaps:rounds=1", "--machine", "mesh", "--nodes", "2"}));
  EXPECT_EQ(proven.code, 0) << proven.standard_output << proven.standard_error;
  EXPECT_TRUE(contains(proven.standard_output, "swaps: proven for these nodes")) << proven.standard_output;
  const TemporaryFolder folder;
  const FinishedProgram found =
      run_switchyard_program(with_load_option({"stress", "--exhaustive", "--program", "wait_first", "--nodes", "2",
                                               "--replay-folder", folder.path().string()}));
  EXPECT_EQ(found.code, 3) << found.standard_output << found.standard_error;
  EXPECT_TRUE(contains(found.standard_output, "sy1:")) << found.standard_output;
}

TEST(CliProgram, HasRowsLikeAnAlgorithm) {
  const TemporaryFolder folder;
  const std::string csv = folder.path_of_file("r.csv");
  const FinishedProgram finished = run_switchyard_program(
      with_load_option({"run", "--program", "swaps:rounds=3", "--machine", "fixed_delay", "--nodes", "8", "--samples",
                        "2", "--check-determinism", "2", "--csv", csv}));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  const auto lines = lines_of(text_of_file(csv));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(lines[1].starts_with("fixed_delay,8,swaps,program,rounds=3,0,0,1,virtual,threads,24,")) << lines[1];
}

TEST(CliProgram, IsTraced) {
  const TemporaryFolder folder;
  const FinishedProgram finished =
      run_switchyard_program(with_load_option({"trace", "--program", "mine", "--machine", "fixed_delay", "--nodes", "4",
                                               "--output", folder.path_of_file("t.json")}));
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_TRUE(contains(finished.standard_output, "mine")) << finished.standard_output;
}

TEST(CliProgram, IsSweptBesideAlgorithmsOrAlone) {
  const TemporaryFolder folder;
  write_text_file(
      folder.path_of_file("both.toml"),
      "schema_version = 1\nmachines = [\"fixed_delay\", \"mesh\"]\nnodes = [4, 8]\nalgorithms = [\"ac\"]\n"
      "patterns = [\"ring:2\"]\nbytes = [16]\nprograms = [\"mine\", \"swaps:rounds=1\", \"swaps:rounds=2\"]\n"
      "samples = 2\n");
  const FinishedProgram both = run_switchyard_program(
      with_load_option({"sweep", folder.path_of_file("both.toml"), "--csv", folder.path_of_file("both.csv")}));
  EXPECT_EQ(both.code, 0) << both.standard_error;
  const std::string rows = text_of_file(folder.path_of_file("both.csv"));
  EXPECT_EQ(lines_of(rows).size(), 1U + 2 * 2 * 4 * 2);
  EXPECT_TRUE(contains(rows, "mesh,8,mine,program,,0,")) << rows;
  EXPECT_TRUE(contains(rows, "fixed_delay,4,swaps,program,rounds=2,0,")) << rows;
  EXPECT_TRUE(contains(rows, "mesh,4,ac,ring,2,16,")) << rows;
  const FinishedProgram again = run_switchyard_program(with_load_option(
      {"sweep", folder.path_of_file("both.toml"), "--csv", folder.path_of_file("both.csv"), "--resume"}));
  EXPECT_TRUE(contains(again.standard_output, "32 rows, 0 of them new")) << again.standard_output;
  write_text_file(folder.path_of_file("alone.toml"),
                  "schema_version = 1\nmachines = \"mesh\"\nnodes = [4, 9]\nprograms = \"swaps:rounds=1\"\n"
                  "skip_impossible = true\nsamples = 1\n");
  const FinishedProgram alone = run_switchyard_program(
      with_load_option({"sweep", folder.path_of_file("alone.toml"), "--csv", folder.path_of_file("alone.csv")}));
  EXPECT_EQ(alone.code, 0) << alone.standard_error;
  EXPECT_EQ(lines_of(text_of_file(folder.path_of_file("alone.csv"))).size(), 2U);
}

TEST(CliProgram, WrongUseIsOneLine) {
  const TemporaryFolder folder;
  expect_usage_error({"run", "--program", "mine"}, "--program: there is no program 'mine'; add --load");
  expect_usage_error(with_load_option({"run", "--program", "mime"}),
                     "--program: unknown program 'mime'; did you mean 'mine'");
  expect_usage_error(with_load_option({"run", "--program", "mine:3"}), "--program: program mine takes no arguments");
  expect_usage_error(with_load_option({"run", "--program", "swaps"}), "--program: swaps: write how many");
  expect_usage_error(with_load_option({"run", "--program", "swaps:rounds=2", "--machine", "mesh", "--nodes", "6"}),
                     "--program: program swaps needs a power of two of nodes, not 6");
  expect_usage_error(with_load_option({"stress", "--program", "needs_packets", "--machine", "mesh"}),
                     "--program: program needs_packets needs active messages, which machine mesh does not have");
  expect_usage_error(with_load_option({"run", "--program", "mine", "--density", "4"}),
                     "--density: is not for --program");
  expect_usage_error(with_load_option({"run", "--program", "mine", "--application", "cg"}),
                     "--application: is not for --program");
  expect_usage_error(with_load_option({"stress", "--program", "mine", "--algorithm", "ac"}),
                     "--algorithm: does nothing beside --program");
  expect_usage_error(with_load_option({"trace", "--program", "mine", "--bytes", "4"}), "--bytes: is not for --program");
  expect_usage_error({"stress", "--replay", "sy1:pct:1:n2:b0"}, "--program: is missing, as a replay string");
  expect_usage_error(with_load_option({"stress", "--replay", "sy1:pct:1:n2:b0:1", "--program", "mine"}),
                     "--replay: 'sy1:pct:1:n2:b0:1' is no replay string, as");
  expect_usage_error(with_load_option({"stress", "--replay", "sy1:pct:1:n3:b0", "--program", "mine", "--nodes", "8"}),
                     "--replay: the run has 3 nodes, and machine ipsc860 of 8 cannot have so many");
  expect_usage_error(with_load_option({"stress", "--replay", "sy1:pct:1:n2:b0", "--program", "mine", "--runs", "4"}),
                     "--runs: does nothing beside --replay");
  write_text_file(folder.path_of_file("s.toml"),
                  "schema_version = 1\nmachines = \"mesh\"\nprograms = [\"mine\"]\nbytes = 4\n");
  expect_usage_error(with_load_option({"sweep", folder.path_of_file("s.toml"), "--dry-run"}), "s.toml:4:");
  write_text_file(folder.path_of_file("t.toml"), "schema_version = 1\nmachines = \"mesh\"\nprograms = [\"mime\"]\n");
  expect_usage_error(with_load_option({"sweep", folder.path_of_file("t.toml"), "--dry-run"}),
                     "t.toml:3:13: unknown program 'mime'");
}

TEST(CliProgram, WrongUseOfFilesIsOneLine) {
  const TemporaryFolder folder;
  expect_usage_error({"stress", "--program", "./none"}, "--program: './none': there is no such file");
  expect_usage_error({"stress", "--program", "none@0-3"}, "--program: 'none': there is no such file");
  expect_usage_error(with_load_option({"run", "--program", "mine", "--program", "./none@1"}),
                     "--program: 'mine' is no file, and stands beside another program");
  expect_usage_error(with_load_option({"stress", "--program", "mine", "--", "word"}),
                     "--: what stands behind it is for a C");
  expect_usage_error(with_load_option({"stress", "--program", "mine", "--interface", "any"}),
                     "--interface: is for a C or C++");
  expect_usage_error(with_load_option({"run", "--program", "mine", "--standard-sends", "infinite"}),
                     "--standard-sends: is for an MPI program");
  expect_usage_error(with_load_option({"run", "--program", "mine", "--bare"}), "--bare: is for a C or C++ program");
  expect_usage_error({"trace", "--output-folder", folder.path().string()}, "--output-folder: is for a C or C++");
  expect_usage_error({"stress", "--replay", "sy1:pct:1:n2:b0", "--program", "./none"}, "'./none': there is no such");
  write_text_file(folder.path_of_file("s.toml"), "schema_version = 1\nmachines = \"mesh\"\nprograms = [\"./none\"]\n");
  expect_usage_error({"sweep", folder.path_of_file("s.toml"), "--dry-run"}, "s.toml:3:13: there is no such file");
  write_text_file(folder.path_of_file("t.toml"),
                  "schema_version = 1\nmachines = \"mesh\"\nprograms = {program = \"mine\", words = [\"\"]}\n");
  expect_usage_error(with_load_option({"sweep", folder.path_of_file("t.toml"), "--dry-run"}),
                     "words are for a C or C++ program");
  write_text_file(folder.path_of_file("u.toml"),
                  "schema_version = 1\nmachines = \"mesh\"\nprograms = \"./none\"\ninterface = \"all\"\n");
  expect_usage_error({"sweep", folder.path_of_file("u.toml"), "--dry-run"}, "u.toml:4:13: interface");
}

}  // namespace
}  // namespace switchyard::cli
