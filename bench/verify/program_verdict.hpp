#pragma once
/// \file program_verdict.hpp
/// Verifies C and C++ programs in all settings that the standards of their message-passing interfaces allow, and
/// returns verdicts.

#include <cstdint>
#include <string>
#include <vector>

#include "runtime/machine.hpp"
#include "runtime/verify/verify.hpp"

namespace switchyard {

/// Verifies a C or C++ program: an MPI program by what the standard promises, an NX or CMMD program on an iPSC/860 or a
/// CM-5. `path` is the path of a program file which switchyard-cc or switchyard-mpicc has made, and `words` are the
/// program's arguments. Throws UsageError if the file is not such a program.
Verdict verify_program(const std::string& path, std::uint32_t nodes, const std::vector<std::string>& words = {},
                       const VerifyLimits& limits = {});

/// Verifies a node program on this machine. The program itself has to check what it receives.
Verdict verify_program(const Machine& machine, const NodeProgram& program, const VerifyLimits& limits = {});

/// Returns a few lines of text that explain why a program was not found right.
std::string failure_text(const Verdict& verdict);

}  // namespace switchyard
