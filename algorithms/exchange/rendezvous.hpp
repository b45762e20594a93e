#pragma once
/// \file rendezvous.hpp
/// An execution for machines whose sends wait for their receives: nothing is posted ahead.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), fig. 2 and 4.

#include <span>

#include "algorithms/exchange/workload.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Each step is a blocking send or a blocking receive. Where two nodes exchange, their messages follow each other: the
/// lower node receives first, then sends.
///
/// Needs:  in each step a node deals with one other, as in `ls`, `ps`, `bs` and `gs`; no FORCED messages, as no
///         receive is posted in advance.
///
/// No deadlock, however little a machine stores: put the messages in order, by phase, in it as they stand, and in an
/// exchange as above. Every node takes its messages in that order, so of those that are not done the first has both its
/// ends at it.
void blocking_per_phase(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

}  // namespace switchyard
