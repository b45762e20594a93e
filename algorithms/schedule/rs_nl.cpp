#include "algorithms/schedule/rs_nl.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/matrix/work_watch.hpp"
#include "algorithms/schedule/compressed_matrix.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

// The number of basic operations (the unit of scheduling cost) that checking whether a path is free counts as. The
// machine constant basic_operation is fitted to the bounds of Wang and Ranka, sec. 6, with 12 operations.
constexpr std::uint64_t kSchedulingOperationsPerPathCheck = 12;
// The number of basic operations (the unit of scheduling cost) that marking the links of a message counts as. The
// machine constant basic_operation is fitted to the bounds of Wang and Ranka, sec. 6, with 18 operations.
constexpr std::uint64_t kSchedulingOperationsPerPathMark = 18;
constexpr std::uint32_t kNoMessage = std::numeric_limits<std::uint32_t>::max();

/// The paths of all messages of a matrix, computed once, and the links that the messages of the current phase use.
class LinksClaimedByPaths {
 public:
  LinksClaimedByPaths(const CommunicationMatrix& matrix, const Routes& routes)
      : last_claim_phase_(routes.link_count(), 0) {
    std::vector<LinkId> path;
    first_link_index_of_each_path_.reserve(matrix.message_count() + 1);
    first_link_index_of_each_path_.push_back(0);
    for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
      for (const auto& entry : matrix.row(NodeId{i})) {
        routes.route(NodeId{i}, entry.destination, path);
        links_.insert(links_.end(), path.begin(), path.end());
        first_link_index_of_each_path_.push_back(links_.size());
      }
    }
  }

  void next_phase() noexcept { ++current_phase_; }
  bool is_path_free(std::uint32_t message) const noexcept {
    const auto links = path_of_message(message);
    return std::none_of(links.begin(), links.end(),
                        [&](LinkId link) { return last_claim_phase_[index(link)] == current_phase_; });
  }
  bool are_paths_disjoint(std::uint32_t one, std::uint32_t other) const noexcept {
    const auto links = path_of_message(other);
    return std::find_first_of(links.begin(), links.end(), path_of_message(one).begin(), path_of_message(one).end()) ==
           links.end();
  }
  void claim_path(std::uint32_t message) noexcept {
    for (const LinkId link : path_of_message(message)) last_claim_phase_[index(link)] = current_phase_;
  }

 private:
  std::span<const LinkId> path_of_message(std::uint32_t message) const noexcept {
    return {links_.data() + first_link_index_of_each_path_[message],
            links_.data() + first_link_index_of_each_path_[message + std::size_t{1}]};
  }

  std::vector<std::uint64_t> first_link_index_of_each_path_;
  std::vector<LinkId> links_;
  std::vector<std::uint32_t> last_claim_phase_;  ///< for each link, the latest phase in which a message uses the link
  std::uint32_t current_phase_ = 0;
};

/// Returns for each message of the matrix the number of the message in the opposite direction, or kNoMessage if there
/// is none.
std::vector<std::uint32_t> opposite_direction_message_numbers(const CommunicationMatrix& matrix) {
  std::vector<std::uint32_t> reverse(matrix.message_count(), kNoMessage);
  // The senders of messages to node j are visited in ascending order, which is also the order of the destinations in
  // row j. One position in each row is therefore enough to find all messages in the opposite direction.
  std::vector<std::uint64_t> next(matrix.node_count());
  for (std::uint32_t j = 0; j < matrix.node_count(); ++j) next[j] = matrix.number_of_first_message(NodeId{j});
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    std::uint64_t number = matrix.number_of_first_message(NodeId{i});
    for (const auto& [j, bytes] : matrix.row(NodeId{i})) {
      const std::uint64_t first = matrix.number_of_first_message(j);
      const auto row = matrix.row(j);
      std::uint64_t& at = next[index(j)];
      while (at < first + row.size() && row[at - first].destination < NodeId{i}) ++at;
      if (at < first + row.size() && row[at - first].destination == NodeId{i}) {
        reverse[number] = static_cast<std::uint32_t>(at);
      }
      ++number;
    }
  }
  return reverse;
}

class NodeAndLinkContentionFreeScheduler {
 public:
  NodeAndLinkContentionFreeScheduler(const CommunicationMatrix& matrix, const Routes& routes, Rng& rng)
      : matrix_(matrix),
        rng_(rng),
        compressed_matrix_(matrix, rng),
        path_claims_(matrix, routes),
        opposite_messages_(opposite_direction_message_numbers(matrix)),
        last_send_phases_(matrix.node_count(), 0),
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
    schedule_.count_operations(operations_);
    return std::move(schedule_);
  }

 private:
  void fill_phase() {
    const std::uint32_t nodes = matrix_.node_count();
    ++current_phase_;
    path_claims_.next_phase();
    auto x = static_cast<std::uint32_t>(rng_.random_number_below(nodes));
    for (std::uint32_t k = 0; k < nodes; ++k) {
      if (last_send_phases_[x] != current_phase_ && !put_exchange_into_phase(x)) put_message_into_phase(x);
      if (++x == nodes) x = 0;
    }
    operations_ += nodes;
    schedule_.close_phase();
  }

  /// Puts an exchange of two nodes into the current phase: the first message of row x that fits into the phase together
  /// with its opposite message, and this opposite message. Returns false if there is no such pair.
  bool put_exchange_into_phase(std::uint32_t x) {
    if (last_receive_phases_[x] == current_phase_) return false;
    const auto row = compressed_matrix_.row(x);
    for (std::size_t z = 0; z < row.size(); ++z) {
      ++operations_;
      const auto [y, number] = row[z];
      const std::uint32_t back = opposite_messages_[number];
      // `back`, the message in the opposite direction, is not in a phase yet: opposite_messages_ forgets a message as
      // soon as it is put into a phase.
      if (back == kNoMessage || last_receive_phases_[y] == current_phase_ || last_send_phases_[y] == current_phase_ ||
          !are_both_paths_free(number, back))
        continue;
      put_into_phase(x, z);
      put_into_phase(y, column_in_unscheduled_row(y, back));
      return true;
    }
    return false;
  }

  /// Puts into the current phase the first message of matrix row x whose receiver and links are free in this phase, if
  /// there is one.
  void put_message_into_phase(std::uint32_t x) {
    const auto row = compressed_matrix_.row(x);
    for (std::size_t z = 0; z < row.size(); ++z) {
      ++operations_;
      const auto [y, number] = row[z];
      if (last_receive_phases_[y] == current_phase_ || !is_path_of_message_free(number)) continue;
      return put_into_phase(x, z);
    }
  }

  bool is_path_of_message_free(std::uint32_t message) {
    operations_ += kSchedulingOperationsPerPathCheck;
    return path_claims_.is_path_free(message);
  }

  bool are_both_paths_free(std::uint32_t one, std::uint32_t other) {
    return is_path_of_message_free(one) && is_path_of_message_free(other) &&
           path_claims_.are_paths_disjoint(one, other);
  }

  void put_into_phase(std::uint32_t x, std::size_t z) {
    const auto [y, number] = compressed_matrix_.row(x)[z];
    last_send_phases_[x] = current_phase_;
    last_receive_phases_[y] = current_phase_;
    path_claims_.claim_path(number);
    operations_ += kSchedulingOperationsPerPathMark;
    // The message is in a phase now, so its opposite message can no longer be scheduled together with it as an exchange
    // of two nodes.
    if (opposite_messages_[number] != kNoMessage) opposite_messages_[opposite_messages_[number]] = kNoMessage;
    const NodeId source{x};
    schedule_.add({source, NodeId{y}, matrix_.row(source)[number - matrix_.number_of_first_message(source)].bytes});
    compressed_matrix_.take_out_message(x, z);
  }

  /// Returns the position of a message in row y of the compressed communication matrix, which holds the messages that
  /// are in no phase yet. Needs: the message is in no phase yet. The paper reads the matrix element COM(y, x) directly,
  /// so this search is not counted as basic operations.
  std::size_t column_in_unscheduled_row(std::uint32_t y, std::uint32_t message) const {
    const auto row = compressed_matrix_.row(y);
    const auto at = std::find_if(row.begin(), row.end(), [&](const auto& entry) { return entry.number == message; });
    return static_cast<std::size_t>(at - row.begin());
  }

  const CommunicationMatrix& matrix_;
  Rng& rng_;
  detail::CompressedMatrix compressed_matrix_;
  LinksClaimedByPaths path_claims_;
  std::vector<std::uint32_t> opposite_messages_;
  std::vector<std::uint32_t> last_send_phases_;     ///< for each node, the latest phase in which it sends a message
  std::vector<std::uint32_t> last_receive_phases_;  ///< for each node, the latest phase in which it receives a message
  Schedule schedule_;
  std::uint32_t current_phase_ = 0;
  std::uint64_t operations_ = 0;
};

}  // namespace

Schedule make_rs_nl_schedule(const CommunicationMatrix& matrix, const Routes& routes, Rng& rng) {
  if (routes.node_count() != matrix.node_count()) {
    throw UsageError(
        fmt::format("rs_nl: a matrix of {} nodes on a network of {}", matrix.node_count(), routes.node_count()),
        "both are the same size");
  }
  return NodeAndLinkContentionFreeScheduler(matrix, routes, rng).schedule_all_messages();
}

}  // namespace switchyard
