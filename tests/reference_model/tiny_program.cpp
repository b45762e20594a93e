#include "tests/reference_model/tiny_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace switchyard::reference {
namespace {

std::string peer_and_tag(const Operation& operation) {
  const std::string peer = operation.peer == kAnyPeerOrTag ? "any" : std::to_string(operation.peer);
  return operation.tag == kAnyPeerOrTag ? peer + ", any tag" : fmt::format("{}, tag {}", peer, operation.tag);
}

std::string send_arguments_text(const Operation& operation) {
  constexpr std::array kManners{"", ", synchronous", ", ready", ", forced"};
  return fmt::format("{}, {} B{}", peer_and_tag(operation), operation.bytes,
                     kManners.at(static_cast<std::size_t>(operation.send_mode_or_protocol)));
}

std::string operation_as_text(const Operation& operation, std::size_t place) {
  switch (operation.operation_verb) {
    case OperationVerb::send:
      return fmt::format("send({})", send_arguments_text(operation));
    case OperationVerb::receive:
      return fmt::format("receive({})", peer_and_tag(operation));
    case OperationVerb::post_send:
      return fmt::format("h{} = post_send({})", place, send_arguments_text(operation));
    case OperationVerb::post_receive:
      return fmt::format("h{} = post_receive({})", place, peer_and_tag(operation));
    case OperationVerb::wait:
      return fmt::format("wait(h{})", operation.slot);
    case OperationVerb::wait_all:
      return "wait_all()";
    case OperationVerb::wait_any:
      return "wait_any()";
    case OperationVerb::test:
      return fmt::format("test(h{})", operation.slot);
    case OperationVerb::cancel:
      return fmt::format("cancel(h{})", operation.slot);
    case OperationVerb::probe:
      return fmt::format("probe({})", peer_and_tag(operation));
    case OperationVerb::try_probe:
      return fmt::format("try_probe({})", peer_and_tag(operation));
    case OperationVerb::barrier:
      return "barrier()";
    case OperationVerb::compute:
      return "compute()";
  }
  return {};
}

}  // namespace

std::uint32_t TinyProgram::operation_count() const noexcept {
  std::size_t count = 0;
  for (const auto& node : operations_by_node) count += node.size();
  return static_cast<std::uint32_t>(count);
}

TinyProgram TinyProgram::make_program_with_final_waits() const {
  TinyProgram whole = *this;
  for (auto& node : whole.operations_by_node) {
    if (std::ranges::any_of(node, &Operation::posts_request))
      node.push_back({.operation_verb = OperationVerb::wait_all});
  }
  return whole;
}

TinyProgram TinyProgram::without_operation(std::uint32_t node, std::uint32_t place) const {
  TinyProgram rest = *this;
  auto& operations = rest.operations_by_node[node];
  operations.erase(operations.begin() + place);
  std::erase_if(operations,
                [&](const Operation& each) { return each.is_wait_test_or_cancel_of_request() && each.slot == place; });
  for (Operation& each : operations) {
    if (each.is_wait_test_or_cancel_of_request() && each.slot > place) --each.slot;
  }
  return rest;
}

std::string tiny_program_as_text(const TinyProgram& program) {
  std::string text;
  for (std::size_t node = 0; node < program.operations_by_node.size(); ++node) {
    text += fmt::format("  node {}:", node);
    for (std::size_t place = 0; place < program.operations_by_node[node].size(); ++place)
      text += fmt::format(" {};", operation_as_text(program.operations_by_node[node][place], place));
    text += "\n";
  }
  return text;
}

}  // namespace switchyard::reference
