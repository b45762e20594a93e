#include "bench/experiment/matrix_output.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iostream>
#include <sstream>

#include "bench/experiment/output_file.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

/// Throws UsageError for a matrix that would take more than 1 GiB as dense CSV text. Each pair of nodes takes at least
/// two bytes.
void check_dense_size(const CommunicationMatrix& matrix, MatrixFormat format) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
  const std::uint64_t nodes = matrix.node_count();
  if (format != MatrixFormat::csv_dense || 2 * nodes * nodes <= kMostBytes) return;
  throw UsageError(
      {.place = "--dense",
       .reason = fmt::format("{0} lines of {0} sizes are more than 1 GiB; leave it out for a line a message instead",
                             nodes)});
}

}  // namespace

MatrixFormat matrix_format_of_path(const std::string& option, const std::string& path, bool dense) {
  if (path.ends_with(".csv")) return dense ? MatrixFormat::csv_dense : MatrixFormat::csv_triplets;
  if (dense)
    throw UsageError({.place = "--dense",
                      .value = path,
                      .reason = fmt::format("{} is no CSV file", switchyard::quoted(path)),
                      .remedy = "write a name that ends with .csv"});
  if (path.ends_with(".mtx")) return MatrixFormat::matrix_market;
  throw UsageError({.place = option,
                    .value = path,
                    .reason = fmt::format("{} has an unknown ending", switchyard::quoted(path)),
                    .remedy = "write a name that ends with .mtx or .csv"});
}

MatrixFormat MatrixOutput::format() const {
  if (writes_to_standard_output()) return is_dense ? MatrixFormat::csv_dense : MatrixFormat::matrix_market;
  return matrix_format_of_path("--output", path, is_dense);
}

void MatrixOutput::write(const CommunicationMatrix& matrix) const {
  if (writes_to_standard_output()) {
    check_dense_size(matrix, format());
    write_matrix(std::cout, matrix, format());
  } else {
    write_matrix_file("--output", path, matrix, format());
  }
}

void write_matrix_file(const std::string& option, const std::string& path, const CommunicationMatrix& matrix,
                       MatrixFormat format) {
  check_dense_size(matrix, format);
  std::ostringstream text;
  write_matrix(text, matrix, format);
  OutputFile file(option, path);
  file.write(text.str());
  file.commit();
}

}  // namespace switchyard
