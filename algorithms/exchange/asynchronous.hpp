#pragma once
/// \file asynchronous.hpp
/// Exchanges without a schedule.
///
/// Source: J.-C. Wang, S. Ranka, "Scheduling of Unstructured Communication on the Intel iPSC/860" (1994), sec. 3,
/// fig. 1.

#include "algorithms/exchange/workload.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Algorithm AC (asynchronous communication): a node posts all its receives, posts all its sends
/// without waiting in between, and then waits until all these receives and sends are complete.
///
/// Departs from the paper: each node sends its messages in random order, because in ascending order
/// all nodes would send to the lowest node numbers first. FORCED messages are preceded by a
/// barrier, because the machine discards a FORCED message that arrives before its receive is
/// posted.
void run_asynchronous_exchange(Node& self, const NodeTraffic& traffic, Protocol protocol);

/// Algorithm AC for nodes that do not know in advance which nodes send to them. A node first sends
/// all its messages with blocking sends; then it detects each incoming message and copies it out of
/// the system buffer. The nodes deadlock if the system buffers become full, as sec. 3 of the paper
/// says.
///
/// Needs: a protocol with which the machine stores messages that arrive before their receives are posted.
void run_exchange_into_system_buffers(Node& self, const NodeTraffic& traffic, Protocol protocol);

}  // namespace switchyard
