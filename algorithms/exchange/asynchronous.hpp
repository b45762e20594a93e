#pragma once
/// \file asynchronous.hpp
/// Exchanges without a schedule.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860" (1994), sec. 3,
/// fig. 1.

#include "algorithms/exchange/workload.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// AC: posts all receives, sends everything without waiting, then confirms what comes in.
///
/// Departs from the paper: destinations are taken in random order, as ascending order has all nodes send to the lowest
/// numbers first; FORCED messages are preceded by a barrier, because the machine discards FORCED messages that arrive
/// before their receive is posted.
void asynchronous(Node& self, const NodeTraffic& traffic, Protocol protocol);

/// AC for nodes that do not know their sources in advance: each node first does all its sends, which block, then
/// detects each incoming message and copies it out of the system buffer. Deadlocks once the system buffers are full
/// (sec. 3 warns of it).
///
/// Needs: a protocol that stores messages without a posted receive.
void asynchronous_unposted(Node& self, const NodeTraffic& traffic, Protocol protocol);

}  // namespace switchyard
