#include "bench/papers/ponnusamy_irregular.hpp"

#include <fmt/format.h>

#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/applications/euler.hpp"
#include "algorithms/applications/sparse_matrix.hpp"
#include "algorithms/applications/unstructured_mesh.hpp"
#include "algorithms/exchange/exchange_run.hpp"
#include "algorithms/matrix/describe.hpp"
#include "algorithms/matrix/generators.hpp"
#include "algorithms/matrix/halo.hpp"
#include "algorithms/matrix/partition.hpp"
#include "algorithms/schedule/verify.hpp"
#include "bench/experiment/exchange_timing.hpp"
#include "bench/papers/ponnusamy_claims.hpp"
#include "bench/papers/ponnusamy_tables.hpp"
#include "machines/cm5.hpp"

namespace switchyard::papers {
namespace {

constexpr std::uint32_t kPatternNodes = 32;
/// The number of random patterns of each density. The paper has only one pattern; with 1000 patterns, the standard
/// deviation between patterns is known to two percent.
constexpr std::uint64_t kPatternsPerDensity = 1000;
/// The number of random meshes, or of random partitions of the sparse matrix, for each real problem. The paper has only
/// one for each problem.
constexpr std::uint64_t kPartitionsPerProblem = 10;

using TimesByAlgorithm = std::array<std::vector<double>, kIrregularSchedules.size()>;

/// Runs the algorithms ls, ps, bs and gs on the communication matrices that `matrix_of(sample)` returns for each of
/// `count` samples. Returns the times in milliseconds.
template <class MatrixOf>
TimesByAlgorithm measure_schedules(ExperimentContext& context, std::uint64_t count, const std::string& stream,
                                   MatrixOf matrix_of) {
  const Machine machine = machines::cm5({.nodes = kPatternNodes});
  const Catalogue catalogue = shipped_algorithms();
  const auto run = [&](std::uint64_t sample) {
    const CommunicationMatrix& matrix = matrix_of(sample);
    std::array<double, kIrregularSchedules.size()> times{};
    for (std::size_t a = 0; a < times.size(); ++a) {
      const Algorithm& algorithm = catalogue.find("pattern", std::string(kIrregularSchedules[a]));
      times[a] =
          milliseconds(time_single_exchange(machine, algorithm, matrix, context.seed_of_random_stream(stream, sample)));
    }
    return times;
  };
  TimesByAlgorithm samples;
  for (const auto& times : context.results_of_parallel_runs(count, run)) {
    for (std::size_t a = 0; a < times.size(); ++a) samples[a].push_back(times[a]);
  }
  return samples;
}

// ------------------------------------------------------------ functions for the experiment with schedules of pattern P

/// Returns the communication matrix of the example that the paper calls pattern P, from table 6 of the paper.
CommunicationMatrix matrix_of_pattern_p() {
  constexpr std::array<std::string_view, 8> kRows{"01010110", "10101111", "01010000", "10101110",
                                                  "01110101", "01001010", "10110101", "11001010"};
  std::vector<Triplet> messages;
  for (std::uint32_t i = 0; i < kRows.size(); ++i) {
    for (std::uint32_t j = 0; j < kRows.size(); ++j) {
      if (kRows[i][j] == '1') messages.push_back({NodeId{i}, NodeId{j}, 1});
    }
  }
  return CommunicationMatrix::from_triplets(kRows.size(), messages);
}

/// Returns one step of a schedule as text, such as "0<->3 1->2". Two opposite messages between two nodes are shown as
/// one exchange, with the lower node first. The messages are in ascending order of their sources.
std::string step_text(std::span<const ScheduledMessage> phase) {
  std::map<std::pair<NodeId, NodeId>, bool> messages;
  for (const ScheduledMessage& message : phase) messages[{message.source, message.destination}] = true;
  std::string text;
  for (const auto& [ends, there] : messages) {
    const auto& [from, to] = ends;
    const bool back = messages.contains({to, from});
    if (back && to < from) continue;
    text += fmt::format("{}{}{}{}", text.empty() ? "" : " ", index(from), back ? "<->" : "->", index(to));
  }
  return text;
}

std::vector<std::string> step_texts(const Schedule& schedule) {
  std::vector<std::string> steps;
  for (std::uint32_t p = 0; p < schedule.phase_count(); ++p) steps.push_back(step_text(schedule.phase(PhaseId{p})));
  return steps;
}

// ----------------------------------------------------- functions for the experiment with patterns of real problems

/// Makes the communication matrix of the halo exchange of a real problem. `seed` determines the random choices in mesh
/// and partition.
CommunicationMatrix real_problem_matrix(const RealProblem& problem, std::uint64_t seed) {
  if (problem.name == "cg_16k") {
    const Graph graph = graph_of_matrix(SparseMatrix::grid_laplacian(128));
    return halo_matrix(graph, partition(graph, kPatternNodes, seed), sizeof(double));
  }
  const Graph graph = make_wing_mesh(problem.vertex_count, seed).graph();
  return halo_matrix(graph, partition(graph, kPatternNodes, seed), kFlowBytesPerVertex);
}

/// Makes the communication matrices of all samples of a real problem one after another, because METIS cannot be called
/// by several threads at the same time.
std::vector<CommunicationMatrix> real_problem_matrices(const ExperimentContext& context, const RealProblem& problem) {
  std::vector<CommunicationMatrix> patterns(context.requested_or_published_sample_count(kPartitionsPerProblem));
  for (std::uint64_t i = 0; i < patterns.size(); ++i) {
    patterns[i] = real_problem_matrix(problem, context.seed_of_random_stream(problem.name, i));
  }
  return patterns;
}

MeanDensityAndMessageSize pattern_means(std::span<const CommunicationMatrix> patterns) {
  MeanDensityAndMessageSize means;
  for (const CommunicationMatrix& pattern : patterns) {
    const MatrixDescription description = describe(pattern);
    means.percent += description.density_percent / static_cast<double>(patterns.size());
    means.message_bytes += description.mean_bytes / static_cast<double>(patterns.size());
  }
  return means;
}

std::string pattern_table_line(std::string_view name, const RealProblem& published,
                               const MeanDensityAndMessageSize& found) {
  return fmt::format("  {:<10} {:>5.0f} % {:>6.0f} B {:>8.1f} % {:>6.0f} B {:>9.2f}\n", name, published.percent,
                     published.mean_message_bytes, found.percent, found.message_bytes,
                     found.percent * found.message_bytes / (published.percent * published.mean_message_bytes));
}

}  // namespace

void reproduce_pattern_p(ExperimentContext& context) {
  const Machine machine = machines::cm5({.nodes = 8});
  const Catalogue catalogue = shipped_algorithms();
  const CommunicationMatrix matrix = matrix_of_pattern_p();
  constexpr std::array<double, kIrregularSchedules.size()> kSteps{8, 6, 7, 6};
  PatternSchedules schedules;
  std::string chart = "steps of each schedule\n";
  for (std::size_t a = 0; a < kIrregularSchedules.size(); ++a) {
    const std::string name(kIrregularSchedules[a]);
    const Schedule schedule = make_schedule(machine, catalogue.find("pattern", name), matrix, 0);
    schedules[name] = {step_texts(schedule), verify(schedule, matrix).empty()};
    chart += fmt::format("\n  {}\n", name);
    for (const std::string& step : schedules[name].steps) chart += fmt::format("    {}\n", step);
    context.add({.parameters = {{"algorithm", name}},
                 .measurement_unit = "steps",
                 .published_value = kSteps[a],
                 .emulated_value = static_cast<double>(schedule.phase_count())});
  }
  context.add_chart(chart);
  context.add(judge_schedules_of_example_pattern_p(schedules));
  context.add_note("Tables 7 to 9 are lost in the scan but for their numbers of steps; their rules are in the text");
}

void reproduce_random_patterns(ExperimentContext& context) {
  const std::uint64_t count = context.requested_or_published_sample_count(kPatternsPerDensity);
  context.set_expected_work(static_cast<double>(2 * kRandomPatternDensityPercents.size() * count));
  CellTable cells;
  FractionOfExtremePatternsByCell tails;
  for (const std::uint32_t density : kRandomPatternDensityPercents) {
    for (const std::uint64_t bytes : {256, 512}) {
      // The name of the random stream does not contain the message size, so that both message sizes are measured on the
      // same random patterns.
      const std::string stream = fmt::format("pattern percent={}", density);
      const TimesByAlgorithm samples = measure_schedules(context, count, stream, [&](std::uint64_t sample) {
        Rng rng(context.seed_of_random_stream(stream, sample));
        return random_percent_matrix(kPatternNodes, density, bytes, rng);
      });
      for (std::size_t a = 0; a < samples.size(); ++a) {
        const auto published = published_pattern_time_ms(density, bytes, kIrregularSchedules[a]);
        const ResultCell cell = make_result_cell_with_mean({{"percent", fmt::format("{}", density)},
                                                            {"bytes", fmt::format("{}", bytes)},
                                                            {"algorithm", std::string(kIrregularSchedules[a])}},
                                                           "ms", samples[a], published);
        if (published) tails[cell.name()] = share_of_samples_beyond(samples[a], *published);
        cells.add_cell(cell);
      }
    }
  }
  context.add_chart(pattern_time_deviations_as_text_table(cells, tails));
  add_result_cells_and_paper_claims(context, cells, synthetic_pattern_claims(cells, tails));
  context.add_note("the columns for 512 bytes are not at hand; the paper's patterns, one of each density, are unknown");
}

void reproduce_real_patterns(ExperimentContext& context) {
  if (!has_partitioning_library()) return context.add_note("this build has no METIS, which deals meshes out to nodes");
  context.set_expected_work(
      static_cast<double>(real_problems().size() * context.requested_or_published_sample_count(kPartitionsPerProblem)));
  CellTable cells;
  std::string chart =
      "patterns, as printed and as emulated; volume: emulated messages x bytes over those printed\n\n"
      "  problem    printed          emulated           volume\n";
  for (const RealProblem& problem : real_problems()) {
    const std::vector<CommunicationMatrix> patterns = real_problem_matrices(context, problem);
    chart += pattern_table_line(problem.name, problem, pattern_means(patterns));
    const TimesByAlgorithm samples =
        measure_schedules(context, patterns.size(), std::string(problem.name),
                          [&](std::uint64_t sample) -> const CommunicationMatrix& { return patterns[sample]; });
    for (std::size_t a = 0; a < samples.size(); ++a) {
      cells.add_cell(make_result_cell_with_mean(
          {{"problem", std::string(problem.name)}, {"algorithm", std::string(kIrregularSchedules[a])}}, "ms",
          samples[a], problem.times_ms[a]));
    }
  }
  context.add_chart(chart);
  add_result_cells_and_paper_claims(context, cells, real_problem_claims(cells));
  context.add_note(
      "meshes, matrix and partitions are our own, as those of the paper are not published; 40 bytes a vertex of a "
      "mesh, 8 a row of the matrix");
}

}  // namespace switchyard::papers
