#pragma once
/// \file algorithm_options.hpp
/// The options that choose algorithms, spelled alike in every command.

#include <optional>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

/// --table, the measurements of the algorithm `auto`. `table` must outlive the option.
Option table_option(std::optional<std::string>& table);

/// What this program ships and what the libraries add, and `auto` if `names` has it; it then picks from all, or from
/// those that make a schedule. Throws UsageError for a table that is wrong, or that `names` does not use.
Catalogue catalogue_with(const Libraries& libraries, const std::string& names, const std::optional<std::string>& table,
                         bool scheduled_only = false);

/// The names of a comma-separated list. Throws UsageError for one that is there twice.
std::vector<std::string> algorithm_names(const std::string& names);

/// The algorithms of a comma-separated list. Throws UsageError for an unknown name or one that is there twice.
std::vector<Algorithm> find_algorithms(const Catalogue& catalogue, const std::string& names);

}  // namespace switchyard
