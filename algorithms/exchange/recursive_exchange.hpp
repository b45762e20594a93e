#pragma once
/// \file recursive_exchange.hpp
/// Recursive exchange (REX): complete exchange in log n steps, in which blocks travel by way of other nodes.
///
/// Source: R. Ponnusamy, R. Thakur, A. Choudhary, G. Fox, "Scheduling Regular and Irregular Communication Patterns on
/// the CM-5" (1992), sec. 3.3, fig. 3, table 3.

#include "algorithms/exchange/workload.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Recursive exchange: in each step, at distance n/2, n/4, ..., 1, two nodes exchange n/2 blocks, which are packed into
/// one message and unpacked at the machine's copy rate. The node with the lower number packs and sends first. The node
/// with the higher number packs after it has unpacked the message that it received, as in the paper's fig. 3.
///
/// Shape:  `traffic` has a block for and from every other node, all of one size.
/// Needs:  a power of two of nodes.
/// Departs from the paper: the program's own blocks lie in other memory than the blocks that travel. Copying blocks
/// between the two at the start and at the end takes no virtual time.
void run_recursive_exchange(Node& self, const NodeTraffic& traffic, Protocol protocol);

}  // namespace switchyard
