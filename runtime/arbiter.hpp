#pragma once
/// \file arbiter.hpp
/// An arbiter chooses the order of a run's events, so that a program can be tested under other orders of events than
/// the order of virtual time.
///
/// Every event stands for something that may take longer than its machine says: software, a link, a port. So any
/// pending event may come first, as if all earlier events had been held up. Real hardware could show every order of
/// events that an arbiter chooses. A run is a pure function of (machine, program, seed, choices).

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
  static constexpr std::uint32_t kChoiceAmongRequests = 15;

  virtual ~Arbiter() = default;
  /// Called before the run begins, with the network whose events the arbiter will choose from. The network outlives the
  /// run.
  virtual void on_begin_of_run(const Fabric& /*fabric*/) {}
  /// Returns the index in `pending` of the event that happens next. `pending` is never empty and has the order of an
  /// undisturbed run, so that a run is undisturbed if the result is always 0. If a call such as wait_any can end with
  /// any of several complete requests, choose_next_event() is also called for this choice: `pending` then has one event
  /// of kind kChoiceAmongRequests for each of the requests.
  virtual std::size_t choose_next_event(std::span<const Event> pending) = 0;
  // The functions on_instruction(), on_wait_any_ended() and on_request_complete() tell the arbiter which calls the node
  // programs make, and with what result.
  /// Called when the program of `node` comes to its next instruction (a send or a wait, for example), in program order.
  virtual void on_instruction(NodeId /*node*/, const Instruction& /*instruction*/) {}
  /// Called when a wait of `node` for any of several requests has ended. `which` is the index of
  /// the request that ended it.
  virtual void on_wait_any_ended(NodeId /*node*/, std::uint32_t /*which*/) {}
  /// Called when a send or a receive is done; a receive has its message by then.
  virtual void on_request_complete(const Request& /*request*/) {}
  // The functions prescribed_source(), index_of_request_to_await() and prescribed_test_or_probe_result() let the
  // arbiter decide what a program's wildcard receives, waits and tests get. They are called right after
  // on_instruction().
  /// Returns the only node from which `receive`, a receive from any node, may take its message, or nothing if every
  /// node may be the source.
  virtual std::optional<NodeId> prescribed_source(const Request& /*receive*/) { return std::nullopt; }
  /// Returns which request (its index in the call's list) has to end the wait of `node` for any of several requests, or
  /// nothing if any of them may end it.
  virtual std::optional<std::uint32_t> index_of_request_to_await(NodeId /*node*/) { return std::nullopt; }
  /// Returns whether the arbiter also decides the results of tests, non-blocking probes, and waits for some of several
  /// requests. If so, prescribed_test_or_probe_result() and on_result() are called, and a test_any or wait_some ends
  /// with one request at most.
  virtual bool decides_test_and_probe_results() const noexcept { return false; }
  /// Returns what the current test or non-blocking probe of `node` has to find, or nothing if the arbiter leaves this
  /// open. 0 means that the test or probe finds nothing. Otherwise the result is 1 + the index of the request for a
  /// test_any, 1 + the number of the message's source for a probe, and 1 for a test_all.
  virtual std::optional<std::uint32_t> prescribed_test_or_probe_result(NodeId /*node*/) { return std::nullopt; }
  /// Returns whether a message in ready mode may come before its receive is posted, as if it were in standard mode. The
  /// arbiter then finds out by itself whether the program may send the message too early.
  virtual bool lets_ready_messages_be_early() const noexcept { return false; }
  /// Called with what a test or non-blocking probe of `node` has found, as a number that is encoded like the result of
  /// prescribed_test_or_probe_result(). Also called with the number of complete requests after the runtime itself has
  /// counted, without taking virtual time, which requests of `node` are complete.
  virtual void on_result(NodeId /*node*/, std::uint32_t /*what*/) {}
  /// Called when a blocking probe of `node` has found a message of `source`.
  virtual void on_probe_found(NodeId /*node*/, NodeId /*source*/) {}
  /// Called when `node` has polled many times in vain although events are pending. The node then sleeps, and polls
  /// again only after one of the pending events.
  virtual void on_polling_stopped(NodeId /*node*/) {}
  /// Called when nodes have polled many times while nothing else has happened in the run. Returns whether the run waits
  /// in vain for a result that the arbiter has prescribed, so that it may end as if these nodes polled for ever.
  virtual bool is_run_pointless() { return false; }
  /// Called when a node program has read its clock. The threads of several nodes may call this at once.
  virtual void on_clock_read() noexcept {}

  /// Returns the number of polls in a row that find nothing after which a node sleeps until something happens to one of
  /// its requests.
  std::uint32_t polls_before_sleep() const noexcept { return polls_before_sleep_; }
  void set_polls_before_sleep(std::uint32_t polls) noexcept { polls_before_sleep_ = polls; }
  static constexpr std::uint32_t kUsualPollsBeforeSleep = 64;

  // The functions note_touched_by_event() record which nodes and links the run reads or changes between two choices of
  // the arbiter. Two events that have no node and no link in common can happen in either order with the same result.
  void note_touched_by_event(NodeId node) noexcept {
    touched_node_and_link_bits_ |= std::uint64_t{1} << (index(node) % kNodeBits);
  }
  void note_touched_by_event(LinkId link) noexcept {
    touched_node_and_link_bits_ |= std::uint64_t{1} << (kNodeBits + index(link) % (64 - kNodeBits));
  }
  void note_touched_by_event(std::uint64_t touched) noexcept { touched_node_and_link_bits_ |= touched; }
  static constexpr std::uint64_t kEverything = ~std::uint64_t{0};

 protected:
  /// Returns, as a set of bits, the nodes and links that note_touched_by_event() has recorded since take_touched_bits()
  /// was called last. On machines with many nodes or links several of them share a bit, so that events may seem to have
  /// more nodes and links in common than they have.
  std::uint64_t take_touched_bits() noexcept { return std::exchange(touched_node_and_link_bits_, 0); }

 private:
  static constexpr std::uint32_t kNodeBits = 16;
  std::uint64_t touched_node_and_link_bits_ = 0;
  std::uint32_t polls_before_sleep_ = kUsualPollsBeforeSleep;
};

/// The pending events of a run in their order, from which an arbiter can take out any event. The events are stored in a
/// sorted array, which is meant for runs with few pending events.
class OrderedEvents {
 public:
  bool empty() const noexcept { return events_.empty(); }
  std::span<const Event> all() const noexcept { return events_; }

  void push(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) {
    const Event event = make(at, node, kind, item);
    events_.insert(std::upper_bound(events_.begin(), events_.end(), event), event);
  }
  /// Makes an event with a sequence number of its own. The event is not pending yet.
  Event make(VirtualTime at, NodeId node, std::uint32_t kind, std::uint32_t item) noexcept {
    return {at.time_since_epoch().count(),
            (static_cast<std::uint64_t>(index(node)) << Event::kSequenceBits) | next_sequence_number_++, kind, item};
  }
  Event take_event_at_index(std::size_t which) {
    const Event event = events_[which];
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(which));
    return event;
  }

 private:
  std::vector<Event> events_;
  std::uint64_t next_sequence_number_ = 0;
};

}  // namespace switchyard
