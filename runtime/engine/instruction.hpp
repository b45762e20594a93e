#pragma once
/// \file instruction.hpp
/// What a node program asks of the engine: each node has a stream of instructions, which the
/// engine executes in program order in virtual time. A node runs ahead of the clock and parks only
/// where it needs an answer. Every stream is a FIFO with one writer and one reader, so the results
/// cannot depend on how the threads are scheduled (G. Kahn, "The semantics of a simple language
/// for parallel programming", 1974).

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
    wait_all,   ///< waits for requests[0..count), which may also be a single probe
    wait_any,   ///< waits for one of requests[0..count); the answer is its index
    wait_some,  ///< waits until one of requests[0..count) is complete; the answer is how many are, and
                ///< Processor::complete_indices says which
    test_any,   ///< tests requests[0..count); the answer is how many are complete, and Processor::complete_indices says
                ///< which
    test_all,   ///< tests all requests, as test_any does, but counts as a poll in vain unless all of them are complete
    count_complete,  ///< does what test_any does, but takes no virtual time
    compute,         ///< keeps the processor busy for `duration`
    compute_work,    ///< keeps the processor busy for `duration`, while the node's thread does real work
    send_packet,     ///< sends the node's next outgoing packet
    poll,            ///< handles arrived packets; the answer is whether one of requests[0..count) is complete
    poll_until,      ///< polls until `condition` holds; the answer is 1, or 0 past its deadline or if one of `count`
                     ///< watched requests is complete
    lock_refused,    ///< notes that the node has tried in vain to take the busy lock of `lock_owner`
    /// Compares the collective `call`, which the node carries out by messages, with the calls of the other nodes.
    compare_collective,
    /// Tells how far a posted collective has come (`stage`); its request is `posted_collective`.
    note_posted_collective,
    collective,   ///< enters the machine's collective `call`; the answer is 1, or 0 if one of `count` watched requests
                  ///< is complete
    act_in_turn,  ///< calls `action` when the node's turn comes in virtual time
    mark,         ///< records a mark with the text `label`
    finish,       ///< the program has returned
    fail,         ///< the program has thrown `error`
  };

  /// The answer to a repeated test or probe that has to find something and has not found it yet.
  static constexpr std::uint32_t kTestAgainAnswer = std::numeric_limits<std::uint32_t>::max();

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
    instruction.call_of_program = where.call;
    instruction.is_repeated = where.is_repeated;
    instruction.request = &request;
    return instruction;
  }
  static Instruction make_wait_instruction(Kind kind, std::span<Request* const> requests, WaitSite where) {
    Instruction instruction = make_instruction(kind, requests, where.site);
    instruction.call_of_program = where.call;
    instruction.is_repeated = where.is_repeated;
    return instruction;
  }
  static Instruction make_instruction(Kind kind, const CollectiveCall& collective, CallSite site) {
    Instruction instruction(kind, site);
    instruction.count = static_cast<std::uint32_t>(collective.watched.size());
    instruction.collective_call = &collective;
    return instruction;
  }
  static Instruction make_poll_until_instruction(const PollCondition& condition, CallSite site) {
    Instruction instruction(Kind::poll_until, site);
    instruction.count = static_cast<std::uint32_t>(condition.watched.size());
    instruction.condition = &condition;
    return instruction;
  }
  static Instruction make_refused_lock_instruction(NodeId owner, CallSite site) {
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

  /// Whether the instruction is a part of a probe that waits for a message, and lets other requests of its node go on
  /// meanwhile.
  bool is_of_waiting_probe() const noexcept {
    return (kind == Kind::probe || kind == Kind::test_any) &&
           (call_of_program == WaitingCall::probe || call_of_program == WaitingCall::matched_probe);
  }

  Kind kind = Kind::finish;
  WaitingCall call_of_program = WaitingCall::wait;  ///< the call of the program that a wait, test or probe belongs to
  bool tries_lock = false;   ///< whether the packet that the instruction sends tries to take a busy
                             ///< lock
  bool is_repeated = false;  ///< whether the node repeats the test or probe if its answer is kTestAgainAnswer
  union {
    std::uint32_t count = 0;
    PostedCollectiveStage stage;
  };
  union {
    Request* request = nullptr;
    /// If a posted collective is among the first `count` requests of a test, the list goes on behind these with the
    /// messages for which such collectives wait, and ends with a null pointer.
    Request* const* requests;
    const Request* posted_collective;  ///< may have been released at later stages than PostedCollectiveStage::begun
    std::int64_t duration;             ///< duration of the computing in nanoseconds
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
