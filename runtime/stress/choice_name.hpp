#pragma once
/// \file choice_name.hpp
/// Names of the choices of a run, and what they have taken (choices.hpp).

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// The name of a choice. It is the same in all runs that agree on what the choice depends on.
struct ChoiceName {
  NodeId node{};
  std::uint32_t number = 0;
  friend auto operator<=>(const ChoiceName&, const ChoiceName&) = default;
};

/// What each choice has taken (LoggedChoice::taken), by name and sorted.
using Choices = std::vector<std::pair<ChoiceName, std::uint32_t>>;

}  // namespace switchyard
