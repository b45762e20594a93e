#pragma once
/// \file program_verdict.hpp
/// Verdicts over C and C++ programs, in all settings that the standards of their interfaces allow.

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/machine.hpp"
#include "runtime/verify/verify.hpp"

namespace switchyard {

/// Verifies a C or C++ program: an MPI program by what the standard promises, an NX or CMMD program on an iPSC/860 or a
/// CM-5. `path` is the path of a file which switchyard-cc or switchyard-mpicc has made, and `words` are the program's
/// arguments. Throws UsageError for a file that is no such program.
Verdict verify_program(const std::string& path, std::uint32_t nodes, const std::vector<std::string>& words = {},
                       const VerifyLimits& limits = {});

/// Verifies a node program, which checks by itself what it receives, on this machine.
Verdict verify_program(const Machine& machine, const NodeProgram& program, const VerifyLimits& limits = {});

/// Returns a few lines of text that say why a program was not found right.
std::string failure_text(const Verdict& verdict);

}  // namespace switchyard
