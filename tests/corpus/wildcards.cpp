/// \file wildcards.cpp
/// Programs with receives from any node. The wrong programs rely on the order in which such receives take messages.

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

constexpr NodeId kFromAnyNode = kAnyNode;

/// Sends this node's number `times` times to node 0. Called by all nodes but node 0.
void send_numbers(Node& self, std::uint32_t times = 1) {
  NumberAsMessageData buffer{number_of_calling_node(self)};
  for (std::uint32_t i = 0; i < times; ++i) self.send(make_node_id(0), buffer.out());
}

std::vector<CorpusProgram> make_all_wrong_programs() {
  return {
      program_depending_on_storage(
          "any_then_named", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) {
              AT(2), self.send(make_node_id(0), buffer.out());
              return;
            }
            self.receive(kFromAnyNode, buffer.in());
            AT(1), self.receive(make_node_id(2), buffer.in());
          },
          fails_in_some_orders({deadlock({{0, "receive", 1, {2}}, {1, "send", 2, {0}}})}),
          fails_in_some_orders({deadlock({{0, "receive", 1, {2}}})})),
      make_wrong_program(
          "any_then_named_synchronous", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) {
              AT(2), self.send(make_node_id(0), buffer.out(), synchronous_send_options());
              return;
            }
            self.receive(kFromAnyNode, buffer.in());
            AT(1), self.receive(make_node_id(2), buffer.in());
          },
          fails_in_some_orders({deadlock({{0, "receive", 1, {2}}, {1, "send", 2, {0}}})})),
      make_wrong_program(
          "first_come_is_taken_for_node_1", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) return send_numbers(self);
            self.receive(kFromAnyNode, buffer.in());
            AT(1), self.expect(buffer.value == 1, "node 1 was first");
            self.receive(kFromAnyNode, buffer.in());
          },
          fails_in_some_orders({corrupted_data({{0, 1}})})),
      make_wrong_program(
          "one_receive_from_any_too_many", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) != 0) return send_numbers(self);
            for (std::uint32_t i = 0; i < 4; ++i) AT(1), self.receive(kFromAnyNode, buffer.in());
          },
          deadlock({{0, "receive", 1, AwaitedPeers::all_other_nodes()}})),
      program_depending_on_storage(
          "one_receive_from_any_too_few", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) {
              self.send(make_node_id(0), buffer.out());
              AT(1), self.send(make_node_id(0), buffer.out());
              return;
            }
            self.receive(kFromAnyNode, buffer.in());
          },
          fails_in_every_order({deadlock({{1, "send", 1, {0}}})}), fails_in_every_order({lost_message(1)})),
      make_wrong_program(
          "any_steals_the_reply", 4,
          [](Node& self) {
            // Node 0 asks node 1 a question, and then receives from any node. It may take node 2's report for the
            // answer.
            NumberAsMessageData buffer{number_of_calling_node(self)};
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) == 0) {
              self.send(make_node_id(1), buffer.out());
              self.receive(kFromAnyNode, buffer.in());
              AT(1), self.expect(buffer.value == 1, "the answer is node 1's");
              self.receive(kFromAnyNode, buffer.in());
            } else {
              if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
              buffer.value = number_of_calling_node(self);
              self.send(make_node_id(0), buffer.out());
            }
          },
          fails_in_some_orders({corrupted_data({{0, 1}})})),
      make_wrong_program(
          "all_receive_from_any", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            AT(1), self.receive(kFromAnyNode, buffer.in());
            self.send(right_neighbour(self), buffer.out());
          },
          deadlock({{0, "receive", 1, AwaitedPeers::all_other_nodes()},
                    {1, "receive", 1, AwaitedPeers::all_other_nodes()},
                    {2, "receive", 1, AwaitedPeers::all_other_nodes()},
                    {3, "receive", 1, AwaitedPeers::all_other_nodes()}},
                   {{0, 1, 2, 3}})),
      make_wrong_program(
          "two_posted_from_any_by_number", 4,
          [](Node& self) {
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) return send_numbers(self);
            NumberAsMessageData first, second;
            std::array handles{self.post_receive(kFromAnyNode, first.in()),
                               self.post_receive(kFromAnyNode, second.in())};
            self.wait_all(handles);
            AT(1), self.expect(first.value == 1 && second.value == 2, "in the order of nodes");
          },
          fails_in_some_orders({corrupted_data({{0, 1}})})),
      make_wrong_program(
          "second_round_taken_for_the_first", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) return send_numbers(self, 2);
            std::uint32_t sum = 0;
            for (std::uint32_t i = 0; i < 2; ++i) {
              self.receive(kFromAnyNode, buffer.in());
              sum += buffer.value;
            }
            AT(1), self.expect(sum == 3, "one from each of two");
            for (std::uint32_t i = 0; i < 2; ++i) self.receive(kFromAnyNode, buffer.in());
          },
          fails_in_some_orders({corrupted_data({{0, 1}})})),
      program_depending_on_storage(
          "two_rounds_of_thanks", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) {
              AT(3), self.send(make_node_id(0), buffer.out());
              AT(3), self.send(make_node_id(0), buffer.out());
              AT(1), self.receive(make_node_id(0), {});
              return;
            }
            for (std::uint32_t i = 0; i < 2; ++i) self.receive(kFromAnyNode, buffer.in());
            for (std::uint32_t i = 0; i < 2; ++i) {
              const NodeId who = self.receive(kFromAnyNode, buffer.in()).source;
              AT(2), self.signal(who);
            }
          },
          // Node 0 signals to the senders of the first two messages. If both messages are from one node, this node gets
          // two signals and the other node none. If messages are not stored before they are received, the first signal
          // then waits for a node that itself waits in its second send.
          fails_in_some_orders(
              {deadlock({{0, "send", 2, {1}}, {1, "send", 3, {0}}, {2, "receive", 1, {0}}}, {{0, 1}}),
               deadlock({{0, "send", 2, {2}}, {2, "send", 3, {0}}, {1, "receive", 1, {0}}}, {{0, 2}})}),
          fails_in_some_orders({deadlock({{1, "receive", 1, {0}}}), deadlock({{2, "receive", 1, {0}}})})),
      make_wrong_program(
          "larger_message_may_come_first", 4,
          [](Node& self) {
            PayloadBytes data(number_of_calling_node(self) == 2 ? 80 : 40);
            if (number_of_calling_node(self) == 3) return;
            if (number_of_calling_node(self) != 0) return self.send(make_node_id(0), data);
            PayloadBytes small(40), large(80);
            AT(1), self.receive(kFromAnyNode, small);
            self.receive(kFromAnyNode, large);
          },
          fails_in_some_orders({error({{0, 1}})})),
      make_wrong_program(
          "named_after_two_from_any", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) != 0) {
              AT(2), self.send(make_node_id(0), buffer.out(), synchronous_send_options());
              return;
            }
            self.receive(kFromAnyNode, buffer.in());
            self.receive(kFromAnyNode, buffer.in());
            AT(1), self.receive(make_node_id(3), buffer.in());
          },
          fails_in_some_orders({deadlock({{0, "receive", 1, {3}}, {1, "send", 2, {0}}}),
                                deadlock({{0, "receive", 1, {3}}, {2, "send", 2, {0}}})})),
  };
}

std::vector<CorpusProgram> make_all_correct_programs() {
  return {
      make_correct_program("named_then_any", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) != 0) return send_numbers(self);
                             self.receive(make_node_id(2), buffer.in());
                             self.expect(buffer.value == 2, "node 2's");
                             self.receive(kFromAnyNode, buffer.in());
                             self.receive(kFromAnyNode, buffer.in());
                           },
                           {.allows_halved_buffers = false}),
      make_correct_program("sum_of_all_in_any_order", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) != 0) return send_numbers(self);
                             std::uint32_t sum = 0;
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               self.receive(kFromAnyNode, buffer.in());
                               sum += buffer.value;
                             }
                             self.expect(sum == 6, "all have come");
                           }),
      make_correct_program("source_is_told", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) != 0) return send_numbers(self);
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               const Received got = self.receive(kFromAnyNode, buffer.in());
                               self.expect(index(got.source) == buffer.value, "source and number agree");
                             }
                           }),
      make_correct_program("any_behind_a_barrier", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer{number_of_calling_node(self)};
                             if (number_of_calling_node(self) == 1) self.send(make_node_id(0), buffer.out());
                             if (number_of_calling_node(self) == 0) {
                               self.receive(kFromAnyNode, buffer.in());
                               self.expect(buffer.value == 1, "node 2 waits behind the barrier");
                             }
                             self.barrier();
                             if (number_of_calling_node(self) == 2) self.send(make_node_id(0), buffer.out());
                             if (number_of_calling_node(self) == 0) self.receive(kFromAnyNode, buffer.in());
                           }),
      make_correct_program("rounds_behind_barriers", 4,
                           [](Node& self) {
                             for (std::uint32_t round = 0; round < 2; ++round) {
                               NumberAsMessageData buffer{number_of_calling_node(self)};
                               std::uint32_t sum = 0;
                               if (number_of_calling_node(self) != 0) self.send(make_node_id(0), buffer.out());
                               for (std::uint32_t i = 0; number_of_calling_node(self) == 0 && i < 3; ++i) {
                                 self.receive(kFromAnyNode, buffer.in());
                                 sum += buffer.value;
                               }
                               self.expect(number_of_calling_node(self) != 0 || sum == 6, "one from each");
                               self.barrier();
                             }
                           }),
      make_correct_program("rounds_with_tags", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer{number_of_calling_node(self)};
                             for (std::uint32_t round = 0; number_of_calling_node(self) != 0 && round < 2; ++round)
                               self.send(make_node_id(0), buffer.out(), tagged_send_options(round));
                             for (std::uint32_t round = 0; number_of_calling_node(self) == 0 && round < 2; ++round) {
                               std::uint32_t sum = 0;
                               for (std::uint32_t i = 0; i < 3; ++i) {
                                 self.receive(kFromAnyNode, buffer.in(), make_tag(round));
                                 sum += buffer.value;
                               }
                               self.expect(sum == 6, "one from each");
                             }
                           },
                           {.allows_halved_buffers = false}),
      make_correct_program("one_sender_keeps_its_order", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) > 1) return;
                             NumberAsMessageData buffer;
                             for (std::uint32_t i = 0; i < 5; ++i) {
                               buffer.value = i;
                               if (number_of_calling_node(self) == 1) self.send(make_node_id(0), buffer.out());
                               if (number_of_calling_node(self) == 0) self.receive(kFromAnyNode, buffer.in());
                               self.expect(buffer.value == i, "in the order of sending");
                             }
                           }),
      make_correct_program("reply_goes_to_the_source", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer{number_of_calling_node(self)};
                             if (number_of_calling_node(self) != 0) {
                               self.send(make_node_id(0), buffer.out());
                               self.receive(make_node_id(0), buffer.in());
                               self.expect(buffer.value == number_of_calling_node(self) + 10, "one's own reply");
                               return;
                             }
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               const NodeId who = self.receive(kFromAnyNode, buffer.in()).source;
                               buffer.value += 10;
                               self.send(who, buffer.out());
                             }
                           }),
      make_correct_program("largest_message_has_room", 4,
                           [](Node& self) {
                             PayloadBytes data(number_of_calling_node(self) * 40);
                             if (number_of_calling_node(self) != 0) return self.send(make_node_id(0), data);
                             PayloadBytes room(120);
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               const Received got = self.receive(kFromAnyNode, room);
                               self.expect(got.bytes == index(got.source) * 40, "sizes tell sources");
                             }
                           },
                           {.allows_halved_buffers = false}),
      make_correct_program("two_posted_from_any_in_any_order", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) == 3) return;
                             if (number_of_calling_node(self) != 0) return send_numbers(self);
                             NumberAsMessageData first, second;
                             std::array handles{self.post_receive(kFromAnyNode, first.in()),
                                                self.post_receive(kFromAnyNode, second.in())};
                             self.wait_all(handles);
                             self.expect(first.value + second.value == 3 && first.value != second.value,
                                         "one from each");
                           }),
      make_correct_program("chain_from_any", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer{0};
                             if (number_of_calling_node(self) > 0) self.receive(kFromAnyNode, buffer.in());
                             self.expect(buffer.value == number_of_calling_node(self), "passed on by one");
                             ++buffer.value;
                             if (number_of_calling_node(self) < 3) self.send(right_neighbour(self), buffer.out());
                           }),
      make_correct_program("work_is_dealt_out", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) != 0) {
                               do {
                                 self.send(make_node_id(0), buffer.out());
                                 self.receive(make_node_id(0), buffer.in());
                               } while (buffer.value != 0);
                               return;
                             }
                             std::uint32_t items = 4;
                             for (std::uint32_t idle = 0; idle < 3;) {
                               const NodeId who = self.receive(kFromAnyNode, buffer.in()).source;
                               NumberAsMessageData work{items};
                               if (items > 0)
                                 --items;
                               else
                                 ++idle;
                               self.send(who, work.out());
                             }
                           }),
  };
}

}  // namespace

TestProgramCategory make_wildcard_receive_test_programs() {
  return {"wildcards", join_wrong_and_correct_programs(make_all_wrong_programs(), make_all_correct_programs())};
}

}  // namespace switchyard::corpus
