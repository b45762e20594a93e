#pragma once
/// \file agenda.hpp
/// Events and time: what is due in one run, in which order it happens, and what time it is.
///
/// The agenda knows neither nodes' programs nor the fabric. An event that is scheduled before now, or after the end of
/// time, ends the run with an error.

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

/// The options of a run that all parts of the engine share.
struct EngineOptions {
  std::uint64_t seed = 1;
  std::optional<Duration> time_limit = std::nullopt;  ///< limit of virtual time, after which the run is unfinished
  EventLog* log = nullptr;                            ///< log that receives every event, or null
  Arbiter* arbiter = nullptr;                         ///< chooses the next event; null: the earliest one is next
  Observer* observer = nullptr;                       ///< observer that is told what happens, or null
};

class Agenda {
 public:
  /// `machine` is the machine's name, for error messages.
  Agenda(std::uint32_t nodes, std::string machine, const EngineOptions& options)
      : options_(options),
        machine_(std::move(machine)),
        nodes_(nodes),
        last_time_(options.time_limit.value_or(Duration::max()).count()),
        queue_(nodes) {}

  const EngineOptions& options() const noexcept { return options_; }
  const std::string& machine() const noexcept { return machine_; }
  std::uint32_t node_count() const noexcept { return nodes_; }
  VirtualTime now() const noexcept { return now_; }

  /// Schedules an event for `node`, `after` from now. `after` may be anything from zero to the end of time.
  [[gnu::always_inline]] void schedule(Duration after, NodeId node, std::uint32_t kind, std::uint32_t item) {
    // A sum past the end of time wraps around and is below now_, as it is for a negative delay: one comparison finds
    // both errors.
    const VirtualTime at{Duration{static_cast<std::int64_t>(
        static_cast<std::uint64_t>(after.count()) + static_cast<std::uint64_t>(now_.time_since_epoch().count()))}};
    if (at < now_) [[unlikely]]
      return schedule_outside(after, node, kind, item);
    if (options_.arbiter != nullptr) [[unlikely]]
      return schedule_arbitrated(at, node, kind, item);
    queue_.push(at, node, kind, item);
  }
  bool is_pending() const noexcept { return options_.arbiter == nullptr ? !queue_.empty() : !arbitrated_.empty(); }
  /// The time of the next event. Needs: no arbiter.
  std::optional<VirtualTime> next_due() const {
    if (queue_.empty()) return std::nullopt;
    return std::max(now_, VirtualTime{Duration{queue_.next_time()}});
  }
  /// Returns whether nothing more is due at this instant, or an arbiter chooses the order of what is due.
  bool instant_is_over() const {
    return options_.arbiter != nullptr || queue_.empty() || queue_.next_time() > now_.time_since_epoch().count();
  }
  /// The pending events, for looking ahead. Needs: no arbiter.
  const EventQueue& queue() const noexcept { return queue_; }

  /// Takes the next event and moves time to it. An event that an arbiter has held up beyond its time happens now.
  Event take_next() {
    const Event event = options_.arbiter == nullptr ? queue_.pop() : take_chosen();
    if (const VirtualTime due{Duration{event.time}}; due >= now_) [[likely]]
      now_ = due;
    return event;
  }
  /// Drops the event that was taken, because it no longer has a meaning: time is set back to `before`.
  void turn_back(VirtualTime before) noexcept { now_ = before; }
  /// Begins the event that was taken, and adds it to the trace. Returns false if it is past the limit of virtual time,
  /// which ends the run.
  bool begin(const Event& event) {
    turn_ = turn_time_ == now_ ? std::max(turn_, index(event.node())) : index(event.node());
    turn_time_ = now_;
    // relaxed: a stale value only ends the run at a later event
    if (now_.time_since_epoch().count() > last_time_.load(std::memory_order_relaxed)) [[unlikely]] {
      exceed_limit();
      return false;
    }
    note(event);
    return true;
  }
  /// Ends the run, as unfinished, at its next event. Any thread may call this.
  void expire() noexcept { last_time_.store(-1); }
  /// Moves time without an event, as the clock `wall` needs. An earlier time changes nothing.
  void move_to(VirtualTime at) noexcept { now_ = std::max(now_, at); }

  /// Returns whether all events of `node` for this instant that were scheduled before this instant have happened.
  bool has_had_turn(NodeId node) const noexcept { return turn_time_ == now_ && index(node) < turn_; }
  /// Notes that programs run now, after the events of all nodes for this instant.
  void end_turns() noexcept {
    turn_time_ = now_;
    turn_ = ~std::uint32_t{0};
  }

  // The touch functions record which nodes and links the current event reads or changes, for an arbiter that swaps
  // independent events.
  void touch(NodeId node) noexcept {
    if (options_.arbiter != nullptr && !only_looks_) [[unlikely]]
      options_.arbiter->touch(node);
  }
  void touch(LinkId link) noexcept {
    if (options_.arbiter != nullptr) [[unlikely]]
      options_.arbiter->touch(link);
  }
  /// Tells the arbiter, if there is one, that `request` has completed, and that the current event changes its owner.
  void touch_completed(const Request& request) {
    if (options_.arbiter != nullptr) [[unlikely]]
      complete_arbitrated(request);
  }
  void touch_everything() noexcept {
    if (options_.arbiter != nullptr && !only_looks_) options_.arbiter->touch(Arbiter::kEverything);
  }
  /// Sets whether state is only read for a report from now on. While it is, touches of nodes are not recorded.
  void ignore_touches(bool looks) noexcept { only_looks_ = looks; }

  /// Lets the arbiter choose one of `count` possible results of a call of `node`, and returns its index. Needs: an
  /// arbiter, and at least one answer.
  std::size_t choose_answer(NodeId node, std::size_t count);

  /// Ends the run after the current event; the first error counts.
  void fail(std::exception_ptr error) {
    if (!error_) error_ = std::move(error);
  }
  const std::exception_ptr& error() const noexcept { return error_; }

  std::uint64_t trace_hash() const noexcept { return hash_.value(); }
  std::uint64_t event_count() const noexcept { return events_; }

 private:
  void schedule_arbitrated(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item);
  void complete_arbitrated(const Request& request);
  Event take_chosen();
  void note(const Event& event) {
    hash_.add(event);
    ++events_;
    if (options_.log != nullptr) [[unlikely]]
      options_.log->push_back(event);
  }
  /// Ends the run with an error, because an event is before now or after the end of time. An event before now is
  /// scheduled all the same if there is an arbiter, whose choices may have held up the event that it follows from.
  void schedule_outside(Duration after, NodeId node, std::uint32_t kind, std::uint32_t item);
  void exceed_limit();

  EngineOptions options_;
  std::string machine_;
  std::uint32_t nodes_;
  std::atomic<Duration::rep> last_time_;  ///< virtual time, ns, past which the run ends; negative after expire()
  EventQueue queue_;
  OrderedEvents arbitrated_;  ///< the pending events, in place of queue_, in a run with an arbiter
  VirtualTime now_{};
  VirtualTime turn_time_{};  ///< the instant of the events that turn_ counts
  std::uint32_t turn_ = 0;   ///< highest node with an event at turn_time_; above all nodes once programs have run
  TraceHash hash_;
  std::uint64_t events_ = 0;
  bool only_looks_ = false;
  std::exception_ptr error_;
};

}  // namespace switchyard
