#pragma once
/// \file interpreter.hpp
/// Executes the instructions of nodes: each instruction first takes processor time, then takes
/// effect, and may leave its node blocked.

#include <cstdint>
#include <vector>

#include "runtime/emulation.hpp"
#include "runtime/engine/collective_meeting.hpp"
#include "runtime/observer.hpp"

namespace switchyard {

class Interpreter {
 public:
  Interpreter(Emulation& emulation, MachineCollectives& meeting);

  /// Executes instructions of `node` until the node has to wait, or has no instruction left.
  void execute_until_node_waits(NodeId node);
  /// Continues the execution of the node's instructions when an event of the node is due, like
  /// execute_until_node_waits().
  void resume_node(NodeId node);
  /// Returns the nodes that have no instruction left, and those whose real work (computing on the host) the engine
  /// waits for. The programs of these nodes must run before virtual time goes on.
  std::vector<NodeId>& ready_nodes() noexcept { return ready_nodes_; }
  const std::vector<Mark>& marks() const noexcept { return trace_marks_; }
  /// Returns the number of messages that nodes have sent so far and not cancelled. Bulk transfers
  /// are not counted.
  std::uint64_t sent_message_count() const noexcept { return sent_message_count_; }

 private:
  static void note_whether_wait_is_for_last_send(Processor& p) noexcept;
  Duration take_owed_processor_time(Processor& p) const noexcept;
  void postpone_instruction_end_by_interrupts(NodeId node, Processor& p);
  void let_arbiter_set_open_choices(NodeId node, Processor& p);
  static Request* awaited_probe(const Instruction& wait) noexcept;
  void let_arbiter_decide_result(NodeId node, Processor& p);
  static void replace_test_by_wait(Processor& p, std::uint32_t which);
  void end_wait_decided_by_arbiter(NodeId node, Processor& p);
  bool is_wait_over(NodeId node, Processor& p);
  bool choose_completed_request(NodeId node, Processor& p);
  void choose_test_result(NodeId node, Processor& p);
  bool start_instruction(NodeId node, Processor& p);
  Duration processor_time_before_instruction_effect(NodeId node, const Instruction& instruction);
  static bool needs_event_of_its_own(const Processor& p) noexcept;
  bool carry_out_current_instruction(NodeId node, Processor& p);
  bool post_request(Processor& p, Request& request);
  bool carry_out_wait(NodeId node, Processor& p);
  bool find_probed_message(NodeId node, Processor& p);
  static bool find_complete_requests(Processor& p);
  bool test_requests(NodeId node, Processor& p, std::uint32_t enough);
  static void keep_only_request_chosen_by_arbiter(Processor& p);
  bool tell_node_to_repeat_test(NodeId node, Processor& p);
  bool probe_once(NodeId node, Processor& p);
  bool cancel_request(Request& request);
  bool finish_poll_or_test(NodeId node, Processor& p, bool in_vain);
  bool end_compute_call(NodeId node, Processor& p);
  bool add_trace_mark_of_node(NodeId node, const char* label);
  bool end_program(NodeId node, const Instruction& last);
  void show_instruction_start(NodeId node, const Instruction& instruction);

  Emulation& emulation_;
  Nodes& nodes_;
  FabricWithErrorContext& fabric_with_error_context_;
  ActiveMessages& active_messages_;
  MachineCollectives& machine_collectives_;
  Arbiter* const arbiter_;
  std::vector<NodeId> ready_nodes_;
  std::vector<Mark> trace_marks_;
  std::uint64_t sent_message_count_ = 0;
};

}  // namespace switchyard
