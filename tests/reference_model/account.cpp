#include "tests/reference_model/account.hpp"

#include <fmt/format.h>

namespace switchyard::reference {

std::string message_text_by_contents(std::uint32_t source, std::uint32_t place) {
  return fmt::format("{}.{}", source, place);
}
std::string message_text_by_label(std::uint32_t source, std::uint32_t tag, std::uint32_t bytes) {
  return fmt::format("{}/{}/{}B", source, tag, bytes);
}

RunAccount::RunAccount(const TinyProgram& program) {
  for (const auto& operations : program.operations_by_node) {
    nodes.emplace_back();
    nodes.back().results_by_operation.resize(operations.size());
  }
}

std::string RunAccount::account_line() const {
  if (ending == "program_error") return ending;
  std::string text = ending;
  for (std::size_t node = 0; node < nodes.size(); ++node) {
    const NodeAccount& one = nodes[node];
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
