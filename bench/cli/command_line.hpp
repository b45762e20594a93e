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
  std::vector<std::string> notes = {};     ///< further lines of the help, printed below the options
  std::vector<CommandOption> options = {};
  std::vector<Command> commands = {};
  /// Runs the command. `files` holds the files that the options name; the command must add files
  /// whose names it learns later.
  std::function<ExitCode(FilesInUse& files)> run = {};
  /// Receives the words behind `--` on the command line; empty if the command does not accept such
  /// words.
  std::function<void(std::vector<std::string> words)> take_words = {};
};

/// Parses the command line and runs the command that it names. First collects the files that the
/// options name. Then applies the options in the order of the command's list, those marked `first`
/// before the others. Prints help and version on standard output.
///
/// Throws: UsageError with one line of text, which names the nearest known command or option, or
/// the file that would be overwritten. Also throws what the command throws.
ExitCode run_command_line(const Command& program, const std::string& version, int argc, const char* const* argv);

}  // namespace switchyard::cli
