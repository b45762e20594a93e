#pragma once
/// \file results_file.hpp
/// A table of results that grows row by row and outlives a kill at any moment.
///
/// `r.csv` is plain CSV, one line a row, each put there by one write at the end of the file. `r.csv.sweep` beside it,
/// on the disk before the first row, says of which experiment they are; without it nobody could tell rows of a machine
/// from rows of one with other constants.

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/cli/input_file.hpp"
#include "bench/cli/result_rows.hpp"
#include "bench/sweep/sweep_plan.hpp"

namespace switchyard::sweep {

/// Every `count`-th run from `number` on, for one of several jobs that share an experiment.
struct Shard {
  std::uint64_t number = 0;  ///< 0 to count - 1
  std::uint64_t count = 1;
  /// How many of `cells` runs are in it.
  std::uint64_t size(std::uint64_t cells) const noexcept { return (cells - number + count - 1) / count; }
  std::uint64_t cell(std::uint64_t place) const noexcept { return number + place * count; }
  bool has(std::uint64_t cell) const noexcept { return cell % count == number; }
};

/// The path of what says of which experiment the rows are.
std::string identity_path(const std::string& csv);
/// What it holds.
std::string identity_text(const SweepPlan& plan, const Shard& shard);
/// Throws UsageError that shows the first line that differs, if `csv` is not of this experiment and shard. `option`
/// opens errors. Without a shard, of any.
void check_identity(const std::string& option, const std::string& csv, const SweepPlan& plan,
                    const std::optional<Shard>& shard);

/// Where the column `name` stands in a row. Needs: there is one.
std::size_t column_of(std::string_view name);

/// Reads the rows of a table, one after another.
class RowReader {
 public:
  RowReader(std::string option, std::string path, const SweepPlan& plan);
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  struct Row {
    std::uint64_t cell;
    std::string_view text;  ///< until the next one is read
    bool usable;            ///< false: by the clock wall, and the host was too slow
  };
  /// The next row; nothing at the end, or before a last line that is not whole.
  /// Throws UsageError `FILE:LINE:1: ...` for a line that is no row of this experiment.
  std::optional<Row> next();
  /// Bytes of the whole lines read so far.
  std::uint64_t whole_bytes() const noexcept { return whole_bytes_; }
  /// "FILE:LINE:1" of the line read last.
  std::string place() const;

 private:
  bool read_line();

  std::string option_, path_;
  const SweepPlan& plan_;
  cli::InputFile file_;
  std::string text_;
  std::uint64_t number_ = 0;
  std::uint64_t whole_bytes_ = 0;
};

/// The table being written. One process at a time has it, by a lock that ends with the process.
class ResultsFile {
 public:
  /// Starts a new table, or with `resume` goes on with one. What is no regular file (a pipe, /dev/stdout) gets the rows
  /// and has no identity beside it.
  ///
  /// Throws: UsageError, and changes nothing, if there is a table and `resume` is not set, or it is of another
  ///         experiment, or another process is writing it, or it cannot be written.
  ResultsFile(std::string option, std::string path, const SweepPlan& plan, const Shard& shard, bool resume);
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  /// Runs that were there at the start.
  std::uint64_t found() const noexcept { return found_; }
  bool found(std::uint64_t cell) const { return !done_.empty() && done_[cell]; }

  /// Rows, those found too, of runs that missed too many deadlines. Any thread.
  std::uint64_t unusable() const;

  /// Any thread. In the file when this returns. Throws UsageError, for a full disk too; the table then ends with the
  /// row before, and each further append() throws the same. Throws Error if the table is not at its place any more, or
  /// something else has changed it.
  void append(const cli::ResultRow& row);
  /// Brings the rows to the disk. Throws as append() does.
  void finish();
  /// Whether append() or finish() has found that the table is not at its place any more. Any thread.
  bool is_lost() const;

 private:
  void open_table(bool resume);
  void take_for_itself();
  void check_intact();
  void start_table();
  void take_over_table();
  void write_line(const std::string& text);
  [[noreturn]] void refuse(const std::string& problem) const;
  [[noreturn]] void fail(int error);

  const std::string option_, path_;
  const SweepPlan& plan_;
  const Shard shard_;
  std::vector<bool> done_;  ///< empty if nothing was there
  std::uint64_t found_ = 0;
  bool regular_ = true;
  mutable std::mutex mutex_;  // guards all below
  int descriptor_ = -1;
  std::uint64_t end_ = 0;  ///< of the whole lines
  std::uint64_t unusable_ = 0;
  int error_ = 0;
  bool lost_ = false;
};

}  // namespace switchyard::sweep
