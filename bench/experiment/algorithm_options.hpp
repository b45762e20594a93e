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

/// Returns the option --table FILE, whose file holds the measurements by which the algorithm `auto` chooses. `table`
/// must outlive the option.
CommandOption measured_table_option(std::optional<std::string>& table);

/// Returns the catalogue of the algorithms that this program ships and that the libraries add. If
/// the list `names` contains `auto`, the catalogue also has the algorithm `auto`, which runs the
/// algorithm with the best measured costs: of all algorithms, or with `scheduled_only` of those
/// that make a schedule. Throws UsageError if `table` is given and its file is wrong or `names`
/// lacks `auto`.
Catalogue catalogue_with(const Libraries& libraries, const std::string& names, const std::optional<std::string>& table,
                         bool scheduled_only = false);

/// Returns the algorithm names in a comma-separated list. Throws UsageError for a name that occurs twice.
std::vector<std::string> split_algorithm_list(const std::string& names);

/// Returns the algorithms of the catalogue that a comma-separated list names. Throws UsageError
/// for a name that is unknown or occurs twice.
std::vector<Algorithm> find_algorithms(const Catalogue& catalogue, const std::string& names);

}  // namespace switchyard
