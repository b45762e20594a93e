#include <gtest/gtest.h>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Returns the arguments with an option --load added that loads a library of entries (machines, patterns and others,
/// but no algorithms).
std::vector<std::string> with_load_option(std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--load", SWITCHYARD_PLANTED_PROGRAMS});
  return arguments;
}

TEST(CliLibrary, ItsEntriesAreListedBesideTheShippedOnes) {
  EXPECT_TRUE(contains(run_switchyard_program(with_load_option({"list", "machines"})).standard_output,
                       "\n  fixed_delay  latency and bytes\n"));
  EXPECT_TRUE(contains(run_switchyard_program(with_load_option({"list", "patterns"})).standard_output,
                       "\n  ring  each node sends to the next ones"));
  EXPECT_TRUE(contains(run_switchyard_program(with_load_option({"list", "programs"})).standard_output,
                       "arguments   swaps:rounds=3"));
  EXPECT_TRUE(
      contains(run_switchyard_program(with_load_option({"list", "applications"})).standard_output, "\n  ring_steps  "));
  const std::string all = run_switchyard_program(with_load_option({"list"})).standard_output;
  for (const char* part : {"  ipsc860  ", "  fixed_delay  ", "  rs_nl  ", "  bounded  ", "  mine  ", "  euler  "}) {
    EXPECT_TRUE(contains(all, part)) << part;
  }
  EXPECT_TRUE(contains(run_switchyard_program({"list", "programs"}).standard_output, "none is shipped"));
}

TEST(CliLibrary, ItsMachineIsUsedLikeAShippedOne) {
  const TemporaryFolder folder;
  const FinishedProgram shown = run_switchyard_program(with_load_option({"machine", "fixed_delay", "--nodes", "8"}));
  EXPECT_EQ(shown.code, 0) << shown.standard_error;
  EXPECT_TRUE(contains(shown.standard_output, "machine fixed_delay")) << shown.standard_output;
  write_text_file(folder.path_of_file("m.toml"), "schema_version = 1\nmachine = \"fixed_delay\"\nnodes = 8\n");
  const FinishedProgram run = run_switchyard_program(
      with_load_option({"run", "--machine", folder.path_of_file("m.toml"), "--algorithm", "ac,rs_n", "--density", "3",
                        "--bytes", "16", "--samples", "2", "--csv", folder.path_of_file("r.csv")}));
  EXPECT_EQ(run.code, 0) << run.standard_error;
  EXPECT_TRUE(contains(text_of_file(folder.path_of_file("r.csv")), "\nfixed_delay,8,ac,dense,3,16,0,"));
  EXPECT_EQ(run_switchyard_program(with_load_option({"schedule", "--machine", "fixed_delay", "--nodes", "8",
                                                     "--algorithm", "rs_n", "--density", "3", "--verify"}))
                .code,
            0);
  EXPECT_EQ(run_switchyard_program(with_load_option({"trace", "--machine", "fixed_delay", "--nodes", "4", "--algorithm",
                                                     "ac", "--density", "2", "--svg", folder.path_of_file("t.svg")}))
                .code,
            0);
  EXPECT_EQ(run_switchyard_program(with_load_option({"stress", "--machine", "fixed_delay", "--nodes", "4",
                                                     "--algorithm", "ac", "--density", "2", "--runs", "20"}))
                .code,
            0);
}

TEST(CliLibrary, ItsPatternIsUsedLikeAShippedOne) {
  const TemporaryFolder folder;
  const FinishedProgram matrix = run_switchyard_program(
      with_load_option({"matrix", "make", "--nodes", "4", "--pattern", "ring:2", "--bytes", "8"}));
  EXPECT_EQ(matrix.code, 0) << matrix.standard_error;
  const FinishedProgram run = run_switchyard_program(
      with_load_option({"run", "--nodes", "4", "--pattern", "ring:2", "--bytes", "8", "--algorithm", "ac", "--samples",
                        "1", "--csv", folder.path_of_file("r.csv")}));
  EXPECT_EQ(run.code, 0) << run.standard_error;
  EXPECT_TRUE(contains(text_of_file(folder.path_of_file("r.csv")), "\nipsc860,4,ac,ring,2,8,0,1,virtual,threads,8,"));
}

TEST(CliLibrary, ItsApplicationIsUsedLikeAShippedOne) {
  const FinishedProgram run = run_switchyard_program(
      with_load_option({"run", "--nodes", "4", "--application", "ring_steps:64", "--algorithm", "ac,rs_n"}));
  EXPECT_EQ(run.code, 0) << run.standard_error;
  EXPECT_TRUE(contains(run.standard_output, "a ring of 64")) << run.standard_output;
}

TEST(CliLibrary, WrongUseOfItsEntriesIsRefusedInOneLine) {
  expect_usage_error({"run", "--machine", "fixed_delay"}, "--machine: unknown machine 'fixed_delay'");
  expect_usage_error(with_load_option({"run", "--machine", "fixed_delay", "--nodes", "2000"}),
                     "--nodes: fixed_delay has 1 to");
  expect_usage_error(with_load_option({"run", "--machine", "fixed_delay", "--set", "hop=1us"}),
                     "--set: unknown constant");
  expect_usage_error(with_load_option({"run", "--pattern", "ring:99", "--nodes", "4"}), "--pattern: ring: '99'");
  expect_usage_error(with_load_option({"run", "--pattern", "rink", "--nodes", "4"}), "did you mean 'ring'");
  expect_usage_error(with_load_option({"run", "--application", "ring_step"}), "did you mean 'ring_steps'");
  expect_usage_error(with_load_option({"run", "--application", "ring_steps:x", "--nodes", "4"}),
                     "--application: ring_steps:");
  expect_usage_error(with_load_option({"run", "--application", "cg:5"}), "--application: cg has options of its own");
}

TEST(CliLibrary, ALibraryThatCannotBeUsedIsRefusedInOneLine) {
  const auto refused = [&](const std::string& library, const std::string& part) {
    expect_usage_error({"list", "programs", "--load", library}, part);
  };
  refused(SWITCHYARD_WRONG_VERSION, "was built for version '0.0.9', and this is ");
  refused(std::filesystem::path(SWITCHYARD_WRONG_VERSION).replace_filename("libwrong_layouts.so"),
          "was built with headers or a compiler that differ from those of this program");
  refused(SWITCHYARD_WRONG_BY_THROWING, "switchyard_register threw: no licence found");
  refused(SWITCHYARD_WRONG_BY_THROWING_AN_INT, "switchyard_register threw what is no std::exception");
  refused(SWITCHYARD_WRONG_BY_NAME, "there is a machine 'mesh' already");
  expect_usage_error({"run", "--load", SWITCHYARD_WRONG_BY_NAME_OF_MODEL, "--machine", "other"},
                     "--machine: machine other calls itself 'fixed_delay'");
  expect_usage_error({"list", "--load", SWITCHYARD_PLANTED_PROGRAMS, "--load", SWITCHYARD_PLANTED_PROGRAMS},
                     "there is a program 'mine' already");
}

}  // namespace
}  // namespace switchyard::cli
