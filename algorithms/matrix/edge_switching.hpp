#pragma once
/// \file edge_switching.hpp
/// Random matrices with fixed row and column sums: start from a circulant matrix, then let random pairs of messages
/// swap receivers.
///
/// Source: the usual switching chain for matrices with given margins (from memory); for the matrices of Wang and Ranka:
/// a random circulant, then at least 20 random switches for each message.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "runtime/random.hpp"

namespace switchyard::detail {

/// Hash tables that find the slot (position in its matrix row) of a message by its sender and receiver. There is one
/// table for each row, that is, for each sender. The tables use open addressing, and no two tables share a cache line.
class ReceiverSlots {
 public:
  ReceiverSlots(std::uint32_t rows, std::uint32_t per_row);
  static constexpr std::uint32_t kNoReceiver = 0xffffffffU;

  std::uint32_t find_slot(std::uint32_t row, std::uint32_t receiver) const noexcept;
  /// Adds a receiver to the hash table of a matrix row. Needs: the table does not hold the receiver yet, and has room.
  void insert_receiver(std::uint32_t row, std::uint32_t receiver, std::uint32_t slot) noexcept;
  /// Removes a receiver from the hash table of a matrix row. Needs: the table holds the receiver.
  void remove_receiver(std::uint32_t row, std::uint32_t receiver) noexcept;
  /// Prefetches the cell of the hash table at which the search for a receiver will soon begin.
  void prefetch_cell(std::uint32_t row, std::uint32_t receiver) const noexcept {
    __builtin_prefetch(hash_table_of_matrix_row(row) + home_position(receiver), 1);
  }

 private:
  struct ReceiverHashTableCell {
    std::uint32_t receiver = kNoReceiver;
    std::uint32_t slot = kNoReceiver;
  };
  std::size_t home_position(std::uint32_t receiver) const noexcept { return (receiver * 0x9e3779b1U) >> hash_shift_; }
  const ReceiverHashTableCell* hash_table_of_matrix_row(std::uint32_t row) const noexcept {
    return receiver_cells_.data() + std::size_t{row} * (position_mask_ + 1);
  }
  ReceiverHashTableCell* hash_table_of_matrix_row(std::uint32_t row) noexcept {
    return receiver_cells_.data() + std::size_t{row} * (position_mask_ + 1);
  }
  std::size_t position_of_receiver(std::uint32_t row, std::uint32_t receiver) const noexcept;

  std::size_t position_mask_;
  unsigned hash_shift_;
  std::vector<ReceiverHashTableCell> receiver_cells_;
};

/// A communication matrix of n rows with k messages each. Each message has a fixed slot in its row, and the messages in
/// slot s of all rows have the same size. The matrix is made random by switches: a switch exchanges the receivers of
/// two messages of one size, so every row and every column keeps its sum.
class MatrixWithSwappableReceivers {
 public:
  /// Makes the circulant matrix in which node i sends, for each s, sizes[s] bytes to node i + offsets[s] modulo n.
  /// Needs: offsets are distinct and in 1..n-1.
  MatrixWithSwappableReceivers(std::uint32_t nodes, std::span<const std::uint32_t> offsets,
                               std::span<const std::uint64_t> sizes);

  /// Switches the receivers of random pairs of messages in the slots [first, last), which all have one size. Stops
  /// after `wanted` switches (rounded up to whole batches) or after ten times as many attempts, because small or nearly
  /// full matrices may allow few switches.
  void randomise_by_switching_edges(std::uint32_t first, std::uint32_t last, std::uint64_t wanted, Rng& rng);

  CommunicationMatrix to_communication_matrix() const;

 private:
  std::uint32_t& receiver(std::uint32_t row, std::uint32_t slot) noexcept {
    return receivers_[std::size_t{row} * messages_per_row_ + slot];
  }
  /// Where a message of the communication matrix is stored: the row of its sender, and its slot in this row. A message
  /// keeps its row and slot when it switches receivers with another message.
  struct RowAndSlotOfMessage {
    std::uint32_t row;
    std::uint32_t slot;
  };
  struct EdgePair {
    RowAndSlotOfMessage first_message;
    RowAndSlotOfMessage second_message;
  };
  static constexpr std::size_t kPairsPerBatch = 32;
  using PairBatch = std::array<EdgePair, kPairsPerBatch>;

  void prefetch_rows_of_batch(const PairBatch& batch) noexcept;
  bool try_to_swap_message_receivers(RowAndSlotOfMessage one, RowAndSlotOfMessage other) noexcept;
  void redirect_edge(std::uint32_t row, std::uint32_t slot, std::uint32_t to) noexcept;
  void swap_slots(std::uint32_t row, std::uint32_t one, std::uint32_t other) noexcept;

  std::uint32_t node_count_;
  std::uint32_t messages_per_row_;
  std::vector<std::uint64_t> message_sizes_;
  std::vector<std::uint32_t> receivers_;
  ReceiverSlots receiver_slots_;
};

}  // namespace switchyard::detail
