#pragma once
/// \file command_line.hpp
/// Commands as plain data: options, what to do with their values, what to run. Only command_line.cpp knows the library
/// that parses them.

#include <functional>
#include <string>
#include <vector>

#include "bench/cli/files_in_use.hpp"
#include "runtime/error.hpp"

namespace switchyard::cli {

/// Tells `files` what the value of an option means for them.
using TellFiles = std::function<void(FilesInUse& files, const std::string& option, const std::string& value)>;

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
};

/// One command; either it has commands of its own, or it runs.
struct Command {
  std::string name;
  std::string summary;
  std::vector<std::string> examples = {};  ///< whole command lines that work
  std::vector<Option> options = {};
  std::vector<Command> commands = {};
  /// With the files that the options name; those that only show later are to be told to it as well.
  std::function<ExitCode(FilesInUse& files)> run = {};
};

/// Finds the command, asks its options which files they name, sets them, those that come first and then the others in
/// the order in which the command lists them, and runs it. Prints help and version on standard output.
///
/// Throws: UsageError, one line that shows the nearest name for an unknown command or option, or that says which file
///         would be lost; what the command throws.
ExitCode run_command_line(const Command& program, const std::string& version, int argc, const char* const* argv);

/// Lets the options note in `given`, which must outlive them, that they were given.
void note_given(std::vector<Option>& options, std::vector<std::string>& given);

/// The option, with a value that is the path of a file that is read.
Option that_reads(Option option);
/// The option, with a value that is the path of a file that is made, or takes the place of what is there.
Option that_replaces(Option option);

/// A flag that is set by naming it.
Option flag(std::string name, std::string help, bool& target);

/// The one of `known` that `text` is; throws UsageError that shows the nearest.
std::size_t parse_choice(const std::string& option, const std::string& text, const std::vector<std::string>& known,
                         const std::string& noun = {});

}  // namespace switchyard::cli
