#pragma once
/// \file schedule.hpp
/// A communication matrix taken apart into phases, and what each node has to do in them.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 2:
/// communication phases cp_k, partial permutations pm_k. Phases count from 0 here, from 1 there.
/// Departs from it: in the linear schedules of R. Ponnusamy et al., "Scheduling regular and irregular communication
/// patterns on the CM-5" (1992), a phase is a gather and no partial permutation.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/request.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// One phase of a schedule, 0..phase_count-1.
enum class PhaseId : std::uint32_t {};
constexpr std::uint32_t index(PhaseId id) noexcept { return static_cast<std::uint32_t>(id); }

/// A message in the phase that carries it.
struct ScheduledMessage {
  NodeId source{};
  NodeId destination{};
  std::uint64_t bytes = 0;
  Route route = Route::automatic;
  friend bool operator==(const ScheduledMessage&, const ScheduledMessage&) = default;
};

/// What each phase of a schedule is.
enum class PhaseShape : std::uint8_t {
  partial_permutation,  ///< no node has two messages of one direction
  one_send,             ///< no node sends twice; one may receive from several
  gather,               ///< all messages go to one node, which takes them one after another in the order they stand in
};

/// Phases one after another in one array. It holds whatever a scheduler puts in: `verify` says whether it is right.
class Schedule {
 public:
  Schedule() = default;
  explicit Schedule(std::uint32_t node_count, PhaseShape shape = PhaseShape::partial_permutation)
      : node_count_(node_count), shape_(shape) {}

  /// Puts a message into the phase that is being filled.
  void add(const ScheduledMessage& message) { messages_.push_back(message); }
  /// Ends that phase, which may be empty. Messages belong to no phase before this call.
  void close_phase() { ends_.push_back(messages_.size()); }
  void reserve(std::uint64_t messages) { messages_.reserve(messages); }
  /// Basic operations that the scheduler took.
  void count_operations(std::uint64_t operations) noexcept { operations_ += operations; }

  std::uint32_t node_count() const noexcept { return node_count_; }
  PhaseShape shape() const noexcept { return shape_; }
  std::uint32_t phase_count() const noexcept { return static_cast<std::uint32_t>(ends_.size()); }
  std::span<const ScheduledMessage> phase(PhaseId id) const noexcept {
    const std::uint64_t first = index(id) == 0 ? 0 : ends_[index(id) - 1];
    return {messages_.data() + first, messages_.data() + ends_[index(id)]};
  }
  std::uint64_t message_count() const noexcept { return ends_.empty() ? 0 : ends_.back(); }
  /// Messages that stand after the end of the last phase; none in a finished schedule.
  std::uint64_t open_messages() const noexcept { return messages_.size() - message_count(); }
  /// Basic operations (entries inspected, n a phase, n + d n for the compression; RS_NL also path checks and marks):
  /// what the schedule cost is made of; 0 for schedules that need no search.
  std::uint64_t operations() const noexcept { return operations_; }
  /// How many times two nodes send to each other in the same phase.
  std::uint64_t pairwise_exchanges() const;

  friend bool operator==(const Schedule&, const Schedule&) = default;

 private:
  std::uint32_t node_count_ = 0;
  PhaseShape shape_ = PhaseShape::partial_permutation;
  std::vector<ScheduledMessage> messages_;
  std::vector<std::uint64_t> ends_;
  std::uint64_t operations_ = 0;
};

/// One half of a message, as the node at its other end sees it.
struct PlannedTransfer {
  NodeId peer{};
  std::uint64_t bytes = 0;
  Route route = Route::automatic;
  friend bool operator==(const PlannedTransfer&, const PlannedTransfer&) = default;
};

/// What one node does in one phase, or for one message that it gathers; at least one of the two is there.
struct PlanStep {
  PhaseId phase{};
  std::optional<PlannedTransfer> send;
  std::optional<PlannedTransfer> receive;
  friend bool operator==(const PlanStep&, const PlanStep&) = default;
};

/// A schedule from the nodes' side. Immutable; any thread. Made once in time linear in messages, nodes and phases.
class NodePlans {
 public:
  /// Throws: UsageError where a phase has not the schedule's shape or names a node that does not exist.
  explicit NodePlans(const Schedule& schedule);

  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(starts_.size() - 1); }
  std::uint32_t phase_count() const noexcept { return phase_count_; }
  /// Phases ascend; a phase in which the node is idle has no step, one in which it gathers a step for each message.
  std::span<const PlanStep> plan(NodeId node) const noexcept {
    return {steps_.data() + starts_[index(node)], steps_.data() + starts_[index(node) + std::size_t{1}]};
  }

 private:
  void count_steps(const Schedule& schedule);
  void fill_steps(const Schedule& schedule);

  std::uint32_t phase_count_ = 0;
  std::vector<std::uint64_t> starts_;
  std::vector<PlanStep> steps_;
};

}  // namespace switchyard
