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

using RunSummaryLineSet = std::set<std::string>;

constexpr std::uint64_t kMostModelStates = 300'000;
constexpr std::uint64_t kRunsWithClockOff = 6;
constexpr std::uint16_t kSmallBufferBytes = 128;

Machine cube(std::uint32_t nodes) { return machines::ipsc860({.nodes = nodes}); }
Machine small_cube(std::uint32_t nodes) {
  return machines::ipsc860({.nodes = nodes, .system_buffer = kSmallBufferBytes});
}
Machine fat_tree(std::uint32_t nodes) { return machines::cm5({.nodes = nodes}); }

/// Returns the shape of a mesh with this number of nodes that ReferenceModelRules::is_mesh assumes: 2x2 for four nodes,
/// and a line for other numbers.
machines::MeshOptions mesh_options_for(std::uint32_t nodes) {
  return nodes == 4 ? machines::MeshOptions{.width = 2, .height = 2}
                    : machines::MeshOptions{.width = nodes, .height = 1};
}
Machine mesh(std::uint32_t nodes) { return machines::mesh(mesh_options_for(nodes)); }
Machine small_mesh(std::uint32_t nodes) {
  machines::MeshOptions options = mesh_options_for(nodes);
  options.system_buffer = kSmallBufferBytes;
  return machines::mesh(options);
}
Machine torus(std::uint32_t nodes) { return machines::torus({.size = nodes == 4 ? "2x2" : std::to_string(nodes)}); }

Machine adaptive_torus(std::uint32_t nodes) {
  return machines::torus({.size = nodes == 4 ? "2x2" : std::to_string(nodes), .routing = "adaptive"});
}
Machine dragonfly(std::uint32_t /*four*/) {
  return machines::dragonfly({.nodes_per_router = 1, .routers_per_group = 2, .global_links = 1, .groups = 2});
}

RunSummaryLineSet subtract_summary_line_sets(const RunSummaryLineSet& all, const RunSummaryLineSet& some) {
  RunSummaryLineSet rest;
  std::ranges::set_difference(all, some, std::inserter(rest, rest.end()));
  return rest;
}
std::string titled_lines_text(const char* what, const RunSummaryLineSet& lines) {
  std::string text;
  for (const std::string& line : lines) text += fmt::format("    {}: {}\n", what, line);
  return text;
}

/// Returns a text on behaviours in which a search by choices (one run for each set of choices) differs from the
/// reference model, or an empty text. Such a search may find more behaviours than there are, but never fewer
/// (runtime/stress/choices.hpp).
std::string describe_choice_search_model_difference(const TinyProgram& program, const RunSummaryLineSet& model,
                                                    const SearchOutcomes& search) {
  const RunSummaryLineSet most =
      model_outcomes_of(program, ReferenceModelRules::make_rules_for_runs_without_clock(), kMostModelStates)
          .run_summary_lines;
  return titled_lines_text("by choices, only the model", subtract_summary_line_sets(model, search.run_summary_lines)) +
         titled_lines_text(
             "by choices, what even sends that are complete at once do not show",
             subtract_summary_line_sets(subtract_summary_line_sets(search.run_summary_lines, model), most));
}

/// Returns the summary lines of a few runs without a clock (ClockKind::off), in which standard sends are complete as
/// `standard_sends` says.
RunSummaryLineSet collect_summary_lines_of_clockless_runs(const TinyProgram& program, const ModelledMachine& setting,
                                                          StandardSendRule standard_sends = {}) {
  const Machine machine = setting.make_machine(static_cast<std::uint32_t>(program.operations_by_node.size()));
  RunSummaryLineSet lines;
  for (std::uint64_t i = 0; i < kRunsWithClockOff; ++i) {
    RunOptions options{.seed = i, .clock = ClockKind::off, .standard_sends = standard_sends};
    options.executor = i % 3 == 0 ? ExecutorKind::fibers : ExecutorKind::threads;
    if (i % 2 != 0) options.pauses = i;
    lines.insert(line_of_run(machine, program, options));
  }
  return lines;
}

}  // namespace

const std::vector<ModelledMachine>& modelled_machines() {
  const auto with = [](const char* name, Machine (*machine)(std::uint32_t), ReferenceModelRules rules) {
    ModelledMachine setting{.name = name, .model_rules = rules, .make_machine = machine};
    setting.node_counts = {2, 3, 4};
    setting.random_program_parameters.message_sizes = {0, 8, 100};
    if (machine == fat_tree || machine == cube || machine == small_cube) setting.node_counts = {2, 4};
    if (machine == dragonfly) setting.node_counts = {4};
    if (machine == cube || machine == small_cube) setting.random_program_parameters.message_sizes.push_back(101);
    if (machine == small_mesh) setting.random_program_parameters.message_sizes.push_back(200);
    setting.random_program_parameters.may_contain_forced_protocol_sends = machine == cube || machine == small_cube;
    return setting;
  };
  static const std::vector<ModelledMachine> all = [&] {
    std::vector<ModelledMachine> made{
        with("ipsc860", cube, {.longest_sent_without_request = 100}),
        with("ipsc860_with_small_buffers", small_cube,
             {.system_buffer_bytes = kSmallBufferBytes, .longest_sent_without_request = 100}),
        with("cm5", fat_tree, {.stores_early_messages = false}),
        with("mesh", mesh, {.has_headers = true, .is_mesh = true}),
        with("mesh_with_small_buffers", small_mesh,
             {.system_buffer_bytes = kSmallBufferBytes, .has_headers = true, .is_mesh = true}),
        with("mesh_with_sends_that_wait", mesh, {.has_headers = true, .is_mesh = true, .standard_sends_wait = true}),
        with("torus", torus, {.has_headers = true, .is_mesh = true, .is_torus = true}),
        with("adaptive_torus", adaptive_torus, {.has_headers = true}),
        with("dragonfly", dragonfly, {.has_headers = true}),
    };
    made[5].standard_sends = StandardSendRule::synchronous_from_size(0);
    return made;
  }();
  return all;
}

ModelComparison compare_with_model(const TinyProgram& open, const ModelledMachine& setting, std::uint64_t most_orders) {
  const TinyProgram program = open.make_program_with_final_waits();
  const Machine machine = setting.make_machine(static_cast<std::uint32_t>(program.operations_by_node.size()));
  const ModelOutcomes model = model_outcomes_of(program, setting.model_rules, kMostModelStates);
  ModelComparison result{.model_state_count = model.state_count};
  if (!model.reached_all_states) return result;
  const SearchOutcomes choices = search_choices(machine, program, setting.standard_sends);
  const SearchOutcomes orders = search_orders(machine, program, setting.standard_sends, most_orders);
  result.has_run_every_receive_choice_set = choices.stands_for_all_orders;
  result.ran_all_orders = orders.stands_for_all_orders;
  result.is_proven_free_of_failures = choices.proves_no_failure || orders.proves_no_failure;
  result.run_order_count = orders.run_order_count;
  if (choices.stands_for_all_orders)
    result.difference_text += describe_choice_search_model_difference(program, model.run_summary_lines, choices);
  result.difference_text += titled_lines_text(
      "by orders, only the library", subtract_summary_line_sets(orders.run_summary_lines, model.run_summary_lines));
  if (orders.stands_for_all_orders)
    result.difference_text += titled_lines_text(
        "by orders, only the model", subtract_summary_line_sets(model.run_summary_lines, orders.run_summary_lines));
  return result;
}

std::string describe_clockless_runs_outside_model(const TinyProgram& open, const ModelledMachine& setting) {
  const TinyProgram program = open.make_program_with_final_waits();
  const ModelOutcomes possible =
      model_outcomes_of(program, ReferenceModelRules::make_rules_for_runs_without_clock(), kMostModelStates);
  if (!possible.reached_all_states) return {};
  return titled_lines_text("clock off, only the library",
                           subtract_summary_line_sets(collect_summary_lines_of_clockless_runs(program, setting),
                                                      possible.run_summary_lines));
}

std::string describe_clockless_runs_against_proof(const TinyProgram& open, const ModelledMachine& setting,
                                                  std::uint64_t most_orders) {
  const TinyProgram program = open.make_program_with_final_waits();
  const Machine machine = setting.make_machine(static_cast<std::uint32_t>(program.operations_by_node.size()));
  RunSummaryLineSet proved;
  for (const SearchOutcomes& search : {search_choices(machine, program, setting.standard_sends),
                                       search_orders(machine, program, setting.standard_sends, most_orders)}) {
    if (search.proves_no_failure) proved.insert(search.run_summary_lines.begin(), search.run_summary_lines.end());
  }
  if (proved.empty()) return {};
  return titled_lines_text(
      "clock off, and not the search, which proves",
      subtract_summary_line_sets(collect_summary_lines_of_clockless_runs(program, setting, setting.standard_sends),
                                 proved));
}

}  // namespace switchyard::reference
