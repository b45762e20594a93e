#pragma once
/// \file prepared_exchange.hpp
/// An algorithm of the catalogue with the schedule and the message buffers for one communication matrix. Applications
/// use prepared exchanges to exchange their own data inside their own node programs.

#include <cstdint>
#include <optional>
#include <span>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/workload.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// An algorithm of the catalogue with the schedule and the message buffers for one communication matrix. A prepared
/// exchange can be used many times, but two uses must not overlap: between two uses all nodes must meet in a barrier or
/// a reduction.
class PreparedExchange {
 public:
  /// Makes the algorithm's schedule for the matrix. Random choices of the scheduler start from `seed`.
  /// Throws: UsageError if the algorithm cannot run on this machine or matrix.
  PreparedExchange(const Machine& machine, Algorithm algorithm, const CommunicationMatrix& matrix, std::uint64_t seed,
                   std::optional<Protocol> protocol);

  /// Carries out this node's part of the exchange, and blocks until the part is done. Every node must call this
  /// function.
  void run_prepared_exchange(Node& self) const;

  /// Returns the memory of the message from `source` to `destination`, which the next exchange will send. Only `source`
  /// may write to this memory, and not while an exchange is under way.
  std::span<std::byte> bytes_to_send(NodeId source, NodeId destination) {
    return workload_.bytes_to_send(source, destination);
  }
  /// Returns the data that `destination` received from `source` in the last exchange.
  std::span<const std::byte> received_bytes(NodeId source, NodeId destination) const;

  const CommunicationMatrix& matrix() const noexcept { return workload_.matrix(); }
  std::uint32_t phases() const noexcept { return node_plans_ ? node_plans_->phase_count() : 0; }
  /// Returns the time that making the schedule takes on one node; zero if the algorithm makes no schedule.
  Duration schedule_cost() const noexcept { return schedule_cost_; }

 private:
  Algorithm algorithm_;
  Protocol protocol_;
  Workload workload_;
  std::optional<ScheduleStepsByNode> node_plans_;
  Duration schedule_cost_{};
};

}  // namespace switchyard
