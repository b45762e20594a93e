#pragma once
/// \file option.hpp
/// Named settings of an experiment, as plain data: each is an option of the command line, or a key of a TOML file that
/// declares an experiment. Families of options (machine_options.hpp, pattern_options.hpp, ...) are lists of them, and
/// each command puts together the families that it needs.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// A function that gets the value of an option and declares to `files` the files that this value names.
using DeclareFiles = std::function<void(FilesInUse& files, const std::string& option, const std::string& value)>;

/// The kinds of work that a command can run. An option has a meaning for some kinds only, and is refused if the command
/// runs another kind.
enum class WorkKinds : std::uint8_t {
  matrices = 1,       ///< bare matrices, carried out by algorithms
  programs = 2,       ///< programs of --program
  applications = 4,   ///< applications of --application
  replay_lines = 8,   ///< --replay with the line that stress testing prints for a run of a program
  replay_files = 16,  ///< --replay with a file that stress testing has written for a failure
  runs = matrices | programs | applications,
  all_work = runs | replay_lines | replay_files
};
constexpr WorkKinds operator|(WorkKinds one, WorkKinds other) noexcept {
  return static_cast<WorkKinds>(static_cast<unsigned>(one) | static_cast<unsigned>(other));
}
constexpr bool has(WorkKinds all, WorkKinds one) noexcept {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

/// One option of a command, or one of its arguments.
struct CommandOption {
  std::string name;   ///< name such as "--nodes"; without dashes it is an argument, such as "FILE"
  std::string value;  ///< name of the value in the help, such as "N"; empty for a flag
  std::string help;
  /// Reads the value, as it was written; for a flag the text is empty. Throws UsageError that names the option.
  std::function<void(const std::string& text)> set;
  bool repeats = false;
  bool required = false;
  std::vector<std::string> choices = {};  ///< all possible values, if there are only a few; shells complete them
  bool first = false;       ///< whether this option is set before other options, whose values may depend on it
  DeclareFiles files = {};  ///< declares the files that the value names
  WorkKinds scope = WorkKinds::runs;  ///< kinds of work for which the option has a meaning
  std::string usual = {};             ///< the default as it is written on a command line, if there is one
};

/// Returns an option, or a list of options, limited to the kinds of work in `scope`.
CommandOption limited_to_scope(WorkKinds scope, CommandOption option);
std::vector<CommandOption> limited_to_scope(WorkKinds scope, std::vector<CommandOption> options);

/// An option that the user has given on the command line.
struct GivenOption {
  std::string name;
  WorkKinds scope;
  bool is_usual;  ///< whether the value that the user has given is the default
};

/// Makes each of the options add itself to the list `given` when the user sets it. The list must
/// outlive the options.
void record_given_options(std::vector<CommandOption>& options, std::vector<GivenOption>& given);

/// Returns the name of the first option that the user has given and that has no meaning for this
/// kind of work; nothing if there is none.
std::optional<std::string> option_without_effect(const std::vector<GivenOption>& given, WorkKinds work);

/// Returns the option marked as one whose value is the path of a file that the command reads.
CommandOption marked_as_input_file(CommandOption option);
/// Returns the option marked as one whose value is the path of a file that the command creates or
/// replaces.
CommandOption marked_as_output_file(CommandOption option);

/// Returns an option without a value, which sets `target`.
CommandOption flag_option(std::string name, std::string help, bool& target);

/// Two functions that return an option: file_option() one for the path of a file to be written, count_option() one for
/// a number from `min` to `max`. `target` must outlive the options.
CommandOption file_option(std::string name, std::string help, std::optional<std::string>& target);
CommandOption count_option(std::string name, std::string help, std::uint64_t& target, std::uint64_t min,
                           std::uint64_t max);

/// Returns the index of `text` in the list `known`. If it is not there, throws UsageError that
/// names the nearest entry.
std::size_t parse_choice(const InputPlace& place, const std::string& text, const std::vector<std::string>& known,
                         const std::string& noun = {});

/// Splits a value into words at blanks; quotes keep blanks inside a word. Throws UsageError for a quote that is not
/// closed.
std::vector<std::string> split_into_words(const InputPlace& place, const std::string& text);

/// Returns the key of a declared experiment that stands for an option, such as "time_limit" for "--time-limit".
std::string toml_key_of_option(const std::string& option);

/// Sets an option to the value that its key has in a TOML file. Throws UsageError that names `place`, a place in the
/// file, instead of the option.
void set_option_from_file(const CommandOption& option, const InputPlace& place, const std::string& text);

/// Returns the result of `work`. If `work` throws a UsageError, throws it again with `place` at the beginning of its
/// message.
template <class Work>
decltype(auto) with_errors_at(const InputPlace& place, Work work) {
  try {
    return work();
  } catch (const UsageError& error) {
    throw error.at(place);
  }
}

}  // namespace switchyard
