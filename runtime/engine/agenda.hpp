#pragma once
/// \file agenda.hpp
/// The agenda of a run: its pending events and its virtual time. It says which event happens next, and what time it is.
///
/// The agenda does not know the programs of nodes or the fabric (the emulated network). An event that is scheduled
/// before the present time, or after the end of time, ends the run with an error.

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <vector>

#include "runtime/arbiter.hpp"
#include "runtime/engine/event_queue.hpp"
#include "runtime/error.hpp"
#include "runtime/trace_hash.hpp"
#include "runtime/units.hpp"

namespace switchyard {

class Observer;
class ServiceLocks;

/// The options of a run that all parts of the engine share.
struct EngineOptions {
  std::uint64_t seed = 1;
  std::optional<Duration> time_limit = std::nullopt;  ///< virtual time after which the run ends with an
                                                      ///< UnfinishedError; empty for no limit
  EventLog* event_log = nullptr;                      ///< log to which every event is appended; null for no log
  Arbiter* arbiter = nullptr;    ///< arbiter that chooses which pending event comes next; null if it is always the
                                 ///< earliest
  Observer* observer = nullptr;  ///< observer that is told everything that happens in the run; null for no observer
  std::atomic<std::uint64_t>* delivered_message_counter = nullptr;  ///< counter in which the run stores the number of
                                                                    ///< messages delivered so far; null for no counter

  /// The locks of services (the parts of nodes that serve requests of other nodes) that nodes hold or ask for, so that
  /// deadlock reports can name them; null if there are none.
  const ServiceLocks* service_locks = nullptr;
};

class SimulationEventAgenda {
 public:
  /// `machine` is the machine's name, for error messages.
  SimulationEventAgenda(std::uint32_t nodes, std::string machine, const EngineOptions& options)
      : options_(options),
        machine_name_(std::move(machine)),
        node_count_(nodes),
        last_allowed_time_(options.time_limit.value_or(Duration::max()).count()) {
    if (options.arbiter == nullptr) event_queue_.emplace(nodes);
  }

  const EngineOptions& options() const noexcept { return options_; }
  const std::string& machine_name() const noexcept { return machine_name_; }
  std::uint32_t node_count() const noexcept { return node_count_; }
  VirtualTime now() const noexcept { return now_; }

  /// Schedules an event for `node`, at the time `after` from now. `after` may be anything from zero up to the end of
  /// virtual time.
  [[gnu::always_inline]] void schedule(Duration after, NodeId node, std::uint32_t kind, std::uint32_t item) {
    // A time past the largest VirtualTime wraps around, and is then before the present time, as is the time for a
    // negative delay. So one comparison finds both errors.
    const VirtualTime at{Duration{static_cast<std::int64_t>(
        static_cast<std::uint64_t>(after.count()) + static_cast<std::uint64_t>(now_.time_since_epoch().count()))}};
    if (at < now_) [[unlikely]]
      return handle_event_at_invalid_time(after, node, kind, item);
    if (options_.arbiter != nullptr) [[unlikely]]
      return schedule_event_for_arbiter(at, node, kind, item);
    event_queue_->push(at, node, kind, item);
  }
  bool has_pending_events() const noexcept {
    return options_.arbiter == nullptr ? !event_queue_->empty() : !events_pending_for_arbiter_.empty();
  }
  /// Returns the time of the next event, or nothing if no event is pending. Needs: a run without an arbiter.
  std::optional<VirtualTime> next_event_time() const {
    if (event_queue_->empty()) return std::nullopt;
    return std::max(now_, VirtualTime{Duration{event_queue_->next_time()}});
  }
  /// Returns whether no other event is due at the present virtual time. Always returns true if an arbiter chooses the
  /// order of events, because the arbiter may delay any event.
  bool is_last_event_of_instant() const {
    return options_.arbiter != nullptr || event_queue_->empty() ||
           event_queue_->next_time() > now_.time_since_epoch().count();
  }
  /// Returns the queue of pending events, from which callers find out which memory the next events need, for
  /// prefetching. Needs: a run without an arbiter.
  const EventQueue& event_queue() const noexcept { return *event_queue_; }

  /// Takes the next event out of the queue, and moves virtual time to the time of the event. If an arbiter has delayed
  /// the event beyond its time, virtual time stays as it is.
  Event take_next_event() {
    const Event event = options_.arbiter == nullptr ? event_queue_->pop() : take_chosen_event();
    if (const VirtualTime due{Duration{event.time}}; due >= now_) [[likely]]
      now_ = due;
    return event;
  }
  /// Sets virtual time back to `before`, because the event that was taken last turned out to have no effect any more.
  void set_time_back_to(VirtualTime before) noexcept { now_ = before; }
  /// Counts the event that was taken last, and adds it to the trace of events. If the event is past the limit of
  /// virtual time, the run ends and the result is false.
  bool record_event_unless_past_time_limit(const Event& event) {
    highest_node_with_event_now_ = time_of_highest_node_with_event_ == now_
                                       ? std::max(highest_node_with_event_now_, index(event.node()))
                                       : index(event.node());
    time_of_highest_node_with_event_ = now_;
    // This load of the time limit may be relaxed: if it returns a stale value, the run only ends at a later event.
    if (now_.time_since_epoch().count() > last_allowed_time_.load(std::memory_order_relaxed)) [[unlikely]] {
      end_run_at_time_limit();
      return false;
    }
    add_event_to_trace(event);
    return true;
  }
  /// Makes the run end with an UnfinishedError at its next event. Any thread may call this.
  void end_run_at_next_event() noexcept { last_allowed_time_.store(-1); }
  /// Moves virtual time forward to `at` without an event, as the clock `wall` needs. Does nothing if `at` is before
  /// now.
  void advance_time_to(VirtualTime at) noexcept { now_ = std::max(now_, at); }

  /// Returns whether all events of `node` at the present virtual time have happened that were scheduled before virtual
  /// time reached its present value.
  bool have_due_events_of_node_happened(NodeId node) const noexcept {
    return time_of_highest_node_with_event_ == now_ && index(node) < highest_node_with_event_now_;
  }
  /// Notes that every event on any node has happened that is due at the present virtual time and was scheduled before
  /// virtual time reached this value. Called when node programs run next.
  void note_all_due_events_happened() noexcept {
    time_of_highest_node_with_event_ = now_;
    highest_node_with_event_now_ = ~std::uint32_t{0};
  }

  // The functions from note_touched_by_event() to note_event_touches_all_nodes_and_links() tell the arbiter which nodes
  // and links the current event reads or changes. The arbiter may swap events that have none of these nodes and links
  // in common.
  void note_touched_by_event(NodeId node) noexcept {
    if (options_.arbiter != nullptr && !are_node_accesses_hidden_from_arbiter_) [[unlikely]]
      options_.arbiter->note_touched_by_event(node);
  }
  void note_touched_by_event(LinkId link) noexcept {
    if (options_.arbiter != nullptr) [[unlikely]]
      options_.arbiter->note_touched_by_event(link);
  }
  /// Tells the arbiter, if there is one, that `request` is complete, and that the current event
  /// changes the node that has posted it.
  void report_completion_to_any_arbiter(const Request& request) {
    if (options_.arbiter != nullptr) [[unlikely]]
      report_completion_to_arbiter(request);
  }
  void note_event_touches_all_nodes_and_links() noexcept {
    if (options_.arbiter != nullptr && !are_node_accesses_hidden_from_arbiter_)
      options_.arbiter->note_touched_by_event(Arbiter::kEverything);
  }
  /// Sets whether the arbiter is no longer told which nodes events touch, as while the state of nodes is only read for
  /// a deadlock report.
  void set_node_accesses_hidden_from_arbiter(bool looks) noexcept { are_node_accesses_hidden_from_arbiter_ = looks; }

  /// Lets the arbiter choose one of `count` possible results of a call of `node`, and returns its
  /// index. Needs: an arbiter, and `count` above 0.
  std::size_t choose_call_result(NodeId node, std::size_t count);

  /// Ends the run with this error after the current event. Only the first error of a run counts.
  void end_run_with_error(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
  }
  const std::exception_ptr& error() const noexcept { return error_; }

  std::uint64_t trace_hash() const noexcept { return trace_hash_.value(); }
  std::uint64_t event_count() const noexcept { return event_count_; }

 private:
  void schedule_event_for_arbiter(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item);
  void report_completion_to_arbiter(const Request& request);
  Event take_chosen_event();
  void add_event_to_trace(const Event& event) {
    trace_hash_.add(event);
    ++event_count_;
    if (options_.event_log != nullptr) [[unlikely]]
      options_.event_log->push_back(event);
  }
  /// Handles an event that is scheduled for a time before now or after the end of virtual time: ends the run with an
  /// error. In a run with an arbiter, an event for a time before now is scheduled all the same, because the arbiter may
  /// have delayed the event that schedules it.
  void handle_event_at_invalid_time(Duration after, NodeId node, std::uint32_t kind, std::uint32_t item);
  void end_run_at_time_limit();

  EngineOptions options_;
  std::string machine_name_;
  std::uint32_t node_count_;
  std::atomic<Duration::rep>
      last_allowed_time_;  ///< virtual time in ns past which the run ends; negative after end_run_at_next_event()
  std::optional<EventQueue> event_queue_;     ///< the pending events, ordered by time; empty in a run with an arbiter
  OrderedEvents events_pending_for_arbiter_;  ///< the pending events in a run in which an arbiter chooses the next one
  VirtualTime now_{};
  VirtualTime time_of_highest_node_with_event_{};  ///< the virtual time to which highest_node_with_event_now_ applies

  /// Highest number of a node that has had an event at the virtual time time_of_highest_node_with_event_; greater than
  /// the number of any node once programs have run at that time.
  std::uint32_t highest_node_with_event_now_ = 0;
  TraceHash trace_hash_;
  std::uint64_t event_count_ = 0;
  bool are_node_accesses_hidden_from_arbiter_ = false;
  std::exception_ptr error_;
};

}  // namespace switchyard
