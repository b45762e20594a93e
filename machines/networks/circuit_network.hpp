#pragma once
/// \file circuit_network.hpp
/// The channels of a network, which messages take hop by hop and hold, as in circuit switching and wormhole routing.
/// The head of a message that finds its next channel taken waits in the FIFO of that channel, and keeps the channels
/// that it holds. A circuit frees all its channels together. A worm frees them one by one from its tail, and a short
/// worm holds no more than the last few channels behind its head.
///
/// Where routes are fixed, a head books the free channels ahead of it for the times at which it
/// will reach them, so that one event is enough to cross all of them. A booked channel is not held
/// yet: another head that reaches the channel earlier takes it, and the first head asks for it
/// again when it gets there. So the result is the same as if each head asked for each channel on
/// reaching it. If two heads reach a channel at the same instant, the circuit with the lower number
/// gets it. The path of a circuit is not stored, but computed from the topology.
///
/// Where a route is chosen on the way, a head takes the first free channel among those that the
/// topology prefers. If all these channels are taken, the head waits for the channel of its fixed
/// route, the escape channel. A head chooses at each hop, and its path is recorded. Where all
/// channels of a link are alike, the head waits for the link and takes the channel that becomes
/// free first.
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

/// Returns the node to which the head of a message goes, in networks where the node is all that the head must know to
/// find its route (its heading).
constexpr NodeId destination_of(NodeId routing_header) noexcept { return routing_header; }

/// The number of a circuit or worm (a message under way) that starts at a node: node * kPerNode + i. If each node has
/// only one circuit at a time, it equals the number of the node.
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

/// A topology in which a message chooses its route on the way (adaptive routing). It must have
/// list_possible_channels(at, heading, choices), which lists the channels that the head of a message at a vertex may
/// take instead of the channel of its fixed route, the preferred ones first, and end_vertex_of(channel).
template <class Topology>
concept ChoosesChannelsOnTheWay = requires { requires Topology::kChoosesChannelsOnTheWay; };

/// A topology in which the channels of a link are all alike: the head of a message takes any free channel of the next
/// link, and end_vertex_of() is not needed. All links have the same number of channels, with consecutive numbers, and
/// fixed routes name the first channel of a link.
template <class Topology>
concept HasInterchangeableChannels =
    ChoosesChannelsOnTheWay<Topology> && requires { requires Topology::kChannelsAreInterchangeable; };

/// The channels of a network, and the circuits or worms (messages under way) that take them.
/// Topology: next_channel(at, heading), next_vertex(at, heading), link_of(channel),
///         channel_count(), node_count(); if routes are chosen on the way, also what
///         ChoosesChannelsOnTheWay requires.
/// Heading:  the data that determines the route of a message's head, with destination_of(heading).
/// Events:   the owner passes events of kind `hop_kind` to advance_circuit_head().
/// kPerNode: the largest number of circuits that a node has under way at once.
template <class Topology, class RoutingHeader = NodeId, std::uint32_t kPerNode = 1>
class CircuitNetwork {
 public:
  static constexpr std::uint32_t kUnlimitedHeldChannels = std::numeric_limits<std::uint32_t>::max();

  struct CircuitCosts {
    /// extra time that a head which had to wait for a channel takes when it gets the channel
    Duration blocked_circuit_penalty_time{};
  };
  /// How the head of a message moves through the network, and how many channels the circuit behind it holds.
  struct MessageHeadMovement {
    Duration per_hop{};  ///< time that the head takes to cross a channel
    /// the largest number of channels that the circuit holds at once, at least 1; a worm frees older ones
    std::uint32_t max_held_channel_count = kUnlimitedHeldChannels;
    /// whether the head takes CircuitCosts::blocked_circuit_penalty_time longer after it had to wait for a channel
    bool is_head_delayed_after_blocking = true;
  };

  CircuitNetwork(Emulation& emulation, const Topology& topology, CircuitCosts costs, std::uint32_t hop_kind)
      : emulation_(emulation),
        topology_(topology),
        costs_(costs),
        hop_event_kind_(hop_kind),
        channels_(topology.channel_count()),
        circuits_(std::size_t{topology.node_count()} * kPerNode),
        recorded_paths_(kRecordsPaths ? circuits_.size() : 0) {}

  /// A function that returns how long a circuit keeps a link busy, for reports to the observer, in networks where
  /// several channels share a link. Without such a function, a link counts as busy while a circuit holds a channel of
  /// it.
  using BusyTimeFunction = std::function<Duration(CircuitId circuit, LinkId link)>;
  void set_busy_time_function(BusyTimeFunction busy_time) { busy_time_function_ = std::move(busy_time); }

  /// Sends the head of `circuit` out of its node. When the circuit holds more channels than
  /// MessageHeadMovement::max_held_channel_count, the channels at its tail are freed as the head moves on. Needs: the
  /// circuit is not under way, and its destination is another node.
  void start(CircuitId circuit, RoutingHeader routing_header, const MessageHeadMovement& move) {
    Circuit& c = circuits_[index(circuit)];
    c.head_vertex = vertex_of(node_of(circuit));
    c.tail_vertex = c.head_vertex;
    c.routing_header = routing_header;
    c.per_hop = move.per_hop;
    c.max_held_channel_count = move.max_held_channel_count;
    c.is_head_delayed_after_blocking = move.is_head_delayed_after_blocking;
    c.number_of_held_channels = 0;
    if constexpr (kRecordsPaths) recorded_paths_[index(circuit)].forget_recorded_channels();
    move_head(circuit, c);
  }

  /// Returns the circuit whose head moves in `event`, which is of the kind `hop_kind`.
  CircuitId circuit_of_event(const Event& event) const noexcept {
    return CircuitId{index(event.node()) * kPerNode + event.subject_number % kPerNode};
  }
  /// Handles an event of the kind `hop_kind`, which moves the head of a circuit. Returns true if the head has reached
  /// its destination.
  bool advance_circuit_head(const Event& event) {
    const CircuitId circuit = circuit_of_event(event);
    Circuit& c = circuits_[index(circuit)];
    // the event is out of date: after it was scheduled, the circuit lost a channel that it had booked
    if (event.subject_number != hop_event_item_of_circuit(circuit, c)) return false;
    if (c.max_held_channel_count != kUnlimitedHeldChannels && ++c.number_of_held_channels > c.max_held_channel_count)
      release_tail_channel(circuit);
    if (c.head_vertex == end_vertex_of(c)) return true;
    move_head(circuit, c);
    return false;
  }

  /// Prefetches the state of `circuit` before its head moves.
  void prefetch_circuit(CircuitId circuit) const noexcept { prefetch_lines(&circuits_[index(circuit)]); }
  /// Prefetches the channels on the path of a circuit that has reached its destination and is about to free them.
  void prefetch_path(CircuitId circuit) const noexcept {
    if (kRecordsPaths || channels_.size() < kFewestChannelsToPrefetch) return;
    const Circuit& c = circuits_[index(circuit)];
    for_each_route_channel(c.tail_vertex, c, [&](ChannelId channel) { prefetch_lines(&channels_[index(channel)]); });
  }
  /// Frees all channels of a circuit that has reached its destination.
  void release(CircuitId circuit) {
    while (holds_any_channel(circuit)) release_tail_channel(circuit);
  }
  /// Frees the channel at the tail of a circuit: the channel that the circuit took first among those that it still
  /// holds. Needs: the circuit holds a channel.
  void release_tail_channel(CircuitId circuit) {
    Circuit& c = circuits_[index(circuit)];
    const ChannelId channel = tail_channel(circuit, c);
    show_channel_use(circuit, channel);
    note_access_to_channel(channel);
    forget_tail_channel(circuit, c);
    --c.number_of_held_channels;
    free_channel(channel);
  }
  /// Returns how many channels a circuit that has reached its destination still holds.
  std::uint32_t held_channel_count(CircuitId circuit) const noexcept {
    std::uint32_t channels = 0;
    for_each_held_channel(circuit, [&](ChannelId) { ++channels; });
    return channels;
  }
  /// Calls `see` for each channel that a circuit holds, beginning at the circuit's tail.
  template <class See>
  void for_each_held_channel(CircuitId circuit, See see) const {
    const Circuit& c = circuits_[index(circuit)];
    if constexpr (kRecordsPaths) {
      const RecordedPath& path = recorded_paths_[index(circuit)];
      for (std::size_t i = path.freed_channel_count; i < path.channels.size(); ++i) see(path.channels[i]);
    } else {
      for_each_route_channel(c.tail_vertex, c, see);
    }
  }

  /// Shows the observer of the run the channels that circuits still hold when the run is over.
  void show_open_transfers() const {
    for (std::uint32_t i = 0; i < channels_.size(); ++i) {
      const ChannelState& channel = channels_[i];
      if (channel.holder != kNoCircuit && channel.taken_since < emulation_.now())
        show_channel_use(CircuitId{channel.holder}, ChannelId{i});
    }
  }

  NodeId node_of(CircuitId circuit) const noexcept { return NodeId{index(circuit) / kPerNode}; }
  NodeId destination(CircuitId circuit) const noexcept {
    return destination_of(circuits_[index(circuit)].routing_header);
  }
  bool waits_for_link(CircuitId circuit) const noexcept { return circuits_[index(circuit)].is_waiting; }
  /// Appends to `out` each channel that `circuit` waits for, with the node whose circuit holds it. `carrier` is the
  /// word that reports use for a circuit. Needs: waits_for_link(circuit).
  void add_blockers(CircuitId circuit, const char* carrier, std::vector<BlockingResource>& out) const {
    const Circuit& c = circuits_[index(circuit)];
    const std::uint32_t first = index(topology_.next_channel(c.head_vertex, c.routing_header));
    for (std::uint32_t channel = first; channel < first + (kAreChannelsInterchangeable ? channels_per_link() : 1);
         ++channel) {
      const CircuitId holder{channels_[channel].holder};
      Resource link(
          ResourceKind::link, {},
          fmt::format("{}link {}->{}",
                      channels_per_link() == 1 ? "" : fmt::format("channel {} of ", channel % channels_per_link()),
                      topology_.vertex_name(c.head_vertex),
                      topology_.vertex_name(topology_.next_vertex(c.head_vertex, c.routing_header))));
      link.held_by = {carrier, node_of(holder), destination(holder)};
      out.push_back({node_of(holder), link});
    }
  }
  /// Returns whether `circuit`, which is under way or holds its path, uses `link`: the circuit has taken a channel of
  /// the link, or the link lies on the fixed route ahead of its head.
  bool circuit_uses_link(CircuitId circuit, LinkId link) const noexcept {
    const Circuit& c = circuits_[index(circuit)];
    bool found = false;
    const auto look = [&](ChannelId channel) { found |= topology_.link_of(channel) == link; };
    if constexpr (kRecordsPaths) {
      for (const ChannelId channel : recorded_paths_[index(circuit)].channels) look(channel);
      for_each_route_channel(c.head_vertex, c, look);
    } else {
      for_each_route_channel(vertex_of(node_of(circuit)), c, look);
    }
    return found;
  }
  /// Returns whether `event`, which is of kind `hop_kind`, moves the head of a circuit that uses `link`.
  bool event_uses_link(const Event& event, LinkId link) const noexcept {
    return circuit_uses_link(circuit_of_event(event), link);
  }

  std::uint64_t blocked() const noexcept { return blocked_message_head_count_; }
  Duration link_wait() const noexcept { return total_link_wait_; }

 private:
  static constexpr bool kRecordsPaths = ChoosesChannelsOnTheWay<Topology>;
  static constexpr bool kAreChannelsInterchangeable = HasInterchangeableChannels<Topology>;
  static constexpr std::uint32_t kNoCircuit = std::numeric_limits<std::uint32_t>::max();
  /// The fewest channels of a network for which the state of channels is prefetched. With fewer channels, the state of
  /// all channels stays in a first-level cache.
  static constexpr std::size_t kFewestChannelsToPrefetch = 1024;

  struct ChannelState {
    /// the circuit that holds the channel or has booked it; kNoCircuit if it is free
    std::uint32_t holder = kNoCircuit;
    std::uint32_t first_waiting_circuit = kNoCircuit;
    std::uint32_t last_waiting_circuit = kNoCircuit;
    /// vertex from which the holder enters the channel; needed because a channel may serve both directions
    VertexId entry_vertex{};
    VirtualTime taken_since{};  ///< time from which the holder has the channel; in the future for a booking
  };
  struct alignas(kCacheLine) Circuit {
    VertexId head_vertex{};  ///< vertex at which the circuit's head waits, or at which it will be at its next event
    /// vertex at the start of the first channel that the circuit still holds; unused in networks that record paths
    VertexId tail_vertex{};
    RoutingHeader routing_header{};
    std::uint32_t max_held_channel_count = kUnlimitedHeldChannels;
    std::uint32_t number_of_held_channels =
        0;  ///< number of channels that the circuit holds; counted only if max_held_channel_count limits it
    std::uint32_t next_waiting_circuit = kNoCircuit;
    /// number of times that the circuit's bookings have changed; hop events scheduled before the last change are void
    std::uint32_t channel_booking_change_count = 0;
    bool is_waiting = false;
    bool is_head_delayed_after_blocking = true;
    Duration per_hop{};
    VirtualTime booking_time{};  ///< time at which the circuit booked the channels ahead of its head
    VirtualTime wait_begin_time{};
  };
  /// The path that a circuit has taken. It is recorded only in networks where routes are chosen on the way.
  struct RecordedPath {
    std::vector<ChannelId> channels = {};  ///< channels that the circuit has taken, in this order
    std::size_t freed_channel_count = 0;   ///< how many of `channels`, from the first on, have been freed again
    void forget_recorded_channels() noexcept {
      channels.clear();
      freed_channel_count = 0;
    }
  };

  std::uint32_t hop_event_item_of_circuit(CircuitId circuit, const Circuit& c) const noexcept {
    return c.channel_booking_change_count * kPerNode + index(circuit) % kPerNode;
  }
  static VertexId end_vertex_of(const Circuit& c) noexcept { return vertex_of(destination_of(c.routing_header)); }
  std::uint32_t channels_per_link() const noexcept { return topology_.channel_count() / topology_.link_count(); }
  ChannelState& note_access_to_channel(ChannelId channel) {
    emulation_.note_touched_by_event(topology_.link_of(channel));
    return channels_[index(channel)];
  }
  ChannelState& next_channel(const VertexId at, const Circuit& c) {
    return note_access_to_channel(topology_.next_channel(at, c.routing_header));
  }

  /// Calls `see` for each channel of the fixed route of a circuit from vertex `at` to its destination.
  template <class See>
  void for_each_route_channel(VertexId at, const Circuit& c, See see) const {
    for (; at != end_vertex_of(c); at = topology_.next_vertex(at, c.routing_header))
      see(topology_.next_channel(at, c.routing_header));
  }

  bool holds_any_channel(CircuitId circuit) const noexcept {
    if constexpr (kRecordsPaths)
      return recorded_paths_[index(circuit)].freed_channel_count < recorded_paths_[index(circuit)].channels.size();
    return circuits_[index(circuit)].tail_vertex != end_vertex_of(circuits_[index(circuit)]);
  }
  ChannelId tail_channel(CircuitId circuit, const Circuit& c) const noexcept {
    if constexpr (kRecordsPaths)
      return recorded_paths_[index(circuit)].channels[recorded_paths_[index(circuit)].freed_channel_count];
    return topology_.next_channel(c.tail_vertex, c.routing_header);
  }
  void forget_tail_channel(CircuitId circuit, Circuit& c) noexcept {
    if constexpr (kRecordsPaths) {
      ++recorded_paths_[index(circuit)].freed_channel_count;
    } else {
      c.tail_vertex = topology_.next_vertex(c.tail_vertex, c.routing_header);
    }
  }

  /// Moves the head of a circuit on from its present vertex, c.head_vertex. The head waits at this vertex, or takes the
  /// next channel and books free channels ahead, up to the first one that it cannot book.
  void move_head(CircuitId circuit, Circuit& c) {
    if constexpr (kRecordsPaths) {
      if (const auto chosen = first_free_possible_channel(circuit, c))
        return cross_chosen_channel(circuit, c, *chosen, Duration::zero());
    }
    const ChannelId channel = topology_.next_channel(c.head_vertex, c.routing_header);
    if (!can_take_channel(circuit, emulation_.now(), note_access_to_channel(channel)))
      return wait_for_channel(channels_[index(channel)], circuit, c);
    take_channel_and_book_ahead(circuit, c, channel, Duration::zero());
  }
  void take_channel_and_book_ahead(CircuitId circuit, Circuit& c, ChannelId channel, Duration after) {
    if constexpr (kRecordsPaths) {
      cross_chosen_channel(circuit, c, channel, after);
    } else {
      cross_channel_and_book_channels_ahead(circuit, c, channels_[index(channel)], after);
    }
  }

  /// Returns the first free channel among those that the head may choose instead of the next channel of its fixed
  /// route, if there is one.
  std::optional<ChannelId> first_free_possible_channel(CircuitId circuit, const Circuit& c) {
    possible_channels_.clear();
    topology_.list_possible_channels(c.head_vertex, c.routing_header, possible_channels_);
    const auto free = std::ranges::find_if(possible_channels_, [&](ChannelId channel) {
      return can_take_channel(circuit, emulation_.now(), note_access_to_channel(channel));
    });
    return free == possible_channels_.end() ? std::nullopt : std::optional(*free);
  }
  void cross_chosen_channel(CircuitId circuit, Circuit& c, ChannelId channel, Duration after) {
    c.booking_time = emulation_.now();
    take_channel(circuit, channels_[index(channel)], c.head_vertex, c.booking_time);
    recorded_paths_[index(circuit)].channels.push_back(channel);
    if constexpr (kAreChannelsInterchangeable) {
      c.head_vertex = topology_.next_vertex(c.head_vertex, c.routing_header);
    } else {
      c.head_vertex = topology_.end_vertex_of(channel);
    }
    schedule_hop_event(circuit, c, c.booking_time + after + c.per_hop);
  }

  /// Takes a channel, which the head begins to cross when the time `after` has passed, and books the free channels that
  /// follow on its route. The next event of the circuit comes where its head has to ask for a channel. If a circuit
  /// frees channels as it moves, its head asks for each channel separately, because it must not rely on bookings that
  /// it may lose. The head also asks for each channel separately if an arbiter (of a stress test) chooses the order of
  /// events, because other heads may then pass while it is delayed.
  void cross_channel_and_book_channels_ahead(CircuitId circuit, Circuit& c, ChannelState& first, Duration after) {
    c.booking_time = emulation_.now();
    take_channel(circuit, first, c.head_vertex, c.booking_time);
    for (VirtualTime time = c.booking_time + after;;) {
      time += c.per_hop;
      c.head_vertex = topology_.next_vertex(c.head_vertex, c.routing_header);
      if (c.head_vertex == end_vertex_of(c) || c.max_held_channel_count != kUnlimitedHeldChannels ||
          emulation_.arbiter_chooses_order())
        return schedule_hop_event(circuit, c, time);
      ChannelState& channel = next_channel(c.head_vertex, c);
      if (!can_take_channel(circuit, time, channel)) return schedule_hop_event(circuit, c, time);
      take_channel(circuit, channel, c.head_vertex, time);
    }
  }

  void schedule_hop_event(CircuitId circuit, Circuit& c, VirtualTime time) {
    ++c.channel_booking_change_count;
    emulation_.schedule(time - emulation_.now(), node_of(circuit), hop_event_kind_,
                        hop_event_item_of_circuit(circuit, c));
  }

  bool can_take_channel(CircuitId circuit, VirtualTime time, const ChannelState& channel) const noexcept {
    if (channel.holder == kNoCircuit || time < channel.taken_since) return true;
    if (time > channel.taken_since || index(circuit) > channel.holder || circuits_[channel.holder].booking_time == time)
      return false;
    // Another circuit, with a higher number, has booked the channel for this same instant. It keeps the channel only if
    // the events of its node at this instant have happened already.
    return time > emulation_.now() || !emulation_.have_due_events_of_node_happened(node_of(CircuitId{channel.holder}));
  }

  void take_channel(CircuitId circuit, ChannelState& channel, VertexId at, VirtualTime time) {
    if (channel.holder != kNoCircuit) cancel_bookings(CircuitId{channel.holder}, channel);
    channel.holder = index(circuit);
    channel.entry_vertex = at;
    channel.taken_since = time;
  }

  /// Cancels the bookings of the circuit `loser` from `channel` on, because another circuit has taken `channel`. The
  /// head of `loser` asks for `channel` again when it gets there.
  void cancel_bookings(CircuitId loser, const ChannelState& channel) {
    Circuit& c = circuits_[index(loser)];
    emulation_.note_touched_by_event(node_of(loser));
    const VertexId at = channel.entry_vertex;
    for (VertexId v = topology_.next_vertex(at, c.routing_header); v != end_vertex_of(c);
         v = topology_.next_vertex(v, c.routing_header)) {
      ChannelState& booked = next_channel(v, c);
      if (booked.holder != index(loser)) break;
      booked.holder = kNoCircuit;
    }
    c.head_vertex = at;
    schedule_hop_event(loser, c, channel.taken_since);
  }

  void wait_for_channel(ChannelState& channel, CircuitId circuit, Circuit& c) {
    ++blocked_message_head_count_;
    show_circuit_state(circuit, TransferState::waits_for_link, node_of(CircuitId{channel.holder}));
    c.is_waiting = true;
    c.wait_begin_time = emulation_.now();
    c.next_waiting_circuit = kNoCircuit;
    if (channel.last_waiting_circuit == kNoCircuit) {
      channel.first_waiting_circuit = index(circuit);
    } else {
      circuits_[channel.last_waiting_circuit].next_waiting_circuit = index(circuit);
    }
    channel.last_waiting_circuit = index(circuit);
  }

  /// Frees a channel, and gives it to the first head in the channel's FIFO, if any. This head then crosses the channel,
  /// after CircuitCosts::blocked_circuit_penalty_time if its circuit pays for waits.
  void free_channel(ChannelId channel) {
    channels_[index(channel)].holder = kNoCircuit;
    ChannelState& awaited =
        channels_[kAreChannelsInterchangeable ? index(channel) / channels_per_link() * channels_per_link()
                                              : index(channel)];
    if (awaited.first_waiting_circuit == kNoCircuit) return;
    const CircuitId circuit{awaited.first_waiting_circuit};
    emulation_.note_touched_by_event(node_of(circuit));
    Circuit& next = circuits_[index(circuit)];
    awaited.first_waiting_circuit = next.next_waiting_circuit;
    if (awaited.first_waiting_circuit == kNoCircuit) awaited.last_waiting_circuit = kNoCircuit;
    next.is_waiting = false;
    total_link_wait_ += emulation_.now() - next.wait_begin_time;
    show_circuit_state(circuit, TransferState::sets_up);
    take_channel_and_book_ahead(
        circuit, next, channel,
        next.is_head_delayed_after_blocking ? costs_.blocked_circuit_penalty_time : Duration::zero());
  }

  void show_circuit_state(CircuitId circuit, TransferState state, std::optional<NodeId> its_holder = {}) const {
    if (Observer* observer = emulation_.observer()) [[unlikely]]
      observer->transfer_changes_state(emulation_.now(), index(circuit), state, its_holder);
  }
  void show_channel_use(CircuitId circuit, ChannelId channel) const {
    Observer* observer = emulation_.observer();
    if (observer == nullptr) return;
    const VirtualTime since = channels_[index(channel)].taken_since, now = emulation_.now();
    const LinkId link = topology_.link_of(channel);
    const Duration busy = busy_time_function_ ? std::min(busy_time_function_(circuit, link), now - since) : now - since;
    observer->link_used(index(circuit), {link, since, now, busy});
  }

  Emulation& emulation_;
  const Topology& topology_;
  CircuitCosts costs_;
  std::uint32_t hop_event_kind_;
  std::vector<ChannelState> channels_;
  std::vector<Circuit> circuits_;
  /// path of each circuit, indexed by the circuit's number; empty where routes are fixed
  std::vector<RecordedPath> recorded_paths_;
  std::vector<ChannelId> possible_channels_;
  BusyTimeFunction busy_time_function_;
  std::uint64_t blocked_message_head_count_ = 0;
  Duration total_link_wait_{};
};

}  // namespace switchyard
