#pragma once
/// \file algorithm_options.hpp
/// The options that choose algorithms, spelled alike in every command.

#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

/// --load, which repeats. `libraries` must outlive the option.
Option load_option(std::vector<std::string>& libraries);

/// What this program ships and what the libraries add.
Catalogue catalogue_with(const std::vector<std::string>& libraries);

/// The algorithms of a comma-separated list. Throws UsageError for an unknown name or one that is there twice.
std::vector<Algorithm> find_algorithms(const Catalogue& catalogue, const std::string& names);

}  // namespace switchyard::cli
