#include <sstream>

#include "algorithms/matrix/matrix_io.hpp"
#include "tests/fuzz/target.hpp"

/// Fuzzes communication matrices in Matrix Market and CSV files. Writing a matrix to a file and reading the file must
/// give the same matrix.
void switchyard::fuzz::run_target_on_fuzzer_input(std::string_view input) {
  // The largest number of elements of a matrix that the test writes as dense CSV.
  constexpr std::uint64_t kPlaceCount = 1 << 12U;
  std::istringstream in{std::string(input)};
  const CommunicationMatrix matrix = read_matrix(in, "input", Diagonal::drop);
  const std::uint64_t places = std::uint64_t{matrix.node_count()} * matrix.node_count();
  for (const auto format : {MatrixFormat::matrix_market, MatrixFormat::csv_triplets, MatrixFormat::csv_dense}) {
    if (format == MatrixFormat::csv_dense && places > kPlaceCount) continue;
    std::stringstream file;
    write_matrix(file, matrix, format);
    abort_with_message_unless_true(read_matrix(file, "again") == matrix,
                                   "a matrix is not what is read from its own file");
  }
}
