#pragma once
/// \file engine.hpp
/// The engine executes the nodes' instruction streams and the events of the fabric (the emulated network) in the order
/// of virtual time. The engine has no threads of its own: the clocks in `clock/` decide which thread calls it, and
/// when.
///
/// The parts of the engine: agenda (events and time), nodes (what each node does), interpreter (what instructions
/// mean), deliveries, active_messages, collective_meeting, guarded_fabric (calls to the machine), stuck_run (why no
/// node can continue). A fabric sees these parts through runtime/emulation.hpp.

#include <cstdint>
#include <exception>
#include <optional>
#include <vector>

#include "runtime/emulation.hpp"
#include "runtime/engine/collective_meeting.hpp"
#include "runtime/engine/interpreter.hpp"

namespace switchyard {

class Executor;

class Engine {
 public:
  using Options = EngineOptions;

  Engine(const MachineModel& machine, const Options& options);

  // --- functions for the clock that runs the engine ------------------------------------------------------------------
  /// Lets the engine prefetch the stacks of node programs that probably run soon. `executor` runs these programs, and
  /// must outlive the engine's run.
  void prefetch_stacks_of(const Executor& executor) noexcept { executor_of_programs_ = &executor; }
  Processor& processor(NodeId node) noexcept { return nodes()[node]; }
  const Processor& processor(NodeId node) const noexcept { return emulation_.nodes_[node]; }
  PacketEndpoint& packet_endpoint(NodeId node) noexcept { return emulation_.active_messages_.endpoint(node); }
  /// Returns the part of the engine that the machine's fabric (the emulated network) may call.
  Emulation& emulation() noexcept { return emulation_; }
  std::uint32_t node_count() const noexcept { return emulation_.node_count(); }
  VirtualTime now() const noexcept { return emulation_.now(); }

  enum class EngineProgress : std::uint8_t {
    waiting_for_node_programs,  ///< the programs of ready_nodes() must run before virtual time can go on
    all_done,                   ///< every program has returned, and no event is due
    run_failed,                 ///< the run has failed, and error() says why
  };
  /// Executes events in the order of virtual time until node programs must run, all programs have returned, or the run
  /// has failed.
  EngineProgress execute_events_until_node_runs();
  // The functions from advance_until() to decide_how_idle_run_continues() are for the clock `wall`, under which time
  // goes on while node programs run.
  /// Executes the events that are due up to the time `limit`. Returns true as soon as ready_nodes() has nodes, and
  /// false when no event up to `limit` is left or the run has failed.
  bool advance_until(VirtualTime limit);
  /// Executes the new instructions of `node` at the time `at`, or now if that is later. Needs: no event is due before
  /// that time.
  void execute_new_instructions(NodeId node, VirtualTime at);
  bool has_pending_events() const noexcept { return emulation_.agenda_.has_pending_events(); }
  bool are_events_in_virtual_time_order() const noexcept;
  /// Returns the time of the next event, or nothing if no event is pending.
  std::optional<VirtualTime> next_event_time() const { return emulation_.agenda_.next_event_time(); }
  /// Decides how the run goes on when no node runs and no event is pending. The run may be done, or has failed with a
  /// deadlock, or goes on: because polling nodes were woken, whose programs may give up polling, or because an event
  /// has become due.
  EngineProgress decide_how_idle_run_continues(VirtualTime at);

  /// Returns the nodes that have no instruction left at now(), so that their programs must run. The next call of
  /// execute_events_until_node_runs() first checks whether these nodes have new instructions.
  const std::vector<NodeId>& ready_nodes() noexcept { return interpreter_.ready_nodes(); }
  /// Makes the run end with an UnfinishedError at its next event. Any thread may call this.
  void end_at_next_event() noexcept { agenda().end_run_at_next_event(); }
  /// Ends the run with this error after the current event. Only the first error of a run counts.
  void end_run_with_error(std::exception_ptr error) { agenda().end_run_with_error(std::move(error)); }
  std::exception_ptr error() const noexcept { return emulation_.agenda_.error(); }

  // --- results of a run, for its report ------------------------------------------------------------------------------
  const Fabric& fabric() const noexcept { return emulation_.fabric_with_error_context_.fabric_without_error_context(); }
  std::uint64_t trace_hash() const noexcept { return emulation_.agenda_.trace_hash(); }
  std::uint64_t event_count() const noexcept { return emulation_.agenda_.event_count(); }
  const std::vector<Mark>& marks() const noexcept { return interpreter_.marks(); }
  const ActiveMessages& active_messages() const noexcept { return emulation_.active_messages_; }

 private:
  SimulationEventAgenda& agenda() noexcept { return emulation_.agenda_; }
  Nodes& nodes() noexcept { return emulation_.nodes_; }
  EngineProgress execute_events();
  bool check_abandoned_programs();
  bool fail_if_time_stands_still();
  void execute_next_event();
  void execute_event(const Event& event);
  void execute_rare_event(const Event& event);
  void prefetch_for_next_events(NodeId node);
  EngineProgress handle_stuck_run();

  Emulation emulation_;
  MachineCollectives machine_collectives_;
  Interpreter interpreter_;
  bool prefetches_next_events_;
  const Executor* executor_of_programs_ = nullptr;  ///< null if no stacks are prefetched
  /// For how many more events a stack is prefetched. Each run of a node's program raises the number.
  std::size_t stack_prefetches_left_ = 0;
  VirtualTime last_program_run_time_{};                 ///< virtual time at which node programs ran last
  std::uint32_t program_rerun_count_at_same_time_ = 0;  ///< number of times that node programs have run again without
                                                        ///< an advance of virtual time past last_program_run_time_
  std::vector<NodeId> nodes_to_execute_;
};

}  // namespace switchyard
