#pragma once
/// \file circuit_network.hpp
/// Links of a network that are taken hop by hop and held, as circuit switching and wormhole routing do. A head that
/// finds a link taken waits in that link's FIFO and keeps what it holds. A circuit frees its links together; a worm
/// frees them one by one, from its tail, and a short one holds no more than the last few behind its head.
///
/// A head books the free links ahead of it for the instants at which it will be there, so that it takes one event to
/// cross them all. A booking is no hold: who is at the link earlier takes it, and the head that had booked it asks
/// again when it gets there. So all is as if each link was asked for in its turn, ties going to the lower source.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 2 and 2.3. Worms: W. J. Dally,
/// C. L. Seitz, "Deadlock-free message routing in multiprocessor interconnection networks", IEEE Trans. Computers C-36
/// (1987), 547-553.

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "runtime/engine.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Where a head is going, where the destination alone settles its way.
constexpr NodeId destination_of(NodeId heading) noexcept { return heading; }

/// Each node has at most one circuit on its way out, so a circuit is named by its source.
///
/// Topology: next_link(at, heading), next_node(at, heading), link_count(), node_count().
/// Heading:  what settles the way of a head, with destination_of(heading).
/// Events:   the owner passes events of kind `hop_kind` to advance(); their node is the circuit.
template <class Topology, class Heading = NodeId>
class CircuitNetwork {
 public:
  static constexpr std::uint32_t kWholePath = std::numeric_limits<std::uint32_t>::max();

  struct Costs {
    Duration blocked_penalty{};  ///< paid when a link is granted to a head that had to wait for it
  };

  CircuitNetwork(Engine& engine, const Topology& topology, Costs costs, std::uint32_t hop_kind)
      : engine_(engine),
        topology_(topology),
        costs_(costs),
        hop_kind_(hop_kind),
        links_(topology.link_count()),
        circuits_(topology.node_count()) {}

  /// Sends the head of the circuit of `source` on its way, `per_hop` a link. Needs another destination than `source`.
  /// `span`: how many links it holds at most, from 1; the others are freed as the head moves on.
  void start(NodeId source, Heading heading, Duration per_hop, std::uint32_t span = kWholePath) {
    Circuit& c = circuits_[index(source)];
    c.at = source;
    c.tail = source;
    c.heading = heading;
    c.per_hop = per_hop;
    c.span = span;
    c.held = 0;
    go_on(source, c);
  }

  /// An event of `hop_kind`. True if the head of the circuit of its node has reached the destination.
  bool advance(const Event& event) {
    Circuit& c = circuits_[index(event.node())];
    if (event.item != c.plan) return false;  // it has lost a link that it had booked
    if (c.span != kWholePath && ++c.held > c.span) release_tail(event.node());
    if (c.at == destination_of(c.heading)) return true;
    go_on(event.node(), c);
    return false;
  }

  /// The head of the circuit of `source` may move in a moment.
  void prefetch(NodeId source) const noexcept { prefetch_lines(&circuits_[index(source)]); }
  /// The path of a circuit that has reached its destination will be freed in a moment.
  void prefetch_path(NodeId source) const noexcept {
    if (links_.size() < kManyLinks) return;
    const Circuit& c = circuits_[index(source)];
    for (NodeId at = c.tail; at != destination_of(c.heading); at = topology_.next_node(at, c.heading)) {
      prefetch_lines(&links_[index(topology_.next_link(at, c.heading))]);
    }
  }
  /// Frees the whole path of a circuit that has reached its destination.
  void release(NodeId source) {
    while (circuits_[index(source)].tail != destination(source)) release_tail(source);
  }
  /// Frees the link at the tail: of those that are still held, the one that was taken first. Needs one that is held.
  void release_tail(NodeId source) {
    Circuit& c = circuits_[index(source)];
    show_use(source, topology_.next_link(c.tail, c.heading));
    Link& link = next_link(c.tail, c);
    c.tail = topology_.next_node(c.tail, c.heading);
    --c.held;
    free_link(link);
  }
  /// How many links a circuit that has reached its destination still holds.
  std::uint32_t held_links(NodeId source) const noexcept {
    const Circuit& c = circuits_[index(source)];
    std::uint32_t links = 0;
    for (NodeId at = c.tail; at != destination_of(c.heading); at = topology_.next_node(at, c.heading)) ++links;
    return links;
  }

  /// The run is over: the links that are still held.
  void show_open() const {
    for (std::uint32_t i = 0; i < links_.size(); ++i) {
      if (links_[i].holder != kNone && links_[i].since < engine_.now()) show_use(NodeId{links_[i].holder}, LinkId{i});
    }
  }

  NodeId destination(NodeId source) const noexcept { return destination_of(circuits_[index(source)].heading); }
  bool waits_for_link(NodeId source) const noexcept { return circuits_[index(source)].waiting; }
  /// The circuit that holds the link that `source` waits for. Needs waits_for_link(source).
  NodeId link_holder(NodeId source) const noexcept {
    const Circuit& c = circuits_[index(source)];
    return NodeId{links_[index(topology_.next_link(c.at, c.heading))].holder};
  }
  /// Whether the circuit of `source`, which is on its way or held, needs `link`.
  bool needs(NodeId source, LinkId link) const noexcept {
    const auto heading = circuits_[index(source)].heading;
    for (NodeId at = source; at != destination_of(heading); at = topology_.next_node(at, heading)) {
      if (topology_.next_link(at, heading) == link) return true;
    }
    return false;
  }
  /// The node at whose link the head waits.
  NodeId head(NodeId source) const noexcept { return circuits_[index(source)].at; }
  NodeId next_node(NodeId source) const noexcept {
    const Circuit& c = circuits_[index(source)];
    return topology_.next_node(c.at, c.heading);
  }

  std::uint64_t blocked() const noexcept { return blocked_; }
  Duration link_wait() const noexcept { return link_wait_; }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t kManyLinks = 1024;  ///< fewer stay in a first-level cache

  struct Link {
    std::uint32_t holder = kNone;  ///< or who has booked it
    std::uint32_t first_waiting = kNone;
    std::uint32_t last_waiting = kNone;
    NodeId start{};       ///< where the holder takes it: links of both directions have two ends
    VirtualTime since{};  ///< from when on the holder holds it
  };
  struct alignas(kCacheLine) Circuit {
    NodeId at{};    ///< where the head waits, or where it will be at its next event
    NodeId tail{};  ///< where the first of its links starts
    Heading heading{};
    std::uint32_t span = kWholePath;
    std::uint32_t held = 0;  ///< links, counted where the span is limited
    std::uint32_t next_waiting = kNone;
    std::uint32_t plan = 0;  ///< counts its bookings; events of earlier ones are void
    bool waiting = false;
    Duration per_hop{};
    VirtualTime planned{};  ///< when it booked what it has
    VirtualTime waits_since{};
  };

  Link& next_link(const NodeId at, const Circuit& c) {
    const LinkId link = topology_.next_link(at, c.heading);
    engine_.touch(link);
    return links_[index(link)];
  }

  /// The head is at c.at now: it waits there, or books all links up to one that will be held when it gets there.
  void go_on(NodeId source, Circuit& c) {
    Link& link = next_link(c.at, c);
    if (!may_take(source, engine_.now(), link)) return wait_for(link, source, c);
    cross(source, c, link, Duration::zero());
  }

  /// The head takes `link`, crosses it `after` later, and goes on. The next event is due where it has to ask again: at
  /// each link if it frees others behind it, and so must not count on what it may lose.
  void cross(NodeId source, Circuit& c, Link& first, Duration after) {
    c.planned = engine_.now();
    take(source, first, c.at, c.planned);
    for (VirtualTime time = c.planned + after;;) {
      time += c.per_hop;
      c.at = topology_.next_node(c.at, c.heading);
      if (c.at == destination_of(c.heading) || c.span != kWholePath) return ask_again(source, c, time);
      Link& link = next_link(c.at, c);
      if (!may_take(source, time, link)) return ask_again(source, c, time);
      take(source, link, c.at, time);
    }
  }

  void ask_again(NodeId source, Circuit& c, VirtualTime time) {
    engine_.schedule(time - engine_.now(), source, hop_kind_, ++c.plan);
  }

  bool may_take(NodeId source, VirtualTime time, const Link& link) const noexcept {
    if (link.holder == kNone || time < link.since) return true;
    if (time > link.since || index(source) > link.holder || circuits_[link.holder].planned == time) return false;
    return time > engine_.now() || !engine_.has_had_turn(NodeId{link.holder});  // or else that head was here before
  }

  void take(NodeId source, Link& link, NodeId at, VirtualTime time) {
    if (link.holder != kNone) give_up(link.holder, link);
    link.holder = index(source);
    link.start = at;
    link.since = time;
  }

  /// A circuit loses what it has booked from `link` on; its head asks again when it is there.
  void give_up(std::uint32_t loser, const Link& link) {
    Circuit& c = circuits_[loser];
    const NodeId source{loser};
    engine_.touch(source);
    const NodeId at = link.start;
    for (NodeId node = topology_.next_node(at, c.heading); node != destination_of(c.heading);
         node = topology_.next_node(node, c.heading)) {
      Link& booked = next_link(node, c);
      if (booked.holder != loser) break;
      booked.holder = kNone;
    }
    c.at = at;
    ask_again(source, c, link.since);
  }

  void wait_for(Link& link, NodeId source, Circuit& c) {
    ++blocked_;
    show(source, TransferState::waits_for_link, NodeId{link.holder});
    c.waiting = true;
    c.waits_since = engine_.now();
    c.next_waiting = kNone;
    if (link.last_waiting == kNone) {
      link.first_waiting = index(source);
    } else {
      circuits_[link.last_waiting].next_waiting = index(source);
    }
    link.last_waiting = index(source);
  }

  /// Passes it on to the first head in its FIFO, which crosses it after a penalty.
  void free_link(Link& link) {
    link.holder = kNone;
    if (link.first_waiting == kNone) return;
    const NodeId source{link.first_waiting};
    engine_.touch(source);
    Circuit& next = circuits_[link.first_waiting];
    link.first_waiting = next.next_waiting;
    if (link.first_waiting == kNone) link.last_waiting = kNone;
    next.waiting = false;
    link_wait_ += engine_.now() - next.waits_since;
    show(source, TransferState::sets_up);
    cross(source, next, link, costs_.blocked_penalty);
  }

  /// A circuit is known to the observer by its source.
  void show(NodeId source, TransferState state, std::optional<NodeId> holder = {}) const {
    if (Observer* observer = engine_.observer()) [[unlikely]]
      observer->transfer_is(engine_.now(), index(source), state, holder);
  }
  void show_use(NodeId source, LinkId link) const {
    Observer* observer = engine_.observer();
    if (observer == nullptr) return;
    const VirtualTime since = links_[index(link)].since;
    observer->link_used(index(source), {link, since, engine_.now(), engine_.now() - since});
  }

  Engine& engine_;
  const Topology& topology_;
  Costs costs_;
  std::uint32_t hop_kind_;
  std::vector<Link> links_;
  std::vector<Circuit> circuits_;
  std::uint64_t blocked_ = 0;
  Duration link_wait_{};
};

}  // namespace switchyard
