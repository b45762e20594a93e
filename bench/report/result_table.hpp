#pragma once
/// \file result_table.hpp
/// Reads the long result table that `run --csv` and sweeps write.

#include <istream>
#include <string>
#include <vector>

#include "bench/cli/result_rows.hpp"

namespace switchyard {

/// Rows in the order of the file. Columns are found by their names; those that a newer program may have added are
/// passed over, and `reuse` and `usable` may be missing, as in tables of an older one. A row that says `usable` is 0
/// has a pace that is not usable; no other row has one.
///
/// Throws UsageError `FILE:LINE:COLUMN: what is wrong; what would be right`; columns count from 1, in bytes.
std::vector<cli::ResultRow> read_result_table(std::istream& stream, const std::string& name);
/// The same for a file; `option` opens the error if it cannot be read.
std::vector<cli::ResultRow> read_result_table(const std::string& option, const std::string& path);

}  // namespace switchyard
