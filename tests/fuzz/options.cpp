#include <algorithm>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/application_options.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/wall_options.hpp"
#include "tests/fuzz/target.hpp"

namespace {

using namespace switchyard;

/// The settings of a run, with the command-line options that change them.
struct RunSettingsWithOptions {
  explicit RunSettingsWithOptions(const Catalogue& catalogue) {
    const auto add = [this](std::vector<CommandOption> more) { std::ranges::move(more, std::back_inserter(options)); };
    add(machine_options(machine));
    add(pattern_options(pattern, catalogue, OptionValueCount::list, false));
    add(execution_options(execution));
    add(wall_clock_options(wall));
    add(application_options(application, catalogue));
  }
  RunSettingsWithOptions(const RunSettingsWithOptions&) = delete;
  RunSettingsWithOptions& operator=(const RunSettingsWithOptions&) = delete;

  MachineOptions machine;
  PatternOptions pattern;
  ExchangeOptions execution;
  WallClockOptions wall;
  ApplicationOptions application;
  std::vector<CommandOption> options;
};

void set(std::vector<CommandOption>& options, std::string_view line) {
  const std::size_t end = std::min(line.find(' '), line.size());
  const auto option = std::ranges::find(options, line.substr(0, end), &CommandOption::name);
  if (option != options.end()) option->set_value(std::string(line.substr(std::min(end + 1, line.size()))));
}

}  // namespace

/// Fuzzes command-line options. Each line of the input is an option of `switchyard run`, such as "--nodes 8". The test
/// then makes the machine and the communication matrices that the options describe.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  // Matrices are made only if they have at most this number of nodes.
  constexpr std::uint32_t kMostNodes = 64;
  static const Catalogue catalogue = shipped_algorithms();
  RunSettingsWithOptions settings(catalogue);
  while (!input.empty()) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    set(settings.options, input.substr(0, end));
    input.remove_prefix(std::min(end + 1, input.size()));
  }
  const Machine machine = make_machine(settings.machine);
  parameters_of(settings.execution);
  execution_settings_text(settings.execution);
  const std::uint32_t nodes = std::min(machine.node_count(), kMostNodes);
  for (const PatternsAndSizes traffic =
           patterns_and_sizes_from_options(settings.pattern, std::nullopt, nodes, OptionValueCount::list);
       const Pattern& pattern : traffic.patterns) {
    check_node_count_of_pattern(pattern, nodes);
    make_matrix_of_sample(pattern, nodes, traffic.message_sizes.front(), 1, 0);
  }
}
