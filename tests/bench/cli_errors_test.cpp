#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

struct WrongCommand {
  std::vector<std::string> arguments;
  std::string expected_error;
};

TEST(CommandLine, AnswersWrongUseWithOneLineThatSaysWhatWouldBeRight) {
  const std::vector<WrongCommand> all{
      {{},
       "write one of run, recommend, schedule, matrix, machine, reproduce, stress, verify, sweep, bench, trace, "
       "report, fit, list, generate"},
      {{"rnu"}, "unknown command 'rnu'; did you mean 'run'?"},
      {{"matrix", "mkae"}, "unknown command 'mkae'; did you mean 'make'?"},
      {{"matrix"}, "write one of make, convert, describe"},
      {{"--verison"}, "unknown option '--verison'; did you mean '--version'?"},
      {{"run", "--algoritm", "lp"}, "switchyard run: unknown option '--algoritm'; did you mean '--algorithm'?"},
      {{"run", "--algoritm=lp"}, "did you mean '--algorithm'?"},
      {{"machine", "--ste", "hop=1us", "ipsc860"}, "unknown option '--ste'; did you mean '--set'?"},
      {{"run", "extra"}, "'extra' is one argument too many"},
      {{"run", "--nodes"}, "--nodes: has no value"},
      {{"run", "--nodes", "--seed", "3"}, "--nodes: has no value; write one behind it"},
      {{"run", "--nodes=", "--seed", "1"}, "--nodes: is empty"},
      {{"run", "--no-verify=1"}, "--no-verify: takes no value"},
      {{"run", "--nodes", "4", "--nodes", "8"}, "--nodes: is given 2 times"},
      {{"run", "--nodes", "0"}, "--nodes: '0' is too small"},
      {{"run", "--nodes", "-4"}, "--nodes: '-4' is negative"},
      {{"run", "--nodes", "48"},
       "--nodes: 48 nodes are not a hypercube; write a power of two such as 32, or take "
       "another machine, such as mesh"},
      {{"run", "--nodes", "1000000"}, "--nodes: 1000000 nodes are more than ipsc860 can have"},
      {{"run", "--nodes", "1048576"}, "--nodes: 1048576 nodes are more than ipsc860 can have"},
      {{"run", "--nodes", "1"}, "--nodes: a dense pattern has no message on 1 node"},
      {{"run", "--nodes", "1", "--density", "1"}, "--nodes: a dense pattern has no message on 1 node"},
      {{"run", "--density", "64"}, "--density: '64' is too large for 64 nodes; write 1 to 63"},
      {{"run", "--density", "4,,8"}, "--density: '4,,8' has an empty item 2"},
      {{"run", "--density", "4,4"}, "--density: 4 is there twice"},
      {{"run", "--bytes", "4KB"}, "--bytes: '4KB' has the unknown unit 'KB'"},
      {{"run", "--samples", "0"}, "--samples: '0' is too small"},
      {{"run", "--seed", "x"}, "--seed: 'x' does not start with a digit"},
      {{"run", "--jobs", "0"}, "--jobs: '0' is too small"},
      {{"run", "--machine", "ipsc680"}, "--machine: unknown machine 'ipsc680'; did you mean 'ipsc860'?"},
      {{"run", "--machine", "none.toml"}, "none.toml:1:1: cannot be read"},
      {{"run", "--algorithm", "rsnl"}, "--algorithm: unknown algorithm 'rsnl'; did you mean 'rs_nl'?"},
      {{"run", "--algorithm", "lp,lp"}, "--algorithm: 'lp' is there twice"},
      {{"run", "--algorithm", "ac,pex", "--density", "2"}, "--algorithm: algorithm pex is for a complete exchange"},
      {{"trace", "--algorithm", "pex", "--density", "2"}, "--algorithm: algorithm pex is for a complete exchange"},
      {{"schedule", "--machine", "mesh", "--size", "8x8", "--algorithm", "miscom_rerouted", "--density", "16"},
       "--algorithm: algorithm miscom_rerouted takes up to 512 messages"},
      {{"run", "--machine", "mesh", "--size", "5x3", "--algorithm", "ac,stable"},
       "--algorithm: algorithm stable needs an even number of nodes, not 15"},
      {{"run", "--algorithm", "ac,miscom_rerouted", "--density", "16"},
       "--algorithm: algorithm miscom_rerouted takes up to 512 messages, not 1024"},
      {{"run", "--algorithm", "miscom_improved", "--pattern", "percent:50"}, "takes up to 512 messages, not 2016"},
      {{"run", "--machine", "cm5", "--algorithm", "ac,drs", "--clock", "wall"},
       "--algorithm: algorithm drs needs active messages, which the clock wall does not carry"},
      {{"run", "--algorithm", "ac_unposted", "--protocol", "forced"}, "--algorithm: algorithm ac_unposted cannot run"},
      {{"run", "--clock", "vritual"}, "--clock: unknown clock 'vritual'; did you mean 'virtual'?"},
      {{"run", "--executor", "fibres"}, "--executor: unknown executor 'fibres'; did you mean 'fibers'?"},
      {{"run", "--protocol", "x"}, "--protocol: unknown protocol 'x'"},
      {{"run", "--schedule", "x"}, "--schedule: unknown schedule 'x'"},
      {{"run", "--set", "hop"}, "--set: 'hop' is not name=value"},
      {{"run", "--set", "hopp=3us"}, "'hopp'; did you mean 'hop'?"},
      {{"run", "--set", "hop=3"}, "'3' has no unit"},
      {{"run", "--machine", "mesh", "--set", "flit_buffer=0B"}, "--set flit_buffer: a channel holds at least"},
      {{"run", "--machine", "cm5_cmmd2"}, "--machine: unknown machine 'cm5_cmmd2'; did you mean 'cm5_cmmd3'?"},
      {{"run", "--machine", "cm5_cmmd3", "--set", "per_bite=1us/B"},
       "of cm5_cmmd3 'per_bite'; did you mean 'per_byte'?"},
      {{"run", "--machine", "cm5_cmmd3", "--set", "per_byte=50ns/B"},
       "--set per_byte: a lone message cannot be faster"},
      {{"run", "--machine", "paragon_osf12", "--set", "link_bandwidth=1MB/s"}, "--set link_bandwidth: a link carries"},
      {{"run", "--machine", "ipsc2", "--set", "packet=20B"}, "--set: unknown constant of ipsc2 'packet'"},
      {{"run", "--machine", "mesh", "--size", "1000x1000"}, "--size: a mesh of 1000 x 1000 nodes"},
      {{"run", "--set", "basic_operation=9000000000s"}, "basic_operation: '9000000000s' is too long"},
      {{"run", "--set", "unforced_per_byte=1000000s/B"}, "'1000000s/B' is too long; write at most 1ms/B"},
      {{"run", "--machine", "mesh", "--set", "bandwidth=1B/s"}, "'1B/s' is too little"},
      {{"run", "--machine", "mesh", "--set", "header=10000000000KiB"}, "is too large; write at most 1024GiB"},
      {{"trace", "--nodes", "4", "--density", "1", "--flows"}, "--flows: are for --output and --paje"},
      {{"trace", "--nodes", "4", "--density", "1", "--max-events", "3"}, "--max-events: is for --output"},
      {{"run", "--system-buffer", "4.5"}, "--system-buffer: '4.5' has a fraction"},
      {{"run", "--time-limit", "0s"}, "--time-limit: '0s' leaves no time"},
      {{"run", "--time-limit", "1s", "--clock", "off"}, "--time-limit: is virtual time"},
      {{"run", "--check-determinism", "2", "--clock", "off"}, "--check-determinism: only the virtual clock"},
      {{"run", "--check-determinism", "1"}, "--check-determinism: '1' is too small"},
      {{"run", "--pattern", "dens"}, "--pattern: unknown pattern 'dens'; did you mean 'dense'?"},
      {{"run", "--pattern", "dense:4"}, "--pattern: dense has nothing behind its name"},
      {{"run", "--pattern", "percent:101"}, "--pattern: '101' is no percentage"},
      {{"run", "--pattern", "bounded:k=3"}, "--pattern: bounded needs k, l and t"},
      {{"run", "--pattern", "bounded:k=32,l=2,t=64KiB"}, "'2' is no share between 0 and 1"},
      {{"run", "--pattern", "bounded:k=65,l=1/32,t=64KiB"}, "--pattern: bounded: k=65 of 64 nodes"},
      {{"run", "--pattern", "complete", "--density", "4"}, "--density: pattern complete has none"},
      {{"run", "--pattern", "complete", "--nodes", "8192", "--bytes", "1MiB"}, "GiB of memory"},
      {{"schedule", "--pattern", "complete", "--nodes", "64", "--bytes", "1000000000GiB"}, "--bytes: the messages"},
      {{"run", "--nodes", "8", "--pattern", "percent:-0"}, "no percentage"},
      {{"trace", "--pattern", "complete", "--nodes", "8192", "--bytes", "1MiB"}, "GiB of memory"},
      {{"stress", "--pattern", "complete", "--nodes", "8192", "--bytes", "1MiB", "--algorithm", "ac"}, "GiB of memory"},
      {{"run", "--diagonal", "drop"}, "--diagonal: is about a matrix from a file"},
      {{"run", "--matrix", "none.mtx"}, "none.mtx:1:1: cannot be read"},
      {{"run", "--matrix", SWITCHYARD_GRID, "--nodes", "32"}, "--nodes: the machine has 32 nodes and the matrix"},
      {{"run", "--matrix", SWITCHYARD_GRID, "--density", "4"}, "--density: the matrix comes from --matrix"},
      {{"run", "--matrix", SWITCHYARD_GRID, "--pattern", "complete"}, "--pattern: the matrix comes from --matrix"},
      {{"run", "--load", "none.so"}, "--load: cannot load 'none.so'"},
      {{"run", "--csv", "/none/x.csv"}, "--csv: cannot write '/none/x.csv'"},
      {{"schedule", "--algorithm", "ac"}, "--algorithm: 'ac' has no schedule"},
      {{"schedule", "--density", "4,8"}, "--density: '4,8' has ',8' behind the number"},
      {{"matrix", "convert", SWITCHYARD_GRID, "x.txt"}, "OUT: 'x.txt' has an unknown ending"},
      {{"matrix", "convert", SWITCHYARD_GRID}, "OUT is missing"},
      {{"matrix", "make", "--output", "x.dat"}, "--output: 'x.dat' has an unknown ending"},
      {{"matrix", "describe", "none.mtx"}, "none.mtx:1:1: cannot be read"},
      {{"machine"}, "NAME is missing"},
      {{"list", "experiment"}, "KIND: unknown kind 'experiment'; did you mean 'experiments'?"},
      {{"reproduce"}, "ID: no experiment is given; write one of 'switchyard list experiments'"},
      {{"reproduce", "wangranka.phase"}, "ID: unknown experiment 'wangranka.phase'; did you mean 'wangranka.phases'?"},
      {{"reproduce", "wang.*"}, "ID: no experiment matches 'wang.*'"},
      {{"reproduce", "wangranka.phases", "--samples", "0"}, "--samples: "},
      {{"reproduce", "wangranka.phases", "--claims", "/none/x.csv"}, "--claims: cannot write '/none/x.csv'"},
  };
  for (const WrongCommand& wrong : all) expect_usage_error(wrong.arguments, wrong.expected_error);
}

TEST(CommandLine, PrintsVersionAndHelp) {
  const FinishedProgram version = run_switchyard_program({"--version"});
  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.standard_output.starts_with("switchyard ")) << version.standard_output;
  const FinishedProgram help = run_switchyard_program({"--help"});
  EXPECT_EQ(help.code, 0);
  for (const char* command : {"run", "schedule", "matrix", "machine", "reproduce", "sweep", "list"}) {
    EXPECT_NE(help.standard_output.find(command), std::string::npos);
  }
}

/// Returns the words of each example command in a help text, without the word "switchyard".
std::vector<std::vector<std::string>> example_commands_in_help(const std::string& help) {
  std::vector<std::vector<std::string>> examples;
  for (const std::string& line : lines_of(help)) {
    if (!line.starts_with("  switchyard ")) continue;
    std::istringstream words(line);
    examples.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    examples.back().erase(examples.back().begin());
  }
  return examples;
}

TEST(CommandLine, ExamplesInEveryHelpTextWork) {
  const TemporaryFolder folder;
  std::filesystem::create_directory_symlink(SWITCHYARD_SOURCE_DIR "/bench", folder.path() / "bench");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const std::vector<std::vector<std::string>> commands{{},
                                                       {"run"},
                                                       {"schedule"},
                                                       {"matrix"},
                                                       {"matrix", "make"},
                                                       {"matrix", "convert"},
                                                       {"matrix", "describe"},
                                                       {"machine"},
                                                       {"reproduce"},
                                                       {"sweep"},
                                                       {"bench"},
                                                       {"list"},
                                                       {"generate"}};
  for (std::vector<std::string> command : commands) {
    command.push_back("--help");
    const auto examples = example_commands_in_help(run_switchyard_program(command).standard_output);
    EXPECT_EQ(examples.size(), 2U) << testing::PrintToString(command);
    for (const auto& example : examples) {
      const FinishedProgram finished = run_switchyard_program(example);
      EXPECT_EQ(finished.code, 0) << testing::PrintToString(example) << finished.standard_error;
    }
  }
  std::filesystem::current_path(before);
}

TEST(CommandLine, FailsWhenStandardOutputIsFull) {
  const FinishedProgram finished = run_switchyard_program({"list"}, {}, "/dev/full");
  EXPECT_EQ(finished.code, 1);
  EXPECT_EQ(finished.standard_error, "standard output: cannot write: No space left on device\n");
}

}  // namespace
}  // namespace switchyard::cli
