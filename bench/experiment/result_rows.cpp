#include "bench/experiment/result_rows.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string_view>

#include "bench/experiment/csv_line.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

// Times and other values of a result table that are printed in a special way have types of their own, such as
// Microseconds. The type of a value determines how it is printed.
struct Microseconds {
  Duration time;
};
struct Seconds {
  Duration time;
};
struct DilationFactor {
  double value;
};
/// The parameter of a communication pattern: a number for most patterns, and a text for the others.
struct PatternParameter {
  std::string text;
};
struct PrintedHash {
  std::uint64_t value;
};

/// Calls `visit(name, value)` for each column of the result table, in the order of the columns. Only this function
/// lists all columns.
template <class Visit>
void for_each_column(const ResultRow& row, Visit visit) {
  visit("machine", row.machine);
  visit("nodes", row.nodes);
  visit("algorithm", row.algorithm);
  visit("pattern", row.pattern);
  const bool has_file = row.pattern == kMatrixPatternName;
  visit("density", PatternParameter{has_file ? std::string() : row.pattern_parameter});
  visit("bytes", row.bytes);
  visit("sample", row.sample_number);
  visit("seed", row.seed);
  visit("clock", row.clock);
  visit("executor", row.executor);
  visit("messages", row.message_count);
  visit("circuits", row.circuit_count);
  visit("payload_bytes", row.payload_bytes);
  visit("phases", row.phases);
  visit("makespan_us", Microseconds{row.makespan});
  visit("schedule_us", Microseconds{row.schedule_time});
  visit("link_wait_us", Microseconds{row.link_wait});
  visit("port_wait_us", Microseconds{row.port_wait});
  visit("discarded", row.discarded_messages);
  visit("host_s", Seconds{row.host_time});
  visit("trace_hash", PrintedHash{row.trace_hash});
  visit("reuse", row.exchanges_per_schedule);
  const auto of_pace = [&](auto value_of) { return row.pace ? std::optional(value_of(*row.pace)) : std::nullopt; };
  visit("dilation", of_pace([](const PaceReport& pace) { return DilationFactor{pace.dilation}; }));
  visit("deadlines", of_pace([](const PaceReport& pace) { return pace.deadlines; }));
  visit("missed", of_pace([](const PaceReport& pace) { return pace.missed; }));
  visit("late_median_us", of_pace([](const PaceReport& pace) { return Microseconds{pace.late_median}; }));
  visit("late_99_us", of_pace([](const PaceReport& pace) { return Microseconds{pace.late_99}; }));
  visit("late_max_us", of_pace([](const PaceReport& pace) { return Microseconds{pace.late_max}; }));
  visit("virtual_us", row.virtual_makespan ? std::optional(Microseconds{*row.virtual_makespan}) : std::nullopt);
  visit("usable", std::uint64_t{!row.pace || row.pace->usable()});
  visit("constants", row.origin.constants);
  visit("protocol", row.origin.protocol_name);
  visit("version", row.origin.program_version);
  visit("host", row.origin.host);
  visit("matrix", has_file ? row.pattern_parameter : std::string());
}

std::string csv_field(const std::string& text) { return text; }
std::string csv_field(std::uint64_t number) { return std::to_string(number); }
std::string csv_field(Microseconds us) { return format_fixed(us.time, std::chrono::microseconds{1}, 3); }
std::string csv_field(Seconds s) { return format_fixed(s.time, std::chrono::seconds{1}, 6); }
std::string csv_field(DilationFactor factor) { return fmt::format("{}", factor.value); }
std::string csv_field(const PatternParameter& parameter) { return parameter.text; }
std::string csv_field(PrintedHash hash) { return fmt::format("{:016x}", hash.value); }

/// Returns the text of a CSV field. It is empty if there is no value: the column for the pace, for example, has values
/// only for runs under the wall clock.
template <class T>
std::string csv_field(const std::optional<T>& value) {
  return value ? csv_field(*value) : std::string();
}

using Json = nlohmann::ordered_json;
Json json_value(const std::string& text) { return text; }
Json json_value(std::uint64_t number) { return number; }
// `Printed` is any type whose CSV text is a number with decimals.
template <class Printed>
Json json_value(Printed number) {
  return Json::parse(csv_field(number));
}
Json json_value(const PatternParameter& parameter) {
  const std::string& text = parameter.text;
  if (text.empty()) return {};
  const bool is_number = text.find_first_not_of("0123456789.") == std::string::npos && Json::accept(text);
  return is_number ? Json::parse(text) : Json(text);
}
Json json_value(PrintedHash hash) { return csv_field(hash); }
template <class T>
Json json_value(const std::optional<T>& value) {
  return value ? json_value(*value) : Json();
}

}  // namespace

std::string csv_header() {
  CsvLine line;
  for_each_column(ResultRow{}, [&](std::string_view name, const auto&) { line.add_field(name); });
  return line.text();
}

bool is_heading_of_result_table(std::string_view line) {
  const std::string known = csv_header() + ',', found = std::string(line) + ',';
  return found.starts_with("machine,nodes,algorithm,") && (found.starts_with(known) || known.starts_with(found));
}

std::string to_csv(const ResultRow& row) {
  CsvLine line;
  for_each_column(row, [&](std::string_view, const auto& value) { line.add_field(csv_field(value)); });
  return line.text();
}

nlohmann::ordered_json to_json(const ResultRow& row) {
  Json json = Json::object();
  for_each_column(row, [&](const char* name, const auto& value) { json[name] = json_value(value); });
  return json;
}

}  // namespace switchyard
