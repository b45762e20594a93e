#pragma once
/// \file free_running.hpp
/// Runs without emulated time (ClockKind::off): there is no emulated network, and messages go directly from node to
/// node, at full speed and with real races between threads.
///
/// A send is complete as soon as its message is in its lane, the queue from one sender to one receiver. A full lane
/// makes the sender wait, but not endlessly: every node that waits goes on taking messages out of its lanes, and a node
/// that has finished lets no sender wait. So the capacity of a lane changes how fast a program runs, and never whether
/// it ends.
///
/// A deadlock is found by counting: a counter holds the number of active nodes, which neither wait nor have finished. A
/// node that wakes another one first counts that node as active, while it is active itself. So the count falls to zero
/// only when all nodes have finished, or wait for something that no node can bring. The node that makes the count zero
/// finds out whether all nodes have finished, or there is a deadlock.

#include <chrono>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/active_message.hpp"
#include "runtime/atomic.hpp"
#include "runtime/clock/off/mailbox.hpp"
#include "runtime/executor.hpp"
#include "runtime/node_call_ledger.hpp"
#include "runtime/observer.hpp"
#include "runtime/session.hpp"

namespace switchyard {

class DeadlockReport;

/// A session that carries out one run without emulated time (ClockKind::off).
class FreeRunningSession final : public Session {
 public:
  struct Options {
    std::uint64_t seed = 1;
    std::size_t mailbox_capacity = 32;  ///< largest number of messages under way from one sender to one receiver; must
                                        ///< be above 0
    bool spins_before_sleep = true;    ///< whether a waiting node checks repeatedly for a while before it sleeps, which
                                       ///< is useless if all nodes share a thread
    bool has_active_messages = false;  ///< whether the emulated machine has active messages
    std::optional<std::uint64_t> pause_seed = std::nullopt;  ///< seed of the random pauses that nodes make before they
                                                             ///< access state shared between threads; empty if nodes do
                                                             ///< not pause
    std::optional<std::uint64_t> request_limit =
        std::nullopt;  ///< largest number of sends, receives and polls that one node may make; a node that makes more
                       ///< ends the run with an UnfinishedError; empty for no limit
  };

  /// Throws UsageError if Options::mailbox_capacity is 0.
  FreeRunningSession(std::uint32_t nodes, const Options& options, Executor& executor);
  ~FreeRunningSession() override;

  void post(Request& request) override;
  void order_later_calls_after_requests(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  void wait_all(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  std::size_t wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  /// Tests whether requests are complete. A node that polls counts as active, so that no deadlock is found while a node
  /// polls.
  std::size_t test(NodeId node, std::span<Request* const> requests, RequestTestCondition enough,
                   WaitSite where) override;
  void wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) override;
  std::size_t count_complete_requests_at_no_cost(NodeId node, std::span<Request* const> requests,
                                                 CallSite site) override;
  std::size_t probe(Request& probe, WaitSite where) override;
  bool wait_for_message_of_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) override;
  void cancel(Request& request) override;
  /// Does nothing, because computing takes no time in a run without emulated time (ClockKind::off).
  void compute(NodeId node, Duration cost, CallSite site) override;
  void begin_work_on_host(NodeId node, Duration cost, CallSite site) override;
  void end_work_on_host(NodeId node) override;
  /// Returns the host time that has passed since the session was made.
  VirtualTime now(NodeId node) override;
  /// Returns whether this session carries out a collective of this kind without messages, which it does for barriers
  /// only.
  bool has_collective(Collective kind) const override { return kind == Collective::barrier; }
  void note_begin_of_collective_by_messages(NodeId node, const CollectiveCall& call, CallSite site) override;
  bool take_part_in_collective(NodeId node, const CollectiveCall& call, CallSite site) override;
  void send_active_message(const Packet& packet) override;
  bool poll(NodeId node, std::span<Request* const> watched, CallSite site) override;
  bool poll_until(NodeId node, const PollCondition& condition, CallSite site) override;
  void note_refused_lock(NodeId node, NodeId owner, CallSite site) override;
  ActiveMessageState& active_message_state_of(NodeId node) override;
  void record_mark(NodeId node, const char* label) override;
  void finish(NodeId node) override;
  void fail(NodeId node, std::exception_ptr error) override;

  // The functions from finish_time() to check_active_messages_ended_cleanly() are about the results of a run, and may
  // only be called after the run.
  std::exception_ptr error() const { return run_error_; }
  VirtualTime finish_time(NodeId node) const;
  /// Returns the numbers of messages and payload bytes that nodes have received.
  FabricStatistics statistics() const;
  /// Returns the marks (labels with times) that all nodes have set, in the order of time.
  std::vector<Mark> marks() const;
  /// Returns the messages that no receive has taken, ordered by source and destination. Call this function only once,
  /// because it takes the messages out of the lanes (the queues between nodes).
  std::vector<LeftOverMessage> left_over_messages();
  /// Checks at the end of a run that active messages have left nothing open on any node. Throws
  /// DataError for a lock that is still held, a bulk port that still waits for bytes, or a packet
  /// that was never handled.
  void check_active_messages_ended_cleanly();

 private:
  /// Called when the run has reached its limit of host time: makes the next call of any node end the run.
  void note_host_time_limit_reached() override { is_stopped_.store(true); }
  /// Why a node waits. A waiting node writes this record before it stops counting as active. The node that finds that
  /// no node is active any more reads the records of all nodes.
  struct NodeWait {
    enum class AwaitedEvent : std::uint8_t { message, barrier, packet, packet_space, lock_answer, lock };

    AwaitedEvent awaited_event = AwaitedEvent::message;
    std::span<Request* const> awaited_requests;  ///< the requests for which the node waits
    WaitSite wait_site;
    SenderToReceiverLane* full_lane = nullptr;  ///< the lane (queue to one receiver) in which a send waits for space;
                                                ///< null if no send waits for space

    /// For a wait for packet_space: the destination of the packet; for lock_answer and lock: the node whose busy lock
    /// the waiting node has asked for or waits for.
    NodeId awaited_node{};
    bool needs_all_requests =
        false;  ///< whether the node waits until all of `awaited_requests` are complete, and not only until one is
  };
  struct ActiveMessageQueue;
  struct FreeRunningNode;
  struct BulkCopy;

  FreeRunningNode& free_running_node_of(NodeId node) noexcept { return *free_running_node_states_[index(node)]; }
  [[gnu::always_inline]] void throw_if_stopped() {
    if (is_stopped_.load()) [[unlikely]]
      stop_current_node();
  }
  [[noreturn]] void stop_current_node();
  auto function_that_wakes_sender() {
    return [this](NodeId sender) { wake(sender); };
  }
  template <class Use>
  void call_with_mailbox(FreeRunningNode& me, Use use);
  bool try_send_packet(const Packet& packet);
  bool condition_holds_now(FreeRunningNode& me, const PollCondition& condition, CallSite site);
  void announce_bulk_transfer(Request& send);
  void deliver_packet(const Packet& packet);
  VirtualTime host_time() const noexcept {
    return VirtualTime{std::chrono::duration_cast<Duration>(std::chrono::steady_clock::now() - start_time_)};
  }
  /// Called when a node has done anything other than try in vain to take a lock: resets the counts of such tries and of
  /// the wake-ups for them.
  static void reset_lock_try_counts(FreeRunningNode& me) noexcept;
  void wake_nodes_waiting_for_locks();
  bool wake_idle_lock_sleepers();
  bool has_packets(const FreeRunningNode& me) const noexcept;
  void handle_packets(FreeRunningNode& me);
  void handle_packet(FreeRunningNode& me, Packet packet);
  void receive_bulk_transfer(FreeRunningNode& me, const BulkCopy& copy, CallSite site);
  /// Counts a send, receive or poll of the node. The number of these calls can be limited (Options::request_limit),
  /// because a run without emulated time cannot have a limit of virtual time.
  void count_call_toward_limit(FreeRunningNode& me) {
    if (options_.request_limit) [[unlikely]]
      count_call_and_check_limit(me);
  }
  void count_call_and_check_limit(FreeRunningNode& me);
  bool await_space_in_lane(FreeRunningNode& me, Request& request, SenderToReceiverLane& lane);
  void send(FreeRunningNode& me, Request& request);
  static bool is_complete(Request& request) noexcept;
  static bool is_acknowledged(Request& send) noexcept;
  static bool any_is_complete(std::span<Request* const> requests) noexcept;
  static std::size_t mark_complete_requests(std::span<Request* const> requests) noexcept;
  void take_arrivals_before_probe(FreeRunningNode& me);
  void block_until_any_completes(FreeRunningNode& me, std::span<Request* const> requests, WaitSite where);
  void wait_for_first_request_in_list(FreeRunningNode& me, std::span<Request* const> requests, WaitSite where);
  /// Called before or after a node accesses state that other threads access too: the node pauses for a random time if
  /// Options::pause_seed is set.
  void pause_at_random_if_enabled(FreeRunningNode& me) {
    if (options_.pause_seed) pause_at_random(me);
  }
  void pause_at_random(FreeRunningNode& me);
  template <class Ready>
  void block(FreeRunningNode& me, const NodeWait& wait, std::uint32_t wake_for, Ready ready);
  template <class Ready>
  bool spin_until(NodeId node, Ready ready);
  void wake(NodeId node);
  void wake_all();
  bool enter_barrier(FreeRunningNode& me, const CollectiveCall& barrier, CallSite site);
  void check_all_are_in_same_barrier() const;
  void stop_run(std::exception_ptr error);
  void report_deadlock();
  void add_waiting_node(DeadlockReport& report, const FreeRunningNode& station) const;
  void add_awaited_requests(DeadlockReport& report, const FreeRunningNode& station) const;
  void add_awaited_request(DeadlockReport& report, const NodeWait& wait, const Request& request) const;

  const Options options_;
  const std::uint32_t core_count_;
  const std::chrono::steady_clock::time_point start_time_;
  Executor& executor_;
  std::vector<std::unique_ptr<Mailbox>> mailboxes_;
  bool can_next_run_reuse_mailboxes_ =
      false;  ///< whether the run has left no messages behind, so that a later run can reuse the mailboxes
  std::vector<std::unique_ptr<FreeRunningNode>> free_running_node_states_;
  std::exception_ptr run_error_;  ///< the error that has ended the run, or null; written by the thread that has set
                                  ///< has_error_
  Atomic<bool> has_error_{false};
  Atomic<bool> is_stopped_{false};  ///< whether the calls of all nodes have to end now, because the run has an error or
                                    ///< has reached its limit of host time
  alignas(kCacheLine) Atomic<std::uint32_t> active_node_count_;
  Atomic<std::uint32_t> finished_node_count_{0};
  Atomic<std::uint32_t> lock_sleeper_count_{0};  ///< number of nodes that sleep until a lock is free
  NodeCallLedger node_call_ledger_;
  Atomic<bool> has_group_barrier_{false};  ///< whether a node has entered a barrier of a group of its own making that
                                           ///< consists of all nodes, and not only the machine's barrier
  alignas(kCacheLine) Atomic<std::uint32_t> nodes_at_barrier_{0};
  Atomic<std::uint32_t> passed_barrier_count_{0};  ///< number of barriers of the run that all nodes have passed
};

}  // namespace switchyard
