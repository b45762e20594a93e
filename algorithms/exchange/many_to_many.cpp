#include "algorithms/exchange/many_to_many.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace switchyard {
namespace {

enum class Answer : std::uint8_t { none, granted, busy };

/// What handlers find on a node, and change. All times are the node's own.
struct Station {
  explicit Station(std::uint32_t nodes) : bytes(nodes, 0), arrived(nodes, false) {}

  std::vector<std::uint64_t> bytes;  ///< the receive vector
  std::vector<bool> arrived;         ///< by source
  std::uint32_t told = 0;            ///< nodes that have said how much they send
  std::uint32_t missing = 0;         ///< messages to come

  // Distributed random scheduling.
  VirtualTime busy_until{};    ///< an estimate
  bool inquires = false;       ///< busy only for as long as it asks another node
  Duration each_kilobyte{};    ///< of such a transfer: an estimate, at the rate of the machine's messages
  std::optional<NodeId> next;  ///< who may begin when the lock is free again, and has begun
  std::uint64_t next_bytes = 0;
  Answer answer = Answer::none;  ///< to this node's own inquiry
  Duration busy_for{};           ///< what came with it

  Duration expected(std::uint64_t size) const { return each_kilobyte * static_cast<std::int64_t>(size) / 1024; }
};

std::uint64_t size_of(const Parcel& parcel) {
  std::uint64_t sum = 0;
  for (const auto& piece : parcel.pieces) sum += piece.size();
  return sum;
}

/// Parcels by destination; null where there is none, or an empty one.
std::vector<const Parcel*> by_destination(std::span<const Parcel> parcels, std::uint32_t nodes) {
  std::vector<const Parcel*> result(nodes, nullptr);
  for (const Parcel& parcel : parcels) {
    if (size_of(parcel) > 0) result[index(parcel.destination)] = &parcel;
  }
  return result;
}

/// The exchange of send vectors: one packet for each ordered pair of nodes, in an order that meets every node once a
/// step.
void tell_sizes(Node& self, const std::vector<const Parcel*>& parcels, const Station& station) {
  const std::uint32_t nodes = self.node_count();
  for (std::uint32_t k = 1; k < nodes; ++k) {
    const NodeId to{(index(self.id()) + k) % nodes};
    const Parcel* parcel = parcels[index(to)];
    self.request(to, [bytes = parcel != nullptr ? size_of(*parcel) : 0](Arrival& at) {
      auto& there = at.state<Station>();
      there.bytes[index(at.source())] = bytes;
      ++there.told;
    });
  }
  self.poll_until([&] { return station.told == nodes - 1; });
}

/// Both ends of the communication on one node: exposes the station, exchanges the vectors, and opens the ports.
class Exchange {
 public:
  template <class AtZero>
  Exchange(Node& self, std::span<const Parcel> parcels, const Room& room, AtZero at_zero)
      : self_(self), parcels_(by_destination(parcels, self.node_count())), station_(self.node_count()) {
    self_.expose(station_);
    self_.barrier();
    tell_sizes(self_, parcels_, station_);
    for (std::uint32_t i = 0; i < self_.node_count(); ++i) {
      if (station_.bytes[i] == 0) continue;
      ++station_.missing;
      const std::span<std::byte> buffer = room(NodeId{i}, station_.bytes[i]);
      self_.expect(buffer.size() == station_.bytes[i], "the room is as large as what its source sends");
      self_.open_port(PortId{i}, buffer, at_zero);
    }
    self_.barrier();
  }

  Station& station() noexcept { return station_; }
  const std::vector<const Parcel*>& parcels() const noexcept { return parcels_; }
  /// Where its message goes: each node's port is numbered as its source.
  Gather gather(NodeId to) const { return {PortId{index(self_.id())}, 0, parcels_[index(to)]->pieces}; }
  void finish() {
    self_.poll_until([this] { return station_.missing == 0; });
    self_.barrier();
  }

 private:
  Node& self_;
  std::vector<const Parcel*> parcels_;
  Station station_;
};

void note_arrival(Station& station, NodeId source) {
  station.arrived[index(source)] = true;
  --station.missing;
}

// --- distributed random scheduling ----------------------------------------------------------------------------------

/// A busy node that is done in so short a time lets the next sender begin: about what its set-up takes.
constexpr Duration kNearlyDone = std::chrono::microseconds{30};
/// An inquiry takes about so long.
constexpr Duration kInquiry = std::chrono::microseconds{15};
/// A sender that was refused frees its own lock for a random time up to this: else nodes that all ask for one another's
/// would refuse one another for ever.
constexpr std::uint64_t kMostPatience = 25'000;  // ns

/// Passes the lock on to whoever was let in early.
void pass_on(Station& station, BusyLock& lock, VirtualTime now) {
  if (!station.next) return;
  lock.try_lock(*station.next);
  station.busy_until = now + station.expected(station.next_bytes);
  station.next.reset();
}

/// The message has come: its receiver frees its own lock, which needs no word from the sender.
void free_lock_of(Arrival& at) {
  auto& station = at.state<Station>();
  note_arrival(station, at.source());
  BusyLock& lock = at.busy_lock();
  if (lock.holder() == at.source()) {
    lock.unlock(at.source());
    pass_on(station, lock, at.now());
  } else if (station.next == at.source()) {
    station.next.reset();  // it has overtaken the one before it
  }
}

/// At the node that is asked.
void answer_inquiry(Arrival& at, std::uint64_t bytes, bool early) {
  auto& station = at.state<Station>();
  const Duration rest = std::max(station.busy_until - at.now(), Duration::zero());
  Answer answer = Answer::granted;
  if (at.busy_lock().try_lock(at.source())) {
    station.busy_until = at.now() + station.expected(bytes);
  } else if (early && !station.inquires && !station.next && rest <= kNearlyDone) {
    station.next = at.source();
    station.next_bytes = bytes;
  } else {
    answer = Answer::busy;
  }
  at.reply([answer, nanoseconds = static_cast<std::uint32_t>(std::min<std::int64_t>(rest.count(), ~std::uint32_t{0}))](
               Arrival& back) {
    auto& asker = back.state<Station>();
    asker.answer = answer;
    asker.busy_for = Duration{nanoseconds};
  });
}

/// The part of a node that sends.
class RandomSender {
 public:
  RandomSender(Node& self, Exchange& exchange, const DistributedRandomOptions& options)
      : self_(self), exchange_(exchange), options_(options), free_from_(self.node_count()) {
    const auto per_kilobyte = self.message_time(65 * 1024) - self.message_time(1024);
    exchange.station().each_kilobyte = per_kilobyte / 64;
    for (std::uint32_t i = 0; i < self.node_count(); ++i) {
      if (exchange.parcels()[i] != nullptr) pending_.push_back(NodeId{i});
    }
  }

  void send_all() {
    while (!pending_.empty()) {
      const std::size_t which = choose();
      const NodeId to = pending_[which];
      take_own_lock();
      const bool granted = inquire(to);
      if (granted) {
        send(to);
        pending_[which] = pending_.back();
        pending_.pop_back();
      }
      free_own_lock();
      if (!granted) rest(self_.now() + random_patience());
    }
  }

 private:
  bool is_plain() const { return !options_.says_how_long && !options_.early_grant; }
  Duration random_patience() { return Duration{static_cast<std::int64_t>(self_.random().below(kMostPatience))}; }
  void rest(VirtualTime until) {
    self_.poll_until(until, [] { return false; });
  }

  /// One of those that are not known to be busy, at random; sleeps while all are.
  std::size_t choose() {
    if (!options_.says_how_long) return self_.random().below(pending_.size());
    for (;;) {
      const VirtualTime now = self_.now();
      std::vector<std::size_t> candidates;
      VirtualTime first = VirtualTime::max();
      for (std::size_t i = 0; i < pending_.size(); ++i) {
        const VirtualTime free_from = free_from_[index(pending_[i])];
        first = std::min(first, free_from);
        if (free_from <= now) candidates.push_back(i);
      }
      if (!candidates.empty()) return candidates[self_.random().below(candidates.size())];
      rest(first);
    }
  }

  /// Waits while somebody sends to this node.
  void take_own_lock() {
    if (!options_.covers_own_sending) return;
    BusyLock& lock = self_.busy_lock();
    const NodeId me = self_.id();
    self_.poll_until([&lock, me] { return lock.try_lock(me); });
    exchange_.station().inquires = true;
    exchange_.station().busy_until = self_.now() + kInquiry;
  }
  /// The other node has granted its lock: this one is busy for as long as the transfer takes.
  void send(NodeId to) {
    Station& station = exchange_.station();
    if (options_.covers_own_sending) {
      station.inquires = false;
      station.busy_until = self_.now() + station.expected(size_of(*exchange_.parcels()[index(to)]));
    }
    self_.copy(to, exchange_.gather(to));
  }
  void free_own_lock() {
    if (!options_.covers_own_sending) return;
    const VirtualTime now = self_.now();
    exchange_.station().inquires = false;
    self_.busy_lock().unlock(self_.id());
    pass_on(exchange_.station(), self_.busy_lock(), now);
  }

  bool inquire(NodeId to) {
    if (is_plain()) return self_.try_lock(to, true);
    Station& station = exchange_.station();
    station.answer = Answer::none;
    const std::uint64_t bytes = size_of(*exchange_.parcels()[index(to)]);
    self_.request(to, [bytes, early = options_.early_grant](Arrival& at) { answer_inquiry(at, bytes, early); });
    self_.poll_until([&station] { return station.answer != Answer::none; });
    if (station.answer == Answer::granted) return true;
    if (options_.says_how_long) free_from_[index(to)] = self_.now() + station.busy_for;
    return false;
  }

  Node& self_;
  Exchange& exchange_;
  DistributedRandomOptions options_;
  std::vector<NodeId> pending_;
  std::vector<VirtualTime> free_from_;  ///< by node: not to be disturbed before
};

}  // namespace

void linear_permutation(Node& self, std::span<const Parcel> parcels, const Room& room) {
  Exchange exchange(self, parcels, room, [](Arrival& at) { note_arrival(at.state<Station>(), at.source()); });
  const Station& station = exchange.station();
  for (std::uint32_t k = 1; k < self.node_count(); ++k) {
    const NodeId partner = self.id() ^ k;
    const bool sends = exchange.parcels()[index(partner)] != nullptr;
    const Gather gather = sends ? exchange.gather(partner) : Gather{};
    const Handle sending = sends ? self.post_copy(partner, gather) : Handle{};
    if (station.bytes[index(partner)] > 0) self.poll_until([&] { return station.arrived[index(partner)]; });
    if (sends) self.wait(sending);
    self.barrier();
  }
  exchange.finish();
}

void distributed_random(Node& self, std::span<const Parcel> parcels, const Room& room,
                        const DistributedRandomOptions& options) {
  Exchange exchange(self, parcels, room, free_lock_of);
  RandomSender(self, exchange, options).send_all();
  exchange.finish();
}

void single_stage(Node& self, const NodeTraffic& traffic, const Transport& transport) {
  std::vector<Parcel> parcels;
  for (const Outgoing& message : traffic.sends()) parcels.push_back({message.destination, {message.data}});
  transport(self, parcels, [&](NodeId source, std::uint64_t) { return traffic.from(source).data; });
}

}  // namespace switchyard
