#include "algorithms/exchange/exchange_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "algorithms/exchange/exchange_pieces.hpp"
#include "algorithms/exchange/paper_protocols.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

constexpr const char* kScheduleComputedTimeMarkName = "scheduled";
constexpr std::uint64_t kRandomStreamOfSchedules = 0x5c4ed;

const char* protocol_name(Protocol protocol) {
  if (protocol == kForcedProtocol) return "forced";
  return protocol == kUnforcedProtocol ? "unforced" : "such";
}

/// The send vectors of all nodes, which the nodes concatenate to make a schedule at run time. The send vector of a node
/// holds the destination of each of its messages in 4 bytes, and also the message's size in 4 bytes if not all messages
/// have one size. All send vectors are padded to the length of the longest one.
class SendVectors {
 public:
  explicit SendVectors(const CommunicationMatrix& matrix) : matrix_(matrix) {
    for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
      longest_row_ = std::max<std::size_t>(longest_row_, matrix.row(NodeId{i}).size());
      for (const auto& entry : matrix.row(NodeId{i})) {
        if (size_of_previous_message_ && *size_of_previous_message_ != entry.bytes) have_messages_one_size_ = false;
        size_of_previous_message_ = entry.bytes;
      }
    }
  }

  std::size_t words_per_node() const noexcept { return longest_row_ * (have_messages_one_size_ ? 1 : 2); }

  std::vector<std::uint32_t> destinations_and_sizes_of(NodeId node) const {
    std::vector<std::uint32_t> words_of_node;
    words_of_node.reserve(words_per_node());
    for (const auto& entry : matrix_.row(node)) {
      // in send vectors, nodes count from 1, because a word of padding is 0
      words_of_node.push_back(index(entry.destination) + 1);
      if (!have_messages_one_size_) words_of_node.push_back(static_cast<std::uint32_t>(entry.bytes));
    }
    words_of_node.resize(words_per_node());
    return words_of_node;
  }

 private:
  const CommunicationMatrix& matrix_;
  std::size_t longest_row_ = 0;
  std::optional<std::uint64_t> size_of_previous_message_;
  bool have_messages_one_size_ = true;
};

/// Makes a node spend the virtual time that making the schedule at run time takes. The nodes really concatenate their
/// send vectors and check the result. The schedule itself, which is the same on every node, is computed once before the
/// run, and each node only spends the time that computing the schedule would take.
void spend_scheduling_time(Node& self, const SendVectors& vectors, std::uint64_t operations) {
  const std::vector<std::uint32_t> mine = vectors.destinations_and_sizes_of(self.id());
  std::vector<std::uint32_t> all(mine.size() * self.node_count());
  self.all_gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
  const std::size_t neighbour = (index(self.id()) + 1) % self.node_count();
  const std::vector<std::uint32_t> theirs =
      vectors.destinations_and_sizes_of(NodeId{static_cast<std::uint32_t>(neighbour)});
  const auto gathered = std::span(all).subspan(neighbour * mine.size(), mine.size());
  self.expect(std::ranges::equal(gathered, theirs), "the concatenation gives every node the send vectors of all");
  self.compute(self.rates().basic_operation * static_cast<std::int64_t>(operations));
}

/// Carries out this node's part of the exchange that the communication matrix describes, `options.reuse` times in a
/// row, and checks the received data if `options.verify` is set.
void carry_out_exchange_repeatedly(Node& self, const Algorithm& algorithm, Workload& workload,
                                   std::span<const PlanStep> plan, Protocol protocol, const ExchangeOptions& options) {
  for (std::uint64_t left = options.reuse; left > 0; --left) {
    algorithm.execution(self, workload.traffic(self.id()), plan, protocol);
    if (!options.verify || (left > 1 && algorithm.may_send_before_receives)) continue;
    workload.verify(self.id());
    if (left > 1) workload.clear_received_data(self.id());
  }
}

/// Returns whether every node sends a message to every other node, and all messages have one size.
bool is_complete_exchange(const CommunicationMatrix& matrix) {
  if (matrix.message_bytes_if_complete()) return true;
  const std::uint64_t nodes = matrix.node_count();
  if (matrix.message_count() != nodes * (nodes - 1)) return false;
  return nodes < 2 || matrix == matrix.with_uniform_bytes(matrix.row(NodeId{0}).front().bytes);
}

/// Returns whether a complete exchange is carried out a few steps at a time (piece by piece), without buffers for all
/// its messages.
bool is_exchange_carried_out_in_pieces(const Algorithm& algorithm, const Workload& workload,
                                       const ExchangeOptions& options) {
  return can_run_in_pieces(algorithm, options) && !workload.has_buffers() &&
         workload.matrix().message_bytes_if_complete() && workload.matrix().node_count() >= 2;
}

ExchangeResult run_in_pieces(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                             Protocol protocol, const ExchangeOptions& options) {
  ExchangeResult result;
  result.phases = algorithm.formula->phase_count(matrix.node_count());
  result.report = run(
      machine,
      [&](Node& self) {
        for (std::uint64_t left = options.reuse; left > 0; --left) {
          const bool verify = options.verify && (left == 1 || !algorithm.may_send_before_receives);
          exchange_in_pieces(self, algorithm.execution, *algorithm.formula, *matrix.message_bytes_if_complete(),
                             protocol, verify);
        }
      },
      options.run);
  result.communication_cost = result.report.makespan;
  return result;
}

Duration time_of_last_mark(const RunReport& report) {
  Duration last{};
  for (const Mark& mark : report.marks) last = std::max(last, mark.at.time_since_epoch());
  return last;
}

}  // namespace

bool can_run_in_pieces(const Algorithm& algorithm, const ExchangeOptions& options) {
  return algorithm.formula && !options.keep_received_data && options.scheduling == Scheduling::schedule_made_before_run;
}

void check_machine_meets_requirements(const Machine& machine, const Algorithm& algorithm,
                                      std::optional<Protocol> protocol, ClockKind clock) {
  if (algorithm.needs_power_of_two_nodes && !std::has_single_bit(machine.node_count())) {
    throw UsageError(
        fmt::format("algorithm {} needs a power of two of nodes, not {}", algorithm.name, machine.node_count()));
  }
  if (algorithm.needs_even_node_count && machine.node_count() % 2 != 0 && machine.node_count() > 1) {
    throw UsageError(
        fmt::format("algorithm {} needs an even number of nodes, not {}", algorithm.name, machine.node_count()));
  }
  if (algorithm.needs_active_messages && !machine.model().has_active_messages()) {
    throw UsageError(fmt::format("algorithm {} needs active messages, which machine {} does not have", algorithm.name,
                                 machine.name()));
  }
  if (algorithm.needs_active_messages && clock == ClockKind::wall) {
    throw UsageError(
        fmt::format("algorithm {} needs active messages, which the clock wall does not carry", algorithm.name),
        "use virtual or off");
  }
  const Protocol used = protocol.value_or(algorithm.protocol);
  if (protocol && is_machine_specific(used) && !machine.model().supports(used)) {
    throw UsageError(fmt::format("machine {} has no {} messages", machine.name(), protocol_name(used)),
                     "leave the protocol out");
  }
  if (algorithm.may_send_before_receives && machine.model().needs_posted_receive(used)) {
    throw UsageError(
        fmt::format("algorithm {} cannot run with forced messages, which are discarded without a posted receive",
                    algorithm.name),
        "use unforced");
  }
}

void check_message_count(const Algorithm& algorithm, std::uint64_t messages) {
  if (algorithm.most_messages == 0 || messages <= algorithm.most_messages) return;
  throw UsageError(
      fmt::format("algorithm {} takes up to {} messages, not {}", algorithm.name, algorithm.most_messages, messages),
      "use a smaller pattern, or another algorithm");
}

void check_matrix(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix) {
  if (matrix.node_count() != machine.node_count()) {
    throw UsageError(
        fmt::format("the matrix has {} nodes and the machine {}", matrix.node_count(), machine.node_count()),
        "they must be equal");
  }
  check_message_count(algorithm, matrix.message_count());
  if (!algorithm.complete_exchange || is_complete_exchange(matrix)) return;
  throw UsageError(fmt::format("algorithm {} is for a complete exchange, where every node sends to every other one and "
                               "all messages have one size",
                               algorithm.name),
                   "use such a pattern, or another algorithm");
}

Protocol protocol_for(const Machine& machine, const Algorithm& algorithm, std::optional<Protocol> protocol) {
  const Protocol wanted = protocol.value_or(algorithm.protocol);
  return wanted == Protocol::automatic || machine.model().supports(wanted) ? wanted : Protocol::automatic;
}

Schedule make_schedule(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                       std::uint64_t seed) {
  Rng rng(split_seed(seed, kRandomStreamOfSchedules));
  return algorithm.scheduler(matrix, machine.routes(), rng);
}

Algorithm tuned_algorithm(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix,
                          Protocol protocol) {
  Algorithm tuned = algorithm;
  if (algorithm.tuning) tuned.execution = algorithm.tuning(machine, matrix, protocol);
  return tuned;
}

ExchangeResult run_exchange(const Machine& machine, const Algorithm& algorithm, Workload& workload,
                            const ExchangeOptions& options) {
  const CommunicationMatrix& matrix = workload.matrix();
  if (algorithm.choice) {
    return run_exchange(machine, *algorithm.choice(machine, matrix, options.reuse).algorithm, workload, options);
  }
  check_machine_meets_requirements(machine, algorithm, options.protocol, options.run.clock);
  check_matrix(machine, algorithm, matrix);
  const Protocol protocol = protocol_for(machine, algorithm, options.protocol);
  if (is_exchange_carried_out_in_pieces(algorithm, workload, options)) {
    return run_in_pieces(machine, algorithm, matrix, protocol, options);
  }

  const Algorithm tuned = tuned_algorithm(machine, algorithm, matrix, protocol);

  ExchangeResult result;
  std::optional<ScheduleStepsByNode> plans;
  if (algorithm.scheduler) {
    const Schedule schedule = make_schedule(machine, algorithm, matrix, options.run.seed);
    result.phases = schedule.phase_count();
    result.operations = schedule.operations();
    plans.emplace(schedule);
  }
  const bool at_runtime = algorithm.scheduler && options.scheduling == Scheduling::schedule_made_by_nodes_during_run;
  const std::optional<SendVectors> vectors = at_runtime ? std::make_optional<SendVectors>(matrix) : std::nullopt;
  workload.make_buffers();
  if (options.verify) workload.clear_received_data();
  result.report = run(
      machine,
      [&](Node& self) {
        if (at_runtime) {
          spend_scheduling_time(self, *vectors, result.operations);
          self.mark(kScheduleComputedTimeMarkName);
        }
        const auto plan = plans ? plans->steps_of_node(self.id()) : std::span<const PlanStep>{};
        carry_out_exchange_repeatedly(self, tuned, workload, plan, protocol, options);
      },
      options.run);
  const Duration basic = machine.model().rates().basic_operation;
  result.schedule_cost =
      at_runtime ? time_of_last_mark(result.report) : basic * static_cast<std::int64_t>(result.operations);
  result.communication_cost = result.report.makespan - (at_runtime ? result.schedule_cost : Duration::zero());
  return result;
}

}  // namespace switchyard
