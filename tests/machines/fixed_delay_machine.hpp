#pragma once
/// \file fixed_delay_machine.hpp
/// How to write a machine, in full: every message takes latency + bytes * rate, whatever else is under way.
///
/// A machine is two classes. The model (FixedDelayMachine) is an immutable description. The fabric (FixedDelayFabric)
/// is one run's network: plain sequential code that is told what happens - a send, a receive, an event that is due -
/// and answers with schedule(), deliver() and complete(). It needs no locks, and never blocks.

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/engine.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

struct FixedDelay {
  std::uint32_t nodes = 2;
  Duration latency = std::chrono::microseconds{10};
  TimePerByte per_byte{std::chrono::nanoseconds{10}};
  bool buffers = true;  ///< false: a send is done only when its message has been received
  ProcessorRates rates{};
};

class FixedDelayFabric final : public Fabric {
 public:
  FixedDelayFabric(Engine& engine, const FixedDelay& delay) : engine_(engine), delay_(delay), nodes_(delay.nodes) {}

  Duration send_overhead(const Request&) override { return Duration::zero(); }

  void post_send(Request& send) override {
    Channel& channel = channels_[{send.owner, send.peer}];
    // A short message must not overtake a long one between the same two nodes.
    channel.last = std::max(channel.last, engine_.now() + delay_.latency + delay_.per_byte * send.bytes);
    channel.under_way.push_back(&send);
    engine_.schedule(channel.last - engine_.now(), send.peer, kArrival, index(send.owner));
  }

  void on_event(const Event& arrival) override {
    auto& under_way = channels_[{NodeId{arrival.item}, arrival.node()}].under_way;
    Request& send = *under_way.front();
    under_way.pop_front();
    Message message{&send, send.owner, send.tag, {send.data, send.data + send.bytes}, send.site};
    if (delay_.buffers) engine_.complete(*std::exchange(message.send, nullptr));
    Node& node = nodes_[index(arrival.node())];
    const auto receive = std::find_if(node.posted.begin(), node.posted.end(),
                                      [&](const Request* posted) { return fits(*posted, message); });
    if (receive == node.posted.end()) return node.arrived.push_back(std::move(message));
    Request& found = **receive;
    node.posted.erase(receive);
    hand_over(found, message);
  }

  void post_receive(Request& receive) override {
    Node& node = nodes_[index(receive.owner)];
    const auto message = std::find_if(node.arrived.begin(), node.arrived.end(),
                                      [&](const Message& arrived) { return fits(receive, arrived); });
    if (message == node.arrived.end()) return node.posted.push_back(&receive);
    hand_over(receive, *message);
    node.arrived.erase(message);
  }

  void blockers(const Request& request, std::vector<Blocker>& out) const override {
    if (request.kind == Request::Kind::send) out.push_back({request.peer, "its receive"});
  }
  std::vector<LeftOver> left_over() const override {
    std::vector<LeftOver> result;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      for (const Message& m : nodes_[i].arrived) result.push_back({m.source, NodeId{i}, m.tag, m.data.size(), m.site});
    }
    return result;
  }
  FabricStatistics statistics() const override { return statistics_; }

 private:
  enum EventKind : std::uint32_t { kArrival = Engine::kFirstFabricKind };

  struct Channel {
    VirtualTime last{};
    std::deque<Request*> under_way;
  };
  struct Message {
    Request* send;  ///< null if its sender has gone on
    NodeId source;
    Tag tag;
    std::vector<std::byte> data;
    std::source_location site;
  };
  struct Node {
    std::deque<Request*> posted;
    std::deque<Message> arrived;
  };

  static bool fits(const Request& receive, const Message& message) {
    return receive.tag == message.tag && (receive.peer == kAnyNode || receive.peer == message.source);
  }
  void hand_over(Request& receive, const Message& message) {
    if (!engine_.deliver(receive, message.source, message.data.data(), message.data.size())) return;
    ++statistics_.messages;
    statistics_.payload_bytes += message.data.size();
    engine_.complete(receive);
    if (message.send != nullptr) engine_.complete(*message.send);
  }

  Engine& engine_;
  const FixedDelay delay_;
  std::vector<Node> nodes_;
  std::map<std::pair<NodeId, NodeId>, Channel> channels_;
  FabricStatistics statistics_;
};

class FixedDelayMachine final : public MachineModel, private Routes {
 public:
  explicit FixedDelayMachine(const FixedDelay& delay) : delay_(delay) {}
  std::string name() const override { return "fixed_delay"; }
  std::uint32_t node_count() const noexcept override { return delay_.nodes; }
  const Routes& routes() const override { return *this; }
  ProcessorRates rates() const override { return delay_.rates; }
  Duration message_time(std::uint64_t) const override { return delay_.latency; }
  bool supports(Protocol) const override { return false; }
  bool has_collective(Collective) const override { return false; }
  std::vector<Constant> constants() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> facts() const override { return {}; }
  std::unique_ptr<Fabric> make_fabric(Engine& engine) const override {
    return std::make_unique<FixedDelayFabric>(engine, delay_);
  }
  /// Lets a stress make its findings smaller.
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    FixedDelay other = delay_;
    other.nodes = nodes;
    return nodes > 0 && nodes <= kMostNodes ? std::make_shared<FixedDelayMachine>(other) : nullptr;
  }

 private:
  static constexpr std::uint32_t kMostNodes = 1U << 20U;
  std::uint32_t link_count() const noexcept override { return 0; }  // no links that two messages could share
  void route(NodeId, NodeId, std::vector<LinkId>& path) const override { path.clear(); }
  FixedDelay delay_;
};

inline Machine fixed_delay_machine(const FixedDelay& delay = {}) {
  return Machine(std::make_shared<FixedDelayMachine>(delay));
}

}  // namespace switchyard
