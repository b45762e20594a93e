#pragma once
/// \file scheduled.hpp
/// Executions, that is, node programs that carry out a schedule.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860" (1994), sec. 6
/// (schemes S1 and S2).

#include <span>

#include "algorithms/exchange/workload.hpp"
#include "algorithms/schedule/schedule.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Carries out a schedule by scheme S1, loose synchrony by ready signals. In each phase a node
/// posts its receive and signals this to the sender, waits for the signal from its own receiver,
/// sends, and waits for its data. So no message is sent before its receive is posted.
void exchange_with_handshakes(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                              Protocol protocol);

/// Carries out a schedule by scheme S2: a node posts all its receives, posts its sends in the order
/// of the schedule without waiting in between, and then waits until all receives and sends are
/// complete. FORCED messages are preceded by a barrier, because a FORCED message is discarded if it
/// arrives before its receive is posted.
void exchange_with_all_messages_posted(Node& self, const NodeTraffic& traffic, std::span<const PlanStep> plan,
                                       Protocol protocol);

}  // namespace switchyard
