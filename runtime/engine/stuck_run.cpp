#include "runtime/engine/stuck_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "runtime/call_text.hpp"
#include "runtime/deadlock_report.hpp"
#include "runtime/matching.hpp"
#include "runtime/served_message.hpp"

namespace switchyard {
namespace {

using Kind = Instruction::Kind;

std::vector<const Request*> without_complete_requests(std::vector<const Request*> requests) {
  std::erase_if(requests, [](const Request* request) { return request->complete; });
  return requests;
}

/// Returns the requests of a test. A posted (nonblocking) collective among them is replaced by the messages for which
/// it waits.
std::vector<const Request*> tested_requests(const Instruction& test) {
  const auto is_collective = [](const Request* request) { return request->kind == Request::Kind::collective; };
  std::vector<const Request*> result(test.requests, test.requests + test.count);
  if (std::erase_if(result, is_collective) == 0) return result;
  for (Request* const* message = test.requests + test.count; *message != nullptr; ++message) result.push_back(*message);
  return result;
}

/// Returns the requests that a node waits for; an empty list if the node is not blocked in a wait for requests.
std::vector<const Request*> awaited_requests(const Processor& p) {
  const Instruction& wait = p.current_instruction;
  switch (wait.kind) {
    case Kind::wait_any:
    case Kind::wait_some:
      return {wait.requests, wait.requests + wait.count};
    case Kind::test_any:
      return tested_requests(wait);
    case Kind::test_all:
      return without_complete_requests(tested_requests(wait));
    case Kind::wait_one:
      return {p.awaited_request};
    case Kind::wait_all:  // under the virtual clock, wait_all_later waits for one request at a time
      if (wait.call_of_program == WaitingCall::wait_all_later) return {p.awaited_request};
      return without_complete_requests({wait.requests + p.next_request_index, wait.requests + wait.count});
    case Kind::probe:
      return {wait.request};
    default:
      return {};
  }
}

bool waits_for_all_requests(const Instruction& wait) noexcept {
  return wait.kind == Kind::wait_one || wait.kind == Kind::wait_all || wait.kind == Kind::test_all;
}

bool is_among_left_over_messages(const Request& send, const std::vector<LeftOverMessage>& kept) {
  return std::ranges::any_of(kept, [&](const LeftOverMessage& message) {
    return is_label_of_sent_message(message.label, send) && message.destination == send.peer;
  });
}

}  // namespace

DeadlockError StuckRun::find_deadlock() const {
  std::vector<bool> finished;
  for (std::uint32_t i = 0; i < nodes_.count(); ++i) {
    finished.push_back(nodes_[NodeId{i}].execution_stage == Processor::InstructionExecutionStage::finished);
  }
  DeadlockReport report(finished);
  for (std::uint32_t i = 0; i < nodes_.count(); ++i) {
    if (!finished[i]) add_waiting_node(report, NodeId{i});
  }
  const SimulationEventAgenda& agenda = nodes_.agenda();
  return report.make_error(agenda.now(), agenda.options().seed);
}

void StuckRun::add_waiting_node(DeadlockReport& report, NodeId node) const {
  const Processor& p = nodes_[node];
  const Instruction& at = p.current_instruction;
  report.add_waiter(node, p.blocked_since);
  switch (at.kind) {
    case Kind::collective:
      return report.note_wait_in_collective(
          at.collective_call->kind, at.collective_call->context, at.site,
          [&](NodeId other) { return !nodes_[other].is_blocked_in_instruction_of_kind(Kind::collective); });
    case Kind::send_packet:
      report.note_blocked_packet_send(at.site);
      return fabric_.append_blockers_of_unsent_packet(node, report.blockers_of_current_waiter());
    case Kind::poll_until:
      if (at.condition->owner_of_requested_busy_lock)
        return report.note_lock_request(*at.condition->owner_of_requested_busy_lock, at.site);
      [[fallthrough]];
    case Kind::poll:
      return report.note_polling_for_packets(at.site, active_messages_.ports_still_open(node));
    case Kind::lock_refused:
      return report.note_lock_attempts(at.lock_owner,
                                       active_messages_.lock_holder(at.lock_owner).value_or(at.lock_owner), at.site);
    default:
      add_awaited_requests(report, awaited_requests(p), at.call_of_program);
      report.note_wait_call({at.site, at.call_of_program}, waits_for_all_requests(at));
      report.note_offered_messages(unreceived_messages(node, awaited_requests(p)));
      report.note_lost_messages(fabric_.discarded(node));
  }
}

/// Adds the requests that a node waits for to the deadlock report. The receives by which the node listens for requests
/// to its services (the parts of a node that serve other nodes) are left out, unless the node waits for nothing else.
void StuckRun::add_awaited_requests(DeadlockReport& report, const std::vector<const Request*>& awaited,
                                    WaitingCall call) const {
  const auto listens = [](const Request* request) { return is_service_listening(*request); };
  if (!awaited.empty() && std::ranges::all_of(awaited, listens)) return report.note_wait_for_service_requests_only();
  for (const Request* request : awaited) {
    if (!listens(request)) add_awaited_request(report, *request, call);
  }
}

void StuckRun::add_awaited_request(DeadlockReport& report, const Request& request, WaitingCall call) const {
  const ServiceLocks* locks = nodes_.agenda().options().service_locks;
  if (locks != nullptr && report.note_awaited_service_lock(request, *locks)) return;
  report.note_awaited_request(request, call);
  if (request.kind != Request::Kind::send) {
    if (request.kind == Request::Kind::receive)
      fabric_.append_blockers_of(request, report.blockers_of_current_waiter());
    return report.note_missing_message(request);
  }
  if (request.is_buffer_free || request.peer == request.owner) return report.note_missing_receive(request);
  fabric_.append_blockers_of(request, report.blockers_of_current_waiter());
}

/// Returns whether `look`, a receive or probe, would find a message that has arrived. Returns false on a machine
/// without probes; deadlock reports for such a machine list no messages that could be received.
bool StuckRun::would_probe_find_message(Request& look) const {
  try {
    return fabric_with_error_context_.find_message(look);
  } catch (const MachineError&) {
    return false;
  }
}

/// Returns the messages at the node that it could receive with another tag or from another source than it waits for.
/// Messages that are still with their sender, or on their way, are left out. Looking for a message may make the machine
/// schedule an event; apart from that, this function has no effect on the run.
std::vector<LeftOverMessage> StuckRun::unreceived_messages(NodeId node,
                                                           const std::vector<const Request*>& awaited) const {
  const bool probes =
      std::ranges::any_of(awaited, [](const Request* request) { return request->kind == Request::Kind::probe; });
  std::vector<LeftOverMessage> found;
  nodes_.agenda().set_node_accesses_hidden_from_arbiter(!probes);
  for (const LeftOverMessage& message : left_over_messages_) {
    if (message.destination != node) continue;
    Request look;
    look.kind = probes ? Request::Kind::probe : Request::Kind::receive;
    look.owner = node;
    look.context = message.label.context;
    look.peer = message.label.source;
    look.tag = message.label.tag;
    if (would_probe_find_message(look)) found.push_back({message.label, node, look.bytes, message.site});
  }
  nodes_.agenda().set_node_accesses_hidden_from_arbiter(false);
  return found;
}

std::optional<MachineError> StuckRun::find_machine_error(std::uint64_t sends, std::uint64_t delivered) const {
  const std::vector<LeftOverMessage>& kept = left_over_messages_;
  for (std::uint32_t i = 0; i < nodes_.count(); ++i) {
    if (auto found = error_of_stuck_node(NodeId{i}, kept)) return found;
  }
  const std::uint64_t known = delivered + fabric_.statistics().discarded + kept.size();
  if (sends <= known) return std::nullopt;
  return MachineError(
      fmt::format("machine {}: {} of {} messages have vanished; deliver each one, discard it, or list it as left over "
                  "(virtual time {:.3f} us, seed {})",
                  nodes_.agenda().machine_name(), sends - known, sends, microseconds(nodes_.agenda().now()),
                  nodes_.agenda().options().seed));
}

/// Returns an error if `node` waits for a request although the machine has already delivered its message or no longer
/// has it.
std::optional<MachineError> StuckRun::error_of_stuck_node(NodeId node, const std::vector<LeftOverMessage>& kept) const {
  const Processor& p = nodes_[node];
  if (p.execution_stage != Processor::InstructionExecutionStage::blocked) return std::nullopt;
  for (const Request* request : awaited_requests(p)) {
    if (request->protocol == Protocol::bulk) continue;
    if (request->delivered) return incomplete_request_error(node, *request, "its message was delivered, but");
    if (request->kind == Request::Kind::send && !is_among_left_over_messages(*request, kept)) {
      return incomplete_request_error(node, *request, "its message is not on its way, but");
    }
  }
  return std::nullopt;
}

MachineError StuckRun::incomplete_request_error(NodeId node, const Request& request, const char* what) const {
  return MachineError(fmt::format("machine {}: node {} in {}: {} the request was never completed (seed {})",
                                  nodes_.agenda().machine_name(), index(node), call_text(request), what,
                                  nodes_.agenda().options().seed));
}

}  // namespace switchyard
