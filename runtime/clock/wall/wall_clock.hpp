#pragma once
/// \file wall_clock.hpp
/// The clock `wall` (ClockKind::wall): the events of the machine's network happen in real time, so that delays are
/// really waited for and threads really race. Virtual time is the host time since the start, divided by the dilation.
///
/// One thread, the pacer, owns the engine. It sleeps until the next event is due and executes the event at the event's
/// own virtual time, so that delays of the host do not add up inside the network. A node's call enters the engine at
/// the virtual time at which its thread made the call. So a thread that woke up late does everything later, and the
/// operating system decides the order of what nodes do. A call that takes processor time on the machine returns when
/// that time is really over. Posting a receive takes no time and returns at once.
///
/// A deadlock is found by counting: no node runs, no event is pending, and the pacer has taken all calls of the nodes
/// that wait. The clock starts when every node has come to its first wait, so that starting threads costs no virtual
/// time.
///
/// The pacer may deliver messages to a node while the node's program unwinds and its buffers go away. So messages go
/// through memory of the session: the data of a send is copied there when it is posted, and the receiving thread itself
/// copies it out.

#include <atomic>
#include <boost/lockfree/spsc_queue.hpp>
#include <chrono>
#include <exception>
#include <memory>
#include <thread>
#include <unordered_map>
#include <vector>

#include "runtime/clock/engine_session.hpp"
#include "runtime/executor.hpp"
#include "runtime/pace.hpp"
#include "runtime/parking_spot.hpp"

namespace switchyard {

/// A session that carries out one run under the clock wall. It needs an executor that gives each node a thread of its
/// own.
class WallClockSession final : public EngineSession {
 public:
  WallClockSession(const MachineModel& machine, const Engine::Options& options, const PaceOptions& pace,
                   Executor& executor);
  /// Waits until the thread of the pacer, which runs the engine, has ended. Needs: every program has ended.
  ~WallClockSession() override;

  void post(Request& request) override;
  void order_later_calls_after_requests(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  void wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  void compute(NodeId node, Duration cost, CallSite site) override;
  void begin_work_on_host(NodeId node, Duration cost, CallSite site) override;
  void end_work_on_host(NodeId node) override;
  /// Returns the real time since the clock started, divided by the dilation, or 0 if the clock has
  /// not started yet.
  VirtualTime now(NodeId node) override;
  bool take_part_in_collective(NodeId node, const CollectiveCall& call, CallSite site) override;
  // The clock wall refuses active messages with UsageError. A handler would have to run on the
  // node's own thread, and bulk transfers would write to memory of a program that may go away as
  // the program unwinds.
  void send_active_message(const Packet& packet) override;
  bool poll(NodeId node, std::span<Request* const> watched, CallSite site) override;
  bool poll_until(NodeId node, const PollCondition& condition, CallSite site) override;
  ActiveMessageState& active_message_state_of(NodeId node) override;
  void record_mark(NodeId node, const char* label) override;
  void finish(NodeId node) override;
  void fail(NodeId node, std::exception_ptr error) override;

  /// Waits until no message is under way in the network. Call this after all programs have ended.
  void wait_until_network_is_empty();
  PaceReport wall_clock_pace_report() const;

 private:
  void note_host_time_limit_reached() override { engine_thread_wake_signal_.unpark(); }
  using HostTime = std::chrono::steady_clock::time_point;

  /// What a node does after it has handed the engine a call, under the clock `wall`.
  enum class NextAction : std::uint8_t {
    continue_program,  ///< the node's program continues without waiting for the engine
    do_real_work,      ///< the node does real work (computing on the host), and waits for the engine after the work
    wait_for_engine,   ///< the node waits until the engine has executed all calls that the node has made
    end_program,
  };
  struct QueuedCall {
    Instruction instruction;
    VirtualTime call_time;  ///< virtual time at which the node has made the call
    NodeId node;
    NextAction next_action;
  };
  /// Memory of the session for the data of one message, which takes the place of the program's own buffer, `buffer`,
  /// until the message's request is complete.
  struct StagedBuffer {
    std::byte* buffer;
    std::uint64_t buffer_bytes;  ///< size in bytes of `buffer`, and also of `data`
    std::unique_ptr<std::byte[]> data;
  };
  struct WallClockNode;

  WallClockNode& wall_clock_node_of(NodeId node) noexcept { return *wall_clock_nodes_[index(node)]; }
  // The functions from queue_call() to restore_buffer_of_program() run on the threads of nodes.
  void queue_call(NodeId node, const Instruction& instruction, NextAction then);
  std::uint32_t execute_and_wait(NodeId node, const Instruction& instruction) override;
  void pass_instruction_to_engine(NodeId node, const Instruction& instruction) override {
    queue_call(node, instruction, NextAction::continue_program);
  }
  void prepare_completed_request_for_program(Request& request) override { restore_buffer_of_program(request); }
  void announce_new_calls_of(WallClockNode& from) noexcept;
  void wait_for_queued_calls(WallClockNode& me);
  void throw_if_stopped() const;
  VirtualTime virtual_now() const noexcept;
  HostTime host_time_of(VirtualTime at) const noexcept;
  void replace_buffer_by_session_copy(Request& request);
  void restore_buffer_of_program(Request& request);
  // The functions from run_pacer_thread() to stop_all_nodes() run on the thread of the pacer.
  void run_pacer_thread() noexcept;
  void wait_for_first_call_of_each_node();
  bool execute_due_events_then_sleep();
  void collect_new_calls();
  void pass_call_to_engine(const QueuedCall& call);
  void execute_events_until(VirtualTime limit);
  void wake_nodes_with_results();
  void sleep_until_next_event();
  void stop_all_nodes();

  Executor& executor_;
  const PaceOptions pace_options_;
  const std::uint32_t core_count_;
  std::vector<std::unique_ptr<WallClockNode>> wall_clock_nodes_;
  std::atomic<bool> is_stopped_{false};
  std::atomic<HostTime::rep> clock_start_{0};  ///< host time at which virtual time began, as a count of the steady
                                               ///< clock; 0 until then
  alignas(kCacheLine) std::atomic<WallClockNode*> nodes_with_new_calls_{nullptr};
  ParkingSpot engine_thread_wake_signal_;
  // Only the pacer, the thread that owns the engine, uses the members from `taken_calls_` to `ended_program_count_`.
  std::vector<QueuedCall> taken_calls_;  ///< calls that the pacer has taken from nodes and not handed to the engine yet
  std::uint32_t running_node_count_;  ///< number of nodes whose programs run, that is, neither wait for the engine nor
                                      ///< have ended
  std::uint32_t ended_program_count_ = 0;
  std::thread pacer_thread_;  ///< the thread of the pacer, which runs the engine; the last member, because this thread
                              ///< uses all other members
};

}  // namespace switchyard
