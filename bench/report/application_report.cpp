#include "bench/report/application_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "bench/experiment/execution_options.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/report/table.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

using Rows = std::vector<const ApplicationRow*>;

std::string algorithm_names(const ApplicationExperiment& experiment) {
  std::string text;
  for (const Algorithm& algorithm : experiment.algorithms) text += (text.empty() ? "" : ", ") + algorithm.name;
  return text;
}

Parameters parameters_of(const ApplicationExperiment& experiment) {
  const ProcessorRates rates = experiment.machine.model().rates();
  return concatenated_parameters({switchyard::parameters_of(experiment.machine),
                                  {{"algorithms", algorithm_names(experiment)},
                                   {"application", experiment.application->name()},
                                   {"problem", experiment.application->problem_description()},
                                   {"arithmetic", format_duration(rates.flop) + " a floating-point operation"},
                                   {"copying", format_duration(rates.copy.each) + "/B"},
                                   {"protocol", protocol_text(experiment.protocol)},
                                   {"clock", name_of(experiment.run_options.clock)},
                                   {"executor", name_of(experiment.run_options.executor)},
                                   {"samples", std::to_string(experiment.sample_count)},
                                   {"seed", std::to_string(experiment.seed)},
                                   {"build", version_and_build_text()}}});
}

Rows rows_of_algorithm(const ApplicationResult& result, const std::string& algorithm) {
  Rows rows;
  for (const ApplicationRow& row : result.rows) {
    if (row.common_columns.algorithm == algorithm) rows.push_back(&row);
  }
  return rows;
}

/// Calls `time_of` for each result row and returns the mean of the times. Needs: at least one row.
template <class Time>
Duration mean_time(const Rows& rows, Time time_of) {
  Duration sum{};
  for (const ApplicationRow* row : rows) sum += time_of(*row);
  return sum / static_cast<Duration::rep>(rows.size());
}

Duration makespan_of(const ApplicationRow& row) { return row.common_columns.makespan; }

std::string milliseconds_text(Duration time) { return format_fixed(time, std::chrono::milliseconds{1}, 3); }

/// Returns as text the largest value that a member of ApplicationMeasurement has in the result rows; "-" if the
/// application does not measure this value. Either all rows have the value or none has it.
template <class Value>
std::string largest_value_text(const Rows& rows, std::optional<Value> ApplicationMeasurement::*member,
                               const char* format) {
  if (!(rows.front()->measurement.*member)) return "-";
  Value most{};
  for (const ApplicationRow* row : rows) {
    const Value value = *(row->measurement.*member);
    // The condition is written with a negation so that a value that is NaN counts as the largest one.
    if (!(value <= most)) most = value;
  }
  return fmt::format(fmt::runtime(format), most);
}

std::vector<TextTableCell> table_row_of_means(const Rows& rows, Duration least) {
  const Duration makespan = mean_time(rows, makespan_of);
  return {
      rows.front()->common_columns.algorithm,
      makespan == least ? cell_marked_as_best(milliseconds_text(makespan)) : TextTableCell(milliseconds_text(makespan)),
      milliseconds_text(mean_time(rows, [](const ApplicationRow& row) { return row.measurement.communication_time; })),
      milliseconds_text(mean_time(rows, [](const ApplicationRow& row) { return row.measurement.computation_time; })),
      milliseconds_text(mean_time(rows, [](const ApplicationRow& row) { return row.common_columns.schedule_time; })),
      std::to_string(rows.front()->common_columns.phases),
      format_bytes(rows.front()->common_columns.bytes),
      largest_value_text(rows, &ApplicationMeasurement::iterations, "{}"),
      largest_value_text(rows, &ApplicationMeasurement::residual, "{:.2e}"),
      largest_value_text(rows, &ApplicationMeasurement::error, "{:.2e}")};
}

TextTable empty_table(const ApplicationExperiment& experiment) {
  TextTable table({{"algorithm", TextAlignment::left_aligned},
                   {"makespan_ms"},
                   {"communication_ms"},
                   {"computation_ms"},
                   {"schedule_ms"},
                   {"phases"},
                   {"largest_message"},
                   {"iterations"},
                   {"residual"},
                   {"error"}});
  table.set_title(fmt::format("{}, mean over samples of the maximum over nodes", experiment.application->name()));
  table.add_parameters(parameters_of(experiment));
  return table;
}

constexpr std::size_t kApplicationColumnCount = 5;
constexpr std::array<const char*, kApplicationColumnCount> kApplicationColumnNames{"computation_us", "communication_us",
                                                                                   "iterations", "residual", "error"};

template <class Value>
std::string text_or_empty(const std::optional<Value>& value) {
  return value ? fmt::format("{}", *value) : "";
}

/// Returns as texts the values of the CSV columns that results of applications have in addition to the columns of all
/// results. A text is empty if there is no value.
std::array<std::string, kApplicationColumnCount> application_column_texts(const ApplicationMeasurement& measured) {
  const auto in_us = [](Duration time) { return format_fixed(time, std::chrono::microseconds{1}, 3); };
  return {in_us(measured.computation_time), in_us(measured.communication_time), text_or_empty(measured.iterations),
          text_or_empty(measured.residual), text_or_empty(measured.error)};
}

nlohmann::ordered_json json_row(const ApplicationRow& row) {
  nlohmann::ordered_json json = to_json(row.common_columns);
  const auto values = application_column_texts(row.measurement);
  for (std::size_t i = 0; i < kApplicationColumnCount; ++i) {
    auto number = nlohmann::ordered_json::parse(values[i], nullptr, false);
    // The JSON value is null if the result row has no value for this column, or a value that is not a number.
    json[kApplicationColumnNames[i]] = number.is_discarded() ? nullptr : std::move(number);
  }
  return json;
}

}  // namespace

void print_table(std::ostream& out, const ApplicationExperiment& experiment, const ApplicationResult& result) {
  TextTable table = empty_table(experiment);
  std::vector<Rows> all;
  for (const Algorithm& algorithm : experiment.algorithms) {
    if (Rows rows = rows_of_algorithm(result, algorithm.name); !rows.empty()) all.push_back(std::move(rows));
  }
  Duration least = Duration::max();
  for (const Rows& rows : all) least = std::min(least, mean_time(rows, makespan_of));
  for (const Rows& rows : all) table.add_row(table_row_of_means(rows, least));
  table.add_note(
      "* shortest; schedule is made before and not part of it; iterations, residual and error are the largest");
  if (result.rows.size() < experiment.run_count()) {
    table.add_note(fmt::format("incomplete: {} of {} runs are done", result.rows.size(), experiment.run_count()));
  }
  table.print(out);
}

std::string csv_text(const ApplicationResult& result) {
  std::string text = fmt::format("{},{}\n", csv_header(), fmt::join(kApplicationColumnNames, ","));
  for (const ApplicationRow& row : result.rows) {
    text +=
        fmt::format("{},{}\n", to_csv(row.common_columns), fmt::join(application_column_texts(row.measurement), ","));
  }
  return text;
}

std::string json_text(const ApplicationExperiment& experiment, const ApplicationResult& result) {
  nlohmann::ordered_json json;
  json["parameters"] = nlohmann::ordered_json::object();
  for (const auto& [name, value] : parameters_of(experiment)) json["parameters"][name] = value;
  json["parameters"]["nodes"] = experiment.machine.node_count();
  json["parameters"]["algorithms"] = nlohmann::ordered_json::array();
  for (const Algorithm& algorithm : experiment.algorithms) json["parameters"]["algorithms"].push_back(algorithm.name);
  json["parameters"]["samples"] = experiment.sample_count;
  json["parameters"]["seed"] = experiment.seed;
  json["rows"] = nlohmann::ordered_json::array();
  for (const ApplicationRow& row : result.rows) json["rows"].push_back(json_row(row));
  return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace switchyard
