#pragma once
/// \file mesh_fabric.hpp
/// The running network of a mesh: ports and system buffers over links that worms or circuits hold.
///
/// A message's way: software on the sender -> transmit queue -> links -> receive port -> a posted receive or room in
/// the system buffer -> data phase -> receiver's software. A worm that waits keeps its links. Its tail frees them one
/// hop after another, so that the last byte arrives when the last link is free again. A node's next message leaves when
/// the one before has arrived; on a real mesh it may leave a few hops earlier.

#include <deque>
#include <list>
#include <memory>
#include <vector>

#include "machines/mesh.hpp"
#include "machines/networks/circuit_network.hpp"
#include "machines/posted_receives.hpp"
#include "machines/topology/mesh.hpp"
#include "runtime/engine.hpp"
#include "runtime/fabric.hpp"

namespace switchyard {

class MeshFabric final : public Fabric {
 public:
  MeshFabric(Engine& engine, const Mesh& mesh, const machines::MeshOptions& options);

  Duration send_overhead(const Request& send) override;
  void post_send(Request& send) override;
  void post_receive(Request& receive) override;
  void begin_collective(Collective kind, std::uint64_t bytes) override;
  void on_event(const Event& event) override;
  void blockers(const Request& request, std::vector<Blocker>& out) const override;
  std::vector<LeftOver> left_over() const override;
  FabricStatistics statistics() const override;
  void show_open(Observer& /*observer*/) const override { network_.show_open(); }

 private:
  enum EventKind : std::uint32_t {
    kHop = Engine::kFirstFabricKind,  ///< the head of the node's message has crossed a link
    kTail,                            ///< the tail of the node's message leaves a link
  };

  /// A message in the system buffer, or on its way there.
  struct Arrival {
    NodeId source{};
    Tag tag{};
    std::uint64_t bytes = 0;
    std::unique_ptr<std::byte[]> payload;  ///< empty until the message has arrived
    Request* receive = nullptr;            ///< posted while the data was still on its way
    bool arrived = false;
    std::source_location site;
  };
  struct Queued {
    Request* message;
    VirtualTime since;
  };
  enum class Wait : std::uint8_t { none, receive_port, buffer };

  /// The message on its way out of a node.
  struct Worm {
    Request* message = nullptr;
    Wait wait = Wait::none;
    VirtualTime since{};         ///< start of that wait
    VirtualTime ends{};          ///< when its last byte arrives, once its data moves
    std::uint32_t links = 0;     ///< that its tail has not left
    Request* receive = nullptr;  ///< where its data goes,
    Arrival* arrival = nullptr;  ///< or its place in the system buffer
  };
  struct Port {
    std::deque<Queued> queue;  ///< messages that wait for the node's way out
    Worm out;
    bool receive_busy = false;
    NodeId receiving_from{};
    std::deque<NodeId> waiting;  ///< sources of worms that have come here and wait for the receive port
    PostedReceives posted;
    std::list<Arrival> arrivals;
    std::uint64_t buffer_used = 0;
  };

  Port& port(NodeId node) noexcept { return ports_[index(node)]; }
  const Port& port(NodeId node) const noexcept { return ports_[index(node)]; }
  Duration data_time(std::uint64_t bytes) const noexcept;
  std::uint32_t span_of(const Request& message) const noexcept;

  void pump(NodeId node);
  void reached(NodeId source);
  void enter_receive_port(NodeId source, NodeId destination);
  void find_place(NodeId source, NodeId destination);
  void begin_data(NodeId source, NodeId destination);
  void schedule_tail(NodeId source);
  void tail_moves(NodeId source);
  void arrived(NodeId source);
  void end_wait(Worm& worm);
  void hand_over(Request& receive, const Request& message);
  void store(Arrival& arrival, const Request& message);
  void copy_out(Request& receive, Arrival& arrival);
  void remove_arrival(NodeId node, const Arrival* arrival);
  void retry(NodeId node);
  void show_launch(NodeId node, const Request& message, VirtualTime queued) const;
  void show(NodeId source, TransferState state, std::optional<NodeId> holder = {}) const;
  void describe(NodeId source, std::vector<Blocker>& out) const;

  Engine& engine_;
  const Mesh& mesh_;
  machines::MeshOptions options_;
  CircuitNetwork<Mesh, MeshHeading> network_;
  std::vector<Port> ports_;
  FabricStatistics statistics_;
};

}  // namespace switchyard
