#include "tests/reference_model/account.hpp"

#include <fmt/format.h>

namespace switchyard::reference {

std::string format_message_by_source_and_position(std::uint32_t source, std::uint32_t place) {
  return fmt::format("{}.{}", source, place);
}
std::string format_message_by_label(std::uint32_t source, std::uint32_t tag, std::uint32_t bytes) {
  return fmt::format("{}/{}/{}B", source, tag, bytes);
}

RunSummary::RunSummary(const TinyProgram& program) {
  for (const auto& operations : program.operations_by_node) {
    nodes.emplace_back();
    nodes.back().results_by_operation.resize(operations.size());
  }
}

std::string RunSummary::format_run_summary_line() const {
  if (run_outcome_name == "program_error") return run_outcome_name;
  std::string text = run_outcome_name;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    const NodeRunSummary& one = nodes[node];
    text += fmt::format(" | {}:", node);
    for (std::size_t place = 0; place < one.results_by_operation.size(); ++place) {
      if (!one.results_by_operation[place].empty())
        text += fmt::format(" {}={}", place, one.results_by_operation[place]);
    }
    if (one.completed_operation_count < one.results_by_operation.size())
      text += fmt::format(" stuck at {}", one.completed_operation_count);
  }
  return text;
}

}  // namespace switchyard::reference
