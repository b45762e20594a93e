#include "runtime/defect.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace switchyard {
namespace {

/// The names of the defect classes, in the order of DefectClass.
constexpr std::array<std::string_view, 12> kDefectClassNames{
    "deadlock",      "call_ordering", "invalid_parameter", "parameter_matching", "request_lifecycle", "epoch_lifecycle",
    "resource_leak", "message_race",  "local_concurrency", "global_concurrency", "buffering_hazard",  "memory"};
static_assert(kDefectClassNames.size() == static_cast<std::size_t>(DefectClass::memory) + 1);

}  // namespace

std::string_view name_of(DefectClass kind) noexcept { return kDefectClassNames[static_cast<std::size_t>(kind)]; }

std::optional<DefectClass> parse_defect_class(std::string_view name) noexcept {
  const auto found = std::ranges::find(kDefectClassNames, name);
  if (found == kDefectClassNames.end()) return std::nullopt;
  return static_cast<DefectClass>(found - kDefectClassNames.begin());
}

CallInvolvedInDefect make_defect_call(NodeId node, CallSite site, std::string_view otherwise) {
  return {node, std::string(site.called_function_name_or_default(otherwise)), site};
}

std::vector<CallInvolvedInDefect> calls_of_node(std::vector<CallInvolvedInDefect> calls, NodeId node) {
  for (CallInvolvedInDefect& call : calls) {
    if (call.node == kAnyNode) call.node = node;
  }
  return calls;
}

}  // namespace switchyard
