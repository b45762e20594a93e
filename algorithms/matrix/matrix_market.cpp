#include "algorithms/matrix/matrix_market.hpp"

#include <fmt/format.h>
#include <fmt/ostream.h>

#include "algorithms/matrix/work_watch.hpp"
#include "runtime/error.hpp"

namespace switchyard::detail {
namespace {

constexpr std::string_view kBanner = "start with '%%MatrixMarket matrix coordinate integer general'";

}  // namespace

CommunicationMatrix MatrixMarketReader::read() {
  read_banner();
  read_size();
  read_entries();
  return messages_.matrix(nodes_, 1);
}

void MatrixMarketReader::read_banner() {
  if (!input_.go_to_next_line()) input_.fail(1, "the file is empty", kBanner);
  const auto& words = input_.words_of_line();
  if (words.empty() || !is_same_word(words[0].text, "%%MatrixMarket"))
    input_.fail(1, "no Matrix Market banner", kBanner);
  if (words.size() != 5) {
    input_.fail(words.back().column, fmt::format("the banner has {} words of 5", words.size()), kBanner);
  }
  if (!is_same_word(words[1].text, "matrix")) {
    input_.fail(words[1].column, quoted(words[1].text) + " is no object that can be read", "use 'matrix'");
  }
  is_dense_ = is_same_word(words[2].text, "array");
  if (!is_dense_ && !is_same_word(words[2].text, "coordinate")) {
    input_.fail(words[2].column, quoted(words[2].text) + " is no format", "use 'coordinate' or 'array'");
  }
  read_field(words[3]);
  read_symmetry(words[4]);
}

void MatrixMarketReader::read_field(const Field& word) {
  if (is_same_word(word.text, "integer")) {
    value_kind_ = ValueKind::integer;
  } else if (is_same_word(word.text, "real") || is_same_word(word.text, "double")) {
    value_kind_ = ValueKind::real;
  } else if (is_same_word(word.text, "pattern") && !is_dense_) {
    value_kind_ = ValueKind::pattern;
  } else {
    input_.fail(word.column, "values of kind " + quoted(word.text) + " cannot be message sizes",
                is_dense_ ? "use 'integer'" : "use 'integer' or 'pattern'");
  }
}

void MatrixMarketReader::read_symmetry(const Field& word) {
  symmetric_ = is_same_word(word.text, "symmetric");
  if (symmetric_ && is_dense_) input_.fail(word.column, "a symmetric array is not supported", "use 'general'");
  if (!symmetric_ && !is_same_word(word.text, "general")) {
    input_.fail(word.column, "symmetry " + quoted(word.text) + " is not supported", "use 'general' or 'symmetric'");
  }
}

bool MatrixMarketReader::read_next_content_line() {
  while (input_.go_to_next_line()) {
    if (!input_.is_blank() && input_.line().front() != '%') return true;
  }
  return false;
}

void MatrixMarketReader::read_size() {
  const std::size_t wanted = is_dense_ ? 2 : 3;
  const std::string_view right = is_dense_ ? "give 'ROWS COLUMNS'" : "give 'ROWS COLUMNS ENTRIES'";
  if (!read_next_content_line()) input_.fail(1, "the file ends before its size line", right);
  const auto& words = input_.words_of_line();
  if (words.size() != wanted) {
    input_.fail(words.back().column, fmt::format("the size line has {} numbers of {}", words.size(), wanted), right);
  }
  read_order(words[0], words[1]);
  entries_ = std::uint64_t{nodes_} * nodes_;
  if (!is_dense_) read_entry_count(words[2]);
}

void MatrixMarketReader::read_order(const Field& rows, const Field& columns) {
  const std::uint64_t order = input_.whole_number(rows);
  const std::uint64_t other = input_.whole_number(columns);
  if (order != other) {
    input_.fail(columns.column, fmt::format("{} rows and {} columns", order, other),
                "a communication matrix is square");
  }
  if (order == 0 || order > kMaxFileNodes) {
    input_.fail(rows.column, fmt::format("{} nodes", order), fmt::format("use 1 to {}", kMaxFileNodes));
  }
  nodes_ = static_cast<std::uint32_t>(order);
}

void MatrixMarketReader::read_entry_count(const Field& field) {
  const std::uint64_t count = input_.whole_number(field);
  const std::uint64_t room = symmetric_ ? (entries_ + nodes_) / 2 : entries_;
  if (count > room) {
    input_.fail(field.column, fmt::format("{} entries in a matrix that has room for {}", count, room),
                "give the number of lines that follow");
  }
  entries_ = count;
}

void MatrixMarketReader::read_entries() {
  std::uint64_t found = 0;
  for (; read_next_content_line(); ++found) {
    if (found == entries_) {
      input_.fail(1, fmt::format("more than the {} entries that the file announces", entries_),
                  "correct the count or remove the rest");
    }
    if (is_dense_) {
      read_array_entry(found);
    } else {
      read_coordinate_entry();
    }
  }
  if (found < entries_) {
    input_.fail(1, fmt::format("the file ends after {} of {} entries", found, entries_),
                "it may have been cut off; give them all");
  }
}

void MatrixMarketReader::read_coordinate_entry() {
  const auto& words = input_.words_of_line();
  const std::size_t wanted = value_kind_ == ValueKind::pattern ? 2 : 3;
  if (words.size() != wanted) {
    input_.fail(words.back().column, fmt::format("{} numbers where {} belong", words.size(), wanted),
                wanted == 2 ? "give 'ROW COLUMN'" : "give 'ROW COLUMN BYTES'");
  }
  const std::uint32_t row = node(words[0]);
  const std::uint32_t column = node(words[1]);
  if (symmetric_ && column > row) {
    input_.fail(words[1].column, fmt::format("entry {}, {} lies above the diagonal", row + 1, column + 1),
                "a symmetric file lists the lower triangle only");
  }
  add(row, column, wanted == 2 ? 1 : value(words[2]), words[0].column);
}

/// Reads one value of an `array` file, which lists the matrix column by column, and adds the message that it means.
void MatrixMarketReader::read_array_entry(std::uint64_t position) {
  const auto& words = input_.words_of_line();
  if (words.size() != 1) input_.fail(words[1].column, "more than one number on a line", "an array has one on each");
  add(static_cast<std::uint32_t>(position % nodes_), static_cast<std::uint32_t>(position / nodes_), value(words[0]),
      words[0].column);
}

std::uint32_t MatrixMarketReader::node(const Field& field) {
  const std::uint64_t id = input_.whole_number(field);
  if (id == 0 || id > nodes_) {
    input_.fail(field.column, fmt::format("{} is outside the matrix", id),
                fmt::format("rows and columns are 1..{}", nodes_));
  }
  return static_cast<std::uint32_t>(id - 1);
}

std::uint64_t MatrixMarketReader::value(const Field& field) {
  return value_kind_ == ValueKind::real ? input_.whole_number_from_real(field) : input_.whole_number(field);
}

void MatrixMarketReader::add(std::uint32_t row, std::uint32_t column, std::uint64_t bytes, std::size_t at) {
  if (bytes == 0 || (row == column && diagonal_ == Diagonal::drop)) return;
  if (row == column) {
    input_.fail(at, fmt::format("node {} has a message to itself", row + 1),
                "leave the diagonal empty, or have it dropped: --diagonal drop, or in a program Diagonal::drop");
  }
  messages_.add(NodeId{row}, NodeId{column}, bytes, at);
  if (symmetric_) messages_.add(NodeId{column}, NodeId{row}, bytes, at);
}

void write_matrix_market(std::ostream& out, const CommunicationMatrix& matrix) {
  if (matrix.node_count() == 0) throw UsageError("matrix: a matrix without nodes cannot be written", "give it one");
  out << "%%MatrixMarket matrix coordinate integer general\n";
  fmt::print(out, "{} {} {}\n", matrix.node_count(), matrix.node_count(), matrix.message_count());
  WorkCount rows("rows written", matrix.node_count());
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    rows.report_items_done(i);
    for (const auto& entry : matrix.row(NodeId{i})) {
      fmt::print(out, "{} {} {}\n", i + 1, index(entry.destination) + 1, entry.bytes);
    }
  }
}

}  // namespace switchyard::detail
