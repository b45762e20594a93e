#pragma once
/// \file exchange_pieces.hpp
/// A complete exchange in pieces of a few steps: the plan and the messages of a piece are made when its turn comes, and
/// what arrives is checked at its end. A node so needs memory for one piece, however many nodes there are.

#include <cstdint>

#include "algorithms/catalogue.hpp"
#include "algorithms/schedule/step_formula.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// Number of steps in a piece.
constexpr std::uint32_t kStepsOfAPiece = 16;

/// Carries out one node's part of a complete exchange of messages of `bytes` bytes, with the same calls and the same
/// bytes as a run with stored plans. `verify`: check all bytes that arrive; throws DataError like Workload::verify().
///
/// Needs: an execution that ends each step of its plan before it begins the next, and two nodes or more.
void exchange_in_pieces(Node& self, const Algorithm::Execution& execution, const StepFormula& formula,
                        std::uint64_t bytes, Protocol protocol, bool verify);

}  // namespace switchyard
