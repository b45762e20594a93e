#include "machines/ipsc860.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "runtime/random.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard::machines {
namespace {

using namespace std::chrono_literals;

constexpr std::array kMessageSizes{0, 1, 100, 101, 1000};

/// Returns the time that a message of `size` bytes over `hops` links takes, if no other message is under way, until its
/// receiver has it. The receive is posted before the message comes.
Duration time_of_lone_message(Protocol protocol, int size, unsigned hops) {
  const Ipsc860Options options{.nodes = 128, .drift_on = false};
  const NodeId to{(1U << hops) - 1};
  const RunReport report = run_on_all_executors(ipsc860(options), [&](Node& self) {
    std::vector<std::byte> data(static_cast<std::size_t>(size));
    if (self.id() == NodeId{0}) self.send(to, data, {.protocol = protocol});
    if (self.id() == to) self.receive(NodeId{0}, data);
  });
  EXPECT_EQ(report.finished[index(to)].time_since_epoch(), report.makespan);
  EXPECT_EQ(report.network.messages, 1U);
  EXPECT_EQ(report.network.payload_bytes, static_cast<std::uint64_t>(size));
  return report.makespan;
}

// Bokhari 1991, sec. 2.2 prints these formulas for the time of a message of m bytes over h links. A message of no bytes
// takes 82.5 + 10.3 h us.
Duration time_without_reservation(int m, unsigned h) {
  return m == 0 ? 82500ns + 10300ns * h : 95000ns + 394ns * m + 10300ns * h;
}
Duration time_with_reservation(int m, unsigned h) { return 164000ns + 398ns * m + 29900ns * h; }

TEST(Ipsc860Formula, ForcedIsExact) {
  // On the iPSC/860, a FORCED message of 1000 bytes over 7 links takes 95 + 394 + 72.1 us.
  EXPECT_EQ(time_of_lone_message(machines::kForcedProtocol, 1000, 7), 561100ns);
  // On the iPSC/860, a FORCED message of no bytes over one link takes 82.5 + 10.3 us.
  EXPECT_EQ(time_of_lone_message(machines::kForcedProtocol, 0, 1), 92800ns);
  for (const int m : kMessageSizes) {
    for (unsigned h = 1; h <= 7; ++h)
      EXPECT_EQ(time_of_lone_message(machines::kForcedProtocol, m, h), time_without_reservation(m, h)) << m << ' ' << h;
  }
}

TEST(Ipsc860Formula, UnforcedIsExactAndReservesAbove100Bytes) {
  // On the iPSC/860, an UNFORCED message of 101 bytes over one link takes 164 + 40.198 + 29.9 us.
  EXPECT_EQ(time_of_lone_message(machines::kUnforcedProtocol, 101, 1), 234098ns);
  // On the iPSC/860, an UNFORCED message of 100 bytes over one link takes 95 + 39.4 + 10.3 us.
  EXPECT_EQ(time_of_lone_message(machines::kUnforcedProtocol, 100, 1), 144700ns);
  for (const int m : kMessageSizes) {
    for (unsigned h = 1; h <= 7; ++h) {
      EXPECT_EQ(time_of_lone_message(machines::kUnforcedProtocol, m, h),
                m > 100 ? time_with_reservation(m, h) : time_without_reservation(m, h))
          << m << ' ' << h;
    }
  }
}

TEST(Ipsc860Formula, UnforcedIsTheDefault) {
  EXPECT_EQ(time_of_lone_message(Protocol::automatic, 1000, 3), time_with_reservation(1000, 3));
}

TEST(Ipsc860Formula, ZeroBytesTakeALittleLessThanTheFormula) {
  for (unsigned h = 1; h <= 7; ++h)
    EXPECT_LT(time_of_lone_message(machines::kForcedProtocol, 0, h), 95000ns + 10300ns * h);
}

TEST(Ipsc860Formula, UnforcedCountsThreeCircuitsAMessage) {
  const RunReport report = run_on_all_executors(ipsc860({.nodes = 2}), [](Node& self) {
    std::vector<std::byte> data(101);
    if (self.id() == NodeId{0}) {
      self.send(NodeId{1}, data);
      self.send(NodeId{1}, std::span(data).first(100));
      self.signal(NodeId{1});
    } else {
      for (int i = 0; i < 3; ++i) self.receive(NodeId{0}, data);
    }
  });
  // The message of 101 bytes takes 3 circuits (reservation, acknowledge and data), and those of 100 and 0 bytes take 1
  // each.
  EXPECT_EQ(report.network.circuits, 5U);
  EXPECT_EQ(report.network.messages, 3U);
}

/// Returns the drift (random delay) of `count` sends of no bytes: the time of each send beyond 50 us of software and
/// 10.3 us for the link.
std::vector<Duration> drift_of_sends(int count) {
  std::vector<Duration> excess(static_cast<std::size_t>(count));
  run_on_all_executors(ipsc860({.nodes = 2}), [&](Node& self) {
    for (Duration& each : excess) {
      if (self.id() == NodeId{1}) {
        self.receive(NodeId{0}, {}, Tag{1});
      } else {
        const VirtualTime before = self.now();
        self.signal(NodeId{1}, Tag{1});
        each = self.now() - before - 60300ns;
      }
    }
  });
  return excess;
}

TEST(Ipsc860Drift, IsBelow4usAndRarelyUpTo150usMore) {
  const auto excess = drift_of_sends(5000);
  int disturbed = 0;
  Duration sum{};
  for (const Duration each : excess) {
    EXPECT_GE(each, 0ns);
    EXPECT_LT(each, 154us);
    if (each >= 4us) ++disturbed;
    if (each < 4us) sum += each;
  }
  // About 5000 * 0.007 = 35 sends are disturbed by a long delay, and one in forty of these delays is below 4 us.
  EXPECT_GE(disturbed, 15);
  EXPECT_LE(disturbed, 60);
  EXPECT_NEAR(microseconds(sum) / 5000, 2.0, 0.1);
}

TEST(Ipsc860Drift, LegsOfUnforcedVaryBy17usToEitherSide) {
  const Ipsc860Options options{.nodes = 2, .drift = 0us, .disturbance_probability = 0};
  Duration least = 1s, most = 0s;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const RunReport report = run(ipsc860(options),
                                 [](Node& self) {
                                   std::vector<std::byte> data(1000);
                                   if (self.id() == NodeId{0}) self.send(NodeId{1}, data);
                                   if (self.id() == NodeId{1}) self.receive(NodeId{0}, data);
                                 },
                                 {.seed = seed});
    least = std::min(least, report.makespan);
    most = std::max(most, report.makespan);
  }
  // The random delays of a reservation and an acknowledge make a message up to 35 us faster or slower together.
  const Duration formula = time_with_reservation(1000, 1);
  EXPECT_GE(least, formula - 35us);
  EXPECT_LT(least, formula - 20us);
  EXPECT_LE(most, formula + 35us);
  EXPECT_GT(most, formula + 20us);
}

/// Tests that a reservation or an acknowledge (a "leg" of a message) takes no negative time, however large its random
/// delay may be.
TEST(Ipsc860Drift, VirtualTimeNeverGoesBack) {
  const Ipsc860Options options{.nodes = 2, .leg_jitter = 300us};
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    EventLog log;
    run(ipsc860(options),
        [](Node& self) {
          std::vector<std::byte> out(1000), in(1000);
          for (int i = 0; i < 5; ++i) self.exchange(self.id() ^ 1U, out, in);
        },
        {.seed = seed, .log = &log});
    for (std::size_t i = 1; i < log.size(); ++i) ASSERT_GE(log[i].time, log[i - 1].time) << "seed " << seed;
  }
}

TEST(Ipsc860Barrier, Takes150usADimensionFromTheLastToCome) {
  for (unsigned d = 0; d <= 5; ++d) {
    const Ipsc860Options options{.nodes = 1U << d, .drift_on = false};
    const RunReport report = run_on_all_executors(ipsc860(options), [](Node& self) {
      self.compute(10us * index(self.id()));
      self.global_sync();
    });
    const Duration last = 10us * ((1U << d) - 1);
    for (const VirtualTime finished : report.finished) EXPECT_EQ(finished, VirtualTime{last + 150us * d});
  }
}

TEST(Ipsc860Barrier, NodesLeaveItWithASkewBelow4us) {
  const RunReport report = run_on_all_executors(ipsc860({.nodes = 32}), [](Node& self) { self.global_sync(); });
  Duration least = 1s, most = 0s;
  for (const VirtualTime finished : report.finished) {
    least = std::min(least, finished.time_since_epoch() - 750us);
    most = std::max(most, finished.time_since_epoch() - 750us);
  }
  EXPECT_GE(least, 0us);
  EXPECT_LT(most, 4us);
  EXPECT_GT(most - least, 2us);
}

TEST(Ipsc860, OneNodeRunsAlone) {
  const RunReport report = run_on_all_executors(ipsc860({.nodes = 1, .drift_on = false}), [](Node& self) {
    self.global_sync();
    self.compute(3us);
    std::byte mine{7}, all{};
    self.all_gather(std::span(&mine, 1), std::span(&all, 1));
    self.expect(all == mine, "its own block");
    self.expect(self.all_reduce(4, [](int a, int b) { return a + b; }) == 4, "its own value");
  });
  EXPECT_EQ(report.makespan, 3us);
}

TEST(Ipsc860, TheLargestCubeRuns) {
  const Machine cube = ipsc860({.nodes = 8192, .drift_on = false});
  EXPECT_EQ(cube.node_count(), 8192U);
  for (const ExecutorKind executor : executors_under_test()) {
    if (executor == ExecutorKind::threads) continue;  // most hosts do not allow 8192 threads
    const RunReport report = run(cube,
                                 [](Node& self) {
                                   std::uint32_t mine = index(self.id()), theirs = 0;
                                   self.exchange(self.id() ^ 4096U, std::as_bytes(std::span(&mine, 1)),
                                                 std::as_writable_bytes(std::span(&theirs, 1)));
                                   self.expect(theirs == (mine ^ 4096U), "the partner's number");
                                   self.global_sync();
                                 },
                                 {.executor = executor});
    // The data of both directions begin to move at once and overlap, which takes 95 + 0.394 * 4 + 10.3 us. The global
    // synchronisation takes 150 us for each of the 13 dimensions of the cube.
    EXPECT_EQ(report.makespan, 106876ns + 1950us);
  }
}

TEST(Ipsc860, RefusesNumbersOfNodesThatItCannotHave) {
  for (const std::uint32_t nodes : {0U, 3U, 48U, 8191U, 8193U, 16384U}) {
    EXPECT_THROW(ipsc860({.nodes = nodes}), UsageError) << nodes;
  }
  try {
    ipsc860({.nodes = 16384});
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "16384 nodes are more than ipsc860 can have; write 1 to 8192");
  }
}

TEST(Ipsc860, StatesItsFacts) {
  const Machine cube = ipsc860({.nodes = 32});
  EXPECT_EQ(cube.name(), "ipsc860");
  const auto facts = cube.model().machine_facts();
  const auto fact = [&](const std::string& name) {
    for (const auto& [key, value] : facts) {
      if (key == name) return value;
    }
    return std::string("missing");
  };
  // A cube of 32 nodes has 32 * 5 links, one for each direction of a wire.
  EXPECT_EQ(fact("links"), "160");
  EXPECT_EQ(fact("diameter"), "5 links");
  // The mean distance between two different nodes of a cube of 32 nodes is 5 * 16 / 31 links.
  EXPECT_EQ(fact("mean distance"), "2.581 links");
  EXPECT_EQ(fact("bisection"), "16 links in each direction");
  EXPECT_TRUE(cube.model().supports(machines::kForcedProtocol) && cube.model().supports(machines::kUnforcedProtocol));
  EXPECT_TRUE(cube.model().has_collective(Collective::barrier));
}

/// Returns another valid value of a machine constant, with the same unit as the value `text`.
std::string different_constant_value_in_same_unit(const std::string& text) {
  if (text == "true") return "false";
  if (text.ends_with("/B")) return "77ns/B";
  if (text.ends_with("B")) return "77B";
  if (text.ends_with("s")) return "77us";
  return "0.25";
}

TEST(Ipsc860Constants, EachOneCanBeSetByTheNameAndInTheFormThatIsPrinted) {
  for (const Constant& constant : ipsc860().model().constants()) {
    Ipsc860Options options;
    set_constant(options, "--set", constant.name, different_constant_value_in_same_unit(constant.value));
    int differing = 0;
    const auto before = ipsc860().model().constants();
    const auto after = ipsc860(options).model().constants();
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (after[i].value == before[i].value) continue;
      ++differing;
      EXPECT_EQ(after[i].name, constant.name);
      EXPECT_EQ(after[i].value, different_constant_value_in_same_unit(constant.value));
    }
    EXPECT_EQ(differing, 1) << constant.name;
    // The text in which the value of each constant is printed can be read again.
    set_constant(options, "--set", constant.name, constant.value);
    EXPECT_FALSE(constant.origin.empty() || constant.meaning.empty());
  }
}

TEST(Ipsc860Constants, HaveTheDefaultsOfThePapers) {
  std::vector<std::string> expected{"send_overhead 50us fitted",
                                    "receive_overhead 45us fitted",
                                    "zero_receive_overhead 32.5us recalled",
                                    "hop 10.3us paper",
                                    "forced_per_byte 394ns/B paper",
                                    "unforced_per_byte 398ns/B paper",
                                    "short_message 100B paper",
                                    "leg_overhead 34.5us paper",
                                    "leg_hop 9.8us paper",
                                    "leg_jitter 17.5us fitted",
                                    "blocked_penalty 130us fitted",
                                    "duplex_window 15us fitted",
                                    "sync_per_dimension 150us recalled",
                                    "drift 4us fitted",
                                    "disturbance_probability 0.007 fitted",
                                    "disturbance 150us fitted",
                                    "basic_operation 250ns fitted",
                                    "buffer_copy_per_byte 0ns/B assumed",
                                    "copy_per_byte 540ns/B recalled"};
  std::string all;
  for (const Constant& c : ipsc860().model().constants()) all += '\n' + c.name + ' ' + c.value + ' ' + c.origin;
  for (const std::string& line : expected) EXPECT_NE(all.find('\n' + line), std::string::npos) << line << " in" << all;
}

std::string error_of_setting_constant(const std::string& name, const std::string& text) {
  Ipsc860Options options;
  try {
    set_constant(options, "--set", name, text);
    ipsc860(options);
  } catch (const UsageError& error) {
    EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    return error.what();
  }
  return "no error";
}

TEST(Ipsc860Constants, WrongOnesAreErrorsThatSayWhatWouldBeRight) {
  EXPECT_NE(error_of_setting_constant("hopp", "1us").find("did you mean 'hop'"), std::string::npos)
      << error_of_setting_constant("hopp", "1us");
  EXPECT_NE(error_of_setting_constant("hop", "10").find("--set hop: '10' has no unit"), std::string::npos)
      << error_of_setting_constant("hop", "10");
  EXPECT_NE(error_of_setting_constant("hop", "-1us").find("negative"), std::string::npos);
  EXPECT_NE(error_of_setting_constant("forced_per_byte", "394ns").find("/B"), std::string::npos);
  EXPECT_NE(error_of_setting_constant("system_buffer", "lots").find("--set system_buffer"), std::string::npos);
  EXPECT_NE(error_of_setting_constant("disturbance_probability", "1.5").find("from 0 to 1"), std::string::npos);
  EXPECT_NE(error_of_setting_constant("drift_on", "maybe").find("write true or false"), std::string::npos);
  EXPECT_NE(error_of_setting_constant("nodes", "8").find("--set"), std::string::npos);
}

TEST(Ipsc860Constants, APollMustTakeTime) { EXPECT_NE(error_of_setting_constant("poll", "0us"), "no error"); }

}  // namespace
}  // namespace switchyard::machines
