#include "runtime/stress/choices.hpp"
#include "runtime/stress/choices_of_finished_runs.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/random.hpp"
#include "runtime/stress/exhaustive.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Word = std::array<std::byte, 4>;
using DistinctNodeTexts = std::set<std::vector<std::string>>;

/// The texts in which the nodes' programs have recorded what they observed in a run, indexed by node. The vector needs
/// no lock, because all nodes are fibers of one thread.
using TextsByNode = std::vector<std::string>;
using TextWritingProgram = std::function<void(Node&, std::string&)>;

/// A trial that collects the texts that the nodes record (TextsByNode) in each run that completes.
class TextCollectingTrial final : public StressTrial {
 public:
  TextCollectingTrial(Machine machine, TextWritingProgram program)
      : machine_(std::move(machine)), program_(std::move(program)) {}
  const Machine& machine() const override { return machine_; }
  RunReport run(const Machine& machine, const RunOptions& options) override {
    if (++run_count_ >= runs_before_stop_) stop_source_.request_stop();
    TextsByNode diary(machine.node_count());
    RunReport report = switchyard::run(
        machine, [&](Node& self) { program_(self, diary[index(self.id())]); }, options);
    collected_texts_.insert(std::move(diary));
    return report;
  }
  /// Returns a stop token that requests a stop of the search after this number of runs.
  std::stop_token stop_token_after_runs(std::uint64_t runs) {
    runs_before_stop_ = runs;
    return stop_source_.get_token();
  }
  const DistinctNodeTexts& collected_texts() const { return collected_texts_; }

 private:
  Machine machine_;
  TextWritingProgram program_;
  DistinctNodeTexts collected_texts_;
  std::uint64_t run_count_ = 0;
  std::uint64_t runs_before_stop_ = std::numeric_limits<std::uint64_t>::max();
  std::stop_source stop_source_;
};

struct ExploredProgram {
  ExhaustiveSearchReport report;
  DistinctNodeTexts collected_texts;
};

/// The largest number of orders of events to try for one program. Some programs have millions of orders.
constexpr std::uint64_t kMostOrders = kIsSanitized ? 300 : 3000;

ExploredProgram explore(const Machine& machine, const TextWritingProgram& program) {
  TextCollectingTrial trial(machine, program);
  ExhaustiveSearchReport report = explore_all_orders(trial);
  return {std::move(report), trial.collected_texts()};
}

/// Expects a proof that `orders` orders of events stand for all others, and that the texts that the nodes record differ
/// between these orders.
void expect_order_count(const Machine& machine, const TextWritingProgram& program, std::size_t orders) {
  const ExploredProgram explored = explore(machine, program);
  EXPECT_TRUE(explored.report.proof_that_one_order_suffices.is_one_order_proven_sufficient)
      << machine.name() << ": " << explored.report.proof_that_one_order_suffices.explanation;
  EXPECT_TRUE(explored.report.has_run_all_orders);
  EXPECT_EQ(explored.report.order_count, orders) << machine.name();
  EXPECT_EQ(explored.report.redundant_run_count, 0U) << machine.name();
  EXPECT_EQ(explored.collected_texts.size(), orders) << machine.name();
}

std::vector<Machine> machines_under_test(std::uint32_t nodes) {
  return {machines::ipsc860({.nodes = nodes}), machines::cm5({.nodes = nodes}),
          machines::mesh({.width = nodes, .height = 1}), fixed_delay_machine({.nodes = nodes}),
          fixed_delay_machine({.nodes = nodes, .stores_early_messages = false})};
}

void receive_any_and_note_source(Node& self, std::string& diary, const TagSelector& tags = {}) {
  Word word{};
  diary += fmt::format("{} ", index(self.receive(kAnyNode, word, tags).source));
}

// --- receives from any node -----------------------------------------------------------------------------------------

/// If k senders send one message each, and the receiver makes k receives from any node, there are k! orders of events.
TEST(Choices, AFanInHasOneOrderForEachPermutation) {
  const TextWritingProgram fan_in = [](Node& self, std::string& diary) {
    Word word{};
    if (self.id() > NodeId{0}) return self.send(NodeId{0}, word);
    for (std::uint32_t i = 1; i < self.node_count(); ++i) receive_any_and_note_source(self, diary);
  };
  for (const Machine& machine : machines_under_test(4)) expect_order_count(machine, fan_in, 6);
  expect_order_count(machines::ipsc860({.nodes = 8}), fan_in, 5040);
}

TEST(Choices, AreNotTriedWhereThereAreTooMany) {
  const NodeProgram fan_in = [](Node& self) {
    Word word{};
    if (self.id() > NodeId{0}) return self.send(NodeId{0}, word);
    for (std::uint32_t i = 1; i < self.node_count(); ++i) self.receive(kAnyNode, word);
  };
  ProgramTrial trial(machines::ipsc860({.nodes = 16}), fan_in);
  const ExhaustiveSearchReport report = explore_choices(trial);
  EXPECT_FALSE(report.has_run_all_orders);
  EXPECT_EQ(report.proof_that_one_order_suffices.explanation, "there are about 1.3e+12 ways to choose");
}

TEST(Choices, OfARunAreFoundAmongThoseOfMany) {
  Rng rng(11);
  const auto random_choices = [&](bool all) {
    Choices choices;
    for (std::uint32_t node = 0; node < 3; ++node) {
      for (std::uint32_t number = 0; number < 2; ++number) {
        const auto taken = static_cast<std::uint32_t>(rng.random_number_below(3));
        if (all || rng.random_number_below(2) == 0) choices.push_back({{NodeId{node}, number}, taken});
      }
    }
    return choices;
  };
  for (int i = 0; i < 200; ++i) {
    std::set<Choices> all;
    ChoicesOfFinishedRuns runs;
    for (std::uint64_t left = rng.random_number_below(40); left > 0; --left) all.insert(random_choices(true));
    for (const Choices& choices : all) runs.add(choices);
    for (int question = 0; question < 50; ++question) {
      const Choices some = random_choices(false);
      const bool is_there = std::ranges::any_of(all, [&](const auto& one) { return std::ranges::includes(one, some); });
      ASSERT_EQ(runs.has_run_with_choices(some), is_there);
    }
  }
}

TEST(Choices, AReceiveOfItsOwnTagIsNoPartOfIt) {
  constexpr Tag kMine{7};
  const TextWritingProgram program = [](Node& self, std::string& diary) {
    Word word{};
    if (self.id() == NodeId{3}) return self.send(NodeId{0}, word, {.tag = kMine});
    if (self.id() > NodeId{0}) return self.send(NodeId{0}, word);
    receive_any_and_note_source(self, diary, kMine);
    for (int i = 0; i < 2; ++i) receive_any_and_note_source(self, diary, Tag{0});
  };
  for (const Machine& machine : machines_under_test(4)) expect_order_count(machine, program, 2);
}

/// A receive that names its source, or a wait for all requests, gives the program no choice. The only choice in this
/// program is which of two messages a receive from any node gets.
TEST(Choices, WhatIsNamedIsNoChoiceBesideOneThatIsNot) {
  const TextWritingProgram program = [](Node& self, std::string& diary) {
    std::array<Word, 4> in{};
    Word out{};
    const std::uint32_t me = index(self.id());
    for (int step = 0; step < 20; ++step) {
      std::vector<Handle> all;
      for (std::uint32_t peer = 0; peer < 4; ++peer) {
        if (peer != me) all.push_back(self.post_receive(NodeId{peer}, in[peer]));
      }
      for (std::uint32_t peer = 0; peer < 4; ++peer) {
        if (peer != me) all.push_back(self.post_send(NodeId{peer}, out));
      }
      self.wait_all(all);
    }
    if (me == 0) {
      receive_any_and_note_source(self, diary);
      receive_any_and_note_source(self, diary);
    } else if (me < 3) {
      self.send(NodeId{0}, out);
    }
    self.barrier();
  };
  for (const Machine& machine : machines_under_test(4)) expect_order_count(machine, program, 2);
}

/// Three senders send to each of two receivers. Each receiver may get its messages in 3! orders, and these numbers
/// multiply.
TEST(Choices, NodesThatHaveNothingToDoWithEachOtherChooseEachForItself) {
  const TextWritingProgram program = [](Node& self, std::string& diary) {
    Word word{};
    if (self.id() >= NodeId{2}) {
      self.send(NodeId{0}, word);
      return self.send(NodeId{1}, word);
    }
    for (int i = 0; i < 3; ++i) receive_any_and_note_source(self, diary);
  };
  for (const Machine& machine : {machines::mesh({.width = 5, .height = 1}), fixed_delay_machine({.nodes = 5})}) {
    expect_order_count(machine, program, 36);
  }
}

/// Node 1 receives a message from node 2 or from node 3 first, and then tells node 0 which one it was. So node 0 may
/// receive this message of node 1 or a message of node 3 first.
TEST(Choices, AChoiceMayDependOnAnother) {
  const TextWritingProgram program = [](Node& self, std::string& diary) {
    std::array<std::byte, 1> word{static_cast<std::byte>(index(self.id()))};
    switch (index(self.id())) {
      case 0:
        for (int i = 0; i < 2; ++i) {
          const NodeId source = self.receive(kAnyNode, word).source;
          diary += fmt::format("{}:{} ", index(source), static_cast<int>(word[0]));
        }
        return;
      case 1: {
        const NodeId first = self.receive(kAnyNode, word).source;
        word[0] = static_cast<std::byte>(index(first));
        self.send(NodeId{0}, word);
        return receive_any_and_note_source(self, diary);
      }
      case 3:
        self.send(NodeId{0}, word);
        [[fallthrough]];
      default:
        return self.send(NodeId{1}, word);
    }
  };
  for (const Machine& machine : {machines::mesh({.width = 4, .height = 1}), fixed_delay_machine({.nodes = 4})}) {
    expect_order_count(machine, program, 4);
  }
}

/// Node 2 sends to node 0 only after node 0 has told it that the message of node 1 was received, so that node 0 never
/// has both messages to choose from.
TEST(Choices, AMessageThatDependsOnAChoiceIsNoAlternativeToIt) {
  const TextWritingProgram program = [](Node& self, std::string& diary) {
    Word word{};
    if (self.id() == NodeId{0}) {
      receive_any_and_note_source(self, diary);
      self.send(NodeId{2}, word);
      return receive_any_and_note_source(self, diary);
    }
    if (self.id() == NodeId{2}) self.receive(NodeId{0}, word);
    if (self.id() < NodeId{3}) self.send(NodeId{0}, word);
  };
  for (const Machine& machine : machines_under_test(4)) expect_order_count(machine, program, 1);
}

/// Node 0 posts a receive from any node before a receive from node 1, so that the receive from any node gets the first
/// message of node 1. Node 2 sends only after node 0 has received the second message of node 1.
TEST(Choices, AMessageCannotBeOvertakenByOneThatWaitsForIt) {
  const TextWritingProgram program = [](Node& self, std::string& diary) {
    Word one{}, two{};
    if (self.id() == NodeId{1}) return self.send(NodeId{0}, one), self.send(NodeId{0}, one);
    if (self.id() == NodeId{2}) return self.receive(NodeId{0}, one), self.send(NodeId{0}, one);
    if (self.id() > NodeId{0}) return;
    const Handle any = self.post_receive(kAnyNode, one);
    self.receive(NodeId{1}, two);
    self.send(NodeId{2}, two);
    diary += fmt::format("{} ", index(self.wait(any).source));
    self.receive(NodeId{2}, two);
  };
  expect_order_count(fixed_delay_machine({.nodes = 4}), program, 1);
}

// --- waits for any of several ---------------------------------------------------------------------------------------

TEST(Choices, AWaitForAnyEndsWithEachOfThem) {
  const TextWritingProgram program = [](Node& self, std::string& diary) {
    Word word{};
    if (self.id() > NodeId{0}) return self.send(NodeId{0}, word);
    std::array<Word, 3> in{};
    std::array<Handle, 3> all{};
    for (std::uint32_t i = 0; i < 3; ++i) all[i] = self.post_receive(NodeId{i + 1}, in[i]);
    for (int i = 0; i < 3; ++i) diary += fmt::format("{} ", self.wait_any(all));
  };
  for (const Machine& machine : machines_under_test(4)) expect_order_count(machine, program, 6);
}

/// A program in which both messages have arrived when node 0 begins to wait for any of its receives.
const TextWritingProgram kProgramWaitingAfterAllArrivals = [](Node& self, std::string& diary) {
  std::array<Word, 2> in{};
  Word word{};
  std::array<Handle, 2> both{};
  if (self.id() == NodeId{0}) {
    for (std::uint32_t i = 0; i < 2; ++i) both[i] = self.post_receive(NodeId{i + 1}, in[i]);
  }
  if (self.id() > NodeId{0}) self.wait(self.post_send(NodeId{0}, word, {.mode = SendMode::synchronous}));
  if (self.id() > NodeId{0}) return self.send(NodeId{0}, word, {.tag = Tag{1}});
  for (std::uint32_t i = 0; i < 2; ++i) self.receive(NodeId{i + 1}, word, Tag{1});
  for (int i = 0; i < 2; ++i) diary += fmt::format("{} ", self.wait_any(both));
};

TEST(Choices, AWaitForAnyEndsWithEachOfThoseThatHaveCome) {
  expect_order_count(fixed_delay_machine({.nodes = 3}), kProgramWaitingAfterAllArrivals, 2);
  TextCollectingTrial trial(fixed_delay_machine({.nodes = 3}), kProgramWaitingAfterAllArrivals);
  explore_all_orders(trial, {.tries_one_order_per_choice_set_first = false}, trial.stop_token_after_runs(kMostOrders));
  EXPECT_EQ(trial.collected_texts().size(), 2U);
}

// --- findings -------------------------------------------------------------------------------------------------------

/// The program of this test deadlocks if its receive from any node gets the message of node 2, because then no message
/// is left for its receive from node 2.
TEST(Choices, AChoiceThatLeadsToADeadlockIsFoundAndReplayed) {
  const NodeProgram program = [](Node& self) {
    Word word{};
    if (self.id() == NodeId{2}) self.compute(1ms);
    if (self.id() > NodeId{0}) return self.send(NodeId{0}, word);
    self.receive(kAnyNode, word);
    self.receive(NodeId{2}, word);
  };
  for (const Machine& machine : {machines::mesh({.width = 3, .height = 1}), fixed_delay_machine({.nodes = 3})}) {
    ProgramTrial trial(machine, program);
    const ExhaustiveSearchReport report = explore_all_orders(trial);
    EXPECT_TRUE(report.has_run_all_orders);
    ASSERT_TRUE(report.findings.contains(RunOutcome::deadlock)) << machine.name();
    const StressedRun& run = report.findings.at(RunOutcome::deadlock).run;
    EXPECT_EQ(rerun_with_decisions(trial, run.halvings, run.strategy, run.seed, run.arbiter_decisions, {}).outcome,
              RunOutcome::deadlock);
  }
}

// --- comparison with all orders of events ---------------------------------------------------------------------------

struct Call {
  enum class Kind : std::uint8_t { send, receive, receive_any, wait_all, wait_any } kind;
  std::uint32_t peer = 0;
  Tag tag{};
};

using CallsByNode = std::vector<std::vector<Call>>;  // the calls that each node makes, indexed by node

/// Returns random calls for all nodes, in which each message has a receive; some receives are from any node.
CallsByNode random_calls(Rng& rng, std::uint32_t nodes, std::uint64_t messages) {
  CallsByNode calls(nodes);
  const auto add = [&](std::uint32_t node, const Call& call) {
    calls[node].push_back(call);
    if (rng.random_number_below(3) == 0) calls[node].push_back({Call::Kind::wait_any});
    if (rng.random_number_below(3) == 0) calls[node].push_back({Call::Kind::wait_all});
  };
  for (std::uint64_t i = 0; i < messages; ++i) {
    const auto from = static_cast<std::uint32_t>(rng.random_number_below(nodes));
    const auto to = (from + 1 + static_cast<std::uint32_t>(rng.random_number_below(nodes - 1))) % nodes;
    const Tag tag{static_cast<std::uint32_t>(rng.random_number_below(2))};
    add(from, {Call::Kind::send, to, tag});
    add(to, {rng.random_number_below(3) == 0 ? Call::Kind::receive : Call::Kind::receive_any, from, tag});
  }
  return calls;
}

/// Makes the calls of one node. The data that it sends depends on all messages that it has received before, so that the
/// recorded texts of other nodes show the order of these messages.
class RandomCommunicationCallRunner {
 public:
  RandomCommunicationCallRunner(Node& self, std::string& diary, bool sends_end_alone)
      : self_(self), recorded_text_(diary), waits_for_receives_only_(sends_end_alone) {}

  void make_planned_call(const Call& call) {
    switch (call.kind) {
      case Call::Kind::send:
        return send(call);
      case Call::Kind::receive:
        return receive(NodeId{call.peer}, call.tag);
      case Call::Kind::receive_any:
        return receive(kAnyNode, call.tag);
      case Call::Kind::wait_all:
        return wait_all();
      case Call::Kind::wait_any:
        if (!open_handles_.empty()) wait_any();
    }
  }
  void wait_all() {
    while (!open_handles_.empty()) complete_request(0, self_.wait(open_handles_[0]));
  }

 private:
  void send(const Call& call) {
    message_words_[request_count_][0] = received_digest_;
    const Handle handle = self_.post_send(NodeId{call.peer}, message_words_[request_count_], {.tag = call.tag});
    waits_for_receives_only_ ? self_.wait_later(handle) : add_request(handle);
    ++request_count_;
  }
  void receive(NodeId source, Tag tag) {
    add_request(self_.post_receive(source, message_words_[request_count_], tag));
    ++request_count_;
  }
  void add_request(const Handle& handle) {
    open_handles_.push_back(handle);
    request_numbers_.push_back(request_count_);
  }
  void wait_any() {
    Received received;
    const std::size_t place = self_.wait_any(open_handles_, &received);
    complete_request(place, received);
  }
  void complete_request(std::size_t place, const Received& received) {
    const std::size_t number = request_numbers_[place];
    const auto word = static_cast<unsigned>(message_words_[number][0]);
    recorded_text_ += fmt::format("{}:{}.{} ", number, index(received.source), word);
    received_digest_ =
        static_cast<std::byte>(static_cast<unsigned>(received_digest_) * 5U + word + index(received.source) + 1U);
    open_handles_.erase(open_handles_.begin() + static_cast<std::ptrdiff_t>(place));
    request_numbers_.erase(request_numbers_.begin() + static_cast<std::ptrdiff_t>(place));
  }

  Node& self_;
  std::string& recorded_text_;
  bool waits_for_receives_only_;  ///< whether the node waits for receives only, so that no wait can end with a send
  std::array<Word, 16> message_words_{};
  std::size_t request_count_ = 0;
  std::vector<Handle> open_handles_;
  std::vector<std::size_t> request_numbers_;
  std::byte received_digest_{};
};

struct ProvenProgramCounts {
  /// Number of programs whose sets of choices are proven to stand for all orders of events.
  int proven_program_count = 0;
  /// Number of the proven programs that have more than one order of events to try.
  int programs_with_several_orders = 0;
};

/// Explores random programs by one order of events for each set of choices. For each program whose sets of choices are
/// proven to stand for all orders of events, calls `check` with the program and the texts that its nodes record.
template <class Check>
ProvenProgramCounts check_random_programs(const Machine& machine, bool sends_end_alone, int programs, Check check) {
  ProvenProgramCounts result;
  for (int i = 0; i < programs; ++i) {
    Rng rng(split_seed(2027, static_cast<std::uint64_t>(i)));
    const CallsByNode calls = random_calls(rng, 3, 2 + rng.random_number_below(3));
    const TextWritingProgram program = [&](Node& self, std::string& diary) {
      RandomCommunicationCallRunner caller(self, diary, sends_end_alone);
      if (index(self.id()) >= calls.size()) return;
      for (const Call& call : calls[index(self.id())]) caller.make_planned_call(call);
      caller.wait_all();
    };
    TextCollectingTrial trial(machine, program);
    const ExhaustiveSearchReport report = explore_choices(trial);
    if (!report.has_run_all_orders) continue;
    EXPECT_EQ(trial.collected_texts().size(), report.order_count);
    ++result.proven_program_count;
    if (report.order_count > 1) ++result.programs_with_several_orders;
    check(program, trial.collected_texts());
  }
  return result;
}

/// Compares one run for each set of choices with all orders of events. If there are too many orders to try all, the
/// texts that nodes record in those that are tried must still be among the texts of the sets of choices.
TEST(Choices, LeadToTheSameEndsAsAllOrdersOfEvents) {
  constexpr int kPrograms = kIsSanitized ? 200 : 1000;
  const Machine machine = fixed_delay_machine({.nodes = 3});
  int complete = 0;
  const ProvenProgramCounts compared =
      check_random_programs(machine, true, kPrograms, [&](const auto& program, const DistinctNodeTexts& ends) {
        TextCollectingTrial trial(machine, program);
        const ExhaustiveSearchReport all = explore_all_orders(trial, {.tries_one_order_per_choice_set_first = false},
                                                              trial.stop_token_after_runs(kMostOrders));
        EXPECT_TRUE(all.findings.empty());
        EXPECT_TRUE(std::ranges::includes(ends, trial.collected_texts()));
        if (!all.has_run_all_orders) return;
        ++complete;
        EXPECT_EQ(ends, trial.collected_texts());
      });
  EXPECT_GT(complete, compared.proven_program_count / 10);
  EXPECT_GT(compared.proven_program_count, kPrograms / 13);
  EXPECT_GT(compared.programs_with_several_orders, kPrograms / 100);
}

/// If a wait may end with a send, the search may find texts that nodes cannot record in any run on the machine, but it
/// must not miss any that they can record.
TEST(Choices, MissNoEndThatAnOrderOfEventsLeadsTo) {
  constexpr int kPrograms = kIsSanitized ? 60 : 300;
  for (const Machine& machine :
       {fixed_delay_machine({.nodes = 3}), fixed_delay_machine({.nodes = 3, .stores_early_messages = false}),
        machines::mesh({.width = 3, .height = 1}), machines::cm5({.nodes = 4}), machines::ipsc860({.nodes = 4})}) {
    const ProvenProgramCounts compared =
        check_random_programs(machine, false, kPrograms, [&](const auto& program, const DistinctNodeTexts& ends) {
          TextCollectingTrial trial(machine, program);
          for (std::uint64_t seed = 0; seed < 60; ++seed) {
            const StressStrategy strategy =
                std::array{StressStrategy::random, StressStrategy::pct, StressStrategy::starve}[seed % 3];
            const StressedRun run = carry_out_disturbed_run(trial, strategy, seed, 60, {});
            EXPECT_EQ(run.outcome, RunOutcome::completed) << machine.name() << ": " << run.text;
          }
          EXPECT_TRUE(std::ranges::includes(ends, trial.collected_texts())) << machine.name();
        });
    EXPECT_GT(compared.proven_program_count, kPrograms / 15) << machine.name();
    EXPECT_GT(compared.programs_with_several_orders, kPrograms / 30) << machine.name();
  }
}

}  // namespace
}  // namespace switchyard
