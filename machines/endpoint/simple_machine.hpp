#pragma once
/// \file simple_machine.hpp
/// Base classes for a user's own machine: the user writes one class that says how long a message takes from node to
/// node, and the base classes supply the rest. The file bench/examples/my_machine.cpp is an example.
///
/// Messages between the same two nodes arrive in the order in which they were sent. A message that
/// arrives before its receive is posted is stored. Collectives are built of messages.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "runtime/fabric.hpp"
#include "runtime/machine.hpp"
#include "runtime/routes.hpp"

namespace switchyard {

class Emulation;

/// The description of a simple machine. Each run gets its own copy of the object, so delivery_time() may keep data of
/// the run in it, such as the time until which each link is in use.
class SimpleDescription : public MachineModel, public Routes {
 public:
  struct Costs {
    Duration send_overhead{};     ///< software time on the sender before a message enters the network
    Duration receive_overhead{};  ///< software time on the receiver after a message has arrived
    /// whether messages that arrive before their receives are posted are stored; if false, a send is complete only when
    /// its message has been received
    bool buffers = true;
    /// bytes of each node's buffer for messages whose receive is not posted yet
    std::uint64_t system_buffer = kNoLimit;
    TimePerByte copy_out{};  ///< processor time of copying each byte of a message out of the system buffer
    ProcessorRates rates{};
  };
  static constexpr std::uint64_t kNoLimit = ~std::uint64_t{0};

  /// Returns the time of a message of `bytes` bytes in an empty network, on a path of mean length.
  Duration message_time(std::uint64_t bytes) const override = 0;
  /// Returns the time from the instant at which `send` enters the network until its last byte arrives. Called once for
  /// each message, in the order of virtual time.
  virtual Duration delivery_time(const Request& send, VirtualTime /*now*/) { return message_time(send.bytes); }

  const Costs& costs() const noexcept { return costs_; }

  std::string name() const override { return name_; }
  std::uint32_t node_count() const noexcept override { return node_count_; }
  const Routes& routes() const override { return *this; }
  ProcessorRates rates() const override { return costs_.rates; }
  bool has_collective(Collective /*kind*/) const override { return false; }
  std::vector<Constant> constants() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> machine_facts() const override { return {}; }

  /// Returns the number of links of the network, for schedulers, which avoid that two messages of a phase share a link.
  /// A machine without links returns 0.
  std::uint32_t link_count() const noexcept override { return 0; }
  void route(NodeId /*from*/, NodeId /*to*/, std::vector<LinkId>& path) const override { path.clear(); }

 protected:
  SimpleDescription(std::string name, std::uint32_t nodes, const Costs& costs)
      : name_(std::move(name)), node_count_(nodes), costs_(costs) {}
  SimpleDescription(const SimpleDescription&) = default;
  SimpleDescription& operator=(const SimpleDescription&) = default;

  static std::unique_ptr<Fabric> make_simple_fabric(Emulation& emulation,
                                                    std::unique_ptr<SimpleDescription> description);

 private:
  std::string name_;
  std::uint32_t node_count_;
  Costs costs_;
};

/// Base class of a user's machine: `class Ring : public SimpleMachine<Ring>`. The machine must be copyable.
template <class Derived>
class SimpleMachine : public SimpleDescription {
 public:
  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const final {
    return make_simple_fabric(emulation, std::make_unique<Derived>(static_cast<const Derived&>(*this)));
  }
  /// Describes what the network guarantees (NetworkPromise): messages never block each other, because no message holds
  /// anything that another one needs.
  std::optional<NetworkPromise> network_promise() const final {
    return NetworkPromise{.stores = costs().buffers, .room = costs().system_buffer};
  }

 protected:
  SimpleMachine(std::string name, std::uint32_t nodes, const Costs& costs = {})
      : SimpleDescription(std::move(name), nodes, costs) {}
};

}  // namespace switchyard
