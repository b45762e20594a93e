#pragma once
/// \file nodes.hpp
/// The present state of each node (it runs, waits, polls, or sleeps until an instant), and how a
/// node changes from one state to another. The other parts of the engine decide when a node
/// changes its state, and do it through Nodes.

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/engine/agenda.hpp"
#include "runtime/engine/processor.hpp"
#include "runtime/machine.hpp"
#include "runtime/observer.hpp"

namespace switchyard {

class ActiveMessages;

/// The kinds of the engine's own events. The kinds of a fabric's events begin at Emulation::kFirstFabricEventKind.
enum EngineEvent : std::uint32_t {
  kResumeNode = 0,  ///< the node resumes its current instruction, or starts the next one
  kHandlePacket,    ///< the node has received the first of the packets that have arrived at it, whose handler runs now
  kDeadline,        ///< the deadline of the node's poll_until instruction with number `subject_number` has come
  kSendAcknowledged,  ///< the acknowledgement has come back to the node whose synchronous send has the number
                      ///< `subject_number`
};

class Nodes {
 public:
  Nodes(const MachineModel& machine, SimulationEventAgenda& agenda)
      : agenda_(agenda), processor_rates_(machine.rates()), processors_(machine.node_count()) {}

  Processor& operator[](NodeId node) noexcept { return processors_[index(node)]; }
  const Processor& operator[](NodeId node) const noexcept { return processors_[index(node)]; }
  std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(processors_.size()); }
  const ProcessorRates& rates() const noexcept { return processor_rates_; }
  SimulationEventAgenda& agenda() const noexcept { return agenda_; }
  bool all_have_finished() const noexcept { return finished_node_count_ == processors_.size(); }
  /// Sets the object that handles the active messages of the run, on machines that have active messages. A node
  /// receives active messages while it waits.
  void set_object_handling_active_messages(ActiveMessages& messages) noexcept { active_messages_ = &messages; }

  // --- functions that decide what a node does next -------------------------------------------------------------------

  /// Makes the node execute its next instruction at the time `after` from now. The function is not inlined, because it
  /// is called for few instructions.
  [[gnu::noinline]] void schedule_next_instruction_of_node(NodeId node, Duration after) {
    agenda_.schedule(after, node, kResumeNode, 0);
  }
  /// Blocks the node in a wait for the requests of its current instruction.
  void block(NodeId node) {
    Processor& p = (*this)[node];
    p.execution_stage = Processor::InstructionExecutionStage::blocked;
    p.blocked_since = agenda_.now();
    show_wait_to_observer(node);
    if (active_messages_ != nullptr) receive_next_packet(node);
  }
  /// Makes a blocked node check the requests of its wait again at the time `after` from now, or when the handlers that
  /// run on it have ended if that is later.
  void unblock(NodeId node, Duration after);
  /// Makes the node start its next instruction when the handlers that run on it have ended.
  void start_next_instruction(NodeId node);
  /// Lets the node leave a collective of the machine. The node starts its next instruction at the time `after` from
  /// now, or at the limit set by set_longest_collective_time() if that is earlier, but not before the handlers that run
  /// on the node have ended.
  void leave_collective(NodeId node, Duration after);
  void set_longest_collective_time(Duration longest) noexcept { longest_collective_time_ = longest; }
  /// Marks the node as finished, because its program has returned or thrown.
  void mark_program_finished(NodeId node);

  // --- nodes that poll -----------------------------------------------------------------------------------------------

  /// Counts a poll that found nothing. Returns false if the node has done nothing but poll for so long that it now
  /// sleeps until something happens that a poll could find.
  bool record_failed_poll_and_maybe_sleep(NodeId node);
  /// Called after a node has tried in vain to take a busy lock. Returns false if the node has done nothing else for so
  /// long that it now sleeps until the lock is free or a message arrives for the node.
  bool record_failed_lock_try_and_maybe_sleep(NodeId node);
  /// Returns the number of vain tries of a lock in a row after which a node sleeps. The number is large where no
  /// arbiter chooses the order of events, because a sleeping node does not try the lock at the instants at which its
  /// program would have.
  static std::uint32_t lock_tries_before_sleep(const Arbiter* arbiter) noexcept {
    return arbiter != nullptr ? kTriesBeforeSleep : 64 * kTriesBeforeSleep;
  }
  /// Returns how often nodes that sleep until a lock is free are woken to try the lock again, while nothing else is
  /// pending in the run. After each wake-up a node tries the lock lock_tries_before_sleep() times.
  static std::uint32_t max_idle_wake_ups_of_lock_waiters(const Arbiter* arbiter) noexcept {
    return arbiter != nullptr ? kMostIdleWakeUps : 1;
  }
  /// Wakes a node that sleeps between its polls, because something has arrived for the node. The node polls again at
  /// the first multiple of its polling period that is not before now + `later`.
  void wake_polling_node(NodeId node, Duration later = Duration::zero());
  /// Wakes the nodes that sleep while they poll or try to take a lock, when no message or event is pending any more,
  /// because their programs may give up and do something else. Returns false if the nodes have been woken so often that
  /// they count as waiting for ever.
  bool wake_idle_pollers();
  void note_message_arrival() noexcept { idle_wake_up_rounds_ = 0; }
  /// Notes that the node has probed for a message. The node may sleep between two probes, so from now on an arriving
  /// message wakes it, until one of its polls finds something.
  void note_probe(NodeId node) noexcept {
    (*this)[node].has_polled_by_probe = true;
    has_any_node_probed_ = true;
  }
  /// Returns whether any node has probed for a message so far in the run.
  bool has_any_node_probed() const noexcept { return has_any_node_probed_; }

  // --- requests that complete ----------------------------------------------------------------------------------------

  /// Completes `request`. A node that is blocked in a wait for the request resumes at the time `after` from now. Call
  /// this once for each request.
  void complete_request(Request& request, Duration after);
  /// Completes a receive. Its owner spends the processor time `software` at once if it is blocked in a wait for the
  /// receive, and otherwise as charge_for_received_message() says.
  void complete_receive(Request& receive, Duration software);
  /// Returns whether the node that has posted the request is blocked in a wait that has to be checked again when this
  /// request completes.
  bool is_blocked_on(const Request& request) const noexcept {
    const Processor& p = (*this)[request.owner];
    return p.awaited_request == &request || is_blocked_until_any_completes(p, request);
  }
  /// Makes the node pay the processor time `cost` before its next operation, which is delayed by it.
  void charge_node(NodeId node, Duration cost) noexcept {
    agenda_.note_touched_by_event(node);
    (*this)[node].unpaid_processor_time += cost;
  }
  /// Makes `node` run the software for a received message, which takes the processor time `cost`:
  /// at once, or when its next operation begins, as ProcessorRates::received_messages_interrupt says.
  void charge_for_received_message(NodeId node, Duration cost) noexcept {
    processor_rates_.received_messages_interrupt ? interrupt_for_received_message(node, cost) : charge_node(node, cost);
  }

  // --- functions that tell the observer of the run the states of nodes -----------------------------------------------
  void show_node_state_to_observer(NodeId node, const NodeState& state) {
    if (agenda_.options().observer != nullptr) [[unlikely]]
      tell_observer(node, state);
  }
  /// Tells the observer of the run what the node waits for.
  void show_wait_to_observer(NodeId node) {
    if (agenda_.options().observer != nullptr) [[unlikely]]
      show_node_state_to_observer(node, wait_state_of(node));
  }

 private:
  void tell_observer(NodeId node, const NodeState& state);
  NodeState wait_state_of(NodeId node) const;
  void receive_next_packet(NodeId node);
  void interrupt_for_received_message(NodeId node, Duration cost) noexcept;
  Duration remaining_receive_software_time(NodeId node, Duration cost) noexcept;
  static bool is_blocked_until_any_completes(const Processor& p, const Request& request) noexcept;
  Duration remaining_handler_time(NodeId node) const noexcept;
  bool note_completion(Request& request);
  void note_completion_for_poller(NodeId node);

  SimulationEventAgenda& agenda_;
  ProcessorRates processor_rates_;
  std::vector<Processor> processors_;
  ActiveMessages* active_messages_ =
      nullptr;  ///< the active messages of the run; null on a machine without active messages
  bool has_any_node_probed_ = false;
  Duration longest_collective_time_ = Duration::max();
  std::uint32_t finished_node_count_ = 0;
  std::uint32_t idle_wake_up_rounds_ = 0;  ///< number of times that all polling nodes were woken since a message last
                                           ///< arrived or a request completed
  std::uint32_t idle_wake_ups_of_nodes_ = 0;  ///< number of wake-ups of polling nodes, counted node by node, since a
                                              ///< message last arrived or a request completed
  VirtualTime idle_polling_begin_{};  ///< virtual time at which polling nodes were first woken since a message last
                                      ///< arrived or a request completed
};

}  // namespace switchyard
