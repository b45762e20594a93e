#include "runtime/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/call_text.hpp"

namespace switchyard {
namespace {

/// After so many polls in a row that found nothing, a node sleeps until something happens to one of its requests.
constexpr std::uint32_t kPollsBeforeSleep = 64;
/// When nothing is under way any more, a node that polls may still give up and do something else. So many times it is
/// let on for another kPollsBeforeSleep polls; then it counts as one that waits.
constexpr std::uint32_t kIdleRounds = 1000;

}  // namespace

Engine::Engine(const MachineModel& machine, const Options& options)
    : machine_(machine), options_(options), rates_(machine.rates()), processors_(machine.node_count()), queue_(machine.node_count()) {
  fabric_ = machine_.make_fabric(*this);
  if (options_.arbiter != nullptr) options_.arbiter->attach(*fabric_);
  ready_.reserve(processors_.size());
  stepping_.reserve(processors_.size());
  for (std::uint32_t i = 0; i < processors_.size(); ++i) ready_.push_back(NodeId{i});
}

Engine::Outcome Engine::advance() {
  stepping_.swap(ready_);
  ready_.clear();
  for (const NodeId node : stepping_) {
    if (processor(node).failure != nullptr) fail(*processor(node).failure);
  }
  if (error_) return Outcome::failed;
  for (const NodeId node : stepping_) step(node, processor(node));
  for (;;) {
    if (error_) return Outcome::failed;
    if (must_dispatch()) return Outcome::dispatch;
    if (!is_pending() && !wake_idle_pollers()) return stuck();
    execute_next();
  }
}

void Engine::execute_next() {
  const Event event = next_event();
  if (options_.time_limit && now_.time_since_epoch() > *options_.time_limit) {
    return fail(std::make_exception_ptr(
        LivelockError(fmt::format("livelock: the run has not ended within the virtual-time limit of {:.3f} us; the network "
                          "still moves (seed {})",
                          microseconds(*options_.time_limit), options_.seed))));
  }
  hash_.add(event);
  ++events_;
  if (options_.log != nullptr) options_.log->push_back(event);
  if (event.kind >= kFirstFabricKind) {
    touch(event.node());
    touch_by_fabric();
    fabric_->on_event(event);
  } else {
    step(event.node(), processor(event.node()));
  }
}

bool Engine::advance_until(VirtualTime limit) {
  ready_.clear();
  while (!error_ && ready_.empty()) {
    const auto next = next_due();
    if (!next || *next > limit) return false;
    execute_next();
  }
  return !error_;
}

void Engine::enter(NodeId node, VirtualTime at) {
  ready_.clear();
  now_ = std::max(now_, at);
  if (Processor& p = processor(node); p.stage == Processor::Stage::idle) step(node, p);
}

std::optional<VirtualTime> Engine::next_due() {
  if (queue_.empty()) return std::nullopt;
  return std::max(now_, VirtualTime{Duration{queue_.next_time()}});
}

Engine::Outcome Engine::run_dry(VirtualTime at) {
  now_ = std::max(now_, at);
  return wake_idle_pollers() ? Outcome::dispatch : stuck();
}

/// Nodes run before virtual time goes on; where the order is chosen, before anything is chosen.
bool Engine::must_dispatch() {
  if (ready_.empty()) return false;
  return options_.arbiter != nullptr || queue_.empty() || queue_.next_time() > now_.time_since_epoch().count();
}

/// An event that was held up happens when virtual time has got to.
Event Engine::next_event() {
  const Event event = options_.arbiter == nullptr ? queue_.pop() : arbitrated_.take(options_.arbiter->choose(arbitrated_.all()));
  now_ = std::max(now_, VirtualTime{Duration{event.time}});
  return event;
}

/// The fabric is about to act.
void Engine::touch_by_fabric() noexcept {
  if (options_.arbiter != nullptr && !fabric_->tells_what_it_touches()) options_.arbiter->touch(Arbiter::kEverything);
}

void Engine::step(NodeId node, Processor& p) {
  touch(node);
  for (;;) {
    switch (p.stage) {
      case Processor::Stage::idle:
        if (!p.stream.pop(p.current)) {
          p.local_time = now_;
          ready_.push_back(node);
          return;
        }
        p.cursor = 0;
        p.stage = Processor::Stage::starting;
        [[fallthrough]];
      case Processor::Stage::starting:
        if (p.debt > Duration::zero()) return sleep(node, std::exchange(p.debt, Duration::zero()));
        p.stage = Processor::Stage::effect;
        if (const Duration first = begin(p.current); first > Duration::zero()) return sleep(node, first);
        [[fallthrough]];
      case Processor::Stage::effect:
        p.stage = Processor::Stage::idle;
        if (!take_effect(node, p)) return;
        break;
      case Processor::Stage::blocked:
      case Processor::Stage::polling:
      case Processor::Stage::finished: return;
    }
  }
}

/// Processor time before the instruction takes effect.
Duration Engine::begin(const Instruction& instruction) {
  switch (instruction.kind) {
    case Instruction::Kind::post:
      return instruction.request->kind == Request::Kind::send ? fabric_->send_overhead(*instruction.request)
                                                              : Duration::zero();
    case Instruction::Kind::compute:
    case Instruction::Kind::compute_work: return Duration{instruction.duration};
    case Instruction::Kind::test: return rates_.poll;
    default: return Duration::zero();
  }
}

/// True if the processor may go on to its next instruction at once.
bool Engine::take_effect(NodeId node, Processor& p) {
  const Instruction& instruction = p.current;
  if (instruction.kind != Instruction::Kind::test) p.failed_polls = 0;
  switch (instruction.kind) {
    case Instruction::Kind::post:
      touch_by_fabric();
      if (instruction.request->kind == Request::Kind::send) {
        fabric_->post_send(*instruction.request);
      } else {
        fabric_->post_receive(*instruction.request);
      }
      return true;
    case Instruction::Kind::wait_one:
    case Instruction::Kind::wait_all:
    case Instruction::Kind::wait_any:
      if (wait_is_over(p)) return true;
      p.stage = Processor::Stage::blocked;
      p.blocked_since = now_;
      return false;
    case Instruction::Kind::test: return poll(p);
    case Instruction::Kind::compute: return true;
    case Instruction::Kind::compute_work:  // always through ready(), so that its thread's speed changes no order
      p.local_time = now_;
      ready_.push_back(node);
      return false;
    case Instruction::Kind::collective: reach_collective(p); return false;
    case Instruction::Kind::mark: marks_.push_back({node, now_, instruction.label}); return true;
    case Instruction::Kind::finish: close(p); return false;
    case Instruction::Kind::fail:
      fail(*instruction.error);
      close(p);
      return false;
  }
  return false;
}

bool Engine::wait_is_over(Processor& p) const noexcept {
  const Instruction& wait = p.current;
  if (wait.kind == Instruction::Kind::wait_one) return wait.request->complete;
  if (wait.kind == Instruction::Kind::wait_all) {
    while (p.cursor < wait.count && wait.requests[p.cursor]->complete) ++p.cursor;
    return p.cursor == wait.count;
  }
  for (std::uint32_t i = 0; i < wait.count; ++i) {
    if (!wait.requests[i]->complete) continue;
    p.answer = i;
    return true;
  }
  return false;
}

bool Engine::poll(Processor& p) {
  p.answer = p.current.request->complete ? 1 : 0;
  if (p.answer == 1) {
    p.failed_polls = 0;
  } else if (++p.failed_polls >= kPollsBeforeSleep) {
    p.stage = Processor::Stage::polling;
    p.blocked_since = now_;
    return false;
  }
  return true;
}

/// The poll during which something arrived: the first multiple of the polling period from now on.
void Engine::wake_poller(NodeId node, Processor& p) {
  const Duration slept = now_ - p.blocked_since;
  const Duration rest = (rates_.poll - slept % rates_.poll) % rates_.poll;
  p.stage = Processor::Stage::effect;
  p.failed_polls = 0;
  sleep(node, rest);
}

bool Engine::wake_idle_pollers() {
  if (idle_rounds_ == kIdleRounds) return false;
  ++idle_rounds_;
  bool any = false;
  for (std::uint32_t i = 0; i < processors_.size(); ++i) {
    if (processors_[i].stage != Processor::Stage::polling) continue;
    touch(NodeId{i});
    wake_poller(NodeId{i}, processors_[i]);
    any = true;
  }
  return any;
}

void Engine::close(Processor& p) {
  p.stage = Processor::Stage::finished;
  p.local_time = now_;
  ++finished_;
}

void Engine::unblock(NodeId node, Processor& p, Duration after) {
  p.stage = Processor::Stage::starting;  // a wait looks again at what is left of it
  sleep(node, after);
}

void Engine::complete(Request& request, Duration after) {
  touch(request.owner);
  request.complete = true;
  idle_rounds_ = 0;
  Processor& p = processor(request.owner);
  if (p.stage == Processor::Stage::blocked && is_blocked_on(request)) {
    unblock(request.owner, p, after);
  } else if (p.stage == Processor::Stage::polling) {
    wake_poller(request.owner, p);
  }
}

bool Engine::is_blocked_on(const Request& request) const noexcept {
  const Processor& p = processor(request.owner);
  if (p.stage != Processor::Stage::blocked) return false;
  const Instruction& wait = p.current;
  if (wait.kind == Instruction::Kind::wait_one) return wait.request == &request;
  if (wait.kind == Instruction::Kind::wait_all) return wait.requests[p.cursor] == &request;
  return wait.kind == Instruction::Kind::wait_any &&
         std::find(wait.requests, wait.requests + wait.count, &request) != wait.requests + wait.count;
}

/// The last node to come carries out what all have asked for, as all of them are parked; the fabric says how long it takes.
void Engine::reach_collective(Processor& p) {
  p.stage = Processor::Stage::blocked;
  p.blocked_since = now_;
  if (++in_collective_ < processors_.size()) return;
  in_collective_ = 0;
  if (options_.arbiter != nullptr) options_.arbiter->touch(Arbiter::kEverything);
  std::vector<const CollectiveCall*> calls;
  for (const Processor& each : processors_) calls.push_back(each.current.call);
  try {
    carry_out(calls);
  } catch (...) {  // an operation that throws
    return fail(std::current_exception());
  }
  fabric_->begin_collective(calls.front()->kind, calls.front()->data.size());
}

void Engine::leave_collective(NodeId node, Duration after) {
  touch(node);
  processor(node).stage = Processor::Stage::idle;
  sleep(node, after);
}

bool Engine::deliver(Request& receive, NodeId source, const std::byte* data, std::uint64_t bytes) {
  if (bytes > receive.bytes) {
    fail(std::make_exception_ptr(NodeError(receive.owner, buffer_too_small_text(receive, source, bytes))));
    return false;
  }
  if (bytes > 0) std::memcpy(receive.data, data, bytes);
  receive.bytes = bytes;
  receive.peer = source;
  return true;
}

void Engine::fail(std::exception_ptr error) {
  if (!error_) error_ = std::move(error);
}

Engine::Outcome Engine::stuck() {
  if (finished_ == processors_.size()) return Outcome::done;
  std::vector<Waiter> waiters;
  std::vector<bool> finished(processors_.size());
  for (std::uint32_t i = 0; i < processors_.size(); ++i) {
    finished[i] = processors_[i].stage == Processor::Stage::finished;
    if (!finished[i]) waiters.push_back(waiter(NodeId{i}));
  }
  fail(std::make_exception_ptr(DeadlockError(WaitGraph(std::move(waiters), std::move(finished), now_, options_.seed))));
  return Outcome::failed;
}

/// What `node` waits for, as an edge to each node that could end the wait.
Waiter Engine::waiter(NodeId node) const {
  const Processor& p = processor(node);
  Waiter result{node, {}, p.blocked_since, {}, false};
  const Instruction& at = p.current;
  if (at.kind == Instruction::Kind::collective) {
    const char* name = name_of(at.call->kind);
    result.call = fmt::format("{} ({})", name, call_site_text(at.site));
    for (std::uint32_t i = 0; i < processors_.size(); ++i) {
      const Processor& other = processors_[i];
      const bool is_there = other.stage == Processor::Stage::blocked && other.current.kind == Instruction::Kind::collective;
      if (!is_there) result.blockers.push_back({NodeId{i}, fmt::format("reaching the {}", name)});
    }
    return result;
  }
  const auto add = [&](const Request& request) {
    if (!result.call.empty()) result.call += " or ";
    result.call += call_text(request);
    fabric_->blockers(request, result.blockers);
    if (request.kind != Request::Kind::receive) return;
    if (request.peer != kAnyNode) return result.blockers.push_back({request.peer, "its message"});
    for (std::uint32_t i = 0; i < processors_.size(); ++i) {
      const NodeId other{i};
      if (other != node && processor(other).stage != Processor::Stage::finished) result.blockers.push_back({other, "a message from any node"});
    }
  };
  if (at.kind == Instruction::Kind::wait_any) {
    for (std::uint32_t i = 0; i < at.count; ++i) add(*at.requests[i]);
  } else {
    add(at.kind == Instruction::Kind::wait_all ? *at.requests[p.cursor] : *at.request);
  }
  return result;
}

}  // namespace switchyard
