/// \file endings.cpp
/// Wrong and right programs that end early, by an exception, with a destructor that calls the node, or by two defects
/// at once.

#include <stdexcept>

#include "machines/ipsc860.hpp"
#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;
const ProgramNeeds kNeedsIpsc860WithClock{.platforms = ProgramPlatforms::ipsc860_with_virtual_or_wall_clock};

/// Sends a signal (a message without data) to another node at the end of its scope, also if the scope ends by an
/// exception.
struct SendAtScopeEnd {
  Node& self;
  NodeId to;
  ~SendAtScopeEnd() { self.signal(to, make_tag(99)); }
};

std::vector<CorpusProgram> make_all_wrong_programs() {
  return {
      make_wrong_program(
          "throws_while_the_other_waits", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) throw std::runtime_error("out of luck");
            self.receive(make_node_id(0), buffer.in());
          },
          error({{0, 0}})),
      make_wrong_program(
          "throws_no_exception", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) throw 5;
          },
          error({{1, 0}})),
      make_wrong_program(
          "throws_with_requests_under_way", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            const Handle handle = self.post_receive(self.id() ^ 1U, buffer.in());
            if (number_of_calling_node(self) == 1) throw std::runtime_error("out of luck");
            self.wait(handle);
          },
          error({{1, 0}})),
      make_wrong_program(
          "throws_in_its_work", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 1)
              self.compute(microseconds{5}, [] { throw std::runtime_error("out of luck"); });
            self.barrier();
          },
          error({{1, 0}})),
      make_wrong_program(
          "swallows_the_end_of_the_run", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) throw std::runtime_error("out of luck");
            for (std::uint32_t i = 0; i < 3; ++i) {
              try {
                self.receive(make_node_id(0), buffer.in());
              } catch (...) {
              }
            }
          },
          error({{0, 0}})),
      make_wrong_program(
          "destructor_signals_while_it_throws", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) {
              const SendAtScopeEnd goodbye{self, make_node_id(1)};
              throw std::runtime_error("out of luck");
            }
            self.receive(make_node_id(0), {}, make_tag(99));
            self.receive(make_node_id(0), {}, make_tag(100));
          },
          error({{0, 0}})),
      make_wrong_program(
          "destructor_signals_when_another_throws", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) throw std::runtime_error("out of luck");
            const SendAtScopeEnd goodbye{self, make_node_id(0)};
            self.receive(make_node_id(0), {});
          },
          error({{0, 0}})),
      make_wrong_program(
          "destructor_signals_in_a_deadlock", 2,
          [](Node& self) {
            const SendAtScopeEnd goodbye{self, self.id() ^ 1U};
            AT(1), self.receive(self.id() ^ 1U, {});
          },
          deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {0}}}, {{0, 1}})),
      make_wrong_program(
          "negative_time", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) AT(1), self.compute(microseconds{-1});
          },
          error({{1, 1}})),
      make_wrong_program("returns_before_its_share_is_done", 4,
                         [](Node& self) {
                           NumberAsMessageData buffer;
                           for (std::uint32_t i = 0; i < 3; ++i) {
                             if (number_of_calling_node(self) == 2 && i == 2) return;
                             if (number_of_calling_node(self) != 0) AT(4), self.send(make_node_id(0), buffer.out());
                             for (std::uint32_t k = 1; number_of_calling_node(self) == 0 && k < 4; ++k)
                               AT(k), self.receive(make_node_id(k), buffer.in());
                           }
                         },
                         fails_in_every_order({deadlock({{0, "receive", 2, {2}}}),
                                               deadlock({{0, "receive", 2, {2}}, {3, "send", 4, {0}}})}),
                         {.allows_halved_buffers = false}),
      make_wrong_program(
          "two_causes_deadlock_and_a_finished_node", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) < 2) AT(1), self.receive(self.id() ^ 1U, buffer.in());
            if (number_of_calling_node(self) == 2) AT(2), self.receive(make_node_id(3), buffer.in());
          },
          deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {0}}, {2, "receive", 2, {3}}}, {{0, 1}})),
      program_depending_on_storage(
          "two_causes_lost_message_and_deadlock", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) < 2) AT(1), self.receive(self.id() ^ 1U, buffer.in());
            if (number_of_calling_node(self) == 2) AT(2), self.send(make_node_id(3), buffer.out());
          },
          fails_in_every_order(
              {deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {0}}, {2, "send", 2, {3}}}, {{0, 1}})}),
          fails_in_every_order({deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {0}}}, {{0, 1}})})),
      make_wrong_program(
          "two_causes_error_and_deadlock", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) < 2) self.receive(self.id() ^ 1U, buffer.in());
            if (number_of_calling_node(self) == 2) AT(1), self.expect(false, "this holds");
          },
          corrupted_data({{2, 1}})),
      make_wrong_program(
          "two_nodes_throw", 2,
          [](Node& self) { throw std::runtime_error(number_of_calling_node(self) == 0 ? "zero" : "one"); },
          error({{0, 0}, {1, 0}})),
      make_wrong_program(
          "forced_without_a_receive", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0)
              self.send(make_node_id(1), buffer.out(), {.protocol = machines::kForcedProtocol});
            if (number_of_calling_node(self) == 1) self.compute(microseconds{5000});
            if (number_of_calling_node(self) == 1) AT(1), self.receive(make_node_id(0), buffer.in());
          },
          fails_in_some_orders({failure(RunOutcome::discarded), deadlock({{1, "receive", 1, {0}}})}),
          kNeedsIpsc860WithClock),
      make_wrong_program(
          "forced_that_nobody_wants", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0)
              self.send(make_node_id(1), buffer.out(), {.protocol = machines::kForcedProtocol});
          },
          fails_in_every_order({failure(RunOutcome::discarded), failure(RunOutcome::data_lost)}),
          kNeedsIpsc860WithClock),
      make_wrong_program(
          "await_signal_for_ever", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), self.await_signal(make_node_id(1), make_tag(2));
          },
          deadlock({{0, "receive", 1, {1}, AwaitedResource::message, 2}})),
      make_wrong_program(
          "barrier_later_without_the_other", 2,
          [](Node& self) {
            if (number_of_calling_node(self) != 0) return;
            AT(1), self.barrier_later();
            self.complete_later_waits();
          },
          deadlock({{0, "barrier", 1, {1}, AwaitedResource::collective}})),
      make_wrong_program(
          "wait_later_without_settling", 2,
          [](Node& self) {
            NumberAsMessageData mine, theirs;
            const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
            self.send(self.id() ^ 1U, mine.out());
            AT(1), self.wait_later(incoming);
          },
          error({{0, 0}, {1, 0}})),
      make_wrong_program(
          "computes_to_hide_a_deadlock", 2,
          [](Node& self) {
            self.compute(microseconds{50} * (number_of_calling_node(self) + 1));
            AT(1), self.receive(self.id() ^ 1U, {});
          },
          deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {0}}}, {{0, 1}})),
  };
}

std::vector<CorpusProgram> make_all_correct_programs() {
  return {
      make_correct_program("returns_at_once", 4, [](Node&) {}),
      make_correct_program("catches_its_own_exception", 2,
                           [](Node& self) {
                             try {
                               throw std::runtime_error("handled");
                             } catch (const std::runtime_error&) {
                             }
                             self.barrier();
                           }),
      make_correct_program("destructor_signals_in_order", 2,
                           [](Node& self) {
                             if (number_of_calling_node(self) == 0) {
                               const SendAtScopeEnd goodbye{self, make_node_id(1)};
                               self.compute(microseconds{10});
                             } else {
                               self.receive(make_node_id(0), {}, make_tag(99));
                             }
                           }),
      make_correct_program("early_return_of_a_node_that_is_done", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0) self.send(make_node_id(1), buffer.out());
                             if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
                             if (number_of_calling_node(self) < 2) return;
                             self.exchange(self.id() ^ 1U, buffer.out(), NumberAsMessageData{}.in());
                           }),
      make_correct_program("computes_then_exchanges", 2,
                           [](Node& self) {
                             NumberAsMessageData mine, theirs;
                             self.compute(microseconds{50} * (number_of_calling_node(self) + 1));
                             self.exchange(self.id() ^ 1U, mine.out(), theirs.in());
                           }),
      make_correct_program("work_in_parallel", 2,
                           [](Node& self) {
                             int done = 0;
                             self.compute(microseconds{20}, [&] { ++done; });
                             self.expect(done == 1, "the work was done");
                           }),
      make_correct_program("clock_goes_on", 2,
                           [](Node& self) {
                             const VirtualTime before = self.now();
                             self.compute(microseconds{20});
                             self.expect(self.now() - before >= microseconds{20}, "by what was computed");
                           },
                           {.platforms = ProgramPlatforms::virtual_or_wall_clock}),
      make_correct_program(
          "forced_behind_a_barrier", 2,
          [](Node& self) {
            NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
            const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
            self.barrier();
            self.send(self.id() ^ 1U, mine.out(), {.protocol = machines::kForcedProtocol});
            self.wait(incoming);
            self.expect(theirs.value == 1 - number_of_calling_node(self), "the other's number");
          },
          kNeedsIpsc860WithClock),
      make_correct_program("barrier_later_of_both", 2,
                           [](Node& self) {
                             self.barrier_later();
                             self.complete_later_waits();
                           }),
      make_correct_program("wait_later_and_settle", 2,
                           [](Node& self) {
                             NumberAsMessageData mine, theirs;
                             const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
                             self.send(self.id() ^ 1U, mine.out());
                             self.wait_later(incoming);
                             self.complete_later_waits();
                           }),
      make_correct_program("marks_and_random_numbers", 2,
                           [](Node& self) {
                             self.mark("begin");
                             static_cast<void>(self.random()());
                             self.barrier();
                             self.mark("end");
                           }),
  };
}

}  // namespace

TestProgramCategory make_program_end_test_programs() {
  return {"endings", join_wrong_and_correct_programs(make_all_wrong_programs(), make_all_correct_programs())};
}

}  // namespace switchyard::corpus
