/// \file wildcards.cpp
/// Programs with receives from any node. The wrong programs rely on the order in which such receives take messages.

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

constexpr NodeId kFromAnyNode = kAnyNode;

/// Sends this node's number `times` times to node 0. Called by all nodes but node 0.
void send_numbers(Node& self, std::uint32_t times = 1) {
  NumberBuffer buffer{own_number(self)};
  for (std::uint32_t i = 0; i < times; ++i) self.send(node_numbered(0), buffer.out());
}

std::vector<CorpusProgram> wrong_programs() {
  return {
      program_depending_on_storage(
          "any_then_named", 4,
          [](Node& self) {
            NumberBuffer buffer;
            if (own_number(self) == 3) return;
            if (own_number(self) != 0) {
              AT(2), self.send(node_numbered(0), buffer.out());
              return;
            }
            self.receive(kFromAnyNode, buffer.in());
            AT(1), self.receive(node_numbered(2), buffer.in());
          },
          fails_in_some_orders({deadlock({{0, "receive", 1, {2}}, {1, "send", 2, {0}}})}),
          fails_in_some_orders({deadlock({{0, "receive", 1, {2}}})})),
      wrong(
          "any_then_named_synchronous", 4,
          [](Node& self) {
            NumberBuffer buffer;
            if (own_number(self) == 3) return;
            if (own_number(self) != 0) {
              AT(2), self.send(node_numbered(0), buffer.out(), synchronous_send_options());
              return;
            }
            self.receive(kFromAnyNode, buffer.in());
            AT(1), self.receive(node_numbered(2), buffer.in());
          },
          fails_in_some_orders({deadlock({{0, "receive", 1, {2}}, {1, "send", 2, {0}}})})),
      wrong(
          "first_come_is_taken_for_node_1", 4,
          [](Node& self) {
            NumberBuffer buffer;
            if (own_number(self) == 3) return;
            if (own_number(self) != 0) return send_numbers(self);
            self.receive(kFromAnyNode, buffer.in());
            AT(1), self.expect(buffer.value == 1, "node 1 was first");
            self.receive(kFromAnyNode, buffer.in());
          },
          fails_in_some_orders({corrupted_data({{0, 1}})})),
      wrong(
          "one_receive_from_any_too_many", 4,
          [](Node& self) {
            NumberBuffer buffer;
            if (own_number(self) != 0) return send_numbers(self);
            for (std::uint32_t i = 0; i < 4; ++i) AT(1), self.receive(kFromAnyNode, buffer.in());
          },
          deadlock({{0, "receive", 1, AwaitedPeers::all_other_nodes()}})),
      program_depending_on_storage(
          "one_receive_from_any_too_few", 2,
          [](Node& self) {
            NumberBuffer buffer;
            if (own_number(self) == 1) {
              self.send(node_numbered(0), buffer.out());
              AT(1), self.send(node_numbered(0), buffer.out());
              return;
            }
            self.receive(kFromAnyNode, buffer.in());
          },
          fails_in_every_order({deadlock({{1, "send", 1, {0}}})}), fails_in_every_order({lost_message(1)})),
      wrong(
          "any_steals_the_reply", 4,
          [](Node& self) {
            // Node 0 asks node 1 a question, and then receives from any node. It may take node 2's report for the
            // answer.
            NumberBuffer buffer{own_number(self)};
            if (own_number(self) == 3) return;
            if (own_number(self) == 0) {
              self.send(node_numbered(1), buffer.out());
              self.receive(kFromAnyNode, buffer.in());
              AT(1), self.expect(buffer.value == 1, "the answer is node 1's");
              self.receive(kFromAnyNode, buffer.in());
            } else {
              if (own_number(self) == 1) self.receive(node_numbered(0), buffer.in());
              buffer.value = own_number(self);
              self.send(node_numbered(0), buffer.out());
            }
          },
          fails_in_some_orders({corrupted_data({{0, 1}})})),
      wrong(
          "all_receive_from_any", 4,
          [](Node& self) {
            NumberBuffer buffer;
            AT(1), self.receive(kFromAnyNode, buffer.in());
            self.send(right_neighbour(self), buffer.out());
          },
          deadlock({{0, "receive", 1, AwaitedPeers::all_other_nodes()},
                    {1, "receive", 1, AwaitedPeers::all_other_nodes()},
                    {2, "receive", 1, AwaitedPeers::all_other_nodes()},
                    {3, "receive", 1, AwaitedPeers::all_other_nodes()}},
                   {{0, 1, 2, 3}})),
      wrong(
          "two_posted_from_any_by_number", 4,
          [](Node& self) {
            if (own_number(self) == 3) return;
            if (own_number(self) != 0) return send_numbers(self);
            NumberBuffer first, second;
            std::array handles{self.post_receive(kFromAnyNode, first.in()),
                               self.post_receive(kFromAnyNode, second.in())};
            self.wait_all(handles);
            AT(1), self.expect(first.value == 1 && second.value == 2, "in the order of nodes");
          },
          fails_in_some_orders({corrupted_data({{0, 1}})})),
      wrong(
          "second_round_taken_for_the_first", 4,
          [](Node& self) {
            NumberBuffer buffer;
            if (own_number(self) == 3) return;
            if (own_number(self) != 0) return send_numbers(self, 2);
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
            NumberBuffer buffer;
            if (own_number(self) == 3) return;
            if (own_number(self) != 0) {
              AT(3), self.send(node_numbered(0), buffer.out());
              AT(3), self.send(node_numbered(0), buffer.out());
              AT(1), self.receive(node_numbered(0), {});
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
      wrong(
          "larger_message_may_come_first", 4,
          [](Node& self) {
            PayloadBytes data(own_number(self) == 2 ? 80 : 40);
            if (own_number(self) == 3) return;
            if (own_number(self) != 0) return self.send(node_numbered(0), data);
            PayloadBytes small(40), large(80);
            AT(1), self.receive(kFromAnyNode, small);
            self.receive(kFromAnyNode, large);
          },
          fails_in_some_orders({error({{0, 1}})})),
      wrong(
          "named_after_two_from_any", 4,
          [](Node& self) {
            NumberBuffer buffer;
            if (own_number(self) != 0) {
              AT(2), self.send(node_numbered(0), buffer.out(), synchronous_send_options());
              return;
            }
            self.receive(kFromAnyNode, buffer.in());
            self.receive(kFromAnyNode, buffer.in());
            AT(1), self.receive(node_numbered(3), buffer.in());
          },
          fails_in_some_orders({deadlock({{0, "receive", 1, {3}}, {1, "send", 2, {0}}}),
                                deadlock({{0, "receive", 1, {3}}, {2, "send", 2, {0}}})})),
  };
}

std::vector<CorpusProgram> right_programs() {
  return {
      right("named_then_any", 4,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) != 0) return send_numbers(self);
              self.receive(node_numbered(2), buffer.in());
              self.expect(buffer.value == 2, "node 2's");
              self.receive(kFromAnyNode, buffer.in());
              self.receive(kFromAnyNode, buffer.in());
            },
            {.allows_halved_buffers = false}),
      right("sum_of_all_in_any_order", 4,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) != 0) return send_numbers(self);
              std::uint32_t sum = 0;
              for (std::uint32_t i = 0; i < 3; ++i) {
                self.receive(kFromAnyNode, buffer.in());
                sum += buffer.value;
              }
              self.expect(sum == 6, "all have come");
            }),
      right("source_is_told", 4,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) != 0) return send_numbers(self);
              for (std::uint32_t i = 0; i < 3; ++i) {
                const Received got = self.receive(kFromAnyNode, buffer.in());
                self.expect(index(got.source) == buffer.value, "source and number agree");
              }
            }),
      right("any_behind_a_barrier", 4,
            [](Node& self) {
              NumberBuffer buffer{own_number(self)};
              if (own_number(self) == 1) self.send(node_numbered(0), buffer.out());
              if (own_number(self) == 0) {
                self.receive(kFromAnyNode, buffer.in());
                self.expect(buffer.value == 1, "node 2 waits behind the barrier");
              }
              self.barrier();
              if (own_number(self) == 2) self.send(node_numbered(0), buffer.out());
              if (own_number(self) == 0) self.receive(kFromAnyNode, buffer.in());
            }),
      right("rounds_behind_barriers", 4,
            [](Node& self) {
              for (std::uint32_t round = 0; round < 2; ++round) {
                NumberBuffer buffer{own_number(self)};
                std::uint32_t sum = 0;
                if (own_number(self) != 0) self.send(node_numbered(0), buffer.out());
                for (std::uint32_t i = 0; own_number(self) == 0 && i < 3; ++i) {
                  self.receive(kFromAnyNode, buffer.in());
                  sum += buffer.value;
                }
                self.expect(own_number(self) != 0 || sum == 6, "one from each");
                self.barrier();
              }
            }),
      right("rounds_with_tags", 4,
            [](Node& self) {
              NumberBuffer buffer{own_number(self)};
              for (std::uint32_t round = 0; own_number(self) != 0 && round < 2; ++round)
                self.send(node_numbered(0), buffer.out(), tagged_send_options(round));
              for (std::uint32_t round = 0; own_number(self) == 0 && round < 2; ++round) {
                std::uint32_t sum = 0;
                for (std::uint32_t i = 0; i < 3; ++i) {
                  self.receive(kFromAnyNode, buffer.in(), tag_numbered(round));
                  sum += buffer.value;
                }
                self.expect(sum == 6, "one from each");
              }
            },
            {.allows_halved_buffers = false}),
      right("one_sender_keeps_its_order", 4,
            [](Node& self) {
              if (own_number(self) > 1) return;
              NumberBuffer buffer;
              for (std::uint32_t i = 0; i < 5; ++i) {
                buffer.value = i;
                if (own_number(self) == 1) self.send(node_numbered(0), buffer.out());
                if (own_number(self) == 0) self.receive(kFromAnyNode, buffer.in());
                self.expect(buffer.value == i, "in the order of sending");
              }
            }),
      right("reply_goes_to_the_source", 4,
            [](Node& self) {
              NumberBuffer buffer{own_number(self)};
              if (own_number(self) != 0) {
                self.send(node_numbered(0), buffer.out());
                self.receive(node_numbered(0), buffer.in());
                self.expect(buffer.value == own_number(self) + 10, "one's own reply");
                return;
              }
              for (std::uint32_t i = 0; i < 3; ++i) {
                const NodeId who = self.receive(kFromAnyNode, buffer.in()).source;
                buffer.value += 10;
                self.send(who, buffer.out());
              }
            }),
      right("largest_message_has_room", 4,
            [](Node& self) {
              PayloadBytes data(own_number(self) * 40);
              if (own_number(self) != 0) return self.send(node_numbered(0), data);
              PayloadBytes room(120);
              for (std::uint32_t i = 0; i < 3; ++i) {
                const Received got = self.receive(kFromAnyNode, room);
                self.expect(got.bytes == index(got.source) * 40, "sizes tell sources");
              }
            },
            {.allows_halved_buffers = false}),
      right("two_posted_from_any_in_any_order", 4,
            [](Node& self) {
              if (own_number(self) == 3) return;
              if (own_number(self) != 0) return send_numbers(self);
              NumberBuffer first, second;
              std::array handles{self.post_receive(kFromAnyNode, first.in()),
                                 self.post_receive(kFromAnyNode, second.in())};
              self.wait_all(handles);
              self.expect(first.value + second.value == 3 && first.value != second.value, "one from each");
            }),
      right("chain_from_any", 4,
            [](Node& self) {
              NumberBuffer buffer{0};
              if (own_number(self) > 0) self.receive(kFromAnyNode, buffer.in());
              self.expect(buffer.value == own_number(self), "passed on by one");
              ++buffer.value;
              if (own_number(self) < 3) self.send(right_neighbour(self), buffer.out());
            }),
      right("work_is_dealt_out", 4,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) != 0) {
                do {
                  self.send(node_numbered(0), buffer.out());
                  self.receive(node_numbered(0), buffer.in());
                } while (buffer.value != 0);
                return;
              }
              std::uint32_t items = 4;
              for (std::uint32_t idle = 0; idle < 3;) {
                const NodeId who = self.receive(kFromAnyNode, buffer.in()).source;
                NumberBuffer work{items};
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

CorpusArea wildcards() { return {"wildcards", wrong_and_right_programs(wrong_programs(), right_programs())}; }

}  // namespace switchyard::corpus
