#include "runtime/clock/virtual/virtual_clock.hpp"

namespace switchyard {

VirtualClockSession::VirtualClockSession(const MachineModel& machine, const Engine::Options& options,
                                         Executor& executor)
    : EngineSession(machine, options),
      executor_(executor),
      arbiter_(options.arbiter),
      runs_in_lockstep_(machine.has_active_messages() && machine.always_interrupts()),
      program_errors_(machine.node_count()),
      unreported_lock_tries_(machine.node_count()),
      running_count_(machine.node_count()) {
  engine_.prefetch_stacks_of(executor);
}

/// Marks a node as parked. Returns true if it was the last node that the engine waited for, so that the caller has to
/// run the engine.
inline bool VirtualClockSession::mark_node_parked_and_check_if_last(NodeId node) {
  const ThreadState before = engine_.processor(node).thread_state.exchange(ThreadState::parked);
  return before == ThreadState::running && running_count_.fetch_sub(1) == 1;
}

/// Blocks a node until the engine has executed all instructions that the node has issued. The function is always
/// inlined, as is execute_and_wait(), which issues an instruction and then parks, because the processor mispredicts
/// each return that follows a switch to another fiber.
[[gnu::always_inline]] inline void VirtualClockSession::park(NodeId node) {
  if (is_stopped_.load()) throw RunStopped{};
  if (mark_node_parked_and_check_if_last(node)) run_engine();
  executor_.park(node);
  if (is_stopped_.load()) throw RunStopped{};
}

inline void VirtualClockSession::issue_instruction(NodeId node, const Instruction& instruction) {
  while (!engine_.processor(node).instruction_stream.push(instruction))
    park_without_inlining(node);  // the instruction stream is full: wait until the engine has executed the instructions
                                  // in it
}

/// A version of park() that is not inlined, for callers that rarely have to park.
[[gnu::noinline]] void VirtualClockSession::park_without_inlining(NodeId node) { park(node); }

/// Hands the engine an instruction of `node`, and returns without waiting until the engine has executed the
/// instruction.
inline void VirtualClockSession::issue_instruction_without_waiting(NodeId node, const Instruction& instruction) {
  issue_instruction(node, instruction);
  if (runs_in_lockstep_) park_without_inlining(node);
}

/// Blocks the calling node until the engine has executed `instruction`. Returns the result of the instruction
/// (Processor::call_result).
[[gnu::always_inline]] inline std::uint32_t VirtualClockSession::execute_and_wait(NodeId node,
                                                                                  const Instruction& instruction) {
  issue_instruction(node, instruction);
  park(node);
  return engine_.processor(node).call_result;
}

/// Runs the engine, which executes events and so advances virtual time until node programs must run. If the engine
/// throws an exception, such as std::bad_alloc, the exception ends the run.
Engine::EngineProgress VirtualClockSession::advance_engine() {
  try {
    return engine_.execute_events_until_node_runs();
  } catch (...) {
    engine_.end_run_with_error(std::current_exception());
    return Engine::EngineProgress::run_failed;
  }
}

/// Runs the engine until it has to wait for nodes, or the run is over.
void VirtualClockSession::run_engine() {
  do {
    running_count_.store(1);
    switch (advance_engine()) {
      case Engine::EngineProgress::waiting_for_node_programs:
        wake_nodes_without_instructions();
        break;
      case Engine::EngineProgress::all_done:
        return;
      case Engine::EngineProgress::run_failed:
        return stop_all_nodes();
    }
  } while (running_count_.fetch_sub(1) == 1);
}

/// Wakes the nodes that have no instruction left. Each node is added to the count of nodes that the engine waits for
/// before the node is woken, because the node subtracts itself from that count when it parks.
void VirtualClockSession::wake_nodes_without_instructions() {
  for (const NodeId node : engine_.ready_nodes()) {
    Processor& p = engine_.processor(node);
    ThreadState state = p.thread_state.load();
    running_count_.fetch_add(1);
    if (state == ThreadState::doing_real_work && p.thread_state.compare_exchange_strong(state, ThreadState::running))
      continue;
    if (p.instruction_stream.read_available() > 0) {  // the node has finished its real work, issued more instructions
                                                      // and parked again, so that it need not be woken
      running_count_.fetch_sub(1);
      continue;
    }
    p.instruction_stream.reset();  // lets the node write its next instructions to the memory of its last ones, which is
                                   // more likely to be in a cache than the rest of the stream's memory
    p.thread_state.store(ThreadState::running);
    executor_.unpark(node);
  }
}

void VirtualClockSession::stop_all_nodes() {
  is_stopped_.store(true);
  for (std::uint32_t i = 0; i < engine_.node_count(); ++i) executor_.unpark(NodeId{i});
}

void VirtualClockSession::post(Request& request) {
  issue_instruction_without_waiting(request.owner, Instruction::make_instruction(Instruction::Kind::post, request));
}

/// Makes the engine wait for each of the requests before it executes later instructions of the node. There is a
/// separate wait instruction for each request, because the calling program does not block, and its list of requests may
/// be gone when the engine executes the instructions.
void VirtualClockSession::order_later_calls_after_requests(NodeId node, std::span<Request* const> requests,
                                                           WaitSite where) {
  for (Request* request : requests)
    issue_instruction_without_waiting(node,
                                      Instruction::make_wait_instruction(Instruction::Kind::wait_one, *request, where));
}

void VirtualClockSession::wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) {
  execute_and_wait(node, Instruction::make_wait_instruction(Instruction::Kind::wait_all, requests, where));
}

void VirtualClockSession::compute(NodeId node, Duration cost, CallSite site) {
  issue_instruction_without_waiting(node, Instruction::make_timed_instruction(Instruction::Kind::compute, cost, site));
}

void VirtualClockSession::begin_work_on_host(NodeId node, Duration cost, CallSite site) {
  if (is_stopped_.load()) throw RunStopped{};
  issue_instruction(node,
                    Instruction::make_timed_instruction(Instruction::Kind::compute_with_real_work_on_host, cost, site));
  engine_.processor(node).thread_state.store(ThreadState::doing_real_work);
  if (running_count_.fetch_sub(1) == 1) run_engine();
  executor_.begin_work_on_host(node);
}

/// Ends the real work (computing on the host) inside a compute call. Returns when virtual time has reached the end of
/// the call.
void VirtualClockSession::end_work_on_host(NodeId node) {
  executor_.end_work_on_host(node);
  if (engine_.processor(node).thread_state.load() != ThreadState::running) park(node);
}

VirtualTime VirtualClockSession::now(NodeId node) {
  if (arbiter_ != nullptr) arbiter_->on_clock_read();
  engine_.processor(node).has_read_clock = true;
  park(node);
  return engine_.processor(node).local_time;
}

void VirtualClockSession::wait_for_own_operations(NodeId node) { park(node); }

/// Blocks the node's thread until the collective is over, so that a collective also orders the accesses of programs to
/// memory that they share on the host.
bool VirtualClockSession::take_part_in_collective(NodeId node, const CollectiveCall& call, CallSite site) {
  return execute_and_wait(node, Instruction::make_instruction(Instruction::Kind::collective, call, site)) == 1;
}

void VirtualClockSession::order_later_calls_after_barrier(NodeId node, Collective kind, CallSite site) {
  static const CollectiveCall barrier, global_sync{.kind = Collective::global_sync};
  issue_instruction_without_waiting(
      node, Instruction::make_instruction(Instruction::Kind::collective,
                                          kind == Collective::barrier ? barrier : global_sync, site));
}

void VirtualClockSession::send_active_message(const Packet& packet) {
  const NodeId node = packet.source;
  while (!engine_.packet_endpoint(node).outgoing_packets.push(packet))
    park_without_inlining(node);  // the queue of outgoing packets is full: wait until the engine has sent its packets
  Instruction instruction(Instruction::Kind::send_packet, packet.site);
  instruction.tries_lock = packet.tries_lock;
  issue_instruction_without_waiting(node, instruction);
}

bool VirtualClockSession::poll(NodeId node, std::span<Request* const> watched, CallSite site) {
  return execute_and_wait(node, Instruction::make_instruction(Instruction::Kind::poll, watched, site)) == 1;
}

bool VirtualClockSession::poll_until(NodeId node, const PollCondition& condition, CallSite site) {
  return execute_and_wait(node, Instruction::make_poll_until_instruction(condition, site)) == 1;
}

void VirtualClockSession::note_refused_lock(NodeId node, NodeId owner, CallSite site) {
  std::uint32_t& refusals = unreported_lock_tries_[index(node)];
  if (++refusals < (arbiter_ != nullptr ? 1 : Nodes::lock_tries_before_sleep(nullptr))) return;
  refusals = 0;
  execute_and_wait(node, Instruction::make_failed_lock_try_instruction(owner, site));
}

/// Returns the state that active messages use on the node (its bulk ports and its lock). The engine does not run until
/// this node parks again, so no handler changes the returned object in the meantime.
ActiveMessageState& VirtualClockSession::active_message_state_of(NodeId node) {
  park(node);
  return engine_.packet_endpoint(node).active_message_state;
}

void VirtualClockSession::run_at_turn_of_node(NodeId node, const std::function<void()>& what) {
  Instruction instruction(Instruction::Kind::invoke_callback);
  instruction.action = &what;
  issue_instruction(node, instruction);
  park(node);
}

void VirtualClockSession::record_mark(NodeId node, const char* label) {
  Instruction instruction(Instruction::Kind::add_trace_mark_of_node);
  instruction.label = label;
  issue_instruction(node, instruction);
}

void VirtualClockSession::finish(NodeId node) {
  issue_instruction(node, Instruction(Instruction::Kind::finish));
  if (mark_node_parked_and_check_if_last(node)) run_engine();
}

void VirtualClockSession::fail(NodeId node, std::exception_ptr error) {
  if (is_stopped_.load()) return;
  program_errors_[index(node)] = std::move(error);
  Processor& p = engine_.processor(node);
  if (p.has_abandoned_requests) {
    p.abandoned_program_error = &program_errors_[index(node)];
    if (mark_node_parked_and_check_if_last(node)) run_engine();
    return;
  }
  Instruction instruction(Instruction::Kind::fail);
  instruction.error = &program_errors_[index(node)];
  issue_instruction(node, instruction);
  if (mark_node_parked_and_check_if_last(node)) run_engine();
}

}  // namespace switchyard
