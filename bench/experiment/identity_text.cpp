#include "bench/experiment/identity_text.hpp"

#include <fmt/format.h>

#include "runtime/programs/launch.hpp"
#include "runtime/programs/launch_setting.hpp"

namespace switchyard {
namespace {

/// Returns an FNV-1a hash of the messages of a communication matrix, which identifies a matrix that comes from a file.
/// The hash is the same on every host.
std::uint64_t hash_of_messages(const CommunicationMatrix& matrix) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  const auto add = [&hash](std::uint64_t number) { hash = (hash ^ number) * 0x100000001b3ULL; };
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    add(matrix.out_degree(NodeId{i}));
    for (const auto& entry : matrix.row(NodeId{i})) {
      add(index(entry.destination));
      add(entry.bytes);
    }
  }
  return hash;
}

}  // namespace

std::string pattern_line_of_experiment_identity(const Pattern& pattern) {
  std::string line = "pattern: " + pattern.name();
  if (!pattern.parameter_text.empty()) line += " " + pattern.parameter_text;
  if (pattern.file_matrix) line += fmt::format(" with messages {:016x}", hash_of_messages(*pattern.file_matrix));
  return line + '\n';
}

std::string machine_lines_of_experiment_identity(const std::string& name, const Machine& machine) {
  const std::string shown = fmt::format("{} of {} nodes", name, machine.node_count());
  std::string text = fmt::format("machine: {}, {}\n", shown, machine.name());
  for (const Constant& constant : machine.model().constants()) {
    text += fmt::format("  {}: {} {}\n", shown, constant.name, constant.value);
  }
  return text;
}

std::string program_lines_of_experiment_identity(const ChosenProgram& chosen) {
  if (!chosen.launch) return {};
  std::string text;
  for (const PlacedProgram& each : chosen.launch->programs()) {
    text += fmt::format("program: {} {}@{} {:016x}\n", chosen.kind.name, each.program->name(),
                        node_ranges_as_text(each.nodes), each.program->file_hash());
  }
  for (const LaunchOptionValue& each : nondefault_launch_option_values(chosen.launch->setting()))
    text += fmt::format("  {}: {}\n", each.key, each.value);
  for (const std::string& collective : chosen.launch->collectives().algorithm_choice_texts)
    text += "  collective: " + collective + "\n";
  return text;
}

}  // namespace switchyard
