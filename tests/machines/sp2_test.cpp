#include "machines/sp2.hpp"

#include <gtest/gtest.h>

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "tests/machines/sent_messages.hpp"

namespace switchyard::machines {
namespace {

using namespace std::chrono_literals;

/// On the SP2, a message takes 40 us and 25 ns for each byte of data (40 MB/s). The 40 us are 19.55 us of software at
/// each end, 0.5 us in the switch, and 25 ns for each of 16 bytes of header.
TEST(Sp2, ALoneMessageTakesItsLatencyAndItsBytes) {
  EXPECT_EQ(finish_time_of_node(send_messages_on_machine(sp2({.nodes = 4}), {{0, 3, 0}}), 3), 40us);
  EXPECT_EQ(finish_time_of_node(send_messages_on_machine(sp2({.nodes = 4}), {{0, 3, 1000}}), 3), 40us + 1000 * 25ns);
}

/// Two messages to one node share the bandwidth into that node. Two messages without a common node share nothing.
TEST(Sp2, MessagesShareTheBandwidthOfTheirNodesAndNothingElse) {
  const RunReport into_one = send_messages_on_machine(sp2({.nodes = 4}), {{0, 2, 4000}, {1, 2, 4000}});
  EXPECT_EQ(into_one.network.link_wait, 2 * 4016 * 25ns);
  const RunReport apart = send_messages_on_machine(sp2({.nodes = 4}), {{0, 2, 4000}, {1, 3, 4000}});
  EXPECT_EQ(apart.network.link_wait, 0us);
  EXPECT_EQ(finish_time_of_node(apart, 3), 40us + 4000 * 25ns);
}

/// The first message to node 2 is alone for 20 us, in which it moves 800 B. Then it shares the bandwidth into node 2
/// with the second message until that has moved its 400 B, and is alone again.
TEST(Sp2, SharesChangeWhenMessagesStartAndEnd) {
  const RunReport report = send_messages_on_machine(sp2({.nodes = 4}), {{0, 2, 3984}, {1, 2, 384, 20us}});
  // The second message moves its 400 B at half the rate. Meanwhile the first message moves 400 of its 4000 B at half
  // the rate.
  EXPECT_EQ(report.network.link_wait, 400 * 25ns + 400 * 25ns);
}

TEST(Sp2, AMessageLeavesBeforeItsReceiveIsPosted) {
  const RunReport report = run_on_all_executors(sp2({.nodes = 2}), [](Node& self) {
    std::vector<std::byte> data(1000, std::byte{7});
    if (self.id() == NodeId{0}) return self.send(NodeId{1}, data);
    self.compute(1ms);
    std::vector<std::byte> in(1000);
    self.receive(NodeId{0}, in);
    self.expect(in == data, "stored bytes come out");
  });
  EXPECT_EQ(finish_time_of_node(report, 0), 19550ns + 1016 * 25ns + 500ns);
  // The receiver spends time on its software (19.55 us) and on copying the 1000 stored bytes (10 ns each).
  EXPECT_EQ(finish_time_of_node(report, 1), 1ms + 19550ns + 1000 * 10ns);
}

TEST(Sp2, MessagesBetweenTwoNodesStayInOrder) {
  run_on_all_executors(sp2({.nodes = 2}), [](Node& self) {
    std::vector<std::byte> data(10'000);
    if (self.id() == NodeId{0}) {
      std::vector<Handle> sends;
      sends.push_back(self.post_send(NodeId{1}, data));
      sends.push_back(self.post_send(NodeId{1}, {}));
      self.wait_all(sends);
    } else {
      self.expect(self.receive(NodeId{0}, data).bytes == 10'000, "the long one was sent first");
      self.expect(self.receive(NodeId{0}, data).bytes == 0, "and then the short one");
    }
  });
}

TEST(Sp2, AFullSystemBufferIsNamed) {
  const auto error = error_on_all_executors<DeadlockError>(sp2({.nodes = 2, .system_buffer = 100}), [](Node& self) {
    std::vector<std::byte> data(101);
    self.send(self.id() ^ 1U, data);
    self.receive(self.id() ^ 1U, data);
  });
  EXPECT_NE(
      std::string(error.what()).find("space in the system buffer of node 1 (0 of 100 B in use, 101 B asked for by "),
      std::string::npos)
      << error.what();
}

/// On the SP2, a barrier of 5 nodes takes ceil(log2 5) = 3 steps of 40 us.
TEST(Sp2, ABarrierTakesAMessageEachStep) {
  EXPECT_EQ(run_on_all_executors(sp2({.nodes = 5}), [](Node& self) { self.global_sync(); }).makespan, 3 * 40us);
}

TEST(Sp2, RefusesImpossibleOptions) {
  EXPECT_THROW(sp2({.nodes = 0}), UsageError);
  EXPECT_THROW(sp2({.nodes = 513}), UsageError);
  EXPECT_THROW(sp2({.header = 0}), UsageError);
  EXPECT_THROW(make_machine({.name = "sp2", .settings = {{"--set", "hop", "1us"}}}), UsageError);
  for (const Constant& constant : sp2().model().constants()) {
    Sp2Options options;
    EXPECT_NO_THROW(set_constant(options, "--set", constant.name, constant.value)) << constant.name;
  }
}

}  // namespace
}  // namespace switchyard::machines
