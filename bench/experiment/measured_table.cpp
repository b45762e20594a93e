#include "bench/experiment/measured_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <utility>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/shipped_measurements.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

struct CsvCell {
  std::string text;
  std::size_t position_in_line;  ///< position of the cell's first character in its line, counted from 1
};

/// Splits a CSV line into its cells. Cells may be quoted as to_csv() quotes them.
std::vector<CsvCell> csv_cells(const std::string& line) {
  std::vector<CsvCell> cells{{"", 1}};
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"') {
      if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
        cells.back().text += line[++i];
      } else {
        quoted = !quoted;
      }
    } else if (line[i] == ',' && !quoted) {
      cells.push_back({"", i + 2});
    } else {
      cells.back().text += line[i];
    }
  }
  return cells;
}

/// Reads a CSV table line by line, and finds the cells of the current line by the names of their columns.
class TableReader {
 public:
  TableReader(std::istream& in, const std::string& name) : input_(in), table_name_(name) {}

  bool read_next_line() {
    std::string line;
    while (std::getline(input_, line)) {
      ++line_number_;
      if (!line.empty() && line.back() == '\r') line.pop_back();
      if (line.empty()) continue;
      current_cells_ = csv_cells(line);
      return true;
    }
    return false;
  }

  void read_header() {
    if (!read_next_line()) throw_table_error(1, "is empty", "give what switchyard run --csv writes");
    for (std::size_t i = 0; i < current_cells_.size(); ++i) column_indices_[current_cells_[i].text] = i;
    column_count_ = current_cells_.size();
  }

  void check_field_count() const {
    if (current_cells_.size() != column_count_) {
      throw_table_error(current_cells_.back().position_in_line,
                        fmt::format("{} values where {} belong", current_cells_.size(), column_count_),
                        "one for each column");
    }
  }

  const CsvCell& cell_in_column(const char* column) const {
    const auto found = column_indices_.find(column);
    if (found == column_indices_.end()) {
      throw UsageError({.place = {table_name_, 1, 1},
                        .reason = fmt::format("column {} is missing", column),
                        .remedy = "give what switchyard run --csv writes"});
    }
    return current_cells_[found->second];
  }

  bool has_column(const char* column) const { return column_indices_.contains(column); }
  /// Returns the text that a column has in the current line, or an empty text if the table does not have the column.
  std::string text_in_column(const char* column) const {
    return has_column(column) ? cell_in_column(column).text : std::string();
  }

  double number_in_column(const char* column) const {
    const CsvCell& from = cell_in_column(column);
    double value = 0;
    const char* end = from.text.data() + from.text.size();
    const auto [stopped, error] = std::from_chars(from.text.data(), end, value);
    if (error != std::errc() || stopped != end || !(value >= 0 && value < 1e18)) {
      throw_table_error(from.position_in_line,
                        fmt::format("{} {} is not a number from 0", column, switchyard::quoted(from.text)),
                        "write one such as 64");
    }
    return value;
  }

  [[noreturn]] void throw_table_error(std::size_t column, const std::string& wrong, const char* right) const {
    throw UsageError(
        {.place = {table_name_, std::max<std::size_t>(line_number_, 1), column}, .reason = wrong, .remedy = right});
  }

 private:
  std::istream& input_;
  const std::string& table_name_;
  std::size_t line_number_ = 0;
  std::size_t column_count_ = 0;
  std::vector<CsvCell> current_cells_;
  std::map<std::string, std::size_t> column_indices_;
};

double distance_between_matrices(const MatrixTraits& one, const MatrixTraits& other) {
  const auto apart = [](double a, double b) { return std::abs(std::log2((a + 1) / (b + 1))); };
  return apart(one.nodes, other.nodes) + apart(one.density, other.density) +
         apart(one.longest_message_bytes, other.longest_message_bytes);
}

auto sort_key_of_traits(const MatrixTraits& kind) {
  return std::tuple(kind.nodes, kind.density, kind.longest_message_bytes);
}

/// Returns a text that identifies the run that the current table row describes; an empty text if the table lacks the
/// column `seed` or the column `sample`.
std::string identity_text_of_run(const TableReader& reader) {
  if (!reader.has_column("seed") || !reader.has_column("sample")) return {};
  std::string run;
  for (const char* column : {"machine", "nodes", "algorithm", "pattern", "density", "bytes", "seed", "sample", "reuse",
                             "constants", "protocol", "version", "matrix"}) {
    run += reader.text_in_column(column) + '\n';
  }
  return run;
}

ResultRowOrigin origin_of_row(const TableReader& reader) {
  ResultRowOrigin origin{
      reader.text_in_column("constants"), reader.text_in_column("protocol"), reader.text_in_column("version"), {}};
  if (origin.constants.empty()) origin.constants = kShippedConstantsText;
  return origin;
}

std::string matrix_kind_text(const MatrixTraits& kind) {
  return fmt::format("{} nodes, {:.10g} messages a node of {:.10g} B", kind.nodes, kind.density,
                     kind.longest_message_bytes);
}

std::string row_count_text(std::uint64_t count) { return fmt::format("{} {}", count, count == 1 ? "row" : "rows"); }

bool can_run_algorithm(const Machine& machine, const Algorithm& algorithm, const CommunicationMatrix& matrix) {
  try {
    check_machine_meets_requirements(machine, algorithm, std::nullopt);
    check_matrix(machine, algorithm, matrix);
  } catch (const UsageError&) {
    return false;
  }
  return true;
}

}  // namespace

MatrixTraits matrix_traits_of(const CommunicationMatrix& matrix) {
  double bytes = 0, longest = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) {
      bytes += static_cast<double>(entry.bytes);
      longest = std::max(longest, static_cast<double>(entry.bytes));
    }
  }
  const double all = longest * matrix.node_count();
  return {matrix.node_count(), all > 0 ? bytes / all : 0, longest};
}

MeasuredTable::MeasuredTable(std::istream& in, std::string name) : table_name_(std::move(name)) {
  TableReader reader(in, table_name_);
  reader.read_header();
  for (const char* column :
       {"machine", "nodes", "algorithm", "bytes", "clock", "payload_bytes", "makespan_us", "schedule_us", "reuse"}) {
    reader.cell_in_column(column);
  }
  std::set<std::string> seen;
  while (reader.read_next_line()) {
    reader.check_field_count();
    const double nodes = reader.number_in_column("nodes"), bytes = reader.number_in_column("bytes"),
                 payload = reader.number_in_column("payload_bytes");
    const double reuse = reader.number_in_column("reuse"), makespan = reader.number_in_column("makespan_us");
    const double schedule = reader.number_in_column("schedule_us");
    if (nodes < 1 || nodes > 1e8)
      reader.throw_table_error(reader.cell_in_column("nodes").position_in_line, "no machine has so many nodes",
                               "write 1 or more");
    if (reuse < 1)
      reader.throw_table_error(reader.cell_in_column("reuse").position_in_line, "reuse is below 1", "write 1 or more");
    if (reader.cell_in_column("clock").text != "virtual" || bytes < 1 || payload < 1) continue;
    if (const std::string run = identity_text_of_run(reader); !run.empty() && !seen.insert(run).second) {
      ++repeated_row_count_;
      continue;
    }
    rows_.push_back({reader.cell_in_column("machine").text,
                     reader.cell_in_column("algorithm").text,
                     {static_cast<std::uint32_t>(nodes), payload / reuse / bytes / std::floor(nodes), bytes},
                     makespan / reuse,
                     schedule,
                     origin_of_row(reader)});
  }
}

std::vector<std::pair<double, std::string>> MeasuredTable::mean_costs_of_algorithms(const std::vector<const Row*>& rows,
                                                                                    const Row& at,
                                                                                    std::uint64_t reuse) const {
  // For the name of each algorithm, the sum of its costs and the number of its samples.
  std::map<std::string, std::pair<double, int>> sums;
  for (const Row* row : rows) {
    if (sort_key_of_traits(row->matrix_traits) != sort_key_of_traits(at.matrix_traits) || row->origin != at.origin)
      continue;
    auto& [sum, samples] = sums[row->algorithm];
    sum +=
        row->mean_schedule_cost_in_microseconds + static_cast<double>(reuse) * row->mean_exchange_cost_in_microseconds;
    ++samples;
  }
  std::vector<std::pair<double, std::string>> means;
  for (const auto& [algorithm, sum] : sums) means.emplace_back(sum.first / sum.second, algorithm);
  std::ranges::sort(means);
  return means;
}

std::optional<double> MeasuredTable::expected_regret(const std::vector<const Row*>& rows, std::uint64_t reuse) const {
  std::map<decltype(sort_key_of_traits({})), const Row*> kinds;
  for (const Row* row : rows) kinds.emplace(sort_key_of_traits(row->matrix_traits), row);
  double sum = 0;
  int count = 0;
  for (const auto& [place, held_back] : kinds) {
    const Row* nearest = nullptr;
    for (const auto& [other, row] : kinds) {
      if (other == place) continue;
      if (nearest == nullptr || distance_between_matrices(row->matrix_traits, held_back->matrix_traits) <
                                    distance_between_matrices(nearest->matrix_traits, held_back->matrix_traits))
        nearest = row;
    }
    if (nearest == nullptr) continue;
    const auto costs = mean_costs_of_algorithms(rows, *held_back, reuse);
    const std::string chosen = mean_costs_of_algorithms(rows, *nearest, reuse).front().second;
    const auto found = std::ranges::find(costs, chosen, &std::pair<double, std::string>::second);
    if (found == costs.end() || costs.front().first <= 0) continue;
    sum += found->first / costs.front().first - 1;
    ++count;
  }
  return count > 0 ? std::optional(sum / count) : std::nullopt;
}

MeasuredTable::AlgorithmNameWithReason MeasuredTable::choose_algorithm(
    const std::string& machine, const MatrixTraits& kind, std::uint64_t reuse,
    const std::function<bool(const std::string&)>& may, const std::string& constants) const {
  const auto rows_with = [&](bool any_constants) {
    std::vector<const Row*> rows;
    for (const Row& row : rows_) {
      if (row.machine == machine && may(row.algorithm) && (any_constants || row.origin.constants == constants))
        rows.push_back(&row);
    }
    return rows;
  };
  std::vector<const Row*> rows = rows_with(false);
  const bool other_constants = rows.empty();
  if (other_constants) rows = rows_with(true);
  if (rows.empty()) {
    throw UsageError(
        fmt::format("auto: {} has no measurement of machine {}", table_name_, machine),
        fmt::format("make one with switchyard run --machine {} --csv FILE and give it with --table FILE", machine));
  }
  const Row* nearest = *std::ranges::min_element(
      rows, {}, [&](const Row* row) { return distance_between_matrices(row->matrix_traits, kind); });
  const auto others = static_cast<std::uint64_t>(std::ranges::count_if(rows, [&](const Row* row) {
    return sort_key_of_traits(row->matrix_traits) == sort_key_of_traits(nearest->matrix_traits) &&
           row->origin != nearest->origin;
  }));
  std::erase_if(rows, [&](const Row* row) { return row->origin != nearest->origin; });
  const auto means = mean_costs_of_algorithms(rows, *nearest, reuse);
  std::string why =
      fmt::format("{:.1f} us for its schedule and {} {}, least of {} algorithms measured at {}", means[0].first, reuse,
                  reuse == 1 ? "exchange" : "exchanges", means.size(), matrix_kind_text(nearest->matrix_traits));
  if (means.size() > 1) why += fmt::format("; then {} with {:.1f} us", means[1].second, means[1].first);
  if (const auto regret = expected_regret(rows, reuse))
    why += fmt::format("; elsewhere such a choice costs {:.0f} % more than the best, on average", 100 * *regret);
  if (other_constants) why += fmt::format("; measured with constants {}", nearest->origin.constants);
  if (others > 0)
    why += fmt::format("; {} of other constants, protocols or versions not counted", row_count_text(others));
  if (repeated_row_count_ > 0)
    why += fmt::format("; {} left out, as their runs stand there already", row_count_text(repeated_row_count_));
  return {means[0].second, fmt::format("{} ({})", why, table_name_)};
}

MeasuredTable read_measured_table(const std::string& option, const std::optional<std::string>& path) {
  if (!path) {
    std::istringstream shipped{std::string(kShippedMeasurements)};
    return MeasuredTable(shipped, "the table that is shipped");
  }
  InputFile file(option, *path);
  return MeasuredTable(file, *path);
}

Algorithm make_auto_algorithm(const Catalogue& catalogue, const MeasuredTable& table, bool scheduled_only) {
  const auto algorithms = std::make_shared<const Catalogue>(catalogue);
  const auto choose = [algorithms, table, scheduled_only](const Machine& machine, const CommunicationMatrix& matrix,
                                                          std::uint64_t reuse) {
    const auto may = [&](const std::string& name) {
      return std::ranges::any_of(algorithms->algorithms(), [&](const Algorithm& algorithm) {
        return algorithm.name == name && (algorithm.scheduler || !scheduled_only) &&
               can_run_algorithm(machine, algorithm, matrix);
      });
    };
    const MeasuredTable::AlgorithmNameWithReason choice =
        table.choose_algorithm(machine.name(), matrix_traits_of(matrix), reuse, may, changed_constants_text(machine));
    return ChosenAlgorithm{std::make_shared<const Algorithm>(algorithms->find("auto", choice.algorithm_name)),
                           choice.why};
  };
  return {.name = "auto",
          .summary = "the algorithm that was measured to cost least for machine, density, size and reuse",
          .source = "this library; measured by switchyard run --csv",
          .needs = "measurements of the machine: --table FILE.csv, or those that are shipped",
          .guarantees = "those of the algorithm that it picks",
          .choice = choose};
}

}  // namespace switchyard
