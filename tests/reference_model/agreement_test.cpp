/// \file agreement_test.cpp
/// Tests with random tiny programs on each machine that the library, when it searches all orders of events, shows all
/// behaviours that the reference model has, and no others.

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
constexpr std::uint64_t kDefaultProgramCount = 1000;
constexpr std::uint64_t kLargestProgramCount = 100'000'000;
/// The greatest number of programs with a difference of which the test shows the text.
constexpr std::uint64_t kMostShownDifferences = 5;

/// Returns the number of random programs to try on each machine: that in the environment variable
/// SWITCHYARD_MODEL_PROGRAMS, or a default. Ends the process if the variable has no valid number.
std::uint64_t program_count_from_environment() {
  const char* const text = std::getenv("SWITCHYARD_MODEL_PROGRAMS");
  if (text == nullptr) return kDefaultProgramCount;
  const std::string_view whole(text);
  std::uint64_t programs = 0;
  const auto [end, error] = std::from_chars(text, text + whole.size(), programs);
  if (error == std::errc{} && end == text + whole.size() && programs >= 1 && programs <= kLargestProgramCount)
    return programs;
  std::cerr << fmt::format("SWITCHYARD_MODEL_PROGRAMS: '{}' is no number of programs; give 1 to {}\n", whole,
                           kLargestProgramCount);
  std::exit(2);
}
std::uint64_t program_count() {
  static const std::uint64_t programs = program_count_from_environment();
  return programs;
}

TinyProgram random_program_for_machine(const ModelledMachine& setting, std::uint64_t seed) {
  RandomProgramParameters shape = setting.random_program_parameters;
  shape.node_count = setting.node_counts[seed % setting.node_counts.size()];
  return random_program(seed, shape);
}

class ReferenceModelAgreementTest : public testing::TestWithParam<ModelledMachine> {
 protected:
  /// Fails the test if `difference` returns a text for the program. The failure shows the smallest program found that
  /// still has a difference.
  template <class Difference>
  void expect_no_difference(std::uint64_t seed, const TinyProgram& program, Difference difference) {
    if (difference(program).empty() || ++shown_difference_count_ > kMostShownDifferences) return;
    const TinyProgram least =
        shrunk_program(program, [&](const TinyProgram& other) { return !difference(other).empty(); });
    ADD_FAILURE() << fmt::format("{}, program {}, made as small as it can be:\n{}{}", GetParam().name, seed,
                                 tiny_program_as_text(least), difference(least));
  }

 private:
  std::uint64_t shown_difference_count_ = 0;
};

TEST_P(ReferenceModelAgreementTest, TheSearchesShowWhatTheModelSays) {
  const ModelledMachine& setting = GetParam();
  std::uint64_t complete = 0, by_choices = 0, proved = 0, orders = 0, states = 0;
  for (std::uint64_t seed = 0; seed < program_count(); ++seed) {
    const TinyProgram program = random_program_for_machine(setting, seed);
    const ModelComparison result = compare_with_model(program, setting, kMostOrders);
    complete += result.ran_all_orders ? 1 : 0;
    by_choices += result.has_run_every_receive_choice_set ? 1 : 0;
    proved += result.is_proven_free_of_failures ? 1 : 0;
    orders += result.run_order_count;
    states += result.model_state_count;
    if (result.difference_text.empty()) continue;
    expect_no_difference(seed, program, [&](const TinyProgram& other) {
      return compare_with_model(other, setting, kMostOrders).difference_text;
    });
  }
  std::cout << fmt::format(
      "{}: {} programs, all orders of {}, all choices of {}, {} proved; {} orders, {} states of the model\n",
      setting.name, program_count(), complete, by_choices, proved, orders, states);
  EXPECT_GT(complete, program_count() / 2);
}

TEST_P(ReferenceModelAgreementTest, TheClockOffShowsWhatItsModelSays) {
  const ModelledMachine& setting = GetParam();
  for (std::uint64_t seed = 0; seed < program_count(); seed += 4) {
    expect_no_difference(seed, random_program_for_machine(setting, seed), [&](const TinyProgram& program) {
      return describe_clockless_runs_outside_model(program, setting);
    });
  }
}

TEST_P(ReferenceModelAgreementTest, WhatTheClockOffShowsIsNotProvedToBeImpossible) {
  const ModelledMachine& setting = GetParam();
  const KnownLibraryModelDifference* const known = find_known_difference_of_clockless_runs(setting.name);
  if (known != nullptr) GTEST_SKIP() << known->reason;
  for (std::uint64_t seed = 0; seed < program_count(); seed += 4) {
    expect_no_difference(seed, random_program_for_machine(setting, seed), [&](const TinyProgram& program) {
      return describe_clockless_runs_against_proof(program, setting, kMostOrders);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Machines, ReferenceModelAgreementTest, testing::ValuesIn(modelled_machines()),
                         [](const auto& each) { return std::string(each.param.name); });

TEST(KnownDisagreements, AreStillThere) {
  for (const KnownLibraryModelDifference& known : known_differences_of_clockless_runs()) {
    for (const ModelledMachine& setting : modelled_machines()) {
      if (std::ranges::find(known.machine_names, setting.name) == known.machine_names.end()) continue;
      EXPECT_NE(describe_clockless_runs_against_proof(known.example_program, setting, kMostOrders), "")
          << setting.name << ": none any more: " << known.reason;
    }
  }
}

/// Returns whether at least one of 1000 random programs behaves differently on the machine and in a reference model
/// with the rules `wrong`.
bool does_comparison_reveal_wrong_rules(ModelledMachine setting, const ReferenceModelRules& wrong) {
  setting.model_rules = wrong;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    if (!compare_with_model(random_program_for_machine(setting, seed), setting, kMostOrders).difference_text.empty())
      return true;
  }
  return false;
}

const ModelledMachine& machine_setting_named(std::string_view name) {
  return *std::ranges::find(modelled_machines(), name,
                            [](const ModelledMachine& each) { return std::string_view(each.name); });
}

TEST(WrongRules, AreNoticed) {
  EXPECT_TRUE(does_comparison_reveal_wrong_rules(machine_setting_named("cm5"), {}));
  EXPECT_TRUE(does_comparison_reveal_wrong_rules(machine_setting_named("mesh"), {.stores_early_messages = false}));
  EXPECT_TRUE(does_comparison_reveal_wrong_rules(machine_setting_named("mesh_with_small_buffers"),
                                                 {.system_buffer_bytes = 1000, .has_headers = true, .is_mesh = true}));
  EXPECT_TRUE(does_comparison_reveal_wrong_rules(machine_setting_named("ipsc860_with_small_buffers"),
                                                 {.longest_sent_without_request = 100}));
  EXPECT_TRUE(does_comparison_reveal_wrong_rules(machine_setting_named("mesh_with_sends_that_wait"),
                                                 {.has_headers = true, .is_mesh = true}));
}

TEST(Shrinking, LeavesTheSmallestProgramWithTheBehaviour) {
  const TinyProgram program = random_program_for_machine(machine_setting_named("mesh"), 7);
  const auto has_a_send = [](const TinyProgram& other) {
    return std::ranges::any_of(other.operations_by_node,
                               [](const auto& node) { return std::ranges::any_of(node, &Operation::is_send); });
  };
  ASSERT_TRUE(has_a_send(program));
  EXPECT_EQ(shrunk_program(program, has_a_send).operation_count(), 1U);
}

}  // namespace
}  // namespace switchyard::reference
