#include "algorithms/matrix/matrix_market.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "algorithms/matrix/work_watch.hpp"
#include "runtime/error.hpp"

namespace switchyard::detail {
namespace {

constexpr std::string_view kMatrixMarketBannerAdvice = "start with '%%MatrixMarket matrix coordinate integer general'";

}  // namespace

CommunicationMatrix MatrixMarketReader::read() {
  read_banner();
  read_size_line();
  read_entries();
  return messages_.to_communication_matrix(node_count_, 1);
}

void MatrixMarketReader::read_banner() {
  if (!input_.go_to_next_line()) input_.throw_error_in_line(1, "the file is empty", kMatrixMarketBannerAdvice);
  const auto& words = input_.words_of_line();
  if (words.empty() || !is_same_word(words[0].text, "%%MatrixMarket"))
    input_.throw_error_in_line(1, "no Matrix Market banner", kMatrixMarketBannerAdvice);
  if (words.size() != 5) {
    input_.throw_error_in_line(words.back().column, fmt::format("the banner has {} words of 5", words.size()),
                               kMatrixMarketBannerAdvice);
  }
  if (!is_same_word(words[1].text, "matrix")) {
    input_.throw_error_in_line(words[1].column, quoted(words[1].text) + " is no object that can be read",
                               "use 'matrix'");
  }
  is_dense_ = is_same_word(words[2].text, "array");
  if (!is_dense_ && !is_same_word(words[2].text, "coordinate")) {
    input_.throw_error_in_line(words[2].column, quoted(words[2].text) + " is no format", "use 'coordinate' or 'array'");
  }
  read_value_kind(words[3]);
  read_symmetry(words[4]);
}

void MatrixMarketReader::read_value_kind(const FieldOfTextLine& word) {
  if (is_same_word(word.text, "integer")) {
    value_kind_ = ValueKind::integer;
  } else if (is_same_word(word.text, "real") || is_same_word(word.text, "double")) {
    value_kind_ = ValueKind::real;
  } else if (is_same_word(word.text, "pattern") && !is_dense_) {
    value_kind_ = ValueKind::pattern;
  } else {
    input_.throw_error_in_line(word.column, "values of kind " + quoted(word.text) + " cannot be message sizes",
                               is_dense_ ? "use 'integer'" : "use 'integer' or 'pattern'");
  }
}

void MatrixMarketReader::read_symmetry(const FieldOfTextLine& word) {
  is_symmetric_ = is_same_word(word.text, "symmetric");
  if (is_symmetric_ && is_dense_)
    input_.throw_error_in_line(word.column, "a symmetric array is not supported", "use 'general'");
  if (!is_symmetric_ && !is_same_word(word.text, "general")) {
    input_.throw_error_in_line(word.column, "symmetry " + quoted(word.text) + " is not supported",
                               "use 'general' or 'symmetric'");
  }
}

bool MatrixMarketReader::read_next_content_line() {
  while (input_.go_to_next_line()) {
    if (!input_.is_blank() && input_.line().front() != '%') return true;
  }
  return false;
}

void MatrixMarketReader::read_size_line() {
  const std::size_t wanted = is_dense_ ? 2 : 3;
  const std::string_view right = is_dense_ ? "give 'ROWS COLUMNS'" : "give 'ROWS COLUMNS ENTRIES'";
  if (!read_next_content_line()) input_.throw_error_in_line(1, "the file ends before its size line", right);
  const auto& words = input_.words_of_line();
  if (words.size() != wanted) {
    input_.throw_error_in_line(words.back().column,
                               fmt::format("the size line has {} numbers of {}", words.size(), wanted), right);
  }
  read_node_count(words[0], words[1]);
  entry_count_ = std::uint64_t{node_count_} * node_count_;
  if (!is_dense_) read_entry_count(words[2]);
}

void MatrixMarketReader::read_node_count(const FieldOfTextLine& rows, const FieldOfTextLine& columns) {
  const std::uint64_t order = input_.parse_whole_number(rows);
  const std::uint64_t other = input_.parse_whole_number(columns);
  if (order != other) {
    input_.throw_error_in_line(columns.column, fmt::format("{} rows and {} columns", order, other),
                               "a communication matrix is square");
  }
  if (order == 0 || order > kMostNodesInFile) {
    input_.throw_error_in_line(rows.column, fmt::format("{} nodes", order),
                               fmt::format("use 1 to {}", kMostNodesInFile));
  }
  node_count_ = static_cast<std::uint32_t>(order);
}

void MatrixMarketReader::read_entry_count(const FieldOfTextLine& field) {
  const std::uint64_t count = input_.parse_whole_number(field);
  const std::uint64_t room = is_symmetric_ ? (entry_count_ + node_count_) / 2 : entry_count_;
  if (count > room) {
    input_.throw_error_in_line(field.column, fmt::format("{} entries in a matrix that has room for {}", count, room),
                               "give the number of lines that follow");
  }
  entry_count_ = count;
}

void MatrixMarketReader::read_entries() {
  std::uint64_t found = 0;
  for (; read_next_content_line(); ++found) {
    if (found == entry_count_) {
      input_.throw_error_in_line(1, fmt::format("more than the {} entries that the file announces", entry_count_),
                                 "correct the count or remove the rest");
    }
    if (is_dense_) {
      read_array_entry(found);
    } else {
      read_coordinate_entry();
    }
  }
  if (found < entry_count_) {
    input_.throw_error_in_line(1, fmt::format("the file ends after {} of {} entries", found, entry_count_),
                               "it may have been cut off; give them all");
  }
}

void MatrixMarketReader::read_coordinate_entry() {
  const auto& words = input_.words_of_line();
  const std::size_t wanted = value_kind_ == ValueKind::pattern ? 2 : 3;
  if (words.size() != wanted) {
    input_.throw_error_in_line(words.back().column, fmt::format("{} numbers where {} belong", words.size(), wanted),
                               wanted == 2 ? "give 'ROW COLUMN'" : "give 'ROW COLUMN BYTES'");
  }
  const std::uint32_t row = read_node_id(words[0]);
  const std::uint32_t column = read_node_id(words[1]);
  if (is_symmetric_ && column > row) {
    input_.throw_error_in_line(words[1].column,
                               fmt::format("entry {}, {} lies above the diagonal", row + 1, column + 1),
                               "a symmetric file lists the lower triangle only");
  }
  add_message(row, column, wanted == 2 ? 1 : read_message_size(words[2]), words[0].column);
}

/// Reads one value of a Matrix Market file of the kind `array`, which lists all entries of the matrix column by column,
/// and adds the message that the value stands for.
void MatrixMarketReader::read_array_entry(std::uint64_t position) {
  const auto& words = input_.words_of_line();
  if (words.size() != 1)
    input_.throw_error_in_line(words[1].column, "more than one number on a line", "an array has one on each");
  add_message(static_cast<std::uint32_t>(position % node_count_), static_cast<std::uint32_t>(position / node_count_),
              read_message_size(words[0]), words[0].column);
}

std::uint32_t MatrixMarketReader::read_node_id(const FieldOfTextLine& field) {
  const std::uint64_t id = input_.parse_whole_number(field);
  if (id == 0 || id > node_count_) {
    input_.throw_error_in_line(field.column, fmt::format("{} is outside the matrix", id),
                               fmt::format("rows and columns are 1..{}", node_count_));
  }
  return static_cast<std::uint32_t>(id - 1);
}

std::uint64_t MatrixMarketReader::read_message_size(const FieldOfTextLine& field) {
  return value_kind_ == ValueKind::real ? input_.parse_whole_number_from_real(field) : input_.parse_whole_number(field);
}

void MatrixMarketReader::add_message(std::uint32_t row, std::uint32_t column, std::uint64_t bytes, std::size_t at) {
  if (bytes == 0 || (row == column && diagonal_ == Diagonal::drop)) return;
  if (row == column) {
    input_.throw_error_in_line(
        at, fmt::format("node {} has a message to itself", row + 1),
        "leave the diagonal empty, or have it dropped: --diagonal drop, or in a program Diagonal::drop");
  }
  messages_.add(NodeId{row}, NodeId{column}, bytes, at);
  if (is_symmetric_) messages_.add(NodeId{column}, NodeId{row}, bytes, at);
}

void write_matrix_market(std::ostream& out, const CommunicationMatrix& matrix) {
  if (matrix.node_count() == 0) throw UsageError("matrix: a matrix without nodes cannot be written", "give it one");
  out << "%%MatrixMarket matrix coordinate integer general\n";
  fmt::print(out, "{} {} {}\n", matrix.node_count(), matrix.node_count(), matrix.message_count());
  ProgressCounter rows("rows written", matrix.node_count());
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    rows.report_items_done(i);
    for (const auto& entry : matrix.row(NodeId{i})) {
      fmt::print(out, "{} {} {}\n", i + 1, index(entry.destination) + 1, entry.bytes);
    }
  }
}

}  // namespace switchyard::detail
