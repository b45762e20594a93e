#pragma once
/// \file stress_report.hpp
/// What a stress has shown: as a table with its findings, and as JSON.

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "bench/cli/stress_session.hpp"

namespace switchyard::cli {

void print_tally(std::ostream& out, const StressPlan& plan, const std::vector<AlgorithmStress>& results);

/// One finding: what it is, its report, its messages, and how to get it again from its replay file.
void print_finding(std::ostream& out, const StressPlan& plan, const ShownFinding& finding,
                   const std::string& replay_file);

/// "stress-ac_unposted-deadlock.json"
std::string replay_name(const ShownFinding& finding);

/// "dense 8, 1024 B"
std::string traffic_text(const StressPlan& plan);

std::string stress_json(const StressPlan& plan, const std::vector<AlgorithmStress>& results);

/// The exit code of the gravest finding: a deadlock before lost data before all else.
ExitCode exit_code_of(const std::vector<AlgorithmStress>& results);

}  // namespace switchyard::cli
