#pragma once
/// \file text_input.hpp
/// Reads a text file line by line and says where something is wrong, so that every reader of matrices reports alike.

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algorithms/matrix/communication_matrix.hpp"

namespace switchyard::detail {

/// A piece of a line; columns count from 1, in bytes.
struct Field {
  std::string_view text;
  std::size_t column = 1;
};

/// One line at a time. Line ends may be LF or CRLF; the last line may lack one.
class TextInput {
 public:
  TextInput(std::istream& stream, std::string_view name) : stream_(stream), name_(name) {}

  /// False at the end of the file. Throws UsageError for a line that is too long to be one of a matrix.
  bool next_line();
  std::string_view line() const noexcept { return line_; }
  std::size_t line_number() const noexcept { return number_; }
  bool is_blank() const noexcept { return line_.find_first_not_of(" \t") == std::string::npos; }

  /// Pieces between blanks. Valid until the next line is read.
  const std::vector<Field>& words();
  /// Pieces between commas, blanks around them removed; never none. Valid until the next line is read.
  const std::vector<Field>& cells();

  /// Throws the UsageError `FILE:LINE:COLUMN: what is wrong; what would be right`.
  [[noreturn]] void fail(std::size_t column, std::string_view wrong, std::string_view right) const;
  [[noreturn]] void fail_at(std::size_t line, std::size_t column, std::string_view wrong, std::string_view right) const;

  /// A whole number in 0 .. 2^63 - 1.
  std::uint64_t whole_number(const Field& field) const;
  /// As above, also written as a real number (3.0, 2e3).
  std::uint64_t whole_real(const Field& field) const;
  double finite_number(const Field& field) const;

 private:
  static constexpr std::size_t kMaxLine = std::size_t{1} << 24U;

  std::istream& stream_;
  std::string name_;
  std::string line_;
  std::vector<Field> fields_;
  std::size_t number_ = 0;
};

/// For error messages: short, printable and on one line, whatever the file held.
std::string quoted(std::string_view text);

/// Whether the text is this word, in capital or small letters.
bool same_word(std::string_view text, std::string_view word);

/// More nodes than this are taken for a damaged file, before anything is allocated for them.
inline constexpr std::uint64_t kMaxFileNodes = std::uint64_t{1} << 22U;

/// Collects messages together with where they stood.
class MessageList {
 public:
  explicit MessageList(const TextInput& input) : input_(input) {}

  /// Throws UsageError (at the current line) where the sizes add up to 2^63 bytes or more.
  void add(NodeId source, NodeId destination, std::uint64_t bytes, std::size_t column);
  /// Throws UsageError naming the later of two entries for the same pair; `first_id` is how the file counts nodes.
  CommunicationMatrix matrix(std::uint32_t nodes, std::uint64_t first_id);
  std::size_t size() const noexcept { return found_.size(); }

 private:
  struct Found {
    Triplet triplet;
    std::size_t line;
    std::size_t column;
  };
  void refuse_duplicates(std::uint64_t first_id);

  const TextInput& input_;
  std::vector<Found> found_;
  std::uint64_t total_ = 0;
};

}  // namespace switchyard::detail
