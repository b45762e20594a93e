#include "algorithms/matrix/describe.hpp"

#include <algorithm>
#include <limits>

namespace switchyard {
namespace {

using Row = std::span<const CommunicationMatrix::Entry>;

std::uint64_t total_bytes_of_row(Row row) {
  std::uint64_t sum = 0;
  for (const auto& entry : row) sum += entry.bytes;
  return sum;
}

/// Returns the number of nodes that occur as destinations in both of two rows of communication matrices. Needs: both
/// rows are ascending.
std::uint64_t common_node_count(Row a, Row b) {
  std::uint64_t count = 0;
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const NodeId left = a[i].destination;
    const NodeId right = b[j].destination;
    if (left == right) ++count;
    if (left <= right) ++i;
    if (right <= left) ++j;
  }
  return count;
}

void update_size_range(MatrixDescription& result, Row row) {
  for (const auto& entry : row) {
    result.min_bytes = std::min(result.min_bytes, entry.bytes);
    result.max_bytes = std::max(result.max_bytes, entry.bytes);
  }
}

void update_degree_ranges(MatrixDescription& result, std::uint32_t out, std::uint32_t in) {
  result.min_out_degree = std::min(result.min_out_degree, out);
  result.max_out_degree = std::max(result.max_out_degree, out);
  result.min_in_degree = std::min(result.min_in_degree, in);
  result.max_in_degree = std::max(result.max_in_degree, in);
}

void add_node_statistics(MatrixDescription& result, const CommunicationMatrix& matrix) {
  const CommunicationMatrix columns = matrix.transposed();
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    const Row sent = matrix.row(NodeId{i});
    const Row received = columns.row(NodeId{i});
    update_size_range(result, sent);
    update_degree_ranges(result, matrix.out_degree(NodeId{i}), matrix.in_degree(NodeId{i}));
    result.sent_bytes_of_each_node.push_back(total_bytes_of_row(sent));
    result.received_bytes_of_each_node.push_back(total_bytes_of_row(received));
    result.max_sent_bytes_of_a_node = std::max(result.max_sent_bytes_of_a_node, result.sent_bytes_of_each_node.back());
    result.max_received_bytes_of_a_node =
        std::max(result.max_received_bytes_of_a_node, result.received_bytes_of_each_node.back());
    result.mutual_pairs += common_node_count(sent, received);
  }
  result.mutual_pairs /= 2;  // the loop has counted each pair of nodes twice, once at each of its nodes
}

TrafficKind traffic_kind_of(const MatrixDescription& d, const CommunicationMatrix& matrix) {
  const std::uint32_t all = d.nodes > 0 ? d.nodes - 1 : 0;
  if (d.nodes < 2 || d.max_out_degree == 0) return TrafficKind::many_to_many;
  if (d.min_out_degree == all) return TrafficKind::all_to_all;
  if (d.min_out_degree > 0) return TrafficKind::all_to_many;
  for (std::uint32_t i = 0; i < d.nodes; ++i) {
    const std::uint32_t fan_out = matrix.out_degree(NodeId{i});
    if (fan_out != 0 && fan_out != all) return TrafficKind::many_to_many;
  }
  return d.min_in_degree > 0 ? TrafficKind::many_to_all : TrafficKind::many_to_many;
}

}  // namespace

const char* name_of(TrafficKind kind) noexcept {
  switch (kind) {
    case TrafficKind::all_to_all:
      return "all-to-all";
    case TrafficKind::all_to_many:
      return "all-to-many";
    case TrafficKind::many_to_all:
      return "many-to-all";
    case TrafficKind::many_to_many:
      return "many-to-many";
  }
  return "";
}

MatrixDescription describe(const CommunicationMatrix& matrix) {
  MatrixDescription result;
  result.nodes = matrix.node_count();
  result.messages = matrix.message_count();
  result.total_bytes = matrix.total_bytes();
  if (result.nodes > 0) result.min_out_degree = result.min_in_degree = result.nodes;
  if (result.messages > 0) result.min_bytes = std::numeric_limits<std::uint64_t>::max();
  add_node_statistics(result, matrix);
  result.symmetric = 2 * result.mutual_pairs == result.messages;
  result.traffic_bound = std::max(result.max_sent_bytes_of_a_node, result.max_received_bytes_of_a_node);
  result.kind = traffic_kind_of(result, matrix);
  result.uniform = result.min_bytes == result.max_bytes;
  if (result.messages > 0) {
    const double pairs = static_cast<double>(result.nodes) * (static_cast<double>(result.nodes) - 1);
    result.density_percent = 100.0 * static_cast<double>(result.messages) / pairs;
    result.mean_bytes = static_cast<double>(result.total_bytes) / static_cast<double>(result.messages);
  }
  return result;
}

}  // namespace switchyard
