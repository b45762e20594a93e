#pragma once
/// \file mesh_fabric.hpp
/// The running network of a mesh: links that worms or circuits hold, between the endpoints of the nodes.
///
/// A worm that waits keeps its links. Its tail frees them one hop after another, so that the last byte arrives when the
/// last link is free again. A node's next message leaves when the one before has arrived; on a real mesh it may leave a
/// few hops earlier.

#include <vector>

#include "machines/endpoint/port_fabric.hpp"
#include "machines/mesh.hpp"
#include "machines/networks/circuit_network.hpp"
#include "machines/topology/mesh.hpp"
#include "runtime/emulation.hpp"

namespace switchyard {

class MeshFabric final : public PortFabric {
 public:
  MeshFabric(Emulation& emulation, const Mesh& mesh, const machines::MeshOptions& options);

  void begin_collective(Collective kind, std::uint64_t bytes) override;
  void on_event(const Event& event) override;
  FabricStatistics statistics() const override;
  void show_open(Observer& /*observer*/) const override { network_.show_open(); }

 private:
  enum EventKind : std::uint32_t {
    kHop = Emulation::kFirstFabricKind,  ///< the head of the node's message has crossed a link
    kTail,                               ///< the tail of the node's message leaves a link
  };

  /// The end of the message on its way out of a node, once its data moves.
  struct Tail {
    VirtualTime ends{};       ///< when the last byte arrives
    std::uint32_t links = 0;  ///< that it has not left
  };

  void depart(NodeId source, const Request& message) override;
  void move_data(NodeId source, const Request& message) override;
  bool describe_way(NodeId source, std::vector<Blocker>& out) const override;

  Duration data_time(std::uint64_t bytes) const noexcept;
  std::uint32_t span_of(const Request& message) const noexcept;
  void schedule_tail(NodeId source);
  void tail_moves(NodeId source);

  const Mesh& mesh_;
  machines::MeshOptions options_;
  CircuitNetwork<Mesh, MeshHeading> network_;
  std::vector<Tail> tails_;  ///< by source
};

}  // namespace switchyard
