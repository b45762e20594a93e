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
  /// The node has come to its current instruction, a collective. The last one to come carries out what all have asked
  /// for, as all of them are parked; the fabric says how long it takes. Until then a node goes out again, to come back,
  /// as soon as one of the requests that it watches is complete.
  void reach(NodeId node);

 private:
  bool goes_out(Processor& p) noexcept;
  bool all_are_here() const noexcept;
  void check_groups() const;
  void begin(const CollectiveCall& call);

  const MachineModel& machine_;
  Nodes& nodes_;
  GuardedFabric& fabric_;
  std::uint32_t waiting_ = 0;  ///< with those that are about to go out
};

}  // namespace switchyard
