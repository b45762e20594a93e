#include "algorithms/matrix/text_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <streambuf>
#include <tuple>

#include "runtime/error.hpp"

namespace switchyard::detail {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";  // a mark that some spreadsheets write before a CSV text
constexpr std::string_view kBlankCharacters = " \t";
constexpr std::uint64_t kMessageSizeLimit = std::uint64_t{1} << 63U;
// 2^53; above it, several whole numbers may be rounded to one double
constexpr double kLargestExactDouble = 9007199254740992.0;

FieldOfTextLine field_without_blanks(std::string_view line, std::size_t begin, std::size_t end) {
  while (begin < end && kBlankCharacters.find(line[begin]) != std::string_view::npos) ++begin;
  while (end > begin && kBlankCharacters.find(line[end - 1]) != std::string_view::npos) --end;
  return {line.substr(begin, end - begin), begin + 1};
}

std::string_view without_leading_plus(std::string_view text) {
  return text.size() > 1 && text[0] == '+' && text[1] != '-' ? text.substr(1) : text;
}

/// Parses the text as a number; returns nothing unless the whole text is one number.
template <class Number>
std::optional<Number> parse_whole_text(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

bool are_all_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::string quoted(std::string_view text) {
  constexpr std::size_t kShown = 24;
  std::string result = "'";
  for (const char c : text.substr(0, kShown)) result += c >= ' ' && c <= '~' ? c : '?';
  return result + (text.size() > kShown ? "...'" : "'");
}

bool is_same_word(std::string_view text, std::string_view word) {
  return std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
  });
}

bool TextInput::go_to_next_line() {
  constexpr auto kEnd = std::char_traits<char>::eof();
  current_line_.clear();
  if (!input_stream_.good()) return false;
  std::streambuf& buffer = *input_stream_.rdbuf();
  auto next = buffer.sbumpc();
  const bool found = next != kEnd;
  if (found) ++line_number_;
  for (; next != kEnd && next != '\n'; next = buffer.sbumpc()) {
    if (current_line_.size() == kMostLineBytes)
      throw_error_in_line(kMostLineBytes, "the line is longer than 16 MiB", "give a matrix as text");
    current_line_.push_back(static_cast<char>(next));
  }
  if (next == kEnd) input_stream_.setstate(std::ios::eofbit);
  if (!current_line_.empty() && current_line_.back() == '\r') current_line_.pop_back();
  if (line_number_ == 1 && current_line_.starts_with(kByteOrderMark)) current_line_.erase(0, kByteOrderMark.size());
  return found;
}

const std::vector<FieldOfTextLine>& TextInput::words_of_line() {
  fields_of_line_.clear();
  const std::string_view line = current_line_;
  for (std::size_t begin = line.find_first_not_of(kBlankCharacters); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlankCharacters, begin), line.size());
    fields_of_line_.push_back({line.substr(begin, end - begin), begin + 1});
    begin = line.find_first_not_of(kBlankCharacters, end);
  }
  return fields_of_line_;
}

const std::vector<FieldOfTextLine>& TextInput::cells_of_line() {
  fields_of_line_.clear();
  for (std::size_t begin = 0; begin <= current_line_.size();) {
    const std::size_t end = std::min(current_line_.find(',', begin), current_line_.size());
    fields_of_line_.push_back(field_without_blanks(current_line_, begin, end));
    begin = end + 1;
  }
  return fields_of_line_;
}

void TextInput::throw_error_in_line(std::size_t column, std::string_view wrong, std::string_view right) const {
  throw_error_at(std::max<std::size_t>(line_number_, 1), column, wrong, right);
}

void TextInput::throw_error_at(std::size_t line, std::size_t column, std::string_view wrong,
                               std::string_view right) const {
  throw UsageError({.place = {file_name_, line, column}, .reason = std::string(wrong), .remedy = std::string(right)});
}

std::uint64_t TextInput::parse_whole_number(const FieldOfTextLine& field) const {
  const std::string_view text = without_leading_plus(field.text);
  if (const auto value = parse_whole_text<std::uint64_t>(text); value && *value < kMessageSizeLimit) return *value;
  if (are_all_digits(text))
    throw_error_in_line(field.column, quoted(field.text) + " is too large", "numbers are below 2^63");
  if (text.size() > 1 && text[0] == '-' && parse_whole_text<double>(text)) {
    throw_error_in_line(field.column, quoted(field.text) + " is negative", "use a whole number from 0");
  }
  if (const auto value = parse_whole_text<double>(text)) {
    const bool whole = std::trunc(*value) == *value;
    throw_error_in_line(field.column,
                        quoted(field.text) + (whole ? " is not written in digits alone" : " is not whole"),
                        "use a whole number such as 1024");
  }
  throw_error_in_line(field.column,
                      (field.text.empty() ? "nothing" : quoted(field.text)) + " stands where a number belongs",
                      "use a whole number such as 1024");
}

std::uint64_t TextInput::parse_whole_number_from_real(const FieldOfTextLine& field) const {
  const std::string_view text = without_leading_plus(field.text);
  if (are_all_digits(text)) return parse_whole_number(field);
  const auto value = parse_whole_text<double>(text);
  if (!value || !std::isfinite(*value) || *value < 0) return parse_whole_number({field.text, field.column});
  if (std::trunc(*value) != *value) {
    throw_error_in_line(field.column, quoted(field.text) + " is not whole",
                        "sizes are whole bytes; scale or round the file");
  }
  if (*value > kLargestExactDouble) {
    throw_error_in_line(field.column, quoted(field.text) + " is too large for a real number",
                        "write sizes above 2^53 as integers");
  }
  return static_cast<std::uint64_t>(*value);
}

double TextInput::parse_finite_number(const FieldOfTextLine& field) const {
  const auto value = parse_whole_text<double>(without_leading_plus(field.text));
  if (value && std::isfinite(*value)) return *value;
  throw_error_in_line(field.column, quoted(field.text) + " is no finite number", "use one such as -1.5e-3");
}

void MatrixMessageCollector::add(NodeId source, NodeId destination, std::uint64_t bytes, std::size_t column) {
  if (bytes >= kMessageSizeLimit - total_bytes_) {
    input_.throw_error_in_line(column, "the sizes add up to 2^63 bytes or more", "use smaller ones");
  }
  total_bytes_ += bytes;
  parsed_messages_.push_back({{source, destination, bytes}, input_.line_number(), column});
}

void MatrixMessageCollector::refuse_duplicates(std::uint64_t first_id) {
  const auto place = [](const ParsedMessage& f) { return std::tuple(f.triplet.source, f.triplet.destination, f.line); };
  std::sort(parsed_messages_.begin(), parsed_messages_.end(),
            [&](const ParsedMessage& a, const ParsedMessage& b) { return place(a) < place(b); });
  const auto twice = std::adjacent_find(
      parsed_messages_.begin(), parsed_messages_.end(), [](const ParsedMessage& a, const ParsedMessage& b) {
        return a.triplet.source == b.triplet.source && a.triplet.destination == b.triplet.destination;
      });
  if (twice == parsed_messages_.end()) return;
  const ParsedMessage& later = twice[1];
  input_.throw_error_at(later.line, later.column,
                        fmt::format("entry {}, {} is there already, at line {}", index(later.triplet.source) + first_id,
                                    index(later.triplet.destination) + first_id, twice->line),
                        "give each pair once");
}

CommunicationMatrix MatrixMessageCollector::to_communication_matrix(std::uint32_t nodes, std::uint64_t first_id) {
  refuse_duplicates(first_id);
  std::vector<Triplet> triplets;
  triplets.reserve(parsed_messages_.size());
  for (const ParsedMessage& found : parsed_messages_) triplets.push_back(found.triplet);
  return CommunicationMatrix::from_triplets(nodes, triplets);
}

}  // namespace switchyard::detail
