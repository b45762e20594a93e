#pragma once
/// \file mpirun.hpp
/// The command `switchyard mpirun -n 64 --machine cm5 ./a.out args`, which is a short form of the command `run`.

#include <string>
#include <vector>

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

/// Translates a command line of the command `mpirun` into a command line of the command `run`. Other command lines are
/// returned unchanged. `words[0]` is the name of this program. The result is, for instance, `switchyard run --nodes 64
/// --machine cm5 --program ./a.out -- args`. `-n` and `-np` become --nodes. The first word that is neither an option
/// nor the value of an option is the program; all words after it are the program's arguments.
///
/// Throws: UsageError if the command line names no program, or several ones with a colon between them.
std::vector<std::string> mpirun_as_run_command(std::vector<std::string> words, const Command& run);

}  // namespace switchyard::cli
