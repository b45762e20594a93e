#pragma once
/// \file collective_meeting.hpp
/// Checks that all nodes call the same collectives, and carries out the collectives that a machine performs without
/// messages: all nodes enter such a collective, and each leaves it when the emulated network says so.

#include <cstdint>
#include <optional>

#include "runtime/engine/guarded_fabric.hpp"
#include "runtime/engine/nodes.hpp"
#include "runtime/node_call_ledger.hpp"

namespace switchyard {

class MachineCollectives {
 public:
  MachineCollectives(const MachineModel& machine, Nodes& nodes, FabricWithErrorContext& fabric)
      : machine_(machine), nodes_(nodes), fabric_with_error_context_(fabric) {}
  /// Compares the collective that `node` calls in its current instruction with the calls of other nodes. If they
  /// differ, the run fails and the result is false.
  bool check_node_call_agrees(NodeId node);
  /// Makes `node` enter the collective of the machine that is its current instruction. The last node to enter carries
  /// the collective out for all nodes, which are all parked then; the fabric (the emulated network) says how long the
  /// collective takes. As long as nodes are missing, a node leaves the collective as soon as a request that it watches
  /// is complete, and enters it again later.
  void enter_machine_collective(NodeId node);

 private:
  bool leave_collective_if_request_complete(Processor& p) noexcept;
  bool have_all_nodes_entered() const noexcept;
  void check_groups_agree() const;
  void begin_entered_collective(const CollectiveCall& call);

  const MachineModel& machine_;
  Nodes& nodes_;
  FabricWithErrorContext& fabric_with_error_context_;
  NodeCallLedger node_call_ledger_;
  std::uint32_t waiting_node_count_ = 0;  ///< number of nodes that are in the machine's collective, including nodes
                                          ///< that are about to leave it for a request that they watch
  std::optional<Duration> longest_barrier_time_;  ///< the time of the fastest barrier made of messages, which the
                                                  ///< machine's own barrier may not exceed; empty until the first
                                                  ///< barrier
};

}  // namespace switchyard
