#include "bench/recommend/matrix_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "algorithms/applications/sparse_matrix_file.hpp"
#include "algorithms/matrix/halo.hpp"
#include "algorithms/matrix/matrix_io.hpp"
#include "algorithms/matrix/partition.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/partition_file.hpp"
#include "runtime/error.hpp"
#include "runtime/values.hpp"

namespace switchyard::recommend {
namespace {

/// A file is taken for a communication matrix only if it has at most this many rows, unless the user says what the file
/// is. Hardly a machine of the papers' time (about 1990) had more nodes.
constexpr std::uint32_t kGreatestPlausibleNodeCount = 4096;

struct FileKindGuess {
  MatrixFileKind kind;
  std::string reason_for_guess;
};

std::uint64_t diagonal_entry_count(const SparseMatrix& matrix) {
  std::uint64_t count = 0;
  for (std::uint32_t row = 0; row < matrix.row_count(); ++row) {
    count +=
        static_cast<std::uint64_t>(std::ranges::count(matrix.row(row), row, &SparseMatrix::ColumnAndValue::column));
  }
  return count;
}

/// Decides by the content of a file whether it is a communication matrix or a matrix of unknowns (the matrix of a
/// linear system). The values of a communication matrix are whole numbers from 0, no node sends to itself, and there
/// are not too many nodes.
FileKindGuess judge_file_kind(const MatrixOfAnyKind& file, const MatrixSourceOptions& options) {
  if (options.kind) return {*options.kind, "as --as says"};
  const MatrixValueDescription& values = file.value_description;
  if (values.value_kind == "complex") return {MatrixFileKind::linear_system_matrix, "its values are complex"};
  if (values.value_kind == "pattern") return {MatrixFileKind::linear_system_matrix, "its entries have no values"};
  if (values.symmetry == "skew-symmetric") return {MatrixFileKind::linear_system_matrix, "it is skew-symmetric"};
  if (!values.are_values_nonnegative_integers)
    return {MatrixFileKind::linear_system_matrix, "its values are no whole numbers from 0"};
  if (const std::uint64_t count = diagonal_entry_count(file.matrix); count > 0) {
    return {MatrixFileKind::linear_system_matrix,
            fmt::format("its diagonal has {} {}", count, count == 1 ? "entry" : "entries")};
  }
  const std::uint32_t rows = file.matrix.row_count();
  if (options.nodes && rows != *options.nodes) {
    return {MatrixFileKind::linear_system_matrix,
            fmt::format("it has {} rows, and the machine {} nodes", rows, *options.nodes)};
  }
  if (!options.nodes && rows > kGreatestPlausibleNodeCount)
    return {MatrixFileKind::linear_system_matrix, fmt::format("it has {} rows", rows)};
  return {MatrixFileKind::communication_matrix, "its values are whole numbers, and its diagonal is empty"};
}

CommunicationMatrix to_communication_matrix(const SparseMatrix& matrix, const std::string& path) {
  std::vector<Triplet> messages;
  for (std::uint32_t row = 0; row < matrix.row_count(); ++row) {
    for (const SparseMatrix::ColumnAndValue& entry : matrix.row(row)) {
      if (entry.column == row || entry.value == 0) continue;
      if (entry.value < 0 || entry.value > 0x1p53 ||
          entry.value != static_cast<double>(static_cast<std::uint64_t>(entry.value))) {
        throw UsageError({.place = {path, 1, 1},
                          .reason = fmt::format("{} in row {} is no size of a message", entry.value, row + 1),
                          .remedy = "write --as unknowns for a matrix of unknowns"});
      }
      messages.push_back({NodeId{row}, NodeId{entry.column}, static_cast<std::uint64_t>(entry.value)});
    }
  }
  return CommunicationMatrix::from_triplets(matrix.row_count(), messages);
}

Partition assign_rows_to_nodes(const SparseMatrix& matrix, const MatrixSourceOptions& options) {
  if (options.partition_file_name)
    return read_partition(*options.partition_file_name, matrix.row_count(), options.nodes);
  const std::uint32_t nodes = options.nodes.value_or(options.default_node_count);
  if (nodes > matrix.row_count()) {
    throw UsageError({.place = "--nodes",
                      .reason = fmt::format("{} nodes are more than the {} rows", nodes, matrix.row_count()),
                      .remedy = "use fewer"});
  }
  return partition(graph_of_matrix(matrix), nodes, options.seed);
}

MatrixSource matrix_source_from_sparse_matrix(MatrixOfAnyKind file, const MatrixSourceOptions& options,
                                              std::string why) {
  const Partition parts = assign_rows_to_nodes(file.matrix, options);
  const std::uint64_t usual_bytes = file.value_description.value_kind == "complex" ? 16 : 8;
  MatrixSource source{.kind = MatrixFileKind::linear_system_matrix,
                      .reason_for_file_kind = std::move(why),
                      .partition_description = fmt::format(
                          "{}, {}",
                          options.partition_file_name ? "by " + switchyard::quoted(*options.partition_file_name)
                                                      : fmt::format("by METIS, seed {}", options.seed),
                          part_sizes_text(parts) + " rows a node"),
                      .row_count = file.matrix.row_count(),
                      .entries = file.matrix.entry_count(),
                      .bytes_per_value = options.bytes_per_value.value_or(usual_bytes)};
  source.matrix = halo_matrix(asymmetric_halos(off_diagonal_edges(file.matrix), parts), source.bytes_per_value);
  return source;
}

void refuse_options_of_sparse_matrices(const MatrixSourceOptions& options, const std::string& why) {
  const auto refuse = [&](const char* option) {
    throw UsageError({.place = option,
                      .reason = fmt::format("is for matrices of unknowns, and {} is taken for messages, as {}",
                                            switchyard::quoted(options.path), why),
                      .remedy = "leave it out, or write --as unknowns"});
  };
  if (options.partition_file_name) refuse("--partition");
  if (options.bytes_per_value) refuse("--bytes-per-value");
}

MatrixSource matrix_source_from_message_matrix(CommunicationMatrix matrix, const MatrixSourceOptions& options,
                                               std::string why) {
  refuse_options_of_sparse_matrices(options, why);
  if (options.nodes && *options.nodes != matrix.node_count()) {
    throw UsageError(
        {.place = "--nodes",
         .reason = fmt::format("the machine has {} nodes and the matrix {}", *options.nodes, matrix.node_count()),
         .remedy = fmt::format("write {} or leave it out", matrix.node_count())});
  }
  MatrixSource source{.kind = MatrixFileKind::communication_matrix,
                      .reason_for_file_kind = std::move(why),
                      .matrix = std::move(matrix)};
  source.row_count = source.matrix.node_count();
  source.entries = source.matrix.message_count();
  return source;
}

}  // namespace

MatrixSource read_matrix_source(const MatrixSourceOptions& options) {
  InputFile file({}, options.path);
  if (options.path.ends_with(".csv") || options.path.ends_with(".csv.gz")) {
    if (options.kind == MatrixFileKind::linear_system_matrix)
      throw UsageError({.place = "--as", .reason = "a CSV file holds messages", .remedy = "give a .mtx file"});
    return matrix_source_from_message_matrix(read_csv(file, options.path, Diagonal::refuse), options,
                                             "it is a CSV file");
  }
  MatrixOfAnyKind matrix = read_matrix_of_any_kind(file, options.path);
  FileKindGuess judgement = judge_file_kind(matrix, options);
  if (judgement.kind == MatrixFileKind::communication_matrix)
    return matrix_source_from_message_matrix(to_communication_matrix(matrix.matrix, options.path), options,
                                             std::move(judgement.reason_for_guess));
  return matrix_source_from_sparse_matrix(std::move(matrix), options, std::move(judgement.reason_for_guess));
}

}  // namespace switchyard::recommend
