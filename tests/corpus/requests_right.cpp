/// \file requests_right.cpp
/// Correct programs that resemble the wrong programs in requests.cpp, but do not make their mistakes.

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {

using std::chrono::microseconds;

std::vector<CorpusProgram> right_requests() {
  return {
      right("tags_in_turn", 2,
            [](Node& self) {
              for (std::uint32_t tag = 0; tag < 4; ++tag) {
                NumberBuffer buffer{tag};
                if (own_number(self) == 0) self.send(node_numbered(1), buffer.out(), tagged_send_options(tag));
                if (own_number(self) == 1) self.receive(node_numbered(0), buffer.in(), tag_numbered(tag));
                self.expect(buffer.value == tag, "each tag its number");
              }
            }),
      right("tags_backwards_with_posted_receives", 2,
            [](Node& self) {
              std::array<NumberBuffer, 4> boxes;
              std::vector<Handle> handles;
              for (std::uint32_t i = 0; own_number(self) == 1 && i < 4; ++i)
                handles.push_back(self.post_receive(node_numbered(0), boxes.at(i).in(), tag_numbered(i)));
              for (std::uint32_t i = 4; own_number(self) == 0 && i-- > 0;)
                self.send(node_numbered(1), NumberBuffer{i}.out(), tagged_send_options(i));
              self.wait_all(handles);
              for (std::uint32_t i = 0; own_number(self) == 1 && i < 4; ++i)
                self.expect(boxes.at(i).value == i, "by tag");
            }),
      right("mask_takes_a_family", 2,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) == 0) return self.send(node_numbered(1), buffer.out(), tagged_send_options(0x23));
              const Received got =
                  self.receive(node_numbered(0), buffer.in(), TagSelector::masked(tag_numbered(0x20), 0xf0));
              self.expect(got.tag == tag_numbered(0x23), "the tag is told");
            }),
      right("same_context", 2,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) == 0) return self.send(node_numbered(1), buffer.out(), {.context = Context{17}});
              self.receive(node_numbered(0), buffer.in(), TagSelector::any(Context{17}));
            }),
      right("largest_tag", 2,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) == 0)
                return self.send(node_numbered(1), buffer.out(), tagged_send_options(0xffffffffU));
              self.receive(node_numbered(0), buffer.in(), tag_numbered(0xffffffffU));
            }),
      right("message_is_cut", 2,
            [](Node& self) {
              PayloadBytes out(64), in(10);
              if (own_number(self) == 0) return self.send(node_numbered(1), out);
              ReceiveOptions options;
              options.truncates = true;
              const Received got = self.receive(node_numbered(0), in, options);
              self.expect(got.truncated && got.bytes == 64, "the beginning of 64 bytes");
            }),
      right("wait_any_until_all_are_done", 4,
            [](Node& self) {
              std::array<NumberBuffer, 3> boxes;
              if (own_number(self) != 0) return self.send(node_numbered(0), NumberBuffer{own_number(self)}.out());
              std::array<Handle, 3> handles;
              for (std::uint32_t i = 0; i < 3; ++i)
                handles.at(i) = self.post_receive(node_numbered(i + 1), boxes.at(i).in());
              for (std::uint32_t i = 0; i < 3; ++i) {
                const std::size_t done = self.wait_any(handles);
                self.expect(boxes.at(done).value == done + 1, "the one that is done");
              }
            }),
      right("wait_some_until_all_are_done", 4,
            [](Node& self) {
              std::array<NumberBuffer, 3> boxes;
              if (own_number(self) != 0) return self.send(node_numbered(0), NumberBuffer{own_number(self)}.out());
              std::array<Handle, 3> handles;
              for (std::uint32_t i = 0; i < 3; ++i)
                handles.at(i) = self.post_receive(node_numbered(i + 1), boxes.at(i).in());
              for (std::size_t done = 0; done < 3;) done += self.wait_some(handles).size();
            }),
      right("persistent_ping", 2,
            [](Node& self) {
              NumberBuffer buffer;
              PersistentRequest request = own_number(self) == 0 ? self.make_send(node_numbered(1), buffer.out())
                                                                : self.make_receive(node_numbered(0), buffer.in());
              for (std::uint32_t i = 0; i < 4; ++i) {
                if (own_number(self) == 0) buffer.value = i;
                self.wait(self.start(request));
                self.expect(buffer.value == i, "in order");
              }
            }),
      right("cancelled_and_waited_for", 2,
            [](Node& self) {
              NumberBuffer buffer;
              const Handle handle = self.post_receive(self.id() ^ 1U, buffer.in());
              self.cancel(handle);
              self.expect(self.wait(handle).cancelled, "nothing was sent");
            }),
      right("cancelled_send_that_nobody_wants", 2,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) == 1) return;
              const Handle handle = self.post_send(node_numbered(1), buffer.out(), synchronous_send_options());
              self.cancel(handle);
              self.expect(self.wait(handle).cancelled, "nobody has taken it");
            }),
      right("freed_and_waited_for", 2,
            [](Node& self) {
              NumberBuffer mine, theirs;
              Handle handle = self.post_send(self.id() ^ 1U, mine.out());
              self.free(handle);
              self.receive(self.id() ^ 1U, theirs.in());
              self.wait_freed();
            }),
      right("ready_send_behind_a_barrier", 2,
            [](Node& self) {
              NumberBuffer mine, theirs;
              const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
              self.barrier();
              self.send(self.id() ^ 1U, mine.out(), ready_send_options());
              self.wait(incoming);
            }),
      right("head_on_buffered_sends", 2,
            [](Node& self) {
              NumberBuffer mine{own_number(self)}, theirs;
              self.attach_buffer(1000);
              self.send(self.id() ^ 1U, mine.out(), buffered_send_options());
              self.receive(self.id() ^ 1U, theirs.in());
              self.expect(self.detach_buffer() == 1000, "its size");
              self.expect(theirs.value == 1 - own_number(self), "the other's number");
            },
            {.allows_halved_buffers = false}),
      right("synchronous_sends_with_posted_receives", 2,
            [](Node& self) {
              NumberBuffer mine, theirs;
              const Handle incoming = self.post_receive(self.id() ^ 1U, theirs.in());
              self.send(self.id() ^ 1U, mine.out(), synchronous_send_options());
              self.wait(incoming);
            }),
      right("probe_then_receive_what_was_found", 4,
            [](Node& self) {
              if (own_number(self) != 0) return self.send(node_numbered(0), PayloadBytes(own_number(self) * 8));
              for (std::uint32_t i = 0; i < 3; ++i) {
                const Received found = self.probe(kAnyNode);
                PayloadBytes data(found.bytes);
                self.expect(self.receive(found.source, data).bytes == index(found.source) * 8, "what was found");
              }
            }),
      right("matched_probe_then_receive", 4,
            [](Node& self) {
              if (own_number(self) != 0) return self.send(node_numbered(0), PayloadBytes(own_number(self) * 8));
              for (std::uint32_t i = 0; i < 3; ++i) {
                TakenMessage message = self.matched_probe(kAnyNode);
                PayloadBytes data(message.envelope().bytes);
                self.receive(message, data);
              }
            }),
      right("tests_until_it_is_there", 2,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) == 1) {
                self.compute(microseconds{300});
                return self.send(node_numbered(0), buffer.out());
              }
              const Handle handle = self.post_receive(node_numbered(1), buffer.in());
              while (!self.test(handle)) continue;
              self.wait(handle);
            },
            {.platforms = ProgramPlatforms::virtual_clock}),
      right("tests_a_hundred_times_then_waits", 2,
            [](Node& self) {
              NumberBuffer buffer;
              if (own_number(self) == 1) {
                self.compute(microseconds{100});
                return self.send(node_numbered(0), buffer.out());
              }
              const Handle handle = self.post_receive(node_numbered(1), buffer.in());
              for (std::uint32_t i = 0; i < 100 && !self.test(handle); ++i) continue;
              self.wait(handle);
            }),
      right("probes_in_vain_and_gives_up", 2,
            [](Node& self) {
              for (std::uint32_t i = 0; i < 300; ++i) self.expect(!self.try_probe(self.id() ^ 1U), "nothing is sent");
            }),
      right("tests_in_vain_and_cancels", 2,
            [](Node& self) {
              NumberBuffer buffer;
              const Handle handle = self.post_receive(self.id() ^ 1U, buffer.in());
              for (std::uint32_t i = 0; i < 300; ++i) self.expect(!self.test(handle), "nothing is sent");
              self.cancel(handle);
              self.wait(handle);
            }),
      right("two_messages_fill_the_buffer", 2,
            [](Node& self) {
              PayloadBytes data(2048);
              for (std::uint32_t i = 0; own_number(self) == 0 && i < 2; ++i)
                self.send(node_numbered(1), data, tagged_send_options(1));
              if (own_number(self) == 0) return self.signal(node_numbered(1), tag_numbered(2));
              self.receive(node_numbered(0), {}, tag_numbered(2));
              for (std::uint32_t i = 0; i < 2; ++i) self.receive(node_numbered(0), data, tag_numbered(1));
            },
            {.platforms = ProgramPlatforms::clock_on_and_system_buffer,
             .system_buffer_constant = "4KiB",
             .standard_sends = false,
             .allows_halved_buffers = false}),
      right("as_many_sends_as_buffers", 2,
            [](Node& self) {
              std::array<NumberBuffer, 2> boxes;
              std::vector<Handle> handles;
              for (std::uint32_t i = 0; own_number(self) == 0 && i < 2; ++i)
                handles.push_back(self.post_send(node_numbered(1), boxes.at(i).out(), tagged_send_options(i)));
              self.wait_all(handles);
              for (std::uint32_t i = 2; own_number(self) == 1 && i-- > 0;)
                self.receive(node_numbered(0), boxes.at(i).in(), tag_numbered(i));
            },
            {.platforms = ProgramPlatforms::cm5_with_clock_on, .send_buffers = "2", .allows_halved_buffers = false}),
      right("a_thousand_posted_receives", 2,
            [](Node& self) {
              std::vector<NumberBuffer> boxes(1000);
              std::vector<Handle> handles;
              for (NumberBuffer& buffer : boxes) {
                handles.push_back(own_number(self) == 0 ? self.post_receive(node_numbered(1), buffer.in())
                                                        : self.post_send(node_numbered(0), buffer.out()));
              }
              self.wait_all(handles);
            }),
  };
}

}  // namespace switchyard::corpus
