#pragma once
/// \file rendezvous.hpp
/// An execution (a node program that carries out a schedule) for machines on which a send waits for its receive: no
/// receive is posted in advance.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), fig. 2 and 4.

#include <span>

#include "algorithms/exchange/workload.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Carries out a schedule phase by phase with blocking sends and receives. If two nodes exchange messages in a phase,
/// one message follows the other: the node with the lower number receives first, then sends.
///
/// Needs:  in each step a node has one partner, as in the schedules of `ls`, `ps`, `bs` and `gs`; no FORCED messages,
///         as no receive is posted in advance.
///
/// An exchange with blocking sends does not deadlock, even on a machine that stores no message. Proof: order all
/// messages by phase, within a phase by their position in the schedule, and within an exchange of two nodes with the
/// message of the higher node first. Every node handles its messages in this order. So the sender and the receiver of
/// the first unfinished message have both reached this message, and it can be transferred.
void exchange_with_blocking_sends(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                  Protocol protocol);

}  // namespace switchyard
