#include "runtime/engine/interpreter.hpp"

#include <algorithm>
#include <utility>

// In this file, the keyword `inline` marks the functions through which every event or message passes. Without the
// keyword, compilers inline fewer of them, which costs a tenth of the run time.

namespace switchyard {
namespace {

/// Returns whether the instruction is of a kind that a node repeats while it polls, or while it tries to take a lock.
bool is_call_repeated_while_polling(const Instruction& instruction) {
  switch (instruction.kind) {
    case Instruction::Kind::poll:
    case Instruction::Kind::probe:
    case Instruction::Kind::test_any:
    case Instruction::Kind::test_all:
    case Instruction::Kind::lock_refused:
      return true;
    case Instruction::Kind::send_packet:
      return instruction.tries_lock;
    case Instruction::Kind::poll_until:
      return instruction.condition->owner_of_requested_busy_lock.has_value();
    default:
      return false;
  }
}

/// Returns whether a node may execute the instruction repeatedly while it polls and finds nothing. Besides polls, such
/// instructions are those by which the runtime checks between two polls whether collectives under way can continue, and
/// marks and notes, which change nothing.
bool may_belong_to_unsuccessful_poll(const Instruction& instruction) {
  return instruction.kind == Instruction::Kind::count_complete_requests ||
         instruction.kind == Instruction::Kind::add_trace_mark_of_node ||
         instruction.kind == Instruction::Kind::note_posted_collective || is_call_repeated_while_polling(instruction);
}

}  // namespace

Interpreter::Interpreter(Emulation& emulation, MachineCollectives& meeting)
    : emulation_(emulation),
      nodes_(emulation.nodes_),
      fabric_with_error_context_(emulation.fabric_with_error_context_),
      active_messages_(emulation.active_messages_),
      machine_collectives_(meeting),
      arbiter_(nodes_.agenda().options().arbiter) {
  ready_nodes_.reserve(nodes_.count());
}

void Interpreter::execute_until_node_waits(NodeId node) {
  Processor& p = nodes_[node];
  nodes_.agenda().note_touched_by_event(node);
  for (;;) {
    switch (p.execution_stage) {
      case Processor::InstructionExecutionStage::idle:
        if (!p.instruction_stream.pop(p.current_instruction)) {
          p.local_time = nodes_.agenda().now();
          nodes_.show_node_state_to_observer(node, {});
          ready_nodes_.push_back(node);
          return;
        }
        p.next_request_index = 0;
        if (arbiter_ != nullptr) [[unlikely]]
          let_arbiter_set_open_choices(node, p);
        note_whether_wait_is_for_last_send(p);
        p.execution_stage = Processor::InstructionExecutionStage::starting;
        [[fallthrough]];
      case Processor::InstructionExecutionStage::starting:
        if (!start_instruction(node, p)) return;
        [[fallthrough]];
      case Processor::InstructionExecutionStage::instruction_taking_effect:
        p.execution_stage = Processor::InstructionExecutionStage::idle;
        if (!carry_out_current_instruction(node, p)) return;
        break;
      case Processor::InstructionExecutionStage::blocked:
      case Processor::InstructionExecutionStage::polling:
      case Processor::InstructionExecutionStage::finished:
        return;
    }
  }
}

void Interpreter::resume_node(NodeId node) {
  Processor& p = nodes_[node];
  if (p.stolen_processor_time > Duration::zero()) return postpone_instruction_end_by_interrupts(node, p);
  p.has_unsuccessful_poll_since_event = false;
  p.has_posted_since_event = false;
  execute_until_node_waits(node);
}

/// Delays the end of the node's current instruction by the time for which the software for received messages has
/// interrupted the instruction.
void Interpreter::postpone_instruction_end_by_interrupts(NodeId node, Processor& p) {
  nodes_.agenda().note_touched_by_event(node);
  nodes_.show_node_state_to_observer(node, {NodeActivity::receives});
  nodes_.schedule_next_instruction_of_node(node, std::exchange(p.stolen_processor_time, Duration::zero()));
}

/// Lets the arbiter decide what the node's next instruction leaves open: the source of a receive from any node, or the
/// request that ends a wait_any.
[[gnu::cold]] void Interpreter::let_arbiter_set_open_choices(NodeId node, Processor& p) {
  Instruction& next = p.current_instruction;
  arbiter_->on_instruction(node, next);
  if (next.kind == Instruction::Kind::post && next.request->kind == Request::Kind::receive &&
      next.request->peer == kAnyNode) {
    if (const auto source = arbiter_->prescribed_source(*next.request)) next.request->peer = *source;
  }
  const bool is_send = next.kind == Instruction::Kind::post && next.request->kind == Request::Kind::send;
  if (is_send && must_find_receive(next.request->mode) && arbiter_->lets_ready_messages_be_early())
    next.request->mode = SendMode::standard;
  if (arbiter_->decides_test_and_probe_results()) let_arbiter_decide_result(node, p);
  if (next.kind != Instruction::Kind::wait_any) return;
  if (const auto which = arbiter_->index_of_request_to_await(node)) {
    p.call_result = *which;
    next = Instruction::make_wait_instruction(Instruction::Kind::wait_one, *next.requests[*which],
                                              {next.site, next.call_of_program});
  }
}

/// Returns the probe for which the wait instruction waits, or null if it waits for something else.
Request* Interpreter::awaited_probe(const Instruction& wait) noexcept {
  Request* const first = wait.kind == Instruction::Kind::wait_one                      ? wait.request
                         : wait.kind == Instruction::Kind::wait_all && wait.count == 1 ? wait.requests[0]
                                                                                       : nullptr;
  return first != nullptr && first->kind == Request::Kind::probe ? first : nullptr;
}

/// Lets the arbiter decide the results of probes, tests and wait_some. If it decides that a test finds a complete
/// request, the test becomes a wait for that request, or is repeated by its node if collectives have to continue
/// meanwhile. If it decides that a test finds nothing, the test only takes the time of a poll.
[[gnu::cold]] void Interpreter::let_arbiter_decide_result(NodeId node, Processor& p) {
  Instruction& next = p.current_instruction;
  p.is_wait_any_in_place_of_wait_some = p.is_wait_in_place_of_test = false;
  p.index_to_find.reset();
  const bool looks_for_probe = next.kind == Instruction::Kind::probe && next.belongs_to_waiting_probe();
  Request* const probe = looks_for_probe ? next.request : awaited_probe(next);
  if (probe != nullptr && probe->peer == kAnyNode) {
    if (const auto source = arbiter_->prescribed_source(*probe)) probe->peer = *source;
  }
  if (next.belongs_to_waiting_probe()) return;
  if (next.kind == Instruction::Kind::wait_some) {
    next.kind = Instruction::Kind::wait_any;
    p.is_wait_any_in_place_of_wait_some = true;
  }
  const bool tests = next.kind == Instruction::Kind::test_any || next.kind == Instruction::Kind::test_all;
  if (!tests && next.kind != Instruction::Kind::probe) return;
  const auto answer = arbiter_->prescribed_test_or_probe_result(node);
  if (!answer) return;
  p.indices_of_complete_requests.clear();
  if (*answer == 0) {
    p.call_result = 0;
    arbiter_->on_result(node, 0);
    next = Instruction::make_timed_instruction(Instruction::Kind::compute, nodes_.rates().poll, next.site);
  } else if (next.is_repeated) {
    p.index_to_find = *answer - 1;
    if (next.kind == Instruction::Kind::probe) next.request->peer = NodeId{*answer - 1};
  } else {
    p.is_wait_in_place_of_test = true;
    replace_test_by_wait(p, *answer - 1);
  }
}

/// Called when the arbiter has decided what a test or probe finds: request number `which`, all requests, or a message
/// from node `which`. Turns the test or probe into a wait for that request or message. When the wait is over,
/// end_wait_decided_by_arbiter() makes the result of the test or probe.
void Interpreter::replace_test_by_wait(Processor& p, std::uint32_t which) {
  Instruction& next = p.current_instruction;
  p.call_result = which;
  const WaitSite where{next.site, next.call_of_program};
  if (next.kind == Instruction::Kind::test_all) {
    next.kind = Instruction::Kind::wait_all;
  } else if (next.kind == Instruction::Kind::test_any) {
    next = Instruction::make_wait_instruction(Instruction::Kind::wait_one, *next.requests[which], where);
  } else {
    next.request->peer = NodeId{which};
    next = Instruction::make_wait_instruction(Instruction::Kind::wait_one, *next.request, where);
  }
}

/// Called at the end of a wait in a run with an arbiter. If the wait replaces a test, a probe or a wait_some of the
/// program whose result the arbiter has decided, tells the arbiter what the wait has found, and then makes the result
/// of the program's call.
[[gnu::cold]] void Interpreter::end_wait_decided_by_arbiter(NodeId node, Processor& p) {
  const Instruction& wait = p.current_instruction;
  const Request* const probe = awaited_probe(wait);
  if (std::exchange(p.is_wait_in_place_of_test, false)) {
    arbiter_->on_result(node, probe != nullptr ? index(probe->peer) + 1 : p.call_result + 1);
    if (wait.kind == Instruction::Kind::wait_all) {
      find_complete_requests(p);
    } else {
      p.indices_of_complete_requests.assign(1, p.call_result);
      p.call_result = 1;
    }
    return;
  }
  if (probe != nullptr) arbiter_->on_probe_found(node, probe->peer);
  if (!std::exchange(p.is_wait_any_in_place_of_wait_some, false)) return;
  p.indices_of_complete_requests.assign(1, p.call_result);
  p.call_result = 1;
}

/// Notes whether the instruction waits for the send that the node has posted just before. The send and the wait then
/// count as one operation, which pays the processor time that the node owes (Processor::unpaid_processor_time) before
/// the send, and not again while the message is on its way. If the wait is also for other requests, it pays newly owed
/// time once the send is complete.
inline void Interpreter::note_whether_wait_is_for_last_send(Processor& p) noexcept {
  const Instruction& next = p.current_instruction;
  const Request* sent = std::exchange(p.last_posted_send, nullptr);
  p.waits_for_last_posted_send = false;
  switch (next.kind) {
    case Instruction::Kind::post:
      if (next.request->kind == Request::Kind::send) p.last_posted_send = next.request;
      break;
    case Instruction::Kind::wait_one:
      p.waits_for_last_posted_send = next.request == sent;
      break;
    case Instruction::Kind::wait_all:
      p.waits_for_last_posted_send = next.count > 0 && next.requests[0] == sent;
      break;
    default:
      break;
  }
}

inline Duration Interpreter::take_owed_processor_time(Processor& p) const noexcept {
  if (p.waits_for_last_posted_send &&
      (p.current_instruction.count <= 1 || !p.current_instruction.requests[0]->complete))
    return Duration::zero();
  const Duration receipts = std::max(p.receive_software_busy_until - nodes_.agenda().now(), Duration::zero());
  return std::exchange(p.unpaid_processor_time, Duration::zero()) + receipts;
}

/// Starts an instruction. Returns false if the instruction takes effect later, because it takes processor time before
/// its effect.
inline bool Interpreter::start_instruction(NodeId node, Processor& p) {
  if (const Duration debt = take_owed_processor_time(p); debt > Duration::zero()) {
    nodes_.show_node_state_to_observer(node, {NodeActivity::receives});
    nodes_.schedule_next_instruction_of_node(node, debt);
    return false;
  }
  p.execution_stage = Processor::InstructionExecutionStage::instruction_taking_effect;
  if (const Duration first = processor_time_before_instruction_effect(node, p.current_instruction);
      first > Duration::zero()) {
    if (nodes_.agenda().options().observer != nullptr) [[unlikely]]
      show_instruction_start(node, p.current_instruction);
    nodes_.schedule_next_instruction_of_node(node, first);
    return false;
  }
  if (arbiter_ == nullptr || !needs_event_of_its_own(p)) [[likely]]
    return true;
  nodes_.schedule_next_instruction_of_node(node, Duration::zero());
  return false;
}

/// Returns whether an instruction that takes no time gets an event of its own, which an arbiter can delay. Between a
/// poll or test that has found nothing and the next instruction, messages may then arrive; and a request that was just
/// posted may be complete before the next instruction.
[[gnu::cold]] bool Interpreter::needs_event_of_its_own(const Processor& p) noexcept {
  switch (p.current_instruction.kind) {
    case Instruction::Kind::wait_any:
    case Instruction::Kind::wait_some:
    case Instruction::Kind::count_complete_requests:
    case Instruction::Kind::cancel:
    case Instruction::Kind::post:
      return p.has_unsuccessful_poll_since_event || p.has_posted_since_event;
    case Instruction::Kind::send_packet:
    case Instruction::Kind::poll:
    case Instruction::Kind::poll_until:
      return p.has_unsuccessful_poll_since_event;
    default:
      return false;
  }
}

/// Returns the processor time that an instruction takes before its effect.
inline Duration Interpreter::processor_time_before_instruction_effect(NodeId node, const Instruction& instruction) {
  switch (instruction.kind) {
    case Instruction::Kind::post:
      return instruction.request->kind == Request::Kind::send
                 ? fabric_with_error_context_.send_overhead(*instruction.request)
                 : Duration::zero();
    case Instruction::Kind::compute:
    case Instruction::Kind::compute_with_real_work_on_host:
      return Duration{instruction.duration};
    case Instruction::Kind::probe:
    case Instruction::Kind::test_any:
    case Instruction::Kind::test_all:
      return nodes_.rates().poll;
    case Instruction::Kind::send_packet:
      return nodes_.rates().packet_send;
    case Instruction::Kind::poll:
      return active_messages_.endpoint(node).arrived_packets.empty() ? nodes_.rates().poll : Duration::zero();
    default:
      return Duration::zero();
  }
}

/// Carries out the effect of an instruction. Returns true if the node can start its next
/// instruction at once.
inline bool Interpreter::carry_out_current_instruction(NodeId node, Processor& p) {
  const Instruction& instruction = p.current_instruction;
  if ((p.consecutive_failed_polls | p.consecutive_lock_tries) != 0 && !may_belong_to_unsuccessful_poll(instruction))
    p.consecutive_failed_polls = p.consecutive_lock_tries = 0;
  switch (instruction.kind) {
    case Instruction::Kind::post:
      return post_request(p, *instruction.request);
    case Instruction::Kind::wait_one:
    case Instruction::Kind::wait_all:
    case Instruction::Kind::wait_any:
    case Instruction::Kind::wait_some:
      return carry_out_wait(node, p);
    case Instruction::Kind::test_any:
      return test_requests(node, p, 1);
    case Instruction::Kind::test_all:
      return test_requests(node, p, instruction.count);
    case Instruction::Kind::count_complete_requests:
      find_complete_requests(p);
      if (arbiter_ != nullptr && arbiter_->decides_test_and_probe_results()) [[unlikely]]
        arbiter_->on_result(node, p.call_result);
      return true;
    case Instruction::Kind::probe:
      return probe_once(node, p);
    case Instruction::Kind::cancel:
      return cancel_request(*instruction.request);
    case Instruction::Kind::send_packet:
      if (instruction.tries_lock) ++p.consecutive_lock_tries;
      return active_messages_.send_first_outgoing_packet(node);
    case Instruction::Kind::poll:
      return active_messages_.handle_arrived_packets(node);
    case Instruction::Kind::poll_until:
      return active_messages_.poll_until(node);
    case Instruction::Kind::lock_refused:
      return active_messages_.note_refused_lock(node);
    case Instruction::Kind::compute:
    case Instruction::Kind::note_posted_collective:  // this instruction has no effect; only the arbiter of the run
                                                     // reads it
      return true;
    case Instruction::Kind::compute_with_real_work_on_host:
      return end_compute_call(node, p);
    case Instruction::Kind::compare_collective:
      return machine_collectives_.check_node_call_agrees(node);
    case Instruction::Kind::collective:
      machine_collectives_.enter_machine_collective(node);
      return false;
    case Instruction::Kind::invoke_callback:
      (*instruction.action)();
      return true;
    case Instruction::Kind::add_trace_mark_of_node:
      return add_trace_mark_of_node(node, instruction.label);
    case Instruction::Kind::finish:
    case Instruction::Kind::fail:
      return end_program(node, instruction);
  }
  return false;
}

inline bool Interpreter::post_request(Processor& p, Request& request) {
  p.has_posted_since_event = true;
  if (request.kind == Request::Kind::receive) {
    fabric_with_error_context_.post_receive(request);
  } else {
    if (request.protocol != Protocol::bulk) ++sent_message_count_;
    fabric_with_error_context_.post_send(request);
  }
  return true;
}

inline bool Interpreter::carry_out_wait(NodeId node, Processor& p) {
  const bool is_over =
      is_wait_over(node, p) ||
      (p.awaited_request != nullptr && p.awaited_request->kind == Request::Kind::probe && find_probed_message(node, p));
  if (!is_over) {
    nodes_.block(node);
    return false;
  }
  if (arbiter_ != nullptr && arbiter_->decides_test_and_probe_results()) [[unlikely]]
    end_wait_decided_by_arbiter(node, p);
  return true;
}

/// Looks once for the message of a blocking probe, when its node is about to block. A message that comes later is found
/// by Emulation::note_message_to_probe(), which is called whenever a message arrives. A blocking probe is the only
/// request of its wait.
bool Interpreter::find_probed_message(NodeId node, Processor& p) {
  nodes_.note_probe(node);
  if (!fabric_with_error_context_.find_message(*p.awaited_request)) return false;
  std::exchange(p.awaited_request, nullptr)->complete = true;
  return true;
}

inline bool Interpreter::is_wait_over(NodeId node, Processor& p) {
  const Instruction& wait = p.current_instruction;
  if (wait.kind == Instruction::Kind::wait_one) {
    if (!wait.request->complete) p.awaited_request = wait.request;
    return p.awaited_request == nullptr;
  }
  if (wait.kind == Instruction::Kind::wait_all) {
    while (p.next_request_index < wait.count && wait.requests[p.next_request_index]->complete) ++p.next_request_index;
    if (p.next_request_index < wait.count) p.awaited_request = wait.requests[p.next_request_index];
    return p.awaited_request == nullptr;
  }
  if (wait.kind == Instruction::Kind::wait_some) return find_complete_requests(p) && p.call_result > 0;
  if (arbiter_ != nullptr) [[unlikely]]
    return choose_completed_request(node, p);
  for (std::uint32_t i = 0; i < wait.count; ++i) {
    if (!wait.requests[i]->complete) continue;
    p.call_result = i;
    return true;
  }
  return false;
}

/// Lets the arbiter choose which of the complete requests ends a wait for any of several requests.
[[gnu::cold]] bool Interpreter::choose_completed_request(NodeId node, Processor& p) {
  find_complete_requests(p);
  if (p.indices_of_complete_requests.empty()) return false;
  p.call_result =
      p.indices_of_complete_requests[nodes_.agenda().choose_call_result(node, p.indices_of_complete_requests.size())];
  arbiter_->on_wait_any_ended(node, p.call_result);
  return true;
}

/// Lets the arbiter choose which of the complete requests a test for any of several requests returns.
[[gnu::cold]] void Interpreter::choose_test_result(NodeId node, Processor& p) {
  if (p.indices_of_complete_requests.size() < 2) return;
  p.indices_of_complete_requests = {
      p.indices_of_complete_requests[nodes_.agenda().choose_call_result(node, p.indices_of_complete_requests.size())]};
  p.call_result = 1;
}

/// Writes the indices of the complete requests of the current instruction to Processor::indices_of_complete_requests,
/// and their number to Processor::call_result. Always returns true.
bool Interpreter::find_complete_requests(Processor& p) {
  p.indices_of_complete_requests.clear();
  for (std::uint32_t i = 0; i < p.current_instruction.count; ++i) {
    if (p.current_instruction.requests[i]->complete) p.indices_of_complete_requests.push_back(i);
  }
  p.call_result = static_cast<std::uint32_t>(p.indices_of_complete_requests.size());
  return true;
}

bool Interpreter::test_requests(NodeId node, Processor& p, std::uint32_t enough) {
  find_complete_requests(p);
  if (arbiter_ != nullptr && arbiter_->decides_test_and_probe_results()) [[unlikely]] {
    const bool tests_all = p.current_instruction.kind == Instruction::Kind::test_all;
    if (p.index_to_find && !tests_all) keep_only_request_chosen_by_arbiter(p);
    if (p.index_to_find && p.call_result < enough) return tell_node_to_repeat_test(node, p);
    if (!tests_all && p.call_result > 1) p.indices_of_complete_requests.resize(p.call_result = 1);
    if (!p.current_instruction.belongs_to_waiting_probe())
      arbiter_->on_result(node, p.call_result < enough ? 0
                                : tests_all            ? 1
                                                       : p.indices_of_complete_requests.front() + 1);
  } else if (arbiter_ != nullptr && (p.current_instruction.call_of_program == WaitingCall::test_any ||
                                     p.current_instruction.call_of_program == WaitingCall::wait_any)) [[unlikely]] {
    choose_test_result(node, p);
  }
  return finish_poll_or_test(node, p, p.call_result < enough);
}

/// Removes all complete requests from the result of a test except the one that the arbiter has decided the test finds;
/// nothing is left if that request is not complete yet.
[[gnu::cold]] void Interpreter::keep_only_request_chosen_by_arbiter(Processor& p) {
  std::erase_if(p.indices_of_complete_requests, [&](std::uint32_t each) { return each != *p.index_to_find; });
  p.call_result = static_cast<std::uint32_t>(p.indices_of_complete_requests.size());
}

/// Ends a test or probe that has to find something (as the arbiter has decided) and has not found it yet. The node then
/// repeats the test or probe.
[[gnu::cold]] bool Interpreter::tell_node_to_repeat_test(NodeId node, Processor& p) {
  p.indices_of_complete_requests.clear();
  p.call_result = Instruction::kAnswerThatTestMustBeRepeated;
  return finish_poll_or_test(node, p, true);
}

bool Interpreter::probe_once(NodeId node, Processor& p) {
  nodes_.note_probe(node);
  p.call_result = fabric_with_error_context_.find_message(*p.current_instruction.request) ? 1 : 0;
  if (p.index_to_find && p.call_result == 0) [[unlikely]]
    return tell_node_to_repeat_test(node, p);
  if (arbiter_ != nullptr && arbiter_->decides_test_and_probe_results()) [[unlikely]]
    arbiter_->on_result(node, p.call_result == 0 ? 0 : index(p.current_instruction.request->peer) + 1);
  return finish_poll_or_test(node, p, p.call_result == 0);
}

inline bool Interpreter::finish_poll_or_test(NodeId node, Processor& p, bool in_vain) {
  p.has_unsuccessful_poll_since_event = p.has_unsuccessful_poll_since_event || in_vain;
  if (in_vain) return nodes_.record_failed_poll_and_maybe_sleep(node);
  p.consecutive_failed_polls = p.consecutive_lock_tries = 0;
  p.has_polled_by_probe = false;
  return true;
}

/// Cancels a request, unless it is complete or its message and receive are already matched. A send is matched at its
/// destination, so the order of events at that node decides whether the cancellation comes in time.
bool Interpreter::cancel_request(Request& request) {
  if (request.kind == Request::Kind::send) nodes_.agenda().note_touched_by_event(request.peer);
  if (request.complete || request.matched || request.claimed) return true;
  request.cancelled = true;
  request.cancelled = fabric_with_error_context_.cancel(request);
  if (!request.cancelled) return true;
  nodes_[request.owner].has_unsuccessful_poll_since_event = true;
  if (request.kind == Request::Kind::receive) {
    emulation_.complete_request(request);
  } else {
    --sent_message_count_;
    emulation_.note_send_cancelled(request);
  }
  return true;
}

/// Ends a compute call during which the node's thread does real work (computing on the host). The node always becomes
/// one of ready_nodes(), even if its thread has already finished the work, so that the speed of the thread has no
/// influence on the order of events.
bool Interpreter::end_compute_call(NodeId node, Processor& p) {
  p.local_time = nodes_.agenda().now();
  ready_nodes_.push_back(node);
  return false;
}

bool Interpreter::add_trace_mark_of_node(NodeId node, const char* label) {
  const VirtualTime now = nodes_.agenda().now();
  trace_marks_.push_back({node, now, label});
  if (Observer* observer = nodes_.agenda().options().observer) observer->node_marked(now, node, label);
  return true;
}

bool Interpreter::end_program(NodeId node, const Instruction& last) {
  if (last.kind == Instruction::Kind::fail) {
    nodes_.agenda().end_run_with_error(*last.error);
  } else {
    nodes_.show_node_state_to_observer(node, {NodeActivity::finished});
  }
  nodes_.mark_program_finished(node);
  return false;
}

/// Tells the observer of the run that the node starts an instruction that takes processor time before its effect.
void Interpreter::show_instruction_start(NodeId node, const Instruction& instruction) {
  if (instruction.kind == Instruction::Kind::post) {
    const Request& send = *instruction.request;
    return nodes_.show_node_state_to_observer(node, {NodeActivity::sends, send.peer, send.tag, send.bytes});
  }
  const bool sends = instruction.kind == Instruction::Kind::send_packet;
  const bool polls = is_call_repeated_while_polling(instruction);
  nodes_.show_node_state_to_observer(node, {sends   ? NodeActivity::sends
                                            : polls ? NodeActivity::polls
                                                    : NodeActivity::computes});
}

}  // namespace switchyard
