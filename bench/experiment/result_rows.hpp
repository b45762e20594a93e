#pragma once
/// \file result_rows.hpp
/// The long result table, which has a row for each run of an algorithm on a random sample, as CSV and as JSON. Columns
/// of this table are never renamed; new columns are added at the end.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "bench/experiment/row_origin.hpp"
#include "runtime/pace.hpp"
#include "runtime/units.hpp"

namespace switchyard {

/// The name that result rows give to a pattern whose communication matrix comes from a file.
inline constexpr const char* kMatrixPatternName = "matrix";

/// A row of the long result table, which describes one run. The fields are in the order of the columns.
struct ResultRow {
  std::string machine;
  std::uint64_t nodes = 0;
  std::string algorithm;
  std::string pattern;
  /// the pattern's parameter: the density of a dense pattern, the name of a matrix file (written to the column
  /// `matrix`), or parameters such as "k=32,l=1/32,t=64KiB"
  std::string pattern_parameter;
  /// The size of a message in bytes; if the sizes differ, the size of the largest message.
  std::uint64_t bytes = 0;
  std::uint64_t sample_number = 0;
  std::uint64_t seed = 0;
  std::string clock;
  std::string executor;
  std::uint64_t message_count = 0;
  std::uint64_t circuit_count = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t phases = 0;
  Duration makespan{};
  Duration schedule_time{};
  Duration link_wait{};
  Duration port_wait{};
  std::uint64_t discarded_messages = 0;
  /// The host time of the run alone, without making the matrix or starting threads.
  Duration host_time{};
  std::uint64_t trace_hash = 0;
  /// the number of exchanges of the run, which share one schedule; the counts and times in this row, except
  /// `schedule_time`, are sums over these exchanges
  std::uint64_t exchanges_per_schedule = 1;
  /// how well a run under the wall clock (ClockKind::wall) kept pace with real time; empty under other clocks
  std::optional<PaceReport> pace = std::nullopt;
  /// the makespan of the same run when it is repeated under the virtual clock; empty if the user has not asked for it
  std::optional<Duration> virtual_makespan = std::nullopt;
  ResultRowOrigin origin = {};
};

/// Returns the heading line of the long result table, which consists of the names of its columns, without a line end.
std::string csv_header();

/// Returns whether a line is the heading of a long result table. Tables of older versions, which have fewer columns,
/// and tables of applications, which have additional columns, are recognised too.
bool is_heading_of_result_table(std::string_view line);

/// Returns the row as a line of CSV without a line end. Fields are quoted where RFC 4180 requires it (comma, quote,
/// line end). Columns whose names end in `_us` have three decimals and are exact; the column `host_s` is rounded to six
/// decimals; the hash has 16 hexadecimal digits. Columns that describe how a run under the wall clock kept pace with
/// real time are empty under other clocks.
std::string to_csv(const ResultRow& row);

/// Returns the row as a JSON object that has the names, the order and the values of the CSV columns. Times are numbers
/// in microseconds; up to 2^51 ns (26 days), such a number times 1000, rounded, is the exact time in nanoseconds. The
/// hash is a string, as many readers of JSON keep only 53 bits of a number.
nlohmann::ordered_json to_json(const ResultRow& row);

}  // namespace switchyard
