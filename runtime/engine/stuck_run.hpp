#pragma once
/// \file stuck_run.hpp
/// Diagnosis of a run in which no event is pending although nodes have not finished: what each unfinished node waits
/// for, and whether the program or the machine is to blame.

#include <cstdint>
#include <optional>
#include <vector>

#include "runtime/engine/active_messages.hpp"
#include "runtime/engine/guarded_fabric.hpp"
#include "runtime/engine/nodes.hpp"
#include "runtime/error.hpp"
#include "runtime/fabric.hpp"
#include "runtime/wait_graph.hpp"
#include "runtime/waiting_call.hpp"

namespace switchyard {

class DeadlockReport;

class StuckRun {
 public:
  StuckRun(const Nodes& nodes, const ActiveMessages& messages, FabricWithErrorContext& fabric)
      : nodes_(nodes),
        active_messages_(messages),
        fabric_with_error_context_(fabric),
        fabric_(fabric.fabric_without_error_context()),
        left_over_messages_(fabric_.left_over_messages()) {}

  /// Finds out which node waits for which, and returns the deadlock as an error. Looks for
  /// messages as probes do, which may make a machine schedule events.
  DeadlockError find_deadlock() const;
  /// Returns an error if the machine has lost a message, or has not completed a request although its message was
  /// transferred. Nodes have sent `sends` messages, of which `delivered` have reached a receive; bulk transfers are not
  /// counted. The fabric must have kept (Fabric::left_over_messages) or discarded all other messages.
  std::optional<MachineError> find_machine_error(std::uint64_t sends, std::uint64_t delivered) const;

 private:
  void add_waiting_node(DeadlockReport& report, NodeId node) const;
  void add_awaited_requests(DeadlockReport& report, const std::vector<const Request*>& awaited, WaitingCall call) const;
  void add_awaited_request(DeadlockReport& report, const Request& request, WaitingCall call) const;
  bool would_probe_find_message(Request& look) const;
  std::vector<LeftOverMessage> unreceived_messages(NodeId node, const std::vector<const Request*>& awaited) const;
  std::optional<MachineError> error_of_stuck_node(NodeId node, const std::vector<LeftOverMessage>& kept) const;
  MachineError incomplete_request_error(NodeId node, const Request& request, const char* what) const;

  const Nodes& nodes_;
  const ActiveMessages& active_messages_;
  FabricWithErrorContext& fabric_with_error_context_;
  const Fabric& fabric_;
  const std::vector<LeftOverMessage> left_over_messages_;
};

}  // namespace switchyard
