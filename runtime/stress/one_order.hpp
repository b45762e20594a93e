#pragma once
/// \file one_order.hpp
/// Decides whether a program ends in the same way in all orders of events in which it makes the
/// same choices as in one completed run. If so, this run is a proof, and no other order with these
/// choices has to be run.
///
/// 1. All orders of events with the same choices as the completed run have the same calls. The only
///    choices of the programs are receives from any node and waits for any of several requests
///    (choices.hpp). Nothing else that the programs do depends on what comes first or on the time
///    (program_log.hpp). With these choices given, it is as if each receive named its source.
///    Messages between two nodes arrive in the order in which they were sent, and both this order
///    and the order of their receives are those of the programs. So in all these orders each
///    receive gets the same message, and all data and all calls are the same: the programs are a
///    Kahn network. Every order makes only calls of this run, and it makes all of them unless it
///    gets stuck.
/// 2. No message is discarded, and no message in ready mode arrives too early: receives that have
///    to be posted are posted before their messages are sent, whatever the order
///    (message_order.hpp). Let p be the place of the posting call among the calls of its node, and
///    c the number of calls of this node that are certain to be done before the message is sent.
///    Then p < c.
/// 3. No node gets stuck. The machine promises (NetworkPromise) that its network holds up no
///    message for ever, as long as each message finds its receive posted, or finds memory to be
///    stored in. There are two types of machines:
///    - Machines that store messages. A message occupies buffer memory at its destination only
///      while c <= x <= w, where x is the number of calls that the destination has done, and w is
///      the place of the call that waits for its receive; and only if p < c does not hold. For no
///      x do such messages need more memory than there is. So every message always finds memory,
///      all sends end by themselves, and a node only waits for messages that are certain to be
///      sent. If an order got stuck, the first call of the completed run that it has not done
///      would wait only for calls before it: a contradiction.
///    - Machines that store nothing. A send waits for its receive, and perhaps for earlier sends
///      of its node that use all send buffers. Once these two conditions are true, they stay true
///      until the send ends, and other orders do not make them true of other sends instead. So no
///      action that is possible is ever prevented by another one, and all orders get equally far.
///
/// An order of events that gets stuck has made only some of its choices. If one run has been made for each set of
/// choices, at least one of the completed runs agrees with the stuck order so far. The next call of that run can also
/// be completed in the stuck order. If the call waits for a receive from any node, either the same message or another
/// one has arrived.
///
/// Times may differ between these orders, for example by random drift, or by half duplex on the iPSC/860. The proof
/// does not depend on times: programs do not see them. A run that exceeds its limit of virtual time would end, too, if
/// it went on.
///
/// A receive that its program cancels is cancelled in all these orders if no message of the run could match it
/// beforehand: each message that matches is certain to be sent only after the call that cancels, or certain to be
/// received by a receive that was posted earlier.
///
/// Needs: programs do not touch the buffers of open requests, as Node demands, and share no
/// memory. Sends whose data changes, and requests that share a buffer, are detected and count as
/// choices. Reading a receive's buffer before waiting for the receive is not detected. The checks
/// of the trial must not depend on times.
///
/// Sources: G. Kahn, "The semantics of a simple language for parallel programming", 1974. S. F. Siegel, "Efficient
/// verification of halting properties for MPI programs with wildcard receives", VMCAI 2005, for point 1 of the proof
/// above and for its treatment of buffers.

#include <optional>
#include <string>

#include "runtime/machine.hpp"
#include "runtime/stress/message_order.hpp"
#include "runtime/stress/program_log.hpp"

namespace switchyard {

struct ProofThatOneOrderSuffices {
  bool is_one_order_proven_sufficient = false;
  std::string explanation = {};  ///< part of a sentence that says why one order of events is enough for each set of
                                 ///< choices, or why it is not
};

/// Decides whether the logged run stands for all orders of events in which the programs make the same choices. Needs:
/// the run was on `machine` and has completed, and `order` is the result of order_of_run() for its log, or null if that
/// result was nothing.
ProofThatOneOrderSuffices check_that_one_order_suffices(const ProgramLog& log, const PartiallyOrderedRun* order,
                                                        const MachineModel& machine);

/// Returns a text that says why it depends on the order of events whether a receive that a node has cancelled gets a
/// message; nothing if this does not depend on the order.
std::optional<std::string> text_of_undecided_cancel(const ProgramLog& log, const PartiallyOrderedRun& order);

}  // namespace switchyard
