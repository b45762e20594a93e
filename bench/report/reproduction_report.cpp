#include "bench/report/reproduction_report.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <sstream>
#include <string_view>
#include <utility>

#include "bench/experiment/csv_line.hpp"
#include "bench/experiment/parameters.hpp"
#include "bench/report/cell_groups.hpp"
#include "bench/report/table.hpp"

namespace switchyard {
namespace {

constexpr std::size_t kTextWidth = 110;

TextTable empty_table_for_cell_lines(const ResultCellsOfOneTable& group) {
  std::vector<TextColumn> columns;
  for (const std::string& name : group.names) columns.push_back({name});
  if (group.has_published_values()) columns.push_back({"published"});
  columns.push_back({"emulated"});
  if (group.has_published_values()) columns.push_back({"error"});
  columns.insert(columns.end(), {{"spread"}, {"samples"}});
  return TextTable(std::move(columns));
}

void add_table_row_of_result_cell(TextTable& table, const ResultCellsOfOneTable& group, const ResultCell& cell) {
  const auto error = cell.relative_error();
  std::vector<TextTableCell> line;
  for (const auto& [name, value] : cell.parameters) line.emplace_back(value);
  if (group.has_published_values()) line.emplace_back(cell.published_value ? number_text(*cell.published_value) : "-");
  line.emplace_back(number_text(cell.emulated_value));
  if (group.has_published_values()) line.emplace_back(error ? relative_error_text(*error) : "-");
  line.emplace_back(number_text(cell.spread));
  line.emplace_back(fmt::format("{}", cell.sample_count));
  table.add_row(std::move(line));
}

TextTable table_with_one_cell_per_line(const ResultCellsOfOneTable& group) {
  TextTable table = empty_table_for_cell_lines(group);
  for (const ResultCell* cell : group.cells) add_table_row_of_result_cell(table, group, *cell);
  return table;
}

std::string matrix_cell_text(const ResultCell& cell, bool with_published) {
  if (!with_published) return number_text(cell.emulated_value);
  if (!cell.published_value) return fmt::format("- / {}", number_text(cell.emulated_value));
  if (*cell.published_value == cell.emulated_value) return fmt::format("{} =", number_text(cell.emulated_value));
  const auto error = cell.relative_error();
  return fmt::format("{} / {} {}", number_text(*cell.published_value), number_text(cell.emulated_value),
                     error ? relative_error_text(*error) : "");
}

TextTable table_with_cells_as_matrix(const ResultCellsOfOneTable& group, const std::string& column_name) {
  const ResultCellsArrangedAsMatrix cells(group, column_name);
  std::vector<TextColumn> columns;
  for (const std::string& name : group.names) {
    if (name != column_name) columns.push_back({name});
  }
  for (const std::string& value : cells.column_values) columns.push_back({value});
  TextTable table(std::move(columns));
  const bool with_published = group.has_published_values();
  for (const auto& [labels, row] : cells.rows) {
    std::vector<TextTableCell> line(labels.begin(), labels.end());
    for (const ResultCell* cell : row) {
      line.emplace_back(cell == nullptr ? std::string() : matrix_cell_text(*cell, with_published));
    }
    table.add_row(std::move(line));
  }
  return table;
}

std::string group_title(const ResultCellsOfOneTable& group, const std::string& column_name, bool is_matrix) {
  if (!is_matrix) return group.measurement_unit;
  std::string text = fmt::format("{}, by {}", group.measurement_unit, column_name);
  if (group.has_published_values()) text += "; published / emulated and relative error, or = where they are equal";
  return text;
}

void print_cells(std::ostream& out, const ResultCellsOfOneTable& group, const std::string& column_name) {
  const bool is_matrix = group.has_parameter(column_name);
  TextTable table = is_matrix ? table_with_cells_as_matrix(group, column_name) : table_with_one_cell_per_line(group);
  table.set_title(group_title(group, column_name, is_matrix));
  table.print(out);
  out << '\n';
}

/// Breaks a text into lines of at most kTextWidth characters. The first line starts with the text `first`, and the
/// following lines start with the text `indent`.
std::string text_wrapped_to_lines(std::string_view first, std::string_view indent, const std::string& text) {
  std::string result(first);
  std::size_t width = first.size();
  std::istringstream words(text);
  bool starts_line = true;
  for (std::string word; words >> word;) {
    if (!starts_line && width + 1 + word.size() > kTextWidth) {
      result += fmt::format("\n{}", indent);
      width = indent.size();
      starts_line = true;
    }
    if (!starts_line) result += ' ';
    width += word.size() + (starts_line ? 0 : 1);
    result += word;
    starts_line = false;
  }
  return result + '\n';
}

void print_claim(std::ostream& out, const PaperClaim& claim) {
  constexpr std::string_view kIndent = "      ";
  out << fmt::format("  {:<5} {}\n", claim.id, claim.fails_unexpectedly() ? "DOES NOT HOLD" : verdict_text(claim))
      << text_wrapped_to_lines(kIndent, kIndent, claim.statement);
  out << text_wrapped_to_lines("      numbers: ", "               ", claim.evidence_text);
  if (!claim.known_failure_reason.empty())
    out << text_wrapped_to_lines("      reason: ", "              ", claim.known_failure_reason);
}

std::string sample_count_text(const SessionOptions& options) {
  return options.sample_count ? fmt::format("{}, instead of as many as the paper has", *options.sample_count)
                              : "as many as the paper has";
}

CellParameters parameters_of(const SessionOptions& options) {
  return {{"samples", sample_count_text(options)},
          {"seed", fmt::format("{}", options.seed)},
          {"build", version_and_build_text()}};
}

void print_heading(std::ostream& out, const ReproducedExperiment& reproduced, const SessionOptions& options) {
  out << fmt::format("{}: {}\n", reproduced.experiment.id, reproduced.experiment.summary);
  out << fmt::format("  {:<10}  {}\n", "reproduces", reproduced.experiment.reproduced_source);
  for (const auto& [name, value] : parameters_of(options)) out << fmt::format("  {:<10}  {}\n", name, value);
  if (!reproduced.outcome.is_complete) out << "  incomplete: not all cells are there, and claims are not judged\n";
  out << '\n';
}

template <class Visit>
void for_each_claim(std::span<const ReproducedExperiment> results, Visit visit) {
  for (const ReproducedExperiment& result : results) {
    for (const PaperClaim& claim : result.outcome.claims) visit(claim);
  }
}

/// Returns a number as text for CSV, with at most six significant digits, or an empty text if there is no number.
std::string csv_number(const std::optional<double>& value) { return value ? fmt::format("{:.6g}", *value) : ""; }

const char* true_or_false_text(bool value) { return value ? "true" : "false"; }

std::string cell_csv_line(const std::string& experiment, const ResultCell& cell) {
  CsvLine line;
  line.add_field(experiment);
  line.add_field(cell.name());
  line.add_field(csv_number(cell.published_value));
  line.add_field(csv_number(cell.emulated_value));
  line.add_field(csv_number(cell.relative_error()));
  line.add_field(csv_number(cell.spread));
  line.add_field(fmt::format("{}", cell.sample_count));
  return line.text();
}

std::string claim_csv_line(const PaperClaim& claim) {
  CsvLine line;
  line.add_field(claim.id);
  line.add_field(claim.verdict() == ClaimVerdict::undecided ? "undecided" : true_or_false_text(claim.holds));
  line.add_field(true_or_false_text(claim.known_failure_reason.empty()));
  line.add_field(claim.has_too_few_samples() ? fmt::format("{}: {}", sample_shortage_text(claim), claim.evidence_text)
                                             : claim.evidence_text);
  return line.text();
}

using Json = nlohmann::ordered_json;

Json json_number(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json json_of(const CellParameters& parameters) {
  Json object = Json::object();
  for (const auto& [name, value] : parameters) object[name] = value;
  return object;
}

Json json_of(const ResultCell& cell) {
  return {{"parameters", json_of(cell.parameters)},
          {"unit", cell.measurement_unit},
          {"published", json_number(cell.published_value)},
          {"emulated", cell.emulated_value},
          {"relative_error", json_number(cell.relative_error())},
          {"spread", cell.spread},
          {"samples", cell.sample_count}};
}

Json json_of(const PaperClaim& claim) {
  return {{"claim", claim.id},
          {"statement", claim.statement},
          {"holds", claim.verdict() == ClaimVerdict::undecided ? Json(nullptr) : Json(claim.holds)},
          {"expected", claim.known_failure_reason.empty()},
          {"evidence", claim.evidence_text},
          {"known", claim.known_failure_reason},
          {"samples", claim.sample_count},
          {"needed_samples", claim.needed_sample_count}};
}

template <class Item>
Json json_list(const std::vector<Item>& items) {
  Json list = Json::array();
  for (const Item& item : items) list.push_back(json_of(item));
  return list;
}

Json json_of(const ReproducedExperiment& reproduced) {
  return {{"id", reproduced.experiment.id},
          {"summary", reproduced.experiment.summary},
          {"reproduces", reproduced.experiment.reproduced_source},
          {"cells", json_list(reproduced.outcome.cells)},
          {"claims", json_list(reproduced.outcome.claims)},
          {"notes", reproduced.outcome.notes}};
}

}  // namespace

void print_reproduced_experiment(std::ostream& out, const ReproducedExperiment& reproduced,
                                 const SessionOptions& options) {
  const ExperimentOutcome& outcome = reproduced.outcome;
  print_heading(out, reproduced, options);
  for (const ResultCellsOfOneTable& group : group_cells_into_tables(outcome.cells))
    print_cells(out, group, reproduced.experiment.column_parameter);
  for (const std::string& chart : outcome.chart_texts) out << chart << (chart.ends_with('\n') ? "\n" : "\n\n");
  for (const std::string& note : outcome.notes) out << text_wrapped_to_lines("note: ", "      ", note);
  if (!outcome.notes.empty()) out << '\n';
  if (!outcome.claims.empty()) out << "claims\n";
  for (const PaperClaim& claim : outcome.claims) print_claim(out, claim);
}

std::string cells_csv(std::span<const ReproducedExperiment> results) {
  std::string text = "experiment,cell,published,emulated,relative_error,spread,samples\n";
  for (const ReproducedExperiment& result : results) {
    for (const ResultCell& cell : result.outcome.cells) text += cell_csv_line(result.experiment.id, cell) + '\n';
  }
  return text;
}

std::string claims_csv(std::span<const ReproducedExperiment> results) {
  std::string text = "claim,holds,expected,evidence\n";
  for_each_claim(results, [&](const PaperClaim& claim) { text += claim_csv_line(claim) + '\n'; });
  return text;
}

std::string reproduction_json(std::span<const ReproducedExperiment> results, const SessionOptions& options) {
  Json list = Json::array();
  for (const ReproducedExperiment& result : results) list.push_back(json_of(result));
  return Json{{"parameters", json_of(parameters_of(options))}, {"experiments", list}}.dump(
             2, ' ', false, Json::error_handler_t::replace) +
         '\n';
}

std::vector<std::string> ids_of_unexpected_failures(std::span<const ReproducedExperiment> results) {
  std::vector<std::string> broken;
  for_each_claim(results, [&](const PaperClaim& claim) {
    if (claim.fails_unexpectedly()) broken.push_back(claim.id);
  });
  return broken;
}

std::vector<std::string> ids_of_undecided_claims(std::span<const ReproducedExperiment> results) {
  std::vector<std::string> undecided;
  for_each_claim(results, [&](const PaperClaim& claim) {
    if (claim.verdict() == ClaimVerdict::undecided) undecided.push_back(claim.id);
  });
  return undecided;
}

}  // namespace switchyard
