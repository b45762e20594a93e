#include <gtest/gtest.h>

#include <algorithm>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/machine_catalogue.hpp"
#include "machines/mesh.hpp"
#include "machines/ncube2.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "runtime/random.hpp"
#include "tests/machines/sent_messages.hpp"

// Tests machine models of particular releases of system software: emulated times are those that publications print.

namespace switchyard::machines {
namespace {

using namespace std::chrono_literals;

/// Returns the time that a message between neighbours takes, if no other message is under way, until its receiver has
/// it. The receive is posted before the message comes.
Duration time_of_lone_message(const std::string& name, std::size_t bytes) {
  const Machine machine = make_machine({.name = name, .nodes = 16});
  return finish_time_of_node(run_on_all_executors(machine,
                                                  [&](Node& self) {
                                                    std::vector<std::byte> data(bytes);
                                                    if (self.id() == NodeId{0}) self.send(NodeId{1}, data);
                                                    if (self.id() == NodeId{1}) self.receive(NodeId{0}, data);
                                                  }),
                             1);
}

/// Returns the data rate in MB/s of a message of a million bytes between neighbours, without the time of a message of
/// no bytes.
double block_rate_in_mb_per_s(const std::string& name) {
  return 1e6 / microseconds(time_of_lone_message(name, 1'000'000) - time_of_lone_message(name, 0));
}

TEST(Releases, ParagonsHaveTheLatencyAndTheBandwidthOfTheirSystems) {
  EXPECT_NEAR(microseconds(time_of_lone_message("paragon", 0)), 29, 0.1);
  EXPECT_NEAR(microseconds(time_of_lone_message("paragon_osf12", 0)), 100, 0.1);
  EXPECT_NEAR(microseconds(time_of_lone_message("paragon_sunmos", 0)), 70, 0.1);
  EXPECT_NEAR(block_rate_in_mb_per_s("paragon"), 154, 0.1);
  EXPECT_NEAR(block_rate_in_mb_per_s("paragon_osf12"), 32.5, 0.1);
  EXPECT_NEAR(block_rate_in_mb_per_s("paragon_sunmos"), 170, 0.1);
}

/// On the iPSC/2 a message takes 350 us up to 100 bytes and 660 us above, 0.36 us a byte, and 10.3 us for one link.
/// Above 100 bytes, its reservation and acknowledge take 9.8 us each for the link.
TEST(Releases, TheIpsc2TakesItsTwoStartUps) {
  const auto lone = [](std::size_t bytes) {
    Ipsc860Options options = ipsc2_options();
    options.nodes = 2;
    options.drift_on = false;
    return finish_time_of_node(run_on_all_executors(ipsc860(options, "ipsc2"),
                                                    [&](Node& self) {
                                                      std::vector<std::byte> data(bytes);
                                                      if (self.id() == NodeId{0}) self.send(NodeId{1}, data);
                                                      if (self.id() == NodeId{1}) self.receive(NodeId{0}, data);
                                                    }),
                               1);
  };
  EXPECT_EQ(lone(0), 350us + 10300ns);
  EXPECT_EQ(lone(100), 350us + 10300ns + 100 * 360ns);
  EXPECT_EQ(lone(1000), 660us + 10300ns + 2 * 9800ns + 1000 * 360ns);
}

/// On the nCUBE 2 a message takes 154 us at 1.7 MB/s, and 2 us more for each further link.
TEST(Releases, TheNcube2IsAHypercubeWithWormholeRouting) {
  EXPECT_NEAR(microseconds(time_of_lone_message("ncube2", 0)), 154, 0.1);
  EXPECT_NEAR(block_rate_in_mb_per_s("ncube2"), 1.7, 0.01);
  const auto to = [](std::uint32_t node) {
    return finish_time_of_node(send_messages_on_machine(ncube2({.nodes = 8}), {{0, node, 100}}), node);
  };
  EXPECT_EQ(to(3) - to(1), 2us);
  EXPECT_EQ(to(7) - to(1), 4us);
  // Message 0 -> 3 goes over node 1, because it takes dimension 0 first. So it shares a link with message 1 -> 3, while
  // it shares only the receive port of node 3 with message 2 -> 3.
  EXPECT_EQ(send_messages_on_machine(ncube2({.nodes = 4}), {{0, 3, 1000}, {1, 3, 1000}}).network.blocked, 1U);
  EXPECT_EQ(send_messages_on_machine(ncube2({.nodes = 4}), {{0, 3, 1000}, {2, 3, 1000}}).network.blocked, 0U);
}

TEST(Releases, Cmmd3SendsBlocksAt8MBsOneWay) { EXPECT_NEAR(block_rate_in_mb_per_s("cm5_cmmd3"), 8.06, 0.01); }

/// Inside a cluster of 4 nodes of a CM-5 with CMMD 3, messages in both directions at once are as fast as one alone: 124
/// ns a byte each.
TEST(Releases, Cmmd3SendsAndReceivesAtOnce) {
  const RunReport report = run_on_all_executors(make_machine({.name = "cm5_cmmd3", .nodes = 4}), [](Node& self) {
    if (index(self.id()) > 1) return;
    std::vector<std::byte> out(1600), in(1600);
    self.exchange(self.id() ^ 1U, out, in);
  });
  EXPECT_EQ(report.makespan, 100us + 1600 * 124ns);
}

/// In a transpose (a complete exchange of blocks), 16 of the 31 blocks of a node cross the root of the tree, which has
/// 4 MB/s for each node. So the rate of a transpose is at most 7.75 MB/s for each node, and publications have measured
/// 6.4 to 7.7 MB/s. Under CMMD 1, sending and receiving share the processor, so that the rate is at most 4.85 MB/s. The
/// nodes send their blocks in a random order, as the published order is not known.
TEST(Releases, ATransposeOn32NodesGoesAsFastAsTheTreeLetsIt) {
  const auto rate_of_transpose = [](const std::string& name) {
    constexpr std::size_t kBlock = 16'384;
    const RunReport report = run_on_all_executors(make_machine({.name = name, .nodes = 32}), [](Node& self) {
      std::vector<std::byte> out(kBlock), in(kBlock * self.node_count());
      std::vector<Handle> open;
      std::vector<NodeId> others;
      for (std::uint32_t i = 0; i < self.node_count(); ++i) {
        if (NodeId{i} != self.id()) others.push_back(NodeId{i});
      }
      Rng rng(index(self.id()));
      for (std::size_t i = others.size(); i > 1; --i) std::swap(others[i - 1], others[rng.random_number_below(i)]);
      for (const NodeId from : others)
        open.push_back(self.post_receive(from, std::span(in).subspan(kBlock * index(from), kBlock)));
      for (const NodeId to : others) open.push_back(self.post_send(to, out));
      self.wait_all(open);
    });
    return 31.0 * kBlock / microseconds(Duration{report.makespan});
  };
  const double cmmd3 = rate_of_transpose("cm5_cmmd3");
  EXPECT_GT(cmmd3, 6.4);
  EXPECT_LT(cmmd3, 7.75);
  const double cmmd1 = rate_of_transpose("cm5");
  EXPECT_LT(cmmd1, 4.86);
}

TEST(Releases, StateTheOriginOfEachConstant) {
  for (const MachineKind& kind : machine_kinds()) {
    // The machines "mesh", "torus" and "dragonfly" stand for no particular machine of a vendor.
    if (kind.name == "mesh" || kind.name == "torus" || kind.name == "dragonfly") continue;
    EXPECT_FALSE(kind.release.empty()) << kind.name;
    if (!kind.name_of_equivalent_machine.empty()) {
      EXPECT_NO_THROW(make_machine({.name = kind.name_of_equivalent_machine}));
    }
    for (const Constant& constant : make_machine({.name = kind.name}).model().constants()) {
      const std::vector<std::string> known{"paper", "fitted", "printed elsewhere", "recalled", "assumed",
                                           "free",  "option"};
      EXPECT_NE(std::ranges::find(known, constant.origin), known.end()) << kind.name << " " << constant.name;
    }
  }
  for (const std::string name : {"paragon_osf12", "paragon_sunmos", "cm5_cmmd3", "ipsc2", "ncube2", "sp2"}) {
    for (const Constant& constant : make_machine({.name = name}).model().constants()) {
      EXPECT_NE(constant.origin, "fitted") << name << " " << constant.name;
    }
  }
}

/// Tests that a machine with the constants of one release of its software keeps its name and these constants if it gets
/// another number of nodes or smaller buffers.
TEST(Releases, KeepTheirNamesAndConstantsForOtherNumbersOfNodes) {
  for (const std::string name : {"paragon_osf12", "paragon_sunmos", "cm5_cmmd3", "ipsc2", "ncube2", "sp2"}) {
    const Machine machine = make_machine({.name = name, .nodes = 16});
    const auto other = machine.model().with_nodes(8);
    EXPECT_EQ(other->name(), name);
    EXPECT_EQ(other->node_count(), 8U);
    EXPECT_EQ(other->constants().back().value, machine.model().constants().back().value);
    EXPECT_EQ(other->constants().front().origin, machine.model().constants().front().origin);
    EXPECT_EQ(machine.model().with_halved_buffers(1)->name(), name);
  }
}

std::string error_of_making_machine(const MachineChoice& choice) {
  try {
    make_machine(choice);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Releases, UnknownReleasesAreRefusedWithTheNearestName) {
  EXPECT_NE(error_of_making_machine({.name = "paragon_osf13"}).find("paragon_osf12"), std::string::npos);
  EXPECT_NE(error_of_making_machine({.name = "cm5_cmmd2"}).find("cm5_cmmd3"), std::string::npos);
  EXPECT_NE(error_of_making_machine({.name = "ipsc3"}).find("ipsc2"), std::string::npos);
}

TEST(Releases, AnUnknownConstantIsRefusedWithTheNameOfTheRelease) {
  for (const MachineKind& kind : machine_kinds()) {
    const std::string text = error_of_making_machine({.name = kind.name, .settings = {{"--set", "pol", "8us"}}});
    EXPECT_TRUE(text.starts_with("--set: unknown constant of " + kind.name + " 'pol'; did you mean 'poll'?")) << text;
  }
  const std::string of_another =
      error_of_making_machine({.name = "paragon_sunmos", .settings = {{"--set", "leg_hop", "8us"}}});
  EXPECT_TRUE(of_another.starts_with("--set: unknown constant of paragon_sunmos 'leg_hop'")) << of_another;
  EXPECT_EQ(of_another.find('\n'), std::string::npos) << of_another;
}

TEST(Releases, ConstantsThatDoNotGoTogetherAreRefused) {
  const std::string fast =
      error_of_making_machine({.name = "cm5_cmmd3", .settings = {{"--set", "per_byte", "50ns/B"}}});
  EXPECT_EQ(fast,
            "--set per_byte: a lone message cannot be faster than the processors that move it; write "
            "processor_per_byte, 62ns/B, or more");
  const std::string slow =
      error_of_making_machine({.name = "paragon_osf12", .settings = {{"--set", "link_bandwidth", "1MB/s"}}});
  EXPECT_TRUE(slow.starts_with("--set link_bandwidth: a link carries at least one message at its bandwidth")) << slow;
}

}  // namespace
}  // namespace switchyard::machines
