#pragma once
/// \file command_line.hpp
/// Commands as plain data: options, and what to run. Only command_line.cpp knows the library that parses them.

#include <functional>
#include <string>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/error.hpp"

namespace switchyard::cli {

/// One command; either it has commands of its own, or it runs.
struct Command {
  std::string name;
  std::string summary;
  std::vector<std::string> examples = {};  ///< whole command lines that work
  std::vector<Option> options = {};
  std::vector<Command> commands = {};
  /// With the files that the options name; those that only show later are to be told to it as well.
  std::function<ExitCode(FilesInUse& files)> run = {};
  /// Takes the words behind `--`, where the command has a use for them.
  std::function<void(std::vector<std::string> words)> take_words = {};
};

/// Finds the command, asks its options which files they name, sets them, those that come first and then the others in
/// the order in which the command lists them, and runs it. Prints help and version on standard output.
///
/// Throws: UsageError, one line that shows the nearest name for an unknown command or option, or that says which file
///         would be lost; what the command throws.
ExitCode run_command_line(const Command& program, const std::string& version, int argc, const char* const* argv);

}  // namespace switchyard::cli
