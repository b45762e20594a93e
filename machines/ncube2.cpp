#include "machines/ncube2.hpp"

#include <fmt/format.h>

#include <bit>

#include "machines/machine_kind.hpp"
#include "machines/topology/hypercube.hpp"
#include "machines/worm_machine.hpp"

namespace switchyard::machines {
namespace {

using Options = Ncube2Options;

constexpr std::uint32_t kMostNcube2Nodes = 8192;

std::vector<ConstantField<Options>> constant_fields() {
  return constant_descriptors_of_wormhole_machine<Options>(
      {}, {{"send_overhead", "recalled", "half of the zero-byte latency of 154 us, less hop and header [DD]"},
           {"receive_overhead", "recalled", "the other half [DD]"},
           {"hop", "recalled", nullptr},
           {"bandwidth", "recalled", "of long messages between two nodes [DD]; a link's wires carry 2.75 MB/s [S]"},
           {"flop", "printed elsewhere", "one floating-point operation of an application: 2.4 Mflop/s [S]"}});
}

class Ncube2 final : public WormholeMachine<Ncube2, Hypercube, Options> {
 public:
  Ncube2(const std::string& name, const Options& options)
      : WormholeMachine(name, options, Hypercube(options.nodes), constant_fields()) {}

  MachineFactList machine_facts() const override {
    const std::uint32_t d = topology().dimension(), n = topology().node_count();
    return append_facts_of_all_wormhole_machines(
        {{"topology", fmt::format("hypercube of dimension {}, e-cube routes, one directed link per direction", d)},
         {"links", fmt::format("{}", topology().link_count())},
         {"diameter", fmt::format("{} links", d)},
         {"mean distance", fmt::format("{:.3f} links", n > 1 ? d * (n / 2.0) / (n - 1) : 0.0)},
         {"bisection", fmt::format("{} links in each direction", n / 2)}});
  }
  std::shared_ptr<const MachineModel> with_nodes(std::uint32_t nodes) const override {
    if (!std::has_single_bit(nodes) || nodes > kMostNcube2Nodes) return nullptr;
    Options other = options();
    other.nodes = nodes;
    return with_options(other);
  }

 protected:
  std::int64_t usual_route_length() const override { return (topology().dimension() + 1) / 2; }
};

}  // namespace

void set_constant(Ncube2Options& options, const UserInputPlace& place, const std::string& name, const std::string& text,
                  const std::string& machine) {
  set_field<Options>(constant_fields(), options, machine, place, name, text);
}

Machine ncube2(const Ncube2Options& options) {
  if (options.nodes > kMostNcube2Nodes) {
    throw UsageError(fmt::format("{} nodes are more than ncube2 can have", options.nodes),
                     fmt::format("write 1 to {}", kMostNcube2Nodes));
  }
  check_wormhole_machine_constants(options);
  return Machine(std::make_shared<Ncube2>("ncube2", options));
}

std::vector<MachineKind> ncube2_kinds() {
  return {{.name = "ncube2",
           .summary = "nCUBE 2: hypercube of wormhole routers with e-cube routes",
           .source = "[DD] Dongarra and Dunigan 1995, not at hand; [S] van der Steen 1994",
           .release = "Vertex (1992 to 1995)",
           .name_of_equivalent_machine = "mesh",
           .nodes = "a power of two, 1 to 8192; 64 if not given",
           .make = [](const MachineChoice& choice) { return make_machine_with_nodes(choice, Options{}, ncube2); }}};
}

}  // namespace switchyard::machines
