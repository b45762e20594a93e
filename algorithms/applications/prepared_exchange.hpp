#pragma once
/// \file prepared_exchange.hpp
/// An algorithm of the catalogue made ready for one matrix, for applications that carry it out inside a node program of
/// their own, with data of their own.

#include <cstdint>
#include <optional>
#include <span>

#include "algorithms/catalogue.hpp"
#include "algorithms/exchange/workload.hpp"
#include "runtime/machine.hpp"
#include "runtime/node.hpp"

namespace switchyard {

/// One at a time may be under way: between two uses the nodes must have met, in a barrier or a reduction.
class PreparedExchange {
 public:
  /// The schedule is made here, from `seed`.
  /// Throws: UsageError if the algorithm cannot run on this machine or matrix.
  PreparedExchange(const Machine& machine, Algorithm algorithm, const CommunicationMatrix& matrix, std::uint64_t seed,
                   std::optional<Protocol> protocol);

  /// Blocks until this node's part is done. Every node calls it.
  void carry_out(Node& self) const;

  /// What the next use sends; the source may write to it while it has none under way.
  std::span<std::byte> outgoing(NodeId source, NodeId destination) { return workload_.outgoing(source, destination); }
  /// What the last use brought.
  std::span<const std::byte> incoming(NodeId source, NodeId destination) const;

  const CommunicationMatrix& matrix() const noexcept { return workload_.matrix(); }
  std::uint32_t phases() const noexcept { return plans_ ? plans_->phase_count() : 0; }
  /// What making the schedule costs on one node.
  Duration schedule_cost() const noexcept { return schedule_cost_; }

 private:
  Algorithm algorithm_;
  Protocol protocol_;
  Workload workload_;
  std::optional<NodePlans> plans_;
  Duration schedule_cost_{};
};

}  // namespace switchyard
