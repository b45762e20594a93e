#include "algorithms/matrix/csv.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "algorithms/matrix/work_watch.hpp"
#include "runtime/error.hpp"

namespace switchyard::detail {
namespace {

constexpr std::string_view kExpectedCsvFormsText = "give n lines of n sizes, or the header 'source,destination,bytes'";
constexpr std::array<std::string_view, 3> kTripletColumnNames = {"source", "destination", "bytes"};
constexpr std::string_view kNodeCountComment = "# nodes:";

bool starts_with_letter(const FieldOfTextLine& field) {
  return !field.text.empty() && std::isalpha(static_cast<unsigned char>(field.text.front())) != 0;
}

/// Returns the number of nodes that a reader of a CSV file would infer from the messages alone, without the line that
/// states it: one more than the largest node id with a message.
std::uint32_t node_count_implied_by_messages(const CommunicationMatrix& matrix) {
  std::uint32_t nodes = 0;
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    if (matrix.out_degree(NodeId{i}) + matrix.in_degree(NodeId{i}) > 0) nodes = i + 1;
  }
  return nodes;
}

void check_matrix_has_nodes(const CommunicationMatrix& matrix) {
  if (matrix.node_count() == 0) throw UsageError("matrix: a matrix without nodes cannot be written", "give it one");
}

}  // namespace

CommunicationMatrix CsvReader::read() {
  if (!read_next_content_line()) input_.throw_error_in_line(1, "the file has no data", kExpectedCsvFormsText);
  has_read_first_data_line_ = true;
  return starts_with_letter(input_.cells_of_line().front()) ? read_triplets() : read_dense_matrix();
}

bool CsvReader::read_next_content_line() {
  while (input_.go_to_next_line()) {
    if (input_.is_blank()) continue;
    if (has_read_first_data_line_ || input_.line().front() != '#') return true;
    read_comment();
  }
  return false;
}

void CsvReader::read_comment() {
  if (!input_.line().starts_with(kNodeCountComment)) return;
  const auto& words = input_.words_of_line();
  if (words.size() != 3)
    input_.throw_error_in_line(kNodeCountComment.size(), "no single node count", "write '# nodes: 64'");
  const std::uint64_t count = input_.parse_whole_number(words[2]);
  if (count == 0 || count > kMostNodesInFile) {
    input_.throw_error_in_line(words[2].column, fmt::format("{} nodes", count),
                               fmt::format("use 1 to {}", kMostNodesInFile));
  }
  node_count_ = static_cast<std::uint32_t>(count);
  is_node_count_given_ = true;
}

CommunicationMatrix CsvReader::read_triplets() {
  read_header();
  while (read_next_content_line()) read_triplet();
  if (node_count_ == 0)
    input_.throw_error_in_line(1, "no messages and no node count", "add a line '# nodes: 64' before the header");
  return messages_.to_communication_matrix(node_count_, 0);
}

void CsvReader::read_header() {
  const auto& cells = input_.cells_of_line();
  for (std::size_t i = 0; i < std::min(cells.size(), kTripletColumnNames.size()); ++i) {
    if (cells[i].text == kTripletColumnNames[i]) continue;
    input_.throw_error_in_line(cells[i].column, quoted(cells[i].text) + " is no column of a matrix",
                               kExpectedCsvFormsText);
  }
  if (cells.size() != kTripletColumnNames.size()) {
    input_.throw_error_in_line(cells.back().column, fmt::format("{} columns", cells.size()), kExpectedCsvFormsText);
  }
}

void CsvReader::read_triplet() {
  const auto& cells = input_.cells_of_line();
  if (cells.size() != kTripletColumnNames.size()) {
    input_.throw_error_in_line(cells.back().column, fmt::format("{} values where 3 belong", cells.size()),
                               "give source,destination,bytes");
  }
  const std::uint32_t source = read_node_id(cells[0]);
  const std::uint32_t destination = read_node_id(cells[1]);
  add_message(source, destination, input_.parse_whole_number(cells[2]), cells[0].column);
}

std::uint32_t CsvReader::read_node_id(const FieldOfTextLine& field) {
  const std::uint64_t id = input_.parse_whole_number(field);
  const std::uint64_t limit = is_node_count_given_ ? node_count_ : kMostNodesInFile;
  if (id >= limit) {
    input_.throw_error_in_line(field.column, fmt::format("node {} does not exist", id),
                               fmt::format("ids are 0..{}", limit - 1));
  }
  const auto result = static_cast<std::uint32_t>(id);
  node_count_ = std::max(node_count_, result + 1);
  return result;
}

CommunicationMatrix CsvReader::read_dense_matrix() {
  const std::size_t width = input_.cells_of_line().size();
  if (width > kMostNodesInFile || (is_node_count_given_ && width != node_count_)) {
    input_.throw_error_in_line(1, fmt::format("{} columns", width),
                               is_node_count_given_ ? fmt::format("the file announces {}", node_count_)
                                                    : fmt::format("use 1 to {}", kMostNodesInFile));
  }
  node_count_ = static_cast<std::uint32_t>(width);
  std::uint32_t row = 0;
  do read_dense_row(row++);
  while (read_next_content_line());
  if (row < node_count_) {
    input_.throw_error_in_line(1, fmt::format("the file ends after {} of {} rows", row, node_count_),
                               "a communication matrix is square");
  }
  return messages_.to_communication_matrix(node_count_, 0);
}

void CsvReader::read_dense_row(std::uint32_t row) {
  if (row == node_count_) {
    input_.throw_error_in_line(1, fmt::format("more than {} rows of {} sizes", node_count_, node_count_),
                               "a communication matrix is square");
  }
  const auto& cells = input_.cells_of_line();
  if (cells.size() != node_count_) {
    input_.throw_error_in_line(cells.back().column, fmt::format("{} sizes where {} belong", cells.size(), node_count_),
                               "every row is as long as the first");
  }
  for (std::uint32_t j = 0; j < node_count_; ++j)
    add_message(row, j, input_.parse_whole_number(cells[j]), cells[j].column);
}

void CsvReader::add_message(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, std::size_t at) {
  if (bytes == 0 || (source == destination && diagonal_ == Diagonal::drop)) return;
  if (source == destination) {
    input_.throw_error_in_line(
        at, fmt::format("node {} has a message to itself", source),
        "leave the diagonal empty, or have it dropped: --diagonal drop, or in a program Diagonal::drop");
  }
  messages_.add(NodeId{source}, NodeId{destination}, bytes, at);
}

void write_csv_triplets(std::ostream& out, const CommunicationMatrix& matrix) {
  check_matrix_has_nodes(matrix);
  if (node_count_implied_by_messages(matrix) != matrix.node_count())
    fmt::print(out, "{} {}\n", kNodeCountComment, matrix.node_count());
  out << "source,destination,bytes\n";
  ProgressCounter rows("rows written", matrix.node_count());
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    rows.report_items_done(i);
    for (const auto& entry : matrix.row(NodeId{i})) {
      fmt::print(out, "{},{},{}\n", i, index(entry.destination), entry.bytes);
    }
  }
}

void write_csv_dense(std::ostream& out, const CommunicationMatrix& matrix) {
  check_matrix_has_nodes(matrix);
  ProgressCounter rows("rows written", matrix.node_count());
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    rows.report_items_done(i);
    auto next = matrix.row(NodeId{i}).begin();
    const auto end = matrix.row(NodeId{i}).end();
    for (std::uint32_t j = 0; j < matrix.node_count(); ++j) {
      const bool there = next != end && next->destination == NodeId{j};
      fmt::print(out, "{}{}", j == 0 ? "" : ",", there ? next->bytes : 0);
      if (there) ++next;
    }
    out << '\n';
  }
}

}  // namespace switchyard::detail
