#include "runtime/stress/message_order.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>
#include <utility>

#include "runtime/matching.hpp"

namespace switchyard {
namespace {

void join(VectorClock& into, const VectorClock& other) {
  std::ranges::transform(into, other, into.begin(), [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
}

struct SentMessage : EarlyMessage {
  OrderedMessage message;
  VectorClock clock;  ///< clock of the sender after the send
};

class LogWalk {
 public:
  explicit LogWalk(const ProgramLog& log) : log_(log), has_choices_(log.has_choices()), nodes_(log.node_count()) {
    for (std::uint32_t i = 0; i < log.node_count(); ++i) {
      nodes_[i].clock.resize(log.node_count());
      runnable_.push_back(NodeId{i});
    }
  }

  /// Returns true if all programs come to their ends.
  bool run() {
    while (!runnable_.empty()) {
      const NodeId node = runnable_.back();
      runnable_.pop_back();
      while (step(node)) {
      }
    }
    return finished_ == nodes_.size();
  }

  bool waits_for_chosen() const {
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      const NodeLog& log = log_[NodeId{i}];
      if (nodes_[i].done == log.size()) continue;
      const LoggedChoice* const choice = log[nodes_[i].done].choice;
      if (choice != nullptr && choice->kind == LoggedChoice::Kind::wait && !choice->is_open()) return true;
    }
    return false;
  }

  RunOrder take() {
    RunOrder result;
    for (SentMessage& sent : sent_) result.messages.push_back(std::move(sent.message));
    result.choices = std::move(choices_);
    return result;
  }

 private:
  /// A posted receive of the log. It is a copy, because matching changes the requests that it works on.
  struct PostedReceive : Request {
    const LoggedRequest* logged = nullptr;
  };
  struct NodeState {
    std::uint32_t done = 0;  ///< number of calls that the node has done
    VectorClock clock;       ///< calls of other nodes that the node knows to be done
    bool meets = false;      ///< whether the node is in a collective and waits for the other nodes
    bool has_finished = false;
    std::uint32_t choices = 0;  ///< number of choices that the node has made
    PostedReceives posted;
    EarlyMessages<SentMessage> early;
  };

  /// Carries out the node's next call. Returns false if the call cannot be done yet, or there is none.
  bool step(NodeId node) {
    NodeState& state = nodes_[index(node)];
    if (state.done == log_[node].size()) return finish(state);
    const LoggedCall call = log_[node][state.done];
    if (call.choice != nullptr && call.choice->number == state.choices) note(*call.choice, state);
    switch (call.kind) {
      case LoggedCall::Kind::post:
        post(*call.requests.front(), state);
        break;
      case LoggedCall::Kind::wait:
        if (is_undone(call) || !wait(call.requests, state)) return false;
        break;
      case LoggedCall::Kind::look:
        if (is_undone(call) || !look(call.requests, state)) return false;
        break;
      case LoggedCall::Kind::meet:
        return meet(state);
    }
    ++state.done;
    return true;
  }

  /// Returns whether the logged run got stuck in this call, whose choice has no result.
  static bool is_undone(const LoggedCall& call) noexcept { return call.choice != nullptr && call.choice->is_open(); }

  void note(const LoggedChoice& choice, NodeState& state) {
    VectorClock& known = choices_.emplace_back(OrderedChoice{&choice, state.clock}).known;
    known[index(choice.node)] = state.done;
    ++state.choices;
  }

  bool finish(NodeState& state) {
    if (!std::exchange(state.has_finished, true)) ++finished_;
    return false;
  }

  void post(const LoggedRequest& request, NodeState& state) {
    request.kind == Request::Kind::send ? send(request, state) : receive(request, state);
  }

  void send(const LoggedRequest& send, const NodeState& sender) {
    SentMessage& sent = sent_.emplace_back();
    sent.label = label_of(send);
    sent.message = {&send, nullptr, send.peer == send.owner ? sender.done : sender.clock[index(send.peer)], {}};
    sent.clock = sender.clock;
    sent.clock[index(send.owner)] = sender.done + 1;
    if (has_choices_) sent.message.known = sent.clock;
    NodeState& to = nodes_[index(send.peer)];
    if (Request* const receive = to.posted.take(sent.label)) {
      match(sent, *static_cast<PostedReceive*>(receive)->logged);
      runnable_.push_back(send.peer);
    } else {
      to.early.add(sent);
      if (is_looking(send.peer)) runnable_.push_back(send.peer);
    }
  }

  bool is_looking(NodeId node) const {
    const std::uint32_t done = nodes_[index(node)].done;
    return done < log_[node].size() && log_[node][done].kind == LoggedCall::Kind::look;
  }

  void receive(const LoggedRequest& receive, NodeState& own) {
    if (receive.partner != nullptr) {
      come_[&receive] = come_.extract(receive.partner).mapped();
      return;
    }
    if (receive.peer == kAnyNode) return;  // a receive that got no message in the run
    if (SentMessage* const sent = own.early.take(receive)) return match(*sent, receive);
    PostedReceive& posted = receives_.emplace_back();
    static_cast<Request&>(posted) = receive;
    posted.logged = &receive;
    own.posted.post(posted);
  }

  void match(SentMessage& sent, const LoggedRequest& receive) {
    sent.message.receive = &receive;
    come_[&receive] = &sent;
  }

  bool has_come(const LoggedRequest& request) const {
    return request.kind == Request::Kind::send || come_.contains(&request);
  }

  bool wait(std::span<LoggedRequest* const> requests, NodeState& state) {
    if (!std::ranges::all_of(requests, [&](const LoggedRequest* request) { return has_come(*request); })) return false;
    for (const LoggedRequest* request : requests) {
      if (request->kind == Request::Kind::send) continue;
      const auto sent = come_.find(request);
      join(state.clock, std::exchange(sent->second->clock, {}));
      come_.erase(sent);
    }
    return true;
  }

  /// Does what wait() does, but leaves the messages there, to be waited for or found again.
  bool look(std::span<LoggedRequest* const> requests, NodeState& state) {
    std::vector<const SentMessage*> found;
    for (const LoggedRequest* request : requests) {
      if (request->kind == Request::Kind::send) continue;
      const SentMessage* const sent =
          request->kind == Request::Kind::probe ? message_for_probe(*request, state) : message_for(*request);
      if (sent == nullptr) return false;
      found.push_back(sent);
    }
    for (const SentMessage* sent : found) join(state.clock, sent->clock);
    return true;
  }
  const SentMessage* message_for_probe(const LoggedRequest& probe, NodeState& state) {
    if (!probe.takes) return state.early.find(probe);
    SentMessage* const sent = state.early.take(probe);
    if (sent != nullptr) match(*sent, probe);
    return sent;
  }
  const SentMessage* message_for(const LoggedRequest& receive) const {
    const auto sent = come_.find(&receive);
    return sent == come_.end() ? nullptr : sent->second;
  }

  /// Enters a collective of all nodes. When the last node enters it, all nodes learn what any of them knew, and that
  /// all have come to the collective.
  bool meet(NodeState& state) {
    if (!std::exchange(state.meets, true)) ++meeting_;
    if (meeting_ < nodes_.size()) return false;
    VectorClock all(nodes_.size());
    for (const NodeState& each : nodes_) join(all, each.clock);
    for (std::size_t i = 0; i < nodes_.size(); ++i) all[i] = std::max(all[i], nodes_[i].done);
    meeting_ = 0;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) leave(NodeId{i}, all);
    return false;
  }
  void leave(NodeId node, const VectorClock& known) {
    NodeState& state = nodes_[index(node)];
    state.meets = false;
    state.clock = known;
    ++state.done;
    runnable_.push_back(node);
  }

  const ProgramLog& log_;
  const bool has_choices_;
  std::vector<NodeState> nodes_;
  std::vector<NodeId> runnable_;  ///< nodes that may be able to continue
  std::deque<SentMessage> sent_;
  std::vector<OrderedChoice> choices_;
  std::deque<PostedReceive> receives_;
  std::unordered_map<const LoggedRequest*, SentMessage*>
      come_;  ///< messages of receives that no node has waited for yet
  std::size_t meeting_ = 0;
  std::size_t finished_ = 0;
};

}  // namespace

PartialOrder order_as_far(const ProgramLog& log) {
  LogWalk walk(log);
  const bool is_whole = walk.run();
  return {walk.take(), !is_whole && walk.waits_for_chosen()};
}

std::optional<RunOrder> order_run(const ProgramLog& log) {
  if (log.obstacle()) return std::nullopt;
  LogWalk walk(log);
  if (!walk.run()) return std::nullopt;
  return walk.take();
}

}  // namespace switchyard
