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

constexpr const char* kUsualMatrix = "messages.mtx";

/// The answer to a request, which is computed on a thread other than the main thread.
struct Answer {
  MatrixSource source;
  std::optional<Machine> machine;
  Recommendation recommendation;
};

/// Returns the number of nodes that the options or the machine file give. Returns nothing if neither gives a number of
/// nodes, which a communication matrix may then give.
std::optional<std::uint32_t> node_count_of_options(const MachineOptions& options) {
  if (options.nodes) return options.nodes;
  const bool from_file = options.machine.ends_with(".toml");
  return options.shape.empty() && !from_file ? std::nullopt : std::optional(make_machine(options).node_count());
}

/// Computes the recommendation that the command prints. The result refers to algorithms of the catalogue in
/// `request`, so `request` must outlive the result.
Answer compute_recommendation(const Request& request) {
  SourceOptions from = request.source;
  MachineOptions on = request.machine;
  from.nodes = node_count_of_options(on);
  from.seed = request.comparison.seed;
  if (!from.nodes) from.usual_nodes = make_machine(on).node_count();
  Answer result{read_matrix_source(from), std::nullopt, {}};
  if (!from.nodes) on.nodes = result.source.matrix.node_count();
  const bool by_partition = !from.nodes && from.partition;
  result.machine = by_partition ? with_errors_at("--partition", [&] { return make_machine(on); }) : make_machine(on);
  result.recommendation =
      recommend(*result.machine, request.libraries.catalogue, result.source.matrix, request.comparison);
  return result;
}

Question question_from_request(const Request& request, const Answer& result) {
  Question question{.file = request.source.path,
                    .matrix_file = request.source.path,
                    .machine_options = request.machine_words + text_of_load_options(request.libraries)};
  if (result.source.kind == FileKind::unknowns) {
    question.matrix_file = request.output.value_or(kUsualMatrix);
    question.has_matrix_file = request.output.has_value();
  }
  if (!request.machine.nodes && request.machine.shape.empty())
    question.machine_options += fmt::format(" --nodes {}", result.machine->node_count());
  return question;
}

}  // namespace

ExitCode print_recommendation_for_request(const std::shared_ptr<const Request>& request) {
  MatrixFormat format{};
  if (request->output) format = format_of("--output", *request->output, false);
  WantedFile json("--json", request->json);
  const auto result = std::make_shared<std::optional<Answer>>();
  const ComputationEnd ending = run_interruptibly([request, result](const std::stop_token&) {
    const WatchedWork watched("recommend", request->quiet);
    *result = compute_recommendation(*request);
  });
  if (ending.is_interrupted()) {
    std::cerr << "interrupted: there is no answer\n";
    return ending.exit_code();
  }
  const Answer& found = **result;
  const Question question = question_from_request(*request, found);
  if (request->output) write_matrix_file("--output", *request->output, found.source.matrix, format);
  print(request->json == "-" ? std::cerr : std::cout, found.recommendation, found.source, *found.machine,
        request->comparison, question);
  json.write_file_if_wanted(
      [&] { return json_text(found.recommendation, found.source, *found.machine, request->comparison, question); });
  return ExitCode::done;
}

}  // namespace switchyard::recommend
