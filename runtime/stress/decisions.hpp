#pragma once
/// \file decisions.hpp
/// Records the decisions of an arbiter (which pending event comes next), and repeats recorded
/// decisions.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/arbiter.hpp"
#include "runtime/trace_hash.hpp"

namespace switchyard {

/// A decision of an arbiter that changed the order of events: as event number `step` of the run, the pending event with
/// index `choice` came next instead of the first one.
struct ArbiterDecision {
  std::uint64_t step = 0;
  std::uint64_t choice = 0;  ///< index, among the pending events, of the event that came next; greater than 0
  friend bool operator==(const ArbiterDecision&, const ArbiterDecision&) = default;
};

/// An arbiter that repeats recorded decisions about which pending event comes next. The decisions are in ascending
/// order of steps, and `decisions` must outlive the arbiter. In a smaller test case fewer events may be pending than a
/// decision requires; the last pending event is then taken.
class ReplayArbiter final : public Arbiter {
 public:
  explicit ReplayArbiter(std::span<const ArbiterDecision> decisions) : decisions_left_(decisions) {}
  std::size_t choose_next_event(std::span<const Event> pending) override {
    const std::uint64_t step = step_count_++;
    if (decisions_left_.empty() || decisions_left_.front().step != step) return 0;
    const auto choice = static_cast<std::size_t>(decisions_left_.front().choice);
    decisions_left_ = decisions_left_.subspan(1);
    return std::min(choice, pending.size() - 1);
  }

 private:
  std::span<const ArbiterDecision> decisions_left_;
  std::uint64_t step_count_ = 0;
};

/// The decisions that an arbiter has made in the current run, and whether a run is under way. This record has a fixed
/// size, so that another process can share it, and can read it after the process of the run has crashed.
class SharedRunRecord {
 public:
  void start_run_record() noexcept {
    recorded_decision_count_ = 0;
    ++begun_run_count_;
    is_running_ = true;
  }
  void end() noexcept { is_running_ = false; }
  /// Records a decision of the arbiter about which pending event comes next in the run. The decision is dropped if
  /// there is no room left.
  void add(const ArbiterDecision& decision) noexcept {
    if (recorded_decision_count_ < recorded_decisions_.size())
      recorded_decisions_[recorded_decision_count_++] = {decision.step, decision.choice};
  }

  // The functions begun(), is_running() and decisions() may be called by any process that shares this record.
  std::uint64_t begun() const noexcept { return begun_run_count_; }
  bool is_running() const noexcept { return is_running_; }
  /// Returns the decisions of the run that was begun last. Needs: the process of that run has ended, or is the calling
  /// process.
  std::vector<ArbiterDecision> arbiter_decisions() const {
    std::vector<ArbiterDecision> decisions;
    for (std::size_t i = 0; i < recorded_decision_count_; ++i)
      decisions.push_back({recorded_decisions_[i].step, recorded_decisions_[i].choice});
    return decisions;
  }

 private:
  struct RecordedDecision {
    std::uint64_t step, choice;
  };
  static constexpr std::size_t kMostNotedDecisions = std::size_t{1} << 16U;
  std::atomic<std::uint64_t> begun_run_count_ = 0;
  std::atomic<bool> is_running_ = false;
  std::size_t recorded_decision_count_ = 0;
  // This array has no initial value, so that pages that are never written to need no memory.
  std::array<RecordedDecision, kMostNotedDecisions> recorded_decisions_;
};

/// An arbiter that lets another arbiter, `inner`, decide, and records its decisions, so that a failing run can be
/// repeated.
class RecordingArbiter final : public Arbiter {
 public:
  /// Records the decisions of the arbiter `inner`. If `notes` is not null, the decisions are also written to `notes`.
  explicit RecordingArbiter(Arbiter& inner, SharedRunRecord* notes = nullptr)
      : inner_arbiter_(inner), shared_run_record_(notes) {}
  void on_begin_of_run(const Fabric& fabric) override { inner_arbiter_.on_begin_of_run(fabric); }
  std::size_t choose_next_event(std::span<const Event> pending) override {
    inner_arbiter_.note_touched_by_event(take_touched_bits());
    const std::size_t choice = inner_arbiter_.choose_next_event(pending);
    if (choice > 0) record_decision({event_count_, choice});
    ++event_count_;
    event_hash_.add(pending[choice]);
    return choice;
  }
  void on_instruction(NodeId node, const Instruction& instruction) override {
    inner_arbiter_.on_instruction(node, instruction);
  }
  void on_wait_any_ended(NodeId node, std::uint32_t which) override { inner_arbiter_.on_wait_any_ended(node, which); }
  void on_request_complete(const Request& request) override { inner_arbiter_.on_request_complete(request); }
  std::optional<NodeId> prescribed_source(const Request& receive) override {
    return inner_arbiter_.prescribed_source(receive);
  }
  std::optional<std::uint32_t> index_of_request_to_await(NodeId node) override {
    return inner_arbiter_.index_of_request_to_await(node);
  }
  void on_polling_stopped(NodeId node) override { inner_arbiter_.on_polling_stopped(node); }
  void on_clock_read() noexcept override { inner_arbiter_.on_clock_read(); }
  /// Passes the nodes and links that the last event touched on to `inner`, as choose_next_event() does for all earlier
  /// events. Call this after the run.
  void end() { inner_arbiter_.note_touched_by_event(take_touched_bits()); }
  const std::vector<ArbiterDecision>& arbiter_decisions() const noexcept { return decisions_; }
  std::uint64_t steps() const noexcept { return event_count_; }
  /// Returns the hash of all events of the run so far. After a completed run it equals the trace hash in the run's
  /// report.
  std::uint64_t trace_hash() const noexcept { return event_hash_.value(); }

 private:
  void record_decision(const ArbiterDecision& decision) {
    decisions_.push_back(decision);
    if (shared_run_record_ != nullptr) shared_run_record_->add(decision);
  }

  Arbiter& inner_arbiter_;
  SharedRunRecord* shared_run_record_;
  std::vector<ArbiterDecision> decisions_;
  std::uint64_t event_count_ = 0;
  TraceHash event_hash_;
};

}  // namespace switchyard
