#pragma once
/// \file scheduled.hpp
/// Executions: node programs that carry a schedule out.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860" (1994), sec. 6
/// (schemes S1 and S2).

#include <span>

#include "algorithms/exchange/workload.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Carries out a schedule by scheme S1, loose synchrony by ready signals: in each phase a node posts its receive and
/// signals the source, waits for the signal of its own destination, sends, and waits for its data. So no message is
/// sent before its receive is posted.
void handshake_per_phase(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

/// Carries out a schedule by scheme S2: posts all receives, sends everything in the schedule's order without waiting,
/// then confirms what comes in. FORCED messages are preceded by a barrier, as they need their receives posted.
void post_all(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan, Protocol protocol);

}  // namespace switchyard
