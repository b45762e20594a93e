#include "bench/trace/chrome_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>

#include "bench/trace/tracks.hpp"

namespace switchyard {
namespace {

/// Converts JSON to text. Bytes that are not UTF-8, which names of files may have but JSON does
/// not allow, are replaced.
std::string utf8_json_text(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

void append_microseconds(fmt::memory_buffer& out, Duration time) {
  fmt::format_to(std::back_inserter(out), "{}.{:03}", time.count() / 1000, time.count() % 1000);
}

enum class TraceItemType : std::uint8_t {
  node_activity_interval,
  transfer,
  transfer_slice,
  node_mark,
  flow_start,
  flow_end
};

/// One event of a Chrome trace before it is written as JSON. Events are sorted by time. At equal times an enclosing
/// slice comes before the slices inside it, because of the order of the enumerators of TraceItemType.
struct TraceItem {
  VirtualTime start_time;
  TraceItemType type;
  /// The index of a state of a transfer in RecordedTransfer::slices.
  std::uint32_t slice_index;
  std::size_t item_index;
  friend bool operator<(const TraceItem& a, const TraceItem& b) noexcept {
    return std::tie(a.start_time, a.type, a.item_index, a.slice_index) <
           std::tie(b.start_time, b.type, b.item_index, b.slice_index);
  }
};

class ChromeWriter {
 public:
  ChromeWriter(const Timeline& timeline, const ChromeTraceOptions& options)
      : timeline_(timeline), options_(options), tracks_(assign_transfer_tracks(timeline)) {
    std::uint32_t next = 1;
    for (const std::uint32_t lanes : tracks_.lanes_of_node) {
      program_track_of_node_.push_back(next);
      next += 1 + lanes;
    }
  }

  ChromeTrace write_trace() {
    std::vector<TraceItem> events = collect_events();
    ChromeTrace trace;
    trace.total_event_count = events.size();
    const std::size_t kept = std::min<std::size_t>(events.size(), options_.max_events);
    if (kept < events.size()) {
      std::ranges::nth_element(events, events.begin() + static_cast<std::ptrdiff_t>(kept), std::less<>{});
      trace.truncation_time = events[kept].start_time;
      events.resize(kept);
    }
    std::ranges::sort(events, std::less<>{});
    trace.events = kept;
    append_formatted("{{\"otherData\":{},\n\"traceEvents\":[\n", metadata(trace));
    add_track_names();
    for (const TraceItem& event : events) add_event(event);
    // The comma and the line end after the last event are removed.
    json_text_.resize(json_text_.size() - 2);
    append_formatted("\n]}}\n");
    trace.json = fmt::to_string(json_text_);
    return trace;
  }

 private:
  template <class... Args>
  void append_formatted(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(json_text_), format, std::forward<Args>(args)...);
  }

  std::uint32_t program_track(NodeId node) const { return program_track_of_node_[index(node)]; }
  std::uint32_t track_of_transfer(std::size_t item) const {
    return program_track_of_node_[index(timeline_.transfers[item].info.source)] + 1 + tracks_.lane_of_transfer[item];
  }
  /// Returns whether a transfer is drawn with an arrow, which leads to what the receiving node does when the message
  /// arrives.
  bool has_transfer_arrow(const RecordedTransfer& transfer) const {
    return options_.flows && transfer.ended && transfer.to > transfer.from &&
           (transfer.info.kind == TransferKind::data || transfer.info.kind == TransferKind::signal);
  }

  std::vector<TraceItem> collect_events() const {
    std::vector<TraceItem> events;
    events.reserve(timeline_.node_slices.size() + 4 * timeline_.transfers.size());
    for (std::size_t i = 0; i < timeline_.node_slices.size(); ++i) {
      events.push_back({timeline_.node_slices[i].from, TraceItemType::node_activity_interval, 0, i});
    }
    for (std::size_t i = 0; i < timeline_.transfers.size(); ++i) {
      const RecordedTransfer& transfer = timeline_.transfers[i];
      events.push_back({transfer.from, TraceItemType::transfer, 0, i});
      for (std::uint32_t s = 0; s < transfer.slices.size(); ++s) {
        events.push_back({transfer.slices[s].from, TraceItemType::transfer_slice, s, i});
      }
      if (!has_transfer_arrow(transfer)) continue;
      events.push_back({transfer.from, TraceItemType::flow_start, 0, i});
      events.push_back({transfer.to, TraceItemType::flow_end, 0, i});
    }
    for (std::size_t i = 0; i < timeline_.marks.size(); ++i) {
      events.push_back({timeline_.marks[i].at, TraceItemType::node_mark, 0, i});
    }
    return events;
  }

  std::string metadata(const ChromeTrace& trace) const {
    nlohmann::ordered_json json = nlohmann::ordered_json::object();
    for (const auto& [name, value] : options_.parameters) json[name] = value;
    json["events"] = fmt::format("{}", trace.events);
    if (trace.events < trace.total_event_count) {
      json["cut"] =
          fmt::format("{} of {} events are here; from {} us on some or all are missing (--max-events {})", trace.events,
                      trace.total_event_count, microseconds(trace.truncation_time), options_.max_events);
    }
    return utf8_json_text(json);
  }

  void add_track_names() {
    append_formatted("{{\"ph\":\"M\",\"pid\":1,\"name\":\"process_name\",\"args\":{{\"name\":\"nodes\"}}}},\n");
    const auto width = fmt::formatted_size("{}", timeline_.nodes == 0 ? 0 : timeline_.nodes - 1);
    for (std::uint32_t i = 0; i < timeline_.nodes; ++i) {
      add_track(program_track_of_node_[i], fmt::format("node {:0{}}", i, width));
      for (std::uint32_t lane = 0; lane < tracks_.lanes_of_node[i]; ++lane) {
        const std::string number = lane == 0 ? "" : fmt::format(" {}", lane + 1);
        add_track(program_track_of_node_[i] + 1 + lane, fmt::format("node {:0{}} network{}", i, width, number));
      }
    }
  }
  void add_track(std::uint32_t track, const std::string& name) {
    append_formatted("{{\"ph\":\"M\",\"pid\":1,\"tid\":{},\"name\":\"thread_name\",\"args\":{{\"name\":{}}}}},\n",
                     track, utf8_json_text(name));
    append_formatted(
        "{{\"ph\":\"M\",\"pid\":1,\"tid\":{0},\"name\":\"thread_sort_index\",\"args\":{{\"sort_index\":{0}}}}},\n",
        track);
  }

  void add_event(const TraceItem& event) {
    switch (event.type) {
      case TraceItemType::node_activity_interval:
        return add_node_slice(timeline_.node_slices[event.item_index]);
      case TraceItemType::transfer:
        return add_transfer(event.item_index);
      case TraceItemType::transfer_slice:
        return add_transfer_slice(event.item_index, timeline_.transfers[event.item_index].slices[event.slice_index]);
      case TraceItemType::node_mark:
        return add_instant_event(timeline_.marks[event.item_index]);
      case TraceItemType::flow_start:
        return add_flow_arrow_event("s", track_of_transfer(event.item_index), event);
      case TraceItemType::flow_end:
        return add_flow_arrow_event("f\",\"bp\":\"e",
                                    program_track(timeline_.transfers[event.item_index].info.destination), event);
    }
  }

  void begin_slice_event(const char* category, std::uint32_t track, VirtualTime from, VirtualTime to) {
    append_formatted("{{\"ph\":\"X\",\"cat\":\"{}\",\"pid\":1,\"tid\":{},\"ts\":", category, track);
    append_microseconds(json_text_, from.time_since_epoch());
    append_formatted(",\"dur\":");
    append_microseconds(json_text_, to - from);
    append_formatted(",\"name\":\"");
  }

  void add_node_slice(const NodeActivityInterval& slice) {
    const NodeState& state = slice.state;
    const bool waits = is_waiting_state(state.activity);
    begin_slice_event(waits ? "wait" : "work", program_track(slice.node), slice.from, slice.to);
    append_formatted("{}", node_activity_as_text(state.activity));
    const bool about_message = state.activity == NodeActivity::sends || state.activity == NodeActivity::waits_to_send ||
                               state.activity == NodeActivity::waits_to_receive;
    if (!about_message) return append_formatted("\"{}}},\n", slice.ended ? "" : ",\"args\":{\"ended\":false}");
    const char* preposition = state.activity == NodeActivity::waits_to_receive ? "from" : "to";
    if (state.peer) {
      append_formatted(" {} {}", preposition, index(*state.peer));
    } else {
      append_formatted(" {} any node", preposition);
    }
    append_formatted("\",\"args\":{{\"tag\":{},\"bytes\":{}{}}}}},\n", static_cast<std::uint32_t>(state.tag),
                     state.bytes, slice.ended ? "" : ",\"ended\":false");
  }

  void add_transfer(std::size_t item) {
    const RecordedTransfer& transfer = timeline_.transfers[item];
    const TransferInfo& info = transfer.info;
    begin_slice_event("transfer", track_of_transfer(item), transfer.from, transfer.to);
    append_formatted("{} {}->{}\",\"args\":{{\"bytes\":{},\"tag\":{},\"queued_us\":", transfer_kind_as_text(info.kind),
                     index(info.source), index(info.destination), info.bytes, static_cast<std::uint32_t>(info.tag));
    append_microseconds(json_text_, transfer.from - info.queued);
    if (transfer.phase) append_formatted(",\"phase\":{}", index(*transfer.phase) + 1);
    if (!transfer.ended) append_formatted(",\"ended\":false");
    append_formatted("}}}},\n");
  }

  void add_transfer_slice(std::size_t item, const TransferSlice& slice) {
    begin_slice_event(is_waiting_state(slice.state) ? "wait" : "network", track_of_transfer(item), slice.from,
                      slice.to);
    append_formatted("{}\"", transfer_state_as_text(slice.state));
    if (slice.holder) append_formatted(",\"args\":{{\"held by\":\"node {}\"}}", index(*slice.holder));
    append_formatted("}},\n");
  }

  void add_instant_event(const TimelineMark& mark) {
    append_formatted("{{\"ph\":\"i\",\"s\":\"t\",\"pid\":1,\"tid\":{},\"ts\":", program_track(mark.node));
    append_microseconds(json_text_, mark.at.time_since_epoch());
    append_formatted(",\"name\":{}}},\n", utf8_json_text(mark.label));
  }

  void add_flow_arrow_event(const char* phase, std::uint32_t track, const TraceItem& event) {
    append_formatted("{{\"ph\":\"{}\",\"cat\":\"message\",\"name\":\"message\",\"id\":{},\"pid\":1,\"tid\":{},\"ts\":",
                     phase, event.item_index + 1, track);
    append_microseconds(json_text_, event.start_time.time_since_epoch());
    append_formatted("}},\n");
  }

  const Timeline& timeline_;
  const ChromeTraceOptions& options_;
  TransferTracks tracks_;
  /// For each node, the number of the track (row in the viewer) that shows the node's program. The tracks of the node's
  /// transfers have the numbers that follow.
  std::vector<std::uint32_t> program_track_of_node_;
  fmt::memory_buffer json_text_;
};

}  // namespace

ChromeTrace chrome_trace(const Timeline& timeline, const ChromeTraceOptions& options) {
  return ChromeWriter(timeline, options).write_trace();
}

}  // namespace switchyard
