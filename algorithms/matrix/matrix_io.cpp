#include "algorithms/matrix/matrix_io.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <ostream>

#include "algorithms/matrix/csv.hpp"
#include "algorithms/matrix/matrix_market.hpp"
#include "algorithms/matrix/text_input.hpp"
#include "runtime/error.hpp"

namespace switchyard {
namespace {

std::ifstream open_for_reading(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw UsageError({.place = {path, 1, 1}, .reason = "this is a folder", .remedy = "give a file"});
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw UsageError({.place = {path, 1, 1},
                      .reason = fmt::format("cannot be read ({})", std::strerror(errno)),
                      .remedy = "give a file that exists and may be read"});
  }
  return file;
}

bool is_matrix_market(const std::string& path, std::istream& file) {
  if (path.ends_with(".mtx")) return true;
  return !path.ends_with(".csv") && file.peek() == '%';
}

void refuse_zero_byte_messages(const CommunicationMatrix& matrix) {
  for (std::uint32_t i = 0; i < matrix.node_count(); ++i) {
    for (const auto& entry : matrix.row(NodeId{i})) {
      if (entry.bytes > 0) continue;
      throw UsageError(fmt::format("matrix: message {} -> {} has 0 bytes, which a file cannot tell from no message", i,
                                   index(entry.destination)),
                       "give it a size");
    }
  }
}

}  // namespace

CommunicationMatrix read_matrix_file(const std::string& path, Diagonal diagonal) {
  std::ifstream file = open_for_reading(path);
  return read_matrix(file, path, diagonal);
}

CommunicationMatrix read_matrix(std::istream& in, const std::string& name, Diagonal diagonal) {
  return is_matrix_market(name, in) ? read_matrix_market(in, name, diagonal) : read_csv(in, name, diagonal);
}

CommunicationMatrix read_matrix_market(std::istream& in, std::string_view name, Diagonal diagonal) {
  detail::TextInput input(in, name);
  return detail::MatrixMarketReader(input, diagonal).read();
}

CommunicationMatrix read_csv(std::istream& in, std::string_view name, Diagonal diagonal) {
  detail::TextInput input(in, name);
  return detail::CsvReader(input, diagonal).read();
}

void write_matrix(std::ostream& out, const CommunicationMatrix& matrix, MatrixFormat format) {
  refuse_zero_byte_messages(matrix);
  switch (format) {
    case MatrixFormat::matrix_market:
      return detail::write_matrix_market(out, matrix);
    case MatrixFormat::csv_triplets:
      return detail::write_csv_triplets(out, matrix);
    case MatrixFormat::csv_dense:
      return detail::write_csv_dense(out, matrix);
  }
}

}  // namespace switchyard
