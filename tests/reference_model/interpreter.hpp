#pragma once
/// \file interpreter.hpp
/// Runs a tiny program on the library.

#include "runtime/node.hpp"
#include "tests/reference_model/account.hpp"

namespace switchyard::reference {

/// Carries out the operations of this node. `account` must have been made for `program`.
void carry_out_operations(Node& self, const TinyProgram& program, NodeAccount& account);

}  // namespace switchyard::reference
