#include "tests/reference_model/agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "machines/cm5.hpp"
#include "machines/dragonfly.hpp"
#include "machines/ipsc860.hpp"
#include "machines/mesh.hpp"
#include "machines/torus.hpp"
#include "tests/reference_model/model.hpp"
#include "tests/reference_model/search.hpp"

namespace switchyard::reference {
namespace {

using AccountLines = std::set<std::string>;

constexpr std::uint64_t kMostStates = 300'000;
constexpr std::uint64_t kRunsWithClockOff = 6;
constexpr std::uint16_t kRoom = 128;

Machine cube(std::uint32_t nodes) { return machines::ipsc860({.nodes = nodes}); }
Machine small_cube(std::uint32_t nodes) { return machines::ipsc860({.nodes = nodes, .system_buffer = kRoom}); }
Machine fat_tree(std::uint32_t nodes) { return machines::cm5({.nodes = nodes}); }

/// Returns the shape of a mesh with this number of nodes: 2x2 for four nodes, and a line for other numbers, as
/// ModelRules::is_mesh expects.
machines::MeshOptions shape_of(std::uint32_t nodes) {
  return nodes == 4 ? machines::MeshOptions{.width = 2, .height = 2}
                    : machines::MeshOptions{.width = nodes, .height = 1};
}
Machine mesh(std::uint32_t nodes) { return machines::mesh(shape_of(nodes)); }
Machine small_mesh(std::uint32_t nodes) {
  machines::MeshOptions options = shape_of(nodes);
  options.system_buffer = kRoom;
  return machines::mesh(options);
}
Machine torus(std::uint32_t nodes) { return machines::torus({.size = nodes == 4 ? "2x2" : std::to_string(nodes)}); }

Machine adaptive_torus(std::uint32_t nodes) {
  return machines::torus({.size = nodes == 4 ? "2x2" : std::to_string(nodes), .routing = "adaptive"});
}
Machine dragonfly(std::uint32_t /*four*/) {
  return machines::dragonfly({.nodes_per_router = 1, .routers_per_group = 2, .global_links = 1, .groups = 2});
}

AccountLines without(const AccountLines& all, const AccountLines& some) {
  AccountLines rest;
  std::ranges::set_difference(all, some, std::inserter(rest, rest.end()));
  return rest;
}
std::string listed(const char* what, const AccountLines& lines) {
  std::string text;
  for (const std::string& line : lines) text += fmt::format("    {}: {}\n", what, line);
  return text;
}

/// Returns a text on behaviours in which the search by choices and the model differ, or an empty text. The search by
/// choices considers more behaviours possible than there are, but never fewer (runtime/stress/choices.hpp).
std::string difference_by_choices(const TinyProgram& program, const AccountLines& model, const SearchOutcomes& search) {
  const AccountLines most = model_outcomes_of(program, ModelRules::of_clock_off(), kMostStates).lines;
  return listed("by choices, only the model", without(model, search.lines)) +
         listed("by choices, what even sends that are complete at once do not show",
                without(without(search.lines, model), most));
}

/// Returns the accounts of a few runs with the clock off, in which sends in standard mode follow the rule
/// `standard_sends`.
AccountLines lines_with_clock_off(const TinyProgram& program, const ModelledMachine& setting,
                                  StandardSends standard_sends = {}) {
  const Machine machine = setting.machine(static_cast<std::uint32_t>(program.nodes.size()));
  AccountLines lines;
  for (std::uint64_t i = 0; i < kRunsWithClockOff; ++i) {
    RunOptions options{.seed = i, .clock = ClockKind::off, .standard_sends = standard_sends};
    options.executor = i % 3 == 0 ? ExecutorKind::fibers : ExecutorKind::threads;
    if (i % 2 != 0) options.pauses = i;
    lines.insert(line_of_run(machine, program, options));
  }
  return lines;
}

}  // namespace

const std::vector<ModelledMachine>& settings() {
  const auto with = [](const char* name, Machine (*machine)(std::uint32_t), ModelRules rules) {
    ModelledMachine setting{.name = name, .model_rules = rules, .machine = machine};
    setting.nodes = {2, 3, 4};
    setting.shape.sizes = {0, 8, 100};
    if (machine == fat_tree || machine == cube || machine == small_cube) setting.nodes = {2, 4};
    if (machine == dragonfly) setting.nodes = {4};
    if (machine == cube || machine == small_cube) setting.shape.sizes.push_back(101);
    if (machine == small_mesh) setting.shape.sizes.push_back(200);
    setting.shape.has_forced = machine == cube || machine == small_cube;
    return setting;
  };
  static const std::vector<ModelledMachine> all = [&] {
    std::vector<ModelledMachine> made{
        with("ipsc860", cube, {.longest_unasked = 100}),
        with("ipsc860_with_small_buffers", small_cube, {.room = kRoom, .longest_unasked = 100}),
        with("cm5", fat_tree, {.stores = false}),
        with("mesh", mesh, {.has_headers = true, .is_mesh = true}),
        with("mesh_with_small_buffers", small_mesh, {.room = kRoom, .has_headers = true, .is_mesh = true}),
        with("mesh_with_sends_that_wait", mesh, {.has_headers = true, .is_mesh = true, .standard_waits = true}),
        with("torus", torus, {.has_headers = true, .is_mesh = true, .is_torus = true}),
        with("adaptive_torus", adaptive_torus, {.has_headers = true}),
        with("dragonfly", dragonfly, {.has_headers = true}),
    };
    made[5].standard_sends = StandardSends::waiting_from(0);
    return made;
  }();
  return all;
}

Comparison compare(const TinyProgram& open, const ModelledMachine& setting, std::uint64_t most_orders) {
  const TinyProgram program = open.closed();
  const Machine machine = setting.machine(static_cast<std::uint32_t>(program.nodes.size()));
  const ModelOutcomes model = model_outcomes_of(program, setting.model_rules, kMostStates);
  Comparison result{.model_state_count = model.state_count};
  if (!model.complete) return result;
  const SearchOutcomes choices = search_choices(machine, program, setting.standard_sends);
  const SearchOutcomes orders = search_orders(machine, program, setting.standard_sends, most_orders);
  result.searched_all_choices = choices.complete;
  result.is_complete = orders.complete;
  result.is_proved = choices.proves || orders.proves;
  result.orders = orders.orders;
  if (choices.complete) result.difference_text += difference_by_choices(program, model.lines, choices);
  result.difference_text += listed("by orders, only the library", without(orders.lines, model.lines));
  if (orders.complete)
    result.difference_text += listed("by orders, only the model", without(model.lines, orders.lines));
  return result;
}

std::string difference_with_clock_off(const TinyProgram& open, const ModelledMachine& setting) {
  const TinyProgram program = open.closed();
  const ModelOutcomes possible = model_outcomes_of(program, ModelRules::of_clock_off(), kMostStates);
  if (!possible.complete) return {};
  return listed("clock off, only the library", without(lines_with_clock_off(program, setting), possible.lines));
}

std::string unproved_with_clock_off(const TinyProgram& open, const ModelledMachine& setting,
                                    std::uint64_t most_orders) {
  const TinyProgram program = open.closed();
  const Machine machine = setting.machine(static_cast<std::uint32_t>(program.nodes.size()));
  AccountLines proved;
  for (const SearchOutcomes& search : {search_choices(machine, program, setting.standard_sends),
                                       search_orders(machine, program, setting.standard_sends, most_orders)}) {
    if (search.proves) proved.insert(search.lines.begin(), search.lines.end());
  }
  if (proved.empty()) return {};
  return listed("clock off, and not the search, which proves",
                without(lines_with_clock_off(program, setting, setting.standard_sends), proved));
}

}  // namespace switchyard::reference
