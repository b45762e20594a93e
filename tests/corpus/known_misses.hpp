#pragma once
/// \file known_misses.hpp
/// The known cases in which the library does not give the verdict of the corpus. If such a case disappears, its test
/// fails.

#include <string_view>
#include <vector>

namespace switchyard::corpus {

struct KnownMissedDefect {
  std::string_view program;
  std::string_view machine;                      ///< machine of the miss; empty for all machines
  std::vector<std::string_view> missing_checks;  ///< checks that miss; empty for all checks
  std::string_view why;
};

/// Returns the known miss, or null if there is none.
const KnownMissedDefect* find_known_miss(std::string_view program, std::string_view machine, std::string_view check);

}  // namespace switchyard::corpus
