#pragma once
/// \file compressed_matrix.hpp
/// The compressed matrix (CCOM in the paper): for each row, the messages that are not in a phase
/// yet, in random order and without gaps.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of unstructured communication on the Intel iPSC/860", sec. 4.2 and fig. 3,
/// steps 1 and 2(c)ii.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "runtime/random.hpp"

namespace switchyard::detail {

/// The messages of a communication matrix that are not in a phase of the schedule yet, row by row. The rows shrink as a
/// scheduler puts messages into phases. Only the owner thread may use it.
class CompressedMatrix {
 public:
  /// A message that is not in a phase of the schedule yet. `number` is the message's number in the
  /// matrix, counted row by row.
  struct UnscheduledMessage {
    std::uint32_t destination;
    std::uint32_t number;
  };

  /// Copies the communication matrix and puts the messages of each row into random order. Throws UsageError for 2^32
  /// messages or more.
  CompressedMatrix(const CommunicationMatrix& matrix, Rng& rng);

  std::span<const UnscheduledMessage> row(std::uint32_t source) const noexcept {
    return {unscheduled_messages_.data() + row_starts_[source], row_lengths_[source]};
  }
  /// Removes the message row(source)[column] from the compressed matrix. The last message of the row moves to its
  /// position.
  void take_out_message(std::uint32_t source, std::size_t column) noexcept {
    unscheduled_messages_[row_starts_[source] + column] =
        unscheduled_messages_[row_starts_[source] + --row_lengths_[source]];
    --unscheduled_message_count_;
  }
  std::uint64_t unscheduled_message_count() const noexcept { return unscheduled_message_count_; }
  /// Returns the number of basic operations (the unit of scheduling cost) that each node takes to make the compressed
  /// matrix: n + d for n nodes that send or receive up to d messages each. Each node compresses only its own row.
  std::uint64_t operations() const noexcept { return operations_; }

 private:
  std::vector<UnscheduledMessage> unscheduled_messages_;
  std::vector<std::uint64_t> row_starts_;
  std::vector<std::uint32_t> row_lengths_;
  std::uint64_t unscheduled_message_count_ = 0;
  std::uint64_t operations_ = 0;
};

}  // namespace switchyard::detail
