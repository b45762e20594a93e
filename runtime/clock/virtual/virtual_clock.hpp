#pragma once
/// \file virtual_clock.hpp
/// The clock `virtual` (ClockKind::virtual_time): node programs and the engine run in turn, so that virtual time never
/// overtakes a node.
///
/// The last node to park runs the engine on its own thread until some nodes can go on, and wakes exactly these nodes.
/// So there is no coordinator thread and no broadcast. A counter holds the number of nodes that the engine waits for,
/// plus one while the engine itself runs; the thread that lowers the counter to zero runs the engine. A node that does
/// real work (computing on the host) inside compute() is not counted until virtual time has reached the end of that
/// call.

#include <atomic>
#include <exception>
#include <vector>

#include "runtime/clock/engine_session.hpp"
#include "runtime/executor.hpp"

namespace switchyard {

/// A session that carries out one run under the virtual clock.
class VirtualClockSession final : public EngineSession {
 public:
  VirtualClockSession(const MachineModel& machine, const Engine::Options& options, Executor& executor);

  void post(Request& request) override;
  void order_later_calls_after_requests(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  void wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  void compute(NodeId node, Duration cost, CallSite site) override;
  void begin_work_on_host(NodeId node, Duration cost, CallSite site) override;
  void end_work_on_host(NodeId node) override;
  VirtualTime now(NodeId node) override;
  void wait_for_own_operations(NodeId node) override;
  bool take_part_in_collective(NodeId node, const CollectiveCall& call, CallSite site) override;
  void order_later_calls_after_barrier(NodeId node, Collective kind, CallSite site) override;
  void send_active_message(const Packet& packet) override;
  bool poll(NodeId node, std::span<Request* const> watched, CallSite site) override;
  bool poll_until(NodeId node, const PollCondition& condition, CallSite site) override;
  void note_refused_lock(NodeId node, NodeId owner, CallSite site) override;
  ActiveMessageState& active_message_state_of(NodeId node) override;
  void run_at_turn_of_node(NodeId node, const std::function<void()>& what) override;
  void record_mark(NodeId node, const char* label) override;
  void finish(NodeId node) override;
  void note_abandoned_requests(NodeId node) override { engine_.processor(node).has_abandoned_requests = true; }
  void fail(NodeId node, std::exception_ptr error) override;
  bool is_program_running(NodeId node) const override {
    return is_stopped_.load() || engine_.processor(node).thread_state.load() != ThreadState::parked;
  }

 private:
  void note_host_time_limit_reached() override { engine_.end_at_next_event(); }
  void issue_instruction(NodeId node, const Instruction& instruction);
  void issue_instruction_without_waiting(NodeId node, const Instruction& instruction);
  std::uint32_t execute_and_wait(NodeId node, const Instruction& instruction) override;
  void pass_instruction_to_engine(NodeId node, const Instruction& instruction) override {
    issue_instruction_without_waiting(node, instruction);
  }
  void park(NodeId node);
  void park_without_inlining(NodeId node);
  bool mark_node_parked_and_check_if_last(NodeId node);
  Engine::EngineProgress advance_engine();
  void run_engine();
  void wake_nodes_without_instructions();
  void stop_all_nodes();

  Executor& executor_;
  Arbiter* const arbiter_;  ///< the arbiter that chooses which event comes next; null if events are executed in the
                            ///< order of virtual time
  const bool runs_in_lockstep_;  ///< whether a node waits after each instruction until the engine has executed it,
                                 ///< because on this machine a handler may interrupt the node anywhere
  std::atomic<bool> is_stopped_{false};
  std::vector<std::exception_ptr> program_errors_;  ///< for each node, by id, the exception that has ended its program;
                                                    ///< null for no exception

  /// For each node, the number of times that it has tried in vain to take a lock since it last told the engine of its
  /// tries; only the node itself uses its number.
  std::vector<std::uint32_t> unreported_lock_tries_;
  alignas(kCacheLine) std::atomic<std::uint32_t> running_count_;
};

}  // namespace switchyard
