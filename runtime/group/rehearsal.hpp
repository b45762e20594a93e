#pragma once
/// \file rehearsal.hpp
/// How long a collective takes on a machine: its steps are played on the machine's own network, by an engine of their
/// own, without programs, threads or data. That takes the host about a microsecond a message and link.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/group/call.hpp"
#include "runtime/group/choices.hpp"
#include "runtime/machine.hpp"

namespace switchyard {

/// Of one kind, size and group. All members begin at once. Owner thread only.
class Rehearsal {
 public:
  /// Any root is rank 0. `operation`: its function is not called.
  Rehearsal(const CollectiveSetting& setting, Collective kind, std::uint64_t bytes, Operation operation);

  /// With memory that is neither read nor written.
  const GroupCall& call() const noexcept { return call_; }
  const GroupShape& shape() const noexcept { return shape_; }
  /// Until the last member is done. Nothing if that is past the limit, or if the machine fails.
  std::optional<Duration> time(CollectiveAlgorithm algorithm, std::optional<Duration> limit = std::nullopt) const;

 private:
  const MachineModel& machine_;
  std::vector<NodeId> members_;
  GroupShape shape_;
  std::unique_ptr<std::byte[]> memory_;
  GroupCall call_;
};

}  // namespace switchyard
