#pragma once
/// \file replay_options.hpp
/// --replay: a file that 'switchyard stress' has written, or the one line that it prints for a node program.

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

/// What the user asks for.
struct ReplayOptions {
  std::string replay;                        ///< a file or a line
  const std::vector<std::string>& programs;  ///< of a line
  const ProgramSetting& of_program;          ///< of a line, but for the sink
  const MachineOptions& machine;             ///< of a line
  const Libraries& libraries;
};

/// A run to be had again.
struct KnownRun {
  Replay replay;
  bool tells_outcome;  ///< false for a line, which does not say how the run ended
};

/// --replay, with the help that says what the command does with the run. `target` must outlive it.
Option replay_option(std::string help, std::optional<std::string>& target);

/// Which options mean something beside --replay: --load and --stack-bytes, and beside a line --program, --interface,
/// --standard-sends and those of the machine, which the line does not hold.
Scope scope_of_replay(const std::string& replay);

/// Throws UsageError that starts with --replay, or with the option that is wrong.
KnownRun read_known_run(const ReplayOptions& options);

/// Whether the run has to have a process of its own, as what is run may crash.
bool needs_process(const KnownRun& known, const Libraries& libraries);

/// The same run once more. Throws UsageError that names the file if it cannot be run.
StressedRun run_again(const KnownRun& known, const std::string& replay);

/// What the run is of: an algorithm or a program, by name.
std::string name_of(const KnownRun& known);

/// Throws Error if the run has not ended as it did when the finding was written.
void check_same(const KnownRun& known, const StressedRun& again, const std::string& replay);

}  // namespace switchyard
