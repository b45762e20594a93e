/// \file requests.cpp
/// Programs with tags, contexts, posted and persistent requests, cancelled and freed requests, modes of sending,
/// probes, tests and buffers.

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;

std::vector<CorpusProgram> make_all_wrong_programs() {
  return {
      program_depending_on_storage(
          "crossed_tags", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              AT(1), self.send(make_node_id(1), buffer.out(), tagged_send_options(1));
              return;
            }
            AT(2), self.receive(make_node_id(0), buffer.in(), make_tag(2));
          },
          fails_in_every_order({deadlock(
              {{0, "send", 1, {1}, AwaitedResource::message, 1}, {1, "receive", 2, {0}, AwaitedResource::message, 2}},
              {{0, 1}})}),
          fails_in_every_order({deadlock({{1, "receive", 2, {0}, AwaitedResource::message, 2}})})),
      make_wrong_program(
          "other_context", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              AT(1), self.send(make_node_id(1), buffer.out(), {.context = Context{17}, .mode = SendMode::synchronous});
            } else {
              AT(2), self.receive(make_node_id(0), buffer.in(), TagSelector::any(Context{18}));
            }
          },
          deadlock({{0, "send", 1, {1}}, {1, "receive", 2, {0}}}, {{0, 1}})),
      make_wrong_program(
          "mask_lets_nothing_through", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              AT(1), self.send(make_node_id(1), buffer.out(), synchronous_send_options(0x12));
            } else {
              AT(2), self.receive(make_node_id(0), buffer.in(), TagSelector::masked(make_tag(0x20), 0xf0));
            }
          },
          deadlock({{0, "send", 1, {1}}, {1, "receive", 2, {0}}}, {{0, 1}})),
      make_wrong_program(
          "request_is_never_waited_for", 2,
          [](Node& self) {
            NumberAsMessageData mine, theirs;
            const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
            if (number_of_calling_node(self) == 0)
              AT(1), static_cast<void>(self.post_send(make_node_id(1), mine.out()));
            if (number_of_calling_node(self) == 1) self.send(make_node_id(0), mine.out());
            self.wait(incoming);
          },
          error({{0, 1}})),
      make_wrong_program(
          "handle_is_waited_for_twice", 2,
          [](Node& self) {
            NumberAsMessageData mine, theirs;
            const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
            self.send(self.id() ^ 1U, mine.out());
            self.wait(incoming);
            if (number_of_calling_node(self) == 1) AT(1), self.wait(incoming);
          },
          error({{1, 1}})),
      make_wrong_program(
          "wait_any_of_nothing", 2,
          [](Node& self) {
            std::array<Handle, 2> none;
            if (number_of_calling_node(self) == 0) AT(1), self.wait_any(none);
          },
          error({{0, 1}})),
      make_wrong_program(
          "wait_all_with_one_missing", 4,
          [](Node& self) {
            NumberAsMessageData a, b;
            if (number_of_calling_node(self) == 1) return self.send(make_node_id(0), a.out());
            if (number_of_calling_node(self) != 0) return;
            std::array handles{self.post_receive(make_node_id(1), a.in()), self.post_receive(make_node_id(2), b.in())};
            AT(1), self.wait_all(handles);
          },
          deadlock({{0, "wait_all", 1, {2}}})),
      make_wrong_program(
          "wait_any_of_two_that_never_come", 4,
          [](Node& self) {
            NumberAsMessageData a, b;
            if (number_of_calling_node(self) != 0) return;
            std::array handles{self.post_receive(make_node_id(1), a.in()), self.post_receive(make_node_id(2), b.in())};
            AT(1), self.wait_any(handles);
          },
          deadlock({{0, "wait_any", 1, {1, 2}}})),
      make_wrong_program(
          "wait_some_twice_for_one", 4,
          [](Node& self) {
            NumberAsMessageData a, b;
            if (number_of_calling_node(self) == 1) return self.send(make_node_id(0), a.out());
            if (number_of_calling_node(self) != 0) return;
            std::array handles{self.post_receive(make_node_id(1), a.in()), self.post_receive(make_node_id(2), b.in())};
            self.wait_some(handles);
            AT(1), self.wait_some(handles);
          },
          deadlock({{0, "wait_some", 1, {2}}})),
      make_wrong_program(
          "wait_for_a_message_that_was_not_sent", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) != 0) return;
            const Handle handle = self.post_receive(make_node_id(1), buffer.in(), make_tag(5));
            AT(1), self.wait(handle);
          },
          deadlock({{0, "wait", 1, {1}, AwaitedResource::message, 5}})),
      make_wrong_program(
          "started_twice_without_a_wait", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) return;
            PersistentRequest request = self.make_receive(make_node_id(1), buffer.in());
            const Handle first = self.start(request);
            AT(1), static_cast<void>(self.start(request));
            self.wait(first);
          },
          error({{0, 1}})),
      make_wrong_program(
          "persistent_receive_once_too_often", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            for (std::uint32_t i = 0; number_of_calling_node(self) == 1 && i < 3; ++i)
              self.send(make_node_id(0), buffer.out());
            if (number_of_calling_node(self) == 1) return;
            PersistentRequest request = self.make_receive(make_node_id(1), buffer.in());
            for (std::uint32_t i = 0; i < 4; ++i) AT(1), self.wait(self.start(request));
          },
          deadlock({{0, "wait", 1, {1}}})),
      make_wrong_program(
          "cancelled_twice", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) return;
            const Handle handle = self.post_receive(make_node_id(1), buffer.in());
            self.cancel(handle);
            AT(1), self.cancel(handle);
            self.wait(handle);
          },
          error({{0, 1}})),
      make_wrong_program(
          "cancelled_and_not_waited_for", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) return;
            AT(1);
            const Handle handle = self.post_receive(make_node_id(1), buffer.in());
            self.cancel(handle);
          },
          error({{0, 0}})),
      make_wrong_program(
          "receiver_counts_on_a_cancelled_send", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              const Handle handle = self.post_send(make_node_id(1), buffer.out(), synchronous_send_options());
              self.cancel(handle);
              const bool gone = self.wait(handle).cancelled;
              self.expect(gone, "no receive is posted before the barrier");
              self.barrier();
              return;
            }
            self.barrier();
            AT(1), self.receive(make_node_id(0), buffer.in());
          },
          deadlock({{1, "receive", 1, {0}}})),
      make_wrong_program(
          "freed_receive_outlives_its_program", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) return;
            Handle handle = self.post_receive(make_node_id(1), buffer.in());
            self.free(handle);
          },
          error({{0, 0}})),
      make_wrong_program(
          "wait_freed_for_ever", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) return;
            Handle handle = self.post_send(make_node_id(1), buffer.out(), synchronous_send_options());
            self.free(handle);
            AT(1), self.wait_freed();
          },
          deadlock({{0, "wait_freed", 1, {1}}})),
      make_wrong_program(
          "ready_send_before_its_receive", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              AT(1), self.send(make_node_id(1), buffer.out(), ready_send_options());
              self.send(make_node_id(1), buffer.out(), synchronous_send_options(9));
            } else {
              self.receive(make_node_id(0), buffer.in(), make_tag(9));
              self.receive(make_node_id(0), buffer.in());
            }
          },
          error({{0, 1}})),
      make_wrong_program("ready_send_may_be_early", 2,
                         [](Node& self) {
                           NumberAsMessageData buffer;
                           if (number_of_calling_node(self) == 0) {
                             AT(1), self.send(make_node_id(1), buffer.out(), ready_send_options());
                           } else {
                             self.compute(microseconds{2000});
                             self.receive(make_node_id(0), buffer.in());
                           }
                         },
                         fails_in_some_orders({error({{0, 1}})}),
                         {.platforms = ProgramPlatforms::virtual_or_wall_clock}),
      make_wrong_program(
          "buffered_send_without_a_buffer", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0)
              AT(1), self.send(make_node_id(1), buffer.out(), buffered_send_options());
            if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
          },
          error({{0, 1}})),
      make_wrong_program(
          "buffer_too_small_for_the_message", 2,
          [](Node& self) {
            PayloadBytes data(100);
            if (number_of_calling_node(self) == 0) {
              self.attach_buffer(99);
              AT(1), self.send(make_node_id(1), data, buffered_send_options());
              self.detach_buffer();
            } else {
              self.receive(make_node_id(0), data);
            }
          },
          error({{0, 1}})),
      program_depending_on_storage("detach_waits_for_a_lost_message", 2,
                                   [](Node& self) {
                                     NumberAsMessageData buffer;
                                     if (number_of_calling_node(self) == 1) return;
                                     self.attach_buffer(100);
                                     AT(2), self.send(make_node_id(1), buffer.out(), buffered_send_options());
                                     AT(1), self.detach_buffer();
                                   },
                                   fails_in_every_order({deadlock({{0, "detach_buffer", 1, {1}}})}),
                                   fails_in_every_order({lost_message(2)}), {.standard_sends = false}),
      make_wrong_program(
          "two_buffers_at_once", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) return;
            self.attach_buffer(100);
            AT(1), self.attach_buffer(100);
            self.detach_buffer();
          },
          error({{0, 1}})),
      make_wrong_program(
          "probe_for_a_message_that_was_not_sent", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), self.probe(make_node_id(1), make_tag(6));
          },
          deadlock({{0, "probe", 1, {1}, AwaitedResource::message, 6}})),
      make_wrong_program(
          "matched_probe_for_nothing", 4,
          [](Node& self) {
            if (number_of_calling_node(self) == 0) AT(1), static_cast<void>(self.matched_probe(kAnyNode, make_tag(6)));
          },
          deadlock({{0, "matched_probe", 1, AwaitedPeers::all_other_nodes(), AwaitedResource::message, 6}})),
      make_wrong_program(
          "probed_and_not_received", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              AT(1);
              const Handle handle = self.post_send(make_node_id(1), buffer.out(), synchronous_send_options());
              AT(1), self.wait(handle);
            } else {
              self.probe(make_node_id(0));
            }
          },
          deadlock({{0, "wait", 1, {1}}})),
      make_wrong_program("probe_any_then_receive_any", 4,
                         [](Node& self) {
                           NumberAsMessageData buffer{number_of_calling_node(self)};
                           if (number_of_calling_node(self) == 3) return;
                           if (number_of_calling_node(self) != 0) return self.send(make_node_id(0), buffer.out());
                           const NodeId found = self.probe(kAnyNode).source;
                           const NodeId got = self.receive(make_node_id(3 - index(found)), buffer.in()).source;
                           AT(1), self.expect(index(got) == 1, "node 2 was found first");
                           self.receive(found, buffer.in());
                         },
                         fails_in_some_orders({corrupted_data({{0, 1}})}), {.allows_halved_buffers = false}),
      make_wrong_program("gives_up_testing_too_early", 2,
                         [](Node& self) {
                           NumberAsMessageData buffer;
                           if (number_of_calling_node(self) == 1) {
                             self.compute(microseconds{100});
                             self.send(make_node_id(0), buffer.out());
                             return;
                           }
                           const Handle handle = self.post_receive(make_node_id(1), buffer.in());
                           std::uint32_t tests = 0;
                           bool done = false;
                           while (!done && tests++ < 400) done = self.test(handle);
                           AT(1), self.expect(done, "400 tests are enough");
                           self.wait(handle);
                         },
                         fails_in_some_orders({corrupted_data({{0, 1}})}),
                         {.platforms = ProgramPlatforms::virtual_clock, .standard_sends = false}),
      make_wrong_program("tests_for_ever", 2,
                         [](Node& self) {
                           NumberAsMessageData buffer;
                           if (number_of_calling_node(self) == 1) return;
                           const Handle handle = self.post_receive(make_node_id(1), buffer.in());
                           do AT(1);
                           while (!self.test(handle));
                         },
                         fails_in_every_order({failure(RunOutcome::unfinished), failure(RunOutcome::deadlock)}),
                         {.polls_forever = true}),
      make_wrong_program("probes_for_ever", 2,
                         [](Node& self) {
                           if (number_of_calling_node(self) == 1) return;
                           while (!self.try_probe(make_node_id(1))) continue;
                         },
                         fails_in_every_order({failure(RunOutcome::unfinished), failure(RunOutcome::deadlock)}),
                         {.polls_forever = true}),
      make_wrong_program("third_message_finds_no_room", 2,
                         [](Node& self) {
                           PayloadBytes data(2048);
                           if (number_of_calling_node(self) == 0) {
                             for (std::uint32_t i = 0; i < 3; ++i)
                               AT(1), self.send(make_node_id(1), data, tagged_send_options(1));
                             self.signal(make_node_id(1), make_tag(2));
                           } else {
                             AT(2), self.receive(make_node_id(0), {}, make_tag(2));
                             for (std::uint32_t i = 0; i < 3; ++i) self.receive(make_node_id(0), data, make_tag(1));
                           }
                         },
                         deadlock({{0, "send", 1, {1}, AwaitedResource::buffer}, {1, "receive", 2, {0}}}, {{0, 1}}),
                         {.platforms = ProgramPlatforms::system_buffer_and_virtual_or_wall_clock,
                          .system_buffer_constant = "4KiB",
                          .standard_sends = false}),
      make_wrong_program(
          "last_of_too_many_sends_is_wanted_first", 2,
          [](Node& self) {
            std::array<NumberAsMessageData, 3> boxes;
            std::vector<Handle> handles;
            for (std::uint32_t i = 0; number_of_calling_node(self) == 0 && i < 3; ++i)
              handles.push_back(self.post_send(make_node_id(1), boxes.at(i).out(), tagged_send_options(i)));
            if (number_of_calling_node(self) == 0) AT(1), self.wait_all(handles);
            for (std::uint32_t i = 3; number_of_calling_node(self) == 1 && i-- > 0;)
              AT(2), self.receive(make_node_id(0), boxes.at(i).in(), make_tag(i));
          },
          deadlock(
              {{0, "wait_all", 1, {1}, AwaitedResource::buffer}, {1, "receive", 2, {0}, AwaitedResource::message, 2}},
              {{0, 1}}),
          {.platforms = ProgramPlatforms::cm5_with_virtual_or_wall_clock,
           .send_buffers = "2",
           .standard_sends = false}),
  };
}

}  // namespace

TestProgramCategory make_request_test_programs() {
  return {"requests", join_wrong_and_correct_programs(make_all_wrong_programs(), make_correct_request_test_programs())};
}

}  // namespace switchyard::corpus
