#pragma once
/// \file option.hpp
/// What can be said about an experiment by name, as plain data: an option of the command line, or a key of a declared
/// experiment. Families of options (machine_options.hpp, pattern_options.hpp, ...) are lists of them, and each command
/// puts together those that it has.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "runtime/error.hpp"

namespace switchyard {

/// Tells `files` what the value of an option means for them.
using TellFiles = std::function<void(FilesInUse& files, const std::string& option, const std::string& value)>;

/// What a command can run. An option says for which of these it means something; beside another one it is refused.
enum class Scope : std::uint8_t {
  matrices = 1,       ///< bare matrices, carried out by algorithms
  programs = 2,       ///< --program
  applications = 4,   ///< --application
  replay_lines = 8,   ///< --replay with the line that stands for a run of a program
  replay_files = 16,  ///< --replay with the file of a finding
  runs = matrices | programs | applications,
  everything = runs | replay_lines | replay_files
};
constexpr Scope operator|(Scope one, Scope other) noexcept {
  return static_cast<Scope>(static_cast<unsigned>(one) | static_cast<unsigned>(other));
}
constexpr bool has(Scope all, Scope one) noexcept {
  return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

/// One option of a command, or one of its arguments.
struct Option {
  std::string name;   ///< "--nodes"; without dashes it is an argument: "FILE"
  std::string value;  ///< what stands for the value in the help, "N"; empty for a flag
  std::string help;
  /// Takes the value as it was written, or nothing for a flag. Throws UsageError that names the option.
  std::function<void(const std::string& text)> set;
  bool repeats = false;
  bool required = false;
  std::vector<std::string> choices = {};  ///< all values, where they are few; for shells to complete
  bool first = false;                     ///< set before the others, as their values may depend on it
  TellFiles files = {};                   ///< of one that names files
  Scope scope = Scope::runs;              ///< what it means something for
  std::string usual = {};                 ///< the value that changes nothing, as it is written, where there is one
};

/// The option, or options, that mean something for nothing else.
Option only_for(Scope scope, Option option);
std::vector<Option> only_for(Scope scope, std::vector<Option> options);

/// An option that was given.
struct GivenOption {
  std::string name;
  Scope scope;
  bool is_usual;  ///< with the value that it has anyway
};

/// Lets the options note in `given`, which must outlive them, that they were given.
void note_given(std::vector<Option>& options, std::vector<GivenOption>& given);

/// The first one given that means nothing for `work`.
std::optional<std::string> option_without_effect(const std::vector<GivenOption>& given, Scope work);

/// The option, with a value that is the path of a file that is read.
Option that_reads(Option option);
/// The option, with a value that is the path of a file that is made, or takes the place of what is there.
Option that_replaces(Option option);

/// A flag that is set by naming it.
Option flag(std::string name, std::string help, bool& target);

/// A file to be made, and a number from `min` to `max`. `target` must outlive them.
Option file_option(std::string name, std::string help, std::optional<std::string>& target);
Option count_option(std::string name, std::string help, std::uint64_t& target, std::uint64_t min, std::uint64_t max);

/// The one of `known` that `text` is; throws UsageError that shows the nearest.
std::size_t parse_choice(const InputPlace& place, const std::string& text, const std::vector<std::string>& known,
                         const std::string& noun = {});

/// The key of a file that stands for an option with a value: "time_limit" for "--time-limit".
std::string key_of(const std::string& option);

/// What `work` returns. Where that throws a UsageError, the error is about `place`, and opens with it.
template <class Work>
decltype(auto) about(const InputPlace& place, Work work) {
  try {
    return work();
  } catch (const UsageError& error) {
    throw error.at(place);
  }
}

}  // namespace switchyard
