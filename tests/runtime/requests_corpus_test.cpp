/// Probes, modes of sending, cancelled, freed and persistent requests: what the header and MPI 3.1 say of them, on
/// every shipped machine, under every clock and on every executor.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/node.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/random_requests.hpp"
#include "tests/runtime/requests_corpus.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Part = std::function<void(Node&)>;

constexpr NodeId kZero{0};
constexpr NodeId kOne{1};
constexpr std::array<std::size_t, 4> kSizes{0, 8, 300, std::size_t{20} * 1024};
constexpr std::array kModes{SendMode::standard, SendMode::synchronous, SendMode::ready, SendMode::buffered};
constexpr std::uint64_t kAmpleBuffer = 1U << 20U;

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Node 0 runs the first, node 1 the second; the others nothing.
NodeProgram between(Part first, Part second) {
  return [first = std::move(first), second = std::move(second)](Node& self) {
    if (self.id() == kZero) first(self);
    if (self.id() == kOne) second(self);
  };
}

/// The same, and all nodes meet where a part calls barrier() so many times; the other nodes do only that.
NodeProgram between(Part first, Part second, int barriers) {
  return [first = std::move(first), second = std::move(second), barriers](Node& self) {
    if (self.id() == kZero) return first(self);
    if (self.id() == kOne) return second(self);
    for (int i = 0; i < barriers; ++i) self.barrier();
  };
}

NodeProgram alone(Part part) {
  return between(std::move(part), [](Node&) {});
}

/// Where a message that is not received at once waits outside, or nowhere at all.
std::vector<Machine> tight_machines() {
  return {machines::ipsc860({.nodes = 4, .system_buffer = 1024}),
          machines::mesh({.width = 2, .height = 2, .system_buffer = 1024}),
          fixed_delay_machine({.nodes = 4, .buffers = false})};
}

void runs_on_tight_settings(const NodeProgram& program) {
  for (const Machine& machine : tight_machines()) {
    for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::wall, ClockKind::off}) {
      for (const ExecutorKind executor : executors_under_test()) {
        if (clock == ClockKind::wall && executor == ExecutorKind::fibers) continue;
        SCOPED_TRACE(fmt::format("tight {}, clock {}, {}", machine.name(), name_of(clock), name_of(executor)));
        RunOptions options;
        options.clock = clock;
        options.executor = executor;
        EXPECT_NO_THROW(run(machine, program, options));
      }
    }
  }
}

void runs_everywhere(const NodeProgram& program) {
  runs_on_all_settings(program);
  runs_on_tight_settings(program);
}

/// Whether a send may be done, or a later one of its node go on, before its receive is posted.
bool stores(const Machine& machine) {
  const auto promise = machine.model().network_promise();
  return !promise || promise->stores;
}

void runs_where_messages_are_stored(const NodeProgram& program) {
  on_all_settings([&](const Machine& machine, const RunOptions& options) {
    if (!stores(machine)) return;
    EXPECT_NO_THROW(run(machine, program, options));
  });
}

void expect_got(Node& self, const Received& got, NodeId source, Tag tag, std::size_t bytes,
                CallSite site = CallSite::current()) {
  self.expect(!got.cancelled, "not cancelled", site);
  self.expect(got.source == source, "its source", site);
  self.expect(got.tag == tag, "its tag", site);
  self.expect(got.bytes == bytes, "its size", site);
  self.expect(!got.cut, "not cut", site);
}

void receive_data(Node& self, NodeId from, const ReceiveOptions& options, std::size_t bytes, std::uint64_t seed,
                  CallSite site = CallSite::current()) {
  Bytes in(bytes);
  const Received got = self.receive(from, in, options, site);
  self.expect(got.bytes == bytes && !got.cut && !got.cancelled, "all of it came", site);
  self.expect(is_data(in, seed), "the right bytes came", site);
}

void send_data(Node& self, NodeId to, MessageOptions options, std::size_t bytes, std::uint64_t seed,
               CallSite site = CallSite::current()) {
  const Bytes out = data_of(bytes, seed);
  self.send(to, out, options, site);
}

Handle post_data(Node& self, NodeId to, const MessageOptions& options, const Bytes& out) {
  return self.post_send(to, out, options);
}

/// Says whether the send of `handle`, which this node has cancelled, was taken back: what is complete never is, what
/// waits for its receive in synchronous mode always.
bool tell_taken_back(Node& self, const Handle& handle, SendMode mode) {
  const bool cancelled = self.wait(handle).cancelled;
  self.expect(cancelled || mode != SendMode::synchronous, "nobody had received it");
  const std::byte word{cancelled ? std::uint8_t{1} : std::uint8_t{0}};
  self.send(kOne, std::span(&word, 1), {.tag = Tag{9}});
  return cancelled;
}

/// Hears of that, and receives the message if it is there.
void hear_taken_back(Node& self, std::size_t bytes, std::uint64_t seed) {
  std::byte word{};
  self.receive(kZero, std::span(&word, 1), Tag{9});
  if (word == std::byte{0}) receive_data(self, kZero, Tag{7}, bytes, seed);
}

// --- probes
// -----------------------------------------------------------------------------------------------------------

TEST(RequestsCorpus, AProbeTellsOfTheMessageAndLeavesIt) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between([=](Node& self) { send_data(self, kOne, {.tag = Tag{7}}, bytes, 1); },
                            [=](Node& self) {
                              for (int i = 0; i < 3; ++i)
                                expect_got(self, self.probe(kZero, Tag{7}), kZero, Tag{7}, bytes);
                              expect_got(self, self.probe(kAnyNode, TagSelector::any()), kZero, Tag{7}, bytes);
                              const auto again = self.try_probe(kAnyNode, TagSelector::masked(Tag{1}, 1));
                              self.expect(again.has_value(), "what was there is there");
                              expect_got(self, *again, kZero, Tag{7}, bytes);
                              receive_data(self, kZero, Tag{7}, bytes, 1);
                              self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nothing is left");
                            }));
  }
}

TEST(RequestsCorpus, PollingWithTryProbeFindsTheMessageAtLast) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          self.compute(100us);
          send_data(self, kOne, {.tag = Tag{7}}, bytes, 1);
        },
        [=](Node& self) {
          std::optional<Received> found;
          while (!found) found = self.try_probe(kZero, Tag{7});
          expect_got(self, *found, kZero, Tag{7}, bytes);
          receive_data(self, kZero, Tag{7}, bytes, 1);
        }));
  }
}

TEST(RequestsCorpus, AMatchedProbeTakesTheMessage) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between([=](Node& self) { send_data(self, kOne, {.tag = Tag{7}}, bytes, 1); },
                            [=](Node& self) {
                              TakenMessage taken = self.matched_probe(kAnyNode, TagSelector::any());
                              self.expect(!taken.empty(), "there is one");
                              expect_got(self, taken.envelope(), kZero, Tag{7}, bytes);
                              self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nobody else sees it");
                              self.expect(!self.try_matched_probe(kZero, Tag{7}), "nobody else takes it");
                              Bytes in(bytes);
                              expect_got(self, self.receive(taken, in), kZero, Tag{7}, bytes);
                              self.expect(taken.empty(), "the message is received");
                              self.expect(is_data(in, 1), "its bytes");
                            }));
  }
}

TEST(RequestsCorpus, PollingWithTryMatchedProbeTakesTheMessageAtLast) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          self.compute(100us);
          send_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, bytes, 1);
        },
        [=](Node& self) {
          std::optional<TakenMessage> taken;
          while (!taken) taken = self.try_matched_probe(kZero, Tag{7});
          Bytes in(bytes);
          Handle handle = self.post_receive(*taken, in);
          self.expect(taken->empty(), "it has its receive");
          expect_got(self, self.wait(handle), kZero, Tag{7}, bytes);
          self.expect(is_data(in, 1), "its bytes");
        }));
  }
}

TEST(RequestsCorpus, TakenMessagesAreReceivedInAnyOrder) {
  constexpr std::uint32_t kMany = 5;
  runs_where_messages_are_stored(between(
      [](Node& self) {
        for (std::uint32_t i = 0; i < kMany; ++i) send_data(self, kOne, {.tag = Tag{7}}, kSizes[i % 4], i);
      },
      [](Node& self) {
        std::array<TakenMessage, kMany> taken;
        for (auto& one : taken) one = self.matched_probe(kZero, Tag{7});
        for (std::uint32_t i = kMany; i-- > 0;) {
          Bytes in(kSizes[i % 4]);
          expect_got(self, self.receive(taken[i], in), kZero, Tag{7}, in.size());
          self.expect(is_data(in, i), "in the order of sending");
        }
      }));
}

TEST(RequestsCorpus, AReceiveGetsTheMessageAfterTheTakenOne) {
  for (const std::size_t first : kSizes) {
    for (const std::size_t second : kSizes) {
      runs_where_messages_are_stored(between(
          [=](Node& self) {
            send_data(self, kOne, {.tag = Tag{7}}, first, 1);
            send_data(self, kOne, {.tag = Tag{7}}, second, 2);
          },
          [=](Node& self) {
            TakenMessage taken = self.matched_probe(kZero, Tag{7});
            expect_got(self, taken.envelope(), kZero, Tag{7}, first);
            receive_data(self, kZero, Tag{7}, second, 2);
            Bytes in(first);
            self.receive(taken, in);
            self.expect(is_data(in, 1), "the first one's bytes");
          }));
    }
  }
}

TEST(RequestsCorpus, WhatAPostedReceiveGetsNoProbeFinds) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          send_data(self, kOne, {.tag = Tag{7}}, bytes, 1);
          send_data(self, kOne, {.tag = Tag{7}}, 16, 2);
        },
        [=](Node& self) {
          Bytes in(bytes);
          const Handle handle = self.post_receive(kZero, in, Tag{7});
          expect_got(self, self.probe(kZero, Tag{7}), kZero, Tag{7}, 16);
          TakenMessage taken = self.matched_probe(kAnyNode, Tag{7});
          expect_got(self, taken.envelope(), kZero, Tag{7}, 16);
          Bytes second(16);
          self.receive(taken, second);
          self.expect(is_data(second, 2), "the second one's bytes");
          expect_got(self, self.wait(handle), kZero, Tag{7}, bytes);
          self.expect(is_data(in, 1), "the first one's bytes");
        }));
  }
}

TEST(RequestsCorpus, AProbeSeesOnlyItsContextAndItsMask) {
  constexpr Context kOther{kFirstFreeContext};
  runs_where_messages_are_stored(between(
      [](Node& self) {
        send_data(self, kOne, {.tag = Tag{0x15}, .context = kOther}, 8, 1);
        send_data(self, kOne, {.tag = Tag{0x25}}, 16, 2);
        send_data(self, kOne, {.tag = Tag{0x36}}, 24, 3);
      },
      [](Node& self) {
        expect_got(self, self.probe(kZero, TagSelector::masked(Tag{0x06}, 0x0f)), kZero, Tag{0x36}, 24);
        expect_got(self, self.probe(kZero, TagSelector::any()), kZero, Tag{0x25}, 16);
        expect_got(self, self.probe(kAnyNode, TagSelector::any(kOther)), kZero, Tag{0x15}, 8);
        self.expect(!self.try_probe(kAnyNode, Tag{0x15}), "not in this context");
        self.expect(!self.try_matched_probe(kAnyNode, TagSelector::masked(Tag{0x05}, 0x0f, Context{17})), "nor there");
        TakenMessage taken = self.matched_probe(kAnyNode, TagSelector::masked(Tag{0x05}, 0x0f, kOther));
        expect_got(self, taken.envelope(), kZero, Tag{0x15}, 8);
        Bytes in(8);
        self.receive(taken, in);
        self.expect(is_data(in, 1), "the one of the other context");
        receive_data(self, kZero, TagSelector::masked(Tag{0x30}, 0xf0), 24, 3);
        receive_data(self, kAnyNode, TagSelector::any(), 16, 2);
      }));
}

TEST(RequestsCorpus, WhatABlockingProbeFindsCanBeReceivedByItsEnvelope) {
  runs_everywhere([](Node& self) {
    constexpr std::uint32_t kEach = 4;
    if (self.id() != kZero) {
      for (std::uint32_t i = 0; i < kEach; ++i)
        send_data(self, kZero, {.tag = Tag{i}}, kSizes[i], index(self.id()) * 10 + i);
      return;
    }
    std::array<std::uint32_t, 4> next{};
    for (std::uint32_t i = 0; i < 3 * kEach; ++i) {
      const Received found = self.probe(kAnyNode, TagSelector::any());
      const std::uint32_t number = next.at(index(found.source))++;
      self.expect(found.tag == Tag{number}, "in each sender's order");
      receive_data(self, found.source, found.tag, kSizes.at(number), index(found.source) * 10 + number);
    }
  });
}

TEST(RequestsCorpus, ManySendersManyMatchedProbes) {
  runs_everywhere([](Node& self) {
    constexpr std::uint32_t kEach = 6;
    if (self.id() != kZero) {
      for (std::uint32_t i = 0; i < kEach; ++i)
        send_data(self, kZero, {.tag = Tag{3}, .mode = i % 2 == 0 ? SendMode::synchronous : SendMode::standard},
                  kSizes[i % 4], index(self.id()) * 10 + i);
      return;
    }
    std::array<std::uint32_t, 4> next{};
    for (std::uint32_t i = 0; i < 3 * kEach; ++i) {
      TakenMessage taken = self.matched_probe(kAnyNode, TagSelector::any());
      const Received found = taken.envelope();
      Bytes in(found.bytes);
      self.receive(taken, in);
      self.expect(is_data(in, index(found.source) * 10 + next.at(index(found.source))++), "in each sender's order");
    }
  });
}

TEST(RequestsCorpus, ATakenMessageTooLongForItsBufferIsCutWhereThatIsAskedFor) {
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{300}, kSizes[3]}) {
    runs_everywhere(between([=](Node& self) { send_data(self, kOne, {.tag = Tag{7}}, bytes, 1); },
                            [=](Node& self) {
                              TakenMessage taken = self.matched_probe(kZero, Tag{7});
                              GuardedBuffer in(5);
                              const Received got = self.receive(taken, in.room(), true);
                              self.expect(got.cut && got.bytes == bytes, "cut, and how long it was");
                              self.expect(in.is_intact() && is_data(in.room(), 1), "its beginning, and no more");
                            }));
  }
}

TEST(RequestsCorpus, AReceiveOfATakenMessageCannotBeCancelled) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between([=](Node& self) { send_data(self, kOne, {.tag = Tag{7}}, bytes, 1); },
                            [=](Node& self) {
                              TakenMessage taken = self.matched_probe(kZero, Tag{7});
                              Bytes in(bytes);
                              const Handle handle = self.post_receive(taken, in);
                              self.cancel(handle);
                              expect_got(self, self.wait(handle), kZero, Tag{7}, bytes);
                              self.expect(is_data(in, 1), "its bytes");
                            }));
  }
}

/// Matched, so that its sender cannot take it back.
TEST(RequestsCorpus, ASendWhoseMessageAMatchedProbeHasTakenCannotBeCancelled) {
  for (const std::size_t bytes : kSizes) {
    for (const SendMode mode : {SendMode::standard, SendMode::synchronous}) {
      runs_everywhere(between(
          [=](Node& self) {
            const Bytes out = data_of(bytes, 1);
            const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = mode}, out);
            self.barrier();
            self.cancel(handle);
            self.barrier();
            self.expect(!self.wait(handle).cancelled, "it was taken before");
          },
          [=](Node& self) {
            TakenMessage taken = self.matched_probe(kZero, Tag{7});
            self.barrier();
            self.barrier();
            Bytes in(bytes);
            self.receive(taken, in);
            self.expect(is_data(in, 1), "its bytes");
          },
          2));
    }
  }
}

TEST(RequestsCorpus, ATakenMessageThatIsNeverReceivedIsLeftOver) {
  for (const std::size_t bytes : kSizes) {
    on_all_settings([&](const Machine& machine, const RunOptions& options) {
      if (!stores(machine)) return;
      const auto program = between([=](Node& self) { send_data(self, kOne, {.tag = Tag{7}}, bytes, 1); },
                                   [](Node& self) { std::ignore = self.matched_probe(kZero, Tag{7}); });
      EXPECT_THROW(run(machine, program, options), DataError) << bytes;
    });
  }
}

// --- modes of sending
// -------------------------------------------------------------------------------------------------

TEST(RequestsCorpus, ASynchronousSendIsNotDoneBeforeItsReceive) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          const Bytes out = data_of(bytes, 1);
          const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, out);
          self.barrier();
          self.compute(1ms);
          for (int i = 0; i < 3; ++i) self.expect(!self.test(handle), "no receive is posted");
          self.barrier();
          self.wait(handle);
        },
        [=](Node& self) {
          self.barrier();
          self.barrier();
          receive_data(self, kZero, Tag{7}, bytes, 1);
        },
        2));
  }
}

/// A receive that is posted is enough, whatever its node waits for meanwhile.
TEST(RequestsCorpus, ASynchronousSendIsDoneWhileItsReceiverWaitsForAnotherNode) {
  for (const std::size_t bytes : kSizes) {
    for (const bool has_company : {false, true}) {
      runs_everywhere([=](Node& self) {
        if (self.id() == kOne) {
          Bytes in(bytes);
          const Handle handle = self.post_receive(NodeId{2}, in, Tag{7});
          receive_data(self, kZero, Tag{8}, 0, 0);
          self.wait(handle);
          self.expect(is_data(in, 1), "its bytes");
          if (has_company) receive_data(self, NodeId{2}, Tag{6}, 8, 2);
        } else if (self.id() == NodeId{2}) {
          self.compute(2ms);
          const Bytes other = data_of(8, 2);
          const Handle before = has_company ? post_data(self, kOne, {.tag = Tag{6}}, other) : Handle{};
          const Bytes out = data_of(bytes, 1);
          const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, out);
          self.wait(handle);
          self.signal(kZero, Tag{9});
          if (has_company) self.wait(before);
        } else if (self.id() == kZero) {
          receive_data(self, NodeId{2}, Tag{9}, 0, 0);
          self.signal(kOne, Tag{8});
        }
      });
    }
  }
}

/// MPI 3.1, 3.4: complete only if the receive operation has started to receive; a matched probe does not receive.
TEST(RequestsCorpus, ASynchronousSendIsNotDoneWhenAMatchedProbeHasOnlyTakenIt) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          const Bytes out = data_of(bytes, 1);
          const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, out);
          self.barrier();
          self.compute(1ms);
          self.expect(!self.test(handle), "nobody has received it");
          self.barrier();
          self.wait(handle);
        },
        [=](Node& self) {
          TakenMessage taken = self.matched_probe(kZero, Tag{7});
          self.barrier();
          self.barrier();
          Bytes in(bytes);
          self.receive(taken, in);
          self.expect(is_data(in, 1), "its bytes");
        },
        2));
  }
}

TEST(RequestsCorpus, ABufferedSendIsDoneAtOnceAndItsDataCopied) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          self.attach_buffer(kAmpleBuffer);
          Bytes out = data_of(bytes, 1);
          self.send(kOne, out, {.tag = Tag{7}, .mode = SendMode::buffered});
          std::ranges::fill(out, std::byte{0});
          const Handle handle = self.post_send(kOne, out, {.tag = Tag{8}, .mode = SendMode::buffered});
          self.expect(self.test(handle), "done at once");
          self.wait(handle);
          std::ranges::fill(out, std::byte{1});
          self.barrier();
          self.expect(self.detach_buffer() == kAmpleBuffer, "its size");
        },
        [=](Node& self) {
          self.barrier();
          receive_data(self, kZero, Tag{7}, bytes, 1);
          Bytes in(bytes);
          self.receive(kZero, in, Tag{8});
          self.expect(in == Bytes(bytes), "what the buffer had then");
        },
        1));
  }
}

TEST(RequestsCorpus, HeadOnBufferedSendsDoNotBlock) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere([=](Node& self) {
      const NodeId partner = self.id() ^ 1U;
      self.attach_buffer(3 * bytes + 1);
      for (std::uint32_t i = 0; i < 3; ++i)
        send_data(self, partner, {.tag = Tag{i}, .mode = SendMode::buffered}, bytes, index(self.id()) + i);
      for (std::uint32_t i = 0; i < 3; ++i) receive_data(self, partner, Tag{i}, bytes, index(partner) + i);
      self.detach_buffer();
    });
  }
}

TEST(RequestsCorpus, MessagesOfOneSenderKeepTheirOrderAcrossModesAndSizes) {
  for (const SendMode first : kModes) {
    for (const SendMode second : kModes) {
      if (first == SendMode::ready || second == SendMode::ready) continue;
      runs_everywhere(between(
          [=](Node& self) {
            self.attach_buffer(kAmpleBuffer);
            std::vector<Bytes> out;
            for (std::uint32_t i = 0; i < 8; ++i) out.push_back(data_of(kSizes[(7 - i) % 4], i));
            std::vector<Handle> handles;
            for (std::uint32_t i = 0; i < 8; ++i)
              handles.push_back(post_data(self, kOne, {.tag = Tag{i}, .mode = i % 2 == 0 ? first : second}, out[i]));
            self.wait_all(handles);
            self.detach_buffer();
          },
          [=](Node& self) {
            for (std::uint32_t i = 0; i < 8; ++i) {
              Bytes in(kSizes[3]);
              const Received got = self.receive(i % 3 == 0 ? kAnyNode : kZero, in, TagSelector::any());
              expect_got(self, got, kZero, Tag{i}, kSizes[(7 - i) % 4]);
              self.expect(is_data(std::span(in).first(got.bytes), i), "its bytes");
            }
          }));
    }
  }
}

TEST(RequestsCorpus, PostedReceivesGetTheMessagesOfOneSenderInOrderAcrossModes) {
  runs_everywhere(between(
      [](Node& self) {
        self.attach_buffer(kAmpleBuffer);
        self.barrier();
        for (std::uint32_t i = 0; i < 16; ++i)
          send_data(self, kOne, {.tag = Tag{i}, .mode = kModes[(i + i / 4) % 4]}, kSizes[(3 * i + i / 4) % 4], i);
        self.detach_buffer();
      },
      [](Node& self) {
        std::vector<Bytes> in(16, Bytes(kSizes[3]));
        std::vector<Handle> handles;
        for (std::uint32_t i = 0; i < 16; ++i)
          handles.push_back(self.post_receive(i % 3 == 0 ? kZero : kAnyNode, in[i], TagSelector::any()));
        self.barrier();
        for (std::uint32_t i = 16; i-- > 0;) {
          const Received got = self.wait(handles[i]);
          expect_got(self, got, kZero, Tag{i}, kSizes[(3 * i + i / 4) % 4]);
          self.expect(is_data(std::span(in[i]).first(got.bytes), i), "its bytes");
        }
      },
      1));
}

/// Buffered is complete, and must not hold up what comes after it to somebody else.
TEST(RequestsCorpus, ABufferedSendThatNobodyReceivesYetHoldsUpNoOtherReceiver) {
  for (const std::size_t bytes : kSizes) {
    runs_on_all_settings([=](Node& self) {
      if (self.id() == kZero) {
        self.attach_buffer(bytes + 1);
        send_data(self, kOne, {.tag = Tag{1}, .mode = SendMode::buffered}, bytes, 1);
        send_data(self, NodeId{2}, {.tag = Tag{2}, .mode = SendMode::synchronous}, bytes, 2);
        self.detach_buffer();
      } else if (self.id() == kOne) {
        receive_data(self, NodeId{2}, Tag{3}, 0, 0);
        receive_data(self, kZero, Tag{1}, bytes, 1);
      } else if (self.id() == NodeId{2}) {
        receive_data(self, kZero, Tag{2}, bytes, 2);
        self.signal(kOne, Tag{3});
      }
    });
  }
}

TEST(RequestsCorpus, BufferedMessagesToOneReceiverAreReceivedInAnyOrder) {
  for (const std::size_t bytes : kSizes) {
    runs_where_messages_are_stored(between(
        [=](Node& self) {
          self.attach_buffer(4 * bytes + 1);
          for (std::uint32_t i = 0; i < 4; ++i)
            send_data(self, kOne, {.tag = Tag{i}, .mode = SendMode::buffered}, bytes, i);
          self.detach_buffer();
        },
        [=](Node& self) {
          for (std::uint32_t i = 4; i-- > 0;) receive_data(self, kZero, Tag{i}, bytes, i);
        }));
  }
}

TEST(RequestsCorpus, ABufferIsUsedAgainOnceItsMessageHasLeft) {
  runs_everywhere(between(
      [](Node& self) {
        self.attach_buffer(300);
        for (std::uint32_t i = 0; i < 5; ++i) {
          send_data(self, kOne, {.tag = Tag{i}, .mode = SendMode::buffered}, 300, i);
          receive_data(self, kOne, Tag{9}, 0, 0);
          self.wait_freed();
        }
        self.expect(self.detach_buffer() == 300, "its size");
        self.attach_buffer(20);
        send_data(self, kOne, {.tag = Tag{6}, .mode = SendMode::buffered}, 10, 6);
        send_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::buffered}, 10, 7);
        self.expect(self.detach_buffer() == 20, "its size");
      },
      [](Node& self) {
        for (std::uint32_t i = 0; i < 5; ++i) {
          receive_data(self, kZero, Tag{i}, 300, i);
          self.signal(kZero, Tag{9});
        }
        receive_data(self, kZero, Tag{6}, 10, 6);
        receive_data(self, kZero, Tag{7}, 10, 7);
      }));
}

TEST(RequestsCorpus, AReadySendFindsItsPostedReceive) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          self.barrier();
          send_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::ready}, bytes, 1);
        },
        [=](Node& self) {
          Bytes in(bytes);
          const Handle handle = self.post_receive(kAnyNode, in, TagSelector::any());
          self.barrier();
          expect_got(self, self.wait(handle), kZero, Tag{7}, bytes);
          self.expect(is_data(in, 1), "its bytes");
        },
        1));
  }
}

TEST(RequestsCorpus, AReadySendWithoutItsReceiveEndsTheRun) {
  for (const std::size_t bytes : kSizes) {
    on_all_settings([&](const Machine& machine, const RunOptions& options) {
      const auto program = between(
          [=](Node& self) {
            send_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::ready}, bytes, 1);
            self.barrier();
          },
          [=](Node& self) {
            Bytes other(bytes);
            const Handle handle = self.post_receive(kZero, other, Tag{8});
            self.barrier();
            receive_data(self, kZero, Tag{7}, bytes, 1);
            self.wait(handle);
          },
          1);
      EXPECT_THROW(run(machine, program, options), Error) << bytes;
    });
  }
}

/// A probe posts no receive.
TEST(RequestsCorpus, AProbeThatWaitsIsNoReceiveForAReadySend) {
  on_all_settings([&](const Machine& machine, const RunOptions& options) {
    const auto program = between(
        [](Node& self) {
          self.compute(10ms);
          send_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::ready}, 8, 1);
        },
        [](Node& self) {
          self.probe(kZero, Tag{7});
          receive_data(self, kZero, Tag{7}, 8, 1);
        });
    EXPECT_THROW(run(machine, program, options), Error);
  });
}

NodeProgram head_on_sends(std::size_t bytes) {
  return [=](Node& self) {
    const NodeId partner = self.id() ^ 1U;
    send_data(self, partner, {.tag = Tag{1}}, bytes, index(self.id()));
    receive_data(self, partner, Tag{1}, bytes, index(partner));
  };
}

TEST(RequestsCorpus, StandardSendsWaitFromTheSizeThatTheRunSays) {
  on_all_settings([&](const Machine& machine, RunOptions options) {
    options.standard_sends = StandardSends::waiting_from(8);
    EXPECT_THROW(run(machine, head_on_sends(8), options), DeadlockError);
    EXPECT_THROW(run(machine, head_on_sends(kSizes[3]), options), DeadlockError);
    if (stores(machine)) {
      EXPECT_NO_THROW(run(machine, head_on_sends(7), options));
    }
    options.standard_sends = StandardSends::waiting_from(0);
    EXPECT_THROW(run(machine, head_on_sends(0), options), DeadlockError);
  });
}

TEST(RequestsCorpus, StandardSendsThatAreAlwaysBufferedNeverWait) {
  for (const std::size_t bytes : kSizes) {
    on_all_settings([&](const Machine& machine, RunOptions options) {
      options.standard_sends = StandardSends::always_buffered();
      EXPECT_NO_THROW(run(machine, head_on_sends(bytes), options));
    });
  }
}

// --- messages to oneself
// ----------------------------------------------------------------------------------------------

TEST(RequestsCorpus, AMessageToOneselfIsReceivedInEveryMode) {
  for (const SendMode mode : kModes) {
    for (const std::size_t bytes : kSizes) {
      runs_everywhere([=](Node& self) {
        self.attach_buffer(bytes + 1);
        Bytes in(bytes);
        const Handle handle = self.post_receive(self.id(), in, Tag{1});
        send_data(self, self.id(), {.tag = Tag{1}, .mode = mode}, bytes, 1);
        expect_got(self, self.wait(handle), self.id(), Tag{1}, bytes);
        self.expect(is_data(in, 1), "its bytes");
        self.detach_buffer();
      });
    }
  }
}

TEST(RequestsCorpus, AMessageToOneselfMayBeSentFirst) {
  for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
    for (const std::size_t bytes : kSizes) {
      runs_everywhere([=](Node& self) {
        self.attach_buffer(bytes + 1);
        const Bytes out = data_of(bytes, 1);
        const Handle handle = post_data(self, self.id(), {.tag = Tag{1}, .mode = mode}, out);
        receive_data(self, self.id(), Tag{1}, bytes, 1);
        self.wait(handle);
        self.detach_buffer();
      });
    }
  }
}

TEST(RequestsCorpus, MessagesToOneselfAreProbedTakenAndKeptInOrder) {
  runs_where_messages_are_stored([](Node& self) {
    std::vector<Bytes> out;
    for (std::uint32_t i = 0; i < 8; ++i) out.push_back(data_of(kSizes[i % 4], i));
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < 8; ++i)
      handles.push_back(post_data(
          self, self.id(), {.tag = Tag{3}, .mode = i % 3 == 0 ? SendMode::synchronous : SendMode::standard}, out[i]));
    expect_got(self, self.probe(self.id(), Tag{3}), self.id(), Tag{3}, 0);
    TakenMessage first = self.matched_probe(kAnyNode, TagSelector::any());
    expect_got(self, first.envelope(), self.id(), Tag{3}, 0);
    for (std::uint32_t i = 1; i < 8; ++i)
      receive_data(self, i % 2 == 0 ? kAnyNode : self.id(), Tag{3}, kSizes[i % 4], i);
    self.receive(first, {});
    self.wait_all(handles);
  });
}

TEST(RequestsCorpus, OneselfAndOthersMeetInOneReceiveFromAnyNode) {
  runs_everywhere([](Node& self) {
    if (self.id() != kZero) return send_data(self, kZero, {.tag = Tag{1}}, 300, index(self.id()));
    const Bytes out = data_of(300, 0);
    std::vector<Bytes> in(4, Bytes(300));
    std::vector<Handle> handles;
    for (auto& buffer : in) handles.push_back(self.post_receive(kAnyNode, buffer, Tag{1}));
    self.send(kZero, out, {.tag = Tag{1}});
    std::array<bool, 4> seen{};
    for (std::uint32_t i = 0; i < 4; ++i) {
      const Received got = self.wait(handles[i]);
      self.expect(!std::exchange(seen.at(index(got.source)), true), "one from each");
      self.expect(is_data(in[i], index(got.source)), "its bytes");
    }
  });
}

TEST(RequestsCorpus, AMessageToOneselfCanBeCancelledAndCut) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere([=](Node& self) {
      const Bytes out = data_of(bytes, 1);
      const Handle sent = post_data(self, self.id(), {.tag = Tag{1}, .mode = SendMode::synchronous}, out);
      self.cancel(sent);
      self.expect(self.wait(sent).cancelled, "nobody had received it");
      self.expect(!self.try_probe(self.id(), Tag{1}), "it is gone");
      GuardedBuffer in(4);
      ReceiveOptions cutting(Tag{1});
      cutting.cuts = true;
      const Handle receive = self.post_receive(self.id(), in.room(), cutting);
      self.send(self.id(), out, {.tag = Tag{1}});
      const Received got = self.wait(receive);
      self.expect(got.bytes == bytes && got.cut == (bytes > 4), "cut if it is longer");
      self.expect(in.is_intact() && is_data(in.room().first(std::min<std::size_t>(bytes, 4)), 1), "its beginning");
    });
  }
}

TEST(RequestsCorpus, AnExchangeWithOneselfCopies) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere([=](Node& self) {
      const Bytes out = data_of(bytes, 1);
      Bytes in(bytes);
      self.exchange(self.id(), out, in, {.tag = Tag{4}});
      self.expect(is_data(in, 1), "its bytes");
    });
  }
}

// --- messages that are too long
// ---------------------------------------------------------------------------------------

/// A message of `bytes` for a buffer of `room`, posted before or after it comes.
NodeProgram cut_message(std::size_t bytes, std::size_t room, SendMode mode, bool is_early) {
  return between(
      [=](Node& self) {
        self.attach_buffer(kAmpleBuffer);
        const Bytes out = data_of(bytes, 1);
        if (!is_early) self.barrier();
        const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = mode}, out);
        if (is_early) self.barrier();
        self.wait(handle);
        self.detach_buffer();
      },
      [=](Node& self) {
        GuardedBuffer in(room);
        if (is_early) self.barrier();
        if (is_early) self.compute(1ms);
        ReceiveOptions cutting = TagSelector::any();
        cutting.cuts = true;
        const Handle handle = self.post_receive(kAnyNode, in.room(), cutting);
        if (!is_early) self.barrier();
        const Received got = self.wait(handle);
        self.expect(got.bytes == bytes && got.cut == (bytes > room), "cut if it is longer");
        self.expect(got.source == kZero && got.tag == Tag{7} && !got.cancelled, "its label");
        self.expect(in.is_intact(), "nothing outside is written");
        self.expect(is_data(in.room().first(std::min(bytes, room)), 1), "its beginning");
      },
      1);
}

TEST(RequestsCorpus, AMessageTooLongIsCutWhenAskedFor) {
  for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
    for (const bool is_early : {false, true}) {
      runs_everywhere(cut_message(kSizes[3], 16, mode, is_early));
      runs_everywhere(cut_message(300, 299, mode, is_early));
      runs_everywhere(cut_message(300, 300, mode, is_early));
      runs_everywhere(cut_message(8, 0, mode, is_early));
      runs_everywhere(cut_message(0, 0, mode, is_early));
    }
  }
}

TEST(RequestsCorpus, AMessageTooLongEndsTheRunOtherwise) {
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{300}, kSizes[3]}) {
    for (const bool takes : {false, true}) {
      on_all_settings([&](const Machine& machine, const RunOptions& options) {
        const auto program = between([=](Node& self) { send_data(self, kOne, {.tag = Tag{7}}, bytes, 1); },
                                     [=](Node& self) {
                                       Bytes in(bytes - 1);
                                       if (!takes) {
                                         self.receive(kZero, in, Tag{7});
                                       } else {
                                         TakenMessage taken = self.matched_probe(kZero, Tag{7});
                                         self.receive(taken, in);
                                       }
                                     });
        EXPECT_THROW(run(machine, program, options), Error) << bytes;
      });
    }
  }
}

// --- cancelling
// -------------------------------------------------------------------------------------------------------

TEST(RequestsCorpus, AReceiveThatIsTakenBackLeavesTheMessageToTheNext) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          self.barrier();
          send_data(self, kOne, {.tag = Tag{7}}, bytes, 1);
        },
        [=](Node& self) {
          Bytes in(bytes, std::byte{3});
          const Handle handle = self.post_receive(kAnyNode, in, TagSelector::any());
          self.cancel(handle);
          self.expect(self.wait(handle).cancelled, "nothing was sent yet");
          self.barrier();
          receive_data(self, kZero, Tag{7}, bytes, 1);
          self.expect(in == Bytes(bytes, std::byte{3}), "its buffer is as it was");
        },
        1));
  }
}

TEST(RequestsCorpus, OneOfManyReceivesIsTakenBack) {
  for (const std::uint32_t cancelled : {0U, 1U, 2U}) {
    runs_everywhere(between(
        [=](Node& self) {
          self.barrier();
          for (std::uint32_t i = 0; i < 2; ++i) send_data(self, kOne, {.tag = Tag{7}}, 300, i);
        },
        [=](Node& self) {
          std::vector<Bytes> in(3, Bytes(300));
          std::vector<Handle> handles;
          for (std::uint32_t i = 0; i < 3; ++i)
            handles.push_back(self.post_receive(i == 1 ? kAnyNode : kZero, in[i], Tag{7}));
          self.cancel(handles[cancelled]);
          self.barrier();
          std::uint64_t next = 0;
          for (std::uint32_t i = 0; i < 3; ++i) {
            self.expect(self.wait(handles[i]).cancelled == (i == cancelled), "that one and no other");
            if (i != cancelled) self.expect(is_data(in[i], next++), "in order");
          }
        },
        1));
  }
}

TEST(RequestsCorpus, AReceiveThatHasItsMessageIsNotTakenBack) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between([=](Node& self) { send_data(self, kOne, {.tag = Tag{7}}, bytes, 1); },
                            [=](Node& self) {
                              self.probe(kZero, Tag{7});
                              Bytes in(bytes);
                              const Handle handle = self.post_receive(kZero, in, Tag{7});
                              self.cancel(handle);
                              expect_got(self, self.wait(handle), kZero, Tag{7}, bytes);
                              self.expect(is_data(in, 1), "its bytes");
                            }));
  }
}

/// A send of every mode and size that nobody has received; `later` of its receiver comes after it was taken back.
NodeProgram taken_back(std::size_t bytes, SendMode mode) {
  return between(
      [=](Node& self) {
        self.attach_buffer(bytes + 1);
        const Bytes out = data_of(bytes, 1);
        const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = mode}, out);
        self.barrier();
        self.compute(1ms);
        self.cancel(handle);
        tell_taken_back(self, handle, mode);
        send_data(self, kOne, {.tag = Tag{7}}, bytes, 2);
        self.detach_buffer();
      },
      [=](Node& self) {
        self.barrier();
        hear_taken_back(self, bytes, 1);
        receive_data(self, kZero, Tag{7}, bytes, 2);
        self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nothing else is there");
      },
      1);
}

TEST(RequestsCorpus, ASendThatNobodyHasReceivedIsTakenBack) {
  for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
    for (const std::size_t bytes : kSizes) {
      SCOPED_TRACE(fmt::format("mode {}, {} B", static_cast<int>(mode), bytes));
      runs_on_all_settings(taken_back(bytes, mode));
      if (mode == SendMode::synchronous) runs_on_tight_settings(taken_back(bytes, mode));
    }
  }
}

TEST(RequestsCorpus, ASendIsTakenBackRightAfterItWasPosted) {
  for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
    for (const std::size_t bytes : kSizes) {
      SCOPED_TRACE(fmt::format("mode {}, {} B", static_cast<int>(mode), bytes));
      const NodeProgram program = between(
          [=](Node& self) {
            self.attach_buffer(bytes + 1);
            const Bytes out = data_of(bytes, 1);
            const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = mode}, out);
            self.cancel(handle);
            tell_taken_back(self, handle, mode);
            self.detach_buffer();
            send_data(self, kOne, {.tag = Tag{8}}, bytes, 2);
          },
          [=](Node& self) {
            hear_taken_back(self, bytes, 1);
            receive_data(self, kZero, Tag{8}, bytes, 2);
            self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nothing else is there");
          });
      runs_on_all_settings(program);
      if (mode == SendMode::synchronous) runs_on_tight_settings(program);
    }
  }
}

/// The first fills the buffer or waits for room; without it there is room for what follows.
TEST(RequestsCorpus, WhatIsTakenBackTakesUpNoRoomAnyMore) {
  for (const std::size_t bytes : kSizes) {
    runs_everywhere(between(
        [=](Node& self) {
          std::vector<Bytes> out(5, data_of(bytes, 1));
          std::vector<Handle> handles;
          for (const Bytes& data : out)
            handles.push_back(post_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, data));
          self.compute(1ms);
          for (const Handle& handle : handles) self.cancel(handle);
          for (const Handle& handle : handles) self.expect(self.wait(handle).cancelled, "nobody receives it");
          send_data(self, kOne, {.tag = Tag{8}}, 1000, 2);
          self.barrier();
        },
        [=](Node& self) {
          receive_data(self, kZero, Tag{8}, 1000, 2);
          self.barrier();
        },
        1));
  }
}

TEST(RequestsCorpus, ASendInTheMiddleIsTakenBackAndTheOthersKeepTheirOrder) {
  for (const std::uint32_t cancelled : {0U, 1U, 2U, 3U}) {
    runs_everywhere(between(
        [=](Node& self) {
          std::vector<Bytes> out;
          for (std::uint32_t i = 0; i < 4; ++i) out.push_back(data_of(kSizes[(i + cancelled) % 4], i));
          std::vector<Handle> handles;
          for (std::uint32_t i = 0; i < 4; ++i)
            handles.push_back(post_data(self, kOne, {.tag = Tag{i}, .mode = SendMode::synchronous}, out[i]));
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
            Bytes in(kSizes[3]);
            const Received got = self.receive(kZero, in, TagSelector::any());
            expect_got(self, got, kZero, Tag{i}, kSizes[(i + cancelled) % 4]);
            self.expect(is_data(std::span(in).first(got.bytes), i), "its bytes");
          }
        },
        1));
  }
}

TEST(RequestsCorpus, ASendThatWasReceivedIsNotTakenBack) {
  for (const SendMode mode : kModes) {
    for (const std::size_t bytes : kSizes) {
      runs_everywhere(between(
          [=](Node& self) {
            self.attach_buffer(bytes + 1);
            const Bytes out = data_of(bytes, 1);
            self.barrier();
            const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = mode}, out);
            self.barrier();
            self.cancel(handle);
            self.expect(!self.wait(handle).cancelled, "it was received");
            self.detach_buffer();
          },
          [=](Node& self) {
            Bytes in(bytes);
            const Handle handle = self.post_receive(kZero, in, Tag{7});
            self.barrier();
            expect_got(self, self.wait(handle), kZero, Tag{7}, bytes);
            self.expect(is_data(in, 1), "its bytes");
            self.barrier();
          },
          2));
    }
  }
}

TEST(RequestsCorpus, SendsToANodeThatHasReturnedAreTakenBackHoweverMany) {
  const auto program = alone([](Node& self) {
    std::vector<Handle> handles;
    for (int i = 0; i < 20; ++i) handles.push_back(self.post_send(kOne, {}, {.mode = SendMode::synchronous}));
    for (const Handle& handle : handles) self.cancel(handle);
    for (const Handle& handle : handles) self.expect(self.wait(handle).cancelled, "nobody receives it");
  });
  runs_everywhere(program);
  for (int round = 0; round < 100; ++round) {
    RunOptions few;
    few.clock = ClockKind::off;
    few.mailbox_capacity = 2;
    few.executor = executors_under_test().back();
    EXPECT_NO_THROW(run(tight_machines()[0], program, few));
  }
}

/// Either it is received, or the sender knows that it is not, and says so.
NodeProgram raced_cancel_of_a_send(std::size_t bytes, SendMode mode, Duration sender_waits, Duration receiver_waits) {
  return between(
      [=](Node& self) {
        const Bytes out = data_of(bytes, 1);
        const Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = mode}, out);
        self.compute(sender_waits);
        self.cancel(handle);
        const bool cancelled = self.wait(handle).cancelled;
        self.send(kOne, cancelled ? out : Bytes{}, {.tag = Tag{cancelled ? 7U : 8U}});
      },
      [=](Node& self) {
        self.compute(receiver_waits);
        receive_data(self, kZero, Tag{7}, bytes, 1);
        if (self.try_probe(kZero, Tag{8})) return self.await_signal(kZero, Tag{8});
        // Received at first: then word comes that it was not taken back. Or it was, and has been sent again.
        Bytes in;
        const Handle word = self.post_receive(kZero, in, Tag{8});
        self.compute(200ms);
        self.cancel(word);
        self.wait(word);
      });
}

TEST(RequestsCorpus, ASendIsEitherTakenBackOrReceived) {
  for (const std::size_t bytes : kSizes) {
    for (const Duration wait : {0us, 20us, 60us, 100us, 150us, 250us, 400us, 1000us, 5000us}) {
      for (const Machine& machine : tight_machines()) {
        for (const SendMode mode : {SendMode::standard, SendMode::synchronous}) {
          EXPECT_NO_THROW(run(machine, raced_cancel_of_a_send(bytes, mode, wait, 100us)));
          EXPECT_NO_THROW(run(machine, raced_cancel_of_a_send(bytes, mode, 100us, wait)));
        }
      }
    }
  }
}

TEST(RequestsCorpus, AReceiveIsEitherTakenBackOrHasItsMessage) {
  for (const std::size_t bytes : kSizes) {
    for (const Duration wait : {0us, 20us, 60us, 100us, 150us, 250us, 400us, 1000us, 5000us}) {
      runs_everywhere(between(
          [=](Node& self) {
            send_data(self, kOne, {.tag = Tag{7}, .mode = SendMode::synchronous}, bytes, 1);
            send_data(self, kOne, {.tag = Tag{7}}, bytes, 2);
          },
          [=](Node& self) {
            std::vector<Bytes> in(2, Bytes(bytes));
            const std::array handles{self.post_receive(kZero, in[0], Tag{7}), self.post_receive(kZero, in[1], Tag{7})};
            self.compute(wait);
            self.cancel(handles[1]);
            self.cancel(handles[0]);
            std::uint64_t next = 1;
            for (std::size_t i = 0; i < 2; ++i) {
              if (!self.wait(handles[i]).cancelled) self.expect(is_data(in[i], next++), "in order");
            }
            while (next < 3) receive_data(self, kZero, Tag{7}, bytes, next++);
          }));
    }
  }
}

TEST(RequestsCorpus, EveryWayToWaitTellsWhatWasTakenBack) {
  runs_everywhere(alone([](Node& self) {
    std::array<std::byte, 8> in{};
    const auto posted = [&](Tag tag) {
      const Handle handle = self.post_receive(kOne, in, tag);
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
    self.settle();
    Handle freed = posted(Tag{8});
    self.free(freed);
    self.wait_freed();
  }));
}

// --- freed requests
// ---------------------------------------------------------------------------------------------------

TEST(RequestsCorpus, FreedRequestsGoOnByThemselves) {
  for (const std::size_t bytes : kSizes) {
    for (const SendMode mode : {SendMode::standard, SendMode::synchronous, SendMode::buffered}) {
      runs_everywhere(between(
          [=](Node& self) {
            self.attach_buffer(bytes + 1);
            const Bytes out = data_of(bytes, 1);
            Handle handle = post_data(self, kOne, {.tag = Tag{7}, .mode = mode}, out);
            self.free(handle);
            self.expect(handle.empty(), "the program does not hear of it any more");
            self.wait_freed();
            self.wait_freed();
            self.detach_buffer();
          },
          [=](Node& self) {
            Bytes in(bytes);
            Handle handle = self.post_receive(kZero, in, Tag{7});
            self.free(handle);
            self.wait_freed();
            self.expect(is_data(in, 1), "its bytes");
          }));
    }
  }
}

TEST(RequestsCorpus, FreedRequestsWithoutDataNeedNotBeWaitedFor) {
  runs_everywhere(between(
      [](Node& self) {
        for (int i = 0; i < 100; ++i) {
          Handle handle = self.post_send(kOne, {}, {.tag = Tag{7}});
          self.free(handle);
        }
      },
      [](Node& self) {
        for (int i = 0; i < 100; ++i) self.receive(kZero, {}, Tag{7});
      }));
}

TEST(RequestsCorpus, RequestsThatAreDoneCanBeFreed) {
  runs_everywhere(between(
      [](Node& self) {
        const Bytes out = data_of(300, 1);
        Handle handle = post_data(self, kOne, {.tag = Tag{7}}, out);
        while (!self.test(handle)) self.compute(1us);
        self.free(handle);
        self.wait_freed();
      },
      [](Node& self) {
        Bytes in(300);
        Handle handle = self.post_receive(kZero, in, Tag{7});
        while (!self.test(handle)) self.compute(1us);
        self.free(handle);
        self.expect(is_data(in, 1), "its bytes");
        self.wait_freed();
      }));
}

/// So many that their requests are used again and again.
TEST(RequestsCorpus, ManyFreedAndBufferedSendsAllArrive) {
  constexpr std::uint32_t kMany = 500;
  runs_everywhere(between(
      [](Node& self) {
        self.attach_buffer(kMany * 24);
        std::vector<Bytes> out;
        for (std::uint32_t i = 0; i < kMany; ++i) out.push_back(data_of(24, i));
        for (std::uint32_t i = 0; i < kMany; ++i) {
          Handle handle = post_data(self, kOne, {.tag = Tag{i % 7}, .mode = kModes[i % 2 * 3]}, out[i]);
          self.free(handle);
        }
        self.wait_freed();
        self.detach_buffer();
      },
      [](Node& self) {
        for (std::uint32_t i = 0; i < kMany; ++i) receive_data(self, kZero, Tag{i % 7}, 24, i);
      }));
}

// --- waiting for several
// ----------------------------------------------------------------------------------------------

/// Node 0 receives three messages of one other node each; completes them as `next` says.
NodeProgram collected_by(std::function<void(Node&, std::span<Handle>, std::span<Received>)> collect) {
  return [collect = std::move(collect)](Node& self) {
    if (self.id() != kZero) {
      self.compute(50us * ((index(self.id()) * 2) % 3));
      return send_data(self, kZero, {.tag = Tag{index(self.id())}}, 300, index(self.id()));
    }
    std::vector<Bytes> in(4, Bytes(300));
    std::vector<Handle> handles(4);  // the first stays empty
    for (std::uint32_t i = 1; i < 4; ++i) handles[i] = self.post_receive(NodeId{i}, in[i], Tag{i});
    std::vector<Received> results(4);
    collect(self, handles, results);
    for (std::uint32_t i = 1; i < 4; ++i) {
      expect_got(self, results[i], NodeId{i}, Tag{i}, 300);
      self.expect(handles[i].empty() && is_data(in[i], i), "it came");
    }
  };
}

void note(Node& self, const std::vector<std::size_t>& told, std::size_t& done) {
  self.expect(std::ranges::is_sorted(told), "ascending");
  self.expect(std::ranges::find(told, std::size_t{0}) == told.end(), "no empty one");
  done += told.size();
}

TEST(RequestsCorpus, WaitSomeCollectsAll) {
  runs_everywhere(collected_by([](Node& self, std::span<Handle> handles, std::span<Received> results) {
    for (std::size_t done = 0; done < 3;) {
      const auto told = self.wait_some(handles, results);
      self.expect(!told.empty(), "at least one");
      note(self, told, done);
    }
  }));
}

TEST(RequestsCorpus, TestSomeCollectsAll) {
  runs_everywhere(collected_by([](Node& self, std::span<Handle> handles, std::span<Received> results) {
    for (std::size_t done = 0; done < 3;) note(self, self.test_some(handles, results), done);
    self.expect(self.test_some(handles).empty(), "nothing to wait for");
  }));
}

TEST(RequestsCorpus, TestAnyCollectsAll) {
  runs_everywhere(collected_by([](Node& self, std::span<Handle> handles, std::span<Received> results) {
    for (std::size_t done = 0; done < 3;) {
      Received result;
      const auto told = self.test_any(handles, &result);
      if (!told) continue;
      results[*told] = result;
      ++done;
    }
    self.expect(!self.test_any(handles), "nothing to wait for");
  }));
}

TEST(RequestsCorpus, WaitAnyCollectsAll) {
  runs_everywhere(collected_by([](Node& self, std::span<Handle> handles, std::span<Received> results) {
    for (int done = 0; done < 3; ++done) {
      Received result;
      results[self.wait_any(handles, &result)] = result;
    }
  }));
}

TEST(RequestsCorpus, TestAllIsTrueOnceAllAreDoneAndTheyAreWaitedForThen) {
  runs_everywhere(collected_by([](Node& self, std::span<Handle> handles, std::span<Received> results) {
    while (!self.test_all(handles)) {
    }
    const VirtualTime before = self.now();
    for (std::size_t i = 1; i < 4; ++i) results[i] = self.wait(std::exchange(handles[i], {}));
    self.expect(self.now() - before < 100ms, "takes no time");
    self.expect(self.test_all(handles) && self.test_all({}), "nothing to wait for");
  }));
}

TEST(RequestsCorpus, SendsAndReceivesOfAllModesAreWaitedForTogether) {
  runs_everywhere([](Node& self) {
    const NodeId partner = self.id() ^ 1U;
    self.attach_buffer(kAmpleBuffer);
    std::vector<Bytes> out;
    std::vector<Bytes> in;
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < 8; ++i) {
      in.emplace_back(kSizes[i % 4]);
      out.push_back(data_of(kSizes[i % 4], i));
    }
    for (std::uint32_t i = 0; i < 8; ++i) handles.push_back(self.post_receive(partner, in[i], Tag{i}));
    self.barrier();
    for (std::uint32_t i = 0; i < 8; ++i)
      handles.push_back(post_data(self, partner, {.tag = Tag{i}, .mode = kModes[i % 4]}, out[i]));
    std::size_t done = 0;
    while (done < handles.size()) done += self.wait_some(handles).size();
    for (std::uint32_t i = 0; i < 8; ++i) self.expect(is_data(in[i], i), "its bytes");
    self.detach_buffer();
  });
}

// --- persistent requests
// ----------------------------------------------------------------------------------------------

TEST(RequestsCorpus, PersistentRequestsAreStartedAgainAndAgain) {
  for (const SendMode mode : kModes) {
    for (const std::size_t bytes : kSizes) {
      runs_everywhere([=](Node& self) {
        self.attach_buffer(2 * bytes + 1);
        Bytes out(bytes);
        Bytes in(bytes);
        const NodeId partner = self.id() ^ 1U;
        PersistentRequest send = self.make_send(partner, out, {.tag = Tag{7}, .mode = mode});
        PersistentRequest receive = self.make_receive(partner, in, Tag{7});
        for (std::uint64_t round = 0; round < 3; ++round) {
          std::ranges::copy(data_of(bytes, 10 * round + index(self.id())), out.begin());
          const Handle receiving = self.start(receive);
          self.barrier();
          std::array both{receiving, self.start(send)};
          const std::array copies = both;
          if (round == 1) {
            self.wait_all(both);
          } else {
            expect_got(self, self.wait(copies[0]), partner, Tag{7}, bytes);
            self.wait(copies[1]);
          }
          self.expect(is_data(in, 10 * round + index(partner)), "its bytes");
          self.wait_freed();
        }
        self.detach_buffer();
      });
    }
  }
}

TEST(RequestsCorpus, APersistentReceiveIsCutCancelledAndStartedAgain) {
  runs_everywhere(between(
      [](Node& self) {
        for (int i = 0; i < 2; ++i) {
          self.barrier();
          send_data(self, kOne, {.tag = Tag{7}}, 300, 1);
        }
      },
      [](Node& self) {
        GuardedBuffer in(10);
        ReceiveOptions cutting = TagSelector::any();
        cutting.cuts = true;
        PersistentRequest request = self.make_receive(kAnyNode, in.room(), cutting);
        for (int i = 0; i < 2; ++i) {
          const Handle first = self.start(request);
          self.cancel(first);
          self.expect(self.wait(first).cancelled, "nothing was sent");
          const Handle second = self.start(request);
          self.barrier();
          const Received got = self.wait(second);
          self.expect(got.cut && !got.cancelled && got.bytes == 300, "cut");
          self.expect(in.is_intact() && is_data(in.room(), 1), "its beginning");
        }
      },
      2));
}

TEST(RequestsCorpus, AMadeRequestThatIsNeverStartedDoesNothing) {
  runs_everywhere([](Node& self) {
    Bytes data(300);
    const PersistentRequest send = self.make_send(self.id() ^ 1U, data, {.mode = SendMode::synchronous});
    const PersistentRequest receive = self.make_receive(kAnyNode, data, TagSelector::any());
    (void)send;
    (void)receive;
  });
}

// --- contexts
// ---------------------------------------------------------------------------------------------------------

TEST(RequestsCorpus, MessagesOfAnotherContextAreNotReceived) {
  constexpr Context kOther{kFirstFreeContext + 5};
  runs_everywhere(between(
      [](Node& self) {
        const Bytes out = data_of(300, 1);
        const std::array handles{post_data(self, kOne, {.tag = Tag{7}, .context = kOther}, out),
                                 post_data(self, kOne, {.tag = Tag{7}}, out)};
        for (const Handle& handle : handles) self.wait(handle);
      },
      [](Node& self) {
        Bytes other(300);
        Bytes mine(300);
        const Handle first = self.post_receive(kAnyNode, mine, TagSelector::any());
        const Handle second = self.post_receive(kZero, other, TagSelector::masked(Tag{3}, 3, kOther));
        self.wait(first);
        self.wait(second);
        self.expect(is_data(mine, 1) && is_data(other, 1), "their bytes");
      }));
}

TEST(RequestsCorpus, CollectivesDoNotMeetReceivesFromAnyNodeWithAnyTag) {
  runs_everywhere([](Node& self) {
    Bytes in(300);
    const Handle handle = self.post_receive(kAnyNode, in, TagSelector::any());
    self.barrier();
    self.expect(self.all_reduce(index(self.id()), std::plus<>()) == 6, "the sum");
    Bytes all(kSizes[2]);
    self.broadcast(kZero, all);
    self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "no message of the program");
    self.expect(!self.test(handle), "no message of the program");
    self.barrier();
    send_data(self, self.id() ^ 1U, {.tag = Tag{9}}, 300, 4);
    self.wait(handle);
    self.expect(is_data(in, 4), "its bytes");
  });
}

// --- misuse
// -----------------------------------------------------------------------------------------------------------

/// How the run of a node 0 that does wrong ends: under every clock with an error that names the call and this file.
void expect_refused(const Part& wrong, const std::string& call, const std::string& what,
                    CallSite place = CallSite::current()) {
  SCOPED_TRACE(fmt::format("line {}", place.line()));
  for (const Machine& machine : tight_machines()) {
    const NodeProgram program = alone(wrong);
    const std::string text = error_of<NodeError>(machine, program).what();
    EXPECT_TRUE(has(text, call)) << text;
    EXPECT_TRUE(has(text, fmt::format("requests_corpus_test.cpp:{}", place.line()))) << text;
    EXPECT_TRUE(has(text, what)) << text;
    EXPECT_TRUE(has(text, "node 0")) << text;
    for (const ExecutorKind executor : executors_under_test()) {
      RunOptions options;
      options.clock = ClockKind::off;
      options.executor = executor;
      try {
        run(machine, program, options);
        ADD_FAILURE() << "no error with the clock off";
      } catch (const NodeError& error) {
        EXPECT_TRUE(has(error.what(), fmt::format("requests_corpus_test.cpp:{}", place.line()))) << error.what();
        EXPECT_TRUE(has(error.what(), call)) << error.what();
      }
    }
  }
}

// Each mistake and its check stand in one line, as the check looks for its own line.
// clang-format off
TEST(RequestsCorpusMisuse, APeerOutsideTheMachine) {
  const NodeId no{4};
  expect_refused([=](Node& n) { n.probe(no, Tag{1}); }, "probe", "no node 4");
  expect_refused([=](Node& n) { n.try_probe(no, Tag{1}); }, "probe", "no node 4");
  expect_refused([=](Node& n) { (void)n.matched_probe(no, Tag{1}); }, "probe", "no node 4");
  expect_refused([=](Node& n) { (void)n.try_matched_probe(no, Tag{1}); }, "probe", "no node 4");
  expect_refused([=](Node& n) { n.send(no, {}, {.mode = SendMode::synchronous}); }, "send", "no node 4");
  expect_refused([=](Node& n) { (void)n.post_send(no, {}, {.mode = SendMode::buffered}); }, "send", "no node 4");
  expect_refused([=](Node& n) { (void)n.make_send(no, {}); }, "send", "no node 4");
  expect_refused([=](Node& n) { (void)n.make_receive(no, {}); }, "receive", "no node 4");
  expect_refused([=](Node& n) { (void)n.make_send(kAnyNode, {}); }, "send", "no node");
  expect_refused([=](Node& n) { n.send(kAnyNode, {}, {.mode = SendMode::ready}); }, "send", "no node");
}

TEST(RequestsCorpusMisuse, AMessageThatIsNotThere) {
  expect_refused([](Node& n) { TakenMessage none; n.receive(none, {}); }, "receive", "message");
  expect_refused([](Node& n) { TakenMessage none; (void)n.post_receive(none, {}); }, "receive", "message");
}

TEST(RequestsCorpusMisuse, AMessageReceivedTwice) {
  expect_refused([](Node& n) { Handle h = n.post_send(n.id(), {}); auto t = n.matched_probe(n.id()); n.receive(t, {}); n.wait(h); n.receive(t, {}); }, "receive", "message");
}

/// A handle of a request that was waited for.
Handle stale(Node& self) {
  const Handle handle = self.post_receive(self.id(), {}, Tag{1});
  self.send(self.id(), {}, {.tag = Tag{1}});
  self.wait(handle);
  return handle;
}

TEST(RequestsCorpusMisuse, AHandleThatWasWaitedFor) {
  expect_refused([](Node& n) { const Handle h = stale(n); n.cancel(h); }, "cancel", "waited for");
  expect_refused([](Node& n) { Handle h = stale(n); n.free(h); }, "free", "waited for");
  expect_refused([](Node& n) { const Handle h = stale(n); n.test(h); }, "test", "waited for");
  expect_refused([](Node& n) { const Handle h = stale(n); n.wait_later(h); }, "wait_later", "waited for");
  expect_refused([](Node& n) { std::array h{stale(n)}; n.wait_some(h); }, "wait_some", "waited for");
  expect_refused([](Node& n) { std::array h{stale(n)}; n.test_some(h); }, "test_some", "waited for");
  expect_refused([](Node& n) { std::array h{stale(n)}; n.test_any(h); }, "test_any", "waited for");
  expect_refused([](Node& n) { std::array h{stale(n)}; n.test_all(h); }, "test_all", "waited for");
}

Handle open_receive(Node& self, std::span<std::byte> data = {}) { return self.post_receive(kOne, data, Tag{1}); }

Handle freed(Node& self) {
  Handle handle = open_receive(self);
  const Handle copy = handle;
  self.free(handle);
  return copy;
}

TEST(RequestsCorpusMisuse, AHandleThatWasFreed) {
  expect_refused([](Node& n) { const Handle h = freed(n); n.wait(h); }, "wait", "");
  expect_refused([](Node& n) { const Handle h = freed(n); n.cancel(h); }, "cancel", "");
  expect_refused([](Node& n) { Handle h = freed(n); n.free(h); }, "free", "");
  expect_refused([](Node& n) { std::array h{freed(n)}; n.wait_some(h); }, "wait_some", "");
}

TEST(RequestsCorpusMisuse, AnEmptyHandle) {
  expect_refused([](Node& n) { n.wait(Handle{}); }, "wait", "");
  expect_refused([](Node& n) { n.test(Handle{}); }, "test", "");
  expect_refused([](Node& n) { n.cancel(Handle{}); }, "cancel", "");
  expect_refused([](Node& n) { Handle h; n.free(h); }, "free", "");
  expect_refused([](Node& n) { n.wait_later(Handle{}); }, "wait_later", "");
  expect_refused([](Node& n) { std::array<Handle, 2> h; n.wait_some(h); }, "wait_some", "");
  expect_refused([](Node& n) { n.wait_some({}); }, "wait_some", "");
  expect_refused([](Node& n) { std::array<Handle, 2> h; n.wait_any(h); }, "wait_any", "");
}

TEST(RequestsCorpusMisuse, OneHandleTwiceInAList) {
  expect_refused([](Node& n) { const Handle h = open_receive(n); n.cancel(h); std::array t{h, h}; n.wait_all(t); }, "wait_all", "");
  expect_refused([](Node& n) { const Handle h = open_receive(n); n.cancel(h); std::array t{h, h}; n.wait_some(t); }, "wait_some", "");
  expect_refused([](Node& n) { const Handle h = open_receive(n); n.cancel(h); std::array t{h, h}; while (n.test_some(t).empty()) n.compute(1us); }, "test_some", "");
}

TEST(RequestsCorpusMisuse, ResultsOfAnotherNumberThanHandles) {
  expect_refused([](Node& n) { std::array h{open_receive(n), Handle{}}; std::array<Received, 1> r; n.wait_some(h, r); }, "wait_some", "");
  expect_refused([](Node& n) { std::array h{open_receive(n), Handle{}}; std::array<Received, 3> r; n.test_some(h, r); }, "test_some", "");
}

TEST(RequestsCorpusMisuse, CancellingTwice) {
  expect_refused([](Node& n) { const Handle h = open_receive(n); n.cancel(h); n.cancel(h); }, "cancel", "");
  expect_refused([](Node& n) { const Handle h = n.post_send(kOne, {}); n.cancel(h); n.cancel(h); }, "cancel", "");
}

TEST(RequestsCorpusMisuse, BuffersThatAreNotThereOrTooSmall) {
  expect_refused([](Node& n) { const Bytes d(8); n.send(kOne, d, {.mode = SendMode::buffered}); }, "send", "");
  expect_refused([](Node& n) { n.attach_buffer(7); const Bytes d(8); n.send(kOne, d, {.mode = SendMode::buffered}); }, "send", "");
  expect_refused([](Node& n) { n.attach_buffer(7); const Bytes d(8); (void)n.post_send(kOne, d, {.mode = SendMode::buffered}); }, "buffered send", "");
  expect_refused([](Node& n) { n.attach_buffer(7); n.attach_buffer(7); }, "attach_buffer", "");
  expect_refused([](Node& n) { n.detach_buffer(); }, "detach_buffer", "");
  expect_refused([](Node& n) { n.attach_buffer(7); n.detach_buffer(); n.detach_buffer(); }, "detach_buffer", "");
}

TEST(RequestsCorpusMisuse, StartingWhatIsNotDone) {
  expect_refused([](Node& n) { auto p = n.make_receive(kOne, {}); const Handle h = n.start(p); (void)n.start(p); n.wait(h); }, "start", "");
  expect_refused([](Node& n) { auto p = n.make_receive(kOne, {}); const Handle h = n.start(p); n.cancel(h); (void)n.start(p); }, "start", "");
}

TEST(RequestsCorpusMisuse, ReturningWhileDataIsInFreedRequests) {
  static std::array<std::byte, 8> data{};
  expect_refused([](Node& n) { Handle h = n.post_receive(kOne, data, Tag{1}); n.free(h); }, "receive", "wait_freed");
}

TEST(RequestsCorpusMisuse, AReadySendThatFindsNoReceive) {
  expect_refused([](Node& n) { n.send(n.id(), {}, {.mode = SendMode::ready}); n.probe(n.id()); }, "ready", "");
  for (const Machine& machine : tight_machines()) {
    const auto program = alone([](Node& n) { n.send(kOne, {}, {.mode = SendMode::ready}); n.compute(1s); n.receive(kOne, {}); });
    const std::string text = error_of<NodeError>(machine, program).what();
    EXPECT_TRUE(has(text, "ready") && has(text, fmt::format("requests_corpus_test.cpp:{}", __LINE__ - 2))) << text;
  }
}

TEST(RequestsCorpusMisuse, ACallIsNamedAsItsInterfaceNamesIt) {
  static constexpr NamedCall kCall{"MPI_Mprobe", "folder/solver.c", 88};
  const auto text_of = [](const Part& wrong) {
    return std::string(error_of<NodeError>(tight_machines()[0], alone(wrong)).what());
  };
  const auto expect_named = [](const std::string& text) {
    EXPECT_TRUE(has(text, "MPI_Mprobe") && has(text, "solver.c:88")) << text;
  };
  const CallSite site(kCall);
  expect_named(text_of([=](Node& n) { (void)n.matched_probe(NodeId{9}, {}, site); }));
  expect_named(text_of([=](Node& n) { n.attach_buffer(1); n.attach_buffer(1, site); }));
  expect_named(text_of([=](Node& n) { n.detach_buffer(site); }));
  expect_named(text_of([=](Node& n) { n.cancel(stale(n), site); }));
  expect_named(text_of([=](Node& n) { Handle h = stale(n); n.free(h, site); }));
  expect_named(text_of([=](Node& n) { TakenMessage t; n.receive(t, {}, false, site); }));
  expect_named(text_of([=](Node& n) { n.wait_some({}, {}, site); }));
  expect_named(text_of([=](Node& n) { auto p = n.make_receive(kOne, {}); (void)n.start(p); (void)n.start(p, site); }));
  expect_named(text_of([=](Node& n) { const Bytes d(8); n.send(kOne, d, {.mode = SendMode::buffered}, site); }));
  expect_named(text_of([=](Node& n) { n.send(n.id(), {}, {.mode = SendMode::ready}, site); }));
  expect_named(text_of([=](Node& n) { n.send(kOne, {}, {.mode = SendMode::ready}, site); n.compute(1s); n.probe(kOne); }));
}

// --- deadlocks --------------------------------------------------------------------------------------------------------

/// Node 0 waits for ever in `call`, whatever the clock.
void expect_stuck(const Part& waits, const std::string& call, CallSite place = CallSite::current()) {
  SCOPED_TRACE(fmt::format("line {}", place.line()));
  const auto check = [&](const std::string& text) {
    EXPECT_TRUE(has(text, "node 0 in ") && has(text, call)) << text;
    EXPECT_TRUE(has(text, fmt::format("requests_corpus_test.cpp:{}", place.line()))) << text;
  };
  for (const Machine& machine : tight_machines()) {
    check(error_of<DeadlockError>(machine, alone(waits)).what());
    for (const ClockKind clock : {ClockKind::wall, ClockKind::off}) {
      for (const ExecutorKind executor : executors_under_test()) {
        if (clock == ClockKind::wall && executor == ExecutorKind::fibers) continue;
        RunOptions options;
        options.clock = clock;
        options.executor = executor;
        try {
          run(machine, alone(waits), options);
          ADD_FAILURE() << "it ended, with the clock " << name_of(clock);
        } catch (const DeadlockError& error) {
          check(error.what());
        }
      }
    }
  }
}

TEST(RequestsCorpusDeadlock, EveryCallThatWaitsIsNamed) {
  static Bytes data(kSizes[3]);
  expect_stuck([](Node& n) { n.send(kOne, {}, {.tag = Tag{5}, .mode = SendMode::synchronous}); }, "synchronous send to 1, tag 5");
  expect_stuck([](Node& n) { n.send(kOne, data, {.tag = Tag{5}, .mode = SendMode::synchronous}); }, "synchronous send to 1, tag 5");
  expect_stuck([](Node& n) { n.probe(kOne, Tag{5}); }, "probe from 1, tag 5");
  expect_stuck([](Node& n) { n.probe(kAnyNode, TagSelector::any()); }, "probe from any");
  expect_stuck([](Node& n) { (void)n.matched_probe(kOne, Tag{5}); }, "probe from 1, tag 5");
  expect_stuck([](Node& n) { std::array h{open_receive(n)}; n.wait_some(h); }, "in wait");
  expect_stuck([](Node& n) { std::array h{open_receive(n)}; n.wait_any(h); }, "in wait");
  expect_stuck([](Node& n) { std::array h{open_receive(n), open_receive(n)}; n.wait_some(h); }, "in wait_");
  expect_stuck([](Node& n) { Handle h = open_receive(n); n.free(h); n.wait_freed(); }, "in wait");
  expect_stuck([](Node& n) { Handle h = n.post_send(kOne, data, {.mode = SendMode::synchronous}); n.free(h); n.wait_freed(); }, "in wait");
  expect_stuck([](Node& n) { auto p = n.make_receive(kOne, data, Tag{5}); const Handle h = n.start(p); n.wait(h); }, "receive from 1, tag 5");
  expect_stuck([](Node& n) { auto p = n.make_send(kOne, data, {.tag = Tag{5}, .mode = SendMode::synchronous}); const Handle h = n.start(p); n.wait(h); }, "synchronous send to 1, tag 5");
}

/// Under the virtual clock a large buffered message has to wait for room outside.
TEST(RequestsCorpusDeadlock, ADetachThatWaitsForEverIsNamed) {
  static Bytes data(kSizes[3]);
  for (const Machine& machine : tight_machines()) {
    const auto program = alone([](Node& n) {
      n.attach_buffer(kAmpleBuffer);
      n.send(kOne, data, {.tag = Tag{5}, .mode = SendMode::buffered});
      n.detach_buffer();
    });
    const std::string text = error_of<DeadlockError>(machine, program).what();
    EXPECT_TRUE(has(text, "node 0 in buffered send to 1, tag 5, 20480 B")) << text;
    EXPECT_TRUE(has(text, fmt::format("requests_corpus_test.cpp:{}", __LINE__ - 4))) << text;
  }
}

TEST(RequestsCorpusDeadlock, ACallIsNamedAsItsInterfaceNamesIt) {
  static constexpr NamedCall kCall{"MPI_Ssend", "folder/solver.c", 88};
  const CallSite site(kCall);
  const auto expect_named = [](const Part& waits) {
    const std::string text = error_of<DeadlockError>(tight_machines()[0], alone(waits)).what();
    EXPECT_TRUE(has(text, "node 0 in ") && has(text, "MPI_Ssend") && has(text, "(solver.c:88)")) << text;
  };
  expect_named([=](Node& n) { n.send(kOne, {}, {.mode = SendMode::synchronous}, site); });
  expect_named([=](Node& n) { n.probe(kOne, {}, site); });
  expect_named([=](Node& n) { (void)n.matched_probe(kOne, {}, site); });
  expect_named([=](Node& n) { std::array h{open_receive(n), open_receive(n)}; n.wait_some(h, {}, site); });
  expect_named([=](Node& n) { Handle h = open_receive(n); n.free(h); n.wait_freed(site); });
}
// clang-format on

// --- random programs
// --------------------------------------------------------------------------------------------------

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::uint64_t kPrograms = 40;
#else
constexpr std::uint64_t kPrograms = 600;
#endif

/// All shipped machines, and one that stores nothing. Not those with small buffers: there a message that has to wait
/// for room holds ports and links that earlier messages need, so that no order of the program's helps.
std::vector<Machine> machines_under_test() {
  std::vector<Machine> all{fixed_delay_machine({.nodes = 4, .buffers = false})};
  for (const std::string& name : machines::machine_names())
    all.push_back(machines::make_machine({.name = name, .nodes = 4}));
  return all;
}

StandardSends standard_sends_of(std::uint64_t seed) {
  constexpr std::array kAll{StandardSends(), StandardSends(), StandardSends::waiting_from(0),
                            StandardSends::waiting_from(100), StandardSends::always_buffered()};
  return kAll.at(seed % kAll.size());
}

/// Each program on a machine of its own, under every clock, and the same on every executor.
TEST(RequestsCorpus, RandomProgramsGetWhatTheyMust) {
  const std::vector<Machine> machines = machines_under_test();
  for (std::uint64_t seed = 1; seed <= kPrograms; ++seed) {
    const Machine& machine = machines[seed % machines.size()];
    SCOPED_TRACE(fmt::format("seed {} on {} ({})", seed, machine.name(), seed % machines.size()));
    const NodeProgram program = random_requests(seed, 2 + static_cast<std::uint32_t>(seed / 7 % 3));
    RunOptions options;
    options.seed = seed;
    options.standard_sends = standard_sends_of(seed / 3);
    ASSERT_NO_THROW(run_everywhere(machine, program, options));
    options.clock = seed % 8 == 0 ? ClockKind::wall : ClockKind::off;
    ASSERT_NO_THROW(run(machine, program, options)) << name_of(options.clock);
    options.clock = ClockKind::off;
    options.executor = executors_under_test().back();
    options.pauses = seed;
    ASSERT_NO_THROW(run(machine, program, options)) << "with pauses";
  }
}

}  // namespace
}  // namespace switchyard
