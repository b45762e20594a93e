#pragma once
/// \file choice_name.hpp
/// Names of the choices in a run, and results of choices (choices.hpp). A choice is something that a program leaves to
/// the order of events, such as which message a receive from any node gets.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include "runtime/request.hpp"

namespace switchyard {

/// The name of a choice, such as which message a receive from any node gets. The name consists of the node and the
/// number of the choice among those of the node's program, or of one of the node's services (served_message.hpp). A
/// choice has the same name in all runs in which the choices before it have the same results.
struct ChoiceName {
  static constexpr std::uint64_t kOfService = std::uint64_t{1} << 52U;

  NodeId node{};
  std::uint64_t number = 0;
  friend auto operator<=>(const ChoiceName&, const ChoiceName&) = default;

  /// Returns the name of a choice of a service, the part of a node that serves requests of other nodes: which of the
  /// messages of `context` the service takes as number `place`.
  static constexpr ChoiceName name_of_service_choice(NodeId node, Context context, std::uint64_t place) noexcept {
    return {node, kOfService | (static_cast<std::uint64_t>(context) << 32U) | place};
  }
  constexpr bool belongs_to_service() const noexcept { return (number & kOfService) != 0; }
  constexpr bool has_same_service_as_choice(const ChoiceName& other) const noexcept {
    return node == other.node && (number ^ other.number) >> 32U == 0;
  }
};

/// Choices of a run, sorted by name, each with its result, such as the source of a received message.
using Choices = std::vector<std::pair<ChoiceName, std::uint32_t>>;

/// Hashes choices with their results, one or many.
struct ChoicesHash {
  std::size_t operator()(const Choices::value_type& choice) const noexcept { return add_to_hash(0, choice); }
  std::size_t operator()(const Choices& choices) const noexcept {
    std::uint64_t hash = 0;
    for (const auto& choice : choices) hash = add_to_hash(hash, choice);
    return hash;
  }

 private:
  static std::uint64_t add_to_hash(std::uint64_t hash, const Choices::value_type& choice) noexcept {
    const auto& [name, result] = choice;
    for (const std::uint64_t part : {std::uint64_t{index(name.node)}, name.number, std::uint64_t{result}}) {
      hash = (hash ^ part) * 0x9e37'79b9'7f4a'7c15U;
      hash ^= hash >> 32U;
    }
    return hash;
  }
};

/// A hash table whose elements are sets of choices (such as which messages receives from any node get).
using UnorderedChoiceSets = std::unordered_set<Choices, ChoicesHash>;

}  // namespace switchyard
