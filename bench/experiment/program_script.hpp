#pragma once
/// \file program_script.hpp
/// Commands whose program is a script, such as libtool puts in place of a program that is not installed yet. The script
/// sets what the program needs, and then starts it; the program, started directly, begins this command again, which
/// then carries out what was asked for with the script.

#include <optional>
#include <string>
#include <vector>

#include "runtime/error.hpp"

namespace switchyard {

/// Returns the words of the command that a script has been run for, with the path and the arguments of the program that
/// the script has started in the place of its own. Returns `words` unchanged if they are not those with which a program
/// begins that is started directly, or if no script is being run.
std::vector<std::string> command_around_script(std::vector<std::string> words);

/// Runs the script if `words` have the path of one, and returns its exit code; otherwise returns nothing. `words` are
/// those of a command, such as `switchyard run --nodes 4 --program ./script -- argument`.
///
/// Throws: UsageError if the script ends without an error and without having started a program.
std::optional<ExitCode> run_script_of_command(const std::vector<std::string>& words);

}  // namespace switchyard
