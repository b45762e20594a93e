/// Tests of requests that are used wrongly or never complete: the error names the call and its source line.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <type_traits>

#include "runtime/wait_graph.hpp"
#include "tests/runtime/requests_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

// --- misuse -------------------------------------------------------------------------------------------------------

/// Expects that a run in which node 0 makes the mistake `wrong` ends with an error that names the call and its line in
/// this file, both under the virtual clock and without a clock (ClockKind::off). Under the virtual clock, the text must
/// also contain `what`.
void expect_node_error(const NodeAction& wrong, const std::string& call, const std::string& what,
                       CallSite place = CallSite::current()) {
  SCOPED_TRACE(fmt::format("line {}", place.line()));
  for (const Machine& machine : machines_with_little_buffer()) {
    const NodeProgram program = make_program_for_node_zero_only(wrong);
    const std::string text = error_on_all_executors<NodeError>(machine, program).what();
    EXPECT_TRUE(contains_text(text, call)) << text;
    EXPECT_TRUE(contains_text(text, fmt::format("requests_misuse_test.cpp:{}", place.line()))) << text;
    EXPECT_TRUE(contains_text(text, what)) << text;
    EXPECT_TRUE(contains_text(text, "node 0")) << text;
    for (const ExecutorKind executor : executors_under_test()) {
      RunOptions options;
      options.clock = ClockKind::off;
      options.executor = executor;
      try {
        run(machine, program, options);
        ADD_FAILURE() << "no error with the clock off";
      } catch (const NodeError& error) {
        EXPECT_TRUE(contains_text(error.what(), fmt::format("requests_misuse_test.cpp:{}", place.line())))
            << error.what();
        EXPECT_TRUE(contains_text(error.what(), call)) << error.what();
      }
    }
  }
}

// Each wrong call stands in one source line together with its check, because the check looks for the number of this
// line in the error.
// clang-format off
TEST(RequestsCorpusMisuse, APeerOutsideTheMachineIsAnError) {
  const NodeId no{4};
  expect_node_error([=](Node& n) { n.probe(no, Tag{1}); }, "probe", "no node 4");
  expect_node_error([=](Node& n) { n.try_probe(no, Tag{1}); }, "probe", "no node 4");
  expect_node_error([=](Node& n) { (void)n.matched_probe(no, Tag{1}); }, "probe", "no node 4");
  expect_node_error([=](Node& n) { (void)n.try_matched_probe(no, Tag{1}); }, "probe", "no node 4");
  expect_node_error([=](Node& n) { n.send(no, {}, {.mode = SendMode::synchronous}); }, "send", "no node 4");
  expect_node_error([=](Node& n) { (void)n.post_send(no, {}, {.mode = SendMode::buffered}); }, "send", "no node 4");
  expect_node_error([=](Node& n) { (void)n.make_send(no, {}); }, "send", "no node 4");
  expect_node_error([=](Node& n) { (void)n.make_receive(no, {}); }, "receive", "no node 4");
  expect_node_error([=](Node& n) { (void)n.make_send(kAnyNode, {}); }, "send", "no node");
  expect_node_error([=](Node& n) { n.send(kAnyNode, {}, {.mode = SendMode::ready}); }, "send", "no node");
}

TEST(RequestsCorpusMisuse, ReceivingFromAnEmptyTakenMessageIsAnError) {
  expect_node_error([](Node& n) { TakenMessage none; n.receive(none, {}); }, "receive", "message");
  expect_node_error([](Node& n) { TakenMessage none; (void)n.post_receive(none, {}); }, "receive", "message");
}

TEST(RequestsCorpusMisuse, ReceivingAMessageTwiceIsAnError) {
  expect_node_error([](Node& n) { Handle h = n.post_send(n.id(), {}); auto t = n.matched_probe(n.id()); n.receive(t, {}); n.wait(h); n.receive(t, {}); }, "receive", "message");
}

TEST(RequestsCorpusMisuse, ReceivingAMessageThatAnotherNodeHasTakenIsAnError) {
  static_assert(!std::is_copy_constructible_v<TakenMessage> && !std::is_copy_assignable_v<TakenMessage>);
  for (const Machine& machine : machines_with_little_buffer()) {
    TakenMessage taken;
    const NodeProgram program = [&](Node& n) {
      if (n.id() == kNodeZero) { Handle h = n.post_send(n.id(), {}); taken = n.matched_probe(n.id()); n.free(h); }
      n.barrier();
      if (n.id() == kNodeOne) n.receive(taken, {});
    };
    const std::string text = error_on_all_executors<NodeError>(machine, program).what();
    EXPECT_TRUE(contains_text(text, "node 1: receive") && contains_text(text, "only node 0 can receive this message")) << text;
  }
}

TEST(RequestsCorpusMisuse, StartingARequestThatWasNeverMadeIsAnError) {
  expect_node_error([](Node& n) { PersistentRequest never; (void)n.start(never); }, "start", "make_send or make_receive");
}

TEST(RequestsCorpusMisuse, AProbeOfOneselfThatCannotEndIsAnError) {
  expect_node_error([](Node& n) { n.probe(n.id()); }, "probe", "send it first");
  expect_node_error([](Node& n) { (void)n.matched_probe(n.id()); }, "matched_probe", "send it first");
  expect_node_error([](Node& n) { Handle h = n.post_send(n.id(), {}, {.tag = Tag{4}}); n.free(h); n.probe(n.id(), Tag{5}); }, "probe", "send it first");
}

/// Returns a handle of a request that the node has already waited for.
Handle make_stale_handle(Node& self) {
  const Handle handle = self.post_receive(self.id(), {}, Tag{1});
  self.send(self.id(), {}, {.tag = Tag{1}});
  self.wait(handle);
  return handle;
}

TEST(RequestsCorpusMisuse, UsingAHandleThatWasWaitedForIsAnError) {
  expect_node_error([](Node& n) { const Handle h = make_stale_handle(n); n.cancel(h); }, "cancel", "waited for");
  expect_node_error([](Node& n) { Handle h = make_stale_handle(n); n.free(h); }, "free", "waited for");
  expect_node_error([](Node& n) { const Handle h = make_stale_handle(n); n.test(h); }, "test", "waited for");
  expect_node_error([](Node& n) { const Handle h = make_stale_handle(n); n.wait_later(h); }, "wait_later", "waited for");
  expect_node_error([](Node& n) { std::array h{make_stale_handle(n)}; n.wait_some(h); }, "wait_some", "waited for");
  expect_node_error([](Node& n) { std::array h{make_stale_handle(n)}; n.test_some(h); }, "test_some", "waited for");
  expect_node_error([](Node& n) { std::array h{make_stale_handle(n)}; n.test_any(h); }, "test_any", "waited for");
  expect_node_error([](Node& n) { std::array h{make_stale_handle(n)}; n.test_all(h); }, "test_all", "waited for");
}

Handle post_unmatched_receive(Node& self, std::span<std::byte> data = {}) { return self.post_receive(kNodeOne, data, Tag{1}); }

Handle make_freed_handle(Node& self) {
  Handle handle = post_unmatched_receive(self);
  const Handle copy = handle;
  self.free(handle);
  return copy;
}

TEST(RequestsCorpusMisuse, UsingAFreedHandleIsAnError) {
  expect_node_error([](Node& n) { const Handle h = make_freed_handle(n); n.wait(h); }, "wait", "");
  expect_node_error([](Node& n) { const Handle h = make_freed_handle(n); n.cancel(h); }, "cancel", "");
  expect_node_error([](Node& n) { Handle h = make_freed_handle(n); n.free(h); }, "free", "");
  expect_node_error([](Node& n) { std::array h{make_freed_handle(n)}; n.wait_some(h); }, "wait_some", "");
}

TEST(RequestsCorpusMisuse, UsingAnEmptyHandleIsAnError) {
  expect_node_error([](Node& n) { n.wait(Handle{}); }, "wait", "");
  expect_node_error([](Node& n) { n.test(Handle{}); }, "test", "");
  expect_node_error([](Node& n) { n.cancel(Handle{}); }, "cancel", "");
  expect_node_error([](Node& n) { Handle h; n.free(h); }, "free", "");
  expect_node_error([](Node& n) { n.wait_later(Handle{}); }, "wait_later", "");
  expect_node_error([](Node& n) { std::array<Handle, 2> h; n.wait_some(h); }, "wait_some", "");
  expect_node_error([](Node& n) { n.wait_some({}); }, "wait_some", "");
  expect_node_error([](Node& n) { std::array<Handle, 2> h; n.wait_any(h); }, "wait_any", "");
}

TEST(RequestsCorpusMisuse, OneHandleTwiceInAListIsAnError) {
  expect_node_error([](Node& n) { const Handle h = post_unmatched_receive(n); n.cancel(h); std::array t{h, h}; n.wait_all(t); }, "wait_all", "");
  expect_node_error([](Node& n) { const Handle h = post_unmatched_receive(n); n.cancel(h); std::array t{h, h}; n.wait_some(t); }, "wait_some", "");
  expect_node_error([](Node& n) { const Handle h = post_unmatched_receive(n); n.cancel(h); std::array t{h, h}; while (n.test_some(t).empty()) n.compute(1us); }, "test_some", "");
}

TEST(RequestsCorpusMisuse, FewerOrMoreResultsThanHandlesAreAnError) {
  expect_node_error([](Node& n) { std::array h{post_unmatched_receive(n), Handle{}}; std::array<Received, 1> r; n.wait_some(h, r); }, "wait_some", "");
  expect_node_error([](Node& n) { std::array h{post_unmatched_receive(n), Handle{}}; std::array<Received, 1> r; n.wait_all(h, r); }, "wait_all", "2 handles, but 1 results");
  expect_node_error([](Node& n) { std::array h{post_unmatched_receive(n), Handle{}}; std::array<Received, 3> r; n.test_some(h, r); }, "test_some", "");
}

TEST(RequestsCorpusMisuse, CancellingTwiceIsAnError) {
  expect_node_error([](Node& n) { const Handle h = post_unmatched_receive(n); n.cancel(h); n.cancel(h); }, "cancel", "");
  expect_node_error([](Node& n) { const Handle h = n.post_send(kNodeOne, {}); n.cancel(h); n.cancel(h); }, "cancel", "");
}

TEST(RequestsCorpusMisuse, MissingOrTooSmallBuffersAreAnError) {
  expect_node_error([](Node& n) { const Bytes d(8); n.send(kNodeOne, d, {.mode = SendMode::buffered}); }, "send", "");
  expect_node_error([](Node& n) { n.attach_buffer(7); const Bytes d(8); n.send(kNodeOne, d, {.mode = SendMode::buffered}); }, "send", "");
  expect_node_error([](Node& n) { n.attach_buffer(7); const Bytes d(8); (void)n.post_send(kNodeOne, d, {.mode = SendMode::buffered}); }, "buffered send", "");
  expect_node_error([](Node& n) { n.attach_buffer(7); n.attach_buffer(7); }, "attach_buffer", "");
  expect_node_error([](Node& n) { n.detach_buffer(); }, "detach_buffer", "");
  expect_node_error([](Node& n) { n.attach_buffer(7); n.detach_buffer(); n.detach_buffer(); }, "detach_buffer", "");
}

TEST(RequestsCorpusMisuse, StartingARequestThatIsNotDoneIsAnError) {
  expect_node_error([](Node& n) { auto p = n.make_receive(kNodeOne, {}); const Handle h = n.start(p); (void)n.start(p); n.wait(h); }, "start", "");
  expect_node_error([](Node& n) { auto p = n.make_receive(kNodeOne, {}); const Handle h = n.start(p); n.cancel(h); (void)n.start(p); }, "start", "");
}

TEST(RequestsCorpusMisuse, ReturningWhileDataIsInFreedRequestsIsAnError) {
  static std::array<std::byte, 8> data{};
  expect_node_error([](Node& n) { Handle h = n.post_receive(kNodeOne, data, Tag{1}); n.free(h); }, "receive", "wait_freed");
}

TEST(RequestsCorpusMisuse, AReadySendThatFindsNoReceiveIsAnError) {
  expect_node_error([](Node& n) { n.send(n.id(), {}, {.mode = SendMode::ready}); n.probe(n.id()); }, "ready", "");
  for (const Machine& machine : machines_with_little_buffer()) {
    const auto program = make_program_for_node_zero_only([](Node& n) { n.send(kNodeOne, {}, {.mode = SendMode::ready}); n.compute(1s); n.receive(kNodeOne, {}); });
    const std::string text = error_on_all_executors<NodeError>(machine, program).what();
    EXPECT_TRUE(contains_text(text, "ready") && contains_text(text, fmt::format("requests_misuse_test.cpp:{}", __LINE__ - 2))) << text;
  }
}

TEST(RequestsCorpusMisuse, ACallIsNamedAsItsInterfaceNamesIt) {
  static constexpr NamedCall kCall{"MPI_Mprobe", "folder/solver.c", 88};
  const auto text_of = [](const NodeAction& wrong) {
    return std::string(error_on_all_executors<NodeError>(machines_with_little_buffer()[0], make_program_for_node_zero_only(wrong)).what());
  };
  const auto expect_named = [](const std::string& text) {
    EXPECT_TRUE(contains_text(text, "MPI_Mprobe") && contains_text(text, "solver.c:88")) << text;
  };
  const CallSite site(kCall);
  expect_named(text_of([=](Node& n) { (void)n.matched_probe(NodeId{9}, {}, site); }));
  expect_named(text_of([=](Node& n) { n.attach_buffer(1); n.attach_buffer(1, 0, site); }));
  expect_named(text_of([=](Node& n) { n.detach_buffer(site); }));
  expect_named(text_of([=](Node& n) { n.cancel(make_stale_handle(n), site); }));
  expect_named(text_of([=](Node& n) { Handle h = make_stale_handle(n); n.free(h, site); }));
  expect_named(text_of([=](Node& n) { TakenMessage t; n.receive(t, {}, false, site); }));
  expect_named(text_of([=](Node& n) { n.wait_some({}, {}, site); }));
  expect_named(text_of([=](Node& n) { auto p = n.make_receive(kNodeOne, {}); (void)n.start(p); (void)n.start(p, site); }));
  expect_named(text_of([=](Node& n) { const Bytes d(8); n.send(kNodeOne, d, {.mode = SendMode::buffered}, site); }));
  expect_named(text_of([=](Node& n) { n.send(n.id(), {}, {.mode = SendMode::ready}, site); }));
  expect_named(text_of([=](Node& n) { n.send(kNodeOne, {}, {.mode = SendMode::ready}, site); n.compute(1s); n.probe(kNodeOne); }));
}

// --- deadlocks --------------------------------------------------------------------------------------------------------

/// Expects a deadlock in which node 0 waits for ever in a call that `waits` makes. The report must name this call, in
/// the same words under every clock.
void expect_deadlock_in_call(const NodeAction& waits, const std::string& call, CallSite place = CallSite::current()) {
  SCOPED_TRACE(fmt::format("line {}", place.line()));
  const std::string expected = fmt::format("{} (requests_misuse_test.cpp:{})", call, place.line());
  for (const Machine& machine : machines_with_little_buffer()) {
    const std::string text = error_on_all_executors<DeadlockError>(machine, make_program_for_node_zero_only(waits)).graph().waiters().front().text();
    EXPECT_TRUE(contains_text(text, expected)) << text;
    for (const ClockKind clock : {ClockKind::wall, ClockKind::off}) {
      for (const ExecutorKind executor : executors_under_test()) {
        if (clock == ClockKind::wall && executor == ExecutorKind::fibers) continue;
        RunOptions options;
        options.clock = clock;
        options.executor = executor;
        try {
          run(machine, make_program_for_node_zero_only(waits), options);
          ADD_FAILURE() << "it ended, with the clock " << name_of(clock);
        } catch (const DeadlockError& error) {
          EXPECT_EQ(error.graph().waiters().front().text(), text) << name_of(clock);
        }
      }
    }
  }
}

TEST(RequestsCorpusDeadlock, EveryCallThatWaitsIsNamed) {
  static Bytes data(kMessageSizes[3]);
  expect_deadlock_in_call([](Node& n) { n.send(kNodeOne, {}, {.tag = Tag{5}, .mode = SendMode::synchronous}); }, "synchronous send to 1, tag 5, 0 B");
  expect_deadlock_in_call([](Node& n) { n.send(kNodeOne, data, {.tag = Tag{5}, .mode = SendMode::synchronous}); }, "synchronous send to 1, tag 5, 20480 B");
  expect_deadlock_in_call([](Node& n) { n.probe(kNodeOne, Tag{5}); }, "probe from 1, tag 5");
  expect_deadlock_in_call([](Node& n) { n.probe(kAnyNode, TagSelector::any()); }, "probe from any node, any tag");
  expect_deadlock_in_call([](Node& n) { (void)n.matched_probe(kNodeOne, Tag{5}); }, "matched_probe from 1, tag 5");
  expect_deadlock_in_call([](Node& n) { const Handle h = post_unmatched_receive(n); n.wait(h); }, ", in wait");
  expect_deadlock_in_call([](Node& n) { std::array h{post_unmatched_receive(n)}; n.wait_all(h); }, ", in wait_all");
  expect_deadlock_in_call([](Node& n) { std::array h{post_unmatched_receive(n), post_unmatched_receive(n)}; n.wait_all(h); }, ", in wait_all");
  expect_deadlock_in_call([](Node& n) { std::array h{post_unmatched_receive(n)}; n.wait_some(h); }, ", in wait_some");
  expect_deadlock_in_call([](Node& n) { std::array h{post_unmatched_receive(n)}; n.wait_any(h); }, ", in wait_any");
  expect_deadlock_in_call([](Node& n) { std::array h{post_unmatched_receive(n), post_unmatched_receive(n)}; n.wait_some(h); }, ", in wait_some");
  expect_deadlock_in_call([](Node& n) { std::array h{post_unmatched_receive(n), post_unmatched_receive(n)}; n.wait_any(h); }, ", in wait_any");
  expect_deadlock_in_call([](Node& n) { const Handle h = post_unmatched_receive(n); n.wait_later(h); n.complete_later_waits(); }, ", in wait_later");
  expect_deadlock_in_call([](Node& n) { std::array h{post_unmatched_receive(n), post_unmatched_receive(n)}; n.wait_all_later(h); n.complete_later_waits(); }, ", in wait_all_later");
  expect_deadlock_in_call([](Node& n) { Handle h = post_unmatched_receive(n); n.free(h); n.wait_freed(); }, ", in wait_freed");
  expect_deadlock_in_call([](Node& n) { Handle h = n.post_send(kNodeOne, data, {.mode = SendMode::synchronous}); n.free(h); n.wait_freed(); }, ", in wait_freed");
  expect_deadlock_in_call([](Node& n) { auto p = n.make_receive(kNodeOne, data, Tag{5}); const Handle h = n.start(p); n.wait(h); }, ", in wait");
  expect_deadlock_in_call([](Node& n) { auto p = n.make_send(kNodeOne, data, {.tag = Tag{5}, .mode = SendMode::synchronous}); const Handle h = n.start(p); n.wait(h); }, ", in wait");
}

/// This test uses the virtual clock only, because without a clock a node that polls counts as running.
TEST(RequestsCorpusDeadlock, ACallThatPollsForEverIsNamed) {
  const auto expect_polls = [](const NodeAction& polls, const std::string& call, CallSite place = CallSite::current()) {
    const std::string text = error_on_all_executors<DeadlockError>(machines_with_little_buffer()[0], make_program_for_node_zero_only(polls)).graph().waiters().front().text();
    EXPECT_TRUE(contains_text(text, fmt::format("{} (requests_misuse_test.cpp:{})", call, place.line()))) << text;
  };
  expect_polls([](Node& n) { const Handle h = post_unmatched_receive(n); while (!n.test(h)) {} }, ", in test");
  expect_polls([](Node& n) { std::array h{post_unmatched_receive(n)}; while (!n.test_all(h)) {} }, ", in test_all");
  expect_polls([](Node& n) { std::array h{post_unmatched_receive(n)}; while (!n.test_any(h)) {} }, ", in test_any");
  expect_polls([](Node& n) { std::array h{post_unmatched_receive(n)}; while (n.test_some(h).empty()) {} }, ", in test_some");
  expect_polls([](Node& n) { while (!n.try_probe(kNodeOne, Tag{5})) {} }, "try_probe from 1, tag 5");
  expect_polls([](Node& n) { while (!n.try_matched_probe(kNodeOne, Tag{5})) {} }, "try_matched_probe from 1, tag 5");
}

/// Under the virtual clock, a message that finds no room in its receiver's system buffer stays in the buffer that its
/// sender has attached, so that detaching this buffer waits for ever.
TEST(RequestsCorpusDeadlock, ADetachThatWaitsForEverIsNamed) {
  static Bytes data(kMessageSizes[3]);
  for (const bool detaches : {true, false}) {
    const auto program = make_program_for_node_zero_only([=](Node& n) {
      n.attach_buffer(kAmpleBufferBytes);
      n.send(kNodeOne, data, {.tag = Tag{5}, .mode = SendMode::buffered});
      if (detaches) n.detach_buffer();
    });
    const int line = __LINE__ - 2;
    const std::string where = detaches ? fmt::format("detach_buffer (requests_misuse_test.cpp:{})", line) : "the end of the program";
    for (const Machine& machine : machines_with_little_buffer()) {
      EXPECT_EQ(error_on_all_executors<DeadlockError>(machine, program).graph().waiters().front().text(),
                fmt::format("buffered send to 1, tag 5, 20480 B (requests_misuse_test.cpp:{}), in {}", line - 1, where));
    }
  }
}

TEST(RequestsCorpusDeadlock, ADetachDoesNotWaitForAFreedReceive) {
  const auto program = make_program_for_node_zero_only([](Node& n) { Handle h = post_unmatched_receive(n); n.free(h); n.attach_buffer(1); n.detach_buffer(); });
  const std::string text = error_on_all_executors<DeadlockError>(machines_with_little_buffer()[0], program).graph().waiters().front().text();
  EXPECT_TRUE(contains_text(text, ", in the end of the program")) << text;
}

TEST(RequestsCorpusDeadlock, ADetachWaitsForReceivesWhereStandardSendsDo) {
  const auto program = [](Node& n) {
    Bytes data(8);
    if (n.id() == NodeId{0}) {
      n.attach_buffer(kAmpleBufferBytes);
      n.send(kNodeOne, data, {.tag = Tag{5}, .mode = SendMode::buffered});
      n.detach_buffer();
      n.signal(kNodeOne);
    } else if (n.id() == kNodeOne) {
      n.await_signal(NodeId{0});
      n.receive(NodeId{0}, data, Tag{5});
    }
  };
  const Machine machine = fixed_delay_machine({.nodes = 2});
  EXPECT_NO_THROW(run(machine, program));
  EXPECT_THROW(run(machine, program, {.standard_sends = StandardSendRule::synchronous_from_size(0)}), DeadlockError);
}

TEST(RequestsCorpusDeadlock, ACallIsNamedAsItsInterfaceNamesIt) {
  static constexpr NamedCall kCall{"MPI_Ssend", "folder/solver.c", 88};
  const CallSite site(kCall);
  const auto expect_named = [](const NodeAction& waits) {
    const std::string text = error_on_all_executors<DeadlockError>(machines_with_little_buffer()[0], make_program_for_node_zero_only(waits)).what();
    EXPECT_TRUE(contains_text(text, "node 0 in ") && contains_text(text, "MPI_Ssend") && contains_text(text, "(solver.c:88)")) << text;
  };
  expect_named([=](Node& n) { n.send(kNodeOne, {}, {.mode = SendMode::synchronous}, site); });
  expect_named([=](Node& n) { n.probe(kNodeOne, {}, site); });
  expect_named([=](Node& n) { (void)n.matched_probe(kNodeOne, {}, site); });
  expect_named([=](Node& n) { std::array h{post_unmatched_receive(n), post_unmatched_receive(n)}; n.wait_some(h, {}, site); });
  expect_named([=](Node& n) { Handle h = post_unmatched_receive(n); n.free(h); n.wait_freed(site); });
}
// clang-format on

}  // namespace
}  // namespace switchyard
