#include "runtime/engine/collective_meeting.hpp"

#include <utility>
#include <vector>

#include "runtime/call_text.hpp"
#include "runtime/group/choices.hpp"
#include "runtime/misuse.hpp"

namespace switchyard {

/// Lets a node that waits in a collective of the machine leave it. Returns whether one of the requests that the node
/// watches is complete, so that the node must handle the request before it enters the collective again.
bool MachineCollectives::leave_collective_if_request_complete(Processor& p) noexcept {
  waiting_node_count_ -= std::exchange(p.next_request_index, 0U);
  p.call_result = 0;
  return any_is_complete(p.current_instruction.collective_call->interrupting_requests);
}

bool MachineCollectives::have_all_nodes_entered() const noexcept {
  for (std::uint32_t i = 0; i < nodes_.count(); ++i) {
    if (!nodes_[NodeId{i}].is_blocked_in_instruction_of_kind(Instruction::Kind::collective)) return false;
  }
  return true;
}

bool MachineCollectives::check_node_call_agrees(NodeId node) {
  Processor& p = nodes_[node];
  try {
    node_call_ledger_.check_collective_agrees(node, p.collective_count, *p.current_instruction.collective_call,
                                              p.current_instruction.site);
    return true;
  } catch (const UsageError& error) {
    nodes_.agenda().end_run_with_error(std::make_exception_ptr(error_of_node(node, error)));
    return false;
  }
}

void MachineCollectives::enter_machine_collective(NodeId node) {
  Processor& p = nodes_[node];
  const bool is_new = p.next_request_index == 0 && !p.current_instruction.collective_call->is_resumed;
  if (is_new && !check_node_call_agrees(node)) return;
  if (p.current_instruction.count > 0 && leave_collective_if_request_complete(p)) [[unlikely]]
    return nodes_.start_next_instruction(node);
  nodes_.block(node);
  p.call_result = 1;
  p.next_request_index = 1;
  if (++waiting_node_count_ < nodes_.count()) return;
  nodes_.agenda().note_event_touches_all_nodes_and_links();
  if (!have_all_nodes_entered()) return;
  waiting_node_count_ = 0;
  std::vector<const CollectiveCall*> calls;
  for (std::uint32_t i = 0; i < nodes_.count(); ++i) {
    Instruction& met = nodes_[NodeId{i}].current_instruction;
    met.count = 0;  // from now on no node leaves the collective early because a request that it watches is complete
    calls.push_back(met.collective_call);
  }
  try {
    check_groups_agree();
    carry_out_collective_without_messages(calls);
  } catch (...) {  // for example the reduction operation that the program has passed to the collective has thrown
    return nodes_.agenda().end_run_with_error(std::current_exception());
  }
  begin_entered_collective(*calls.front());
}

/// Lets the fabric (the emulated network) begin the collective that all nodes have entered. A barrier that the machine
/// carries out by itself takes at most as long as a barrier made of messages.
void MachineCollectives::begin_entered_collective(const CollectiveCall& call) {
  const bool may_be_faster = call.kind == Collective::barrier && nodes_.count() > 1;
  if (may_be_faster && !longest_barrier_time_)
    longest_barrier_time_ = machine_.cached_results().choices().faster_barrier(machine_).time;
  nodes_.set_longest_collective_time(may_be_faster ? *longest_barrier_time_ : Duration::max());
  fabric_with_error_context_.begin_collective(call);
}

/// Throws NodeError if nodes have entered collectives of different groups at the same time.
void MachineCollectives::check_groups_agree() const {
  const auto met = [&](NodeId node) -> EnteredCollective {
    const Instruction& at = nodes_[node].current_instruction;
    return {node, at.collective_call->kind, at.collective_call->context, at.site};
  };
  const EnteredCollective first = met(NodeId{0});
  for (std::uint32_t i = 1; i < nodes_.count(); ++i) {
    const EnteredCollective other = met(NodeId{i});
    if (other.context == first.context) continue;
    throw collective_group_mismatch_error(other, first);
  }
}

}  // namespace switchyard
