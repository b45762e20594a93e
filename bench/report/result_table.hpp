#pragma once
/// \file result_table.hpp
/// Reads the long result table, a CSV file that `run --csv` and sweeps write.

#include <istream>
#include <string>
#include <vector>

#include "bench/experiment/result_rows.hpp"

namespace switchyard {

/// Reads the rows of a result table in the order of the file. Columns are found by their names. Unknown columns, which
/// a newer version of the program may have added, are skipped. The columns `reuse` and `usable` may be missing, as they
/// are in tables of older versions. In a row whose column `usable` is 0, ResultRow::pace is a report of missed
/// deadlines, so that the row counts as not usable; in other rows it is empty.
///
/// Throws UsageError `FILE:LINE:COLUMN: what is wrong; what would be right` for a wrong table; the column is the
/// position of a byte in the line, counted from 1.
std::vector<ResultRow> read_result_table(std::istream& stream, const std::string& name);
/// Reads a result table from a file. If the file cannot be read, the error message starts with `option`.
std::vector<ResultRow> read_result_table(const std::string& option, const std::string& path);

}  // namespace switchyard
