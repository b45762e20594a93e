#pragma once
/// \file arbiter.hpp
/// Who decides what happens next in a run that is to be disturbed.
///
/// Every event stands for something that may take longer than its machine says: software, a link, a port. So any of the
/// pending events may come first, as if all earlier ones had been held up until then. An order that an arbiter chooses
/// is one that real hardware could show, and a run is a pure function of (machine, program, seed, choices).

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
  /// Before anything else: the network whose events are to be chosen from. It stays for as long as the run does.
  virtual void attach(const Fabric& /*fabric*/) {}
  /// The index of what happens next. `pending` is not empty, and is in the order of an undisturbed run: 0 disturbs
  /// nothing. Where a program gets one of several answers, each is an event of the kind kAnswer, and one happens at
  /// once.
  virtual std::size_t choose(std::span<const Event> pending) = 0;
  // For who wants to know what programs ask for, and what they get:
  /// `node` comes to its next instruction, in program order.
  virtual void begins(NodeId /*node*/, const Instruction& /*instruction*/) {}
  /// A wait of `node` for any of several has ended with this one of them.
  virtual void chose(NodeId /*node*/, std::uint32_t /*which*/) {}
  /// A send or receive is done; a receive has its message.
  virtual void completes(const Request& /*request*/) {}
  // For who wants programs to choose as it says, whatever comes first. Asked right after begins():
  /// The only node from which a receive for any node takes a message.
  virtual std::optional<NodeId> source_of(const Request& /*receive*/) { return std::nullopt; }
  /// The only one of them that a wait for any of several requests of `node` waits for.
  virtual std::optional<std::uint32_t> awaited_by(NodeId /*node*/) { return std::nullopt; }
  /// `node` has polled many times in vain while events are pending; it polls again only after one of them.
  virtual void stops_polling(NodeId /*node*/) {}
  /// A program has looked at its clock. Any node's thread, several at once.
  virtual void clock_read() noexcept {}

  // What the run looks at or changes from one choice to the next: events that touch nothing in common can be swapped.
  void touch(NodeId node) noexcept { touched_ |= std::uint64_t{1} << (index(node) % kNodeBits); }
  void touch(LinkId link) noexcept { touched_ |= std::uint64_t{1} << (kNodeBits + index(link) % (64 - kNodeBits)); }
  void touch(std::uint64_t touched) noexcept { touched_ |= touched; }
  static constexpr std::uint64_t kEverything = ~std::uint64_t{0};

 protected:
  /// What was touched since the last call, as a set of bits. Machines of many nodes or links share bits, so that more
  /// seems to be in common than is.
  std::uint64_t take_touched() noexcept { return std::exchange(touched_, 0); }

 private:
  static constexpr std::uint32_t kNodeBits = 16;
  std::uint64_t touched_ = 0;
};

/// Pending events in their order; any of them can be taken out. For runs with few of them.
class OrderedEvents {
 public:
  bool empty() const noexcept { return events_.empty(); }
  std::span<const Event> all() const noexcept { return events_; }

  void push(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) {
    const Event event = make(at, node, kind, item);
    events_.insert(std::upper_bound(events_.begin(), events_.end(), event), event);
  }
  /// An event with a number of its own, which is not pending.
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
