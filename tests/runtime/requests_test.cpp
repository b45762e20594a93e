/// Tests of what programs observe of send modes, of probes, of messages of a node to itself, and of requests that are
/// cancelled, freed, tested or used again.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/error.hpp"
#include "runtime/node.hpp"
#include "runtime/wait_graph.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

constexpr NodeId kFirstNode{0}, kSecondNode{1};
constexpr Tag kGoTag{99};

std::vector<std::byte> pattern(std::size_t bytes, std::uint32_t seed) {
  std::vector<std::byte> result(bytes);
  for (std::size_t i = 0; i < bytes; ++i) result[i] = static_cast<std::byte>(seed * 31 + i);
  return result;
}

/// Returns a program that runs `program` on nodes 0 and 1 and does nothing on other nodes.
NodeProgram program_on_first_two_nodes(NodeProgram program) {
  return [program = std::move(program)](Node& self) {
    if (index(self.id()) < 2) program(self);
  };
}

void expect_error_for_each_machine_and_clock(const NodeProgram& program, const std::vector<std::string>& texts) {
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    try {
      run(machine, program, options);
      ADD_FAILURE() << "the run has completed";
    } catch (const Error& error) {
      for (const std::string& text : texts) {
        EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << "no \"" << text << "\" in:\n"
                                                                           << error.what();
      }
    }
  });
}

// --- probes ---------------------------------------------------------------------------------------------------------

TEST(Probe, TellsOfAMessageAndLeavesItForAReceive) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{16}, std::size_t{4000}}) {
    expect_runs_on_all_settings(program_on_first_two_nodes([=](Node& self) {
      const auto data = pattern(bytes, 1);
      if (self.id() == kSecondNode) return self.send(kFirstNode, data, {.tag = Tag{5}});
      for (int twice = 0; twice < 2; ++twice) {
        const Received found = self.probe(kAnyNode, TagSelector::any());
        self.expect(found.source == kSecondNode && found.bytes == bytes && found.tag == Tag{5}, "what it tells");
      }
      std::vector<std::byte> buffer(bytes);
      self.receive(kSecondNode, buffer, Tag{5});
      self.expect(buffer == data, "the data");
    }));
  }
}

TEST(Probe, FindsNothingBeforeTheMessageIsSent) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == kSecondNode) {
      self.receive(kFirstNode, word, kGoTag);
      return self.send(kFirstNode, word);
    }
    self.expect(!self.try_probe(kSecondNode), "nothing yet");
    self.send(kSecondNode, word, {.tag = kGoTag});
    while (!self.try_probe(kSecondNode)) {
    }
    self.expect(!self.try_probe(kSecondNode, Tag{1}), "another tag");
    self.receive(kSecondNode, word);
    self.expect(!self.try_probe(kAnyNode, TagSelector::any()), "nothing any more");
  }));
}

TEST(Probe, AMatchedMessageIsForItsReceiveAlone) {
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{5000}}) {
    expect_runs_on_all_settings(program_on_first_two_nodes([=](Node& self) {
      if (self.id() == kSecondNode) {
        std::vector<Handle> sends;
        const auto first = pattern(bytes, 1), second = pattern(bytes, 2);
        sends.push_back(self.post_send(kFirstNode, first));
        sends.push_back(self.post_send(kFirstNode, second));
        return self.wait_all(sends);
      }
      TakenMessage message = self.matched_probe(kSecondNode);
      std::vector<std::byte> first(bytes), second(bytes);
      self.receive(kSecondNode, second);
      const Received got = self.receive(message, first);
      self.expect(got.source == kSecondNode && got.bytes == bytes, "its label");
      self.expect(first == pattern(bytes, 1) && second == pattern(bytes, 2), "each message where it belongs");
      self.expect(message.empty(), "received once");
    }));
  }
}

TEST(Probe, PollingForAMatchedMessageFindsIt) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == kSecondNode) {
      self.compute(3ms);
      return self.send(kFirstNode, word);
    }
    std::optional<TakenMessage> message;
    while (!(message = self.try_matched_probe(kAnyNode))) {
    }
    self.receive(*message, word);
  }));
}

TEST(Probe, ThatWaitsForEverSaysWhatWasOnOffer) {
  expect_error_for_each_machine_and_clock(program_on_first_two_nodes([](Node& self) {
                                            std::array<std::byte, 8> word{};
                                            if (self.id() == kFirstNode)
                                              return static_cast<void>(self.probe(kSecondNode, Tag{3}));
                                            const Handle sent = self.post_send(kFirstNode, word, {.tag = Tag{4}});
                                            self.receive(kFirstNode, word);
                                            self.wait(sent);
                                          }),
                                          {"deadlock", "probe from 1, tag 3", "on offer: 8 B from 1, tag 4"});
}

/// Returns the part of the deadlock report's line on `node` that follows the call and its source line, such as which
/// messages the node could receive.
std::string awaited_text_in_report(NodeId node, const Machine& machine, const NodeProgram& program,
                                   const RunOptions& options) {
  try {
    run(machine, program, options);
    ADD_FAILURE() << "the run has completed";
  } catch (const DeadlockError& error) {
    const std::string call = error.graph().waiters().at(index(node)).text();
    return call.substr(std::min(call.find(')'), call.size()));
  }
  return {};
}

TEST(Probe, OffersWhatOtherProbesWouldFind) {
  const NodeProgram program = program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == kFirstNode) {
      std::ignore = self.matched_probe(kSecondNode, Tag{7});
      return static_cast<void>(self.probe(kSecondNode, Tag{3}));
    }
    std::vector<Handle> sends;
    for (const std::uint32_t tag : {6, 4, 7, 4}) {
      sends.push_back(self.post_send(kFirstNode, std::span(word).first(tag), {.tag = Tag{tag}}));
    }
    sends.push_back(self.post_send(kFirstNode, word, {.tag = Tag{5}, .context = Context{kFirstFreeContext}}));
    self.wait_all(sends);
    self.receive(kFirstNode, word);
  });
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    EXPECT_EQ(awaited_text_in_report(kFirstNode, machine, program, options),
              "); on offer: 4 B from 1, tag 4; 6 B from 1, tag 6");
  });
}

/// On the CM-5, a message is first announced by a request. In this test the request is on its way when the receiver
/// probes for the first time.
TEST(Probe, OffersAMessageThatWasSentBeforeTheFirstProbe) {
  const NodeProgram program = program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == kSecondNode) return static_cast<void>(self.probe(kFirstNode, Tag{3}));
    const Handle sent = self.post_send(kSecondNode, word, {.tag = Tag{4}});
    self.receive(kSecondNode, word);
    self.wait(sent);
  });
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    EXPECT_EQ(awaited_text_in_report(kSecondNode, machine, program, options), "); on offer: 8 B from 0, tag 4");
  });
}

/// The first of two messages waits for room in the system buffer of node 0, and so keeps the second one at its sender.
/// Without a clock (ClockKind::off), both messages arrive.
TEST(Probe, DoesNotOfferWhatIsStillWithItsSender) {
  const NodeProgram program = program_on_first_two_nodes([](Node& self) {
    if (self.id() == kFirstNode) return static_cast<void>(self.probe(kSecondNode, Tag{3}));
    const std::vector<std::byte> data(2000);
    std::array sends{self.post_send(kFirstNode, data, {.tag = Tag{4}}),
                     self.post_send(kFirstNode, data, {.tag = Tag{6}})};
    self.wait_all(sends);
    self.receive(kFirstNode, {});
  });
  for (const Machine& machine :
       {machines::mesh({.width = 2, .height = 2, .system_buffer = 1024}),
        machines::ipsc860({.nodes = 4, .system_buffer = 1024}), machines::cm5({.nodes = 4, .send_buffers = 1})}) {
    for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::wall, ClockKind::off}) {
      RunOptions options;
      options.clock = clock;
      EXPECT_EQ(awaited_text_in_report(kFirstNode, machine, program, options),
                clock == ClockKind::off ? "); on offer: 2000 B from 1, tag 4; 2000 B from 1, tag 6"
                                        : "); on offer: 2000 B from 1, tag 4")
          << machine.name() << ", clock " << name_of(clock);
    }
  }
}

// --- modes ----------------------------------------------------------------------------------------------------------

TEST(SynchronousMode, IsCompleteOnlyWhenItsMessageIsTaken) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{8}, std::size_t{5000}}) {
    expect_runs_on_all_settings(program_on_first_two_nodes([=](Node& self) {
      std::vector<std::byte> data(bytes);
      std::array<std::byte, 1> word{};
      if (self.id() == kSecondNode) {
        self.receive(kFirstNode, word, kGoTag);
        self.receive(kFirstNode, data);
        return;
      }
      const Handle sent = self.post_send(kSecondNode, data, {.mode = SendMode::synchronous});
      self.compute(50ms);
      self.expect(!self.test(sent), "nobody has received it");
      self.send(kSecondNode, word, {.tag = kGoTag});
      self.wait(sent);
    }));
  }
}

TEST(SynchronousMode, TwoHeadOnSendsDeadlockAndAreNamed) {
  expect_error_for_each_machine_and_clock(
      program_on_first_two_nodes([](Node& self) {
        std::array<std::byte, 8> word{};
        self.send(self.id() ^ 1U, word, {.tag = Tag{6}, .mode = SendMode::synchronous});
        self.receive(self.id() ^ 1U, word, Tag{6});
      }),
      {"deadlock", "synchronous send to 1, tag 6, 8 B", "its receive", "cycle of nodes 0, 1"});
}

TEST(StandardMode, WaitsForItsReceiveFromALimitOn) {
  const auto head_on = [](std::size_t bytes) {
    return program_on_first_two_nodes([bytes](Node& self) {
      std::vector<std::byte> data(bytes);
      self.send(self.id() ^ 1U, data);
      self.receive(self.id() ^ 1U, data);
    });
  };
  call_for_each_machine_clock_executor([&](const Machine& machine, RunOptions options) {
    options.standard_sends = StandardSendRule::synchronous_from_size(8);
    EXPECT_THROW(run(machine, head_on(8), options), DeadlockError);
    options.standard_sends = StandardSendRule::always_buffered();
    EXPECT_NO_THROW(run(machine, head_on(100000), options));
  });
}

TEST(ReadyMode, IsReceivedIfTheReceiveIsPosted) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == kFirstNode) {
      const Handle posted = self.post_receive(kSecondNode, word);
      self.signal(kSecondNode, kGoTag);
      self.wait(posted);
      return;
    }
    self.receive(kFirstNode, {}, kGoTag);
    self.send(kFirstNode, word, {.mode = SendMode::ready});
  }));
}

TEST(ReadyMode, WithoutAPostedReceiveIsAnError) {
  expect_error_for_each_machine_and_clock(
      program_on_first_two_nodes([](Node& self) {
        std::array<std::byte, 8> word{};
        if (self.id() == kSecondNode) self.send(kFirstNode, word, {.tag = Tag{2}, .mode = SendMode::ready});
        if (self.id() == kFirstNode) self.receive(kSecondNode, word, Tag{3});
      }),
      {"node 1 in ready send to 0, tag 2, 8 B (requests_test.cpp:", "no receive was posted"});
}

TEST(BufferedMode, IsDoneAtOnceAndComesLater) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    constexpr std::size_t kBytes = 3000;
    self.attach_buffer(2 * kBytes);
    auto data = pattern(kBytes, 7);
    self.send(self.id() ^ 1U, data, {.mode = SendMode::buffered});
    std::ranges::fill(data, std::byte{0});
    self.receive(self.id() ^ 1U, data);
    self.expect(data == pattern(kBytes, 7), "the data as it was");
    self.expect(self.detach_buffer() == 2 * kBytes, "its size");
  }));
}

TEST(BufferedMode, RoomIsFreedByMessagesThatHaveLeft) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 100> data{};
    self.attach_buffer(100);
    for (int i = 0; i < 20; ++i) {
      if (self.id() == kFirstNode) self.send(kSecondNode, data, {.mode = SendMode::buffered});
      self.receive(self.id() ^ 1U, data, self.id() == kFirstNode ? kGoTag : Tag{});
      if (self.id() == kSecondNode) self.send(kFirstNode, data, {.tag = kGoTag});
    }
    self.detach_buffer();
  }));
}

TEST(BufferedMode, WithoutRoomIsAnError) {
  const auto sends = [](std::uint64_t buffer, std::size_t bytes) {
    return program_on_first_two_nodes([=](Node& self) {
      std::vector<std::byte> data(bytes);
      if (buffer > 0) self.attach_buffer(buffer);
      self.send(self.id() ^ 1U, data, {.mode = SendMode::buffered});
    });
  };
  expect_error_for_each_machine_and_clock(sends(0, 4),
                                          {"buffered send (requests_test.cpp:", "no buffer; attach_buffer() first"});
  expect_error_for_each_machine_and_clock(sends(10, 11), {"11 B do not fit", "0 of 10 B are in use"});
}

// --- messages of a node to itself -----------------------------------------------------------------------------------

TEST(ToOneself, MessagesComeInTheirOrder) {
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{8}, std::size_t{3000}}) {
    expect_runs_on_all_settings([=](Node& self) {
      std::vector<std::byte> first(bytes), second(bytes);
      const auto one = pattern(bytes, 1), two = pattern(bytes, 2);
      std::vector<Handle> all;
      all.push_back(self.post_receive(self.id(), first));
      all.push_back(self.post_send(self.id(), one));
      all.push_back(self.post_send(self.id(), two));
      all.push_back(self.post_receive(kAnyNode, second));
      self.wait_all(all);
      self.expect(first == one && second == two, "the data");
    });
  }
}

TEST(ToOneself, AProbeFindsIt) {
  expect_runs_on_all_settings([](Node& self) {
    std::array<std::byte, 8> word{};
    const Handle sent = self.post_send(self.id(), word, {.tag = Tag{4}});
    self.expect(self.probe(self.id(), Tag{4}).bytes == 8, "it is there");
    self.receive(self.id(), word, Tag{4});
    self.wait(sent);
  });
}

TEST(ToOneself, ASynchronousSendThatNobodyReceivesIsADeadlock) {
  expect_error_for_each_machine_and_clock(
      [](Node& self) {
        std::array<std::byte, 8> word{};
        if (self.id() == kFirstNode) self.send(kFirstNode, word, {.mode = SendMode::synchronous});
      },
      {"deadlock", "node 0 in synchronous send to 0", "waits for node 0: its receive"});
}

// --- results --------------------------------------------------------------------------------------------------------

TEST(Receive, MayCutAMessageThatIsTooLong) {
  for (const std::size_t bytes : {std::size_t{20}, std::size_t{3000}}) {
    for (const bool posted_first : {true, false}) {
      expect_runs_on_all_settings(program_on_first_two_nodes([=](Node& self) {
        const auto data = pattern(bytes, 3);
        if (self.id() == kSecondNode) {
          if (posted_first) self.receive(kFirstNode, {}, kGoTag);
          return self.send(kFirstNode, data);
        }
        std::array<std::byte, 12> room{};
        ReceiveOptions options;
        options.truncates = true;
        if (!posted_first) self.probe(kSecondNode);
        const Handle handle = self.post_receive(kSecondNode, std::span(room).first(8), options);
        if (posted_first) self.signal(kSecondNode, kGoTag);
        const Received got = self.wait(handle);
        self.expect(got.truncated && got.bytes == bytes, "told");
        self.expect(std::equal(room.begin(), room.begin() + 8, data.begin()), "its beginning");
        self.expect(room[8] == std::byte{0}, "no more than fits");
      }));
    }
  }
}

TEST(Cancel, AReceiveEndsWithoutAMessage) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 8> word{}, other{};
    const Handle first = self.post_receive(self.id() ^ 1U, word, kGoTag);
    self.cancel(first);
    self.expect(self.wait(first).cancelled, "taken back");
    // Each node sends a signal with this tag when it has cancelled its first receive. Before that signal, no node sends
    // a message that the first receive of the other node could match.
    constexpr Tag kBothHave{9};
    const Handle both = self.post_receive(self.id() ^ 1U, {}, kBothHave);
    self.send(self.id() ^ 1U, {}, {.tag = kBothHave});
    self.wait(both);
    const Handle second = self.post_receive(self.id() ^ 1U, other, kGoTag);
    self.send(self.id() ^ 1U, word, {.tag = kGoTag});
    self.expect(!self.wait(second).cancelled, "the message was for the second");
  }));
}

TEST(Cancel, ASendThatNobodyReceivesEnds) {
  for (const std::size_t bytes : {std::size_t{8}, std::size_t{5000}}) {
    for (const Duration before : {0us, 20000us}) {
      expect_runs_on_all_settings(program_on_first_two_nodes([=](Node& self) {
        std::vector<std::byte> data(bytes);
        if (self.id() == kSecondNode) return static_cast<void>(self.receive(kFirstNode, data, kGoTag));
        const Handle sent = self.post_send(kSecondNode, data, {.tag = Tag{1}, .mode = SendMode::synchronous});
        if (before > 0us) self.compute(before);
        self.cancel(sent);
        self.expect(self.wait(sent).cancelled, "taken back");
        self.send(kSecondNode, data, {.tag = kGoTag});
      }));
    }
  }
}

TEST(Cancel, AReceiveThatHasItsMessageIsNotCancelled) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 8> word{};
    if (self.id() == kSecondNode) return self.send(kFirstNode, word);
    self.probe(kSecondNode);
    const Handle receive = self.post_receive(kSecondNode, word);
    self.cancel(receive);
    const Received got = self.wait(receive);
    self.expect(!got.cancelled && got.bytes == 8, "it had its message");
  }));
}

TEST(Cancel, TwiceIsAnError) {
  expect_error_for_each_machine_and_clock(program_on_first_two_nodes([](Node& self) {
                                            std::array<std::byte, 8> word{};
                                            const Handle receive = self.post_receive(self.id() ^ 1U, word);
                                            self.cancel(receive);
                                            self.cancel(receive);
                                          }),
                                          {"cancel (requests_test.cpp:", "cancelled before"});
}

TEST(Free, LetsARequestGoOnByItself) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::vector<std::vector<std::byte>> data(200, pattern(10, 1));
    if (self.id() == kFirstNode) {
      for (auto& each : data) {
        Handle sent = self.post_send(kSecondNode, each);
        self.free(sent);
        self.expect(sent.empty(), "the handle is empty");
      }
      return self.wait_freed();
    }
    for (auto& each : data) self.receive(kFirstNode, each);
  }));
}

TEST(Free, AProgramThatReturnsTooEarlyIsToldSo) {
  expect_error_for_each_machine_and_clock(program_on_first_two_nodes([](Node& self) {
                                            std::array<std::byte, 8> word{};
                                            if (self.id() == kSecondNode) return;
                                            Handle receive = self.post_receive(kSecondNode, word);
                                            self.free(receive);
                                          }),
                                          {"node 0", "freed", "receive from 1", "wait_freed() first"});
}

TEST(WaitSome, TellsAllThatAreDone) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::array<std::array<std::byte, 8>, 3> words{};
    const NodeId other = self.id() ^ 1U;
    std::vector<Handle> receives;
    for (std::uint32_t i = 0; i < 3; ++i) receives.push_back(self.post_receive(other, words[i], Tag{i}));
    self.send(other, words[0], {.tag = Tag{2}});
    self.send(other, words[0], {.tag = Tag{0}});
    std::vector<Received> results(3);
    std::vector<std::size_t> done;
    while (done.size() < 2) {
      for (const std::size_t i : self.wait_some(receives, results)) done.push_back(i);
    }
    std::ranges::sort(done);
    self.expect(done == std::vector<std::size_t>{0, 2}, "those two");
    self.expect(results[2].tag == Tag{2} && results[0].source == other, "their results");
    self.expect(!self.test_all(receives), "one is left");
    self.expect(self.test_some(receives).empty() && !self.test_any(receives), "and is not done");
    self.exchange(other, {}, {}, {.tag = kGoTag});
    self.send(other, words[0], {.tag = Tag{1}});
    std::optional<std::size_t> last;
    while (!(last = self.test_any(receives))) {
    }
    self.expect(*last == 1, "the last");
    self.expect(self.test_all(receives), "nothing is left");
  }));
}

TEST(Persistent, RequestsArePostedAgainAndAgain) {
  expect_runs_on_all_settings(program_on_first_two_nodes([](Node& self) {
    std::array<std::byte, 8> in{}, out{};
    const NodeId other = self.id() ^ 1U;
    PersistentRequest send = self.make_send(other, out);
    PersistentRequest receive = self.make_receive(other, in);
    for (std::uint32_t round = 0; round < 5; ++round) {
      out[0] = static_cast<std::byte>(round);
      std::array<Handle, 2> both{self.start(receive), self.start(send)};
      self.wait_all(both);
      self.expect(in[0] == out[0], "this round's data");
    }
  }));
}

TEST(Persistent, StartedTwiceIsAnError) {
  expect_error_for_each_machine_and_clock(program_on_first_two_nodes([](Node& self) {
                                            std::array<std::byte, 8> in{};
                                            PersistentRequest receive = self.make_receive(self.id() ^ 1U, in);
                                            [[maybe_unused]] const Handle first = self.start(receive);
                                            [[maybe_unused]] const Handle second = self.start(receive);
                                          }),
                                          {"start (requests_test.cpp:", "has not been waited for"});
}

TEST(CallSite, AnInterfaceNamesItsCallersCalls) {
  static constexpr NamedCall kReceive{"MPI_Irecv", "src/solver.c", 88}, kWait{"MPI_Wait", "src/solver.c", 95};
  expect_error_for_each_machine_and_clock(program_on_first_two_nodes([](Node& self) {
                                            std::array<std::byte, 8> word{};
                                            const Handle receive =
                                                self.post_receive(self.id() ^ 1U, word, Tag{5}, CallSite(kReceive));
                                            self.wait(receive, CallSite(kWait));
                                          }),
                                          {"MPI_Irecv from 1, tag 5, 8 B (solver.c:88), in MPI_Wait (solver.c:95)"});
}

}  // namespace
}  // namespace switchyard
