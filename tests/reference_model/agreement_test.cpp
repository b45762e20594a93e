/// \file agreement_test.cpp
/// Tests with random tiny programs on each machine that the searches of the library show all behaviours that the
/// reference model has, and no others.

#include "tests/reference_model/agreement.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "tests/reference_model/known_disagreements.hpp"
#include "tests/reference_model/model.hpp"

namespace switchyard::reference {
namespace {

constexpr std::uint64_t kMostOrders = 1500;
constexpr std::uint64_t kUsualPrograms = 1000;
constexpr std::uint64_t kMostPrograms = 100'000'000;
constexpr std::uint64_t kMostShown = 5;  ///< largest number of programs with a difference that are shown

/// Returns the number of programs to try on each machine, which SWITCHYARD_MODEL_PROGRAMS may set. Ends the process if
/// the variable is wrong.
std::uint64_t read_programs() {
  const char* const text = std::getenv("SWITCHYARD_MODEL_PROGRAMS");
  if (text == nullptr) return kUsualPrograms;
  const std::string_view whole(text);
  std::uint64_t programs = 0;
  const auto [end, error] = std::from_chars(text, text + whole.size(), programs);
  if (error == std::errc{} && end == text + whole.size() && programs >= 1 && programs <= kMostPrograms) return programs;
  std::cerr << fmt::format("SWITCHYARD_MODEL_PROGRAMS: '{}' is no number of programs; give 1 to {}\n", whole,
                           kMostPrograms);
  std::exit(2);
}
std::uint64_t programs_asked_for() {
  static const std::uint64_t programs = read_programs();
  return programs;
}

TinyProgram program_for(const ModelledMachine& setting, std::uint64_t seed) {
  ProgramShape shape = setting.shape;
  shape.nodes = setting.nodes[seed % setting.nodes.size()];
  return random_program(seed, shape);
}

class ModelAgreement : public testing::TestWithParam<ModelledMachine> {
 protected:
  /// Fails the test if `difference` returns a text for the program. The failure shows a smaller program that still has
  /// a difference.
  template <class Difference>
  void expect_none(std::uint64_t seed, const TinyProgram& program, Difference difference) {
    if (difference(program).empty() || ++shown_ > kMostShown) return;
    const TinyProgram least = shrunk(program, [&](const TinyProgram& other) { return !difference(other).empty(); });
    ADD_FAILURE() << fmt::format("{}, program {}, made as small as it can be:\n{}{}", GetParam().name, seed,
                                 text_of(least), difference(least));
  }

 private:
  std::uint64_t shown_ = 0;
};

TEST_P(ModelAgreement, TheSearchesShowWhatTheModelSays) {
  const ModelledMachine& setting = GetParam();
  std::uint64_t complete = 0, by_choices = 0, proved = 0, orders = 0, states = 0;
  for (std::uint64_t seed = 0; seed < programs_asked_for(); ++seed) {
    const TinyProgram program = program_for(setting, seed);
    const Comparison result = compare(program, setting, kMostOrders);
    complete += result.is_complete ? 1 : 0;
    by_choices += result.searched_all_choices ? 1 : 0;
    proved += result.is_proved ? 1 : 0;
    orders += result.orders;
    states += result.model_state_count;
    if (result.difference_text.empty()) continue;
    expect_none(seed, program,
                [&](const TinyProgram& other) { return compare(other, setting, kMostOrders).difference_text; });
  }
  std::cout << fmt::format(
      "{}: {} programs, all orders of {}, all choices of {}, {} proved; {} orders, {} states of the model\n",
      setting.name, programs_asked_for(), complete, by_choices, proved, orders, states);
  EXPECT_GT(complete, programs_asked_for() / 2);
}

TEST_P(ModelAgreement, TheClockOffShowsWhatItsModelSays) {
  const ModelledMachine& setting = GetParam();
  for (std::uint64_t seed = 0; seed < programs_asked_for(); seed += 4) {
    expect_none(seed, program_for(setting, seed),
                [&](const TinyProgram& program) { return difference_with_clock_off(program, setting); });
  }
}

TEST_P(ModelAgreement, WhatTheClockOffShowsIsNotProvedToBeImpossible) {
  const ModelledMachine& setting = GetParam();
  const KnownDisagreement* const known = find_known_with_clock_off(setting.name);
  if (known != nullptr) GTEST_SKIP() << known->why;
  for (std::uint64_t seed = 0; seed < programs_asked_for(); seed += 4) {
    expect_none(seed, program_for(setting, seed),
                [&](const TinyProgram& program) { return unproved_with_clock_off(program, setting, kMostOrders); });
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, ModelAgreement, testing::ValuesIn(settings()),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(KnownDisagreements, AreStillThere) {
  for (const KnownDisagreement& known : known_with_clock_off()) {
    for (const ModelledMachine& setting : settings()) {
      if (std::ranges::find(known.settings, setting.name) == known.settings.end()) continue;
      EXPECT_NE(unproved_with_clock_off(known.shows, setting, kMostOrders), "")
          << setting.name << ": none any more: " << known.why;
    }
  }
}

/// Returns whether at least one of 1000 random programs shows a difference between the machine and a model with the
/// rules `wrong`.
bool is_noticed(ModelledMachine setting, const ModelRules& wrong) {
  setting.model_rules = wrong;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    if (!compare(program_for(setting, seed), setting, kMostOrders).difference_text.empty()) return true;
  }
  return false;
}

const ModelledMachine& setting_named(std::string_view name) {
  return *std::ranges::find(settings(), name, [](const ModelledMachine& each) { return std::string_view(each.name); });
}

TEST(WrongRules, AreNoticed) {
  EXPECT_TRUE(is_noticed(setting_named("cm5"), {}));
  EXPECT_TRUE(is_noticed(setting_named("mesh"), {.stores = false}));
  EXPECT_TRUE(
      is_noticed(setting_named("mesh_with_small_buffers"), {.room = 1000, .has_headers = true, .is_mesh = true}));
  EXPECT_TRUE(is_noticed(setting_named("ipsc860_with_small_buffers"), {.longest_unasked = 100}));
  EXPECT_TRUE(is_noticed(setting_named("mesh_with_sends_that_wait"), {.has_headers = true, .is_mesh = true}));
}

TEST(Shrinking, LeavesTheSmallestProgramWithTheBehaviour) {
  const TinyProgram program = program_for(setting_named("mesh"), 7);
  const auto has_a_send = [](const TinyProgram& other) {
    return std::ranges::any_of(other.nodes,
                               [](const auto& node) { return std::ranges::any_of(node, &Operation::is_send); });
  };
  ASSERT_TRUE(has_a_send(program));
  EXPECT_EQ(shrunk(program, has_a_send).operations(), 1U);
}

}  // namespace
}  // namespace switchyard::reference
