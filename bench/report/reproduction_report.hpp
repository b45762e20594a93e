#pragma once
/// \file reproduction_report.hpp
/// Reports the results of published experiments: tables and claims as text, CSV and JSON.

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "bench/experiment/reproduction.hpp"

namespace switchyard {

/// Prints the results of one published experiment: its result cells, charts, notes and claims.
void print_reproduced_experiment(std::ostream& out, const ReproducedExperiment& reproduced,
                                 const SessionOptions& options);

/// Returns the result cells (emulated numbers beside published ones) as CSV with the columns
/// `experiment,cell,published,emulated,relative_error,spread,samples`.
std::string cells_csv(std::span<const ReproducedExperiment> results);

/// Returns the papers' claims as CSV with the columns `claim,holds,expected,evidence`; `holds` is true, false or
/// undecided; `expected` is true or false. The evidence of a claim that was judged on too few samples begins with the
/// number of samples.
std::string claims_csv(std::span<const ReproducedExperiment> results);

/// Returns the results of published experiments as JSON: `{"parameters": {...}, "experiments": [...]}`. The field
/// `holds` of a claim is null if the claim is undecided.
std::string reproduction_json(std::span<const ReproducedExperiment> results, const SessionOptions& options);

/// Returns the ids of the claims that do not hold although they are expected to hold, and that were judged on as many
/// random samples as they need.
std::vector<std::string> ids_of_unexpected_failures(std::span<const ReproducedExperiment> results);

/// Returns the ids of the claims that do not hold but were judged on fewer random samples than they need. Claims that
/// are known not to hold are included.
std::vector<std::string> ids_of_undecided_claims(std::span<const ReproducedExperiment> results);

}  // namespace switchyard
