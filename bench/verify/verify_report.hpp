#pragma once
/// \file verify_report.hpp
/// Reports the verdicts of `switchyard verify`: as text for people, and as JSON, SARIF and annotations for programs
/// that review code.

#include <iosfwd>
#include <span>
#include <string>

#include "bench/verify/verify_session.hpp"

namespace switchyard {

/// Prints one verdict: a line that says whether the program is right and, for a wrong program, the
/// calls that are wrong, the messages that lead there, how to mend the program, and the command
/// that repeats the run.
void print_verdict(std::ostream& out, const VerifiedCase& one);
/// Prints how many verdicts of each kind (right, wrong, undecided) there are. Needs: there are several verdicts.
void print_verdict_counts(std::ostream& out, std::span<const VerifiedCase> all);

/// Returns the verdicts as JSON: one object, or a list of objects if there are several verdicts.
std::string verification_json(std::span<const VerifiedCase> all);
/// Returns the wrong verdicts as SARIF 2.1.0, with a rule for each class of defects.
std::string verification_sarif(std::span<const VerifiedCase> all);
/// Returns a picture of the messages of the first program that is wrong or, if none is wrong, of
/// the first program. Needs: there is a verdict.
std::string verification_svg(std::span<const VerifiedCase> all);
/// Prints the wrong and undecided verdicts as annotations of GitHub Actions.
void print_github_annotations(std::ostream& out, std::span<const VerifiedCase> all);

/// Returns the exit code of the gravest verdict.
ExitCode exit_code_of(std::span<const VerifiedCase> all);

}  // namespace switchyard
