#include "bench/stress/replay_options.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "bench/experiment/input_file.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/experiment/program_output.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/program_case.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Limits on the bytes of a replay file and of its lines. Such a file is small, but may consist of
/// a single line.
constexpr InputLimits kReplayInputLimits{.most_file_bytes = std::uint64_t{64} << 20U,
                                         .most_line_bytes = std::uint64_t{64} << 20U};

RunToRepeat run_to_repeat_from_replay_line(const ReplayOptions& options) {
  const ReplayLineContents key = parse_replay_string("--replay", options.replay_file_or_line);
  if (options.program_names.empty()) {
    throw UsageError({.place = "--program",
                      .reason = "is missing, as a replay string does not say which",
                      .remedy = "write --program NAME and --load"});
  }
  ProgramSetting setting = options.program_setting;
  if (setting.launch_setting.compute_cost.kind == ComputeCost::Kind::measured) {
    throw UsageError({.place = "--compute",
                      .reason = "runs whose computing is measured cannot be repeated",
                      .remedy = "write declared or free"});
  }
  if (key.strategy != StressStrategy::threads) setting.output_sink = node_labelled_printing_sink();
  const ChosenProgram program =
      choose_program(options.libraries.catalogue, "--program", options.program_names, std::move(setting));
  const auto whole = std::make_shared<const NamedProgramStressTestCase>(
      ProgramRunSetup{make_machine(options.machine_options), program.kind, program.arguments, program.launch});
  auto stressed = stress_case_with_node_count(whole, key.nodes, "--replay");
  check_program_can_run(program, program.launch ? whole->machine() : stressed->machine(), "--program");
  if (program.launch) program.launch->prepare_program_images(key.nodes);
  StressedRun run{.machine = with_halved_buffers(stressed->machine(), key.halvings),
                  .halvings = key.halvings,
                  .strategy = key.strategy,
                  .seed = key.seed,
                  .arbiter_decisions = key.arbiter_decisions};
  RunLimits limits;
  limits.time_limit = key.time_limit;
  limits.standard_sends = standard_sends_of(program);
  limits.stack_bytes = stack_bytes_of(program.launch.get(), limits.stack_bytes);
  return {{std::move(stressed), std::move(run), limits}, false};
}

}  // namespace

CommandOption replay_option(std::string help, std::optional<std::string>& target) {
  CommandOption option{"--replay", "FILE", std::move(help), [&target](const std::string& text) { target = text; }};
  option.work_kinds = WorkKinds::all_work_kinds;
  option.file_use_recorder = [](FilesUsedByCommand& files, const std::string& name, const std::string& replay) {
    if (!looks_like_replay_string(replay)) files.declare_input_file(name, replay);
  };
  return option;
}

WorkKinds option_work_kinds_allowed_with_replay(const std::string& replay) {
  return looks_like_replay_string(replay) ? WorkKinds::replay_lines : WorkKinds::replay_files;
}

RunToRepeat read_recorded_run(const ReplayOptions& options) {
  if (looks_like_replay_string(options.replay_file_or_line)) return run_to_repeat_from_replay_line(options);
  refuse_program_file_options(options.program_setting);
  const std::string text = read_input_file("--replay", options.replay_file_or_line, kReplayInputLimits);
  const UserInputPlace place = UserInputPlace::file_given_by_option("--replay", options.replay_file_or_line);
  return {parse_replay(place, text, options.libraries.catalogue, node_labelled_printing_sink()), true};
}

bool needs_child_process(const RunToRepeat& known, const LoadedLibraries& libraries) {
  const ProgramRunSetup* work = program_setup_of_case(*known.replay.stress_test_case);
  return !libraries.paths.empty() || (work != nullptr && work->launch);
}

StressedRun repeat_run(const RunToRepeat& known, const std::string& replay) {
  return call_with_input_place_in_errors(UserInputPlace::file_given_by_option("--replay", replay),
                                         [&] { return switchyard::repeat_run(known.replay); });
}

std::string name_of(const RunToRepeat& known) {
  if (const AlgorithmRunSetup* work = algorithm_setup_of_case(*known.replay.stress_test_case))
    return work->algorithm.name;
  if (const ProgramRunSetup* work = program_setup_of_case(*known.replay.stress_test_case)) return work->program.name;
  return {};
}

void check_repeated_run_ends_as_recorded(const RunToRepeat& known, const StressedRun& again,
                                         const std::string& replay) {
  const StressedRun& run = known.replay.run;
  if (!known.has_known_outcome || (again.outcome == run.outcome && again.trace_hash == run.trace_hash)) return;
  throw Error(
      fmt::format("--replay: {} is of another run: {}, trace hash {:016x}; the program or the machine has changed",
                  switchyard::quoted(replay), switchyard::name_of(run.outcome), run.trace_hash));
}

}  // namespace switchyard
