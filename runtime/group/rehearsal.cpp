#include "runtime/group/rehearsal.hpp"

#include <algorithm>
#include <utility>

#include "runtime/engine/engine.hpp"
#include "runtime/group/under_way.hpp"

namespace switchyard {
namespace {

using Kind = Instruction::Kind;
using Step = CollectiveSteps::Step;

/// One member: gives its node the instructions that Node::carry_out would.
class Player {
 public:
  void take(CollectiveSteps steps) { steps_ = std::move(steps); }

  /// The node has done all that it was given.
  void advance(Processor& processor, NodeId node, std::span<const NodeId> members, const ProcessorRates& rates,
               const Operation& operation) {
    if (std::exchange(waits_, false)) end_round();
    for (; next_ < steps_.list().size(); ++next_) {
      const Step& step = steps_.list()[next_];
      if (step.kind == Step::Kind::receive || step.kind == Step::Kind::send) {
        if (processor.stream.write_available() == 0) return;
        processor.stream.push(Instruction::about(Kind::post, post(step, node, members[step.rank])));
        continue;
      }
      if (!messages_.empty()) return wait(processor);
      if (step.kind != Step::Kind::combine) continue;
      const Duration cost = combining_time(rates, operation, step.bytes);
      if (cost == Duration::zero()) continue;
      if (!processor.stream.push(Instruction::lasting(Kind::compute, cost, {}))) return;
    }
    if (!messages_.empty()) return wait(processor);
    processor.stream.push(Instruction(Kind::finish));
  }

 private:
  Request& post(const Step& step, NodeId node, NodeId peer) {
    const bool sends = step.kind == Step::Kind::send;
    Request& request = pool_.acquire();
    const std::uint32_t generation = request.generation;
    request = Request{};
    request.generation = generation;
    request.protocol = sends ? Protocol::library : Protocol::automatic;
    request.context = Context::collectives;
    request.kind = sends ? Request::Kind::send : Request::Kind::receive;
    request.live = true;
    request.has_data = step.bytes > 0;
    request.owner = node;
    request.peer = peer;
    request.data = nullptr;  // nothing is copied
    request.bytes = step.bytes;
    if (sends) request.number = sends_++;
    messages_.push_back(&request);
    return request;
  }

  /// Sends first, as Node::carry_out does. If there is no room for it now, the node asks again.
  void wait(Processor& processor) {
    if (processor.stream.write_available() == 0) return;
    std::ranges::reverse(messages_);
    processor.stream.push(Instruction::waiting_for(Kind::wait_all, messages_, {}));
    waits_ = true;
  }

  void end_round() {
    for (Request* request : messages_) pool_.release(*request);
    messages_.clear();
  }

  CollectiveSteps steps_;
  std::size_t next_ = 0;
  RequestPool pool_;
  std::vector<Request*> messages_;  ///< of the round under way
  bool waits_ = false;
  std::uint32_t sends_ = 0;
};

/// All programs end; when the last one did. Nothing if the run failed.
template <class Advance>
std::optional<Duration> play(Engine& engine, Advance advance) {
  for (auto progress = Engine::Progress::dispatch; progress == Engine::Progress::dispatch;
       progress = engine.advance()) {
    for (const NodeId node : engine.ready()) advance(engine.processor(node), node);
  }
  if (engine.error()) return std::nullopt;
  VirtualTime last{};
  for (std::uint32_t i = 0; i < engine.node_count(); ++i) {
    last = std::max(last, engine.processor(NodeId{i}).local_time);
  }
  return last.time_since_epoch();
}

std::optional<Duration> play_on_machine(Engine& engine) {
  static const CollectiveCall barrier{.kind = Collective::global_sync};  // as long as the machine has it
  std::vector<bool> has_met(engine.node_count());
  return play(engine, [&](Processor& processor, NodeId node) {
    if (has_met[index(node)]) {
      processor.stream.push(Instruction(Kind::finish));
    } else {
      processor.stream.push(Instruction::joining(barrier, {}));
    }
    has_met[index(node)] = true;
  });
}

}  // namespace

Rehearsal::Rehearsal(const CollectiveSetting& setting, Collective kind, std::uint64_t bytes, Operation operation)
    : machine_(setting.machine),
      members_(setting.members.begin(), setting.members.end()),
      shape_(shape_of(setting)),
      memory_(std::make_unique_for_overwrite<std::byte[]>(bytes)) {
  for (std::uint32_t i = 0; members_.size() < shape_.size; ++i) members_.push_back(NodeId{i});
  call_ = {
      .kind = kind, .in = {memory_.get(), bytes}, .out = {memory_.get(), bytes}, .operation = std::move(operation)};
}

std::optional<Duration> Rehearsal::time(CollectiveAlgorithm algorithm, std::optional<Duration> limit) const {
  try {
    const auto engine = std::make_unique<Engine>(machine_, EngineOptions{.time_limit = limit});
    if (algorithm == CollectiveAlgorithm::machine) return play_on_machine(*engine);
    std::vector<Player> players(machine_.node_count());  // those of nodes that are no members have nothing to do
    for (std::uint32_t rank = 0; rank < shape_.size; ++rank) {
      players[index(members_[rank])].take(steps_of(call_, rank, shape_, algorithm));
    }
    return play(*engine, [&, rates = machine_.rates()](Processor& processor, NodeId node) {
      players[index(node)].advance(processor, node, members_, rates, call_.operation);
    });
  } catch (...) {
    return std::nullopt;  // the run itself will say what is wrong with the machine
  }
}

}  // namespace switchyard
