#pragma once
/// \file trace_tables.hpp
/// Totals of a timeline for each link and for each phase.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/trace/timeline.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// Totals of the transfers that crossed one link.
struct LinkTotals {
  LinkId link{};
  std::uint64_t transfers = 0;
  std::uint64_t bytes = 0;  ///< payload bytes of the transfers
  Duration busy{};          ///< time that circuits held the link, or that the bytes take at the link's full capacity
};

/// Totals of the transfers of one phase.
struct PhaseTotal {
  std::optional<PhaseId> phase;  ///< phase of the schedule; nothing for the total of transfers that belong to no phase
  std::uint64_t messages = 0;    ///< number of transfers that carry data
  std::uint64_t bytes = 0;
  std::uint64_t transfers = 0;  ///< number of all transfers, with signals, reservations and acknowledgements
  VirtualTime first{};          ///< time at which the first transfer of the phase began
  VirtualTime last{};           ///< time at which the last transfer of the phase ended
  Duration moving_time{};       ///< time in which data moved, summed over the transfers
  Duration link_wait{};         ///< time of waits for links, summed over the transfers
  Duration other_wait_time{};   ///< time of waits for ports, directions, buffers and receives, summed over transfers
};

/// Returns the totals of each link that was used, by ascending link number.
std::vector<LinkTotals> link_totals(const Timeline& timeline);
/// Returns the totals of each phase that has transfers, by ascending phase. The total of transfers
/// without a phase comes first.
std::vector<PhaseTotal> phase_totals(const Timeline& timeline);

/// Returns the link totals as CSV with the columns
/// `link,name,transfers,bytes,busy_us,utilisation`. Utilisation is the busy time divided by the length of
/// the run.
std::string links_csv(const Timeline& timeline, const Routes& routes);
/// Returns the phase totals as CSV with the columns
/// `phase,messages,bytes,transfers,first_us,last_us,data_us,link_wait_us,other_wait_us`. Phases
/// count from 1.
std::string phases_csv(const Timeline& timeline);

}  // namespace switchyard
