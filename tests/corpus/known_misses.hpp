#pragma once
/// \file known_misses.hpp
/// The known cases in which the library does not give the verdict that the corpus states for a program. A test fails if
/// the library gives the verdict in such a case after all.

#include <string_view>
#include <vector>

namespace switchyard::corpus {

struct KnownMissedDefect {
  std::string_view program_name;
  /// The machine on which the library misses the defect; empty for all machines.
  std::string_view machine_name;
  /// The kinds of checks that miss the defect; empty for all of them.
  std::vector<std::string_view> names_of_checks_that_miss;
  std::string_view reason;
};

/// Returns the entry for a defect of the program that this kind of check is known to miss on this machine, or null if
/// there is none.
const KnownMissedDefect* find_known_missed_defect(std::string_view program, std::string_view machine,
                                                  std::string_view check);

}  // namespace switchyard::corpus
