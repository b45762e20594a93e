#pragma once
/// \file result_rows.hpp
/// The long result table: a row for each run of an algorithm on a sample, as CSV and as JSON. Columns are never
/// renamed; new columns are added at the end.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "bench/experiment/row_origin.hpp"
#include "runtime/pace.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The name of the pattern whose matrix comes from a file.
inline constexpr const char* kMatrixPattern = "matrix";

/// A row of the long result table. The fields stand in the order of the columns.
struct ResultRow {
  std::string machine;
  std::uint64_t nodes = 0;
  std::string algorithm;
  std::string pattern;
  /// the pattern's parameter: the density of a dense pattern, else such as "k=32,l=1/32,t=64KiB"; the name of a matrix
  /// file, which has a column of its own
  std::string density;
  std::uint64_t bytes = 0;  ///< size of a message; the largest size if they differ
  std::uint64_t sample = 0;
  std::uint64_t seed = 0;
  std::string clock;
  std::string executor;
  std::uint64_t messages = 0;
  std::uint64_t circuits = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t phases = 0;
  Duration makespan{};
  Duration schedule{};
  Duration link_wait{};
  Duration port_wait{};
  std::uint64_t discarded = 0;
  Duration host{};  ///< host time of the run alone, without building the matrix or starting threads
  std::uint64_t trace_hash = 0;
  /// number of exchanges that used the same schedule; the counts and times of this row, except `schedule`, are sums
  /// over these exchanges
  std::uint64_t reuse = 1;
  std::optional<PaceReport> pace = std::nullopt;     ///< pace of the clock wall
  std::optional<Duration> predicted = std::nullopt;  ///< makespan under the virtual clock, if it was asked for
  RowOrigin origin = {};
};

/// Returns the heading of the long result table, which is the names of its columns, without a line end.
std::string csv_header();

/// Returns whether a line is the heading of a long result table: of this version, of an older one with fewer columns,
/// or with further columns, as tables of applications have them.
bool is_heading_of_rows(std::string_view line);

/// Returns the row as a line of CSV without a line end. Fields are quoted where RFC 4180 asks for
/// it (comma, quote, line end). Columns in `_us` have three decimals and are exact; `host_s` is
/// rounded to six; the hash has 16 hexadecimal digits. Columns that belong to the clock wall are
/// empty under other clocks.
std::string to_csv(const ResultRow& row);

/// Returns the row as a JSON object with the names, order and values of the CSV columns. Times are
/// numbers which, times 1000, round to exact nanoseconds up to 2^51 ns (26 days). The hash is a
/// string, as many readers of JSON keep only 53 bits of a number.
nlohmann::ordered_json to_json(const ResultRow& row);

}  // namespace switchyard
