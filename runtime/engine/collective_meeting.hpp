#pragma once
/// \file collective_meeting.hpp
/// The collectives that a machine carries out by itself: nodes meet in one, and leave it when the machine says so.

#include <cstdint>

#include "runtime/engine/guarded_fabric.hpp"
#include "runtime/engine/nodes.hpp"

namespace switchyard {

class CollectiveMeeting {
 public:
  CollectiveMeeting(const MachineModel& machine, Nodes& nodes, GuardedFabric& fabric)
      : machine_(machine), nodes_(nodes), fabric_(fabric) {}
  /// `node` enters the collective that is its current instruction. The last node to enter carries the collective out
  /// for all, as all are parked then; the fabric says how long it takes. Until then, a node leaves the meeting as soon
  /// as one of the requests that it watches is complete, and enters it again later.
  void reach(NodeId node);

 private:
  bool goes_out(Processor& p) noexcept;
  bool all_are_here() const noexcept;
  void check_groups() const;
  void begin(const CollectiveCall& call);

  const MachineModel& machine_;
  Nodes& nodes_;
  GuardedFabric& fabric_;
  std::uint32_t waiting_ = 0;  ///< including nodes that are about to leave the meeting
};

}  // namespace switchyard
