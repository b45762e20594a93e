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

constexpr InputLimits kIdentityLimits{.bytes = std::uint64_t{64} << 20U};
/// Limits for reading a table of results. The table may have any size, because it is read row by row, and each row must
/// fit into a megabyte.
constexpr InputLimits kRowLimits{.bytes = kLargestCount, .line = std::uint64_t{1} << 20U};

/// Writes the whole text to a file. Returns the errno of a failure, or 0 if all was written.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return written == 0 ? ENOSPC : errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

std::string shard_line(const Shard& shard) { return fmt::format("shard: {} of {}", shard.number + 1, shard.count); }

/// Returns the lines of an identity file that must be equal for two tables of the same sweep.
/// Lines that start with '#' are for people and are left out.
std::vector<std::string> identity_lines_to_compare(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with('#')) lines.push_back(line);
  }
  return lines;
}

}  // namespace

std::string identity_text(const SweepPlan& plan, const Shard& shard) {
  std::string first_line = version_and_build_text();
  first_line.resize(std::min(first_line.find('\n'), first_line.size()));
  return fmt::format("# rows of {}, begun by {}\n{}\n{}", plan.declaration().name, first_line, shard_line(shard),
                     plan.text_identifying_sweep());
}

void check_identity(const std::string& option, const std::string& csv, const SweepPlan& plan,
                    const std::optional<Shard>& shard) {
  const std::string path = path_of_identity_file(csv);
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) {
    throw UsageError({.place = option,
                      .reason = fmt::format("nothing says of which experiment the rows in {} are, as {} is missing",
                                            switchyard::quoted(csv), switchyard::quoted(path)),
                      .remedy = "name another file"});
  }
  std::vector<std::string> there = identity_lines_to_compare(read_input(option, path, kIdentityLimits));
  std::vector<std::string> here = identity_lines_to_compare(identity_text(plan, shard.value_or(Shard{})));
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

bool is_regular_table(const std::string& csv) {
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

std::size_t column_of(std::string_view name) {
  const auto names = csv_fields(csv_header()).value();
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

RowReader::RowReader(std::string option, std::string path, const SweepPlan& plan)
    : option_(std::move(option)), path_(std::move(path)), plan_(plan), file_(option_, path_, kRowLimits) {
  const bool whole = read_line();
  if (whole ? text_ == csv_header() : csv_header().starts_with(text_)) return;
  throw UsageError(
      {.place = {path_, 1, 1}, .reason = "is not the heading of a table of results", .remedy = "name another file"});
}

bool RowReader::read_line() {
  if (!std::getline(file_, text_) || file_.eof()) return false;
  complete_row_bytes_ += text_.size() + 1;
  ++number_;
  return true;
}

std::optional<RowReader::Row> RowReader::next() {
  if (!read_line()) return std::nullopt;
  const auto cell = plan_.run_number_of_row(text_);
  if (!cell)
    throw UsageError({.place = place(),
                      .value = text_,
                      .reason = "is no row of this experiment",
                      .remedy = "name another file, or take this line out"});
  return Row{*cell, text_, csv_fields(text_).value()[column_of("usable")] != "0"};
}

InputPlace RowReader::place() const { return {path_, number_, 1}; }

ResultsFile::ResultsFile(std::string option, std::string path, const SweepPlan& plan, const Shard& shard, bool resume)
    : option_(std::move(option)), path_(std::move(path)), plan_(plan), shard_(shard) {
  try {
    open_table(resume);
  } catch (const UsageError&) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

ResultsFile::~ResultsFile() { ::close(descriptor_); }

void ResultsFile::refuse(const std::string& problem) const {
  throw UsageError(
      {.place = option_, .value = path_, .reason = fmt::format("{} {}", switchyard::quoted(path_), problem)});
}

void ResultsFile::open_table(bool resume) {
  if (path_ == "-") refuse("is no name for a table; name a file, so that the sweep can be gone on with");
  struct stat found = {};
  const bool exists = ::stat(path_.c_str(), &found) == 0;
  is_regular_file_ = !exists || S_ISREG(found.st_mode);
  if (!is_regular_file_ && resume) refuse("is no regular file and cannot be gone on with; leave --resume out");
  if (exists && is_regular_file_ && found.st_size > 0 && !resume) {
    refuse("is there already; add --resume to go on with it, or name another file");
  }
  descriptor_ =
      ::open(path_.c_str(), (is_regular_file_ ? O_RDWR | O_CREAT : O_WRONLY) | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
  if (descriptor_ < 0) throw UsageError(cannot_write_error(option_, path_, errno));
  if (!is_regular_file_) return write_line(csv_header());
  lock_table();
  if (::fstat(descriptor_, &found) != 0) refuse("cannot be looked at");
  if (found.st_size > 0) return read_table_to_resume();
  try {
    start_empty_table();
  } catch (const UsageError&) {
    if (!exists) ::unlink(path_.c_str());
    throw;
  }
}

/// Locks the table for this process. Between opening and locking, another process may have put another file at the
/// path, so the path is checked after locking.
void ResultsFile::lock_table() {
  const int error = lock_file(descriptor_);
  if (error == EWOULDBLOCK || (error == 0 && !is_same_file(descriptor_, path_))) {
    throw UsageError(file_in_use_error(option_, path_));
  }
  if (error != 0) throw UsageError(cannot_write_error(option_, path_, error));
}

void ResultsFile::start_empty_table() {
  OutputFile identity(option_, path_of_identity_file(path_));
  identity.write(identity_text(plan_, shard_));
  identity.commit();
  write_line(csv_header());
}

/// Reads the rows of the table that the sweep resumes. An incomplete last line, which a killed process has left, is cut
/// off.
void ResultsFile::read_table_to_resume() {
  check_identity(option_, path_, plan_, shard_);
  RowReader rows(option_, path_, plan_);
  done_.assign(plan_.cell_count(), false);
  while (const auto row = rows.next()) {
    if (done_[row->cell])
      throw UsageError({.place = rows.place(),
                        .reason = "this run is there twice",
                        .remedy = "name another file, or take this line out"});
    if (!shard_.has(row->cell))
      throw UsageError(
          {.place = rows.place(), .reason = "this run is of another shard", .remedy = "name another file"});
    done_[row->cell] = true;
    ++found_;
    if (!row->usable) ++unusable_row_count_;
  }
  end_ = rows.complete_line_bytes();
  if (::ftruncate(descriptor_, static_cast<off_t>(end_)) != 0) fail(errno);
  if (end_ == 0) write_line(csv_header());
}

void ResultsFile::append(const ResultRow& row) { append(to_csv(row), !row.pace || row.pace->usable()); }

void ResultsFile::append(const std::string& line, bool usable) {
  const std::lock_guard lock(mutex_);
  if (error_ != 0) fail(error_);
  check_table_is_unchanged();
  write_line(line);
  if (!usable) ++unusable_row_count_;
}

bool ResultsFile::has_lost_its_path() const {
  const std::lock_guard lock(mutex_);
  return has_lost_rows_;
}

std::uint64_t ResultsFile::unusable_row_count() const {
  const std::lock_guard lock(mutex_);
  return unusable_row_count_;
}

void ResultsFile::write_line(const std::string& text) {
  const std::string line = text + '\n';
  if (const int error = write_all(descriptor_, line)) fail(error);
  end_ += line.size();
}

void ResultsFile::flush_rows_to_disk() {
  const std::lock_guard lock(mutex_);
  if (error_ != 0) fail(error_);
  check_table_is_unchanged();
  if (is_regular_file_ && ::fdatasync(descriptor_) != 0) fail(errno);
}

/// Checks that the table is still at its path and has the expected size. The table's lock excludes
/// other processes of this program, but not 'mv', 'rm' and editors. Throws Error if something has
/// changed the table.
void ResultsFile::check_table_is_unchanged() {
  struct stat found = {};
  has_lost_rows_ = is_regular_file_ && (::fstat(descriptor_, &found) != 0 ||
                                        found.st_size != static_cast<off_t>(end_) || !is_same_file(descriptor_, path_));
  if (!has_lost_rows_) return;
  throw Error(
      fmt::format("{}: {} is no longer the table that this sweep writes, as something has removed, replaced or changed "
                  "it; begin again with another file",
                  option_, switchyard::quoted(path_)));
}

/// Throws the error of a failed write to the table, after cutting off a line that was only partly written.
void ResultsFile::fail(int error) {
  error_ = error;
  if (is_regular_file_) [[maybe_unused]]
    const int ignored = ::ftruncate(descriptor_, static_cast<off_t>(end_));
  throw UsageError(cannot_write_error(option_, path_, error));
}

}  // namespace switchyard::sweep
