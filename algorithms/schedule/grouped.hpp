#pragma once
/// \file grouped.hpp
/// Schedules in which the phase of a message is computed from its source and destination, without a search.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"
#include "algorithms/schedule/schedule.hpp"

namespace switchyard::detail {

/// Whether phases in which no message is sent stay in the schedule or are left out.
enum class EmptyPhasePolicy : std::uint8_t { keep_empty_phases, drop_empty_phases };

/// Calls visit(phase, message) for every message of the matrix, in ascending order of the source.
template <class PhaseOf, class Visit>
void for_each_message_with_phase(const CommunicationMatrix& matrix, PhaseOf phase_of, Visit visit) {
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& [destination, bytes] : matrix.row(NodeId{i})) {
      visit(phase_of(i, index(destination)), ScheduledMessage{NodeId{i}, destination, bytes});
    }
  }
}

/// Makes the schedule in which the message from node i to node j is in phase phase_of(i, j), a
/// number in 0 .. phases-1. The messages of a phase ascend by source. Takes linear time.
template <class PhaseOf>
Schedule schedule_grouped_by_phase(const CommunicationMatrix& matrix, std::uint32_t phases, PhaseOf phase_of,
                                   EmptyPhasePolicy empty, PhaseShape shape = PhaseShape::partial_permutation) {
  std::vector<std::uint64_t> starts(std::size_t{phases} + 1, 0);
  for_each_message_with_phase(matrix, phase_of,
                              [&](std::uint32_t phase, const auto&) { ++starts[phase + std::size_t{1}]; });
  for (std::uint32_t phase = 0; phase < phases; ++phase) starts[phase + std::size_t{1}] += starts[phase];

  std::vector<ScheduledMessage> sorted(matrix.message_count());
  std::vector<std::uint64_t> next = starts;
  for_each_message_with_phase(matrix, phase_of,
                              [&](std::uint32_t phase, const auto& message) { sorted[next[phase]++] = message; });

  Schedule schedule(matrix.node_count(), shape);
  schedule.reserve(sorted.size());
  for (std::uint32_t phase = 0; phase < phases; ++phase) {
    if (empty == EmptyPhasePolicy::drop_empty_phases && starts[phase] == starts[phase + std::size_t{1}]) continue;
    for (std::uint64_t at = starts[phase]; at < starts[phase + std::size_t{1}]; ++at) schedule.add(sorted[at]);
    schedule.close_phase();
  }
  return schedule;
}

}  // namespace switchyard::detail
