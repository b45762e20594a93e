#pragma once
/// \file exchange_row.hpp
/// What one run of an algorithm on a matrix puts into the long result table.

#include <cstdint>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/experiment/result_rows.hpp"

namespace switchyard {

/// The pattern's own parameter, as the column `density` shows it.
std::string parameter_of(const Pattern& pattern, std::uint32_t nodes);

/// Bytes; 0 where there is no message.
std::uint64_t largest_message(const CommunicationMatrix& matrix);

/// The columns that any run has, whatever it was of.
ResultRow row_of(const RunReport& report);

/// All columns but `algorithm`, `sample`, `seed` and `reuse`.
ResultRow exchange_row(const Pattern& pattern, const CommunicationMatrix& matrix, const ExchangeResult& result);

}  // namespace switchyard
