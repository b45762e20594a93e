#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

/// The part of the README under a heading.
std::string section(const std::string& heading) {
  const std::string text = text_of_file(SWITCHYARD_SOURCE_DIR "/README.md");
  const std::size_t begin = text.find("\n## " + heading + "\n");
  return begin == std::string::npos ? "" : text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

/// The command lines of its shell blocks, without what goes on in a comment.
std::vector<std::vector<std::string>> commands_in(const std::string& text) {
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
  EXPECT_NE(section("Your own algorithm").find("```cpp\n" + code + "```\n"), std::string::npos);
}

TEST(Tutorial, ItsCommandsWork) {
  const auto commands = commands_in(section("Your own algorithm"));
  ASSERT_GE(commands.size(), 3U);
  const TemporaryFolder folder;
  std::filesystem::create_symlink(SWITCHYARD_MY_ALGORITHM, folder.path() / "my_algorithm.so");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  for (const auto& command : commands) {
    const Finished finished = switchyard_program(command);
    EXPECT_EQ(finished.code, 0) << testing::PrintToString(command) << finished.err;
    EXPECT_NE(finished.out.find("near_first"), std::string::npos) << finished.out;
  }
  std::filesystem::current_path(before);
}

TEST(Tutorial, ShowsTheProgramThatIsCompiledHere) {
  const std::string code = text_of_file(SWITCHYARD_SOURCE_DIR "/bench/examples/my_program.cpp");
  EXPECT_LE(lines_of(code).size(), 30U);
  EXPECT_NE(section("Your own program").find("```cpp\n" + code + "```\n"), std::string::npos);
}

TEST(Tutorial, ShowsTheMachineThatIsCompiledHere) {
  const std::string code = text_of_file(SWITCHYARD_SOURCE_DIR "/bench/examples/my_machine.cpp");
  EXPECT_LE(lines_of(code).size(), 60U);
  EXPECT_NE(section("Your own machine").find("```cpp\n" + code + "```\n"), std::string::npos);
}

TEST(Tutorial, TheBugOfThatProgramIsFoundAndReplayedByTheLineThatIsShown) {
  const auto commands = commands_in(section("Your own program"));
  ASSERT_EQ(commands.size(), 3U);
  const TemporaryFolder folder;
  std::filesystem::create_symlink(SWITCHYARD_MY_PROGRAM, folder.path() / "my_program.so");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  const Finished run = switchyard_program(commands[0]);
  const Finished stress = switchyard_program(commands[1]);
  const Finished replay = switchyard_program(commands[2]);
  std::filesystem::current_path(before);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(stress.code, 3) << stress.err;
  EXPECT_NE(stress.out.find("stress --replay " + commands[2][2] + " "), std::string::npos) << stress.out;
  EXPECT_EQ(replay.code, 3) << replay.err;
  EXPECT_NE(replay.out.find("two_rounds: deadlock"), std::string::npos) << replay.out;
}

}  // namespace
}  // namespace switchyard::cli
