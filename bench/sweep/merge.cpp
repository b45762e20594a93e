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

constexpr std::size_t kMostNamedMissingRuns = 3;

void refuse_existing_table(const std::string& csv) {
  std::error_code ignored;
  const auto status = std::filesystem::status(csv, ignored);
  if (!std::filesystem::is_regular_file(status) || std::filesystem::file_size(csv, ignored) == 0) return;
  throw UsageError({.place = "--csv",
                    .value = csv,
                    .reason = fmt::format("{} is there already", switchyard::quoted(csv)),
                    .remedy = "name another file"});
}

/// Opens the identity file of the merged table `csv`, which lies beside the table and records which sweep has made the
/// rows. Returns nothing if the table is a pipe, because a sweep whose table is a pipe cannot be resumed.
std::optional<OutputFile> open_sweep_identity_file(const std::string& csv) {
  std::error_code ignored;
  const auto status = std::filesystem::status(csv, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return std::nullopt;
  return std::optional<OutputFile>(std::in_place, "--csv", path_of_sweep_identity_file(csv));
}

/// Checks that all rows to be merged were written by the same version of this program and, unless they were made under
/// the virtual clock, on the same host. Rows of different origins must not be averaged.
class MergedRowProvenanceCheck {
 public:
  explicit MergedRowProvenanceCheck(ClockKind clock)
      : requires_rows_from_same_host_(clock != ClockKind::virtual_time) {}

  void check_row_has_same_provenance(const RowReader& rows, std::string_view text) {
    const std::vector<std::string> fields = split_csv_line(text).value();
    const std::string made_by =
        fmt::format("switchyard {}{}", fields[version_column_],
                    requires_rows_from_same_host_ ? fmt::format(" on {}", fields[host_column_]) : std::string());
    if (!origin_of_first_row_) origin_of_first_row_ = made_by;
    if (*origin_of_first_row_ == made_by) return;
    throw UsageError({.place = rows.place_of_last_line(),
                      .reason = fmt::format("is by {}, and rows before it are by {}", made_by, *origin_of_first_row_),
                      .remedy = "merge rows of one kind; the others are an experiment of their own"});
  }

 private:
  bool requires_rows_from_same_host_;
  std::size_t version_column_ = result_column_index("version"), host_column_ = result_column_index("host");
  std::optional<std::string> origin_of_first_row_;
};

/// Appends the rows of a shard's table to the merged table. Returns how many of these rows are not usable because the
/// host was too slow for the wall clock, which paces runs by real time.
std::uint64_t append_table_of_shard(const SweepPlan& plan, const std::string& table, std::vector<bool>& done,
                                    MergedRowProvenanceCheck& origin, OutputFile& out) {
  check_result_table_belongs_to_sweep("FILE", table, plan, std::nullopt);
  RowReader rows("FILE", table, plan);
  std::uint64_t unusable = 0;
  while (const auto row = rows.read_next_row()) {
    if (done[row->run_number]) {
      throw UsageError({.place = rows.place_of_last_line(),
                        .reason = fmt::format("is there twice: {}", plan.text_of_sweep_run(row->run_number)),
                        .remedy = "leave one of the files out"});
    }
    origin.check_row_has_same_provenance(rows, row->text);
    done[row->run_number] = true;
    out.write(row->text);
    out.write("\n");
    unusable += row->is_row_usable ? 0 : 1;
  }
  return unusable;
}

MergeResult make_merge_result_from_done_runs(const std::vector<bool>& done) {
  MergeResult merged;
  for (std::uint64_t cell = 0; cell < done.size(); ++cell) {
    if (done[cell]) {
      ++merged.merged_row_count;
    } else if (++merged.missing_run_count <= kMostNamedMissingRuns) {
      merged.first_missing_runs.push_back(cell);
    }
  }
  return merged;
}

}  // namespace

MergeResult merge_tables(const SweepPlan& plan, const std::vector<std::string>& tables, const std::string& csv) {
  refuse_existing_table(csv);
  std::optional<OutputFile> identity = open_sweep_identity_file(csv);
  OutputFile out("--csv", csv);
  out.write(csv_header() + '\n');
  std::vector<bool> done(plan.run_count(), false);
  std::uint64_t unusable = 0;
  MergedRowProvenanceCheck origin(plan.declaration().exchange_options.run.clock);
  for (const std::string& table : tables) unusable += append_table_of_shard(plan, table, done, origin, out);
  if (identity) {
    identity->write(text_of_sweep_identity_file(plan, Shard{}));
    identity->commit();
  }
  out.commit();
  MergeResult merged = make_merge_result_from_done_runs(done);
  merged.unusable_row_count = unusable;
  return merged;
}

void print_merge_result(std::ostream& out, const SweepPlan& plan, const std::string& csv, std::size_t tables,
                        const MergeResult& merged) {
  if (merged.missing_run_count == 0 && is_table_regular_file(csv)) print_best_algorithms(out, plan, csv);
  out << fmt::format("{}: {} rows of {} table{}\n", csv, merged.merged_row_count, tables, tables == 1 ? "" : "s");
}

void check_no_rows_missing(const SweepPlan& plan, const std::string& file, const std::string& csv,
                           const MergeResult& merged) {
  if (merged.missing_run_count == 0) return;
  std::string list;
  for (const std::uint64_t cell : merged.first_missing_runs)
    list += (list.empty() ? "" : "; ") + plan.text_of_sweep_run(cell);
  throw Error(fmt::format("{} of {} runs are missing ({}{}); 'switchyard sweep {} --csv {} --resume' adds them",
                          merged.missing_run_count, plan.run_count(), list,
                          merged.missing_run_count > merged.first_missing_runs.size() ? "; ..." : "", file, csv));
}

}  // namespace switchyard::sweep
