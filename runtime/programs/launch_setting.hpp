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

/// Whether runs of programs will be repeated, as in a stress. Measured computing is then refused,
/// because no two runs with it are equal.
enum class RunRepetition : std::uint8_t { single_run, repeated_runs };

/// The names and texts with which users set one field of LaunchSetting.
struct LaunchEntry {
  std::string option;      ///< name of the option, such as "--standard-sends"
  std::string key;         ///< name of the key in files, such as "standard_sends"
  std::string value_name;  ///< name of the option's value in the help text
  std::string help_text;
  std::vector<std::string> choices;  ///< all possible values, if they are few; otherwise empty
  std::string default_value;         ///< the default value of the field
  const char* applicable_programs;   ///< part of a sentence: the programs that the option is for
  /// Sets the field of `target` to the value that `text` names. Throws UsageError that names `place`.
  void (*set)(LaunchSetting& target, const InputPlace& place, const std::string& text);
  std::string (*text_of_value)(
      const LaunchSetting& setting);  ///< returns the field's value as a text that `set` accepts
};

/// Returns an entry for each field of LaunchSetting. A new setting needs a field in LaunchSetting
/// and an entry in this list.
std::vector<LaunchEntry> launch_entries(RunRepetition repeats);

/// One field of LaunchSetting as text: its option, its key in files, and its value.
struct LaunchValue {
  std::string option;
  std::string key;
  std::string value;
};
/// Returns the fields of a setting that differ from their defaults, as text.
std::vector<LaunchValue> changed_values_of(const LaunchSetting& setting);

}  // namespace switchyard
