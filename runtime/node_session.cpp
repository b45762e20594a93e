#include "runtime/node_session.hpp"

#include <string>
#include <utility>

#include "runtime/call_text.hpp"
#include "runtime/executor.hpp"

namespace switchyard {
namespace {

/// The number of calls that a program may make while it unwinds after the end of a run. With more
/// calls it counts as endless, and is abandoned. A call that ends because the program has
/// swallowed RunStopped before counts as kWeightOfCallAfterCaughtStopException calls.
constexpr std::uint32_t kMostCallsAfterEnd = 10'000;
constexpr std::uint32_t kWeightOfCallAfterCaughtStopException = 10;

void complete_as_cancelled(Request& request) noexcept {
  request.was_found_complete = true;
  if (request.complete) return;
  request.complete = request.cancelled = true;
}

const Request& first_incomplete_request(std::span<Request* const> requests) noexcept {
  for (const Request* request : requests) {
    if (!request->complete) return *request;
  }
  return *requests.front();
}

/// Returns a text such as "receive from 5 (ring.cpp:12)" or "test (ring.cpp:14) of receive from 5 (ring.cpp:12)".
std::string wait_text(std::span<Request* const> requests, WaitSite where) {
  if (requests.empty()) return call_text(name_of(where.waiting_call), where.site);
  const std::string first = call_text(first_incomplete_request(requests));
  if (where.waiting_call == WaitingCall::wait && where.site == first_incomplete_request(requests).site) return first;
  return call_text(name_of(where.waiting_call), where.site) + " of " + first;
}

}  // namespace

/// Returns whether to record, for an error text, the call in which this node was when the run ended. The call is
/// recorded only if the run has reached its limit of host time, and only once for each node.
bool NodeSession::must_record_last_call() const noexcept {
  return weighted_call_count_after_run_end_ == 0 && session_.has_reached_host_limit();
}

/// Ends a call that the program makes after the end of the run: throws RunStopped again, or returns if the program is
/// already unwinding its stack. Abandons a program that has made too many such calls. Needs: RunStopped is being
/// handled.
[[gnu::cold]] void NodeSession::rethrow_run_stop_or_abandon_program() {
  const bool unwinds = std::uncaught_exceptions() > 0;
  weighted_call_count_after_run_end_ += unwinds ? 1 : kWeightOfCallAfterCaughtStopException;
  const std::optional<RunningNodeProgram> body = node_program_running_on_this_thread();
  if (weighted_call_count_after_run_end_ > kMostCallsAfterEnd && body) body->executor->abandon_node_program(body->node);
  if (!unwinds) throw;
}

[[gnu::cold]] void NodeSession::handle_stop_in_call(const char* call, CallSite site) {
  if (must_record_last_call()) session_.note_last_call(node_, call_text(call, site));
  rethrow_run_stop_or_abandon_program();
}

[[gnu::cold]] void NodeSession::handle_stop_in_call(Request& request) {
  if (must_record_last_call()) session_.note_last_call(node_, call_text(request));
  rethrow_run_stop_or_abandon_program();
  complete_as_cancelled(request);
}

[[gnu::cold]] std::size_t NodeSession::handle_stop_in_call(std::span<Request* const> requests, WaitSite where) {
  if (must_record_last_call()) session_.note_last_call(node_, wait_text(requests, where));
  rethrow_run_stop_or_abandon_program();
  std::size_t complete_count = 0;
  for (Request* request : requests) {
    // A posted collective counts as complete once all its messages have been completed as cancelled.
    request->was_found_complete = request->kind != Request::Kind::collective || request->complete;
    if (!request->was_found_complete) continue;
    complete_as_cancelled(*request);
    ++complete_count;
  }
  return complete_count;
}

[[gnu::cold]] bool NodeSession::handle_stop_in_probe(Request& probe, WaitingCall call) {
  if (must_record_last_call()) session_.note_last_call(node_, call_text(describe(probe, name_of(call))));
  rethrow_run_stop_or_abandon_program();
  complete_as_cancelled(probe);
  return true;
}

[[gnu::cold]] bool NodeSession::handle_stop_in_collective(const CollectiveCall& call, CallSite site) {
  handle_stop_in_call(name_of(call.kind), site);
  return true;
}

[[gnu::cold]] ActiveMessageState& NodeSession::handle_stop_in_active_message_call() {
  handle_stop_in_call("a call about active messages", {});
  if (!active_message_state_after_end_)
    active_message_state_after_end_ = std::make_unique<ActiveMessageState>(node_, bulk_port_count_);
  return *active_message_state_after_end_;
}

}  // namespace switchyard
