#pragma once
/// \file collective_meeting.hpp
/// The collectives that a machine carries out by itself: nodes meet in one, and leave it when the machine says so.

#include <cstdint>

#include "runtime/engine/guarded_fabric.hpp"
#include "runtime/engine/nodes.hpp"

namespace switchyard {

class CollectiveMeeting {
 public:
  CollectiveMeeting(Nodes& nodes, GuardedFabric& fabric) : nodes_(nodes), fabric_(fabric) {}
  /// The node has come to its current instruction, a collective. The last one to come carries out what all have asked
  /// for, as all of them are parked; the fabric says how long it takes.
  void reach(NodeId node);

 private:
  void check_groups() const;

  Nodes& nodes_;
  GuardedFabric& fabric_;
  std::uint32_t waiting_ = 0;
};

}  // namespace switchyard
