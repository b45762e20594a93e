#pragma once
/// \file text_input.hpp
/// Reads a text file line by line and says where something is wrong, so that all readers of matrices report errors in
/// the same form.

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard::detail {

/// A part of a text line, such as a word or a cell of a table, and the column where it starts,
/// counted in bytes from 1.
struct FieldOfTextLine {
  std::string_view text;
  std::size_t column = 1;
};

/// Reads a text line by line. Line ends may be LF or CRLF; the last line may lack a line end.
class TextInput {
 public:
  TextInput(std::istream& stream, std::string_view name) : input_stream_(stream), file_name_(name) {}

  /// Goes to the next line of the file. Returns false at the end of the file. Throws UsageError for
  /// a line that is longer than any line of a matrix can be.
  bool go_to_next_line();
  std::string_view line() const noexcept { return current_line_; }
  std::size_t line_number() const noexcept { return line_number_; }
  bool is_blank() const noexcept { return current_line_.find_first_not_of(" \t") == std::string::npos; }

  /// Returns the words of the current line, which are its pieces between blanks. The result is valid until the next
  /// line is read.
  const std::vector<FieldOfTextLine>& words_of_line();
  /// Returns the cells of the current line, which are its pieces between commas, without the blanks around them. A line
  /// always has at least one cell. The result is valid until the next line is read.
  const std::vector<FieldOfTextLine>& cells_of_line();

  /// Throws a UsageError about the current line with the text `FILE:LINE:COLUMN: what is wrong; what would be right`.
  [[noreturn]] void throw_error_in_line(std::size_t column, std::string_view wrong, std::string_view right) const;
  [[noreturn]] void throw_error_at(std::size_t line, std::size_t column, std::string_view wrong,
                                   std::string_view right) const;

  /// Reads the field as a whole number in 0 .. 2^63 - 1.
  std::uint64_t parse_whole_number(const FieldOfTextLine& field) const;
  /// Reads the field as a whole number in 0 .. 2^63 - 1, which may be written as a real number (3.0, 2e3).
  std::uint64_t parse_whole_number_from_real(const FieldOfTextLine& field) const;
  double parse_finite_number(const FieldOfTextLine& field) const;

 private:
  static constexpr std::size_t kMostLineBytes = std::size_t{1} << 24U;

  std::istream& input_stream_;
  std::string file_name_;
  std::string current_line_;
  std::vector<FieldOfTextLine> fields_of_line_;
  std::size_t line_number_ = 0;
};

/// Returns the text in quotation marks, in a form fit for error messages: shortened, printable and on one line.
std::string quoted(std::string_view text);

/// Returns whether the text equals `word`, where capital and small letters count as equal.
bool is_same_word(std::string_view text, std::string_view word);

/// The largest number of nodes that a matrix or partition file may have. A file with more nodes is refused as damaged,
/// before memory is allocated.
inline constexpr std::uint64_t kMostNodesInFile = std::uint64_t{1} << 22U;

/// Collects the messages of a matrix that is read from a file, with the line and column of each
/// message in the file.
class MatrixMessageCollector {
 public:
  explicit MatrixMessageCollector(const TextInput& input) : input_(input) {}

  /// Adds a message. Throws UsageError (at the current line) if the sizes add up to 2^63 bytes or more.
  void add(NodeId source, NodeId destination, std::uint64_t bytes, std::size_t column);
  /// Returns the matrix of the collected messages. Throws UsageError that names the later of two entries for the same
  /// pair of nodes. `first_id` is the id that the file uses for the first node.
  CommunicationMatrix to_communication_matrix(std::uint32_t nodes, std::uint64_t first_id);
  std::size_t message_count() const noexcept { return parsed_messages_.size(); }

 private:
  struct ParsedMessage {
    Triplet triplet;
    std::size_t line;
    std::size_t column;
  };
  void refuse_duplicates(std::uint64_t first_id);

  const TextInput& input_;
  std::vector<ParsedMessage> parsed_messages_;
  std::uint64_t total_bytes_ = 0;
};

}  // namespace switchyard::detail
