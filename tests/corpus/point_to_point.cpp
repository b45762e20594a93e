/// \file point_to_point.cpp
/// Wrong and right programs with blocking messages between two nodes, in lines, in rings and in pairs.

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

void shift_with_posted_receive(Node& self) {
  NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
  const Handle incoming = self.post_receive(left_neighbour(self), theirs.in());
  self.send(right_neighbour(self), mine.out());
  self.wait(incoming);
  self.expect(theirs.value == index(left_neighbour(self)), "the left neighbour's number has come");
}

std::vector<CorpusProgram> make_all_wrong_programs() {
  return {
      make_wrong_program(
          "head_on_receives", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            AT(1), self.receive(self.id() ^ 1U, buffer.in());
            self.send(self.id() ^ 1U, buffer.out());
          },
          deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {0}}}, {{0, 1}})),
      make_wrong_program(
          "head_on_synchronous_sends", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            AT(1), self.send(self.id() ^ 1U, buffer.out(), synchronous_send_options(4));
            self.receive(self.id() ^ 1U, buffer.in(), make_tag(4));
          },
          deadlock({{0, "send", 1, {1}, AwaitedResource::message, 4}, {1, "send", 1, {0}, AwaitedResource::message, 4}},
                   {{0, 1}})),
      program_depending_on_storage(
          "head_on_sends", 2,
          [](Node& self) {
            NumberAsMessageData mine, theirs;
            AT(1), self.send(self.id() ^ 1U, mine.out());
            self.receive(self.id() ^ 1U, theirs.in());
          },
          fails_in_every_order({deadlock({{0, "send", 1, {1}}, {1, "send", 1, {0}}}, {{0, 1}})}),
          completes_in_every_order()),
      make_wrong_program(
          "ring_of_receives", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            AT(1), self.receive(left_neighbour(self), buffer.in());
            self.send(right_neighbour(self), buffer.out());
          },
          deadlock({{0, "receive", 1, {3}}, {1, "receive", 1, {0}}, {2, "receive", 1, {1}}, {3, "receive", 1, {2}}},
                   {{0, 1, 2, 3}})),
      program_depending_on_storage(
          "ring_of_sends", 4,
          [](Node& self) {
            NumberAsMessageData mine, theirs;
            AT(1), self.send(right_neighbour(self), mine.out());
            self.receive(left_neighbour(self), theirs.in());
          },
          fails_in_every_order({deadlock(
              {{0, "send", 1, {1}}, {1, "send", 1, {2}}, {2, "send", 1, {3}}, {3, "send", 1, {0}}}, {{0, 1, 2, 3}})}),
          completes_in_every_order()),
      make_wrong_program(
          "receive_from_a_finished_node", 2,
          [](Node& self) {
            if (number_of_calling_node(self) == 1) return;
            NumberAsMessageData buffer;
            AT(1), self.receive(make_node_id(1), buffer.in(), make_tag(3));
          },
          deadlock({{0, "receive", 1, {1}, AwaitedResource::message, 3}})),
      make_wrong_program(
          "one_receive_too_many", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) return self.send(make_node_id(0), buffer.out());
            self.receive(make_node_id(1), buffer.in());
            AT(1), self.receive(make_node_id(1), buffer.in());
          },
          deadlock({{0, "receive", 1, {1}}})),
      program_depending_on_storage(
          "one_send_too_many", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) {
              self.receive(make_node_id(1), buffer.in());
              return;
            }
            self.send(make_node_id(0), buffer.out());
            AT(1), self.send(make_node_id(0), buffer.out());
          },
          fails_in_every_order({deadlock({{1, "send", 1, {0}}})}), fails_in_every_order({lost_message(1)})),
      make_wrong_program(
          "chain_behind_a_cycle", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            const std::array from{make_node_id(1), make_node_id(0), make_node_id(0), make_node_id(2)};
            AT(1), self.receive(from.at(number_of_calling_node(self)), buffer.in());
            if (number_of_calling_node(self) < 2) self.send(self.id() ^ 1U, buffer.out());
          },
          deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {0}}, {2, "receive", 1, {0}}, {3, "receive", 1, {2}}},
                   {{0, 1}})),
      make_wrong_program(
          "everybody_exchanges_to_the_right", 4,
          [](Node& self) {
            NumberAsMessageData mine, theirs;
            AT(1), self.exchange(right_neighbour(self), mine.out(), theirs.in());
          },
          deadlock({{0, "", 1, {1}}, {1, "", 1, {2}}, {2, "", 1, {3}}, {3, "", 1, {0}}}, {{0, 1, 2, 3}})),
      make_wrong_program(
          "two_separate_cycles", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) < 2) {
              AT(1), self.receive(self.id() ^ 1U, buffer.in());
            } else {
              AT(2), self.send(self.id() ^ 1U, buffer.out(), synchronous_send_options());
            }
          },
          deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {0}}, {2, "send", 2, {3}}, {3, "send", 2, {2}}},
                   {{0, 1}, {2, 3}})),
      make_wrong_program(
          "pair_and_a_lone_receiver", 4,
          [](Node& self) {
            NumberAsMessageData mine, theirs;
            if (number_of_calling_node(self) < 2) self.exchange(self.id() ^ 1U, mine.out(), theirs.in());
            if (number_of_calling_node(self) == 2) AT(1), self.receive(make_node_id(3), theirs.in());
          },
          deadlock({{2, "receive", 1, {3}}})),
      make_wrong_program(
          "receive_from_oneself", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) AT(1), self.receive(make_node_id(1), buffer.in());
          },
          deadlock({{1, "receive", 1, {1}}})),
      make_wrong_program(
          "synchronous_send_to_oneself", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) != 0) return;
            AT(1), self.send(make_node_id(0), buffer.out(), synchronous_send_options());
            self.receive(make_node_id(0), buffer.in());
          },
          deadlock({{0, "send", 1, {0}}})),
      make_wrong_program(
          "chain_to_a_finished_node", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 3) return;
            AT(1), self.receive(right_neighbour(self), buffer.in());
            if (number_of_calling_node(self) > 0) self.send(left_neighbour(self), buffer.out());
          },
          deadlock({{0, "receive", 1, {1}}, {1, "receive", 1, {2}}, {2, "receive", 1, {3}}})),
      make_wrong_program(
          "wrong_number_arrives", 2,
          [](Node& self) {
            NumberAsMessageData buffer{7};
            if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), buffer.out());
            self.receive(make_node_id(0), buffer.in());
            AT(1), self.expect(buffer.value == 8, "the number is 8");
          },
          corrupted_data({{1, 1}})),
      make_wrong_program(
          "send_to_a_node_outside", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 1) AT(1), self.send(make_node_id(2), buffer.out());
          },
          error({{1, 1}})),
      make_wrong_program(
          "receive_from_a_node_outside", 2,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) == 0) AT(1), self.receive(make_node_id(9), buffer.in());
          },
          error({{0, 1}})),
      make_wrong_program(
          "receive_into_too_little_room", 2,
          [](Node& self) {
            PayloadBytes out(64), in(63);
            if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), out);
            AT(1), self.receive(make_node_id(0), in);
          },
          error({{1, 1}})),
      make_wrong_program(
          "relay_that_drops_every_third", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            for (std::uint32_t i = 0; i < 6; ++i) {
              if (number_of_calling_node(self) == 0) self.send(make_node_id(1), buffer.out());
              if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
              if (number_of_calling_node(self) == 1 && i % 3 != 2) self.send(make_node_id(2), buffer.out());
              if (number_of_calling_node(self) == 2) AT(1), self.receive(make_node_id(1), buffer.in());
            }
          },
          deadlock({{2, "receive", 1, {1}}})),
  };
}

std::vector<CorpusProgram> make_all_correct_programs() {
  return {
      make_correct_program("head_on_in_turn", 2,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             if (number_of_calling_node(self) == 0) self.send(make_node_id(1), mine.out());
                             self.receive(self.id() ^ 1U, theirs.in());
                             if (number_of_calling_node(self) == 1) self.send(make_node_id(0), mine.out());
                             self.expect(theirs.value == 1 - number_of_calling_node(self),
                                         "the other's number has come");
                           }),
      make_correct_program("head_on_with_posted_receives", 2, shift_with_posted_receive),
      make_correct_program("ring_with_posted_receives", 4, shift_with_posted_receive),
      make_correct_program("ring_of_eight_with_posted_receives", 8, shift_with_posted_receive),
      make_correct_program("head_on_exchange", 2,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             self.exchange(self.id() ^ 1U, mine.out(), theirs.in());
                             self.expect(theirs.value == 1 - number_of_calling_node(self),
                                         "the other's number has come");
                           }),
      make_correct_program("ring_by_parity", 4,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             if (number_of_calling_node(self) % 2 == 0) self.send(right_neighbour(self), mine.out());
                             self.receive(left_neighbour(self), theirs.in());
                             if (number_of_calling_node(self) % 2 == 1) self.send(right_neighbour(self), mine.out());
                             self.expect(theirs.value == index(left_neighbour(self)),
                                         "the left neighbour's number has come");
                           }),
      make_correct_program("token_around_a_ring", 4,
                           [](Node& self) {
                             NumberAsMessageData token{0};
                             if (number_of_calling_node(self) == 0) self.send(make_node_id(1), token.out());
                             self.receive(left_neighbour(self), token.in());
                             ++token.value;
                             if (number_of_calling_node(self) != 0) self.send(right_neighbour(self), token.out());
                             self.expect(
                                 token.value == (number_of_calling_node(self) == 0 ? 4 : number_of_calling_node(self)),
                                 "the token counts its steps");
                           }),
      make_correct_program("pipeline_of_ten", 4,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 10; ++i) {
                               NumberAsMessageData buffer{i};
                               if (number_of_calling_node(self) > 0) self.receive(left_neighbour(self), buffer.in());
                               if (number_of_calling_node(self) < 3) self.send(right_neighbour(self), buffer.out());
                               self.expect(buffer.value == i, "items come in their order");
                             }
                           }),
      make_correct_program("large_messages_both_ways", 2,
                           [](Node& self) {
                             PayloadBytes mine(20'000, std::byte(number_of_calling_node(self))), theirs(mine.size());
                             self.exchange(self.id() ^ 1U, mine, theirs);
                             self.expect(
                                 theirs == PayloadBytes(mine.size(), std::byte(1 - number_of_calling_node(self))),
                                 "all of it has come");
                           }),
      make_correct_program("message_to_oneself", 2,
                           [](Node& self) {
                             NumberAsMessageData mine{5}, theirs;
                             const Handle incoming = self.post_receive(self.id(), theirs.in());
                             self.send(self.id(), mine.out());
                             self.wait(incoming);
                             self.expect(theirs.value == 5, "one's own number has come");
                           }),
      make_correct_program("synchronous_send_to_oneself_in_time", 2,
                           [](Node& self) {
                             NumberAsMessageData mine{5}, theirs;
                             const Handle incoming = self.post_receive(self.id(), theirs.in());
                             self.send(self.id(), mine.out(), synchronous_send_options());
                             self.wait(incoming);
                             self.expect(theirs.value == 5, "one's own number has come");
                           }),
      make_correct_program("butterfly", 8,
                           [](Node& self) {
                             std::uint32_t sum = number_of_calling_node(self);
                             for (std::uint32_t bit = 1; bit < 8; bit *= 2) {
                               NumberAsMessageData mine{sum}, theirs;
                               self.exchange(self.id() ^ bit, mine.out(), theirs.in(), tagged_send_options(bit));
                               sum += theirs.value;
                             }
                             self.expect(sum == 28, "all numbers are added up");
                           }),
      make_correct_program("as_many_receives_as_sends", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             for (std::uint32_t i = 0; i < 5; ++i) {
                               buffer.value = i;
                               if (number_of_calling_node(self) == 0) self.send(make_node_id(1), buffer.out());
                               if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
                               self.expect(buffer.value == i, "in the order of sending");
                             }
                           }),
      make_correct_program("everybody_exchanges_with_a_partner", 4,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             for (std::uint32_t k = 1; k < 4; ++k) {
                               self.exchange(self.id() ^ k, mine.out(), theirs.in());
                               self.expect(theirs.value == (number_of_calling_node(self) ^ k),
                                           "the partner's number has come");
                             }
                           }),
      make_correct_program("exactly_enough_room", 2,
                           [](Node& self) {
                             PayloadBytes out(64), in(64);
                             if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), out);
                             self.expect(self.receive(make_node_id(0), in).bytes == 64, "64 bytes have come");
                           }),
      make_correct_program("more_room_than_needed", 2,
                           [](Node& self) {
                             PayloadBytes out(64), in(640);
                             if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), out);
                             self.expect(self.receive(make_node_id(0), in).bytes == 64, "64 bytes have come");
                           }),
      make_correct_program("signals_back_and_forth", 2,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 6; ++i) {
                               if (i % 2 == number_of_calling_node(self)) {
                                 self.signal(self.id() ^ 1U, make_tag(i));
                               } else {
                                 self.await_signal(self.id() ^ 1U, make_tag(i));
                               }
                             }
                           }),
      make_correct_program("the_right_number_arrives", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer{8};
                             if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), buffer.out());
                             buffer.value = 0;
                             self.receive(make_node_id(0), buffer.in());
                             self.expect(buffer.value == 8, "the number is 8");
                           }),
      make_correct_program("all_to_all_posted", 4,
                           [](Node& self) {
                             std::array<NumberAsMessageData, 4> in;
                             NumberAsMessageData mine{number_of_calling_node(self)};
                             std::vector<Handle> handles;
                             for (std::uint32_t i = 0; i < 4; ++i) {
                               if (i != number_of_calling_node(self))
                                 handles.push_back(self.post_receive(make_node_id(i), in.at(i).in()));
                             }
                             for (std::uint32_t i = 0; i < 4; ++i) {
                               if (i != number_of_calling_node(self))
                                 handles.push_back(self.post_send(make_node_id(i), mine.out()));
                             }
                             self.wait_all(handles);
                             for (std::uint32_t i = 0; i < 4; ++i)
                               self.expect(i == number_of_calling_node(self) || in.at(i).value == i, "from each");
                           }),
      make_correct_program("relay_that_keeps_count", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             for (std::uint32_t i = 0; i < 6; ++i) {
                               if (number_of_calling_node(self) == 0) self.send(make_node_id(1), buffer.out());
                               if (number_of_calling_node(self) == 1) self.receive(make_node_id(0), buffer.in());
                               if (number_of_calling_node(self) == 1 && i % 3 != 2)
                                 self.send(make_node_id(2), buffer.out());
                               if (number_of_calling_node(self) == 2 && i < 4)
                                 self.receive(make_node_id(1), buffer.in());
                             }
                           }),
  };
}

}  // namespace

TestProgramCategory make_point_to_point_test_programs() {
  return {"point_to_point", join_wrong_and_correct_programs(make_all_wrong_programs(), make_all_correct_programs())};
}

}  // namespace switchyard::corpus
