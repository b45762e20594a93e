#include "algorithms/matrix/edge_switching.hpp"

#include <algorithm>
#include <bit>

#include "algorithms/matrix/work_watch.hpp"

namespace switchyard::detail {

// The hash table of each matrix row gets at least twice as many cells as the row has messages, which keeps searches
// short. A table never gets fewer than two cells, because with one cell the shift in the hash function would be 32
// bits.
ReceiverSlots::ReceiverSlots(std::uint32_t rows, std::uint32_t per_row)
    : position_mask_(std::bit_ceil(std::size_t{per_row} * 2 + 2) - 1),
      hash_shift_(32U - static_cast<unsigned>(std::countr_one(position_mask_))),
      receiver_cells_(rows * (position_mask_ + 1)) {}

/// Returns the number of the cell that holds the receiver in the hash table of a matrix row. If the table does not hold
/// it, returns the number of the empty cell into which the receiver would be put.
std::size_t ReceiverSlots::position_of_receiver(std::uint32_t row, std::uint32_t receiver) const noexcept {
  const ReceiverHashTableCell* cells = hash_table_of_matrix_row(row);
  std::size_t at = home_position(receiver);
  while (cells[at].receiver != receiver && cells[at].receiver != kNoReceiver) at = (at + 1) & position_mask_;
  return at;
}

std::uint32_t ReceiverSlots::find_slot(std::uint32_t row, std::uint32_t receiver) const noexcept {
  // kNoReceiver for an empty cell, whose slot has this value
  return hash_table_of_matrix_row(row)[position_of_receiver(row, receiver)].slot;
}

void ReceiverSlots::insert_receiver(std::uint32_t row, std::uint32_t receiver, std::uint32_t slot) noexcept {
  hash_table_of_matrix_row(row)[position_of_receiver(row, receiver)] = {receiver, slot};
}

void ReceiverSlots::remove_receiver(std::uint32_t row, std::uint32_t receiver) noexcept {
  ReceiverHashTableCell* cells = hash_table_of_matrix_row(row);
  std::size_t hole = position_of_receiver(row, receiver);
  for (std::size_t at = (hole + 1) & position_mask_; cells[at].receiver != kNoReceiver;
       at = (at + 1) & position_mask_) {
    // The entry in the cell `at` may move into the hole that the removed entry left, unless the cell at which searches
    // for this entry begin (its home) lies cyclically after the hole.
    if (((at - home_position(cells[at].receiver)) & position_mask_) >= ((at - hole) & position_mask_)) {
      cells[hole] = cells[at];
      hole = at;
    }
  }
  cells[hole] = {};
}

MatrixWithSwappableReceivers::MatrixWithSwappableReceivers(std::uint32_t nodes, std::span<const std::uint32_t> offsets,
                                                           std::span<const std::uint64_t> sizes)
    : node_count_(nodes),
      messages_per_row_(static_cast<std::uint32_t>(offsets.size())),
      message_sizes_(sizes.begin(), sizes.end()),
      receivers_(std::size_t{nodes} * offsets.size()),
      receiver_slots_(nodes, messages_per_row_) {
  for (std::uint32_t row = 0; row < node_count_; ++row) {
    for (std::uint32_t slot = 0; slot < messages_per_row_; ++slot) {
      const auto to = static_cast<std::uint32_t>((std::uint64_t{row} + offsets[slot]) % node_count_);
      receiver(row, slot) = to;
      receiver_slots_.insert_receiver(row, to, slot);
    }
  }
}

void MatrixWithSwappableReceivers::randomise_by_switching_edges(std::uint32_t first, std::uint32_t last,
                                                                std::uint64_t wanted, Rng& rng) {
  if (node_count_ == 0 || first == last) return;
  const auto draw = [&]() -> RowAndSlotOfMessage {
    return {static_cast<std::uint32_t>(rng.random_number_below(node_count_)),
            first + static_cast<std::uint32_t>(rng.random_number_below(last - first))};
  };
  std::uint64_t done = 0;
  ProgressCounter count("switches", wanted);
  for (std::uint64_t tried = 0; done < wanted && tried < 10 * wanted; tried += kPairsPerBatch) {
    PairBatch batch;
    for (EdgePair& pair : batch) {
      pair.first_message = draw();
      pair.second_message = draw();
    }
    prefetch_rows_of_batch(batch);
    for (const EdgePair& pair : batch)
      done += try_to_swap_message_receivers(pair.first_message, pair.second_message) ? 1 : 0;
    count.report_items_done(done);
  }
}

/// Prefetches the matrix rows that a batch of switches of receivers needs. The rows of a large matrix do not fit into
/// the cache, and without prefetching most of the time would go into waiting for memory.
void MatrixWithSwappableReceivers::prefetch_rows_of_batch(const PairBatch& batch) noexcept {
  for (const auto& [one, other] : batch) {
    __builtin_prefetch(&receiver(one.row, one.slot), 1);
    __builtin_prefetch(&receiver(other.row, other.slot), 1);
  }
  for (const auto& [one, other] : batch) {
    const std::uint32_t b = receiver(one.row, one.slot);
    const std::uint32_t d = receiver(other.row, other.slot);
    for (const std::uint32_t row : {one.row, other.row}) {
      receiver_slots_.prefetch_cell(row, b);
      receiver_slots_.prefetch_cell(row, d);
    }
  }
}

/// Switches the receivers of two messages: replaces the messages a -> b and c -> d by a -> d and c -> b. If messages
/// a -> d and c -> b exist already and have the same size, exchanges their slots with the slots of a -> b and c -> d
/// instead, which swaps the sizes. Both kinds of switch keep every row sum and column sum. Returns false if neither
/// kind is possible.
bool MatrixWithSwappableReceivers::try_to_swap_message_receivers(RowAndSlotOfMessage one,
                                                                 RowAndSlotOfMessage other) noexcept {
  const auto [a, slot_a] = one;
  const auto [c, slot_c] = other;
  const std::uint32_t b = receiver(a, slot_a);
  const std::uint32_t d = receiver(c, slot_c);
  if (a == c || b == d || a == d || c == b) return false;
  const std::uint32_t at_a = receiver_slots_.find_slot(a, d);
  const std::uint32_t at_c = receiver_slots_.find_slot(c, b);
  const bool both = at_a != ReceiverSlots::kNoReceiver && at_c != ReceiverSlots::kNoReceiver;
  if (both && message_sizes_[at_a] == message_sizes_[at_c] && message_sizes_[at_a] != message_sizes_[slot_a]) {
    swap_slots(a, slot_a, at_a);
    swap_slots(c, slot_c, at_c);
    return true;
  }
  if (at_a != ReceiverSlots::kNoReceiver || at_c != ReceiverSlots::kNoReceiver) return false;
  redirect_edge(a, slot_a, d);
  redirect_edge(c, slot_c, b);
  return true;
}

void MatrixWithSwappableReceivers::redirect_edge(std::uint32_t row, std::uint32_t slot, std::uint32_t to) noexcept {
  receiver_slots_.remove_receiver(row, receiver(row, slot));
  receiver(row, slot) = to;
  receiver_slots_.insert_receiver(row, to, slot);
}

void MatrixWithSwappableReceivers::swap_slots(std::uint32_t row, std::uint32_t one, std::uint32_t other) noexcept {
  std::swap(receiver(row, one), receiver(row, other));
  // insert_receiver() overwrites the slot number of a receiver that the row already has
  receiver_slots_.insert_receiver(row, receiver(row, one), one);
  receiver_slots_.insert_receiver(row, receiver(row, other), other);
}

CommunicationMatrix MatrixWithSwappableReceivers::to_communication_matrix() const {
  std::vector<std::uint64_t> starts;
  std::vector<CommunicationMatrix::Entry> entries;
  entries.reserve(receivers_.size());
  for (std::uint32_t row = 0; row < node_count_; ++row) {
    starts.push_back(entries.size());
    for (std::uint32_t slot = 0; slot < messages_per_row_; ++slot) {
      entries.push_back({NodeId{receivers_[std::size_t{row} * messages_per_row_ + slot]}, message_sizes_[slot]});
    }
    std::sort(entries.end() - messages_per_row_, entries.end(),
              [](const auto& x, const auto& y) { return x.destination < y.destination; });
  }
  starts.push_back(entries.size());
  return CommunicationMatrix::from_rows(std::move(starts), std::move(entries));
}

}  // namespace switchyard::detail
