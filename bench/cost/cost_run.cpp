#include "bench/cost/cost_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "bench/cost/comparison.hpp"
#include "bench/cost/cost_file.hpp"
#include "bench/cost/cost_tables.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/progress_display.hpp"
#include "runtime/values.hpp"

namespace switchyard::cost {
namespace {

constexpr double kDefaultSlowdownLimit = 0.1;

Parameters settings_of_plan(const CostMeasurementPlan& plan) {
  MachineOptions smallest = plan.machine;
  smallest.nodes = plan.node_counts.front();
  const Machine machine = make_machine(smallest);
  const Pattern& pattern = plan.patterns.front();
  const bool is_dense = pattern.kind == Pattern::Kind::dense;
  return {{"machine", machine.name()},
          {"constants", changed_constants_text(machine)},
          {"pattern",
           is_dense || pattern.parameter_text.empty() ? pattern.name() : pattern.name() + " " + pattern.parameter_text},
          {"bytes", plan.message_bytes ? format_bytes(*plan.message_bytes) : "the pattern's own"},
          {"protocol", protocol_text(plan.options.protocol)},
          {"executor", name_of(plan.options.executor)},
          {"seed", fmt::format("{}", plan.options.seed)}};
}

/// The measurements of the command `bench`, with a display of their progress. The object owns all data that the
/// measurements use, as a measurement may go on for a moment after Ctrl-C.
class CostMeasurementWithProgressDisplay {
 public:
  CostMeasurementWithProgressDisplay(CostMeasurementPlan plan, bool quiet)
      : display_(std::cerr, progress_style_of_standard_error(quiet), kProgressPatience),
        session_(std::move(plan), [this](double fraction, std::uint64_t samples) {
          display_.update_display({.done_fraction = fraction, .done_items = samples, .item_name = "measurements"});
        }) {}

  void measure_all_costs(const std::stop_token& stop) {
    display_.begin_job("bench");
    session_.measure_all_costs(stop);
    if (!stop.stop_requested()) display_.end_current_job();
  }
  void refresh_progress_display() { display_.refresh_display(); }
  void close_display() { display_.close(); }
  CostFile measured_costs() const {
    return {.settings = settings_of_plan(session_.cost_plan()),
            .host = host_description(),
            .build = version_and_build_text(),
            .samples = session_.samples(),
            .profiles = session_.profiles()};
  }

 private:
  ProgressDisplay display_;
  CostSession session_;
};

/// Reads the cost file that the option --baseline names, and checks that its costs can be compared with those measured
/// with the settings of `now`. Returns nothing if the option is not given. Call this before anything is measured.
std::optional<CostFile> read_baseline(const CostOutput& output, const CostFile& now) {
  if (!output.baseline_file_name) {
    const char* lonely = output.slowdown_limit ? "--limit" : output.requires_same_host ? "--same-host" : nullptr;
    if (lonely == nullptr) return std::nullopt;
    throw UsageError({.place = lonely, .reason = "is about a baseline", .remedy = "add --baseline or leave it out"});
  }
  CostFile baseline = read_cost_file("--baseline", *output.baseline_file_name);
  check_equal_settings(baseline, now, *output.baseline_file_name);
  if (baseline.host == now.host) return baseline;
  const std::string text = fmt::format("was measured on another host ({}) than this ({})", baseline.host, now.host);
  if (output.requires_same_host) {
    throw UsageError({.place = "--baseline",
                      .value = *output.baseline_file_name,
                      .reason = fmt::format("{} {}", switchyard::quoted(*output.baseline_file_name), text),
                      .remedy = "measure it here, or leave --same-host out"});
  }
  std::cerr << fmt::format("--baseline: {} {}; ratios to yardsticks are compared\n",
                           switchyard::quoted(*output.baseline_file_name), text);
  return baseline;
}

ExitCode compare_with_baseline(const CostFile& baseline, const CostFile& now, double limit) {
  const auto changes = changes_from_baseline(collect_series(baseline.samples), collect_series(now.samples), limit);
  if (changes.empty()) {
    throw UsageError({.place = "--baseline",
                      .reason = "has nothing of what was measured",
                      .remedy = "measure the same algorithms and sizes"});
  }
  print_changes(std::cout, changes, baseline, limit);
  const auto slower = std::ranges::count(changes, Verdict::slower, &CostChange::verdict);
  if (slower == 0) return ExitCode::done;
  std::cout.flush();
  std::cerr << fmt::format("slower than the baseline by more than {:g} %: {} of {}\n", 100 * limit, slower,
                           changes.size());
  return ExitCode::failed;
}

}  // namespace

ExitCode measure_and_print_costs(CostMeasurementPlan plan, const CostOutput& output) {
  if (plan.makes_profiles) require_perf();
  const auto work = std::make_shared<CostMeasurementWithProgressDisplay>(std::move(plan), output.quiet);
  const auto baseline = read_baseline(output, work->measured_costs());
  OptionalOutputFile json("--json", output.json_file_name);
  const ComputationEnd ending =
      run_interruptibly([work](const std::stop_token& stop) { work->measure_all_costs(stop); },
                        [work] { work->refresh_progress_display(); });
  work->close_display();
  const CostFile result = work->measured_costs();
  print_costs(std::cout, result);
  print_profiles(std::cout, result.profiles);
  json.write_file_if_wanted([&] { return to_json(result); });
  if (ending.is_interrupted()) {
    std::cerr << fmt::format("interrupted: {} measurements are shown\n", result.samples.size());
    return ending.exit_code();
  }
  return baseline ? compare_with_baseline(*baseline, result, output.slowdown_limit.value_or(kDefaultSlowdownLimit))
                  : ExitCode::done;
}

}  // namespace switchyard::cost
