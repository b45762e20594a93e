#pragma once
/// \file trace_tables.hpp
/// Totals of a recorded run for each link and for each phase of the schedule.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "bench/trace/timeline.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

/// Totals over the transfers that crossed one link.
struct LinkTotals {
  LinkId link{};
  std::uint64_t transfers = 0;
  std::uint64_t bytes = 0;  ///< number of payload bytes of these transfers
  /// The sum over these transfers of the time for which each of them alone would keep the link busy.
  Duration busy{};
};

/// Totals over the transfers of one phase of the schedule.
struct PhaseTotal {
  /// The phase of the schedule; nothing for the totals over the transfers that belong to no phase.
  std::optional<PhaseId> phase;
  std::uint64_t messages = 0;  ///< number of transfers that carry data
  std::uint64_t bytes = 0;
  /// The number of all transfers, including signals, reservations and acknowledgements.
  std::uint64_t transfers = 0;
  VirtualTime first{};     ///< time at which the first transfer of the phase began
  VirtualTime last{};      ///< time at which the last transfer of the phase ended
  Duration moving_time{};  ///< time in which data moved, summed over the transfers of the phase
  Duration link_wait{};    ///< time of waiting for links, summed over the transfers of the phase
  /// The time of waiting for ports, directions, buffers and receives, summed over the transfers of the phase.
  Duration other_wait_time{};
};

/// Returns the totals of each link that was used, in ascending order of the link numbers.
std::vector<LinkTotals> link_totals(const Timeline& timeline);
/// Returns the totals of each phase that has transfers, in ascending order of the phases. The totals of the transfers
/// that belong to no phase come first.
std::vector<PhaseTotal> phase_totals(const Timeline& timeline);

/// Returns the totals of the links as CSV with the columns `link,name,transfers,bytes,busy_us,utilisation`. The
/// utilisation is the busy time divided by the length of the run.
std::string links_csv(const Timeline& timeline, const Routes& routes);
/// Returns the totals of the phases as CSV with the columns
/// `phase,messages,bytes,transfers,first_us,last_us,data_us,link_wait_us,other_wait_us`. Phases are counted from 1.
std::string phases_csv(const Timeline& timeline);

}  // namespace switchyard
