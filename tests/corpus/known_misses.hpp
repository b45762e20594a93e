#pragma once
/// \file known_misses.hpp
/// The known cases in which the library does not give the verdict that the corpus expects. The test of such a case
/// fails if the library does give the verdict.

#include <string_view>
#include <vector>

namespace switchyard::corpus {

struct KnownMissedDefect {
  std::string_view program_name;
  std::string_view machine_name;  ///< machine on which the defect is missed; empty for all machines
  std::vector<std::string_view> names_of_missing_checks;  ///< checks that miss the defect; empty for all checks
  std::string_view reason;
};

/// Returns the entry on a defect that this check of the program is known to miss on this machine. Returns null if there
/// is no such entry.
const KnownMissedDefect* find_known_miss(std::string_view program, std::string_view machine, std::string_view check);

}  // namespace switchyard::corpus
