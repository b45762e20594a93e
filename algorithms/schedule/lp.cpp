#include "algorithms/schedule/lp.hpp"

#include <fmt/format.h>

#include <bit>

#include "runtime/error.hpp"

namespace switchyard {
namespace {

/// Calls visit(k, message) for every message, in ascending order of its source.
template <class Visit>
void for_each_message(const CommunicationMatrix& matrix, Visit visit) {
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& [destination, bytes] : matrix.row(NodeId{i})) {
      visit(i ^ index(destination), ScheduledMessage{NodeId{i}, destination, bytes});
    }
  }
}

}  // namespace

Schedule lp(const CommunicationMatrix& matrix) {
  const std::uint32_t nodes = matrix.node_count();
  if (!std::has_single_bit(nodes)) throw UsageError(fmt::format("lp: {} nodes; it needs a power of two", nodes));

  std::vector<std::uint64_t> end(nodes, 0);  // of the messages of phase k, once they are sorted by phase
  for_each_message(matrix, [&](std::uint32_t k, const ScheduledMessage&) { ++end[k]; });
  for (std::uint32_t k = 1; k < nodes; ++k) end[k] += end[k - 1];

  std::vector<ScheduledMessage> sorted(matrix.message_count());
  std::vector<std::uint64_t> next(end.begin(), end.end() - 1);  // next[k - 1]: where phase k goes on
  for_each_message(matrix, [&](std::uint32_t k, const ScheduledMessage& message) { sorted[next[k - 1]++] = message; });

  Schedule schedule(nodes);
  schedule.reserve(sorted.size());
  for (std::uint32_t k = 1; k < nodes; ++k) {
    for (std::uint64_t at = end[k - 1]; at < end[k]; ++at) schedule.add(sorted[at]);
    schedule.close_phase();
  }
  return schedule;
}

}  // namespace switchyard
