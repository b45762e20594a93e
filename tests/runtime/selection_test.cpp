/// Tests of which message a receive takes if several have come.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

#include "runtime/node.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {
namespace {

using Word = std::array<std::byte, 4>;
constexpr NodeId kReceiver{0}, kSender{1};
constexpr Context kSecondContext{kFirstFreeContext};

Word word_with_number(std::uint32_t number) { return {static_cast<std::byte>(number)}; }

/// Waits for a request of the receiver, then sends one message with each of these options. The data of each message is
/// its number, counted from 0.
void send_messages_on_request(Node& self, const std::vector<MessageOptions>& messages) {
  Word nothing{};
  self.receive(kReceiver, nothing);
  std::vector<Word> words;
  for (std::uint32_t i = 0; i < messages.size(); ++i) words.push_back(word_with_number(i));
  std::vector<Handle> sends;
  for (std::uint32_t i = 0; i < messages.size(); ++i) sends.push_back(self.post_send(kReceiver, words[i], messages[i]));
  self.wait_all(sends);
}

void expect_next_received(Node& self, const TagSelector& wanted, std::uint32_t number, Tag tag) {
  Word word{};
  const Received got = self.receive(kAnyNode, word, wanted);
  self.expect(word == word_with_number(number), "the message that was to come");
  self.expect(got.source == kSender && got.tag == tag && got.bytes == word.size(), "its label");
}

TEST(Selection, AnyTagTakesMessagesInTheOrderOfSending) {
  expect_runs_on_all_settings([](Node& self) {
    if (index(self.id()) > 1) return;
    if (self.id() == kSender) return send_messages_on_request(self, {{Tag{7}}, {Tag{0xffffffff}}, {Tag{0}}});
    self.send(kSender, Word{});
    expect_next_received(self, TagSelector::any(), 0, Tag{7});
    expect_next_received(self, TagSelector::any(), 1, Tag{0xffffffff});
    expect_next_received(self, TagSelector::any(), 2, Tag{0});
  });
}

TEST(Selection, AMaskTakesTheFirstWithTheseBits) {
  expect_runs_on_all_settings([](Node& self) {
    if (index(self.id()) > 1) return;
    if (self.id() == kSender) return send_messages_on_request(self, {{Tag{0x11}}, {Tag{0x22}}, {Tag{0x12}}});
    self.send(kSender, Word{});
    expect_next_received(self, TagSelector::masked(Tag{0x02}, 0x0f), 1, Tag{0x22});
    expect_next_received(self, TagSelector::masked(Tag{0x10}, 0xf0), 0, Tag{0x11});
    expect_next_received(self, TagSelector::masked(Tag{0x10}, 0xf0), 2, Tag{0x12});
  });
}

TEST(Selection, PostedReceivesTakeInTheOrderOfPosting) {
  expect_runs_on_all_settings([](Node& self) {
    if (index(self.id()) > 1) return;
    if (self.id() == kSender) return send_messages_on_request(self, {{Tag{4}}, {Tag{5}}, {Tag{4}}});
    std::array<Word, 3> in{};
    std::array<Handle, 3> receives{self.post_receive(kSender, in[0], Tag{5}),
                                   self.post_receive(kAnyNode, in[1], TagSelector::any()),
                                   self.post_receive(kSender, in[2], Tag{4})};
    self.send(kSender, Word{});
    self.expect(self.wait(receives[1]).tag == Tag{4}, "any tag has the first");
    self.wait(receives[0]);
    self.wait(receives[2]);
    self.expect(in == std::array{word_with_number(1), word_with_number(0), word_with_number(2)}, "each has its own");
  });
}

TEST(Selection, ContextsDoNotMeet) {
  expect_runs_on_all_settings([](Node& self) {
    if (index(self.id()) > 1) return;
    if (self.id() == kSender)
      return send_messages_on_request(self, {{.tag = Tag{1}, .context = kSecondContext}, {.tag = Tag{1}}});
    Word own{}, program{};
    const Handle in_own = self.post_receive(kAnyNode, own, TagSelector::any(kSecondContext));
    const Handle in_program = self.post_receive(kAnyNode, program, TagSelector::any());
    self.send(kSender, Word{});
    self.wait(in_program);
    self.wait(in_own);
    self.expect(own == word_with_number(0) && program == word_with_number(1), "each has that of its context");
  });
}

/// A program may even send messages with the tags that collectives give to the messages of which they consist.
TEST(Selection, NoTagOfAProgramMeetsACollective) {
  expect_runs_on_all_settings([](Node& self) {
    const NodeId next = NodeId{(index(self.id()) + 1) % 4}, previous = NodeId{(index(self.id()) + 3) % 4};
    Word in{};
    const Handle receive = self.post_receive(previous, in, TagSelector::any());
    self.barrier();
    const auto sum = self.all_reduce(index(self.id()), std::plus<>{});
    self.expect(sum == 6, "the sum of all");
    const Word out = word_with_number(index(self.id()));
    const Handle send = self.post_send(next, out, {collective_tag(Collective::all_reduce, 1)});
    self.wait(receive);
    self.wait(send);
    self.expect(in == word_with_number(index(previous)), "the message, and no part of a collective");
  });
}

TEST(Selection, ADeadlockNamesWhatWasWanted) {
  for (const auto& [wanted, text] : {std::pair(TagSelector::any(), "receive from any node, any tag, 4 B"),
                                     {TagSelector::masked(Tag{0x10}, 0xf0), "tag 0x10 where 0xf0"}}) {
    call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
      try {
        run(
            machine,
            [&](Node& self) {
              Word in{};
              if (self.id() == kReceiver) self.receive(kAnyNode, in, wanted);
            },
            options);
        ADD_FAILURE() << "no deadlock";
      } catch (const DeadlockError& error) {
        EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
      }
    });
  }
}

}  // namespace
}  // namespace switchyard
