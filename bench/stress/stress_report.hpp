#pragma once
/// \file stress_report.hpp
/// What a stress has shown: as a table with its findings, and as JSON.

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/stress/stress_session.hpp"

namespace switchyard {

void print_tally(std::ostream& out, const StressPlan& plan, const std::vector<AlgorithmStress>& results);

/// One finding of `algorithm`: what it is, its report, its messages, and how to get it again from its replay file, or
/// from a line if it is of a program.
void print_finding(std::ostream& out, const StressPlan& plan, const ShownFinding& finding, const Algorithm& algorithm,
                   const std::string& replay_file);

/// "stress-ac_unposted-deadlock.json": where no other finding has that name.
std::string replay_name(const ShownFinding& finding, const Algorithm& algorithm);

/// "dense 8, 1024 B"
std::string traffic_text(const StressPlan& plan);

std::string stress_json(const StressPlan& plan, const std::vector<AlgorithmStress>& results);

/// What an algorithm is documented to do: one that receives unposted messages deadlocks once the strategy buffers has
/// made the machine's buffers too small, or at any time where it may; FORCED messages are discarded where
/// they are asked for.
bool is_known(const StressPlan& plan, const Algorithm& algorithm, Strategy strategy, Outcome outcome);

/// The exit code of the gravest finding: a deadlock before lost data before all else. With `ignore_known` of those that
/// are not known.
ExitCode exit_code_of(const StressPlan& plan, const std::vector<AlgorithmStress>& results, bool ignore_known);

}  // namespace switchyard
