#pragma once
/// \file interpreter.hpp
/// Runs a tiny program with the functions of the library.

#include "runtime/node.hpp"
#include "tests/reference_model/account.hpp"

namespace switchyard::reference {

/// Carries out the operations that the tiny program has for this node, and records their results in `node_run_summary`,
/// which is the node's part of a RunSummary.
void carry_out_operations(Node& self, const TinyProgram& program, NodeRunSummary& node_run_summary);

}  // namespace switchyard::reference
