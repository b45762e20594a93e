#include "algorithms/applications/sparse_matrix_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <utility>
#include <vector>

#include "algorithms/matrix/text_input.hpp"
#include "algorithms/matrix/work_watch.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

using detail::FieldOfTextLine;
using detail::is_same_word;
using detail::TextInput;

constexpr std::string_view kMatrixMarketBannerAdvice = "start with '%%MatrixMarket matrix coordinate real symmetric'";
constexpr std::uint64_t kMostMatrixRows = std::numeric_limits<std::uint32_t>::max();
constexpr std::string_view kExpectedSizeLine = "give 'ROWS COLUMNS ENTRIES'";

/// Reads the sparse matrix in one Matrix Market file, from the file's banner to its last entry.
class SparseMatrixReader {
 public:
  SparseMatrixReader(TextInput& input, NonRealMatrixValuePolicy pattern)
      : input_(input), accepts_any_value_kind_(pattern == NonRealMatrixValuePolicy::entries_as_ones) {}

  SparseMatrix read() {
    read_banner();
    read_size();
    detail::ProgressCounter entries("entries", entry_count_);
    for (std::uint64_t i = 0; i < entry_count_; ++i) {
      entries.report_items_done(i);
      read_entry(i);
    }
    if (read_next_content_line())
      input_.throw_error_in_line(1, fmt::format("more than the {} entries announced", entry_count_), kExpectedSizeLine);
    detail::report_step_begin("sorting the entries");
    refuse_mostly_empty_matrix();
    refuse_duplicates();
    source_positions_ = {};  // free the memory of the source positions, which the SparseMatrix built next will need
    if (is_symmetric_) add_mirrored_entries();
    return SparseMatrix::from_matrix_entries(row_count_, std::move(entries_));
  }

  /// Returns the kind and symmetry of the values according to the file's banner, and whether the values are whole
  /// numbers. Needs: read() has been called.
  MatrixValueDescription description_of_values() const {
    return {value_field_, value_symmetry_, are_values_nonnegative_integers_};
  }

 private:
  void read_banner() {
    if (!input_.go_to_next_line()) input_.throw_error_in_line(1, "the file is empty", kMatrixMarketBannerAdvice);
    const auto& words = input_.words_of_line();
    if (words.size() != 5 || !is_same_word(words[0].text, "%%MatrixMarket")) {
      input_.throw_error_in_line(1, "no Matrix Market banner", kMatrixMarketBannerAdvice);
    }
    if (!is_same_word(words[1].text, "matrix") || !is_same_word(words[2].text, "coordinate")) {
      input_.throw_error_in_line(words[1].column, "this is no sparse matrix", kMatrixMarketBannerAdvice);
    }
    read_value_kind(words[3]);
    read_symmetry(words[4]);
  }

  void read_symmetry(const FieldOfTextLine& word) {
    for (const char* known : {"general", "symmetric", "skew-symmetric", "hermitian"}) {
      if (is_same_word(word.text, known)) value_symmetry_ = known;
    }
    is_symmetric_ = value_symmetry_ != "general";
    const bool has_values_of_reals = value_symmetry_ == "general" || value_symmetry_ == "symmetric";
    if (!value_symmetry_.empty() && (has_values_of_reals || accepts_any_value_kind_)) return;
    input_.throw_error_in_line(word.column, "symmetry " + detail::quoted(word.text) + " is not supported",
                               accepts_any_value_kind_ ? "use 'symmetric', 'skew-symmetric', 'hermitian' or 'general'"
                                                       : "use 'symmetric' or 'general'");
  }

  void read_value_kind(const FieldOfTextLine& word) {
    for (const char* known : {"real", "double", "integer"}) {
      if (is_same_word(word.text, known)) value_field_ = known;
    }
    for (const char* known : {"pattern", "complex"}) {
      if (accepts_any_value_kind_ && is_same_word(word.text, known)) value_field_ = known;
    }
    if (!value_field_.empty()) return;
    input_.throw_error_in_line(word.column, "values of kind " + detail::quoted(word.text) + " are no real numbers",
                               accepts_any_value_kind_ ? "use 'real', 'complex' or 'pattern'" : "use 'real'");
  }

  bool read_next_content_line() {
    while (input_.go_to_next_line()) {
      if (!input_.is_blank() && input_.line().front() != '%') return true;
    }
    return false;
  }

  /// Returns the fields of the next line of data. Throws UsageError if the line does not have `wanted` fields.
  const std::vector<FieldOfTextLine>& fields_of_next_line(std::size_t wanted, std::string_view missing,
                                                          std::string_view right) {
    if (!read_next_content_line()) input_.throw_error_in_line(1, missing, right);
    return fields_of_current_line(wanted, right);
  }

  const std::vector<FieldOfTextLine>& fields_of_current_line(std::size_t wanted, std::string_view right) {
    const auto& words = input_.words_of_line();
    if (words.size() != wanted) {
      input_.throw_error_in_line(1, fmt::format("the line has {} fields of {}", words.size(), wanted), right);
    }
    return words;
  }

  /// Refuses a file that announces very many rows but has entries in few of them, because its
  /// number of rows must be wrong. The check comes before memory is allocated for the rows.
  void refuse_mostly_empty_matrix() const {
    constexpr std::uint64_t kRowsOfAnEntry = 64;
    if (row_count_ <= detail::kMostNodesInFile || row_count_ / kRowsOfAnEntry <= entries_.size()) return;
    input_.throw_error_in_line(
        1, fmt::format("{} entries in {} rows: nearly all rows are empty", entries_.size(), row_count_),
        "give a matrix with entries in its rows");
  }

  void read_size() {
    const auto& words = fields_of_next_line(3, "the file ends before its size line", kExpectedSizeLine);
    const std::uint64_t rows = input_.parse_whole_number(words[0]);
    if (rows == 0 || rows > kMostMatrixRows) {
      input_.throw_error_in_line(words[0].column, fmt::format("{} rows cannot be read", rows),
                                 fmt::format("use 1 to {}", kMostMatrixRows));
    }
    if (rows != input_.parse_whole_number(words[1])) {
      input_.throw_error_in_line(words[1].column, "the matrix is not square", "give as many columns as rows");
    }
    row_count_ = static_cast<std::uint32_t>(rows);
    entry_count_ = input_.parse_whole_number(words[2]);
  }

  void read_entry(std::uint64_t done) {
    const bool pattern = value_field_ == "pattern", complex = value_field_ == "complex";
    const char* right = pattern   ? "give 'ROW COLUMN'"
                        : complex ? "give 'ROW COLUMN REAL IMAGINARY'"
                                  : "give 'ROW COLUMN VALUE'";
    if (!read_next_content_line())
      input_.throw_error_in_line(1, fmt::format("the file ends after {} of {} entries", done, entry_count_), right);
    const auto& words = fields_of_current_line(pattern ? 2 : complex ? 4 : 3, right);
    const MatrixEntry entry{zero_based_number(words[0]), zero_based_number(words[1]),
                            pattern ? 1 : input_.parse_finite_number(words[2])};
    if (complex) input_.parse_finite_number(words[3]);
    are_values_nonnegative_integers_ =
        are_values_nonnegative_integers_ && entry.value >= 0 && entry.value == std::floor(entry.value);
    if (is_symmetric_ && entry.column > entry.row) {
      input_.throw_error_in_line(words[1].column,
                                 fmt::format("entry {}, {} lies above the diagonal", entry.row + 1, entry.column + 1),
                                 "a symmetric file lists the lower triangle only");
    }
    entries_.push_back(entry);
    source_positions_.push_back(std::uint64_t{input_.line_number()} << kColumnBits | words[0].column);
  }

  std::uint32_t zero_based_number(const FieldOfTextLine& field) {
    const std::uint64_t number = input_.parse_whole_number(field);
    if (number < 1 || number > row_count_) {
      input_.throw_error_in_line(field.column, fmt::format("{} is outside of the matrix", number),
                                 fmt::format("use 1 to {}", row_count_));
    }
    return static_cast<std::uint32_t>(number - 1);
  }

  static std::uint64_t row_and_column_key(const MatrixEntry& entry) {
    return std::uint64_t{entry.row} << 32U | entry.column;
  }

  void refuse_duplicates() const {
    std::vector<std::uint64_t> keys(entries_.size());
    std::ranges::transform(entries_, keys.begin(), row_and_column_key);
    std::ranges::sort(keys);
    const auto twice = std::ranges::adjacent_find(keys);
    if (twice != keys.end()) throw_duplicate_entry_error(*twice);
  }

  [[noreturn]] void throw_duplicate_entry_error(std::uint64_t twice) const {
    const auto first = std::ranges::find(entries_, twice, row_and_column_key);
    const auto later = std::ranges::find(first + 1, entries_.end(), twice, row_and_column_key);
    const std::uint64_t first_spot = source_positions_[static_cast<std::size_t>(first - entries_.begin())];
    const std::uint64_t later_spot = source_positions_[static_cast<std::size_t>(later - entries_.begin())];
    input_.throw_error_at(later_spot >> kColumnBits, later_spot & kColumnMask,
                          fmt::format("entry {}, {} is there already, at line {}", later->row + 1, later->column + 1,
                                      first_spot >> kColumnBits),
                          "give each once");
  }

  /// Adds the entries above the diagonal of a symmetric matrix. They mirror the entries below the diagonal, which the
  /// file contains.
  void add_mirrored_entries() {
    const std::size_t read = entries_.size();
    for (std::size_t i = 0; i < read; ++i) {
      const MatrixEntry entry = entries_[i];
      if (entry.row != entry.column) entries_.push_back({entry.column, entry.row, entry.value});
    }
  }

  static constexpr unsigned kColumnBits = 24;  // bits for a column number, as lines are at most 2^24 bytes long
  static constexpr std::uint64_t kColumnMask = (std::uint64_t{1} << kColumnBits) - 1;

  TextInput& input_;
  /// whether the values of entries may be of any kind, because the caller needs only their rows and columns
  bool accepts_any_value_kind_;
  std::string value_field_, value_symmetry_;
  bool is_symmetric_ = false;
  bool are_values_nonnegative_integers_ = true;
  std::uint32_t row_count_ = 0;
  std::uint64_t entry_count_ = 0;
  std::vector<MatrixEntry> entries_;
  /// where each entry stands in the file: the number of its line, shifted left by kColumnBits bits, and in the
  /// lowest kColumnBits bits the column where the entry's first field starts
  std::vector<std::uint64_t> source_positions_;
};

}  // namespace

SparseMatrix read_sparse_matrix_file(const std::string& path, NonRealMatrixValuePolicy pattern) {
  std::error_code ignored;
  errno = std::filesystem::is_directory(path, ignored) ? EISDIR : 0;
  std::ifstream file(path, std::ios::binary);
  if (!file || errno == EISDIR) {
    throw UsageError({.place = {path, 1, 1},
                      .reason = fmt::format("cannot be read ({})", std::strerror(errno)),
                      .remedy = "give a file that exists and may be read"});
  }
  return read_sparse_matrix(file, path, pattern);
}

SparseMatrix read_sparse_matrix(std::istream& in, std::string_view name, NonRealMatrixValuePolicy pattern) {
  TextInput input(in, name);
  return SparseMatrixReader(input, pattern).read();
}

MatrixOfAnyKind read_matrix_of_any_kind(std::istream& in, std::string_view name) {
  TextInput input(in, name);
  SparseMatrixReader reader(input, NonRealMatrixValuePolicy::entries_as_ones);
  SparseMatrix matrix = reader.read();
  return {std::move(matrix), reader.description_of_values()};
}

}  // namespace switchyard
