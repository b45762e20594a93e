/// \file healthy_messages.cpp
/// Correct programs with sends, receives, probes and requests. They are long, or close to the limits of what the
/// library allows.

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;

NodeId partner_node(const Node& self) { return self.id() ^ 1U; }

/// A program in which node 0 hands out jobs in the order in which other nodes ask for them, and then tells each of
/// these nodes to stop.
void run_job_farm(Node& self) {
  constexpr std::uint32_t kJobs = 9;
  const Tag work = make_tag(1), stop = make_tag(2);
  NumberAsMessageData buffer;
  if (number_of_calling_node(self) != 0) {
    std::uint32_t done = 0;
    for (;;) {
      self.send(make_node_id(0), NumberAsMessageData{done}.out());
      if (self.receive(make_node_id(0), buffer.in(), TagSelector::any()).tag == stop) return;
      done = buffer.value;
    }
  }
  std::uint32_t sum = 0;
  for (std::uint32_t next = 1; next <= kJobs + self.node_count() - 1; ++next) {
    const NodeId who = self.receive(kAnyNode, buffer.in()).source;
    sum += buffer.value;
    self.send(who, NumberAsMessageData{next}.out(), {.tag = next <= kJobs ? work : stop});
  }
  self.expect(sum == kJobs * (kJobs + 1) / 2, "each job was done once");
}

/// A program that adds up the nodes' numbers along a binomial tree, and passes the sum down the tree again.
void sum_along_tree(Node& self) {
  std::uint32_t sum = number_of_calling_node(self), parent_distance = 1;
  NumberAsMessageData buffer;
  while (parent_distance < self.node_count() && number_of_calling_node(self) % (2 * parent_distance) == 0) {
    self.receive(make_node_id(number_of_calling_node(self) + parent_distance), buffer.in());
    sum += buffer.value;
    parent_distance *= 2;
  }
  if (number_of_calling_node(self) != 0) {
    self.send(make_node_id(number_of_calling_node(self) - parent_distance), NumberAsMessageData{sum}.out());
    self.receive(make_node_id(number_of_calling_node(self) - parent_distance), buffer.in());
    sum = buffer.value;
  }
  for (std::uint32_t distance = parent_distance / 2; distance > 0; distance /= 2)
    self.send(make_node_id(number_of_calling_node(self) + distance), NumberAsMessageData{sum}.out());
  self.expect(sum == self.node_count() * (self.node_count() - 1) / 2, "all nodes have the sum");
}

/// A program in which each node sends to a random node. Each node knows how many messages it will get, but not from
/// which nodes.
void send_to_random_nodes(Node& self) {
  NumberAsMessageData mine{static_cast<std::uint32_t>(self.random()() % self.node_count())};
  std::array<NumberAsMessageData, 4> targets;
  self.all_gather(mine.out(), std::as_writable_bytes(std::span(targets)));
  const Handle sent = self.post_send(make_node_id(mine.value), mine.out());
  for (const NumberAsMessageData& target : targets) {
    NumberAsMessageData buffer;
    if (target.value != number_of_calling_node(self)) continue;
    self.receive(kAnyNode, buffer.in());
    self.expect(buffer.value == number_of_calling_node(self), "meant for this node");
  }
  self.wait(sent);
}

std::vector<CorpusProgram> programs_with_named_sources() {
  return {
      make_correct_program("gather_and_answer_by_name", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer{number_of_calling_node(self)};
                             if (number_of_calling_node(self) != 0) {
                               self.send(make_node_id(0), buffer.out());
                               self.receive(make_node_id(0), buffer.in());
                               return self.expect(buffer.value == 2 * number_of_calling_node(self), "twice its number");
                             }
                             for (std::uint32_t i = 1; i < 4; ++i) {
                               self.receive(make_node_id(i), buffer.in());
                               self.send(make_node_id(i), NumberAsMessageData{2 * buffer.value}.out());
                             }
                           }),
      make_correct_program("a_hundred_exchanges", 2,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 100; ++i) {
                               NumberAsMessageData mine{i}, theirs;
                               self.exchange(partner_node(self), mine.out(), theirs.in());
                               self.expect(theirs.value == i, "of this round");
                             }
                           }),
      make_correct_program("token_ten_times_around", 4,
                           [](Node& self) {
                             NumberAsMessageData token;
                             for (std::uint32_t round = 0; round < 10; ++round) {
                               if (number_of_calling_node(self) == 0) self.send(make_node_id(1), token.out());
                               self.receive(left_neighbour(self), token.in());
                               ++token.value;
                               if (number_of_calling_node(self) != 0) self.send(right_neighbour(self), token.out());
                             }
                             self.expect(number_of_calling_node(self) != 0 || token.value == 40,
                                         "every node has added one each time");
                           }),
      make_correct_program("tree_sum_by_hand", 8, sum_along_tree),
      make_correct_program("exchange_with_everyone_by_xor", 8,
                           [](Node& self) {
                             for (std::uint32_t k = 1; k < 8; ++k) {
                               NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                               self.exchange(self.id() ^ k, mine.out(), theirs.in());
                               self.expect(theirs.value == (number_of_calling_node(self) ^ k), "the partner's number");
                             }
                           }),
      make_correct_program("two_pairs_at_their_own_pace", 4,
                           [](Node& self) {
                             const std::uint32_t rounds = number_of_calling_node(self) < 2 ? 3 : 12;
                             for (std::uint32_t i = 0; i < rounds; ++i) {
                               NumberAsMessageData mine{i}, theirs;
                               if (number_of_calling_node(self) == 0) self.compute(microseconds{30});
                               self.exchange(partner_node(self), mine.out(), theirs.in());
                             }
                           }),
      make_correct_program(
          "synchronous_down_a_chain_and_back", 4,
          [](Node& self) {
            NumberAsMessageData buffer;
            if (number_of_calling_node(self) > 0)
              self.receive(make_node_id(number_of_calling_node(self) - 1), buffer.in());
            if (number_of_calling_node(self) < 3) {
              self.send(make_node_id(number_of_calling_node(self) + 1), buffer.out(), synchronous_send_options());
              self.receive(make_node_id(number_of_calling_node(self) + 1), buffer.in());
            }
            if (number_of_calling_node(self) > 0)
              self.send(make_node_id(number_of_calling_node(self) - 1), buffer.out(), synchronous_send_options());
          }),
      make_correct_program("large_and_small_by_turns", 2,
                           [](Node& self) {
                             PayloadBytes large(5000), small(3);
                             for (std::uint32_t i = 0; i < 4; ++i) {
                               PayloadBytes& data = i % 2 == 0 ? large : small;
                               if (number_of_calling_node(self) == i % 2) {
                                 self.send(partner_node(self), data);
                               } else {
                                 self.expect(self.receive(partner_node(self), data).bytes == data.size(),
                                             "the size of this turn");
                               }
                             }
                           }),
  };
}

std::vector<CorpusProgram> make_programs_with_wildcard_receives() {
  return {
      make_correct_program("farm_that_tells_to_stop", 4, run_job_farm),
      make_correct_program("random_targets_with_known_counts", 4, send_to_random_nodes),
      make_correct_program("rounds_behind_a_thank_you", 4,
                           [](Node& self) {
                             for (std::uint32_t round = 0; round < 3; ++round) {
                               NumberAsMessageData buffer{round};
                               if (number_of_calling_node(self) != 0) {
                                 self.send(make_node_id(0), buffer.out());
                                 self.receive(make_node_id(0), {}, make_tag(7));
                                 continue;
                               }
                               for (std::uint32_t i = 1; i < 4; ++i) {
                                 self.receive(kAnyNode, buffer.in());
                                 self.expect(buffer.value == round, "nobody is ahead");
                               }
                               for (std::uint32_t i = 1; i < 4; ++i) self.signal(make_node_id(i), make_tag(7));
                             }
                           }),
      make_correct_program(
          "any_tag_of_any_node", 4,
          [](Node& self) {
            NumberAsMessageData buffer{number_of_calling_node(self)};
            if (number_of_calling_node(self) != 0)
              return self.send(make_node_id(0), buffer.out(), tagged_send_options(100 + number_of_calling_node(self)));
            for (std::uint32_t i = 1; i < 4; ++i) {
              const Received got = self.receive(kAnyNode, buffer.in(), TagSelector::any());
              self.expect(got.tag == make_tag(100 + index(got.source)) && buffer.value == index(got.source),
                          "belong together");
            }
          }),
      make_correct_program("any_tag_in_the_order_of_sending", 2,
                           [](Node& self) {
                             for (const std::uint32_t tag : {3U, 1U, 2U}) {
                               NumberAsMessageData buffer{tag};
                               if (number_of_calling_node(self) == 0)
                                 self.send(make_node_id(1), buffer.out(), tagged_send_options(tag));
                               if (number_of_calling_node(self) == 1)
                                 self.expect(self.receive(make_node_id(0), buffer.in(), TagSelector::any()).tag ==
                                                 make_tag(tag),
                                             "as they were sent");
                             }
                           }),
      make_correct_program(
          "two_families_of_tags_backwards", 2,
          [](Node& self) {
            NumberAsMessageData low{0x11}, high{0x21};
            if (number_of_calling_node(self) == 0) {
              self.send(make_node_id(1), high.out(), tagged_send_options(0x21));
              self.send(make_node_id(1), low.out(), tagged_send_options(0x11));
              return;
            }
            low.value = high.value = 0;
            std::array handles{
                self.post_receive(make_node_id(0), low.in(), TagSelector::masked(make_tag(0x10), 0xf0)),
                self.post_receive(make_node_id(0), high.in(), TagSelector::masked(make_tag(0x20), 0xf0))};
            self.wait_all(handles);
            self.expect(low.value == 0x11 && high.value == 0x21, "each family its own");
          }),
      make_correct_program("two_libraries_with_one_tag", 2,
                           [](Node& self) {
                             NumberAsMessageData one{1}, two{2};
                             if (number_of_calling_node(self) == 0) {
                               self.send(make_node_id(1), two.out(), {.tag = make_tag(5), .context = Context{18}});
                               self.send(make_node_id(1), one.out(), {.tag = make_tag(5), .context = Context{17}});
                               return;
                             }
                             std::array handles{
                                 self.post_receive(make_node_id(0), one.in(), TagSelector(make_tag(5), Context{17})),
                                 self.post_receive(make_node_id(0), two.in(), TagSelector(make_tag(5), Context{18}))};
                             self.wait_all(handles);
                             self.expect(one.value == 1 && two.value == 2, "each context its own");
                           }),
      make_correct_program("any_node_but_one_tag", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer{number_of_calling_node(self)};
                             if (number_of_calling_node(self) == 1 || number_of_calling_node(self) == 2)
                               return self.send(make_node_id(0), buffer.out(), tagged_send_options(1));
                             if (number_of_calling_node(self) == 3)
                               return self.send(make_node_id(0), buffer.out(), tagged_send_options(2));
                             const Handle late = self.post_receive(make_node_id(3), buffer.in(), make_tag(2));
                             for (std::uint32_t i = 0; i < 2; ++i) {
                               NumberAsMessageData early;
                               self.receive(kAnyNode, early.in(), make_tag(1));
                               self.expect(early.value != 3, "another tag");
                             }
                             self.wait(late);
                             self.expect(buffer.value == 3, "node 3's");
                           }),
  };
}

std::vector<CorpusProgram> programs_with_buffers() {
  return {
      make_correct_program("cut_to_what_fits", 2,
                           [](Node& self) {
                             ReceiveOptions options;
                             options.truncates = true;
                             for (std::size_t size = 8; size <= 64; size += 8) {
                               PayloadBytes out(size), in(32);
                               if (number_of_calling_node(self) == 0) {
                                 self.send(make_node_id(1), out);
                               } else {
                                 const Received got = self.receive(make_node_id(0), in, options);
                                 self.expect(got.bytes == size && got.truncated == (size > 32),
                                             "the true size is told");
                               }
                             }
                           }),
      make_correct_program("no_bytes_at_all", 2,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 4; ++i) {
                               if (number_of_calling_node(self) == 0) {
                                 self.send(make_node_id(1), {},
                                           i % 2 == 0 ? synchronous_send_options(i) : tagged_send_options(i));
                               } else {
                                 self.expect(self.probe(make_node_id(0), make_tag(i)).bytes == 0, "nothing in it");
                                 self.receive(make_node_id(0), {}, make_tag(i));
                               }
                             }
                           }),
      make_correct_program("four_messages_fill_the_buffer", 2,
                           [](Node& self) {
                             PayloadBytes data(1024);
                             for (std::uint32_t i = 0; number_of_calling_node(self) == 0 && i < 4; ++i)
                               self.send(make_node_id(1), data, tagged_send_options(1));
                             if (number_of_calling_node(self) == 0) return self.signal(make_node_id(1), make_tag(2));
                             self.receive(make_node_id(0), {}, make_tag(2));
                             for (std::uint32_t i = 0; i < 4; ++i) self.receive(make_node_id(0), data, make_tag(1));
                           },
                           {.platforms = ProgramPlatforms::system_buffer_and_virtual_or_wall_clock,
                            .system_buffer_constant = "4KiB",
                            .standard_sends = false,
                            .allows_halved_buffers = false}),
      make_correct_program("buffered_as_many_as_fit", 2,
                           [](Node& self) {
                             PayloadBytes data(100);
                             if (number_of_calling_node(self) == 1) {
                               for (std::uint32_t i = 0; i < 6; ++i) self.receive(make_node_id(0), data);
                               return;
                             }
                             self.attach_buffer(200);
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               self.send(make_node_id(1), data, buffered_send_options());
                               self.send(make_node_id(1), data, buffered_send_options());
                               self.wait_freed();
                             }
                             self.expect(self.detach_buffer() == 200, "its size");
                           }),
      make_correct_program("buffered_ring", 8,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             self.attach_buffer(64);
                             self.send(right_neighbour(self), mine.out(), buffered_send_options());
                             self.receive(left_neighbour(self), theirs.in());
                             self.detach_buffer();
                             self.expect(theirs.value == index(left_neighbour(self)), "the neighbour's");
                           }),
      make_correct_program("ready_answers_to_questions", 2,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 5; ++i) {
                               NumberAsMessageData question{i}, answer;
                               if (number_of_calling_node(self) == 0) {
                                 const Handle awaited = self.post_receive(make_node_id(1), answer.in(), make_tag(1));
                                 self.send(make_node_id(1), question.out(), tagged_send_options(2));
                                 self.wait(awaited);
                                 self.expect(answer.value == i + 1, "of this question");
                               } else {
                                 self.receive(make_node_id(0), question.in(), make_tag(2));
                                 self.send(make_node_id(0), NumberAsMessageData{question.value + 1}.out(),
                                           ready_send_options(1));
                               }
                             }
                           }),
  };
}

std::vector<CorpusProgram> programs_that_probe() {
  return {
      make_correct_program("probe_twice_and_receive", 2,
                           [](Node& self) {
                             if (number_of_calling_node(self) == 0)
                               return self.send(make_node_id(1), PayloadBytes(24), tagged_send_options(4));
                             const Received found = self.probe(kAnyNode, TagSelector::any());
                             const auto again = self.try_probe(found.source, found.tag);
                             self.expect(again && again->bytes == 24, "it is still there");
                             PayloadBytes data(found.bytes);
                             self.receive(found.source, data, found.tag);
                           }),
      make_correct_program("probes_until_it_is_there", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0) {
                               self.compute(microseconds{200});
                               return self.send(make_node_id(1), buffer.out());
                             }
                             while (!self.try_probe(make_node_id(0))) continue;
                             self.receive(make_node_id(0), buffer.in());
                           }),
      make_correct_program("taken_messages_are_received_later", 4,
                           [](Node& self) {
                             NumberAsMessageData buffer{number_of_calling_node(self)};
                             if (number_of_calling_node(self) != 0) return self.send(make_node_id(0), buffer.out());
                             std::vector<TakenMessage> taken;
                             for (std::uint32_t i = 0; i < 3; ++i) taken.push_back(self.matched_probe(kAnyNode));
                             for (; !taken.empty(); taken.pop_back()) {
                               const NodeId from = taken.back().envelope().source;
                               self.wait(self.post_receive(taken.back(), buffer.in()));
                               self.expect(buffer.value == index(from), "the one that was taken");
                             }
                           }),
      make_correct_program("gives_up_at_its_own_time_limit", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             const Handle handle = self.post_receive(partner_node(self), buffer.in());
                             const VirtualTime limit = self.now() + microseconds{200};
                             while (self.now() < limit && !self.test(handle)) continue;
                             self.cancel(handle);
                             self.expect(self.wait(handle).cancelled, "nothing was sent");
                           }),
      make_correct_program("stops_testing_at_its_time_limit_and_waits", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 1) {
                               self.compute(microseconds{300});
                               return self.send(make_node_id(0), buffer.out());
                             }
                             const Handle handle = self.post_receive(make_node_id(1), buffer.in());
                             const VirtualTime limit = self.now() + microseconds{50};
                             while (self.now() < limit && !self.test(handle)) continue;
                             self.wait(handle);
                           }),
      make_correct_program("tests_some_until_all_are_done", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) != 0)
                               return self.send(make_node_id(0),
                                                NumberAsMessageData{number_of_calling_node(self)}.out());
                             std::array<NumberAsMessageData, 3> boxes;
                             std::array<Handle, 3> handles;
                             for (std::uint32_t i = 0; i < 3; ++i)
                               handles.at(i) = self.post_receive(make_node_id(i + 1), boxes.at(i).in());
                             std::size_t done = 0;
                             while (done < 3) {
                               for (const std::size_t which : self.test_some(handles)) {
                                 self.expect(boxes.at(which).value == which + 1, "the one that is done");
                                 ++done;
                               }
                             }
                           }),
      make_correct_program("waits_beside_an_empty_handle", 2,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             std::array handles{Handle{}, self.post_receive(partner_node(self), theirs.in()), Handle{},
                                                self.post_send(partner_node(self), mine.out())};
                             for (std::uint32_t i = 0; i < 2; ++i)
                               self.expect(self.wait_any(handles) % 2 == 1, "not an empty one");
                             self.wait_all(handles);
                           }),
      make_correct_program("the_loser_is_cancelled", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer{7};
                             if (number_of_calling_node(self) == 1)
                               return self.send(make_node_id(0), buffer.out(), tagged_send_options(2));
                             std::array handles{self.post_receive(make_node_id(1), buffer.in(), make_tag(1)),
                                                self.post_receive(make_node_id(1), buffer.in(), make_tag(2))};
                             self.expect(self.wait_any(handles) == 1, "what was sent");
                             self.cancel(handles.at(0));
                             self.expect(self.wait(handles.at(0)).cancelled, "what was not");
                           }),
      make_correct_program("persistent_ring", 4,
                           [](Node& self) {
                             NumberAsMessageData mine, theirs;
                             PersistentRequest to = self.make_send(right_neighbour(self), mine.out());
                             PersistentRequest from = self.make_receive(left_neighbour(self), theirs.in());
                             for (std::uint32_t i = 0; i < 5; ++i) {
                               mine.value = i;
                               std::array handles{self.start(from), self.start(to)};
                               self.wait_all(handles);
                               self.expect(theirs.value == i, "of this round");
                             }
                           }),
      make_correct_program("freed_sends_in_a_row", 2,
                           [](Node& self) {
                             std::array<NumberAsMessageData, 3> boxes;
                             for (std::uint32_t i = 0; number_of_calling_node(self) == 1 && i < 3; ++i) {
                               self.receive(make_node_id(0), boxes.at(0).in());
                               self.expect(boxes.at(0).value == i, "in order");
                             }
                             for (std::uint32_t i = 0; number_of_calling_node(self) == 0 && i < 3; ++i) {
                               boxes.at(i).value = i;
                               Handle handle = self.post_send(make_node_id(1), boxes.at(i).out());
                               self.free(handle);
                             }
                             self.wait_freed();
                           }),
      make_correct_program("waits_later_in_a_ring", 4,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             std::array handles{self.post_receive(left_neighbour(self), theirs.in()),
                                                self.post_send(right_neighbour(self), mine.out())};
                             self.wait_all_later(handles);
                             self.complete_later_waits();
                             self.expect(theirs.value == index(left_neighbour(self)), "the neighbour's");
                           }),
  };
}

}  // namespace

TestProgramCategory make_correct_message_test_programs() {
  return {"healthy_messages",
          join_wrong_and_correct_programs(
              join_wrong_and_correct_programs(programs_with_named_sources(), make_programs_with_wildcard_receives()),
              join_wrong_and_correct_programs(programs_with_buffers(), programs_that_probe()))};
}

}  // namespace switchyard::corpus
