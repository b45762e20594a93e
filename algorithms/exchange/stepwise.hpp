#pragma once
/// \file stepwise.hpp
/// Executions of a schedule for machines that are fast only while all nodes are in the same step: receives are posted
/// first, then each node sends its messages one after another.
///
/// Source: S. H. Bokhari, "Complete Exchange on the iPSC-860", ICASE 91-4 (1991), sec. 5 (table of implementations).

#include <span>

#include "algorithms/exchange/workload.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// The execution of Bokhari's algorithms linear, naive, and pairwise_F without pairwise synchronisations: posts all
/// receives, synchronises with all nodes once, sends in the order of the phases, and waits for its data at the end.
void steps_after_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

/// The execution of Bokhari's algorithm stable: as steps_after_barrier(), but in a phase in which a node sends nothing
/// it is idle for as long as a message takes. After its last message it does not idle, as no message would follow.
void steps_with_idle_periods(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

/// The execution of Bokhari's pairwise_F: posts all receives, including those of the zero-byte messages, synchronises
/// with all nodes once, and in each phase exchanges zero-byte messages with its partner before it sends its data and
/// waits for the partner's.
///
/// Needs: a node that sends and receives in one phase does both with the same partner.
void pairs_synchronised(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

/// The execution of Bokhari's pairwise_U: no synchronisation at all, so no node waits for another one before it has
/// sent everything.
void steps_without_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

}  // namespace switchyard
