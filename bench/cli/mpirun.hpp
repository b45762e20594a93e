#pragma once
/// \file mpirun.hpp
/// `switchyard mpirun -n 64 --machine cm5 ./a.out args`: a short form of `run`.

#include <string>
#include <vector>

#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

/// The words of a command line, the program's own name first: where they begin with `mpirun`, those that `run` takes
/// instead, `switchyard run --nodes 64 --machine cm5 --program ./a.out -- args`. `-n` and `-np` are the number of
/// nodes; the first word that is no option of `run` and no value of one is the program, and what follows is the
/// program's own.
///
/// Throws: UsageError if there is no program.
std::vector<std::string> without_mpirun(std::vector<std::string> words, const Command& run);

}  // namespace switchyard::cli
