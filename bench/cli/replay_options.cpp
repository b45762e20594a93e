#include "bench/cli/replay_options.hpp"

#include <fmt/format.h>

#include <memory>
#include <utility>

#include "bench/cli/input_file.hpp"
#include "bench/cli/program_options.hpp"
#include "bench/stress/algorithm_case.hpp"
#include "bench/stress/program_case.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

/// A finding is small, and all of it is one line.
constexpr InputLimits kReplayLimits{.bytes = std::uint64_t{64} << 20U, .line = std::uint64_t{64} << 20U};

KnownRun of_line(const ReplayOptions& options) {
  const ReplayKey key = parse_replay_string("--replay", options.replay);
  if (!options.program) {
    throw UsageError("--program: is missing, as a replay string does not say which; write --program NAME and --load");
  }
  const ChosenProgram program = find_program(options.libraries.catalogue, "--program", *options.program);
  const auto whole = std::make_shared<const NamedProgramCase>(
      ProgramWork{make_machine(options.machine), program.kind, program.arguments});
  auto stressed = with_nodes(whole, key.nodes, "--replay");
  check_program(program, stressed->machine(), "--program");
  StressedRun run{.machine = with_halved_buffers(stressed->machine(), key.halvings),
                  .halvings = key.halvings,
                  .strategy = key.strategy,
                  .seed = key.seed,
                  .decisions = key.decisions};
  RunLimits limits;
  limits.time_limit = key.time_limit;
  return {{std::move(stressed), std::move(run), limits}, false};
}

}  // namespace

Option replay_option(std::string help, std::optional<std::string>& target) {
  Option option{"--replay", "FILE", std::move(help), [&target](const std::string& text) { target = text; }};
  option.files = [](FilesInUse& files, const std::string& name, const std::string& replay) {
    if (!looks_like_replay_string(replay)) files.reads(name, replay);
  };
  return option;
}

bool counts_beside_replay(const std::string& replay, std::string_view option) {
  if (option == "--replay" || option == "--load" || option == "--stack-bytes") return true;
  if (!looks_like_replay_string(replay)) return false;
  for (const char* known : {"--program", "--machine", "--nodes", "--size", "--set", "--system-buffer", "--no-drift"}) {
    if (option == known) return true;
  }
  return false;
}

KnownRun read_known_run(const ReplayOptions& options) {
  if (looks_like_replay_string(options.replay)) return of_line(options);
  const std::string text = read_input("--replay", options.replay, kReplayLimits);
  const std::string place = fmt::format("--replay: {}", switchyard::quoted(options.replay));
  return {parse_replay(place, text, options.libraries.catalogue), true};
}

StressedRun run_again(const KnownRun& known, const std::string& replay) {
  try {
    return switchyard::run_again(known.replay);
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("--replay: {}: {}", switchyard::quoted(replay), error.what()));
  }
}

std::string name_of(const KnownRun& known) {
  if (const AlgorithmWork* work = algorithm_work(*known.replay.stressed)) return work->algorithm.name;
  if (const ProgramWork* work = program_work(*known.replay.stressed)) return work->program.name;
  return {};
}

void check_same(const KnownRun& known, const StressedRun& again, const std::string& replay) {
  const StressedRun& run = known.replay.run;
  if (!known.tells_outcome || (again.outcome == run.outcome && again.trace_hash == run.trace_hash)) return;
  throw Error(
      fmt::format("--replay: {} is of another run: {}, trace hash {:016x}; the program or the machine has changed",
                  switchyard::quoted(replay), switchyard::name_of(run.outcome), run.trace_hash));
}

}  // namespace switchyard::cli
