#include "runtime/engine/collective_meeting.hpp"

#include <vector>

#include "runtime/call_text.hpp"
#include "runtime/error.hpp"

namespace switchyard {

void CollectiveMeeting::reach(NodeId node) {
  nodes_.block(node);
  if (++waiting_ < nodes_.count()) return;
  waiting_ = 0;
  nodes_.agenda().touch_everything();
  std::vector<const CollectiveCall*> calls;
  for (std::uint32_t i = 0; i < nodes_.count(); ++i) calls.push_back(nodes_[NodeId{i}].current.call);
  try {
    check_groups();
    carry_out(calls);
  } catch (...) {  // an operation that throws
    return nodes_.agenda().fail(std::current_exception());
  }
  fabric_.begin_collective(*calls.front());
}

/// Throws UsageError if nodes have met in collectives of different groups.
void CollectiveMeeting::check_groups() const {
  const auto met = [&](NodeId node) -> MetCollective {
    const Instruction& at = nodes_[node].current;
    return {node, at.call->kind, at.call->context, at.site};
  };
  const MetCollective first = met(NodeId{0});
  for (std::uint32_t i = 1; i < nodes_.count(); ++i) {
    const MetCollective other = met(NodeId{i});
    if (other.context != first.context) throw UsageError(different_groups_text(other, first));
  }
}

}  // namespace switchyard
