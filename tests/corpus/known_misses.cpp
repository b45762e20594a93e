#include "tests/corpus/known_misses.hpp"

#include <algorithm>

namespace switchyard::corpus {
namespace {

const std::vector<KnownMissedDefect>& known_missed_defects() {
  static const std::vector<KnownMissedDefect> none;
  return none;
}

}  // namespace

const KnownMissedDefect* find_known_missed_defect(std::string_view program, std::string_view machine,
                                                  std::string_view check) {
  const auto& all = known_missed_defects();
  const auto found = std::ranges::find_if(all, [&](const KnownMissedDefect& miss) {
    return miss.program_name == program && (miss.machine_name.empty() || miss.machine_name == machine) &&
           (miss.names_of_checks_that_miss.empty() ||
            std::ranges::find(miss.names_of_checks_that_miss, check) != miss.names_of_checks_that_miss.end());
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace switchyard::corpus
