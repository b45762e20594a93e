#include "algorithms/schedule/greedy.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/matrix/work_watch.hpp"

namespace switchyard {
namespace {

class GreedyPairScheduler {
 public:
  explicit GreedyPairScheduler(const CommunicationMatrix& matrix)
      : unscheduled_message_count_(matrix.message_count()),
        last_pairing_phase_(matrix.node_count(), 0),
        schedule_(matrix.node_count()) {
    for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
      unscheduled_rows_.emplace_back(matrix.row(NodeId{i}).begin(), matrix.row(NodeId{i}).end());
    }
    schedule_.reserve(unscheduled_message_count_);
  }

  Schedule schedule_all_messages() {
    const std::uint64_t messages = unscheduled_message_count_;
    detail::ProgressCounter placed("messages", messages);
    while (unscheduled_message_count_ > 0) {
      fill_phase();
      placed.report_items_done(messages - unscheduled_message_count_);
    }
    return std::move(schedule_);
  }

 private:
  /// the messages of a node that are not in a phase yet, in ascending order of their destinations
  using UnscheduledRow = std::vector<CommunicationMatrix::Entry>;

  void fill_phase() {
    ++current_phase_;
    inspected_pair_count_ = 0;
    for (std::uint32_t i = 0; i < unscheduled_rows_.size(); ++i) {
      if (!has_partner(NodeId{i})) pair_with_first_free_partner(NodeId{i});
    }
    schedule_.count_operations(inspected_pair_count_ + unscheduled_rows_.size());
    schedule_.close_phase();
  }

  bool has_partner(NodeId node) const { return last_pairing_phase_[index(node)] == current_phase_; }

  void pair_with_first_free_partner(NodeId node) {
    for (const auto& entry : unscheduled_rows_[index(node)]) {
      ++inspected_pair_count_;
      if (!has_partner(entry.destination)) return add_messages_of_pair_to_phase(node, entry.destination);
    }
  }

  void add_messages_of_pair_to_phase(NodeId node, NodeId partner) {
    last_pairing_phase_[index(node)] = last_pairing_phase_[index(partner)] = current_phase_;
    add_message_to_phase(node, partner);
    ++inspected_pair_count_;
    add_message_to_phase(partner, node);
  }

  /// Adds the message from `source` to `destination` to the current phase, if the matrix has such a message and it is
  /// not in a phase yet.
  void add_message_to_phase(NodeId source, NodeId destination) {
    UnscheduledRow& row = unscheduled_rows_[index(source)];
    const auto found = std::ranges::lower_bound(row, destination, {}, &CommunicationMatrix::Entry::destination);
    if (found == row.end() || found->destination != destination) return;
    schedule_.add({source, destination, found->bytes});
    row.erase(found);
    --unscheduled_message_count_;
  }

  std::uint64_t unscheduled_message_count_;
  std::vector<UnscheduledRow> unscheduled_rows_;
  /// for each node, the latest phase in which it was paired with another node
  std::vector<std::uint32_t> last_pairing_phase_;
  Schedule schedule_;
  std::uint32_t current_phase_ = 0;
  std::uint64_t inspected_pair_count_ = 0;
};

}  // namespace

Schedule make_greedy_schedule(const CommunicationMatrix& matrix) {
  return GreedyPairScheduler(matrix).schedule_all_messages();
}

}  // namespace switchyard
