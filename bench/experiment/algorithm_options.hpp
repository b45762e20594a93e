#pragma once
/// \file algorithm_options.hpp
/// The command-line options that choose algorithms. They have the same names in every command.

#include <optional>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/option.hpp"

namespace switchyard {

/// Returns the command-line option --table FILE. The file holds measured costs of algorithms; by these costs the
/// algorithm `auto` chooses the algorithm that it runs. `table` receives the file's path and must outlive the option.
CommandOption measured_table_option(std::optional<std::string>& table);

/// Returns the catalogue of the algorithms that this program ships and that the loaded libraries add. If the
/// comma-separated list `names` contains `auto`, the catalogue also has the algorithm `auto`, which runs the algorithm
/// with the lowest measured cost. With `scheduled_only`, `auto` considers only algorithms that make a schedule;
/// otherwise it considers all algorithms. Throws UsageError if `table` (the path of a file with measurements) is given
/// and the file is wrong, or if `table` is given and `names` lacks `auto`.
Catalogue catalogue_with_auto_algorithm(const LoadedLibraries& libraries, const std::string& names,
                                        const std::optional<std::string>& table, bool scheduled_only = false);

/// Returns the names in a comma-separated list. Throws UsageError for a name that occurs twice.
std::vector<std::string> split_algorithm_list(const std::string& names);

/// Returns the algorithms of the catalogue that a comma-separated list names. Throws UsageError
/// for a name that is unknown or occurs twice.
std::vector<Algorithm> find_algorithms(const Catalogue& catalogue, const std::string& names);

}  // namespace switchyard
