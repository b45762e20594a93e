#include "runtime/group/rehearsal.hpp"

#include <algorithm>
#include <utility>

#include "runtime/engine/engine.hpp"
#include "runtime/group/under_way.hpp"

namespace switchyard {
namespace {

using Kind = Instruction::Kind;
using CollectiveStep = CollectiveSteps::CollectiveStep;

/// One member of a collective that is simulated to measure its time. It gives the simulated node the same instructions
/// as Node::carry_out_collective would.
class SimulatedMember {
 public:
  void set_steps(CollectiveSteps steps) { steps_ = std::move(steps); }

  /// Gives the simulated node its next instructions. Called whenever the node has executed all earlier ones.
  void push_next_instructions(Processor& processor, NodeId node, std::span<const NodeId> members,
                              const ProcessorRates& rates, const Operation& operation) {
    if (std::exchange(has_pushed_wait_instruction_, false)) release_requests_of_round();
    for (; next_step_ < steps_.steps().size(); ++next_step_) {
      const CollectiveStep& step = steps_.steps()[next_step_];
      if (step.kind == CollectiveStep::Kind::receive || step.kind == CollectiveStep::Kind::send) {
        if (processor.instruction_stream.write_available() == 0) return;
        processor.instruction_stream.push(
            Instruction::make_instruction(Kind::post, make_request(step, node, members[step.rank])));
        continue;
      }
      if (step.kind == CollectiveStep::Kind::end_exchange) await_receives_of_earlier_rounds();
      if (!requests_of_round_.empty()) return push_wait_instruction(processor);
      if (step.kind != CollectiveStep::Kind::combine_elements) continue;
      const Duration cost = combining_time(rates, operation, step.bytes);
      if (cost == Duration::zero()) continue;
      if (!processor.instruction_stream.push(Instruction::make_timed_instruction(Kind::compute, cost, {}))) return;
    }
    await_receives_of_earlier_rounds();
    if (!requests_of_round_.empty()) return push_wait_instruction(processor);
    processor.instruction_stream.push(Instruction(Kind::finish));
  }

 private:
  Request& make_request(const CollectiveStep& step, NodeId node, NodeId peer) {
    const bool sends = step.kind == CollectiveStep::Kind::send;
    Request& request = request_pool_.acquire();
    const std::uint32_t generation = request.generation;
    request = Request{};
    request.generation = generation;
    request.protocol = sends ? step.protocol_and_route.protocol : Protocol::automatic;
    request.route = sends ? step.protocol_and_route.route : Route::automatic;
    request.context = Context::collectives;
    if (step.is_signal_without_data) request.tag = signal_tag(Tag{});
    request.kind = sends ? Request::Kind::send : Request::Kind::receive;
    request.is_posted_and_not_waited_for = true;
    request.has_data = step.bytes > 0;
    request.owner = node;
    request.peer = peer;
    request.data = nullptr;  // a simulated collective copies no data
    request.bytes = step.bytes;
    if (sends) request.number = send_count_++;
    (step.can_last_beyond_round ? receives_lasting_beyond_round_ : requests_of_round_).push_back(&request);
    return request;
  }

  void await_receives_of_earlier_rounds() {
    requests_of_round_.insert(requests_of_round_.begin(), receives_lasting_beyond_round_.begin(),
                              receives_lasting_beyond_round_.end());
    receives_lasting_beyond_round_.clear();
  }

  /// Adds an instruction to wait for the messages of the current round of a simulated collective, sends first, as
  /// Node::carry_out_collective does. If the instruction stream is full, nothing is added, and push_next_instructions()
  /// is called again later.
  void push_wait_instruction(Processor& processor) {
    if (processor.instruction_stream.write_available() == 0) return;
    std::ranges::reverse(requests_of_round_);
    processor.instruction_stream.push(Instruction::make_wait_instruction(Kind::wait_all, requests_of_round_, {}));
    has_pushed_wait_instruction_ = true;
  }

  void release_requests_of_round() {
    for (Request* request : requests_of_round_) request_pool_.release(*request);
    requests_of_round_.clear();
  }

  CollectiveSteps steps_;
  std::size_t next_step_ = 0;
  RequestPool request_pool_;
  std::vector<Request*> requests_of_round_;  ///< requests of the messages of the current round
  /// The receives that may last beyond their round, and for which no wait has been added yet.
  std::vector<Request*> receives_lasting_beyond_round_;
  bool has_pushed_wait_instruction_ = false;
  std::uint32_t send_count_ = 0;
};

/// Runs the engine until the programs of all nodes have ended, and lets `advance` give each node
/// its next instructions. Returns the time at which the last program ended, or nothing if the run
/// failed.
template <class Advance>
std::optional<Duration> simulate_all_nodes(Engine& engine, Advance advance) {
  for (auto progress = Engine::EngineProgress::waiting_for_node_programs;
       progress == Engine::EngineProgress::waiting_for_node_programs;
       progress = engine.execute_events_until_node_runs()) {
    for (const NodeId node : engine.ready_nodes()) advance(engine.processor(node), node);
  }
  if (engine.error()) return std::nullopt;
  VirtualTime last{};
  for (std::uint32_t i = 0; i < engine.node_count(); ++i) {
    last = std::max(last, engine.processor(NodeId{i}).local_time);
  }
  return last.time_since_epoch();
}

/// Simulates a collective that the machine carries out by itself. All nodes share the memory of
/// `call`, which stays unchanged: a broadcast copies it onto itself, and nothing is combined.
std::optional<Duration> simulate_machine_collective(Engine& engine, const CollectiveCall& call) {
  std::vector<bool> has_met(engine.node_count());
  return simulate_all_nodes(engine, [&](Processor& processor, NodeId node) {
    if (has_met[index(node)]) {
      processor.instruction_stream.push(Instruction(Kind::finish));
    } else {
      processor.instruction_stream.push(Instruction::make_instruction(Kind::collective, call, {}));
    }
    has_met[index(node)] = true;
  });
}

/// Simulates the steps of all members of a group. The programs of the machine's other nodes end at
/// once.
template <class StepsOf>
std::optional<Duration> simulate_members(Engine& engine, const MachineModel& machine, std::span<const NodeId> members,
                                         const Operation& operation, StepsOf steps_of_rank) {
  std::vector<SimulatedMember> rehearsed(machine.node_count());
  for (std::uint32_t rank = 0; rank < members.size(); ++rank)
    rehearsed[index(members[rank])].set_steps(steps_of_rank(rank));
  return simulate_all_nodes(engine, [&, rates = machine.rates()](Processor& processor, NodeId node) {
    rehearsed[index(node)].push_next_instructions(processor, node, members, rates, operation);
  });
}

template <class Play>
std::optional<Duration> simulated_time_on_machine(const MachineModel& machine, std::optional<Duration> limit,
                                                  Play play_on) {
  try {
    const auto engine = std::make_unique<Engine>(machine, EngineOptions{.time_limit = limit});
    return play_on(*engine);
  } catch (...) {
    // No error is reported, because this is only a simulation to measure a time: if the machine is wrong, the run
    // itself reports it later.
    return std::nullopt;
  }
}

}  // namespace

CollectiveSimulation::CollectiveSimulation(const GroupOnMachine& setting, Collective kind, std::uint64_t bytes,
                                           Operation operation)
    : machine_(setting.machine),
      members_(setting.members.begin(), setting.members.end()),
      group_shape_(group_shape_of(setting)),
      placeholder_memory_(std::make_unique_for_overwrite<std::byte[]>(bytes)) {
  for (std::uint32_t i = 0; members_.size() < group_shape_.size; ++i) members_.push_back(NodeId{i});
  simulated_call_ = {.kind = kind,
                     .in = {placeholder_memory_.get(), bytes},
                     .out = {placeholder_memory_.get(), bytes},
                     .operation = std::move(operation)};
  if (kind == Collective::reduce_scatter) divide_vector_into_blocks();
}

/// Divides the vector of a reduce_scatter into blocks of whole elements, one for each member, with
/// sizes that differ by at most one element.
void CollectiveSimulation::divide_vector_into_blocks() {
  const std::size_t each = simulated_call_.operation.element_bytes, elements = simulated_call_.in.size() / each;
  std::vector<std::size_t> counts;
  for (std::size_t i = 0; i < group_shape_.size; ++i) {
    counts.push_back(((i + 1) * elements / group_shape_.size - i * elements / group_shape_.size) * each);
  }
  simulated_call_.output_blocks = contiguous_blocks(std::move(counts));
}

/// Returns the call that each node makes if the machine itself carries the collective out. A
/// barrier is called as global_sync, for which the machine takes its own time.
CollectiveCall CollectiveSimulation::machine_collective_call() const {
  if (simulated_call_.kind == Collective::barrier) return {.kind = Collective::global_sync};
  return {.kind = machine_collective_for(simulated_call_.kind),
          .data = {placeholder_memory_.get(), simulated_call_.in.size()}};
}

std::optional<Duration> CollectiveSimulation::simulated_time_of(CollectiveAlgorithm algorithm,
                                                                std::optional<Duration> limit) const {
  return simulated_time_on_machine(machine_, limit, [&](Engine& engine) {
    if (algorithm == CollectiveAlgorithm::machine)
      return simulate_machine_collective(engine, machine_collective_call());
    ScratchMemory shared;
    return simulate_members(engine, machine_, members_, simulated_call_.operation, [&](std::uint32_t rank) {
      return steps_of(simulated_call_, rank, group_shape_, algorithm, &shared);
    });
  });
}

std::optional<Duration> simulated_time_of_steps(const MachineModel& machine, std::span<const NodeId> members,
                                                const std::function<CollectiveSteps(std::uint32_t)>& steps_of_rank,
                                                std::optional<Duration> limit) {
  return simulated_time_on_machine(
      machine, limit, [&](Engine& engine) { return simulate_members(engine, machine, members, {}, steps_of_rank); });
}

}  // namespace switchyard
