/// \file several_choosers_test.cpp
/// Tests `verify` on programs in which several nodes wait for any of several messages, and so may notice them in
/// several orders. If no other node ever learns of the order that a node has noticed, verify explores the orders of
/// this node alone, not in combination with those of other nodes. It must nevertheless find every result that the
/// program of a node can have.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "runtime/random.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "runtime/verify/verify.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kNodeCount = 3;
constexpr Tag kSignalTag{1};

/// What one node does in one round: it sends a value to each other node, and then waits for the values of the others.
struct NodeRound {
  enum class WaitStrategy : std::uint8_t {
    all_receives_at_once,             ///< The node waits for both of its receives in one call.
    wait_any_receive_until_all_done,  ///< The node waits for any one of its receives, twice.
    wait_any_request_until_all_done,  ///< The node waits for any one of its receives and sends, until all are done.
    /// The node waits for any one of its receives, signals the next node, then waits for the other receive.
    any_receive_then_signal,
  };
  WaitStrategy wait_strategy = WaitStrategy::all_receives_at_once;
  /// Whether the value that the node sends depends on the order in which the node noticed earlier messages.
  bool does_sent_value_encode_message_order = false;
};
using RoundsOfAllNodes = std::vector<std::array<NodeRound, kNodeCount>>;

/// For each node, the different texts in which its program has recorded the values and the order of completions that it
/// saw in a run.
using RecordedTextsByNode = std::array<std::set<std::string>, kNodeCount>;

/// Carries out one round on one node. `noticed` is a number that encodes the order in which the node has noticed its
/// requests so far, and is updated. Returns a text of the values that have come and of `noticed`.
std::string carry_out_round(Node& self, const std::array<NodeRound, kNodeCount>& round, std::uint32_t& noticed) {
  using enum NodeRound::WaitStrategy;
  const std::uint32_t me = index(self.id()), next = (me + 1) % kNodeCount, previous = (me + 2) % kNodeCount;
  const NodeRound mine = round[me];
  const std::uint32_t told = mine.does_sent_value_encode_message_order ? noticed : 7;
  std::array<std::uint32_t, 2> values{};
  std::vector<Handle> handles{self.post_receive(NodeId{next}, std::as_writable_bytes(std::span(&values[0], 1))),
                              self.post_receive(NodeId{previous}, std::as_writable_bytes(std::span(&values[1], 1)))};
  for (const std::uint32_t to : {next, previous}) {
    Handle send = self.post_send(NodeId{to}, std::as_bytes(std::span(&told, 1)));
    if (mine.wait_strategy == wait_any_request_until_all_done) {
      handles.push_back(send);
    } else {
      self.wait(send);
    }
  }
  if (mine.wait_strategy == all_receives_at_once) {
    self.wait_all(handles);
  } else {
    for (std::size_t left = handles.size(); left > 0; --left) {
      noticed = 5 * noticed + static_cast<std::uint32_t>(self.wait_any(handles)) + 1;
      if (mine.wait_strategy == any_receive_then_signal && left == handles.size())
        self.signal(NodeId{next}, kSignalTag);
    }
  }
  if (round[previous].wait_strategy == any_receive_then_signal) self.receive(NodeId{previous}, {}, kSignalTag);
  return fmt::format("{} {} {}, ", values[0], values[1], noticed);
}

Machine machine_of_three_nodes() { return fixed_delay_machine({.nodes = kNodeCount}); }

NodeProgram program_of(const RoundsOfAllNodes& rounds, RecordedTextsByNode& diaries) {
  return [&rounds, &diaries](Node& self) {
    std::string diary;
    std::uint32_t noticed = 0;
    for (const auto& round : rounds) diary += carry_out_round(self, round, noticed);
    diaries[index(self.id())].insert(diary);
  };
}

RoundsOfAllNodes random_rounds(Rng& rng) {
  using enum NodeRound::WaitStrategy;
  RoundsOfAllNodes rounds(1 + rng.random_number_below(2));
  // At most one node, in at most one round, also waits for its sends, because four requests can complete in very many
  // orders.
  bool may_add_sends = true;
  for (auto& round : rounds) {
    for (NodeRound& each : round) {
      each.does_sent_value_encode_message_order = rng.random_number_below(3) == 0;
      constexpr std::array kEndings{all_receives_at_once,
                                    all_receives_at_once,
                                    wait_any_receive_until_all_done,
                                    wait_any_receive_until_all_done,
                                    any_receive_then_signal,
                                    wait_any_request_until_all_done};
      each.wait_strategy = kEndings[rng.random_number_below(kEndings.size() - (may_add_sends ? 0 : 1))];
      may_add_sends = may_add_sends && each.wait_strategy != wait_any_request_until_all_done;
    }
  }
  return rounds;
}

std::string text_of_rounds(const RoundsOfAllNodes& rounds) {
  std::string text;
  for (const auto& round : rounds) {
    for (const NodeRound& each : round)
      text += fmt::format("{}{} ", static_cast<int>(each.wait_strategy),
                          each.does_sent_value_encode_message_order ? "t" : "");
    text += "| ";
  }
  return text;
}

/// Verifies the program that consists of these rounds, and adds to `diaries` what each node has recorded. Returns the
/// number of orders of events in which `verify` has run the program.
std::uint64_t count_of_verified_orders(const RoundsOfAllNodes& rounds, RecordedTextsByNode& diaries) {
  const VerifySubject subject{
      {.name = "machine", .machine = machine_of_three_nodes(), .program = program_of(rounds, diaries)}};
  const Verdict verdict = verify_in_this_process(subject, {});
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << verdict.text;
  return verdict.orders();
}

/// Tests that `verify` finds the same results of each node's program as an exploration of all combinations of the
/// nodes' choices.
TEST(SeveralChoosers, MissNoEndOfAProgram) {
  constexpr int kPrograms = kIsSanitized ? 10 : 100;
  Rng rng(11);
  std::uint64_t alone = 0, combined = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const RoundsOfAllNodes rounds = random_rounds(rng);
    SCOPED_TRACE(text_of_rounds(rounds));
    RecordedTextsByNode found, expected;
    const std::uint64_t orders = count_of_verified_orders(rounds, found);
    alone += orders;
    ProgramTrial trial(machine_of_three_nodes(), program_of(rounds, expected));
    const ExhaustiveSearchReport report = explore_choices(trial, {});
    ASSERT_TRUE(report.has_run_all_orders) << report.proof_that_one_order_suffices.explanation;
    combined += report.order_count;
    EXPECT_EQ(found, expected);
    EXPECT_LE(orders, report.order_count);
  }
  EXPECT_LT(alone, combined);
}

/// Tests a program in which each of three nodes may notice two messages in either order, and never tells another node
/// which order it was.
TEST(SeveralChoosers, AreSearchedOneAfterTheOtherIfNobodyNotices) {
  RecordedTextsByNode diaries;
  EXPECT_EQ(count_of_verified_orders({{{{NodeRound::WaitStrategy::wait_any_receive_until_all_done},
                                        {NodeRound::WaitStrategy::wait_any_receive_until_all_done},
                                        {NodeRound::WaitStrategy::wait_any_receive_until_all_done}}}},
                                     diaries),
            1U + 3U);
  for (const auto& each : diaries) EXPECT_EQ(each.size(), 2U);
}

/// Tests a program in which nodes tell each other in a second round in which order they noticed the messages of the
/// first round, so that `verify` must combine the orders of different nodes.
TEST(SeveralChoosers, AreCombinedIfTheOthersAreTold) {
  const NodeRound first{NodeRound::WaitStrategy::wait_any_receive_until_all_done},
      second{NodeRound::WaitStrategy::all_receives_at_once, true};
  RecordedTextsByNode diaries;
  EXPECT_EQ(count_of_verified_orders({{first, first, first}, {second, second, second}}, diaries), 8U);
  for (const auto& each : diaries) EXPECT_EQ(each.size(), 8U);
}

}  // namespace
}  // namespace switchyard
