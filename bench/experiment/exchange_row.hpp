#pragma once
/// \file exchange_row.hpp
/// The row that one run of an algorithm on a matrix adds to the long result table.

#include <cstdint>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/experiment/result_rows.hpp"

namespace switchyard {

/// Returns the pattern's own parameter, as the column `density` shows it.
std::string parameter_of(const Pattern& pattern, std::uint32_t nodes);

/// Returns the largest message in bytes; 0 if there is no message.
std::uint64_t largest_message(const CommunicationMatrix& matrix);

/// Returns a row with the columns that a run of any kind has.
ResultRow row_of(const RunReport& report);

/// Returns a row with all columns except `algorithm`, `sample`, `seed` and `reuse`.
ResultRow exchange_row(const Pattern& pattern, const CommunicationMatrix& matrix, const ExchangeResult& result);

}  // namespace switchyard
