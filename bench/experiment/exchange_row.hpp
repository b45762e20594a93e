#pragma once
/// \file exchange_row.hpp
/// Makes the row that one run of an algorithm on a communication matrix adds to the result table.

#include <cstdint>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/experiment/result_rows.hpp"

namespace switchyard {

/// Returns the text in the column `density` of the result table for this pattern: the pattern's parameter, or for a
/// complete exchange the number of nodes less one.
std::string pattern_parameter_text(const Pattern& pattern, std::uint32_t nodes);

/// Returns the size of the largest message of the matrix in bytes; 0 if there is no message.
std::uint64_t largest_message_bytes(const CommunicationMatrix& matrix);

/// Returns a row of the result table in which only those columns are filled that any run has, whether of a
/// communication matrix or of an application.
ResultRow result_row_of_run_report(const RunReport& report);

/// Returns the row of an exchange in the result table, with all columns except `algorithm`, `sample`, `seed` and
/// `reuse`.
ResultRow result_row_of_exchange(const Pattern& pattern, const CommunicationMatrix& matrix,
                                 const ExchangeResult& result);

}  // namespace switchyard
