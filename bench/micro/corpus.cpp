#include "bench/micro/corpus.hpp"

#include <algorithm>
#include <array>

#include "algorithms/exchange/paper_protocols.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using PayloadWord = std::uint32_t;
using PayloadBlock = std::array<std::byte, 256>;

constexpr std::uint32_t kNodes = 4;
constexpr NodeId kRoot{0};

std::span<const std::byte> bytes_of_word(const PayloadWord& word) { return std::as_bytes(std::span(&word, 1)); }
std::span<std::byte> writable_bytes_of_word(PayloadWord& word) { return std::as_writable_bytes(std::span(&word, 1)); }

void send_word(Node& self, NodeId to, PayloadWord word, Tag tag = {}) { self.send(to, bytes_of_word(word), {tag}); }

struct ReceivedWord {
  PayloadWord word;
  NodeId source;
};
ReceivedWord receive_word(Node& self, NodeId from, Tag tag = {}) {
  PayloadWord word = 0;
  const Received received = self.receive(from, writable_bytes_of_word(word), tag);
  return {word, received.source};
}

PayloadWord number_of_calling_node(const Node& self) { return index(self.id()); }
NodeId next_in_ring(const Node& self) { return NodeId{(number_of_calling_node(self) + 1) % self.node_count()}; }
NodeId previous_in_ring(const Node& self) {
  return NodeId{(number_of_calling_node(self) + self.node_count() - 1) % self.node_count()};
}

// Most programs of this corpus have a correct and a wrong version, which the template argument `right` selects.

template <bool right>
void send_before_receiving(Node& self) {
  const NodeId partner = self.id() ^ 1U;
  const bool sends_first = !right || self.id() < partner;
  if (sends_first) send_word(self, partner, number_of_calling_node(self));
  const PayloadWord word = receive_word(self, partner).word;
  if (!sends_first) send_word(self, partner, number_of_calling_node(self));
  self.expect(word == index(partner), "the partner's word");
}

template <bool right>
void send_in_ring_before_receiving(Node& self) {
  const bool receives_first = right && self.id() == kRoot;
  PayloadWord word = receives_first ? receive_word(self, previous_in_ring(self)).word : 0;
  send_word(self, next_in_ring(self), number_of_calling_node(self));
  if (!receives_first) word = receive_word(self, previous_in_ring(self)).word;
  self.expect(word == index(previous_in_ring(self)), "the word of the node before");
}

template <bool right>
void receive_in_ring_before_sending(Node& self) {
  const bool sends_first = right && self.id() == kRoot;
  if (sends_first) send_word(self, next_in_ring(self), 7);
  const PayloadWord word = receive_word(self, previous_in_ring(self)).word;
  if (!sends_first) send_word(self, next_in_ring(self), word);
  self.expect(word == 7, "the word has gone round");
}

template <bool right>
void receive_in_another_order(Node& self) {
  if (number_of_calling_node(self) > 1) return;
  constexpr Tag kFirst{1}, kSecond{2};
  if (self.id() == kRoot) {
    send_word(self, NodeId{1}, 1, kFirst);
    send_word(self, NodeId{1}, 2, kSecond);
    return;
  }
  receive_word(self, kRoot, right ? kFirst : kSecond);
  receive_word(self, kRoot, right ? kSecond : kFirst);
}

template <bool right>
void fill_system_buffers(Node& self) {
  const PayloadBlock out{};
  std::array<PayloadBlock, kNodes> in{};
  std::vector<Handle> receives;
  const auto post_all = [&] {
    for (PayloadWord k = 1; k < kNodes; ++k)
      receives.push_back(self.post_receive(NodeId{(number_of_calling_node(self) + k) % kNodes}, in[k]));
  };
  if (right) post_all();
  for (PayloadWord k = 1; k < kNodes; ++k) self.send(NodeId{(number_of_calling_node(self) + k) % kNodes}, out);
  if (!right) post_all();
  self.wait_all(receives);
}

template <bool right>
void omit_barrier_on_one_node(Node& self) {
  if (right || number_of_calling_node(self) != 3) self.barrier();
}

template <bool right>
void call_unequal_numbers_of_barriers(Node& self) {
  for (PayloadWord left = right ? kNodes : number_of_calling_node(self) + 1; left > 0; --left) self.barrier();
}

template <bool right>
void receive_with_swapped_tags(Node& self) {
  constexpr Tag kLow{1}, kHigh{2};
  PayloadWord low = 0, high = 0;
  std::array receives{self.post_receive(previous_in_ring(self), writable_bytes_of_word(low), right ? kLow : kHigh),
                      self.post_receive(previous_in_ring(self), writable_bytes_of_word(high), right ? kHigh : kLow)};
  send_word(self, next_in_ring(self), 10, kLow);
  send_word(self, next_in_ring(self), 20, kHigh);
  self.wait_all(receives);
  self.expect(low == 10 && high == 20, "each word in its place");
}

template <bool right>
void send_forced_before_receive(Node& self) {
  PayloadWord word = 0;
  if (number_of_calling_node(self) == 0) {
    if (right) self.receive(NodeId{1}, {});
    word = 5;
    self.send(NodeId{1}, bytes_of_word(word), {Tag{}, kForcedProtocol});
  } else if (number_of_calling_node(self) == 1) {
    self.compute(10us);  // In this program the computation takes less time than the message needs to arrive.
    const Handle incoming = self.post_receive(kRoot, writable_bytes_of_word(word));
    if (right) self.signal(kRoot);
    self.wait(incoming);
  }
}

template <bool right>
void expect_any_source_in_node_order(Node& self) {
  if (self.id() != kRoot) return send_word(self, kRoot, number_of_calling_node(self));
  for (PayloadWord k = 1; k < kNodes; ++k) {
    const ReceivedWord got = receive_word(self, kAnyNode);
    self.expect(got.word == (right ? index(got.source) : k), "the word of that node");
  }
}

template <bool right>
void assume_last_word_is_largest(Node& self) {
  if (self.id() != kRoot) return send_word(self, kRoot, number_of_calling_node(self));
  PayloadWord result = 0;
  for (PayloadWord k = 1; k < kNodes; ++k) {
    const PayloadWord word = receive_word(self, kAnyNode).word;
    result = right ? std::max(result, word) : word;
  }
  self.expect(result == kNodes - 1, "the largest word");
}

template <bool right>
void answer_questions_in_node_order(Node& self) {
  if (self.id() != kRoot) {
    send_word(self, kRoot, number_of_calling_node(self));
    return self.expect(receive_word(self, kRoot).word == 2 * number_of_calling_node(self), "the answer to my question");
  }
  std::array<ReceivedWord, kNodes> questions{};
  for (PayloadWord k = 1; k < kNodes; ++k) questions[k] = receive_word(self, kAnyNode);
  for (PayloadWord k = 1; k < kNodes; ++k)
    send_word(self, right ? questions[k].source : NodeId{k}, 2 * questions[k].word);
}

template <bool right>
void confuse_messages_of_successive_phases(Node& self) {
  for (PayloadWord phase = 1; phase < 3; ++phase) {
    if (self.id() != kRoot) {
      send_word(self, kRoot, phase);
    } else {
      for (PayloadWord k = 1; k < kNodes; ++k)
        self.expect(receive_word(self, kAnyNode).word == phase, "a word of this phase");
    }
    if (right) self.barrier();
  }
}

/// Node 1 waits for an item from node 0. It checks once whether the item has come, and tells node 0 by a message
/// whether it now sleeps until node 0 wakes it. In the wrong version, node 0 looks for the message from node 1 only
/// once, perhaps too early, and so may fail to wake node 1.
template <bool right>
void lose_wake_up_message(Node& self) {
  constexpr Tag kItem{1}, kState{2}, kWake{3};
  PayloadWord item = 0, asleep = 0;
  if (number_of_calling_node(self) == 0) {
    const Handle state = self.post_receive(NodeId{1}, writable_bytes_of_word(asleep), kState);
    send_word(self, NodeId{1}, 1, kItem);
    if (right) {
      self.wait(state);
      if (asleep == 1) self.signal(NodeId{1}, kWake);
      return;
    }
    if (self.test(state)) self.signal(NodeId{1}, kWake);
    self.wait(state);
  } else if (number_of_calling_node(self) == 1) {
    const Handle incoming = self.post_receive(kRoot, writable_bytes_of_word(item), kItem);
    const PayloadWord is_asleep = self.test(incoming) ? 0 : 1;
    send_word(self, kRoot, is_asleep, kState);
    if (is_asleep == 1) self.receive(kRoot, {}, kWake);
    self.wait(incoming);
  }
}

/// Two nodes decide which of them goes first. In the wrong version each node lets the other node go first, so that both
/// wait for ever.
template <bool right>
void let_partner_proceed_first_forever(Node& self) {
  const NodeId partner = self.id() ^ 1U;
  for (bool passed = false; !passed;) {
    PayloadWord mine = right && self.id() < partner ? 1 : 0, theirs = 0;
    self.exchange(partner, bytes_of_word(mine), writable_bytes_of_word(theirs));
    passed = mine != theirs;
  }
}

template <bool right>
void send_one_message_too_many(Node& self) {
  std::array<PayloadWord, 3> in{};
  std::vector<Handle> receives;
  for (PayloadWord k = 0; k < (right ? 3U : 2U); ++k)
    receives.push_back(self.post_receive(previous_in_ring(self), writable_bytes_of_word(in[k])));
  for (PayloadWord k = 0; k < 3; ++k) send_word(self, next_in_ring(self), k);
  self.wait_all(receives);
}

template <bool right>
void send_signal_twice(Node& self) {
  const Handle receive = self.post_receive(previous_in_ring(self), {});
  self.signal(next_in_ring(self));
  if (!right && number_of_calling_node(self) == 2) self.signal(next_in_ring(self));
  self.wait(receive);
}

template <bool right>
void overwrite_buffer_during_send(Node& self) {
  PayloadWord out = number_of_calling_node(self), in = 0;
  const Handle receive = self.post_receive(previous_in_ring(self), writable_bytes_of_word(in));
  const Handle send = self.post_send(next_in_ring(self), bytes_of_word(out));
  if (right) self.wait(send);
  out = 99;
  if (!right) self.wait(send);
  self.wait(receive);
  self.expect(in == index(previous_in_ring(self)), "what was sent");
}

template <bool right>
void read_before_receive_is_done(Node& self) {
  PayloadWord in = 99;
  const Handle receive = self.post_receive(previous_in_ring(self), writable_bytes_of_word(in));
  send_word(self, next_in_ring(self), number_of_calling_node(self));
  if (right) self.wait(receive);
  const PayloadWord seen = in;
  if (!right) self.wait(receive);
  self.expect(seen == index(previous_in_ring(self)), "what was sent");
}

template <bool right>
void receive_into_short_buffer(Node& self) {
  PayloadBlock out{}, in{};
  const std::span<std::byte> room = right ? std::span(in) : std::span(in).first(out.size() - 1);
  const Handle receive = self.post_receive(previous_in_ring(self), room);
  self.send(next_in_ring(self), out);
  self.wait(receive);
}

/// Node 0 receives one word from each other node, in the order of the nodes. In the wrong version, nodes 0, 1 and 2
/// wait for each other in a cycle: node 0 for node 1, node 1 for node 2, and node 2 for node 0.
template <bool right>
void gather_in_conflicting_orders(Node& self) {
  if (number_of_calling_node(self) == 0) {
    for (PayloadWord k = 1; k < kNodes; ++k) receive_word(self, NodeId{k});
    return;
  }
  if (right && number_of_calling_node(self) == 2) send_word(self, NodeId{1}, 1);
  if (number_of_calling_node(self) == 1) receive_word(self, NodeId{2});
  send_word(self, kRoot, number_of_calling_node(self));
  if (!right && number_of_calling_node(self) == 2) send_word(self, NodeId{1}, 1);
}

/// Node 0, the master, tells all workers to stop when the work is done. In the wrong version it forgets the last
/// worker, which waits for ever.
template <bool right>
void leave_last_worker_waiting(Node& self) {
  constexpr Tag kWork{1}, kDone{2};
  if (self.id() != kRoot) {
    while (receive_word(self, kRoot, kWork).word != 0) send_word(self, kRoot, 1, kDone);
    return;
  }
  for (PayloadWord k = 1; k < kNodes; ++k) send_word(self, NodeId{k}, 1, kWork);
  for (PayloadWord k = 1; k < kNodes; ++k) receive_word(self, kAnyNode, kDone);
  for (PayloadWord k = 1; k < (right ? kNodes : kNodes - 1); ++k) send_word(self, NodeId{k}, 0, kWork);
}

/// The dining philosophers: nodes 0 and 1 are philosophers, each of which needs both forks to eat; nodes 2 and 3 are
/// forks, which serve one philosopher at a time. In the wrong version, the two philosophers ask for the forks in
/// opposite orders.
template <bool right>
void dine_as_philosophers(Node& self) {
  constexpr Tag kAsk{1}, kGive{2}, kReturn{3};
  if (number_of_calling_node(self) >= 2) {
    for (int meals = 0; meals < 2; ++meals) {
      const NodeId eater = receive_word(self, kAnyNode, kAsk).source;
      send_word(self, eater, 1, kGive);
      receive_word(self, eater, kReturn);
    }
    return;
  }
  const bool other_way = !right && number_of_calling_node(self) == 1;
  const std::array forks{NodeId{other_way ? 3U : 2U}, NodeId{other_way ? 2U : 3U}};
  for (const NodeId fork : forks) {
    send_word(self, fork, 1, kAsk);
    receive_word(self, fork, kGive);
  }
  for (const NodeId fork : forks) send_word(self, fork, 1, kReturn);
}

/// The wrong version of this program waits until one of two messages has arrived, and then uses the contents of both.
template <bool right>
void use_both_messages_after_one_arrives(Node& self) {
  if (self.id() != kRoot) {
    if (number_of_calling_node(self) < 3) send_word(self, kRoot, number_of_calling_node(self));
    return;
  }
  PayloadWord a = 0, b = 0;
  std::array receives{self.post_receive(NodeId{1}, writable_bytes_of_word(a)),
                      self.post_receive(NodeId{2}, writable_bytes_of_word(b))};
  if (!right) self.wait_any(receives);
  if (right) self.wait_all(receives);
  const PayloadWord sum = a + b;
  self.wait_all(receives);
  self.expect(sum == 3, "both words");
}

/// The wrong version of this program assumes that a message has arrived after a fixed time.
template <bool right>
void expect_message_after_fixed_time(Node& self) {
  if (self.id() != kRoot) {
    if (number_of_calling_node(self) == 1) send_word(self, kRoot, 1);
    return;
  }
  PayloadWord word = 0;
  const Handle receive = self.post_receive(NodeId{1}, writable_bytes_of_word(word));
  self.compute(10ms);
  const bool is_there = self.test(receive);
  self.wait(receive);
  self.expect(right || is_there, "ten milliseconds are enough");
}

template <bool right>
void receive_twice_into_one_buffer(Node& self) {
  PayloadWord first = 0, second = 0;
  std::array receives{
      self.post_receive(previous_in_ring(self), writable_bytes_of_word(first), Tag{1}),
      self.post_receive(previous_in_ring(self), writable_bytes_of_word(right ? second : first), Tag{2})};
  send_word(self, next_in_ring(self), 1, Tag{1});
  send_word(self, next_in_ring(self), 2, Tag{2});
  self.wait_all(receives);
  self.expect(first == 1, "the first word is still there");
}

/// In the wrong version of this program, a node that has nothing to do ends without sending the message for which
/// another node waits.
template <bool right>
void leave_without_message(Node& self) {
  const bool leaves = number_of_calling_node(self) == 1;
  if (leaves && !right) return;
  const Handle receive = self.post_receive(previous_in_ring(self), {});
  self.signal(next_in_ring(self));
  self.wait(receive);
}

template <bool right>
void call_collectives_in_another_order(Node& self) {
  PayloadWord word = number_of_calling_node(self);
  const bool turned = !right && number_of_calling_node(self) == 1;
  if (turned) self.barrier();
  self.broadcast(kRoot, writable_bytes_of_word(word));
  if (!turned) self.barrier();
}

}  // namespace

std::vector<BuggyAndFixedProgram> all_buggy_and_fixed_programs() {
  const Machine cm5 = machines::cm5({.nodes = kNodes});
  const Machine cube = machines::ipsc860({.nodes = kNodes});
  const Machine small = machines::ipsc860({.nodes = kNodes, .system_buffer = 300});
  return {
      {"head_on_sends", "two nodes send to each other before they receive", cm5, send_before_receiving<false>,
       send_before_receiving<true>},
      {"ring_of_sends", "all send to the next one first", cm5, send_in_ring_before_receiving<false>,
       send_in_ring_before_receiving<true>},
      {"ring_of_receives", "all receive from the one before first", cube, receive_in_ring_before_sending<false>,
       receive_in_ring_before_sending<true>},
      {"receive_order", "receives in another order than the sends", cm5, receive_in_another_order<false>,
       receive_in_another_order<true>},
      {"full_buffers", "sends without posted receives fill the buffers", small, fill_system_buffers<false>,
       fill_system_buffers<true>},
      {"missed_barrier", "one node does not come", cube, omit_barrier_on_one_node<false>,
       omit_barrier_on_one_node<true>},
      {"uneven_barriers", "as many barriers as the node's number", cube, call_unequal_numbers_of_barriers<false>,
       call_unequal_numbers_of_barriers<true>},
      {"swapped_tags", "two tags are swapped", cube, receive_with_swapped_tags<false>, receive_with_swapped_tags<true>},
      {"forced_without_receive", "FORCED before the receive is posted", cube, send_forced_before_receive<false>,
       send_forced_before_receive<true>},
      {"any_source_in_order", "receives from any node, and assumes which", cube, expect_any_source_in_node_order<false>,
       expect_any_source_in_node_order<true>},
      {"last_one_counts", "takes the last word to come for the largest", cube, assume_last_word_is_largest<false>,
       assume_last_word_is_largest<true>},
      {"answer_to_another", "answers in the order of the nodes, not of the questions", cube,
       answer_questions_in_node_order<false>, answer_questions_in_node_order<true>},
      {"phases_alike", "messages of two phases look alike", cube, confuse_messages_of_successive_phases<false>,
       confuse_messages_of_successive_phases<true>},
      {"lost_wake_up", "a flag is looked at before the other node has set it", cube, lose_wake_up_message<false>,
       lose_wake_up_message<true>},
      {"after_you", "two nodes give way to each other for ever", cube, let_partner_proceed_first_forever<false>,
       let_partner_proceed_first_forever<true>},
      {"message_too_many", "one more is sent than is received", cube, send_one_message_too_many<false>,
       send_one_message_too_many<true>},
      {"sent_twice", "a signal is sent twice", cube, send_signal_twice<false>, send_signal_twice<true>},
      {"buffer_used_again", "written to before the send is done", cm5, overwrite_buffer_during_send<false>,
       overwrite_buffer_during_send<true>},
      {"read_too_early", "read before the receive is done", cube, read_before_receive_is_done<false>,
       read_before_receive_is_done<true>},
      {"buffer_too_small", "a byte less than the message", cube, receive_into_short_buffer<false>,
       receive_into_short_buffer<true>},
      {"gather_against_order", "a gather in order of a chain in another", cm5, gather_in_conflicting_orders<false>,
       gather_in_conflicting_orders<true>},
      {"worker_not_told", "the last worker waits for work for ever", cube, leave_last_worker_waiting<false>,
       leave_last_worker_waiting<true>},
      {"philosophers", "two locks taken in different orders", cm5, dine_as_philosophers<false>,
       dine_as_philosophers<true>},
      {"any_for_all", "one of two receives is taken for both", cube, use_both_messages_after_one_arrives<false>,
       use_both_messages_after_one_arrives<true>},
      {"late_message", "a message is taken to be there after a while", cube, expect_message_after_fixed_time<false>,
       expect_message_after_fixed_time<true>},
      {"one_buffer_for_two", "two receives into one buffer", cube, receive_twice_into_one_buffer<false>,
       receive_twice_into_one_buffer<true>},
      {"silent_leaver", "a node leaves that others wait for", cube, leave_without_message<false>,
       leave_without_message<true>},
      {"collectives_in_another_order", "a barrier before a broadcast, on one node", cm5,
       call_collectives_in_another_order<false>, call_collectives_in_another_order<true>},
  };
}

}  // namespace switchyard
