#include "bench/cli/halo_commands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/applications/euler.hpp"
#include "algorithms/applications/sparse_matrix_file.hpp"
#include "algorithms/applications/unstructured_mesh.hpp"
#include "algorithms/matrix/describe.hpp"
#include "algorithms/matrix/halo.hpp"
#include "algorithms/matrix/partition.hpp"
#include "bench/experiment/input_file.hpp"
#include "bench/experiment/matrix_output.hpp"
#include "bench/experiment/partition_file.hpp"
#include "bench/experiment/watched_work.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostNodes = std::uint64_t{1} << 22U;
constexpr std::uint64_t kMostBytesPerValue = std::uint64_t{1} << 30U;

/// A row of table 12 in Ponnusamy, Thakur, Choudhary and Fox.
struct PublishedHalo {
  const char* problem;
  unsigned density_percent;
  unsigned mean_bytes;
};
constexpr std::array<PublishedHalo, 5> kPublished{{{"conj. grad. 16K", 9, 643},
                                                   {"Euler 545", 37, 85},
                                                   {"Euler 2K", 44, 226},
                                                   {"Euler 3K", 29, 612},
                                                   {"Euler 9K", 44, 505}}};

constexpr std::uint32_t kPublishedNodes = 32;

struct HaloArguments {
  std::optional<std::uint32_t> nodes = {};
  std::uint64_t bytes_per_value;
  std::uint64_t seed = 1;
  MatrixOutput output;
  bool quiet = false;
};

std::vector<Option> halo_options(HaloArguments& target) {
  return {{"--nodes", "N", fmt::format("nodes; {} if not given, as in the published ones", kPublishedNodes),
           [&target](const std::string& text) {
             target.nodes = static_cast<std::uint32_t>(parse_count("--nodes", text, 1, kMostNodes));
           }},
          {"--bytes-per-value", "B", fmt::format("for each vertex or row; {} if not given", target.bytes_per_value),
           [&target](const std::string& text) {
             target.bytes_per_value = parse_count("--bytes-per-value", text, 1, kMostBytesPerValue);
           }},
          {"--seed", "SEED", "of the random choices",
           [&target](const std::string& text) { target.seed = parse_seed("--seed", text); }},
          that_replaces({"--output", "FILE", "a .mtx or .csv file; standard output if not given",
                         [&target](const std::string& text) { target.output.path = text; }}),
          flag("--dense", "CSV with n lines of n sizes instead of a line a message", target.output.dense),
          flag("--quiet", "no progress on standard error", target.quiet)};
}

enum class Published : std::uint8_t { beside, left_out };

std::string figures(const std::string& source, const CommunicationMatrix& matrix, const Graph& graph,
                    const Partition& partition, Published published) {
  const MatrixDescription d = describe(matrix);
  std::string text = fmt::format("source          {}\n", source);
  text += fmt::format("vertices        {}, {} on a node\n", graph.vertex_count(), part_sizes_text(partition));
  text += fmt::format("edges           {}\n", graph.edge_count());
  text += fmt::format("messages        {}\n\n", d.messages);
  text += fmt::format("{:<16} {:>5}  {:>9}  {:>10}\n", "problem", "nodes", "density %", "mean bytes");
  text += fmt::format("{:<16} {:>5}  {:>9.1f}  {:>10.1f}\n", "this one", d.nodes, d.density_percent, d.mean_bytes);
  if (published == Published::left_out) return text;
  for (const PublishedHalo& row : kPublished) {
    text += fmt::format("{:<16} {:>5}  {:>9}  {:>10}  published\n", row.problem, kPublishedNodes, row.density_percent,
                        row.mean_bytes);
  }
  return text;
}

Partition parted(const Graph& graph, const HaloArguments& arguments) {
  const std::uint32_t nodes = arguments.nodes.value_or(kPublishedNodes);
  if (nodes > graph.vertex_count()) {
    throw UsageError({.place = "--nodes",
                      .reason = fmt::format("{} nodes are more than the {} vertices", nodes, graph.vertex_count()),
                      .remedy = "use fewer"});
  }
  return partition(graph, nodes, arguments.seed);
}

/// Writes the communication matrix, and prints its key figures on standard output, or on standard error if the matrix
/// is written to standard output.
ExitCode give(const std::string& source, const Graph& graph, const Partition& parts, std::span<const Halo> halos,
              const HaloArguments& arguments, Published published, WatchedWork& watched) {
  const CommunicationMatrix matrix = halo_matrix(halos, arguments.bytes_per_value);
  if (arguments.output.to_standard_output()) watched.close();
  arguments.output.write(matrix);
  watched.close();
  (arguments.output.to_standard_output() ? std::cerr : std::cout) << figures(source, matrix, graph, parts, published);
  return ExitCode::done;
}

struct MeshArguments {
  std::uint32_t vertices = 0;
  HaloArguments halo{.bytes_per_value = kFlowBytes, .output = {}};
};

ExitCode from_mesh(const MeshArguments& arguments) {
  arguments.halo.output.format();  // checks the output format before the long work
  WatchedWork watched("matrix from-mesh", arguments.halo.quiet);
  const UnstructuredMesh mesh = wing_mesh(arguments.vertices, arguments.halo.seed);
  const Partition parts = parted(mesh.graph(), arguments.halo);
  return give(fmt::format("mesh of tetrahedra, seed {}", arguments.halo.seed), mesh.graph(), parts,
              halos(mesh.graph(), parts), arguments.halo, Published::beside, watched);
}

struct FileArguments {
  std::string path;
  std::optional<std::string> partition = {};  ///< file with the node of each row; without it METIS deals the rows out
  HaloArguments halo{.bytes_per_value = sizeof(double), .output = {}};
};

ExitCode from_matrix(const FileArguments& arguments) {
  arguments.halo.output.format();  // checks the output format before the long work
  WatchedWork watched("matrix from-matrix", arguments.halo.quiet);
  InputFile file({}, arguments.path);
  const SparseMatrix matrix = read_sparse_matrix(file, arguments.path, PatternFile::as_ones);
  const Graph graph = graph_of(matrix);
  const Partition parts = arguments.partition
                              ? read_partition(*arguments.partition, matrix.order(), arguments.halo.nodes)
                              : parted(graph, arguments.halo);
  const std::string by = arguments.partition ? "parts of " + switchyard::quoted(*arguments.partition)
                                             : fmt::format("seed {}", arguments.halo.seed);
  // A halo exchange in one direction is used: the graph has edges in both directions, but a product with an unsymmetric
  // matrix may need value c for row r without value r for row c.
  return give(fmt::format("{}, {}", arguments.path, by), graph, parts, one_way_halos(off_diagonal(matrix), parts),
              arguments.halo, Published::left_out, watched);
}

}  // namespace

Command from_mesh_command() {
  const auto arguments = std::make_shared<MeshArguments>();
  std::vector<Option> options{{"--vertices", "N", "of the mesh",
                               [arguments](const std::string& text) {
                                 arguments->vertices = static_cast<std::uint32_t>(
                                     parse_count("--vertices", text, kFewestMeshVertices, kMostMeshVertices));
                               },
                               false, true}};
  for (Option& option : halo_options(arguments->halo)) options.push_back(std::move(option));
  return {.name = "from-mesh",
          .summary = "What nodes exchange that share out a mesh of tetrahedra around a wing-like block",
          .examples = {"switchyard matrix from-mesh --vertices 2000 --nodes 32 --output euler_2k.mtx",
                       "switchyard matrix from-mesh --vertices 545 --nodes 32 --seed 3"},
          .options = std::move(options),
          .run = [arguments](FilesInUse&) { return from_mesh(*arguments); }};
}

Command from_matrix_command() {
  const auto arguments = std::make_shared<FileArguments>();
  std::vector<Option> options{
      that_reads({"FILE", "", "a sparse matrix, as a .mtx file, also compressed (.gz); its values do not matter",
                  [arguments](const std::string& text) { arguments->path = text; }, false, true})};
  for (Option& option : halo_options(arguments->halo)) options.push_back(std::move(option));
  options.push_back(
      that_reads({"--partition", "FILE",
                  "the node of each row, a number from 0 on a line; it settles the nodes if --nodes does not",
                  [arguments](const std::string& text) { arguments->partition = text; }}));
  return {.name = "from-matrix",
          .summary = "What nodes exchange that share out the rows of a sparse matrix",
          .examples = {"switchyard matrix from-matrix bench/examples/grid_64.mtx --nodes 8",
                       "switchyard matrix from-matrix bench/examples/grid_64.mtx --nodes 8 --bytes-per-value 16 "
                       "--output halo.csv"},
          .options = std::move(options),
          .run = [arguments](FilesInUse&) { return from_matrix(*arguments); }};
}

}  // namespace switchyard::cli
