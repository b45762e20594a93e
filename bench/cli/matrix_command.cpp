#include <iostream>
#include <memory>
#include <vector>

#include "algorithms/matrix/describe.hpp"
#include "bench/cli/commands.hpp"
#include "bench/cli/halo_commands.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/matrix_output.hpp"
#include "bench/experiment/pattern_options.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/report/matrix_report.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

// The largest number of nodes for which `switchyard matrix make` writes a communication matrix to a file.
constexpr std::uint64_t kMostMatrixNodes = std::uint64_t{1} << 22U;

struct MakeMatrixArguments {
  LoadedLibraries libraries;
  PatternOptions pattern;
  std::uint32_t node_count = 64;
  std::uint64_t seed = 1;
  std::uint64_t sample_number = 0;
  MatrixOutput matrix_output;
  bool hides_progress = false;
};

ExitCode make_matrix_file(const MakeMatrixArguments& arguments) {
  // format() is called only because it throws if --output and --dense contradict each other, before the long work
  // begins.
  arguments.matrix_output.format();
  const PatternsAndSizes traffic =
      patterns_and_sizes_from_options(arguments.pattern, std::nullopt, arguments.node_count, OptionValueCount::one);
  if (traffic.message_sizes.front() == 0U)
    throw UsageError(
        {.place = "--bytes", .reason = "a file cannot tell 0 bytes from no message", .remedy = "write at least 1"});
  WorkProgressDisplay watched("matrix make", arguments.hides_progress);
  const CommunicationMatrix matrix =
      make_matrix_of_sample(traffic.patterns.front(), arguments.node_count, traffic.message_sizes.front(),
                            arguments.seed, arguments.sample_number);
  if (arguments.matrix_output.writes_to_standard_output()) watched.close();
  arguments.matrix_output.write(matrix);
  return ExitCode::done;
}

Command matrix_make_command_definition() {
  const auto arguments = std::make_shared<MakeMatrixArguments>();
  std::vector<CommandOption> options{{"--nodes", "N", "nodes", [arguments](const std::string& text) {
                                        arguments->node_count = static_cast<std::uint32_t>(
                                            parse_count("--nodes", text, 1, kMostMatrixNodes));
                                      }}};
  for (CommandOption& option :
       pattern_options(arguments->pattern, arguments->libraries.catalogue, OptionValueCount::one, false)) {
    options.push_back(std::move(option));
  }
  options.push_back(library_path_option(arguments->libraries));
  options.push_back({"--seed", "SEED", "of the random choices",
                     [arguments](const std::string& text) { arguments->seed = parse_seed("--seed", text); }});
  options.push_back(
      {"--sample", "S", "which of the matrices that 'switchyard run' would use with this seed",
       [arguments](const std::string& text) { arguments->sample_number = parse_count("--sample", text); }});
  options.push_back(
      mark_option_as_output_file({"--output", "FILE", "a .mtx or .csv file; standard output if not given",
                                  [arguments](const std::string& text) { arguments->matrix_output.path = text; }}));
  options.push_back(flag_option("--dense", "CSV with n lines of n sizes instead of a line a message",
                                arguments->matrix_output.is_dense));
  options.push_back(flag_option("--quiet", "no progress on standard error", arguments->hides_progress));
  return {.name = "make",
          .summary = "A matrix of a pattern, as Matrix Market or CSV",
          .examples = {"switchyard matrix make --nodes 16 --density 4 --bytes 1KiB --seed 3",
                       "switchyard matrix make --nodes 64 --pattern bounded:k=32,l=1/32,t=64KiB --output bounded.mtx"},
          .options = std::move(options),
          .run = [arguments](FilesUsedByCommand&) { return make_matrix_file(*arguments); }};
}

struct MatrixFileArguments {
  std::string input_path;
  std::string output_path;
  Diagonal diagonal = Diagonal::refuse;
  bool is_dense = false;
};

CommandOption diagonal_option(Diagonal& target) {
  return {"--diagonal", "WHAT", "messages to oneself: refuse (default) or drop", [&target](const std::string& text) {
            target = parse_choice("--diagonal", text, {"refuse", "drop"}) == 0 ? Diagonal::refuse : Diagonal::drop;
          }};
}

CommunicationMatrix matrix_from_input_file(const MatrixFileArguments& arguments) {
  return *read_message_pattern(arguments.input_path, arguments.diagonal).file_matrix;
}

ExitCode convert_matrix_file(const MatrixFileArguments& arguments) {
  const MatrixFormat format = matrix_format_of_path("OUT", arguments.output_path, arguments.is_dense);
  write_matrix_file("OUT", arguments.output_path, matrix_from_input_file(arguments), format);
  return ExitCode::done;
}

Command matrix_convert_command_definition() {
  const auto arguments = std::make_shared<MatrixFileArguments>();
  return {.name = "convert",
          .summary = "The same matrix in another format; the ending says which",
          .examples = {"switchyard matrix convert bench/examples/grid_64.mtx grid_64.csv",
                       "switchyard matrix convert bench/examples/grid_64.mtx grid_64_dense.csv --dense"},
          .options = {mark_option_as_input_file({"FILE", "", "a .mtx or .csv file",
                                                 [arguments](const std::string& text) { arguments->input_path = text; },
                                                 false, true}),
                      mark_option_as_output_file(
                          {"OUT", "", "where to write it, .mtx or .csv",
                           [arguments](const std::string& text) { arguments->output_path = text; }, false, true}),
                      diagonal_option(arguments->diagonal),
                      flag_option("--dense", "CSV with n lines of n sizes instead of a line a message",
                                  arguments->is_dense)},
          .run = [arguments](FilesUsedByCommand&) { return convert_matrix_file(*arguments); }};
}

ExitCode print_file_description(const MatrixFileArguments& arguments) {
  print_matrix_description(std::cout, arguments.input_path, describe(matrix_from_input_file(arguments)));
  return ExitCode::done;
}

Command matrix_describe_command_definition() {
  const auto arguments = std::make_shared<MatrixFileArguments>();
  return {.name = "describe",
          .summary = "The figures by which matrices are compared",
          .examples = {"switchyard matrix describe bench/examples/grid_64.mtx",
                       "switchyard matrix describe bench/examples/grid_64.mtx --diagonal drop"},
          .options = {mark_option_as_input_file({"FILE", "", "a .mtx or .csv file",
                                                 [arguments](const std::string& text) { arguments->input_path = text; },
                                                 false, true}),
                      diagonal_option(arguments->diagonal)},
          .run = [arguments](FilesUsedByCommand&) { return print_file_description(*arguments); }};
}

}  // namespace

Command matrix_command_definition() {
  return {.name = "matrix",
          .summary = "Makes, converts and describes communication matrices",
          .examples = {"switchyard matrix make --nodes 16 --density 4 --bytes 1KiB",
                       "switchyard matrix describe bench/examples/grid_64.mtx"},
          .subcommands = {matrix_make_command_definition(), matrix_convert_command_definition(),
                          matrix_describe_command_definition(), definition_of_mesh_halo_command(),
                          definition_of_matrix_halo_command()}};
}

}  // namespace switchyard::cli
