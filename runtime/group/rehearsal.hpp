#pragma once
/// \file rehearsal.hpp
/// Measures how long a collective takes on a machine. Its steps are simulated on the machine's own network, by an
/// engine of their own, without programs, threads or data. This takes the host about a microsecond for each message and
/// link.

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

/// A rehearsal of collectives of one kind and size in one group, in which all members begin at once. Only the owner
/// thread may use it.
class Rehearsal {
 public:
  /// Rank 0 stands for any root. The function of `operation` is not called.
  Rehearsal(const CollectiveSetting& setting, Collective kind, std::uint64_t bytes, Operation operation);

  /// Returns the call that is rehearsed. Its memory is neither read nor written.
  const GroupCall& call() const noexcept { return call_; }
  const GroupShape& shape() const noexcept { return shape_; }
  /// Returns the time until the last member is done, or nothing if that is beyond the limit or the machine fails.
  std::optional<Duration> time(CollectiveAlgorithm algorithm, std::optional<Duration> limit = std::nullopt) const;

 private:
  void share_out();
  CollectiveCall call_on_machine() const;

  const MachineModel& machine_;
  std::vector<NodeId> members_;
  GroupShape shape_;
  std::unique_ptr<std::byte[]> memory_;
  GroupCall call_;
};

/// Returns the time until the last of the nodes `members` has done its steps, if all begin at once and nothing is
/// combined, or nothing if that time is past the limit or the machine fails. The memory that the steps name is neither
/// read nor written.
std::optional<Duration> rehearsed_time(const MachineModel& machine, std::span<const NodeId> members,
                                       const std::function<CollectiveSteps(std::uint32_t rank)>& steps_of_rank,
                                       std::optional<Duration> limit = std::nullopt);

}  // namespace switchyard
