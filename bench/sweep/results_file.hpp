#pragma once
/// \file results_file.hpp
/// The result table of a sweep, which grows row by row and survives a kill at any moment.
///
/// `r.csv` is plain CSV, one line for each row, and each line is appended by one write. The identity file `r.csv.sweep`
/// beside the table describes the experiment, and is on the disk before the first row. Without the identity file, rows
/// of a machine could not be told from rows of the same machine with other constants.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/experiment/files_in_use.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/result_rows.hpp"
#include "bench/sweep/sweep_plan.hpp"
#include "runtime/error.hpp"

namespace switchyard::sweep {

/// A shard of a sweep, which is the part of the sweep's runs that one of several jobs makes. The shard has every
/// `shard_count`-th run, starting with the run number `shard_number`.
struct Shard {
  std::uint64_t shard_number = 0;  ///< number of this shard, from 0 to shard_count - 1
  std::uint64_t shard_count = 1;
  /// Returns the number of runs in this shard; `cells` is the number of runs in the whole sweep.
  std::uint64_t run_count(std::uint64_t cells) const noexcept {
    return (cells - shard_number + shard_count - 1) / shard_count;
  }
  std::uint64_t run_number_at(std::uint64_t place) const noexcept { return shard_number + place * shard_count; }
  bool contains_run(std::uint64_t cell) const noexcept { return cell % shard_count == shard_number; }
};

/// Returns the text of the identity file, which lies beside the result table of a sweep and describes the sweep. The
/// file's path is path_of_sweep_identity_file().
std::string text_of_sweep_identity_file(const SweepPlan& plan, const Shard& shard);
/// Checks by the identity file beside the result table `csv` that the table belongs to this sweep and to the shard
/// `shard`, or to any shard if `shard` is not set. Throws UsageError that starts with `option` and shows the first line
/// that differs.
void check_result_table_belongs_to_sweep(const std::string& option, const std::string& csv, const SweepPlan& plan,
                                         const std::optional<Shard>& shard);

/// Returns whether a result table is a regular file, which can be read again, and not, for example, a pipe.
bool is_table_regular_file(const std::string& csv);

/// Returns a line that says how many rows of the table are not usable because the host was too slow for the wall clock,
/// which paces runs by real time. Returns an empty text if all rows are usable.
std::string unusable_rows_text(const std::string& csv, std::uint64_t unusable, std::uint64_t rows);

/// Returns the position that the column `name` has in a row of a result table. Needs: there is a column of this name.
std::size_t result_column_index(std::string_view name);

/// Reads the rows of a sweep's result table one after another.
class RowReader {
 public:
  RowReader(std::string option, std::string path, const SweepPlan& plan);
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  struct Row {
    std::uint64_t run_number;
    std::string_view text;  ///< text of the row, valid until the next row is read
    /// Whether the row may be used. It may not if the run was under the wall clock and the host was too slow.
    bool is_row_usable;
  };
  /// Reads the next row of the table. Returns nothing at the end of the table, or if the last line is incomplete.
  /// Throws: UsageError `FILE:LINE:1: ...` for a line that is not a row of this sweep.
  std::optional<Row> read_next_row();
  /// Returns the number of bytes in the complete lines of the table that were read so far.
  std::uint64_t complete_line_bytes() const noexcept { return bytes_in_complete_lines_read_; }
  /// Returns the place of the line that was read last, as error messages name it: "FILE:LINE:1".
  UserInputPlace place_of_last_line() const;

 private:
  bool read_line();

  std::string option_, path_;
  const SweepPlan& plan_;
  InputFile file_;
  std::string line_text_;
  std::uint64_t line_number_ = 0;
  std::uint64_t bytes_in_complete_lines_read_ = 0;
};

/// The result table of a sweep that is being carried out. Only one process at a time can write the table, because the
/// process holds a lock on the file until it ends.
class ResultsFile {
 public:
  /// Starts a new table or, with `resume`, continues an existing one. If the path is not that of a regular file (but of
  /// a pipe or /dev/stdout), the rows are written, but no identity file.
  ///
  /// Throws: UsageError if the table exists and `resume` is not set, if it belongs to another sweep, if another process
  ///         is writing it, or if it cannot be written. The table is not changed in these cases.
  ResultsFile(std::string option, std::string path, const SweepPlan& plan, const Shard& shard, bool resume);
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  /// Returns the number of runs that already had a row in the table when it was opened.
  std::uint64_t count_runs_in_table_at_opening() const noexcept { return rows_found_at_opening_; }
  bool had_run_in_table_at_opening(std::uint64_t cell) const {
    return !has_row_of_run_.empty() && has_row_of_run_[cell];
  }

  /// Returns the number of rows of runs that missed too many deadlines under the wall clock, including rows that the
  /// table already had when it was opened. Any thread may call this.
  std::uint64_t unusable_row_count() const;

  /// Appends a row; it is in the file when the call returns. Any thread may call this. Throws UsageError if the row
  /// cannot be written, for example because the disk is full; the table then ends with the previous row, and each
  /// further append() throws the same error. Throws Error if the table is no longer at its path, or something else has
  /// changed it.
  void append(const ResultRow& row);
  /// Appends the text of a row, which is given without its line end, as append(const ResultRow&) does. `usable` is
  /// false for a run that missed too many deadlines under the wall clock.
  void append(const std::string& line, bool usable);
  /// Makes sure that all rows are on the disk. Throws as append() does.
  void flush_rows_to_disk();
  /// Returns whether append() or flush_rows_to_disk() has found that the table is no longer at its path. Any
  /// thread may call this.
  bool has_table_moved() const;

 private:
  void open_sweep_result_table(bool resume);
  void lock_table_file();
  void check_table_is_unchanged();
  void start_empty_table();
  void read_table_to_resume();
  void write_line(const std::string& text);
  [[noreturn]] void throw_refusal(const std::string& problem) const;
  [[noreturn]] void throw_write_error(int error);

  const std::string option_, path_;
  const SweepPlan& plan_;
  const Shard shard_;
  /// For each run of the sweep, whether the table already had a row for it when it was opened; empty for a new table.
  std::vector<bool> has_row_of_run_;
  std::uint64_t rows_found_at_opening_ = 0;
  bool is_regular_file_ = true;
  mutable std::mutex mutex_;  // The mutex guards all members that are declared after it.
  int descriptor_ = -1;
  /// The number of bytes in the complete lines of the table.
  std::uint64_t bytes_in_complete_table_lines_ = 0;
  std::uint64_t unusable_row_count_ = 0;
  int write_errno_ = 0;
  bool has_lost_rows_ = false;
};

}  // namespace switchyard::sweep
