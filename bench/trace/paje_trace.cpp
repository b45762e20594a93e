#include "bench/trace/paje_trace.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "bench/trace/tracks.hpp"

namespace switchyard {
namespace {

/// The kinds of events in a Paje trace. The values of the enumerators are the numbers that the trace's header assigns
/// to the kinds.
enum PajeEvent : unsigned {
  kDefineContainerTypeEvent,
  kDefineStateTypeEvent,
  kDefineLinkTypeEvent,
  kDefineEntityValueEvent,
  kCreateContainerEvent,
  kDestroyContainerEvent,
  kSetStateEvent,
  kStartLinkEvent,
  kEndLinkEvent,
};

constexpr std::string_view kPajeEventDefinitions =
    "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineLinkType 2\n% Alias string\n% Type string\n% StartContainerType string\n"
    "% EndContainerType string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineEntityValue 3\n% Alias string\n% Type string\n% Name string\n% Color color\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 4\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n"
    "%EndEventDef\n"
    "%EventDef PajeDestroyContainer 5\n% Time date\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeSetState 6\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n"
    "%EventDef PajeStartLink 7\n% Time date\n% Type string\n% Container string\n% StartContainer string\n"
    "% Value string\n% Key string\n%EndEventDef\n"
    "%EventDef PajeEndLink 8\n% Time date\n% Type string\n% Container string\n% EndContainer string\n"
    "% Value string\n% Key string\n%EndEventDef\n";

struct NamedColour {
  const char* name;
  const char* colour;
};
constexpr std::array<NamedColour, kActivityCount> kActivityColours{{{"runs", "0.95 0.95 0.95"},
                                                                    {"computes", "0.17 0.63 0.17"},
                                                                    {"sends", "0.12 0.47 0.71"},
                                                                    {"receives", "0.58 0.40 0.74"},
                                                                    {"polls", "0.74 0.74 0.13"},
                                                                    {"waits to send", "0.99 0.75 0.44"},
                                                                    {"waits to receive", "1.0 0.5 0.05"},
                                                                    {"waits for any", "0.9 0.33 0.05"},
                                                                    {"waits for a packet", "0.9 0.6 0.2"},
                                                                    {"handler", "0.4 0.75 0.75"},
                                                                    {"collective", "0.5 0.5 0.5"},
                                                                    {"finished", "1.0 1.0 1.0"}}};
constexpr std::array<NamedColour, kStateCount> kStateColours{{{"set-up", "0.68 0.78 0.91"},
                                                              {"waits for a link", "0.84 0.15 0.16"},
                                                              {"waits for the receive port", "1.0 0.6 0.6"},
                                                              {"waits for the other direction", "0.89 0.47 0.76"},
                                                              {"waits for buffer space", "0.55 0.34 0.29"},
                                                              {"waits for the receive", "1.0 0.73 0.47"},
                                                              {"data", "0.12 0.47 0.71"},
                                                              {"idle", "1.0 1.0 1.0"}}};

/// A line of the Paje trace that describes an event at a virtual time. Lines with equal `at` and `order_at_same_time`
/// stay in the order in which they were made.
struct PajeLine {
  VirtualTime at;
  /// The rank of the line among lines of the same time, by which the end of a state comes before the start of the next.
  std::uint8_t order_at_same_time = 0;
  std::string text;
};

class PajeWriter {
 public:
  PajeWriter(const Timeline& timeline, const std::string& machine, bool links)
      : timeline_(timeline), tracks_(assign_transfer_tracks(timeline)) {
    trace_text_ += kPajeEventDefinitions;
    add_type_definitions();
    add_paje_containers_of_machine(machine);
    for (const NodeActivityInterval& slice : timeline.node_slices) add_node_slice(slice);
    for (std::size_t i = 0; i < timeline.transfers.size(); ++i) add_transfer(i, links);
  }

  std::string take_trace_text() {
    std::ranges::stable_sort(lines_, [](const PajeLine& a, const PajeLine& b) {
      return a.at != b.at ? a.at < b.at : a.order_at_same_time < b.order_at_same_time;
    });
    for (const PajeLine& line : lines_) {
      const auto time = line.at.time_since_epoch().count();
      const std::size_t number = line.text.find(' ');
      trace_text_ += fmt::format("{} {}.{:09}{}\n", line.text.substr(0, number), time / 1'000'000'000,
                                 time % 1'000'000'000, line.text.substr(number));
    }
    return std::move(trace_text_);
  }

 private:
  void add_type_definitions() {
    trace_text_ += fmt::format("{} M 0 machine\n{} N M node\n{} T N network\n", +kDefineContainerTypeEvent,
                               +kDefineContainerTypeEvent, +kDefineContainerTypeEvent);
    trace_text_ += fmt::format("{} P N program\n{} C T transfer\n", +kDefineStateTypeEvent, +kDefineStateTypeEvent);
    trace_text_ += fmt::format("{} L M T N message\n", +kDefineLinkTypeEvent);
    for (std::size_t i = 0; i < kActivityColours.size(); ++i) {
      trace_text_ += fmt::format("{} p{} P \"{}\" \"{}\"\n", +kDefineEntityValueEvent, i, kActivityColours[i].name,
                                 kActivityColours[i].colour);
    }
    for (std::size_t i = 0; i < kStateColours.size(); ++i) {
      trace_text_ += fmt::format("{} c{} C \"{}\" \"{}\"\n", +kDefineEntityValueEvent, i, kStateColours[i].name,
                                 kStateColours[i].colour);
    }
    trace_text_ += fmt::format("{} message L message \"0.3 0.3 0.3\"\n", +kDefineEntityValueEvent);
  }

  void add_paje_containers_of_machine(const std::string& machine) {
    add_trace_line_at_time({}, 0, fmt::format("{} m M 0 \"{}\"", +kCreateContainerEvent, machine));
    for (std::uint32_t i = 0; i < timeline_.nodes; ++i) {
      add_trace_line_at_time({}, 0, fmt::format("{} n{} N m \"node {}\"", +kCreateContainerEvent, i, i));
      add_trace_line_at_time({}, 0, fmt::format("{} P n{} p0", +kSetStateEvent, i));
      for (std::uint32_t lane = 0; lane < tracks_.lanes_of_node[i]; ++lane) {
        add_trace_line_at_time(
            {}, 0,
            fmt::format("{} t{}_{} T n{} \"network {} of node {}\"", +kCreateContainerEvent, i, lane, i, lane + 1, i));
        add_trace_line_at_time({}, 0, fmt::format("{} C t{}_{} c{}", +kSetStateEvent, i, lane, kIdleState));
      }
    }
    const VirtualTime end = end_of_last_transfer();
    for (std::uint32_t i = 0; i < timeline_.nodes; ++i) {
      for (std::uint32_t lane = 0; lane < tracks_.lanes_of_node[i]; ++lane) {
        add_trace_line_at_time(end, 9, fmt::format("{} T t{}_{}", +kDestroyContainerEvent, i, lane));
      }
      add_trace_line_at_time(end, 9, fmt::format("{} N n{}", +kDestroyContainerEvent, i));
    }
    add_trace_line_at_time(end, 9, fmt::format("{} M m", +kDestroyContainerEvent));
  }

  VirtualTime end_of_last_transfer() const {
    VirtualTime last = timeline_.end;
    for (const RecordedTransfer& transfer : timeline_.transfers) last = std::max(last, transfer.to);
    return last;
  }

  void add_node_slice(const NodeActivityInterval& slice) {
    add_trace_line_at_time(
        slice.from, 2,
        fmt::format("{} P n{} p{}", +kSetStateEvent, index(slice.node), static_cast<unsigned>(slice.state.activity)));
    add_trace_line_at_time(slice.to, 1, fmt::format("{} P n{} p0", +kSetStateEvent, index(slice.node)));
  }

  void add_transfer(std::size_t item, bool links) {
    const RecordedTransfer& transfer = timeline_.transfers[item];
    const std::string track = fmt::format("t{}_{}", index(transfer.info.source), tracks_.lane_of_transfer[item]);
    for (const TransferSlice& slice : transfer.slices) {
      add_trace_line_at_time(slice.from, 2,
                             fmt::format("{} C {} c{}", +kSetStateEvent, track, static_cast<unsigned>(slice.state)));
    }
    if (transfer.to > transfer.from)
      add_trace_line_at_time(transfer.to, 1, fmt::format("{} C {} c{}", +kSetStateEvent, track, kIdleState));
    const bool carries = transfer.info.kind == TransferKind::data || transfer.info.kind == TransferKind::signal;
    if (!links || !carries || !transfer.ended) return;
    add_trace_line_at_time(transfer.from, 3, fmt::format("{} L m {} message k{}", +kStartLinkEvent, track, item));
    add_trace_line_at_time(
        transfer.to, 4, fmt::format("{} L m n{} message k{}", +kEndLinkEvent, index(transfer.info.destination), item));
  }

  void add_trace_line_at_time(VirtualTime at, std::uint8_t order, std::string text) {
    lines_.push_back({at, order, std::move(text)});
  }

  static constexpr unsigned kIdleState = kStateColours.size() - 1;

  const Timeline& timeline_;
  TransferTracks tracks_;
  std::string trace_text_;
  std::vector<PajeLine> lines_;
};

}  // namespace

std::string paje_trace(const Timeline& timeline, const std::string& machine, bool links) {
  return PajeWriter(timeline, machine, links).take_trace_text();
}

}  // namespace switchyard
