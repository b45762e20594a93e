#include "machines/topology/route_check.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "machines/machine_catalogue.hpp"
#include "machines/topology/torus.hpp"
#include "runtime/error.hpp"

namespace switchyard::machines {
namespace {

TEST(RouteCheck, AllShippedMachinesPass) {
  for (const MachineKind& kind : machine_kinds()) {
    check_routes(make_machine({.name = kind.name}));
    check_routes(make_machine({.name = kind.name, .nodes = 16}));
    check_routes(make_machine({.name = kind.name, .nodes = 256}));
  }
  check_routes(make_machine({.name = "mesh", .nodes = 12, .settings = {{"--set", "any_turn", "true"}}}));
  check_routes(make_machine({.name = "mesh", .nodes = 12, .settings = {{"--set", "shared_links", "true"}}}));
  check_routes(make_machine({.name = "torus", .nodes = 60, .settings = {{"--set", "routing", "adaptive"}}}));
  check_routes(make_machine({.name = "dragonfly", .nodes = 72, .settings = {{"--set", "routing", "valiant"}}}));
}

/// The routes of a ring of four nodes, into which a function puts an error.
class RingWithRouteFault final : public Routes {
 public:
  using RouteFault = std::function<void(NodeId from, NodeId to, std::vector<LinkId>& path)>;
  explicit RingWithRouteFault(RouteFault change) : route_fault_(std::move(change)) {}
  std::uint32_t node_count() const noexcept override { return torus_ring_.node_count(); }
  std::uint32_t link_count() const noexcept override { return torus_ring_.link_count(); }
  void route(NodeId from, NodeId to, std::vector<LinkId>& path) const override {
    torus_ring_.route(from, to, path);
    route_fault_(from, to, path);
  }
  std::optional<LinkEnds> ends_of_link(LinkId link) const override { return torus_ring_.ends_of_link(link); }
  std::string link_name(LinkId link) const override { return "link " + torus_ring_.link_name(link); }

 private:
  Torus torus_ring_{{4}};
  RouteFault route_fault_;
};

class MachineWithRouteFault final : public MachineModel {
 public:
  explicit MachineWithRouteFault(RingWithRouteFault::RouteFault change) : routes_(std::move(change)) {}
  std::string name() const override { return "mine"; }
  std::uint32_t node_count() const override { return 4; }
  const Routes& routes() const override { return routes_; }
  ProcessorRates rates() const override { return {}; }
  Duration message_time(std::uint64_t) const override { return {}; }
  bool has_collective(Collective) const override { return false; }
  std::vector<Constant> constants() const override { return {}; }
  std::vector<std::pair<std::string, std::string>> machine_facts() const override { return {}; }
  std::unique_ptr<Fabric> make_fabric(Emulation&) const override { return nullptr; }

 private:
  RingWithRouteFault routes_;
};

/// Returns the error that check_routes() reports for a ring in which `change` has changed the route from 0 to 2, which
/// is 0->1, 1->2. Returns "nothing" if it reports no error.
std::string route_check_error_text(const std::function<void(std::vector<LinkId>&)>& change) {
  const Machine machine(
      std::make_shared<MachineWithRouteFault>([change](NodeId from, NodeId to, std::vector<LinkId>& path) {
        if (from == NodeId{0} && to == NodeId{2}) change(path);
      }));
  try {
    check_routes(machine);
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing";
}

TEST(RouteCheck, NamesMachinePairAndLink) {
  EXPECT_EQ(route_check_error_text([](auto&) {}), "nothing");
  EXPECT_EQ(route_check_error_text([](auto& path) { path.pop_back(); }),
            "machine mine: from node 0 to 2: the route ends with link 0->1, at vertex 1");
  EXPECT_EQ(route_check_error_text([](auto& path) { path.erase(path.begin()); }),
            "machine mine: from node 0 to 2: the route takes link 1->2 at vertex 0, where it does not start");
  EXPECT_EQ(route_check_error_text([](auto& path) { path.push_back(path.front()); }),
            "machine mine: from node 0 to 2: the route takes link 0->1 twice");
  EXPECT_EQ(route_check_error_text([](auto& path) { path.back() = LinkId{99}; }),
            "machine mine: from node 0 to 2: the route takes link 99; links are below 8");
  EXPECT_EQ(route_check_error_text([](auto& path) { path.clear(); }),
            "machine mine: from node 0 to 2: the route is empty");
}

}  // namespace
}  // namespace switchyard::machines
