#include "bench/cli/halo_commands.hpp"

#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/applications/euler.hpp"
#include "algorithms/applications/unstructured_mesh.hpp"
#include "bench/experiment/halo_exchange.hpp"
#include "bench/experiment/matrix_output.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/halo_report.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostHaloNodes = std::uint64_t{1} << 22U;
constexpr std::uint64_t kMostBytesPerValue = std::uint64_t{1} << 30U;

struct HaloArguments {
  /// The number of bytes that the halo exchange sends for each vertex of the mesh, or for each row of the sparse
  /// matrix.
  std::uint64_t bytes_per_value;
  HaloDivision halo_division = {};
  MatrixOutput matrix_output = {};
  bool hides_progress = false;
};

std::vector<CommandOption> halo_options(HaloArguments& target) {
  return {
      {"--nodes", "N", fmt::format("nodes; {} if not given, as in the published ones", kDefaultHaloNodes),
       [&target](const std::string& text) {
         target.halo_division.node_count = static_cast<std::uint32_t>(parse_count("--nodes", text, 1, kMostHaloNodes));
       }},
      {"--bytes-per-value", "B", fmt::format("for each vertex or row; {} if not given", target.bytes_per_value),
       [&target](const std::string& text) {
         target.bytes_per_value = parse_count("--bytes-per-value", text, 1, kMostBytesPerValue);
       }},
      {"--seed", "SEED", "of the random choices",
       [&target](const std::string& text) { target.halo_division.seed = parse_seed("--seed", text); }},
      mark_option_as_output_file({"--output", "FILE", "a .mtx or .csv file; standard output if not given",
                                  [&target](const std::string& text) { target.matrix_output.path = text; }}),
      flag_option("--dense", "CSV with n lines of n sizes instead of a line a message", target.matrix_output.is_dense),
      flag_option("--quiet", "no progress on standard error", target.hides_progress)};
}

/// Writes the communication matrix of a halo exchange, and prints key figures of the exchange on standard output, or on
/// standard error if the matrix is written to standard output.
ExitCode write_and_print_halo(const HaloExchange& exchange, const HaloArguments& arguments,
                              PublishedHaloDisplay published, WorkProgressDisplay& watched) {
  const CommunicationMatrix matrix = halo_matrix(exchange.halos, arguments.bytes_per_value);
  if (arguments.matrix_output.writes_to_standard_output()) watched.close();
  arguments.matrix_output.write(matrix);
  watched.close();
  print_halo_exchange(arguments.matrix_output.writes_to_standard_output() ? std::cerr : std::cout, exchange, matrix,
                      published);
  return ExitCode::done;
}

struct MeshArguments {
  std::uint32_t vertex_count = 0;
  HaloArguments halo_arguments{.bytes_per_value = kFlowBytesPerVertex};
};

ExitCode make_halo_of_mesh(const MeshArguments& arguments) {
  // format() is called only because it throws if --output and --dense contradict each other, before the long work
  // begins.
  arguments.halo_arguments.matrix_output.format();
  WorkProgressDisplay watched("matrix from-mesh", arguments.halo_arguments.hides_progress);
  return write_and_print_halo(halo_exchange_of_mesh(arguments.vertex_count, arguments.halo_arguments.halo_division),
                              arguments.halo_arguments, PublishedHaloDisplay::published_figures_shown_beside_emulated,
                              watched);
}

struct SparseMatrixHaloArguments {
  std::string matrix_path;
  /// The path of a file with the number of the node that owns each row of the matrix; if empty, METIS assigns the rows
  /// to nodes.
  std::optional<std::string> partition_path = {};
  HaloArguments halo_arguments{.bytes_per_value = sizeof(double)};
};

ExitCode make_halo_of_matrix(const SparseMatrixHaloArguments& arguments) {
  // format() is called only because it throws if --output and --dense contradict each other, before the long work
  // begins.
  arguments.halo_arguments.matrix_output.format();
  WorkProgressDisplay watched("matrix from-matrix", arguments.halo_arguments.hides_progress);
  return write_and_print_halo(
      halo_exchange_of_matrix(arguments.matrix_path, arguments.partition_path, arguments.halo_arguments.halo_division),
      arguments.halo_arguments, PublishedHaloDisplay::published_figures_hidden, watched);
}

}  // namespace

Command definition_of_mesh_halo_command() {
  const auto arguments = std::make_shared<MeshArguments>();
  std::vector<CommandOption> options{{"--vertices", "N", "of the mesh",
                                      [arguments](const std::string& text) {
                                        arguments->vertex_count = static_cast<std::uint32_t>(
                                            parse_count("--vertices", text, kFewestMeshVertices, kMostMeshVertices));
                                      },
                                      false, true}};
  for (CommandOption& option : halo_options(arguments->halo_arguments)) options.push_back(std::move(option));
  return {.name = "from-mesh",
          .summary = "What nodes exchange that share out a mesh of tetrahedra around a wing-like block",
          .examples = {"switchyard matrix from-mesh --vertices 2000 --nodes 32 --output euler_2k.mtx",
                       "switchyard matrix from-mesh --vertices 545 --nodes 32 --seed 3"},
          .options = std::move(options),
          .run = [arguments](FilesUsedByCommand&) { return make_halo_of_mesh(*arguments); }};
}

Command definition_of_matrix_halo_command() {
  const auto arguments = std::make_shared<SparseMatrixHaloArguments>();
  std::vector<CommandOption> options{mark_option_as_input_file(
      {"FILE", "", "a sparse matrix, as a .mtx file, also compressed (.gz); its values do not matter",
       [arguments](const std::string& text) { arguments->matrix_path = text; }, false, true})};
  for (CommandOption& option : halo_options(arguments->halo_arguments)) options.push_back(std::move(option));
  options.push_back(mark_option_as_input_file(
      {"--partition", "FILE",
       "the node of each row, a number from 0 on a line; it settles the nodes if --nodes does not",
       [arguments](const std::string& text) { arguments->partition_path = text; }}));
  return {.name = "from-matrix",
          .summary = "What nodes exchange that share out the rows of a sparse matrix",
          .examples = {"switchyard matrix from-matrix bench/examples/grid_64.mtx --nodes 8",
                       "switchyard matrix from-matrix bench/examples/grid_64.mtx --nodes 8 --bytes-per-value 16 "
                       "--output halo.csv"},
          .options = std::move(options),
          .run = [arguments](FilesUsedByCommand&) { return make_halo_of_matrix(*arguments); }};
}

}  // namespace switchyard::cli
