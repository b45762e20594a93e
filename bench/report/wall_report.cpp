#include "bench/report/wall_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <vector>

#include "bench/report/table.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// A summary, over all random samples, of how well the runs of one algorithm with one pattern and one message size kept
/// pace with the host's clock.
struct PaceSummary {
  const ResultRow* sample_row = nullptr;
  std::uint64_t sample_count = 0, usable_run_count = 0;
  /// how well the runs on all random samples together kept pace: counts and medians are sums over the samples, and the
  /// other values of lateness are maxima
  PaceReport wall_clock_pace_over_all_samples;
  Duration makespan_sum{}, virtual_makespan_sum{};
};

void add_row_to_summary(PaceSummary& s, const ResultRow& row) {
  const PaceReport& pace = *row.pace;
  s.sample_row = &row;
  ++s.sample_count;
  s.usable_run_count += pace.usable() ? 1 : 0;
  s.wall_clock_pace_over_all_samples.dilation = pace.dilation;
  s.wall_clock_pace_over_all_samples.deadlines += pace.deadlines;
  s.wall_clock_pace_over_all_samples.missed += pace.missed;
  s.wall_clock_pace_over_all_samples.late_median += pace.late_median;
  s.wall_clock_pace_over_all_samples.late_99 = std::max(s.wall_clock_pace_over_all_samples.late_99, pace.late_99);
  s.wall_clock_pace_over_all_samples.late_max = std::max(s.wall_clock_pace_over_all_samples.late_max, pace.late_max);
  s.makespan_sum += row.makespan;
  s.virtual_makespan_sum += row.virtual_makespan.value_or(Duration::zero());
}

std::string microseconds_text(Duration time) { return format_fixed(time, std::chrono::microseconds{1}, 1); }

std::vector<TextColumn> pace_columns(const Experiment& experiment) {
  std::vector<TextColumn> columns{
      {"density"}, {"bytes"}, {"algorithm", TextAlignment::left_aligned}, {"dilation"}, {"wall/dilation_us"}};
  if (experiment.wall_clock_settings.is_run_repeated_under_virtual_clock)
    columns.insert(columns.end(), {{"virtual_us"}, {"wall/virtual"}});
  columns.insert(columns.end(),
                 {{"deadlines"}, {"missed_%"}, {"late_median_us"}, {"late_99%_us"}, {"late_max_us"}, {"usable"}});
  return columns;
}

std::vector<TextTableCell> make_wall_clock_pace_table_row(const Experiment& experiment, PaceSummary s) {
  const auto samples = static_cast<Duration::rep>(s.sample_count);
  std::vector<TextTableCell> row{
      s.sample_row->pattern_parameter, format_bytes(s.sample_row->bytes), s.sample_row->algorithm,
      fmt::format("{:.4g}", s.wall_clock_pace_over_all_samples.dilation), microseconds_text(s.makespan_sum / samples)};
  if (experiment.wall_clock_settings.is_run_repeated_under_virtual_clock) {
    row.push_back(microseconds_text(s.virtual_makespan_sum / samples));
    row.push_back(
        fmt::format("{:.3f}", microseconds(s.makespan_sum) / std::max(microseconds(s.virtual_makespan_sum), 1e-3)));
  }
  row.insert(row.end(), {std::to_string(s.wall_clock_pace_over_all_samples.deadlines),
                         fmt::format("{:.2f}", s.wall_clock_pace_over_all_samples.missed_percent()),
                         microseconds_text(s.wall_clock_pace_over_all_samples.late_median / samples),
                         microseconds_text(s.wall_clock_pace_over_all_samples.late_99),
                         microseconds_text(s.wall_clock_pace_over_all_samples.late_max),
                         fmt::format("{}/{}", s.usable_run_count, s.sample_count)});
  return row;
}

std::string pace_calibration_text(const PaceCalibration& pace, const WallClockSettings& plan) {
  const std::string deadline = fmt::format(
      "a deadline is missed by more than {}, {:.0f} % of a message's {}", format_duration_rounded(pace.pace.tolerance),
      100 * kToleratedWaitLatenessFraction, format_duration_rounded(pace.message_time));
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
  std::vector<PaceSummary> all(experiment.pattern_size_pair_count() * experiment.algorithms.size());
  for (const auto& [number, row] : result.rows) add_row_to_summary(all[number / experiment.sample_count], row);
  TextTable table(pace_columns(experiment));
  table.set_title("pace of the clock wall, over the samples; late is host time");
  std::uint64_t usable = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % experiment.algorithms.size() == 0) table.add_separator();
    if (all[i].sample_count == 0) continue;
    table.add_row(make_wall_clock_pace_table_row(experiment, all[i]));
    usable += all[i].usable_run_count;
  }
  bool reached = true;
  for (const auto& [size, pace] : result.wall_clock_paces_by_message_size_index) {
    table.add_note(pace_calibration_text(pace, experiment.wall_clock_settings));
    reached = reached && pace.is_on_time;
  }
  table.add_note(usable_runs_text(usable, result.rows.size(), reached));
  out << '\n';
  table.print(out);
}

}  // namespace switchyard
