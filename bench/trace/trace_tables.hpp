#pragma once
/// \file trace_tables.hpp
/// Sums over a timeline, by link and by phase.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/trace/timeline.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// What has crossed one link.
struct LinkTotal {
  LinkId link{};
  std::uint64_t transfers = 0;
  std::uint64_t bytes = 0;  ///< of messages
  Duration busy{};          ///< held by a circuit, or what its bytes take at its full capacity
};

/// What the transfers of one phase took.
struct PhaseTotal {
  std::optional<PhaseId> phase;  ///< nothing: transfers of no phase
  std::uint64_t messages = 0;    ///< with data
  std::uint64_t bytes = 0;
  std::uint64_t transfers = 0;  ///< signals, reservations and acknowledgements included
  VirtualTime first{};          ///< the first transfer began
  VirtualTime last{};           ///< the last one ended
  Duration moving{};            ///< data on its way; sums over the transfers, as all below
  Duration link_wait{};
  Duration other_wait{};  ///< for ports, the other direction, buffers, receives
};

/// Links that were used, ascending.
std::vector<LinkTotal> link_totals(const Timeline& timeline);
/// Phases that have transfers, ascending; those of no phase come first.
std::vector<PhaseTotal> phase_totals(const Timeline& timeline);

/// `link,name,transfers,bytes,busy_us,utilisation`; utilisation is busy over the length of the run.
std::string links_csv(const Timeline& timeline, const Routes& routes);
/// `phase,messages,bytes,transfers,first_us,last_us,data_us,link_wait_us,other_wait_us`; phases count from 1.
std::string phases_csv(const Timeline& timeline);

}  // namespace switchyard
