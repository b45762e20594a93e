#pragma once
/// \file algorithm_options.hpp
/// The options that choose algorithms, spelled alike in every command.

#include <string>
#include <vector>

#include <optional>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/cli/command_line.hpp"

namespace switchyard::cli {

/// --load, which repeats. `libraries` must outlive the option.
Option load_option(std::vector<std::string>& libraries);

/// What this program ships and what the libraries add.
Catalogue catalogue_with(const std::vector<std::string>& libraries);

/// --table, the measurements of the algorithm `auto`. `table` must outlive the option.
Option table_option(std::optional<std::string>& table);

/// catalogue_with, and `auto` if `names` has it; it then picks from all, or from those that make a schedule. Throws
/// UsageError for a table that is wrong, or that `names` does not use.
Catalogue catalogue_with(const std::vector<std::string>& libraries, const std::string& names,
                         const std::optional<std::string>& table, bool scheduled_only = false);

/// The names of a comma-separated list. Throws UsageError for one that is there twice.
std::vector<std::string> algorithm_names(const std::string& names);

/// The algorithms of a comma-separated list. Throws UsageError for an unknown name or one that is there twice.
std::vector<Algorithm> find_algorithms(const Catalogue& catalogue, const std::string& names);

}  // namespace switchyard::cli
