#pragma once
/// \file sent_messages.hpp
/// Makes node programs from lists of messages, for tests of machines.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "runtime/node.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {

/// One message of a test. The sender of the message computes for a given time before it sends the message.
struct MessageToSend {
  std::uint32_t from, to;
  std::size_t bytes;
  Duration compute_time_before_send{};
  Route route = Route::automatic;
};

/// Makes a node program for a list of messages. Every node first posts its receives, then sends its messages in the
/// order of the list, each with a tag of its own, and finally checks that every byte has come.
inline NodeProgram program_of_messages(const std::vector<MessageToSend>& messages) {
  return [messages](Node& self) {
    std::vector<std::vector<std::byte>> buffers(messages.size());
    std::vector<Handle> handles;
    for (std::uint32_t i = 0; i < messages.size(); ++i) {
      const MessageToSend& m = messages[i];
      buffers[i].resize(m.bytes);
      if (NodeId{m.to} == self.id()) handles.push_back(self.post_receive(NodeId{m.from}, buffers[i], Tag{i}));
    }
    for (std::uint32_t i = 0; i < messages.size(); ++i) {
      const MessageToSend& m = messages[i];
      if (NodeId{m.from} != self.id()) continue;
      self.compute(m.compute_time_before_send);
      std::ranges::fill(buffers[i], static_cast<std::byte>(i + 1));
      handles.push_back(self.post_send(NodeId{m.to}, buffers[i], {.tag = Tag{i}, .route = m.route}));
    }
    self.wait_all(handles);
    for (std::uint32_t i = 0; i < messages.size(); ++i) {
      if (NodeId{messages[i].to} != self.id()) continue;
      self.expect(std::ranges::count(buffers[i], static_cast<std::byte>(i + 1)) ==
                      static_cast<std::ptrdiff_t>(messages[i].bytes),
                  "the message's bytes have come");
    }
  };
}

inline RunReport send_messages_on_machine(const Machine& machine, const std::vector<MessageToSend>& messages) {
  return run_on_all_executors(machine, program_of_messages(messages));
}

inline Duration finish_time_of_node(const RunReport& report, std::uint32_t node) {
  return report.finished[node].time_since_epoch();
}

}  // namespace switchyard
