#pragma once
/// \file decisions.hpp
/// What an arbiter decided, written down and followed again.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "runtime/arbiter.hpp"
#include "runtime/trace_hash.hpp"

namespace switchyard {

/// At event number `step` of a run, not the first of the pending events was taken, but this one.
struct Decision {
  std::uint64_t step = 0;
  std::uint64_t choice = 0;  ///< > 0
  friend bool operator==(const Decision&, const Decision&) = default;
};

/// Follows decisions, whose steps are ascending; `decisions` must outlive it. A choice past the last pending event, as
/// in a run of a smaller case, takes the last one.
class ReplayArbiter final : public Arbiter {
 public:
  explicit ReplayArbiter(std::span<const Decision> decisions) : decisions_(decisions) {}
  std::size_t choose(std::span<const Event> pending) override {
    const std::uint64_t step = step_++;
    if (decisions_.empty() || decisions_.front().step != step) return 0;
    const auto choice = static_cast<std::size_t>(decisions_.front().choice);
    decisions_ = decisions_.subspan(1);
    return std::min(choice, pending.size() - 1);
  }

 private:
  std::span<const Decision> decisions_;
  std::uint64_t step_ = 0;
};

/// Does as `inner` says and writes it down, so that a run that fails leaves it behind.
class RecordingArbiter final : public Arbiter {
 public:
  explicit RecordingArbiter(Arbiter& inner) : inner_(inner) {}
  void attach(const Fabric& fabric) override { inner_.attach(fabric); }
  std::size_t choose(std::span<const Event> pending) override {
    inner_.touch(take_touched());
    const std::size_t choice = inner_.choose(pending);
    if (choice > 0) decisions_.push_back({steps_, choice});
    ++steps_;
    hash_.add(pending[choice]);
    return choice;
  }
  void begins(NodeId node, const Instruction& instruction) override { inner_.begins(node, instruction); }
  void chose(NodeId node, std::uint32_t which) override { inner_.chose(node, which); }
  void completes(const Request& request) override { inner_.completes(request); }
  std::optional<NodeId> source_of(const Request& receive) override { return inner_.source_of(receive); }
  std::optional<std::uint32_t> awaited_by(NodeId node) override { return inner_.awaited_by(node); }
  void stops_polling(NodeId node) override { inner_.stops_polling(node); }
  void clock_read() noexcept override { inner_.clock_read(); }
  /// After the run: passes on what its last event has touched, as no choice follows that would.
  void end() { inner_.touch(take_touched()); }
  const std::vector<Decision>& decisions() const noexcept { return decisions_; }
  std::uint64_t steps() const noexcept { return steps_; }
  /// Of all events so far; in a run that completes, its report's.
  std::uint64_t trace_hash() const noexcept { return hash_.value(); }

 private:
  Arbiter& inner_;
  std::vector<Decision> decisions_;
  std::uint64_t steps_ = 0;
  TraceHash hash_;
};

}  // namespace switchyard
