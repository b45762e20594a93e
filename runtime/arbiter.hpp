#pragma once
/// \file arbiter.hpp
/// An arbiter chooses the order of events in a run that is to be disturbed.
///
/// Every event stands for something that may take longer than its machine says: software, a link, a port. So any
/// pending event may come first, as if all earlier ones had been held up. An order that an arbiter chooses is one that
/// real hardware could show. A run is a pure function of (machine, program, seed, choices).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "runtime/event.hpp"

namespace switchyard {

class Fabric;
struct Instruction;
struct Request;

class Arbiter {
 public:
  static constexpr std::uint32_t kAnswer = 15;

  virtual ~Arbiter() = default;
  /// Called before the run begins, with the network whose events the arbiter will choose from. The network outlives the
  /// run.
  virtual void attach(const Fabric& /*fabric*/) {}
  /// Returns the index of the event that happens next. `pending` is never empty and has the order of an undisturbed
  /// run, so that always returning 0 disturbs nothing. Where a program can get one of several answers, each answer is
  /// an event of kind kAnswer, and one of these happens at once.
  virtual std::size_t choose(std::span<const Event> pending) = 0;
  // The next functions tell the arbiter what programs ask for and what they get.
  /// Called when `node` comes to its next instruction, in program order.
  virtual void begins(NodeId /*node*/, const Instruction& /*instruction*/) {}
  /// Called when a wait of `node` for any of several requests has ended with request number `which`.
  virtual void chose(NodeId /*node*/, std::uint32_t /*which*/) {}
  /// Called when a send or a receive is done; a receive has its message by then.
  virtual void completes(const Request& /*request*/) {}
  // The next functions let the arbiter decide what a program's wildcards get. They are called right after begins().
  /// Returns the only node from which a receive for any node may take its message, or nothing if every node may be the
  /// one.
  virtual std::optional<NodeId> source_of(const Request& /*receive*/) { return std::nullopt; }
  /// Returns the only request that a wait of `node` for any of several requests waits for, or nothing if every request
  /// counts.
  virtual std::optional<std::uint32_t> awaited_by(NodeId /*node*/) { return std::nullopt; }
  /// Whether tests, probes that do not wait, and waits for some of several are choices, too: then each of these calls
  /// ends with one request at most, and answer_of() and answers() are called.
  virtual bool leads_answers() const noexcept { return false; }
  /// What the test or probe of `node` that does not wait is to find: 0 for nothing, and else, where any of several
  /// would do, 1 + which request, or 1 + whose message; 1 where all have to be done.
  virtual std::optional<std::uint32_t> answer_of(NodeId /*node*/) { return std::nullopt; }
  /// What it has found. Also called after each look of `node` at its requests (Instruction::Kind::look), with the
  /// number of those that are done.
  virtual void answers(NodeId /*node*/, std::uint32_t /*what*/) {}
  /// A probe of `node` that waits has found a message of `source`.
  virtual void found(NodeId /*node*/, NodeId /*source*/) {}
  /// `node` has polled many times in vain while events are pending; it polls again only after one of them.
  virtual void stops_polling(NodeId /*node*/) {}
  /// Called when a program has looked at its clock. The threads of several nodes may call this at once.
  virtual void clock_read() noexcept {}

  /// Returns the number of polls in a row that find nothing after which a node sleeps until something happens to one of
  /// its requests.
  std::uint32_t polls_before_sleep() const noexcept { return polls_before_sleep_; }
  void set_polls_before_sleep(std::uint32_t polls) noexcept { polls_before_sleep_ = polls; }
  static constexpr std::uint32_t kUsualPollsBeforeSleep = 64;

  // The touch functions record what the run looks at or changes from one choice to the next: two events that touch
  // nothing in common can be swapped.
  void touch(NodeId node) noexcept { touched_ |= std::uint64_t{1} << (index(node) % kNodeBits); }
  void touch(LinkId link) noexcept { touched_ |= std::uint64_t{1} << (kNodeBits + index(link) % (64 - kNodeBits)); }
  void touch(std::uint64_t touched) noexcept { touched_ |= touched; }
  static constexpr std::uint64_t kEverything = ~std::uint64_t{0};

 protected:
  /// Returns what was touched since the last call, as a set of bits. On machines with many nodes or links several share
  /// a bit, so that events may seem to have more in common than they have.
  std::uint64_t take_touched() noexcept { return std::exchange(touched_, 0); }

 private:
  static constexpr std::uint32_t kNodeBits = 16;
  std::uint64_t touched_ = 0;
  std::uint32_t polls_before_sleep_ = kUsualPollsBeforeSleep;
};

/// The pending events in their order, from which any event can be taken out. This is meant for runs with few pending
/// events.
class OrderedEvents {
 public:
  bool empty() const noexcept { return events_.empty(); }
  std::span<const Event> all() const noexcept { return events_; }

  void push(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) {
    const Event event = make(at, node, kind, item);
    events_.insert(std::upper_bound(events_.begin(), events_.end(), event), event);
  }
  /// Returns an event with a sequence number of its own. The event is not pending yet.
  Event make(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) noexcept {
    return {at.time_since_epoch().count(),
            (static_cast<std::uint64_t>(index(node)) << Event::kSequenceBits) | sequence_++, kind, item};
  }
  Event take(std::size_t which) {
    const Event event = events_[which];
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(which));
    return event;
  }

 private:
  std::vector<Event> events_;
  std::uint64_t sequence_ = 0;
};

}  // namespace switchyard
