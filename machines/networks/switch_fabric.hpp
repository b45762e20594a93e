#pragma once
/// \file switch_fabric.hpp
/// The running network of a machine whose nodes hang on a switch that is never short: all that messages share is their
/// nodes' ways in and out, max-min fairly. Any number of them may be under way.
///
/// Eager: a message leaves at once, whether its receive is posted or not. One without a receive is stored if there is
/// room; otherwise it waits, and holds nothing that others need. Messages between the same two nodes go one after
/// another.
///
/// Where orders are chosen an arbiter holds messages up as it likes, and each takes what it takes alone.

#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "machines/endpoint/endpoint.hpp"
#include "machines/networks/flow_network.hpp"

namespace switchyard {

/// A lone message of m bytes takes send_overhead + (header + m) / bandwidth + latency + receive_overhead.
struct SwitchOptions {
  Duration send_overhead{};
  Duration receive_overhead{};
  Duration latency{};               ///< of the switch
  Bandwidth bandwidth{};            ///< of a node's way in, and of its way out
  std::uint64_t header = 1;         ///< bytes before the data, from 1
  std::uint64_t system_buffer = 0;  ///< bytes a node for messages without a posted receive
  TimePerByte copy_per_byte{};      ///< processor time of one that comes out of it
  Duration sync_per_step{};         ///< global synchronisation: each of ceil(log2 n) steps
};

class SwitchFabric final : public EndpointFabric {
 public:
  SwitchFabric(Emulation& emulation, std::uint32_t nodes, const SwitchOptions& options);

  Duration send_overhead(const Request& /*send*/) override { return options_.send_overhead; }
  void post_send(Request& send) override;
  void on_event(const Event& event) override;
  /// The global synchronisation, the only collective of these machines.
  void begin_collective(Collective kind, std::uint64_t bytes) override;
  void blockers(const Request& request, std::vector<Blocker>& out) const override;
  std::vector<LeftOver> left_over() const override;
  FabricStatistics statistics() const override { return statistics_; }

 private:
  enum EventKind : std::uint32_t {
    kShare = Emulation::kFirstFabricKind,  ///< messages have started or ended at this instant
    kEnd,                                  ///< the one that ends next has left its links, if `item` is the last alarm
    kArrival,                              ///< the next message from node `item` is there
  };

  struct Moving : Transfer {
    VirtualTime moves_since{};
  };
  /// From one node to another.
  struct Way {
    std::deque<Moving*> leaving;  ///< the first one's data moves
    std::deque<Moving*> behind;   ///< have left their links
  };
  Way& way_of(const Request& message) { return ways_[{message.owner, message.peer}]; }

  void move(Moving& moving);
  void end_next();
  void arrive(NodeId source, NodeId destination);
  void share_soon();
  void set_alarm();
  Duration alone(const Request& message) const noexcept;
  /// Events of the network as a whole come after those of the nodes at the same instant.
  NodeId network() const noexcept { return NodeId{nodes_}; }

  void retry_place(NodeId /*source*/, NodeId /*destination*/) override {}  // nothing holds a port
  void grant(Transfer& transfer) override;

  std::uint32_t nodes_;
  SwitchOptions options_;
  FlowNetwork
      flows_;  ///< item of a transfer: its record's id; edge 2 i is the way out of node i, edge 2 i + 1 its way in
  Transfers<Moving> transfers_;
  std::map<std::pair<NodeId, NodeId>, Way> ways_;
  const bool own_events_;
  bool share_due_ = false;
  std::uint32_t alarms_ = 0;
  VirtualTime alarm_ = VirtualTime::max();
};

}  // namespace switchyard
