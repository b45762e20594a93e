#pragma once
/// \file machine.hpp
/// A machine as the runtime sees it: its number of nodes, their costs, and how to make its fabric.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/fabric.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

class CollectiveChoices;
class Emulation;

/// One cost constant of a machine, which `switchyard machine` prints and `--set name=value` changes.
struct Constant {
  std::string name;
  std::string value;   ///< value of the constant, with its unit
  std::string origin;  ///< where the value is from: "paper", "fitted", "recalled" or "assumed"
  std::string meaning;
};

/// The costs of work on a node's own processor.
struct ProcessorRates {
  Duration basic_operation{};  ///< time of one basic operation of a scheduling algorithm
  TimePerByte copy{};          ///< time for copying memory
  /// The time of each reordering of blocks in memory, in addition to the time for copying the bytes of the blocks.
  Duration copy_startup_time{};
  /// The time of a test that finds nothing. It is above 0, so that virtual time advances while a program polls.
  Duration poll{std::chrono::microseconds{1}};
  Duration flop{};            ///< time of one floating-point operation of an application
  Duration packet_send{};     ///< processor time of a node that sends an active message
  Duration packet_receive{};  ///< processor time of a node that receives an active message, before its handler runs
  /// The processor time that an interrupt by an active message costs in addition, whatever the node is doing.
  Duration interrupt{};
  Duration interrupt_period{};  ///< shortest time from one interrupt by an active message to the next one
  /// Whether the software for a received message interrupts the node. If so, it runs as soon as the last byte is in,
  /// one message after another, and what the node executes ends that much later. If not, its time is added to the
  /// node's next operation.
  bool received_messages_interrupt = false;
};

/// What a machine promises about its network for every order of its events, even if any event may
/// be held up for any time. The stress tests use the promise to prove that one order of events is
/// enough (runtime/stress/one_order.hpp).
///
/// The network keeps the order of messages between the same two nodes. Links, ports and the
/// machine's own collectives hold no message up endlessly: every message gets to its destination,
/// provided that each message finds, at its destination, a posted receive or room to be stored in.
/// Once a message is at its destination, its send is complete, and its receive is complete as soon
/// as it is posted.
struct NetworkPromise {
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  /// Whether the network stores messages that have no posted receive yet. If not, the send of such a message waits for
  /// the receive; meanwhile it holds up only later sends of its own node, in program order.
  bool stores = true;
  /// The room of each node, in bytes, for messages that come before their receives. A message uses up room at its
  /// destination at most from its send until its receive is done, and only if that receive was posted after the send.
  std::uint64_t room = kNoLimit;
  /// Protocols whose messages are stored without using up any of a node's room for early messages.
  std::span<const Protocol> protocols_that_need_no_room = {};
};

/// Results about a machine, such as the fastest algorithms for its collectives, which are computed in one run and used
/// again in later runs. A copy of a machine begins without results, because the copy may be changed.
class CachedResults {
 public:
  CachedResults() = default;
  CachedResults(const CachedResults& /*other*/) noexcept {}
  CachedResults& operator=(const CachedResults& /*other*/) noexcept { return *this; }
  /// Returns the algorithms that have been chosen so far for the machine's collectives. Any thread may call this.
  CollectiveChoices& choices() const;

 private:
  mutable std::once_flag collective_choices_once_flag_;
  mutable std::shared_ptr<CollectiveChoices> collective_choices_;
};

/// The immutable description of a machine. Any thread may use it, and one model serves many runs at once.
class MachineModel {
 public:
  virtual ~MachineModel() = default;
  virtual std::string name() const = 0;
  virtual std::uint32_t node_count() const = 0;
  virtual const Routes& routes() const = 0;
  virtual ProcessorRates rates() const = 0;
  /// Returns the time of a lone message over a path of mean length, without random delays. Schedulers use it as the
  /// length of a step.
  virtual Duration message_time(std::uint64_t bytes) const = 0;
  /// Returns how long a sender in synchronous mode waits for the acknowledgement of its message. The wait begins when
  /// the message has been received or, if that is later, when the sender's buffer is free.
  virtual Duration acknowledge_time() const { return message_time(0); }
  /// Returns the message protocols that programs may choose on this machine, apart from
  /// Protocol::automatic.
  virtual std::span<const ProtocolInfo> protocols() const { return {}; }
  /// Returns the names of Route::first and Route::second on machines whose messages may choose between two routes.
  virtual std::span<const char* const> route_choices() const { return {}; }
  /// Returns whether a message between these nodes may take this route.
  virtual bool has_route(NodeId /*from*/, NodeId /*to*/, Route route) const { return route == Route::automatic; }
  /// Returns whether the machine itself carries out this kind of collective, by other means than messages. Only then
  /// may Fabric::begin_collective be called for it.
  virtual bool has_collective(Collective kind) const = 0;
  /// Returns how many bytes of captured arguments an active message can carry, at most kMostPacketArgumentBytes. The
  /// result is 0 on machines without active messages; on all other machines Fabric::inject works.
  virtual std::size_t packet_argument_limit() const { return 0; }
  /// Returns whether every active message interrupts its destination instead of waiting until the destination polls.
  virtual bool always_interrupts() const { return false; }
  virtual std::vector<Constant> constants() const = 0;
  /// Returns facts about the machine that follow from its constants, such as its network's diameter, as names and
  /// values.
  virtual std::vector<std::pair<std::string, std::string>> machine_facts() const = 0;
  virtual std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const = 0;
  bool has_active_messages() const { return packet_argument_limit() > 0; }
  /// Returns the machine's description of a message protocol, or null if the machine does not have this protocol.
  const ProtocolInfo* find(Protocol protocol) const {
    const auto all = protocols();
    const auto found = std::ranges::find(all, protocol, &ProtocolInfo::id);
    return found == all.end() ? nullptr : &*found;
  }
  bool supports(Protocol protocol) const { return find(protocol) != nullptr; }
  /// Returns whether a message of this protocol is discarded if it finds no posted receive.
  bool needs_posted_receive(Protocol protocol) const {
    const ProtocolInfo* info = find(protocol);
    return info != nullptr && info->needs_posted_receive_at_arrival;
  }
  /// Returns the machine's promise that its network holds up no message endlessly (see NetworkPromise), or nothing if
  /// the machine cannot promise this.
  virtual std::optional<NetworkPromise> network_promise() const { return std::nullopt; }
  /// Returns this machine with its buffers halved `times` times, or null if it has no buffers.
  virtual std::shared_ptr<const MachineModel> with_halved_buffers(unsigned /*times*/) const { return nullptr; }
  /// Returns this machine with `nodes` nodes and a shape that fits them, or null if the machine
  /// cannot have that many nodes.
  virtual std::shared_ptr<const MachineModel> with_nodes(std::uint32_t /*nodes*/) const { return nullptr; }
  const CachedResults& cached_results() const noexcept { return cached_results_; }

 private:
  CachedResults cached_results_;
};

/// A machine as run() takes it: a value that shares an immutable MachineModel, and is cheap to copy.
class Machine {
 public:
  explicit Machine(std::shared_ptr<const MachineModel> model) : model_(std::move(model)) {}
  const MachineModel& model() const noexcept { return *model_; }
  std::string name() const { return model_->name(); }
  std::uint32_t node_count() const { return model_->node_count(); }
  const Routes& routes() const { return model_->routes(); }

 private:
  std::shared_ptr<const MachineModel> model_;
};

}  // namespace switchyard
