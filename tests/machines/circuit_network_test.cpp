#include "machines/networks/circuit_network.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>

#include "machines/topology/hypercube.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "runtime/random.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

/// A reference for CircuitNetwork that reserves no links in advance: the head of a circuit asks for each link when it
/// gets there, which takes one event for each link.
class CircuitNetworkWithoutReservation {
 public:
  struct Costs {
    Duration blocked_circuit_penalty_time;
  };
  CircuitNetworkWithoutReservation(Emulation& engine, const Hypercube& cube, Costs costs, std::uint32_t hop_kind)
      : engine_(engine),
        cube_(cube),
        blocking_costs_(costs),
        hop_kind_(hop_kind),
        users_of_link_(cube.link_count()),
        circuit_head_by_source_(cube.node_count()) {}

  void start(NodeId source, NodeId destination, Duration per_hop) {
    circuit_head_by_source_[index(source)] = {source, destination, per_hop, {}};
    request_circuit(source);
  }
  bool advance_circuit_head(const Event& event) {
    CircuitSetupProgress& head = circuit_head_by_source_[index(event.node())];
    head.current_node = Hypercube::next_node(head.current_node, head.destination);
    if (head.current_node == head.destination) return true;
    request_circuit(event.node());
    return false;
  }
  void release(NodeId source) {
    const NodeId destination = circuit_head_by_source_[index(source)].destination;
    for (NodeId at = source; at != destination; at = Hypercube::next_node(at, destination)) {
      std::deque<NodeId>& users = users_of_link_[index(cube_.next_link(at, destination))];
      // Removes the circuit that has held the link. The other circuits in the link's queue wait for the link.
      users.pop_front();
      if (users.empty()) continue;
      const CircuitSetupProgress& next = circuit_head_by_source_[index(users.front())];
      link_wait_ += engine_.now() - next.waiting_since;
      engine_.schedule(blocking_costs_.blocked_circuit_penalty_time + next.time_per_hop, users.front(), hop_kind_);
    }
  }
  std::uint64_t blocked() const { return blocked_count_; }
  Duration link_wait() const { return link_wait_; }

 private:
  struct CircuitSetupProgress {
    NodeId current_node, destination;
    Duration time_per_hop;
    VirtualTime waiting_since;
  };
  void request_circuit(NodeId source) {
    CircuitSetupProgress& head = circuit_head_by_source_[index(source)];
    std::deque<NodeId>& users = users_of_link_[index(cube_.next_link(head.current_node, head.destination))];
    users.push_back(source);
    if (users.size() == 1) return engine_.schedule(head.time_per_hop, source, hop_kind_);
    ++blocked_count_;
    head.waiting_since = engine_.now();
  }

  Emulation& engine_;
  const Hypercube& cube_;
  Costs blocking_costs_;
  std::uint32_t hop_kind_;
  std::vector<std::deque<NodeId>> users_of_link_;
  std::vector<CircuitSetupProgress> circuit_head_by_source_;
  std::uint64_t blocked_count_ = 0;
  Duration link_wait_{};
};

/// A fabric (the network of a machine) that has only circuits. Setting up each link takes 10 us, and a message of m
/// bytes holds its complete path for m us. A send is done when the path is free again, and messages are not received.
template <class Network>
class CircuitFabric final : public Fabric {
 public:
  CircuitFabric(Emulation& engine, const Hypercube& cube, FabricStatistics& statistics, Duration penalty)
      : engine_(engine),
        statistics_(statistics),
        network_(engine, cube, {penalty}, kHop),
        send_of_node_(cube.node_count()) {}

  Duration send_overhead(const Request&) override { return {}; }
  void post_send(Request& send) override {
    send_of_node_[index(send.owner)] = &send;
    network_.start(send.owner, send.peer, {10us});
  }
  void on_event(const Event& event) override {
    const NodeId source = event.node();
    if (event.kind == kHop) {
      if (!network_.advance_circuit_head(event)) return;
      engine_.schedule(1us * send_of_node_[index(source)]->bytes, source, kEnd);
    } else {
      network_.release(source);
      ++statistics_.discarded;  // no node receives the message of the circuit, so that it counts as discarded
      engine_.complete_request(*send_of_node_[index(source)]);
      statistics_.blocked = network_.blocked();
      statistics_.link_wait = network_.link_wait();
    }
  }
  void post_receive(Request&) override {}
  void append_blockers_of(const Request&, std::vector<BlockingResource>&) const override {}
  std::vector<LeftOverMessage> left_over_messages() const override { return {}; }
  FabricStatistics statistics() const override { return statistics_; }

 private:
  enum EventKind : std::uint32_t { kHop = Emulation::kFirstFabricEventKind, kEnd };
  Emulation& engine_;
  FabricStatistics& statistics_;
  Network network_;
  std::vector<Request*> send_of_node_;
};

/// A machine model that has everything but its fabric, which derived classes add.
class ModelWithoutFabric : public MachineModel {
 public:
  explicit ModelWithoutFabric(std::uint32_t nodes) : cube_(nodes) {}
  std::string name() const override { return "circuits"; }
  std::uint32_t node_count() const override { return cube_.node_count(); }
  const Routes& routes() const override { return cube_; }
  ProcessorRates rates() const override { return {}; }
  Duration message_time(std::uint64_t) const override { return {}; }
  bool has_collective(Collective) const override { return false; }
  std::vector<Constant> constants() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> machine_facts() const override { return {}; }

 protected:
  Hypercube cube_;
};

template <class Network>
class CircuitMachine final : public ModelWithoutFabric {
 public:
  CircuitMachine(std::uint32_t nodes, Duration penalty) : ModelWithoutFabric(nodes), blocked_penalty_(penalty) {}
  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<CircuitFabric<Network>>(emulation, cube_, statistics_, blocked_penalty_);
  }

 private:
  Duration blocked_penalty_;
  mutable FabricStatistics statistics_;
};

struct RequestedPath {
  std::uint32_t from;
  std::uint32_t to;
  Duration start_delay{};
};

/// Runs a program that requests each of the `paths` of links for a circuit and, once the path is complete, holds it for
/// 50 us. A sender is finished when its path is free again.
template <class Network = CircuitNetwork<Hypercube>>
RunReport run_circuits_that_hold_paths(std::uint32_t nodes, Duration penalty, const std::vector<RequestedPath>& paths) {
  return run_on_all_executors(Machine(std::make_shared<CircuitMachine<Network>>(nodes, penalty)), [&](Node& self) {
    const std::vector<std::byte> fifty(50);
    for (const RequestedPath& path : paths) {
      if (NodeId{path.from} != self.id()) continue;
      self.compute(path.start_delay);
      self.send(NodeId{path.to}, fifty);
    }
  });
}

TEST(CircuitNetwork, TakesItsLinksOneAfterAnother) {
  // Setting up three links takes 30 us, and then the complete path is held for 50 us.
  EXPECT_EQ(run_circuits_that_hold_paths(8, 0us, {{0, 7}}).makespan, 80us);
}

TEST(CircuitNetwork, DisjointPathsDoNotMeet) {
  const RunReport report = run_circuits_that_hold_paths(8, 100us, {{0, 7}, {7, 0}, {3, 2}});
  EXPECT_EQ(report.finished[0], VirtualTime{80us});
  EXPECT_EQ(report.finished[7], VirtualTime{80us});
  EXPECT_EQ(report.finished[3], VirtualTime{60us});
  EXPECT_EQ(report.network.blocked, 0U);
}

/// Circuits 3->7, 1->7 and 2->7 all need link 3->7. Circuit 1->7 keeps its first link 1->3 while it waits, so that
/// circuit 0->3 waits for it.
TEST(CircuitNetwork, HeadsWaitInALinksFifoAndKeepWhatTheyHold) {
  const RunReport report = run_circuits_that_hold_paths(8, 100us, {{3, 7}, {1, 7}, {2, 7}, {0, 3}});
  EXPECT_EQ(report.finished[3], VirtualTime{60us});
  // Circuit 1->7 gets link 3->7 at 60 us. Then come 100 us of penalty for its wait, 10 us for setting up the link, and
  // 50 us for which the path is held.
  EXPECT_EQ(report.finished[1], VirtualTime{220us});
  // The circuit from node 2 gets its link 3->7 at 220 us, when circuit 1->7 has ended.
  EXPECT_EQ(report.finished[2], VirtualTime{380us});
  // The circuit from node 0 gets its link 1->3 at 220 us, when circuit 1->7 has ended.
  EXPECT_EQ(report.finished[0], VirtualTime{380us});
  EXPECT_EQ(report.network.blocked, 3U);
  // The heads of all three blocked circuits came at 10 us to the links for which they then waited.
  EXPECT_EQ(report.network.link_wait, 50us + 210us + 210us);
}

TEST(CircuitNetwork, WithoutAPenaltyALinkIsPassedOnAtOnce) {
  const RunReport report = run_circuits_that_hold_paths(8, 0us, {{3, 7}, {1, 7}, {2, 7}});
  EXPECT_EQ(report.finished[1], VirtualTime{120us});
  EXPECT_EQ(report.finished[2], VirtualTime{180us});
}

TEST(CircuitNetwork, TheFifoIsInTheOrderOfArrival) {
  const RunReport report = run_circuits_that_hold_paths(8, 0us, {{3, 7}, {1, 7, 5us}, {2, 7}});
  EXPECT_EQ(report.finished[2], VirtualTime{120us});
  EXPECT_EQ(report.finished[1], VirtualTime{180us});
}

TEST(CircuitNetwork, AFreedLinkIsTakenWithoutAPenalty) {
  const RunReport report = run_circuits_that_hold_paths(8, 100us, {{3, 7}, {1, 7, 200us}});
  EXPECT_EQ(report.finished[1], VirtualTime{270us});
  EXPECT_EQ(report.network.blocked, 0U);
}

TEST(CircuitNetwork, ACircuitThatReachesALinkEarlierTakesItFromOneThatHasBookedIt) {
  // The head of the circuit from node 0 comes to link 2->6 at 10 us, and that of the circuit from node 2 at 5 us.
  const RunReport report = run_circuits_that_hold_paths(8, 100us, {{0, 6}, {2, 6, 5us}});
  EXPECT_EQ(report.finished[2], VirtualTime{65us});
  EXPECT_EQ(report.finished[0], VirtualTime{65us + 100us + 10us + 50us});
  EXPECT_EQ(report.network.blocked, 1U);
}

TEST(CircuitNetwork, AtTheSameInstantTheLowerSourceIsFirst) {
  const RunReport later = run_circuits_that_hold_paths(8, 100us, {{0, 6}, {2, 6, 10us}});
  EXPECT_EQ(later.finished[0], VirtualTime{70us});
  // The heads of the circuits from nodes 2 and 1 come to link 3->7 at 10 us, and that of the circuit from node 3 at 0
  // us.
  const RunReport earlier = run_circuits_that_hold_paths(8, 100us, {{1, 7}, {3, 7}, {2, 7}});
  EXPECT_LT(earlier.finished[1], earlier.finished[2]);
}

/// The head of the circuit from node 1 comes to link 0->2 at 310 us. At the same instant, node 0, whose previous path
/// has just become free, starts a circuit over that link.
TEST(CircuitNetwork, ACircuitThatStartsAtTheSameInstantDoesNotTakeALinkFromOneThatWaitsThere) {
  const RunReport report = run_circuits_that_hold_paths(4, 130us, {{0, 1, 250us}, {0, 2}, {1, 2, 300us}});
  EXPECT_EQ(report.finished[1], VirtualTime{370us});
  EXPECT_EQ(report.finished[0], VirtualTime{370us + 130us + 10us + 50us});
}

/// A fabric in which each node may have up to two circuits at a time. A circuit holds its complete path for 1 us for
/// each byte of its message.
class FabricWithTwoCircuitsPerNode final : public Fabric {
 public:
  FabricWithTwoCircuitsPerNode(Emulation& emulation, const Hypercube& cube)
      : emulation_(emulation), network_(emulation, cube, {}, kHop), send_of_circuit_(2 * cube.node_count()) {}

  Duration send_overhead(const Request&) override { return {}; }
  void post_send(Request& send) override {
    const std::uint32_t first = 2 * index(send.owner);
    const CircuitId circuit{send_of_circuit_[first] == nullptr ? first : first + 1};
    send_of_circuit_[index(circuit)] = &send;
    network_.start(circuit, send.peer, {10us});
  }
  void on_event(const Event& event) override {
    if (event.kind == kHop) {
      if (!network_.advance_circuit_head(event)) return;
      const CircuitId circuit = network_.circuit_of_event(event);
      emulation_.schedule(1us * send_of_circuit_[index(circuit)]->bytes, event.node(), kCircuitPathReleasedEvent,
                          index(circuit));
    } else {
      network_.release(CircuitId{event.subject_number});
      ++discarded_message_count_;  // no node receives the message of the circuit, so that it counts as discarded
      emulation_.complete_request(*std::exchange(send_of_circuit_[event.subject_number], nullptr));
    }
  }
  void post_receive(Request&) override {}
  void append_blockers_of(const Request&, std::vector<BlockingResource>&) const override {}
  std::vector<LeftOverMessage> left_over_messages() const override { return {}; }
  FabricStatistics statistics() const override {
    return {.discarded = discarded_message_count_, .blocked = network_.blocked()};
  }

 private:
  enum EventKind : std::uint32_t { kHop = Emulation::kFirstFabricEventKind, kCircuitPathReleasedEvent };
  Emulation& emulation_;
  CircuitNetwork<Hypercube, NodeId, 2> network_;
  std::vector<Request*> send_of_circuit_;
  std::uint64_t discarded_message_count_ = 0;
};

TEST(CircuitNetwork, ANodeMayHaveSeveralCircuitsUnderWay) {
  class TwoCircuitsMachine final : public ModelWithoutFabric {
   public:
    std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
      return std::make_unique<FabricWithTwoCircuitsPerNode>(emulation, cube_);
    }
    using ModelWithoutFabric::ModelWithoutFabric;
  };
  const RunReport report = run_on_all_executors(Machine(std::make_shared<TwoCircuitsMachine>(8)), [](Node& self) {
    const std::vector<std::byte> fifty(50);
    if (self.id() != NodeId{0}) return;
    // The path of this circuit is 0-1-3-7, and it is held until 80 us.
    auto across = self.post_send(NodeId{7}, fifty);
    // The path of this circuit is 0-2-6, and it is held until 70 us.
    auto along = self.post_send(NodeId{6}, fifty);
    self.wait(along);
    // This circuit waits from 70 us to 80 us for link 0->1, which the circuit to node 7 holds.
    auto behind = self.post_send(NodeId{1}, fifty);
    self.wait(across);
    self.wait(behind);
  });
  EXPECT_EQ(report.finished[0], VirtualTime{140us});
  EXPECT_EQ(report.network.blocked, 1U);
}

RC_GTEST_PROP(CircuitNetwork, BookingLinksInAdvanceChangesNoTime, (std::uint64_t seed)) {
  Rng rng(seed);
  const std::uint32_t nodes = 2U << rng.random_number_below(5);
  const Duration penalty = rng.random_number_below(2) * 130us;
  // The circuits start within 40 possible times, so that many start at the same instant, or within 400,000, so that
  // hardly any do.
  const std::uint64_t spread = rng.random_number_below(2) == 0 ? 40 : 400'000;
  std::vector<RequestedPath> paths;
  for (std::uint64_t i = 0; i < 4 * nodes; ++i) {
    const auto from = static_cast<std::uint32_t>(rng.random_number_below(nodes));
    const auto to = static_cast<std::uint32_t>((from + 1 + rng.random_number_below(nodes - 1)) % nodes);
    paths.push_back(
        {from, to, Duration{static_cast<std::int64_t>(rng.random_number_below(spread) * (400'000 / spread))}});
  }
  const RunReport report_with_link_reservation = run_circuits_that_hold_paths(nodes, penalty, paths);
  const RunReport report_without_link_reservation =
      run_circuits_that_hold_paths<CircuitNetworkWithoutReservation>(nodes, penalty, paths);
  RC_ASSERT(report_with_link_reservation.finished == report_without_link_reservation.finished);
  RC_ASSERT(report_with_link_reservation.network.blocked == report_without_link_reservation.network.blocked);
  RC_ASSERT(report_with_link_reservation.network.link_wait == report_without_link_reservation.network.link_wait);
}

}  // namespace
}  // namespace switchyard
