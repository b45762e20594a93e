#include "bench/papers/ponnusamy_regular.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/applications/fft2d.hpp"
#include "algorithms/applications/fourier_transform.hpp"
#include "algorithms/broadcast/broadcast.hpp"
#include "algorithms/matrix/generators.hpp"
#include "bench/experiment/exchange_timing.hpp"
#include "bench/papers/ponnusamy_claims.hpp"
#include "bench/papers/ponnusamy_tables.hpp"
#include "machines/cm5.hpp"

namespace switchyard::papers {
namespace {

CellParameters cell_parameters(const char* first, std::uint64_t value, const char* second, std::uint64_t other,
                               std::string_view algorithm) {
  return {{first, fmt::format("{}", value)}, {second, fmt::format("{}", other)}, {"algorithm", std::string(algorithm)}};
}

RunOptions quick_run_options() {
  RunOptions options;
  options.executor = kQuickExecutor;
  return options;
}

// ------------------------------------------------------------ functions that measure times of the complete exchange

struct SizeAndAlgorithm {
  std::uint64_t message_bytes;
  std::string_view algorithm;
};

/// Returns the combinations of message size and algorithm with which the complete exchange is measured on this number
/// of nodes. The paper's figure 5, which is for 32 nodes, has more sizes than figures 6 to 8 for other numbers of
/// nodes, and also the algorithm LEX.
std::vector<SizeAndAlgorithm> measured_sizes_and_algorithms(std::uint32_t nodes) {
  std::vector<SizeAndAlgorithm> points;
  for (const std::uint64_t bytes : {0, 256, 512, 1024, 1536, 1920, 2048}) {
    const bool in_all_figures = bytes <= 512 || bytes == 1920;
    if (nodes != 32 && !in_all_figures) continue;
    for (const std::string_view algorithm : kCompleteExchanges) {
      if (nodes == 32 || algorithm != "lex") points.push_back({bytes, algorithm});
    }
  }
  return points;
}

double estimated_work_of_exchange(std::uint32_t nodes) { return static_cast<double>(nodes) * nodes; }

void measure_exchanges(ExperimentContext& context, std::uint32_t nodes, CellTable& cells) {
  const Machine machine = machines::cm5({.nodes = nodes});
  const Catalogue catalogue = shipped_algorithms();
  const std::vector<SizeAndAlgorithm> points = measured_sizes_and_algorithms(nodes);
  const auto run = [&](std::uint64_t i) {
    const Algorithm& algorithm = catalogue.find("exchange", std::string(points[i].algorithm));
    return time_single_exchange(machine, algorithm, complete(nodes, points[i].message_bytes),
                                context.seed_of_random_stream("exchange", i));
  };
  const std::vector<Duration> times =
      context.results_of_parallel_runs(points.size(), run, {.host_work = estimated_work_of_exchange(nodes)});
  for (std::size_t i = 0; i < points.size(); ++i) {
    cells.add_cell(
        {.parameters = cell_parameters("nodes", nodes, "bytes", points[i].message_bytes, points[i].algorithm),
         .measurement_unit = "ms",
         .emulated_value = milliseconds(times[i])});
  }
}

// ---------------------------------------------------------------------------- functions that measure times of the FFT

void measure_transforms(ExperimentContext& context, std::uint32_t nodes, std::uint32_t size, CellTable& cells) {
  const Machine machine = machines::cm5({.nodes = nodes});
  const Catalogue catalogue = shipped_algorithms();
  const ComplexArray array = random_complex_array(size, context.seed_of_random_stream("transform", size));
  const auto run = [&](std::uint64_t i) {
    const Algorithm& algorithm = catalogue.find("fft", std::string(kCompleteExchanges[i]));
    const Fft2dResult result =
        fft2d(machine, algorithm, size, array, {.run = quick_run_options(), .precision = Precision::single_precision});
    return milliseconds(result.report.makespan) / 1000;
  };
  const std::uint64_t elements = std::uint64_t{size} * size;
  const std::vector<double> seconds = context.results_of_parallel_runs(
      kCompleteExchanges.size(), run, {.host_work = static_cast<double>(elements), .memory_bytes = 64 * elements});
  for (std::size_t i = 0; i < seconds.size(); ++i) {
    cells.add_cell({.parameters = cell_parameters("size", size, "nodes", nodes, kCompleteExchanges[i]),
                    .measurement_unit = "s",
                    .published_value = published_transform_seconds(size, nodes, kCompleteExchanges[i]),
                    .emulated_value = seconds[i]});
  }
}

// ------------------------------------------------------------------------- functions that measure times of broadcasts

constexpr std::array<std::pair<const char*, BroadcastKind>, 3> kBroadcastAlgorithms{
    {{"lib", BroadcastKind::linear}, {"reb", BroadcastKind::recursive}, {"system", BroadcastKind::system}}};
constexpr std::array<std::uint64_t, 10> kBroadcastSizes{0, 64, 256, 512, 1024, 1536, 2048, 3072, 4096, 8192};

void measure_broadcasts(ExperimentContext& context, std::uint32_t nodes, CellTable& cells) {
  const Machine machine = machines::cm5({.nodes = nodes});
  const auto run = [&](std::uint64_t i) {
    const auto kind = kBroadcastAlgorithms[i % kBroadcastAlgorithms.size()].second;
    return run_broadcast(machine, kind, kBroadcastSizes[i / kBroadcastAlgorithms.size()], quick_run_options()).makespan;
  };
  const std::vector<Duration> times = context.results_of_parallel_runs(
      kBroadcastAlgorithms.size() * kBroadcastSizes.size(), run, {.host_work = static_cast<double>(nodes)});
  for (std::size_t i = 0; i < times.size(); ++i) {
    cells.add_cell(
        {.parameters = cell_parameters("nodes", nodes, "bytes", kBroadcastSizes[i / kBroadcastAlgorithms.size()],
                                       kBroadcastAlgorithms[i % kBroadcastAlgorithms.size()].first),
         .measurement_unit = "ms",
         .emulated_value = milliseconds(times[i])});
  }
}

}  // namespace

void reproduce_complete_exchange(ExperimentContext& context) {
  double work = 0;
  for (const std::uint32_t nodes : kExchangeNodeCounts) {
    work += estimated_work_of_exchange(nodes) * static_cast<double>(measured_sizes_and_algorithms(nodes).size());
  }
  context.set_expected_work(work);
  CellTable cells;
  for (const std::uint32_t nodes : kExchangeNodeCounts) measure_exchanges(context, nodes, cells);
  add_result_cells_and_paper_claims(context, cells, claims_on_complete_exchange(cells));
  context.add_note("Figures 5 to 8 are curves, of which the text of the scan has no numbers; every byte is verified");
}

void reproduce_fft(ExperimentContext& context) {
  if (!has_fft_library()) return context.add_note("this build has no FFTW, which the nodes' transforms need");
  double work = 0;
  for (const std::uint32_t size : kTransformSizes) work += 2.0 * kCompleteExchanges.size() * size * size;
  context.set_expected_work(work);
  CellTable cells;
  for (const std::uint32_t nodes : {32U, 256U}) {
    for (const std::uint32_t size : kTransformSizes) measure_transforms(context, nodes, size, cells);
  }
  add_result_cells_and_paper_claims(context, cells, judge_paper_claims_about_fft(cells));
  context.add_note("single precision, 8 bytes an element; the columns for 256 nodes are not at hand");
}

void reproduce_broadcasts(ExperimentContext& context) {
  double work = 0;
  for (const std::uint32_t nodes : kBroadcastNodeCounts)
    work += static_cast<double>(nodes * kBroadcastAlgorithms.size() * kBroadcastSizes.size());
  context.set_expected_work(work);
  CellTable cells;
  for (const std::uint32_t nodes : kBroadcastNodeCounts) measure_broadcasts(context, nodes, cells);
  add_result_cells_and_paper_claims(context, cells, judge_paper_claims_about_broadcasts(cells));
  context.add_note(
      "Figures 10 and 11 are curves; the rate of the control network is fitted to the crossing on 256 nodes, that on "
      "32 nodes is a prediction");
}

}  // namespace switchyard::papers
