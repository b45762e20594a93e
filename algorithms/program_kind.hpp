#pragma once
/// \file program_kind.hpp
/// A node program that a user's library adds: `--program NAME` or `--program NAME:ARGUMENTS`.

#include <cstdint>
#include <functional>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// It keeps nothing from one run to the next, and several runs of it can go on at once. Either `program` or `make`.
struct ProgramKind {
  std::string name;
  std::string summary = {};
  std::string source = {};     ///< paper, section, figure
  std::string arguments = {};  ///< what may stand behind the name, for people: "rounds=3"
  NodeProgram program = {};
  /// Made anew from what the user wrote behind the name, nothing if there is nothing. Throws UsageError, without a
  /// place, for arguments that it cannot have.
  std::function<NodeProgram(const std::string& arguments)> make = {};
  std::uint32_t fewest_nodes = 1;
  bool power_of_two = false;     ///< needs that many nodes
  bool active_messages = false;  ///< needs a machine that has them
};

/// "nothing", or what it needs of a machine.
std::string needs_of(const ProgramKind& program);

/// Throws UsageError if the program cannot have these arguments.
NodeProgram make_program(const ProgramKind& program, const std::string& arguments);

/// Throws UsageError if it cannot run on this machine.
void check_needs(const Machine& machine, const ProgramKind& program);

}  // namespace switchyard
