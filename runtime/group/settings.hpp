#pragma once
/// \file settings.hpp
/// Which algorithms the collectives of one run are carried out by, where not the fastest one is wanted.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/group/algorithm.hpp"
#include "runtime/group/exchange_plan.hpp"

namespace switchyard {

/// The collectives whose algorithm can be set, as users know them. Those from alltoall on are exchanges.
enum class SettableCollective : std::uint8_t {
  barrier,
  broadcast,
  reduce,
  allreduce,
  reduce_scatter,
  alltoall,
  alltoallv,
  alltoallw,
  neighbor_allgather,
  neighbor_allgatherv,
  neighbor_alltoall,
  neighbor_alltoallv,
  neighbor_alltoallw,
};
inline constexpr std::array kSettableNames{"barrier",
                                           "broadcast",
                                           "reduce",
                                           "allreduce",
                                           "reduce_scatter",
                                           "alltoall",
                                           "alltoallv",
                                           "alltoallw",
                                           "neighbor_allgather",
                                           "neighbor_allgatherv",
                                           "neighbor_alltoall",
                                           "neighbor_alltoallv",
                                           "neighbor_alltoallw"};
constexpr const char* name_of(SettableCollective which) noexcept {
  return kSettableNames[static_cast<std::size_t>(which)];
}
constexpr bool is_exchange(SettableCollective which) noexcept { return which >= SettableCollective::alltoall; }

/// Under which name users know a collective that is no exchange; nothing for one whose algorithm cannot be set.
constexpr std::optional<SettableCollective> settable(Collective kind) noexcept {
  switch (kind) {
    case Collective::barrier:
      return SettableCollective::barrier;
    case Collective::broadcast:
      return SettableCollective::broadcast;
    case Collective::reduce:
      return SettableCollective::reduce;
    case Collective::all_reduce:
      return SettableCollective::allreduce;
    case Collective::reduce_scatter:
      return SettableCollective::reduce_scatter;
    default:
      return std::nullopt;
  }
}

/// Of one run; the same on all its nodes. Immutable while a run goes on; any thread.
struct CollectiveSettings {
  using ExchangePtr = std::shared_ptr<const ExchangeAlgorithm>;
  /// At most one of both is set: `algorithm` for a collective that is no exchange, or else `exchange`.
  struct Choice {
    std::optional<CollectiveAlgorithm> algorithm = std::nullopt;
    ExchangePtr exchange = nullptr;
  };

  std::array<Choice, kSettableNames.size()> choices = {};
  /// What exchanges among neighbours are carried out by, where nothing is chosen: the fastest of these for the pattern
  /// and the size, or all at once where that is faster.
  std::vector<ExchangePtr> for_neighbors = {};
  /// Whether nodes spend time on making schedules at run time.
  bool schedules_cost = true;

  const Choice& choice(SettableCollective which) const noexcept { return choices[static_cast<std::size_t>(which)]; }
  bool schedules_neighbors() const noexcept {
    return !for_neighbors.empty() ||
           std::any_of(choices.begin() + static_cast<std::ptrdiff_t>(SettableCollective::neighbor_allgather),
                       choices.end(), [](const Choice& choice) { return choice.exchange != nullptr; });
  }
};

}  // namespace switchyard
