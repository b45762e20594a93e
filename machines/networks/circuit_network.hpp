#pragma once
/// \file circuit_network.hpp
/// Channels of a network that are taken hop by hop and held, as circuit switching and wormhole routing do. A head that
/// finds a channel taken waits in that channel's FIFO and keeps what it holds. A circuit frees its channels together; a
/// worm frees them one by one, from its tail, and a short one holds no more than the last few behind its head.
///
/// Where routes are fixed, a head books the free channels ahead of it for the instants at which it will be there, so
/// that it takes one event to cross them all. A booked channel is not yet held: another head that is at the channel
/// earlier takes it, and the head that had booked it asks again when it gets there. So the result is as if each channel
/// was asked for when the head is there; of two heads at one instant, the circuit with the lower number wins. The path
/// of a circuit is not stored: it is computed again from the topology.
///
/// Where a route is chosen on the way, a head takes the first free channel of those that the topology prefers, or else
/// waits for the channel of its fixed route, the escape channel. It asks at each hop, and the path that it takes is
/// recorded. Where a link's channels are all alike, it waits for the link, and takes the channel that is free first.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 2 and 2.3. Worms and channels:
/// W. J. Dally, C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", IEEE Trans.
/// Computers C-36 (1987), 547-553. Escape channels: J. Duato, "A new theory of deadlock-free adaptive routing in
/// wormhole networks", IEEE Trans. Parallel and Distributed Systems 4 (1993), 1320-1331.

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "runtime/emulation.hpp"
#include "runtime/fabric.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Returns the destination of a head whose heading is just the destination node, which alone determines its route.
constexpr NodeId destination_of(NodeId heading) noexcept { return heading; }

/// Names a circuit or worm that a node has under way: node * kPerNode + i. If each node has only one at a time, the
/// number of the node is the name.
class CircuitId {
 public:
  constexpr CircuitId() = default;
  constexpr CircuitId(NodeId its_node) noexcept : number_(index(its_node)) {}
  constexpr explicit CircuitId(std::uint32_t number) noexcept : number_(number) {}
  friend constexpr std::uint32_t index(CircuitId id) noexcept { return id.number_; }
  friend constexpr bool operator==(CircuitId, CircuitId) = default;

 private:
  std::uint32_t number_ = 0;
};

/// A topology whose routes are chosen on the way. It must have choices(at, heading, choices), which lists the channels
/// that a head at a vertex may take besides the one of its fixed route, the preferred ones first, and end_of(channel).
template <class Topology>
concept ChoosesOnTheWay = requires { requires Topology::kChoosesOnTheWay; };

/// A topology whose links have several channels that differ in nothing: a head takes any free channel of the next link,
/// and end_of() is not needed. All links have equally many channels, numbered in a row, and fixed routes name the first
/// channel of a link.
template <class Topology>
concept HasAlikeChannels = ChoosesOnTheWay<Topology> && requires { requires Topology::kChannelsAreAlike; };

/// The channels of a network, and the circuits or worms that take them.
/// Topology: next_channel(at, heading), next_vertex(at, heading), link_of(channel), channel_count(), node_count();
///           if routes are chosen on the way, also what ChoosesOnTheWay names.
/// Heading:  what settles the way of a head, with destination_of(heading).
/// Events:   the owner passes events of kind `hop_kind` to advance().
/// kPerNode: how many circuits a node may have under way.
template <class Topology, class Heading = NodeId, std::uint32_t kPerNode = 1>
class CircuitNetwork {
 public:
  static constexpr std::uint32_t kWholePath = std::numeric_limits<std::uint32_t>::max();

  struct Costs {
    Duration blocked_penalty{};  ///< paid when a channel is granted to a head that had to wait for it
  };
  /// How a head moves, and what its circuit holds.
  struct Move {
    Duration per_hop{};               ///< time that the head takes to cross a channel
    std::uint32_t span = kWholePath;  ///< the largest number of channels that the circuit holds, from 1
    bool pays_for_waits = true;       ///< whether Costs::blocked_penalty applies
  };

  CircuitNetwork(Emulation& emulation, const Topology& topology, Costs costs, std::uint32_t hop_kind)
      : emulation_(emulation),
        topology_(topology),
        costs_(costs),
        hop_kind_(hop_kind),
        channels_(topology.channel_count()),
        circuits_(std::size_t{topology.node_count()} * kPerNode),
        paths_(kRecords ? circuits_.size() : 0) {}

  /// Returns how long a circuit keeps a link busy, for the observer, where channels share the link. Without this
  /// function, a link counts as busy while the circuit holds a channel.
  using BusyTime = std::function<Duration(CircuitId circuit, LinkId link)>;
  void tell_busy_time(BusyTime busy_time) { busy_time_ = std::move(busy_time); }

  /// Sends the head of `circuit`, which is not under way, out of its node. Needs a destination other than this node.
  /// Channels beyond the span of the circuit are freed as the head moves on.
  void start(CircuitId circuit, Heading heading, const Move& move) {
    Circuit& c = circuits_[index(circuit)];
    c.at = vertex_of(node_of(circuit));
    c.tail = c.at;
    c.heading = heading;
    c.per_hop = move.per_hop;
    c.span = move.span;
    c.pays_for_waits = move.pays_for_waits;
    c.held = 0;
    if constexpr (kRecords) paths_[index(circuit)].restart();
    move_head(circuit, c);
  }

  /// Returns the circuit whose head an event of `hop_kind` is about.
  CircuitId circuit_of(const Event& event) const noexcept {
    return CircuitId{index(event.node()) * kPerNode + event.item % kPerNode};
  }
  /// Handles an event of `hop_kind`. Returns true if the head of circuit_of(event) has reached the destination.
  bool advance(const Event& event) {
    const CircuitId circuit = circuit_of(event);
    Circuit& c = circuits_[index(circuit)];
    // the event is out of date: the circuit has lost a channel that it had booked
    if (event.item != item_of(circuit, c)) return false;
    if (c.span != kWholePath && ++c.held > c.span) release_tail(circuit);
    if (c.at == end_of(c)) return true;
    move_head(circuit, c);
    return false;
  }

  /// Prefetches the state of `circuit`, whose head is about to move.
  void prefetch(CircuitId circuit) const noexcept { prefetch_lines(&circuits_[index(circuit)]); }
  /// Prefetches the path of a circuit that has reached its destination, and whose path is about to be freed.
  void prefetch_path(CircuitId circuit) const noexcept {
    if (kRecords || channels_.size() < kManyChannels) return;
    const Circuit& c = circuits_[index(circuit)];
    for_each_from(c.tail, c, [&](ChannelId channel) { prefetch_lines(&channels_[index(channel)]); });
  }
  /// Frees the whole path of a circuit that has reached its destination.
  void release(CircuitId circuit) {
    while (holds_any(circuit)) release_tail(circuit);
  }
  /// Frees the channel at the tail, which is the one that was taken first among those still held. Needs a circuit that
  /// still holds a channel.
  void release_tail(CircuitId circuit) {
    Circuit& c = circuits_[index(circuit)];
    const ChannelId channel = tail_channel(circuit, c);
    show_use(circuit, channel);
    touched(channel);
    drop_tail(circuit, c);
    --c.held;
    free_channel(channel);
  }
  /// Returns how many channels a circuit that has reached its destination still holds.
  std::uint32_t held_channels(CircuitId circuit) const noexcept {
    std::uint32_t channels = 0;
    for_each_held(circuit, [&](ChannelId) { ++channels; });
    return channels;
  }
  /// Calls `see` for each channel that a circuit still holds, from the tail.
  template <class See>
  void for_each_held(CircuitId circuit, See see) const {
    const Circuit& c = circuits_[index(circuit)];
    if constexpr (kRecords) {
      const Path& path = paths_[index(circuit)];
      for (std::size_t i = path.freed; i < path.channels.size(); ++i) see(path.channels[i]);
    } else {
      for_each_from(c.tail, c, see);
    }
  }

  /// Shows the observer the channels that are still held when the run is over.
  void show_open() const {
    for (std::uint32_t i = 0; i < channels_.size(); ++i) {
      const Channel& channel = channels_[i];
      if (channel.holder != kNone && channel.since < emulation_.now())
        show_use(CircuitId{channel.holder}, ChannelId{i});
    }
  }

  NodeId node_of(CircuitId circuit) const noexcept { return NodeId{index(circuit) / kPerNode}; }
  NodeId destination(CircuitId circuit) const noexcept { return destination_of(circuits_[index(circuit)].heading); }
  bool waits_for_link(CircuitId circuit) const noexcept { return circuits_[index(circuit)].waiting; }
  /// Adds to `out` each channel that `circuit` waits for, and the node that holds it. `carrier` is what reports call a
  /// circuit. Needs waits_for_link(circuit).
  void add_blockers(CircuitId circuit, const char* carrier, std::vector<Blocker>& out) const {
    const Circuit& c = circuits_[index(circuit)];
    const std::uint32_t first = index(topology_.next_channel(c.at, c.heading));
    for (std::uint32_t channel = first; channel < first + (kAlike ? channels_per_link() : 1); ++channel) {
      const CircuitId holder{channels_[channel].holder};
      Resource link(
          ResourceKind::link, {},
          fmt::format("{}link {}->{}",
                      channels_per_link() == 1 ? "" : fmt::format("channel {} of ", channel % channels_per_link()),
                      topology_.vertex_name(c.at), topology_.vertex_name(topology_.next_vertex(c.at, c.heading))));
      link.held_by = {carrier, node_of(holder), destination(holder)};
      out.push_back({node_of(holder), link});
    }
  }
  /// Returns whether `circuit`, which is on its way or held, needs `link`: the channels that it has taken count, and
  /// the fixed route ahead.
  bool needs(CircuitId circuit, LinkId link) const noexcept {
    const Circuit& c = circuits_[index(circuit)];
    bool found = false;
    const auto look = [&](ChannelId channel) { found |= topology_.link_of(channel) == link; };
    if constexpr (kRecords) {
      for (const ChannelId channel : paths_[index(circuit)].channels) look(channel);
      for_each_from(c.at, c, look);
    } else {
      for_each_from(vertex_of(node_of(circuit)), c, look);
    }
    return found;
  }
  /// Returns whether `event`, of `hop_kind`, lets a circuit move on that needs `link`.
  bool concerns(const Event& event, LinkId link) const noexcept { return needs(circuit_of(event), link); }

  std::uint64_t blocked() const noexcept { return blocked_; }
  Duration link_wait() const noexcept { return link_wait_; }

 private:
  static constexpr bool kRecords = ChoosesOnTheWay<Topology>;
  static constexpr bool kAlike = HasAlikeChannels<Topology>;
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  /// Networks with fewer channels prefetch none, because the state of all channels stays in a first-level cache.
  static constexpr std::size_t kManyChannels = 1024;

  struct Channel {
    std::uint32_t holder = kNone;  ///< the circuit that holds the channel or has booked it
    std::uint32_t first_waiting = kNone;
    std::uint32_t last_waiting = kNone;
    VertexId start{};     ///< vertex from which the holder enters the channel, which may serve both directions
    VirtualTime since{};  ///< when the holder begins to hold it
  };
  struct alignas(kCacheLine) Circuit {
    VertexId at{};    ///< vertex where the head waits, or where it will be at its next event
    VertexId tail{};  ///< vertex where the first channel that it holds starts; unused where paths are recorded
    Heading heading{};
    std::uint32_t span = kWholePath;
    std::uint32_t held = 0;  ///< number of channels that the circuit holds, counted where the span is limited
    std::uint32_t next_waiting = kNone;
    std::uint32_t plan = 0;  ///< counts changes of the circuit's bookings; events with an earlier count are void
    bool waiting = false;
    bool pays_for_waits = true;
    Duration per_hop{};
    VirtualTime planned{};  ///< time at which the circuit made its bookings
    VirtualTime waits_since{};
  };
  /// The path of a circuit whose route is chosen on the way.
  struct Path {
    std::vector<ChannelId> channels = {};  ///< channels that the circuit has taken
    std::size_t freed = 0;                 ///< how many of `channels` have been freed
    void restart() noexcept {
      channels.clear();
      freed = 0;
    }
  };

  std::uint32_t item_of(CircuitId circuit, const Circuit& c) const noexcept {
    return c.plan * kPerNode + index(circuit) % kPerNode;
  }
  static VertexId end_of(const Circuit& c) noexcept { return vertex_of(destination_of(c.heading)); }
  std::uint32_t channels_per_link() const noexcept { return topology_.channel_count() / topology_.link_count(); }
  Channel& touched(ChannelId channel) {
    emulation_.touch(topology_.link_of(channel));
    return channels_[index(channel)];
  }
  Channel& next_channel(const VertexId at, const Circuit& c) { return touched(topology_.next_channel(at, c.heading)); }

  /// Calls `see` for the channels of the fixed route, beginning at `at`.
  template <class See>
  void for_each_from(VertexId at, const Circuit& c, See see) const {
    for (; at != end_of(c); at = topology_.next_vertex(at, c.heading)) see(topology_.next_channel(at, c.heading));
  }

  bool holds_any(CircuitId circuit) const noexcept {
    if constexpr (kRecords) return paths_[index(circuit)].freed < paths_[index(circuit)].channels.size();
    return circuits_[index(circuit)].tail != end_of(circuits_[index(circuit)]);
  }
  ChannelId tail_channel(CircuitId circuit, const Circuit& c) const noexcept {
    if constexpr (kRecords) return paths_[index(circuit)].channels[paths_[index(circuit)].freed];
    return topology_.next_channel(c.tail, c.heading);
  }
  void drop_tail(CircuitId circuit, Circuit& c) noexcept {
    if constexpr (kRecords) {
      ++paths_[index(circuit)].freed;
    } else {
      c.tail = topology_.next_vertex(c.tail, c.heading);
    }
  }

  /// Moves the head on from c.at, where it is now: it waits there, or takes the next channel and books all channels up
  /// to one that will be held when the head gets there.
  void move_head(CircuitId circuit, Circuit& c) {
    if constexpr (kRecords) {
      if (const auto chosen = free_choice(circuit, c)) return cross_chosen(circuit, c, *chosen, Duration::zero());
    }
    const ChannelId channel = topology_.next_channel(c.at, c.heading);
    if (!may_take(circuit, emulation_.now(), touched(channel))) return wait_for(channels_[index(channel)], circuit, c);
    book_channel(circuit, c, channel, Duration::zero());
  }
  void book_channel(CircuitId circuit, Circuit& c, ChannelId channel, Duration after) {
    if constexpr (kRecords) {
      cross_chosen(circuit, c, channel, after);
    } else {
      cross(circuit, c, channels_[index(channel)], after);
    }
  }

  /// Returns the first free channel among those that the head may choose.
  std::optional<ChannelId> free_choice(CircuitId circuit, const Circuit& c) {
    choices_.clear();
    topology_.choices(c.at, c.heading, choices_);
    const auto free = std::ranges::find_if(
        choices_, [&](ChannelId channel) { return may_take(circuit, emulation_.now(), touched(channel)); });
    return free == choices_.end() ? std::nullopt : std::optional(*free);
  }
  void cross_chosen(CircuitId circuit, Circuit& c, ChannelId channel, Duration after) {
    c.planned = emulation_.now();
    take(circuit, channels_[index(channel)], c.at, c.planned);
    paths_[index(circuit)].channels.push_back(channel);
    if constexpr (kAlike) {
      c.at = topology_.next_vertex(c.at, c.heading);
    } else {
      c.at = topology_.end_of(channel);
    }
    ask_again(circuit, c, c.planned + after + c.per_hop);
  }

  /// Takes a channel, which the head begins to cross `after` from now, and books free channels behind it. The head's
  /// next event is due where it has to ask again. A head that frees channels as it goes asks at each channel, since it
  /// must not count on bookings that it may lose. So does every head if an arbiter chooses orders, since it may then be
  /// delayed at any channel while other heads pass.
  void cross(CircuitId circuit, Circuit& c, Channel& first, Duration after) {
    c.planned = emulation_.now();
    take(circuit, first, c.at, c.planned);
    for (VirtualTime time = c.planned + after;;) {
      time += c.per_hop;
      c.at = topology_.next_vertex(c.at, c.heading);
      if (c.at == end_of(c) || c.span != kWholePath || emulation_.orders_are_chosen())
        return ask_again(circuit, c, time);
      Channel& channel = next_channel(c.at, c);
      if (!may_take(circuit, time, channel)) return ask_again(circuit, c, time);
      take(circuit, channel, c.at, time);
    }
  }

  void ask_again(CircuitId circuit, Circuit& c, VirtualTime time) {
    ++c.plan;
    emulation_.schedule(time - emulation_.now(), node_of(circuit), hop_kind_, item_of(circuit, c));
  }

  bool may_take(CircuitId circuit, VirtualTime time, const Channel& channel) const noexcept {
    if (channel.holder == kNone || time < channel.since) return true;
    if (time > channel.since || index(circuit) > channel.holder || circuits_[channel.holder].planned == time)
      return false;
    // A circuit with a higher number has booked the channel for this instant, and keeps it only if it has had its turn.
    return time > emulation_.now() || !emulation_.has_had_turn(node_of(CircuitId{channel.holder}));
  }

  void take(CircuitId circuit, Channel& channel, VertexId at, VirtualTime time) {
    if (channel.holder != kNone) give_up(CircuitId{channel.holder}, channel);
    channel.holder = index(circuit);
    channel.start = at;
    channel.since = time;
  }

  /// Cancels all bookings of a circuit from `channel` on; its head asks for `channel` again when it gets there.
  void give_up(CircuitId loser, const Channel& channel) {
    Circuit& c = circuits_[index(loser)];
    emulation_.touch(node_of(loser));
    const VertexId at = channel.start;
    for (VertexId v = topology_.next_vertex(at, c.heading); v != end_of(c); v = topology_.next_vertex(v, c.heading)) {
      Channel& booked = next_channel(v, c);
      if (booked.holder != index(loser)) break;
      booked.holder = kNone;
    }
    c.at = at;
    ask_again(loser, c, channel.since);
  }

  void wait_for(Channel& channel, CircuitId circuit, Circuit& c) {
    ++blocked_;
    show(circuit, TransferState::waits_for_link, node_of(CircuitId{channel.holder}));
    c.waiting = true;
    c.waits_since = emulation_.now();
    c.next_waiting = kNone;
    if (channel.last_waiting == kNone) {
      channel.first_waiting = index(circuit);
    } else {
      circuits_[channel.last_waiting].next_waiting = index(circuit);
    }
    channel.last_waiting = index(circuit);
  }

  /// Frees a channel and gives it to the first head that waits in its FIFO; that head crosses it after the blocked
  /// penalty, if it pays for waits.
  void free_channel(ChannelId channel) {
    channels_[index(channel)].holder = kNone;
    Channel& awaited = channels_[kAlike ? index(channel) / channels_per_link() * channels_per_link() : index(channel)];
    if (awaited.first_waiting == kNone) return;
    const CircuitId circuit{awaited.first_waiting};
    emulation_.touch(node_of(circuit));
    Circuit& next = circuits_[index(circuit)];
    awaited.first_waiting = next.next_waiting;
    if (awaited.first_waiting == kNone) awaited.last_waiting = kNone;
    next.waiting = false;
    link_wait_ += emulation_.now() - next.waits_since;
    show(circuit, TransferState::sets_up);
    book_channel(circuit, next, channel, next.pays_for_waits ? costs_.blocked_penalty : Duration::zero());
  }

  void show(CircuitId circuit, TransferState state, std::optional<NodeId> its_holder = {}) const {
    if (Observer* observer = emulation_.observer()) [[unlikely]]
      observer->transfer_is(emulation_.now(), index(circuit), state, its_holder);
  }
  void show_use(CircuitId circuit, ChannelId channel) const {
    Observer* observer = emulation_.observer();
    if (observer == nullptr) return;
    const VirtualTime since = channels_[index(channel)].since, now = emulation_.now();
    const LinkId link = topology_.link_of(channel);
    const Duration busy = busy_time_ ? std::min(busy_time_(circuit, link), now - since) : now - since;
    observer->link_used(index(circuit), {link, since, now, busy});
  }

  Emulation& emulation_;
  const Topology& topology_;
  Costs costs_;
  std::uint32_t hop_kind_;
  std::vector<Channel> channels_;
  std::vector<Circuit> circuits_;
  std::vector<Path> paths_;  ///< indexed by circuit; empty where routes are fixed
  std::vector<ChannelId> choices_;
  BusyTime busy_time_;
  std::uint64_t blocked_ = 0;
  Duration link_wait_{};
};

}  // namespace switchyard
