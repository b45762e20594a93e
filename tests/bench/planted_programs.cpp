// A library that adds entries of all kinds except algorithms to the catalogue: node programs with and without a bug, a
// machine, a communication pattern and an application.
#include <array>
#include <chrono>
#include <memory>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"
#include "tests/machines/fixed_delay_machine.hpp"

namespace sy = switchyard;

namespace {

/// A node program that deadlocks if both results of one worker node arrive at node 0 before the first result of another
/// worker. It needs at least three nodes.
void two_rounds(sy::Node& self) {
  std::array<std::byte, 64> result{};
  const std::uint32_t workers = self.node_count() - 1;
  if (self.id() != sy::NodeId{0}) {
    for (int round = 0; round < 2; ++round) {
      self.compute(std::chrono::milliseconds{1});
      self.send(sy::NodeId{0}, result);
    }
    self.receive(sy::NodeId{0}, {});
    return;
  }
  for (std::uint32_t i = 0; i < workers; ++i) self.receive(sy::kAnyNode, result);
  for (std::uint32_t i = 0; i < workers; ++i) self.signal(self.receive(sy::kAnyNode, result).source);
}

void receive_before_sending(sy::Node& self) {
  self.receive(self.id() ^ 1U, {});
  self.signal(self.id() ^ 1U);
}

/// Makes a correct node program in which neighbouring nodes exchange four bytes, as many times as arguments such as
/// "rounds=3" say.
sy::NodeProgram make_swap_program(const std::string& arguments) {
  if (!arguments.starts_with("rounds=")) throw sy::UsageError("swaps: write how many, such as swaps:rounds=3");
  const std::uint64_t rounds = sy::parse_count("swaps: rounds", arguments.substr(7), 1, 1000);
  return [rounds](sy::Node& self) {
    std::array<std::byte, 4> out{}, in{};
    for (std::uint64_t left = rounds; left > 0; --left) self.exchange(self.id() ^ 1U, out, in);
  };
}

sy::Machine make_fixed_delay_machine(const sy::machines::MachineChoice& choice) {
  const std::uint32_t nodes = choice.nodes.value_or(4);
  if (nodes > 1024) throw sy::UsageError("fixed_delay has 1 to 1024 nodes").at(choice.input_place_of_node_count);
  return sy::fixed_delay_machine({.nodes = nodes});
}

/// Makes the communication matrix of a pattern in which each node sends to the nodes that follow it on a ring: to one
/// node, or to as many as `parameters` says.
sy::CommunicationMatrix make_ring_matrix(std::uint32_t nodes, std::uint64_t bytes, const std::string& parameters,
                                         sy::Rng&) {
  const std::uint64_t most = nodes - 1;
  const std::uint64_t next = parameters.empty() ? 1 : sy::parse_count("ring", parameters, 1, most);
  std::vector<sy::Triplet> messages;
  for (std::uint32_t i = 0; i < nodes; ++i) {
    for (std::uint32_t k = 1; k <= next; ++k) messages.push_back({sy::NodeId{i}, sy::NodeId{(i + k) % nodes}, bytes});
  }
  return sy::CommunicationMatrix::from_triplets(nodes, messages);
}

/// An application whose run is one exchange of messages around a ring.
class RingApplication final : public sy::Application, public sy::ApplicationInput {
 public:
  RingApplication(sy::Machine machine, std::string bytes)
      : machine_(std::move(machine)), message_bytes_text_(std::move(bytes)) {
    sy::Rng rng(1);
    matrix_ = make_ring_matrix(
        machine_.node_count(),
        sy::parse_bytes("ring_steps", message_bytes_text_, sy::UnitlessSizePolicy::unitless_size_allowed), "", rng);
  }
  std::string name() const override { return "ring_steps"; }
  std::string problem_description() const override { return "a ring of " + message_bytes_text_; }
  std::string size() const override { return message_bytes_text_; }
  std::unique_ptr<sy::ApplicationInput> make_application_input(std::uint64_t) const override {
    return std::make_unique<RingApplication>(machine_, message_bytes_text_);
  }
  sy::ApplicationMeasurement run(const sy::Algorithm& algorithm, const sy::RunOptions& options,
                                 std::optional<sy::Protocol> protocol) const override {
    sy::Workload workload(matrix_);
    sy::ExchangeOptions exchange;
    exchange.run = options;
    exchange.protocol = protocol;
    sy::ExchangeResult result = sy::run_exchange(machine_, algorithm, workload, exchange);
    return {.report = std::move(result.report), .phases = result.phases};
  }

 private:
  sy::Machine machine_;
  std::string message_bytes_text_;
  sy::CommunicationMatrix matrix_;
};

}  // namespace

extern "C" void switchyard_register(sy::Catalogue& catalogue) {
  catalogue.add(sy::ProgramKind{.name = "mine", .summary = "two results of each worker", .program = two_rounds});
  catalogue.add(sy::ProgramKind{
      .name = "wait_first", .program = receive_before_sending, .fewest_nodes = 2, .needs_power_of_two_nodes = true});
  catalogue.add(sy::ProgramKind{
      .name = "swaps", .arguments = "rounds=3", .make = make_swap_program, .needs_power_of_two_nodes = true});
  catalogue.add(sy::ProgramKind{.name = "needs_packets", .program = [](sy::Node&) {}, .needs_active_messages = true});
  catalogue.add(sy::machines::MachineKind{.name = "fixed_delay",
                                          .summary = "latency and bytes",
                                          .nodes = "1 to 1024; 4 if not given",
                                          .make = make_fixed_delay_machine});
  catalogue.add(sy::PatternKind{
      .name = "ring", .summary = "each node sends to the next ones", .parameters = "2", .make = make_ring_matrix});
  catalogue.add(
      sy::ApplicationKind{.name = "ring_steps",
                          .arguments = "64",
                          .make = [](const sy::Machine& machine, const std::string& arguments, std::uint64_t) {
                            return std::make_shared<RingApplication>(machine, arguments.empty() ? "16" : arguments);
                          }});
}
