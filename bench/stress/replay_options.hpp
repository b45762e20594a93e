#pragma once
/// \file replay_options.hpp
/// The command-line option --replay, whose value is a replay file that 'switchyard stress' has written, or the replay
/// line that it prints for a run of a program.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/option.hpp"
#include "bench/experiment/program_options.hpp"
#include "bench/stress/replay_file.hpp"

namespace switchyard {

/// The value of --replay, and the values of other options on which a replay depends.
struct ReplayOptions {
  std::string replay_file_or_line;  ///< path of a replay file, or a replay line, which is a recorded run as text
  /// The names of the programs to be run; used only if a replay line is given, because a replay file names them.
  const std::vector<std::string>& program_names;
  /// The settings of the programs to be run; used only if a replay line is given. The output sink in them is ignored.
  const ProgramSetting& program_setting;
  /// The machine on which the run is repeated; used only if a replay line is given, because a replay file names it.
  const MachineOptions& machine_options;
  const LoadedLibraries& libraries;
};

/// A recorded run that is to be repeated.
struct RunToRepeat {
  Replay replay;
  /// Whether it is known how the recorded run ended. A replay file says so, a replay line does not.
  bool has_known_outcome;
};

/// Returns the option --replay. `help` is its help text, which says what the command does with the recorded run.
/// `target` must outlive the option.
CommandOption replay_option(std::string help, std::optional<std::string>& target);

/// Returns the kinds of work whose options may be given together with --replay. With a replay file, the options are
/// --load and --stack-bytes. With a replay line, which names neither program nor machine, they are also --program,
/// launch_options() and the machine options.
WorkKinds option_work_kinds_allowed_with_replay(const std::string& replay);

/// Reads the recorded run that --replay names, from a replay file or a replay line. Throws UsageError, which names
/// --replay or the option that is wrong.
RunToRepeat read_recorded_run(const ReplayOptions& options);

/// Returns whether the run must be repeated in a process of its own, because the program may crash.
bool needs_child_process(const RunToRepeat& known, const LoadedLibraries& libraries);

/// Repeats the recorded run. Throws UsageError that names the replay file if the run cannot be
/// started.
StressedRun repeat_run(const RunToRepeat& known, const std::string& replay);

/// Returns the name of the algorithm or program of a recorded run.
std::string name_of(const RunToRepeat& known);

/// Throws Error if the repeated run did not end as recorded.
void check_repeated_run_ends_as_recorded(const RunToRepeat& known, const StressedRun& again, const std::string& replay);

}  // namespace switchyard
