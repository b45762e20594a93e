#include "bench/sweep/winners.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <ostream>
#include <utility>
#include <vector>

#include "bench/experiment/csv_line.hpp"
#include "bench/experiment/exchange_row.hpp"
#include "bench/report/table.hpp"
#include "bench/sweep/results_file.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard::sweep {
namespace {

/// The mean, over all random samples so far, of the cost of one algorithm on one machine with one pattern and message
/// size.
struct RunningMean {
  double sum = 0;
  std::uint64_t count = 0;
  double value() const { return sum / static_cast<double>(count); }
};

double parse_number_field(const std::string& field, const RowReader& rows) {
  double number = 0;
  const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), number);
  if (error == std::errc{} && end == field.data() + field.size()) return number;
  throw UsageError({.place = rows.place_of_last_line(),
                    .value = field,
                    .reason = fmt::format("{} is no number", switchyard::quoted(field))});
}

/// Reads from a result row the total cost of one use of a schedule: the communication, and a share of making the
/// schedule. Without emulated time (ClockKind::off) only the communication counts, because its time is measured by
/// another clock than the time of making the schedule.
class TotalCostReader {
 public:
  explicit TotalCostReader(bool with_schedule) : includes_schedule_(with_schedule) {}
  double read_from_row(const std::vector<std::string>& fields, const RowReader& rows) const {
    const double schedule = includes_schedule_ ? parse_number_field(fields[schedule_column_], rows) : 0;
    return (parse_number_field(fields[makespan_column_], rows) + schedule) /
           std::max(parse_number_field(fields[reuse_column_], rows), 1.0);
  }

 private:
  bool includes_schedule_;
  std::size_t makespan_column_ = result_column_index("makespan_us"),
              schedule_column_ = result_column_index("schedule_us"), reuse_column_ = result_column_index("reuse");
};

/// Returns one mean cost for each group of runs that differ in seed and sample only. Each group has `repeats` runs with
/// consecutive numbers. Runs that missed too many deadlines under the wall clock are left out.
std::vector<RunningMean> mean_costs(const SweepPlan& plan, const std::string& csv, std::uint64_t repeats) {
  std::vector<RunningMean> means(plan.run_count() / repeats);
  const TotalCostReader total(plan.declaration().exchange_options.run.clock != ClockKind::off);
  const std::size_t usable = result_column_index("usable");
  RowReader rows("--csv", csv, plan);
  while (const auto row = rows.read_next_row()) {
    const std::vector<std::string> fields = split_csv_line(row->text).value();
    if (fields[usable] == "0") continue;
    RunningMean& mean = means[row->run_number / repeats];
    mean.sum += total.read_from_row(fields, rows);
    ++mean.count;
  }
  return means;
}

struct CheapestAlgorithm {
  std::string algorithm;
  double mean_cost;
};

// The line of a pattern in a map of best algorithms: the name of the pattern, and its density or other parameter.
using PatternMapRow = std::pair<std::string, std::string>;
using MessageSize = std::optional<std::uint64_t>;
// The best algorithm for each pattern and message size. The key is the index of the pattern's line in the map, and the
// size.
using BestAlgorithmMap = std::map<std::pair<std::size_t, MessageSize>, CheapestAlgorithm>;

/// A map of the best algorithms on one machine. Its lines (patterns) and its columns (message sizes) are in the order
/// in which the sweep declares them.
struct BestAlgorithmsOnMachine {
  std::vector<PatternMapRow> pattern_map_rows;
  std::vector<MessageSize> sizes;
  BestAlgorithmMap best_algorithm_by_pattern_and_size;
};

template <class Item>
std::size_t find_or_add_index(std::vector<Item>& list, const Item& item) {
  const auto found = std::ranges::find(list, item);
  const auto place = static_cast<std::size_t>(found - list.begin());
  if (found == list.end()) list.push_back(item);
  return place;
}

void add_mean_cost(BestAlgorithmsOnMachine& map, const PlannedSweepRun& cell, double mean) {
  const PatternMapRow line{cell.pattern->name(), pattern_parameter_text(*cell.pattern, cell.machine->node_count())};
  const std::size_t row = find_or_add_index(map.pattern_map_rows, line);
  find_or_add_index(map.sizes, cell.message_bytes);
  const auto [place, is_new] = map.best_algorithm_by_pattern_and_size.try_emplace(
      {row, cell.message_bytes}, CheapestAlgorithm{cell.algorithm->name, mean});
  if (!is_new && mean < place->second.mean_cost) place->second = {cell.algorithm->name, mean};
}

TextTable table_of_best_algorithms(const BestAlgorithmsOnMachine& map, const std::string& title) {
  std::vector<TextColumn> columns{{"pattern", TextAlignment::left_aligned}, {"density", TextAlignment::right_aligned}};
  for (const MessageSize& size : map.sizes)
    columns.push_back({size ? format_bytes(*size) : "own sizes", TextAlignment::left_aligned});
  TextTable table(columns);
  table.set_title(title);
  for (std::size_t row = 0; row < map.pattern_map_rows.size(); ++row) {
    std::vector<TextTableCell> cells{map.pattern_map_rows[row].first, map.pattern_map_rows[row].second};
    for (const MessageSize& size : map.sizes) {
      const auto winner = map.best_algorithm_by_pattern_and_size.find({row, size});
      cells.emplace_back(winner == map.best_algorithm_by_pattern_and_size.end() ? "" : winner->second.algorithm);
    }
    table.add_row(std::move(cells));
  }
  return table;
}

/// Returns a text that says what the total cost consists of, such as "communication and schedule".
std::string total_cost_definition(const SweepPlan& plan) {
  if (plan.declaration().exchange_options.run.clock == ClockKind::off)
    return "communication alone, as it is timed by the host";
  const std::uint64_t reuse = plan.declaration().exchange_options.reuse;
  return reuse == 1 ? "communication and schedule" : fmt::format("communication and 1/{} of the schedule", reuse);
}

}  // namespace

void print_best_algorithms(std::ostream& out, const SweepPlan& plan, const std::string& csv) {
  if (plan.declaration().algorithms.size() < 2) return;
  const std::uint64_t repeats = plan.declaration().seeds.size() * plan.declaration().samples_per_seed;
  const std::vector<RunningMean> means = mean_costs(plan, csv, repeats);
  std::vector<BestAlgorithmsOnMachine> maps(plan.declaration().machines.size());
  for (std::uint64_t group = 0; group < means.size(); ++group) {
    const PlannedSweepRun cell = plan.planned_run_with_number(group * repeats);
    if (means[group].count == 0) continue;
    add_mean_cost(maps[static_cast<std::size_t>(cell.named_machine - plan.declaration().machines.data())], cell,
                  means[group].value());
  }
  for (std::size_t i = 0; i < maps.size(); ++i) {
    const NamedMachine& named = plan.declaration().machines[i];
    if (maps[i].pattern_map_rows.empty()) continue;
    table_of_best_algorithms(maps[i], fmt::format("best algorithm by mean total cost ({}), {} of {} nodes",
                                                  total_cost_definition(plan), named.name, named.machine.node_count()))
        .print(out);
    out << '\n';
  }
}

}  // namespace switchyard::sweep
