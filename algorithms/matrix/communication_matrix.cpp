#include "algorithms/matrix/communication_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

using Entry = CommunicationMatrix::Entry;

void check_node_ids(std::uint32_t node_count, const Triplet& triplet) {
  const std::uint32_t larger = std::max(index(triplet.source), index(triplet.destination));
  if (larger >= node_count) {
    throw UsageError(fmt::format("matrix: message {} -> {} names a node that does not exist", index(triplet.source),
                                 index(triplet.destination)),
                     fmt::format("nodes are 0..{}", std::int64_t{node_count} - 1));
  }
}

}  // namespace

CommunicationMatrix CommunicationMatrix::from_triplets(std::uint32_t node_count, std::span<const Triplet> triplets) {
  std::vector<std::uint64_t> starts(std::size_t{node_count} + 1, 0);
  for (const Triplet& triplet : triplets) {
    check_node_ids(node_count, triplet);
    ++starts[index(triplet.source) + std::size_t{1}];
  }
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<Entry> entries(triplets.size());
  std::vector<std::uint64_t> next(starts.begin(), starts.end() - 1);
  for (const Triplet& triplet : triplets) {
    entries[next[index(triplet.source)]++] = {triplet.destination, triplet.bytes};
  }
  for (std::uint32_t i = 0; i < node_count; ++i) {
    std::sort(entries.begin() + static_cast<std::ptrdiff_t>(starts[i]),
              entries.begin() + static_cast<std::ptrdiff_t>(starts[i + std::size_t{1}]),
              [](const Entry& a, const Entry& b) { return a.destination < b.destination; });
  }
  return from_rows(std::move(starts), std::move(entries));
}

CommunicationMatrix CommunicationMatrix::from_rows(std::vector<std::uint64_t> row_starts, std::vector<Entry> entries) {
  if (row_starts.empty() || row_starts.front() != 0 || row_starts.back() != entries.size() ||
      !std::is_sorted(row_starts.begin(), row_starts.end())) {
    throw UsageError("matrix: the row starts do not fit the entries", "they go up from 0 to the number of entries");
  }
  CommunicationMatrix matrix;
  matrix.in_degrees_.assign(row_starts.size() - 1, 0);
  matrix.set_rows(std::move(row_starts), std::move(entries));
  matrix.check_rows();
  matrix.find_max_degree();
  return matrix;
}

CommunicationMatrix CommunicationMatrix::complete(std::uint32_t node_count, std::uint64_t bytes) {
  CommunicationMatrix matrix;
  if (node_count == 0) return matrix;
  matrix.rows_ = std::make_shared<Rows>();
  matrix.in_degrees_.assign(node_count, node_count - 1);
  matrix.message_count_ = std::uint64_t{node_count} * (node_count - 1);
  matrix.max_degree_ = node_count - 1;
  matrix.set_uniform_bytes(bytes);
  matrix.message_bytes_if_complete_ = bytes;
  return matrix;
}

void CommunicationMatrix::make_rows_of_complete_matrix() const {
  rows_->entries.reserve(message_count_);
  rows_->first_entry_of_each_row.reserve(std::size_t{node_count()} + 1);
  rows_->first_entry_of_each_row.push_back(0);
  for (std::uint32_t i = 0; i < node_count(); ++i) {
    for (std::uint32_t j = 0; j < node_count(); ++j) {
      if (i != j) rows_->entries.push_back({NodeId{j}, *message_bytes_if_complete_});
    }
    rows_->first_entry_of_each_row.push_back(rows_->entries.size());
  }
}

void CommunicationMatrix::set_rows(std::vector<std::uint64_t> starts, std::vector<Entry> entries) {
  rows_ = std::make_shared<Rows>();
  rows_->first_entry_of_each_row = std::move(starts);
  rows_->entries = std::move(entries);
  message_count_ = rows_->entries.size();
}

void CommunicationMatrix::check_rows() {
  const std::vector<std::uint64_t>& starts = rows_->first_entry_of_each_row;
  for (std::uint32_t source = 0; source < node_count(); ++source) {
    for (std::uint64_t k = starts[source]; k < starts[source + std::size_t{1}]; ++k)
      check_and_count_matrix_entry(source, k);
  }
}

void CommunicationMatrix::check_and_count_matrix_entry(std::uint32_t source, std::uint64_t position) {
  const std::vector<Entry>& entries = rows_->entries;
  const Entry& entry = entries[position];
  check_node_ids(node_count(), {NodeId{source}, entry.destination, entry.bytes});
  const std::uint32_t destination = index(entry.destination);
  if (destination == source) {
    throw UsageError(fmt::format("matrix: node {} has a message to itself", source),
                     "a matrix has nothing on its diagonal");
  }
  if (position > rows_->first_entry_of_each_row[source] && entries[position - 1].destination >= entry.destination) {
    throw UsageError(fmt::format("matrix: message {} -> {} is there twice or out of order", source, destination),
                     "each pair has one message");
  }
  if (entry.bytes > ~total_bytes_)
    throw UsageError("matrix: the sizes add up to more than 64 bits", "use smaller ones");
  total_bytes_ += entry.bytes;
  ++in_degrees_[destination];
}

void CommunicationMatrix::find_max_degree() {
  for (std::uint32_t i = 0; i < node_count(); ++i) {
    max_degree_ = std::max({max_degree_, in_degrees_[i], out_degree(NodeId{i})});
  }
}

const Entry* CommunicationMatrix::find(NodeId source, NodeId destination) const {
  const auto entries = row(source);
  const auto at = std::lower_bound(entries.begin(), entries.end(), destination,
                                   [](const Entry& entry, NodeId wanted) { return entry.destination < wanted; });
  return at != entries.end() && at->destination == destination ? &*at : nullptr;
}

void CommunicationMatrix::set_uniform_bytes(std::uint64_t bytes) {
  if (bytes > 0 && message_count() > ~std::uint64_t{0} / bytes) {
    throw UsageError("matrix: the sizes add up to more than 64 bits", "use smaller ones");
  }
  total_bytes_ = bytes * message_count();
}

CommunicationMatrix CommunicationMatrix::with_uniform_bytes(std::uint64_t bytes) const {
  if (message_bytes_if_complete_) return complete(node_count(), bytes);
  CommunicationMatrix result = *this;
  result.set_uniform_bytes(bytes);
  if (!rows_) return result;
  std::vector<Entry> entries = rows_->entries;
  for (Entry& entry : entries) entry.bytes = bytes;
  result.set_rows(rows_->first_entry_of_each_row, std::move(entries));
  return result;
}

CommunicationMatrix CommunicationMatrix::transposed() const {
  if (message_bytes_if_complete_ || !rows_) return *this;
  CommunicationMatrix result;
  std::vector<std::uint64_t> starts(rows_->first_entry_of_each_row.size(), 0);
  for (std::size_t j = 0; j < in_degrees_.size(); ++j) starts[j + 1] = starts[j] + in_degrees_[j];
  std::vector<Entry> entries(message_count());
  std::vector<std::uint64_t> next(starts.begin(), starts.end() - 1);
  // the sources ascend, so each row of the transposed matrix is ascending too
  for (std::uint32_t i = 0; i < node_count(); ++i) {
    for (const Entry& entry : row(NodeId{i})) entries[next[index(entry.destination)]++] = {NodeId{i}, entry.bytes};
    result.in_degrees_.push_back(out_degree(NodeId{i}));
  }
  result.set_rows(std::move(starts), std::move(entries));
  result.total_bytes_ = total_bytes_;
  result.max_degree_ = max_degree_;
  return result;
}

bool operator==(const CommunicationMatrix& a, const CommunicationMatrix& b) {
  if (a.node_count() != b.node_count() || a.message_count() != b.message_count()) return false;
  if (a.message_bytes_if_complete_ && b.message_bytes_if_complete_)
    return a.message_bytes_if_complete_ == b.message_bytes_if_complete_;
  if (a.rows_ == b.rows_) return true;
  return a.rows_ && b.rows_ && a.rows().first_entry_of_each_row == b.rows().first_entry_of_each_row &&
         a.rows().entries == b.rows().entries;
}

}  // namespace switchyard
