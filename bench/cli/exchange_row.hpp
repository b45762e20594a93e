#pragma once
/// \file exchange_row.hpp
/// What one run of an algorithm on a matrix puts into the long result table.

#include <cstdint>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/cli/pattern.hpp"
#include "bench/cli/result_rows.hpp"

namespace switchyard::cli {

/// The pattern's own parameter, as the column `density` shows it.
std::string parameter_of(const Pattern& pattern, std::uint32_t nodes);

/// All columns but `algorithm`, `sample`, `seed` and `reuse`.
ResultRow exchange_row(const Pattern& pattern, const CommunicationMatrix& matrix, const ExchangeResult& result);

}  // namespace switchyard::cli
