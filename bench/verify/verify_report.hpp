#pragma once
/// \file verify_report.hpp
/// Verdicts for people, and for the programs that review code.

#include <iosfwd>
#include <span>
#include <string>

#include "bench/verify/verify_session.hpp"

namespace switchyard {

/// Prints one verdict: in a line what it is, and of a wrong program the calls, the messages that lead there, what would
/// mend it, and how to have the run again.
void print_verdict(std::ostream& out, const VerifiedCase& one);
/// Prints how many verdicts of each kind there are. Needs: several.
void print_summary(std::ostream& out, std::span<const VerifiedCase> all);

/// Returns one JSON object, or a list of several.
std::string verify_json(std::span<const VerifiedCase> all);
/// Returns SARIF 2.1.0, with a rule for each class of defects.
std::string verify_sarif(std::span<const VerifiedCase> all);
/// Prints the wrong and undecided verdicts as annotations of GitHub's actions.
void print_github(std::ostream& out, std::span<const VerifiedCase> all);

/// Returns the exit code of the gravest verdict.
ExitCode exit_code_of(std::span<const VerifiedCase> all);

}  // namespace switchyard
