#include "bench/micro/corpus.hpp"

#include <algorithm>
#include <array>

#include "algorithms/exchange/paper_protocols.hpp"
#include "machines/cm5.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;
using Word = std::uint32_t;
using Block = std::array<std::byte, 256>;

constexpr std::uint32_t kNodes = 4;
constexpr NodeId kRoot{0};

std::span<const std::byte> bytes_of(const Word& word) { return std::as_bytes(std::span(&word, 1)); }
std::span<std::byte> room_in(Word& word) { return std::as_writable_bytes(std::span(&word, 1)); }

void put(Node& self, NodeId to, Word word, Tag tag = {}) { self.send(to, bytes_of(word), {tag}); }

struct Got {
  Word word;
  NodeId source;
};
Got get(Node& self, NodeId from, Tag tag = {}) {
  Word word = 0;
  const Received received = self.receive(from, room_in(word), tag);
  return {word, received.source};
}

Word me(const Node& self) { return index(self.id()); }
NodeId next(const Node& self) { return NodeId{(me(self) + 1) % self.node_count()}; }
NodeId previous(const Node& self) { return NodeId{(me(self) + self.node_count() - 1) % self.node_count()}; }

// Most programs of the corpus exist in two versions: the template argument `right` says whether the program is right or
// wrong.

template <bool right>
void head_on_sends(Node& self) {
  const NodeId partner = self.id() ^ 1U;
  const bool sends_first = !right || self.id() < partner;
  if (sends_first) put(self, partner, me(self));
  const Word word = get(self, partner).word;
  if (!sends_first) put(self, partner, me(self));
  self.expect(word == index(partner), "the partner's word");
}

template <bool right>
void ring_of_sends(Node& self) {
  const bool receives_first = right && self.id() == kRoot;
  Word word = receives_first ? get(self, previous(self)).word : 0;
  put(self, next(self), me(self));
  if (!receives_first) word = get(self, previous(self)).word;
  self.expect(word == index(previous(self)), "the word of the node before");
}

template <bool right>
void ring_of_receives(Node& self) {
  const bool sends_first = right && self.id() == kRoot;
  if (sends_first) put(self, next(self), 7);
  const Word word = get(self, previous(self)).word;
  if (!sends_first) put(self, next(self), word);
  self.expect(word == 7, "the word has gone round");
}

template <bool right>
void receive_order(Node& self) {
  if (me(self) > 1) return;
  constexpr Tag kFirst{1}, kSecond{2};
  if (self.id() == kRoot) {
    put(self, NodeId{1}, 1, kFirst);
    put(self, NodeId{1}, 2, kSecond);
    return;
  }
  get(self, kRoot, right ? kFirst : kSecond);
  get(self, kRoot, right ? kSecond : kFirst);
}

template <bool right>
void full_buffers(Node& self) {
  const Block out{};
  std::array<Block, kNodes> in{};
  std::vector<Handle> receives;
  const auto post_all = [&] {
    for (Word k = 1; k < kNodes; ++k) receives.push_back(self.post_receive(NodeId{(me(self) + k) % kNodes}, in[k]));
  };
  if (right) post_all();
  for (Word k = 1; k < kNodes; ++k) self.send(NodeId{(me(self) + k) % kNodes}, out);
  if (!right) post_all();
  self.wait_all(receives);
}

template <bool right>
void missed_barrier(Node& self) {
  if (right || me(self) != 3) self.barrier();
}

template <bool right>
void uneven_barriers(Node& self) {
  for (Word left = right ? kNodes : me(self) + 1; left > 0; --left) self.barrier();
}

template <bool right>
void swapped_tags(Node& self) {
  constexpr Tag kLow{1}, kHigh{2};
  Word low = 0, high = 0;
  std::array receives{self.post_receive(previous(self), room_in(low), right ? kLow : kHigh),
                      self.post_receive(previous(self), room_in(high), right ? kHigh : kLow)};
  put(self, next(self), 10, kLow);
  put(self, next(self), 20, kHigh);
  self.wait_all(receives);
  self.expect(low == 10 && high == 20, "each word in its place");
}

template <bool right>
void forced_without_receive(Node& self) {
  Word word = 0;
  if (me(self) == 0) {
    if (right) self.receive(NodeId{1}, {});
    word = 5;
    self.send(NodeId{1}, bytes_of(word), {Tag{}, kForced});
  } else if (me(self) == 1) {
    self.compute(10us);  // less time than the message takes
    const Handle incoming = self.post_receive(kRoot, room_in(word));
    if (right) self.signal(kRoot);
    self.wait(incoming);
  }
}

template <bool right>
void any_source_in_order(Node& self) {
  if (self.id() != kRoot) return put(self, kRoot, me(self));
  for (Word k = 1; k < kNodes; ++k) {
    const Got got = get(self, kAnyNode);
    self.expect(got.word == (right ? index(got.source) : k), "the word of that node");
  }
}

template <bool right>
void last_one_counts(Node& self) {
  if (self.id() != kRoot) return put(self, kRoot, me(self));
  Word result = 0;
  for (Word k = 1; k < kNodes; ++k) {
    const Word word = get(self, kAnyNode).word;
    result = right ? std::max(result, word) : word;
  }
  self.expect(result == kNodes - 1, "the largest word");
}

template <bool right>
void answer_to_another(Node& self) {
  if (self.id() != kRoot) {
    put(self, kRoot, me(self));
    return self.expect(get(self, kRoot).word == 2 * me(self), "the answer to my question");
  }
  std::array<Got, kNodes> questions{};
  for (Word k = 1; k < kNodes; ++k) questions[k] = get(self, kAnyNode);
  for (Word k = 1; k < kNodes; ++k) put(self, right ? questions[k].source : NodeId{k}, 2 * questions[k].word);
}

template <bool right>
void phases_alike(Node& self) {
  for (Word phase = 1; phase < 3; ++phase) {
    if (self.id() != kRoot) {
      put(self, kRoot, phase);
    } else {
      for (Word k = 1; k < kNodes; ++k) self.expect(get(self, kAnyNode).word == phase, "a word of this phase");
    }
    if (right) self.barrier();
  }
}

/// Node 1 checks for an item, then tells node 0 whether it sleeps. In the wrong version node 0, which brings the item,
/// checks only once whether node 1 sleeps, and may fail to wake it.
template <bool right>
void lost_wake_up(Node& self) {
  constexpr Tag kItem{1}, kState{2}, kWake{3};
  Word item = 0, asleep = 0;
  if (me(self) == 0) {
    const Handle state = self.post_receive(NodeId{1}, room_in(asleep), kState);
    put(self, NodeId{1}, 1, kItem);
    if (right) {
      self.wait(state);
      if (asleep == 1) self.signal(NodeId{1}, kWake);
      return;
    }
    if (self.test(state)) self.signal(NodeId{1}, kWake);
    self.wait(state);
  } else if (me(self) == 1) {
    const Handle incoming = self.post_receive(kRoot, room_in(item), kItem);
    const Word is_asleep = self.test(incoming) ? 0 : 1;
    put(self, kRoot, is_asleep, kState);
    if (is_asleep == 1) self.receive(kRoot, {}, kWake);
    self.wait(incoming);
  }
}

/// Two nodes decide which of them passes first. In the wrong version, each lets the other one go first, for ever.
template <bool right>
void after_you(Node& self) {
  const NodeId partner = self.id() ^ 1U;
  for (bool passed = false; !passed;) {
    Word mine = right && self.id() < partner ? 1 : 0, theirs = 0;
    self.exchange(partner, bytes_of(mine), room_in(theirs));
    passed = mine != theirs;
  }
}

template <bool right>
void message_too_many(Node& self) {
  std::array<Word, 3> in{};
  std::vector<Handle> receives;
  for (Word k = 0; k < (right ? 3U : 2U); ++k) receives.push_back(self.post_receive(previous(self), room_in(in[k])));
  for (Word k = 0; k < 3; ++k) put(self, next(self), k);
  self.wait_all(receives);
}

template <bool right>
void sent_twice(Node& self) {
  const Handle receive = self.post_receive(previous(self), {});
  self.signal(next(self));
  if (!right && me(self) == 2) self.signal(next(self));
  self.wait(receive);
}

template <bool right>
void buffer_used_again(Node& self) {
  Word out = me(self), in = 0;
  const Handle receive = self.post_receive(previous(self), room_in(in));
  const Handle send = self.post_send(next(self), bytes_of(out));
  if (right) self.wait(send);
  out = 99;
  if (!right) self.wait(send);
  self.wait(receive);
  self.expect(in == index(previous(self)), "what was sent");
}

template <bool right>
void read_too_early(Node& self) {
  Word in = 99;
  const Handle receive = self.post_receive(previous(self), room_in(in));
  put(self, next(self), me(self));
  if (right) self.wait(receive);
  const Word seen = in;
  if (!right) self.wait(receive);
  self.expect(seen == index(previous(self)), "what was sent");
}

template <bool right>
void buffer_too_small(Node& self) {
  Block out{}, in{};
  const std::span<std::byte> room = right ? std::span(in) : std::span(in).first(out.size() - 1);
  const Handle receive = self.post_receive(previous(self), room);
  self.send(next(self), out);
  self.wait(receive);
}

/// Node 0 receives the words of the other nodes in the order of the nodes. In the wrong version it waits for node 1,
/// which waits for node 2, which first waits for node 0.
template <bool right>
void gather_against_order(Node& self) {
  if (me(self) == 0) {
    for (Word k = 1; k < kNodes; ++k) get(self, NodeId{k});
    return;
  }
  if (right && me(self) == 2) put(self, NodeId{1}, 1);
  if (me(self) == 1) get(self, NodeId{2});
  put(self, kRoot, me(self));
  if (!right && me(self) == 2) put(self, NodeId{1}, 1);
}

/// Node 0, the master, ends when the work is done. In the wrong version it sends the order to end to all workers but
/// the last.
template <bool right>
void worker_not_told(Node& self) {
  constexpr Tag kWork{1}, kDone{2};
  if (self.id() != kRoot) {
    while (get(self, kRoot, kWork).word != 0) put(self, kRoot, 1, kDone);
    return;
  }
  for (Word k = 1; k < kNodes; ++k) put(self, NodeId{k}, 1, kWork);
  for (Word k = 1; k < kNodes; ++k) get(self, kAnyNode, kDone);
  for (Word k = 1; k < (right ? kNodes : kNodes - 1); ++k) put(self, NodeId{k}, 0, kWork);
}

/// The dining philosophers: nodes 2 and 3 are forks, which are lent to one philosopher at a time; nodes 0 and 1 are
/// philosophers and need both forks to eat. In the wrong version, node 1 asks for the forks in the other order.
template <bool right>
void philosophers(Node& self) {
  constexpr Tag kAsk{1}, kGive{2}, kReturn{3};
  if (me(self) >= 2) {
    for (int meals = 0; meals < 2; ++meals) {
      const NodeId eater = get(self, kAnyNode, kAsk).source;
      put(self, eater, 1, kGive);
      get(self, eater, kReturn);
    }
    return;
  }
  const bool other_way = !right && me(self) == 1;
  const std::array forks{NodeId{other_way ? 3U : 2U}, NodeId{other_way ? 2U : 3U}};
  for (const NodeId fork : forks) {
    put(self, fork, 1, kAsk);
    get(self, fork, kGive);
  }
  for (const NodeId fork : forks) put(self, fork, 1, kReturn);
}

/// In the wrong version, the program waits for one of two messages and then uses both.
template <bool right>
void any_for_all(Node& self) {
  if (self.id() != kRoot) {
    if (me(self) < 3) put(self, kRoot, me(self));
    return;
  }
  Word a = 0, b = 0;
  std::array receives{self.post_receive(NodeId{1}, room_in(a)), self.post_receive(NodeId{2}, room_in(b))};
  if (!right) self.wait_any(receives);
  if (right) self.wait_all(receives);
  const Word sum = a + b;
  self.wait_all(receives);
  self.expect(sum == 3, "both words");
}

/// In the wrong version, the program expects that a message has arrived after a fixed time.
template <bool right>
void late_message(Node& self) {
  if (self.id() != kRoot) {
    if (me(self) == 1) put(self, kRoot, 1);
    return;
  }
  Word word = 0;
  const Handle receive = self.post_receive(NodeId{1}, room_in(word));
  self.compute(10ms);
  const bool is_there = self.test(receive);
  self.wait(receive);
  self.expect(right || is_there, "ten milliseconds are enough");
}

template <bool right>
void one_buffer_for_two(Node& self) {
  Word first = 0, second = 0;
  std::array receives{self.post_receive(previous(self), room_in(first), Tag{1}),
                      self.post_receive(previous(self), room_in(right ? second : first), Tag{2})};
  put(self, next(self), 1, Tag{1});
  put(self, next(self), 2, Tag{2});
  self.wait_all(receives);
  self.expect(first == 1, "the first word is still there");
}

/// In the wrong version, one node sees that there is nothing to do and leaves without a message to the others.
template <bool right>
void silent_leaver(Node& self) {
  const bool leaves = me(self) == 1;
  if (leaves && !right) return;
  const Handle receive = self.post_receive(previous(self), {});
  self.signal(next(self));
  self.wait(receive);
}

template <bool right>
void collectives_in_another_order(Node& self) {
  Word word = me(self);
  const bool turned = !right && me(self) == 1;
  if (turned) self.barrier();
  self.broadcast(kRoot, room_in(word));
  if (!turned) self.barrier();
}

}  // namespace

std::vector<CorpusPair> corpus() {
  const Machine cm5 = machines::cm5({.nodes = kNodes});
  const Machine cube = machines::ipsc860({.nodes = kNodes});
  const Machine small = machines::ipsc860({.nodes = kNodes, .system_buffer = 300});
  return {
      {"head_on_sends", "two nodes send to each other before they receive", cm5, head_on_sends<false>,
       head_on_sends<true>},
      {"ring_of_sends", "all send to the next one first", cm5, ring_of_sends<false>, ring_of_sends<true>},
      {"ring_of_receives", "all receive from the one before first", cube, ring_of_receives<false>,
       ring_of_receives<true>},
      {"receive_order", "receives in another order than the sends", cm5, receive_order<false>, receive_order<true>},
      {"full_buffers", "sends without posted receives fill the buffers", small, full_buffers<false>,
       full_buffers<true>},
      {"missed_barrier", "one node does not come", cube, missed_barrier<false>, missed_barrier<true>},
      {"uneven_barriers", "as many barriers as the node's number", cube, uneven_barriers<false>, uneven_barriers<true>},
      {"swapped_tags", "two tags are swapped", cube, swapped_tags<false>, swapped_tags<true>},
      {"forced_without_receive", "FORCED before the receive is posted", cube, forced_without_receive<false>,
       forced_without_receive<true>},
      {"any_source_in_order", "receives from any node, and assumes which", cube, any_source_in_order<false>,
       any_source_in_order<true>},
      {"last_one_counts", "takes the last word to come for the largest", cube, last_one_counts<false>,
       last_one_counts<true>},
      {"answer_to_another", "answers in the order of the nodes, not of the questions", cube, answer_to_another<false>,
       answer_to_another<true>},
      {"phases_alike", "messages of two phases look alike", cube, phases_alike<false>, phases_alike<true>},
      {"lost_wake_up", "a flag is looked at before the other node has set it", cube, lost_wake_up<false>,
       lost_wake_up<true>},
      {"after_you", "two nodes give way to each other for ever", cube, after_you<false>, after_you<true>},
      {"message_too_many", "one more is sent than is received", cube, message_too_many<false>, message_too_many<true>},
      {"sent_twice", "a signal is sent twice", cube, sent_twice<false>, sent_twice<true>},
      {"buffer_used_again", "written to before the send is done", cm5, buffer_used_again<false>,
       buffer_used_again<true>},
      {"read_too_early", "read before the receive is done", cube, read_too_early<false>, read_too_early<true>},
      {"buffer_too_small", "a byte less than the message", cube, buffer_too_small<false>, buffer_too_small<true>},
      {"gather_against_order", "a gather in order of a chain in another", cm5, gather_against_order<false>,
       gather_against_order<true>},
      {"worker_not_told", "the last worker waits for work for ever", cube, worker_not_told<false>,
       worker_not_told<true>},
      {"philosophers", "two locks taken in different orders", cm5, philosophers<false>, philosophers<true>},
      {"any_for_all", "one of two receives is taken for both", cube, any_for_all<false>, any_for_all<true>},
      {"late_message", "a message is taken to be there after a while", cube, late_message<false>, late_message<true>},
      {"one_buffer_for_two", "two receives into one buffer", cube, one_buffer_for_two<false>, one_buffer_for_two<true>},
      {"silent_leaver", "a node leaves that others wait for", cube, silent_leaver<false>, silent_leaver<true>},
      {"collectives_in_another_order", "a barrier before a broadcast, on one node", cm5,
       collectives_in_another_order<false>, collectives_in_another_order<true>},
  };
}

}  // namespace switchyard
