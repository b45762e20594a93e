#pragma once
/// \file verify_report.hpp
/// Reports the verdicts of `switchyard verify`: as text for people, and as JSON, SARIF and annotations of GitHub
/// Actions for tools that review code.

#include <iosfwd>
#include <span>
#include <string>

#include "bench/verify/verify_session.hpp"

namespace switchyard {

/// Prints one verdict: a line that says whether the program is right and, for a wrong program, which calls are wrong,
/// which messages lead there, how to mend the program, and the command that repeats the run.
void print_verdict(std::ostream& out, const VerifiedCase& one);
/// Prints how many verdicts of each kind (right, wrong, undecided) there are. Needs: there are at least two verdicts.
void print_verdict_counts(std::ostream& out, std::span<const VerifiedCase> all);

/// Returns the verdicts as JSON: one object if there is one verdict, otherwise a list of objects.
std::string verification_json(std::span<const VerifiedCase> all);
/// Returns the verdicts that found a program wrong as SARIF 2.1.0, with a rule for each class of defects.
std::string verification_sarif(std::span<const VerifiedCase> all);
/// Returns an SVG picture of the messages of the first program that was found wrong or, if none was, of the first
/// program. Needs: there is a verdict.
std::string verification_svg(std::span<const VerifiedCase> all);
/// Prints the verdicts that found a program wrong, or are undecided, as annotations of GitHub Actions.
void print_github_annotations(std::ostream& out, std::span<const VerifiedCase> all);

/// Returns the exit code that belongs to the gravest of the verdicts.
ExitCode exit_code_of(std::span<const VerifiedCase> all);

}  // namespace switchyard
