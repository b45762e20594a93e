#pragma once
/// \file rehearsal.hpp
/// Measures how long a collective takes on a machine by simulating it. An engine that is made only for this purpose
/// simulates the steps on the machine's network, without programs, threads or data. The engine needs about a
/// microsecond of host time for each message and link.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/group/choices.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// A simulation that measures how long a collective of one kind and size takes in one group if all members begin at
/// once. Only the owner thread may use this object.
class CollectiveSimulation {
 public:
  /// Prepares to simulate a collective. If the collective has a root, rank 0 is the root. The function of `operation`
  /// is not called.
  CollectiveSimulation(const GroupOnMachine& setting, Collective kind, std::uint64_t bytes, Operation operation);

  /// Returns the call of the collective that is simulated. The memory to which it refers is neither read nor written.
  const GroupCall& simulated_call() const noexcept { return simulated_call_; }
  const GroupShape& group_shape() const noexcept { return group_shape_; }
  /// Returns the time until the last member has finished the simulated collective, or nothing if this time exceeds the
  /// limit or the machine fails.
  std::optional<Duration> simulated_time_of(CollectiveAlgorithm algorithm,
                                            std::optional<Duration> limit = std::nullopt) const;

 private:
  void divide_vector_into_blocks();
  CollectiveCall machine_collective_call() const;

  const MachineModel& machine_;
  std::vector<NodeId> members_;
  GroupShape group_shape_;
  std::unique_ptr<std::byte[]> placeholder_memory_;
  GroupCall simulated_call_;
};

/// Returns the time until the last of the nodes `members` has carried out its steps in a simulation, if all begin at
/// once. Returns nothing if that time exceeds the limit or the machine fails. Combining costs no time, and the memory
/// to which the steps refer is neither read nor written.
std::optional<Duration> simulated_time_of_steps(const MachineModel& machine, std::span<const NodeId> members,
                                                const std::function<CollectiveSteps(std::uint32_t rank)>& steps_of_rank,
                                                std::optional<Duration> limit = std::nullopt);

}  // namespace switchyard
