/// Tests of mistakes with groups and their collectives, and of the reports of deadlocks in collectives of groups.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/group_post.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/group_reference.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

constexpr std::uint32_t kNodes = 4;
constexpr Context kGroupContext{kFirstFreeContext}, kSecondGroupContext{kFirstFreeContext + 1};
const std::vector<NodeId> kAllFourNodes{NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}};
const std::vector<NodeId> kNodesInReverse{NodeId{3}, NodeId{2}, NodeId{1}, NodeId{0}};

/// Returns the text with every place in this file (file name and line number) replaced by the word "here".
std::string without_line_numbers(std::string text) {
  const std::string site = "group_misuse_test.cpp:";
  for (std::size_t at = text.find(site); at != std::string::npos; at = text.find(site)) {
    std::size_t end = at + site.size();
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    text.replace(at, end - at, "here");
  }
  return text;
}

/// Returns the text of the error that ends the program, without line numbers. The test fails if the text differs
/// between threads and fibers or between repeated runs. The default machine carries out collectives by messages, not by
/// a control network.
template <class Failure = NodeError>
std::string error_text(const NodeProgram& program, const Machine& machine = fixed_delay_machine({.nodes = kNodes})) {
  const std::string text = without_line_numbers(error_on_all_executors<Failure>(machine, program).what());
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(without_line_numbers(error_on_all_executors<Failure>(machine, program).what()), text);
  return text;
}

/// Returns the text of the error that ends a run in which each node makes a group with these members and does nothing
/// else.
std::string error_text_of_group_creation(const std::vector<NodeId>& members, Context context = kGroupContext) {
  return error_text([=](Node& self) { Group(self, members, context); });
}

TEST(GroupMisuse, WrongMembersAreRefused) {
  EXPECT_EQ(error_text_of_group_creation({NodeId{1}, NodeId{0}}),
            "node 2: group 16 (here): this node is not one of its members");
  EXPECT_EQ(error_text_of_group_creation({NodeId{0}, NodeId{1}, NodeId{0}}),
            "node 0: group 16 (here): node 0 is a member twice");
  EXPECT_EQ(error_text_of_group_creation({NodeId{0}, NodeId{4}}),
            "node 0: group 16 (here): there is no node 4; the machine has nodes 0 to 3");
  EXPECT_EQ(error_text_of_group_creation({}), "node 0: group 16 (here): it has no members");
}

TEST(GroupMisuse, WrongContextsAreRefused) {
  EXPECT_EQ(error_text_of_group_creation(kAllFourNodes, Context::program),
            "node 0: group 0 (here): groups have the contexts 16 to 16383");
  EXPECT_EQ(error_text_of_group_creation(kAllFourNodes, Context{0x4000}),
            "node 0: group 16384 (here): groups have the contexts 16 to 16383");
  EXPECT_EQ(error_text([](Node& self) {
              const Group one(self, kAllFourNodes, kGroupContext), other(self, kNodesInReverse, kGroupContext);
            }),
            "node 0: group 16 (here): this node is still in another group of this context");
}

TEST(GroupMisuse, MembersThatDifferBetweenNodesAreRefused) {
  const auto error_where_node_2_gives = [](const std::vector<NodeId>& members) {
    return error_text(
        [=](Node& self) { const Group group(self, self.id() == NodeId{2} ? members : kAllFourNodes, kGroupContext); });
  };
  EXPECT_EQ(error_where_node_2_gives(kNodesInReverse),
            "node 2: group 16 (here): its members are not those that node 0 gave (here): rank 0 is node 3 here, and "
            "node 0 there");
  EXPECT_EQ(error_where_node_2_gives({NodeId{0}, NodeId{1}, NodeId{2}}),
            "node 2: group 16 (here): its members are not those that node 0 gave (here): 3 here, and 4 there");
}

using Buffer = std::vector<std::uint32_t>;
/// A collective call of one member of a group. The call gets a buffer with one element for each member.
using CollectiveCallOfGroupMember = std::function<void(Group&, Buffer&)>;

/// Returns the text of the error that ends a run in which node 2 makes the collective `call` and all other nodes make
/// the collective `others`.
std::string error_text_if_node_2_calls(const CollectiveCallOfGroupMember& call,
                                       const CollectiveCallOfGroupMember& others) {
  return error_text([&](Node& self) {
    Group group(self, kNodesInReverse, kGroupContext);
    Buffer buffer(kNodes);
    group.barrier();
    self.id() == NodeId{2} ? call(group, buffer) : others(group, buffer);
  });
}

constexpr const char* kSameOrderRequiredText = ": all members must make the same collectives in the same order";
const CollectiveCallOfGroupMember kBarrierCall = [](Group& group, Buffer&) { group.barrier(); };
const CollectiveCallOfGroupMember kGatherCall = [](Group& group, Buffer& data) {
  group.all_gather<std::uint32_t>(std::span(data).first(1), data);
};

template <class Op = std::plus<>>
CollectiveCallOfGroupMember reduce_call(std::uint32_t root, std::size_t count,
                                        OperandOrder order = OperandOrder::kept) {
  return [=](Group& group, Buffer& data) {
    Buffer in(count), out(count);
    group.reduce<std::uint32_t>(root, in, out, Op{}, order);
    data.assign(out.begin(), out.end());
  };
}

TEST(GroupMisuse, CollectivesThatDifferBetweenMembersAreRefused) {
  EXPECT_EQ(error_text_if_node_2_calls(kBarrierCall, kGatherCall),
            fmt::format("node 2: barrier of group 16 (here) is the group's collective number 2, where node 0 made "
                        "all_gather (here){}",
                        kSameOrderRequiredText));
  EXPECT_EQ(error_text_if_node_2_calls(reduce_call(1, 2), reduce_call(3, 2)),
            fmt::format("node 2: reduce with root 1 of group 16 (here) is the group's collective number 2, where node "
                        "0 made reduce with root 3 (here){}",
                        kSameOrderRequiredText));
  const CollectiveCallOfGroupMember posted = [](Group& group, Buffer&) { static_cast<void>(post_barrier(group)); };
  EXPECT_EQ(error_text_if_node_2_calls(posted, kBarrierCall),
            fmt::format("node 2: post_barrier of group 16 (here) is the group's collective number 2, where node 0 made "
                        "barrier (here){}",
                        kSameOrderRequiredText));
}

TEST(GroupMisuse, CallsWithVaryingAndWithEqualBlocksDoNotMatch) {
  const CollectiveCallOfGroupMember varying = [](Group& group, Buffer& data) {
    group.all_gather<std::uint32_t>(std::span(data).first(1), data, contiguous_blocks({1, 1, 1, 1}));
  };
  EXPECT_EQ(error_text_if_node_2_calls(varying, kGatherCall),
            fmt::format("node 2: all_gather of varying sizes of group 16 (here) is the group's collective number 2, "
                        "where node 0 made all_gather (here){}",
                        kSameOrderRequiredText));
  const CollectiveCallOfGroupMember others = [](Group& group, Buffer& data) {
    const std::vector<std::size_t> counts{1, 0, 1, 1};
    group.all_gather<std::uint32_t>(std::span(data).first(counts[group.rank()]), data, contiguous_blocks(counts));
  };
  EXPECT_EQ(error_text_if_node_2_calls(varying, others),
            "node 2: all_gather of varying sizes of group 16 (here): 4 B for block 1, but node 0 gave 0 B (here): all "
            "members must give the same sizes");
}

TEST(GroupMisuse, SizesElementsAndOperationsThatDifferAreRefused) {
  const std::string where = "node 2: reduce with root 1 of group 16 (here): ";
  EXPECT_EQ(error_text_if_node_2_calls(reduce_call(1, 3), reduce_call(1, 2)),
            where + "12 B, but node 0 gave 8 B (here): all members must give the same size");
  EXPECT_EQ(error_text_if_node_2_calls(reduce_call(1, 2, OperandOrder::free), reduce_call(1, 2)),
            where +
                "operation std::plus<> on unsigned int, which commutes, but node 0 gave operation std::plus<> on "
                "unsigned int (here): all members must give the same operation");
  EXPECT_EQ(error_text_if_node_2_calls(reduce_call<std::bit_or<>>(1, 2), reduce_call(1, 2)),
            where +
                "operation std::bit_or<> on unsigned int, but node 0 gave operation std::plus<> on unsigned int "
                "(here): all members must give the same operation");
  const auto numbered = [](std::uint64_t id, std::size_t element_bytes) {
    return [=](Group& group, Buffer&) {
      AffineFunction in, out;
      Operation operation = make_byte_operation<AffineFunction>(AffineFunction::compose);
      operation.id = id;
      operation.element_bytes = element_bytes;
      group.run(GroupCall::reduce(1, std::as_bytes(std::span(&in, 1)), std::as_writable_bytes(std::span(&out, 1)),
                                  operation));
    };
  };
  EXPECT_EQ(error_text_if_node_2_calls(numbered(3, 8), numbered(4, 8)),
            where + "operation 3, but node 0 gave operation 4 (here): all members must give the same operation");
  EXPECT_EQ(error_text_if_node_2_calls(numbered(3, 4), numbered(3, 8)),
            where + "elements of 4 B, but node 0 gave elements of 8 B (here): all members must give the same elements");
}

/// Returns the text of the error that ends a run in which all nodes make this call. The error names node 0, which makes
/// the call first, and which has rank 3 in the group.
std::string error_text_of_call(const CollectiveCallOfGroupMember& call) {
  return error_text([&](Node& self) {
    Group group(self, kNodesInReverse, kGroupContext);
    Buffer buffer(kNodes);
    call(group, buffer);
  });
}

TEST(GroupMisuse, SpansOfWrongLengthsAreRefused) {
  using ElementType = std::uint32_t;
  EXPECT_EQ(error_text_of_call([](Group& group, Buffer& data) { group.broadcast<ElementType>(4, data); }),
            "node 0: broadcast of group 16 (here): there is no rank 4; the group has ranks 0 to 3");
  EXPECT_EQ(error_text_of_call([](Group& group, Buffer& data) { group.all_gather<ElementType>(data, data); }),
            "node 0: all_gather of group 16 (here): the result must have 4 blocks of 16 B, and has 16 B");
  EXPECT_EQ(error_text_of_call([](Group& group, Buffer& data) {
              Buffer more(5);
              static_cast<void>(post_scan<ElementType>(group, data, more, std::plus<>{}));
            }),
            "node 0: post_scan of group 16 (here): 16 B are given, and the result has room for 20 B");
  EXPECT_EQ(error_text_of_call([](Group& group, Buffer& data) { group.scatter<ElementType>(3, data, data); }),
            "node 0: scatter of group 16 (here): what is given must have 4 blocks of 16 B, and has 16 B");
  EXPECT_EQ(error_text_of_call([](Group& group, Buffer&) {
              Buffer five(5), out(5);
              group.all_to_all<ElementType>(five, out);
            }),
            "node 0: all_to_all of group 16 (here): 20 B are not 4 blocks of whole elements of 4 B");
  EXPECT_EQ(error_text_of_call([](Group& group, Buffer& data) {
              group.run(GroupCall::all_reduce_or_scan(Collective::scan, std::as_bytes(std::span(data)),
                                                      std::as_writable_bytes(std::span(data)), {}));
            }),
            "node 0: scan of group 16 (here): there is no operation");
}

TEST(GroupMisuse, BlocksOutsideTheirSpanAreRefused) {
  using ElementType = std::uint32_t;
  const auto gathering = [](const Blocks& blocks) {
    return [=](Group& group, Buffer& data) { group.gather<ElementType>(3, std::span(data).first(1), data, blocks); };
  };
  EXPECT_EQ(error_text_of_call(gathering({{1, 1, 1}, {0, 1, 2}})),
            "node 0: gather of group 16 (here): the result must have 4 blocks, and has 3 sizes and 3 offsets");
  EXPECT_EQ(error_text_of_call(gathering(contiguous_blocks({1, 1, 2, 1}))),
            "node 0: gather of group 16 (here): block 3 of the result, 4 B from byte 16 on, is outside its 16 B");
  EXPECT_EQ(error_text_of_call(gathering(contiguous_blocks({1, 1, 2, 0}))),
            "node 0: gather of group 16 (here): the result has 0 B for this member, whose block has 4 B");
}

/// If a sender gives a block of another size than its receiver expects, only the receiver can detect that.
TEST(GroupMisuse, BlocksOfOtherSizesThanTheReceiverExpectsAreRefused) {
  const auto error_where_node_0_sends = [](std::size_t count) {
    return error_text([=](Node& self) {
      Group group(self, {NodeId{0}, NodeId{1}, NodeId{2}, NodeId{3}}, kGroupContext);
      Buffer in(8), out(8);
      const std::size_t to_1 = self.id() == NodeId{0} ? count : 1;
      group.all_to_all<std::uint32_t>(in, contiguous_blocks({1, to_1, 1, 1}), out, contiguous_blocks({1, 1, 1, 1}));
    });
  };
  EXPECT_EQ(error_where_node_0_sends(0),
            "node 1: all_to_all of group 16 (here): 4 B were to come from node 0, which sent 0 B");
  EXPECT_EQ(error_where_node_0_sends(2),
            "node 1 in all_to_all of group 16, receiving from 0, 4 B (here): the buffer of 4 B is too small for the "
            "message of 8 B from node 0");
}

TEST(GroupMisuse, PostedCollectivesMustBeWaitedFor) {
  EXPECT_EQ(error_text_of_call([](Group& group, Buffer&) { static_cast<void>(post_barrier(group)); }),
            "node 0: the program returned without waiting for post_barrier of group 16 (here)");
  EXPECT_EQ(error_text([](Node& self) {
              Group group(self, kAllFourNodes, kGroupContext);
              self.wait_later(post_barrier(group));
            }),
            "node 0: wait_later (here): post_barrier of group 16 (here) can only be waited for by wait, wait_all, "
            "wait_any or wait_some");
  EXPECT_EQ(error_text([](Node& self) {
              Group group(self, kAllFourNodes, kGroupContext);
              const Handle handle = post_barrier(group);
              self.wait(handle);
              self.wait(handle);
            }),
            "node 0: wait (here): this handle is empty or has been waited for before");
}

/// A control network carries out collectives without messages. So calls of different groups on it are detected by
/// comparing the calls, and not as a deadlock of receives.
TEST(GroupMisuse, NodesDoNotMeetInCollectivesOfDifferentGroupsOnTheControlNetwork) {
  const NodeProgram program = [](Node& self) {
    Group one(self, kAllFourNodes, kGroupContext), other(self, kAllFourNodes, kSecondGroupContext);
    self.id() == NodeId{2} ? other.barrier() : one.barrier();
    self.id() == NodeId{2} ? one.barrier() : other.barrier();
  };
  const std::string text =
      "node 2 made barrier of group 17 (here), but node 0 made barrier of group 16 (here): all nodes must make the "
      "same "
      "collective calls in the same order";
  EXPECT_EQ(error_text<NodeError>(program, machines::make_machine({.name = "cm5", .nodes = kNodes})), text);
  const NodeProgram of_the_node = [](Node& self) {
    Group group(self, kAllFourNodes, kGroupContext);
    self.id() == NodeId{2} ? self.barrier() : group.barrier();
  };
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    EXPECT_THROW(run(machine, of_the_node, options), NodeError);
  });
}

// --- deadlocks ----------------------------------------------------------------------------------------------------

void expect_text_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(GroupDeadlock, AMemberThatNeverComesIsReported) {
  const auto program = [](bool posts) {
    return [posts](Node& self) {
      Group group(self, kNodesInReverse, kGroupContext);
      if (self.id() == NodeId{2}) return;
      posts ? static_cast<void>(self.wait(post_barrier(group))) : group.barrier();
    };
  };
  for (const bool posts : {false, true}) {
    const std::string text = error_text<DeadlockError>(program(posts));
    expect_text_contains(text, "node 1 in barrier of group 16, receiving from 2, 0 B (here)");
    expect_text_contains(text, "[for ever: node 2 has finished]");
    call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
      EXPECT_THROW(run(machine, program(posts), options), DeadlockError);
    });
  }
}

TEST(GroupDeadlock, TwoGroupsInOppositeOrderAreReported) {
  const NodeProgram program = [](Node& self) {
    if (index(self.id()) > 1) return;
    Group one(self, {NodeId{0}, NodeId{1}}, kGroupContext), other(self, {NodeId{1}, NodeId{0}}, kSecondGroupContext);
    self.id() == NodeId{0} ? one.barrier() : other.barrier();
    self.id() == NodeId{0} ? other.barrier() : one.barrier();
  };
  const std::string text = error_text<DeadlockError>(program);
  expect_text_contains(text, "node 0 in barrier of group 16, receiving from 1");
  expect_text_contains(text, "node 1 in barrier of group 17, receiving from 0");
  expect_text_contains(text, "cycle of nodes 0, 1");
}

/// In this test, each node waits for the barrier that it has posted first before it posts the second one.
TEST(GroupDeadlock, TwoPostedBarriersInOppositeOrderAreReported) {
  const NodeProgram program = [](Node& self) {
    if (index(self.id()) > 1) return;
    Group one(self, {NodeId{0}, NodeId{1}}, kGroupContext), other(self, {NodeId{1}, NodeId{0}}, kSecondGroupContext);
    for (const bool first : {true, false}) {
      self.wait(post_barrier((self.id() == NodeId{0}) == first ? one : other));
    }
  };
  const std::string text = error_text<DeadlockError>(program);
  expect_text_contains(text, "node 0 in barrier of group 16, receiving from 1");
  expect_text_contains(text, "cycle of nodes 0, 1");
}

/// A node that has posted a collective also waits for the collective while it waits in any other call, and the report
/// names both calls.
TEST(GroupDeadlock, TheCallIsNamedInWhichANodeWaits) {
  const auto program = [](const std::function<void(Node&, std::vector<Handle>&)>& wait) {
    return [=](Node& self) {
      if (self.id() != NodeId{0}) return;
      Group group(self, kAllFourNodes, kGroupContext);
      std::vector<Handle> handles{post_barrier(group), self.post_receive(NodeId{1}, {})};
      wait(self, handles);
    };
  };
  const auto expect_named = [&](const std::string& call, const std::function<void(Node&, std::vector<Handle>&)>& wait) {
    call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
      try {
        run(machine, program(wait), options);
        ADD_FAILURE() << "the run has completed";
      } catch (const DeadlockError& error) {
        const std::string text = without_line_numbers(error.graph().waiters().front().text());
        // which node a node receives from first depends on the barrier's algorithm
        expect_text_contains(text, "barrier of group 16, receiving from ");
        expect_text_contains(text, " or receive from 1, tag 0, 0 B (here), in " + call + " (here)");
      }
    });
  };
  expect_named("wait", [](Node& self, std::vector<Handle>& handles) { self.wait(handles[1]); });
  expect_named("wait_all", [](Node& self, std::vector<Handle>& handles) { self.wait_all(handles); });
  expect_named("wait_any", [](Node& self, std::vector<Handle>& handles) { self.wait_any(handles); });
  expect_named("wait_some", [](Node& self, std::vector<Handle>& handles) { self.wait_some(handles); });
  expect_named("wait_later", [](Node& self, std::vector<Handle>& handles) { self.wait_later(handles[1]); });
}

/// Node 2 posts no collective, so that the collectives that the other nodes have posted cannot end.
TEST(GroupDeadlock, APostedCollectiveIsReportedThoughANodeDoesSomethingElse) {
  const auto stuck = [](const std::function<void(Node&)>& something_else) {
    return [=](Node& self) {
      if (self.id() == NodeId{2}) return;
      Group group(self, kNodesInReverse, kGroupContext);
      const Handle handle = post_barrier(group);
      if (self.id() == NodeId{0}) something_else(self);
      self.wait(handle);
    };
  };
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    EXPECT_THROW(run(machine, stuck([](Node& self) { self.barrier(); }), options), DeadlockError);
  });
  const std::array<std::function<void(Node&)>, 3> others{[](Node& self) { self.barrier(); },
                                                         [](Node& self) {
                                                           for (;;) self.poll();
                                                         },
                                                         [](Node& self) { self.poll_until([] { return false; }); }};
  for (const auto& other : others) {
    // run only once, because it takes about a million polls
    const Machine machine = machines::make_machine({.name = "cm5", .nodes = kNodes});
    const std::string text = without_line_numbers(error_on_all_executors<DeadlockError>(machine, stuck(other)).what());
    expect_text_contains(text, &other == others.data() ? "node 0 in barrier (here)" : "node 0 in polling (here)");
    expect_text_contains(text, "node 1 in barrier of group 16, receiving from 2, 0 B (here), in wait (here)");
  }
}

#ifdef SWITCHYARD_SANITIZED
constexpr bool kPollsForEverOnAllMachines = false;  // because each run takes about a million polls
#else
constexpr bool kPollsForEverOnAllMachines = true;
#endif

/// A node that probes while it has posted a collective also waits for the collective, and is still detected as stuck.
TEST(GroupDeadlock, AProbeWhileACollectiveIsPostedIsReported) {
  for (const bool takes : {false, true}) {
    call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
      // The wall clock is tested on one machine only, because under it a node counts as stuck only after it has polled
      // for a second.
      if (options.clock == ClockKind::wall && machine.name() != "cm5") return;
      if (!kPollsForEverOnAllMachines && machine.name() != "cm5" && machine.name() != "ipsc860") return;
      // With nodes on threads, each of the million polls switches between threads, which takes seconds.
      const bool is_slow = options.clock == ClockKind::virtual_time && options.executor == ExecutorKind::threads;
      if (is_slow && (takes || machine.name() != "cm5")) return;
      const NodeProgram program = [=](Node& self) {
        if (self.id() != NodeId{0}) return;
        Group group(self, kAllFourNodes, kGroupContext);
        const Handle handle = post_barrier(group);
        takes ? static_cast<void>(self.matched_probe(NodeId{1})) : static_cast<void>(self.probe(NodeId{1}));
        self.wait(handle);
      };
      try {
        run(machine, program, options);
        ADD_FAILURE() << "the run has completed";
      } catch (const DeadlockError& error) {
        expect_text_contains(without_line_numbers(error.graph().waiters().front().text()),
                             takes ? "matched_probe from 1, tag 0 (here)" : "probe from 1, tag 0 (here)");
      }
    });
  }
}

TEST(GroupDeadlock, OnTheControlNetworkTheGroupIsNamed) {
  const NodeProgram program = [](Node& self) {
    Group group(self, kAllFourNodes, kGroupContext);
    if (self.id() != NodeId{2}) group.barrier();
  };
  const std::string text = error_text<DeadlockError>(program, machines::make_machine({.name = "cm5", .nodes = kNodes}));
  expect_text_contains(text, "node 0 in barrier of group 16 (here)");
  expect_text_contains(text, "reaching the barrier of group 16");
}

}  // namespace
}  // namespace switchyard
