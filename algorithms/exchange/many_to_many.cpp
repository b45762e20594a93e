#include "algorithms/exchange/many_to_many.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace switchyard {
namespace {

enum class Answer : std::uint8_t { none, granted, busy };

/// The state of one node that active-message handlers read and change in an exchange. All times are times of the node's
/// own clock.
struct ExchangeState {
  explicit ExchangeState(std::uint32_t nodes) : bytes(nodes, 0), arrived(nodes, false) {}

  std::vector<std::uint64_t> bytes;    ///< for each source, the bytes that it sends to this node
  std::vector<bool> arrived;           ///< for each source, whether its message has arrived
  std::uint32_t known_senders = 0;     ///< number of nodes that have said how much they send
  std::uint32_t missing_messages = 0;  ///< number of messages that have not arrived yet

  // The members from busy_until to partner_busy_time are used only by distributed random scheduling.
  VirtualTime busy_until{};         ///< estimated end of the transfer or inquiry that keeps the node busy
  bool is_asking_for_lock = false;  ///< whether the node is busy only because it asks another node for its lock
  Duration time_per_kilobyte{};     ///< estimated transfer time of a kilobyte, at the rate of the machine's messages
  /// the sender that was allowed to begin while this node's lock was still held, and that gets the lock next
  std::optional<NodeId> sender_admitted_early;
  std::uint64_t early_bytes = 0;
  Answer answer = Answer::none;  ///< answer to this node's own inquiry
  Duration partner_busy_time{};  ///< how long the other node said, in its answer, that it is busy

  Duration expected(std::uint64_t size) const { return time_per_kilobyte * static_cast<std::int64_t>(size) / 1024; }
};

std::uint64_t bytes_of_gathered_message(const GatheredMessage& parcel) {
  std::uint64_t sum = 0;
  for (const auto& piece : parcel.pieces) sum += piece.size();
  return sum;
}

/// Returns for each destination its parcel (the message to it), or null if there is no parcel or it is empty.
std::vector<const GatheredMessage*> messages_by_destination(std::span<const GatheredMessage> parcels,
                                                            std::uint32_t nodes) {
  std::vector<const GatheredMessage*> result(nodes, nullptr);
  for (const GatheredMessage& parcel : parcels) {
    if (bytes_of_gathered_message(parcel) > 0) result[index(parcel.destination)] = &parcel;
  }
  return result;
}

/// Tells every other node how many bytes this node sends to it, with one active message to each node. In step k node i
/// sends to node i + k (modulo n), so in each step every node gets one active message.
void send_message_sizes(Node& self, const std::vector<const GatheredMessage*>& parcels, const ExchangeState& state) {
  const std::uint32_t nodes = self.node_count();
  for (std::uint32_t k = 1; k < nodes; ++k) {
    const NodeId to{(index(self.id()) + k) % nodes};
    const GatheredMessage* parcel = parcels[index(to)];
    self.request(to, [bytes = parcel != nullptr ? bytes_of_gathered_message(*parcel) : 0](ActiveMessage& at) {
      auto& there = at.state<ExchangeState>();
      there.bytes[index(at.source())] = bytes;
      ++there.known_senders;
    });
  }
  self.poll_until([&] { return state.known_senders == nodes - 1; });
}

/// One node's part of an exchange, as sender and receiver: it makes the node's state visible to active-message
/// handlers, exchanges the message sizes, and opens a port for each message that the node receives.
class ActiveMessageExchange {
 public:
  template <class AtZero>
  ActiveMessageExchange(Node& self, std::span<const GatheredMessage> parcels, const ReceiveMemory& receive_memory,
                        AtZero packet_when_complete)
      : own_node_(self),
        outgoing_messages_(messages_by_destination(parcels, self.node_count())),
        exchange_state_(self.node_count()) {
    own_node_.expose(exchange_state_);
    own_node_.barrier();
    send_message_sizes(own_node_, outgoing_messages_, exchange_state_);
    for (std::uint32_t i = 0; i < own_node_.node_count(); ++i) {
      if (exchange_state_.bytes[i] == 0) continue;
      ++exchange_state_.missing_messages;
      const std::span<std::byte> buffer = receive_memory(NodeId{i}, exchange_state_.bytes[i]);
      own_node_.expect(buffer.size() == exchange_state_.bytes[i],
                       "the receive memory is as large as what its source sends");
      own_node_.open_port(BulkPortId{i}, buffer, packet_when_complete);
    }
    own_node_.barrier();
  }

  ExchangeState& state() noexcept { return exchange_state_; }
  const std::vector<const GatheredMessage*>& outgoing_messages() const noexcept { return outgoing_messages_; }
  /// Returns the pieces of the message to node `to`, and the port of that node to which the message
  /// goes. At the receiver, the number of a port is the number of the node that sends to it.
  BulkData gather(NodeId to) const {
    return {BulkPortId{index(own_node_.id())}, 0, outgoing_messages_[index(to)]->pieces};
  }
  void wait_for_all_messages() {
    own_node_.poll_until([this] { return exchange_state_.missing_messages == 0; });
    own_node_.barrier();
  }

 private:
  Node& own_node_;
  std::vector<const GatheredMessage*> outgoing_messages_;
  ExchangeState exchange_state_;
};

void record_message_arrival(ExchangeState& state, NodeId source) {
  state.arrived[index(source)] = true;
  --state.missing_messages;
}

// --- distributed random scheduling ----------------------------------------------------------------------------------

/// If a receiver will stay busy for no longer than this time, it lets the next sender begin before it is free. The
/// value is about the time that a sender needs to set up its transfer.
constexpr Duration kNearlyDone = std::chrono::microseconds{30};
/// Estimated time of an inquiry, in which a sender asks a receiver for its lock.
constexpr Duration kInquiry = std::chrono::microseconds{15};
/// The longest time, in nanoseconds, for which a sender leaves its own lock free after a receiver has refused it the
/// receiver's lock. The time is random. Without such pauses, nodes that all ask each other for their locks would refuse
/// each other for ever.
constexpr std::uint64_t kMostPatience = 25'000;

/// If a sender was allowed to begin while the node's lock was still held, gives the lock to that
/// sender.
void give_lock_to_early_sender(ExchangeState& state, BusyLock& lock, VirtualTime now) {
  if (!state.sender_admitted_early) return;
  lock.try_lock(*state.sender_admitted_early);
  state.busy_until = now + state.expected(state.early_bytes);
  state.sender_admitted_early.reset();
}

/// The handler that runs on a receiver when a message has arrived. It frees the receiver's own lock without waiting for
/// the sender to do so.
void free_lock_after_message(ActiveMessage& at) {
  auto& state = at.state<ExchangeState>();
  record_message_arrival(state, at.source());
  BusyLock& lock = at.busy_lock();
  if (lock.holder() == at.source()) {
    lock.unlock(at.source());
    give_lock_to_early_sender(state, lock, at.now());
  } else if (state.sender_admitted_early == at.source()) {
    state.sender_admitted_early.reset();  // the early sender's message came before the message of the lock's holder
  }
}

/// The handler of an inquiry, on the receiver: it grants or refuses the receiver's lock to the sender that asks for it.
void answer_lock_request(ActiveMessage& at, std::uint64_t bytes, bool early) {
  auto& state = at.state<ExchangeState>();
  const Duration rest = std::max(state.busy_until - at.now(), Duration::zero());
  Answer answer = Answer::granted;
  if (at.busy_lock().try_lock(at.source())) {
    state.busy_until = at.now() + state.expected(bytes);
  } else if (early && !state.is_asking_for_lock && !state.sender_admitted_early && rest <= kNearlyDone) {
    state.sender_admitted_early = at.source();
    state.early_bytes = bytes;
  } else {
    answer = Answer::busy;
  }
  at.reply([answer, nanoseconds = static_cast<std::uint32_t>(std::min<std::int64_t>(rest.count(), ~std::uint32_t{0}))](
               ActiveMessage& back) {
    auto& asker = back.state<ExchangeState>();
    asker.answer = answer;
    asker.partner_busy_time = Duration{nanoseconds};
  });
}

/// The sending part of a node in distributed random scheduling.
class RandomSender {
 public:
  RandomSender(Node& self, ActiveMessageExchange& exchange, const DistributedRandomOptions& options)
      : own_node_(self), exchange_(exchange), options_(options), next_question_times_(self.node_count()) {
    const auto per_kilobyte = self.message_time(65 * 1024) - self.message_time(1024);
    exchange.state().time_per_kilobyte = per_kilobyte / 64;
    for (std::uint32_t i = 0; i < self.node_count(); ++i) {
      if (exchange.outgoing_messages()[i] != nullptr) pending_.push_back(NodeId{i});
    }
  }

  void send_all_messages() {
    while (!pending_.empty()) {
      const std::size_t which = choose_destination();
      const NodeId to = pending_[which];
      take_own_lock();
      const bool granted = ask_for_lock(to);
      if (granted) {
        send_message(to);
        pending_[which] = pending_.back();
        pending_.pop_back();
      }
      free_own_lock();
      if (!granted) poll_until_time(own_node_.now() + random_patience());
    }
  }

 private:
  bool uses_no_improvement() const { return !options_.tells_busy_time && !options_.early_grant; }
  Duration random_patience() {
    return Duration{static_cast<std::int64_t>(own_node_.random().random_number_below(kMostPatience))};
  }
  void poll_until_time(VirtualTime until) {
    own_node_.poll_until(until, [] { return false; });
  }

  /// Chooses a random destination that is not known to be busy, and returns its position in pending_. If all pending
  /// destinations are busy, sleeps until one of them may be free.
  std::size_t choose_destination() {
    if (!options_.tells_busy_time) return own_node_.random().random_number_below(pending_.size());
    for (;;) {
      const VirtualTime now = own_node_.now();
      std::vector<std::size_t> candidates;
      VirtualTime first = VirtualTime::max();
      for (std::size_t i = 0; i < pending_.size(); ++i) {
        const VirtualTime free_from = next_question_times_[index(pending_[i])];
        first = std::min(first, free_from);
        if (free_from <= now) candidates.push_back(i);
      }
      if (!candidates.empty()) return candidates[own_node_.random().random_number_below(candidates.size())];
      poll_until_time(first);
    }
  }

  /// Takes this node's own lock. Waits as long as another node sends to this node.
  void take_own_lock() {
    if (!options_.covers_own_sending) return;
    BusyLock& lock = own_node_.busy_lock();
    const NodeId me = own_node_.id();
    own_node_.poll_until([&lock, me] { return lock.try_lock(me); });
    exchange_.state().is_asking_for_lock = true;
    exchange_.state().busy_until = own_node_.now() + kInquiry;
  }
  /// Sends the message to a node that has granted its lock. The sending node counts as busy for as
  /// long as the transfer takes.
  void send_message(NodeId to) {
    ExchangeState& state = exchange_.state();
    if (options_.covers_own_sending) {
      state.is_asking_for_lock = false;
      state.busy_until =
          own_node_.now() + state.expected(bytes_of_gathered_message(*exchange_.outgoing_messages()[index(to)]));
    }
    own_node_.copy(to, exchange_.gather(to));
  }
  void free_own_lock() {
    if (!options_.covers_own_sending) return;
    const VirtualTime now = own_node_.now();
    exchange_.state().is_asking_for_lock = false;
    own_node_.busy_lock().unlock(own_node_.id());
    give_lock_to_early_sender(exchange_.state(), own_node_.busy_lock(), now);
  }

  bool ask_for_lock(NodeId to) {
    if (uses_no_improvement()) return own_node_.try_lock(to, true);
    ExchangeState& state = exchange_.state();
    state.answer = Answer::none;
    const std::uint64_t bytes = bytes_of_gathered_message(*exchange_.outgoing_messages()[index(to)]);
    own_node_.request(
        to, [bytes, early = options_.early_grant](ActiveMessage& at) { answer_lock_request(at, bytes, early); });
    own_node_.poll_until([&state] { return state.answer != Answer::none; });
    if (state.answer == Answer::granted) return true;
    if (options_.tells_busy_time) next_question_times_[index(to)] = own_node_.now() + state.partner_busy_time;
    return false;
  }

  Node& own_node_;
  ActiveMessageExchange& exchange_;
  DistributedRandomOptions options_;
  std::vector<NodeId> pending_;
  std::vector<VirtualTime> next_question_times_;  ///< for each destination, the time from which it may be asked again
};

}  // namespace

void send_by_linear_permutation(Node& self, std::span<const GatheredMessage> parcels,
                                const ReceiveMemory& receive_memory) {
  ActiveMessageExchange exchange(self, parcels, receive_memory, [](ActiveMessage& at) {
    record_message_arrival(at.state<ExchangeState>(), at.source());
  });
  const ExchangeState& state = exchange.state();
  for (std::uint32_t k = 1; k < self.node_count(); ++k) {
    const NodeId partner = self.id() ^ k;
    const bool sends = exchange.outgoing_messages()[index(partner)] != nullptr;
    const BulkData gather = sends ? exchange.gather(partner) : BulkData{};
    const Handle sending = sends ? self.post_copy(partner, gather) : Handle{};
    if (state.bytes[index(partner)] > 0) self.poll_until([&] { return state.arrived[index(partner)]; });
    if (sends) self.wait(sending);
    self.barrier();
  }
  exchange.wait_for_all_messages();
}

void distributed_random(Node& self, std::span<const GatheredMessage> parcels, const ReceiveMemory& receive_memory,
                        const DistributedRandomOptions& options) {
  ActiveMessageExchange exchange(self, parcels, receive_memory, free_lock_after_message);
  RandomSender(self, exchange, options).send_all_messages();
  exchange.wait_for_all_messages();
}

void exchange_in_one_stage(Node& self, const NodeTraffic& traffic, const MessageExchange& transport) {
  std::vector<GatheredMessage> parcels;
  for (const Outgoing& message : traffic.sends()) parcels.push_back({message.destination, {message.data}});
  transport(self, parcels, [&](NodeId source, std::uint64_t) { return traffic.from(source).data; });
}

}  // namespace switchyard
