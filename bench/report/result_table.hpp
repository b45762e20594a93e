#pragma once
/// \file result_table.hpp
/// Reads the long result table that `run --csv` and sweeps write.

#include <istream>
#include <string>
#include <vector>

#include "bench/experiment/result_rows.hpp"

namespace switchyard {

/// Reads the rows of a result table in the order of the file. Columns are found by their names. Columns that a newer
/// program may have added are skipped; `reuse` and `usable` may be missing, as in tables of older programs. A row whose
/// `usable` is 0 gets a pace that is not usable; no other row gets a pace.
///
/// Throws UsageError `FILE:LINE:COLUMN: what is wrong; what would be right`; columns count from 1, in bytes.
std::vector<ResultRow> read_result_table(std::istream& stream, const std::string& name);
/// Reads a result table from a file. If the file cannot be read, the error message starts with `option`.
std::vector<ResultRow> read_result_table(const std::string& option, const std::string& path);

}  // namespace switchyard
