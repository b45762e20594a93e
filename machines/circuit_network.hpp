#pragma once
/// \file circuit_network.hpp
/// Links of a circuit-switched network, taken hop by hop. A head that finds a link taken waits in that link's FIFO and
/// keeps what it holds; all links are freed together.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 2 and 2.3.

#include <cstdint>
#include <limits>
#include <vector>

#include "runtime/engine.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// Each node has at most one circuit on its way out, so a circuit is named by its source.
///
/// Topology: next_link(at, to), next_node(at, to), link_count(), node_count().
/// Events:   the owner passes events of kind `hop_kind` to advance(); their item is the circuit.
template <class Topology>
class CircuitNetwork {
 public:
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

  /// Sends the head of the circuit of `source` on its way, `per_hop` a link. True if it is there already.
  bool start(NodeId source, NodeId destination, Duration per_hop) {
    Circuit& c = circuits_[index(source)];
    c.at = source;
    c.destination = destination;
    c.per_hop = per_hop;
    return request_next(source, c);
  }

  /// The head has crossed its link. True once it has reached the destination.
  bool advance(NodeId source) {
    Circuit& c = circuits_[index(source)];
    c.at = Topology::next_node(c.at, c.destination);
    return request_next(source, c);
  }

  /// Frees the whole path of a circuit that has reached its destination.
  void release(NodeId source) {
    const Circuit& c = circuits_[index(source)];
    for (NodeId at = source; at != c.destination; at = Topology::next_node(at, c.destination)) {
      free_link(links_[index(topology_.next_link(at, c.destination))]);
    }
  }

  NodeId destination(NodeId source) const noexcept { return circuits_[index(source)].destination; }
  bool waits_for_link(NodeId source) const noexcept { return circuits_[index(source)].waiting; }
  /// The circuit that holds the link that `source` waits for. Needs waits_for_link(source).
  NodeId link_holder(NodeId source) const noexcept {
    const Circuit& c = circuits_[index(source)];
    return NodeId{links_[index(topology_.next_link(c.at, c.destination))].holder};
  }
  /// The node at whose link the head waits.
  NodeId head(NodeId source) const noexcept { return circuits_[index(source)].at; }
  NodeId next_node(NodeId source) const noexcept {
    const Circuit& c = circuits_[index(source)];
    return Topology::next_node(c.at, c.destination);
  }

  std::uint64_t blocked() const noexcept { return blocked_; }
  Duration link_wait() const noexcept { return link_wait_; }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Link {
    std::uint32_t holder = kNone;
    std::uint32_t first_waiting = kNone;
    std::uint32_t last_waiting = kNone;
  };
  struct Circuit {
    NodeId at{};
    NodeId destination{};
    std::uint32_t next_waiting = kNone;
    bool waiting = false;
    Duration per_hop{};
    VirtualTime waits_since{};
  };

  bool request_next(NodeId source, Circuit& c) {
    if (c.at == c.destination) return true;
    Link& link = links_[index(topology_.next_link(c.at, c.destination))];
    if (link.holder == kNone) {
      link.holder = index(source);
      engine_.schedule(c.per_hop, source, hop_kind_, index(source));
    } else {
      wait_for(link, source, c);
    }
    return false;
  }

  void wait_for(Link& link, NodeId source, Circuit& c) {
    ++blocked_;
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

  void free_link(Link& link) {
    link.holder = link.first_waiting;
    if (link.holder == kNone) return;
    Circuit& next = circuits_[link.holder];
    link.first_waiting = next.next_waiting;
    if (link.first_waiting == kNone) link.last_waiting = kNone;
    next.waiting = false;
    link_wait_ += engine_.now() - next.waits_since;
    engine_.schedule(costs_.blocked_penalty + next.per_hop, NodeId{link.holder}, hop_kind_, link.holder);
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
