#include "algorithms/applications/sparse_matrix_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "algorithms/matrix/text_input.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

using detail::Field;
using detail::TextInput;

constexpr std::string_view kBanner = "start with '%%MatrixMarket matrix coordinate real symmetric'";
constexpr std::string_view kSize = "give 'ROWS COLUMNS ENTRIES'";

/// Reads one file from its banner to its last entry.
class Reader {
 public:
  explicit Reader(TextInput& input) : input_(input) {}

  SparseMatrix read() {
    read_banner();
    read_size();
    for (std::uint64_t i = 0; i < count_; ++i) read_entry(i);
    if (next_content_line()) input_.fail(1, fmt::format("more than the {} entries announced", count_), kSize);
    return SparseMatrix::from_entries(order_, std::move(entries_));
  }

 private:
  void read_banner() {
    if (!input_.next_line()) input_.fail(1, "the file is empty", kBanner);
    const auto& words = input_.words();
    if (words.size() != 5 || words[0].text != "%%MatrixMarket") input_.fail(1, "no Matrix Market banner", kBanner);
    if (words[1].text != "matrix" || words[2].text != "coordinate") {
      input_.fail(words[1].column, "this is no sparse matrix", kBanner);
    }
    if (words[3].text != "real" && words[3].text != "integer") {
      input_.fail(words[3].column, "values of kind " + detail::quoted(words[3].text) + " are no real numbers",
                  "use 'real'");
    }
    symmetric_ = words[4].text == "symmetric";
    if (!symmetric_ && words[4].text != "general") {
      input_.fail(words[4].column, "symmetry " + detail::quoted(words[4].text) + " is not supported",
                  "use 'symmetric' or 'general'");
    }
  }

  bool next_content_line() {
    while (input_.next_line()) {
      if (!input_.is_blank() && input_.line().front() != '%') return true;
    }
    return false;
  }

  /// The three fields of a content line.
  const std::vector<Field>& three(std::string_view missing, std::string_view right) {
    if (!next_content_line()) input_.fail(1, missing, right);
    const auto& words = input_.words();
    if (words.size() != 3) input_.fail(1, fmt::format("the line has {} fields of 3", words.size()), right);
    return words;
  }

  void read_size() {
    const auto& words = three("the file ends before its size line", kSize);
    const std::uint64_t rows = input_.whole_number(words[0]);
    if (rows == 0 || rows > detail::kMaxFileNodes) {
      input_.fail(words[0].column, fmt::format("{} rows cannot be read", rows),
                  fmt::format("use 1 to {}", detail::kMaxFileNodes));
    }
    if (rows != input_.whole_number(words[1])) {
      input_.fail(words[1].column, "the matrix is not square", "give as many columns as rows");
    }
    order_ = static_cast<std::uint32_t>(rows);
    count_ = input_.whole_number(words[2]);
  }

  void read_entry(std::uint64_t done) {
    const auto& words =
        three(fmt::format("the file ends after {} of {} entries", done, count_), "give 'ROW COLUMN VALUE'");
    const MatrixEntry entry{place(words[0]), place(words[1]), value(words[2])};
    entries_.push_back(entry);
    if (symmetric_ && entry.row != entry.column) entries_.push_back({entry.column, entry.row, entry.value});
  }

  std::uint32_t place(const Field& field) {
    const std::uint64_t number = input_.whole_number(field);
    if (number < 1 || number > order_) {
      input_.fail(field.column, fmt::format("{} is outside of the matrix", number), fmt::format("use 1 to {}", order_));
    }
    return static_cast<std::uint32_t>(number - 1);
  }

  double value(const Field& field) {
    const std::string_view text = field.text.substr(field.text.starts_with('+') ? 1 : 0);
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(number)) {
      input_.fail(field.column, detail::quoted(field.text) + " is no finite number", "use one such as -1.5e-3");
    }
    return number;
  }

  TextInput& input_;
  bool symmetric_ = false;
  std::uint32_t order_ = 0;
  std::uint64_t count_ = 0;
  std::vector<MatrixEntry> entries_;
};

}  // namespace

SparseMatrix read_sparse_matrix_file(const std::string& path) {
  std::error_code ignored;
  errno = std::filesystem::is_directory(path, ignored) ? EISDIR : 0;
  std::ifstream file(path, std::ios::binary);
  if (!file || errno == EISDIR) {
    throw UsageError(fmt::format("{}:1:1: cannot be read ({}); give a file that exists and may be read", path,
                                 std::strerror(errno)));
  }
  return read_sparse_matrix(file, path);
}

SparseMatrix read_sparse_matrix(std::istream& in, std::string_view name) {
  TextInput input(in, name);
  try {
    return Reader(input).read();
  } catch (const UsageError& error) {
    const std::string text = error.what();  // what is wrong with the entries as a whole does not name the file yet
    throw UsageError(text.starts_with(name) ? text : fmt::format("{}: {}", name, text));
  }
}

}  // namespace switchyard
