#pragma once
/// \file random_requests.hpp
/// Random node programs that use every kind of send and receive and are free of errors by construction: all nodes go
/// through one sequence of messages in the same order, so that no message waits for a later one of the sequence. This
/// holds whether or not the machine stores messages that are not yet received.

#include <array>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/node.hpp"
#include "runtime/random.hpp"
#include "tests/runtime/requests_corpus.hpp"

namespace switchyard {

/// A message of a random program, with the kinds of calls by which its sender sends it and its receiver receives it.
struct RandomMessage {
  enum class Receiving : std::uint8_t {
    blocking,
    posted,
    persistent,
    freed,
    probed,
    polled_for,
    taken,
    taken_by_polling,
    taken_and_posted,
    cancelled_first,
    count
  };
  enum class SendKind : std::uint8_t { blocking, posted, persistent, freed, count };
  enum class Selection : std::uint8_t { exact, any_source, any_low_tag, count };

  NodeId from{};
  NodeId to{};
  std::uint32_t low_tag_bits = 0;
  Context context = Context::program;
  std::size_t bytes = 0;
  std::uint64_t seed = 0;
  SendMode mode = SendMode::standard;
  SendKind sending = SendKind::blocking;
  Receiving receiving = Receiving::blocking;
  Selection selecting = Selection::exact;
  std::size_t room = 0;  ///< size of the receiver's buffer in bytes; a longer message is cut to it

  static constexpr std::uint32_t kLowBits = 3;
  /// Returns the message's tag, which depends on the sender: a receive from any node with this tag can only match
  /// messages of that sender.
  Tag tag() const { return Tag{index(from) * 8 + low_tag_bits}; }
  bool is_to_self() const { return from == to; }
};

inline std::vector<RandomMessage> random_messages(std::uint64_t seed, std::uint32_t nodes) {
  constexpr std::array<std::size_t, 7> kByteCounts{0, 1, 8, 100, 101, 700, std::size_t{20} * 1024};
  Rng rng(seed);
  const auto one_of = [&]<class T>(T count) {
    return static_cast<T>(rng.random_number_below(static_cast<std::uint64_t>(count)));
  };
  std::vector<RandomMessage> messages(5 + rng.random_number_below(20));
  for (RandomMessage& m : messages) {
    m.from = NodeId{static_cast<std::uint32_t>(rng.random_number_below(nodes))};
    m.to = NodeId{static_cast<std::uint32_t>(rng.random_number_below(nodes))};
    m.low_tag_bits = static_cast<std::uint32_t>(rng.random_number_below(3));
    m.context = rng.random_number_below(4) == 0 ? Context{kFirstFreeContext} : Context::program;
    m.bytes = kByteCounts.at(rng.random_number_below(rng.random_number_below(3) == 0 ? 7 : 5));
    m.seed = rng();
    m.mode = static_cast<SendMode>(rng.random_number_below(4));
    m.sending = one_of(RandomMessage::SendKind::count);
    m.receiving = one_of(RandomMessage::Receiving::count);
    m.selecting = one_of(RandomMessage::Selection::count);
    m.room = rng.random_number_below(4) == 0 && m.bytes > 0 ? rng.random_number_below(m.bytes)
                                                            : m.bytes + rng.random_number_below(2) * 8;
  }
  return messages;
}

/// One node's part in a random program: the node sends and receives its messages in the order of the program's sequence
/// and makes random other calls in between.
class RandomRequests {
 public:
  RandomRequests(Node& self, const std::vector<RandomMessage>& messages, std::uint64_t seed)
      : self_(self), messages_(messages), rng_(split_seed(seed, index(self.id()))) {}

  void run() {
    self_.attach_buffer(kAttachedBufferBytes);
    for (const RandomMessage& message : messages_) {
      do_something_else();
      if (message.is_to_self()) {
        if (message.from == self_.id()) exchange_with_self(message);
      } else if (message.from == self_.id()) {
        send(message);
      } else if (message.to == self_.id()) {
        receive(message);
      }
    }
    finish();
  }

 private:
  using Receiving = RandomMessage::Receiving;
  using Sending = RandomMessage::SendKind;
  static constexpr std::uint64_t kAttachedBufferBytes = 1U << 20U;
  static constexpr Tag kReadyReceivePostedTag{
      0x1000};  ///< tag of the signal by which a receiver says that its receive for a message in ready mode is posted
  /// The tag of messages that no node receives, and of receives for which no node sends a message.
  static constexpr Tag kNobody{0x2000};
  static constexpr Context kOtherContext{kFirstFreeContext + 1};

  /// A request that is not yet complete: its message, whether the request is the receive or the send of the message,
  /// and the buffer of a receive (null for a send).
  struct Pending {
    const RandomMessage* message;
    bool is_receive;
    GuardedBuffer* in;
  };

  // --- sending ------------------------------------------------------------------------------------------------------

  void send(const RandomMessage& m) {
    if (m.mode == SendMode::ready) self_.receive(m.to, {}, Tag{index(kReadyReceivePostedTag)});
    const Bytes& out = *outgoing_.emplace_back(std::make_unique<Bytes>(data_of(m.bytes, m.seed)));
    const MessageOptions options{.tag = m.tag(), .context = m.context, .mode = m.mode};
    if (m.sending == Sending::blocking && !m.is_to_self()) return self_.send(m.to, out, options);
    if (m.sending == Sending::persistent) {
      PersistentRequest request = self_.make_send(m.to, out, options);
      return add(self_.start(request), {&m, false, nullptr});
    }
    Handle handle = self_.post_send(m.to, out, options);
    if (m.sending == Sending::freed) return self_.free(handle);
    add(handle, {&m, false, nullptr});
  }
  static std::uint32_t index(Tag tag) { return static_cast<std::uint32_t>(tag); }
  static std::uint32_t index(NodeId node) { return switchyard::index(node); }

  // --- receiving ----------------------------------------------------------------------------------------------------

  TagSelector selector(const RandomMessage& m) const {
    if (m.selecting != RandomMessage::Selection::any_low_tag) return {m.tag(), m.context};
    return TagSelector::masked(m.tag(), ~((1U << RandomMessage::kLowBits) - 1), m.context);
  }
  static NodeId source(const RandomMessage& m) {
    return m.selecting == RandomMessage::Selection::exact ? m.from : kAnyNode;
  }
  ReceiveOptions options(const RandomMessage& m) const {
    ReceiveOptions options = selector(m);
    options.truncates = m.room < m.bytes;
    return options;
  }
  GuardedBuffer& buffer(const RandomMessage& m) {
    return *incoming_.emplace_back(std::make_unique<GuardedBuffer>(m.room));
  }
  Handle post(const RandomMessage& m, GuardedBuffer& in) {
    return self_.post_receive(source(m), in.room(), options(m));
  }

  void receive(const RandomMessage& m) {
    GuardedBuffer& in = buffer(m);
    if (m.mode == SendMode::ready) {
      add(post(m, in), {&m, true, &in});
      return self_.send(m.from, {}, {.tag = kReadyReceivePostedTag});
    }
    switch (m.receiving) {
      case Receiving::posted:
        return add(post(m, in), {&m, true, &in});
      case Receiving::persistent: {
        PersistentRequest request = self_.make_receive(source(m), in.room(), options(m));
        return add(self_.start(request), {&m, true, &in});
      }
      case Receiving::freed: {
        Handle handle = post(m, in);
        freed_.push_back({&m, true, &in});
        return self_.free(handle);
      }
      case Receiving::cancelled_first:
        return cancel_and_receive(m, in);
      case Receiving::blocking:
        return check(m, in, self_.receive(source(m), in.room(), options(m)));
      default:
        return look_and_receive(m, in);
    }
  }

  void cancel_and_receive(const RandomMessage& m, GuardedBuffer& in) {
    const Handle handle = post(m, in);
    if (rng_.random_number_below(2) == 0) do_something_else();
    self_.cancel(handle);
    const Received got = self_.wait(handle);
    check(m, in, got.cancelled ? self_.receive(source(m), in.room(), options(m)) : got);
  }

  void look_and_receive(const RandomMessage& m, GuardedBuffer& in) {
    if (m.receiving == Receiving::probed || m.receiving == Receiving::polled_for) {
      std::optional<Received> found;
      if (m.receiving == Receiving::probed) found = self_.probe(source(m), selector(m));
      while (!found) found = self_.try_probe(source(m), selector(m));
      check_envelope(m, *found);
      return check(m, in, self_.receive(found->source, in.room(), options(m)));
    }
    std::optional<TakenMessage> taken;
    if (m.receiving != Receiving::taken_by_polling) taken = self_.matched_probe(source(m), selector(m));
    while (!taken) taken = self_.try_matched_probe(source(m), selector(m));
    check_envelope(m, taken->envelope());
    const bool cuts = m.room < m.bytes;
    if (m.receiving == Receiving::taken_and_posted)
      return add(self_.post_receive(*taken, in.room(), cuts), {&m, true, &in});
    check(m, in, self_.receive(*taken, in.room(), cuts));
  }

  /// Sends a message of the program from this node to itself, and receives it.
  void exchange_with_self(const RandomMessage& m) {
    RandomMessage& other = messages_to_self_.emplace_back(m);
    if (m.mode == SendMode::ready) {
      other.mode = SendMode::standard;
      GuardedBuffer& in = buffer(other);
      add(post(other, in), {&other, true, &in});
      const Bytes& out = *outgoing_.emplace_back(std::make_unique<Bytes>(data_of(m.bytes, m.seed)));
      return add(self_.post_send(m.to, out, {.tag = m.tag(), .context = m.context, .mode = SendMode::ready}),
                 {&other, false, nullptr});
    }
    send(other);
    receive(other);
  }

  // --- random calls besides the program's messages ------------------------------------------------------------------

  void do_something_else() {
    switch (rng_.random_number_below(10)) {
      case 0:
        return self_.compute(Duration{static_cast<std::int64_t>(rng_.random_number_below(300'000))});
      case 1:
        return cancel_a_receive();
      case 2:
        return cancel_a_send();
      case 3:
        self_.expect(!self_.try_probe(kAnyNode, TagSelector(kNobody, kOtherContext)), "nobody sends this");
        return;
      case 4:
        return wait_for_one();
      case 5:
        return look_for_some();
      case 6:
        return look_for_one();
      case 7:
        if (!request_handles_.empty() && self_.test(request_handles_.front())) take(0);
        return;
      default:
        return;
    }
  }
  void cancel_a_receive() {
    std::byte in{};
    const Handle handle =
        self_.post_receive(kAnyNode, std::span(&in, 1), ReceiveOptions(TagSelector(kNobody, kOtherContext)));
    if (rng_.random_number_below(2) == 0) self_.compute(Duration{10'000});
    self_.cancel(handle);
    self_.expect(self_.wait(handle).cancelled, "a receive of nothing is taken back");
  }
  void cancel_a_send() {
    const Bytes out = data_of(rng_.random_number_below(2) * 500, 1);
    const NodeId to{static_cast<std::uint32_t>(rng_.random_number_below(self_.node_count()))};
    const Handle handle = self_.post_send(
        to, out, {.tag = kNobody, .context = Context{kFirstFreeContext + 2}, .mode = SendMode::synchronous});
    if (rng_.random_number_below(2) == 0)
      self_.compute(Duration{static_cast<std::int64_t>(rng_.random_number_below(200'000))});
    self_.cancel(handle);
    self_.expect(self_.wait(handle).cancelled, "a send to nobody is taken back");
  }

  // --- waiting for pending requests ---------------------------------------------------------------------------------

  void add(const Handle& handle, const Pending& pending) {
    request_handles_.push_back(handle);
    pending_.push_back(pending);
  }
  void done(std::size_t i, const Received& got) {
    if (pending_[i].is_receive) check(*pending_[i].message, *pending_[i].in, got);
    self_.expect(!got.cancelled, "nobody has cancelled it");
  }
  void remove_done() {
    for (std::size_t i = request_handles_.size(); i-- > 0;) {
      if (!request_handles_[i].empty()) continue;
      request_handles_.erase(request_handles_.begin() + static_cast<std::ptrdiff_t>(i));
      pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  void take(std::size_t i) {
    done(i, self_.wait(std::exchange(request_handles_[i], {})));
    remove_done();
  }
  void wait_for_one() {
    if (request_handles_.empty()) return;
    if (rng_.random_number_below(2) == 0) return take(rng_.random_number_below(request_handles_.size()));
    Received got;
    const std::size_t i = self_.wait_any(request_handles_, &got);
    done(i, got);
    remove_done();
  }
  void look_for_one() {
    Received got;
    if (const auto i = self_.test_any(request_handles_, &got)) done(*i, got);
    remove_done();
  }
  void look_for_some() {
    std::vector<Received> got(request_handles_.size());
    const bool waits = !request_handles_.empty() && rng_.random_number_below(2) == 0;
    for (const std::size_t i : waits ? self_.wait_some(request_handles_, got) : self_.test_some(request_handles_, got))
      done(i, got[i]);
    remove_done();
  }
  void finish() {
    while (!request_handles_.empty()) {
      if (rng_.random_number_below(3) == 0 && self_.test_all(request_handles_)) {
        self_.expect(self_.test(request_handles_[rng_.random_number_below(request_handles_.size())]),
                     "each of them is done, too");
      }
      rng_.random_number_below(2) == 0 ? wait_for_one() : look_for_some();
    }
    self_.wait_freed();
    for (const Pending& each : freed_) check_data(*each.message, *each.in);
    self_.expect(self_.detach_buffer() == kAttachedBufferBytes, "the buffer that was attached");
  }

  // --- checks of received messages ----------------------------------------------------------------------------------

  void check_envelope(const RandomMessage& m, const Received& got) {
    self_.expect(got.source == m.from, "the source");
    self_.expect(got.tag == m.tag(), "the tag");
    self_.expect(got.bytes == m.bytes, "the size");
  }
  void check(const RandomMessage& m, GuardedBuffer& in, const Received& got) {
    check_envelope(m, got);
    self_.expect(got.truncated == (m.room < m.bytes) && !got.cancelled, "cut or not");
    check_data(m, in);
  }
  void check_data(const RandomMessage& m, GuardedBuffer& in) {
    self_.expect(in.is_intact(), "nothing beside the buffer is written");
    self_.expect(is_data(in.room().first(std::min(m.bytes, m.room)), m.seed), "the data");
  }

  Node& self_;
  const std::vector<RandomMessage>& messages_;
  Rng rng_;
  std::deque<RandomMessage> messages_to_self_;
  std::deque<std::unique_ptr<Bytes>> outgoing_;
  std::deque<std::unique_ptr<GuardedBuffer>> incoming_;
  std::vector<Handle> request_handles_;
  std::vector<Pending> pending_;
  std::vector<Pending> freed_;
};

/// Returns the random program that the seed determines, for nodes 0 to `nodes` - 1. Needs: a machine with at least this
/// number of nodes; if it has more, the others do nothing.
inline NodeProgram random_requests(std::uint64_t seed, std::uint32_t nodes) {
  return [messages = random_messages(seed, nodes), seed, nodes](Node& self) {
    if (index(self.id()) < nodes) RandomRequests(self, messages, seed).run();
  };
}

}  // namespace switchyard
