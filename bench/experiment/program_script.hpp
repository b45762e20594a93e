#pragma once
/// \file program_script.hpp
/// Commands whose program is a script, such as libtool makes in place of a program that is not installed yet. The
/// script sets what the program needs, and then starts the program. The program, started directly, finds out which
/// Switchyard command runs the script, and carries out this command in place of the script.

#include <optional>
#include <string>
#include <vector>

#include "runtime/error.hpp"

namespace switchyard {

/// If a script that a Switchyard command runs has started this program, returns the words of that command, with the
/// path and the arguments of the script replaced by those of the program. Otherwise, or if `words` are not those of a
/// program that was started directly, returns `words` unchanged.
std::vector<std::string> command_that_runs_script(std::vector<std::string> words);

/// If the path of the program in a command is that of a script, runs the script and returns its exit code; otherwise
/// returns nothing. `words` are the words of the command, such as `switchyard run --nodes 4 --program ./script --
/// argument`.
///
/// Throws: UsageError if the script ends without an error and without having started a program.
std::optional<ExitCode> run_script_of_command(const std::vector<std::string>& words);

}  // namespace switchyard
