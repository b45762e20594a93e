#pragma once
/// \file collective_options.hpp
/// The option --collective, which says by which algorithms the collectives of an MPI program are carried out.

#include <string>
#include <vector>

#include "bench/experiment/launched_collectives.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

/// Returns the command-line option --collective NAME=ALGORITHM,..., which may be given several times. Its value is
/// split at the commas, and the parts are added to `target`, which must outlive the option.
CommandOption collective_option(std::vector<std::string>& target);

}  // namespace switchyard
