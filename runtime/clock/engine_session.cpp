#include "runtime/clock/engine_session.hpp"

#include <vector>

namespace switchyard {

using Kind = Instruction::Kind;

/// Executes an instruction that concerns several requests, marks each complete request as found
/// (Request::was_found_complete), and returns the number of complete requests, or kResultTestMustBeRepeated if the node
/// has to repeat its test.
std::size_t EngineSession::execute_and_count_complete_requests(NodeId node, const Instruction& instruction) {
  if (execute_and_wait(node, instruction) == Instruction::kAnswerThatTestMustBeRepeated)
    return kResultTestMustBeRepeated;
  const std::span requests(instruction.requests, instruction.count);
  const std::vector<std::uint32_t>& complete = engine_.processor(node).indices_of_complete_requests;
  for (Request* request : requests) request->was_found_complete = false;
  for (const std::uint32_t which : complete) {
    requests[which]->was_found_complete = true;
    prepare_completed_request_for_program(*requests[which]);
  }
  return complete.size();
}

std::size_t EngineSession::wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) {
  const std::size_t which = execute_and_wait(node, Instruction::make_wait_instruction(Kind::wait_any, requests, where));
  prepare_completed_request_for_program(*requests[which]);
  return which;
}

void EngineSession::wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) {
  execute_and_count_complete_requests(node, Instruction::make_wait_instruction(Kind::wait_some, requests, where));
}

std::size_t EngineSession::test(NodeId node, std::span<Request* const> requests, RequestTestCondition enough,
                                WaitSite where) {
  const Kind kind = enough == RequestTestCondition::all ? Kind::test_all : Kind::test_any;
  return execute_and_count_complete_requests(node, Instruction::make_wait_instruction(kind, requests, where));
}

std::size_t EngineSession::count_complete_requests_at_no_cost(NodeId node, std::span<Request* const> requests,
                                                              CallSite site) {
  return execute_and_count_complete_requests(
      node, Instruction::make_instruction(Kind::count_complete_requests, requests, site));
}

std::size_t EngineSession::probe(Request& probe, WaitSite where) {
  const std::uint32_t found =
      execute_and_wait(probe.owner, Instruction::make_wait_instruction(Kind::probe, probe, where));
  return found == Instruction::kAnswerThatTestMustBeRepeated ? kResultTestMustBeRepeated : found;
}

/// Waits until there is a message for `probe`, or until one of the requests `watched` is complete, and returns whether
/// there is a message. If there are watched requests, the probe and the requests are checked in turn.
bool EngineSession::wait_for_message_of_probe(Request& probe, std::span<Request* const> watched, WaitingCall call) {
  const WaitSite where{probe.site, call};
  if (watched.empty()) {
    Request* const one = &probe;
    wait_all(probe.owner, {&one, 1}, where);
    return true;
  }
  std::vector<Request*> all(watched.begin(), watched.end());
  all.push_back(&probe);
  const NodeId from = probe.peer;  // the source is saved because an arbiter, which chooses the order of events, may
                                   // restrict a single try of the probe to one source
  do {
    probe.peer = from;
    if (EngineSession::probe(probe, where) == 1) return true;
  } while (test(probe.owner, all, RequestTestCondition::any, where) == 0);
  probe.peer = from;
  return false;
}

void EngineSession::cancel(Request& request) {
  pass_instruction_to_engine(request.owner, Instruction::make_instruction(Kind::cancel, request));
}

bool EngineSession::has_pending_events(NodeId node) {
  bool has_some = true;
  run_at_turn_of_node(node, [&] { has_some = engine_.has_pending_events(); });
  return has_some;
}

void EngineSession::note_begin_of_collective_by_messages(NodeId node, const CollectiveCall& call, CallSite site) {
  pass_instruction_to_engine(node, Instruction::make_instruction(Kind::compare_collective, call, site));
}

/// Tells the engine how far a posted (nonblocking) collective has come. At the first stage the call blocks, so that the
/// request still exists when the engine reads it. At later stages the engine uses only the request's address.
void EngineSession::note_posted_collective(const Request& collective, PostedCollectiveStage stage) {
  const Instruction note = Instruction::make_posted_collective_instruction(collective, stage);
  if (stage == PostedCollectiveStage::begun) {
    execute_and_wait(collective.owner, note);
  } else {
    pass_instruction_to_engine(collective.owner, note);
  }
}

}  // namespace switchyard
