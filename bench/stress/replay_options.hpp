#pragma once
/// \file replay_options.hpp
/// The option --replay: it takes a file that 'switchyard stress' has written, or the line that it prints for a node
/// program.

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

/// The values of --replay and of the options that a replay depends on.
struct ReplayOptions {
  std::string replay_file_or_line;                ///< path of a replay file, or the text of a replay line
  const std::vector<std::string>& program_names;  ///< programs to be run; used only if `replay` is a replay line
  const ProgramSetting&
      program_setting;  ///< settings of the programs, used only for a replay line; their sink is ignored
  const MachineOptions& machine_options;  ///< machine to be run on; used only if `replay` is a replay line
  const LoadedLibraries& libraries;
};

/// A recorded run that is to be repeated.
struct RunToRepeat {
  Replay replay;
  bool has_known_outcome;  ///< whether the replay says how the run ended; a file does so, a replay line does not
};

/// Returns the option --replay. `help` says what the command does with the recorded run. `target`
/// must outlive the option.
CommandOption replay_option(std::string help, std::optional<std::string>& target);

/// Returns the kinds of work whose options have a meaning beside --replay. For a replay file the options are --load and
/// --stack-bytes; for a replay line also --program, launch_options() and the machine options, which the line lacks.
WorkKinds option_scope_of_replay(const std::string& replay);

/// Reads the recorded run that --replay names, from a replay file or a replay line. Throws UsageError, which names
/// --replay or the option that is wrong.
RunToRepeat read_recorded_run(const ReplayOptions& options);

/// Returns whether the run needs a process of its own because the program may crash.
bool needs_child_process(const RunToRepeat& known, const LoadedLibraries& libraries);

/// Repeats the recorded run. Throws UsageError that names the replay file if the run cannot be
/// started.
StressedRun repeat_run(const RunToRepeat& known, const std::string& replay);

/// Returns the name of the algorithm or program of a recorded run.
std::string name_of(const RunToRepeat& known);

/// Throws Error if the repeated run did not end as recorded.
void check_same_outcome_as_recorded(const RunToRepeat& known, const StressedRun& again, const std::string& replay);

}  // namespace switchyard
