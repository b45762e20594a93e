#pragma once
/// \file exchange_pieces.hpp
/// A complete exchange in pieces of a few steps. A node's list of steps and the messages of a piece are made just
/// before the piece is carried out, and the data that arrives is checked at the end of the piece. So a node needs
/// memory for one piece only, however many nodes there are.

#include <cstdint>

#include "algorithms/catalogue.hpp"
#include "algorithms/schedule/step_formula.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Number of steps of a complete exchange that form a piece. Steps are computed and carried out a piece at a time.
constexpr std::uint32_t kStepsPerExchangePiece = 16;

/// Carries out one node's part of a complete exchange with messages of `bytes` bytes, piece by piece. The node makes
/// the same calls and sends the same bytes as in a run in which its list of steps was made beforehand. If `verify` is
/// true, checks all bytes that arrive, and throws DataError as Workload::verify() does.
///
/// Needs: an `execution` (node program that carries out steps) that ends each step of the exchange before it begins the
///         next, and at least two nodes.
void exchange_in_pieces(Node& self, const Algorithm::Execution& execution, const StepFormula& formula,
                        std::uint64_t bytes, Protocol protocol, bool verify);

}  // namespace switchyard
