#pragma once
/// \file program_kind.hpp
/// A node program that a user's library adds: `--program NAME` or `--program NAME:ARGUMENTS`.

#include <cstdint>
#include <functional>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// A node program that the catalogue lists by name. The program keeps no state from one run to the next, and several
/// runs of it can be under way at once. Exactly one of the members `program` and `make` is set: the program, or a
/// function that makes it.
struct ProgramKind {
  std::string name;
  std::string summary = {};
  std::string source = {};     ///< where the program was published: paper, section, figure
  std::string arguments = {};  ///< description, for users, of what may follow the program's name, such as "rounds=3"
  NodeProgram program = {};
  /// Makes the program for each run from the text that the user wrote behind the name; the text may be empty. Throws
  /// UsageError, without naming an option or file, for arguments that the program does not take.
  std::function<NodeProgram(const std::string& arguments)> make = {};
  std::uint32_t fewest_nodes = 1;
  bool needs_power_of_two_nodes = false;  ///< whether the number of nodes must be a power of two
  bool needs_active_messages = false;     ///< whether the program runs only on machines that have active messages
};

/// Returns what a node program needs of a machine, in words for users; "nothing" if the program runs on any machine.
std::string requirements_of_program(const ProgramKind& program);

/// Makes the node program from the arguments that the user wrote behind its name. Throws UsageError if the program does
/// not accept them.
NodeProgram make_program(const ProgramKind& program, const std::string& arguments);

/// Throws UsageError if the node program cannot run on this machine.
void check_machine_meets_requirements(const Machine& machine, const ProgramKind& program);

}  // namespace switchyard
