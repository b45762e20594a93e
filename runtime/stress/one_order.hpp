#pragma once
/// \file one_order.hpp
/// Decides whether a program ends alike in all orders of events in which it makes the same choices as in one completed
/// run. If it does, this run is a proof, and no other order with these choices has to be run.
///
/// 1. All such orders have the same calls. The only choices of the programs are receives from any node and waits for
///    any of several requests (choices.hpp); nothing else that they do depends on what comes first or on the time
///    (program_log.hpp). With these choices given, it is as if each receive named its source. Messages between two
///    nodes come in the order in which they were sent, and both this order and the order of their receives are those of
///    the programs. So in all such orders each receive gets the same message, and all data and all calls are the same:
///    the programs are a Kahn network. Every order makes only calls of this run, and all of them unless it gets stuck.
/// 2. No message is discarded, and no message in ready mode comes too early: receives that have to be posted are posted
///    before their messages are sent, whatever the order (message_order.hpp). Let p be the place of the posting call
///    among the calls of its node, and c the number of calls of this node that are certain to be done before the
///    message is sent: p < c.
/// 3. Nothing gets stuck. The machine promises (NetworkPromise) that its network holds up no message for ever, as long
///    as each message finds its receive posted, or a place to be stored in. There are two kinds of machines:
///    - Machines that store messages. A message uses room at its destination only while c <= x <= w, where x is the
///      number of calls that the destination has done, and w is the place of the call that waits for its receive; and
///      only if p < c does not hold. For no x do such messages need more room than there is. So every message always
///      finds a place, all sends end by themselves, and a node only waits for messages that are certain to be sent. If
///      an order got stuck, the first call of the completed run that it has not done would wait only for calls before
///      it: a contradiction.
///    - Machines that store nothing. A send waits for its receive, and perhaps for earlier sends of its node that use
///      all send buffers. Once these two conditions are true, they stay true until the send ends, and no order makes
///      them true of other sends instead: what can be done next is never prevented by what else is done. So all orders
///      get equally far.
///
/// An order that gets stuck half way has made only some of its choices. If all sets of choices have been run, it agrees
/// so far with at least one run that completes. The next call of that run can be done there, and so it can be done in
/// the stuck order as well: if it waits for a receive from any node, either the same message has come or another one.
///
/// Times differ between orders, by random drift, for example, or by half duplex on the iPSC/860. Programs do not see
/// times, and a run past a limit of virtual time would not continue for ever.
///
/// Needs: programs do not touch the buffers of open requests, as Node demands, and share no memory. A send whose data
/// changes, and requests that share a buffer, are noticed and count as choices; reading a receive's buffer before the
/// receive is waited for is not noticed. What the trial verifies must not depend on times.
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
  std::string reason = {};  ///< part of a sentence that says why one order is enough, or why it is not
};

/// Decides whether the logged run stands for all orders with its choices. Needs: the run was on `machine` and has
/// completed, and `order` is what order_run() returns for its log.
OneOrder one_order(const ProgramLog& log, const std::optional<RunOrder>& order, const MachineModel& machine);

}  // namespace switchyard
