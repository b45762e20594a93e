#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/cost/comparison.hpp"
#include "bench/cost/cost_file.hpp"
#include "bench/cost/cost_session.hpp"
#include "bench/cost/cost_tables.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/progress_display.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostBenchNodes = std::uint64_t{1} << 24U;
constexpr std::uint64_t kMostRounds = 1000;
constexpr double kUsualLimit = 0.1;

struct BenchArguments {
  MachineOptions machine;
  Libraries libraries;
  std::string algorithms = "ac,lp,rs_n,rs_nl";
  std::vector<std::uint32_t> nodes{64};
  std::optional<std::vector<std::uint32_t>> densities;
  std::optional<Pattern> pattern;
  std::optional<std::uint64_t> bytes;
  std::set<cost::Aspect> aspects{cost::Aspect::schedule, cost::Aspect::exchange, cost::Aspect::emulation,
                                 cost::Aspect::memory};
  cost::CostOptions options;
  cost::RoundOptions rounds;
  std::optional<std::string> json, baseline;
  std::optional<double> limit;
  bool same_host = false, quiet = false;
};

/// Reads one item of a list such as that of --nodes: a number, or a range such as 16..4096, which means its first
/// number doubled again and again up to the last.
std::vector<std::uint32_t> parse_range(const std::string& option, const std::string& item) {
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

/// Reads a list of numbers and ranges, such as that of --nodes, and sorts it. Throws UsageError for a number that is
/// there twice.
std::vector<std::uint32_t> parse_sizes(const std::string& option, const std::string& text) {
  std::vector<std::uint32_t> list;
  for (const std::string& item : split_list(option, text)) {
    for (const std::uint32_t value : parse_range(option, item)) list.push_back(value);
  }
  std::ranges::sort(list);
  const auto twice = std::ranges::adjacent_find(list);
  if (twice == list.end()) return list;
  throw UsageError(
      {.place = option, .reason = fmt::format("{} is there twice", *twice), .remedy = "write each value once"});
}

std::vector<std::string> aspect_names() {
  std::vector<std::string> names;
  for (std::size_t i = static_cast<std::size_t>(cost::Aspect::schedule); i < std::size(cost::kAspectNames); ++i) {
    names.emplace_back(cost::kAspectNames[i]);
  }
  return names;
}

std::set<cost::Aspect> parse_aspects(const std::string& text) {
  std::set<cost::Aspect> aspects;
  for (const std::string& item : split_list("--measure", text)) {
    const std::size_t first = static_cast<std::size_t>(cost::Aspect::schedule);
    aspects.insert(static_cast<cost::Aspect>(first + parse_choice("--measure", item, aspect_names())));
  }
  return aspects;
}

/// Reads the value of --limit, such as 10%, and returns it as a fraction.
double parse_limit(const std::string& text) {
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

cost::CostPlan plan_of(const BenchArguments& arguments) {
  cost::CostPlan plan{.machine = arguments.machine,
                      .algorithms = find_algorithms(arguments.libraries.catalogue, arguments.algorithms),
                      .nodes = arguments.nodes,
                      .patterns = patterns_of(arguments),
                      .bytes = arguments.bytes,
                      .aspects = arguments.aspects,
                      .options = arguments.options,
                      .rounds = arguments.rounds};
  if (!plan.bytes && !plan.patterns.front().has_sizes()) plan.bytes = 1024;
  plan.rounds.seed = arguments.options.seed;
  return plan;
}

Parameters setting_of(const cost::CostPlan& plan) {
  MachineOptions smallest = plan.machine;
  smallest.nodes = plan.nodes.front();
  const Machine machine = make_machine(smallest);
  const Pattern& pattern = plan.patterns.front();
  const bool is_dense = pattern.kind == Pattern::Kind::dense;
  return {
      {"machine", machine.name()},
      {"constants", changed_constants(machine)},
      {"pattern", is_dense || pattern.parameter.empty() ? pattern.name() : pattern.name() + " " + pattern.parameter},
      {"bytes", plan.bytes ? format_bytes(*plan.bytes) : "the pattern's own"},
      {"protocol", protocol_text(plan.options.protocol)},
      {"executor", name_of(plan.options.executor)},
      {"seed", fmt::format("{}", plan.options.seed)}};
}

/// The measurements of a `bench` command in progress, with all objects that they use, as a run may go on after Ctrl-C.
class BenchUnderWay {
 public:
  BenchUnderWay(cost::CostPlan plan, bool quiet)
      : display_(std::cerr, progress_style_of_standard_error(quiet), kProgressPatience),
        session_(std::move(plan), [this](double fraction, std::uint64_t samples) {
          display_.show({.fraction = fraction, .done = samples, .what = "measurements"});
        }) {}

  void carry_out(const std::stop_token& stop) {
    display_.begin("bench");
    session_.carry_out(stop);
    if (!stop.stop_requested()) display_.done();
  }
  void tick() { display_.tick(); }
  void close_display() { display_.close(); }
  cost::CostFile result() const {
    return {.setting = setting_of(session_.plan()),
            .host = cost::this_host(),
            .build = build_text(),
            .samples = session_.samples()};
  }

 private:
  ProgressDisplay display_;
  cost::CostSession session_;
};

/// Reads the file of --baseline and checks, before anything is measured, that the measurements can be compared with it.
/// Returns nothing if the option is not given.
std::optional<cost::CostFile> baseline_of(const BenchArguments& arguments, const cost::CostFile& now) {
  if (!arguments.baseline) {
    const char* lonely = arguments.limit ? "--limit" : arguments.same_host ? "--same-host" : nullptr;
    if (lonely == nullptr) return std::nullopt;
    throw UsageError({.place = lonely, .reason = "is about a baseline", .remedy = "add --baseline or leave it out"});
  }
  cost::CostFile baseline = cost::read_cost_file("--baseline", *arguments.baseline);
  cost::check_setting(baseline, now, *arguments.baseline);
  if (baseline.host == now.host) return baseline;
  const std::string text = fmt::format("was measured on another host ({}) than this ({})", baseline.host, now.host);
  if (arguments.same_host) {
    throw UsageError({.place = "--baseline",
                      .value = *arguments.baseline,
                      .reason = fmt::format("{} {}", switchyard::quoted(*arguments.baseline), text),
                      .remedy = "measure it here, or leave --same-host out"});
  }
  std::cerr << fmt::format("--baseline: {} {}; ratios to yardsticks are compared\n",
                           switchyard::quoted(*arguments.baseline), text);
  return baseline;
}

ExitCode compare(const cost::CostFile& baseline, const cost::CostFile& now, double limit) {
  const auto changes = cost::compare(cost::series_of(baseline.samples), cost::series_of(now.samples), limit);
  if (changes.empty()) {
    throw UsageError({.place = "--baseline",
                      .reason = "has nothing of what was measured",
                      .remedy = "measure the same algorithms and sizes"});
  }
  cost::print_changes(std::cout, changes, baseline, limit);
  const auto slower = std::ranges::count(changes, cost::Verdict::slower, &cost::Change::verdict);
  if (slower == 0) return ExitCode::done;
  std::cout.flush();
  std::cerr << fmt::format("slower than the baseline by more than {:g} %: {} of {}\n", 100 * limit, slower,
                           changes.size());
  return ExitCode::failed;
}

ExitCode bench(const BenchArguments& arguments) {
  const auto work = std::make_shared<BenchUnderWay>(plan_of(arguments), arguments.quiet);
  const auto baseline = baseline_of(arguments, work->result());
  WantedFile json("--json", arguments.json);
  const Ending ending =
      run_interruptibly([work](const std::stop_token& stop) { work->carry_out(stop); }, [work] { work->tick(); });
  work->close_display();
  const cost::CostFile result = work->result();
  cost::print_costs(std::cout, result);
  json.fill([&] { return cost::to_json(result); });
  if (ending.is_interrupted()) {
    std::cerr << fmt::format("interrupted: {} measurements are shown\n", result.samples.size());
    return ending.exit_code();
  }
  return baseline ? compare(*baseline, result, arguments.limit.value_or(kUsualLimit)) : ExitCode::done;
}

/// Returns the options of `bench` that choose what is measured. `arguments` must outlive the list.
std::vector<Option> subject_options(BenchArguments& arguments) {
  std::vector<Option> options = machine_options(arguments.machine);
  std::erase_if(options, [](const Option& option) { return option.name == "--nodes" || option.name == "--size"; });
  options.push_back({"--algorithm", "NAME,...",
                     "of 'switchyard list algorithms' or a library (default ac,lp,rs_n,rs_nl)",
                     [&arguments](const std::string& text) { arguments.algorithms = text; }});
  options.push_back(load_option(arguments.libraries));
  options.push_back({"--nodes", "N,...", "numbers of nodes, also doubling ranges such as 16..4096 (default 64)",
                     [&arguments](const std::string& text) { arguments.nodes = parse_sizes("--nodes", text); }});
  options.push_back({"--density", "D,...",
                     "messages that each node of a dense pattern sends and receives, also ranges (default 16)",
                     [&arguments](const std::string& text) { arguments.densities = parse_sizes("--density", text); }});
  options.push_back({"--pattern", "PATTERN",
                     "dense (default), complete, percent:50, bounded:k=32,l=1/32,t=64KiB, or one that a library adds",
                     [&arguments](const std::string& text) {
                       arguments.pattern = parse_pattern("--pattern", text, arguments.libraries.catalogue.patterns());
                     }});
  options.push_back({"--bytes", "SIZE", "of a message (default 1KiB)", [&arguments](const std::string& text) {
                       arguments.bytes = parse_bytes("--bytes", text, UnitlessBytes::allowed);
                     }});
  options.push_back({"--seed", "SEED", "of matrices, schedules and orders",
                     [&arguments](const std::string& text) { arguments.options.seed = parse_seed("--seed", text); }});
  return options;
}

/// Returns the options of `bench` that choose how costs are measured. `arguments` must outlive the list.
std::vector<Option> measuring_options(BenchArguments& arguments) {
  return {{.name = "--measure",
           .value = "WHAT,...",
           .help = "making the schedule, the exchange with the clock off, the virtual clock, memory (default: all)",
           .set = [&arguments](const std::string& text) { arguments.aspects = parse_aspects(text); },
           .choices = aspect_names()},
          protocol_option(arguments.options.protocol),
          {.name = "--executor",
           .value = "EXECUTOR",
           .help = "fibers (default): all nodes on one thread; or threads: one a node",
           .set =
               [&arguments](const std::string& text) {
                 const bool fibers = parse_choice("--executor", text, {"threads", "fibers"}) == 1;
                 arguments.options.executor = fibers ? ExecutorKind::fibers : ExecutorKind::threads;
               },
           .choices = {"threads", "fibers"}},
          stack_option(arguments.options.stack_bytes),
          host_limit_option(arguments.options.host_limit, "default: none"),
          count_option("--rounds", "rounds, in each of which everything is measured once (default 11)",
                       arguments.rounds.rounds, 1, kMostRounds),
          {"--round-time", "TIME", "for which each cost is measured in a round, at least (default 50ms)",
           [&arguments](const std::string& text) { arguments.rounds.time = parse_duration("--round-time", text); }}};
}

/// Returns the options of `bench` for results: JSON file, baseline and limit. `arguments` must outlive the list.
std::vector<Option> result_options(BenchArguments& arguments) {
  return {file_option("--json", "all measurements, as Google Benchmark writes them", arguments.json),
          that_reads({"--baseline", "FILE", "such a file of earlier; exit code 1 if a cost is above it",
                      [&arguments](const std::string& text) { arguments.baseline = text; }}),
          {"--limit", "PERCENT", "by which a cost may be above the baseline's (default 10%)",
           [&arguments](const std::string& text) { arguments.limit = parse_limit(text); }},
          flag("--same-host", "refuse a baseline of another host", arguments.same_host),
          flag("--quiet", "no progress on standard error", arguments.quiet)};
}

}  // namespace

Command bench_command() {
  const auto arguments = std::make_shared<BenchArguments>();
  std::vector<Option> options = subject_options(*arguments);
  for (Option& option : measuring_options(*arguments)) options.push_back(std::move(option));
  for (Option& option : result_options(*arguments)) options.push_back(std::move(option));
  return {
      .name = "bench",
      .summary = "Measures what algorithms cost the host: schedule, exchange, emulation, memory, and their growth",
      .examples = {"switchyard bench --algorithm rs_n,rs_nl,lp --nodes 16,64 --density 8 --rounds 3 --round-time 5ms",
                   "switchyard bench --algorithm rs_n --nodes 16..128 --density 4 --measure schedule --round-time 2ms"},
      .options = std::move(options),
      .run = [arguments](FilesInUse&) { return bench(*arguments); }};
}

}  // namespace switchyard::cli
