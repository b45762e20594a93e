/// Tests machines that break the rules for a machine's fabric (its network): the error names the machine, the call and
/// the node, and no run hangs.

#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "runtime/emulation.hpp"
#include "runtime/machine.hpp"
#include "runtime/run.hpp"

namespace switchyard {
namespace {

using namespace std::chrono_literals;

/// How the faulty machine of a test handles the one message that node 0 sends to node 1. It has functions that the
/// machine's fabric calls when the send is posted, when send and receive are both posted, and on events; and it has the
/// messages that the fabric reports as never received.
struct MachineBehaviour {
  using MatchedMessageHook = std::function<void(Emulation&, Request& send, Request& receive)>;
  MatchedMessageHook on_matched_message = {};
  std::function<void(Emulation&, Request& send)> on_send = [](Emulation&, Request&) {};
  std::function<void(Emulation&)> on_event = [](Emulation&) {};
  std::vector<LeftOverMessage> reported_left_over_messages = {};
};

class FaultyTestFabric final : public Fabric {
 public:
  FaultyTestFabric(Emulation& emulation, const MachineBehaviour& rules) : emulation_(emulation), behaviour_(rules) {}
  Duration send_overhead(const Request& /*send*/) override { return 1us; }
  void post_send(Request& send) override {
    send_ = &send;
    behaviour_.on_send(emulation_, send);
    match_send_and_receive();
  }
  void post_receive(Request& receive) override {
    receive_ = &receive;
    match_send_and_receive();
  }
  void on_event(const Event& /*event*/) override { behaviour_.on_event(emulation_); }
  void append_blockers_of(const Request& /*request*/, std::vector<BlockingResource>& /*out*/) const override {}
  std::vector<LeftOverMessage> left_over_messages() const override { return behaviour_.reported_left_over_messages; }
  FabricStatistics statistics() const override { return {}; }

 private:
  void match_send_and_receive() {
    if (send_ != nullptr && receive_ != nullptr && behaviour_.on_matched_message)
      behaviour_.on_matched_message(emulation_, *send_, *receive_);
  }
  Emulation& emulation_;
  const MachineBehaviour& behaviour_;
  Request* send_ = nullptr;
  Request* receive_ = nullptr;
};

class FaultyTestMachine final : public MachineModel, private Routes {
 public:
  explicit FaultyTestMachine(const MachineBehaviour& rules) : behaviour_(rules) {}
  std::string name() const override { return "broken"; }
  std::uint32_t node_count() const noexcept override { return 2; }
  const Routes& routes() const override { return *this; }
  ProcessorRates rates() const override { return {}; }
  Duration message_time(std::uint64_t /*bytes*/) const override { return 1us; }
  bool has_collective(Collective /*kind*/) const override { return false; }
  std::vector<Constant> constants() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> machine_facts() const override { return {}; }
  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<FaultyTestFabric>(emulation, behaviour_);
  }

 private:
  std::uint32_t link_count() const noexcept override { return 0; }
  void route(NodeId /*from*/, NodeId /*to*/, std::vector<LinkId>& path) const override { path.clear(); }
  const MachineBehaviour& behaviour_;
};

/// Returns the text of the MachineError that ends a run on a machine with the behaviour `rules`, or a text that says
/// that there was no such error.
std::string machine_error_text(const MachineBehaviour& rules) {
  const Machine machine(std::make_shared<FaultyTestMachine>(rules));
  try {
    run(machine, [](Node& self) {
      std::vector<std::byte> data(8);
      if (self.id() == NodeId{0}) {
        self.send(NodeId{1}, data);
      } else {
        self.receive(NodeId{0}, data);
      }
    });
  } catch (const MachineError& error) {
    return error.what();
  } catch (const std::exception& error) {
    return std::string("not a MachineError: ") + error.what();
  }
  return "nothing was wrong";
}

void expect_one_line_with(const std::string& text, std::initializer_list<const char*> parts) {
  for (const char* part : parts) EXPECT_NE(text.find(part), std::string::npos) << text << "\nlacks: " << part;
  EXPECT_EQ(text.find('\n'), std::string::npos) << text;
}

void deliver(Emulation& emulation, Request& send, Request& receive) {
  emulation.deliver_and_complete(receive, send, 0us);
}

TEST(FaultyTestMachine, AMachineThatKeepsTheRulesCausesNoError) {
  const MachineBehaviour rules{.on_matched_message = [](Emulation& emulation, Request& send, Request& receive) {
    deliver(emulation, send, receive);
    emulation.complete_request(send);
  }};
  EXPECT_EQ(machine_error_text(rules), "nothing was wrong");
}

TEST(FaultyTestMachine, ForgettingToCompleteASendNamesTheSend) {
  expect_one_line_with(machine_error_text({.on_matched_message = deliver}),
                       {"machine broken: node 0 in send to 1", "was never completed"});
}

TEST(FaultyTestMachine, ForgettingToCompleteAReceiveNamesTheReceive) {
  const MachineBehaviour rules{.on_matched_message = [](Emulation& emulation, Request& send, Request& receive) {
    emulation.deliver_message(receive, send);
    emulation.complete_request(send);
  }};
  expect_one_line_with(machine_error_text(rules),
                       {"machine broken: node 1 in receive from 0", "was delivered", "never completed"});
}

TEST(FaultyTestMachine, AMessageThatVanishesIsNoDeadlock) {
  const MachineBehaviour rules{.on_matched_message = [](Emulation& emulation, Request& send, Request& /*receive*/) {
    emulation.complete_request(send);
  }};
  expect_one_line_with(machine_error_text(rules), {"machine broken: 1 of 1 messages have vanished"});
}

TEST(FaultyTestMachine, CompletingTwiceNamesTheCall) {
  const MachineBehaviour rules{.on_matched_message = [](Emulation& emulation, Request& send, Request& receive) {
    deliver(emulation, send, receive);
    emulation.complete_request(send);
    emulation.complete_request(send);
  }};
  expect_one_line_with(machine_error_text(rules), {"machine broken: node 0 in send to 1", "completed twice"});
}

TEST(FaultyTestMachine, DeliveringTwiceNamesTheCall) {
  const MachineBehaviour rules{.on_matched_message = [](Emulation& emulation, Request& send, Request& receive) {
    emulation.deliver_message(receive, send);
    emulation.deliver_message(receive, send);
  }};
  expect_one_line_with(machine_error_text(rules), {"machine broken: node 1 in receive from 0", "delivered to twice"});
}

TEST(FaultyTestMachine, SchedulingIntoThePastNamesTheNode) {
  const MachineBehaviour rules{.on_send = [](Emulation& emulation, Request& send) {
    emulation.schedule(-1ns, send.owner, Emulation::kFirstFabricEventKind);
  }};
  expect_one_line_with(machine_error_text(rules), {"machine broken: an event for node 0", "before now"});
}

TEST(FaultyTestMachine, EventsOfTheEngineOrForNobodyAreRefused) {
  expect_one_line_with(machine_error_text({.on_send = [](Emulation& emulation,
                                                         Request& send) { emulation.schedule(1ns, send.owner, 0); }}),
                       {"machine broken: an event of kind 0", "kinds begin at 16"});
  const MachineBehaviour rules{.on_send = [](Emulation& emulation, Request& /*send*/) {
    emulation.schedule(1ns, NodeId{3}, Emulation::kFirstFabricEventKind);
  }};
  expect_one_line_with(machine_error_text(rules),
                       {"machine broken: an event of kind 16 was scheduled for node 3", "nodes end at 2"});
}

TEST(FaultyTestMachine, AnExceptionOfTheFabricNamesTheCall) {
  expect_one_line_with(
      machine_error_text({.on_send = [](Emulation&, Request&) { throw std::runtime_error("no such wire"); }}),
      {"machine broken: post_send for node 0 threw no such wire"});
  const MachineBehaviour later{
      .on_send = [](Emulation& emulation,
                    Request& send) { emulation.schedule(1us, send.peer, Emulation::kFirstFabricEventKind); },
      .on_event = [](Emulation&) { throw 3; }};
  expect_one_line_with(machine_error_text(later),
                       {"machine broken: on_event for node 1 threw something that is not a std::exception"});
}

}  // namespace
}  // namespace switchyard
