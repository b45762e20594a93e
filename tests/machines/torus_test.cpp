#include "machines/torus.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "machines/machine_catalogue.hpp"
#include "machines/machine_file.hpp"
#include "machines/topology/torus.hpp"
#include "runtime/error.hpp"
#include "runtime/random.hpp"
#include "tests/machines/sent_messages.hpp"

namespace switchyard::machines {
namespace {

using namespace std::chrono_literals;

/// Returns a torus on which links and messages have 100 MB/s, so that a byte takes 10 ns.
Machine torus_with_100_mb_per_s(const std::string& size, const std::string& routing = "dimension_order",
                                std::uint32_t channels = 2) {
  return torus({.size = size,
                .routing = routing,
                .channels = channels,
                .bandwidth = {100'000'000},
                .link_bandwidth = {100'000'000}});
}

std::vector<std::string> link_names_of_route(const Torus& torus, std::uint32_t from, std::uint32_t to) {
  std::vector<LinkId> path;
  torus.route(NodeId{from}, NodeId{to}, path);
  std::vector<std::string> names;
  for (const LinkId link : path) names.push_back(torus.link_name(link));
  return names;
}

using LinkNames = std::vector<std::string>;

TEST(TorusTopology, GoesTheShorterWayRoundOneDimensionAfterAnother) {
  const Torus torus({8, 8});
  EXPECT_EQ(link_names_of_route(torus, 0, 10), (LinkNames{"0->1", "1->2", "2->10"}));
  EXPECT_EQ(link_names_of_route(torus, 0, 63), (LinkNames{"0->7", "7->63"}));
  EXPECT_EQ(torus.distance(NodeId{0}, NodeId{63}), 2U);
  EXPECT_EQ(link_names_of_route(Torus({2}), 1, 0), (LinkNames{"1->0"}));
}

TEST(TorusTopology, HalfWayRoundRoutesGoUpFromEvenPlacesAndDownFromOddOnes) {
  const Torus torus({4});
  EXPECT_EQ(link_names_of_route(torus, 0, 2), (LinkNames{"0->1", "1->2"}));
  EXPECT_EQ(link_names_of_route(torus, 1, 3), (LinkNames{"1->0", "0->3"}));
}

TEST(TorusTopology, RoutesChangeChannelsBehindTheWireThatClosesTheRing) {
  const Torus torus({8});
  std::vector<ChannelId> path;
  torus.find_channels_of_route(NodeId{6}, NodeId{1}, Route::automatic, path);
  std::vector<std::uint32_t> lanes;
  for (const ChannelId channel : path) lanes.push_back(index(channel) % torus.channels_per_link());
  // The route from node 6 to node 1 is 6->7, 7->0, 0->1. Behind the link 7->0, it changes from channel 0 of its links
  // to channel 1.
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{0, 0, 1}));
}

TEST(TorusTopology, ItsDistancesAreTheLengthsOfItsRoutes) {
  for (const auto& sides : std::vector<std::vector<std::uint32_t>>{{5}, {2, 3}, {4, 4}, {3, 4, 5}, {1, 6}}) {
    const Torus torus(sides);
    double sum = 0;
    std::uint32_t most = 0;
    for (std::uint32_t to = 0; to < torus.node_count(); ++to) {
      const std::uint32_t links = torus.distance(NodeId{0}, NodeId{to});
      EXPECT_EQ(link_names_of_route(torus, 0, to).size(), links);
      sum += links;
      most = std::max(most, links);
    }
    EXPECT_EQ(torus.diameter(), most);
    EXPECT_NEAR(torus.mean_distance(), sum / (torus.node_count() - 1), 1e-9);
  }
}

TEST(TorusTopology, RefusesImpossibleSides) {
  EXPECT_THROW(Torus({}), UsageError);
  EXPECT_THROW(Torus({4, 0}), UsageError);
  EXPECT_THROW(Torus({1U << 20U, 1U << 20U}), UsageError);
  EXPECT_THROW(Torus({4}, {.fixed_route_channels_per_link = 3}), UsageError);
}

TEST(TorusFormula, ALoneMessageTakesSoftwareHopsAndBytes) {
  // On this torus, a message of 1000 bytes takes 1.5 + 1.5 us of software, 2 links of 20 ns, and 1016 B (with the
  // header) at 10 ns.
  EXPECT_EQ(finish_time_of_node(send_messages_on_machine(torus_with_100_mb_per_s("8x8"), {{0, 63, 1000}}), 63),
            13200ns);
  EXPECT_EQ(
      finish_time_of_node(send_messages_on_machine(torus_with_100_mb_per_s("8x8", "adaptive"), {{0, 63, 1000}}), 63),
      13200ns);
}

/// Two messages cross the link 6->7: the message to node 7 on channel 1 of the link, and the message to node 0 on
/// channel 0. Their heads arrive at 1520 ns and 1560 ns. In these 40 ns the first message moves 4 B alone. From then on
/// each message gets half of the link's bandwidth. The first one has moved its 100,016 B at 1560 + 2 (1,000,160 - 40)
/// ns, and the other one 40 ns later.
TEST(Torus, MessagesOnChannelsOfOneLinkShareItsBandwidth) {
  const RunReport report = send_messages_on_machine(torus_with_100_mb_per_s("8"), {{6, 7, 100'000}, {5, 0, 100'000}});
  EXPECT_EQ(report.network.blocked, 0U);
  EXPECT_EQ(finish_time_of_node(report, 7), 2'001'800ns + 1500ns);
  EXPECT_EQ(finish_time_of_node(report, 0), 2'001'840ns + 1500ns);
}

TEST(Torus, AFasterLinkCarriesBothAtTheirOwnRate) {
  const Machine machine = torus({.size = "8", .bandwidth = {100'000'000}, .link_bandwidth = {200'000'000}});
  const RunReport report = send_messages_on_machine(machine, {{6, 7, 100'000}, {5, 0, 100'000}});
  EXPECT_EQ(finish_time_of_node(report, 7), 1520ns + 1'000'160ns + 1500ns);
}

/// Tests a message from 7 to 9 on a torus while a message from 0 to 1 holds the link 0->1. In dimension order, the
/// message from 7 goes by 7-0-1-9 and is blocked. An adaptive message goes by 7-0-8-9.
TEST(Torus, AnAdaptiveMessageGoesAroundWhatIsTaken) {
  const std::vector<MessageToSend> messages{{0, 1, 10'000}, {7, 9, 1000, 1us}};
  EXPECT_EQ(send_messages_on_machine(torus_with_100_mb_per_s("8x8"), messages).network.blocked, 1U);
  const RunReport adaptive = send_messages_on_machine(torus_with_100_mb_per_s("8x8", "adaptive"), messages);
  EXPECT_EQ(adaptive.network.blocked, 0U);
  // The adaptive message goes by 7-0-8-9, and takes as long as if it were alone.
  EXPECT_EQ(finish_time_of_node(adaptive, 9), 1us + 3000ns + 3 * 20ns + 10'160ns);
}

/// Three messages need the link 1->2. The first message takes the free (adaptive) channel of the link, the second one
/// its escape channel, and the third one waits for the escape channel.
TEST(Torus, AMessageWithoutAFreeChannelWaitsForItsEscapeChannel) {
  const std::vector<MessageToSend> messages{{0, 2, 10'000}, {1, 2, 10'000, 1us}, {6, 2, 10'000, 2us}};
  const RunReport report = send_messages_on_machine(torus_with_100_mb_per_s("7", "adaptive"), messages);
  EXPECT_EQ(report.network.messages, 3U);
  EXPECT_EQ(report.network.blocked, 1U);
}

/// Tests five messages around a ring of nodes. Each message holds its first link, and waits for the link that the next
/// message holds.
TEST(TorusDeadlock, WithoutASecondChannelARingDeadlocksAndTheReportNamesItsLinks) {
  std::vector<MessageToSend> messages;
  for (std::uint32_t i = 0; i < 5; ++i) messages.push_back({i, (i + 2) % 5, 1000});
  const auto error = error_on_all_executors<DeadlockError>(torus_with_100_mb_per_s("5", "dimension_order", 1),
                                                           program_of_messages(messages));
  const std::string text = error.what();
  for (const char* link : {"link 1->2, held by the message 1->3", "link 2->3, held by the message 2->4",
                           "link 3->4, held by the message 3->0", "link 4->0, held by the message 4->1",
                           "link 0->1, held by the message 0->2"}) {
    EXPECT_NE(text.find(link), std::string::npos) << text;
  }
  EXPECT_EQ(error.graph().cycles().size(), 1U);
  EXPECT_EQ(send_messages_on_machine(torus_with_100_mb_per_s("5"), messages).network.messages, 5U);
}

RC_GTEST_PROP(Torus, DeliversEveryByteWithoutDeadlock, (std::uint64_t seed)) {
  Rng rng(seed);
  const char* const sizes[] = {"5", "4x4", "3x2x2", "7x2"};
  const Machine machine = torus_with_100_mb_per_s(sizes[rng.random_number_below(4)],
                                                  rng.random_number_below(2) == 0 ? "adaptive" : "dimension_order");
  std::vector<MessageToSend> messages;
  for (std::uint64_t i = rng.random_number_below(60); i-- > 0;) {
    const auto from = static_cast<std::uint32_t>(rng.random_number_below(machine.node_count()));
    const auto to = static_cast<std::uint32_t>((from + 1 + rng.random_number_below(machine.node_count() - 1)) %
                                               machine.node_count());
    messages.push_back(
        {from, to, static_cast<std::size_t>(rng.random_number_below(700)), Duration{rng.random_number_below(3'000)}});
  }
  RC_ASSERT(send_messages_on_machine(machine, messages).network.messages == messages.size());
}

std::string torus_size_for(std::optional<std::uint32_t> nodes, std::vector<Setting> settings = {}) {
  return make_machine({.name = "torus", .nodes = nodes, .settings = std::move(settings)}).model().constants()[0].value;
}

TEST(TorusMachine, FindsASizeForANumberOfNodes) {
  EXPECT_EQ(torus_size_for({}), "4x4x4");
  EXPECT_EQ(torus_size_for(64), "4x4x4");
  EXPECT_EQ(torus_size_for(32), "4x4x2");
  EXPECT_EQ(torus_size_for(12), "3x2x2");
  EXPECT_EQ(torus_size_for(7), "7");
  EXPECT_EQ(torus_size_for(1), "1");
  EXPECT_EQ(torus_size_for({}, {{"--size", "size", "8x8"}}), "8x8");
  EXPECT_EQ(torus_size_for(16, {{"--size", "size", "8x2"}}), "8x2");
}

TEST(TorusMachine, RefusesImpossibleOptions) {
  EXPECT_THROW(torus_size_for(17, {{"--size", "size", "8x2"}}), UsageError);
  for (const char* size : {"0x8", "8x", "x", "", "8xtwo", "200x200", "1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1x1"})
    EXPECT_THROW(torus_size_for({}, {{"--size", "size", size}}), UsageError) << size;
  EXPECT_THROW(torus_size_for(20'000), UsageError);
  EXPECT_THROW(torus_size_for({}, {{"--set", "routing", "random"}}), UsageError);
  EXPECT_THROW(torus_size_for({}, {{"--set", "channels", "3"}}), UsageError);
  EXPECT_THROW(torus_size_for({}, {{"--set", "free_channels", "0"}}), UsageError);
  EXPECT_THROW(torus_size_for({}, {{"--set", "link_bandwidth", "1MB/s"}}), UsageError);
  EXPECT_THROW(torus_size_for({}, {{"--set", "flit_buffer", "0B"}}), UsageError);
}

/// Tests an error about a wrong value of the constant "free_channels". Another constant, which is set later, is called
/// "channels", which is a part of this name; the error must not name the place of the other constant.
TEST(TorusMachine, TellsWhereTheConstantThatIsWrongWasSet) {
  const UserInputPlace wrong("torus.toml", 4, 17), right("torus.toml", 5, 12);
  try {
    torus_size_for({}, {{wrong, "free_channels", "0"}, {right, "channels", "2"}});
    FAIL() << "nothing is thrown";
  } catch (const UsageError& error) {
    EXPECT_EQ(error.mistake().place, wrong.place_with_key("free_channels"));
    EXPECT_EQ(error.what(), std::string("torus.toml:4:17: free_channels: a link has 1 to 16; write 1"));
  }
}

TEST(TorusMachine, RunsOnOneNode) {
  const RunReport report = run_on_all_executors(torus_with_100_mb_per_s("1"), [](Node& self) { self.global_sync(); });
  EXPECT_EQ(report.network.messages, 0U);
}

}  // namespace
}  // namespace switchyard::machines
