#include "tests/corpus/known_misses.hpp"

#include <array>

namespace switchyard::corpus {
namespace {

constexpr std::string_view kFewTests = "a message is held up for less than 64 tests only";

constexpr auto kMisses = std::to_array<KnownMiss>({
    {"destructor_signals_in_a_deadlock", "", "off_threads",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_in_a_deadlock", "", "off_fibers",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_in_a_deadlock", "", "wall",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_in_a_deadlock", "", "waiting_sends_off",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_in_a_deadlock", "", "stress_threads",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_when_another_throws", "", "off_threads",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_when_another_throws", "", "off_fibers",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_when_another_throws", "", "wall",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_when_another_throws", "", "waiting_sends_off",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"destructor_signals_when_another_throws", "", "stress_threads",
     "a call of a destructor throws while the run unwinds, which ends the process"},
    {"group_with_two_operations", "", "", "members with different operations are not noticed"},
    {"gives_up_testing_too_early", "", "stress", "no order is tried in which a message comes after many tests", true},
    {"two_rounds_of_thanks", "cm5", "stress", "some hundred runs do not find it", true},
    {"third_message_finds_no_room", "ipsc860", "", "a receive is said to wait for room that another message needs"},
    {"other_context", "ipsc860", "stress", "a receive is said to wait for room that another message needs", true},
    {"mask_lets_nothing_through", "ipsc860", "stress", "a receive is said to wait for room that another message needs",
     true},
    {"lock_of_a_finished_node", "cm5", "", "the node that does not answer is not named"},
    {"condition_throws", "cm5", "off_threads", "the call site is missing"},
    {"word_to_a_finished_node", "cm5", "off_threads", "the call site is missing"},
    {"condition_throws", "cm5", "off_fibers", "the call site is missing"},
    {"word_to_a_finished_node", "cm5", "off_fibers", "the call site is missing"},
    {"condition_throws", "cm5", "waiting_sends_off", "the call site is missing"},
    {"word_to_a_finished_node", "cm5", "waiting_sends_off", "the call site is missing"},
    {"condition_throws", "cm5", "stress_threads", "the call site is missing"},
    {"word_to_a_finished_node", "cm5", "stress_threads", "the call site is missing"},
    {"eighty_tests_are_believed_to_be_enough", "", "stress", kFewTests},
});

}  // namespace

std::span<const KnownMiss> known_misses() { return kMisses; }

}  // namespace switchyard::corpus
