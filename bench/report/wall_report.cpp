#include "bench/report/wall_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "bench/report/table.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// A summary, over all samples, of how well the runs of one algorithm with one pattern and one message size kept pace
/// with the host's clock.
struct PaceSummary {
  const ResultRow* sample = nullptr;
  std::uint64_t samples = 0, usable = 0;
  /// the pace of all samples together: counts and medians are sums over the samples, and the other lateness values are
  /// maxima
  PaceReport pace;
  Duration wall{}, predicted{};
};

void add(PaceSummary& s, const ResultRow& row) {
  const PaceReport& pace = *row.pace;
  s.sample = &row;
  ++s.samples;
  s.usable += pace.usable() ? 1 : 0;
  s.pace.dilation = pace.dilation;
  s.pace.deadlines += pace.deadlines;
  s.pace.missed += pace.missed;
  s.pace.late_median += pace.late_median;
  s.pace.late_99 = std::max(s.pace.late_99, pace.late_99);
  s.pace.late_max = std::max(s.pace.late_max, pace.late_max);
  s.wall += row.makespan;
  s.predicted += row.predicted.value_or(Duration::zero());
}

std::string microseconds_text(Duration time) { return format_fixed(time, std::chrono::microseconds{1}, 1); }

std::vector<Column> pace_columns(const Experiment& experiment) {
  std::vector<Column> columns{
      {"density"}, {"bytes"}, {"algorithm", TextAlignment::left}, {"dilation"}, {"wall/dilation_us"}};
  if (experiment.wall.compares_with_virtual) columns.insert(columns.end(), {{"virtual_us"}, {"wall/virtual"}});
  columns.insert(columns.end(),
                 {{"deadlines"}, {"missed_%"}, {"late_median_us"}, {"late_99%_us"}, {"late_max_us"}, {"usable"}});
  return columns;
}

std::vector<Cell> pace_row(const Experiment& experiment, PaceSummary s) {
  const auto samples = static_cast<Duration::rep>(s.samples);
  std::vector<Cell> row{s.sample->density, format_bytes(s.sample->bytes), s.sample->algorithm,
                        fmt::format("{:.4g}", s.pace.dilation), microseconds_text(s.wall / samples)};
  if (experiment.wall.compares_with_virtual) {
    row.push_back(microseconds_text(s.predicted / samples));
    row.push_back(fmt::format("{:.3f}", microseconds(s.wall) / std::max(microseconds(s.predicted), 1e-3)));
  }
  row.insert(row.end(), {std::to_string(s.pace.deadlines), fmt::format("{:.2f}", s.pace.missed_percent()),
                         microseconds_text(s.pace.late_median / samples), microseconds_text(s.pace.late_99),
                         microseconds_text(s.pace.late_max), fmt::format("{}/{}", s.usable, s.samples)});
  return row;
}

std::string pace_calibration_text(const PaceCalibration& pace, const WallPlan& plan) {
  const std::string deadline = fmt::format("a deadline is missed by more than {}, {:.0f} % of a message's {}",
                                           format_duration_rounded(pace.pace.tolerance), 100 * kTargetError,
                                           format_duration_rounded(pace.message_time));
  if (pace.deadlines == 0) {
    return fmt::format("dilation {:.4g} {}; {}", pace.pace.dilation,
                       plan.dilation ? "as given" : "so that all runs end in time", deadline);
  }
  if (pace.is_on_time) {
    return fmt::format("dilation {:.4g} measured: half of it keeps 99 % of the deadlines; {}", pace.pace.dilation,
                       deadline);
  }
  return fmt::format("dilation {:.4g}, and none that was tried keeps 99 % of the deadlines on this host now; {}",
                     pace.pace.dilation, deadline);
}

std::string usable_runs_text(std::uint64_t usable, std::uint64_t samples, bool reached) {
  if (usable == samples && reached) {
    return fmt::format("all {} runs are usable: at most {:.0f} % of their deadlines missed", samples,
                       PaceReport::kMostMissedPercent);
  }
  if (usable == samples) return "CANNOT BE TRUSTED: the host is too busy to be measured; run it again when it is idle";
  return fmt::format(
      "CANNOT BE TRUSTED: {} of {} runs missed more than {:.0f} % of their deadlines; the host is too busy, or the "
      "dilation too small",
      samples - usable, samples, PaceReport::kMostMissedPercent);
}

}  // namespace

void print_pace_table(std::ostream& out, const Experiment& experiment, const ExperimentResult& result) {
  std::vector<PaceSummary> all(experiment.cell_count() * experiment.algorithms.size());
  for (const auto& [number, row] : result.rows) add(all[number / experiment.samples], row);
  Table table(pace_columns(experiment));
  table.set_title("pace of the clock wall, over the samples; late is host time");
  std::uint64_t usable = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % experiment.algorithms.size() == 0) table.add_separator();
    if (all[i].samples == 0) continue;
    table.add_row(pace_row(experiment, all[i]));
    usable += all[i].usable;
  }
  bool reached = true;
  for (const auto& [size, pace] : result.paces) {
    table.add_note(pace_calibration_text(pace, experiment.wall));
    reached = reached && pace.is_on_time;
  }
  table.add_note(usable_runs_text(usable, result.rows.size(), reached));
  out << '\n';
  table.print(out);
}

}  // namespace switchyard
