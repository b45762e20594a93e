#pragma once
/// \file schedule.hpp
/// A schedule: the messages of a communication matrix divided into phases, and the steps that each node takes in the
/// phases.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 2:
/// communication phases cp_k, partial permutations pm_k. PhaseId counts from 0; texts for people count phases from 1,
/// as the paper does. Departs from the paper: in the linear schedules of R. Ponnusamy et al., "Scheduling regular and
/// irregular communication patterns on the CM-5" (1992), a phase is a gather and no partial permutation.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "runtime/request.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The number of a phase of a schedule, 0..phase_count-1.
enum class PhaseId : std::uint32_t {};
constexpr std::uint32_t index(PhaseId id) noexcept { return static_cast<std::uint32_t>(id); }

/// A message of a schedule: source, destination, size and route.
struct ScheduledMessage {
  NodeId source{};
  NodeId destination{};
  std::uint64_t bytes = 0;
  Route route = Route::automatic;
  friend bool operator==(const ScheduledMessage&, const ScheduledMessage&) = default;
};

/// Which nodes may send or receive several messages in one phase. All phases of a schedule have the same shape.
enum class PhaseShape : std::uint8_t {
  partial_permutation,  ///< in a phase, no node sends two messages, and no node receives two messages
  one_send,             ///< in a phase, no node sends two messages, but a node may receive several messages
  /// all messages of a phase go to one node, which receives them in the order of the phase, one after another
  gather,
};

/// A schedule, with the messages of all phases in one array. It holds all messages that a scheduler adds, right or
/// wrong; verify() checks them.
class Schedule {
 public:
  Schedule() = default;
  explicit Schedule(std::uint32_t node_count, PhaseShape shape = PhaseShape::partial_permutation)
      : node_count_(node_count), shape_(shape) {}

  /// Adds a message to the current phase, which close_phase() ends.
  void add(const ScheduledMessage& message) { messages_.push_back(message); }
  /// Ends the current phase, which may be empty. The messages added since the last call form this phase.
  void close_phase() { phase_ends_.push_back(messages_.size()); }
  void reserve(std::uint64_t messages) { messages_.reserve(messages); }
  /// Adds `operations` to the number of basic operations (the unit of scheduling cost) that the scheduler took.
  void count_operations(std::uint64_t operations) noexcept { operations_ += operations; }

  std::uint32_t node_count() const noexcept { return node_count_; }
  PhaseShape shape() const noexcept { return shape_; }
  std::uint32_t phase_count() const noexcept { return static_cast<std::uint32_t>(phase_ends_.size()); }
  std::span<const ScheduledMessage> phase(PhaseId id) const noexcept {
    const std::uint64_t first = index(id) == 0 ? 0 : phase_ends_[index(id) - 1];
    return {messages_.data() + first, messages_.data() + phase_ends_[index(id)]};
  }
  std::uint64_t message_count() const noexcept { return phase_ends_.empty() ? 0 : phase_ends_.back(); }
  /// Returns the number of messages that were added after the last phase was closed; 0 for a finished schedule.
  std::uint64_t message_count_outside_phases() const noexcept { return messages_.size() - message_count(); }
  /// Returns the number of basic operations that the scheduler took, from which the time for making the schedule is
  /// computed; 0 for schedules that need no search. Most schedulers count the matrix entries that they inspect, and n
  /// operations for each phase of n nodes. RS_N and RS_NL also count n + d operations for compressing one row of the
  /// matrix, where d is the largest number of messages that a node sends or receives. RS_NL also counts checking and
  /// marking paths. Schedulers by collision graphs count the steps of making the graph and of the search, and edge
  /// colouring counts the edges that it walks along.
  std::uint64_t operations() const noexcept { return operations_; }
  /// Counts the pairwise exchanges of the schedule: pairs of nodes that send to each other in one phase, summed over
  /// all phases.
  std::uint64_t pairwise_exchange_count() const;

  friend bool operator==(const Schedule&, const Schedule&) = default;

 private:
  std::uint32_t node_count_ = 0;
  PhaseShape shape_ = PhaseShape::partial_permutation;
  std::vector<ScheduledMessage> messages_;
  std::vector<std::uint64_t> phase_ends_;
  std::uint64_t operations_ = 0;
};

/// The sending or the receiving half of a message, as it appears in the list of steps of one of the message's two
/// nodes; `peer` is the other node.
struct PlannedTransfer {
  NodeId peer{};
  std::uint64_t bytes = 0;
  Route route = Route::automatic;
  friend bool operator==(const PlannedTransfer&, const PlannedTransfer&) = default;
};

/// What one node does in one phase of a schedule, or for one message of a phase in which one node gathers messages. At
/// least one of `send` and `receive` is set.
struct PlanStep {
  PhaseId phase{};
  std::optional<PlannedTransfer> send;
  std::optional<PlannedTransfer> receive;
  friend bool operator==(const PlanStep&, const PlanStep&) = default;
};

/// The steps of every node in a schedule: the plan of a node is the list of its own steps. Immutable; any thread may
/// read it. Making the plans takes time linear in the numbers of messages, nodes and phases.
class ScheduleStepsByNode {
 public:
  /// Makes the lists of steps (plans) of all nodes. Throws: UsageError if a phase does not have the schedule's shape or
  /// names a node that does not exist.
  explicit ScheduleStepsByNode(const Schedule& schedule);

  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(plan_starts_.size() - 1); }
  std::uint32_t phase_count() const noexcept { return phase_count_; }
  /// Returns the steps of a node, in the order of the phases. A phase in which the node is idle has no
  /// step. A phase in which the node gathers messages has a step for each message.
  std::span<const PlanStep> steps_of_node(NodeId node) const noexcept {
    return {steps_.data() + plan_starts_[index(node)], steps_.data() + plan_starts_[index(node) + std::size_t{1}]};
  }

 private:
  void count_steps(const Schedule& schedule);
  void fill_steps(const Schedule& schedule);

  std::uint32_t phase_count_ = 0;
  std::vector<std::uint64_t> plan_starts_;
  std::vector<PlanStep> steps_;
};

}  // namespace switchyard
