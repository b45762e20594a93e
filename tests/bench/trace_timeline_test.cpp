#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "algorithms/catalogue.hpp"
#include "bench/trace/chrome_trace.hpp"
#include "bench/trace/paje_trace.hpp"
#include "bench/trace/phase_view.hpp"
#include "bench/trace/trace_tables.hpp"
#include "bench/trace/traced_exchange.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/active_message.hpp"
#include "tests/bench/program.hpp"

namespace switchyard::cli {
namespace {

struct TracedResult {
  Timeline timeline;
  ExchangeResult result;
};

TracedResult run_traced_exchange(const Machine& machine, const std::string& algorithm, std::uint32_t density,
                                 std::uint64_t bytes) {
  const Catalogue catalogue = shipped_algorithms();
  const auto exchange = TracedExchange::make_exchange_of_experiment_sample(machine, catalogue.find("test", algorithm),
                                                                           dense_pattern(density), bytes, {}, 1, 0);
  TracedResult traced;
  const auto ended = exchange.run_and_record_timeline(traced.timeline);
  if (ended.error) std::rethrow_exception(ended.error);
  traced.result = ended.result;
  return traced;
}

Machine hypercube_machine(std::uint32_t nodes) { return machines::ipsc860({.nodes = nodes}); }
Machine mesh_machine_of_16(bool circuits) { return machines::mesh({.width = 4, .height = 4, .circuits = circuits}); }
std::vector<Machine> machines_with_16_nodes() {
  return {hypercube_machine(16), machines::cm5({.nodes = 16}), mesh_machine_of_16(false), mesh_machine_of_16(true)};
}

Duration total_time_in_states(const Timeline& timeline, std::set<TransferState> states) {
  Duration sum{};
  for (const RecordedTransfer& transfer : timeline.transfers) {
    for (const TransferState state : states) sum += transfer.time_in_state(state);
  }
  return sum;
}

TEST(Timeline, ObservingChangesNoEvent) {
  const Catalogue catalogue = shipped_algorithms();
  for (const Machine& machine : machines_with_16_nodes()) {
    const auto exchange = TracedExchange::make_exchange_of_experiment_sample(machine, catalogue.find("test", "ac"),
                                                                             dense_pattern(4), 1024, {}, 1, 0);
    Timeline timeline;
    const auto seen = exchange.run_and_record_timeline(timeline).result.report;
    Workload workload(exchange.matrix);
    const auto unseen = run_exchange(exchange.machine, exchange.algorithm, workload, exchange.exchange_options).report;
    EXPECT_EQ(seen.trace_hash, unseen.trace_hash);
    EXPECT_EQ(seen.makespan, unseen.makespan);
    EXPECT_EQ(timeline.end.time_since_epoch(), unseen.makespan);
  }
}

TEST(Timeline, HasEveryMessageOnce) {
  for (const Machine& machine : machines_with_16_nodes()) {
    const TracedResult run = run_traced_exchange(machine, "ac", 4, 1024);
    std::map<std::pair<NodeId, NodeId>, int> messages;
    std::uint64_t bytes = 0;
    for (const RecordedTransfer& transfer : run.timeline.transfers) {
      EXPECT_TRUE(transfer.ended);
      if (transfer.info.kind != TransferKind::data) continue;
      ++messages[{transfer.info.source, transfer.info.destination}];
      bytes += transfer.info.bytes;
    }
    EXPECT_EQ(messages.size(), 64U);
    EXPECT_EQ(bytes, run.result.report.network.payload_bytes);
  }
}

TEST(Timeline, AddsUpToWhatTheNetworkCounts) {
  for (const Machine& machine : {hypercube_machine(16), mesh_machine_of_16(false), mesh_machine_of_16(true)}) {
    const TracedResult run = run_traced_exchange(machine, "ac", 8, 2048);
    const FabricStatistics& network = run.result.report.network;
    EXPECT_EQ(run.timeline.transfers.size(), network.circuits);
    EXPECT_EQ(total_time_in_states(run.timeline, {TransferState::waits_for_link}), network.link_wait);
    Duration queued{};
    for (const RecordedTransfer& transfer : run.timeline.transfers) queued += transfer.from - transfer.info.queued;
    const std::set<TransferState> ports{TransferState::waits_for_port, TransferState::waits_for_direction,
                                        TransferState::waits_for_room};
    EXPECT_EQ(queued + total_time_in_states(run.timeline, ports), network.port_wait);
  }
}

TEST(Timeline, SlicesOfATransferHaveNoGaps) {
  for (const Machine& machine : machines_with_16_nodes()) {
    for (const RecordedTransfer& transfer : run_traced_exchange(machine, "ac", 8, 512).timeline.transfers) {
      VirtualTime at = transfer.from;
      for (const TransferSlice& slice : transfer.slices) {
        EXPECT_EQ(slice.from, at);
        EXPECT_LT(slice.from, slice.to);
        at = slice.to;
      }
      EXPECT_EQ(at, transfer.to);
    }
  }
}

// A circuit between neighbouring nodes holds the one link between them from its start until its data has passed.
TEST(Timeline, LinksAreHeldAsLongAsTheirCircuits) {
  const TracedResult run = run_traced_exchange(machines::ipsc860({.nodes = 2}), "ac", 1, 4096);
  ASSERT_EQ(run.timeline.links.size(), run.timeline.transfers.size());
  for (const LinkUseByTransfer& link : run.timeline.links) {
    const RecordedTransfer& transfer = run.timeline.transfers[link.transfer];
    EXPECT_EQ(link.use.busy, transfer.to - transfer.from - transfer.time_in_state(TransferState::waits_for_link));
  }
  EXPECT_EQ(link_totals(run.timeline).size(), 2U);
}

TEST(Timeline, NoLinkOfACubeIsHeldTwiceAtOnce) {
  const Timeline timeline = run_traced_exchange(hypercube_machine(16), "ac", 8, 1024).timeline;
  std::map<LinkId, std::map<VirtualTime, VirtualTime>> uses;
  for (const LinkUseByTransfer& link : timeline.links) {
    EXPECT_TRUE(uses[link.use.link].emplace(link.use.from, link.use.to).second);
  }
  for (const auto& [link, intervals] : uses) {
    VirtualTime free{};
    for (const auto& [from, to] : intervals) {
      EXPECT_LE(free, from);
      free = to;
    }
  }
}

TEST(Timeline, PhasesAreThoseOfTheSchedule) {
  const TracedResult run = run_traced_exchange(hypercube_machine(16), "rs_nl", 4, 1024);
  EXPECT_EQ(run.timeline.phases, run.result.phases);
  std::uint64_t messages = 0;
  for (const PhaseTotal& total : phase_totals(run.timeline)) {
    ASSERT_TRUE(total.phase);
    // Each phase is a partial permutation of the 16 nodes, and so has at most 16 messages.
    EXPECT_LE(total.messages, 16U);
    messages += total.messages;
  }
  EXPECT_EQ(messages, 64U);
}

TEST(Timeline, ADeadlockIsDrawnUpToItsEnd) {
  const Catalogue catalogue = shipped_algorithms();
  const Machine small = machines::ipsc860({.nodes = 2, .system_buffer = 512});
  const auto exchange = TracedExchange::make_exchange_of_experiment_sample(small, catalogue.find("test", "ac_unposted"),
                                                                           dense_pattern(1), 1024, {}, 1, 0);
  Timeline timeline;
  EXPECT_TRUE(exchange.run_and_record_timeline(timeline).error);
  bool waits_for_ever = false;
  for (const NodeActivityInterval& slice : timeline.node_slices) {
    waits_for_ever |= slice.state.activity == NodeActivity::waits_to_send && slice.to == timeline.end;
  }
  EXPECT_TRUE(waits_for_ever || timeline.end == VirtualTime{});
  EXPECT_EQ(phase_view_svg(timeline, "deadlock").find("wait for each other"), std::string::npos);
  const auto says = [&](const StuckNodes& stuck, const std::string& text) {
    return phase_view_svg(timeline, "deadlock", stuck).find("deadlock: on red, " + text) != std::string::npos;
  };
  EXPECT_TRUE(says({{NodeId{0}, NodeId{1}}, true}, "the nodes 0, 1 wait for each other"));
  EXPECT_TRUE(says({{NodeId{1}}, true}, "node 1 waits for itself"));
  EXPECT_TRUE(says({{NodeId{0}, NodeId{1}}, false}, "the nodes 0, 1 wait for what cannot come"));
  EXPECT_TRUE(says({{NodeId{1}}, false}, "node 1 waits for what cannot come"));
}

// An active message takes 1.6 us of its sender's processor, 3 us in the network, and 1.7 us of its receiver's
// processor. This is the same for a request and for its reply.
TEST(Timeline, ShowsHandlersOfActiveMessages) {
  const auto program = [](Node& self) {
    bool done = false;
    self.expose(done);
    if (self.id() == NodeId{0}) {
      self.request(NodeId{1}, [&done](ActiveMessage& at) {
        at.state<bool>() = true;
        at.reply([&done](ActiveMessage&) { done = true; });
      });
    }
    self.poll_until([&done] { return done; });
  };
  TimelineRecorder recorder(2);
  RunOptions options;
  options.observer = &recorder;
  const RunReport report = run(machines::cm5({.nodes = 2}), program, options);
  EXPECT_EQ(report.trace_hash, run(machines::cm5({.nodes = 2}), program).trace_hash);
  std::string seen;
  for (const NodeActivityInterval& slice : recorder.take().node_slices) {
    if (slice.node != NodeId{0}) continue;
    seen += std::string(node_activity_as_text(slice.state.activity)) + " until " +
            std::to_string(slice.to.time_since_epoch().count()) + "; ";
  }
  EXPECT_EQ(seen, "send software until 1600; waits for a packet until 10900; handler until 12600; ");
}

// Expects that a trace keeps the rules of the Trace Event Format: slices of one track nest, and every event has its
// mandatory fields.
void expect_valid_trace_events(const nlohmann::json& trace) {
  // Versions of the viewer Perfetto before 2022 misread the field displayTimeUnit as the unit of "ts".
  EXPECT_FALSE(trace.contains("displayTimeUnit"));
  // For each track of the trace, the end times in nanoseconds of the slices that are still open.
  std::map<std::int64_t, std::vector<std::int64_t>> open;
  std::set<std::int64_t> named;
  for (const auto& event : trace["traceEvents"]) {
    const std::string phase = event["ph"];
    ASSERT_EQ(event["pid"], 1);
    if (phase == "M") {
      if (event.contains("tid")) named.insert(event["tid"].get<std::int64_t>());
      continue;
    }
    EXPECT_TRUE(named.contains(event["tid"].get<std::int64_t>()));
    const auto at = std::llround(event["ts"].get<double>() * 1000);
    if (phase != "X") continue;
    auto& ends = open[event["tid"].get<std::int64_t>()];
    while (!ends.empty() && ends.back() <= at) ends.pop_back();
    const auto end = at + std::llround(event["dur"].get<double>() * 1000);
    if (!ends.empty()) {
      EXPECT_LE(end, ends.back()) << event.dump();
    }
    ends.push_back(end);
  }
}

TEST(ChromeTrace, SlicesNestAndTracksAreNamed) {
  for (const Machine& machine : machines_with_16_nodes()) {
    const ChromeTrace trace = chrome_trace(run_traced_exchange(machine, "ac", 8, 1024).timeline, {.flows = true});
    EXPECT_EQ(trace.events, trace.total_event_count);
    expect_valid_trace_events(nlohmann::json::parse(trace.json));
  }
}

TEST(ChromeTrace, ArrowsComeInPairsAndOnlyWhenAskedFor) {
  const Timeline timeline = run_traced_exchange(hypercube_machine(8), "rs_nl", 4, 1024).timeline;
  EXPECT_EQ(chrome_trace(timeline).json.find("\"ph\":\"s\""), std::string::npos);
  std::map<int, std::string> ends;
  const auto trace = nlohmann::json::parse(chrome_trace(timeline, {.flows = true}).json);
  for (const auto& event : trace["traceEvents"]) {
    const std::string phase = event["ph"];
    if (phase == "s" || phase == "f") ends[event["id"]] += phase;
  }
  EXPECT_FALSE(ends.empty());
  for (const auto& [id, pair] : ends) EXPECT_EQ(pair, "sf");
}

TEST(ChromeTrace, ACutTraceKeepsTheEarliestEventsAndSaysSo) {
  const Timeline timeline = run_traced_exchange(hypercube_machine(8), "ac", 4, 1024).timeline;
  const ChromeTrace cut = chrome_trace(timeline, {.max_events = 100});
  EXPECT_EQ(cut.events, 100U);
  EXPECT_GT(cut.total_event_count, 100U);
  const auto json = nlohmann::json::parse(cut.json);
  EXPECT_NE(json["otherData"]["cut"].get<std::string>().find("100 of "), std::string::npos);
  std::size_t events = 0;
  for (const auto& event : json["traceEvents"]) {
    if (event["ph"] == "M") continue;
    ++events;
    EXPECT_LE(event["ts"].get<double>(), microseconds(cut.truncation_time));
  }
  EXPECT_EQ(events, 100U);
}

// In a trace in the Paje format, each line after the definitions starts with the number of a defined event and has as
// many fields as the event's definition has. The times of the lines ascend.
TEST(PajeTrace, KeepsToItsOwnDefinitions) {
  for (const Machine& machine : {hypercube_machine(8), machines::cm5({.nodes = 8})}) {
    std::istringstream text(paje_trace(run_traced_exchange(machine, "ac", 4, 256).timeline, "a machine", true));
    std::map<std::string, std::size_t> fields;
    std::map<std::string, bool> timed;
    std::string line, defining;
    double last = 0;
    while (std::getline(text, line)) {
      if (line.starts_with("%EventDef")) {
        defining = line.substr(line.rfind(' ') + 1);
      } else if (line.starts_with("% ")) {
        ++fields[defining];
        timed[defining] = timed[defining] || line == "% Time date";
      } else if (!line.starts_with("%")) {
        const std::string event = line.substr(0, line.find(' '));
        std::size_t count = 0;
        bool quoted = false;
        for (const char c : line) {
          quoted ^= c == '"';
          count += c == ' ' && !quoted;
        }
        EXPECT_EQ(count, fields.at(event)) << line;
        if (!timed.at(event)) continue;
        const double at = std::stod(line.substr(line.find(' ')));
        EXPECT_GE(at, last) << line;
        last = at;
      }
    }
    EXPECT_GT(last, 0);
  }
}

TEST(TraceTables, NameLinksAndNoLinkIsBusyLongerThanTheRun) {
  const Machine machine = hypercube_machine(8);
  const Timeline timeline = run_traced_exchange(machine, "ac", 4, 1024).timeline;
  const std::string text = links_csv(timeline, machine.routes());
  EXPECT_NE(text.find("\n0,0->1,"), std::string::npos);
  for (const LinkTotals& total : link_totals(timeline)) EXPECT_LE(total.busy, timeline.end.time_since_epoch());
  EXPECT_EQ(machines::cm5({.nodes = 32}).routes().link_name(LinkId{0}), "up from node 0");
  EXPECT_EQ(machines::cm5({.nodes = 32}).routes().link_name(LinkId{65}), "down to nodes 0-3");
}

TEST(ChromeTrace, IsJsonWhateverTheBytesOfNames) {
  Timeline timeline;
  timeline.nodes = 1;
  timeline.marks.push_back({.label = "\xff mark"});
  const auto json = nlohmann::json::parse(chrome_trace(timeline, {.parameters = {{"matrix", "\xff.mtx"}}}).json);
  EXPECT_EQ(json.at("otherData").at("matrix"), "\xef\xbf\xbd.mtx");
  EXPECT_EQ(json.at("traceEvents").back().at("name"), "\xef\xbf\xbd mark");
}

TEST(TraceCommand, WritesAllItsFiles) {
  const TemporaryFolder folder;
  const FinishedProgram done = run_switchyard_program(
      {"trace", "--nodes", "8", "--density", "4", "--bytes", "1KiB", "--output", folder.path_of_file("t.json"),
       "--paje", folder.path_of_file("t.paje"), "--links", folder.path_of_file("l.csv"), "--phases",
       folder.path_of_file("p.csv"), "--svg", folder.path_of_file("t.svg"), "--max-events", "50"});
  EXPECT_EQ(done.code, 0) << done.standard_error;
  EXPECT_NE(done.standard_error.find("--max-events: 50 of "), std::string::npos);
  EXPECT_NE(done.standard_output.find("waits for a link"), std::string::npos);
  expect_valid_trace_events(nlohmann::json::parse(text_of_file(folder.path_of_file("t.json"))));
  EXPECT_EQ(folder.entry_count(), 5U);
}

TEST(TraceCommand, ShowsADeadlockAndItsReport) {
  const TemporaryFolder folder;
  const FinishedProgram done =
      run_switchyard_program({"trace", "--nodes", "4", "--algorithm", "ac_unposted", "--density", "3", "--bytes",
                              "4KiB", "--system-buffer", "1KiB", "--output", folder.path_of_file("t.json")});
  EXPECT_EQ(done.code, 3);
  EXPECT_NE(done.standard_error.find("deadlock"), std::string::npos);
  EXPECT_NE(text_of_file(folder.path_of_file("t.json")).find("\"ended\":false"), std::string::npos);
}

TEST(TraceCommand, DrawsAFindingOfStressAgain) {
  const TemporaryFolder folder;
  run_switchyard_program({"stress", "--nodes", "4", "--algorithm", "ac_unposted", "--density", "3", "--bytes", "1KiB",
                          "--runs", "20", "--strategies", "buffers", "--replay-folder", folder.path().string()});
  std::string replay;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) replay = entry.path().string();
  ASSERT_FALSE(replay.empty());
  const FinishedProgram done = run_switchyard_program(
      {"trace", "--replay", replay, "--output", folder.path_of_file("t.json"), "--svg", folder.path_of_file("t.svg")});
  EXPECT_EQ(done.code, 3) << done.standard_error;
  expect_valid_trace_events(nlohmann::json::parse(text_of_file(folder.path_of_file("t.json"))));
  EXPECT_NE(done.standard_output.find("cycle of nodes 0, 1\n"), std::string::npos) << done.standard_output;
  EXPECT_NE(text_of_file(folder.path_of_file("t.svg")).find("on red, the nodes 0, 1 wait for each other"),
            std::string::npos);
  expect_usage_error({"trace", "--replay", replay, "--nodes", "4"}, "--nodes: the file of --replay says what is run");
}

TEST(TraceCommand, RefusesWhatItCannotDraw) {
  expect_usage_error({"trace", "--clock", "off"}, "--clock");
  expect_usage_error({"trace", "--nodes", "256", "--density", "1", "--svg", "x.svg"}, "--svg: 256 nodes");
  expect_usage_error({"trace", "--max-events", "0"}, "--max-events");
  expect_usage_error({"trace", "--replay", "/nowhere"}, "--replay: cannot read");
  expect_usage_error({"trace", "--output", "/nowhere/t.json"}, "--output: cannot write");
}

}  // namespace
}  // namespace switchyard::cli
