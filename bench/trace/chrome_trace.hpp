#pragma once
/// \file chrome_trace.hpp
/// A timeline as JSON for the Perfetto viewer and chrome://tracing.
///
/// Source: N. Duca, D. Sinclair, "Trace Event Format" (Google): the JSON object format with complete events (ph X),
/// instants (i), flow events (s, f) and metadata (M). Times are microseconds with three decimals, which are exact.
/// There is no displayTimeUnit: Perfetto before 2022 took "ns" for the unit of the times themselves.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bench/trace/timeline.hpp"

namespace switchyard {

struct ChromeTraceOptions {
  bool flows = false;  ///< whether an arrow leads from each message to the node that receives it
  /// The largest number of slices, instants and arrows together; if there are more, the earliest are kept.
  std::uint64_t max_events = 1'000'000;
  /// Names and values that are stored in the metadata of the trace.
  std::vector<std::pair<std::string, std::string>> parameters = {};
};

struct ChromeTrace {
  std::string json;
  std::uint64_t events = 0;  ///< number of events in the trace, without metadata
  /// The number of events that the trace would have without the limit on their number.
  std::uint64_t total_event_count = 0;
  /// The virtual time from which on events are missing in the trace, if the limit on their number was reached.
  VirtualTime truncation_time{};
};

/// Converts a timeline to a Chrome trace. The trace has one process, with a track for each node's program, followed by
/// tracks for the node's transfers. A transfer is a slice; its waits, its set-up and the movement of its data are
/// slices inside it.
ChromeTrace chrome_trace(const Timeline& timeline, const ChromeTraceOptions& options = {});

}  // namespace switchyard
