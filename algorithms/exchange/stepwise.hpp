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

/// The execution of Bokhari's algorithms linear and naive, and of pairwise_F without
/// synchronisation of pairs: a node posts all its receives, synchronises with all nodes once, sends
/// its messages in the order of the phases, and waits for its data at the end.
void run_steps_after_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

/// The execution of Bokhari's algorithm stable: like run_steps_after_barrier(), except that a node
/// stays idle for the time of one message in each phase in which it sends nothing. After its last
/// message a node does not idle.
void run_steps_with_idle_periods(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                 Protocol protocol);

/// The execution of Bokhari's algorithm pairwise_F: a node posts all its receives, including those
/// of zero-byte messages, and synchronises with all nodes once. In each phase it exchanges
/// zero-byte messages with its partner, sends its data, and waits for the partner's data.
///
/// Needs: a node that both sends and receives in a phase of the schedule has one partner for the two messages.
void run_steps_in_synchronised_pairs(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                     Protocol protocol);

/// The execution of Bokhari's algorithm pairwise_U: there is no synchronisation at all, and no node
/// waits for another node before it has sent all its messages.
void run_steps_without_barrier(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                               Protocol protocol);

}  // namespace switchyard
