#include "tests/corpus/known_misses.hpp"

#include <algorithm>

namespace switchyard::corpus {
namespace {

const std::vector<KnownMiss>& known_misses() {
  static const std::vector<KnownMiss> none;
  return none;
}

}  // namespace

const KnownMiss* find_known_miss(std::string_view program, std::string_view machine, std::string_view check) {
  const auto& all = known_misses();
  const auto found = std::ranges::find_if(all, [&](const KnownMiss& miss) {
    return miss.program == program && (miss.machine.empty() || miss.machine == machine) &&
           (miss.checks.empty() || std::ranges::find(miss.checks, check) != miss.checks.end());
  });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace switchyard::corpus
