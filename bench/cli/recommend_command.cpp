#include <memory>
#include <utility>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/recommend/request.hpp"
#include "bench/report/page.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostUsesOfASchedule = 1'000'000'000;
constexpr std::uint64_t kMostSamplesOfRecommendation = 1024;
constexpr std::uint64_t kMostBytesOfAValue = std::uint64_t{1} << 30U;

/// Returns the options that choose the machine. Each option also records its name and value as the user wrote them,
/// because the recommendation contains a command line for the same machine.
std::vector<CommandOption> machine_options_with_input_recording(recommend::RecommendRequest& arguments) {
  std::vector<CommandOption> options = machine_options(arguments.machine);
  for (CommandOption& option : options) {
    option.set_value = [&arguments, name = option.name, has_value = !option.value_name.empty(),
                        set = option.set_value](const std::string& text) {
      set(text);
      arguments.machine_options_text += " " + name + (has_value ? " " + quoted_shell_word(text) : std::string());
    };
  }
  return options;
}

std::vector<CommandOption> options_of(recommend::RecommendRequest& arguments) {
  std::vector<CommandOption> options{mark_option_as_input_file(
      {"FILE", "", "a .mtx or .csv file, also compressed (.gz): messages in bytes, or a matrix of unknowns",
       [&arguments](const std::string& text) { arguments.matrix_source_options.path = text; }, false, true})};
  for (CommandOption& option : machine_options_with_input_recording(arguments)) options.push_back(std::move(option));
  options.push_back(library_path_option(arguments.libraries));
  options.push_back(option_with_count_value("--reuse", "exchanges with one schedule (default 1)",
                                            arguments.comparison_options.uses_of_schedule, 1, kMostUsesOfASchedule));
  options.push_back({.name = "--as",
                     .value_name = "KIND",
                     .help_text = "messages or unknowns: what the file holds, if it is not what its content says",
                     .set_value =
                         [&arguments](const std::string& text) {
                           arguments.matrix_source_options.kind =
                               parse_choice("--as", text, {"messages", "unknowns"}) == 0
                                   ? recommend::MatrixFileKind::communication_matrix
                                   : recommend::MatrixFileKind::linear_system_matrix;
                         },
                     .choices = {"messages", "unknowns"}});
  options.push_back(mark_option_as_input_file(
      {"--partition", "FILE", "the node of each row of unknowns, a number from 0 on a line (default: by METIS)",
       [&arguments](const std::string& text) { arguments.matrix_source_options.partition_file_name = text; }}));
  options.push_back({"--bytes-per-value", "B", "size of a value that is sent; 8 if not given, 16 for complex ones",
                     [&arguments](const std::string& text) {
                       arguments.matrix_source_options.bytes_per_value =
                           parse_count("--bytes-per-value", text, 1, kMostBytesOfAValue);
                     }});
  options.push_back(
      option_with_count_value("--samples", "samples at most; it stops earlier when it is sure (default 256)",
                              arguments.comparison_options.sample_count_limit, 2, kMostSamplesOfRecommendation));
  options.push_back(
      {"--seed", "SEED", "of the partition and of all random delays",
       [&arguments](const std::string& text) { arguments.comparison_options.seed = parse_seed("--seed", text); }});
  options.push_back(
      file_option("--output", "the communication matrix, as .mtx or .csv", arguments.matrix_output_file_name));
  options.push_back(file_option("--json", "the answer as JSON; - for standard output", arguments.json_file_name));
  options.push_back(flag_option("--quiet", "no progress on standard error", arguments.quiet));
  return options;
}

}  // namespace

Command recommend_command_definition() {
  const auto arguments = std::make_shared<recommend::RecommendRequest>();
  return {.name = "recommend",
          .summary = "Says which algorithm is best for a sparse or communication matrix, and what would change that",
          .examples = {"switchyard recommend bench/examples/grid_64.mtx --machine ipsc860 --reuse 50",
                       "switchyard recommend bench/examples/grid_64.mtx --as unknowns --nodes 8 --output halo.mtx"},
          .options = options_of(*arguments),
          .run = [arguments](FilesUsedByCommand&) { return recommend::print_recommendation_for_request(arguments); }};
}

}  // namespace switchyard::cli
