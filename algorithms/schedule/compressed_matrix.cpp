#include "algorithms/schedule/compressed_matrix.hpp"

#include <limits>

#include "runtime/error.hpp"

namespace switchyard::detail {

CompressedMatrix::CompressedMatrix(const CommunicationMatrix& matrix, Rng& rng)
    : unscheduled_message_count_(matrix.message_count()),
      operations_(std::uint64_t{matrix.node_count()} + matrix.max_degree()) {
  if (unscheduled_message_count_ > std::numeric_limits<std::uint32_t>::max()) {
    throw UsageError("schedule: 2^32 messages or more", "use a matrix with fewer");
  }
  unscheduled_messages_.reserve(unscheduled_message_count_);
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    const auto row = matrix.row(NodeId{i});
    row_starts_.push_back(unscheduled_messages_.size());
    row_lengths_.push_back(static_cast<std::uint32_t>(row.size()));
    for (const auto& entry : row) {
      unscheduled_messages_.push_back(
          {index(entry.destination), static_cast<std::uint32_t>(unscheduled_messages_.size())});
    }
    shuffle(std::span(unscheduled_messages_).subspan(row_starts_.back()), rng);
  }
}

}  // namespace switchyard::detail
