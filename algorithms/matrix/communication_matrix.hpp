#pragma once
/// \file communication_matrix.hpp
/// The communication matrix: how many bytes each node sends to each other node. Only pairs with a message are stored.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 2 (COM, send
/// and receive vectors); traffic sums r_i and c_j as in Ranka, Shankar, Alsabti (1995), sec. 2.
/// Departs from the papers: a message may have zero bytes, which is not the same as no message.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "runtime/units.hpp"

namespace switchyard {

/// One message of a communication matrix: source, destination and size. Matrices are built from lists of triplets.
struct Triplet {
  NodeId source{};
  NodeId destination{};
  std::uint64_t bytes = 0;
  friend bool operator==(const Triplet&, const Triplet&) = default;
};

/// A communication matrix: which node sends how many bytes to which other node. Immutable once built; any thread may
/// read it. Rows are stored one after another (compressed sparse rows), and copies of a matrix share the stored rows.
/// The rows of a complete matrix are stored only when they are first used.
class CommunicationMatrix {
 public:
  struct Entry {
    NodeId destination{};
    std::uint64_t bytes = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  /// Makes a communication matrix without nodes and messages.
  CommunicationMatrix() = default;

  /// Makes a communication matrix from a list of messages.
  /// Shape:  triplets in any order.
  /// Throws: UsageError for an id out of range, a message to oneself, a message given twice, or a total of 2^64 bytes
  ///         or more.
  static CommunicationMatrix from_triplets(std::uint32_t node_count, std::span<const Triplet> triplets);

  /// Makes a communication matrix from its rows.
  /// Shape:  row i is entries[row_starts[i] .. row_starts[i + 1]), destinations ascending; row_starts has n + 1 items.
  /// Throws: UsageError as from_triplets() does. Also if a row is not ascending or `row_starts` does not fit `entries`.
  static CommunicationMatrix from_rows(std::vector<std::uint64_t> row_starts, std::vector<Entry> entries);

  /// Makes the matrix in which every node sends a message of `bytes` bytes to every other node.
  /// Throws: UsageError for a total of 2^64 bytes or more.
  static CommunicationMatrix complete(std::uint32_t node_count, std::uint64_t bytes);

  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(in_degrees_.size()); }
  /// Returns the messages of one sender, in ascending order of their destinations.
  std::span<const Entry> row(NodeId source) const {
    const Rows& all = rows();
    const std::uint64_t first = all.first_entry_of_each_row[index(source)];
    return {all.entries.data() + first, all.entries.data() + all.first_entry_of_each_row[index(source) + 1]};
  }
  /// Returns all messages of the matrix: first the messages that node 0 sends, then those of node 1, and so on.
  std::span<const Entry> entries() const { return rows_ ? rows().entries : std::span<const Entry>(); }
  /// Returns the number of messages in the rows before the row of `source`. Messages are numbered row
  /// by row, so message k of the row of `source` has the number number_of_first_message(source) + k.
  std::uint64_t number_of_first_message(NodeId source) const { return rows().first_entry_of_each_row[index(source)]; }
  std::uint64_t message_count() const noexcept { return message_count_; }
  std::uint64_t total_bytes() const noexcept { return total_bytes_; }

  /// Returns the size of every message, if the matrix was made by complete(); nothing for other matrices.
  std::optional<std::uint64_t> message_bytes_if_complete() const noexcept { return message_bytes_if_complete_; }

  std::uint32_t out_degree(NodeId node) const {
    return message_bytes_if_complete_ ? node_count() - 1 : static_cast<std::uint32_t>(row(node).size());
  }
  std::uint32_t in_degree(NodeId node) const noexcept { return in_degrees_[index(node)]; }
  /// Returns the density d of the matrix: the largest number of messages that any node sends or receives.
  std::uint32_t max_degree() const noexcept { return max_degree_; }

  /// Returns the message from `source` to `destination`, or null if the matrix has no such message. Takes time
  /// logarithmic in the length of the matrix row.
  const Entry* find(NodeId source, NodeId destination) const;

  /// Returns a matrix with messages between the same pairs of nodes, all of `bytes` bytes. Throws UsageError if the
  /// total reaches 2^64 bytes.
  CommunicationMatrix with_uniform_bytes(std::uint64_t bytes) const;
  /// Returns the transposed communication matrix: its row j lists the nodes that send to node j, each in the field
  /// Entry::destination.
  CommunicationMatrix transposed() const;

  friend bool operator==(const CommunicationMatrix& a, const CommunicationMatrix& b);

 private:
  struct Rows {
    std::vector<std::uint64_t> first_entry_of_each_row;
    std::vector<Entry> entries;
    /// makes sure that the rows of a complete matrix are made only once, when they are first asked for
    std::once_flag rows_made_once_flag;
  };

  const Rows& rows() const {
    if (message_bytes_if_complete_)
      std::call_once(rows_->rows_made_once_flag, [this] { make_rows_of_complete_matrix(); });
    return *rows_;
  }
  void make_rows_of_complete_matrix() const;
  void set_uniform_bytes(std::uint64_t bytes);
  void set_rows(std::vector<std::uint64_t> starts, std::vector<Entry> entries);
  void check_rows();
  void check_and_count_matrix_entry(std::uint32_t source, std::uint64_t position);
  void find_max_degree();

  /// the stored rows, shared by all copies of the matrix; null for a matrix without nodes
  std::shared_ptr<Rows> rows_;
  std::vector<std::uint32_t> in_degrees_;
  std::uint64_t message_count_ = 0;
  std::uint64_t total_bytes_ = 0;
  std::uint32_t max_degree_ = 0;
  std::optional<std::uint64_t> message_bytes_if_complete_;
};

}  // namespace switchyard
