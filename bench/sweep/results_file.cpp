#include "bench/sweep/results_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "bench/experiment/csv_line.hpp"
#include "bench/experiment/file_lock.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/parameters.hpp"
#include "runtime/error.hpp"
#include "runtime/pace.hpp"
#include "runtime/values.hpp"

namespace switchyard::sweep {
namespace {

constexpr InputLimits kSweepIdentityFileSizeLimits{.most_file_bytes = std::uint64_t{64} << 20U};
/// The limits for reading a result table. The table may have any size, because it is read row by row, but each row must
/// fit into a megabyte.
constexpr InputLimits kResultTableLimits{.most_file_bytes = kLargestParsableNumber,
                                         .most_line_bytes = std::uint64_t{1} << 20U};

/// Writes the whole text to a file. Returns 0 if all was written, or the errno of a failure.
int write_text_to_file_descriptor(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written == 0 ? ENOSPC : errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string identity_line_of_shard(const Shard& shard) {
  return fmt::format("shard: {} of {}", shard.shard_number + 1, shard.shard_count);
}

/// Returns the lines of a sweep's identity file that are the same for all result tables of the sweep. Lines that start
/// with '#' are comments for people and are left out.
std::vector<std::string> compared_lines_of_sweep_identity_file(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with('#')) lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string text_of_sweep_identity_file(const SweepPlan& plan, const Shard& shard) {
  std::string first_line = version_and_build_text();
  first_line.resize(std::min(first_line.find('\n'), first_line.size()));
  return fmt::format("# rows of {}, begun by {}\n{}\n{}", plan.declaration().name, first_line,
                     identity_line_of_shard(shard), plan.text_identifying_sweep());
}

void check_result_table_belongs_to_sweep(const std::string& option, const std::string& csv, const SweepPlan& plan,
                                         const std::optional<Shard>& shard) {
  const std::string path = path_of_sweep_identity_file(csv);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw UsageError({.place = option,
                      .reason = fmt::format("nothing says of which experiment the rows in {} are, as {} is missing",
                                            switchyard::quoted(csv), switchyard::quoted(path)),
                      .remedy = "name another file"});
  }
  std::vector<std::string> there =
      compared_lines_of_sweep_identity_file(read_input_file(option, path, kSweepIdentityFileSizeLimits));
  std::vector<std::string> here =
      compared_lines_of_sweep_identity_file(text_of_sweep_identity_file(plan, shard.value_or(Shard{})));
  if (!shard && !there.empty() && there[0].starts_with("shard: ")) there[0] = here[0];
  for (std::size_t i = 0; i < std::max(there.size(), here.size()); ++i) {
    const std::string old = i < there.size() ? there[i] : "nothing";
    const std::string now = i < here.size() ? here[i] : "nothing";
    if (old == now) continue;
    throw UsageError({.place = option,
                      .reason = fmt::format("{} holds rows of another experiment: there {}, here {}",
                                            switchyard::quoted(csv), switchyard::quoted(old), switchyard::quoted(now)),
                      .remedy = "name another file"});
  }
}

bool is_table_regular_file(const std::string& csv) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(csv, ignored);
}

std::string unusable_rows_text(const std::string& csv, std::uint64_t unusable, std::uint64_t rows) {
  if (unusable == 0) return "";
  return fmt::format(
      "{}: {} of {} rows are not usable, as these runs missed more than {:.0f} % of their deadlines; the host is too "
      "busy\n",
      csv, unusable, rows, PaceReport::kMostMissedPercent);
}

std::size_t result_column_index(std::string_view name) {
  const auto names = split_csv_line(csv_header()).value();
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

RowReader::RowReader(std::string option, std::string path, const SweepPlan& plan)
    : option_(std::move(option)), path_(std::move(path)), plan_(plan), file_(option_, path_, kResultTableLimits) {
  const bool whole = read_line();
  if (whole ? line_text_ == csv_header() : csv_header().starts_with(line_text_)) return;
  throw UsageError(
      {.place = {path_, 1, 1}, .reason = "is not the heading of a table of results", .remedy = "name another file"});
}

bool RowReader::read_line() {
  if (!std::getline(file_, line_text_) || file_.eof()) return false;
  bytes_in_complete_lines_read_ += line_text_.size() + 1;
  ++line_number_;
  return true;
}

std::optional<RowReader::Row> RowReader::read_next_row() {
  if (!read_line()) return std::nullopt;
  const auto cell = plan_.run_number_of_row(line_text_);
  if (!cell)
    throw UsageError({.place = place_of_last_line(),
                      .value = line_text_,
                      .reason = "is no row of this experiment",
                      .remedy = "name another file, or take this line out"});
  return Row{*cell, line_text_, split_csv_line(line_text_).value()[result_column_index("usable")] != "0"};
}

UserInputPlace RowReader::place_of_last_line() const { return {path_, line_number_, 1}; }

ResultsFile::ResultsFile(std::string option, std::string path, const SweepPlan& plan, const Shard& shard, bool resume)
    : option_(std::move(option)), path_(std::move(path)), plan_(plan), shard_(shard) {
  try {
    open_sweep_result_table(resume);
  } catch (const UsageError&) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

ResultsFile::~ResultsFile() { ::close(descriptor_); }

void ResultsFile::throw_refusal(const std::string& problem) const {
  throw UsageError(
      {.place = option_, .value = path_, .reason = fmt::format("{} {}", switchyard::quoted(path_), problem)});
}

void ResultsFile::open_sweep_result_table(bool resume) {
  if (path_ == "-") throw_refusal("is no name for a table; name a file, so that the sweep can be gone on with");
  struct stat found = {};
  const bool exists = ::stat(path_.c_str(), &found) == 0;
  is_regular_file_ = !exists || S_ISREG(found.st_mode);
  if (!is_regular_file_ && resume) throw_refusal("is no regular file and cannot be gone on with; leave --resume out");
  if (exists && is_regular_file_ && found.st_size > 0 && !resume) {
    throw_refusal("is there already; add --resume to go on with it, or name another file");
  }
  descriptor_ =
      ::open(path_.c_str(), (is_regular_file_ ? O_RDWR | O_CREAT : O_WRONLY) | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
  if (descriptor_ < 0) throw UsageError(cannot_write_error(option_, path_, errno));
  if (!is_regular_file_) return write_line(csv_header());
  lock_table_file();
  if (::fstat(descriptor_, &found) != 0) throw_refusal("cannot be looked at");
  if (found.st_size > 0) return read_table_to_resume();
  try {
    start_empty_table();
  } catch (const UsageError&) {
    if (!exists) ::unlink(path_.c_str());
    throw;
  }
}

/// Locks the result table for this process. Between opening and locking, another process may have put another file at
/// the table's path, so the path is checked after locking.
void ResultsFile::lock_table_file() {
  const int error = lock_file(descriptor_);
  if (error == EWOULDBLOCK || (error == 0 && !is_same_file(descriptor_, path_))) {
    throw UsageError(file_in_use_error(option_, path_));
  }
  if (error != 0) throw UsageError(cannot_write_error(option_, path_, error));
}

void ResultsFile::start_empty_table() {
  OutputFile identity(option_, path_of_sweep_identity_file(path_));
  identity.write(text_of_sweep_identity_file(plan_, shard_));
  identity.commit();
  write_line(csv_header());
}

/// Reads the rows that the table of a resumed sweep already has. An incomplete last line, which a killed process has
/// left, is cut off.
void ResultsFile::read_table_to_resume() {
  check_result_table_belongs_to_sweep(option_, path_, plan_, shard_);
  RowReader rows(option_, path_, plan_);
  has_row_of_run_.assign(plan_.run_count(), false);
  while (const auto row = rows.read_next_row()) {
    if (has_row_of_run_[row->run_number])
      throw UsageError({.place = rows.place_of_last_line(),
                        .reason = "this run is there twice",
                        .remedy = "name another file, or take this line out"});
    if (!shard_.contains_run(row->run_number))
      throw UsageError({.place = rows.place_of_last_line(),
                        .reason = "this run is of another shard",
                        .remedy = "name another file"});
    has_row_of_run_[row->run_number] = true;
    ++rows_found_at_opening_;
    if (!row->is_row_usable) ++unusable_row_count_;
  }
  bytes_in_complete_table_lines_ = rows.complete_line_bytes();
  if (::ftruncate(descriptor_, static_cast<off_t>(bytes_in_complete_table_lines_)) != 0) throw_write_error(errno);
  if (bytes_in_complete_table_lines_ == 0) write_line(csv_header());
}

void ResultsFile::append(const ResultRow& row) { append(to_csv(row), !row.pace || row.pace->usable()); }

void ResultsFile::append(const std::string& line, bool usable) {
  const std::lock_guard lock(mutex_);
  if (write_errno_ != 0) throw_write_error(write_errno_);
  check_table_is_unchanged();
  write_line(line);
  if (!usable) ++unusable_row_count_;
}

bool ResultsFile::has_table_moved() const {
  const std::lock_guard lock(mutex_);
  return has_lost_rows_;
}

std::uint64_t ResultsFile::unusable_row_count() const {
  const std::lock_guard lock(mutex_);
  return unusable_row_count_;
}

void ResultsFile::write_line(const std::string& text) {
  const std::string line = text + '\n';
  if (const int error = write_text_to_file_descriptor(descriptor_, line)) throw_write_error(error);
  bytes_in_complete_table_lines_ += line.size();
}

void ResultsFile::flush_rows_to_disk() {
  const std::lock_guard lock(mutex_);
  if (write_errno_ != 0) throw_write_error(write_errno_);
  check_table_is_unchanged();
  if (is_regular_file_ && ::fdatasync(descriptor_) != 0) throw_write_error(errno);
}

/// Checks that the result table is still at its path and has the expected size. The table's lock keeps out other
/// processes of this program, but not 'mv', 'rm' and editors. Throws Error if something has changed the table.
void ResultsFile::check_table_is_unchanged() {
  struct stat found = {};
  has_lost_rows_ = is_regular_file_ && (::fstat(descriptor_, &found) != 0 ||
                                        found.st_size != static_cast<off_t>(bytes_in_complete_table_lines_) ||
                                        !is_same_file(descriptor_, path_));
  if (!has_lost_rows_) return;
  throw Error(
      fmt::format("{}: {} is no longer the table that this sweep writes, as something has removed, replaced or changed "
                  "it; begin again with another file",
                  option_, switchyard::quoted(path_)));
}

/// Throws the error of a failed write to the result table. Before that, cuts off the line that was written only partly.
void ResultsFile::throw_write_error(int error) {
  write_errno_ = error;
  if (is_regular_file_) [[maybe_unused]]
    const int ignored = ::ftruncate(descriptor_, static_cast<off_t>(bytes_in_complete_table_lines_));
  throw UsageError(cannot_write_error(option_, path_, error));
}

}  // namespace switchyard::sweep
