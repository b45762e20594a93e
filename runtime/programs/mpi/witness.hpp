#pragma once
/// \file witness.hpp
/// What the nodes of one run know of each other's calls on the host, where defects are looked for: so that a call is
/// compared with those that it meets. Without effect, and without a Witness, where nobody looks.

#include <atomic>
#include <memory>
#include <vector>

#include "runtime/programs/mpi/collective_area.hpp"
#include "runtime/programs/mpi/collective_witness.hpp"
#include "runtime/programs/mpi/communicator.hpp"
#include "runtime/programs/mpi/message_witness.hpp"
#include "runtime/programs/mpi/request.hpp"
#include "runtime/programs/mpi/window_witness.hpp"

namespace switchyard::mpi {

/// One run's. Any thread.
struct Witness {
  explicit Witness(Node& node);
  /// The run has ended. If nothing else is wrong, notes which collectives have kept it from ending: who has not come,
  /// and what that node does instead.
  ~Witness();
  Witness(const Witness&) = delete;
  Witness& operator=(const Witness&) = delete;

  /// A node's last call. Its own, until the run has ended.
  struct LastCall {
    CallSite site;
    bool is_inside = false;
  };

  EventOrder order;
  SentMessages sent;
  CollectiveWitness collectives;
  WindowWitness windows;
  DefectLog* log;
  std::vector<LastCall> under_way;      ///< by node
  std::atomic<bool> has_failed{false};  ///< a call has ended the run

  /// Null if nobody looks for defects.
  static std::shared_ptr<Witness> of(Node& node);
};

/// Before a collective of this communicator begins. Throws UsageError if another member has called it otherwise.
/// `part`: without the caller and its rank.
void enter_collective(Call& call, Communicator& comm, CollectivePart part = {});
/// It is over on this member. `number`: Communicator::last_collective() when it began.
void leave_collective(Call& call, const Communicator& comm, std::uint32_t number);

/// Before a message is sent.
void note_send(Call& call, const MessagePart& part, CallSite made = {});
/// The program has asked for a send to be cancelled.
void note_cancelled_send(Call& call, const MessagePart& part);
/// Before a receive is posted. Null if nobody looks.
WitnessedReceivePtr note_receive(Call& call, const MessagePart& part, CallSite made = {});
/// A matched probe has found a message; the same for it.
WitnessedReceivePtr note_found(Call& call, const MessagePart& part, const Received& found);
/// `found` is to be received by this call.
void note_receive_of_found(Call& call, const WitnessedReceivePtr& found, const MessagePart& part);
/// Fails if the memory goes beyond the end of the block that the program has allocated. Without effect, as are the next
/// ones, where nobody looks.
void check_bounds(Call& call, const std::vector<Values>& values);
/// The call works on this memory; checks its bounds, too.
void check_touch(Call& call, const std::vector<Values>& values, Touch touch);
void check_touch(Call& call, const MessagePart& part, Touch touch);
/// The same until end_touch(); 0 where nobody looks.
/// `made`: where the request was made, if by another call.
MemoryWatch::Id begin_touch(Call& call, const std::vector<Values>& values, Touch touch, CallSite made = {});
MemoryWatch::Id begin_touch(Call& call, const MessagePart& part, Touch touch, CallSite made = {});
void end_touch(Call& call, Touched& touched, const CommunicatorPtr& comm);

/// The receive is over; null is let pass.
void note_received(Call& call, const WitnessedReceivePtr& receive, const MessagePart& part, const Received& received);

}  // namespace switchyard::mpi
