#include "tests/reference_model/interpreter.hpp"

#include <algorithm>
#include <array>

#include "machines/ipsc860.hpp"

namespace switchyard::reference {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostMessageBytes = 512;
constexpr auto kUnwrittenByte = std::byte{0xff};

MessageOptions options_of(const Operation& operation) {
  MessageOptions options{.tag = Tag{operation.tag}};
  if (operation.send_mode_or_protocol == SendModeOrProtocol::synchronous) options.mode = SendMode::synchronous;
  if (operation.send_mode_or_protocol == SendModeOrProtocol::ready) options.mode = SendMode::ready;
  if (operation.send_mode_or_protocol == SendModeOrProtocol::forced) options.protocol = machines::kForcedProtocol;
  return options;
}
NodeId source_of(const Operation& operation) {
  return operation.peer == kAnyPeerOrTag ? kAnyNode : NodeId{operation.peer};
}
TagSelector tags_of(const Operation& operation) {
  return operation.tag == kAnyPeerOrTag ? TagSelector::any() : TagSelector(Tag{operation.tag});
}
std::string label_of(const Received& received) {
  return format_message_by_label(index(received.source), static_cast<std::uint32_t>(received.tag),
                                 static_cast<std::uint32_t>(received.bytes));
}

/// Carries out the operations of one node of a tiny program, and records their results in the summary of the node.
class Interpreter {
 public:
  Interpreter(Node& self, const std::vector<Operation>& operations, NodeRunSummary& node_run_summary)
      : self_(self),
        operations_(operations),
        node_run_summary_(node_run_summary),
        handles_by_operation_(operations.size()),
        cancelled_(operations.size()),
        buffers_(operations.size()) {
    for (std::size_t place = 0; place < operations.size(); ++place) {
      buffers_[place].fill(kUnwrittenByte);
      if (!operations[place].is_send()) continue;
      buffers_[place][0] = static_cast<std::byte>(index(self.id()));
      buffers_[place][1] = static_cast<std::byte>(place);
    }
  }

  void carry_out_all_operations() {
    for (place_ = 0; place_ < operations_.size(); ++place_) {
      node_run_summary_.completed_operation_count = static_cast<std::uint32_t>(place_);
      carry_out_operation(operations_[place_]);
    }
    node_run_summary_.completed_operation_count = static_cast<std::uint32_t>(place_);
  }

 private:
  void carry_out_operation(const Operation& operation) {
    const NodeId peer{operation.peer};
    switch (operation.operation_verb) {
      case OperationVerb::send:
        self_.send(peer, outgoing(operation), options_of(operation));
        return self_.complete_later_waits();
      case OperationVerb::receive:
        return record_receive_result(place_, self_.receive(source_of(operation), buffers_[place_], tags_of(operation)));
      case OperationVerb::post_send:
        handles_by_operation_[place_] = self_.post_send(peer, outgoing(operation), options_of(operation));
        return;
      case OperationVerb::post_receive:
        handles_by_operation_[place_] = self_.post_receive(source_of(operation), buffers_[place_], tags_of(operation));
        return;
      case OperationVerb::wait:
        return wait(operation.slot);
      case OperationVerb::wait_all:
        return wait_all();
      case OperationVerb::wait_any:
        return wait_any();
      case OperationVerb::test:
        if (!handles_by_operation_[operation.slot].empty())
          node_run_summary_.results_by_operation[place_] =
              self_.test(handles_by_operation_[operation.slot]) ? "done" : "not yet";
        return;
      case OperationVerb::cancel:
        if (!handles_by_operation_[operation.slot].empty() && !cancelled_[operation.slot])
          self_.cancel(handles_by_operation_[operation.slot]);
        cancelled_[operation.slot] = true;
        return;
      case OperationVerb::probe:
        node_run_summary_.results_by_operation[place_] =
            label_of(self_.probe(source_of(operation), tags_of(operation)));
        return;
      case OperationVerb::try_probe: {
        const auto found = self_.try_probe(source_of(operation), tags_of(operation));
        node_run_summary_.results_by_operation[place_] = found ? label_of(*found) : "none";
        return;
      }
      case OperationVerb::barrier:
        return self_.barrier();
      case OperationVerb::compute:
        return self_.compute(7us);
    }
  }

  std::span<const std::byte> outgoing(const Operation& operation) const {
    return std::span(buffers_[place_]).first(operation.bytes);
  }

  void wait(std::uint8_t slot) {
    if (handles_by_operation_[slot].empty()) return;
    const Received received = self_.wait(handles_by_operation_[slot]);
    handles_by_operation_[slot] = {};
    record_receive_result(slot, received);
  }
  void wait_all() {
    std::vector<Handle> handles = handles_by_operation_;
    self_.wait_all(handles);
    for (std::size_t slot = 0; slot < handles_by_operation_.size(); ++slot) {
      if (handles_by_operation_[slot].empty()) continue;
      handles_by_operation_[slot] = {};
      if (operations_[slot].is_receive()) node_run_summary_.results_by_operation[slot] = buffer_contents(slot);
    }
  }
  void wait_any() {
    if (std::ranges::all_of(handles_by_operation_, &Handle::empty)) return;
    Received received;
    const std::size_t slot = self_.wait_any(handles_by_operation_, &received);
    node_run_summary_.results_by_operation[place_] = std::to_string(slot);
    record_receive_result(slot, received);
  }

  void record_receive_result(std::size_t slot, const Received& received) {
    if (!operations_[slot].is_receive()) return;
    if (received.cancelled) {
      node_run_summary_.results_by_operation[slot] = kCancelledReceiveText;
    } else if (received.bytes == 0) {
      node_run_summary_.results_by_operation[slot] = label_of(received);
    } else {
      node_run_summary_.results_by_operation[slot] = buffer_contents(slot);
      if (std::to_integer<std::uint32_t>(buffers_[slot][0]) != index(received.source))
        node_run_summary_.results_by_operation[slot] += " with the label " + label_of(received);
    }
  }
  std::string buffer_contents(std::size_t slot) const {
    if (buffers_[slot][0] == kUnwrittenByte) return kEmptyMessageText;
    return format_message_by_source_and_position(std::to_integer<std::uint32_t>(buffers_[slot][0]),
                                                 std::to_integer<std::uint32_t>(buffers_[slot][1]));
  }

  Node& self_;
  const std::vector<Operation>& operations_;
  NodeRunSummary& node_run_summary_;
  /// For each operation, the handle of the request that it has posted; empty if that is not open.
  std::vector<Handle> handles_by_operation_;
  std::vector<bool> cancelled_;
  std::vector<std::array<std::byte, kMostMessageBytes>> buffers_;
  std::size_t place_ = 0;
};

}  // namespace

void carry_out_operations(Node& self, const TinyProgram& program, NodeRunSummary& node_run_summary) {
  if (index(self.id()) >= program.operations_by_node.size()) return;
  Interpreter(self, program.operations_by_node[index(self.id())], node_run_summary).carry_out_all_operations();
}

}  // namespace switchyard::reference
