#include "algorithms/schedule/complete_exchange.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "algorithms/schedule/grouped.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Remembers which links carry a message in the step of the schedule that is being filled, so that no link gets two
/// messages in a step.
class LinksUsedInStep {
 public:
  explicit LinksUsedInStep(const Routes& routes) : routes_(routes), last_claim_step_(routes.link_count(), 0) {}

  void next_step() { ++current_step_; }
  /// Claims all links of the path between two nodes and returns true. If one of these links is claimed
  /// already, claims no link and returns false.
  bool try_claim_path(NodeId from, NodeId to) {
    routes_.route(from, to, current_path_);
    operations_ += current_path_.size() + 1;
    const auto is_taken = [&](LinkId link) { return last_claim_step_[index(link)] == current_step_; };
    if (std::ranges::any_of(current_path_, is_taken)) return false;
    for (const LinkId link : current_path_) last_claim_step_[index(link)] = current_step_;
    return true;
  }

  /// Returns the number of basic operations (the unit of scheduling cost) of all calls of try_claim_path() so far: one
  /// for each call, and one for each link of the path in the call.
  std::uint64_t operations() const noexcept { return operations_; }

 private:
  const Routes& routes_;
  std::vector<std::uint32_t> last_claim_step_;  ///< for each link, the last step in which the link was claimed
  std::uint32_t current_step_ = 0;
  std::vector<LinkId> current_path_;
  std::uint64_t operations_ = 0;
};

}  // namespace

Schedule make_naive_exchange_schedule(const CommunicationMatrix& matrix, const Routes& routes) {
  const std::uint32_t nodes = matrix.node_count();
  Schedule schedule(nodes, PhaseShape::one_send);
  LinksUsedInStep claims(routes);
  std::vector<std::size_t> next(nodes, 0);
  while (schedule.message_count() < matrix.message_count()) {
    claims.next_step();
    for (std::uint32_t i = 0; i < nodes; ++i) {
      const auto row = matrix.row(NodeId{i});
      if (next[i] == row.size()) continue;
      const auto& [destination, bytes] = row[next[i]];
      if (!claims.try_claim_path(NodeId{i}, destination)) continue;
      schedule.add({NodeId{i}, destination, bytes});
      ++next[i];
    }
    schedule.close_phase();
  }
  schedule.count_operations(claims.operations());
  return schedule;
}

Schedule make_linear_exchange_schedule(const CommunicationMatrix& matrix) {
  const std::uint32_t n = matrix.node_count();
  const auto step = [n](std::uint32_t i, std::uint32_t j) { return (j + n - i) % n - 1; };
  return detail::schedule_grouped_by_phase(matrix, n - 1, step, detail::EmptyPhasePolicy::keep_empty_phases);
}

Schedule make_stable_exchange_schedule(const CommunicationMatrix& matrix) {
  const std::uint32_t n = matrix.node_count();
  if (n % 2 != 0 && n > 1) throw UsageError(fmt::format("stable: {} nodes", n), "it needs an even number");
  const auto step = [n](std::uint32_t i, std::uint32_t j) {
    // the destination of node i in step 0 of the stable schedule
    const std::uint32_t first = i < n / 2 ? 2 * i + 1 : 2 * i - n;
    return (j + n - first) % n;
  };
  return detail::schedule_grouped_by_phase(matrix, n, step, detail::EmptyPhasePolicy::keep_empty_phases);
}

}  // namespace switchyard
