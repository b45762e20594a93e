/// \file healthy_words.cpp
/// Correct programs with active messages (words) and bulk ports, on the CM-5.

#include <functional>

#include "tests/corpus/corpus.hpp"

namespace switchyard::corpus {
namespace {

using std::chrono::microseconds;
const ProgramNeeds kNeedsCm5{.platforms = ProgramPlatforms::cm5};

NodeId partner_node(const Node& self) { return self.id() ^ 1U; }

/// A program in which, in each of several rounds, every node passes an active message on to its right neighbour.
void pass_word_around_ring(Node& self) {
  constexpr int kRounds = 4;
  int words = 0;
  self.expose(words);
  self.barrier();
  for (int round = 1; round <= kRounds; ++round) {
    if (number_of_calling_node(self) != 0) self.poll_until([&] { return words == round; });
    self.request(right_neighbour(self), kCountHandler);
    if (number_of_calling_node(self) == 0) self.poll_until([&] { return words == round; });
  }
}

/// The numbers of questions and replies that the active-message handlers of a node have received, and the sum of the
/// numbers in the replies.
struct ReplySum {
  std::uint32_t sum_of_reply_numbers = 0;
  std::uint32_t received_reply_count = 0;
  std::uint32_t received_question_count = 0;
};

/// A program in which each node asks all other nodes for their numbers by active messages, and adds up the replies.
void ask_all_nodes_for_replies(Node& self) {
  ReplySum sum;
  self.expose(sum);
  self.barrier();
  for (std::uint32_t i = 0; i < self.node_count(); ++i) {
    if (i == number_of_calling_node(self)) continue;
    self.request(make_node_id(i), [](ActiveMessage& at) {
      ++at.state<ReplySum>().received_question_count;
      at.reply([number = index(at.node())](ActiveMessage& back) {
        back.state<ReplySum>().sum_of_reply_numbers += number;
        ++back.state<ReplySum>().received_reply_count;
      });
    });
  }
  const std::uint32_t others = self.node_count() - 1;
  self.poll_until([&] { return sum.received_reply_count == others && sum.received_question_count == others; });
  self.expect(sum.sum_of_reply_numbers == 6 - number_of_calling_node(self), "all numbers but its own");
}

std::vector<CorpusProgram> active_message_programs() {
  return {
      make_correct_program("word_around_a_ring", 4, pass_word_around_ring, kNeedsCm5),
      make_correct_program("replies_from_all", 4, ask_all_nodes_for_replies, kNeedsCm5),
      make_correct_program(
          "fifty_words_one_way", 2,
          [](Node& self) {
            int words = 0;
            self.expose(words);
            self.barrier();
            for (int i = 0; number_of_calling_node(self) == 0 && i < 50; ++i)
              self.request(make_node_id(1), kCountHandler);
            if (number_of_calling_node(self) == 1) self.poll_until([&] { return words == 50; });
          },
          kNeedsCm5),
      make_correct_program(
          "word_while_the_other_adds", 4,
          [](Node& self) {
            int words = 0;
            self.expose(words);
            self.barrier();
            self.request(right_neighbour(self), kCountHandler);
            self.expect(self.all_reduce(1, std::plus<>{}) == 4, "all are here");
            self.poll_until([&] { return words == 1; });
          },
          kNeedsCm5),
      make_correct_program(
          "deadline_then_barrier", 4,
          [](Node& self) {
            if (number_of_calling_node(self) % 2 == 0)
              self.poll_until(self.now() + microseconds{100}, [] { return false; });
            self.barrier();
          },
          kNeedsCm5),
      make_correct_program(
          "polls_by_hand_until_a_word_comes", 2,
          [](Node& self) {
            int words = 0;
            self.expose(words);
            self.barrier();
            if (number_of_calling_node(self) == 0) self.compute(microseconds{100});
            if (number_of_calling_node(self) == 0) self.request(make_node_id(1), kCountHandler);
            while (number_of_calling_node(self) == 1 && words == 0) self.poll();
          },
          kNeedsCm5),
      make_correct_program(
          "word_says_that_a_message_is_wanted", 2,
          [](Node& self) {
            int words = 0;
            NumberAsMessageData buffer{number_of_calling_node(self)};
            self.expose(words);
            self.barrier();
            if (number_of_calling_node(self) == 0) {
              self.request(make_node_id(1), kCountHandler);
              self.receive(make_node_id(1), buffer.in());
              return self.expect(buffer.value == 1, "node 1's");
            }
            self.poll_until([&] { return words == 1; });
            self.send(make_node_id(0), buffer.out());
          },
          kNeedsCm5),
  };
}

std::vector<CorpusProgram> bulk_port_programs() {
  return {
      make_correct_program(
          "port_filled_in_four_pieces", 2,
          [](Node& self) {
            PayloadBytes room(64);
            int full = 0;
            self.expose(full);
            if (number_of_calling_node(self) == 0) self.open_port(BulkPortId{1}, room, kCountHandler);
            self.barrier();
            for (std::uint32_t i = 4; number_of_calling_node(self) == 1 && i-- > 0;) {
              const PayloadBytes piece(16, std::byte{static_cast<unsigned char>(i + 1)});
              self.copy(make_node_id(0), {BulkPortId{1}, 16 * i, {piece}});
            }
            if (number_of_calling_node(self) != 0) return;
            self.poll_until([&] { return full == 1; });
            for (std::uint32_t i = 0; i < 64; ++i)
              self.expect(std::to_integer<std::uint32_t>(room.at(i)) == i / 16 + 1, "each piece at its place");
          },
          kNeedsCm5),
      make_correct_program(
          "ports_both_ways", 2,
          [](Node& self) {
            PayloadBytes room(32), mine(32, std::byte{5});
            int full = 0;
            self.expose(full);
            self.open_port(BulkPortId{0}, room, kCountHandler);
            self.barrier();
            const BulkData what{BulkPortId{0}, 0, {mine}};
            const Handle sent = self.post_copy(partner_node(self), what);
            self.poll_until([&] { return full == 1; });
            self.wait(sent);
            self.expect(room == mine, "all has come");
          },
          kNeedsCm5),
      make_correct_program(
          "port_opened_for_each_round", 2,
          [](Node& self) {
            int full = 0;
            self.expose(full);
            for (int round = 1; round <= 3; ++round) {
              PayloadBytes data(24);
              if (number_of_calling_node(self) == 0) self.open_port(BulkPortId{0}, data, kCountHandler);
              self.barrier();
              if (number_of_calling_node(self) == 1) self.copy(make_node_id(0), {BulkPortId{0}, 0, {data}});
              if (number_of_calling_node(self) == 0) self.poll_until([&] { return full == round; });
            }
          },
          kNeedsCm5),
      make_correct_program(
          "word_says_that_a_port_is_open", 2,
          [](Node& self) {
            PayloadBytes data(40);
            int words = 0;
            self.expose(words);
            self.barrier();
            if (number_of_calling_node(self) == 0) {
              self.open_port(BulkPortId{0}, data, kCountHandler);
              self.request(make_node_id(1), kCountHandler);
            }
            self.poll_until([&] { return words == 1; });
            if (number_of_calling_node(self) == 1) self.copy(make_node_id(0), {BulkPortId{0}, 0, {data}});
          },
          kNeedsCm5),
  };
}

}  // namespace

TestProgramCategory make_correct_active_message_test_programs() {
  return {"healthy_words", join_wrong_and_correct_programs(active_message_programs(), bulk_port_programs())};
}

}  // namespace switchyard::corpus
