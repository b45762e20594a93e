#include "bench/experiment/option.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/program_options.hpp"

namespace switchyard {
namespace {

/// Returns which of the `options` the parser records as given after the option `name` was set to `text`.
std::vector<GivenOption> set_option_and_list_given_options(std::vector<CommandOption> options, const std::string& name,
                                                           const std::string& text) {
  std::vector<GivenOption> given;
  record_given_options(options, given);
  std::ranges::find(options, name, &CommandOption::name)->set_value(text);
  return given;
}

TEST(CommandOption, OutsideItsScopeHasNoEffect) {
  ExchangeOptions target;
  const auto given = set_option_and_list_given_options(execution_options(target), "--reuse", "3");
  EXPECT_EQ(target.reuse, 3U);
  EXPECT_EQ(option_without_effect(given, WorkKinds::matrices), std::nullopt);
  EXPECT_EQ(option_without_effect(given, WorkKinds::programs), "--reuse");
  EXPECT_EQ(option_without_effect(given, WorkKinds::replay_files), "--reuse");
}

TEST(CommandOption, OfAMachineHasAnEffectBesideAReplayLineButNotBesideAReplayFile) {
  MachineOptions target;
  const auto given = set_option_and_list_given_options(machine_options(target), "--nodes", "8");
  EXPECT_EQ(option_without_effect(given, WorkKinds::replay_lines), std::nullopt);
  EXPECT_EQ(option_without_effect(given, WorkKinds::replay_files), "--nodes");
}

TEST(CommandOption, IsRecordedAsUsualIfItGivesTheDefault) {
  ExchangeOptions target;
  EXPECT_TRUE(
      set_option_and_list_given_options(execution_options(target), "--schedule", "static").front().has_default_value);
  EXPECT_FALSE(
      set_option_and_list_given_options(execution_options(target), "--schedule", "runtime").front().has_default_value);
  EXPECT_FALSE(
      set_option_and_list_given_options(execution_options(target), "--time-limit", "1s").front().has_default_value);
}

TEST(CommandOption, MayBeNarrowedToOneScope) {
  bool is_set = false;
  EXPECT_EQ(flag_option("--check", "help", is_set).work_kinds, WorkKinds::all_runs);
  EXPECT_EQ(limit_options_to_work_kinds(WorkKinds::applications, flag_option("--check", "help", is_set)).work_kinds,
            WorkKinds::applications);
}

TEST(CommandOption, IsNamedByTheErrorThatIsAboutIt) {
  EXPECT_EQ(call_with_input_place_in_errors("--size", [] { return 3; }), 3);
  try {
    call_with_input_place_in_errors("--size", [] { throw UsageError("'0' is too small"); });
    FAIL() << "nothing is thrown";
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "--size: '0' is too small");
  }
}

TEST(CommandOption, FromAFileIsNamedByItsPlaceInTheFile) {
  ExchangeOptions target;
  const std::vector<CommandOption> options = execution_options(target);
  try {
    set_option_from_file(*std::ranges::find(options, "--reuse", &CommandOption::name), {"s.toml", 3, 9}, "none");
    FAIL() << "nothing is thrown";
  } catch (const UsageError& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("s.toml:3:9: ")) << error.what();
  }
}

/// Sets each option about the programs of a run (LaunchSetting) to a value that is not its default.
void give_launch_options_nondefault_values(LaunchSetting& setting) {
  for (const CommandOption& option : launch_options(setting, RunRepetition::repeated_runs)) {
    option.set_value(option.choices.empty() ? "declared" : option.choices.back());
  }
}

TEST(LaunchOptions, WriteASettingAsTheyReadIt) {
  LaunchSetting setting;
  EXPECT_TRUE(nondefault_launch_option_values(setting).empty());
  give_launch_options_nondefault_values(setting);
  LaunchSetting again;
  for (const LaunchOptionValue& each : nondefault_launch_option_values(setting)) {
    const std::vector<CommandOption> options = launch_options(again, RunRepetition::repeated_runs);
    std::ranges::find(options, each.option, &CommandOption::name)->set_value(each.value);
  }
  EXPECT_TRUE(again.runs_on_any_machine);
  EXPECT_EQ(again.compute_cost.kind, ComputeCost::Kind::declared_by_program);
  EXPECT_EQ(again.send_setting, StandardSendSetting::infinite);
  EXPECT_EQ(nondefault_launch_option_values(setting).size(), launch_options(again, RunRepetition::single_run).size());
}

TEST(LaunchOptions, RefuseMeasuredComputingWhereRunsAreRepeated) {
  LaunchSetting setting;
  const std::vector<CommandOption> options = launch_options(setting, RunRepetition::repeated_runs);
  EXPECT_THROW(std::ranges::find(options, "--compute", &CommandOption::name)->set_value("measured:2"), UsageError);
}

}  // namespace
}  // namespace switchyard
