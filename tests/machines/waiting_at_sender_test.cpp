#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "machines/machine_catalogue.hpp"
#include "runtime/error.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"
#include "tests/runtime/executors_under_test.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

constexpr Context kContextWithProgressGuarantee{kFirstContextWithPromisedProgress};

/// Returns a machine whose system buffer is too small for the messages of the tests in this file, so that they wait at
/// their senders.
Machine machine_with_small_buffers(const std::string& name) {
  const Machine machine = machines::make_machine({.name = name, .nodes = 4});
  const auto smaller = machine.model().with_halved_buffers(16);
  return smaller == nullptr ? machine : Machine(smaller);
}

std::vector<std::byte> make_buffer_of_equal_bytes(std::size_t count, std::uint32_t value) {
  return std::vector<std::byte>(count, std::byte(value));
}

std::vector<std::string> names_of_machines_with_buffers() {
  std::vector<std::string> names;
  for (const std::string& name : machines::machine_names()) {
    if (machines::make_machine({.name = name, .nodes = 4}).model().with_halved_buffers(16) != nullptr)
      names.push_back(name);
  }
  return names;
}

/// A node program in which nodes 0 and 2 send several messages each to node 1, which receives the last messages first.
/// Node 0 also sends a message to node 3.
void receive_in_reverse_order(Node& self, Context context, std::size_t bytes) {
  constexpr std::uint32_t kMessages = 6;
  const auto take = [&](std::uint32_t from, std::uint32_t tag) {
    std::vector<std::byte> in(bytes);
    self.receive(NodeId{from}, in, TagSelector(Tag{tag}, context));
    self.expect(in == make_buffer_of_equal_bytes(bytes, tag), "the message has its data");
  };
  const std::uint32_t id = index(self.id());
  std::vector<std::vector<std::byte>> data;
  std::vector<Handle> sends;
  if (id == 0 || id == 2) {
    for (std::uint32_t tag = 0; tag < kMessages; ++tag) data.push_back(make_buffer_of_equal_bytes(bytes, tag));
    for (std::uint32_t tag = 0; tag < kMessages; ++tag)
      sends.push_back(self.post_send(NodeId{1}, data[tag], {.tag = Tag{tag}, .context = context}));
    if (id == 0) sends.push_back(self.post_send(NodeId{3}, data[5], {.tag = Tag{5}, .context = context}));
    self.wait_all(sends);
  } else if (id == 1) {
    self.compute(10ms);
    for (std::uint32_t tag = kMessages; tag-- > 0;) {
      take(0, tag);
      take(2, tag);
    }
  } else {
    take(0, 5);
  }
}

TEST(WaitingAtSender, MessagesWithoutAReceiveDoNotHoldUpThoseThatHaveOne) {
  for (const std::string& name : names_of_machines_with_buffers()) {
    SCOPED_TRACE(name);
    for (const std::size_t bytes : {std::size_t{60}, std::size_t{4000}}) {
      const RunReport report = run_on_all_executors(machine_with_small_buffers(name), [&](Node& self) {
        receive_in_reverse_order(self, kContextWithProgressGuarantee, bytes);
      });
      EXPECT_EQ(report.network.messages, 13U);
      EXPECT_LT(report.finished[3].time_since_epoch(), 10ms) << "the message to node 3 waited for others";
    }
  }
}

TEST(WaitingAtSender, MessagesWithoutProgressBlockTheNetwork) {
  std::vector<std::string> deadlocked;
  for (const std::string& name : names_of_machines_with_buffers()) {
    try {
      run(machine_with_small_buffers(name), [](Node& self) { receive_in_reverse_order(self, Context::program, 4000); });
    } catch (const DeadlockError&) {
      deadlocked.push_back(name);
    }
  }
  for (const char* const name : {"ipsc860", "mesh", "torus"})
    EXPECT_NE(std::ranges::find(deadlocked, name), deadlocked.end()) << name;
}

/// Tests that short and long messages of two senders with the same tag are received in the order of sending.
TEST(WaitingAtSender, MessagesOfOneLabelKeepTheirOrder) {
  constexpr std::uint32_t kMessages = 12;
  const auto size_of_message = [](std::uint32_t k) { return std::size_t{k % 3 == 0 ? 5000U : k % 3 == 1 ? 8U : 90U}; };
  for (const std::string& name : names_of_machines_with_buffers()) {
    SCOPED_TRACE(name);
    run_on_all_executors(machine_with_small_buffers(name), [&](Node& self) {
      const std::uint32_t id = index(self.id());
      if (id == 0 || id == 2) {
        std::vector<std::vector<std::byte>> data;
        std::vector<Handle> sends;
        for (std::uint32_t k = 0; k < kMessages; ++k) data.push_back(make_buffer_of_equal_bytes(size_of_message(k), k));
        for (const auto& each : data)
          sends.push_back(self.post_send(NodeId{1}, each, {.context = kContextWithProgressGuarantee}));
        return self.wait_all(sends);
      }
      if (id == 3) return;
      self.compute(5ms);
      std::uint32_t next[3] = {};
      for (std::uint32_t k = 0; k < 2 * kMessages; ++k) {
        std::vector<std::byte> in(5000);
        const NodeId wanted = k < 4 ? NodeId{2} : kAnyNode;
        const Received info = self.receive(wanted, in, TagSelector(Tag{}, kContextWithProgressGuarantee));
        const std::uint32_t number = next[index(info.source)]++;
        in.resize(info.bytes);
        self.expect(in == make_buffer_of_equal_bytes(size_of_message(number), number),
                    "messages come in the order of sending");
      }
    });
  }
}

TEST(WaitingAtSender, AProbeFindsAMessageThatWaits) {
  for (const std::string& name : names_of_machines_with_buffers()) {
    SCOPED_TRACE(name);
    run_on_all_executors(machine_with_small_buffers(name), [&](Node& self) {
      const auto data = make_buffer_of_equal_bytes(4000, index(self.id()));
      if (self.id() == NodeId{0})
        return self.send(NodeId{1}, data, {.tag = Tag{7}, .context = kContextWithProgressGuarantee});
      if (self.id() != NodeId{1}) return;
      self.compute(5ms);
      const Received found = self.probe(kAnyNode, TagSelector(Tag{7}, kContextWithProgressGuarantee));
      self.expect(found.bytes == 4000 && found.source == NodeId{0}, "the probe tells the message");
      std::vector<std::byte> in(4000);
      self.receive(found.source, in, TagSelector(Tag{7}, kContextWithProgressGuarantee));
      self.expect(in == make_buffer_of_equal_bytes(4000, 0), "the message has its data");
    });
  }
}

TEST(WaitingAtSender, ASendThatWaitsCanBeCancelled) {
  for (const std::string& name : names_of_machines_with_buffers()) {
    SCOPED_TRACE(name);
    run_on_all_executors(machine_with_small_buffers(name), [&](Node& self) {
      const auto data = make_buffer_of_equal_bytes(4000, 1);
      if (self.id() == NodeId{0}) {
        const Handle first = self.post_send(NodeId{1}, data, {.tag = Tag{1}, .context = kContextWithProgressGuarantee});
        const Handle second =
            self.post_send(NodeId{1}, data, {.tag = Tag{2}, .context = kContextWithProgressGuarantee});
        self.compute(5ms);
        self.cancel(first);
        self.wait(first);
        self.barrier();
        self.wait(second);
      } else if (self.id() == NodeId{1}) {
        self.barrier();
        std::vector<std::byte> in(4000);
        self.receive(NodeId{0}, in, TagSelector(Tag{2}, kContextWithProgressGuarantee));
      } else {
        self.barrier();
      }
    });
  }
}

TEST(WaitingAtSender, ADeadlockNamesTheRoomThatIsMissing) {
  const auto error = error_on_all_executors<DeadlockError>(machine_with_small_buffers("mesh"), [](Node& self) {
    if (self.id() == NodeId{0})
      self.send(NodeId{1}, make_buffer_of_equal_bytes(4000, 1), {.context = kContextWithProgressGuarantee});
    if (self.id() == NodeId{1}) self.receive(NodeId{3}, {}, TagSelector(Tag{}, kContextWithProgressGuarantee));
    if (self.id() == NodeId{3}) self.receive(NodeId{1}, {}, TagSelector(Tag{}, kContextWithProgressGuarantee));
  });
  EXPECT_NE(std::string(error.what()).find("system buffer of node 1"), std::string::npos) << error.what();
}

}  // namespace
}  // namespace switchyard
