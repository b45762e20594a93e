#include "runtime/clock/engine_session.hpp"

#include <vector>

namespace switchyard {

using Kind = Instruction::Kind;

/// Asks about several requests, and tells which are complete; how many.
std::size_t EngineSession::ask_about(NodeId node, const Instruction& question) {
  ask(node, question);
  const std::span requests(question.requests, question.count);
  const std::vector<std::uint32_t>& complete = engine_.processor(node).told;
  for (Request* request : requests) request->told = false;
  for (const std::uint32_t which : complete) {
    requests[which]->told = true;
    hand_out(*requests[which]);
  }
  return complete.size();
}

std::size_t EngineSession::wait_any(NodeId node, std::span<Request* const> requests, WaitSite where) {
  const std::size_t which = ask(node, Instruction::waiting_for(Kind::wait_any, requests, where));
  hand_out(*requests[which]);
  return which;
}

void EngineSession::wait_some(NodeId node, std::span<Request* const> requests, WaitSite where) {
  ask_about(node, Instruction::waiting_for(Kind::wait_some, requests, where));
}

std::size_t EngineSession::test(NodeId node, std::span<Request* const> requests, Enough enough, WaitSite where) {
  const Kind kind = enough == Enough::all ? Kind::test_all : Kind::test_any;
  return ask_about(node, Instruction::waiting_for(kind, requests, where));
}

std::size_t EngineSession::look(NodeId node, std::span<Request* const> requests, CallSite site) {
  return ask_about(node, Instruction::about(Kind::look, requests, site));
}

bool EngineSession::probe(Request& probe, bool waits, WaitingCall call) {
  const WaitSite where{probe.site, call};
  if (!waits) return ask(probe.owner, Instruction::waiting_for(Kind::probe, probe, where)) == 1;
  Request* const one = &probe;
  wait_all(probe.owner, {&one, 1}, where);
  return true;
}

void EngineSession::cancel(Request& request) { tell(request.owner, Instruction::about(Kind::cancel, request)); }

}  // namespace switchyard
