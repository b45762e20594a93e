#pragma once
/// \file collective_options.hpp
/// The option that says by which algorithms the collectives of a program are carried out.

#include <string>
#include <vector>

#include "bench/experiment/launched_collectives.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

/// Returns the option --collective NAME=ALGORITHM,..., which may be repeated. `target` must outlive the option.
Option collective_option(std::vector<std::string>& target);

}  // namespace switchyard
