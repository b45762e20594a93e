#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <exception>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/experiment/algorithm_options.hpp"
#include "bench/experiment/collective_options.hpp"
#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/program_output.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/table.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/program_case.hpp"
#include "bench/stress/replay_options.hpp"
#include "bench/trace/chrome_trace.hpp"
#include "bench/trace/paje_trace.hpp"
#include "bench/trace/phase_view.hpp"
#include "bench/trace/trace_tables.hpp"
#include "bench/trace/traced_exchange.hpp"
#include "runtime/build_info.hpp"
#include "runtime/stress/disturbed_run.hpp"
#include "runtime/stress/trial.hpp"
#include "runtime/values.hpp"
#include "runtime/wait_graph.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostTraceSamples = 1'000'000;
constexpr std::uint64_t kUsualTraceEvents = 1'000'000;

struct TraceArguments {
  MachineOptions machine;
  PatternOptions pattern;
  ExchangeOptions execution;
  std::string algorithm = "rs_nl";
  std::vector<std::string> programs;
  ProgramSetting of_program;
  Libraries libraries;
  std::uint64_t seed = 1;
  std::uint64_t sample = 0;
  std::optional<std::uint64_t> max_events;
  bool flows = false;
  bool quiet = false;
  std::optional<std::string> output, paje, links, phases, svg, replay;
  std::vector<GivenOption> of_the_run;  ///< options given that choose what is run, not how it is drawn
};

struct TraceFiles {
  explicit TraceFiles(const TraceArguments& arguments)
      : output("--output", arguments.output),
        paje("--paje", arguments.paje),
        links("--links", arguments.links),
        phases("--phases", arguments.phases),
        svg("--svg", arguments.svg) {}
  WantedFile output, paje, links, phases, svg;
};

/// The run that `trace` draws.
struct TraceTask {
  TracedExchange exchange;
  std::optional<KnownRun> known;  ///< the recorded run of a stress test, with --replay; else empty
};

void check_picture(const TraceArguments& arguments, std::uint32_t nodes) {
  if (!arguments.svg || nodes <= kMaxViewNodes) return;
  throw UsageError({.place = "--svg",
                    .reason = fmt::format("{} nodes do not make a legible picture", nodes),
                    .remedy = fmt::format("write --nodes {} or fewer, or --output", kMaxViewNodes)});
}

void refuse_unused(const TraceArguments& arguments) {
  if (arguments.flows && !arguments.output && !arguments.paje) {
    throw UsageError(
        {.place = "--flows", .reason = "are for --output and --paje", .remedy = "name one of these, or leave it out"});
  }
  if (arguments.max_events && !arguments.output) {
    throw UsageError({.place = "--max-events", .reason = "is for --output", .remedy = "name it, or leave this out"});
  }
}

/// Describes a recorded run as an exchange that can be drawn. For a program it has an empty matrix, as a program's
/// messages are not known beforehand.
TracedExchange exchange_of(const KnownRun& known, const std::string& text) {
  const StressCase& stressed = *known.replay.stressed;
  const Machine& machine = known.replay.run.machine;
  if (const AlgorithmWork* work = algorithm_work(stressed)) return {machine, work->algorithm, work->matrix, {}, text};
  const ProgramWork& work = *program_work(stressed);
  return {machine,
          as_algorithm({work.program, work.arguments, work.launch}),
          CommunicationMatrix::from_triplets(machine.node_count(), {}),
          {},
          text};
}

TraceTask replay_task(const TraceArguments& arguments) {
  const std::string& replay = *arguments.replay;
  if (const auto option = option_without_effect(arguments.of_the_run, scope_of_replay(replay))) {
    throw UsageError({.place = *option,
                      .reason = fmt::format("the {} of --replay says what is run",
                                            looks_like_replay_string(replay) ? "line" : "file"),
                      .remedy = "leave one of them out"});
  }
  KnownRun known =
      read_known_run({replay, arguments.programs, arguments.of_program, arguments.machine, arguments.libraries});
  if (known.replay.run.strategy == Strategy::threads) {
    throw UsageError({.place = "--replay",
                      .value = replay,
                      .reason = fmt::format("{} is of a race of real threads, which has no virtual time to draw",
                                            switchyard::quoted(replay)),
                      .remedy = "give a finding of another strategy"});
  }
  TracedExchange exchange = exchange_of(known, fmt::format("replay of {}", replay));
  exchange.options.run.seed = known.replay.run.seed;
  return {std::move(exchange), std::move(known)};
}

TraceTask program_task(const TraceArguments& arguments) {
  if (const auto option = option_without_effect(arguments.of_the_run, Scope::programs)) {
    throw UsageError({.place = *option, .reason = "is not for --program", .remedy = "leave one of them out"});
  }
  Machine machine = make_machine(arguments.machine);
  ProgramSetting setting = arguments.of_program;
  setting.sink = sink_of(setting);
  setting.input = std::make_shared<ProgramInput>(STDIN_FILENO);
  setting.schedules_cost = arguments.execution.scheduling == Scheduling::at_runtime;
  const ChosenProgram program =
      choose_program(arguments.libraries.catalogue, "--program", arguments.programs, std::move(setting));
  check_program(program, machine, "--program");
  const Algorithm algorithm = as_algorithm(program);
  ExchangeOptions execution = arguments.execution;
  settle_run(program, arguments.of_the_run, execution.run);
  check(execution, machine, std::span(&algorithm, 1));
  return {TracedExchange::of(std::move(machine), algorithm, program_pattern(program.arguments), std::nullopt, execution,
                             arguments.seed, arguments.sample),
          std::nullopt};
}

TraceTask task_of(const TraceArguments& arguments) {
  if (arguments.replay) return replay_task(arguments);
  if (arguments.programs.empty()) refuse_setting(arguments.of_program);
  if (arguments.execution.run.clock == ClockKind::off) {
    throw UsageError({.place = "--clock",
                      .reason = "without the virtual clock there are no times to draw",
                      .remedy = "leave --clock off out"});
  }
  if (!arguments.programs.empty()) return program_task(arguments);
  const Algorithm algorithm = arguments.libraries.catalogue.find("--algorithm", arguments.algorithm);
  const auto file = read_matrix(arguments.pattern);
  Machine machine = make_machine(arguments.machine, nodes_of(file));
  check(arguments.execution, machine, std::span(&algorithm, 1));
  const Traffic traffic = resolve(arguments.pattern, file, machine.node_count(), Values::one);
  check_memory(traffic, machine.node_count(), 1, false);
  check_patterns(traffic, machine, std::span(&algorithm, 1));
  return {TracedExchange::of(std::move(machine), algorithm, traffic.patterns.front(), traffic.bytes.front(),
                             arguments.execution, arguments.seed, arguments.sample),
          std::nullopt};
}

/// Returns the nodes of the first cycle of a deadlock, or the first node that waits for itself. None if there is no
/// such node.
std::vector<NodeId> first_cycle(const WaitGraph& graph) {
  if (!graph.cycles().empty()) return graph.cycles().front();
  const auto found = std::ranges::find_if(graph.waiters(), &Waiter::in_cycle);
  return found == graph.waiters().end() ? std::vector<NodeId>{} : std::vector{found->node};
}

/// Returns the first cycle if `error` is a deadlock; nothing if it is another error, or null.
std::vector<NodeId> cycle_of(const std::exception_ptr& error) {
  try {
    if (error) std::rethrow_exception(error);
  } catch (const DeadlockError& deadlock) {
    return first_cycle(deadlock.graph());
  } catch (...) {  // the run has failed in another way, which is reported later
  }
  return {};
}

/// Runs another trial, and keeps the cycle of the deadlock that ends it: the result of a stressed run holds only the
/// deadlock's text.
class CycleKeepingTrial final : public Trial {
 public:
  explicit CycleKeepingTrial(std::unique_ptr<Trial> inner) : inner_(std::move(inner)) {}
  const Machine& machine() const override { return inner_->machine(); }
  RunReport run(const Machine& machine, const RunOptions& options) override {
    try {
      return inner_->run(machine, options);
    } catch (const DeadlockError& deadlock) {
      cycle_ = first_cycle(deadlock.graph());
      throw;
    }
  }
  /// Returns the nodes that wait for each other; none if the run has not ended with a deadlock.
  const std::vector<NodeId>& cycle() const noexcept { return cycle_; }

 private:
  std::unique_ptr<Trial> inner_;
  std::vector<NodeId> cycle_;
};

/// A run and its result, owned by the thread that runs it and the thread that waits.
struct TraceRun {
  TraceTask task;
  Timeline timeline;
  std::exception_ptr error;  ///< the error that ended the run; the trace is drawn all the same
  std::optional<StressedRun> again;
  std::vector<NodeId> cycle;  ///< the nodes that wait for each other, if a deadlock has ended the run

  void carry_out() noexcept {
    try {
      if (task.known) {
        run_replay();
      } else {
        error = task.exchange.carry_out(timeline).error;
        cycle = cycle_of(error);
      }
    } catch (...) {
      error = std::current_exception();
    }
  }

 private:
  void run_replay() {
    TimelineRecorder recorder(task.exchange.machine.node_count());
    const StressedRun& run = task.known->replay.run;
    RunLimits limits = task.known->replay.limits;
    limits.observer = &recorder;
    CycleKeepingTrial trial(task.known->replay.stressed->trial());
    again = run_decided(trial, run.halvings, run.strategy, run.seed, run.decisions, limits);
    cycle = trial.cycle();
    timeline = recorder.take();
    task.exchange.set_phases(timeline);
  }
};

Parameters parameters_of(const TraceTask& task) {
  const TracedExchange& exchange = task.exchange;
  return {{"machine", fmt::format("{}, {} nodes", exchange.machine.name(), exchange.machine.node_count())},
          {"constants", changed_constants(exchange.machine)},
          {"algorithm", exchange.algorithm.name},
          {"messages", exchange.text},
          {"version", fmt::format("{}", build_info().version)}};
}

double share(Duration part, Duration whole) {
  return whole.count() > 0 ? 100 * static_cast<double>(part.count()) / static_cast<double>(whole.count()) : 0;
}

/// Adds to the table how the time of `who` (nodes or transfers) is divided among their activities.
template <std::size_t N, class TextOf>
void add_times(Table& table, const char* who, const std::array<Duration, N>& times, Duration whole, TextOf text_of) {
  for (std::size_t i = 0; i < N; ++i) {
    if (times[i] == Duration::zero()) continue;
    table.add_row({who, text_of(i), format_fixed(times[i], std::chrono::microseconds{1}, 3),
                   fmt::format("{:.1f}", share(times[i], whole))});
  }
}

void print_summary(std::ostream& out, const TraceTask& task, const Timeline& timeline) {
  Table table({{"of", Align::left}, {"spent", Align::left}, {"total_us"}, {"percent"}});
  table.set_title("where the time goes: sums over all nodes, and over all transfers");
  table.add_parameters(parameters_of(task));
  table.add_parameter("makespan", format_duration_rounded(timeline.end.time_since_epoch()));
  table.add_parameter("transfers", fmt::format("{}", timeline.transfers.size()));
  std::array<Duration, kActivityCount> node_times{};
  for (const NodeSlice& slice : timeline.node_slices) {
    node_times[static_cast<std::size_t>(slice.state.activity)] += slice.to - slice.from;
  }
  std::array<Duration, kStateCount> states{};
  Duration all{};
  for (const RecordedTransfer& transfer : timeline.transfers) {
    all += transfer.to - transfer.from;
    for (const TransferSlice& slice : transfer.slices)
      states[static_cast<std::size_t>(slice.state)] += slice.to - slice.from;
  }
  add_times(table, "nodes", node_times, timeline.end.time_since_epoch() * timeline.nodes,
            [](std::size_t i) { return text_of(static_cast<NodeActivity>(i)); });
  table.add_separator();
  add_times(table, "transfers", states, all, [](std::size_t i) { return text_of(static_cast<TransferState>(i)); });
  table.print(out);
}

void write_chrome(const TraceArguments& arguments, const TraceRun& run, OutputFile& file) {
  const ChromeTrace trace = chrome_trace(run.timeline, {.flows = arguments.flows,
                                                        .max_events = arguments.max_events.value_or(kUsualTraceEvents),
                                                        .parameters = parameters_of(run.task)});
  file.write(trace.json);
  file.commit();
  if (trace.events == trace.all_events) return;
  std::cerr << fmt::format("--max-events: {} of {} events are written; from {} on some or all are missing\n",
                           trace.events, trace.all_events, format_duration_rounded(trace.cut_at.time_since_epoch()));
}

void write_files(const TraceArguments& arguments, const TraceRun& run, TraceFiles& files) {
  const Machine& machine = run.task.exchange.machine;
  if (files.output) write_chrome(arguments, run, *files.output);
  files.paje.fill([&] { return paje_trace(run.timeline, machine.name(), arguments.flows); });
  files.links.fill([&] { return links_csv(run.timeline, machine.routes()); });
  files.phases.fill([&] { return phases_csv(run.timeline); });
  files.svg.fill([&] { return phase_view_svg(run.timeline, run.task.exchange.title(), run.cycle); });
}

/// Reports a run that --replay has run again. Returns the same exit code as `stress --replay`.
ExitCode report_replay(const StressedRun& again, const KnownRun& known, const std::string& replay) {
  std::cout << fmt::format("{}: {}\n", name_of(known), name_of(again.outcome));
  if (!again.text.empty()) std::cout << again.text << '\n';
  check_same(known, again, replay);
  return exit_code_of(again.outcome);
}

ExitCode trace(const TraceArguments& arguments) {
  refuse_unused(arguments);
  const auto run = std::make_shared<TraceRun>(TraceRun{task_of(arguments), {}, {}, {}, {}});
  check_picture(arguments, run->task.exchange.machine.node_count());
  TraceFiles files(arguments);
  const Ending ending = run_interruptibly([run, quiet = arguments.quiet](const std::stop_token&) {
    const WatchedWork watched("trace", quiet);
    run->carry_out();
  });
  if (ending.is_interrupted()) {
    std::cerr << "interrupted: nothing is written\n";
    return ending.exit_code();
  }
  if (run->error && run->timeline.nodes == 0) std::rethrow_exception(run->error);
  print_summary(std::cout, run->task, run->timeline);
  write_files(arguments, *run, files);
  if (run->error) std::rethrow_exception(run->error);
  return run->again ? report_replay(*run->again, *run->task.known, *arguments.replay) : ExitCode::done;
}

/// Returns the options of `trace` that choose what is run; each notes in `arguments` that it was given.
std::vector<Option> run_options(TraceArguments& arguments) {
  std::vector<Option> options = machine_options(arguments.machine);
  const auto add = [&](std::vector<Option> more) {
    for (Option& option : more) options.push_back(std::move(option));
  };
  add({only_for(Scope::matrices, {"--algorithm", "NAME", "an algorithm of 'switchyard list' (default rs_nl)",
                                  [&arguments](const std::string& text) { arguments.algorithm = text; }})});
  add({program_option(arguments.programs)});
  add(launch_options(arguments.of_program.launch, Repeats::no));
  add({collective_option(arguments.of_program.collectives), output_folder_option(arguments.of_program.output_folder)});
  add(pattern_options(arguments.pattern, arguments.libraries.catalogue, Values::one));
  add({{"--sample", "N", "which of the samples that 'switchyard run' would have (default 0)",
        [&arguments](const std::string& text) {
          arguments.sample = parse_count("--sample", text, 0, kMostTraceSamples);
        }},
       {"--seed", "SEED", "of all random choices",
        [&arguments](const std::string& text) { arguments.seed = parse_seed("--seed", text); }}});
  add(execution_options(arguments.execution));
  note_given(options, arguments.of_the_run);
  return options;
}

std::vector<Option> trace_options(TraceArguments& arguments) {
  std::vector<Option> options = run_options(arguments);
  const auto add = [&](std::vector<Option> more) {
    for (Option& option : more) options.push_back(std::move(option));
  };
  add({load_option(arguments.libraries),
       replay_option("draws the run of a finding of 'switchyard stress' instead, or of the line that it prints",
                     arguments.replay),
       file_option("--output", "the timeline as JSON, for ui.perfetto.dev or chrome://tracing", arguments.output),
       file_option("--paje", "the same for ViTE and other readers of Paje traces", arguments.paje),
       file_option("--svg", "a picture: nodes by time, coloured by phase, waits hatched", arguments.svg),
       file_option("--links", "use of each link, as CSV", arguments.links),
       file_option("--phases", "time and waits of each phase, as CSV", arguments.phases),
       flag("--flows", "arrows from each message to its receiver", arguments.flows),
       flag("--quiet", "no progress on standard error", arguments.quiet),
       {"--max-events", "N", "of --output; the earliest are kept (default 1000000)",
        [&arguments](const std::string& text) { arguments.max_events = parse_count("--max-events", text, 1); }}});
  return options;
}

}  // namespace

Command trace_command() {
  const auto arguments = std::make_shared<TraceArguments>();
  return {
      .name = "trace",
      .summary = "Draws one run as a timeline of nodes, transfers and waits, and tells where the time goes",
      .examples = {"switchyard trace --nodes 16 --algorithm rs_nl --density 8 --bytes 4KiB --output t.json",
                   "switchyard trace --machine cm5 --nodes 32 --algorithm ac --density 4 --links links.csv"},
      .options = trace_options(*arguments),
      .run = [arguments](FilesInUse&) { return trace(*arguments); },
      .take_words = [arguments](std::vector<std::string> words) { arguments->of_program.words = std::move(words); }};
}

}  // namespace switchyard::cli
