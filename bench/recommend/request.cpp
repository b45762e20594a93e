#include "bench/recommend/request.hpp"

#include <fmt/format.h>

#include <iostream>

#include "bench/experiment/interruptible.hpp"
#include "bench/experiment/matrix_output.hpp"
#include "bench/experiment/output_file.hpp"
#include "bench/experiment/watched_work.hpp"
#include "bench/recommend/recommendation.hpp"
#include "bench/recommend/recommendation_report.hpp"

namespace switchyard::recommend {
namespace {

constexpr const char* kDefaultMatrixFileName = "messages.mtx";

/// The answer to a request for a recommendation. It is computed on a thread other than the main thread.
struct ComputedRecommendation {
  MatrixSource source;
  std::optional<Machine> machine;
  Recommendation recommendation;
};

/// Returns the number of nodes that the command-line options or the machine file give. Returns nothing if neither gives
/// a number, in which case the user's communication matrix may give it.
std::optional<std::uint32_t> node_count_of_options(const MachineOptions& options) {
  if (options.nodes) return options.nodes;
  const bool from_file = options.machine_name.ends_with(".toml");
  return options.grid_sides.empty() && !from_file ? std::nullopt : std::optional(make_machine(options).node_count());
}

/// Computes the recommendation that the command prints. The result refers to algorithms of the catalogue in
/// `request`, so `request` must outlive the result.
ComputedRecommendation compute_recommendation(const RecommendRequest& request) {
  MatrixSourceOptions from = request.matrix_source_options;
  MachineOptions on = request.machine;
  from.nodes = node_count_of_options(on);
  from.seed = request.comparison_options.seed;
  if (!from.nodes) from.default_node_count = make_machine(on).node_count();
  ComputedRecommendation result{read_matrix_source(from), std::nullopt, {}};
  if (!from.nodes) on.nodes = result.source.matrix.node_count();
  const bool by_partition = !from.nodes && from.partition_file_name;
  result.machine = by_partition ? call_with_input_place_in_errors("--partition", [&] { return make_machine(on); })
                                : make_machine(on);
  result.recommendation =
      recommend(*result.machine, request.libraries.catalogue, result.source.matrix, request.comparison_options);
  return result;
}

RecommendationQuestion question_from_request(const RecommendRequest& request, const ComputedRecommendation& result) {
  RecommendationQuestion question{
      .requested_file_name = request.matrix_source_options.path,
      .matrix_file_name = request.matrix_source_options.path,
      .machine_options = request.machine_options_text + text_of_load_options(request.libraries)};
  if (result.source.kind == MatrixFileKind::linear_system_matrix) {
    question.matrix_file_name = request.matrix_output_file_name.value_or(kDefaultMatrixFileName);
    question.has_matrix_file = request.matrix_output_file_name.has_value();
  }
  if (!request.machine.nodes && request.machine.grid_sides.empty())
    question.machine_options += fmt::format(" --nodes {}", result.machine->node_count());
  return question;
}

}  // namespace

ExitCode print_recommendation_for_request(const std::shared_ptr<const RecommendRequest>& request) {
  MatrixFormat format{};
  if (request->matrix_output_file_name)
    format = matrix_format_of_path("--output", *request->matrix_output_file_name, false);
  OptionalOutputFile json("--json", request->json_file_name);
  const auto result = std::make_shared<std::optional<ComputedRecommendation>>();
  const ComputationEnd ending = run_interruptibly([request, result](const std::stop_token&) {
    const WorkProgressDisplay watched("recommend", request->quiet);
    *result = compute_recommendation(*request);
  });
  if (ending.is_interrupted()) {
    std::cerr << "interrupted: there is no answer\n";
    return ending.exit_code();
  }
  const ComputedRecommendation& found = **result;
  const RecommendationQuestion question = question_from_request(*request, found);
  if (request->matrix_output_file_name)
    write_matrix_file("--output", *request->matrix_output_file_name, found.source.matrix, format);
  print_recommendation(request->json_file_name == "-" ? std::cerr : std::cout, found.recommendation, found.source,
                       *found.machine, request->comparison_options, question);
  json.write_file_if_wanted([&] {
    return recommendation_json_text(found.recommendation, found.source, *found.machine, request->comparison_options,
                                    question);
  });
  return ExitCode::done;
}

}  // namespace switchyard::recommend
