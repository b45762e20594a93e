#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/cost/cost_run.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostBenchNodes = std::uint64_t{1} << 24U;
constexpr std::uint64_t kMostRounds = 1000;

struct BenchArguments {
  MachineOptions machine;
  LoadedLibraries libraries;
  std::string algorithm_names = "ac,lp,rs_n,rs_nl";
  std::vector<std::uint32_t> node_counts{64};
  std::optional<std::vector<std::uint32_t>> densities;
  std::optional<Pattern> pattern;
  std::optional<std::uint64_t> message_bytes;
  std::set<cost::CostAspect> cost_aspects{cost::CostAspect::schedule, cost::CostAspect::exchange,
                                          cost::CostAspect::emulation, cost::CostAspect::memory};
  cost::CostOptions cost_options;
  cost::MeasurementRoundOptions measurement_round_options;
  bool profiles_with_perf = false;
  cost::CostOutput cost_output;
};

/// Reads one item of a list of numbers: a number, or a range such as 16..100, which stands for 16, 32 and 64, as each
/// number is twice the previous one.
std::vector<std::uint32_t> parse_number_or_range(const std::string& option, const std::string& item) {
  const auto number = [&](const std::string& text, std::uint64_t least) {
    return static_cast<std::uint32_t>(parse_count(option, text, least, kMostBenchNodes));
  };
  const std::size_t dots = item.find("..");
  if (dots == std::string::npos) return {number(item, 1)};
  const std::uint32_t first = number(item.substr(0, dots), 1);
  const std::uint32_t last = number(item.substr(dots + 2), first);
  std::vector<std::uint32_t> list;
  for (std::uint32_t value = first; value <= last; value *= 2) list.push_back(value);
  return list;
}

/// Reads a comma-separated list of numbers and ranges, such as the value of --nodes, and returns
/// the numbers in ascending order. Throws UsageError for a number that occurs twice.
std::vector<std::uint32_t> parse_number_list(const std::string& option, const std::string& text) {
  std::vector<std::uint32_t> list;
  for (const std::string& item : split_list(option, text)) {
    for (const std::uint32_t value : parse_number_or_range(option, item)) list.push_back(value);
  }
  std::ranges::sort(list);
  const auto twice = std::ranges::adjacent_find(list);
  if (twice == list.end()) return list;
  throw UsageError(
      {.place = option, .reason = fmt::format("{} is there twice", *twice), .remedy = "write each value once"});
}

std::vector<std::string> cost_aspect_names() {
  std::vector<std::string> names;
  for (std::size_t i = static_cast<std::size_t>(cost::CostAspect::schedule); i < std::size(cost::kCostAspectNames);
       ++i) {
    names.emplace_back(cost::kCostAspectNames[i]);
  }
  return names;
}

std::set<cost::CostAspect> parse_cost_aspects(const std::string& text) {
  std::set<cost::CostAspect> aspects;
  for (const std::string& item : split_list("--measure", text)) {
    const std::size_t first = static_cast<std::size_t>(cost::CostAspect::schedule);
    aspects.insert(static_cast<cost::CostAspect>(first + parse_choice("--measure", item, cost_aspect_names())));
  }
  return aspects;
}

/// Reads the value of the option --limit and returns it as a fraction, such as 0.1 for "10%".
double parse_percentage(const std::string& text) {
  if (!text.ends_with('%')) {
    throw UsageError({.place = "--limit",
                      .value = text,
                      .reason = fmt::format("{} is no percentage", switchyard::quoted(text)),
                      .remedy = "write one such as 10%"});
  }
  return static_cast<double>(parse_count("--limit", text.substr(0, text.size() - 1), 1, 1000)) / 100;
}

std::vector<Pattern> patterns_of(const BenchArguments& arguments) {
  if (arguments.pattern && arguments.pattern->kind != Pattern::Kind::dense) {
    if (arguments.densities) {
      throw UsageError({.place = "--density",
                        .reason = fmt::format("pattern {} has none", arguments.pattern->name()),
                        .remedy = "leave it out"});
    }
    return {*arguments.pattern};
  }
  std::vector<Pattern> patterns;
  for (const std::uint32_t density : arguments.densities.value_or(std::vector<std::uint32_t>{16})) {
    patterns.push_back(dense_pattern(density));
  }
  return patterns;
}

cost::CostMeasurementPlan cost_plan(const BenchArguments& arguments) {
  cost::CostMeasurementPlan plan{
      .machine = arguments.machine,
      .algorithms = find_algorithms(arguments.libraries.catalogue, arguments.algorithm_names),
      .node_counts = arguments.node_counts,
      .patterns = patterns_of(arguments),
      .message_bytes = arguments.message_bytes,
      .cost_aspects = arguments.cost_aspects,
      .options = arguments.cost_options,
      .rounds = arguments.measurement_round_options,
      .makes_profiles = arguments.profiles_with_perf};
  if (!plan.message_bytes && !plan.patterns.front().determines_message_sizes()) plan.message_bytes = 1024;
  plan.rounds.seed = arguments.cost_options.seed;
  return plan;
}

ExitCode run_bench(const BenchArguments& arguments) {
  check_placement(arguments.cost_options.placement, arguments.cost_options.executor);
  return cost::measure_and_print_costs(cost_plan(arguments), arguments.cost_output);
}

/// Returns the options of the command `bench` that choose what is measured. `arguments` must outlive the list.
std::vector<CommandOption> bench_options_for_what_to_measure(BenchArguments& arguments) {
  std::vector<CommandOption> options = machine_options(arguments.machine);
  std::erase_if(options,
                [](const CommandOption& option) { return option.name == "--nodes" || option.name == "--size"; });
  options.push_back({"--algorithm", "NAME,...",
                     "of 'switchyard list algorithms' or a library (default ac,lp,rs_n,rs_nl)",
                     [&arguments](const std::string& text) { arguments.algorithm_names = text; }});
  options.push_back(library_path_option(arguments.libraries));
  options.push_back(
      {"--nodes", "N,...", "numbers of nodes, also doubling ranges such as 16..4096 (default 64)",
       [&arguments](const std::string& text) { arguments.node_counts = parse_number_list("--nodes", text); }});
  options.push_back(
      {"--density", "D,...", "messages that each node of a dense pattern sends and receives, also ranges (default 16)",
       [&arguments](const std::string& text) { arguments.densities = parse_number_list("--density", text); }});
  options.push_back({"--pattern", "PATTERN",
                     "dense (default), complete, percent:50, bounded:k=32,l=1/32,t=64KiB, or one that a library adds",
                     [&arguments](const std::string& text) {
                       arguments.pattern = parse_pattern("--pattern", text, arguments.libraries.catalogue.patterns());
                     }});
  options.push_back({"--bytes", "SIZE", "of a message (default 1KiB)", [&arguments](const std::string& text) {
                       arguments.message_bytes =
                           parse_bytes("--bytes", text, UnitlessSizePolicy::unitless_size_allowed);
                     }});
  options.push_back({"--seed", "SEED", "of matrices, schedules and orders", [&arguments](const std::string& text) {
                       arguments.cost_options.seed = parse_seed("--seed", text);
                     }});
  return options;
}

/// Returns the options of the command `bench` that choose how costs are measured. `arguments` must outlive the list.
std::vector<CommandOption> bench_options_for_measuring_method(BenchArguments& arguments) {
  return {
      {.name = "--measure",
       .value_name = "WHAT,...",
       .help_text = "making the schedule, the exchange with the clock off, the virtual clock, memory (default: all)",
       .set_value = [&arguments](const std::string& text) { arguments.cost_aspects = parse_cost_aspects(text); },
       .choices = cost_aspect_names()},
      protocol_option(arguments.cost_options.protocol),
      {.name = "--executor",
       .value_name = "EXECUTOR",
       .help_text = "fibers (default): all nodes on one thread; or threads: one a node",
       .set_value =
           [&arguments](const std::string& text) {
             const bool fibers = parse_choice("--executor", text, {"threads", "fibers"}) == 1;
             arguments.cost_options.executor = fibers ? ExecutorKind::fibers : ExecutorKind::threads;
           },
       .choices = {"threads", "fibers"}},
      stack_bytes_option(arguments.cost_options.stack_bytes),
      placement_option(arguments.cost_options.placement),
      host_limit_option(arguments.cost_options.host_limit, "default: none"),
      option_with_count_value("--rounds", "rounds, in each of which everything is measured once (default 11)",
                              arguments.measurement_round_options.round_count, 1, kMostRounds),
      {"--round-time", "TIME", "for which each cost is measured in a round, at least (default 50ms)",
       [&arguments](const std::string& text) {
         arguments.measurement_round_options.time_of_work_in_round = parse_duration("--round-time", text);
       }},
      flag_option("--profile", "also the functions in which the time goes, sampled by perf",
                  arguments.profiles_with_perf)};
}

/// Returns the options of the command `bench` that are about results: JSON file, baseline and limit. `arguments` must
/// outlive the list.
std::vector<CommandOption> options_of_bench_results(BenchArguments& arguments) {
  return {
      file_option("--json", "all measurements, as Google Benchmark writes them", arguments.cost_output.json_file_name),
      mark_option_as_input_file(
          {"--baseline", "FILE", "such a file of earlier; exit code 1 if a cost is above it",
           [&arguments](const std::string& text) { arguments.cost_output.baseline_file_name = text; }}),
      {"--limit", "PERCENT", "by which a cost may be above the baseline's (default 10%)",
       [&arguments](const std::string& text) { arguments.cost_output.slowdown_limit = parse_percentage(text); }},
      flag_option("--same-host", "refuse a baseline of another host", arguments.cost_output.requires_same_host),
      flag_option("--quiet", "no progress on standard error", arguments.cost_output.quiet)};
}

}  // namespace

Command bench_command_definition() {
  const auto arguments = std::make_shared<BenchArguments>();
  std::vector<CommandOption> options = bench_options_for_what_to_measure(*arguments);
  for (CommandOption& option : bench_options_for_measuring_method(*arguments)) options.push_back(std::move(option));
  for (CommandOption& option : options_of_bench_results(*arguments)) options.push_back(std::move(option));
  return {
      .name = "bench",
      .summary = "Measures what algorithms cost the host: schedule, exchange, emulation, memory, and their growth",
      .examples = {"switchyard bench --algorithm rs_n,rs_nl,lp --nodes 16,64 --density 8 --rounds 3 --round-time 5ms",
                   "switchyard bench --algorithm rs_n --nodes 16..128 --density 4 --measure schedule --round-time 2ms"},
      .options = std::move(options),
      .run = [arguments](FilesUsedByCommand&) { return run_bench(*arguments); }};
}

}  // namespace switchyard::cli
