#pragma once
/// \file one_order.hpp
/// Whether a program ends alike in all orders of events in which it chooses as in one run of it that has completed. If
/// it does, that run is a proof, and no other order with these choices need be run.
///
/// 1. The programs make no other choices than that they receive from any node, or wait for any of several
/// (choices.hpp);
///    nothing else that they do asks what has come first or what time it is (program_log.hpp). With these choices
///    given, it is as if each receive named its source. Messages between two nodes come in the order in which they were
///    sent, and both that order and the order of the receives for them are those of the programs. So which receive gets
///    which message is the same in all such orders, and so are all data and all calls: the programs are a Kahn network.
///    In each order they make calls that they have made in this run, and all of them if they do not get stuck.
/// 2. No message is discarded, nor is one in ready mode early, as the receives of those that need one posted are posted
///    before they are sent, whatever the order (message_order.hpp). Let p be the place of the call that posts the
///    receive among the calls of its node, and c how many calls of that node are certain to be done before the message
///    is sent: p < c.
/// 3. Nothing gets stuck. The machine promises that its network holds no message up for ever (NetworkPromise) as long
///    as each finds its receive posted, or a place. Then there are two kinds of machines:
///    - It stores messages. A message takes up room at its destination only while c <= x <= w, where x is how many
///      calls its destination has done, and w the place of the call that waits for its receive; and only if not p < c.
///      For no x do such messages need more room than there is: so every message always finds a place, all sends end
///      by themselves, and a node only ever waits for messages that are certain to be sent. Had an order got stuck, the
///      first call of the completed run that it has not done would wait only for calls before it: a contradiction.
///    - It stores none. A send waits for its receive, and perhaps for earlier sends of its node that have taken all
///      send buffers. Both conditions, once true, stay true until the send ends, and no order makes them true of other
///      sends than this one: what can be done next is never undone by what else is done. So all orders come equally
///      far.
///
/// An order that gets stuck half way has made only some of its choices. It agrees so far with at least one run that
/// completes, if all ways to choose have been run. In that run the call that comes next can be done; so it can be done
/// here, too: if it waits for a receive from any node, the message that the run shows has come, or another one has.
///
/// Times differ between orders: those of random drift and of half duplex on the iPSC/860, too. No program sees them,
/// and a run past a limit of virtual time would not go on for ever.
///
/// Needs: programs leave the buffers of open requests alone, as Node asks of them, and share no memory. A send whose
/// data changes and requests that share a buffer are noticed, and count as choices; a look at a receive's buffer before
/// the receive is waited for is not noticed. What the trial verifies must not depend on times.
///
/// Sources: G. Kahn, "The semantics of a simple language for parallel programming", 1974. S. F. Siegel, "Efficient
/// verification of halting properties for MPI programs with wildcard receives", VMCAI 2005, for 1 and buffers.

#include <optional>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/stress/message_order.hpp"
#include "runtime/stress/program_log.hpp"

namespace switchyard {

struct OneOrder {
  bool is_proven = false;
  std::string reason = {};  ///< why it is, or what it fails for: part of a sentence
};

/// Needs: the run that was logged was on `machine`, and has completed; `order` is its order_run().
OneOrder one_order(const ProgramLog& log, const std::optional<RunOrder>& order, const MachineModel& machine);

}  // namespace switchyard
