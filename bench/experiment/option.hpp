#pragma once
/// \file option.hpp
/// Options of commands, as plain data. Each option is written on the command line, or as a key of a TOML file that
/// declares an experiment. Other headers (machine_options.hpp, pattern_options.hpp, ...) make lists of related options,
/// and each command combines the lists that it needs.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// A function that gets the value of a command-line option and declares in `files` which files that value names.
using FileUseRecorder =
    std::function<void(FilesUsedByCommand& files, const std::string& option, const std::string& value)>;

/// The kinds of work that a command can run. If an option has no meaning for the kind of work that a command runs,
/// giving the option is an error.
enum class WorkKinds : std::uint8_t {
  matrices = 1,  ///< algorithms that carry out communication matrices
  /// Node programs of libraries, or C and C++ programs, which the option --program names.
  programs = 2,
  applications = 4,  ///< applications that the option --application names
  /// A recorded run of a program, given as --replay with the line of text that stress testing has printed.
  replay_lines = 8,
  /// A recorded run, given as --replay with the file that stress testing has written for a failure.
  replay_files = 16,
  all_runs = matrices | programs | applications,
  all_work_kinds = all_runs | replay_lines | replay_files
};
constexpr WorkKinds operator|(WorkKinds one, WorkKinds other) noexcept {
  return static_cast<WorkKinds>(static_cast<unsigned>(one) | static_cast<unsigned>(other));
}
constexpr bool includes_work_kind(WorkKinds all, WorkKinds one) noexcept {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

/// One option of a command, or one positional argument.
struct CommandOption {
  std::string name;  ///< name such as "--nodes"; without dashes it is an argument, such as "FILE"
  std::string
      value_name;  ///< name of the option's value in the help text, such as "N"; empty if the option has no value
  std::string help_text;
  /// The function that takes the option's value as the user wrote it; the text is empty for an option without a value.
  /// It throws a UsageError that names the option if the value is wrong.
  std::function<void(const std::string& text)> set_value;
  bool may_be_repeated = false;
  bool is_required = false;
  /// all possible values of the option if there are only a few, so that shells can complete them; else empty
  std::vector<std::string> choices = {};
  /// Whether the option is applied before the other options, because their values may depend on it.
  bool is_applied_before_remaining_options = false;
  /// The function that declares which files the option's value names; empty if the value names no files.
  FileUseRecorder file_use_recorder = {};
  WorkKinds work_kinds = WorkKinds::all_runs;  ///< kinds of work for which the option has a meaning
  std::string default_value = {};              ///< the default value as a user would write it; empty if there is none
};

/// Returns the option, or the list of options, as one that has a meaning only for the kinds of work in `scope`.
CommandOption limit_options_to_work_kinds(WorkKinds scope, CommandOption option);
std::vector<CommandOption> limit_options_to_work_kinds(WorkKinds scope, std::vector<CommandOption> options);

/// An option that the user has given on the command line.
struct GivenOption {
  std::string name;
  WorkKinds work_kinds;
  bool has_default_value;  ///< whether the value that the user has given equals the option's default
};

/// Changes the options so that each of them adds an entry to the list `given` when the user gives the option. The list
/// must outlive the options.
void record_given_options(std::vector<CommandOption>& options, std::vector<GivenOption>& given);

/// Returns the name of the first option that the user has given and that has no meaning for this
/// kind of work; nothing if there is none.
std::optional<std::string> option_without_effect(const std::vector<GivenOption>& given, WorkKinds work);

/// Marks an option as one whose value is the path of a file that the command reads, and returns it.
CommandOption mark_option_as_input_file(CommandOption option);
/// Marks an option as one whose value is the path of a file that the command creates or replaces, and returns it.
CommandOption mark_option_as_output_file(CommandOption option);

/// Returns an option without a value, which sets `target` to true. `target` must outlive the option.
CommandOption flag_option(std::string name, std::string help, bool& target);

/// file_option() returns an option whose value is the path of a file to be written, and option_with_count_value() one
/// whose value is a number from `min` to `max`. `target`, which receives the value, must outlive the option.
CommandOption file_option(std::string name, std::string help, std::optional<std::string>& target);
CommandOption option_with_count_value(std::string name, std::string help, std::uint64_t& target, std::uint64_t min,
                                      std::uint64_t max);

/// Returns the index of `text` in the list `known`. If the list lacks it, throws a UsageError that suggests the most
/// similar entry.
std::size_t parse_choice(const UserInputPlace& place, const std::string& text, const std::vector<std::string>& known,
                         const std::string& noun = {});

/// Splits an option's value into words at blanks. A word that contains blanks is written in quotes. Throws UsageError
/// for a quote that is not closed.
std::vector<std::string> split_into_words(const UserInputPlace& place, const std::string& text);

/// Returns the key that corresponds to a command-line option in a TOML file, such as "time_limit" for "--time-limit".
std::string toml_key_of_option(const std::string& option);

/// Sets an option to the value `text` that a TOML file gives for it. If the value is wrong, throws a UsageError that
/// names `place` (the place of the value in the file) instead of the option.
void set_option_from_file(const CommandOption& option, const UserInputPlace& place, const std::string& text);

/// Calls `work` and returns its result. If `work` throws a UsageError, throws it again with `place` at the beginning of
/// its message.
template <class Work>
decltype(auto) call_with_input_place_in_errors(const UserInputPlace& place, Work work) {
  try {
    return work();
  } catch (const UsageError& error) {
    throw error.at(place);
  }
}

}  // namespace switchyard
