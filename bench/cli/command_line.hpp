#pragma once
/// \file command_line.hpp
/// Describes commands of the program as plain data: their options and the functions that carry them out. Only
/// command_line.cpp includes the library that parses command lines.

#include <functional>
#include <string>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "bench/experiment/option.hpp"
#include "runtime/error.hpp"

namespace switchyard::cli {

/// The description of a command, which either has subcommands or runs a function.
struct Command {
  std::string name;
  std::string summary;
  std::vector<std::string> examples = {};    ///< examples for the help text: complete command lines that users can copy
  std::vector<std::string> help_notes = {};  ///< lines of the help text that are printed below the options
  std::vector<CommandOption> options = {};
  std::vector<Command> subcommands = {};
  /// The function that runs the command. `files` holds the files that the command-line options name. If the command
  /// learns the names of further files later, it must declare them in `files`, which refuses to overwrite an input
  /// file.
  std::function<ExitCode(FilesUsedByCommand& files)> run = {};
  /// The function that receives the words after `--` on the command line; empty if the command does not accept such
  /// words.
  std::function<void(std::vector<std::string> words)> take_program_arguments = {};
};

/// Parses the command line and runs the command that it names. First it collects the files that the options name. Then
/// it applies the options in the order in which the command lists them, except that options that must be set before
/// others (such as --load) come first. Help and version are printed on standard output.
///
/// Throws: UsageError with one line of text, which suggests the most similar command or option, or names the file that
///         would be overwritten. It also throws what the command throws.
ExitCode run_command_line(const Command& program, const std::string& version, int argc, const char* const* argv);

}  // namespace switchyard::cli
