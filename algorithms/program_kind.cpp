#include "algorithms/program_kind.hpp"

#include <fmt/format.h>

#include <bit>

#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {

std::string requirements_of_program(const ProgramKind& program) {
  std::string text;
  const auto add = [&](bool needed, const std::string& what) {
    if (needed) text += (text.empty() ? "" : ", ") + what;
  };
  add(program.fewest_nodes > 1, fmt::format("{} nodes or more", program.fewest_nodes));
  add(program.needs_power_of_two_nodes, "a power of two of nodes");
  add(program.needs_active_messages, "active messages");
  return text.empty() ? "nothing" : text;
}

NodeProgram make_program(const ProgramKind& program, const std::string& arguments) {
  if (program.make) return program.make(arguments);
  if (arguments.empty()) return program.program;
  throw UsageError(fmt::format("program {} takes no arguments, and not {}", program.name, quoted(arguments)),
                   fmt::format("write {} alone", program.name));
}

void check_machine_meets_requirements(const Machine& machine, const ProgramKind& program) {
  const std::uint32_t nodes = machine.node_count();
  if (nodes < program.fewest_nodes) {
    throw UsageError(
        fmt::format("program {} needs {} nodes or more, not {}", program.name, program.fewest_nodes, nodes));
  }
  if (program.needs_power_of_two_nodes && !std::has_single_bit(nodes)) {
    throw UsageError(fmt::format("program {} needs a power of two of nodes, not {}", program.name, nodes));
  }
  if (program.needs_active_messages && !machine.model().has_active_messages()) {
    throw UsageError(
        fmt::format("program {} needs active messages, which machine {} does not have", program.name, machine.name()));
  }
}

}  // namespace switchyard
