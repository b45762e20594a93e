#include "bench/cost/cost_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <ostream>
#include <string>
#include <utility>

#include "bench/cost/growth.hpp"
#include "bench/report/table.hpp"

namespace switchyard::cost {
namespace {

constexpr CostAspect kMeasuredAspects[] = {CostAspect::schedule, CostAspect::exchange, CostAspect::emulation,
                                           CostAspect::memory};

/// Returns half the width of the estimate's confidence interval as text, such as "1.2"; empty if
/// the width is 0.
std::string half_width_text(const IntervalEstimate& estimate) {
  return estimate.interval_low == estimate.interval_high ? "" : three_digit_text(estimate.half_width());
}

/// Returns a ratio with its confidence interval as text, such as "1.21 (1.19-1.23)".
std::string ratio_text(const IntervalEstimate& ratio) {
  const auto two = [](double value) { return value < 10 ? fmt::format("{:.2f}", value) : three_digit_text(value); };
  if (ratio.interval_low == ratio.interval_high) return two(ratio.value);
  return fmt::format("{} ({}-{})", two(ratio.value), two(ratio.interval_low), two(ratio.interval_high));
}

std::string quotient_text(double above, double below) {
  return below > 0 && above > 0 ? three_digit_text(above / below) : "-";
}

/// Returns the columns that a cost table has only for this aspect of cost. They follow the columns that all cost tables
/// have: nodes, density, algorithm, and time of a message.
std::vector<TextColumn> make_table_columns_of_cost_aspect(CostAspect aspect) {
  switch (aspect) {
    case CostAspect::schedule:
      return {{"ns/operation"}, {"operations/message"}, {"phases"}};
    case CostAspect::exchange:
      return {{"ns/phase"}, {"hand_overs/message"}};
    case CostAspect::emulation:
      return {{"ns/event"}, {"events/message"}};
    default:
      return {};
  }
}

std::vector<std::string> make_table_cells_of_cost_aspect(CostAspect aspect, const CostSeries& series,
                                                         double ns_per_unit) {
  const double messages = series.mean_value_of_counter("messages");
  const double all_ns = ns_per_unit * messages;
  const auto each = [&](const char* unit) { return quotient_text(all_ns, series.mean_value_of_counter(unit)); };
  const auto of_message = [&](const char* unit) { return quotient_text(series.mean_value_of_counter(unit), messages); };
  switch (aspect) {
    case CostAspect::schedule:
      return {each("operations"), of_message("operations"), three_digit_text(series.mean_value_of_counter("phases"))};
    case CostAspect::exchange:
      return {each("phases"), of_message("hand_overs")};
    case CostAspect::emulation:
      return {each("events"), of_message("events")};
    default:
      return {};
  }
}

/// Returns the names of the processor's hardware counters that were read when this aspect was measured. An aspect is
/// what a cost is about, such as making the schedule.
std::vector<std::string> measured_processor_counters(const CostSeriesList& all, CostAspect aspect) {
  std::vector<std::string> found;
  for (const char* counter : {"instructions", "cycles", "cache_misses", "branch_misses"}) {
    const auto has_it = [&](const auto& each) {
      return each.first.cost_aspect == aspect && each.second.last_sample().counters.contains(counter);
    };
    if (std::ranges::any_of(all, has_it)) found.emplace_back(counter);
  }
  return found;
}

void add_matrix_size_cells_to_row(std::vector<TextTableCell>& row, const CostName& name) {
  row.emplace_back(std::to_string(name.size.nodes));
  row.emplace_back(std::to_string(name.size.degree));
}

/// Adds a separator line to the table if the matrix size of `name` differs from `last`, the matrix size of the previous
/// row, and sets `last` to the new size.
void add_separator_between_sizes(TextTable& table, const CostName& name, MatrixSize& last) {
  if (!(name.size == last) && last.nodes != 0) table.add_separator();
  last = name.size;
}

/// Adds two cells to a table row: the time of the yardstick (simple reference work), and the row's cost divided by that
/// time. Both are "-" if the yardstick was not measured.
void add_reference_time_and_ratio_cells(std::vector<TextTableCell>& row, const CostSeriesList& all,
                                        const CostName& name, const CostSeries& series) {
  const CostAspect aspect = *reference_work_for_cost_aspect(name.cost_aspect);
  const CostSeries* rod = find_series_of_same_size(all, name, aspect, "");
  const auto ratio = rod == nullptr ? std::nullopt
                                    : compute_time_ratio_over_common_rounds(series, "messages", *rod,
                                                                            unit_counter_name_of_cost_aspect(aspect));
  row.emplace_back(
      ratio ? three_digit_text(median_with_interval(rod->ns_per_unit(unit_counter_name_of_cost_aspect(aspect))).value)
            : "-");
  row.emplace_back(ratio ? ratio_text(*ratio) : "-");
}

std::string format_cost_ratio_to_first_algorithm(const CostSeriesList& all, const CostName& name,
                                                 const CostSeries& series, const std::string& first) {
  const CostSeries* reference = find_series_of_same_size(all, name, name.cost_aspect, first);
  if (reference == nullptr || name.algorithm == first) return name.algorithm == first ? "1" : "-";
  const auto ratio = compute_time_ratio_over_common_rounds(series, "messages", *reference, "messages");
  return ratio ? ratio_text(*ratio) : "-";
}

TextTable time_table(const CostSeriesList& all, CostAspect aspect) {
  const std::vector<std::string> algorithms = algorithms_measured_for(all, aspect);
  const CostAspect yardstick = *reference_work_for_cost_aspect(aspect);
  std::vector<TextColumn> columns{
      {"nodes"}, {"density"}, {"algorithm", TextAlignment::left_aligned}, {"ns/message"}, {"+-"}};
  for (TextColumn& column : make_table_columns_of_cost_aspect(aspect)) columns.push_back(std::move(column));
  const std::vector<std::string> processor = measured_processor_counters(all, aspect);
  for (const std::string& counter : processor) columns.push_back({counter + "/message"});
  columns.push_back({std::string(name_of(yardstick)) + "_ns"});
  columns.push_back({"times_that"});
  if (algorithms.size() > 1) columns.push_back({"times_" + algorithms.front()});
  TextTable table(std::move(columns));
  MatrixSize last;
  for (const auto& [name, series] : all) {
    const std::vector<double> times = series.ns_per_unit("messages");
    if (name.cost_aspect != aspect || times.empty()) continue;
    add_separator_between_sizes(table, name, last);
    const IntervalEstimate each = median_with_interval(times);
    std::vector<TextTableCell> row;
    add_matrix_size_cells_to_row(row, name);
    row.emplace_back(name.algorithm);
    row.emplace_back(three_digit_text(each.value));
    row.emplace_back(half_width_text(each));
    for (std::string& cell : make_table_cells_of_cost_aspect(aspect, series, each.value))
      row.emplace_back(std::move(cell));
    for (const std::string& counter : processor) {
      row.emplace_back(quotient_text(series.mean_value_of_counter(counter), series.mean_value_of_counter("messages")));
    }
    add_reference_time_and_ratio_cells(row, all, name, series);
    if (algorithms.size() > 1)
      row.emplace_back(format_cost_ratio_to_first_algorithm(all, name, series, algorithms.front()));
    table.add_row(std::move(row));
  }
  return table;
}

TextTable memory_table(const CostSeriesList& all) {
  TextTable table({{"nodes"},
                   {"density"},
                   {"algorithm", TextAlignment::left_aligned},
                   {"schedule_bytes"},
                   {"bytes/message"},
                   {"steps_bytes"},
                   {"run_bytes"},
                   {"bytes/node"},
                   {"bytes/message"}});
  MatrixSize last;
  for (const auto& [name, series] : all) {
    if (name.cost_aspect != CostAspect::memory) continue;
    add_separator_between_sizes(table, name, last);
    const double messages = series.mean_value_of_counter("messages");
    const double schedule = series.mean_value_of_counter("schedule_bytes"),
                 run = series.mean_value_of_counter("run_bytes");
    std::vector<TextTableCell> row;
    add_matrix_size_cells_to_row(row, name);
    for (std::string cell :
         {name.algorithm, schedule > 0 ? fmt::format("{:.0f}", schedule) : "-", quotient_text(schedule, messages),
          schedule > 0 ? fmt::format("{:.0f}", series.mean_value_of_counter("step_bytes")) : "-",
          run > 0 ? fmt::format("{:.0f}", run) : "-", quotient_text(run, series.mean_value_of_counter("nodes")),
          quotient_text(series.memory_bytes(), messages)}) {
      row.emplace_back(std::move(cell));
    }
    table.add_row(std::move(row));
  }
  return table;
}

std::string rounds_text(std::size_t rounds) {
  /// The least number of values whose median has a confidence interval of 95 %.
  constexpr std::size_t kLeastForIntervals = 6;
  return fmt::format("medians of {} interleaved rounds, {}", rounds,
                     rounds < kLeastForIntervals ? "with the least and the greatest" : "95 % intervals");
}

std::string make_table_note_about_cost_aspect(CostAspect aspect) {
  switch (aspect) {
    case CostAspect::schedule:
      return "an operation is one that the algorithm charges to a node; heap_ns: pop and push of a heap of 4096";
    case CostAspect::exchange:
      return "mailboxes alone, bytes not checked; bare_queues_ns: the same message through a bare queue on one thread";
    case CostAspect::emulation:
      return "bytes not checked; bare_engine_ns: the same message in an engine that books links and copies";
    default:
      return "run_bytes: most resident memory of an emulation, without the messages themselves; the last column has "
             "all";
  }
}

std::string exponent_text(const std::optional<IntervalEstimate>& estimate) {
  if (!estimate) return "-";
  return std::isinf(estimate->interval_high) ? fmt::format("{:.2f}", estimate->value)
                                             : fmt::format("{:.2f} +- {:.2f}", estimate->value, estimate->half_width());
}

std::string format_exponent_change(const std::optional<PowerLawExponentChange>& bend, const char* name) {
  if (!bend) return "-";
  return fmt::format("{} = {:.0f}: {:.2f}, then {:.2f}", name, bend->nodes_or_degree_at_exponent_change,
                     bend->exponent_below_change.value, bend->exponent_above_change.value);
}

std::vector<TextTableCell> make_cost_growth_table_row(const std::string& algorithm, const FittedGrowth& growth) {
  const GrowthFormula& power = *growth.fitted_power_law;
  std::vector<TextTableCell> row{algorithm, exponent_text(power.exponent_of_nodes),
                                 exponent_text(power.exponent_of_degree),
                                 fmt::format("{:.1f} %", 100 * power.relative_fit_error)};
  const auto& with_log = growth.fitted_power_law_times_log;
  row.emplace_back(with_log ? exponent_text(with_log->exponent_of_nodes) : "-");
  row.emplace_back(with_log ? fmt::format("{:.1f} %", 100 * with_log->relative_fit_error) : "-");
  row[growth.fits_better_with_logarithmic_factor() ? 5 : 3].is_marked_with_asterisk = true;
  row.emplace_back(format_exponent_change(growth.exponent_change_with_node_count, "n"));
  row.emplace_back(format_exponent_change(growth.exponent_change_with_degree, "d"));
  return row;
}

void print_growth(std::ostream& out, const CostSeriesList& all, CostAspect aspect) {
  TextTable table({{"algorithm", TextAlignment::left_aligned},
                   {"p"},
                   {"q"},
                   {"misses"},
                   {"p_of_n^p*log(n)"},
                   {"misses"},
                   {"bend_in_n", TextAlignment::left_aligned},
                   {"bend_in_d", TextAlignment::left_aligned}});
  table.set_title(fmt::format("growth of {}: a * n^p * d^q", describe_cost_aspect(aspect)));
  bool any = false;
  for (const std::string& algorithm : algorithms_measured_for(all, aspect)) {
    const FittedGrowth growth = fit_cost_growth(cost_growth_points_of_algorithm(all, aspect, algorithm));
    if (!growth.fitted_power_law) continue;
    any = true;
    table.add_row(make_cost_growth_table_row(algorithm, growth));
  }
  if (!any) return;
  table.add_note("* misses the points less; bends: up to where an exponent holds, and the one behind it (caches)");
  out << '\n';
  table.print(out);
}

std::string verdict_text(Verdict verdict) {
  if (verdict == Verdict::same) return "";
  return verdict == Verdict::slower ? "slower" : "faster";
}

}  // namespace

std::string three_digit_text(double value) {
  if (value == 0) return "0";
  const double size = std::abs(value);
  const int decimals = size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

const char* describe_cost_aspect(CostAspect aspect) noexcept {
  switch (aspect) {
    case CostAspect::schedule:
      return "making the schedule";
    case CostAspect::exchange:
      return "carrying it out, clock off";
    case CostAspect::emulation:
      return "emulating it, virtual clock";
    case CostAspect::memory:
      return "memory";
    default:
      return "yardstick";
  }
}

std::vector<std::string> algorithms_measured_for(const CostSeriesList& all, CostAspect aspect) {
  std::vector<std::string> names;
  for (const auto& [name, series] : all) {
    if (name.cost_aspect == aspect && std::ranges::find(names, name.algorithm) == names.end())
      names.push_back(name.algorithm);
  }
  return names;
}

std::vector<GrowthPoint> cost_growth_points_of_algorithm(const CostSeriesList& all, CostAspect aspect,
                                                         const std::string& algorithm) {
  std::vector<GrowthPoint> points;
  for (const auto& [name, series] : all) {
    if (name.cost_aspect != aspect || name.algorithm != algorithm) continue;
    const double nodes = name.size.nodes, degree = name.size.degree;
    const std::vector<double> times = series.ns_per_unit("messages");
    if (times.empty() || degree == 0) continue;
    const double value =
        aspect == CostAspect::memory ? series.memory_bytes() : median_with_interval(times).value * nodes * degree;
    if (value > 0) points.push_back({nodes, degree, value});
  }
  return points;
}

void print_costs(std::ostream& out, const CostFile& file) {
  const CostSeriesList all = collect_series(file.samples);
  std::size_t rounds = 0;
  for (const auto& [name, series] : all) rounds = std::max(rounds, series.samples_by_round().size());
  bool is_first = true;
  for (const CostAspect aspect : kMeasuredAspects) {
    if (algorithms_measured_for(all, aspect).empty()) continue;
    TextTable table = aspect == CostAspect::memory ? memory_table(all) : time_table(all, aspect);
    table.set_title(fmt::format("{}, {}", describe_cost_aspect(aspect),
                                aspect == CostAspect::memory ? std::string("one measurement") : rounds_text(rounds)));
    if (is_first) {
      table.add_parameters(file.settings);
      table.add_parameter("host", file.host);
      table.add_parameter("build", file.build);
    }
    table.add_note(make_table_note_about_cost_aspect(aspect));
    if (!is_first) out << '\n';
    is_first = false;
    table.print(out);
    print_growth(out, all, aspect);
  }
}

void print_profiles(std::ostream& out, const std::vector<CostProfile>& profiles) {
  if (profiles.empty()) return;
  TextTable table({{"nodes"},
                   {"density"},
                   {"algorithm", TextAlignment::left_aligned},
                   {"aspect", TextAlignment::left_aligned},
                   {"share"},
                   {"function", TextAlignment::left_aligned},
                   {"library", TextAlignment::left_aligned}});
  table.set_title("where the processor's time goes, sampled by perf");
  bool is_first = true;
  for (const CostProfile& profile : profiles) {
    if (!std::exchange(is_first, false)) table.add_separator();
    for (const FunctionProcessorTimeShare& each : profile.functions) {
      std::vector<TextTableCell> row;
      add_matrix_size_cells_to_row(row, profile.name);
      for (std::string cell : {profile.name.algorithm, std::string(name_of(profile.name.cost_aspect)),
                               fmt::format("{:.1f} %", 100 * each.share), each.function, each.library}) {
        row.emplace_back(std::move(cell));
      }
      table.add_row(std::move(row));
    }
  }
  table.add_note("at most ten functions of each measurement, from a share of 1 %");
  out << '\n';
  table.print(out);
}

void print_changes(std::ostream& out, const std::vector<CostChange>& changes, const CostFile& baseline, double limit) {
  TextTable table({{"nodes"},
                   {"density"},
                   {"algorithm", TextAlignment::left_aligned},
                   {"aspect", TextAlignment::left_aligned},
                   {"before"},
                   {"now"},
                   {"times_as_much"},
                   {"verdict", TextAlignment::left_aligned}});
  table.set_title(fmt::format("against the baseline, limit {:g} %", 100 * limit));
  table.add_parameter("baseline", fmt::format("{}, {}", baseline.build, baseline.host));
  for (const CostChange& change : changes) {
    std::vector<TextTableCell> row;
    add_matrix_size_cells_to_row(row, change.name);
    for (std::string cell :
         {change.name.algorithm, std::string(name_of(change.name.cost_aspect)), three_digit_text(change.cost_before),
          three_digit_text(change.cost_now), ratio_text(change.ratio), verdict_text(change.verdict)}) {
      row.emplace_back(std::move(cell));
    }
    table.add_row(std::move(row));
  }
  table.add_note(
      "before and now: ns/message, of memory bytes; times_as_much: after division by the yardstick of each run");
  out << '\n';
  table.print(out);
}

}  // namespace switchyard::cost
