#include "algorithms/applications/prepared_exchange.hpp"

#include <utility>

#include "algorithms/exchange/exchange_run.hpp"

namespace switchyard {

PreparedExchange::PreparedExchange(const Machine& machine, Algorithm algorithm, const CommunicationMatrix& matrix,
                                   std::uint64_t seed, std::optional<Protocol> protocol)
    : algorithm_(std::move(algorithm)), protocol_(protocol_for(machine, algorithm_, protocol)), workload_(matrix) {
  check_machine_meets_requirements(machine, algorithm_, protocol);
  check_matrix(machine, algorithm_, matrix);
  algorithm_ = tuned_algorithm(machine, algorithm_, matrix, protocol_);
  if (!algorithm_.scheduler) return;
  const Schedule schedule = make_schedule(machine, algorithm_, matrix, seed);
  node_plans_.emplace(schedule);
  schedule_cost_ = machine.model().rates().basic_operation * static_cast<std::int64_t>(schedule.operations());
}

void PreparedExchange::run_prepared_exchange(Node& self) const {
  const auto plan = node_plans_ ? node_plans_->steps_of_node(self.id()) : std::span<const PlanStep>{};
  algorithm_.execution(self, workload_.traffic(self.id()), plan, protocol_);
}

std::span<const std::byte> PreparedExchange::received_bytes(NodeId source, NodeId destination) const {
  return workload_.traffic(destination).from(source).data;
}

}  // namespace switchyard
