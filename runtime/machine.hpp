#pragma once
/// \file machine.hpp
/// A machine as the runtime sees it: how many nodes, what they cost, and how to make its fabric.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/collective.hpp"
#include "runtime/fabric.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

class Engine;

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
  virtual bool supports(Protocol protocol) const = 0;
  /// True if a message between these nodes may take this route.
  virtual bool has_route(NodeId /*from*/, NodeId /*to*/, Route route) const { return route == Route::automatic; }
  /// True for what nodes do together by other means than messages: Fabric::begin_collective works.
  virtual bool has_collective(Collective kind) const = 0;
  /// True for a machine whose nodes send active messages: Fabric::inject works.
  virtual bool has_active_messages() const { return false; }
  /// True if each of them interrupts its destination, instead of waiting until that polls.
  virtual bool always_interrupts() const { return false; }
  virtual std::vector<Constant> constants() const = 0;
  /// Derived facts such as the diameter: name and value.
  virtual std::vector<std::pair<std::string, std::string>> facts() const = 0;
  virtual std::unique_ptr<Fabric> make_fabric(Engine& engine) const = 0;
  /// The same machine with its buffers halved so many times; null if it has none.
  virtual std::shared_ptr<const MachineModel> with_halved_buffers(unsigned /*times*/) const { return nullptr; }
  /// The same machine with so many nodes, a shape fitted to them; null if it cannot have so many.
  virtual std::shared_ptr<const MachineModel> with_nodes(std::uint32_t /*nodes*/) const { return nullptr; }
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
