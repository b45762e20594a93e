#include "algorithms/schedule/rs_n.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "algorithms/matrix/work_watch.hpp"
#include "algorithms/schedule/compressed_matrix.hpp"

namespace switchyard {
namespace {

class RsNScheduler {
 public:
  RsNScheduler(const CommunicationMatrix& matrix, Rng& rng)
      : matrix_(matrix),
        rng_(rng),
        compressed_matrix_(matrix, rng),
        last_receive_phases_(matrix.node_count(), 0),
        schedule_(matrix.node_count()) {
    schedule_.reserve(matrix.message_count());
    schedule_.count_operations(compressed_matrix_.operations());
  }

  Schedule schedule_all_messages() {
    detail::ProgressCounter placed("messages", matrix_.message_count());
    while (compressed_matrix_.unscheduled_message_count() > 0) {
      fill_phase();
      placed.report_items_done(matrix_.message_count() - compressed_matrix_.unscheduled_message_count());
    }
    return std::move(schedule_);
  }

 private:
  void fill_phase() {
    const std::uint32_t nodes = matrix_.node_count();
    ++current_phase_;
    inspected_entry_count_ = 0;
    auto x = static_cast<std::uint32_t>(rng_.random_number_below(nodes));
    for (std::uint32_t k = 0; k < nodes; ++k) {
      put_message_of_matrix_row_into_phase(x);
      if (++x == nodes) x = 0;
    }
    schedule_.count_operations(inspected_entry_count_ + nodes);
    schedule_.close_phase();
  }

  /// Puts the first message of matrix row x whose receiver is free into the current phase; this is step 2(c) in fig. 3
  /// of Wang and Ranka.
  void put_message_of_matrix_row_into_phase(std::uint32_t x) {
    const auto row = compressed_matrix_.row(x);
    for (std::size_t z = 0; z < row.size(); ++z) {
      ++inspected_entry_count_;
      const auto [y, number] = row[z];
      if (last_receive_phases_[y] == current_phase_) continue;
      last_receive_phases_[y] = current_phase_;
      const NodeId source{x};
      schedule_.add({source, NodeId{y}, matrix_.row(source)[number - matrix_.number_of_first_message(source)].bytes});
      compressed_matrix_.take_out_message(x, z);
      return;
    }
  }

  const CommunicationMatrix& matrix_;
  Rng& rng_;
  detail::CompressedMatrix compressed_matrix_;
  std::vector<std::uint32_t> last_receive_phases_;  ///< for each node, the latest phase in which it receives a message
  Schedule schedule_;
  std::uint32_t current_phase_ = 0;
  std::uint64_t inspected_entry_count_ = 0;
};

}  // namespace

Schedule make_rs_n_schedule(const CommunicationMatrix& matrix, Rng& rng) {
  return RsNScheduler(matrix, rng).schedule_all_messages();
}

}  // namespace switchyard
