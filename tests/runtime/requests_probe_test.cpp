/// Tests that probes behave as node.hpp and MPI 3.1 say.

#include <gtest/gtest.h>

#include <array>

#include "tests/runtime/requests_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

// --- probes -------------------------------------------------------------------------------------------------------

TEST(RequestsCorpus, AProbeTellsOfTheMessageAndLeavesIt) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) { send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1); },
        [=](Node& self) {
          for (int i = 0; i < 3; ++i)
            check_received_message_envelope(self, self.probe(kNodeZero, Tag{7}), kNodeZero, Tag{7}, bytes);
          check_received_message_envelope(self, self.probe(kAnyNode, TagSelector::any()), kNodeZero, Tag{7}, bytes);
          const auto again = self.try_probe(kAnyNode, TagSelector::masked(Tag{1}, 1));
          self.expect(again.has_value(), "what was there is there");
          check_received_message_envelope(self, *again, kNodeZero, Tag{7}, bytes);
          receive_and_check_data(self, kNodeZero, Tag{7}, bytes, 1);
          self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nothing is left");
        }));
  }
}

TEST(RequestsCorpus, PollingWithTryProbeFindsTheMessageAtLast) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          self.compute(100us);
          send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1);
        },
        [=](Node& self) {
          std::optional<Received> found;
          while (!found) found = self.try_probe(kNodeZero, Tag{7});
          check_received_message_envelope(self, *found, kNodeZero, Tag{7}, bytes);
          receive_and_check_data(self, kNodeZero, Tag{7}, bytes, 1);
        }));
  }
}

TEST(RequestsCorpus, AMatchedProbeTakesTheMessage) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(
        two_node_program([=](Node& self) { send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1); },
                         [=](Node& self) {
                           TakenMessage taken = self.matched_probe(kAnyNode, TagSelector::any());
                           self.expect(!taken.empty(), "there is one");
                           check_received_message_envelope(self, taken.envelope(), kNodeZero, Tag{7}, bytes);
                           self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nobody else sees it");
                           self.expect(!self.try_matched_probe(kNodeZero, Tag{7}), "nobody else takes it");
                           Bytes in(bytes);
                           check_received_message_envelope(self, self.receive(taken, in), kNodeZero, Tag{7}, bytes);
                           self.expect(taken.empty(), "the message is received");
                           self.expect(is_test_data(in, 1), "its bytes");
                         }));
  }
}

TEST(RequestsCorpus, PollingWithTryMatchedProbeTakesTheMessageAtLast) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          self.compute(100us);
          send_data(self, kNodeOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, bytes, 1);
        },
        [=](Node& self) {
          std::optional<TakenMessage> taken;
          while (!taken) taken = self.try_matched_probe(kNodeZero, Tag{7});
          Bytes in(bytes);
          Handle handle = self.post_receive(*taken, in);
          self.expect(taken->empty(), "it has its receive");
          check_received_message_envelope(self, self.wait(handle), kNodeZero, Tag{7}, bytes);
          self.expect(is_test_data(in, 1), "its bytes");
        }));
  }
}

TEST(RequestsCorpus, TakenMessagesAreReceivedInAnyOrder) {
  constexpr std::uint32_t kMany = 5;
  expect_completion_on_buffering_machines(two_node_program(
      [](Node& self) {
        for (std::uint32_t i = 0; i < kMany; ++i) send_data(self, kNodeOne, {.tag = Tag{7}}, kMessageSizes[i % 4], i);
      },
      [](Node& self) {
        std::array<TakenMessage, kMany> taken;
        for (auto& one : taken) one = self.matched_probe(kNodeZero, Tag{7});
        for (std::uint32_t i = kMany; i-- > 0;) {
          Bytes in(kMessageSizes[i % 4]);
          check_received_message_envelope(self, self.receive(taken[i], in), kNodeZero, Tag{7}, in.size());
          self.expect(is_test_data(in, i), "in the order of sending");
        }
      }));
}

TEST(RequestsCorpus, AReceiveGetsTheMessageAfterTheTakenOne) {
  for (const std::size_t first : kMessageSizes) {
    for (const std::size_t second : kMessageSizes) {
      expect_completion_on_buffering_machines(two_node_program(
          [=](Node& self) {
            send_data(self, kNodeOne, {.tag = Tag{7}}, first, 1);
            send_data(self, kNodeOne, {.tag = Tag{7}}, second, 2);
          },
          [=](Node& self) {
            TakenMessage taken = self.matched_probe(kNodeZero, Tag{7});
            check_received_message_envelope(self, taken.envelope(), kNodeZero, Tag{7}, first);
            receive_and_check_data(self, kNodeZero, Tag{7}, second, 2);
            Bytes in(first);
            self.receive(taken, in);
            self.expect(is_test_data(in, 1), "the first one's bytes");
          }));
    }
  }
}

TEST(RequestsCorpus, WhatAPostedReceiveGetsNoProbeFinds) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(two_node_program(
        [=](Node& self) {
          send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1);
          send_data(self, kNodeOne, {.tag = Tag{7}}, 16, 2);
        },
        [=](Node& self) {
          Bytes in(bytes);
          const Handle handle = self.post_receive(kNodeZero, in, Tag{7});
          check_received_message_envelope(self, self.probe(kNodeZero, Tag{7}), kNodeZero, Tag{7}, 16);
          TakenMessage taken = self.matched_probe(kAnyNode, Tag{7});
          check_received_message_envelope(self, taken.envelope(), kNodeZero, Tag{7}, 16);
          Bytes second(16);
          self.receive(taken, second);
          self.expect(is_test_data(second, 2), "the second one's bytes");
          check_received_message_envelope(self, self.wait(handle), kNodeZero, Tag{7}, bytes);
          self.expect(is_test_data(in, 1), "the first one's bytes");
        }));
  }
}

TEST(RequestsCorpus, AProbeSeesOnlyItsContextAndItsMask) {
  constexpr Context kOther{kFirstFreeContext};
  expect_completion_on_buffering_machines(two_node_program(
      [](Node& self) {
        send_data(self, kNodeOne, {.tag = Tag{0x15}, .context = kOther}, 8, 1);
        send_data(self, kNodeOne, {.tag = Tag{0x25}}, 16, 2);
        send_data(self, kNodeOne, {.tag = Tag{0x36}}, 24, 3);
      },
      [](Node& self) {
        check_received_message_envelope(self, self.probe(kNodeZero, TagSelector::masked(Tag{0x06}, 0x0f)), kNodeZero,
                                        Tag{0x36}, 24);
        check_received_message_envelope(self, self.probe(kNodeZero, TagSelector::any()), kNodeZero, Tag{0x25}, 16);
        check_received_message_envelope(self, self.probe(kAnyNode, TagSelector::any(kOther)), kNodeZero, Tag{0x15}, 8);
        self.expect(!self.try_probe(kAnyNode, Tag{0x15}), "not in this context");
        self.expect(!self.try_matched_probe(kAnyNode, TagSelector::masked(Tag{0x05}, 0x0f, Context{17})), "nor there");
        TakenMessage taken = self.matched_probe(kAnyNode, TagSelector::masked(Tag{0x05}, 0x0f, kOther));
        check_received_message_envelope(self, taken.envelope(), kNodeZero, Tag{0x15}, 8);
        Bytes in(8);
        self.receive(taken, in);
        self.expect(is_test_data(in, 1), "the one of the other context");
        receive_and_check_data(self, kNodeZero, TagSelector::masked(Tag{0x30}, 0xf0), 24, 3);
        receive_and_check_data(self, kAnyNode, TagSelector::any(), 16, 2);
      }));
}

TEST(RequestsCorpus, WhatABlockingProbeFindsCanBeReceivedByItsEnvelope) {
  expect_completion_on_all_test_machines([](Node& self) {
    constexpr std::uint32_t kEach = 4;
    if (self.id() != kNodeZero) {
      for (std::uint32_t i = 0; i < kEach; ++i)
        send_data(self, kNodeZero, {.tag = Tag{i}}, kMessageSizes[i], index(self.id()) * 10 + i);
      return;
    }
    std::array<std::uint32_t, 4> next{};
    for (std::uint32_t i = 0; i < 3 * kEach; ++i) {
      const Received found = self.probe(kAnyNode, TagSelector::any());
      const std::uint32_t number = next.at(index(found.source))++;
      self.expect(found.tag == Tag{number}, "in each sender's order");
      receive_and_check_data(self, found.source, found.tag, kMessageSizes.at(number),
                             index(found.source) * 10 + number);
    }
  });
}

TEST(RequestsCorpus, ManySendersManyMatchedProbes) {
  expect_completion_on_all_test_machines([](Node& self) {
    constexpr std::uint32_t kEach = 6;
    if (self.id() != kNodeZero) {
      for (std::uint32_t i = 0; i < kEach; ++i)
        send_data(self, kNodeZero, {.tag = Tag{3}, .mode = i % 2 == 0 ? SendMode::synchronous : SendMode::standard},
                  kMessageSizes[i % 4], index(self.id()) * 10 + i);
      return;
    }
    std::array<std::uint32_t, 4> next{};
    for (std::uint32_t i = 0; i < 3 * kEach; ++i) {
      TakenMessage taken = self.matched_probe(kAnyNode, TagSelector::any());
      const Received found = taken.envelope();
      Bytes in(found.bytes);
      self.receive(taken, in);
      self.expect(is_test_data(in, index(found.source) * 10 + next.at(index(found.source))++),
                  "in each sender's order");
    }
  });
}

TEST(RequestsCorpus, ATakenMessageTooLongForItsBufferIsCutWhereThatIsAskedFor) {
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{300}, kMessageSizes[3]}) {
    expect_completion_on_all_test_machines(
        two_node_program([=](Node& self) { send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1); },
                         [=](Node& self) {
                           TakenMessage taken = self.matched_probe(kNodeZero, Tag{7});
                           GuardedBuffer in(5);
                           const Received got = self.receive(taken, in.usable_bytes(), true);
                           self.expect(got.truncated && got.bytes == bytes, "cut, and how long it was");
                           self.expect(in.has_unchanged_guard_bytes() && is_test_data(in.usable_bytes(), 1),
                                       "its beginning, and no more");
                         }));
  }
}

TEST(RequestsCorpus, AReceiveOfATakenMessageCannotBeCancelled) {
  for (const std::size_t bytes : kMessageSizes) {
    expect_completion_on_all_test_machines(
        two_node_program([=](Node& self) { send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1); },
                         [=](Node& self) {
                           TakenMessage taken = self.matched_probe(kNodeZero, Tag{7});
                           Bytes in(bytes);
                           const Handle handle = self.post_receive(taken, in);
                           self.cancel(handle);
                           check_received_message_envelope(self, self.wait(handle), kNodeZero, Tag{7}, bytes);
                           self.expect(is_test_data(in, 1), "its bytes");
                         }));
  }
}

/// Once a matched probe has taken a message, the sender can no longer take the message back.
TEST(RequestsCorpus, ASendWhoseMessageAMatchedProbeHasTakenCannotBeCancelled) {
  for (const std::size_t bytes : kMessageSizes) {
    for (const SendMode mode : {SendMode::standard, SendMode::synchronous}) {
      expect_completion_on_all_test_machines(two_node_program(
          [=](Node& self) {
            const Bytes out = test_data(bytes, 1);
            const Handle handle = post_data_send(self, kNodeOne, {.tag = Tag{7}, .mode = mode}, out);
            self.barrier();
            self.cancel(handle);
            self.barrier();
            self.expect(!self.wait(handle).cancelled, "it was taken before");
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
}

TEST(RequestsCorpus, ATakenMessageThatIsNeverReceivedIsLeftOver) {
  for (const std::size_t bytes : kMessageSizes) {
    call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
      if (!may_store_messages(machine)) return;
      const auto program = two_node_program([=](Node& self) { send_data(self, kNodeOne, {.tag = Tag{7}}, bytes, 1); },
                                            [](Node& self) { std::ignore = self.matched_probe(kNodeZero, Tag{7}); });
      EXPECT_THROW(run(machine, program, options), DataError) << bytes;
    });
  }
}

}  // namespace
}  // namespace switchyard
