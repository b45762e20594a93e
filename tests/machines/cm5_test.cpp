#include "machines/cm5.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

/// Runs a program on a CM-5 in which node 0 sends `bytes` bytes to node `to`. The receive is posted after the time
/// `late`.
RunReport run_one_message(std::uint32_t to, std::size_t bytes, Duration late = 0us) {
  return run_on_all_executors(machines::cm5({.nodes = 32}), [&](Node& self) {
    std::vector<std::byte> data(bytes);
    if (self.id() == NodeId{0}) self.send(NodeId{to}, data);
    if (self.id() != NodeId{to}) return;
    self.compute(late);
    const Received received = self.receive(NodeId{0}, data);
    self.expect(received.bytes == bytes, "all has come");
  });
}

/// In the emulator, a send of no bytes does not block the thread of its node. The emulated node must wait in its send
/// nevertheless.
TEST(Cm5, AMessageOfZeroBytesTakes88Microseconds) {
  const RunReport report = run_one_message(1, 0);
  EXPECT_EQ(report.finished[1], VirtualTime{88us});
  EXPECT_EQ(report.finished[0], VirtualTime{57us});
}

TEST(Cm5, SizesStepInPacketsOf16Bytes) {
  const auto expected = [](std::int64_t packets) {
    return VirtualTime{44us + 12us + 12us + packets * 16 * 158ns + 32us};
  };
  EXPECT_EQ(run_one_message(1, 1).finished[1], expected(1));
  EXPECT_EQ(run_one_message(1, 16).finished[1], expected(1));
  EXPECT_EQ(run_one_message(31, 17).finished[31], expected(2));
  EXPECT_EQ(run_one_message(31, 512).finished[31], expected(32));
}

TEST(Cm5, ASendWaitsForItsReceiveWhichHidesPartOfTheHandshake) {
  // The receive is posted before the sender's request to send arrives.
  EXPECT_EQ(run_one_message(1, 0, 20us).finished[1], VirtualTime{88us});
  EXPECT_EQ(run_one_message(1, 0, 100us).finished[1], VirtualTime{100us + 6us + 12us + 32us});
  EXPECT_EQ(run_one_message(1, 0, 100us).finished[0], VirtualTime{100us + 6us + 12us + 1us});
}

/// Nodes of the first cluster of 16 nodes send to nodes of the second cluster. If all 16 do, their messages, which
/// could have 6.33 MB/s each, share 64 MB/s for their data.
TEST(Cm5, NodesOfAClusterOf16ShareTheLinksOutOfIt) {
  const auto run_with = [](std::uint32_t senders) {
    return run_on_all_executors(machines::cm5({.nodes = 32}), [=](Node& self) {
      std::vector<std::byte> data(16'000);
      if (index(self.id()) < senders) self.send(self.id() ^ 16U, data);
      if (index(self.id()) >= 16 && index(self.id()) < 16 + senders) self.receive(self.id() ^ 16U, data);
    });
  };
  const Duration overhead = 44us + 12us + 12us + 32us;
  EXPECT_EQ(run_with(10).makespan, overhead + 16'000 * 158ns);
  EXPECT_EQ(run_with(16).makespan, overhead + 16'000 * 250ns);
  EXPECT_EQ(run_with(10).network.link_wait, 0us);
  EXPECT_EQ(run_with(16).network.link_wait, 16 * 16'000 * (250ns - 158ns));
}

TEST(Cm5, ClustersOf4AreWideEnoughForOneMessageANode) {
  const RunReport report = run_on_all_executors(machines::cm5({.nodes = 32}), [](Node& self) {
    std::vector<std::byte> data(16'000);
    if (index(self.id()) < 4) self.send(self.id() ^ 4U, data);
    if (index(self.id()) >= 4 && index(self.id()) < 8) self.receive(self.id() ^ 4U, data);
  });
  EXPECT_EQ(report.makespan, 100us + 16'000 * 158ns);
}

/// Two messages in opposite directions share the two nodes' processors, which take 0.206 us to send one byte and
/// receive one.
TEST(Cm5, ASwapTakesBothDirectionsAtOnce) {
  const RunReport report = run_on_all_executors(machines::cm5({.nodes = 4}), [](Node& self) {
    if (index(self.id()) > 1) return;
    std::vector<std::byte> out(1600), in(1600);
    self.exchange(self.id() ^ 1U, out, in);
  });
  EXPECT_EQ(report.makespan, 100us + 1600 * 206ns);
}

TEST(Cm5, TheControlNetworkCombinesInNodeOrder) {
  const RunReport report = run_on_all_executors(machines::cm5({.nodes = 8}), [](Node& self) {
    const auto concatenate = [](std::uint64_t a, std::uint64_t b) { return a * 10 + b; };
    const std::uint64_t mine = index(self.id()) + 1;
    self.expect(self.all_reduce(mine, [](auto a, auto b) { return a + b; }) == 36, "all_reduce adds up");
    const std::uint64_t scanned = self.scan(mine, concatenate);
    self.expect(scanned == 12345678 / static_cast<std::uint64_t>(std::pow(10, 7 - index(self.id()))), "scan, in order");
    const std::uint64_t reduced = self.reduce(NodeId{3}, mine, std::minus<>());
    if (self.id() == NodeId{3}) self.expect(reduced == std::uint64_t(1) - 35, "reduce, lower ids on the left");
    std::uint64_t word = self.id() == NodeId{5} ? 77 : 0;
    self.broadcast(NodeId{5}, std::as_writable_bytes(std::span(&word, 1)));
    self.expect(word == 77, "broadcast");
    self.barrier();
  });
  const Duration combine = 5us + 8 * 250ns;
  EXPECT_EQ(report.makespan, 3 * combine + 5us + 8 * 1650ns + 4us);
  EXPECT_EQ(report.network.messages, 0U);
}

TEST(Cm5, ANodeHasAsManySendsUnderWayAsItHasBuffers) {
  machines::Cm5Options options{.nodes = 4, .send_buffers = 2};
  const RunReport report = run_on_all_executors(machines::cm5(options), [](Node& self) {
    std::array<std::byte, 16> data{};
    std::vector<Handle> sends;
    if (self.id() == NodeId{0}) {
      for (const std::uint32_t to : {1U, 2U, 3U}) sends.push_back(self.post_send(NodeId{to}, data));
      self.wait_all(sends);
    } else {
      self.receive(NodeId{0}, data);
    }
  });
  EXPECT_EQ(report.finished[1], report.finished[2]);
  // Node 0 could send its request for the message to node 3 only when one of its send buffers was free.
  EXPECT_GT(report.finished[3], report.finished[2] + 50us);
}

TEST(Cm5, SendsOfALibraryWithProgressTakeNoBuffer) {
  const Context library{kFirstContextWithPromisedProgress};
  const auto transfer = [&](Node& self, Context context) {
    std::array<std::byte, 16> data{};
    if (self.id() == NodeId{3}) {
      self.receive(NodeId{0}, data, TagSelector(Tag{}, context));
    } else if (self.id() == NodeId{0}) {
      std::vector<Handle> sends;
      for (const std::uint32_t to : {1U, 2U, 1U, 2U})
        sends.push_back(self.post_send(NodeId{to}, data, {.context = context}));
      self.send(NodeId{3}, data, {.context = context});
      self.barrier();
      self.wait_all(sends);
      return;
    }
    self.barrier();
    if (self.id() == NodeId{3}) return;
    for (int i = 0; i < 2; ++i) self.receive(NodeId{0}, data, TagSelector(Tag{}, context));
  };
  const Machine machine = machines::cm5({.nodes = 4, .send_buffers = 2});
  EXPECT_THROW(run(machine, [&](Node& self) { transfer(self, Context::program); }), DeadlockError);
  const RunReport report = run_on_all_executors(machine, [&](Node& self) { transfer(self, library); });
  EXPECT_EQ(report.network.messages, 5U);
}

TEST(Cm5, SendsThatNobodyReceivesAreADeadlockOfThoseWhoWaitForThem) {
  try {
    run(machines::cm5({.nodes = 2}), [](Node& self) {
      std::array<std::byte, 16> data{};
      self.send(self.id() ^ 1U, data);
      self.receive(self.id() ^ 1U, data);
    });
    FAIL() << "two blocking sends that face each other went through";
  } catch (const DeadlockError& error) {
    EXPECT_NE(std::string(error.what()).find("waits for node 1: its receive"), std::string::npos) << error.what();
    EXPECT_EQ(error.graph().cycles().size(), 1U);
  }
}

TEST(Cm5, RefusesImpossibleOptions) {
  EXPECT_THROW(machines::cm5({.nodes = 3}), UsageError);
  EXPECT_THROW(machines::cm5({.nodes = 1}), UsageError);
  EXPECT_THROW(machines::cm5({.nodes = 32768}), UsageError);
  EXPECT_THROW(machines::cm5({.send_buffers = 0}), UsageError);
  EXPECT_THROW(machines::cm5({.interrupt = 13us, .interrupt_period = 25us}), UsageError);
  EXPECT_NO_THROW(machines::cm5({.interrupt = 12us, .interrupt_period = 24us}));
  const auto said = [](const machines::MachineChoice& choice) -> std::string {
    try {
      machines::make_machine(choice);
    } catch (const UsageError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_TRUE(said({.name = "cm5", .nodes = 24}).starts_with("--nodes: ")) << said({.name = "cm5", .nodes = 24});
  const std::string wrong = said({.name = "cm5", .settings = {{"--set", "node_link", "20MiB/s"}}});
  EXPECT_TRUE(wrong.starts_with("--set node_link: '20MiB/s' has the unknown unit")) << wrong;
}

TEST(Cm5, ItsConstantsCanBeSetAsTheyArePrinted) {
  for (const Constant& constant : machines::cm5().model().constants()) {
    machines::Cm5Options options;
    EXPECT_NO_THROW(machines::set_constant(options, "--set", constant.name, constant.value)) << constant.name;
  }
}

}  // namespace
}  // namespace switchyard
