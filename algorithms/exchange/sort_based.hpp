#pragma once
/// \file sort_based.hpp
/// Many-to-many personalized communication by sorting: every element carries its destination. Nodes sort their elements
/// by destination (radix sort), spread them as rotate-sort does so that every node has an even share of each
/// destination's elements, sort again, and send the elements to their destinations.
///
/// Source: S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic"
/// (1995), sec. 6.4, which names sorting as the alternative with a better bound and higher constants, and gives no
/// program. The program in this file is this project's own. Its sorts and copies take virtual time.

#include "algorithms/exchange/many_to_many.hpp"

namespace switchyard {

/// Carries out one node's part of an exchange by sorting. Elements have 4 bytes; the last element of a message may have
/// fewer. Each element travels with 12 bytes for its destination, its source and its position in its message.
void exchange_by_sorting(Node& self, const NodeTraffic& traffic,
                         const MessageExchangeFunction& transport = exchange_by_linear_permutation);

}  // namespace switchyard
