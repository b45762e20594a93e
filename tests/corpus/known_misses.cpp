#include "tests/corpus/known_misses.hpp"

#include <algorithm>

namespace switchyard::corpus {
namespace {

constexpr const char* kNoCallInDestructors = "a call of a destructor throws in a run that ends, which ends the process";
constexpr const char* kWaitsForRoom = "a receive is said to wait for room that another message needs";
constexpr const char* kNoCallSite = "the call site is missing";
constexpr const char* kManyTests = "no order is tried in which a message comes after many tests";

const std::vector<KnownMiss>& known_misses() {
  const std::vector<std::string_view> off_and_wall{"off_threads", "off_fibers", "wall", "waiting_sends_off",
                                                   "stress_threads"};
  const std::vector<std::string_view> off{"off_threads", "off_fibers", "waiting_sends_off", "stress_threads"};
  static const std::vector<KnownMiss> all{
      {"destructor_signals_in_a_deadlock", "", off_and_wall, kNoCallInDestructors},
      {"destructor_signals_when_another_throws", "", off_and_wall, kNoCallInDestructors},
      {"group_with_two_operations", "", {}, "members with different operations are not noticed"},
      {"gives_up_testing_too_early", "", {"stress"}, kManyTests, Misses::sometimes},
      {"eighty_tests_are_believed_to_be_enough", "", {"stress"}, kManyTests},
      {"two_rounds_of_thanks", "cm5", {"stress"}, "some hundred runs do not find it", Misses::sometimes},
      {"third_message_finds_no_room", "ipsc860", {}, kWaitsForRoom},
      {"other_context", "ipsc860", {"stress"}, kWaitsForRoom, Misses::sometimes},
      {"mask_lets_nothing_through", "ipsc860", {"stress"}, kWaitsForRoom, Misses::sometimes},
      {"lock_of_a_finished_node", "cm5", {}, "the node that does not answer is not named"},
      {"condition_throws", "cm5", off, kNoCallSite},
      {"word_to_a_finished_node", "cm5", off, kNoCallSite},
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
