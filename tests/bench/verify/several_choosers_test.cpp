/// \file several_choosers_test.cpp
/// Tests `verify` where several nodes choose in which order they notice their messages. If no other node ever notices
/// the choices of a node, verify explores these choices without those of the other nodes. It must nevertheless find
/// every result to which the program of a node can come.

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

constexpr std::uint32_t kNodes = 3;
constexpr Tag kShout{1};

/// What one node does in one round: it sends a value to each other node, and then waits for the values of the others.
struct Round {
  enum class Ending : std::uint8_t {
    together,      ///< The node waits for both messages at once.
    one_by_one,    ///< The node waits for any of the messages, until it has both.
    with_sends,    ///< The node waits for any of its receives and sends, until all are done.
    with_a_shout,  ///< The node waits for any message, signals the next node, then waits for the other.
  };
  Ending ending = Ending::together;
  /// Whether the value that the node sends depends on the order in which the node noticed earlier messages.
  bool tells_order = false;
};
using Rounds = std::vector<std::array<Round, kNodes>>;

/// For each node, the different texts in which the node's program has recorded all that it noticed in a run.
using Diaries = std::array<std::set<std::string>, kNodes>;

/// Carries out one round on one node. `noticed` is a number that encodes the order in which the node has noticed its
/// requests so far, and is updated. Returns a text of the values that have come and of `noticed`.
std::string carry_out(Node& self, const std::array<Round, kNodes>& round, std::uint32_t& noticed) {
  using enum Round::Ending;
  const std::uint32_t me = index(self.id()), next = (me + 1) % kNodes, previous = (me + 2) % kNodes;
  const Round mine = round[me];
  const std::uint32_t told = mine.tells_order ? noticed : 7;
  std::array<std::uint32_t, 2> values{};
  std::vector<Handle> handles{self.post_receive(NodeId{next}, std::as_writable_bytes(std::span(&values[0], 1))),
                              self.post_receive(NodeId{previous}, std::as_writable_bytes(std::span(&values[1], 1)))};
  for (const std::uint32_t to : {next, previous}) {
    Handle send = self.post_send(NodeId{to}, std::as_bytes(std::span(&told, 1)));
    if (mine.ending == with_sends) {
      handles.push_back(send);
    } else {
      self.wait(send);
    }
  }
  if (mine.ending == together) {
    self.wait_all(handles);
  } else {
    for (std::size_t left = handles.size(); left > 0; --left) {
      noticed = 5 * noticed + static_cast<std::uint32_t>(self.wait_any(handles)) + 1;
      if (mine.ending == with_a_shout && left == handles.size()) self.signal(NodeId{next}, kShout);
    }
  }
  if (round[previous].ending == with_a_shout) self.receive(NodeId{previous}, {}, kShout);
  return fmt::format("{} {} {}, ", values[0], values[1], noticed);
}

Machine machine() { return fixed_delay_machine({.nodes = kNodes}); }

NodeProgram program_of(const Rounds& rounds, Diaries& diaries) {
  return [&rounds, &diaries](Node& self) {
    std::string diary;
    std::uint32_t noticed = 0;
    for (const auto& round : rounds) diary += carry_out(self, round, noticed);
    diaries[index(self.id())].insert(diary);
  };
}

Rounds random_rounds(Rng& rng) {
  using enum Round::Ending;
  Rounds rounds(1 + rng.random_number_below(2));
  // At most one node in one round waits for sends, too, because there are many ways to notice four requests.
  bool may_add_sends = true;
  for (auto& round : rounds) {
    for (Round& each : round) {
      each.tells_order = rng.random_number_below(3) == 0;
      constexpr std::array kEndings{together, together, one_by_one, one_by_one, with_a_shout, with_sends};
      each.ending = kEndings[rng.random_number_below(kEndings.size() - (may_add_sends ? 0 : 1))];
      may_add_sends = may_add_sends && each.ending != with_sends;
    }
  }
  return rounds;
}

std::string text_of(const Rounds& rounds) {
  std::string text;
  for (const auto& round : rounds) {
    for (const Round& each : round)
      text += fmt::format("{}{} ", static_cast<int>(each.ending), each.tells_order ? "t" : "");
    text += "| ";
  }
  return text;
}

/// Verifies the program of these rounds, and adds what its nodes noticed to `diaries`. Returns in how many orders of
/// events verify has run the program.
std::uint64_t verify_rounds(const Rounds& rounds, Diaries& diaries) {
  const VerifySubject subject{{.name = "machine", .machine = machine(), .program = program_of(rounds, diaries)}};
  const Verdict verdict = verify_in_this_process(subject, {});
  EXPECT_EQ(verdict.kind, Verdict::Kind::right) << verdict.text;
  return verdict.orders();
}

/// Tests that verify finds the same results of each node's program as an exploration of all combinations of choices.
TEST(SeveralChoosers, MissNoEndOfAProgram) {
  constexpr int kPrograms = kIsSanitized ? 10 : 100;
  Rng rng(11);
  std::uint64_t alone = 0, combined = 0;
  for (int i = 0; i < kPrograms; ++i) {
    const Rounds rounds = random_rounds(rng);
    SCOPED_TRACE(text_of(rounds));
    Diaries found, expected;
    const std::uint64_t orders = verify_rounds(rounds, found);
    alone += orders;
    ProgramTrial trial(machine(), program_of(rounds, expected));
    const ExhaustiveReport report = explore_choices(trial, {});
    ASSERT_TRUE(report.complete) << report.one_order.explanation;
    combined += report.order_count;
    EXPECT_EQ(found, expected);
    EXPECT_LE(orders, report.order_count);
  }
  EXPECT_LT(alone, combined);
}

/// Tests three nodes that notice two messages each in any order, and never tell another node which order it was.
TEST(SeveralChoosers, AreSearchedOneAfterTheOtherIfNobodyNotices) {
  Diaries diaries;
  EXPECT_EQ(verify_rounds({{{{Round::Ending::one_by_one}, {Round::Ending::one_by_one}, {Round::Ending::one_by_one}}}},
                          diaries),
            1U + 3U);
  for (const auto& each : diaries) EXPECT_EQ(each.size(), 2U);
}

/// Tests nodes that tell each other in a second round in which order they noticed the messages of the first round, so
/// that verify must combine their choices.
TEST(SeveralChoosers, AreCombinedIfTheOthersAreTold) {
  const Round first{Round::Ending::one_by_one}, second{Round::Ending::together, true};
  Diaries diaries;
  EXPECT_EQ(verify_rounds({{first, first, first}, {second, second, second}}, diaries), 8U);
  for (const auto& each : diaries) EXPECT_EQ(each.size(), 8U);
}

}  // namespace
}  // namespace switchyard
