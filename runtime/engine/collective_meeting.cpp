#include "runtime/engine/collective_meeting.hpp"

#include <vector>

namespace switchyard {

void CollectiveMeeting::reach(NodeId node) {
  nodes_.block(node);
  if (++waiting_ < nodes_.count()) return;
  waiting_ = 0;
  nodes_.agenda().touch_everything();
  std::vector<const CollectiveCall*> calls;
  for (std::uint32_t i = 0; i < nodes_.count(); ++i) calls.push_back(nodes_[NodeId{i}].current.call);
  try {
    carry_out(calls);
  } catch (...) {  // an operation that throws
    return nodes_.agenda().fail(std::current_exception());
  }
  fabric_.begin_collective(*calls.front());
}

}  // namespace switchyard
