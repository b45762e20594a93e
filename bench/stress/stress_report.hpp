#pragma once
/// \file stress_report.hpp
/// Prints what a stress session found: a table followed by the findings, or JSON.

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/stress/stress_session.hpp"

namespace switchyard {

void print_tally(std::ostream& out, const StressPlan& plan, const std::vector<AlgorithmStress>& results);

/// Prints one finding of `algorithm`: its kind, its report, its messages, and how to repeat it, from its replay file
/// or, for a program, from a line.
void print_finding(std::ostream& out, const StressPlan& plan, const ShownFinding& finding, const Algorithm& algorithm,
                   const std::string& replay_file);

/// Returns the name of a replay file, such as "stress-ac_unposted-deadlock.json". Another finding may have the same
/// name.
std::string replay_name(const ShownFinding& finding, const Algorithm& algorithm);

/// Describes the traffic, such as "dense 8, 1024 B".
std::string traffic_text(const StressPlan& plan);

std::string stress_json(const StressPlan& plan, const std::vector<AlgorithmStress>& results);

/// Returns whether the finding is documented behaviour of the algorithm. An algorithm that receives unposted messages
/// may deadlock: always, or only after the strategy `buffers` has made the machine's buffers too small. FORCED messages
/// may be discarded where the user asked for that protocol.
bool is_known(const StressPlan& plan, const Algorithm& algorithm, Strategy strategy, Outcome outcome);

/// Returns the exit code of the gravest finding: a deadlock is graver than lost data, and lost data is graver than the
/// rest. With `ignore_known`, documented findings do not count.
ExitCode exit_code_of(const StressPlan& plan, const std::vector<AlgorithmStress>& results, bool ignore_known);

}  // namespace switchyard
