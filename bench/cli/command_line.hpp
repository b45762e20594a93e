#pragma once
/// \file command_line.hpp
/// Commands as plain data: their options, and the function to run. Only command_line.cpp includes the library that
/// parses command lines.

#include <functional>
#include <string>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/error.hpp"

namespace switchyard::cli {

/// One command: either it has subcommands, or it runs a function.
struct Command {
  std::string name;
  std::string summary;
  std::vector<std::string> examples = {};  ///< complete command lines that work
  std::vector<std::string> notes = {};     ///< further lines of the help, behind the options
  std::vector<Option> options = {};
  std::vector<Command> commands = {};
  /// Runs the command. `files` has the files that the options name; files that are only found later must be added to
  /// it.
  std::function<ExitCode(FilesInUse& files)> run = {};
  /// Takes the words behind `--`; empty if the command has no use for such words.
  std::function<void(std::vector<std::string> words)> take_words = {};
};

/// Parses the command line and runs the command that it names. First finds out from the options which files they name;
/// then sets the options, those marked `first` before the others, in the order in which the command lists them. Prints
/// help and version on standard output.
///
/// Throws: UsageError, one line that shows the nearest name for an unknown command or option, or that says which file
///         would be lost; what the command throws.
ExitCode run_command_line(const Command& program, const std::string& version, int argc, const char* const* argv);

}  // namespace switchyard::cli
