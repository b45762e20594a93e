#pragma once
/// \file launch_setting.hpp
/// The settings of a launch as text: as options of commands, as keys of files, and as parts of
/// printed commands.

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/error.hpp"
#include "runtime/programs/launch.hpp"

namespace switchyard {

/// Whether the run of a program will be repeated, as in a stress test. If so, ComputeCost::Kind::measured is refused,
/// because no two runs with measured computing times are equal.
enum class RunRepetition : std::uint8_t { single_run, repeated_runs };

/// How users set one field of LaunchSetting: the names of the option and of the key in files, and the texts that
/// describe them.
struct LaunchOption {
  std::string option;      ///< name of the option, such as "--standard-sends"
  std::string key;         ///< name of the key in files, such as "standard_sends"
  std::string value_name;  ///< placeholder for the option's value in the help text
  std::string help_text;
  std::vector<std::string> choices;  ///< all values that the option allows, if they are few; otherwise empty
  std::string default_value;         ///< default value of the setting, as users write it
  const char* applicable_programs;   ///< words for a sentence that say which programs the option applies to
  /// Sets one field of `target` to the value that `text` stands for. If there is no such value, throws a UsageError
  /// that names `place` in the user's input.
  void (*set)(LaunchSetting& target, const UserInputPlace& place, const std::string& text);
  /// Returns the text of the field's value, in the form that `set` accepts.
  std::string (*text_of_value)(const LaunchSetting& setting);
};

/// Returns one entry for each field of LaunchSetting. A new field of LaunchSetting needs an entry in this list.
std::vector<LaunchOption> launch_entries(RunRepetition repeats);

/// One field of LaunchSetting as text: the name of its option, its key in files, and its value.
struct LaunchOptionValue {
  std::string option;
  std::string key;
  std::string value;
};
/// Returns the fields of a setting that differ from their defaults, as text.
std::vector<LaunchOptionValue> nondefault_launch_option_values(const LaunchSetting& setting);

}  // namespace switchyard
