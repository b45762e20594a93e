#pragma once
/// \file csv.hpp
/// Communication matrices as comma-separated values. Programs read and write them through matrix_io.hpp.
///
/// There are two forms. The dense form has n lines of n sizes. The other form has a header
/// `source,destination,bytes` and then one message a line, with node ids from 0. In this form the
/// number of nodes is given by a line `# nodes: N` before the header, or else by the largest id.
/// Empty lines are skipped, and so are all other lines that start with `#` before the first line of
/// data.

#include <cstdint>
#include <iosfwd>

#include "algorithms/matrix/matrix_io.hpp"
#include "algorithms/matrix/text_input.hpp"

namespace switchyard::detail {

/// Reads one communication matrix from a CSV file. Throws UsageError `FILE:LINE:COLUMN: what is wrong; what would be
/// right` for a file that is no valid matrix.
class CsvReader {
 public:
  CsvReader(TextInput& input, Diagonal diagonal) : input_(input), messages_(input), diagonal_(diagonal) {}
  CommunicationMatrix read();

 private:
  bool read_next_content_line();
  void read_comment();
  void read_header();
  void read_triplet();
  CommunicationMatrix read_triplets();
  CommunicationMatrix read_dense_matrix();
  void read_dense_row(std::uint32_t row);
  std::uint32_t read_node_id(const FieldOfTextLine& field);
  void add_message(std::uint32_t source, std::uint32_t destination, std::uint64_t bytes, std::size_t at);

  TextInput& input_;
  MatrixMessageCollector messages_;
  Diagonal diagonal_;
  std::uint32_t node_count_ = 0;
  bool is_node_count_given_ = false;
  bool has_read_first_data_line_ = false;
};

void write_csv_triplets(std::ostream& out, const CommunicationMatrix& matrix);
void write_csv_dense(std::ostream& out, const CommunicationMatrix& matrix);

}  // namespace switchyard::detail
