#include "machines/machine_kind.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace switchyard::machines {

bool MachineChoice::sets_constant(const std::string& constant) const {
  return std::ranges::find(settings, constant, &Setting::name) != settings.end();
}

namespace {

/// Returns whether an error is about the constant `constant`. An error from a machine of a user's library may name no
/// constants, and then counts as an error about every constant.
bool is_error_about_constant(const UsageError& error, const std::string& constant) {
  const auto* const about_constants = dynamic_cast<const ConstantError*>(&error);
  if (about_constants == nullptr) return true;
  const std::vector<std::string>& names = about_constants->constants();
  return std::ranges::find(names, constant) != names.end();
}

std::vector<std::string> joined_names(std::vector<std::string> some, const std::vector<std::string>& others) {
  some.insert(some.end(), others.begin(), others.end());
  return some;
}

}  // namespace

ConstantError::ConstantError(const std::vector<std::string>& wrong, std::string reason, std::string remedy,
                             const std::vector<std::string>& others)
    : ConstantError(joined_names(wrong, others),
                    {.place = UserInputPlace{}.place_with_key(fmt::format("{}", fmt::join(wrong, ", "))),
                     .reason = std::move(reason),
                     .remedy = std::move(remedy)}) {}

namespace detail {

void throw_error_with_place_of_setting(const MachineChoice& choice, const UsageError& error) {
  if (choice.settings.empty()) throw UsageError(error);
  const auto named = std::find_if(choice.settings.rbegin(), choice.settings.rend(),
                                  [&](const Setting& setting) { return is_error_about_constant(error, setting.name); });
  throw error.at(named != choice.settings.rend() ? named->place : choice.settings.back().place);
}

void throw_error_with_place_of_node_count(const MachineChoice& choice, const UsageError& error) {
  throw error.at(choice.input_place_of_node_count);
}

void throw_impossible_node_count(const MachineChoice& choice, const std::string& counts) {
  throw UsageError({.place = choice.input_place_of_node_count,
                    .reason = fmt::format("a {} of {} nodes is not possible", choice.name, *choice.nodes),
                    .remedy = counts});
}

void throw_node_count_mismatch(const MachineChoice& choice, const Machine& machine) {
  throw UsageError(
      {.place = choice.input_place_of_node_count,
       .reason = fmt::format("{} nodes are not the {} of the shape that is set", *choice.nodes, machine.node_count()),
       .remedy = "leave one of them out"});
}

}  // namespace detail

}  // namespace switchyard::machines
