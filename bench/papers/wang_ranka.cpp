#include "bench/papers/wang_ranka.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>

#include "bench/experiment/experiment_context.hpp"
#include "bench/papers/wang_ranka_claims.hpp"
#include "bench/papers/wang_ranka_costs.hpp"

namespace switchyard::papers {
namespace {

constexpr const char* kWangRankaCitation =
    "J.-C. Wang, S. Ranka, \"Scheduling of Unstructured Communication on the Intel iPSC/860\"";

CellParameters density_cell_parameters(std::uint32_t density, std::string_view algorithm) {
  return {{"d", fmt::format("{}", density)}, {"algorithm", std::string(algorithm)}};
}

CellParameters parameters_of_size_cell(std::uint32_t density, std::uint64_t bytes, std::string_view algorithm) {
  return {
      {"d", fmt::format("{}", density)}, {"bytes", fmt::format("{}", bytes)}, {"algorithm", std::string(algorithm)}};
}

/// Adds to the results of the experiment a result cell with the mean of the samples `values`, and adds the samples
/// themselves to `table`.
void add_cell(ExperimentContext& context, MeanTable& table, std::uint32_t density, std::uint64_t bytes,
              std::string_view algorithm, std::string unit, const SampleValues& values) {
  ResultCell cell =
      make_result_cell_with_mean(parameters_of_size_cell(density, bytes, algorithm), std::move(unit), values);
  table.add_samples(density, bytes, algorithm, values);
  context.add(std::move(cell));
}

void add_claims_to_experiment_results(ExperimentContext& context, std::vector<PaperClaim> claims) {
  for (PaperClaim& claim : claims) context.add(std::move(claim));
}

// --------------------------------------------------------- experiment on the numbers of phases of random schedules

std::vector<std::uint32_t> densities_of_phase_experiment() {
  std::vector<std::uint32_t> densities;
  for (std::uint32_t d = 4; d <= 48; d += 4) densities.push_back(d);
  return densities;
}

PhaseCountSummary mean_phase_count(std::uint32_t density, const ResultCell& cell, const SampleValues& values) {
  return {.density = density, .mean = cell.emulated_value, .greatest_phase_count = std::ranges::max(values)};
}

void reproduce_phase_counts(ExperimentContext& context) {
  double work = 0;
  for (const std::uint32_t d : densities_of_phase_experiment()) work += estimated_host_work_to_count_phases(context, d);
  context.set_expected_work(work);
  std::vector<PhaseCountSummary> means;
  for (const std::uint32_t d : densities_of_phase_experiment()) {
    for (const auto& [algorithm, values] : unstructured_phase_counts(context, d)) {
      ResultCell cell = make_result_cell_with_mean(density_cell_parameters(d, algorithm), "phases", values);
      if (algorithm == "rs_n") means.push_back(mean_phase_count(d, cell, values));
      context.add(std::move(cell));
    }
  }
  context.add_note("the text states the bound alone; Table 1, which the scan has lost, may have had numbers of phases");
  add_claims_to_experiment_results(context, phase_count_claims(means));
}

// ------------------------------------------ experiments on communication costs and on regions of the best algorithm

double estimated_work_of_costs(const ExperimentContext& context, std::span<const std::uint32_t> densities) {
  double work = 0;
  for (const std::uint32_t d : densities) {
    for (const std::uint64_t bytes : unstructured_message_sizes())
      work += estimated_host_work_to_measure_costs(context, d, bytes);
  }
  return work;
}

MeanTable measure_cost_table(ExperimentContext& context, std::span<const std::uint32_t> densities) {
  context.set_expected_work(estimated_work_of_costs(context, densities));
  MeanTable table;
  for (const std::uint32_t d : densities) {
    for (const std::uint64_t bytes : unstructured_message_sizes()) {
      const SamplesByAlgorithm& costs = unstructured_costs(context, d, bytes);
      for (const std::string_view name : kWangRankaAlgorithms) {
        add_cell(context, table, d, bytes, name, "ms", costs.at(name));
      }
    }
  }
  return table;
}

void add_cost_notes(ExperimentContext& context) {
  context.add_note(
      "mean over the samples of the maximum over the nodes, without the cost of scheduling; every byte is "
      "verified up to 1 KiB, and in the first sample above");
}

void reproduce_communication_costs(ExperimentContext& context) {
  constexpr std::array<std::uint32_t, 4> kDensities{4, 8, 16, 32};
  const MeanTable costs = measure_cost_table(context, kDensities);
  add_cost_notes(context);
  context.add_note(
      "Figures 6 and 9 have their numbers as curves only, of which the text of the scan keeps the axes; "
      "Figures 7 and 8 and Table 1 are lost");
  add_claims_to_experiment_results(context, slowest_algorithm_claims(costs));
}

void reproduce_regions_of_best_algorithms(ExperimentContext& context) {
  const MeanTable costs = measure_cost_table(context, kWangRankaDensities);
  context.add_chart(best_algorithm_chart(costs));
  add_cost_notes(context);
  context.add_note("Figure 5 is a drawing, of which the text of the scan keeps the labels; sec. 6 states the regions");
  add_claims_to_experiment_results(context, region_claims(costs));
}

// --------------------------------------------------- experiment that compares schedule cost with communication cost

SampleValues cost_fractions(const SampleValues& schedule, const SampleValues& communication) {
  SampleValues fractions(schedule.size());
  std::ranges::transform(schedule, communication, fractions.begin(), std::divides<>());
  return fractions;
}

void reproduce_schedule_overhead(ExperimentContext& context) {
  double work = estimated_work_of_costs(context, kWangRankaDensities);
  for (const std::uint32_t d : kWangRankaDensities) work += estimated_work_of_schedules(context, d);
  context.set_expected_work(work);
  MeanTable fractions;
  for (const std::uint32_t d : kWangRankaDensities) {
    const SamplesByAlgorithm& schedules = unstructured_schedule_costs(context, d);
    for (const std::uint64_t bytes : unstructured_message_sizes()) {
      const SamplesByAlgorithm& costs = unstructured_costs(context, d, bytes);
      for (const auto& [name, values] : schedules) {
        add_cell(context, fractions, d, bytes, name, "schedule / communication",
                 cost_fractions(values, costs.at(name)));
      }
    }
  }
  context.add_note("the schedule is made at run time, with the concatenation of the send vectors, and used once");
  context.add_note(
      "W6 is no evidence: the cost of a basic operation, 0.25 us, and the 12 and 18 operations of a path check and a "
      "mark are fitted to its own bounds");
  context.add_note("Figures 10 and 11 are lost in the scan; sec. 6 states what is judged here");
  add_claims_to_experiment_results(context, overhead_claims(fractions));
}

}  // namespace

std::vector<PublishedExperiment> wang_ranka_experiments() {
  const auto source = [](const char* where) { return fmt::format("{}, {}", kWangRankaCitation, where); };
  return {{.id = "wangranka.phases",
           .summary = "phases of random schedules, for d = 4 to 48 messages a node",
           .reproduced_source = source("sec. 4.2 (d + log d iterations)"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_phase_counts},
          {.id = "wangranka.cost",
           .summary = "communication costs of AC, LP, RS_N and RS_NL, for d = 4 to 32 and 16 B to 128 KiB",
           .reproduced_source = source("sec. 6, Figures 6 to 9"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_communication_costs},
          {.id = "wangranka.regions",
           .summary = "which of AC, LP, RS_N and RS_NL is best for which density and message size",
           .reproduced_source = source("sec. 6, Figure 5"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_regions_of_best_algorithms},
          {.id = "wangranka.overhead",
           .summary = "schedule cost at run time over communication cost, for RS_N and RS_NL",
           .reproduced_source = source("sec. 6, Figures 10 and 11"),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_schedule_overhead}};
}

}  // namespace switchyard::papers
