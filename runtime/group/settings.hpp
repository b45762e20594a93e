#pragma once
/// \file settings.hpp
/// The algorithms that a user has set for the collectives of one run, in place of the fastest ones.

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

/// The collectives for which users can set the algorithm, named as users write them. The collectives from `alltoall` on
/// are exchanges.
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
inline constexpr std::array kSettableCollectiveNames{"barrier",
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
  return kSettableCollectiveNames[static_cast<std::size_t>(which)];
}
constexpr bool is_exchange(SettableCollective which) noexcept { return which >= SettableCollective::alltoall; }

/// Returns the enumerator under which users set the algorithm for this kind of collective. Returns nothing for
/// exchanges, and for kinds whose algorithm cannot be set.
constexpr std::optional<SettableCollective> settable_collective_of(Collective kind) noexcept {
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

/// The settings for the collectives of one run, the same on all its nodes. They do not change during a run, and any
/// thread may read them.
struct CollectiveSettings {
  using ExchangePtr = std::shared_ptr<const ExchangeAlgorithm>;
  /// The algorithm set for one collective: `exchange` if the collective is an exchange, and otherwise `algorithm`. Both
  /// fields are empty if no algorithm is set.
  struct AlgorithmSetting {
    std::optional<CollectiveAlgorithm> algorithm = std::nullopt;
    ExchangePtr exchange = nullptr;
  };

  std::array<AlgorithmSetting, kSettableCollectiveNames.size()> algorithm_settings = {};
  /// The algorithms to try for neighbour exchanges for which no algorithm is set. The one that is fastest for the
  /// pattern and size is used, or all messages are sent at once if that is faster.
  std::vector<ExchangePtr> algorithms_for_neighbor_exchanges = {};
  /// Whether a node's time for making a schedule during the run is charged to the node.
  bool is_scheduling_time_charged = true;

  const AlgorithmSetting& algorithm_setting(SettableCollective which) const noexcept {
    return algorithm_settings[static_cast<std::size_t>(which)];
  }
  bool schedules_neighbor_exchanges() const noexcept {
    return !algorithms_for_neighbor_exchanges.empty() ||
           std::any_of(algorithm_settings.begin() + static_cast<std::ptrdiff_t>(SettableCollective::neighbor_allgather),
                       algorithm_settings.end(),
                       [](const AlgorithmSetting& choice) { return choice.exchange != nullptr; });
  }
};

}  // namespace switchyard
