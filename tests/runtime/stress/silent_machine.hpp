#pragma once
/// \file silent_machine.hpp
/// A machine that makes none of the optional statements about itself that help a search of all orders of events.
/// Machines that users write may leave them out.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine.hpp"

namespace switchyard {

/// A fabric (the network of a machine) that does not say which parts of its state its events touch. So a search must
/// try both orders of any two events.
class FabricWithoutOptionalStatements final : public Fabric {
 public:
  explicit FabricWithoutOptionalStatements(std::unique_ptr<Fabric> fabric) : fabric_(std::move(fabric)) {}
  Duration send_overhead(const Request& send) override { return fabric_->send_overhead(send); }
  void post_send(Request& send) override { fabric_->post_send(send); }
  void post_receive(Request& receive) override { fabric_->post_receive(receive); }
  void begin_collective(Collective kind, std::uint64_t bytes) override { fabric_->begin_collective(kind, bytes); }
  void on_event(const Event& event) override { fabric_->on_event(event); }
  void append_blockers_of(const Request& request, std::vector<BlockingResource>& out) const override {
    fabric_->append_blockers_of(request, out);
  }
  std::vector<LeftOverMessage> left_over_messages() const override { return fabric_->left_over_messages(); }
  FabricStatistics statistics() const override { return fabric_->statistics(); }

 private:
  std::unique_ptr<Fabric> fabric_;
};

class MachineWithoutOptionalStatements final : public MachineModel {
 public:
  explicit MachineWithoutOptionalStatements(Machine machine) : machine_(std::move(machine)) {}
  std::string name() const override { return machine_.name(); }
  std::uint32_t node_count() const override { return machine_.node_count(); }
  const Routes& routes() const override { return machine_.routes(); }
  ProcessorRates rates() const override { return machine_.model().rates(); }
  Duration message_time(std::uint64_t bytes) const override { return machine_.model().message_time(bytes); }
  std::span<const ProtocolInfo> protocols() const override { return machine_.model().protocols(); }
  bool has_route(NodeId from, NodeId to, Route route) const override {
    return machine_.model().has_route(from, to, route);
  }
  bool has_collective(Collective kind) const override { return machine_.model().has_collective(kind); }
  std::vector<Constant> constants() const override { return machine_.model().constants(); }
  std::vector<std::pair<std::string, std::string>> machine_facts() const override {
    return machine_.model().machine_facts();
  }
  std::unique_ptr<Fabric> make_fabric(Emulation& emulation) const override {
    return std::make_unique<FabricWithoutOptionalStatements>(machine_.model().make_fabric(emulation));
  }

 private:
  Machine machine_;
};

/// Returns a machine that behaves as `machine` does, but makes none of the optional statements about itself.
inline Machine without_optional_statements(const Machine& machine) {
  return Machine(std::make_shared<MachineWithoutOptionalStatements>(machine));
}

}  // namespace switchyard
