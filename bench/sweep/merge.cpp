#include "bench/sweep/merge.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <utility>

#include "bench/experiment/csv_line.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/sweep/results_file.hpp"
#include "bench/sweep/winners.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard::sweep {
namespace {

constexpr std::size_t kShownMissing = 3;

void refuse_existing_table(const std::string& csv) {
  std::error_code ignored;
  const auto status = std::filesystem::status(csv, ignored);
  if (!std::filesystem::is_regular_file(status) || std::filesystem::file_size(csv, ignored) == 0) return;
  throw UsageError({.place = "--csv",
                    .value = csv,
                    .reason = fmt::format("{} is there already", switchyard::quoted(csv)),
                    .remedy = "name another file"});
}

/// Opens the identity file beside the merged table `csv`. The identity file records from which sweep the rows are.
/// Returns nothing if the table is a pipe, because such a sweep cannot be resumed.
std::optional<OutputFile> open_identity_file(const std::string& csv) {
  std::error_code ignored;
  const auto status = std::filesystem::status(csv, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return std::nullopt;
  return std::optional<OutputFile>(std::in_place, "--csv", path_of_identity_file(csv));
}

/// Checks that all rows to be merged were written by the same version of this program and, unless
/// under the virtual clock, on the same host. Rows of different origins must not be averaged.
class OneOrigin {
 public:
  explicit OneOrigin(ClockKind clock) : host_counts_(clock != ClockKind::virtual_time) {}

  void check_same_origin(const RowReader& rows, std::string_view text) {
    const std::vector<std::string> fields = csv_fields(text).value();
    const std::string made_by = fmt::format("switchyard {}{}", fields[version_column_],
                                            host_counts_ ? fmt::format(" on {}", fields[host_column_]) : std::string());
    if (!first_) first_ = made_by;
    if (*first_ == made_by) return;
    throw UsageError({.place = rows.place(),
                      .reason = fmt::format("is by {}, and rows before it are by {}", made_by, *first_),
                      .remedy = "merge rows of one kind; the others are an experiment of their own"});
  }

 private:
  bool host_counts_;
  std::size_t version_column_ = column_of("version"), host_column_ = column_of("host");
  std::optional<std::string> first_;
};

/// Appends the rows of a shard's table to the merged table. Returns how many of these rows are not
/// usable because the host was too slow for the wall clock.
std::uint64_t add_table(const SweepPlan& plan, const std::string& table, std::vector<bool>& done, OneOrigin& origin,
                        OutputFile& out) {
  check_identity("FILE", table, plan, std::nullopt);
  RowReader rows("FILE", table, plan);
  std::uint64_t unusable = 0;
  while (const auto row = rows.next()) {
    if (done[row->cell]) {
      throw UsageError({.place = rows.place(),
                        .reason = fmt::format("is there twice: {}", plan.text_of_sweep_run(row->cell)),
                        .remedy = "leave one of the files out"});
    }
    origin.check_same_origin(rows, row->text);
    done[row->cell] = true;
    out.write(row->text);
    out.write("\n");
    unusable += row->usable ? 0 : 1;
  }
  return unusable;
}

MergeResult count_merged_rows(const std::vector<bool>& done) {
  MergeResult merged;
  for (std::uint64_t cell = 0; cell < done.size(); ++cell) {
    if (done[cell]) {
      ++merged.rows;
    } else if (++merged.missing <= kShownMissing) {
      merged.first_missing.push_back(cell);
    }
  }
  return merged;
}

}  // namespace

MergeResult merge_tables(const SweepPlan& plan, const std::vector<std::string>& tables, const std::string& csv) {
  refuse_existing_table(csv);
  std::optional<OutputFile> identity = open_identity_file(csv);
  OutputFile out("--csv", csv);
  out.write(csv_header() + '\n');
  std::vector<bool> done(plan.cell_count(), false);
  std::uint64_t unusable = 0;
  OneOrigin origin(plan.declaration().options.run.clock);
  for (const std::string& table : tables) unusable += add_table(plan, table, done, origin, out);
  if (identity) {
    identity->write(identity_text(plan, Shard{}));
    identity->commit();
  }
  out.commit();
  MergeResult merged = count_merged_rows(done);
  merged.unusable = unusable;
  return merged;
}

void print_merged(std::ostream& out, const SweepPlan& plan, const std::string& csv, std::size_t tables,
                  const MergeResult& merged) {
  if (merged.missing == 0 && is_regular_table(csv)) print_winners(out, plan, csv);
  out << fmt::format("{}: {} rows of {} table{}\n", csv, merged.rows, tables, tables == 1 ? "" : "s");
}

void check_no_rows_missing(const SweepPlan& plan, const std::string& file, const std::string& csv,
                           const MergeResult& merged) {
  if (merged.missing == 0) return;
  std::string list;
  for (const std::uint64_t cell : merged.first_missing)
    list += (list.empty() ? "" : "; ") + plan.text_of_sweep_run(cell);
  throw Error(fmt::format("{} of {} runs are missing ({}{}); 'switchyard sweep {} --csv {} --resume' adds them",
                          merged.missing, plan.cell_count(), list,
                          merged.missing > merged.first_missing.size() ? "; ..." : "", file, csv));
}

}  // namespace switchyard::sweep
