#include "runtime/engine/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/call_text.hpp"
#include "runtime/engine/active_messages.hpp"

namespace switchyard {
namespace {

/// The number of times that all polling nodes that sleep are woken when nothing else is pending in the run, before only
/// the nodes that read their clocks are woken (kIdlePauseDivisor). After each wake-up a node polls as often as it did
/// before it slept.
constexpr std::uint32_t kIdleWakeUpRoundsBeforeEnd = 1000;
/// The least number of wake-ups of polling nodes, counted node by node while nothing else is pending, before a run
/// without an arbiter ends. The nodes then make about a million polls, so that a program may give up after many polls.
/// Under an arbiter there is no such number, because there are many runs, and their calls are logged.
constexpr std::uint32_t kFewestIdleWakeUpsOfNodes = 16000;
/// The number of times that all polling nodes are woken, while nothing else is pending, before the arbiter of the run
/// is asked whether the run is pointless and may end.
constexpr std::uint32_t kIdleWakeUpRoundsUnderArbiter = 4;
/// After kIdleWakeUpRoundsBeforeEnd wake-ups of all polling nodes, only nodes that read their clocks are woken, because
/// their programs may have a time limit. The pause before each wake-up is 1/kIdlePauseDivisor of the time for which
/// nothing has been pending. The wake-ups end when that time is longer than kLongestIdlePollingTime.
constexpr int kIdlePauseDivisor = 128;
constexpr Duration kLongestIdlePollingTime = std::chrono::hours{24};

/// Returns the requests of which a single complete one ends the wait of an instruction; an empty list if the
/// instruction waits in another way.
std::span<Request* const> requests_that_end_wait(const Instruction& wait) noexcept {
  switch (wait.kind) {
    case Instruction::Kind::wait_any:
    case Instruction::Kind::wait_some:
      return {wait.requests, wait.count};
    case Instruction::Kind::poll_until:
      return wait.condition->interrupting_requests;
    case Instruction::Kind::collective:
      return wait.collective_call->interrupting_requests;
    default:
      return {};
  }
}

}  // namespace

/// Lets a node that starts to wait handle the active messages that have arrived for it.
void Nodes::receive_next_packet(NodeId node) { active_messages_->receive_next_packet(node); }

void Nodes::unblock(NodeId node, Duration after) {
  Processor& p = (*this)[node];
  p.execution_stage = Processor::InstructionExecutionStage::starting;  // the node starts its wait again, and checks the
                                                                       // requests that were not complete
  p.awaited_request = nullptr;
  after = std::max(after, remaining_handler_time(node));
  show_node_state_to_observer(node, {after > Duration::zero() ? NodeActivity::receives : NodeActivity::running});
  agenda_.schedule(after, node, kResumeNode,
                   0);  // does what schedule_next_instruction_of_node() does, but inlined, because most waits end here
}

void Nodes::start_next_instruction(NodeId node) {
  (*this)[node].execution_stage = Processor::InstructionExecutionStage::idle;
  const Duration rest = remaining_handler_time(node);
  show_node_state_to_observer(node, {rest > Duration::zero() ? NodeActivity::handles : NodeActivity::running});
  schedule_next_instruction_of_node(node, rest);
}

void Nodes::leave_collective(NodeId node, Duration after) {
  agenda_.note_touched_by_event(node);
  (*this)[node].execution_stage = Processor::InstructionExecutionStage::idle;
  agenda_.schedule(std::max(std::min(after, longest_collective_time_), remaining_handler_time(node)), node, kResumeNode,
                   0);
}

void Nodes::mark_program_finished(NodeId node) {
  Processor& p = (*this)[node];
  p.execution_stage = Processor::InstructionExecutionStage::finished;
  p.local_time = agenda_.now();
  ++finished_node_count_;
}

/// Returns for how much longer the handlers of active messages keep the node busy, counted from now.
Duration Nodes::remaining_handler_time(NodeId node) const noexcept {
  if (active_messages_ == nullptr) return Duration::zero();
  return std::max(active_messages_->endpoint(node).handlers_busy_until - agenda_.now(), Duration::zero());
}

bool Nodes::record_failed_poll_and_maybe_sleep(NodeId node) {
  Processor& p = (*this)[node];
  Arbiter* const arbiter = agenda_.options().arbiter;
  // While the arbiter delays a pending event, more polls in a row than usual can still find something new. With no
  // event pending, further polls cannot find anything new.
  const bool is_held_back = arbiter != nullptr && idle_wake_up_rounds_ == 0 && agenda_.has_pending_events();
  if (++p.consecutive_failed_polls < (is_held_back ? arbiter->polls_before_sleep() : Arbiter::kUsualPollsBeforeSleep))
    return true;
  if (arbiter != nullptr && agenda_.has_pending_events()) arbiter->on_polling_stopped(node);
  p.execution_stage = Processor::InstructionExecutionStage::polling;
  p.blocked_since = agenda_.now();
  return false;
}

bool Nodes::record_failed_lock_try_and_maybe_sleep(NodeId node) {
  Processor& p = (*this)[node];
  p.has_unsuccessful_poll_since_event = true;
  if (p.has_read_clock.exchange(false)) {  // the program of the node may have a time limit of its own, so that its
                                           // tries do not count as vain
    p.consecutive_lock_tries = 0;
    idle_wake_up_rounds_ = 0;
  }
  if (p.consecutive_lock_tries < lock_tries_before_sleep(agenda_.options().arbiter)) return true;
  p.consecutive_lock_tries = 0;
  Arbiter* const arbiter = agenda_.options().arbiter;
  if (arbiter != nullptr && agenda_.has_pending_events()) arbiter->on_polling_stopped(node);
  block(node);
  return false;
}

void Nodes::wake_polling_node(NodeId node, Duration later) {
  Processor& p = (*this)[node];
  const Duration slept = agenda_.now() + later - p.blocked_since;
  const Duration rest = later + (processor_rates_.poll - slept % processor_rates_.poll) % processor_rates_.poll;
  p.execution_stage = Processor::InstructionExecutionStage::instruction_taking_effect;
  p.consecutive_failed_polls = 0;
  schedule_next_instruction_of_node(node, rest);
}

bool Nodes::wake_idle_pollers() {
  if (idle_wake_up_rounds_ == 0) {
    idle_polling_begin_ = agenda_.now();
    idle_wake_ups_of_nodes_ = 0;
  }
  Arbiter* const arbiter = agenda_.options().arbiter;
  if (idle_wake_up_rounds_ == kIdleWakeUpRoundsUnderArbiter && arbiter != nullptr && arbiter->is_run_pointless())
    return false;
  Duration later{};
  if (idle_wake_up_rounds_ < kIdleWakeUpRoundsBeforeEnd ||
      (arbiter == nullptr && idle_wake_ups_of_nodes_ < kFewestIdleWakeUpsOfNodes)) {
    ++idle_wake_up_rounds_;
  } else {
    const Duration idle = agenda_.now() - idle_polling_begin_;
    if (idle > kLongestIdlePollingTime) return false;
    later = idle / kIdlePauseDivisor;
  }
  bool any = false;
  for (std::uint32_t i = 0; i < count(); ++i) {
    Processor& p = processors_[i];
    if (p.sleeps_until_lock_is_free() && idle_wake_up_rounds_ <= max_idle_wake_ups_of_lock_waiters(arbiter)) {
      agenda_.note_touched_by_event(NodeId{i});
      start_next_instruction(NodeId{i});
      any = true;
    }
    if (p.execution_stage != Processor::InstructionExecutionStage::polling) continue;
    if (!p.has_read_clock.exchange(false) && later > Duration::zero()) continue;
    agenda_.note_touched_by_event(NodeId{i});
    wake_polling_node(NodeId{i}, later);
    ++idle_wake_ups_of_nodes_;
    any = true;
  }
  return any;
}

/// Marks a request as complete. Returns false, and the run fails, if the fabric has completed this request before.
[[gnu::always_inline]] inline bool Nodes::note_completion(Request& request) {
  agenda_.report_completion_to_any_arbiter(request);
  if (request.complete) [[unlikely]] {
    agenda_.end_run_with_error(std::make_exception_ptr(
        MachineError(fmt::format("machine {}: node {} in {}: completed twice; complete each request once",
                                 agenda_.machine_name(), index(request.owner), call_text(request)))));
    return false;
  }
  request.complete = true;
  idle_wake_up_rounds_ = 0;
  return true;
}

/// Notes that a request has completed while its node was not blocked in a wait for it. If the node probes and tests by
/// turns, it must not fall asleep at its next probe, because a probe does not look at requests.
inline void Nodes::note_completion_for_poller(NodeId node) {
  Processor& p = (*this)[node];
  p.consecutive_lock_tries = 0;
  if (p.sleeps_until_lock_is_free()) [[unlikely]]
    return start_next_instruction(node);
  if (p.execution_stage == Processor::InstructionExecutionStage::polling) {
    wake_polling_node(node);
  } else if (has_any_node_probed_) [[unlikely]] {
    p.consecutive_failed_polls = 0;
  }
}

void Nodes::complete_request(Request& request, Duration after) {
  if (!note_completion(request)) return;
  if (is_blocked_on(request)) {
    unblock(request.owner, after);
  } else {
    note_completion_for_poller(request.owner);
  }
}

/// Interrupts a node by the software for a received message, which runs now, or when the software for earlier messages
/// has ended. The instruction that the node executes ends that much later; a blocked node is delayed only if its wait
/// ends before the software does.
void Nodes::interrupt_for_received_message(NodeId node, Duration cost) noexcept {
  agenda_.note_touched_by_event(node);
  Processor& p = (*this)[node];
  p.receive_software_busy_until = std::max(p.receive_software_busy_until, agenda_.now()) + cost;
  if (p.is_processor_busy_with_instruction()) p.stolen_processor_time += cost;
}

/// Charges a node with the processor time `cost` for a message for which the node was blocked in a wait. Returns how
/// long the node still has to wait until the software for the message has run.
inline Duration Nodes::remaining_receive_software_time(NodeId node, Duration cost) noexcept {
  if (!processor_rates_.received_messages_interrupt) return cost;
  interrupt_for_received_message(node, cost);
  return (*this)[node].receive_software_busy_until - agenda_.now();
}

void Nodes::complete_receive(Request& receive, Duration software) {
  if (!note_completion(receive)) return;
  if (is_blocked_on(receive)) return unblock(receive.owner, remaining_receive_software_time(receive.owner, software));
  charge_for_received_message(receive.owner, software);
  note_completion_for_poller(receive.owner);
}

bool Nodes::is_blocked_until_any_completes(const Processor& p, const Request& request) noexcept {
  if (p.execution_stage != Processor::InstructionExecutionStage::blocked || p.current_instruction.count == 0)
    return false;
  const std::span all = requests_that_end_wait(p.current_instruction);
  return std::ranges::find(all, &request) != all.end();
}

[[gnu::cold]] void Nodes::tell_observer(NodeId node, const NodeState& state) {
  agenda_.options().observer->node_changes_state(agenda_.now(), node, state);
}

/// Returns what a blocked node waits for, as the observer of the run is told it.
NodeState Nodes::wait_state_of(NodeId node) const {
  const Processor& p = (*this)[node];
  switch (p.current_instruction.kind) {
    case Instruction::Kind::collective:
      return {NodeActivity::in_collective};
    case Instruction::Kind::wait_any:
    case Instruction::Kind::wait_some:
      return {NodeActivity::waits_for_any};
    case Instruction::Kind::wait_one:
    case Instruction::Kind::wait_all:
      break;
    default:
      return {NodeActivity::waits_for_packet};
  }
  const Request& request = *p.awaited_request;
  const bool sends = request.kind == Request::Kind::send;
  NodeState state{sends ? NodeActivity::waits_to_send : NodeActivity::waits_to_receive, std::nullopt, request.tag,
                  request.bytes};
  if (request.peer != kAnyNode) state.peer = request.peer;
  return state;
}

}  // namespace switchyard
