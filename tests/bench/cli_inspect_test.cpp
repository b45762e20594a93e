#include <algorithm>

#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

std::size_t count_of_lines_with(const std::string& text, const std::string& part) {
  return static_cast<std::size_t>(std::ranges::count_if(
      lines_of(text), [&](const std::string& line) { return line.find(part) != std::string::npos; }));
}

TEST(Schedule, SaysWhatWasVerifiedOfAGather) {
  const FinishedProgram ls = run_switchyard_program(
      {"schedule", "--machine", "cm5", "--algorithm", "ls", "--nodes", "8", "--pattern", "complete", "--verify"});
  EXPECT_EQ(ls.code, 0) << ls.standard_error;
  EXPECT_NE(ls.standard_output.find("each message once, one receiver a phase\n"), std::string::npos)
      << ls.standard_output;
  const FinishedProgram naive =
      run_switchyard_program({"schedule", "--algorithm", "naive", "--nodes", "8", "--pattern", "complete", "--verify"});
  EXPECT_NE(naive.standard_output.find("one send of a node a phase"), std::string::npos) << naive.standard_output;
}

TEST(Schedule, IsVerifiedForWhatItsAlgorithmPromisesOnThisMachine) {
  const std::string promised_on_cubes = "lp,linear,stable,pairwise_f,pairwise_u";
  const auto verified_on = [&](std::vector<std::string> machine) {
    machine.insert(machine.begin(), {"schedule", "--algorithm", promised_on_cubes, "--density", "7", "--verify"});
    const FinishedProgram finished = run_switchyard_program(machine);
    EXPECT_EQ(finished.code, 0) << finished.standard_output;
    return finished.standard_output;
  };
  const std::string links = "each message once, no node contention, no link contention";
  EXPECT_EQ(count_of_lines_with(verified_on({"--nodes", "16"}), links), 5U);
  EXPECT_EQ(count_of_lines_with(verified_on({"--machine", "mesh", "--size", "4x4"}), links), 0U);
}

TEST(MachineCommand, PrintsConstantsAndFacts) {
  const FinishedProgram finished = run_switchyard_program({"machine", "ipsc860", "--nodes", "16", "--set", "hop=5us"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  for (const char* part : {"nodes          16", "diameter       4 links", "forced_per_byte           394ns/B  paper"}) {
    EXPECT_NE(finished.standard_output.find(part), std::string::npos) << part << '\n' << finished.standard_output;
  }
  EXPECT_NE(finished.standard_output.find("hop                           5us"), std::string::npos)
      << finished.standard_output;
}

TEST(MachineCommand, PrintsTheReleaseThatConstantsBelongTo) {
  const FinishedProgram sunmos = run_switchyard_program({"machine", "paragon_sunmos"});
  EXPECT_EQ(sunmos.code, 0) << sunmos.standard_error;
  for (const char* part : {"release        SUNMOS (1994)", "170MB/s  printed elsewhere"})
    EXPECT_NE(sunmos.standard_output.find(part), std::string::npos) << part << '\n' << sunmos.standard_output;
  EXPECT_EQ(count_of_lines_with(run_switchyard_program({"machine", "mesh"}).standard_output, "release "), 0U);
  const std::string listed = run_switchyard_program({"list", "machines"}).standard_output;
  for (const char* name : {"paragon_osf12", "paragon_sunmos", "cm5_cmmd3", "ipsc2", "ncube2", "sp2"})
    EXPECT_NE(listed.find(std::string("  ") + name + "  "), std::string::npos) << name << '\n' << listed;
  EXPECT_NE(listed.find("release     CMMD 3 (1993)"), std::string::npos) << listed;
}

TEST(MachineCommand, SaysWhetherTheChannelsOfItsRoutesAreFreeOfDeadlock) {
  const auto printed = [](std::vector<std::string> machine) {
    machine.insert(machine.begin(), "machine");
    const FinishedProgram finished = run_switchyard_program(machine);
    EXPECT_EQ(finished.code, 0) << finished.standard_error;
    return finished.standard_output;
  };
  const std::string acyclic = "channel dependencies: acyclic (numbering of ";
  for (const auto& machine : std::vector<std::vector<std::string>>{{"ipsc860"},
                                                                   {"mesh"},
                                                                   {"torus", "--size", "8x8"},
                                                                   {"torus", "--set", "routing=adaptive"},
                                                                   {"dragonfly", "--nodes", "64"},
                                                                   {"dragonfly", "--set", "routing=valiant"}}) {
    EXPECT_EQ(count_of_lines_with(printed(machine), acyclic), 1U) << machine[0];
  }
  EXPECT_NE(printed({"torus", "--nodes", "5", "--set", "channels=1"})
                .find("channel dependencies: a cycle: links 0->1, 1->2, 2->3, 3->4, 4->0, of which each"),
            std::string::npos);
  EXPECT_EQ(count_of_lines_with(printed({"cm5"}), "channel dependencies"), 0U);
  const std::string large = printed({"ipsc860", "--nodes", "2048"});
  EXPECT_EQ(count_of_lines_with(large, "not checked with more than 1024 nodes"), 1U);
  EXPECT_EQ(count_of_lines_with(large, "not rehearsed with more than 1024 nodes"), 1U);
}

TEST(MachineCommand, RefusesUnknownReleasesAndConstants) {
  expect_usage_error({"machine", "paragon_osf13"}, "did you mean 'paragon_osf12'?");
  expect_usage_error({"machine", "ncube2", "--set", "hopp=2us"}, "did you mean 'hop'?");
  expect_usage_error({"machine", "ncube2", "--nodes", "48"}, "--nodes: 48 nodes are not a hypercube");
  expect_usage_error({"machine", "cm5_cmmd3", "--set", "per_byte=50ns/B"},
                     "per_byte: a lone message cannot be faster than the processors that move it");
}

TEST(MachineCommand, RefusesShapesThatAMachineCannotHave) {
  expect_usage_error({"machine", "torus", "--size", "0x8"}, "--size: '0' is too small");
  expect_usage_error({"machine", "mesh", "--size", "4x4x4"}, "--size: machine mesh has a width and a height");
  expect_usage_error({"machine", "dragonfly", "--nodes", "7"}, "--nodes: a dragonfly of 7 nodes is not possible");
  expect_usage_error({"machine", "dragonfly", "--size", "4x4"}, "--size: machine dragonfly has no width and height");
  expect_usage_error({"machine", "torus", "--set", "routing=adaptve"}, "did you mean 'adaptive'?");
}

TEST(MachineCommand, PrintsAFileThatReadsBackAsTheSameMachine) {
  const TemporaryFolder folder;
  const FinishedProgram written =
      run_switchyard_program({"machine", "ipsc860", "--nodes", "16", "--set", "hop=5us", "--no-drift", "--toml"});
  write_text_file(folder.path_of_file("m.toml"), written.standard_output);
  const FinishedProgram again = run_switchyard_program({"machine", folder.path_of_file("m.toml"), "--toml"});
  EXPECT_EQ(again.code, 0) << again.standard_error;
  EXPECT_EQ(again.standard_output, written.standard_output);
  const FinishedProgram run = run_switchyard_program(
      {"run", "--machine", folder.path_of_file("m.toml"), "--algorithm", "lp", "--bytes", "16", "--samples", "1"});
  EXPECT_EQ(run.code, 0) << run.standard_error;
  EXPECT_NE(run.standard_output.find("constants      hop=5us, drift_on=false"), std::string::npos)
      << run.standard_output;
  EXPECT_NE(run.standard_output.find("nodes          16"), std::string::npos);
}

TEST(MachineCommand, OptionsOverrideTheFile) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("m.toml"),
                  "schema_version = 1\nmachine = \"ipsc860\"\nnodes = 16\n[constants]\nhop = \"5us\"\n");
  const FinishedProgram finished =
      run_switchyard_program({"machine", folder.path_of_file("m.toml"), "--nodes", "8", "--set", "hop=6us", "--toml"});
  EXPECT_NE(finished.standard_output.find("nodes = 8\n"), std::string::npos);
  EXPECT_NE(finished.standard_output.find("hop = \"6us\"\n"), std::string::npos);
}

TEST(MachineCommand, NamesItsArgumentInErrors) {
  expect_usage_error({"machine", "foo"}, "NAME: unknown machine 'foo'; known: ipsc860");
  expect_usage_error({"run", "--machine", "foo"}, "--machine: unknown machine 'foo'; known: ipsc860");
  expect_usage_error({"run", "--machine", "ipsc860,cm5"},
                     "--machine: 'ipsc860,cm5' is not one machine; name one, or declare several in the file of a");
}

TEST(MachineCommand, OptionsForAConstantThatTheMachineLacksSaySo) {
  expect_usage_error({"machine", "cm5", "--no-drift"}, "--no-drift: machine cm5 has no drift; leave it out");
  expect_usage_error({"machine", "cm5", "--system-buffer", "4KiB"},
                     "--system-buffer: machine cm5 has no system buffer; leave it out");
  expect_usage_error({"run", "--machine", "mesh", "--no-drift"}, "--no-drift: machine mesh has no drift; leave it out");
  expect_usage_error({"machine", "foo", "--no-drift"}, "NAME: unknown machine 'foo'");
}

TEST(MachineCommand, APresetMeshIsAsShippedInItsOwnShapeOnly) {
  const auto run = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"run", "--machine", "paragon", "--algorithm", "lp", "--density", "2", "--bytes", "16",
                               "--samples", "1"});
    return run_switchyard_program(more).standard_output;
  };
  EXPECT_NE(run({}).find("constants      as shipped"), std::string::npos);
  EXPECT_NE(run({"--nodes", "32"}).find("constants      as shipped"), std::string::npos);
  EXPECT_NE(run({"--size", "8x8"}).find("constants      width=8, height=8"), std::string::npos);
}

struct InvalidMachineFileTestCase {
  std::string file_text;
  std::string expected_error;  ///< the part of the expected error text that comes after the file's name
};

TEST(MachineCommand, NamesLineAndColumnOfWhatIsWrongInAFile) {
  const std::string head = "schema_version = 1\nmachine = \"ipsc860\"\n";
  const std::vector<InvalidMachineFileTestCase> all{
      {"", ":1:1: schema_version is missing; write schema_version = 1"},
      {"schema_version = 1\n", ":1:1: machine is missing"},
      {"schema_version = 2\nmachine = \"ipsc860\"\n", ":1:18: schema_version is not one that is known; write 1"},
      {"schema_version = 1\nmachine = \"ipsc68\"\n", ":2:11: unknown machine 'ipsc68'; did you mean 'ipsc860'?"},
      {"schema_version = 1\nmachine = 3\n", ":2:11: machine is not a string"},
      {head + "nodse = 4\n", ":3:1: unknown key 'nodse'; did you mean 'nodes'?"},
      {head + "nodes = \"4\"\n", ":3:9: nodes is not a whole number"},
      {head + "nodes = 0\n", ":3:9: nodes is not a whole number"},
      {head + "nodes = 48\n", ":3:9: 48 nodes are not a hypercube"},
      {head + "constants = 3\n", ":3:13: constants is not a table"},
      {head + "[constants]\nhopp = \"5us\"\n", ":4:1: unknown constant of ipsc860 'hopp'; did you mean 'hop'?"},
      {head + "[constants]\nhop = \"5\"\n", ":4:7: hop: '5' has no unit"},
      {head + "[constants]\nhop = 5\n", ":4:7: hop: '5' has no unit"},
      {head + "[constants]\nhop = [5]\n", ":4:7: hop is neither text nor number"},
      {head + "[constants]\ndrift_on = 1\n", ":4:12: drift_on: '1' is not a flag"},
      {head + "nodes = \n", ":3:"},
      {head + "nodes = 4\nnodes = 5\n", ":4:"},
  };
  const TemporaryFolder folder;
  for (const InvalidMachineFileTestCase& wrong : all) {
    write_text_file(folder.path_of_file("m.toml"), wrong.file_text);
    expect_usage_error({"machine", folder.path_of_file("m.toml")}, "m.toml" + wrong.expected_error);
  }
}

TEST(MachineCommand, RefusesAFileThatIsTooDeepOrTooLong) {
  const TemporaryFolder folder;
  const std::string head = "schema_version = 1\nmachine = \"ipsc860\"\n", path = folder.path_of_file("m.toml");
  std::string deep = "a";
  for (int i = 0; i < 50'000; ++i) deep += ".a";
  const std::string said = ": a name has more than 16 dots; write tables that are less deep";
  const std::vector<InvalidMachineFileTestCase> all{
      {head + deep + " = 1\n", ":3:34" + said},
      {head + "[" + deep + "]\n", ":3:35" + said},
      {head + "x = {" + deep + " = 1}\n", ":3:39" + said},
      {head + "x = '''\n''''', \"\\\"\" # '\n" + deep + " = 1\n", ":5:34" + said},
      {head + "x = [\"\"\"a\"\"\"\", {" + deep + " = 1}]\n", ":3:50" + said},
  };
  for (const InvalidMachineFileTestCase& wrong : all) {
    write_text_file(path, wrong.file_text);
    expect_usage_error({"machine", path}, "m.toml" + wrong.expected_error);
  }
  write_text_file(path, head + std::string(1 << 20, '\n'));
  expect_usage_error({"machine", path}, "m.toml:1:1: the file has more than 1 MiB; give a smaller one");
  std::filesystem::create_symlink("/dev/zero", folder.path_of_file("endless.toml"));
  expect_usage_error({"machine", folder.path_of_file("endless.toml")},
                     "endless.toml:1:1: the file has more than 1 MiB");
}

TEST(MachineCommand, TakesDotsThatAreNotInNames) {
  const TemporaryFolder folder;
  const std::string dots(300, '.');
  write_text_file(folder.path_of_file("m.toml"),
                  "# " + dots + "\nschema_version = 1 # '" + dots +
                      "\nmachine = \"ipsc860\"\n[constants]\ndisturbance_probability = 0.001\n");
  const FinishedProgram finished = run_switchyard_program({"machine", folder.path_of_file("m.toml")});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  std::string numbers = "1.5";
  for (int i = 0; i < 300; ++i) numbers += ", 1.5";
  for (const std::string& value :
       {"\"" + dots + "\"", "'" + dots + "'", "\"\"\"\n" + dots + "\"\"\"", "[" + numbers + "]"}) {
    write_text_file(folder.path_of_file("m.toml"), "schema_version = 1\nmachine = \"ipsc860\"\nx = " + value + "\n");
    expect_usage_error({"machine", folder.path_of_file("m.toml")}, "m.toml:3:1: unknown key 'x'");
  }
}

TEST(MachineCommand, TakesNumbersAndFlagsWithoutQuotes) {
  const TemporaryFolder folder;
  write_text_file(
      folder.path_of_file("m.toml"),
      "schema_version = 1\nmachine = \"ipsc860\"\n[constants]\ndrift_on = false\ndisturbance_probability = 1e-3\n");
  const FinishedProgram finished = run_switchyard_program({"machine", folder.path_of_file("m.toml")});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  EXPECT_NE(finished.standard_output.find("0.001"), std::string::npos);
}

TEST(ScheduleCommand, PrintsAPhaseALine) {
  const FinishedProgram finished = run_switchyard_program(
      {"schedule", "--algorithm", "lp", "--nodes", "4", "--pattern", "complete", "--bytes", "16", "--verify"});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  // In phase k of algorithm lp (linear permutation), node i exchanges with node i xor k. So four nodes make two
  // exchanges in each phase.
  for (const char* part :
       {"1         4          2  0<->1 2<->3", "2         4          2  0<->2 1<->3",
        "3         4          2  0<->3 1<->2", "no violation", "phases     3", "messages   12", "basic operations"}) {
    EXPECT_NE(finished.standard_output.find(part), std::string::npos) << part << '\n' << finished.standard_output;
  }
}

TEST(ScheduleCommand, ShortensLongPhasesWithoutTheOptionFull) {
  const std::vector<std::string> arguments{"schedule",  "--algorithm", "rs_nl",  "--nodes", "64",
                                           "--density", "16",          "--seed", "3"};
  const FinishedProgram brief = run_switchyard_program(arguments);
  EXPECT_NE(brief.standard_output.find(" more\n"), std::string::npos);
  EXPECT_NE(brief.standard_output.find("--full prints all"), std::string::npos);
  std::vector<std::string> all = arguments;
  all.push_back("--full");
  const FinishedProgram full = run_switchyard_program(all);
  EXPECT_EQ(full.standard_output.find(" more\n"), std::string::npos);
}

TEST(ScheduleCommand, WritesEveryMessageAsCsv) {
  const TemporaryFolder folder;
  const FinishedProgram finished = run_switchyard_program(
      {"schedule", "--nodes", "16", "--density", "4", "--bytes", "1KiB", "--csv", folder.path_of_file("s.csv")});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  const std::vector<std::string> lines = lines_of(text_of_file(folder.path_of_file("s.csv")));
  ASSERT_EQ(lines.size(), 1U + 16 * 4);
  EXPECT_EQ(lines[0], "phase,source,destination,bytes");
  EXPECT_TRUE(lines[1].ends_with(",1024"));
}

TEST(ScheduleCommand, ReportsViolationsOfABrokenScheduler) {
  const FinishedProgram finished = run_switchyard_program({"schedule", "--load", SWITCHYARD_PLANTED, "--algorithm",
                                                           "crowded", "--nodes", "8", "--density", "3", "--verify"});
  EXPECT_EQ(finished.code, 1);
  EXPECT_NE(finished.standard_output.find("node 0 sends twice"), std::string::npos) << finished.standard_output;
  EXPECT_NE(finished.standard_output.find("no phase has 1 -> "), std::string::npos);
}

TEST(MatrixCommand, MakesTheSameMatrixForTheSameSeed) {
  const std::vector<std::string> arguments{"matrix", "make",    "--nodes", "16",     "--density",
                                           "4",      "--bytes", "1KiB",    "--seed", "3"};
  const FinishedProgram one = run_switchyard_program(arguments);
  EXPECT_EQ(one.code, 0) << one.standard_error;
  EXPECT_TRUE(one.standard_output.starts_with("%%MatrixMarket matrix coordinate integer general\n"));
  EXPECT_EQ(one.standard_output, run_switchyard_program(arguments).standard_output);
  std::vector<std::string> other = arguments;
  other.insert(other.end(), {"--sample", "1"});
  EXPECT_NE(one.standard_output, run_switchyard_program(other).standard_output);
}

TEST(QuietCommands, PrintNothingButTheirResults) {
  const TemporaryFolder folder;
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"matrix", "make", "--nodes", "8", "--density", "2"},
        {"matrix", "from-mesh", "--vertices", "100", "--nodes", "4", "--output", folder.path_of_file("m.mtx")},
        {"schedule", "--nodes", "8", "--density", "2"},
        {"stress", "--nodes", "4", "--algorithm", "ac", "--density", "2", "--bytes", "16", "--runs", "5"},
        {"trace", "--nodes", "4", "--algorithm", "ac", "--density", "2", "--bytes", "16"}}) {
    std::vector<std::string> words = command;
    words.emplace_back("--quiet");
    const FinishedProgram finished = run_switchyard_program(words);
    EXPECT_EQ(finished.code, 0) << words.front() << finished.standard_error;
    EXPECT_EQ(finished.standard_error, "");
  }
}

TEST(MatrixCommand, ConvertsThereAndBack) {
  const TemporaryFolder folder;
  EXPECT_EQ(run_switchyard_program(
                {"matrix", "make", "--nodes", "16", "--density", "4", "--output", folder.path_of_file("a.mtx")})
                .code,
            0);
  EXPECT_EQ(
      run_switchyard_program({"matrix", "convert", folder.path_of_file("a.mtx"), folder.path_of_file("b.csv")}).code,
      0);
  EXPECT_EQ(run_switchyard_program(
                {"matrix", "convert", folder.path_of_file("b.csv"), folder.path_of_file("c.csv"), "--dense"})
                .code,
            0);
  EXPECT_EQ(
      run_switchyard_program({"matrix", "convert", folder.path_of_file("c.csv"), folder.path_of_file("d.mtx")}).code,
      0);
  EXPECT_EQ(text_of_file(folder.path_of_file("a.mtx")), text_of_file(folder.path_of_file("d.mtx")));
  EXPECT_EQ(folder.entry_count(), 4U);
}

TEST(MatrixCommand, RefusesADenseFileThatWouldBeHuge) {
  const TemporaryFolder folder;
  const std::string sparse = folder.path_of_file("a.mtx"), dense = folder.path_of_file("b.csv");
  write_text_file(sparse, "%%MatrixMarket matrix coordinate integer general\n40000 40000 1\n1 2 16\n");
  expect_usage_error({"matrix", "convert", sparse, dense, "--dense"},
                     "--dense: 40000 lines of 40000 sizes are more than 1 GiB; leave it out for a line a message");
  expect_usage_error({"matrix", "make", "--nodes", "32768", "--density", "1", "--dense"}, "--dense: 32768 lines");
  EXPECT_EQ(folder.entry_count(), 1U);
  EXPECT_EQ(run_switchyard_program({"matrix", "convert", sparse, dense}).code, 0);
}

TEST(MatrixCommand, MakesTheMatrixThatRunUses) {
  const TemporaryFolder folder;
  const std::string grid = folder.path_of_file("a.mtx");
  EXPECT_EQ(run_switchyard_program(
                {"matrix", "make", "--nodes", "8", "--density", "3", "--bytes", "64", "--seed", "7", "--output", grid})
                .code,
            0);
  const auto schedule = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"schedule", "--algorithm", "lp", "--nodes", "8", "--full", "--csv", "/dev/stderr"});
    return run_switchyard_program(more).standard_error;
  };
  const std::string generated = schedule({"--density", "3", "--bytes", "64", "--seed", "7"});
  EXPECT_EQ(lines_of(generated).size(), 1U + 24);
  EXPECT_EQ(generated, schedule({"--matrix", grid}));
}

TEST(MatrixCommand, DescribesTheExample) {
  const FinishedProgram finished = run_switchyard_program({"matrix", "describe", SWITCHYARD_GRID});
  EXPECT_EQ(finished.code, 0) << finished.standard_error;
  for (const char* part : {"nodes           64", "messages        224 (5.56 % of all pairs)", "mutual pairs    112",
                           "symmetric       yes"}) {
    EXPECT_NE(finished.standard_output.find(part), std::string::npos) << part << '\n' << finished.standard_output;
  }
}

TEST(ListCommand, CitesMachinesAndAlgorithms) {
  const FinishedProgram all = run_switchyard_program({"list"});
  EXPECT_EQ(all.code, 0) << all.standard_error;
  for (const char* part :
       {"ipsc860", "Bokhari 1991", "rs_nl", "Wang and Ranka 1994, sec. 4", "needs", "guarantees", "wangranka.cost"}) {
    EXPECT_NE(all.standard_output.find(part), std::string::npos) << part;
  }
  const FinishedProgram machines = run_switchyard_program({"list", "machines"});
  EXPECT_EQ(machines.standard_output.find("rs_nl"), std::string::npos);
}

}  // namespace
}  // namespace switchyard::cli
