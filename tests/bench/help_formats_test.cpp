#include <cstdlib>

#include "bench/cli/commands.hpp"
#include "bench/cli/help_formats.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Calls `visit` for `command` and all its subcommands that can be run. Commands that only group others are skipped.
void for_each_command(const Command& command, const std::function<void(const Command&)>& visit) {
  if (command.run) visit(command);
  for (const Command& child : command.subcommands) for_each_command(child, visit);
}

TEST(HelpFormats, HaveEveryOptionOfEveryCommand) {
  const Command all = definition_of_all_commands();
  const std::string man = man_page(all, "test"), bash = bash_completion(all), zsh = zsh_completion(all);
  for_each_command(all, [&](const Command& command) {
    for (const CommandOption& option : command.options) {
      if (!option.name.starts_with('-')) continue;
      EXPECT_TRUE(contains(bash, option.name)) << option.name;
      EXPECT_TRUE(contains(zsh, option.name + "[")) << option.name;
      std::string in_man;
      for (const char c : option.name) in_man += c == '-' ? "\\-" : std::string(1, c);
      EXPECT_TRUE(contains(man, "\\fB" + in_man + "\\fR")) << option.name;
    }
  });
}

TEST(HelpFormats, ManualPageHasNoLineThatIsAMacroByChance) {
  const Command odd{
      .name = "odd", .summary = ".SH is no macro here", .run = [](FilesUsedByCommand&) { return ExitCode::done; }};
  const Command all{.name = "all", .summary = "back\\slash", .subcommands = {odd}};
  const std::string man = man_page(all, "test");
  EXPECT_TRUE(contains(man, "\n\\&.SH is no macro here.\n")) << man;
  EXPECT_TRUE(contains(man, "back\\eslash")) << man;
}

/// Returns the completions that bash offers for the last word of a command line.
std::string bash_completions(const std::string& words) {
  const TemporaryFolder folder;
  write_text_file(folder.path_of_file("script"),
                  run_switchyard_program({"generate", "bash"}).standard_output + "\nCOMP_WORDS=(" + words +
                      ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_switchyard\necho \"${COMPREPLY[*]}\"\n");
  const std::string command =
      "bash --norc '" + folder.path_of_file("script") + "' > '" + folder.path_of_file("out") + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0);
  return text_of_file(folder.path_of_file("out"));
}

TEST(HelpFormats, BashCompletesCommandsOptionsAndValues) {
  EXPECT_EQ(bash_completions("switchyard sw"), "sweep\n");
  EXPECT_EQ(bash_completions("switchyard matrix d"), "describe\n");
  EXPECT_EQ(bash_completions("switchyard run --clo"), "--clock\n");
  EXPECT_EQ(bash_completions("switchyard run --clock ''"), "virtual wall off\n");
  EXPECT_EQ(bash_completions("switchyard run --algorithm ac,rs_n"), "ac,rs_n ac,rs_nl\n");
  EXPECT_EQ(bash_completions("switchyard list ex"), "experiments\n");
  EXPECT_EQ(bash_completions("switchyard sweep '" SWITCHYARD_SOURCE_DIR "/READ'"),
            SWITCHYARD_SOURCE_DIR "/README.md\n");
}

}  // namespace
}  // namespace switchyard::cli
