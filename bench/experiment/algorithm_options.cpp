#include "bench/experiment/algorithm_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "bench/experiment/measured_table.hpp"
#include "runtime/values.hpp"

namespace switchyard {

CommandOption measured_table_option(std::optional<std::string>& table) {
  return limit_options_to_work_kinds(
      WorkKinds::matrices,
      mark_option_as_input_file(
          {"--table", "FILE",
           "what the algorithm auto chooses by: rows of 'switchyard run --csv' (default: a table that is shipped)",
           [&table](const std::string& text) { table = text; }}));
}

Catalogue catalogue_with_auto_algorithm(const LoadedLibraries& libraries, const std::string& names,
                                        const std::optional<std::string>& table, bool scheduled_only) {
  Catalogue catalogue = libraries.catalogue;
  const auto list = split_list("--algorithm", names);
  if (std::ranges::find(list, "auto") != list.end()) {
    catalogue.add(make_auto_algorithm(catalogue, read_measured_table("--table", table), scheduled_only));
  } else if (table) {
    throw UsageError({.place = "--table",
                      .reason = "only the algorithm auto chooses by it",
                      .remedy = "add --algorithm auto or leave it out"});
  }
  return catalogue;
}

std::vector<std::string> split_algorithm_list(const std::string& names) {
  std::vector<std::string> found;
  for (const std::string& name : split_list("--algorithm", names)) {
    if (std::ranges::find(found, name) != found.end()) {
      throw UsageError({.place = "--algorithm",
                        .reason = fmt::format("'{}' is there twice", name),
                        .remedy = "write each name once"});
    }
    found.push_back(name);
  }
  return found;
}

std::vector<Algorithm> find_algorithms(const Catalogue& catalogue, const std::string& names) {
  std::vector<Algorithm> found;
  for (const std::string& name : split_algorithm_list(names)) found.push_back(catalogue.find("--algorithm", name));
  return found;
}

}  // namespace switchyard
