#pragma once
/// \file two_stage.hpp
/// Many-to-many personalized communication in two stages of messages of nearly one size. In the first stage, each node
/// spreads its data evenly over all nodes, which serve as intermediaries. In the second stage, the intermediaries
/// forward the data to its destinations.
///
/// Source: [R] S. Ranka, R. V. Shankar, K. A. Alsabti, "Many-to-many personalized communication with bounded traffic"
/// (1995), sec. 6, figures 6 to 8. Departs from the paper: lengths are counted in bytes, and are sent as pairs (node,
/// length) if this is shorter than a list for all nodes.

#include "algorithms/exchange/many_to_many.hpp"

namespace switchyard {

struct TwoStageOptions {
  MessageExchangeFunction first_stage_exchange = exchange_by_linear_permutation;
  MessageExchangeFunction second_stage_exchange = exchange_by_linear_permutation;
  /// How a node assigns its bundles of message parts to the intermediaries (the nodes that forward them). If set,
  /// bundles of equal size are assigned at random (Ranka et al. 1995, sec. 6.3).
  bool shuffles_intermediaries = false;
};

/// Carries out one node's part of an exchange in two stages. Elements have 4 bytes; the last element of a message may
/// have fewer. On p nodes, a message of the first stage has at most ceil(r / p) elements, where r is the number of
/// elements that its source sends. A message of the second stage has at most c / p + p elements, where c is the number
/// of elements that its destination receives (Ranka et al. 1995, sec. 6.1 and 6.2). Throws DataError if a message is
/// longer.
void exchange_in_two_stages(Node& self, const NodeTraffic& traffic, const TwoStageOptions& options = {});

}  // namespace switchyard
