#include "algorithms/schedule/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr std::uint64_t kNoPhase = std::numeric_limits<std::uint64_t>::max();

void check_nodes_exist(const Schedule& schedule, PhaseId phase, const ScheduledMessage& message) {
  if (std::max(index(message.source), index(message.destination)) < schedule.node_count()) return;
  throw UsageError(fmt::format("schedule: phase {} has {} -> {}", index(phase) + 1, index(message.source),
                               index(message.destination)),
                   fmt::format("nodes are 0..{}", std::int64_t{schedule.node_count()} - 1));
}

void check_message_fits_gather(PhaseId phase, NodeId receiver, const ScheduledMessage& message) {
  if (message.destination == receiver) return;
  throw UsageError(fmt::format("schedule: phase {} gathers to node {} and has {} -> {}", index(phase) + 1,
                               index(receiver), index(message.source), index(message.destination)),
                   "a gather has one receiver");
}

/// Enters the sending or the receiving half of a message in a step of a node. Throws UsageError if the step already has
/// such a half, because the phase would then break the schedule's shape (PhaseShape).
void set_send_or_receive_of_step(std::optional<PlannedTransfer>& half, PhaseId phase, NodeId node,
                                 PlannedTransfer transfer) {
  if (half) {
    throw UsageError(
        fmt::format("schedule: node {} has two messages of one direction in phase {}", index(node), index(phase) + 1),
        "a phase is a partial permutation");
  }
  half = transfer;
}

}  // namespace

std::uint64_t Schedule::pairwise_exchange_count() const {
  struct LastSend {
    std::uint64_t phase = kNoPhase;
    NodeId to{};
  };
  std::vector<LastSend> sent(node_count_);
  std::uint64_t count = 0;
  for (std::uint32_t p = 0; p < phase_count(); ++p) {
    for (const ScheduledMessage& message : phase(PhaseId{p})) {
      const LastSend& back = sent[index(message.destination)];
      if (back.phase == p && back.to == message.source) ++count;
      sent[index(message.source)] = {p, message.destination};
    }
  }
  return count;
}

ScheduleStepsByNode::ScheduleStepsByNode(const Schedule& schedule) : phase_count_(schedule.phase_count()) {
  count_steps(schedule);
  fill_steps(schedule);
}

void ScheduleStepsByNode::count_steps(const Schedule& schedule) {
  plan_starts_.assign(std::size_t{schedule.node_count()} + 1, 0);
  // for each node, the phase of its latest step so far
  std::vector<std::uint64_t> last(schedule.node_count(), kNoPhase);
  const bool gather = schedule.shape() == PhaseShape::gather;
  const auto count_step = [&](NodeId node, std::uint32_t phase, bool own_step) {
    if (last[index(node)] == phase && !own_step) return;
    last[index(node)] = phase;
    ++plan_starts_[index(node) + std::size_t{1}];
  };
  for (std::uint32_t p = 0; p < phase_count_; ++p) {
    const auto messages = schedule.phase(PhaseId{p});
    for (const ScheduledMessage& message : messages) {
      check_nodes_exist(schedule, PhaseId{p}, message);
      if (gather) check_message_fits_gather(PhaseId{p}, messages.front().destination, message);
      count_step(message.source, p, false);
      count_step(message.destination, p, schedule.shape() != PhaseShape::partial_permutation);
    }
  }
  for (std::size_t i = 1; i < plan_starts_.size(); ++i) plan_starts_[i] += plan_starts_[i - 1];
}

void ScheduleStepsByNode::fill_steps(const Schedule& schedule) {
  steps_.resize(plan_starts_.back());
  // for each node, the position behind its latest step so far
  std::vector<std::uint64_t> ends(plan_starts_.begin(), plan_starts_.end() - 1);
  const bool own_step_each = schedule.shape() != PhaseShape::partial_permutation;
  const auto step = [&](NodeId node, PhaseId phase, bool own_step) -> PlanStep& {
    std::uint64_t& end = ends[index(node)];
    if (end == plan_starts_[index(node)] || steps_[end - 1].phase != phase || own_step) steps_[end++].phase = phase;
    return steps_[end - 1];
  };
  for (std::uint32_t p = 0; p < phase_count_; ++p) {
    const PhaseId phase{p};
    for (const auto& [source, destination, bytes, route] : schedule.phase(phase)) {
      set_send_or_receive_of_step(step(source, phase, false).send, phase, source, {destination, bytes, route});
      set_send_or_receive_of_step(step(destination, phase, own_step_each).receive, phase, destination, {source, bytes});
    }
  }
}

}  // namespace switchyard
