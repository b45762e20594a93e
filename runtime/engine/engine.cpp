#include "runtime/engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "runtime/engine/stuck_run.hpp"
#include "runtime/executor.hpp"

namespace switchyard {
namespace {

/// The number of times that node programs may run at one value of virtual time. A run that reaches this number fails
/// with a livelock, because its virtual time would never advance.
constexpr std::uint32_t kMostRoundsAtOneInstant = 1U << 22U;
/// The smallest number of nodes whose states together no longer fit into a core's own caches, so that prefetching pays.
constexpr std::uint32_t kNodeCountToPrefetchEvents = 1024;

}  // namespace

Emulation::Emulation(const MachineModel& machine, const EngineOptions& options)
    : agenda_(machine.node_count(), machine.name(), options),
      nodes_(machine, agenda_),
      message_delivery_(nodes_),
      fabric_with_error_context_(agenda_),
      active_messages_(machine, nodes_, message_delivery_, fabric_with_error_context_),
      synchronous_sends_(machine, nodes_) {
  fabric_with_error_context_.set_fabric(machine.make_fabric(*this));
}

[[gnu::cold]] void Emulation::refuse_event(NodeId node, std::uint32_t kind) {
  end_run_with_error(std::make_exception_ptr(MachineError(fmt::format(
      "machine {}: an event of kind {} was scheduled for node {}; kinds begin at {}, and nodes end at {} (seed {})",
      agenda_.machine_name(), kind, index(node), kFirstFabricEventKind, nodes_.count(), seed()))));
}

/// Called when a message has arrived that `node` may probe for: wakes the node if it is blocked in a probe or sleeps
/// between two probes.
[[gnu::cold]] void Emulation::wake_probing_node(NodeId node) {
  agenda_.note_touched_by_event(node);
  Processor& p = nodes_[node];
  if (p.execution_stage == Processor::InstructionExecutionStage::polling && p.has_polled_by_probe)
    return nodes_.wake_polling_node(node);
  p.consecutive_failed_polls = 0;  // polls in vain are counted from zero again, so that the node probes again before it
                                   // may sleep
  if (p.sleeps_until_lock_is_free()) return nodes_.start_next_instruction(node);
  if (p.execution_stage != Processor::InstructionExecutionStage::blocked || p.awaited_request == nullptr) return;
  if (p.awaited_request->kind != Request::Kind::probe) return;
  if (fabric_with_error_context_.find_message(*p.awaited_request))
    nodes_.complete_request(*p.awaited_request, Duration::zero());
}

Engine::Engine(const MachineModel& machine, const Options& options)
    : emulation_(machine, options),
      machine_collectives_(machine, emulation_.nodes_, emulation_.fabric_with_error_context_),
      interpreter_(emulation_, machine_collectives_),
      prefetches_next_events_(machine.node_count() >= kNodeCountToPrefetchEvents && options.arbiter == nullptr) {
  if (options.arbiter != nullptr) options.arbiter->on_begin_of_run(fabric());
  nodes_to_execute_.reserve(node_count());
  for (std::uint32_t i = 0; i < node_count(); ++i) interpreter_.ready_nodes().push_back(NodeId{i});
}

bool Engine::are_events_in_virtual_time_order() const noexcept {
  const Arbiter* const arbiter = emulation_.agenda_.options().arbiter;
  return arbiter == nullptr || arbiter->decides_test_and_probe_results();
}

Engine::EngineProgress Engine::execute_events_until_node_runs() {
  const EngineProgress progress = execute_events();
  emulation_.message_delivery_.finish_copies();
  if (std::atomic<std::uint64_t>* const counter = agenda().options().delivered_message_counter)
    counter->store(emulation_.message_delivery_.delivered_message_count(), std::memory_order_relaxed);
  return progress;
}

/// Prefetches what the next two events need, while the event for `node` is executed. There are three steps, because
/// each reads what the one before has fetched: a node's state, then its next instructions, then the requests of these
/// instructions. Several instructions may take effect at one event, and the requests of one wait mostly lie one behind
/// the other in memory. The next event may also let a node's program run, which then needs its stack. Stacks are
/// prefetched only while programs run often: otherwise nearly all of these prefetches would be in vain.
inline void Engine::prefetch_for_next_events(NodeId node) {
  constexpr std::size_t kLines = 3;  // number of cache lines of a Processor up to the read position of its instruction
                                     // stream
  constexpr std::size_t kInstructionLines = 2;
  constexpr std::size_t kRequests = 5;  // number of requests to prefetch, with one cache line each
  const EventQueue& queue = emulation_.agenda_.event_queue();
  const Event& next_event = queue.next_event();
  const Event& event_after = queue.guess_event_after_next();
  const NodeId next = next_event.node();
  const NodeId after = event_after.node();
  if (std::max({index(node), index(next), index(after)}) >= node_count())
    return;  // one of the three events belongs to the network and to no node
  prefetch_lines(&processor(after), kLines);
  prefetch_lines(processor(next).current_instruction.request, 2);
  if (executor_of_programs_ != nullptr && stack_prefetches_left_ > 0) {
    --stack_prefetches_left_;
    executor_of_programs_->prefetch_stack(next);
  }
  if (const Instruction* first = processor(next).next_instruction()) prefetch_lines(first, kInstructionLines);
  if (const Instruction* first = processor(node).next_instruction()) prefetch_lines(first->request, kRequests);
  emulation_.fabric_with_error_context_.prefetch_for_next_events(next_event, event_after);
}

[[gnu::always_inline]] inline void Engine::execute_next_event() {
  SimulationEventAgenda& agenda = emulation_.agenda_;
  const VirtualTime before = agenda.now();
  const Event event = agenda.take_next_event();
  if (event.kind == kDeadline && emulation_.active_messages_.poll_has_ended(event))
    return agenda.set_time_back_to(before);
  if (!agenda.record_event_unless_past_time_limit(event)) return;
  if (prefetches_next_events_ && !agenda.event_queue().empty()) prefetch_for_next_events(event.node());
  execute_event(event);
}

[[gnu::always_inline]] inline void Engine::execute_event(const Event& event) {
  if (event.kind >= Emulation::kFirstFabricEventKind) return emulation_.fabric_with_error_context_.on_event(event);
  if (event.kind == kResumeNode) return interpreter_.resume_node(event.node());
  execute_rare_event(event);
}

void Engine::execute_rare_event(const Event& event) {
  agenda().note_touched_by_event(event.node());
  emulation_.fabric_with_error_context_.note_all_state_touched_unless_reported();
  if (event.kind == kHandlePacket) emulation_.active_messages_.handle_first_packet(event.node());
  // At the deadline of a poll whose condition has not come true, the poll ends, and its result stays 0.
  if (event.kind == kDeadline) nodes().start_next_instruction(event.node());
  if (event.kind == kSendAcknowledged) emulation_.synchronous_sends_.complete_acknowledged_send(event.subject_number);
}

Engine::EngineProgress Engine::execute_events() {
  SimulationEventAgenda& agenda = emulation_.agenda_;
  std::vector<NodeId>& ready = interpreter_.ready_nodes();
  nodes_to_execute_.swap(ready);
  ready.clear();
  if (!check_abandoned_programs() || fail_if_time_stands_still()) return EngineProgress::run_failed;
  agenda.note_all_due_events_happened();
  constexpr std::size_t kStackPrefetchesPerProgramRun = 8, kMostStackPrefetchesLeft = 256;
  stack_prefetches_left_ = std::min(stack_prefetches_left_ + kStackPrefetchesPerProgramRun * nodes_to_execute_.size(),
                                    kMostStackPrefetchesLeft);
  emulation_.active_messages_.wake_nodes_waiting_for_locks();
  for (const NodeId node : nodes_to_execute_) interpreter_.execute_until_node_waits(node);
  for (;;) {
    if (agenda.error()) [[unlikely]]
      return EngineProgress::run_failed;
    if (!ready.empty() && agenda.is_last_event_of_instant()) return EngineProgress::waiting_for_node_programs;
    if (!agenda.has_pending_events() && !nodes().wake_idle_pollers()) return handle_stuck_run();
    execute_next_event();
  }
}

/// Ends the run with the exception of a node program that has ended while requests of it were still active, if there is
/// such a program. Returns false if the run has failed, for this or another reason.
bool Engine::check_abandoned_programs() {
  for (const NodeId node : nodes_to_execute_) {
    if (processor(node).abandoned_program_error != nullptr)
      end_run_with_error(*processor(node).abandoned_program_error);
  }
  return !error();
}

bool Engine::fail_if_time_stands_still() {
  program_rerun_count_at_same_time_ = now() == last_program_run_time_ ? program_rerun_count_at_same_time_ + 1 : 0;
  last_program_run_time_ = now();
  if (program_rerun_count_at_same_time_ != kMostRoundsAtOneInstant) return false;
  end_run_with_error(std::make_exception_ptr(LivelockError(fmt::format(
      "livelock: virtual time stands still at {:.3f} us, while node {} goes on making calls that take none, "
      "or nodes do so in turn (seed {})",
      microseconds(now()), index(nodes_to_execute_.front()), emulation_.seed()))));
  return true;
}

bool Engine::advance_until(VirtualTime limit) {
  std::vector<NodeId>& ready = interpreter_.ready_nodes();
  ready.clear();
  while (!error() && ready.empty()) {
    const auto next = next_event_time();
    if (!next || *next > limit) break;
    execute_next_event();
  }
  emulation_.message_delivery_.finish_copies();
  return !error() && !ready.empty();
}

void Engine::execute_new_instructions(NodeId node, VirtualTime at) {
  interpreter_.ready_nodes().clear();
  agenda().advance_time_to(at);
  agenda().note_all_due_events_happened();
  if (processor(node).execution_stage == Processor::InstructionExecutionStage::idle)
    interpreter_.execute_until_node_waits(node);
  emulation_.message_delivery_.finish_copies();
}

Engine::EngineProgress Engine::decide_how_idle_run_continues(VirtualTime at) {
  agenda().advance_time_to(at);
  return nodes().wake_idle_pollers() ? EngineProgress::waiting_for_node_programs : handle_stuck_run();
}

Engine::EngineProgress Engine::handle_stuck_run() {
  const StuckRun run(emulation_.nodes_, emulation_.active_messages_, emulation_.fabric_with_error_context_);
  if (const auto fault = run.find_machine_error(interpreter_.sent_message_count(),
                                                emulation_.message_delivery_.delivered_message_count())) {
    end_run_with_error(std::make_exception_ptr(*fault));
    return EngineProgress::run_failed;
  }
  if (nodes().all_have_finished()) return EngineProgress::all_done;
  const DeadlockError deadlock = run.find_deadlock();
  // If looking for messages has made the machine schedule an event, the run is not in a deadlock yet: that event tells
  // a node of a message that was sent before any node had probed.
  if (agenda().has_pending_events()) return EngineProgress::waiting_for_node_programs;
  end_run_with_error(std::make_exception_ptr(deadlock));
  return EngineProgress::run_failed;
}

}  // namespace switchyard
