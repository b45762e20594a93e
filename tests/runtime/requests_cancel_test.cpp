/// Tests that messages that are too long for their receives, and requests that are cancelled or freed, behave as
/// node.hpp and MPI 3.1 say.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <span>
#include <vector>

#include "tests/runtime/requests_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

// --- messages that are too long -----------------------------------------------------------------------------------

/// Returns a program in which a message of `bytes` bytes is received into a buffer of `room` bytes. The receive is
/// posted after the message has come if `is_early` is true, and before it comes otherwise.
NodeProgram truncated_message_program(std::size_t bytes, std::size_t room, SendMode mode, bool is_early) {
  return two_node_program(
      [=](Node& self) {
        self.attach_buffer(kAmpleBufferBytes);
        const Bytes out = test_data(bytes, 1);
        if (!is_early) self.barrier();
        const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = mode}, out);
        if (is_early) self.barrier();
        self.wait(handle);
        self.detach_buffer();
      },
      [=](Node& self) {
        GuardedBuffer in(room);
        if (is_early) self.barrier();
        if (is_early) self.compute(1ms);
        ReceiveOptions cutting = TagSelector::any();
        cutting.truncates = true;
        const Handle handle = self.post_receive(kAnyNode, in.usable_bytes(), cutting);
        if (!is_early) self.barrier();
        const Received got = self.wait(handle);
        self.expect(got.bytes == bytes && got.truncated == (bytes > room), "cut if it is longer");
        self.expect(got.source == kNodeZero && got.tag == Tag{7} && !got.cancelled, "its label");
        self.expect(in.has_unchanged_guard_bytes(), "nothing outside is written");
        self.expect(is_test_data(in.usable_bytes().first(std::min(bytes, room)), 1), "its beginning");
      },
      1);
}

TEST(RequestsCorpus, AMessageTooLongIsCutWhenAskedFor) {
  for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
    for (const bool is_early : {false, true}) {
      expect_completion_on_all_test_machines(truncated_message_program(kMessageSizes[3], 16, mode, is_early));
      expect_completion_on_all_test_machines(truncated_message_program(300, 299, mode, is_early));
      expect_completion_on_all_test_machines(truncated_message_program(300, 300, mode, is_early));
      expect_completion_on_all_test_machines(truncated_message_program(8, 0, mode, is_early));
      expect_completion_on_all_test_machines(truncated_message_program(0, 0, mode, is_early));
    }
  }
}

TEST(RequestsCorpus, AMessageTooLongEndsTheRunOtherwise) {
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{300}, kMessageSizes[3]}) {
    for (const bool takes : {false, true}) {
      call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
        const auto program = two_node_program([=](Node& self) { send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1); },
                                              [=](Node& self) {
                                                Bytes in(bytes - 1);
                                                if (!takes) {
                                                  self.receive(kNodeZero, in, Tag{7});
                                                } else {
                                                  TakenMessage taken = self.matched_probe(kNodeZero, Tag{7});
                                                  self.receive(taken, in);
                                                }
                                              });
        EXPECT_THROW(run(machine, program, options), Error) << bytes;
      });
    }
  }
}

// --- cancelling ---------------------------------------------------------------------------------------------------

TEST(RequestsCorpus, AReceiveThatIsTakenBackLeavesTheMessageToTheNext) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          self.barrier();
          send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1);
        },
        [=](Node& self) {
          Bytes in(bytes, std::byte{3});
          const Handle handle = self.post_receive(kAnyNode, in, TagSelector::any());
          self.cancel(handle);
          self.expect(self.wait(handle).cancelled, "nothing was sent yet");
          self.barrier();
          receive_and_check_data(self, kNodeZero, Tag{7}, bytes, 1);
          self.expect(in == Bytes(bytes, std::byte{3}), "its buffer is as it was");
        },
        1));
  }
}

TEST(RequestsCorpus, OneOfManyReceivesIsTakenBack) {
  for (const std::uint32_t cancelled : {0U, 1U, 2U}) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          self.barrier();
          for (std::uint32_t i = 0; i < 2; ++i) send_data(self, kNodeOne, {.tag = Tag{7}}, 300, i);
        },
        [=](Node& self) {
          std::vector<Bytes> in(3, Bytes(300));
          std::vector<Handle> handles;
          for (std::uint32_t i = 0; i < 3; ++i)
            handles.push_back(self.post_receive(i == 1 ? kAnyNode : kNodeZero, in[i], Tag{7}));
          self.cancel(handles[cancelled]);
          self.barrier();
          std::uint64_t next = 0;
          for (std::uint32_t i = 0; i < 3; ++i) {
            self.expect(self.wait(handles[i]).cancelled == (i == cancelled), "that one and no other");
            if (i != cancelled) self.expect(is_test_data(in[i], next++), "in order");
          }
        },
        1));
  }
}

TEST(RequestsCorpus, AReceiveThatHasItsMessageIsNotTakenBack) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(
        two_node_program([=](Node& self) { send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1); },
                         [=](Node& self) {
                           self.probe(kNodeZero, Tag{7});
                           Bytes in(bytes);
                           const Handle handle = self.post_receive(kNodeZero, in, Tag{7});
                           self.cancel(handle);
                           check_received_message_envelope(self, self.wait(handle), kNodeZero, Tag{7}, bytes);
                           self.expect(is_test_data(in, 1), "its bytes");
                         }));
  }
}

/// Returns a program that cancels a send of this size and mode before its message is received, and then sends another
/// message.
NodeProgram program_cancelling_sends(std::size_t bytes, SendMode mode) {
  return two_node_program(
      [=](Node& self) {
        self.attach_buffer(bytes + 1);
        const Bytes out = test_data(bytes, 1);
        const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = mode}, out);
        self.barrier();
        self.compute(1ms);
        self.cancel(handle);
        tell_whether_send_was_cancelled(self, handle, mode);
        send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 2);
        self.detach_buffer();
      },
      [=](Node& self) {
        self.barrier();
        receive_unless_send_was_cancelled(self, bytes, 1);
        receive_and_check_data(self, kNodeZero, Tag{7}, bytes, 2);
        self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nothing else is there");
      },
      1);
}

/// In a run without a clock (ClockKind::off), the message for a receive that is cancelled may be in a lane (a queue
/// between two nodes) from which the receiver has not taken it yet.
TEST(RequestsCorpus, AReceiveWhoseMessageHasComeMeanwhileIsNotTakenBack) {
  expect_completion_on_all_test_machines(two_node_program(
      [](Node& self) {
        send_data(self, kNodeOne, {.tag = Tag{7}}, 8, 1);
        self.barrier();
      },
      [](Node& self) {
        Bytes in(8);
        const Handle handle = self.post_receive(kNodeZero, in, Tag{7});
        self.barrier();
        self.compute(1ms);
        self.cancel(handle);
        check_received_message_envelope(self, self.wait(handle), kNodeZero, Tag{7}, 8);
        self.expect(is_test_data(in, 1), "its bytes");
      },
      1));
}

TEST(RequestsCorpus, ASendThatNobodyHasReceivedIsTakenBack) {
  for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
    for (const std::size_t bytes : kMessageSizes) {
      SCOPED_TRACE(fmt::format("mode {}, {} B", static_cast<int>(mode), bytes));
      expect_runs_on_all_settings(program_cancelling_sends(bytes, mode));
      if (mode == SendMode::synchronous) expect_runs_with_little_buffer(program_cancelling_sends(bytes, mode));
    }
  }
}

TEST(RequestsCorpus, ASendIsTakenBackRightAfterItWasPosted) {
  for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
    for (const std::size_t bytes : kMessageSizes) {
      SCOPED_TRACE(fmt::format("mode {}, {} B", static_cast<int>(mode), bytes));
      const NodeProgram program = two_node_program(
          [=](Node& self) {
            self.attach_buffer(bytes + 1);
            const Bytes out = test_data(bytes, 1);
            const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = mode}, out);
            self.cancel(handle);
            tell_whether_send_was_cancelled(self, handle, mode);
            self.detach_buffer();
            send_data(self, kNodeOne, {.tag = Tag{8}}, bytes, 2);
          },
          [=](Node& self) {
            receive_unless_send_was_cancelled(self, bytes, 1);
            receive_and_check_data(self, kNodeZero, Tag{8}, bytes, 2);
            self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nothing else is there");
          });
      expect_runs_on_all_settings(program);
      if (mode == SendMode::synchronous) expect_runs_with_little_buffer(program);
    }
  }
}

/// In this test, cancelled sends had filled the system buffer or waited for room in it. Once they are cancelled, there
/// is room for later messages.
TEST(RequestsCorpus, SendsThatWereTakenBackTakeUpNoRoom) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          std::vector<Bytes> out(5, test_data(bytes, 1));
          std::vector<Handle> handles;
          for (const Bytes& data : out)
            handles.push_back(post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, data));
          self.compute(1ms);
          for (const Handle& handle : handles) self.cancel(handle);
          for (const Handle& handle : handles) self.expect(self.wait(handle).cancelled, "nobody receives it");
          send_data(self, kNodeOne, {.tag = Tag{8}}, 1000, 2);
          self.barrier();
        },
        [=](Node& self) {
          receive_and_check_data(self, kNodeZero, Tag{8}, 1000, 2);
          self.barrier();
        },
        1));
  }
}

TEST(RequestsCorpus, ASendInTheMiddleIsTakenBackAndTheOthersKeepTheirOrder) {
  for (const std::uint32_t cancelled : {0U, 1U, 2U, 3U}) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          std::vector<Bytes> out;
          for (std::uint32_t i = 0; i < 4; ++i) out.push_back(test_data(kMessageSizes[(i + cancelled) % 4], i));
          std::vector<Handle> handles;
          for (std::uint32_t i = 0; i < 4; ++i)
            handles.push_back(post_data_send(self, kNodeOne, {.tag = Tag{i}, .mode = SendMode::synchronous}, out[i]));
          self.cancel(handles[cancelled]);
          self.expect(self.wait(handles[cancelled]).cancelled, "nobody receives it");
          handles[cancelled] = {};
          self.barrier();
          self.wait_all(handles);
        },
        [=](Node& self) {
          self.barrier();
          for (std::uint32_t i = 0; i < 4; ++i) {
            if (i == cancelled) continue;
            Bytes in(kMessageSizes[3]);
            const Received got = self.receive(kNodeZero, in, TagSelector::any());
            check_received_message_envelope(self, got, kNodeZero, Tag{i}, kMessageSizes[(i + cancelled) % 4]);
            self.expect(is_test_data(std::span(in).first(got.bytes), i), "its bytes");
          }
        },
        1));
  }
}

TEST(RequestsCorpus, ASendThatWasReceivedIsNotTakenBack) {
  for (const SendMode mode : kSendModes) {
    for (const std::size_t bytes : kMessageSizes) {
      expect_completion_on_all_test_machines(two_node_program(
          [=](Node& self) {
            self.attach_buffer(bytes + 1);
            const Bytes out = test_data(bytes, 1);
            self.barrier();
            const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = mode}, out);
            self.barrier();
            self.cancel(handle);
            self.expect(!self.wait(handle).cancelled, "it was received");
            self.detach_buffer();
          },
          [=](Node& self) {
            Bytes in(bytes);
            const Handle handle = self.post_receive(kNodeZero, in, Tag{7});
            self.barrier();
            check_received_message_envelope(self, self.wait(handle), kNodeZero, Tag{7}, bytes);
            self.expect(is_test_data(in, 1), "its bytes");
            self.barrier();
          },
          2));
    }
  }
}

TEST(RequestsCorpus, SendsToANodeThatHasReturnedAreTakenBackHoweverMany) {
  const auto program = make_program_for_node_zero_only([](Node& self) {
    std::vector<Handle> handles;
    for (int i = 0; i < 20; ++i) handles.push_back(self.post_send(kNodeOne, {}, {.mode = SendMode::synchronous}));
    for (const Handle& handle : handles) self.cancel(handle);
    for (const Handle& handle : handles) self.expect(self.wait(handle).cancelled, "nobody receives it");
  });
  expect_completion_on_all_test_machines(program);
  for (int round = 0; round < 100; ++round) {
    RunOptions few;
    few.clock = ClockKind::off;
    few.mailbox_capacity = 2;
    few.executor = executors_under_test().back();
    EXPECT_NO_THROW(run(machines_with_little_buffer()[0], program, few));
  }
}

/// Returns a program in which a send is cancelled at about the time at which its message is received. Either the
/// message is received, or the sender learns that the send was cancelled, and sends the message again.
NodeProgram make_program_racing_cancel_with_receive(std::size_t bytes, SendMode mode, Duration sender_waits,
                                                    Duration receiver_waits) {
  return two_node_program(
      [=](Node& self) {
        const Bytes out = test_data(bytes, 1);
        const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = mode}, out);
        self.compute(sender_waits);
        self.cancel(handle);
        const bool cancelled = self.wait(handle).cancelled;
        self.send(kNodeOne, cancelled ? out : Bytes{}, {.tag = Tag{cancelled ? 7U : 8U}});
      },
      [=](Node& self) {
        self.compute(receiver_waits);
        receive_and_check_data(self, kNodeZero, Tag{7}, bytes, 1);
        if (self.try_probe(kNodeZero, Tag{8})) return self.await_signal(kNodeZero, Tag{8});
        // If the cancel came too late, the sender sends another message that says so. If the send was cancelled, its
        // message was sent again, and no other message comes.
        Bytes in;
        const Handle word = self.post_receive(kNodeZero, in, Tag{8});
        self.compute(200ms);
        self.cancel(word);
        self.wait(word);
      });
}

TEST(RequestsCorpus, ASendIsEitherTakenBackOrReceived) {
  for (const std::size_t bytes : kMessageSizes) {
    for (const Duration wait : {0us, 20us, 60us, 100us, 150us, 250us, 400us, 1000us, 5000us}) {
      for (const Machine& machine : machines_with_little_buffer()) {
        for (const SendMode mode : {SendMode::standard, SendMode::synchronous}) {
          EXPECT_NO_THROW(run(machine, make_program_racing_cancel_with_receive(bytes, mode, wait, 100us)));
          EXPECT_NO_THROW(run(machine, make_program_racing_cancel_with_receive(bytes, mode, 100us, wait)));
        }
      }
    }
  }
}

TEST(RequestsCorpus, AReceiveIsEitherTakenBackOrHasItsMessage) {
  for (const std::size_t bytes : kMessageSizes) {
    for (const Duration wait : {0us, 20us, 60us, 100us, 150us, 250us, 400us, 1000us, 5000us}) {
      expect_completion_on_all_test_machines(two_node_program(
          [=](Node& self) {
            send_data(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, bytes, 1);
            send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 2);
          },
          [=](Node& self) {
            std::vector<Bytes> in(2, Bytes(bytes));
            const std::array handles{self.post_receive(kNodeZero, in[0], Tag{7}),
                                     self.post_receive(kNodeZero, in[1], Tag{7})};
            self.compute(wait);
            self.cancel(handles[1]);
            self.cancel(handles[0]);
            std::uint64_t next = 1;
            for (std::size_t i = 0; i < 2; ++i) {
              if (!self.wait(handles[i]).cancelled) self.expect(is_test_data(in[i], next++), "in order");
            }
            while (next < 3) receive_and_check_data(self, kNodeZero, Tag{7}, bytes, next++);
          }));
    }
  }
}

TEST(RequestsCorpus, EveryWayToWaitTellsWhatWasTakenBack) {
  expect_completion_on_all_test_machines(make_program_for_node_zero_only([](Node& self) {
    std::array<std::byte, 8> in{};
    const auto posted = [&](Tag tag) {
      const Handle handle = self.post_receive(kNodeOne, in, tag);
      self.cancel(handle);
      return handle;
    };
    Received result;
    std::array handles{posted(Tag{1})};
    self.expect(self.wait_any(handles, &result) == 0 && result.cancelled && handles[0].empty(), "wait_any");
    handles[0] = posted(Tag{2});
    result = {};
    self.expect(self.wait_some(handles, std::span(&result, 1)).size() == 1 && result.cancelled, "wait_some");
    handles[0] = posted(Tag{3});
    result = {};
    while (!self.test_any(handles, &result)) self.compute(1us);
    self.expect(result.cancelled && handles[0].empty(), "test_any");
    handles[0] = posted(Tag{4});
    result = {};
    while (self.test_some(handles, std::span(&result, 1)).empty()) self.compute(1us);
    self.expect(result.cancelled && handles[0].empty(), "test_some");
    handles[0] = posted(Tag{5});
    while (!self.test(handles[0]) || !self.test_all(handles)) self.compute(1us);
    self.expect(self.wait(handles[0]).cancelled, "test");
    handles[0] = posted(Tag{6});
    self.wait_all(handles);
    handles[0] = posted(Tag{7});
    self.wait_later(handles[0]);
    self.complete_later_waits();
    Handle freed = posted(Tag{8});
    self.free(freed);
    self.wait_freed();
  }));
}

// --- freed requests -----------------------------------------------------------------------------------------------

TEST(RequestsCorpus, FreedRequestsGoOnByThemselves) {
  for (const std::size_t bytes : kMessageSizes) {
    for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
      expect_completion_on_all_test_machines(two_node_program(
          [=](Node& self) {
            self.attach_buffer(bytes + 1);
            const Bytes out = test_data(bytes, 1);
            Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = mode}, out);
            self.free(handle);
            self.expect(handle.empty(), "the program does not hear of it any more");
            self.wait_freed();
            self.wait_freed();
            self.detach_buffer();
          },
          [=](Node& self) {
            Bytes in(bytes);
            Handle handle = self.post_receive(kNodeZero, in, Tag{7});
            self.free(handle);
            self.wait_freed();
            self.expect(is_test_data(in, 1), "its bytes");
          }));
    }
  }
}

TEST(RequestsCorpus, FreedRequestsWithoutDataNeedNotBeWaitedFor) {
  expect_completion_on_all_test_machines(two_node_program(
      [](Node& self) {
        for (int i = 0; i < 100; ++i) {
          Handle handle = self.post_send(kNodeOne, {}, {.tag = Tag{7}});
          self.free(handle);
        }
      },
      [](Node& self) {
        for (int i = 0; i < 100; ++i) self.receive(kNodeZero, {}, Tag{7});
      }));
}

TEST(RequestsCorpus, RequestsThatAreDoneCanBeFreed) {
  expect_completion_on_all_test_machines(two_node_program(
      [](Node& self) {
        const Bytes out = test_data(300, 1);
        Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}}, out);
        while (!self.test(handle)) self.compute(1us);
        self.free(handle);
        self.wait_freed();
      },
      [](Node& self) {
        Bytes in(300);
        Handle handle = self.post_receive(kNodeZero, in, Tag{7});
        while (!self.test(handle)) self.compute(1us);
        self.free(handle);
        self.expect(is_test_data(in, 1), "its bytes");
        self.wait_freed();
      }));
}

/// In this test the node makes so many requests that the memory of earlier requests is used for later ones again and
/// again.
TEST(RequestsCorpus, ManyFreedAndBufferedSendsAllArrive) {
  constexpr std::uint32_t kMany = 500;
  expect_completion_on_all_test_machines(two_node_program(
      [](Node& self) {
        self.attach_buffer(kMany * 24);
        std::vector<Bytes> out;
        for (std::uint32_t i = 0; i < kMany; ++i) out.push_back(test_data(24, i));
        for (std::uint32_t i = 0; i < kMany; ++i) {
          Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{i % 7}, .mode = kSendModes[i % 2 * 3]}, out[i]);
          self.free(handle);
        }
        self.wait_freed();
        self.detach_buffer();
      },
      [](Node& self) {
        for (std::uint32_t i = 0; i < kMany; ++i) receive_and_check_data(self, kNodeZero, Tag{i % 7}, 24, i);
      }));
}

}  // namespace
}  // namespace switchyard
