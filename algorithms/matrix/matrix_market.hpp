#pragma once
/// \file matrix_market.hpp
/// Communication matrices in the Matrix Market exchange format: the value in row i and column j is the size of the
/// message from i to j. Programs use these functions through matrix_io.hpp.
///
/// Source: R. F. Boisvert, R. Pozo, K. A. Remington, "The Matrix Market exchange formats", NISTIR 5935 (1996).
/// Reads:  `coordinate` with integer, real (whole values only) or pattern (1 byte each), general or symmetric;
///         `array` with integer or real, general. Ids count from 1.

#include <cstdint>
#include <iosfwd>

#include "algorithms/matrix/matrix_io.hpp"
#include "algorithms/matrix/text_input.hpp"

namespace switchyard::detail {

/// Reads one communication matrix from a Matrix Market file. Throws UsageError `FILE:LINE:COLUMN: what is wrong; what
/// would be right` for a file that is no valid matrix.
class MatrixMarketReader {
 public:
  MatrixMarketReader(TextInput& input, Diagonal diagonal) : input_(input), messages_(input), diagonal_(diagonal) {}
  CommunicationMatrix read();

 private:
  enum class ValueKind { integer, real, pattern };

  void read_banner();
  void read_value_kind(const FieldOfTextLine& word);
  void read_symmetry(const FieldOfTextLine& word);
  bool read_next_content_line();
  void read_size_line();
  void read_node_count(const FieldOfTextLine& rows, const FieldOfTextLine& columns);
  void read_entry_count(const FieldOfTextLine& field);
  void read_coordinate_entry();
  void read_array_entry(std::uint64_t position);
  void read_entries();
  std::uint32_t read_node_id(const FieldOfTextLine& field);
  std::uint64_t read_message_size(const FieldOfTextLine& field);
  void add_message(std::uint32_t row, std::uint32_t column, std::uint64_t bytes, std::size_t at);

  TextInput& input_;
  MatrixMessageCollector messages_;
  Diagonal diagonal_;
  bool is_dense_ = false;
  bool is_symmetric_ = false;
  ValueKind value_kind_ = ValueKind::integer;
  std::uint32_t node_count_ = 0;
  std::uint64_t entry_count_ = 0;
};

void write_matrix_market(std::ostream& out, const CommunicationMatrix& matrix);

}  // namespace switchyard::detail
