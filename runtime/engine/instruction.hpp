#pragma once
/// \file instruction.hpp
/// The instructions that a node program gives to the engine: each node has a stream of instructions, which the engine
/// executes in program order in virtual time. A program runs ahead of the clock and parks only where it needs an
/// answer. Every stream is a FIFO with one writer and one reader, so the results cannot depend on how the threads are
/// scheduled (G. Kahn, "The semantics of a simple language for parallel programming", 1974).

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <limits>
#include <span>

#include "runtime/active_message.hpp"
#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/request.hpp"
#include "runtime/waiting_call.hpp"

namespace switchyard {

struct Instruction {
  enum class Kind : std::uint8_t {
    post,       ///< posts `request`, a send or a receive
    probe,      ///< looks for a message for `request`, a probe, without waiting; the answer is 0 or 1
    cancel,     ///< cancels `request`
    wait_one,   ///< waits for `request`
    wait_all,   ///< waits until all of requests[0..count) are complete; a single probe may also be the only request
    wait_any,   ///< waits until one of requests[0..count) is complete; the answer is its index
    wait_some,  ///< waits until at least one of requests[0..count) is complete; the answer is the number of complete
                ///< requests, and Processor::indices_of_complete_requests lists them
    test_any,   ///< tests requests[0..count); the answer is the number of complete requests, and
                ///< Processor::indices_of_complete_requests lists them
    test_all,   ///< tests requests[0..count) as test_any does, but counts as a poll that found nothing unless all of
                ///< them are complete
    count_complete_requests,  ///< counts the complete ones of requests[0..count) as test_any does, but takes no virtual
                              ///< time
    compute,                  ///< keeps the processor busy for `duration`
    compute_with_real_work_on_host,  ///< keeps the processor busy for `duration`, while the node's thread does real
                                     ///< work (computing on the host)
    send_packet,                     ///< sends the first of the packets that the node's program has queued
    poll,        ///< handles the active messages that have arrived; the answer is whether one of requests[0..count) is
                 ///< complete
    poll_until,  ///< polls until `condition` holds; the answer is 1, or 0 if the deadline has passed or one of the
                 ///< `count` watched requests is complete
    lock_refused,  ///< notes that the node has tried in vain to take the busy lock of `lock_owner`

    /// Compares the collective `call`, which the node carries out by messages, with the calls of the other nodes.
    compare_collective,
    /// Tells the engine how far a posted (nonblocking) collective has come (`stage`); the request of the collective is
    /// `posted_collective`.
    note_posted_collective,
    collective,  ///< enters the collective `call`, which the machine carries out by itself; the answer is 1, or 0 if
                 ///< one of the `count` watched requests is complete
    invoke_callback,  ///< calls the function `action` when all earlier instructions of the node are done in virtual
                      ///< time
    add_trace_mark_of_node,  ///< records a mark, the text `label` with the present virtual time, for the report on the
                             ///< run
    finish,                  ///< says that the node's program has returned
    fail,                    ///< says that the node's program has thrown the exception `error`
  };

  /// The answer to a test or probe that has to find something (as an arbiter has decided) and has not found it yet, so
  /// that the node has to repeat it.
  static constexpr std::uint32_t kAnswerThatTestMustBeRepeated = std::numeric_limits<std::uint32_t>::max();

  Instruction() = default;
  explicit Instruction(Kind what, CallSite where = {}) : kind(what), site(where) {}
  static Instruction make_instruction(Kind kind, Request& request) {
    Instruction instruction(kind, request.site);
    instruction.request = &request;
    return instruction;
  }
  static Instruction make_instruction(Kind kind, std::span<Request* const> requests, CallSite site) {
    Instruction instruction(kind, site);
    instruction.count = static_cast<std::uint32_t>(requests.size());
    instruction.requests = requests.data();
    return instruction;
  }
  static Instruction make_wait_instruction(Kind kind, Request& request, WaitSite where) {
    Instruction instruction(kind, where.site);
    instruction.call_of_program = where.waiting_call;
    instruction.is_repeated = where.is_repeated;
    instruction.request = &request;
    return instruction;
  }
  static Instruction make_wait_instruction(Kind kind, std::span<Request* const> requests, WaitSite where) {
    Instruction instruction = make_instruction(kind, requests, where.site);
    instruction.call_of_program = where.waiting_call;
    instruction.is_repeated = where.is_repeated;
    return instruction;
  }
  static Instruction make_instruction(Kind kind, const CollectiveCall& collective, CallSite site) {
    Instruction instruction(kind, site);
    instruction.count = static_cast<std::uint32_t>(collective.interrupting_requests.size());
    instruction.collective_call = &collective;
    return instruction;
  }
  static Instruction make_poll_until_instruction(const PollCondition& condition, CallSite site) {
    Instruction instruction(Kind::poll_until, site);
    instruction.count = static_cast<std::uint32_t>(condition.interrupting_requests.size());
    instruction.condition = &condition;
    return instruction;
  }
  static Instruction make_failed_lock_try_instruction(NodeId owner, CallSite site) {
    Instruction instruction(Kind::lock_refused, site);
    instruction.lock_owner = owner;
    return instruction;
  }
  static Instruction make_posted_collective_instruction(const Request& collective, PostedCollectiveStage stage) {
    Instruction instruction(Kind::note_posted_collective, collective.site);
    instruction.stage = stage;
    instruction.posted_collective = &collective;
    return instruction;
  }
  static Instruction make_timed_instruction(Kind kind, Duration cost, CallSite site) {
    Instruction instruction(kind, site);
    instruction.duration = cost.count();
    return instruction;
  }

  /// Returns whether the instruction is one step of a probe that waits for a message and meanwhile lets other requests
  /// of its node progress.
  bool belongs_to_waiting_probe() const noexcept {
    return (kind == Kind::probe || kind == Kind::test_any) &&
           (call_of_program == WaitingCall::probe || call_of_program == WaitingCall::matched_probe);
  }

  Kind kind = Kind::finish;
  WaitingCall call_of_program = WaitingCall::wait;  ///< the call of the program to which a wait, test or probe
                                                    ///< instruction belongs
  bool tries_lock = false;  ///< whether the packet that the instruction sends tries to take a busy lock
  bool is_repeated =
      false;  ///< whether the node repeats the test or probe if the answer is kAnswerThatTestMustBeRepeated
  union {
    std::uint32_t count = 0;
    PostedCollectiveStage stage;
  };
  union {
    Request* request = nullptr;
    /// The list of requests. If there is a posted collective among the first `count` requests of a test, the list
    /// continues behind them with the messages for which the posted collectives wait, and ends with a null pointer.
    Request* const* requests;
    const Request* posted_collective;  ///< the request of the collective; at stages later than
                                       ///< PostedCollectiveStage::begun it may have been released
    std::int64_t duration;             ///< duration of a compute instruction in nanoseconds
    NodeId lock_owner;
    const char* label;
    const CollectiveCall* collective_call;
    const PollCondition* condition;
    const std::function<void()>* action;
    std::exception_ptr* error;
  };
  CallSite site;
};

inline bool any_is_complete(std::span<Request* const> requests) noexcept {
  return std::ranges::any_of(requests, [](const Request* request) { return request->complete; });
}

}  // namespace switchyard
