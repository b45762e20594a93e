/// \file requests_right.cpp
/// Correct programs that resemble the wrong programs in requests.cpp, but do not make their mistakes.

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

using std::chrono::microseconds;

std::vector<CorpusProgram> make_correct_request_test_programs() {
  return {
      make_correct_program("tags_in_turn", 2,
                           [](Node& self) {
                             for (std::uint32_t tag = 0; tag < 4; ++tag) {
                               NumberAsMessageData buffer{tag};
                               if (number_of_calling_node(self) == 0)
                                 self.send(make_node_id(1), buffer.out(), tagged_send_options(tag));
                               if (number_of_calling_node(self) == 1)
                                 self.receive(make_node_id(0), buffer.in(), make_tag(tag));
                               self.expect(buffer.value == tag, "each tag its number");
                             }
                           }),
      make_correct_program("tags_backwards_with_posted_receives", 2,
                           [](Node& self) {
                             std::array<NumberAsMessageData, 4> boxes;
                             std::vector<Handle> handles;
                             for (std::uint32_t i = 0; number_of_calling_node(self) == 1 && i < 4; ++i)
                               handles.push_back(self.post_receive(make_node_id(0), boxes.at(i).in(), make_tag(i)));
                             for (std::uint32_t i = 4; number_of_calling_node(self) == 0 && i-- > 0;)
                               self.send(make_node_id(1), NumberAsMessageData{i}.out(), tagged_send_options(i));
                             self.wait_all(handles);
                             for (std::uint32_t i = 0; number_of_calling_node(self) == 1 && i < 4; ++i)
                               self.expect(boxes.at(i).value == i, "by tag");
                           }),
      make_correct_program("mask_takes_a_family", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0)
                               return self.send(make_node_id(1), buffer.out(), tagged_send_options(0x23));
                             const Received got =
                                 self.receive(make_node_id(0), buffer.in(), TagSelector::masked(make_tag(0x20), 0xf0));
                             self.expect(got.tag == make_tag(0x23), "the tag is told");
                           }),
      make_correct_program("same_context", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0)
                               return self.send(make_node_id(1), buffer.out(), {.context = Context{17}});
                             self.receive(make_node_id(0), buffer.in(), TagSelector::any(Context{17}));
                           }),
      make_correct_program("largest_tag", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 0)
                               return self.send(make_node_id(1), buffer.out(), tagged_send_options(0xffffffffU));
                             self.receive(make_node_id(0), buffer.in(), make_tag(0xffffffffU));
                           }),
      make_correct_program("message_is_cut", 2,
                           [](Node& self) {
                             PayloadBytes out(64), in(10);
                             if (number_of_calling_node(self) == 0) return self.send(make_node_id(1), out);
                             ReceiveOptions options;
                             options.truncates = true;
                             const Received got = self.receive(make_node_id(0), in, options);
                             self.expect(got.truncated && got.bytes == 64, "the beginning of 64 bytes");
                           }),
      make_correct_program("wait_any_until_all_are_done", 4,
                           [](Node& self) {
                             std::array<NumberAsMessageData, 3> boxes;
                             if (number_of_calling_node(self) != 0)
                               return self.send(make_node_id(0),
                                                NumberAsMessageData{number_of_calling_node(self)}.out());
                             std::array<Handle, 3> handles;
                             for (std::uint32_t i = 0; i < 3; ++i)
                               handles.at(i) = self.post_receive(make_node_id(i + 1), boxes.at(i).in());
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               const std::size_t done = self.wait_any(handles);
                               self.expect(boxes.at(done).value == done + 1, "the one that is done");
                             }
                           }),
      make_correct_program("wait_some_until_all_are_done", 4,
                           [](Node& self) {
                             std::array<NumberAsMessageData, 3> boxes;
                             if (number_of_calling_node(self) != 0)
                               return self.send(make_node_id(0),
                                                NumberAsMessageData{number_of_calling_node(self)}.out());
                             std::array<Handle, 3> handles;
                             for (std::uint32_t i = 0; i < 3; ++i)
                               handles.at(i) = self.post_receive(make_node_id(i + 1), boxes.at(i).in());
                             for (std::size_t done = 0; done < 3;) done += self.wait_some(handles).size();
                           }),
      make_correct_program("persistent_ping", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             PersistentRequest request = number_of_calling_node(self) == 0
                                                             ? self.make_send(make_node_id(1), buffer.out())
                                                             : self.make_receive(make_node_id(0), buffer.in());
                             for (std::uint32_t i = 0; i < 4; ++i) {
                               if (number_of_calling_node(self) == 0) buffer.value = i;
                               self.wait(self.start(request));
                               self.expect(buffer.value == i, "in order");
                             }
                           }),
      make_correct_program("cancelled_and_waited_for", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             const Handle handle = self.post_receive(self.id() ^ 1U, buffer.in());
                             self.cancel(handle);
                             self.expect(self.wait(handle).cancelled, "nothing was sent");
                           }),
      make_correct_program("cancelled_send_that_nobody_wants", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 1) return;
                             const Handle handle =
                                 self.post_send(make_node_id(1), buffer.out(), synchronous_send_options());
                             self.cancel(handle);
                             self.expect(self.wait(handle).cancelled, "nobody has taken it");
                           }),
      make_correct_program("freed_and_waited_for", 2,
                           [](Node& self) {
                             NumberAsMessageData mine, theirs;
                             Handle handle = self.post_send(self.id() ^ 1U, mine.out());
                             self.free(handle);
                             self.receive(self.id() ^ 1U, theirs.in());
                             self.wait_freed();
                           }),
      make_correct_program("ready_send_behind_a_barrier", 2,
                           [](Node& self) {
                             NumberAsMessageData mine, theirs;
                             const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
                             self.barrier();
                             self.send(self.id() ^ 1U, mine.out(), ready_send_options());
                             self.wait(incoming);
                           }),
      make_correct_program("head_on_buffered_sends", 2,
                           [](Node& self) {
                             NumberAsMessageData mine{number_of_calling_node(self)}, theirs;
                             self.attach_buffer(1000);
                             self.send(self.id() ^ 1U, mine.out(), buffered_send_options());
                             self.receive(self.id() ^ 1U, theirs.in());
                             self.expect(self.detach_buffer() == 1000, "its size");
                             self.expect(theirs.value == 1 - number_of_calling_node(self), "the other's number");
                           },
                           {.allows_halved_buffers = false}),
      make_correct_program("synchronous_sends_with_posted_receives", 2,
                           [](Node& self) {
                             NumberAsMessageData mine, theirs;
                             const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
                             self.send(self.id() ^ 1U, mine.out(), synchronous_send_options());
                             self.wait(incoming);
                           }),
      make_correct_program("probe_then_receive_what_was_found", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) != 0)
                               return self.send(make_node_id(0), PayloadBytes(number_of_calling_node(self) * 8));
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               const Received found = self.probe(kAnyNode);
                               PayloadBytes data(found.bytes);
                               self.expect(self.receive(found.source, data).bytes == index(found.source) * 8,
                                           "what was found");
                             }
                           }),
      make_correct_program("matched_probe_then_receive", 4,
                           [](Node& self) {
                             if (number_of_calling_node(self) != 0)
                               return self.send(make_node_id(0), PayloadBytes(number_of_calling_node(self) * 8));
                             for (std::uint32_t i = 0; i < 3; ++i) {
                               TakenMessage message = self.matched_probe(kAnyNode);
                               PayloadBytes data(message.envelope().bytes);
                               self.receive(message, data);
                             }
                           }),
      make_correct_program("tests_until_it_is_there", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 1) {
                               self.compute(microseconds{300});
                               return self.send(make_node_id(0), buffer.out());
                             }
                             const Handle handle = self.post_receive(make_node_id(1), buffer.in());
                             while (!self.test(handle)) continue;
                             self.wait(handle);
                           },
                           {.platforms = ProgramPlatforms::virtual_clock}),
      make_correct_program("tests_a_hundred_times_then_waits", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             if (number_of_calling_node(self) == 1) {
                               self.compute(microseconds{100});
                               return self.send(make_node_id(0), buffer.out());
                             }
                             const Handle handle = self.post_receive(make_node_id(1), buffer.in());
                             for (std::uint32_t i = 0; i < 100 && !self.test(handle); ++i) continue;
                             self.wait(handle);
                           }),
      make_correct_program("probes_in_vain_and_gives_up", 2,
                           [](Node& self) {
                             for (std::uint32_t i = 0; i < 300; ++i)
                               self.expect(!self.try_probe(self.id() ^ 1U), "nothing is sent");
                           }),
      make_correct_program("tests_in_vain_and_cancels", 2,
                           [](Node& self) {
                             NumberAsMessageData buffer;
                             const Handle handle = self.post_receive(self.id() ^ 1U, buffer.in());
                             for (std::uint32_t i = 0; i < 300; ++i) self.expect(!self.test(handle), "nothing is sent");
                             self.cancel(handle);
                             self.wait(handle);
                           }),
      make_correct_program("two_messages_fill_the_buffer", 2,
                           [](Node& self) {
                             PayloadBytes data(2048);
                             for (std::uint32_t i = 0; number_of_calling_node(self) == 0 && i < 2; ++i)
                               self.send(make_node_id(1), data, tagged_send_options(1));
                             if (number_of_calling_node(self) == 0) return self.signal(make_node_id(1), make_tag(2));
                             self.receive(make_node_id(0), {}, make_tag(2));
                             for (std::uint32_t i = 0; i < 2; ++i) self.receive(make_node_id(0), data, make_tag(1));
                           },
                           {.platforms = ProgramPlatforms::system_buffer_and_virtual_or_wall_clock,
                            .system_buffer_constant = "4KiB",
                            .standard_sends = false,
                            .allows_halved_buffers = false}),
      make_correct_program("as_many_sends_as_buffers", 2,
                           [](Node& self) {
                             std::array<NumberAsMessageData, 2> boxes;
                             std::vector<Handle> handles;
                             for (std::uint32_t i = 0; number_of_calling_node(self) == 0 && i < 2; ++i)
                               handles.push_back(
                                   self.post_send(make_node_id(1), boxes.at(i).out(), tagged_send_options(i)));
                             self.wait_all(handles);
                             for (std::uint32_t i = 2; number_of_calling_node(self) == 1 && i-- > 0;)
                               self.receive(make_node_id(0), boxes.at(i).in(), make_tag(i));
                           },
                           {.platforms = ProgramPlatforms::cm5_with_virtual_or_wall_clock,
                            .send_buffers = "2",
                            .allows_halved_buffers = false}),
      make_correct_program("a_thousand_posted_receives", 2,
                           [](Node& self) {
                             std::vector<NumberAsMessageData> boxes(1000);
                             std::vector<Handle> handles;
                             for (NumberAsMessageData& buffer : boxes) {
                               handles.push_back(number_of_calling_node(self) == 0
                                                     ? self.post_receive(make_node_id(1), buffer.in())
                                                     : self.post_send(make_node_id(0), buffer.out()));
                             }
                             self.wait_all(handles);
                           }),
  };
}

}  // namespace switchyard::corpus
