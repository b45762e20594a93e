#include <sys/resource.h>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <regex>

#include "bench/experiment/result_rows.hpp"
#include "machines/cm5.hpp"
#include "machines/mesh.hpp"
#include "runtime/run.hpp"
#include "runtime/stress/gtest.hpp"
#include "tests/bench/printed_document.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

/// Returns the section with a certain heading of the README of a layer (such as runtime or bench), or an empty text if
/// the README has none.
std::string readme_section(const std::string& layer, const std::string& heading) {
  const std::string text = text_of_file(SWITCHYARD_SOURCE_DIR "/" + layer + "/README.md");
  const std::size_t begin = text.find("\n## " + heading + "\n");
  return begin == std::string::npos ? "" : text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

/// Returns the words of each line of `text` that starts with "switchyard", without this first word and without
/// comments.
std::vector<std::vector<std::string>> switchyard_commands_in(const std::string& text) {
  std::vector<std::vector<std::string>> commands;
  for (const std::string& line : lines_of(text)) {
    if (!line.starts_with("switchyard ")) continue;
    std::istringstream words(line.substr(0, line.find("  #")));
    commands.emplace_back(std::istream_iterator<std::string>(words), std::istream_iterator<std::string>());
    commands.back().erase(commands.back().begin());
  }
  return commands;
}

TEST(Tutorial, ShowsTheAlgorithmThatIsCompiledHere) {
  const std::string code = text_of_file(SWITCHYARD_SOURCE_DIR "/bench/examples/my_algorithm.cpp");
  EXPECT_LE(lines_of(code).size(), 20U);
  EXPECT_NE(readme_section("algorithms", "Your own algorithm").find("```cpp\n" + code + "```\n"), std::string::npos);
}

TEST(Tutorial, ItsCommandsWork) {
  const auto commands = switchyard_commands_in(readme_section("algorithms", "Your own algorithm"));
  ASSERT_GE(commands.size(), 3U);
  const TemporaryFolder folder;
  std::filesystem::create_symlink(SWITCHYARD_MY_ALGORITHM, folder.path() / "my_algorithm.so");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const auto& command : commands) {
    const FinishedProgram finished = run_switchyard_program(command);
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(command) << finished.standard_error;
    EXPECT_NE(finished.standard_output.find("near_first"), std::string::npos) << finished.standard_output;
  }
  std::filesystem::current_path(before);
}

TEST(Tutorial, ScriptsThatReadTablesTakeThreeLinesAndNameColumnsThatExist) {
  int readers = 0;
  const std::string columns = fmt::format(",{},", csv_header());
  const std::regex column("[a-z]+_us|density|bytes|algorithm");
  for (const MarkdownCodeBlock& block :
       parse_markdown_document("bench/README.md", text_of_file(SWITCHYARD_SOURCE_DIR "/bench/README.md")).blocks) {
    if (block.language != "python" && block.language != "r") continue;
    ++readers;
    EXPECT_EQ(block.code_lines.size(), 3U) << block.file_and_line;
    for (const std::string& line : block.code_lines) {
      for (std::sregex_iterator at(line.begin(), line.end(), column), end; at != end; ++at)
        EXPECT_NE(columns.find(fmt::format(",{},", at->str())), std::string::npos)
            << block.file_and_line << ": " << at->str();
    }
  }
  EXPECT_EQ(readers, 2);
}

TEST(Tutorial, ShowsTheProgramThatIsCompiledHere) {
  const std::string code = text_of_file(SWITCHYARD_SOURCE_DIR "/bench/examples/my_program.cpp");
  EXPECT_LE(lines_of(code).size(), 30U);
  EXPECT_NE(readme_section("runtime", "Your own program").find("```cpp\n" + code + "```\n"), std::string::npos);
}

TEST(Tutorial, ShowsTheMachineThatIsCompiledHere) {
  const std::string code = text_of_file(SWITCHYARD_SOURCE_DIR "/bench/examples/my_machine.cpp");
  EXPECT_LE(lines_of(code).size(), 60U);
  EXPECT_NE(readme_section("machines", "Your own machine").find("```cpp\n" + code + "```\n"), std::string::npos);
}

TEST(Tutorial, TheBugOfThatProgramIsFoundAndReplayedByTheLineThatIsShown) {
  const auto commands = switchyard_commands_in(readme_section("runtime", "Your own program"));
  ASSERT_EQ(commands.size(), 3U);
  const TemporaryFolder folder;
  std::filesystem::create_symlink(SWITCHYARD_MY_PROGRAM, folder.path() / "my_program.so");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const FinishedProgram run = run_switchyard_program(commands[0]);
  const FinishedProgram stress = run_switchyard_program(commands[1]);
  const FinishedProgram replay = run_switchyard_program(commands[2]);
  std::filesystem::current_path(before);
  EXPECT_EQ(run.code, 0) << run.standard_error;
  EXPECT_EQ(stress.code, 3) << stress.standard_error;
  EXPECT_NE(stress.standard_output.find("stress --replay " + commands[2][2] + " "), std::string::npos)
      << stress.standard_output;
  EXPECT_EQ(replay.code, 3) << replay.standard_error;
  EXPECT_NE(replay.standard_output.find("two_rounds: deadlock"), std::string::npos) << replay.standard_output;
}

// ---- tests of pieces of programs that the READMEs print

namespace sy = switchyard;

TEST(Tutorial, TheHandlerOfARequestRunsOnTheReceiverAndThatOfItsReplyOnTheSender) {
  sy::run(sy::machines::cm5({.nodes = 2}), [](sy::Node& self) {
    int sum = 0;
    self.expose(sum);  // handlers on this node use this object
    self.barrier();
    self.request(self.id() ^ 1U, [value = 5](sy::ActiveMessage& at) {  // this handler runs on the other node
      at.state<int>() += value;
      at.reply([](sy::ActiveMessage& back) { back.state<int>() += 100; });  // this handler runs on the first node again
    });
    self.poll_until([&] { return sum == 105; });
    self.expect(sum == 105, "one request and one reply have come");
  });
}

void swap_with_neighbour(sy::Node& self) {
  std::array<std::byte, 64> out{}, in{};
  self.exchange(self.id() ^ 1U, out, in);
}

TEST(MyProgram, SurvivesAnyOrder) {
  const sy::Machine mesh = sy::machines::mesh({.width = 4, .height = 2});
  EXPECT_SURVIVES(mesh, swap_with_neighbour, {.runs = 200});
}

// ---- tests of all commands, blocks and links of the READMEs

/// Returns the paths of README.md and of all Markdown files in the folders of the layers, relative to the root of the
/// source tree.
std::vector<std::string> markdown_file_names() {
  const std::filesystem::path root = SWITCHYARD_SOURCE_DIR;
  std::vector<std::string> names{"README.md"};
  for (const char* layer : {"runtime", "machines", "algorithms", "bench", "tests"})
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / layer))
      if (entry.path().extension() == ".md") names.push_back(entry.path().lexically_relative(root).string());
  return names;
}

MarkdownDocument parse_markdown_file(const std::string& name) {
  return parse_markdown_document(name, text_of_file(SWITCHYARD_SOURCE_DIR "/" + name));
}

/// What to check in place of a README's command that the test cannot run. Either the test runs a smaller command, or
/// another file of the source tree is known to run the command and must contain a given text.
struct ReadmeCommandReplacement {
  std::string command;
  std::string replacement_command = {};
  std::string file_that_runs_command = {};
  std::string expected_text_in_file = {};
};

const std::vector<ReadmeCommandReplacement>& readme_command_replacements() {
  static const std::vector<ReadmeCommandReplacement> all{
      {.command = "./tests/run.sh", .file_that_runs_command = ".ci/run", .expected_text_in_file = "./tests/run.sh"},
      {.command = "cc -c $(pkg-config --cflags switchyard-nx) bench/examples/nx/ring.c",
       .file_that_runs_command = "tests/install/run.sh",
       .expected_text_in_file = "cc -c $(pkg-config --cflags switchyard-nx) "},
      {.command = "cc ring.o $(pkg-config --libs switchyard-nx) -o ring",
       .file_that_runs_command = "tests/install/run.sh",
       .expected_text_in_file = "cc ring.o $(pkg-config --libs switchyard-nx) -o ring"},
      {.command = "cmake -B build/release -G Ninja && cmake --build build/release",
       .file_that_runs_command = ".ci/build",
       .expected_text_in_file = "cmake --build \"build/$preset\""},
      {.command = "ctest --test-dir build/release --output-on-failure",
       .file_that_runs_command = "tests/run.sh",
       .expected_text_in_file = "ctest --test-dir \"build/$preset\""},
      {.command = "g++ -std=c++20 -O2 -fPIC -shared -I . bench/examples/my_algorithm.cpp -o my_algorithm.so",
       .file_that_runs_command = "tests/CMakeLists.txt",
       .expected_text_in_file = "add_library(my_algorithm MODULE"},
      {.command = "g++ -std=c++20 -O2 -fPIC -shared -I . bench/examples/my_machine.cpp "
                  "bench/examples/my_machine_library.cpp -o my_machine.so",
       .file_that_runs_command = "tests/CMakeLists.txt",
       .expected_text_in_file = "add_library(my_machine MODULE"},
      {.command = "g++ -std=c++20 -O2 -fPIC -shared -I . bench/examples/my_program.cpp -o my_program.so",
       .file_that_runs_command = "tests/CMakeLists.txt",
       .expected_text_in_file = "add_library(my_program MODULE"},
      {.command = "tests/recorded/compare.sh build/release/bin/switchyard rows",
       .file_that_runs_command = "tests/CMakeLists.txt",
       .expected_text_in_file = "foreach(kind rows "},
      {.command = "tests/recorded/compare.sh build/release/bin/switchyard rows --update",
       .file_that_runs_command = "tests/recorded/compare.sh",
       .expected_text_in_file = "--update first writes"},
      {.command = "switchyard verify ./a.out --nodes 2-4",
       .file_that_runs_command = "tests/bench/verify/cli_verify_test.cpp",
       .expected_text_in_file = "\"--nodes\", \"2-4\""},
      {.command = "switchyard-f77 -O2 bench/examples/nx/jacobi.f -o jacobi",
       .file_that_runs_command = "tests/runtime/programs/fortran_test.sh",
       .expected_text_in_file = "switchyard-f77\" -O2 \"$examples/nx/jacobi.f\" -o jacobi"},
      {.command = "switchyard run --program ./jacobi --machine ipsc860 --nodes 16 -- 100",
       .file_that_runs_command = "tests/runtime/programs/fortran_test.sh",
       .expected_text_in_file = "run --program ./jacobi --machine ipsc860 --nodes 16 -- 100"},
      {.command = "switchyard verify ./jacobi --nodes 2-4 -- 3",
       .file_that_runs_command = "tests/runtime/programs/fortran_test.sh",
       .expected_text_in_file = "verify ./jacobi --nodes 2-4 -- 3"},
      {.command = "switchyard-mpif90 -O2 bench/examples/mpi/heat.f90 -o heat",
       .file_that_runs_command = "tests/runtime/programs/fortran_test.sh",
       .expected_text_in_file = "switchyard-mpif90\" -O2 \"$examples/mpi/heat.f90\" -o heat"},
      {.command = "switchyard mpirun -n 16 --machine cm5 ./heat",
       .file_that_runs_command = "tests/runtime/programs/fortran_test.sh",
       .expected_text_in_file = "mpirun -n 16 --machine cm5 ./heat"},
      {.command = "switchyard verify ./heat --nodes 2-4",
       .file_that_runs_command = "tests/runtime/programs/fortran_test.sh",
       .expected_text_in_file = "verify ./heat --nodes 2-4"},
      {.command = "switchyard run --clock wall --against virtual --density 16",
       .file_that_runs_command = "tests/bench/cli_wall_test.cpp",
       .expected_text_in_file = "\"--against\", \"virtual\""},
      {.command = "switchyard bench --algorithm rs_n,rs_nl,lp --nodes 16,64 --density 8 --baseline b.json --limit 15%",
       .file_that_runs_command = "tests/bench/cli_bench_test.cpp",
       .expected_text_in_file = "\"--baseline\""},
      {.command = "switchyard sweep bench/examples/regions.toml --csv regions.csv",
       .replacement_command = "switchyard sweep bench/examples/regions.toml --csv regions.csv --dry-run"},
      {.command = "switchyard sweep bench/examples/regions.toml --csv regions.csv --resume",
       .file_that_runs_command = "tests/bench/cli_sweep_test.cpp",
       .expected_text_in_file = "\"--resume\""},
      {.command = "switchyard sweep bench/examples/regions.toml --csv part.3.csv --shard 3/8",
       .replacement_command = "switchyard sweep bench/examples/regions.toml --csv part.3.csv --shard 3/540"},
      {.command = "switchyard sweep bench/examples/regions.toml --merge part.*.csv --csv regions.csv",
       .file_that_runs_command = "tests/bench/cli_sweep_test.cpp",
       .expected_text_in_file = "\"--merge\""},
      {.command = "mpirun -n 64 switchyard sweep bench/examples/regions.toml --csv regions.csv",
       .file_that_runs_command = "tests/mpi/sweep_test.sh",
       .expected_text_in_file = "sweep \"$ranks\" small.toml"},
      {.command = "mpirun -n 64 switchyard stress --nodes 16 --algorithm all --density 4 --bytes 64 --runs 100000",
       .file_that_runs_command = "tests/mpi/shared_test.sh",
       .expected_text_in_file = "$stress --algorithm"},
      {.command = "mpirun -n 64 switchyard reproduce all --report report.html",
       .file_that_runs_command = "tests/mpi/shared_test.sh",
       .expected_text_in_file = "tables reproduce"},
      {.command = "mpirun -n 16 switchyard run --machine native --algorithm ac,lp,rs_nl --density 4 --bytes 1KiB "
                  "--samples 3 --csv native.csv",
       .file_that_runs_command = "tests/mpi/native_test.sh",
       .expected_text_in_file = "run --machine native"},
      {.command = "mpirun -n 16 switchyard run --machine native --algorithm ac,lp,rs_nl --density 4 --bytes 64KiB "
                  "--against ipsc860",
       .file_that_runs_command = "tests/mpi/native_test.sh",
       .expected_text_in_file = "run --machine native"},
      {.command = "switchyard reproduce all --report report.html",
       .replacement_command = "switchyard reproduce surma.example --report report.html"}};
  return all;
}

#ifndef SWITCHYARD_SANITIZED  // running all commands is too slow in builds with sanitizers

const ReadmeCommandReplacement* find_readme_command_replacement(const std::string& command) {
  for (const ReadmeCommandReplacement& one : readme_command_replacements())
    if (one.command == command) return &one;
  return nullptr;
}

/// Returns the lines of a command's output without the parts that differ between builds and hosts: the line about the
/// build, line numbers in source files, and the last columns of a table from "messages/s" on.
std::vector<std::string> comparable_lines(const std::vector<std::string>& lines) {
  std::vector<std::string> kept;
  std::size_t width = std::string::npos;
  for (const std::string& line : lines) {
    if (line.empty()) width = std::string::npos;
    if (line.starts_with("  build ")) continue;
    if (line.find("  messages/s") != std::string::npos) width = line.find("  messages/s");
    static const std::regex line_of_source("\\.cpp:[0-9]+\\)");
    kept.push_back(std::regex_replace(line.substr(0, width), line_of_source, ".cpp)"));
    kept.back().erase(kept.back().find_last_not_of(' ') + 1);
  }
  return kept;
}

/// Returns whether the lines `shown` in a README are the lines `all` of an output. A line "..." in `shown` stands for
/// any number of lines of `all`.
bool is_excerpt_of(const std::vector<std::string>& shown, const std::vector<std::string>& all) {
  std::vector<std::vector<std::string>> pieces(1);
  for (const std::string& line : shown) {
    if (line == "...")
      pieces.emplace_back();
    else
      pieces.back().push_back(line);
  }
  if (pieces.size() == 1) return shown == all;
  auto from = all.begin();
  for (const auto& piece : pieces) {
    const auto found = std::search(from, all.end(), piece.begin(), piece.end());
    if (found == all.end() && !piece.empty()) return false;
    if (&piece == &pieces.front() && found != all.begin()) return false;
    from = found + static_cast<std::ptrdiff_t>(piece.size());
  }
  return pieces.back().empty() || std::equal(pieces.back().rbegin(), pieces.back().rend(), all.rbegin());
}

/// A temporary folder in which the commands of a README find the same files as in the source tree, and the built
/// program on the path. The scripts that build and install are replaced by scripts that do nothing.
class FolderForReadmeCommands {
 public:
  FolderForReadmeCommands() {
    namespace fs = std::filesystem;
    const fs::path root = SWITCHYARD_SOURCE_DIR;
    for (const char* made : {"bench", ".ci", "build/release/bin"}) fs::create_directories(folder_.path() / made);
    fs::copy_file(root / "bench/quickstart.sh", folder_.path() / "bench/quickstart.sh");
    fs::create_symlink(root / "bench/examples", folder_.path() / "bench/examples");
    for (const char* stub : {"install_packages", "build"}) {
      write_text_file(folder_.path_of_file(std::string(".ci/") + stub), "#!/bin/sh\n");
      fs::permissions(folder_.path_of_file(std::string(".ci/") + stub), fs::perms::owner_all);
    }
    fs::create_symlink(SWITCHYARD_PROGRAM, folder_.path() / "build/release/bin/switchyard");
    for (const char* wrapper : {"switchyard-cc", "switchyard-mpicc"}) {
      fs::create_symlink(fs::path(SWITCHYARD_PROGRAM).parent_path() / wrapper,
                         folder_.path() / "build/release/bin" / wrapper);
    }
    fs::create_symlink(SWITCHYARD_MY_ALGORITHM, folder_.path() / "my_algorithm.so");
    fs::create_symlink(SWITCHYARD_MY_MACHINE, folder_.path() / "my_machine.so");
    fs::create_symlink(SWITCHYARD_MY_PROGRAM, folder_.path() / "my_program.so");
  }

  /// Runs the command by bash. Returns its exit code, and as one text what it has printed on standard output and
  /// standard error.
  FinishedProgram run_by_bash(const std::string& command) const {
    write_text_file(folder_.path_of_file("command"), command + "\n");
    const std::string line = "cd '" + folder_.path().string() +
                             "' && PATH=\"$PWD/build/release/bin:$PATH\" bash ./command </dev/null >printed 2>&1";
    const int status = std::system(line.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, text_of_file(folder_.path_of_file("printed")), ""};
  }

  const std::filesystem::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

/// Returns the processor time of all child processes that have ended, in seconds.
double processor_seconds_of_children() {
  rusage used{};
  ::getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

constexpr double kMostSecondsOfCommand = 10;

/// Runs a command of a README. Returns a text that says what is wrong with the command's exit code, time or output, or
/// an empty text if nothing is wrong.
std::string problem_of_command(const DocumentedCommand& command, const FolderForReadmeCommands& tree) {
  const ReadmeCommandReplacement* const other = find_readme_command_replacement(command.command_line);
  if (other != nullptr && other->replacement_command.empty()) return "";
  const double before = processor_seconds_of_children();
  const FinishedProgram finished =
      tree.run_by_bash(other != nullptr ? other->replacement_command : command.command_line);
  const std::string opening = command.file_and_line + ": " + command.command_line + "\n";
  if (finished.code != command.expected_exit_code)
    return opening + "ends with " + std::to_string(finished.code) + ":\n" + finished.standard_output;
  if (processor_seconds_of_children() - before > kMostSecondsOfCommand)
    return opening + "takes long: print a smaller one, or give it a substitute\n";
  if (!command.expected_output.empty() &&
      !is_excerpt_of(comparable_lines(command.expected_output), comparable_lines(lines_of(finished.standard_output))))
    return opening + "now answers:\n" + finished.standard_output;
  return "";
}

TEST(Printed, EveryCommandRunsAndAnswersWhatIsPrinted) {
  for (const std::string& name : markdown_file_names()) {
    const FolderForReadmeCommands tree;
    for (const DocumentedCommand& command : parse_markdown_file(name).commands)
      EXPECT_EQ(problem_of_command(command, tree), "");
  }
}

TEST(Printed, ProblemsOfCommandsThatFailOrPrintSomethingElseAreFound) {
  const FolderForReadmeCommands tree;
  const auto problem = [&](const std::string& text) {
    return problem_of_command(parse_markdown_document("a.md", text).commands.at(0), tree);
  };
  EXPECT_EQ(problem("```sh\nswitchyard list patterns  # what there is\n```\n"), "");
  EXPECT_NE(problem("```sh\nswitchyard lists\n```\n").find("a.md:1: switchyard lists\nends with 2"), std::string::npos);
  EXPECT_EQ(problem("```sh\nswitchyard lists  # exit code 2\n```\n"), "");
  EXPECT_NE(problem("`switchyard lists` is inline"), "");
  EXPECT_EQ(parse_markdown_document("a.md", "`switchyard machine NAME` is a form").commands.size(), 0U);
  EXPECT_EQ(problem("```sh\nswitchyard \\\n  --version\n```\n"), "");
  EXPECT_EQ(problem("```sh\necho 1; echo 2; echo 3\n```\n\n```text\n1\n...\n3\n```\n"), "");
  EXPECT_EQ(problem("```sh\necho 1; echo 2; echo 3\n```\n\n```text\n1\n...\n```\n"), "");
  EXPECT_NE(problem("```sh\necho 1; echo 2; echo 3\n```\n\n```text\n1\n3\n```\n"), "");
  EXPECT_NE(problem("```sh\necho 1; echo 2; echo 3\n```\n\n```text\n1\n2\n```\n"), "");
  EXPECT_NE(problem("```sh\necho 1; echo 2; echo 3\n```\n\n```text\n...\n4\n```\n"), "");
}

TEST(Printed, TheTimelineIsWhatItsCommandDraws) {
  const FolderForReadmeCommands tree;
  for (const DocumentedCommand& command : parse_markdown_file("bench/README.md").commands) {
    if (command.command_line.starts_with("switchyard trace ")) {
      EXPECT_EQ(problem_of_command(command, tree), "");
    }
  }
  EXPECT_EQ(text_of_file((tree.path() / "t.svg").string()),
            text_of_file(SWITCHYARD_SOURCE_DIR "/bench/examples/timeline.svg"));
}
#endif

TEST(Printed, EveryBlockIsOfAKindThatIsTested) {
  for (const std::string& name : markdown_file_names())
    EXPECT_EQ(parse_markdown_file(name).problems, std::vector<std::string>{}) << name;
  EXPECT_EQ(parse_markdown_document("a.md", "```sh\nls\n```\n").problems.size(), 0U);
  EXPECT_EQ(parse_markdown_document("a.md", "```\nls\n```\n").problems.size(), 1U);
  EXPECT_EQ(parse_markdown_document("a.md", "```ruby\nls\n```\n").problems.size(), 1U);
  EXPECT_EQ(parse_markdown_document("a.md", "```text\nls\n```\n").problems.size(), 1U);
  EXPECT_EQ(parse_markdown_document("a.md", "```sh\nls\n").problems.size(), 1U);
}

TEST(Printed, SubstitutesAreForPrintedCommandsAndAreFoundInTheirFiles) {
  std::vector<std::string> printed;
  for (const std::string& name : markdown_file_names())
    for (const DocumentedCommand& command : parse_markdown_file(name).commands) printed.push_back(command.command_line);
  for (const ReadmeCommandReplacement& one : readme_command_replacements()) {
    EXPECT_NE(std::find(printed.begin(), printed.end(), one.command), printed.end()) << one.command;
    EXPECT_NE(one.replacement_command.empty(), one.file_that_runs_command.empty()) << one.command;
    if (!one.file_that_runs_command.empty()) {
      EXPECT_NE(text_of_file(SWITCHYARD_SOURCE_DIR "/" + one.file_that_runs_command).find(one.expected_text_in_file),
                std::string::npos)
          << one.command;
    }
  }
}

/// Returns the lines without the blanks at the beginning of each line.
std::vector<std::string> without_indentation(std::vector<std::string> lines) {
  for (std::string& line : lines) line.erase(0, line.find_first_not_of(' '));
  return lines;
}

/// Returns, for each source file that the tests compile and for the CMakeLists.txt of the example project that uses the
/// installed library, its lines without indentation.
std::vector<std::vector<std::string>> lines_of_built_sources() {
  const std::filesystem::path root = SWITCHYARD_SOURCE_DIR;
  const std::string list = text_of_file(root / "tests/CMakeLists.txt");
  std::vector<std::vector<std::string>> sources;
  const auto add = [&](const std::filesystem::path& file) {
    sources.push_back(without_indentation(lines_of(text_of_file(file.string()))));
  };
  for (const char* folder : {"bench/examples", "tests/bench"})
    for (const auto& entry : std::filesystem::directory_iterator(root / folder))
      if (list.find(entry.path().filename().string()) != std::string::npos) add(entry.path());
  add(root / "tests/install/installed.cpp");
  add(root / "tests/install/CMakeLists.txt");
  return sources;
}

/// Returns whether the lines of a README's code block occur in one of the `sources`. For C++ code they must follow one
/// another directly. For CMake code only their order counts, and the source has the program name "outside" in place of
/// "my_program".
bool is_code_block_in_built_source(const MarkdownCodeBlock& block,
                                   const std::vector<std::vector<std::string>>& sources) {
  std::vector<std::string> piece = without_indentation(block.code_lines);
  return std::any_of(sources.begin(), sources.end(), [&](const std::vector<std::string>& source) {
    if (block.language != "cmake")
      return std::search(source.begin(), source.end(), piece.begin(), piece.end()) != source.end();
    auto at = source.begin();
    for (const std::string& line : piece) {
      at = std::find(at, source.end(), std::regex_replace(line, std::regex("my_program "), "outside "));
      if (at == source.end()) return false;
    }
    return true;
  });
}

TEST(Printed, EveryProgramIsPartOfASourceThatIsBuilt) {
  const auto sources = lines_of_built_sources();
  for (const std::string& name : markdown_file_names()) {
    for (const MarkdownCodeBlock& block : parse_markdown_file(name).blocks) {
      const bool is_built_code = block.language == "cpp" || block.language == "c";
      if (is_built_code) {
        EXPECT_TRUE(is_code_block_in_built_source(block, sources))
            << block.file_and_line << " prints what no test builds";
      }
    }
  }
  EXPECT_TRUE(is_code_block_in_built_source(parse_markdown_document("a.md", "```cpp\nint sum = 0;\n```\n").blocks.at(0),
                                            sources));
  EXPECT_FALSE(is_code_block_in_built_source(
      parse_markdown_document("a.md", "```cpp\nint sum = 0,5;\n```\n").blocks.at(0), sources));
}

TEST(Printed, EveryLinkLeadsToAFile) {
  for (const std::string& name : markdown_file_names()) {
    const std::filesystem::path folder = std::filesystem::path(SWITCHYARD_SOURCE_DIR "/" + name).parent_path();
    for (const std::string& link : parse_markdown_file(name).linked_files)
      EXPECT_TRUE(std::filesystem::exists(folder / link)) << name << " points to " << link;
  }
}

TEST(Printed, TheREADMECountsTheClaimsAsTheyAreRecorded) {
  std::size_t claims = 0, hold = 0;
  bool inside = false;
  for (const std::string& line : lines_of(text_of_file(SWITCHYARD_SOURCE_DIR "/tests/recorded/reproduce.txt"))) {
    const bool opens = line.starts_with("claim,holds,");
    if (opens || line.starts_with("> ") || line.starts_with("experiment,")) {
      inside = opens;
    } else if (inside) {
      ++claims;
      if (line.find(",true,") == line.find(',')) ++hold;
    }
  }
  const std::string text = text_of_file(SWITCHYARD_SOURCE_DIR "/README.md");
  EXPECT_NE(text.find("Of the " + std::to_string(claims) + " claims"), std::string::npos) << claims;
  EXPECT_NE(text.find("**" + std::to_string(hold) + " hold**"), std::string::npos) << hold;
}

}  // namespace
}  // namespace switchyard::cli
