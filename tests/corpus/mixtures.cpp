/// \file mixtures.cpp
/// Programs that wait in more than one way, and programs that get stuck at another place than that of the defect.

#include <functional>

#include "runtime/group_post.hpp"
#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;
constexpr std::plus<> kSumOperation{};

/// Returns a wrong program in which node 0 tests `tests` times for a message, and then assumes that the message has
/// come.
CorpusProgram program_with_too_few_tests(std::string name, std::uint32_t tests) {
  return make_wrong_program(std::move(name), 2,
                            [tests](Node& self) {
                              NumberAsMessageData buffer;
                              if (number_of_calling_node(self) == 1) {
                                self.compute(microseconds{1});
                                return self.send(make_node_id(0), buffer.out());
                              }
                              const Handle handle = self.post_receive(make_node_id(1), buffer.in());
                              self.compute(microseconds{200});
                              bool done = false;
                              for (std::uint32_t i = 0; i < tests && !done; ++i) done = self.test(handle);
                              AT(1), self.expect(done, "so many tests are enough");
                              self.wait(handle);
                            },
                            fails_in_some_orders({corrupted_data({{0, 1}})}),
                            {.platforms = ProgramPlatforms::virtual_or_wall_clock, .allows_halved_buffers = false});
}

std::vector<CorpusProgram> make_all_wrong_programs() {
  return {
      make_wrong_program(
          "receive_posted_for_the_wrong_node", 4,
          [](Node& self) {
            NumberAsMessageData in;
            if (number_of_calling_node(self) == 0) AT(1), self.receive(make_node_id(2), in.in());
            if (number_of_calling_node(self) == 1)
              AT(2), self.send(make_node_id(0), in.out(), synchronous_send_options());
          },
          deadlock({{0, "receive", 1, {2}}, {1, "send", 2, {0}}})),
      make_wrong_program(
          "barrier_in_one_branch", 4,
          [](Node& self) {
            if (number_of_calling_node(self) % 2 == 0) AT(1), self.barrier();
          },
          deadlock({{0, "barrier", 1, {1, 3}, AwaitedResource::collective},
                    {2, "barrier", 1, {1, 3}, AwaitedResource::collective}})),
      make_wrong_program(
          "cycle_of_a_barrier_and_a_wait", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) AT(1), self.barrier();
            const Handle handle = number_of_calling_node(self) == 0 ? self.post_send(make_node_id(1), buffer.out())
                                                                    : self.post_receive(make_node_id(0), buffer.in());
            AT(2), self.wait(handle);
            if (number_of_calling_node(self) == 1) self.barrier();
          },
          deadlock({{0, "barrier", 1, {1}, AwaitedResource::collective}, {1, "wait", 2, {0}}}, {{0, 1}})),
      make_wrong_program(
          "cycle_of_three_kinds", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) AT(1), self.receive(make_node_id(1), buffer.in());
            if (number_of_calling_node(self) == 1)
              AT(2), self.send(make_node_id(2), buffer.out(), synchronous_send_options());
            if (number_of_calling_node(self) == 2) AT(3), self.probe(make_node_id(0), make_tag(8));
          },
          deadlock({{0, "receive", 1, {1}}, {1, "send", 2, {2}}, {2, "probe", 3, {0}}}, {{0, 1, 2}})),
      make_wrong_program(
          "group_barrier_and_whole_barrier", 2,
          [](Node& self) {
            Group group(self, {make_node_id(0), make_node_id(1)}, Context{30});
            if (number_of_calling_node(self) == 0) {
              AT(1), group.barrier();
              self.barrier();
            } else {
              AT(2), self.barrier();
              group.barrier();
            }
          },
          fails_in_every_order(
              {deadlock({{0, "barrier", 1, {1}}, {1, "barrier", 2, {0}}}, {{0, 1}}), error({{0, 1}, {1, 2}})})),
      make_wrong_program(
          "posted_receives_in_the_wrong_order", 2,
          [](Node& self) {
            // The two receives have the same tag. So the first message goes to the receive that was posted first, whose
            // buffer is too small for it.
            PayloadBytes small(8), large(80);
            if (number_of_calling_node(self) == 1) {
              AT(1);
              const Handle first = self.post_receive(make_node_id(0), small);
              const Handle second = self.post_receive(make_node_id(0), large);
              self.wait(first);
              self.wait(second);
            } else {
              self.send(make_node_id(1), large);
              self.send(make_node_id(1), small);
            }
          },
          error({{1, 0}})),
      make_wrong_program(
          "tail_of_seven_behind_one", 8,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) AT(1), self.receive(make_node_id(0), buffer.in());
            if (number_of_calling_node(self) != 0) AT(2), self.receive(left_neighbour(self), buffer.in());
          },
          deadlock({{0, "receive", 1, {0}},
                    {1, "receive", 2, {0}},
                    {2, "receive", 2, {1}},
                    {3, "receive", 2, {2}},
                    {4, "receive", 2, {3}},
                    {5, "receive", 2, {4}},
                    {6, "receive", 2, {5}},
                    {7, "receive", 2, {6}}})),
      make_wrong_program(
          "wait_all_in_a_cycle", 2,
          [](Node& self) {
            NumberAsMessageData a, b;
            std::array handles{self.post_receive(self.id() ^ 1U, a.in(), make_tag(1)),
                               self.post_receive(self.id() ^ 1U, b.in(), make_tag(2))};
            self.send(self.id() ^ 1U, a.out(), tagged_send_options(1));
            AT(1), self.wait_all(handles);
            self.send(self.id() ^ 1U, b.out(), tagged_send_options(2));
          },
          deadlock({{0, "wait_all", 1, {1}}, {1, "wait_all", 1, {0}}}, {{0, 1}})),
      make_wrong_program(
          "first_answer_decides", 4,
          [](Node& self) {
            // Two nodes send to node 0, which lets only the node whose message comes first continue. Which one this is
            // depends on the order of events.
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) == 0) {
              const NodeId first = self.receive(kAnyNode, buffer.in()).source;
              self.receive(kAnyNode, buffer.in());
              self.send(make_node_id(1), NumberAsMessageData{index(first)}.out());
            } else {
              self.send(make_node_id(0), buffer.out());
              if (number_of_calling_node(self) == 2) return;
              self.receive(make_node_id(0), buffer.in());
              if (buffer.value == 2) AT(1), self.receive(make_node_id(2), buffer.in());
            }
          },
          fails_in_some_orders({deadlock({{1, "receive", 1, {2}}})})),
      make_wrong_program("tested_once_and_believed", 2,
                         [](Node& self) {
                           NumberAsMessageData buffer;
                           if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), buffer.out());
                           const Handle handle = self.post_receive(make_node_id(0), buffer.in());
                           self.compute(microseconds{5000});
                           const bool done = self.test(handle);
                           AT(1), self.expect(done, "5 ms are enough");
                           self.wait(handle);
                         },
                         fails_in_some_orders({corrupted_data({{1, 1}})}),
                         {.platforms = ProgramPlatforms::virtual_or_wall_clock}),
      make_wrong_program("probed_once_and_believed", 2,
                         [](Node& self) {
                           NumberAsMessageData buffer;
                           if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), buffer.out());
                           self.compute(microseconds{5000});
                           const bool there = self.try_probe(make_node_id(0)).has_value();
                           AT(1), self.expect(there, "5 ms are enough");
                           self.receive(make_node_id(0), buffer.in());
                         },
                         fails_in_some_orders({corrupted_data({{1, 1}})}),
                         {.platforms = ProgramPlatforms::virtual_or_wall_clock}),
      make_wrong_program(
          "wait_any_decides", 4,
          [](Node& self) {
            NumberAsMessageData a, b;
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) return self.send(make_node_id(0), a.out());
            std::array handles{self.post_receive(make_node_id(1), a.in()), self.post_receive(make_node_id(2), b.in())};
            const std::size_t first = self.wait_any(handles);
            self.wait_all(handles);
            AT(1), self.expect(first == 0, "node 1 is first");
          },
          fails_in_some_orders({corrupted_data({{0, 1}})})),
      make_wrong_program("cancelled_or_not", 2,
                         [](Node& self) {
                           NumberAsMessageData buffer;
                           if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), buffer.out());
                           const Handle handle = self.post_receive(make_node_id(0), buffer.in());
                           self.compute(microseconds{5000});
                           self.cancel(handle);
                           const bool gone = self.wait(handle).cancelled;
                           AT(1), self.expect(!gone, "the message is there");
                         },
                         fails_in_some_orders({corrupted_data({{1, 1}}), deadlock({}), lost_message()}),
                         {.platforms = ProgramPlatforms::virtual_or_wall_clock}),
      make_wrong_program(
          "cancelled_send_or_not", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) {
              const Handle handle = self.post_receive(make_node_id(0), buffer.in());
              self.barrier();
              self.cancel(handle);
              self.wait(handle);
              return;
            }
            const Handle handle = self.post_send(make_node_id(1), buffer.out(), synchronous_send_options());
            self.compute(microseconds{5000});
            self.cancel(handle);
            const bool gone = self.wait(handle).cancelled;
            self.barrier();
            AT(1), self.expect(!gone, "the message was taken");
          },
          fails_in_some_orders({corrupted_data({{0, 1}})}), {.platforms = ProgramPlatforms::virtual_or_wall_clock}),
      program_with_too_few_tests("ten_tests_are_believed_to_be_enough", 10),
      program_with_too_few_tests("eighty_tests_are_believed_to_be_enough", 80),
  };
}

std::vector<CorpusProgram> make_all_correct_programs() {
  return {
      make_correct_program("barrier_in_both_branches", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) % 2 == 0) {  // NOLINT(bugprone-branch-clone): two calls
                               self.barrier();
                             } else {
                               self.barrier();
                             }
                           }),
      make_correct_program(
          "posted_receives_in_order", 2,
          [](Node& self) {
            PayloadBytes small(8), large(80);
            std::vector<Handle> handles;
            if (number_of_calling_node(self) == 1)
              handles = {self.post_receive(make_node_id(0), large), self.post_receive(make_node_id(0), small)};
            if (number_of_calling_node(self) == 0)
              handles = {self.post_send(make_node_id(1), large), self.post_send(make_node_id(1), small)};
            self.wait_all(handles);
          }),
      make_correct_program("first_answer_decides_for_both", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 3) return;
                             if (number_of_calling_node(self) == 0) {
                               const NodeId first = self.receive(kAnyNode, buffer.in()).source;
                               self.receive(kAnyNode, buffer.in());
                               for (std::uint32_t i = 1; i < 3; ++i)
                                 self.send(make_node_id(i), NumberAsMessageData{index(first)}.out());
                               return;
                             }
                             self.send(make_node_id(0), buffer.out());
                             self.receive(make_node_id(0), buffer.in());
                             const NodeId other = make_node_id(3 - number_of_calling_node(self));
                             if (buffer.value == number_of_calling_node(self)) {
                               self.send(other, buffer.out());
                             } else {
                               self.receive(other, buffer.in());
                             }
                           }),
      make_correct_program("tested_once_and_waited_for", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), buffer.out());
                             const Handle handle = self.post_receive(make_node_id(0), buffer.in());
                             static_cast<void>(self.test(handle));
                             self.wait(handle);
                           }),
      make_correct_program(
          "wait_any_then_the_rest", 4,
          [](Node& self) {
            NumberAsMessageData a, b;
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) return self.send(make_node_id(0), a.out());
            std::array handles{self.post_receive(make_node_id(1), a.in()), self.post_receive(make_node_id(2), b.in())};
            static_cast<void>(self.wait_any(handles));
            self.wait_all(handles);
          }),
      make_correct_program("cancelled_or_received", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), buffer.out());
                             const Handle handle = self.post_receive(make_node_id(0), buffer.in());
                             self.cancel(handle);
                             if (self.wait(handle).cancelled) self.receive(make_node_id(0), buffer.in());
                           }),
      make_correct_program("chain_of_kinds", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0)
                               self.send(make_node_id(1), buffer.out(), synchronous_send_options());
                             if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
                             self.barrier();
                             if (number_of_calling_node(self) == 2) self.send(make_node_id(3), buffer.out());
                             if (number_of_calling_node(self) == 3)
                               self.probe(make_node_id(2)), self.receive(make_node_id(2), buffer.in());
                             self.expect(self.all_reduce(1, kSumOperation) == 4, "all are here");
                           }),
      make_correct_program("halo_of_four", 4,
                           [](Node& self) {
                             for (std::uint32_t step = 0; step < 3; ++step) {
                               NumberAsMessageData mine{step}, west, east;
                               std::array handles{
                                   self.post_receive(left_neighbour(self), west.in(), make_tag(1)),
                                   self.post_receive(right_neighbour(self), east.in(), make_tag(2)),
                                   self.post_send(right_neighbour(self), mine.out(), tagged_send_options(1)),
                                   self.post_send(left_neighbour(self), mine.out(), tagged_send_options(2))};
                               self.wait_all(handles);
                               self.expect(west.value == step && east.value == step, "of this step");
                             }
                           },
                           {.allows_halved_buffers = false}),
      make_correct_program("group_then_whole_barrier", 2,
                           [](Node& self) {
                             Group group(self, {make_node_id(0), make_node_id(1)}, Context{30});
                             group.barrier();
                             self.barrier();
                           }),
      make_correct_program(
          "tests_all_then_waits", 2,
          [](Node& self) {
            NumberAsMessageData a, b;
            std::array handles{self.post_receive(self.id() ^ 1U, a.in()), self.post_send(self.id() ^ 1U, b.out())};
            for (std::uint32_t i = 0; i < 20 && !self.test_all(handles); ++i) continue;
            self.wait_all(handles);
          }),
  };
}

}  // namespace

TestProgramCategory make_mixed_wait_test_programs() {
  return {"mixtures", join_wrong_and_correct_programs(make_all_wrong_programs(), make_all_correct_programs())};
}

}  // namespace switchyard::corpus
