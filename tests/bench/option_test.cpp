#include "bench/experiment/option.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/machine_options.hpp"

namespace switchyard {
namespace {

/// What the parser notes for a command that has these options, after `text` was given for one of them.
std::vector<GivenOption> given_after(std::vector<Option> options, const std::string& name, const std::string& text) {
  std::vector<GivenOption> given;
  note_given(options, given);
  std::ranges::find(options, name, &Option::name)->set(text);
  return given;
}

TEST(Option, OutsideItsScopeIsGivenInVain) {
  ExchangeOptions target;
  const auto given = given_after(execution_options(target), "--reuse", "3");
  EXPECT_EQ(target.reuse, 3U);
  EXPECT_EQ(option_without_effect(given, Scope::matrices), std::nullopt);
  EXPECT_EQ(option_without_effect(given, Scope::programs), "--reuse");
  EXPECT_EQ(option_without_effect(given, Scope::replay_files), "--reuse");
}

TEST(Option, OfAMachineCountsBesideTheLineOfARunButNotBesideItsFile) {
  MachineOptions target;
  const auto given = given_after(machine_options(target), "--nodes", "8");
  EXPECT_EQ(option_without_effect(given, Scope::replay_lines), std::nullopt);
  EXPECT_EQ(option_without_effect(given, Scope::replay_files), "--nodes");
}

TEST(Option, NotesThatItSaysWhatHoldsAnyway) {
  ExchangeOptions target;
  EXPECT_TRUE(given_after(execution_options(target), "--schedule", "static").front().is_usual);
  EXPECT_FALSE(given_after(execution_options(target), "--schedule", "runtime").front().is_usual);
  EXPECT_FALSE(given_after(execution_options(target), "--time-limit", "1s").front().is_usual);
}

TEST(Option, MayBeNarrowedToOneScope) {
  bool is_set = false;
  EXPECT_EQ(flag("--check", "help", is_set).scope, Scope::runs);
  EXPECT_EQ(only_for(Scope::applications, flag("--check", "help", is_set)).scope, Scope::applications);
}

TEST(Option, IsNamedByTheErrorThatIsAboutIt) {
  EXPECT_EQ(about("--size", [] { return 3; }), 3);
  try {
    about("--size", [] { throw UsageError("'0' is too small"); });
    FAIL() << "nothing is thrown";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "--size: '0' is too small");
  }
}

}  // namespace
}  // namespace switchyard
