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

/// linear, naive, and pairwise_F without its pairwise synchronisations: posts all receives, synchronises with all nodes
/// once, sends in the order of the phases, and waits for its data at the end.
void steps_after_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

/// stable: the same, and in a phase in which it sends nothing a node is idle for as long as a message takes; not after
/// its last message, as that would delay nothing.
void steps_with_idle_periods(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

/// pairwise_F: posts all receives, those of the zero-byte messages too, synchronises with all nodes once, and in each
/// phase exchanges zero-byte messages with its partner before it sends its data and waits for the partner's.
///
/// Needs: in a phase a node sends to the node that it receives from, if it does both.
void pairs_synchronised(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

/// pairwise_U: without any synchronisation, so that no node waits for another one before it has sent everything.
void steps_without_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

}  // namespace switchyard
