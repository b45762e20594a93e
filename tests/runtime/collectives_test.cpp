#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "machines/ipsc860.hpp"
#include "runtime/call_ledger.hpp"
#include "runtime/collective.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Bytes = std::vector<std::byte>;

/// A machine under test: the function that makes it, its name and its number of nodes.
struct MachineOfSize {
  Machine (*make)(std::uint32_t nodes);
  std::string name;
  std::uint32_t nodes;
  friend std::ostream& operator<<(std::ostream& out, const MachineOfSize& s) { return out << s.name << s.nodes; }
};

std::vector<MachineOfSize> machines_of_all_sizes() {
  const auto fixed = [](std::uint32_t nodes) { return fixed_delay_machine({.nodes = nodes}); };
  const auto unbuffered = [](std::uint32_t nodes) {
    return fixed_delay_machine({.nodes = nodes, .stores_early_messages = false});
  };
  const auto cube = [](std::uint32_t nodes) { return machines::ipsc860({.nodes = nodes}); };
  std::vector<MachineOfSize> result;
  for (const std::uint32_t n : {1U, 2U, 3U, 4U, 5U, 6U, 7U, 8U, 9U, 16U}) {
    result.push_back({fixed, "fixed", n});
    result.push_back({unbuffered, "unbuffered", n});
    if ((n & (n - 1)) == 0) result.push_back({cube, "ipsc", n});
  }
  return result;
}

class Collectives : public testing::TestWithParam<MachineOfSize> {
 protected:
  std::uint32_t nodes() const { return GetParam().nodes; }
  RunReport run_on_tested_machine(const NodeProgram& program) {
    return run_on_all_executors(GetParam().make(nodes()), program);
  }
};

Bytes pattern_of(std::uint32_t number, std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) bytes[i] = static_cast<std::byte>(number * 37 + i);
  return bytes;
}

TEST_P(Collectives, ABarrierHoldsEachNodeUntilTheLastOneHasCome) {
  std::vector<VirtualTime> before(nodes()), after(nodes());
  run_on_tested_machine([&](Node& self) {
    const auto me = index(self.id());
    self.compute(1ms * ((me * 7) % self.node_count()));
    before[me] = self.now();
    self.barrier();
    after[me] = self.now();
  });
  EXPECT_GE(*std::min_element(after.begin(), after.end()), *std::max_element(before.begin(), before.end()));
}

TEST_P(Collectives, ABarrierForLaterHoldsEachNodeAsLong) {
  const auto program = [](bool later) {
    return [later](Node& self) {
      for (std::uint32_t round = 1; round <= 3; ++round) {
        self.compute(1ms * ((index(self.id()) * 7 + round) % self.node_count()));
        later ? self.barrier_later() : self.barrier();
      }
    };
  };
  EXPECT_EQ(run_on_tested_machine(program(true)).finished, run_on_tested_machine(program(false)).finished);
}

TEST_P(Collectives, AnyRootBroadcasts) {
  std::vector<std::vector<Bytes>> got(nodes(), std::vector<Bytes>(nodes()));
  run_on_tested_machine([&](Node& self) {
    for (std::uint32_t root = 0; root < self.node_count(); ++root) {
      Bytes data = self.id() == NodeId{root} ? pattern_of(root, 300) : Bytes(300);
      self.broadcast(NodeId{root}, data);
      got[index(self.id())][root] = data;
    }
    self.broadcast(NodeId{0}, {});
  });
  for (const auto& by_root : got) {
    for (std::uint32_t root = 0; root < nodes(); ++root) EXPECT_EQ(by_root[root], pattern_of(root, 300));
  }
}

TEST_P(Collectives, AllGatherPutsBlockIOfNodeIEverywhere) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{120}}) {
    std::vector<Bytes> got(nodes());
    Bytes expected;
    for (std::uint32_t i = 0; i < nodes(); ++i) {
      const Bytes block = pattern_of(i, size);
      expected.insert(expected.end(), block.begin(), block.end());
    }
    run_on_tested_machine([&](Node& self) {
      Bytes all(size * self.node_count());
      self.all_gather(pattern_of(index(self.id()), size), all);
      got[index(self.id())] = all;
    });
    EXPECT_EQ(got, std::vector<Bytes>(nodes(), expected));
  }
}

/// A text of up to 31 letters, as an operand of reductions. Joining texts is associative but not commutative, so that
/// the result shows the order of the operands.
struct Word {
  std::array<char, 32> letters{};
  static Word make_one_letter_word_of_node(std::uint32_t node) {
    Word w;
    w.letters[0] = static_cast<char>('a' + node);
    return w;
  }
  static Word join(const Word& left, const Word& right) {
    Word w = left;
    const std::string tail = right.text();
    const std::size_t used = left.text().size();
    std::copy_n(tail.begin(), std::min(tail.size(), w.letters.size() - 1 - used), w.letters.begin() + used);
    return w;
  }
  std::string text() const { return letters.data(); }
};

std::string first_letters(std::uint32_t count) { return std::string("abcdefghijklmnop").substr(0, count); }

TEST_P(Collectives, ReduceCombinesInTheOrderOfNodesWhateverTheRoot) {
  std::vector<std::string> got(nodes());
  run_on_tested_machine([&](Node& self) {
    for (std::uint32_t root = 0; root < self.node_count(); ++root) {
      const Word result = self.reduce(NodeId{root}, Word::make_one_letter_word_of_node(index(self.id())), Word::join);
      if (self.id() == NodeId{root}) got[root] = result.text();
    }
  });
  EXPECT_EQ(got, std::vector<std::string>(nodes(), first_letters(nodes())));
}

TEST_P(Collectives, AllReduceCombinesInTheOrderOfNodes) {
  std::vector<std::string> got(nodes());
  run_on_tested_machine([&](Node& self) {
    got[index(self.id())] = self.all_reduce(Word::make_one_letter_word_of_node(index(self.id())), Word::join).text();
  });
  EXPECT_EQ(got, std::vector<std::string>(nodes(), first_letters(nodes())));
}

TEST_P(Collectives, ScanGivesNodeITheValuesOfNodesUpToI) {
  std::vector<std::string> got(nodes());
  run_on_tested_machine([&](Node& self) {
    got[index(self.id())] = self.scan(Word::make_one_letter_word_of_node(index(self.id())), Word::join).text();
  });
  for (std::uint32_t i = 0; i < nodes(); ++i) EXPECT_EQ(got[i], first_letters(i + 1));
}

TEST_P(Collectives, AFloatingPointSumIsEqualToTheBitOnAllNodes) {
  std::vector<float> got(nodes());
  run_on_tested_machine([&](Node& self) {
    const float value =
        1.0F / (3.0F + static_cast<float>(index(self.id()))) * std::pow(-10.0F, static_cast<float>(index(self.id())));
    got[index(self.id())] = self.all_reduce(value, [](float a, float b) { return a + b; });
  });
  for (const float sum : got) EXPECT_EQ(std::memcmp(&sum, got.data(), sizeof sum), 0);
}

TEST_P(Collectives, FollowEachOtherWithoutMixingUp) {
  std::vector<int> wrong(nodes());
  run_on_tested_machine([&](Node& self) {
    const auto plus = [](std::uint64_t a, std::uint64_t b) { return a + b; };
    const std::uint64_t n = self.node_count();
    for (std::uint64_t round = 0; round < 20; ++round) {
      self.compute(Duration{self.random().random_number_below(100'000)});
      wrong[index(self.id())] += self.all_reduce(round, plus) != round * n;
      wrong[index(self.id())] += self.scan(std::uint64_t{1}, plus) != index(self.id()) + 1;
      if (round % 3 == 0) self.barrier();
    }
  });
  EXPECT_EQ(wrong, std::vector<int>(nodes()));
}

TEST_P(Collectives, UserMessagesDoNotMeetThoseOfCollectives) {
  run_on_tested_machine([](Node& self) {
    const std::uint32_t n = self.node_count();
    if (n == 1) return;
    const NodeId next{(index(self.id()) + 1) % n};
    const NodeId previous{(index(self.id()) + n - 1) % n};
    std::uint32_t mine = index(self.id()), theirs = 0;
    std::array handles{self.post_receive(previous, std::as_writable_bytes(std::span(&theirs, 1))), Handle{}};
    self.barrier();
    handles[1] = self.post_send(next, std::as_bytes(std::span(&mine, 1)));
    const auto sum = self.all_reduce(1U, [](std::uint32_t a, std::uint32_t b) { return a + b; });
    self.wait_all(handles);
    self.expect(theirs == index(previous) && sum == n, "both");
  });
}

INSTANTIATE_TEST_SUITE_P(Machines, Collectives, testing::ValuesIn(machines_of_all_sizes()),
                         [](const auto& tested) { return tested.param.name + std::to_string(tested.param.nodes); });

TEST(CollectiveTag, KeepsKind) {
  for (const auto kind : {Collective::barrier, Collective::scan, Collective::all_reduce}) {
    EXPECT_EQ(collective_of(collective_tag(kind, 0x1234567U)), kind);
  }
  EXPECT_NE(collective_tag(Collective::scan, 1), collective_tag(Collective::scan, 2));
}

/// CallLedger compares the collective calls of two nodes, even if one node is many calls ahead of the other.
TEST(CallLedger, ComparesEachCallWithThatOfTheFirstNode) {
  constexpr std::uint32_t kCalls = 100'000;
  CallLedger ledger(2, Context::collectives);
  const auto entry = [](std::uint32_t node, std::uint32_t sequence, std::uint64_t bytes) -> CallLedger::EnteredCall {
    return {NodeId{node}, sequence, {.kind = Collective::all_reduce, .bytes = bytes}, Node::Site::current()};
  };
  for (std::uint32_t i = 0; i < kCalls; ++i) ledger.check_call_agrees_with_first_caller(entry(0, i, i));
  for (std::uint32_t i = 0; i < kCalls; ++i) {
    if (i % 1000 == 0) {
      EXPECT_THROW(ledger.check_call_agrees_with_first_caller(entry(1, i, i + (1U << 13U))), UsageError) << i;
    }
    ledger.check_call_agrees_with_first_caller(entry(1, i, i));
  }
}

TEST(CollectiveCall, IsNotCarriedOutWithDataOfDifferentSizes) {
  std::array<std::byte, 8> eight{};
  std::array<std::byte, 64> sixty_four{};
  const CollectiveCall large{.kind = Collective::broadcast, .data = sixty_four};
  const CollectiveCall small{.kind = Collective::broadcast, .data = eight};
  const std::array calls{&large, &small};
  EXPECT_THROW(carry_out_collective_without_messages(calls), UsageError);
}

}  // namespace
}  // namespace switchyard
