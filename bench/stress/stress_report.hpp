#pragma once
/// \file stress_report.hpp
/// Prints what a stress session found: a table followed by the findings, or JSON.

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/stress/stress_session.hpp"

namespace switchyard {

void print_outcome_tally(std::ostream& out, const StressPlan& plan, const std::vector<AlgorithmStressResult>& results);

/// Prints one finding (a failing run) of `algorithm`: how the run ended, the report on it, its messages, and the
/// command that repeats it from its replay file. For a program, prints also the command that repeats it from a replay
/// line.
void print_finding(std::ostream& out, const StressPlan& plan, const FindingWithSmallestCase& finding,
                   const Algorithm& algorithm, const std::string& replay_file);

/// Returns the name of the replay file of a finding (a failing run), such as "stress-ac_unposted-deadlock.json". Two
/// findings may have the same name.
std::string replay_file_base_name(const FindingWithSmallestCase& finding, const Algorithm& algorithm);

/// Returns a text that describes the communication pattern and the message size of a stress plan, such as "dense 8,
/// 1024 B".
std::string traffic_text(const StressPlan& plan);

std::string stress_json(const StressPlan& plan, const std::vector<AlgorithmStressResult>& results);

/// Returns whether an outcome of a run is documented behaviour of the algorithm. An algorithm that sends before
/// receives are posted may deadlock: always, or only if the strategy `buffers` has made the machine's buffers too
/// small. FORCED messages may be discarded if the user asked for the protocol FORCED.
bool is_documented_outcome(const StressPlan& plan, const Algorithm& algorithm, StressStrategy strategy,
                           RunOutcome outcome);

/// Returns the exit code of the gravest finding: a deadlock is graver than lost data, and lost data is graver than all
/// other outcomes. With `ignore_known`, findings that are documented behaviour of the algorithm do not count.
ExitCode exit_code_of(const StressPlan& plan, const std::vector<AlgorithmStressResult>& results, bool ignore_known);

}  // namespace switchyard
