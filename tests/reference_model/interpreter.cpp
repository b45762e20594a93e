#include "tests/reference_model/interpreter.hpp"

#include <algorithm>
#include <array>

#include "machines/ipsc860.hpp"

namespace switchyard::reference {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostBytes = 512;
constexpr auto kNothing = std::byte{0xff};

MessageOptions options_of(const Operation& operation) {
  MessageOptions options{.tag = Tag{operation.tag}};
  if (operation.manner == Manner::synchronous) options.mode = SendMode::synchronous;
  if (operation.manner == Manner::ready) options.mode = SendMode::ready;
  if (operation.manner == Manner::forced) options.protocol = machines::kForced;
  return options;
}
NodeId source_of(const Operation& operation) { return operation.peer == kAny ? kAnyNode : NodeId{operation.peer}; }
TagSelector tags_of(const Operation& operation) {
  return operation.tag == kAny ? TagSelector::any() : TagSelector(Tag{operation.tag});
}
std::string label_of(const Received& received) {
  return message_labelled(index(received.source), static_cast<std::uint32_t>(received.tag),
                          static_cast<std::uint32_t>(received.bytes));
}

/// The operations of one node, under way.
class Interpreter {
 public:
  Interpreter(Node& self, const std::vector<Operation>& operations, NodeAccount& account)
      : self_(self),
        operations_(operations),
        account_(account),
        handles_(operations.size()),
        cancelled_(operations.size()),
        buffers_(operations.size()) {
    for (std::size_t place = 0; place < operations.size(); ++place) {
      buffers_[place].fill(kNothing);
      if (!operations[place].is_send()) continue;
      buffers_[place][0] = static_cast<std::byte>(index(self.id()));
      buffers_[place][1] = static_cast<std::byte>(place);
    }
  }

  void carry_out() {
    for (place_ = 0; place_ < operations_.size(); ++place_) {
      account_.done = static_cast<std::uint32_t>(place_);
      carry_out(operations_[place_]);
    }
    account_.done = static_cast<std::uint32_t>(place_);
  }

 private:
  void carry_out(const Operation& operation) {
    const NodeId peer{operation.peer};
    switch (operation.verb) {
      case Verb::send:
        self_.send(peer, outgoing(operation), options_of(operation));
        return self_.complete_later_waits();
      case Verb::receive:
        return note(place_, self_.receive(source_of(operation), buffers_[place_], tags_of(operation)));
      case Verb::post_send:
        handles_[place_] = self_.post_send(peer, outgoing(operation), options_of(operation));
        return;
      case Verb::post_receive:
        handles_[place_] = self_.post_receive(source_of(operation), buffers_[place_], tags_of(operation));
        return;
      case Verb::wait:
        return wait(operation.slot);
      case Verb::wait_all:
        return wait_all();
      case Verb::wait_any:
        return wait_any();
      case Verb::test:
        if (!handles_[operation.slot].empty())
          account_.got[place_] = self_.test(handles_[operation.slot]) ? "done" : "not yet";
        return;
      case Verb::cancel:
        if (!handles_[operation.slot].empty() && !cancelled_[operation.slot]) self_.cancel(handles_[operation.slot]);
        cancelled_[operation.slot] = true;
        return;
      case Verb::probe:
        account_.got[place_] = label_of(self_.probe(source_of(operation), tags_of(operation)));
        return;
      case Verb::try_probe: {
        const auto found = self_.try_probe(source_of(operation), tags_of(operation));
        account_.got[place_] = found ? label_of(*found) : "none";
        return;
      }
      case Verb::barrier:
        return self_.barrier();
      case Verb::compute:
        return self_.compute(7us);
    }
  }

  std::span<const std::byte> outgoing(const Operation& operation) const {
    return std::span(buffers_[place_]).first(operation.bytes);
  }

  void wait(std::uint8_t slot) {
    if (handles_[slot].empty()) return;
    const Received received = self_.wait(handles_[slot]);
    handles_[slot] = {};
    note(slot, received);
  }
  void wait_all() {
    std::vector<Handle> handles = handles_;
    self_.wait_all(handles);
    for (std::size_t slot = 0; slot < handles_.size(); ++slot) {
      if (handles_[slot].empty()) continue;
      handles_[slot] = {};
      if (operations_[slot].is_receive()) account_.got[slot] = contents(slot);
    }
  }
  void wait_any() {
    if (std::ranges::all_of(handles_, &Handle::empty)) return;
    Received received;
    const std::size_t slot = self_.wait_any(handles_, &received);
    account_.got[place_] = std::to_string(slot);
    note(slot, received);
  }

  void note(std::size_t slot, const Received& received) {
    if (!operations_[slot].is_receive()) return;
    if (received.cancelled) {
      account_.got[slot] = kTakenBack;
    } else if (received.bytes == 0) {
      account_.got[slot] = label_of(received);
    } else {
      account_.got[slot] = contents(slot);
      if (std::to_integer<std::uint32_t>(buffers_[slot][0]) != index(received.source))
        account_.got[slot] += " with the label " + label_of(received);
    }
  }
  std::string contents(std::size_t slot) const {
    if (buffers_[slot][0] == kNothing) return kEmptyMessage;
    return message_named(std::to_integer<std::uint32_t>(buffers_[slot][0]),
                         std::to_integer<std::uint32_t>(buffers_[slot][1]));
  }

  Node& self_;
  const std::vector<Operation>& operations_;
  NodeAccount& account_;
  std::vector<Handle> handles_;  ///< handles by operation
  std::vector<bool> cancelled_;
  std::vector<std::array<std::byte, kMostBytes>> buffers_;
  std::size_t place_ = 0;
};

}  // namespace

void interpret(Node& self, const TinyProgram& program, NodeAccount& account) {
  if (index(self.id()) >= program.nodes.size()) return;
  Interpreter(self, program.nodes[index(self.id())], account).carry_out();
}

}  // namespace switchyard::reference
