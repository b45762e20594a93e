#pragma once
/// \file collective_options.hpp
/// The command-line option --collective, which chooses the algorithms that carry out the collective operations of MPI
/// programs.

#include <string>
#include <vector>

#include "bench/experiment/launched_collectives.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

/// Returns the command-line option --collective NAME=ALGORITHM,..., which may be given several times. Its value is
/// split at the commas, and the parts NAME=ALGORITHM are appended to the list `target`, which must outlive the option.
CommandOption collective_option(std::vector<std::string>& target);

}  // namespace switchyard
