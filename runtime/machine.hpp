#pragma once
/// \file machine.hpp
/// A machine as the runtime sees it: how many nodes, what they cost, and how to make its fabric.

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

/// One cost constant of a machine, as `switchyard machine` prints it and `--set name=value` changes it.
struct Constant {
  std::string name;
  std::string value;   ///< with its unit
  std::string origin;  ///< paper, fitted, recalled or assumed
  std::string meaning;
};

/// What work on a node's own processor costs.
struct ProcessorRates {
  Duration basic_operation{};                   ///< one basic operation of a scheduling algorithm
  TimePerByte copy{};                           ///< copying memory
  Duration copy_start{};                        ///< once for each shuffle of many blocks
  Duration poll{std::chrono::microseconds{1}};  ///< a test that finds nothing; > 0, so that polling advances
  Duration flop{};                              ///< one floating-point operation of an application
  Duration packet_send{};                       ///< an active message: the sender's processor
  Duration packet_receive{};                    ///< the same of the receiver, before its handler runs
  Duration interrupt{};                         ///< more than that, and in any case, for a packet that interrupts
  Duration interrupt_period{};                  ///< from one packet that interrupts to the next
  bool one_receipt = false;  ///< the next operation pays for one message that has come, however many have
};

/// What a machine promises of its network, whatever the order of its events, as if each could be held up for any time.
/// runtime/stress/one_order.hpp draws conclusions from it.
///
/// Messages between the same two nodes come in the order in which they were sent. Links, ports and the machine's own
/// collectives hold nothing up for ever: every message gets to its destination as long as each that gets there has a
/// posted receive or a place to be stored in. Its send is done then, and its receive once that is posted.
struct NetworkPromise {
  static constexpr std::uint64_t kNoLimit = std::numeric_limits<std::uint64_t>::max();

  /// False: nothing is stored. A send waits for its receive, and meanwhile holds up nothing but later sends of its
  /// node, in program order.
  bool stores = true;
  /// Bytes a node, for messages that come before their receives. A message takes up its bytes at its destination at
  /// most from its send until its receive is done, and only if that receive was not posted before the send.
  std::uint64_t room = kNoLimit;
  /// Messages of these protocols are stored without taking up any of it.
  std::span<const Protocol> need_no_room = {};
};

/// What runs have found out about a machine, for its next runs. A copy of the machine may differ, and begins anew.
class FoundOut {
 public:
  FoundOut() = default;
  FoundOut(const FoundOut& /*other*/) noexcept {}
  FoundOut& operator=(const FoundOut& /*other*/) noexcept { return *this; }
  /// By which algorithms its collectives are carried out. Any thread.
  CollectiveChoices& choices() const;

 private:
  mutable std::once_flag made_;
  mutable std::shared_ptr<CollectiveChoices> choices_;
};

/// Immutable description of a machine; any thread. One model serves many runs at once.
class MachineModel {
 public:
  virtual ~MachineModel() = default;
  virtual std::string name() const = 0;
  virtual std::uint32_t node_count() const = 0;
  virtual const Routes& routes() const = 0;
  virtual ProcessorRates rates() const = 0;
  /// What a lone message over a path of mean length takes, without random delays: a step of a schedule.
  virtual Duration message_time(std::uint64_t bytes) const = 0;
  /// How long after its message was received, or its buffer was free if that comes later, the sender of a message in
  /// synchronous mode knows that it was received.
  virtual Duration acknowledge_time() const { return message_time(0); }
  /// What its programs may ask for, beside Protocol::automatic.
  virtual std::span<const ProtocolInfo> protocols() const { return {}; }
  /// Names of Route::first and Route::second, where a message may choose.
  virtual std::span<const char* const> route_choices() const { return {}; }
  /// True if a message between these nodes may take this route.
  virtual bool has_route(NodeId /*from*/, NodeId /*to*/, Route route) const { return route == Route::automatic; }
  /// True for what nodes do together by other means than messages: Fabric::begin_collective works.
  virtual bool has_collective(Collective kind) const = 0;
  /// Bytes of captured arguments that an active message carries, at most kMostPacketArguments; 0 for a machine whose
  /// nodes send none. Else Fabric::inject works.
  virtual std::size_t packet_arguments() const { return 0; }
  /// True if each of them interrupts its destination, instead of waiting until that polls.
  virtual bool always_interrupts() const { return false; }
  virtual std::vector<Constant> constants() const = 0;
  /// Derived facts such as the diameter: name and value.
  virtual std::vector<std::pair<std::string, std::string>> facts() const = 0;
  virtual std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const = 0;
  bool has_active_messages() const { return packet_arguments() > 0; }
  /// The machine's own protocol; null if it does not have it.
  const ProtocolInfo* find(Protocol protocol) const {
    const auto all = protocols();
    const auto found = std::ranges::find(all, protocol, &ProtocolInfo::id);
    return found == all.end() ? nullptr : &*found;
  }
  bool supports(Protocol protocol) const { return find(protocol) != nullptr; }
  /// Whether such a message is discarded if it finds no posted receive.
  bool needs_posted(Protocol protocol) const {
    const ProtocolInfo* info = find(protocol);
    return info != nullptr && info->needs_posted;
  }
  /// Nothing for a machine that can give no such promise.
  virtual std::optional<NetworkPromise> network_promise() const { return std::nullopt; }
  /// The same machine with its buffers halved so many times; null if it has none.
  virtual std::shared_ptr<const MachineModel> with_halved_buffers(unsigned /*times*/) const { return nullptr; }
  /// The same machine with so many nodes, a shape fitted to them; null if it cannot have so many.
  virtual std::shared_ptr<const MachineModel> with_nodes(std::uint32_t /*nodes*/) const { return nullptr; }
  const FoundOut& found_out() const noexcept { return found_out_; }

 private:
  FoundOut found_out_;
};

/// A machine: a value, cheap to copy.
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
