#pragma once
/// \file nodes.hpp
/// What each node does at the moment - runs, waits, polls, sleeps until an instant - and how it gets from one to the
/// other. The parts of the engine that decide why it does so stand on this one.

#include <cstdint>
#include <span>
#include <vector>

#include "runtime/engine/agenda.hpp"
#include "runtime/engine/processor.hpp"
#include "runtime/machine.hpp"
#include "runtime/observer.hpp"

namespace switchyard {

class ActiveMessages;

/// Kinds of events that are the engine's own; those of fabrics begin at Emulation::kFirstFabricKind.
enum EngineEvent : std::uint32_t {
  kResume = 0,    ///< the node goes on with its current instruction, or with the next one
  kHandle,        ///< the node has received the first packet of its inbox
  kDeadline,      ///< of the node's poll with number `item`
  kAcknowledged,  ///< the node hears that its synchronous send with number `item` was received
};

class Nodes {
 public:
  Nodes(const MachineModel& machine, Agenda& agenda)
      : agenda_(agenda), rates_(machine.rates()), processors_(machine.node_count()) {}

  Processor& operator[](NodeId node) noexcept { return processors_[index(node)]; }
  const Processor& operator[](NodeId node) const noexcept { return processors_[index(node)]; }
  std::uint32_t count() const noexcept { return static_cast<std::uint32_t>(processors_.size()); }
  const ProcessorRates& rates() const noexcept { return rates_; }
  Agenda& agenda() const noexcept { return agenda_; }
  bool all_have_finished() const noexcept { return finished_ == processors_.size(); }
  /// For machines that have active messages: a node that waits receives them.
  void attach(ActiveMessages& messages) noexcept { messages_ = &messages; }

  // --- what a node does from now on ---------------------------------------------------------------------------------
  /// Its turn comes `after` from now.
  void sleep(NodeId node, Duration after) { agenda_.schedule(after, node, kResume, 0); }
  /// It waits for what its current instruction is about.
  void block(NodeId node) {
    Processor& p = (*this)[node];
    p.stage = Processor::Stage::blocked;
    p.blocked_since = agenda_.now();
    show_wait(node);
    if (messages_ != nullptr) receive_next(node);
  }
  /// The wait is over, or may be: it looks again `after` from now, and not before handlers have let go of it.
  void unblock(NodeId node, Duration after);
  /// It goes on with its next instruction once handlers have let go of it.
  void resume(NodeId node);
  /// The same, `after` from now at the earliest, if that is not past the limit for what is under way.
  void leave_collective(NodeId node, Duration after);
  void limit_collective(Duration longest) noexcept { longest_collective_ = longest; }
  /// Its program has returned or thrown.
  void close(NodeId node);

  // --- polling ------------------------------------------------------------------------------------------------------
  /// A poll has found nothing. False if the node, which does nothing else, sleeps until something can have changed.
  bool poll_in_vain(NodeId node);
  /// It has not got a busy lock. False if the node, which does nothing else, sleeps until the lock is free or something
  /// has come for it.
  bool try_in_vain(NodeId node);
  /// So many vain tries of a lock in a row put a node to sleep. Where no arbiter chooses orders they are many, as a
  /// node that sleeps does not try at the instants at which its program would.
  static std::uint32_t tries_before_sleep(const Arbiter* arbiter) noexcept {
    return arbiter != nullptr ? kTriesBeforeSleep : 64 * kTriesBeforeSleep;
  }
  /// So often sleeping nodes are woken to try as many times again, once nothing else goes on in the run.
  static std::uint32_t idle_try_rounds(const Arbiter* arbiter) noexcept {
    return arbiter != nullptr ? kIdleTryRounds : 1;
  }
  /// Something has come for a node that polls: it sees it at the first multiple of its polling period from now on, or
  /// from `later` than now on.
  void wake_poller(NodeId node, Duration later = Duration::zero());
  /// Nothing is under way any more: nodes that poll or try a lock may give up and do something else. False if they have
  /// been let on so often that they count as waiting.
  bool wake_idle_pollers();
  void note_arrival() noexcept { idle_rounds_ = 0; }
  /// The node has probed. Until one of its polls finds something, a message that comes wakes it, as it may sleep
  /// between two probes.
  void note_probe(NodeId node) noexcept {
    (*this)[node].polls_for_messages = true;
    have_probed_ = true;
  }
  /// Whether a node has ever looked for messages without receiving them.
  bool have_probed() const noexcept { return have_probed_; }

  // --- requests -----------------------------------------------------------------------------------------------------
  /// `request` is done; a node blocked in a wait for it goes on `after` later. Once for each request.
  void complete(Request& request, Duration after);
  /// The same for a receive, whose owner pays `software` then or with its next operation.
  void complete_receive(Request& receive, Duration software);
  /// True while the owner is blocked in a wait for just this request.
  bool is_blocked_on(const Request& request) const noexcept {
    const Processor& p = (*this)[request.owner];
    return p.awaited == &request || waits_for_any(p, request);
  }
  /// The next operation of `node` starts this much later.
  void charge(NodeId node, Duration cost) noexcept {
    agenda_.touch(node);
    (*this)[node].debt += cost;
  }
  /// The same for software that something which has come makes the node run; ProcessorRates::one_receipt.
  void charge_receipt(NodeId node, Duration cost) noexcept {
    agenda_.touch(node);
    Duration& owed = (*this)[node].receipt;
    owed = rates_.one_receipt ? std::max(owed, cost) : owed + cost;
  }

  // --- for the observer ---------------------------------------------------------------------------------------------
  void show(NodeId node, const NodeState& state) {
    if (agenda_.options().observer != nullptr) [[unlikely]]
      tell(node, state);
  }
  /// What the node waits for.
  void show_wait(NodeId node) {
    if (agenda_.options().observer != nullptr) [[unlikely]]
      show(node, wait_of(node));
  }

 private:
  void tell(NodeId node, const NodeState& state);
  NodeState wait_of(NodeId node) const;
  void receive_next(NodeId node);
  static bool waits_for_any(const Processor& p, const Request& request) noexcept;
  Duration handler_rest(NodeId node) const noexcept;
  bool note_completion(Request& request);
  void tell_poller(NodeId node);

  Agenda& agenda_;
  ProcessorRates rates_;
  std::vector<Processor> processors_;
  ActiveMessages* messages_ = nullptr;  ///< null where the machine has none
  bool have_probed_ = false;
  Duration longest_collective_ = Duration::max();
  std::uint32_t finished_ = 0;
  std::uint32_t idle_rounds_ = 0;  ///< how often pollers were woken since something last arrived
  VirtualTime idle_since_{};       ///< when they first were
};

}  // namespace switchyard
