#pragma once
/// \file instruction.hpp
/// What a node program asks of the virtual clock: a stream of instructions per node, executed in program order in
/// virtual time. A node runs ahead of the clock and parks only where it needs an answer; as every stream is a FIFO
/// with one writer and one reader, the results cannot depend on how the threads are scheduled (G. Kahn, "The
/// semantics of a simple language for parallel programming", 1974).

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
#include <span>

#include "runtime/active_message.hpp"
#include "runtime/call_site.hpp"
#include "runtime/collective.hpp"
#include "runtime/request.hpp"
#include "runtime/waiting_call.hpp"

namespace switchyard {

struct Instruction {
  enum class Kind : std::uint8_t {
    post,          ///< request: a send or a receive
    probe,         ///< request: a probe that does not wait; the answer is 0 or 1
    cancel,        ///< request
    wait_one,      ///< request
    wait_all,      ///< requests[0..count); or a probe, alone
    wait_any,      ///< requests[0..count); the answer is the index
    wait_some,     ///< requests[0..count); waits for one, and tells all that are complete
    test_any,      ///< requests[0..count); the answer is how many are complete, and they are told
    test_all,      ///< as test_any, but counts as a poll in vain unless all are complete
    look,          ///< as test_any, but takes no time
    compute,       ///< duration
    compute_work,  ///< duration, and real work that its thread does meanwhile
    request,       ///< sends the node's next outgoing packet
    poll,          ///< handles arrived packets; the answer is whether one of requests[0..count) is complete
    poll_until,    ///< condition; the answer is 1, or 0 past its deadline or if one of `count` watched requests is
                   ///< complete
    lock_refused,  ///< owner, whose busy lock the node has tried to take in vain
    collective,    ///< call; the answer is 1, or 0 if one of `count` watched requests is complete
    in_turn,       ///< action
    mark,          ///< label
    finish,        ///< the program has returned
    fail,          ///< the program has thrown `error`
  };

  Instruction() = default;
  explicit Instruction(Kind what, CallSite where = {}) : kind(what), site(where) {}
  static Instruction about(Kind kind, Request& request) {
    Instruction instruction(kind, request.site);
    instruction.request = &request;
    return instruction;
  }
  static Instruction about(Kind kind, std::span<Request* const> requests, CallSite site) {
    Instruction instruction(kind, site);
    instruction.count = static_cast<std::uint32_t>(requests.size());
    instruction.requests = requests.data();
    return instruction;
  }
  static Instruction waiting_for(Kind kind, Request& request, WaitSite where) {
    Instruction instruction(kind, where.site);
    instruction.waiting = where.call;
    instruction.request = &request;
    return instruction;
  }
  static Instruction waiting_for(Kind kind, std::span<Request* const> requests, WaitSite where) {
    Instruction instruction = about(kind, requests, where.site);
    instruction.waiting = where.call;
    return instruction;
  }
  static Instruction joining(const CollectiveCall& collective, CallSite site) {
    Instruction instruction(Kind::collective, site);
    instruction.count = static_cast<std::uint32_t>(collective.watched.size());
    instruction.call = &collective;
    return instruction;
  }
  static Instruction polling_until(const PollCondition& condition, CallSite site) {
    Instruction instruction(Kind::poll_until, site);
    instruction.count = static_cast<std::uint32_t>(condition.watched.size());
    instruction.condition = &condition;
    return instruction;
  }
  static Instruction refused(NodeId owner, CallSite site) {
    Instruction instruction(Kind::lock_refused, site);
    instruction.owner = owner;
    return instruction;
  }
  static Instruction lasting(Kind kind, Duration cost, CallSite site) {
    Instruction instruction(kind, site);
    instruction.duration = cost.count();
    return instruction;
  }

  Kind kind = Kind::finish;
  WaitingCall waiting = WaitingCall::wait;  ///< of a wait, a test or a probe: what the program has called
  bool tries_lock = false;                  ///< of a request: Packet::tries_lock
  std::uint32_t count = 0;
  union {
    Request* request = nullptr;
    Request* const* requests;
    std::int64_t duration;  ///< ns
    NodeId owner;
    const char* label;
    const CollectiveCall* call;
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
