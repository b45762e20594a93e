#include "algorithms/exchange/many_to_many.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace switchyard {
namespace {

enum class LockAnswer : std::uint8_t { none, granted, busy };

/// The state of one node in an exchange by active messages, which the node itself and the handlers of active messages
/// read and change. All times are times of the node's own clock.
struct ExchangeState {
  explicit ExchangeState(std::uint32_t nodes) : bytes_from_each_source(nodes, 0), has_message_arrived(nodes, false) {}

  /// for each source, the number of bytes that it sends to this node
  std::vector<std::uint64_t> bytes_from_each_source;
  /// for each source, whether its message to this node has arrived
  std::vector<bool> has_message_arrived;
  /// number of nodes that have told this node how many bytes they send to it
  std::uint32_t known_sender_count = 0;
  std::uint32_t missing_message_count = 0;  ///< number of messages to this node that have not arrived yet

  // The members from busy_until to partner_busy_time are used only by distributed random scheduling, in which a sender
  // must get the lock of its receiver.
  VirtualTime busy_until{};  ///< estimated end of the transfer or lock request that keeps the node busy
  /// whether the node is busy only because it has asked another node for its lock and waits for the answer
  bool is_asking_for_lock = false;
  Duration time_per_kilobyte{};  ///< estimated transfer time of 1024 bytes, at the rate of the machine's messages
  /// the sender that was allowed to begin while another sender still held this node's lock, and that gets the lock next
  std::optional<NodeId> sender_admitted_early;
  std::uint64_t message_bytes_of_sender_admitted_early = 0;
  LockAnswer lock_answer = LockAnswer::none;  ///< the answer to the last request of this node for another node's lock
  /// the time for which the other node, in its answer to a lock request, said that it will still be busy
  Duration partner_busy_time{};

  Duration expected_transfer_time(std::uint64_t size) const {
    return time_per_kilobyte * static_cast<std::int64_t>(size) / 1024;
  }
};

std::uint64_t bytes_of_gathered_message(const GatheredMessage& parcel) {
  std::uint64_t sum = 0;
  for (const auto& piece : parcel.pieces) sum += piece.size();
  return sum;
}

/// Returns for each destination the node's message to it, or null if there is no message or it is empty.
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
      there.bytes_from_each_source[index(at.source())] = bytes;
      ++there.known_sender_count;
    });
  }
  self.poll_until([&] { return state.known_sender_count == nodes - 1; });
}

/// One node's part of an exchange, as sender and receiver: it makes the node's state visible to active-message
/// handlers, exchanges the message sizes, and opens a bulk port (a receive buffer for bulk transfers) for each message
/// that the node receives.
class ActiveMessageExchange {
 public:
  template <class AtZero>
  ActiveMessageExchange(Node& self, std::span<const GatheredMessage> parcels,
                        const ReceiveBufferProvider& receive_memory, AtZero packet_when_complete)
      : own_node_(self),
        outgoing_messages_(messages_by_destination(parcels, self.node_count())),
        exchange_state_(self.node_count()) {
    own_node_.expose(exchange_state_);
    own_node_.barrier();
    send_message_sizes(own_node_, outgoing_messages_, exchange_state_);
    for (std::uint32_t i = 0; i < own_node_.node_count(); ++i) {
      if (exchange_state_.bytes_from_each_source[i] == 0) continue;
      ++exchange_state_.missing_message_count;
      const std::span<std::byte> buffer = receive_memory(NodeId{i}, exchange_state_.bytes_from_each_source[i]);
      own_node_.expect(buffer.size() == exchange_state_.bytes_from_each_source[i],
                       "the receive memory is as large as what its source sends");
      own_node_.open_port(BulkPortId{i}, buffer, packet_when_complete);
    }
    own_node_.barrier();
  }

  ExchangeState& exchange_state() noexcept { return exchange_state_; }
  const std::vector<const GatheredMessage*>& outgoing_messages() const noexcept { return outgoing_messages_; }
  /// Returns the message to node `to` as data of a bulk transfer: its pieces in memory, and the bulk port of the
  /// receiver to which the data goes. At the receiver, the number of a port is the number of the node that sends to it.
  BulkData bulk_data_for(NodeId to) const {
    return {BulkPortId{index(own_node_.id())}, 0, outgoing_messages_[index(to)]->pieces};
  }
  void wait_for_all_messages() {
    own_node_.poll_until([this] { return exchange_state_.missing_message_count == 0; });
    own_node_.barrier();
  }

 private:
  Node& own_node_;
  std::vector<const GatheredMessage*> outgoing_messages_;
  ExchangeState exchange_state_;
};

void record_message_arrival(ExchangeState& state, NodeId source) {
  state.has_message_arrived[index(source)] = true;
  --state.missing_message_count;
}

// --- distributed random scheduling ----------------------------------------------------------------------------------

/// If a receiver will stay busy for no longer than 30 us, it lets the next sender begin before it is free. The value is
/// about the time that a sender needs to set up its transfer.
constexpr Duration kNearlyDoneTime = std::chrono::microseconds{30};
/// Estimated time that a sender's request for the lock of a receiver takes, answer included.
constexpr Duration kInquiryTime = std::chrono::microseconds{15};
/// The longest time, in nanoseconds, for which a sender pauses and leaves its own lock free after a receiver has
/// refused its lock. The length of the pause is random. Without pauses, nodes that all ask each other for their locks
/// would refuse each other for ever.
constexpr std::uint64_t kLongestLockPauseNanoseconds = 25'000;

/// Gives the node's lock, which has just become free, to the sender that was allowed to begin early, if there is one.
void give_lock_to_early_sender(ExchangeState& state, BusyLock& lock, VirtualTime now) {
  if (!state.sender_admitted_early) return;
  lock.try_lock(*state.sender_admitted_early);
  state.busy_until = now + state.expected_transfer_time(state.message_bytes_of_sender_admitted_early);
  state.sender_admitted_early.reset();
}

/// The handler that runs on a receiver when a message has arrived. It frees the receiver's lock, so that the sender
/// does not have to.
void release_lock_on_message_arrival(ActiveMessage& at) {
  auto& state = at.state<ExchangeState>();
  record_message_arrival(state, at.source());
  BusyLock& lock = at.busy_lock();
  if (lock.holder() == at.source()) {
    lock.unlock(at.source());
    give_lock_to_early_sender(state, lock, at.now());
  } else if (state.sender_admitted_early == at.source()) {
    // the message of the sender that began early came before the message of the sender that holds the lock
    state.sender_admitted_early.reset();
  }
}

/// The handler of a lock request, on the receiver: it grants or refuses the receiver's lock to the sender that asks for
/// it.
void answer_lock_request(ActiveMessage& at, std::uint64_t bytes, bool early) {
  auto& state = at.state<ExchangeState>();
  const Duration rest = std::max(state.busy_until - at.now(), Duration::zero());
  LockAnswer answer = LockAnswer::granted;
  if (at.busy_lock().try_lock(at.source())) {
    state.busy_until = at.now() + state.expected_transfer_time(bytes);
  } else if (early && !state.is_asking_for_lock && !state.sender_admitted_early && rest <= kNearlyDoneTime) {
    state.sender_admitted_early = at.source();
    state.message_bytes_of_sender_admitted_early = bytes;
  } else {
    answer = LockAnswer::busy;
  }
  at.reply([answer, nanoseconds = static_cast<std::uint32_t>(std::min<std::int64_t>(rest.count(), ~std::uint32_t{0}))](
               ActiveMessage& back) {
    auto& asker = back.state<ExchangeState>();
    asker.lock_answer = answer;
    asker.partner_busy_time = Duration{nanoseconds};
  });
}

/// A node as sender in distributed random scheduling: it sends its messages to its destinations in random order, each
/// after it got the destination's lock.
class RandomSender {
 public:
  RandomSender(Node& self, ActiveMessageExchange& exchange, const DistributedRandomOptions& options)
      : own_node_(self), exchange_(exchange), options_(options), earliest_request_times_(self.node_count()) {
    const auto per_kilobyte = self.message_time(65 * 1024) - self.message_time(1024);
    exchange.exchange_state().time_per_kilobyte = per_kilobyte / 64;
    for (std::uint32_t i = 0; i < self.node_count(); ++i) {
      if (exchange.outgoing_messages()[i] != nullptr) pending_destinations_.push_back(NodeId{i});
    }
  }

  void send_all_messages() {
    while (!pending_destinations_.empty()) {
      const std::size_t which = choose_destination();
      const NodeId to = pending_destinations_[which];
      take_own_lock();
      const bool granted = ask_for_lock(to);
      if (granted) {
        send_message(to);
        pending_destinations_[which] = pending_destinations_.back();
        pending_destinations_.pop_back();
      }
      release_own_lock();
      if (!granted) poll_until_time(own_node_.now() + random_pause());
    }
  }

 private:
  bool has_no_improvements() const { return !options_.tells_busy_time && !options_.grants_lock_early; }
  Duration random_pause() {
    return Duration{static_cast<std::int64_t>(own_node_.random().random_number_below(kLongestLockPauseNanoseconds))};
  }
  void poll_until_time(VirtualTime until) {
    own_node_.poll_until(until, [] { return false; });
  }

  /// Chooses a random destination that is not known to be busy, and returns its position in pending_destinations_. If
  /// all pending destinations are known to be busy, polls until one of them may be free.
  std::size_t choose_destination() {
    if (!options_.tells_busy_time) return own_node_.random().random_number_below(pending_destinations_.size());
    for (;;) {
      const VirtualTime now = own_node_.now();
      std::vector<std::size_t> candidates;
      VirtualTime first = VirtualTime::max();
      for (std::size_t i = 0; i < pending_destinations_.size(); ++i) {
        const VirtualTime free_from = earliest_request_times_[index(pending_destinations_[i])];
        first = std::min(first, free_from);
        if (free_from <= now) candidates.push_back(i);
      }
      if (!candidates.empty()) return candidates[own_node_.random().random_number_below(candidates.size())];
      poll_until_time(first);
    }
  }

  /// Takes the lock of this node itself. Waits as long as a node that sends to this node holds the lock.
  void take_own_lock() {
    if (!options_.holds_own_lock_while_sending) return;
    BusyLock& lock = own_node_.busy_lock();
    const NodeId me = own_node_.id();
    own_node_.poll_until([&lock, me] { return lock.try_lock(me); });
    exchange_.exchange_state().is_asking_for_lock = true;
    exchange_.exchange_state().busy_until = own_node_.now() + kInquiryTime;
  }
  /// Sends the message to a node that has granted its lock. The sending node counts as busy for the estimated time of
  /// the transfer.
  void send_message(NodeId to) {
    ExchangeState& state = exchange_.exchange_state();
    if (options_.holds_own_lock_while_sending) {
      state.is_asking_for_lock = false;
      state.busy_until = own_node_.now() + state.expected_transfer_time(
                                               bytes_of_gathered_message(*exchange_.outgoing_messages()[index(to)]));
    }
    own_node_.copy(to, exchange_.bulk_data_for(to));
  }
  void release_own_lock() {
    if (!options_.holds_own_lock_while_sending) return;
    const VirtualTime now = own_node_.now();
    exchange_.exchange_state().is_asking_for_lock = false;
    own_node_.busy_lock().unlock(own_node_.id());
    give_lock_to_early_sender(exchange_.exchange_state(), own_node_.busy_lock(), now);
  }

  bool ask_for_lock(NodeId to) {
    if (has_no_improvements()) return own_node_.try_lock(to, true);
    ExchangeState& state = exchange_.exchange_state();
    state.lock_answer = LockAnswer::none;
    const std::uint64_t bytes = bytes_of_gathered_message(*exchange_.outgoing_messages()[index(to)]);
    own_node_.request(
        to, [bytes, early = options_.grants_lock_early](ActiveMessage& at) { answer_lock_request(at, bytes, early); });
    own_node_.poll_until([&state] { return state.lock_answer != LockAnswer::none; });
    if (state.lock_answer == LockAnswer::granted) return true;
    if (options_.tells_busy_time) earliest_request_times_[index(to)] = own_node_.now() + state.partner_busy_time;
    return false;
  }

  Node& own_node_;
  ActiveMessageExchange& exchange_;
  DistributedRandomOptions options_;
  std::vector<NodeId> pending_destinations_;
  /// for each destination, the time from which the node may ask again for the destination's lock
  std::vector<VirtualTime> earliest_request_times_;
};

}  // namespace

void exchange_by_linear_permutation(Node& self, std::span<const GatheredMessage> parcels,
                                    const ReceiveBufferProvider& receive_memory) {
  ActiveMessageExchange exchange(self, parcels, receive_memory, [](ActiveMessage& at) {
    record_message_arrival(at.state<ExchangeState>(), at.source());
  });
  const ExchangeState& state = exchange.exchange_state();
  for (std::uint32_t k = 1; k < self.node_count(); ++k) {
    const NodeId partner = self.id() ^ k;
    const bool sends = exchange.outgoing_messages()[index(partner)] != nullptr;
    const BulkData gather = sends ? exchange.bulk_data_for(partner) : BulkData{};
    const Handle sending = sends ? self.post_copy(partner, gather) : Handle{};
    if (state.bytes_from_each_source[index(partner)] > 0)
      self.poll_until([&] { return state.has_message_arrived[index(partner)]; });
    if (sends) self.wait(sending);
    self.barrier();
  }
  exchange.wait_for_all_messages();
}

void exchange_by_distributed_random_scheduling(Node& self, std::span<const GatheredMessage> parcels,
                                               const ReceiveBufferProvider& receive_memory,
                                               const DistributedRandomOptions& options) {
  ActiveMessageExchange exchange(self, parcels, receive_memory, release_lock_on_message_arrival);
  RandomSender(self, exchange, options).send_all_messages();
  exchange.wait_for_all_messages();
}

void exchange_in_one_stage(Node& self, const NodeTraffic& traffic, const MessageExchangeFunction& transport) {
  std::vector<GatheredMessage> parcels;
  for (const Outgoing& message : traffic.sends()) parcels.push_back({message.destination, {message.data}});
  transport(self, parcels, [&](NodeId source, std::uint64_t) { return traffic.from(source).data; });
}

}  // namespace switchyard
