#include "bench/report/result_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "bench/experiment/input_file.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

constexpr const char* kTableErrorRemedy = "give a table as 'switchyard run --csv' writes it";
constexpr std::size_t kLongestField = std::size_t{1} << 16U;

struct TableField {
  std::string text;
  std::size_t line = 1;
  std::size_t column = 1;
};

/// Reads the records (lines) of a CSV file, as RFC 4180 defines them, one after another.
class CsvRecordReader {
 public:
  CsvRecordReader(std::istream& stream, std::string name) : stream_(stream), name_(std::move(name)) {
    skip_byte_order_mark();
  }

  /// Reads the next record. Returns false at the end of the file. Empty lines are skipped.
  bool read_next_record(std::vector<TableField>& fields) {
    fields.clear();
    while (peek_character() == '\n' || peek_character() == '\r') take_character();
    if (peek_character() == kEndOfInput) return false;
    do {
      fields.push_back(read_next_field());
    } while (skip_character(','));
    if (skip_character('\r') && peek_character() != kEndOfInput && peek_character() != '\n')
      throw_table_error(line_number_, column_number_ - 1, "a carriage return ends no line",
                        "write a line feed behind it");
    if (peek_character() != kEndOfInput && !skip_character('\n'))
      throw_table_error(line_number_, column_number_, "a quoted field goes on behind its quotes",
                        "write a comma there");
    return true;
  }

  [[noreturn]] void throw_table_error(std::size_t line, std::size_t column, const std::string& wrong,
                                      const std::string& right) const {
    throw UsageError({.place = {name_, line, column}, .reason = wrong, .remedy = right});
  }
  [[noreturn]] void throw_table_error(const TableField& at, const std::string& wrong, const std::string& right) const {
    throw_table_error(at.line, at.column, wrong, right);
  }
  std::size_t line_number() const noexcept { return line_number_; }

 private:
  static constexpr int kEndOfInput = std::istream::traits_type::eof();

  /// Skips a UTF-8 byte order mark, which some spreadsheet programs write at the start of a file. The bytes of an
  /// incomplete mark are skipped too, but then the header of the file is wrong anyway.
  void skip_byte_order_mark() {
    for (const int byte : {0xef, 0xbb, 0xbf}) {
      if (peek_character() != byte) return;
      stream_.get();
    }
  }
  int peek_character() { return stream_.peek(); }
  char take_character() {
    const char c = static_cast<char>(stream_.get());
    ++column_number_;
    if (c != '\n') return c;
    ++line_number_;
    column_number_ = 1;
    return c;
  }
  bool skip_character(char wanted) {
    if (peek_character() != wanted) return false;
    take_character();
    return true;
  }

  TableField read_next_field() {
    TableField field{{}, line_number_, column_number_};
    if (skip_character('"')) {
      read_rest_of_quoted_field(field);
      return field;
    }
    while (peek_character() != kEndOfInput && peek_character() != ',' && peek_character() != '\n' &&
           peek_character() != '\r')
      append(field, take_character());
    return field;
  }
  void read_rest_of_quoted_field(TableField& field) {
    for (;;) {
      if (peek_character() == kEndOfInput)
        throw_table_error(field, "the quotes of this field are never closed", "write a quote at its end");
      const char c = take_character();
      if (c == '"' && !skip_character('"')) return;
      append(field, c);
    }
  }
  void append(TableField& field, char c) const {
    if (field.text.size() == kLongestField)
      throw_table_error(field, fmt::format("a field of more than {} bytes", kLongestField), kTableErrorRemedy);
    field.text += c;
  }

  std::istream& stream_;
  std::string name_;
  std::size_t line_number_ = 1;
  std::size_t column_number_ = 1;
};

/// Finds the columns of a result table by their names, and reads their values in the current record (line).
class ResultColumns {
 public:
  ResultColumns(const CsvRecordReader& records, const std::vector<TableField>& header)
      : records_(records), header_fields_(header) {
    for (std::size_t i = 0; i < header.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (header[i].text == header[j].text)
          records.throw_table_error(header[i],
                                    fmt::format("the column {} is there twice", switchyard::quoted(header[i].text)),
                                    kTableErrorRemedy);
      }
    }
  }

  void set_current_record(const std::vector<TableField>& record) {
    record_ = &record;
    if (record.size() == header_fields_.size()) return;
    records_.throw_table_error(record.back(),
                               fmt::format("{} fields, and the header has {}", record.size(), header_fields_.size()),
                               kTableErrorRemedy);
  }

  bool has_column(const char* name) const { return column_position(name).has_value(); }
  const TableField& field_in_column(const char* name) const {
    const auto found = column_position(name);
    if (!found) records_.throw_table_error(1, 1, fmt::format("there is no column '{}'", name), kTableErrorRemedy);
    return (*record_)[*found];
  }
  const std::string& text_in_column(const char* name) const { return field_in_column(name).text; }
  std::uint64_t number_in_column(const char* name) const {
    const TableField& at = field_in_column(name);
    std::uint64_t value = 0;
    if (!parse_integer(at.text, value, 10)) throw_wrong_value(at, name, "no whole number");
    return value;
  }
  std::uint64_t hash_in_column(const char* name) const {
    const TableField& at = field_in_column(name);
    std::uint64_t value = 0;
    if (!parse_integer(at.text, value, 16)) throw_wrong_value(at, name, "no hexadecimal number");
    return value;
  }
  /// Reads the value of a column that is a time in units of `unit` nanoseconds.
  Duration time_in_column(const char* name, double unit) const {
    const TableField& at = field_in_column(name);
    double value = 0;
    const char* end = at.text.data() + at.text.size();
    const auto [stop, error] = std::from_chars(at.text.data(), end, value, std::chars_format::fixed);
    constexpr double kLongest = 9e18;
    const bool fits = error == std::errc{} && stop == end && value >= 0 && value * unit <= kLongest;
    if (!fits) throw_wrong_value(at, name, "no time");
    return Duration{std::llround(value * unit)};
  }

 private:
  std::optional<std::size_t> column_position(const char* name) const {
    const auto found = std::ranges::find(header_fields_, name, &TableField::text);
    if (found == header_fields_.end()) return std::nullopt;
    return static_cast<std::size_t>(found - header_fields_.begin());
  }
  static bool parse_integer(const std::string& text, std::uint64_t& value, int base) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    return error == std::errc{} && end == text.data() + text.size();
  }
  [[noreturn]] void throw_wrong_value(const TableField& at, const char* name, const char* what) const {
    const std::string shown = at.text.size() > 40 ? at.text.substr(0, 40) + "..." : at.text;
    records_.throw_table_error(at, fmt::format("{} is {} for '{}'", switchyard::quoted(shown), what, name),
                               kTableErrorRemedy);
  }

  const CsvRecordReader& records_;
  std::vector<TableField> header_fields_;
  const std::vector<TableField>* record_ = nullptr;
};

/// Returns the origin of a result row: constants, protocol, version and host. A text is empty if the table lacks the
/// column, as tables of older program versions do.
ResultRowOrigin read_provenance_of_result_row(const ResultColumns& columns) {
  const auto text = [&](const char* name) {
    return columns.has_column(name) ? columns.text_in_column(name) : std::string();
  };
  return {text("constants"), text("protocol"), text("version"), text("host")};
}

/// If the table marks the run as not usable (it missed too many deadlines under the wall clock), returns a pace report
/// in which the only deadline was missed; otherwise returns nothing. This is sufficient, because HTML reports only ask
/// whether a run is usable.
std::optional<PaceReport> pace_report_of_unusable_run(const ResultColumns& columns) {
  if (!columns.has_column("usable") || columns.number_in_column("usable") != 0) return std::nullopt;
  return PaceReport{.deadlines = 1, .missed = 1};
}

/// Returns the parameter of the communication pattern of a result row: the value of the column `pattern_parameter`, or
/// if it is empty that of the column `matrix`. In older tables the column `pattern_parameter` has the name of the
/// matrix file.
std::string pattern_parameter_of(const ResultColumns& columns) {
  std::string density = columns.text_in_column("density");
  return density.empty() && columns.has_column("matrix") ? columns.text_in_column("matrix") : density;
}

ResultRow read_result_row(const ResultColumns& columns) {
  constexpr double kMicrosecond = 1e3, kSecond = 1e9;
  return {.machine = columns.text_in_column("machine"),
          .nodes = columns.number_in_column("nodes"),
          .algorithm = columns.text_in_column("algorithm"),
          .pattern = columns.text_in_column("pattern"),
          .pattern_parameter = pattern_parameter_of(columns),
          .bytes = columns.number_in_column("bytes"),
          .sample_number = columns.number_in_column("sample"),
          .seed = columns.number_in_column("seed"),
          .clock = columns.text_in_column("clock"),
          .executor = columns.text_in_column("executor"),
          .message_count = columns.number_in_column("messages"),
          .circuit_count = columns.number_in_column("circuits"),
          .payload_bytes = columns.number_in_column("payload_bytes"),
          .phases = columns.number_in_column("phases"),
          .makespan = columns.time_in_column("makespan_us", kMicrosecond),
          .schedule_time = columns.time_in_column("schedule_us", kMicrosecond),
          .link_wait = columns.time_in_column("link_wait_us", kMicrosecond),
          .port_wait = columns.time_in_column("port_wait_us", kMicrosecond),
          .discarded_messages = columns.number_in_column("discarded"),
          .host_time = columns.time_in_column("host_s", kSecond),
          .trace_hash = columns.hash_in_column("trace_hash"),
          .exchanges_per_schedule = columns.has_column("reuse") ? columns.number_in_column("reuse") : 1,
          .pace = pace_report_of_unusable_run(columns),
          .origin = read_provenance_of_result_row(columns)};
}

}  // namespace

std::vector<ResultRow> read_result_table(std::istream& stream, const std::string& name) {
  CsvRecordReader records(stream, name);
  std::vector<TableField> record;
  if (!records.read_next_record(record)) records.throw_table_error(1, 1, "the file is empty", kTableErrorRemedy);
  ResultColumns columns(records, record);
  if (!columns.has_column("machine"))
    records.throw_table_error(1, 1, "this is no header of a result table", kTableErrorRemedy);
  std::vector<ResultRow> rows;
  while (records.read_next_record(record)) {
    columns.set_current_record(record);
    rows.push_back(read_result_row(columns));
  }
  if (rows.empty())
    records.throw_table_error(records.line_number(), 1, "there is no row below the header", kTableErrorRemedy);
  return rows;
}

std::vector<ResultRow> read_result_table(const std::string& option, const std::string& path) {
  InputFile file(option, path);
  return read_result_table(file, path);
}

}  // namespace switchyard
