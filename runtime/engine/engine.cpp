#include "runtime/engine/engine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "runtime/call_text.hpp"

// `inline` marks what every event or message goes through: compilers leave more of it as calls, at a tenth of all time.

namespace switchyard {
namespace {

/// After so many polls in a row that found nothing, a node sleeps until something happens to one of its requests.
constexpr std::uint32_t kPollsBeforeSleep = 64;
/// When nothing is under way any more, a node that polls may still give up and do something else. So many times it is
/// let on for another kPollsBeforeSleep polls; then it counts as one that waits.
constexpr std::uint32_t kIdleRounds = 1000;
/// Programs that have gone on so many times, one after the other, at one instant of virtual time do so for ever.
constexpr std::uint32_t kMostRoundsAtOnce = 1U << 22U;
/// What so many nodes need is too much for the caches that are near.
constexpr std::uint32_t kManyNodes = 1024;

}  // namespace

Engine::Engine(const MachineModel& machine, const Options& options)
    : machine_(machine),
      options_(options),
      rates_(machine.rates()),
      looks_ahead_(machine.node_count() >= kManyNodes && options.arbiter == nullptr),
      processors_(machine.node_count()),
      queue_(machine.node_count()),
      copies_(machine.node_count()) {
  fabric_ = machine_.make_fabric(*this);
  if (machine_.has_active_messages()) {
    packet_ports_.reserve(processors_.size());
    for (std::uint32_t i = 0; i < processors_.size(); ++i) {
      packet_ports_.push_back(std::make_unique<PacketPort>(NodeId{i}, node_count()));
    }
  }
  if (options_.arbiter != nullptr) options_.arbiter->attach(*fabric_);
  ready_.reserve(processors_.size());
  stepping_.reserve(processors_.size());
  for (std::uint32_t i = 0; i < processors_.size(); ++i) ready_.push_back(NodeId{i});
}

Engine::Outcome Engine::advance() {
  const Outcome outcome = execute_events();
  copies_.finish();
  return outcome;
}

Engine::Outcome Engine::execute_events() {
  stepping_.swap(ready_);
  ready_.clear();
  for (const NodeId node : stepping_) {
    if (processor(node).failure != nullptr) fail(*processor(node).failure);
  }
  if (error_) return Outcome::failed;
  rounds_at_once_ = now_ == round_time_ ? rounds_at_once_ + 1 : 0;
  round_time_ = now_;
  if (rounds_at_once_ == kMostRoundsAtOnce) {
    stand_still(stepping_.front());
    return Outcome::failed;
  }
  end_turns();
  for (const NodeId node : stepping_) step(node, processor(node));
  for (;;) {
    while (!error_ && ready_.empty() && is_pending()) execute_next();  // most of the time
    if (error_) return Outcome::failed;
    if (must_dispatch()) return Outcome::dispatch;
    if (!is_pending() && !wake_idle_pollers()) return stuck();
    execute_next();
  }
}

/// While the event for `node` is dealt with, what the next two need comes into the caches, in steps that each need what
/// the one before has fetched: a node's state, its next instructions, what they are about. Several take effect at one
/// event, and a program mostly takes their requests one behind the other in memory.
inline void Engine::look_ahead(NodeId node) const {
  constexpr std::size_t kLines = 3;  // of a processor: up to where its stream is read
  constexpr std::size_t kInstructionLines = 2;
  constexpr std::size_t kRequests = 5;  // of one line each
  const NodeId next = queue_.next().node();
  const NodeId after = queue_.after_next().node();
  if (std::max({index(node), index(next), index(after)}) >= node_count()) return;  // events of the network itself
  prefetch_lines(&processor(after), kLines);
  prefetch_lines(processor(next).current.request, 2);
  if (const Instruction* first = processor(next).next_instruction()) prefetch_lines(first, kInstructionLines);
  if (const Instruction* first = processor(node).next_instruction()) prefetch_lines(first->request, kRequests);
  fabric_->look_ahead(next, after);
}

void Engine::execute_next() {
  const VirtualTime before = now_;
  const Event event = next_event();
  if (event.kind == kDeadline && is_past(event)) {
    now_ = before;
    return;
  }
  turn_ = turn_time_ == now_ ? std::max(turn_, index(event.node())) : index(event.node());
  turn_time_ = now_;
  if (options_.time_limit && now_.time_since_epoch() > *options_.time_limit) [[unlikely]]
    return exceed_time_limit();
  if (looks_ahead_ && !queue_.empty()) look_ahead(event.node());
  hash_.add(event);
  ++events_;
  if (options_.log != nullptr) [[unlikely]]
    options_.log->push_back(event);
  if (event.kind >= kFirstFabricKind) {
    touch(event.node());
    touch_by_fabric();
    fabric_->on_event(event);
  } else if (event.kind == kResume) {
    step(event.node(), processor(event.node()));
  } else {
    touch_by_fabric();
    if (event.kind == kHandle) handle_packet(event.node());
    if (event.kind == kDeadline) go_on(event.node(), processor(event.node()));  // the answer is 0 still
  }
}

[[gnu::cold]] void Engine::push_arbitrated(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) {
  arbitrated_.push(at, node, kind, item);
}
[[gnu::cold]] Event Engine::pop_arbitrated() { return arbitrated_.take(options_.arbiter->choose(arbitrated_.all())); }

[[gnu::cold]] void Engine::exceed_time_limit() {
  fail(std::make_exception_ptr(LivelockError(
      fmt::format("livelock: the run has not ended within the virtual-time limit of {:.3f} us; the network "
                  "still moves (seed {})",
                  microseconds(*options_.time_limit), options_.seed))));
}

void Engine::stand_still(NodeId node) {
  fail(std::make_exception_ptr(LivelockError(fmt::format(
      "livelock: virtual time stands still at {:.3f} us, while node {} goes on making calls that take none, "
      "or nodes do so in turn (seed {})",
      microseconds(now_), index(node), options_.seed))));
}

[[gnu::cold]] void Engine::run_out_of_time() {
  fail(std::make_exception_ptr(
      Error(fmt::format("virtual time has run out at {:.3f} us: an event would be past {:.0f} years; use smaller "
                        "constants, sizes and costs (seed {})",
                        microseconds(now_),
                        std::chrono::duration<double, std::ratio<31556952>>(Duration::max()).count(), options_.seed))));
}

bool Engine::advance_until(VirtualTime limit) {
  ready_.clear();
  while (!error_ && ready_.empty()) {
    const auto next = next_due();
    if (!next || *next > limit) break;
    execute_next();
  }
  copies_.finish();
  return !error_ && !ready_.empty();
}

void Engine::enter(NodeId node, VirtualTime at) {
  ready_.clear();
  now_ = std::max(now_, at);
  end_turns();
  if (Processor& p = processor(node); p.stage == Processor::Stage::idle) step(node, p);
  copies_.finish();
}

std::optional<VirtualTime> Engine::next_due() {
  if (queue_.empty()) return std::nullopt;
  return std::max(now_, VirtualTime{Duration{queue_.next_time()}});
}

Engine::Outcome Engine::run_dry(VirtualTime at) {
  now_ = std::max(now_, at);
  return wake_idle_pollers() ? Outcome::dispatch : stuck();
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
          show(node, {});
          ready_.push_back(node);
          return;
        }
        p.cursor = 0;
        note_operation(p);
        p.stage = Processor::Stage::starting;
        [[fallthrough]];
      case Processor::Stage::starting:
        if (const Duration debt = pay_debt(p); debt > Duration::zero()) {
          show(node, {NodeActivity::receives});
          return sleep(node, debt);
        }
        p.stage = Processor::Stage::effect;
        if (const Duration first = begin(node, p.current); first > Duration::zero()) {
          show_start(node, p.current);
          return sleep(node, first);
        }
        [[fallthrough]];
      case Processor::Stage::effect:
        p.stage = Processor::Stage::idle;
        if (!take_effect(node, p)) return;
        break;
      case Processor::Stage::blocked:
      case Processor::Stage::polling:
      case Processor::Stage::finished:
        return;
    }
  }
}

/// A send and the wait for it right behind are one operation, which pays what is owed before it starts, and not again
/// while the message is on its way. What else the wait is for pays after that.
inline void Engine::note_operation(Processor& p) noexcept {
  const Instruction& next = p.current;
  const Request* sent = std::exchange(p.posted, nullptr);
  p.goes_on = false;
  switch (next.kind) {
    case Instruction::Kind::post:
      if (next.request->kind == Request::Kind::send) p.posted = next.request;
      break;
    case Instruction::Kind::wait_one:
      p.goes_on = next.request == sent;
      break;
    case Instruction::Kind::wait_all:
      p.goes_on = next.count > 0 && next.requests[0] == sent;
      break;
    default:
      break;
  }
}

inline Duration Engine::pay_debt(Processor& p) noexcept {
  if (p.goes_on && (p.current.count <= 1 || !p.current.requests[0]->complete)) return Duration::zero();
  return std::exchange(p.debt, Duration::zero()) + std::exchange(p.receipt, Duration::zero());
}

/// Processor time before the instruction takes effect.
inline Duration Engine::begin(NodeId node, const Instruction& instruction) {
  switch (instruction.kind) {
    case Instruction::Kind::post:
      return instruction.request->kind == Request::Kind::send ? fabric_->send_overhead(*instruction.request)
                                                              : Duration::zero();
    case Instruction::Kind::compute:
    case Instruction::Kind::compute_work:
      return Duration{instruction.duration};
    case Instruction::Kind::test:
      return rates_.poll;
    case Instruction::Kind::request:
      return rates_.packet_send;
    case Instruction::Kind::poll:
      return packet_ports_[index(node)]->inbox.empty() ? rates_.poll : Duration::zero();
    default:
      return Duration::zero();
  }
}

/// True if the processor may go on to its next instruction at once.
inline bool Engine::take_effect(NodeId node, Processor& p) {
  const Instruction& instruction = p.current;
  if (instruction.kind != Instruction::Kind::test && instruction.kind != Instruction::Kind::poll) p.failed_polls = 0;
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
      block(node, p);
      return false;
    case Instruction::Kind::test:
      return poll(p);
    case Instruction::Kind::request:
      return request(node, p);
    case Instruction::Kind::poll:
      return handle_arrived(node, p);
    case Instruction::Kind::poll_until:
      return poll_until(node, p);
    case Instruction::Kind::compute:
      return true;
    case Instruction::Kind::compute_work:  // always through ready(), so that its thread's speed changes no order
      p.local_time = now_;
      ready_.push_back(node);
      return false;
    case Instruction::Kind::collective:
      reach_collective(node, p);
      return false;
    case Instruction::Kind::mark:
      marks_.push_back({node, now_, instruction.label});
      if (options_.observer != nullptr) options_.observer->node_marked(now_, node, instruction.label);
      return true;
    case Instruction::Kind::finish:
      show(node, {NodeActivity::finished});
      close(p);
      return false;
    case Instruction::Kind::fail:
      fail(*instruction.error);
      close(p);
      return false;
  }
  return false;
}

inline bool Engine::wait_is_over(Processor& p) noexcept {
  const Instruction& wait = p.current;
  if (wait.kind == Instruction::Kind::wait_one) {
    if (!wait.request->complete) p.awaited = wait.request;
    return p.awaited == nullptr;
  }
  if (wait.kind == Instruction::Kind::wait_all) {
    while (p.cursor < wait.count && wait.requests[p.cursor]->complete) ++p.cursor;
    if (p.cursor < wait.count) p.awaited = wait.requests[p.cursor];
    return p.awaited == nullptr;
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
  return p.answer == 1 ? found(p) : found_nothing(p);
}

bool Engine::found(Processor& p) const noexcept {
  p.failed_polls = 0;
  return true;
}

/// A node that can only poll sleeps until something can have changed.
bool Engine::found_nothing(Processor& p) const noexcept {
  if (++p.failed_polls < kPollsBeforeSleep) return true;
  p.stage = Processor::Stage::polling;
  p.blocked_since = now_;
  return false;
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
  p.awaited = nullptr;
  after = std::max(after, handler_rest(node));
  show(node, {after > Duration::zero() ? NodeActivity::receives : NodeActivity::running});
  sleep(node, after);
}

void Engine::complete(Request& request, Duration after) {
  touch(request.owner);
  request.complete = true;
  idle_rounds_ = 0;
  Processor& p = processor(request.owner);
  if (is_blocked_on(request)) {
    unblock(request.owner, p, after);
  } else if (p.stage == Processor::Stage::polling) {
    wake_poller(request.owner, p);
  }
}

/// Blocked until one of several requests is complete, of which this is one.
bool Engine::waits_for_any(const Processor& p, const Request& request) noexcept {
  if (p.stage != Processor::Stage::blocked || p.current.kind != Instruction::Kind::wait_any) return false;
  const std::span all(p.current.requests, p.current.count);
  return std::ranges::find(all, &request) != all.end();
}

/// The last node to come carries out what all have asked for, as all of them are parked; the fabric says how long it
/// takes.
void Engine::reach_collective(NodeId node, Processor& p) {
  block(node, p);
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

/// An instruction that takes processor time before it takes effect.
void Engine::show_start(NodeId node, const Instruction& instruction) {
  if (options_.observer == nullptr) return;
  if (instruction.kind == Instruction::Kind::post) {
    const Request& send = *instruction.request;
    return show(node, {NodeActivity::sends, send.peer, send.tag, send.bytes});
  }
  const bool polls = instruction.kind == Instruction::Kind::test || instruction.kind == Instruction::Kind::poll;
  const bool sends = instruction.kind == Instruction::Kind::request;
  show(node, {polls ? NodeActivity::polls : sends ? NodeActivity::sends : NodeActivity::computes});
}

void Engine::show_wait(NodeId node, const Processor& p) {
  if (options_.observer == nullptr) return;
  const Instruction& wait = p.current;
  switch (wait.kind) {
    case Instruction::Kind::collective:
      return show(node, {NodeActivity::in_collective});
    case Instruction::Kind::wait_any:
      return show(node, {NodeActivity::waits_for_any});
    case Instruction::Kind::wait_one:
    case Instruction::Kind::wait_all:
      break;
    default:
      return show(node, {NodeActivity::waits_for_packet});
  }
  const Request& request = *p.awaited;
  const bool sends = request.kind == Request::Kind::send;
  NodeState state{sends ? NodeActivity::waits_to_send : NodeActivity::waits_to_receive, std::nullopt, request.tag,
                  request.bytes};
  if (request.peer != kAnyNode) state.peer = request.peer;
  show(node, state);
}

void Engine::leave_collective(NodeId node, Duration after) {
  touch(node);
  processor(node).stage = Processor::Stage::idle;
  sleep(node, std::max(after, handler_rest(node)));
}

void Engine::block(NodeId node, Processor& p) {
  p.stage = Processor::Stage::blocked;
  p.blocked_since = now_;
  show_wait(node, p);
  if (!packet_ports_.empty()) receive_packet(node);
}

/// How long the node is still busy with handlers.
Duration Engine::handler_rest(NodeId node) const noexcept {
  if (packet_ports_.empty()) return Duration::zero();
  return std::max(packet_ports_[index(node)]->busy_until - now_, Duration::zero());
}

/// The node's own next instruction, after all that handlers have taken of its time.
void Engine::go_on(NodeId node, Processor& p) {
  p.stage = Processor::Stage::idle;
  const Duration rest = handler_rest(node);
  show(node, {rest > Duration::zero() ? NodeActivity::handles : NodeActivity::running});
  sleep(node, rest);
}

bool Engine::deliver(Request& receive, NodeId source, const std::byte* data, std::uint64_t bytes) {
  if (!accept(receive, source, bytes)) return false;
  if (bytes > 0) std::memcpy(receive.data, data, bytes);
  return true;
}

bool Engine::deliver(Request& receive, const Request& send) {
  if (!accept(receive, send.owner, send.bytes)) return false;
  const bool past_caches = copies_.is_much(send.bytes) && !looks_soon(processor(receive.owner));
  copies_.add(receive.data, send.data, send.bytes, past_caches);
  return true;
}

/// Whether the program can look at what has come before long: it waits for little else first.
bool Engine::looks_soon(const Processor& p) noexcept {
  constexpr std::size_t kLittle = 4;  // a send, a receive, the wait for both and what they are a part of
  const bool waits_for_all = p.stage == Processor::Stage::blocked && p.current.kind == Instruction::Kind::wait_all;
  return p.stream.read_available() + (waits_for_all ? p.current.count - p.cursor : 0) <= kLittle;
}

bool Engine::hand_over(Request& receive, const Request& send, Duration software) {
  if (!deliver(receive, send)) return false;
  touch(receive.owner);
  receive.complete = true;
  idle_rounds_ = 0;
  Processor& p = processor(receive.owner);
  if (is_blocked_on(receive)) {
    unblock(receive.owner, p, software);
  } else {
    charge_receipt(receive.owner, software);
    if (p.stage == Processor::Stage::polling) wake_poller(receive.owner, p);
  }
  return true;
}

inline bool Engine::accept(Request& receive, NodeId source, std::uint64_t bytes) {
  if (bytes > receive.bytes) {
    fail(std::make_exception_ptr(NodeError(receive.owner, buffer_too_small_text(receive, source, bytes))));
    return false;
  }
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
  std::vector<WaitGroup> groups;
  std::vector<bool> finished(processors_.size());
  for (std::uint32_t i = 0; i < processors_.size(); ++i) {
    finished[i] = processors_[i].stage == Processor::Stage::finished;
    if (!finished[i]) waiters.push_back(waiter(NodeId{i}, groups));
  }
  fail(std::make_exception_ptr(
      DeadlockError(WaitGraph(std::move(waiters), std::move(groups), std::move(finished), now_, options_.seed))));
  return Outcome::failed;
}

/// What `node` waits for, as an edge to each node that could end the wait.
Waiter Engine::waiter(NodeId node, std::vector<WaitGroup>& groups) const {
  const Processor& p = processor(node);
  Waiter result{.node = node, .since = p.blocked_since};
  const Instruction& at = p.current;
  if (at.kind == Instruction::Kind::collective) {
    const char* name = name_of(at.call->kind);
    result.call = fmt::format("{} ({})", name, call_site_text(at.site));
    result.groups.push_back(group_of(groups, fmt::format("reaching the {}", name), node_count(), [&](NodeId other) {
      const Processor& o = processor(other);
      return o.stage != Processor::Stage::blocked || o.current.kind != Instruction::Kind::collective;
    }));
    return result;
  }
  const auto add_any = [&](const char* what) {
    result.groups.push_back(group_of(groups, what, node_count(), [&](NodeId other) {
      return processor(other).stage != Processor::Stage::finished;
    }));
  };
  if (at.kind == Instruction::Kind::request) {
    result.call = fmt::format("request ({})", call_site_text(at.site));
    fabric_->packet_blockers(node, result.blockers);
    return result;
  }
  if (at.kind == Instruction::Kind::poll || at.kind == Instruction::Kind::poll_until) {
    result.call = fmt::format("polling ({})", call_site_text(at.site));
    add_any("an active message");
    return result;
  }
  const auto add = [&](const Request& request) {
    if (!result.call.empty()) result.call += " or ";
    result.call += call_text(request);
    fabric_->blockers(request, result.blockers);
    if (request.kind != Request::Kind::receive) return;
    if (request.peer != kAnyNode) return result.blockers.push_back({request.peer, "its message"});
    add_any("a message from any node");
  };
  if (at.kind == Instruction::Kind::wait_any) {
    for (std::uint32_t i = 0; i < at.count; ++i) add(*at.requests[i]);
  } else {
    add(p.awaited != nullptr ? *p.awaited : *at.request);
  }
  return result;
}

}  // namespace switchyard
