#pragma once
/// \file mpirun.hpp
/// `switchyard mpirun -n 64 --machine cm5 ./a.out args`: a short form of `run`.

#include <string>
#include <vector>

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

/// Translates a command line that begins with `mpirun` into one for `run`; others are returned
/// unchanged. `words[0]` is the name of this program. The result is, for instance, `switchyard run
/// --nodes 64 --machine cm5 --program ./a.out -- args`. `-n` and `-np` become --nodes. The first
/// word that is neither an option nor the value of one is the program; all words behind it are its
/// arguments.
///
/// Throws: UsageError if the command line names no program.
std::vector<std::string> mpirun_as_run_command(std::vector<std::string> words, const Command& run);

}  // namespace switchyard::cli
