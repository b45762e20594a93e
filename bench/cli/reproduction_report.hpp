#pragma once
/// \file reproduction_report.hpp
/// What published experiments have come to: tables and claims for people, CSV and JSON for programs.

#include <iosfwd>
#include <span>
#include <string>
#include <vector>

#include "bench/cli/reproduction.hpp"

namespace switchyard::cli {

/// One experiment: its cells, charts, notes and claims.
void print_reproduced(std::ostream& out, const Reproduced& reproduced, const experiments::SessionOptions& options);

/// `experiment,cell,published,emulated,relative_error,spread,samples`, a row a cell.
std::string cells_csv(std::span<const Reproduced> results);

/// `claim,holds,expected,evidence`, a row a claim; `holds` and `expected` are true or false.
std::string claims_csv(std::span<const Reproduced> results);

/// `{"parameters": {...}, "experiments": [...]}`
std::string reproduction_json(std::span<const Reproduced> results, const experiments::SessionOptions& options);

/// Ids of the claims that do not hold although they are expected to.
std::vector<std::string> broken_claims(std::span<const Reproduced> results);

}  // namespace switchyard::cli
