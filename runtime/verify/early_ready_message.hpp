#pragma once
/// \file early_ready_message.hpp
/// Finds messages in ready mode that can come before their receives are posted.
///
/// Source: MPI 3.1, sec. 3.4: a send in ready mode may be started only if the matching receive is already posted.
///
/// Whether a receive was posted in time in one run says little, because messages may take any time. A program is right
/// only if, in all runs with the same choices, something orders the post of the receive before the ready send: a
/// message, a collective, or a synchronous send that is received after the post.

#include <optional>

#include "runtime/defect.hpp"
#include "runtime/stress/message_order.hpp"

namespace switchyard {

/// The result of a check whether messages that a run has sent in ready mode can come too early, that is, before their
/// receives are posted.
struct ReadyModeMessageCheck {
  /// The partial order of the calls of the run, which takes into account that a node learns from a completed
  /// synchronous send that the matching receive is posted; empty if no message is in ready mode.
  std::optional<PartiallyOrderedRun> order_with_synchronous_sends = {};
  /// The defect that a message in ready mode can come before its receive is posted; empty if there is no such message.
  std::optional<Defect> early_message_defect = {};
};

/// Returns whether programs have made sends in ready mode.
bool sends_in_ready_mode(const ProgramLog& log);

/// Examines the messages in ready mode of a logged run. `order` is the partial order of the log that ignores what nodes
/// learn from waiting for synchronous sends.
ReadyModeMessageCheck check_ready_mode_messages(const ProgramLog& log, const PartiallyOrderedRun& order);

}  // namespace switchyard
