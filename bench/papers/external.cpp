#include "bench/papers/external.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "bench/experiment/experiment_context.hpp"
#include "machines/machine_catalogue.hpp"
#include "runtime/quick_executor.hpp"
#include "runtime/run.hpp"

namespace switchyard::papers {
namespace {

constexpr std::uint64_t kLongMessageBytes = 1'000'000;

RunReport run_with_fastest_executor(const Machine& machine, const NodeProgram& program) {
  return run(machine, program, {.executor = kQuickExecutor});
}

// --- functions that measure times and rates between two nodes -------------------------------------------------------

/// Returns half of the round-trip time, in microseconds, of a message between neighbouring nodes. For messages without
/// bytes, publications call this time the latency.
double half_round_trip_us(const Machine& machine, std::uint64_t bytes) {
  constexpr int kRounds = 10;
  Duration all{};
  run_with_fastest_executor(machine, [&](Node& self) {
    if (index(self.id()) > 1) return;
    const NodeId other = self.id() ^ 1U;
    const bool starts = self.id() == NodeId{0};
    std::vector<std::byte> data(bytes);
    const VirtualTime start = self.now();
    for (int round = 0; round < kRounds; ++round) {
      if (starts) self.send(other, data);
      self.receive(other, data);
      if (!starts) self.send(other, data);
    }
    if (starts) all = self.now() - start;
  });
  return microseconds(all) / (2 * kRounds);
}

double latency_us(const Machine& machine) { return half_round_trip_us(machine, 0); }

/// Returns the bandwidth between neighbouring nodes in MB/s, computed from a long message and a message half as long:
/// the difference between their sizes, divided by the difference between their times.
double bandwidth_mb_per_s(const Machine& machine) {
  return (kLongMessageBytes / 2) /
         (half_round_trip_us(machine, kLongMessageBytes) - half_round_trip_us(machine, kLongMessageBytes / 2));
}

// --- functions that measure times and rates with many nodes ---------------------------------------------------------

/// Carries out `part` on all nodes. Returns the time in microseconds from the synchronisation of
/// all nodes until the last node has returned from `part`.
double time_on_all_nodes_us(const Machine& machine, const std::function<void(Node&)>& part) {
  // Each node writes only its own entry of `taken`.
  std::vector<Duration> taken(machine.node_count());
  run_with_fastest_executor(machine, [&](Node& self) {
    self.barrier();
    const VirtualTime start = self.now();
    part(self);
    taken[index(self.id())] = self.now() - start;
  });
  return microseconds(*std::ranges::max_element(taken));
}

double barrier_time_us(const Machine& machine) {
  return time_on_all_nodes_us(machine, [](Node& self) { self.barrier(); });
}

/// Sends a long message from each of the first `senders` nodes to the node whose number is larger by `distance`.
/// Returns the time in microseconds until all messages have arrived.
double time_of_sends_to_nodes_at_distance_us(const Machine& machine, std::uint32_t senders, std::uint32_t distance) {
  return time_on_all_nodes_us(machine, [&](Node& self) {
    std::vector<std::byte> data(kLongMessageBytes);
    const std::uint32_t me = index(self.id());
    if (me < senders) return self.send(NodeId{me + distance}, data);
    if (me >= distance && me < distance + senders) self.receive(NodeId{me - distance}, data);
  });
}

/// Returns the time that three simultaneous messages over one shared link of a mesh take, divided by the time of a
/// single message.
double slowdown_of_three_messages_on_link(const Machine& machine) {
  return time_of_sends_to_nodes_at_distance_us(machine, 3, 4) / time_of_sends_to_nodes_at_distance_us(machine, 1, 4);
}

/// Returns the rate in MB/s at which bytes arrive over the wires at each receiving node of a fat tree while half of the
/// nodes send to the other half across the root. All bytes of the packets are counted: a packet of 20 bytes has 16
/// bytes of data.
double rate_across_fat_tree_root(const Machine& machine) {
  const std::uint32_t half = machine.node_count() / 2;
  return kLongMessageBytes * 20.0 / 16.0 / time_of_sends_to_nodes_at_distance_us(machine, half, half);
}

/// Returns the rate in MB/s at which each node sends in a complete exchange of 64-KiB blocks. A node posts all
/// receives, then all sends; the first send goes to the node with the next number.
double complete_exchange_rate(const Machine& machine) {
  constexpr std::size_t kBlock = 65536;
  const std::uint32_t nodes = machine.node_count();
  const double time = time_on_all_nodes_us(machine, [&](Node& self) {
    std::vector<std::byte> out(kBlock), in(kBlock * nodes);
    std::vector<Handle> handles;
    for (std::uint32_t step = 1; step < nodes; ++step) {
      const std::uint32_t from = (index(self.id()) + nodes - step) % nodes;
      handles.push_back(self.post_receive(NodeId{from}, std::span(in).subspan(kBlock * from, kBlock)));
    }
    for (std::uint32_t step = 1; step < nodes; ++step)
      handles.push_back(self.post_send(NodeId{(index(self.id()) + step) % nodes}, out));
    self.wait_all(handles);
  });
  return static_cast<double>(kBlock) * (nodes - 1) / time;
}

// --- comparison of published numbers with emulated ones -------------------------------------------------------------

/// What an emulated number that is compared with a published number is based on: `machine_constant` if the emulated
/// number is (nearly) a constant of the machine itself, and `predicted_from_constants` if it is computed from other
/// constants of the machine.
enum class OriginOfEmulatedValue { machine_constant, predicted_from_constants };

struct PublishedNumber {
  const char* machine;
  std::uint32_t nodes;
  const char* measured_quantity_name;
  const char* measurement_unit;
  double published_value;
  OriginOfEmulatedValue origin_of_emulated_value;
  double (*measure_on_machine)(const Machine&);
};

const std::array kPublishedNumbers{
    PublishedNumber{"ipsc2", 16, "latency", "us", 350, OriginOfEmulatedValue::machine_constant, latency_us},
    PublishedNumber{"ipsc2", 16, "bandwidth", "MB/s", 2.8, OriginOfEmulatedValue::machine_constant, bandwidth_mb_per_s},
    PublishedNumber{"ncube2", 16, "latency", "us", 154, OriginOfEmulatedValue::machine_constant, latency_us},
    PublishedNumber{"ncube2", 16, "bandwidth", "MB/s", 1.7, OriginOfEmulatedValue::machine_constant,
                    bandwidth_mb_per_s},
    PublishedNumber{"delta", 16, "latency", "us", 77, OriginOfEmulatedValue::machine_constant, latency_us},
    PublishedNumber{"delta", 16, "bandwidth", "MB/s", 8, OriginOfEmulatedValue::machine_constant, bandwidth_mb_per_s},
    PublishedNumber{"delta", 16, "three messages over a link, to one", "ratio", 1,
                    OriginOfEmulatedValue::predicted_from_constants, slowdown_of_three_messages_on_link},
    PublishedNumber{"paragon", 16, "latency", "us", 29, OriginOfEmulatedValue::machine_constant, latency_us},
    PublishedNumber{"paragon", 16, "bandwidth", "MB/s", 154, OriginOfEmulatedValue::machine_constant,
                    bandwidth_mb_per_s},
    PublishedNumber{"paragon_osf12", 16, "latency", "us", 100, OriginOfEmulatedValue::machine_constant, latency_us},
    PublishedNumber{"paragon_osf12", 16, "bandwidth", "MB/s", 32.5, OriginOfEmulatedValue::machine_constant,
                    bandwidth_mb_per_s},
    PublishedNumber{"paragon_sunmos", 16, "latency", "us", 70, OriginOfEmulatedValue::machine_constant, latency_us},
    PublishedNumber{"paragon_sunmos", 16, "bandwidth", "MB/s", 170, OriginOfEmulatedValue::machine_constant,
                    bandwidth_mb_per_s},
    PublishedNumber{"sp2", 16, "latency", "us", 40, OriginOfEmulatedValue::machine_constant, latency_us},
    PublishedNumber{"sp2", 16, "bandwidth", "MB/s", 40, OriginOfEmulatedValue::machine_constant, bandwidth_mb_per_s},
    PublishedNumber{"cm5_cmmd3", 32, "barrier", "us", 4, OriginOfEmulatedValue::machine_constant, barrier_time_us},
    PublishedNumber{"cm5_cmmd3", 32, "bandwidth", "MB/s", 8.06, OriginOfEmulatedValue::machine_constant,
                    bandwidth_mb_per_s},
    PublishedNumber{"cm5_cmmd3", 32, "on the wires to a node, across the root", "MB/s", 5,
                    OriginOfEmulatedValue::predicted_from_constants, rate_across_fat_tree_root},
    PublishedNumber{"cm5_cmmd3", 256, "on the wires to a node, across the root", "MB/s", 5,
                    OriginOfEmulatedValue::predicted_from_constants, rate_across_fat_tree_root},
    PublishedNumber{"cm5_cmmd3", 32, "transpose of 64-KiB blocks, each node", "MB/s", 7.05,
                    OriginOfEmulatedValue::predicted_from_constants, complete_exchange_rate},
    PublishedNumber{"cm5", 32, "barrier", "us", 4, OriginOfEmulatedValue::machine_constant, barrier_time_us},
    PublishedNumber{"cm5", 32, "transpose of 64-KiB blocks, each node", "MB/s", 7.05,
                    OriginOfEmulatedValue::predicted_from_constants, complete_exchange_rate},
};

void compare_with_publications(ExperimentContext& context) {
  context.set_expected_work(static_cast<double>(kPublishedNumbers.size()));
  const std::vector<double> found = context.results_of_parallel_runs(kPublishedNumbers.size(), [](std::uint64_t i) {
    const PublishedNumber& figure = kPublishedNumbers[i];
    return figure.measure_on_machine(machines::make_machine({.name = figure.machine, .nodes = figure.nodes}));
  });
  for (std::size_t i = 0; i < kPublishedNumbers.size(); ++i) {
    const PublishedNumber& figure = kPublishedNumbers[i];
    context.add({.parameters = {{"machine", figure.machine},
                                {"nodes", fmt::format("{}", figure.nodes)},
                                {"quantity", figure.measured_quantity_name},
                                {"basis", figure.origin_of_emulated_value == OriginOfEmulatedValue::machine_constant
                                              ? "constant"
                                              : "predicted"}},
                 .measurement_unit = figure.measurement_unit,
                 .published_value = figure.published_value,
                 .emulated_value = found[i]});
  }
  for (const char* note :
       {"constant: the machine's constants say so, and the cell shows that they come out; predicted: follows from "
        "constants of other origin",
        "ncube2, delta, paragon: J. J. Dongarra, T. Dunigan, UT CS-95-299 (1995), recalled; ipsc2: L. Bomans, "
        "D. Roose (1989), recalled",
        "paragon_osf12, paragon_sunmos: S. Saini, H. D. Simon, NASA RNR-94-016 (1994); the bandwidth under OSF/1 is "
        "30 to 35 MB/s there; sp2: A. Majumdar, thesis, University of Michigan",
        "delta, links: 25 MB/s [S. L. Lillevik, 1991, recalled], G. C. Fox's course CPS 615 says 28; of a node 8",
        "cm5, bandwidth: H. Casanova, J. Dongarra, W. Jiang, UT CS-95-301 (1995), CMMD 3; tree: D. A. Bader, "
        "J. JaJa, R. Chellappa, CS-TR-3123 (1993), of the maker's report; barrier: F. Bodin et al., Supercomputing "
        "1993, "
        "CMMD 3.0",
        "cm5, transpose: 6.4 to 7.7 MB/s a node on 32 nodes, CMMD 3 and Split-C; the middle stands here. The release "
        "of `cm5` is CMMD 1, whose messages the processor copies: it is not what was measured",
        "not modelled: collectives of NX and CMMD as libraries of their own, noise of operating systems, caches, the "
        "collapse of a congested network"}) {
    context.add_note(note);
  }
}

}  // namespace

std::vector<PublishedExperiment> external_experiments() {
  return {{.id = "external.machines",
           .summary = "what other publications print about the machines, and what follows from the constants",
           .reproduced_source = "eight publications of 1989 to 1995, named below the table",
           .experiment_function = compare_with_publications,
           .has_curves = false}};
}

}  // namespace switchyard::papers
