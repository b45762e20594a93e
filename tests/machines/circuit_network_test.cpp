#include "machines/circuit_network.hpp"

#include <gtest/gtest.h>

#include "machines/hypercube.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

/// A machine of nothing but circuits: 10 us a link; a message of m bytes holds its path for m us once it stands. A send
/// is done when the path is free again, and nobody receives.
class CircuitFabric final : public Fabric {
 public:
  CircuitFabric(Engine& engine, const Hypercube& cube, FabricStatistics& statistics, Duration penalty)
      : engine_(engine), statistics_(statistics), network_(engine, cube, {penalty}, kHop), sends_(cube.node_count()) {}

  Duration send_overhead(const Request&) override { return {}; }
  void post_send(Request& send) override {
    sends_[index(send.owner)] = &send;
    EXPECT_FALSE(network_.start(send.owner, send.peer, 10us));
  }
  void on_event(const Event& event) override {
    const NodeId source{event.item};
    if (event.kind == kHop) {
      if (!network_.advance(source)) return;
      engine_.schedule(1us * sends_[event.item]->bytes, source, kEnd, event.item);
    } else {
      network_.release(source);
      engine_.complete(*sends_[event.item]);
      statistics_.blocked = network_.blocked();
      statistics_.link_wait = network_.link_wait();
    }
  }
  void post_receive(Request&) override {}
  void reach_barrier(NodeId) override {}
  void blockers(const Request&, std::vector<Blocker>&) const override {}
  std::vector<NodeId> missing_at_barrier() const override { return {}; }
  std::vector<LeftOver> left_over() const override { return {}; }
  FabricStatistics statistics() const override { return statistics_; }

 private:
  enum EventKind : std::uint32_t { kHop = Engine::kFirstFabricKind, kEnd };
  Engine& engine_;
  FabricStatistics& statistics_;
  CircuitNetwork<Hypercube> network_;
  std::vector<Request*> sends_;
};

class CircuitMachine final : public MachineModel {
 public:
  CircuitMachine(std::uint32_t nodes, Duration penalty) : cube_(nodes), penalty_(penalty) {}
  std::string name() const override { return "circuits"; }
  std::uint32_t node_count() const override { return cube_.node_count(); }
  const Routes& routes() const override { return cube_; }
  ProcessorRates rates() const override { return {}; }
  bool supports(Protocol) const override { return false; }
  bool has_barrier() const override { return false; }
  std::vector<Constant> constants() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> facts() const override { return {}; }
  std::unique_ptr<Fabric> make_fabric(Engine& engine) const override {
    return std::make_unique<CircuitFabric>(engine, cube_, statistics_, penalty_);
  }

 private:
  Hypercube cube_;
  Duration penalty_;
  mutable FabricStatistics statistics_;
};

struct Path {
  std::uint32_t from;
  std::uint32_t to;
  Duration starts{};
};

/// Each path is held for 50 us; the report says when it was freed.
RunReport hold(std::uint32_t nodes, Duration penalty, const std::vector<Path>& paths) {
  return run_everywhere(Machine(std::make_shared<CircuitMachine>(nodes, penalty)), [&](Node& self) {
    const std::vector<std::byte> fifty(50);
    for (const Path& path : paths) {
      if (NodeId{path.from} != self.id()) continue;
      self.compute(path.starts);
      self.send(NodeId{path.to}, fifty);
    }
  });
}

TEST(CircuitNetwork, TakesItsLinksOneAfterAnother) {
  EXPECT_EQ(hold(8, 0us, {{0, 7}}).makespan, 80us);  // 3 links, then 50 us
}

TEST(CircuitNetwork, DisjointPathsDoNotMeet) {
  const RunReport report = hold(8, 100us, {{0, 7}, {7, 0}, {3, 2}});
  EXPECT_EQ(report.finished[0], VirtualTime{80us});
  EXPECT_EQ(report.finished[7], VirtualTime{80us});
  EXPECT_EQ(report.finished[3], VirtualTime{60us});
  EXPECT_EQ(report.network.blocked, 0U);
}

/// 3->7 is wanted by three; 1->7 keeps its first link 1->3 while it waits, so that 0->3 waits behind it.
TEST(CircuitNetwork, HeadsWaitInALinksFifoAndKeepWhatTheyHold) {
  const RunReport report = hold(8, 100us, {{3, 7}, {1, 7}, {2, 7}, {0, 3}});
  EXPECT_EQ(report.finished[3], VirtualTime{60us});
  EXPECT_EQ(report.finished[1], VirtualTime{220us});  // granted at 60, penalty 100, link 10, held 50
  EXPECT_EQ(report.finished[2], VirtualTime{380us});  // granted at 220
  EXPECT_EQ(report.finished[0], VirtualTime{380us});  // 1->3 is free at 220, with the rest of that path
  EXPECT_EQ(report.network.blocked, 3U);
  EXPECT_EQ(report.network.link_wait, 50us + 210us + 210us);  // all three heads came at 10
}

TEST(CircuitNetwork, WithoutAPenaltyALinkIsPassedOnAtOnce) {
  const RunReport report = hold(8, 0us, {{3, 7}, {1, 7}, {2, 7}});
  EXPECT_EQ(report.finished[1], VirtualTime{120us});
  EXPECT_EQ(report.finished[2], VirtualTime{180us});
}

TEST(CircuitNetwork, TheFifoIsInTheOrderOfArrival) {
  const RunReport report = hold(8, 0us, {{3, 7}, {1, 7, 5us}, {2, 7}});
  EXPECT_EQ(report.finished[2], VirtualTime{120us});
  EXPECT_EQ(report.finished[1], VirtualTime{180us});
}

TEST(CircuitNetwork, AFreedLinkIsTakenWithoutAPenalty) {
  const RunReport report = hold(8, 100us, {{3, 7}, {1, 7, 200us}});
  EXPECT_EQ(report.finished[1], VirtualTime{270us});
  EXPECT_EQ(report.network.blocked, 0U);
}

}  // namespace
}  // namespace switchyard
