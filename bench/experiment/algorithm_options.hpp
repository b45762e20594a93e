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

/// Returns the option --table: the measurements of the algorithm `auto`. `table` must outlive the option.
Option table_option(std::optional<std::string>& table);

/// Returns the algorithms that this program ships and that the libraries add, and also `auto` if `names` contains it.
/// `auto` then picks from all algorithms, or only from those that make a schedule. Throws UsageError for a table that
/// is wrong or that `names` does not use.
Catalogue catalogue_with(const Libraries& libraries, const std::string& names, const std::optional<std::string>& table,
                         bool scheduled_only = false);

/// Returns the names of a comma-separated list. Throws UsageError for a name that occurs twice.
std::vector<std::string> algorithm_names(const std::string& names);

/// Returns the algorithms of a comma-separated list. Throws UsageError for a name that is unknown or occurs twice.
std::vector<Algorithm> find_algorithms(const Catalogue& catalogue, const std::string& names);

}  // namespace switchyard
