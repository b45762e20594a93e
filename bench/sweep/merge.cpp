#include "bench/sweep/merge.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "bench/experiment/output_file.hpp"
#include "bench/sweep/results_file.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard::sweep {
namespace {

constexpr std::size_t kShownMissing = 3;

void refuse_existing(const std::string& csv) {
  std::error_code ignored;
  const auto status = std::filesystem::status(csv, ignored);
  if (!std::filesystem::is_regular_file(status) || std::filesystem::file_size(csv, ignored) == 0) return;
  throw UsageError({.place = "--csv",
                    .value = csv,
                    .reason = fmt::format("{} is there already", switchyard::quoted(csv)),
                    .remedy = "name another file"});
}

/// Opens the identity file beside the merged table, which says of which experiment the rows are. A pipe gets none,
/// because it cannot be resumed.
std::optional<OutputFile> open_identity(const std::string& csv) {
  std::error_code ignored;
  const auto status = std::filesystem::status(csv, ignored);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) return std::nullopt;
  return std::optional<OutputFile>(std::in_place, "--csv", identity_path(csv));
}

/// Adds the rows of a table to the output. Returns how many of them are not usable.
std::uint64_t add_table(const SweepPlan& plan, const std::string& table, std::vector<bool>& done, OutputFile& out) {
  check_identity("FILE", table, plan, std::nullopt);
  RowReader rows("FILE", table, plan);
  std::uint64_t unusable = 0;
  while (const auto row = rows.next()) {
    if (done[row->cell]) {
      throw UsageError({.place = rows.place(),
                        .reason = fmt::format("is there twice: {}", plan.text_of(row->cell)),
                        .remedy = "leave one of the files out"});
    }
    done[row->cell] = true;
    out.write(row->text);
    out.write("\n");
    unusable += row->usable ? 0 : 1;
  }
  return unusable;
}

Merged count(const std::vector<bool>& done) {
  Merged merged;
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

Merged merge_tables(const SweepPlan& plan, const std::vector<std::string>& tables, const std::string& csv) {
  refuse_existing(csv);
  std::optional<OutputFile> identity = open_identity(csv);
  OutputFile out("--csv", csv);
  out.write(csv_header() + '\n');
  std::vector<bool> done(plan.cell_count(), false);
  std::uint64_t unusable = 0;
  for (const std::string& table : tables) unusable += add_table(plan, table, done, out);
  if (identity) {
    identity->write(identity_text(plan, Shard{}));
    identity->commit();
  }
  out.commit();
  Merged merged = count(done);
  merged.unusable = unusable;
  return merged;
}

}  // namespace switchyard::sweep
