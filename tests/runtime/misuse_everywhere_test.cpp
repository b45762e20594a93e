/// Tests of mistakes and deadlocks on every machine, under every clock and on every executor: each error names the
/// node, its call and the source line of the call.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/group_post.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kNodes = 4;
constexpr NodeId kNodeZero{0}, kNodeOne{1};
constexpr Context kGroupContext{kFirstFreeContext};
const std::vector<NodeId> kAllFourNodes{NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}};

using CollectiveBuffer = std::vector<std::uint32_t>;
using NodeAction = std::function<void(Node&)>;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

template <class Failure>
std::string error_text_of_run(const Machine& machine, const NodeProgram& program, const RunOptions& options) {
  try {
    run(machine, program, options);
  } catch (const Failure& error) {
    return error.what();
  }
  return "no error";
}

/// Expects that the program ends with an error of type Failure on every machine, under every clock and on every
/// executor. The text of the error must contain each of `parts` and the number of this line of this file. Under the
/// virtual clock, each executor must give the same text.
template <class Failure>
void expect_error_for_each_machine_and_clock(const NodeProgram& program, std::vector<std::string> parts, int line) {
  parts.push_back(fmt::format("(misuse_everywhere_test.cpp:{})", line));
  std::string machine_name, first;
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    const std::string text = error_text_of_run<Failure>(machine, program, options);
    for (const std::string& part : parts) EXPECT_TRUE(has(text, part)) << part << "\nis not in:\n" << text;
    if (options.clock != ClockKind::virtual_time) return;
    if (machine.name() != machine_name) first = text;
    machine_name = machine.name();
    EXPECT_EQ(text, first);
  });
}

// --- mistakes of one node -------------------------------------------------------------------------------------------

void expect_node_error(const NodeAction& wrong, const std::string& call, const std::string& what,
                       CallSite place = CallSite::current()) {
  const NodeProgram program = [&](Node& self) {
    if (self.id() == kNodeOne) wrong(self);
  };
  expect_error_for_each_machine_and_clock<NodeError>(program, {"node 1", call, what}, static_cast<int>(place.line()));
}

// Each wrong call stands in one source line together with its check, because the check looks for the number of this
// line in the error.
// clang-format off
TEST(Misuse, OfRequestsIsNamedOnAllMachinesClocksAndExecutors) {
  static std::array<std::byte, 8> word{};
  expect_node_error([](Node& n) { const Handle h = n.post_receive(kNodeZero, word); n.cancel(h); n.cancel(h); }, "cancel", "cancelled before");
  expect_node_error([](Node& n) { const Handle h = n.post_send(kNodeZero, word); n.cancel(h); n.cancel(h); }, "cancel", "cancelled before");
  expect_node_error([](Node& n) { n.probe(n.id()); }, "probe", "no message of the node to itself");
  expect_node_error([](Node& n) { (void)n.matched_probe(n.id(), TagSelector::any()); }, "matched_probe", "no message of the node to itself");
  expect_node_error([](Node& n) { n.send(n.id(), word, {.mode = SendMode::ready}); }, "ready send to 1", "no receive was posted");
  expect_node_error([](Node& n) { PersistentRequest never; (void)n.start(never); }, "start", "make_send or make_receive");
  expect_node_error([](Node& n) { TakenMessage none; n.receive(none, word); }, "receive", "no message");
  expect_node_error([](Node& n) { n.attach_buffer(4); n.send(kNodeZero, word, {.mode = SendMode::buffered}); }, "buffered send", "do not fit");
}

TEST(Misuse, OfGroupsIsNamedOnAllMachinesClocksAndExecutors) {
  expect_node_error([](Node& n) { const Group group(n, {kNodeZero}, kGroupContext); }, "group 16", "not one of its members");
  expect_node_error([](Node& n) { const Group group(n, {}, kGroupContext); }, "group 16", "no members");
  expect_node_error([](Node& n) { const Group group(n, {kNodeOne, kNodeOne}, kGroupContext); }, "group 16", "member twice");
  expect_node_error([](Node& n) { const Group group(n, {kNodeOne, NodeId{9}}, kGroupContext); }, "group 16", "no node 9");
  expect_node_error([](Node& n) { const Group group(n, {kNodeOne}, Context::collectives); }, "group 1", "contexts 16 to");
}

TEST(Misuse, AReadySendWithoutAReceiveIsNamedOnAllMachinesClocksAndExecutors) {
  const auto sends = [](Node& n) { n.send(kNodeZero, {}, {.tag = Tag{2}, .mode = SendMode::ready}); };
  const int line = __LINE__ - 1;
  const NodeProgram program = [&](Node& n) {
    if (n.id() == kNodeOne) sends(n);
    if (n.id() == kNodeZero) n.receive(kNodeOne, {}, Tag{3});
  };
  expect_error_for_each_machine_and_clock<NodeError>(program, {"node 1 in ready send to 0, tag 2, 0 B", "no receive was posted"}, line);
}

// --- collectives that differ ----------------------------------------------------------------------------------------

/// Expects an error in a run in which node 2 makes the collective `one` and all other nodes make the collective
/// `other`. Which node the error blames depends on the order in which the nodes make their calls.
void expect_node_mismatch(const NodeAction& one, const NodeAction& other, const std::string& what, CallSite place = CallSite::current()) {
  const NodeProgram program = [&](Node& self) {
    self.barrier();
    self.id() == NodeId{2} ? one(self) : other(self);
  };
  expect_error_for_each_machine_and_clock<NodeError>(program, {"node 2", what}, static_cast<int>(place.line()));
}

template <class Op = std::plus<>>
NodeAction all_reduce_call(std::size_t count, OperandOrder order = OperandOrder::kept, CallSite site = CallSite::current()) {
  return [=](Node& n) { CollectiveBuffer values(count); n.all_reduce<std::uint32_t>(values, Op{}, order, site); };
}

TEST(Misuse, NodesThatMakeDifferentCollectivesAreNamedOnAllMachinesClocksAndExecutors) {
  static const std::string same_order = "all nodes must make the same collectives in the same order";
  expect_node_mismatch([](Node& n) { n.barrier(); }, [](Node& n) { n.all_reduce(1U, std::plus<>{}); }, same_order);
  expect_node_mismatch([](Node& n) { n.barrier(); }, [](Node& n) { n.global_sync(); }, same_order);
  expect_node_mismatch([](Node& n) { n.barrier_later(); n.complete_later_waits(); }, [](Node& n) { n.global_sync_later(); n.complete_later_waits(); }, same_order);
  expect_node_mismatch([](Node& n) { n.reduce(kNodeOne, 1U, std::plus<>{}); }, [](Node& n) { n.reduce(kNodeZero, 1U, std::plus<>{}); }, same_order);
  expect_node_mismatch([](Node& n) { CollectiveBuffer all(4); n.all_gather({}, {}); }, [](Node& n) { n.scan(1U, std::plus<>{}); }, same_order);
  expect_node_mismatch(all_reduce_call(2), all_reduce_call(3), "all nodes must give the same size");
  expect_node_mismatch([](Node& n) { std::byte data[2]; n.broadcast(kNodeZero, data); }, [](Node& n) { std::byte data[3]; n.broadcast(kNodeZero, data); }, "must give the same size");
  expect_node_mismatch([](Node& n) { n.scan(1.0, std::plus<>{}); }, [](Node& n) { n.scan(1.0F, std::plus<>{}); }, "must give the same size");
  expect_node_mismatch([](Node& n) { CollectiveBuffer v(2); n.all_reduce<std::uint32_t>(v, std::plus<>{}); }, [](Node& n) { n.all_reduce(std::uint64_t{1}, std::plus<>{}); }, "must give the same elements");
  expect_node_mismatch(all_reduce_call<std::multiplies<>>(2), all_reduce_call(2), "operation std::plus<> on unsigned int");
  expect_node_mismatch([](Node& n) { n.scan(1, std::plus<>{}); }, [](Node& n) { n.scan(1.0F, std::plus<>{}); }, "operation std::plus<> on float");
  expect_node_mismatch(all_reduce_call(2, OperandOrder::free), all_reduce_call(2), "operation std::plus<> on unsigned int, which commutes");
}

/// A collective call of one member of a group. The call gets a buffer for its data.
using MemberAction = std::function<void(Node&, Group&, CollectiveBuffer&)>;
void expect_member_mismatch(const MemberAction& one, const MemberAction& other, const std::string& what, CallSite place = CallSite::current()) {
  const NodeProgram program = [&](Node& self) {
    Group group(self, kAllFourNodes, kGroupContext);
    CollectiveBuffer values(kNodes);
    self.id() == NodeId{2} ? one(self, group, values) : other(self, group, values);
  };
  expect_error_for_each_machine_and_clock<NodeError>(program, {"node 2", "of group 16", what}, static_cast<int>(place.line()));
}

TEST(Misuse, MembersThatMakeDifferentCollectivesAreNamedOnAllMachinesClocksAndExecutors) {
  using ElementType = std::uint32_t;
  static const std::string same_order = "all members must make the same collectives in the same order";
  expect_member_mismatch([](Node&, Group& g, CollectiveBuffer&) { g.barrier(); }, [](Node&, Group& g, CollectiveBuffer& v) { g.broadcast<ElementType>(0, v); }, same_order);
  expect_member_mismatch([](Node&, Group& g, CollectiveBuffer& v) { g.broadcast<ElementType>(1, v); }, [](Node&, Group& g, CollectiveBuffer& v) { g.broadcast<ElementType>(0, v); }, same_order);
  expect_member_mismatch([](Node& n, Group& g, CollectiveBuffer&) { n.wait(post_barrier(g)); }, [](Node&, Group& g, CollectiveBuffer&) { g.barrier(); }, same_order);
  expect_member_mismatch([](Node&, Group& g, CollectiveBuffer& v) { g.broadcast<ElementType>(0, v); }, [](Node&, Group& g, CollectiveBuffer& v) { g.broadcast<ElementType>(0, std::span(v).first(2)); }, "must give the same size");
  expect_member_mismatch([](Node&, Group& g, CollectiveBuffer& v) { CollectiveBuffer o(4); g.all_reduce<ElementType>(v, o, std::plus<>{}); }, [](Node&, Group& g, CollectiveBuffer& v) { CollectiveBuffer o(4); g.all_reduce<ElementType>(v, o, std::bit_or<>{}); }, "operation std::bit_or<> on unsigned int");
  expect_member_mismatch([](Node& n, Group& g, CollectiveBuffer& v) { CollectiveBuffer o(4); n.wait(post_scan<ElementType>(g, v, o, std::plus<>{})); }, [](Node& n, Group& g, CollectiveBuffer& v) { CollectiveBuffer o(4); n.wait(post_scan<ElementType>(g, v, o, std::minus<>{})); }, "operation std::minus<> on unsigned int");
}

/// The order in which threads make their calls depends on the host. The error must not depend on it.
TEST(Misuse, WhoseCallDiffersDoesNotDependOnThreads) {
  const NodeProgram program = [](Node& self) {
    for (int i = 0; i < 3; ++i) self.barrier();
    self.id() == NodeId{2} ? (void)self.scan(1, std::plus<>{}) : (void)self.all_reduce(1, std::plus<>{});
  };
  for (const char* name : {"cm5", "ipsc860", "paragon"}) {
    const Machine machine = machines::make_machine({.name = name, .nodes = kNodes});
    const std::string text = error_on_all_executors<NodeError>(machine, program).what();
    EXPECT_TRUE(has(text, "node 2: scan")) << text;
    for (int i = 0; i < 30; ++i) EXPECT_EQ(error_on_all_executors<NodeError>(machine, program).what(), text);
  }
}

// --- deadlocks ------------------------------------------------------------------------------------------------------

/// Expects a deadlock in a run in which node 1 makes the call `waits`, which waits for another node, and all other
/// nodes do nothing.
void expect_deadlock_of_node_1(const NodeAction& waits, const std::string& call, CallSite place = CallSite::current()) {
  const NodeProgram program = [&](Node& self) {
    if (self.id() == kNodeOne) waits(self);
  };
  expect_error_for_each_machine_and_clock<DeadlockError>(program, {"node 1 in " + call}, static_cast<int>(place.line()));
}

TEST(Deadlock, InEachCallThatWaitsIsNamedOnAllMachinesClocksAndExecutors) {
  static std::array<std::byte, 8> word{}, other{};
  constexpr Tag tag{5};
  expect_deadlock_of_node_1([](Node& n) { n.receive(kNodeZero, word, tag); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { n.receive(n.id(), word, tag); }, "receive from 1, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { n.exchange(kNodeZero, word, other, {.tag = tag, .mode = SendMode::synchronous}); }, "synchronous send to 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { n.send(kNodeZero, word, {.tag = tag, .mode = SendMode::synchronous}); }, "synchronous send to 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { n.probe(kNodeZero, tag); }, "probe from 0, tag 5");
  expect_deadlock_of_node_1([](Node& n) { (void)n.matched_probe(kNodeZero, tag); }, "matched_probe from 0, tag 5");
  expect_deadlock_of_node_1([](Node& n) { n.await_signal(kNodeZero, tag); n.complete_later_waits(); }, "receive from 0, tag 5, 0 B");
  expect_deadlock_of_node_1([](Node& n) { n.wait(n.post_receive(kNodeZero, word, tag)); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { std::array h{n.post_receive(kNodeZero, word, tag)}; n.wait_all(h); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { std::array h{n.post_receive(kNodeZero, word, tag)}; n.wait_any(h); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { std::array h{n.post_receive(kNodeZero, word, tag)}; n.wait_some(h); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { n.wait_later(n.post_receive(kNodeZero, word, tag)); n.complete_later_waits(); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { std::array h{n.post_receive(kNodeZero, word, tag)}; n.wait_all_later(h); n.complete_later_waits(); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { Handle h = n.post_receive(kNodeZero, word, tag); n.free(h); n.wait_freed(); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { auto p = n.make_receive(kNodeZero, word, tag); n.wait(n.start(p)); }, "receive from 0, tag 5, 8 B");
  expect_deadlock_of_node_1([](Node& n) { auto p = n.make_send(kNodeZero, word, {.tag = tag, .mode = SendMode::synchronous}); n.wait(n.start(p)); }, "synchronous send to 0, tag 5, 8 B");
}

/// Expects a deadlock in a run in which all nodes except node 0 make the collective `waits`. Node 1 waits for ever;
/// nodes 2 and 3 may wait or finish, depending on the collective.
void expect_deadlock_without_node_0(const NodeAction& waits, const std::string& call, CallSite place = CallSite::current()) {
  const NodeProgram program = [&](Node& self) {
    if (self.id() != kNodeZero) waits(self);
  };
  expect_error_for_each_machine_and_clock<DeadlockError>(program, {"node 1 in " + call}, static_cast<int>(place.line()));
}

TEST(Deadlock, InEachCollectiveIsNamedOnAllMachinesClocksAndExecutors) {
  expect_deadlock_without_node_0([](Node& n) { n.barrier(); }, "barrier");
  expect_deadlock_without_node_0([](Node& n) { n.global_sync(); }, "global_sync");
  expect_deadlock_without_node_0([](Node& n) { n.barrier_later(); n.complete_later_waits(); }, "barrier");
  expect_deadlock_without_node_0([](Node& n) { std::array<std::byte, 8> word{}; n.broadcast(kNodeZero, std::span(word)); }, "broadcast");
  expect_deadlock_without_node_0([](Node& n) { std::array<std::byte, 8> word{}; std::array<std::byte, 32> words{}; n.all_gather(word, words); }, "all_gather");
  expect_deadlock_without_node_0([](Node& n) { n.reduce(kNodeOne, 1, std::plus<>{}); }, "reduce");
  expect_deadlock_without_node_0([](Node& n) { n.all_reduce(1, std::plus<>{}); }, "all_reduce");
  expect_deadlock_without_node_0([](Node& n) { n.scan(1, std::plus<>{}); }, "scan");
}

/// Expects a deadlock in a run in which all members of a group except node 0 make the collective `waits`. The
/// collective gets a buffer of two numbers, and another one with two numbers for each member.
void expect_member_deadlock(const std::function<void(Group&, CollectiveBuffer&, CollectiveBuffer&)>& waits, const std::string& call,
                          CallSite place = CallSite::current()) {
  const NodeProgram program = [&](Node& self) {
    Group group(self, kAllFourNodes, kGroupContext);
    CollectiveBuffer few(2), many(2 * kNodes);
    if (self.id() != kNodeZero) waits(group, few, many);
  };
  expect_error_for_each_machine_and_clock<DeadlockError>(program, {"node 1 in " + call + " of group 16"}, static_cast<int>(place.line()));
}

TEST(Deadlock, InEachCollectiveOfAGroupIsNamedOnAllMachinesClocksAndExecutors) {
  using ElementType = std::uint32_t;
  expect_member_deadlock([](Group& g, CollectiveBuffer&, CollectiveBuffer&) { g.barrier(); }, "barrier");
  expect_member_deadlock([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { g.broadcast<ElementType>(0, few); }, "broadcast");
  expect_member_deadlock([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { g.reduce<ElementType>(1, few, few, std::plus<>{}); }, "reduce");
  expect_member_deadlock([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { g.all_reduce<ElementType>(few, few, std::plus<>{}); }, "all_reduce");
  expect_member_deadlock([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { g.scan<ElementType>(few, few, std::plus<>{}); }, "scan");
  expect_member_deadlock([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { g.exscan<ElementType>(few, few, std::plus<>{}); }, "exscan");
  expect_member_deadlock([](Group& g, CollectiveBuffer& few, CollectiveBuffer& many) { g.gather<ElementType>(1, few, many); }, "gather");
  expect_member_deadlock([](Group& g, CollectiveBuffer& few, CollectiveBuffer& many) { g.scatter<ElementType>(0, many, few); }, "scatter");
  expect_member_deadlock([](Group& g, CollectiveBuffer& few, CollectiveBuffer& many) { g.all_gather<ElementType>(few, many); }, "all_gather");
  expect_member_deadlock([](Group& g, CollectiveBuffer&, CollectiveBuffer& many) { g.all_to_all<ElementType>(many, many); }, "all_to_all");
}

TEST(Deadlock, InEachPostedCollectiveOfAGroupIsNamedOnAllMachinesClocksAndExecutors) {
  using ElementType = std::uint32_t;
  const auto posted = [](const std::function<Handle(Group&, CollectiveBuffer&, CollectiveBuffer&)>& post, const std::string& call, CallSite place = CallSite::current()) {
    const NodeProgram program = [&](Node& self) {
      Group group(self, kAllFourNodes, kGroupContext);
      CollectiveBuffer few(2), many(2 * kNodes);
      if (self.id() != kNodeZero) self.wait(post(group, few, many), place);
    };
    expect_error_for_each_machine_and_clock<DeadlockError>(program, {"node 1 in " + call + " of group 16", "in wait"}, static_cast<int>(place.line()));
  };
  posted([](Group& g, CollectiveBuffer&, CollectiveBuffer&) { return post_barrier(g); }, "barrier");
  posted([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { return post_broadcast<ElementType>(g, 0, few); }, "broadcast");
  posted([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { return post_reduce<ElementType>(g, 1, few, few, std::plus<>{}); }, "reduce");
  posted([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { return post_all_reduce<ElementType>(g, few, few, std::plus<>{}); }, "all_reduce");
  posted([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { return post_scan<ElementType>(g, few, few, std::plus<>{}); }, "scan");
  posted([](Group& g, CollectiveBuffer& few, CollectiveBuffer&) { return post_exscan<ElementType>(g, few, few, std::plus<>{}); }, "exscan");
  posted([](Group& g, CollectiveBuffer& few, CollectiveBuffer& many) { return post_gather<ElementType>(g, 1, few, many); }, "gather");
  posted([](Group& g, CollectiveBuffer& few, CollectiveBuffer& many) { return post_scatter<ElementType>(g, 0, many, few); }, "scatter");
  posted([](Group& g, CollectiveBuffer& few, CollectiveBuffer& many) { return post_all_gather<ElementType>(g, few, many); }, "all_gather");
  posted([](Group& g, CollectiveBuffer&, CollectiveBuffer& many) { return post_all_to_all<ElementType>(g, many, many); }, "all_to_all");
}
// clang-format on

}  // namespace
}  // namespace switchyard
