#include <fmt/format.h>

#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "bench/cli/commands.hpp"
#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/libraries.hpp"
#include "bench/experiment/machine_options.hpp"
#include "bench/experiment/matrix_output.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/recommend/matrix_source.hpp"
#include "bench/recommend/recommendation.hpp"
#include "bench/recommend/recommendation_report.hpp"
#include "bench/report/page.hpp"
#include "runtime/values.hpp"

namespace switchyard::cli {
namespace {

constexpr std::uint64_t kMostUsesOfASchedule = 1'000'000'000;
constexpr std::uint64_t kMostSamplesOfAnAnswer = 1024;
constexpr std::uint64_t kMostBytesOfAValue = std::uint64_t{1} << 30U;
constexpr const char* kUsualMatrix = "messages.mtx";

struct RecommendArguments {
  MachineOptions machine;
  Libraries libraries;
  recommend::SourceOptions source;
  recommend::ComparisonOptions comparison;
  std::optional<std::string> json, output;
  bool quiet = false;
  std::string machine_words;  ///< command-line options of the machine, as the user wrote them
};

/// The result of the command `recommend`, which is computed on a thread other than the main thread.
struct Answer {
  recommend::MatrixSource source;
  std::optional<Machine> machine;
  recommend::Recommendation recommendation;
};

/// Returns the number of nodes that the options or the machine file give; nothing if neither gives one, so that a
/// communication matrix may give it.
std::optional<std::uint32_t> wanted_nodes(const MachineOptions& options) {
  if (options.nodes) return options.nodes;
  const bool from_file = options.machine.ends_with(".toml");
  return options.shape.empty() && !from_file ? std::nullopt : std::optional(make_machine(options).node_count());
}

/// Computes the recommendation that the command prints. The result refers to algorithms of the catalogue in
/// `arguments`, which must outlive it.
Answer answer(const RecommendArguments& arguments) {
  recommend::SourceOptions from = arguments.source;
  MachineOptions on = arguments.machine;
  from.nodes = wanted_nodes(on);
  from.seed = arguments.comparison.seed;
  if (!from.nodes) from.usual_nodes = make_machine(on).node_count();
  Answer result{recommend::read_source(from), std::nullopt, {}};
  if (!from.nodes) on.nodes = result.source.matrix.node_count();
  const bool by_partition = !from.nodes && from.partition;
  result.machine = by_partition ? with_errors_at("--partition", [&] { return make_machine(on); }) : make_machine(on);
  result.recommendation =
      recommend::recommend(*result.machine, arguments.libraries.catalogue, result.source.matrix, arguments.comparison);
  return result;
}

recommend::Question question_of(const RecommendArguments& arguments, const Answer& result) {
  recommend::Question question{.file = arguments.source.path,
                               .matrix_file = arguments.source.path,
                               .machine_options = arguments.machine_words + load_text(arguments.libraries)};
  if (result.source.kind == recommend::FileKind::unknowns) {
    question.matrix_file = arguments.output.value_or(kUsualMatrix);
    question.keeps_matrix = arguments.output.has_value();
  }
  if (!arguments.machine.nodes && arguments.machine.shape.empty())
    question.machine_options += fmt::format(" --nodes {}", result.machine->node_count());
  return question;
}

ExitCode recommend_file(const std::shared_ptr<RecommendArguments>& arguments) {
  MatrixFormat format{};
  if (arguments->output) format = format_of("--output", *arguments->output, false);
  WantedFile json("--json", arguments->json);
  const auto result = std::make_shared<std::optional<Answer>>();
  const Ending ending = run_interruptibly([arguments, result](const std::stop_token&) {
    const WatchedWork watched("recommend", arguments->quiet);
    *result = answer(*arguments);
  });
  if (ending.is_interrupted()) {
    std::cerr << "interrupted: there is no answer\n";
    return ending.exit_code();
  }
  const Answer& found = **result;
  const recommend::Question question = question_of(*arguments, found);
  if (arguments->output) write_matrix_file("--output", *arguments->output, found.source.matrix, format);
  recommend::print(arguments->json == "-" ? std::cerr : std::cout, found.recommendation, found.source, *found.machine,
                   arguments->comparison, question);
  json.fill([&] {
    return recommend::json_text(found.recommendation, found.source, *found.machine, arguments->comparison, question);
  });
  return ExitCode::done;
}

/// Returns the options of the machine, each of which also notes how the user wrote it, for the command line that the
/// answer prints.
std::vector<Option> noted_machine_options(RecommendArguments& arguments) {
  std::vector<Option> options = machine_options(arguments.machine);
  for (Option& option : options) {
    option.set = [&arguments, name = option.name, has_value = !option.value.empty(),
                  set = option.set](const std::string& text) {
      set(text);
      arguments.machine_words += " " + name + (has_value ? " " + shell_word(text) : std::string());
    };
  }
  return options;
}

std::vector<Option> options_of(RecommendArguments& arguments) {
  std::vector<Option> options{
      that_reads({"FILE", "", "a .mtx or .csv file, also compressed (.gz): messages in bytes, or a matrix of unknowns",
                  [&arguments](const std::string& text) { arguments.source.path = text; }, false, true})};
  for (Option& option : noted_machine_options(arguments)) options.push_back(std::move(option));
  options.push_back(load_option(arguments.libraries));
  options.push_back(count_option("--reuse", "exchanges with one schedule (default 1)", arguments.comparison.reuse, 1,
                                 kMostUsesOfASchedule));
  options.push_back({.name = "--as",
                     .value = "KIND",
                     .help = "messages or unknowns: what the file holds, if it is not what its content says",
                     .set =
                         [&arguments](const std::string& text) {
                           arguments.source.kind = parse_choice("--as", text, {"messages", "unknowns"}) == 0
                                                       ? recommend::FileKind::messages
                                                       : recommend::FileKind::unknowns;
                         },
                     .choices = {"messages", "unknowns"}});
  options.push_back(that_reads({"--partition", "FILE",
                                "the node of each row of unknowns, a number from 0 on a line (default: by METIS)",
                                [&arguments](const std::string& text) { arguments.source.partition = text; }}));
  options.push_back({"--bytes-per-value", "B", "size of a value that is sent; 8 if not given, 16 for complex ones",
                     [&arguments](const std::string& text) {
                       arguments.source.bytes_per_value = parse_count("--bytes-per-value", text, 1, kMostBytesOfAValue);
                     }});
  options.push_back(count_option("--samples", "samples at most; it stops earlier when it is sure (default 256)",
                                 arguments.comparison.most_samples, 2, kMostSamplesOfAnAnswer));
  options.push_back(
      {"--seed", "SEED", "of the partition and of all random delays",
       [&arguments](const std::string& text) { arguments.comparison.seed = parse_seed("--seed", text); }});
  options.push_back(file_option("--output", "the communication matrix, as .mtx or .csv", arguments.output));
  options.push_back(file_option("--json", "the answer as JSON; - for standard output", arguments.json));
  options.push_back(flag("--quiet", "no progress on standard error", arguments.quiet));
  return options;
}

}  // namespace

Command recommend_command() {
  const auto arguments = std::make_shared<RecommendArguments>();
  return {.name = "recommend",
          .summary = "Says which algorithm is best for a sparse or communication matrix, and what would change that",
          .examples = {"switchyard recommend bench/examples/grid_64.mtx --machine ipsc860 --reuse 50",
                       "switchyard recommend bench/examples/grid_64.mtx --as unknowns --nodes 8 --output halo.mtx"},
          .options = options_of(*arguments),
          .run = [arguments](FilesInUse&) { return recommend_file(arguments); }};
}

}  // namespace switchyard::cli
