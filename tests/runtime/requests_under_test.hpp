#pragma once
/// \file requests_under_test.hpp
/// Node programs for two nodes, and the machines on which the tests of requests run them.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "runtime/node.hpp"
#include "tests/machines/fixed_delay_machine.hpp"
#include "tests/runtime/requests_corpus.hpp"
#include "tests/runtime/settings_under_test.hpp"

namespace switchyard {

using NodeAction = std::function<void(Node&)>;

inline constexpr NodeId kNodeZero{0};
inline constexpr NodeId kNodeOne{1};
inline constexpr std::array<std::size_t, 4> kMessageSizes{0, 8, 300, std::size_t{20} * 1024};
inline constexpr std::array kSendModes{SendMode::standard, SendMode::synchronous, SendMode::ready, SendMode::buffered};
inline constexpr std::uint64_t kAmpleBufferBytes = 1U << 20U;

inline bool contains_text(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Returns a program in which node 0 runs `first` and node 1 runs `second`; other nodes do nothing.
inline NodeProgram two_node_program(NodeAction first, NodeAction second) {
  return [first = std::move(first), second = std::move(second)](Node& self) {
    if (self.id() == kNodeZero) first(self);
    if (self.id() == kNodeOne) second(self);
  };
}

/// Returns a program in which node 0 runs `first`, node 1 runs `second`, and all other nodes call barrier() `barriers`
/// times. Both `first` and `second` must call barrier() just as often.
inline NodeProgram two_node_program(NodeAction first, NodeAction second, int barriers) {
  return [first = std::move(first), second = std::move(second), barriers](Node& self) {
    if (self.id() == kNodeZero) return first(self);
    if (self.id() == kNodeOne) return second(self);
    for (int i = 0; i < barriers; ++i) self.barrier();
  };
}

inline NodeProgram make_program_for_node_zero_only(NodeAction part) {
  return two_node_program(std::move(part), [](Node&) {});
}

/// Returns machines on which a message must wait outside of the receiving node until its receive is posted: machines
/// whose system buffers are too small for large messages, and machines without system buffers.
inline std::vector<Machine> machines_with_little_buffer() {
  return {machines::ipsc860({.nodes = 4, .system_buffer = 1024}),
          machines::mesh({.width = 2, .height = 2, .system_buffer = 1024}),
          fixed_delay_machine({.nodes = 4, .stores_early_messages = false})};
}

inline void expect_runs_with_little_buffer(const NodeProgram& program) {
  for (const Machine& machine : machines_with_little_buffer()) {
    for (const ClockKind clock : {ClockKind::virtual_time, ClockKind::wall, ClockKind::off}) {
      for (const ExecutorKind executor : executors_under_test()) {
        if (clock == ClockKind::wall && executor == ExecutorKind::fibers) continue;
        SCOPED_TRACE(fmt::format("tight {}, clock {}, {}", machine.name(), name_of(clock), name_of(executor)));
        RunOptions options;
        options.clock = clock;
        options.executor = executor;
        EXPECT_NO_THROW(run(machine, program, options));
      }
    }
  }
}

inline void expect_completion_on_all_test_machines(const NodeProgram& program) {
  expect_runs_on_all_settings(program);
  expect_runs_with_little_buffer(program);
}

/// Returns whether, on this machine, a send may complete before its receive is posted, or later sends of the same node
/// may go on while a send waits for its receive.
inline bool may_store_messages(const Machine& machine) {
  const auto promise = machine.model().network_promise();
  return !promise || promise->stores;
}

inline void expect_completion_on_buffering_machines(const NodeProgram& program) {
  call_for_each_machine_clock_executor([&](const Machine& machine, const RunOptions& options) {
    if (!may_store_messages(machine)) return;
    EXPECT_NO_THROW(run(machine, program, options));
  });
}

inline void check_received_message_envelope(Node& self, const Received& got, NodeId source, Tag tag, std::size_t bytes,
                                            CallSite site = CallSite::current()) {
  self.expect(!got.cancelled, "not cancelled", site);
  self.expect(got.source == source, "its source", site);
  self.expect(got.tag == tag, "its tag", site);
  self.expect(got.bytes == bytes, "its size", site);
  self.expect(!got.truncated, "not cut", site);
}

inline void receive_and_check_data(Node& self, NodeId from, const ReceiveOptions& options, std::size_t bytes,
                                   std::uint64_t seed, CallSite site = CallSite::current()) {
  Bytes in(bytes);
  const Received got = self.receive(from, in, options, site);
  self.expect(got.bytes == bytes && !got.truncated && !got.cancelled, "all of it came", site);
  self.expect(is_test_data(in, seed), "the right bytes came", site);
}

inline void send_data(Node& self, NodeId to, MessageOptions options, std::size_t bytes, std::uint64_t seed,
                      CallSite site = CallSite::current()) {
  const Bytes out = test_data(bytes, seed);
  self.send(to, out, options, site);
}

inline Handle post_data_send(Node& self, NodeId to, const MessageOptions& options, const Bytes& out) {
  return self.post_send(to, out, options);
}

/// Waits for the cancelled send of `handle`, tells node 1 whether the send was really cancelled, and returns that. A
/// send that was complete before is never cancelled; a synchronous send that still waits for its receive always is.
inline bool tell_whether_send_was_cancelled(Node& self, const Handle& handle, SendMode mode) {
  const bool cancelled = self.wait(handle).cancelled;
  self.expect(cancelled || mode != SendMode::synchronous, "nobody had received it");
  const std::byte word{cancelled ? std::uint8_t{1} : std::uint8_t{0}};
  self.send(kNodeOne, std::span(&word, 1), {.tag = Tag{9}});
  return cancelled;
}

/// Receives from node 0 the answer to whether a send was cancelled. If it was not, also receives the message of the
/// send.
inline void receive_unless_send_was_cancelled(Node& self, std::size_t bytes, std::uint64_t seed) {
  std::byte word{};
  self.receive(kNodeZero, std::span(&word, 1), Tag{9});
  if (word == std::byte{0}) receive_and_check_data(self, kNodeZero, Tag{7}, bytes, seed);
}

}  // namespace switchyard
