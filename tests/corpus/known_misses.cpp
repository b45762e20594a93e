#include "tests/corpus/known_misses.hpp"

#include <algorithm>

namespace switchyard::corpus {
namespace {

constexpr const char* kManyTests = "no order is tried in which a message comes after many tests";

const std::vector<KnownMiss>& known_misses() {
  static const std::vector<KnownMiss> all{
      {"group_with_two_operations", "", {}, "members with different operations are not noticed"},
      {"gives_up_testing_too_early", "", {"stress"}, kManyTests, Misses::sometimes},
      {"eighty_tests_are_believed_to_be_enough", "", {"stress"}, kManyTests},
      {"two_rounds_of_thanks", "cm5", {"stress"}, "some hundred runs do not find it", Misses::sometimes},
  };
  return all;
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
