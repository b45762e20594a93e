#include "algorithms/matrix/communication_matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

using Entry = CommunicationMatrix::Entry;

void check_ids(std::uint32_t node_count, const Triplet& triplet) {
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
    check_ids(node_count, triplet);
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
  matrix.row_starts_ = std::move(row_starts);
  matrix.entries_ = std::move(entries);
  matrix.check_rows();
  matrix.find_max_degree();
  return matrix;
}

void CommunicationMatrix::check_rows() {
  for (std::uint32_t source = 0; source < node_count(); ++source) {
    for (std::uint64_t k = row_starts_[source]; k < row_starts_[source + std::size_t{1}]; ++k) check_entry(source, k);
  }
}

void CommunicationMatrix::check_entry(std::uint32_t source, std::uint64_t position) {
  const Entry& entry = entries_[position];
  check_ids(node_count(), {NodeId{source}, entry.destination, entry.bytes});
  const std::uint32_t destination = index(entry.destination);
  if (destination == source) {
    throw UsageError(fmt::format("matrix: node {} has a message to itself", source),
                     "a matrix has nothing on its diagonal");
  }
  if (position > row_starts_[source] && entries_[position - 1].destination >= entry.destination) {
    throw UsageError(fmt::format("matrix: message {} -> {} is there twice or out of order", source, destination),
                     "each pair has one message");
  }
  if (entry.bytes > ~total_bytes_)
    throw UsageError("matrix: the sizes add up to more than 64 bits", "use smaller ones");
  total_bytes_ += entry.bytes;
  ++in_degrees_[destination];
}

void CommunicationMatrix::find_max_degree() noexcept {
  for (std::uint32_t i = 0; i < node_count(); ++i) {
    max_degree_ = std::max({max_degree_, in_degrees_[i], out_degree(NodeId{i})});
  }
}

const Entry* CommunicationMatrix::find(NodeId source, NodeId destination) const noexcept {
  const auto entries = row(source);
  const auto at = std::lower_bound(entries.begin(), entries.end(), destination,
                                   [](const Entry& entry, NodeId wanted) { return entry.destination < wanted; });
  return at != entries.end() && at->destination == destination ? &*at : nullptr;
}

CommunicationMatrix CommunicationMatrix::with_uniform_bytes(std::uint64_t bytes) const {
  if (bytes > 0 && message_count() > ~std::uint64_t{0} / bytes) {
    throw UsageError("matrix: the sizes add up to more than 64 bits", "use smaller ones");
  }
  CommunicationMatrix result = *this;
  for (Entry& entry : result.entries_) entry.bytes = bytes;
  result.total_bytes_ = bytes * message_count();
  return result;
}

CommunicationMatrix CommunicationMatrix::transposed() const {
  CommunicationMatrix result;
  if (row_starts_.empty()) return result;
  result.row_starts_.assign(row_starts_.size(), 0);
  for (std::size_t j = 0; j < in_degrees_.size(); ++j) {
    result.row_starts_[j + 1] = result.row_starts_[j] + in_degrees_[j];
  }
  result.entries_.resize(entries_.size());
  std::vector<std::uint64_t> next(result.row_starts_.begin(), result.row_starts_.end() - 1);
  for (std::uint32_t i = 0; i < node_count(); ++i) {  // sources ascend, so each row of the result ascends too
    for (const Entry& entry : row(NodeId{i}))
      result.entries_[next[index(entry.destination)]++] = {NodeId{i}, entry.bytes};
    result.in_degrees_.push_back(out_degree(NodeId{i}));
  }
  result.total_bytes_ = total_bytes_;
  result.max_degree_ = max_degree_;
  return result;
}

}  // namespace switchyard
