#pragma once
/// \file random_requests.hpp
/// Random node programs that use every kind of send and receive and are free of errors by construction: all nodes go
/// through one sequence of messages in the same order, so that no message waits for a later one of the sequence. This
/// holds whether or not the machine stores messages before they are received.

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

/// A message of a random program, and by which kinds of calls its sender sends it and its receiver receives it.
struct RandomMessage {
  enum class ReceiveKind : std::uint8_t {
    blocking,
    posted,
    persistent,
    posted_and_freed,
    receive_after_probe,
    receive_after_try_probe,
    by_matched_probe,
    by_try_matched_probe,
    posted_after_matched_probe,
    receive_after_cancelled_receive,
    number_of_kinds
  };
  enum class SendKind : std::uint8_t { blocking, posted, persistent, posted_and_freed, number_of_kinds };
  enum class ReceiveSelection : std::uint8_t { exact, any_source, any_source_and_low_tag_bits, number_of_selections };

  NodeId from{};
  NodeId to{};
  std::uint32_t low_tag_bits = 0;
  Context context = Context::program;
  std::size_t bytes = 0;
  std::uint64_t data_seed = 0;
  SendMode mode = SendMode::standard;
  SendKind send_kind = SendKind::blocking;
  ReceiveKind receive_kind = ReceiveKind::blocking;
  ReceiveSelection selection = ReceiveSelection::exact;
  /// Size of the receiver's buffer in bytes; a message that is longer is truncated to it.
  std::size_t receive_buffer_bytes = 0;

  static constexpr std::uint32_t kLowTagBitCount = 3;
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
    m.data_seed = rng();
    m.mode = static_cast<SendMode>(rng.random_number_below(4));
    m.send_kind = one_of(RandomMessage::SendKind::number_of_kinds);
    m.receive_kind = one_of(RandomMessage::ReceiveKind::number_of_kinds);
    m.selection = one_of(RandomMessage::ReceiveSelection::number_of_selections);
    m.receive_buffer_bytes = rng.random_number_below(4) == 0 && m.bytes > 0 ? rng.random_number_below(m.bytes)
                                                                            : m.bytes + rng.random_number_below(2) * 8;
  }
  return messages;
}

/// The part of one node in a random program: the node sends and receives its messages in the order of the program's
/// sequence, and makes random other calls in between.
class RandomProgramOfOneNode {
 public:
  RandomProgramOfOneNode(Node& self, const std::vector<RandomMessage>& messages, std::uint64_t seed)
      : self_(self), messages_(messages), rng_(split_seed(seed, index(self.id()))) {}

  void run() {
    self_.attach_buffer(kAttachedBufferBytes);
    for (const RandomMessage& message : messages_) {
      make_random_other_call();
      if (message.is_to_self()) {
        if (message.from == self_.id()) exchange_with_self(message);
      } else if (message.from == self_.id()) {
        send(message);
      } else if (message.to == self_.id()) {
        receive(message);
      }
    }
    complete_all_requests();
  }

 private:
  using ReceiveKind = RandomMessage::ReceiveKind;
  using SendKind = RandomMessage::SendKind;
  static constexpr std::uint64_t kAttachedBufferBytes = 1U << 20U;
  static constexpr Tag kReadyReceivePostedTag{
      /// The tag of the signal by which a receiver tells a sender that the receive for its message in ready mode is
      /// posted.
      0x1000};
  /// The tag of messages that are never received, and of receives for which no message is sent.
  static constexpr Tag kUnmatchedTag{0x2000};
  static constexpr Context kUnmatchedReceiveContext{kFirstFreeContext + 1};

  /// A request that is not complete yet: its message, whether the request is the receive or the send of the message,
  /// and the buffer of a receive (null for a send).
  struct PendingRequest {
    const RandomMessage* message;
    bool is_receive;
    GuardedBuffer* receive_buffer;
  };

  // --- sending ------------------------------------------------------------------------------------------------------

  void send(const RandomMessage& m) {
    if (m.mode == SendMode::ready) self_.receive(m.to, {}, Tag{index(kReadyReceivePostedTag)});
    const Bytes& out = *sent_data_.emplace_back(std::make_unique<Bytes>(test_data(m.bytes, m.data_seed)));
    const MessageOptions options{.tag = m.tag(), .context = m.context, .mode = m.mode};
    if (m.send_kind == SendKind::blocking && !m.is_to_self()) return self_.send(m.to, out, options);
    if (m.send_kind == SendKind::persistent) {
      PersistentRequest request = self_.make_send(m.to, out, options);
      return add_pending_request(self_.start(request), {&m, false, nullptr});
    }
    Handle handle = self_.post_send(m.to, out, options);
    if (m.send_kind == SendKind::posted_and_freed) return self_.free(handle);
    add_pending_request(handle, {&m, false, nullptr});
  }
  static std::uint32_t index(Tag tag) { return static_cast<std::uint32_t>(tag); }
  static std::uint32_t index(NodeId node) { return switchyard::index(node); }

  // --- receiving ----------------------------------------------------------------------------------------------------

  TagSelector selector(const RandomMessage& m) const {
    if (m.selection != RandomMessage::ReceiveSelection::any_source_and_low_tag_bits) return {m.tag(), m.context};
    return TagSelector::masked(m.tag(), ~((1U << RandomMessage::kLowTagBitCount) - 1), m.context);
  }
  static NodeId selected_source(const RandomMessage& m) {
    return m.selection == RandomMessage::ReceiveSelection::exact ? m.from : kAnyNode;
  }
  ReceiveOptions options(const RandomMessage& m) const {
    ReceiveOptions options = selector(m);
    options.truncates = m.receive_buffer_bytes < m.bytes;
    return options;
  }
  GuardedBuffer& add_receive_buffer(const RandomMessage& m) {
    return *receive_buffers_.emplace_back(std::make_unique<GuardedBuffer>(m.receive_buffer_bytes));
  }
  Handle post_receive_for(const RandomMessage& m, GuardedBuffer& in) {
    return self_.post_receive(selected_source(m), in.usable_bytes(), options(m));
  }

  void receive(const RandomMessage& m) {
    GuardedBuffer& in = add_receive_buffer(m);
    if (m.mode == SendMode::ready) {
      add_pending_request(post_receive_for(m, in), {&m, true, &in});
      return self_.send(m.from, {}, {.tag = kReadyReceivePostedTag});
    }
    switch (m.receive_kind) {
      case ReceiveKind::posted:
        return add_pending_request(post_receive_for(m, in), {&m, true, &in});
      case ReceiveKind::persistent: {
        PersistentRequest request = self_.make_receive(selected_source(m), in.usable_bytes(), options(m));
        return add_pending_request(self_.start(request), {&m, true, &in});
      }
      case ReceiveKind::posted_and_freed: {
        Handle handle = post_receive_for(m, in);
        freed_receives_.push_back({&m, true, &in});
        return self_.free(handle);
      }
      case ReceiveKind::receive_after_cancelled_receive:
        return cancel_and_receive(m, in);
      case ReceiveKind::blocking:
        return check_receive(m, in, self_.receive(selected_source(m), in.usable_bytes(), options(m)));
      default:
        return probe_and_receive(m, in);
    }
  }

  void cancel_and_receive(const RandomMessage& m, GuardedBuffer& in) {
    const Handle handle = post_receive_for(m, in);
    if (rng_.random_number_below(2) == 0) make_random_other_call();
    self_.cancel(handle);
    const Received got = self_.wait(handle);
    check_receive(m, in, got.cancelled ? self_.receive(selected_source(m), in.usable_bytes(), options(m)) : got);
  }

  void probe_and_receive(const RandomMessage& m, GuardedBuffer& in) {
    if (m.receive_kind == ReceiveKind::receive_after_probe || m.receive_kind == ReceiveKind::receive_after_try_probe) {
      std::optional<Received> found;
      if (m.receive_kind == ReceiveKind::receive_after_probe) found = self_.probe(selected_source(m), selector(m));
      while (!found) found = self_.try_probe(selected_source(m), selector(m));
      check_envelope(m, *found);
      return check_receive(m, in, self_.receive(found->source, in.usable_bytes(), options(m)));
    }
    std::optional<TakenMessage> taken;
    if (m.receive_kind != ReceiveKind::by_try_matched_probe)
      taken = self_.matched_probe(selected_source(m), selector(m));
    while (!taken) taken = self_.try_matched_probe(selected_source(m), selector(m));
    check_envelope(m, taken->envelope());
    const bool cuts = m.receive_buffer_bytes < m.bytes;
    if (m.receive_kind == ReceiveKind::posted_after_matched_probe)
      return add_pending_request(self_.post_receive(*taken, in.usable_bytes(), cuts), {&m, true, &in});
    check_receive(m, in, self_.receive(*taken, in.usable_bytes(), cuts));
  }

  /// Sends a message of the program from this node to itself, and receives it.
  void exchange_with_self(const RandomMessage& m) {
    RandomMessage& other = messages_to_self_.emplace_back(m);
    if (m.mode == SendMode::ready) {
      other.mode = SendMode::standard;
      GuardedBuffer& in = add_receive_buffer(other);
      add_pending_request(post_receive_for(other, in), {&other, true, &in});
      const Bytes& out = *sent_data_.emplace_back(std::make_unique<Bytes>(test_data(m.bytes, m.data_seed)));
      return add_pending_request(
          self_.post_send(m.to, out, {.tag = m.tag(), .context = m.context, .mode = SendMode::ready}),
          {&other, false, nullptr});
    }
    send(other);
    receive(other);
  }

  // --- random calls besides the program's messages ------------------------------------------------------------------

  void make_random_other_call() {
    switch (rng_.random_number_below(10)) {
      case 0:
        return self_.compute(Duration{static_cast<std::int64_t>(rng_.random_number_below(300'000))});
      case 1:
        return post_and_cancel_receive();
      case 2:
        return post_and_cancel_send();
      case 3:
        self_.expect(!self_.try_probe(kAnyNode, TagSelector(kUnmatchedTag, kUnmatchedReceiveContext)),
                     "nobody sends this");
        return;
      case 4:
        return wait_for_one_request();
      case 5:
        return wait_or_test_for_some_requests();
      case 6:
        return test_for_one_request();
      case 7:
        if (!request_handles_.empty() && self_.test(request_handles_.front())) wait_and_remove_request(0);
        return;
      default:
        return;
    }
  }
  void post_and_cancel_receive() {
    std::byte in{};
    const Handle handle = self_.post_receive(kAnyNode, std::span(&in, 1),
                                             ReceiveOptions(TagSelector(kUnmatchedTag, kUnmatchedReceiveContext)));
    if (rng_.random_number_below(2) == 0) self_.compute(Duration{10'000});
    self_.cancel(handle);
    self_.expect(self_.wait(handle).cancelled, "a receive of nothing is taken back");
  }
  void post_and_cancel_send() {
    const Bytes out = test_data(rng_.random_number_below(2) * 500, 1);
    const NodeId to{static_cast<std::uint32_t>(rng_.random_number_below(self_.node_count()))};
    const Handle handle = self_.post_send(
        to, out, {.tag = kUnmatchedTag, .context = Context{kFirstFreeContext + 2}, .mode = SendMode::synchronous});
    if (rng_.random_number_below(2) == 0)
      self_.compute(Duration{static_cast<std::int64_t>(rng_.random_number_below(200'000))});
    self_.cancel(handle);
    self_.expect(self_.wait(handle).cancelled, "a send to nobody is taken back");
  }

  // --- waiting for pending requests ---------------------------------------------------------------------------------

  void add_pending_request(const Handle& handle, const PendingRequest& pending) {
    request_handles_.push_back(handle);
    pending_requests_.push_back(pending);
  }
  void check_completed_request(std::size_t i, const Received& got) {
    if (pending_requests_[i].is_receive)
      check_receive(*pending_requests_[i].message, *pending_requests_[i].receive_buffer, got);
    self_.expect(!got.cancelled, "nobody has cancelled it");
  }
  void remove_completed_requests() {
    for (std::size_t i = request_handles_.size(); i-- > 0;) {
      if (!request_handles_[i].empty()) continue;
      request_handles_.erase(request_handles_.begin() + static_cast<std::ptrdiff_t>(i));
      pending_requests_.erase(pending_requests_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  void wait_and_remove_request(std::size_t i) {
    check_completed_request(i, self_.wait(std::exchange(request_handles_[i], {})));
    remove_completed_requests();
  }
  void wait_for_one_request() {
    if (request_handles_.empty()) return;
    if (rng_.random_number_below(2) == 0)
      return wait_and_remove_request(rng_.random_number_below(request_handles_.size()));
    Received got;
    const std::size_t i = self_.wait_any(request_handles_, &got);
    check_completed_request(i, got);
    remove_completed_requests();
  }
  void test_for_one_request() {
    Received got;
    if (const auto i = self_.test_any(request_handles_, &got)) check_completed_request(*i, got);
    remove_completed_requests();
  }
  void wait_or_test_for_some_requests() {
    std::vector<Received> got(request_handles_.size());
    const bool waits = !request_handles_.empty() && rng_.random_number_below(2) == 0;
    for (const std::size_t i : waits ? self_.wait_some(request_handles_, got) : self_.test_some(request_handles_, got))
      check_completed_request(i, got[i]);
    remove_completed_requests();
  }
  void complete_all_requests() {
    while (!request_handles_.empty()) {
      if (rng_.random_number_below(3) == 0 && self_.test_all(request_handles_)) {
        self_.expect(self_.test(request_handles_[rng_.random_number_below(request_handles_.size())]),
                     "each of them is done, too");
      }
      rng_.random_number_below(2) == 0 ? wait_for_one_request() : wait_or_test_for_some_requests();
    }
    self_.wait_freed();
    for (const PendingRequest& each : freed_receives_) check_received_data(*each.message, *each.receive_buffer);
    self_.expect(self_.detach_buffer() == kAttachedBufferBytes, "the buffer that was attached");
  }

  // --- checks of received messages ----------------------------------------------------------------------------------

  void check_envelope(const RandomMessage& m, const Received& got) {
    self_.expect(got.source == m.from, "the source");
    self_.expect(got.tag == m.tag(), "the tag");
    self_.expect(got.bytes == m.bytes, "the size");
  }
  void check_receive(const RandomMessage& m, GuardedBuffer& in, const Received& got) {
    check_envelope(m, got);
    self_.expect(got.truncated == (m.receive_buffer_bytes < m.bytes) && !got.cancelled, "cut or not");
    check_received_data(m, in);
  }
  void check_received_data(const RandomMessage& m, GuardedBuffer& in) {
    self_.expect(in.has_unchanged_guard_bytes(), "nothing beside the buffer is written");
    self_.expect(is_test_data(in.usable_bytes().first(std::min(m.bytes, m.receive_buffer_bytes)), m.data_seed),
                 "the data");
  }

  Node& self_;
  const std::vector<RandomMessage>& messages_;
  Rng rng_;
  std::deque<RandomMessage> messages_to_self_;
  std::deque<std::unique_ptr<Bytes>> sent_data_;
  std::deque<std::unique_ptr<GuardedBuffer>> receive_buffers_;
  std::vector<Handle> request_handles_;
  std::vector<PendingRequest> pending_requests_;
  std::vector<PendingRequest> freed_receives_;
};

/// Returns the random program that the seed determines, for nodes 0 to `nodes` - 1. Needs: a machine with at least this
/// number of nodes; if it has more, the others do nothing.
inline NodeProgram random_requests(std::uint64_t seed, std::uint32_t nodes) {
  return [messages = random_messages(seed, nodes), seed, nodes](Node& self) {
    if (index(self.id()) < nodes) RandomProgramOfOneNode(self, messages, seed).run();
  };
}

}  // namespace switchyard
