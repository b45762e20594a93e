#pragma once
/// \file choice_name.hpp
/// Names of the choices of a run, such as whose message a receive from any node gets, and the results of these choices
/// (choices.hpp).

#include <compare>
#include <cstdint>
#include <utility>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// The name of a choice: its node, and its number among the choices of this node. It is the same in all runs that agree
/// on what the choice depends on.
struct ChoiceName {
  NodeId node{};
  std::uint32_t number = 0;
  friend auto operator<=>(const ChoiceName&, const ChoiceName&) = default;
};

/// Choices of a run, sorted by name, each with its result (LoggedChoice::taken), such as the source of a received
/// message.
using Choices = std::vector<std::pair<ChoiceName, std::uint32_t>>;

}  // namespace switchyard
