#include "machines/mesh.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <fstream>
#include <optional>

#include "machines/machine_catalogue.hpp"
#include "machines/machine_file.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "runtime/random.hpp"
#include "tests/machines/sent_messages.hpp"

namespace switchyard::machines {
namespace {

using namespace std::chrono_literals;

/// Returns the time that a message of node 0 takes, if no other message is under way, until its receiver has it. The
/// receive is posted before the message comes.
Duration time_of_lone_message(const Machine& machine, std::uint32_t to, std::size_t bytes) {
  return finish_time_of_node(run_on_all_executors(machine,
                                                  [&](Node& self) {
                                                    std::vector<std::byte> data(bytes);
                                                    if (self.id() == NodeId{0}) self.send(NodeId{to}, data);
                                                    if (self.id() == NodeId{to}) self.receive(NodeId{0}, data);
                                                  }),
                             to);
}

TEST(MeshFormula, ALoneMessageTakesSoftwareHopsAndBytes) {
  // A message of 1000 bytes to node 63 takes 20 + 20 us of software, 14 links of 100 ns, and 1016 B (with the header)
  // at 10 ns.
  EXPECT_EQ(time_of_lone_message(mesh(), 63, 1000), 51560ns);
  // A message of no bytes to node 1 takes 20 + 20 us of software, 1 link of 100 ns, and its header of 16 B at 10 ns.
  EXPECT_EQ(time_of_lone_message(mesh(), 1, 0), 40260ns);
  // On a mesh with circuits, setting up a circuit over 14 links takes the time of these links twice, there and back.
  EXPECT_EQ(time_of_lone_message(mesh({.circuits = true}), 63, 1000), 52960ns);
}

TEST(MeshFormula, PresetsHaveTheirMachinesZeroByteLatency) {
  const Duration paragon = time_of_lone_message(make_machine({.name = "paragon"}), 1, 0);
  const Duration delta = time_of_lone_message(make_machine({.name = "delta", .nodes = 16}), 1, 0);
  EXPECT_NEAR(microseconds(paragon), 29, 0.1);
  EXPECT_NEAR(microseconds(delta), 77, 0.3);
}

TEST(Mesh, AMessageChoosesItsRoute) {
  const Machine machine = mesh({.width = 3, .height = 3});
  // The XY paths of the two messages, 0-1-2-5 and 1-2, share the link 1-2.
  const std::vector<MessageToSend> xy{{0, 5, 1000}, {1, 2, 1000}};
  EXPECT_EQ(send_messages_on_machine(machine, xy).network.blocked, 1U);
  // By the YX route, the first message takes the path 0-3-4-5, which shares no link with 1-2.
  const std::vector<MessageToSend> takes_yx_route{{0, 5, 1000, 0us, Route::second}, {1, 2, 1000}};
  EXPECT_EQ(send_messages_on_machine(machine, takes_yx_route).network.blocked, 0U);
}

TEST(Mesh, ARouteThatItLacksIsRefused) {
  // The YX route from node 1, in column 2, to node 2, in column 1, would turn towards lower columns, which is not
  // allowed.
  const auto back = [](Node& self) {
    if (self.id() == NodeId{1}) self.send(NodeId{2}, {}, {.route = Route::second});
  };
  const auto error = error_on_all_executors<NodeError>(mesh({.width = 2, .height = 2}), back);
  EXPECT_NE(std::string(error.what()).find("machine mesh does not have this route to node 2"), std::string::npos)
      << error.what();
  const auto on_a_cube = [](Node& self) {
    if (self.id() == NodeId{0}) self.send(NodeId{1}, {}, {.route = Route::first});
  };
  EXPECT_THROW(run(make_machine({.name = "ipsc860", .nodes = 2}), on_a_cube), NodeError);
}

TEST(Mesh, AWormFreesLinksBehindItsTailAndACircuitFreesAllAtItsEnd) {
  const std::vector<MessageToSend> messages{{0, 7, 1000}, {1, 2, 1000, 5us}};
  // The first message leaves at 20 us. Its head arrives at 20.7 us, and its last byte at 30.86 us. Its tail leaves the
  // second link five links earlier, at 30.36 us. Then the second message takes a link, 1016 B, and 20 us of the
  // receiver's software.
  EXPECT_EQ(finish_time_of_node(send_messages_on_machine(mesh({.width = 8, .height = 1}), messages), 2), 60620ns);
  // The circuit of the first message is set up at 21.4 us and ends at 31.56 us. Then the second message takes its link
  // twice, there and back, to set up its circuit.
  EXPECT_EQ(
      finish_time_of_node(send_messages_on_machine(mesh({.width = 8, .height = 1, .circuits = true}), messages), 2),
      61920ns);
}

TEST(Mesh, ABlockedShortWormHoldsOnlyWhatItNeeds) {
  // On a mesh of 4 x 2 nodes, a long message from 2 to 3 blocks the message from 0 to 3, which has crossed 0-1-2. The
  // link 0-1 is also on the path 4-0-1 of the third message, which is blocked only if the message from 0 still holds
  // that link.
  const auto blocked = [](std::size_t bytes) {
    const std::vector<MessageToSend> messages{{2, 3, 10'000}, {0, 3, bytes, 5us}, {4, 1, 100, 10us, Route::second}};
    return send_messages_on_machine(mesh({.width = 4, .height = 2}), messages).network.blocked;
  };
  // A message of no bytes has a header of 16 B, and holds only one link while it is blocked.
  EXPECT_EQ(blocked(0), 1U);
  // A message of more than 3 x 64 B holds its whole path while it is blocked.
  EXPECT_EQ(blocked(1000), 2U);
}

TEST(Mesh, SharedLinksServeOneDirectionAtATime) {
  const std::vector<MessageToSend> both{{0, 1, 1000}, {1, 0, 1000}};
  EXPECT_EQ(send_messages_on_machine(mesh({.width = 2, .height = 1}), both).network.blocked, 0U);
  EXPECT_EQ(send_messages_on_machine(mesh({.width = 2, .height = 1, .shared_links = true}), both).network.blocked, 1U);
}

// --- tests of links that several messages share ---------------------------------------------------------------------

/// Options of a row of eight nodes like those of the Delta: messages move at up to 8 MB/s, on links of 25 MB/s that
/// several messages share.
MeshOptions options_of_row_with_shared_links() {
  return {.width = 8, .height = 1, .bandwidth = {8'000'000}, .channels = 4, .link_bandwidth = {25'000'000}};
}

TEST(MeshChannels, ThreeMessagesOverALinkAreAsFastAsEachAlone) {
  const Machine machine = mesh(options_of_row_with_shared_links());
  const std::vector<MessageToSend> messages{{0, 4, 100'000}, {1, 5, 100'000}, {2, 6, 100'000}};
  const RunReport report = send_messages_on_machine(machine, messages);
  for (const MessageToSend& alone : messages) {
    const RunReport one = send_messages_on_machine(machine, std::vector<MessageToSend>{alone});
    EXPECT_EQ(finish_time_of_node(report, alone.to), finish_time_of_node(one, alone.to));
  }
  EXPECT_EQ(report.network.blocked, 0U);
}

TEST(MeshChannels, FourMessagesShareTheLinksBandwidth) {
  const std::vector<MessageToSend> messages{{0, 4, 100'000}, {1, 5, 100'000}, {2, 6, 100'000}, {3, 7, 100'000}};
  const RunReport report = send_messages_on_machine(mesh(options_of_row_with_shared_links()), messages);
  // A message takes 20 us of software, four links, 4 x 100016 B at 25 MB/s on the link that all four messages share,
  // and 20 us of software.
  EXPECT_NEAR(microseconds(finish_time_of_node(report, 4)), 40.4 + 4 * 100'016 / 25.0, 1);
}

TEST(MeshChannels, AMessageTakesTheChannelThatIsFreeFirst) {
  MeshOptions options = options_of_row_with_shared_links();
  options.channels = 2;
  const std::vector<MessageToSend> messages{{0, 4, 100'000}, {1, 5, 1000}, {2, 6, 1000, 5us}};
  const RunReport report = send_messages_on_machine(mesh(options), messages);
  EXPECT_EQ(report.network.blocked, 1U);
  // The third message follows the short second message, whose last byte arrives at about 148 us, and not the long first
  // one.
  EXPECT_LT(finish_time_of_node(report, 6), 500us);
  EXPECT_GT(finish_time_of_node(report, 4), 10ms);
}

TEST(MeshChannels, TheSecondRouteHasChannelsToo) {
  MeshOptions options = options_of_row_with_shared_links();
  options.width = options.height = 3;
  const RunReport report = send_messages_on_machine(
      mesh(options), {{0, 5, 10'000, 0us, Route::second}, {3, 5, 10'000}, {4, 8, 10'000, 0us, Route::first}});
  EXPECT_EQ(report.network.messages, 3U);
  EXPECT_EQ(report.network.blocked, 0U);
}

TEST(MeshChannels, ADeadlockNamesEachChannelOfALink) {
  MeshOptions options = options_of_row_with_shared_links();
  options.channels = 2;
  options.shared_links = true;
  try {
    send_messages_on_machine(mesh(options), {{0, 4, 10'000}, {1, 5, 10'000}, {4, 0, 10'000}, {5, 1, 10'000}});
    ADD_FAILURE() << "no deadlock";
  } catch (const DeadlockError& error) {
    const std::string text = error.what();
    for (const char* channel : {"channel 0 of link 2->3", "channel 1 of link 2->3", "channel 0 of link 3->2"})
      EXPECT_NE(text.find(channel), std::string::npos) << text;
    EXPECT_EQ(error.graph().cycles().size(), 1U);
  }
}

TEST(MeshChannels, ConstantsThatDoNotGoTogetherAreRefused) {
  EXPECT_THROW(mesh({.channels = 0}), UsageError);
  EXPECT_THROW(mesh({.channels = 17}), UsageError);
  EXPECT_THROW(mesh({.channels = 2, .link_bandwidth = {99'999'999}}), UsageError);
  // A message may move at the whole bandwidth of its link.
  EXPECT_NO_THROW(mesh({.bandwidth = {200'000'000}}));
}

TEST(MeshChannels, LoneMessagesOfTheDeltaAreAsFastAsBefore) {
  const Machine delta = make_machine({.name = "delta", .nodes = 16});
  const Machine exclusive = make_machine({.name = "delta", .nodes = 16, .settings = {{"", "channels", "1"}}});
  for (const std::size_t bytes : {0U, 1U, 1000U, 65536U})
    EXPECT_EQ(time_of_lone_message(delta, 15, bytes), time_of_lone_message(exclusive, 15, bytes)) << bytes;
}

/// Returns the time at which node 1 has received a message of 64 KiB from node 0, if it posts the receive at the time
/// `late`.
Duration time_if_received_late(Duration late) {
  return finish_time_of_node(run_on_all_executors(mesh({.width = 2, .height = 1}),
                                                  [&](Node& self) {
                                                    std::vector<std::byte> data(65536);
                                                    if (self.id() == NodeId{0}) return self.send(NodeId{1}, data);
                                                    self.compute(late);
                                                    self.receive(NodeId{0}, data);
                                                  }),
                             1);
}

TEST(Mesh, AMessageWhoseReceiveIsPostedWhileItComesIsCopiedAsFarAsItHasCome) {
  const Duration posted_first = time_if_received_late(10us);
  // The data of the message moves for 655.52 us, from 20.1 us on. Copying a byte out of the system buffer takes 20 ns.
  const auto copied = [&](Duration late) { return time_if_received_late(late) - posted_first; };
  EXPECT_NEAR(microseconds(copied(21us)), 65536 * 0.020 * 0.9 / 655.52, 0.1);
  EXPECT_NEAR(microseconds(copied(348us)), 65536 * 0.020 / 2, 2);
  EXPECT_NEAR(microseconds(copied(670us)), 65536 * 0.020 * 649.9 / 655.52, 2);
}

/// Returns four messages around a square of nodes, of which each needs a link that the next message holds. So they
/// deadlock on a mesh that allows all turns.
std::vector<MessageToSend> messages_around_a_square() {
  return {{0, 3, 1000, 0us, Route::first},
          {1, 2, 1000, 0us, Route::second},
          {3, 0, 1000, 0us, Route::first},
          {2, 1, 1000, 0us, Route::second}};
}

TEST(MeshDeadlock, AnyTurnsCloseACycleOfLinksWhichIsNamed) {
  for (const bool circuits : {false, true}) {
    const Machine machine = mesh({.width = 2, .height = 2, .circuits = circuits, .any_turn = true});
    try {
      send_messages_on_machine(machine, messages_around_a_square());
      ADD_FAILURE() << "no deadlock";
    } catch (const DeadlockError& error) {
      const std::string text = error.what();
      for (const char* link : {"link 1->3, held by the message 1->2", "link 3->2, held by the message 3->0",
                               "link 2->0, held by the message 2->1", "link 0->1, held by the message 0->3"}) {
        EXPECT_NE(text.find(link), std::string::npos) << text;
      }
      EXPECT_EQ(error.graph().cycles().size(), 1U);
    }
  }
}

TEST(MeshDeadlock, SharedLinksDeadlockUnderXyAlone) {
  const Machine machine = mesh({.width = 3, .height = 1, .shared_links = true});
  EXPECT_THROW(send_messages_on_machine(machine, {{0, 2, 1000}, {2, 0, 1000}}), DeadlockError);
}

TEST(MeshDeadlock, AFullSystemBufferIsNamed) {
  const Machine machine = mesh({.width = 2, .height = 1, .system_buffer = 100});
  const auto error = error_on_all_executors<DeadlockError>(machine, [](Node& self) {
    std::vector<std::byte> data(101);
    const NodeId other = self.id() ^ 1U;
    self.send(other, data);
    self.receive(other, data);
  });
  EXPECT_NE(std::string(error.what())
                .find("space in the system buffer of node 1 (0 of 100 B in use, 101 B asked for by "
                      "the message 0->1, tag 0)"),
            std::string::npos)
      << error.what();
}

TEST(Mesh, MessagesWithoutAReceiveAreStoredAndCopied) {
  const RunReport report = run_on_all_executors(mesh({.width = 2, .height = 1}), [](Node& self) {
    std::vector<std::byte> data(1000, std::byte{7});
    if (self.id() == NodeId{0}) return self.send(NodeId{1}, data);
    self.compute(100us);
    std::vector<std::byte> in(1000);
    self.receive(NodeId{0}, in);
    self.expect(in == data, "stored bytes come out");
  });
  // The receiver ends after 100 us of computing, 20 us of software, and copying the stored 1000 B at 20 ns a byte.
  EXPECT_EQ(finish_time_of_node(report, 1), 140us);
}

TEST(Mesh, TheReceivePortTakesMessagesInTheOrderInWhichTheyCome) {
  const std::vector<MessageToSend> messages{{0, 1, 1000}, {2, 1, 1000, 1us}, {4, 1, 1000, 2us}};
  const RunReport report = send_messages_on_machine(mesh({.width = 3, .height = 2}), messages);
  // The first message leaves the receive port at 20 + 0.1 + 10.16 us. The second message waits for the port from 21.1
  // us on, and the third one from 22.1 us on.
  EXPECT_EQ(report.network.port_wait, (30260ns - 21100ns) + (40420ns - 22100ns));
}

RC_GTEST_PROP(Mesh, XyWithRestrictedYxDeliversEveryByteWithoutDeadlock, (std::uint64_t seed)) {
  Rng rng(seed);
  const auto side = [&] { return static_cast<std::uint32_t>(1 + rng.random_number_below(4)); };
  const MeshOptions options{.width = 1 + side(), .height = side(), .circuits = rng.random_number_below(2) == 0};
  const Machine machine = mesh(options);
  std::vector<MessageToSend> messages;
  for (std::uint64_t i = rng.random_number_below(40); i-- > 0;) {
    const auto from = static_cast<std::uint32_t>(rng.random_number_below(machine.node_count()));
    const auto to = static_cast<std::uint32_t>((from + 1 + rng.random_number_below(machine.node_count() - 1)) %
                                               machine.node_count());
    const bool takes_yx_route =
        rng.random_number_below(2) == 0 && machine.model().has_route(NodeId{from}, NodeId{to}, Route::second);
    messages.push_back({from, to, static_cast<std::size_t>(rng.random_number_below(700)),
                        Duration{rng.random_number_below(30'000)}, takes_yx_route ? Route::second : Route::first});
  }
  RC_ASSERT(send_messages_on_machine(machine, messages).network.messages == messages.size());
}

TEST(MeshMachine, FindsAShapeForANumberOfNodes) {
  const auto shape = [](std::optional<std::uint32_t> nodes, std::vector<Setting> settings) {
    const Machine machine = make_machine({.name = "mesh", .nodes = nodes, .settings = std::move(settings)});
    const auto constants = machine.model().constants();
    return constants[0].value + "x" + constants[1].value;
  };
  EXPECT_EQ(shape({}, {}), "8x8");
  EXPECT_EQ(shape(12, {}), "4x3");
  EXPECT_EQ(shape(7, {}), "7x1");
  EXPECT_EQ(shape(12, {{"--set", "width", "6"}}), "6x2");
  EXPECT_EQ(shape({}, {{"--size", "width", "3"}, {"--size", "height", "9"}}), "3x9");
  EXPECT_THROW(shape(13, {{"--set", "width", "6"}}), UsageError);
  EXPECT_THROW(shape(0, {}), UsageError);
  EXPECT_THROW(shape({}, {{"--set", "width", "0"}}), UsageError);
  EXPECT_THROW(shape(20'000, {}), UsageError);
  EXPECT_THROW(shape({}, {{"--set", "bandwidth", "0B/s"}}), UsageError);
}

TEST(MeshMachine, APresetKeepsItsShapeForItsOwnNumberOfNodes) {
  const auto shape = [](const std::string& name, std::uint32_t nodes, std::vector<Setting> settings) {
    const Machine machine = make_machine({.name = name, .nodes = nodes, .settings = std::move(settings)});
    const auto constants = machine.model().constants();
    return constants[0].value + "x" + constants[1].value;
  };
  EXPECT_EQ(shape("paragon", 64, {}), "16x4");
  EXPECT_EQ(shape("delta", 512, {}), "16x32");
  EXPECT_EQ(shape("paragon", 32, {}), "8x4");
  EXPECT_EQ(shape("paragon", 64, {{"--set", "width", "8"}}), "8x8");
}

TEST(MeshMachine, ItsFileReadsBackTheSame) {
  const Machine machine =
      make_machine({.name = "paragon",
                    .settings = {{"--set", "width", "5"}, {"--set", "height", "3"}, {"--set", "circuits", "true"}}});
  const std::string path = ::testing::TempDir() + "switchyard-mesh-round-trip.toml";
  std::ofstream(path) << machine_file_text(machine);
  const Machine again = make_machine(read_machine_file(path));
  EXPECT_EQ(machine_file_text(again), machine_file_text(machine));
}

TEST(MeshMachine, FactsFollowFromItsShape) {
  const auto facts = mesh({.width = 10, .height = 4}).model().machine_facts();
  const auto fact = [&](const std::string& name) {
    return std::ranges::find(facts, name, &std::pair<std::string, std::string>::first)->second;
  };
  // A mesh of 10 x 4 nodes has 4 x 9 + 10 x 3 wires, each of which counts as a link for either direction.
  EXPECT_EQ(fact("links"), "132");
  EXPECT_EQ(fact("diameter"), "12 links");
  EXPECT_EQ(fact("bisection"), "4 links in each direction");
  // The mean distance between two different nodes in a mesh of 10 x 4 nodes is (99/30 + 15/12) 40/39 links.
  EXPECT_EQ(fact("mean distance"), "4.667 links");
}

/// Returns the least number of wires between two halves of a mesh with equal numbers of nodes. It tries all halves,
/// each as a set of bits: bit y * width + x says in which half the node at (x, y) is.
int least_wires_between_halves(std::uint32_t width, std::uint32_t height) {
  const std::uint32_t nodes = width * height;
  int least = static_cast<int>(2 * nodes);
  for (std::uint32_t half = 0; half < 1U << nodes; ++half) {
    if (std::popcount(half) != static_cast<int>(nodes / 2)) continue;
    const auto side = [&](std::uint32_t x, std::uint32_t y) { return (half >> (y * width + x)) & 1U; };
    int cut = 0;
    for (std::uint32_t y = 0; y < height; ++y) {
      for (std::uint32_t x = 0; x < width; ++x) {
        cut += x + 1 < width && side(x, y) != side(x + 1, y) ? 1 : 0;
        cut += y + 1 < height && side(x, y) != side(x, y + 1) ? 1 : 0;
      }
    }
    least = std::min(least, cut);
  }
  return least;
}

TEST(MeshMachine, ItsBisectionIsTheLeastCutIntoEqualHalves) {
  EXPECT_EQ(least_wires_between_halves(3, 3), 4);
  for (std::uint32_t width = 1; width <= 5; ++width) {
    for (std::uint32_t height = 1; width * height <= 16 && height <= 5; ++height) {
      const auto facts = mesh({.width = width, .height = height, .shared_links = true}).model().machine_facts();
      const auto found = std::ranges::find(facts, "bisection", &std::pair<std::string, std::string>::first);
      EXPECT_EQ(found->second, std::to_string(least_wires_between_halves(width, height)) + " links")
          << width << " x " << height;
    }
  }
  const auto facts = mesh({.width = 5, .height = 4}).model().machine_facts();
  EXPECT_NE(std::ranges::find(facts, std::pair<std::string, std::string>("bisection", "5 links in each direction")),
            facts.end());
}

}  // namespace
}  // namespace switchyard::machines
