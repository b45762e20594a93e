/// Tests that modes of sending, and messages of a node to itself, behave as node.hpp and MPI 3.1 say.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "runtime/wait_graph.hpp"
#include "tests/runtime/requests_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

// --- modes of sending ---------------------------------------------------------------------------------------------

TEST(RequestsCorpus, ASynchronousSendIsNotDoneBeforeItsReceive) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          const Bytes out = test_data(bytes, 1);
          const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, out);
          self.barrier();
          self.compute(1ms);
          for (int i = 0; i < 3; ++i) self.expect(!self.test(handle), "no receive is posted");
          self.barrier();
          self.wait(handle);
        },
        [=](Node& self) {
          self.barrier();
          self.barrier();
          receive_and_check_data(self, kNodeZero, Tag{7}, bytes, 1);
        },
        2));
  }
}

/// A synchronous send is complete when its receive is posted, whatever else the receiving node is waiting for.
TEST(RequestsCorpus, ASynchronousSendIsDoneWhileItsReceiverWaitsForAnotherNode) {
  for (const std::size_t bytes : kMessageSizes) {
    for (const bool has_company : {false, true}) {
      expect_completion_on_all_test_machines([=](Node& self) {
        if (self.id() == kNodeOne) {
          Bytes in(bytes);
          const Handle handle = self.post_receive(NodeId{2}, in, Tag{7});
          receive_and_check_data(self, kNodeZero, Tag{8}, 0, 0);
          self.wait(handle);
          self.expect(is_test_data(in, 1), "its bytes");
          if (has_company) receive_and_check_data(self, NodeId{2}, Tag{6}, 8, 2);
        } else if (self.id() == NodeId{2}) {
          self.compute(2ms);
          const Bytes other = test_data(8, 2);
          const Handle before = has_company ? post_data_send(self, kNodeOne, {.tag = Tag{6}}, other) : Handle{};
          const Bytes out = test_data(bytes, 1);
          const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, out);
          self.wait(handle);
          self.signal(kNodeZero, Tag{9});
          if (has_company) self.wait(before);
        } else if (self.id() == kNodeZero) {
          receive_and_check_data(self, NodeId{2}, Tag{9}, 0, 0);
          self.signal(kNodeOne, Tag{8});
        }
      });
    }
  }
}

/// A synchronous send is complete only if its receive has started to receive (MPI 3.1, sec. 3.4). A matched probe takes
/// the message but does not receive it.
TEST(RequestsCorpus, ASynchronousSendIsNotDoneWhenAMatchedProbeHasOnlyTakenIt) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          const Bytes out = test_data(bytes, 1);
          const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, out);
          self.barrier();
          self.compute(1ms);
          self.expect(!self.test(handle), "nobody has received it");
          self.barrier();
          self.wait(handle);
        },
        [=](Node& self) {
          TakenMessage taken = self.matched_probe(kNodeZero, Tag{7});
          self.barrier();
          self.barrier();
          Bytes in(bytes);
          self.receive(taken, in);
          self.expect(is_test_data(in, 1), "its bytes");
        },
        2));
  }
}

TEST(RequestsCorpus, ABufferedSendIsDoneAtOnceAndItsDataCopied) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          self.attach_buffer(kAmpleBufferBytes);
          Bytes out = test_data(bytes, 1);
          self.send(kNodeOne, out, {.tag = Tag{7}, .mode = SendMode::buffered});
          std::ranges::fill(out, std::byte{0});
          const Handle handle = self.post_send(kNodeOne, out, {.tag = Tag{8}, .mode = SendMode::buffered});
          self.expect(self.test(handle), "done at once");
          self.wait(handle);
          std::ranges::fill(out, std::byte{1});
          self.barrier();
          self.expect(self.detach_buffer() == kAmpleBufferBytes, "its size");
        },
        [=](Node& self) {
          self.barrier();
          receive_and_check_data(self, kNodeZero, Tag{7}, bytes, 1);
          Bytes in(bytes);
          self.receive(kNodeZero, in, Tag{8});
          self.expect(in == Bytes(bytes), "what the buffer had then");
        },
        1));
  }
}

TEST(RequestsCorpus, HeadOnBufferedSendsDoNotBlock) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines([=](Node& self) {
      const NodeId partner = self.id() ^ 1U;
      self.attach_buffer(3 * bytes + 1);
      for (std::uint32_t i = 0; i < 3; ++i)
        send_data(self, partner, {.tag = Tag{i}, .mode = SendMode::buffered}, bytes, index(self.id()) + i);
      for (std::uint32_t i = 0; i < 3; ++i) receive_and_check_data(self, partner, Tag{i}, bytes, index(partner) + i);
      self.detach_buffer();
    });
  }
}

TEST(RequestsCorpus, MessagesOfOneSenderKeepTheirOrderAcrossModesAndSizes) {
  for (const SendMode first : kSendModes) {
    for (const SendMode second : kSendModes) {
      if (first == SendMode::ready || second == SendMode::ready) continue;
      expect_completion_on_all_test_machines(two_node_program(
          [=](Node& self) {
            self.attach_buffer(kAmpleBufferBytes);
            std::vector<Bytes> out;
            for (std::uint32_t i = 0; i < 8; ++i) out.push_back(test_data(kMessageSizes[(7 - i) % 4], i));
            std::vector<Handle> handles;
            for (std::uint32_t i = 0; i < 8; ++i)
              handles.push_back(
                  post_data_send(self, kNodeOne, {.tag = Tag{i}, .mode = i % 2 == 0 ? first : second}, out[i]));
            self.wait_all(handles);
            self.detach_buffer();
          },
          [=](Node& self) {
            for (std::uint32_t i = 0; i < 8; ++i) {
              Bytes in(kMessageSizes[3]);
              const Received got = self.receive(i % 3 == 0 ? kAnyNode : kNodeZero, in, TagSelector::any());
              check_received_message_envelope(self, got, kNodeZero, Tag{i}, kMessageSizes[(7 - i) % 4]);
              self.expect(is_test_data(std::span(in).first(got.bytes), i), "its bytes");
            }
          }));
    }
  }
}

TEST(RequestsCorpus, PostedReceivesGetTheMessagesOfOneSenderInOrderAcrossModes) {
  expect_completion_on_all_test_machines(two_node_program(
      [](Node& self) {
        self.attach_buffer(kAmpleBufferBytes);
        self.barrier();
        for (std::uint32_t i = 0; i < 16; ++i)
          send_data(self, kNodeOne, {.tag = Tag{i}, .mode = kSendModes[(i + i / 4) % 4]},
                    kMessageSizes[(3 * i + i / 4) % 4], i);
        self.detach_buffer();
      },
      [](Node& self) {
        std::vector<Bytes> in(16, Bytes(kMessageSizes[3]));
        std::vector<Handle> handles;
        for (std::uint32_t i = 0; i < 16; ++i)
          handles.push_back(self.post_receive(i % 3 == 0 ? kNodeZero : kAnyNode, in[i], TagSelector::any()));
        self.barrier();
        for (std::uint32_t i = 16; i-- > 0;) {
          const Received got = self.wait(handles[i]);
          check_received_message_envelope(self, got, kNodeZero, Tag{i}, kMessageSizes[(3 * i + i / 4) % 4]);
          self.expect(is_test_data(std::span(in[i]).first(got.bytes), i), "its bytes");
        }
      },
      1));
}

/// A buffered send is complete at once. It must not delay later messages to other nodes, even if its message is not
/// received yet.
TEST(RequestsCorpus, ABufferedSendThatNobodyReceivesYetHoldsUpNoOtherReceiver) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_runs_on_all_settings([=](Node& self) {
      if (self.id() == kNodeZero) {
        self.attach_buffer(bytes + 1);
        send_data(self, kNodeOne, {.tag = Tag{1}, .mode = SendMode::buffered}, bytes, 1);
        send_data(self, NodeId{2}, {.tag = Tag{2}, .mode = SendMode::synchronous}, bytes, 2);
        self.detach_buffer();
      } else if (self.id() == kNodeOne) {
        receive_and_check_data(self, NodeId{2}, Tag{3}, 0, 0);
        receive_and_check_data(self, kNodeZero, Tag{1}, bytes, 1);
      } else if (self.id() == NodeId{2}) {
        receive_and_check_data(self, kNodeZero, Tag{2}, bytes, 2);
        self.signal(kNodeOne, Tag{3});
      }
    });
  }
}

TEST(RequestsCorpus, BufferedMessagesToOneReceiverAreReceivedInAnyOrder) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_buffering_machines(two_node_program(
        [=](Node& self) {
          self.attach_buffer(4 * bytes + 1);
          for (std::uint32_t i = 0; i < 4; ++i)
            send_data(self, kNodeOne, {.tag = Tag{i}, .mode = SendMode::buffered}, bytes, i);
          self.detach_buffer();
        },
        [=](Node& self) {
          for (std::uint32_t i = 4; i-- > 0;) receive_and_check_data(self, kNodeZero, Tag{i}, bytes, i);
        }));
  }
}

TEST(RequestsCorpus, ABufferIsUsedAgainOnceItsMessageHasLeft) {
  expect_completion_on_all_test_machines(two_node_program(
      [](Node& self) {
        self.attach_buffer(300);
        for (std::uint32_t i = 0; i < 5; ++i) {
          send_data(self, kNodeOne, {.tag = Tag{i}, .mode = SendMode::buffered}, 300, i);
          receive_and_check_data(self, kNodeOne, Tag{9}, 0, 0);
          self.wait_freed();
        }
        self.expect(self.detach_buffer() == 300, "its size");
        self.attach_buffer(20);
        send_data(self, kNodeOne, {.tag = Tag{6}, .mode = SendMode::buffered}, 10, 6);
        send_data(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::buffered}, 10, 7);
        self.expect(self.detach_buffer() == 20, "its size");
      },
      [](Node& self) {
        for (std::uint32_t i = 0; i < 5; ++i) {
          receive_and_check_data(self, kNodeZero, Tag{i}, 300, i);
          self.signal(kNodeZero, Tag{9});
        }
        receive_and_check_data(self, kNodeZero, Tag{6}, 10, 6);
        receive_and_check_data(self, kNodeZero, Tag{7}, 10, 7);
      }));
}

TEST(RequestsCorpus, AReadySendFindsItsPostedReceive) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          self.barrier();
          send_data(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::ready}, bytes, 1);
        },
        [=](Node& self) {
          Bytes in(bytes);
          const Handle handle = self.post_receive(kAnyNode, in, TagSelector::any());
          self.barrier();
          check_received_message_envelope(self, self.wait(handle), kNodeZero, Tag{7}, bytes);
          self.expect(is_test_data(in, 1), "its bytes");
        },
        1));
  }
}

TEST(RequestsCorpus, AReadySendWithoutItsReceiveEndsTheRun) {
  for (const std::size_t bytes : kMessageSizes) {
    call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
      const auto program = two_node_program(
          [=](Node& self) {
            send_data(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::ready}, bytes, 1);
            self.barrier();
          },
          [=](Node& self) {
            Bytes other(bytes);
            const Handle handle = self.post_receive(kNodeZero, other, Tag{8});
            self.barrier();
            receive_and_check_data(self, kNodeZero, Tag{7}, bytes, 1);
            self.wait(handle);
          },
          1);
      EXPECT_THROW(run(machine, program, options), Error) << bytes;
    });
  }
}

/// A send in ready mode needs a posted receive; a probe does not count as one.
TEST(RequestsCorpus, AProbeThatWaitsIsNoReceiveForAReadySend) {
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    const auto program = two_node_program(
        [](Node& self) {
          self.compute(10ms);
          send_data(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::ready}, 8, 1);
        },
        [](Node& self) {
          self.probe(kNodeZero, Tag{7});
          receive_and_check_data(self, kNodeZero, Tag{7}, 8, 1);
        });
    EXPECT_THROW(run(machine, program, options), Error);
  });
}

NodeProgram head_on_send_program(std::size_t bytes) {
  return [=](Node& self) {
    const NodeId partner = self.id() ^ 1U;
    send_data(self, partner, {.tag = Tag{1}}, bytes, index(self.id()));
    receive_and_check_data(self, partner, Tag{1}, bytes, index(partner));
  };
}

TEST(RequestsCorpus, StandardSendsWaitFromTheSizeThatTheRunSays) {
  call_for_each_machine_clock_executor([&](const Machine& machine, RunOptions options) {
    options.standard_sends = StandardSendRule::synchronous_from_size(8);
    EXPECT_THROW(run(machine, head_on_send_program(8), options), DeadlockError);
    EXPECT_THROW(run(machine, head_on_send_program(kMessageSizes[3]), options), DeadlockError);
    if (may_store_messages(machine)) {
      EXPECT_NO_THROW(run(machine, head_on_send_program(7), options));
    }
    options.standard_sends = StandardSendRule::synchronous_from_size(0);
    EXPECT_THROW(run(machine, head_on_send_program(0), options), DeadlockError);
  });
}

TEST(RequestsCorpus, StandardSendsThatAreAlwaysBufferedNeverWait) {
  for (const std::size_t bytes : kMessageSizes) {
    call_for_each_machine_clock_executor([&](const Machine& machine, RunOptions options) {
      options.standard_sends = StandardSendRule::always_buffered();
      EXPECT_NO_THROW(run(machine, head_on_send_program(bytes), options));
    });
  }
}

// --- messages of a node to itself ---------------------------------------------------------------------------------

TEST(RequestsCorpus, AMessageToOneselfIsReceivedInEveryMode) {
  for (const SendMode mode : kSendModes) {
    for (const std::size_t bytes : kMessageSizes) {
      expect_completion_on_all_test_machines([=](Node& self) {
        self.attach_buffer(bytes + 1);
        Bytes in(bytes);
        const Handle handle = self.post_receive(self.id(), in, Tag{1});
        send_data(self, self.id(), {.tag = Tag{1}, .mode = mode}, bytes, 1);
        check_received_message_envelope(self, self.wait(handle), self.id(), Tag{1}, bytes);
        self.expect(is_test_data(in, 1), "its bytes");
        self.detach_buffer();
      });
    }
  }
}

TEST(RequestsCorpus, AMessageToOneselfMayBeSentFirst) {
  for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
    for (const std::size_t bytes : kMessageSizes) {
      expect_completion_on_all_test_machines([=](Node& self) {
        self.attach_buffer(bytes + 1);
        const Bytes out = test_data(bytes, 1);
        const Handle handle = post_data_send(self, self.id(), {.tag = Tag{1}, .mode = mode}, out);
        receive_and_check_data(self, self.id(), Tag{1}, bytes, 1);
        self.wait(handle);
        self.detach_buffer();
      });
    }
  }
}

TEST(RequestsCorpus, MessagesToOneselfAreProbedTakenAndKeptInOrder) {
  expect_completion_on_buffering_machines([](Node& self) {
    std::vector<Bytes> out;
    for (std::uint32_t i = 0; i < 8; ++i) out.push_back(test_data(kMessageSizes[i % 4], i));
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < 8; ++i)
      handles.push_back(post_data_send(
          self, self.id(), {.tag = Tag{3}, .mode = i % 3 == 0 ? SendMode::synchronous : SendMode::standard}, out[i]));
    check_received_message_envelope(self, self.probe(self.id(), Tag{3}), self.id(), Tag{3}, 0);
    TakenMessage first = self.matched_probe(kAnyNode, TagSelector::any());
    check_received_message_envelope(self, first.envelope(), self.id(), Tag{3}, 0);
    for (std::uint32_t i = 1; i < 8; ++i)
      receive_and_check_data(self, i % 2 == 0 ? kAnyNode : self.id(), Tag{3}, kMessageSizes[i % 4], i);
    self.receive(first, {});
    self.wait_all(handles);
  });
}

TEST(RequestsCorpus, AMessageToOneselfDoesNotPassOneForWhichThereIsNoRoom) {
  expect_completion_on_all_test_machines([](Node& self) {
    const Bytes large = test_data(3000, 1), small = test_data(12, 2), other = test_data(8, 3);
    std::vector<Handle> handles{post_data_send(self, self.id(), {.tag = Tag{1}}, large)};
    handles.push_back(post_data_send(self, self.id(), {.tag = Tag{1}}, small));
    handles.push_back(post_data_send(self, self.id(), {.tag = Tag{2}}, other));
    receive_and_check_data(self, self.id(), Tag{2}, 8, 3);
    receive_and_check_data(self, self.id(), Tag{1}, 3000, 1);
    receive_and_check_data(self, kAnyNode, Tag{1}, 12, 2);
    self.wait_all(handles);
  });
}

TEST(RequestsCorpus, OneselfAndOthersMeetInOneReceiveFromAnyNode) {
  expect_completion_on_all_test_machines([](Node& self) {
    if (self.id() != kNodeZero) return send_data(self, kNodeZero, {.tag = Tag{1}}, 300, index(self.id()));
    const Bytes out = test_data(300, 0);
    std::vector<Bytes> in(4, Bytes(300));
    std::vector<Handle> handles;
    for (auto& buffer : in) handles.push_back(self.post_receive(kAnyNode, buffer, Tag{1}));
    self.send(kNodeZero, out, {.tag = Tag{1}});
    std::array<bool, 4> seen{};
    for (std::uint32_t i = 0; i < 4; ++i) {
      const Received got = self.wait(handles[i]);
      self.expect(!std::exchange(seen.at(index(got.source)), true), "one from each");
      self.expect(is_test_data(in[i], index(got.source)), "its bytes");
    }
  });
}

TEST(RequestsCorpus, AMessageToOneselfCanBeCancelledAndCut) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines([=](Node& self) {
      const Bytes out = test_data(bytes, 1);
      const Handle sent = post_data_send(self, self.id(), {.tag = Tag{1}, .mode = SendMode::synchronous}, out);
      self.cancel(sent);
      self.expect(self.wait(sent).cancelled, "nobody had received it");
      self.expect(!self.try_probe(self.id(), Tag{1}), "it is gone");
      GuardedBuffer in(4);
      ReceiveOptions cutting(Tag{1});
      cutting.truncates = true;
      const Handle receive = self.post_receive(self.id(), in.usable_bytes(), cutting);
      self.send(self.id(), out, {.tag = Tag{1}});
      const Received got = self.wait(receive);
      self.expect(got.bytes == bytes && got.truncated == (bytes > 4), "cut if it is longer");
      self.expect(
          in.has_unchanged_guard_bytes() && is_test_data(in.usable_bytes().first(std::min<std::size_t>(bytes, 4)), 1),
          "its beginning");
    });
  }
}

TEST(RequestsCorpus, AnExchangeWithOneselfCopies) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines([=](Node& self) {
      const Bytes out = test_data(bytes, 1);
      Bytes in(bytes);
      self.exchange(self.id(), out, in, {.tag = Tag{4}});
      self.expect(is_test_data(in, 1), "its bytes");
    });
  }
}

}  // namespace
}  // namespace switchyard
