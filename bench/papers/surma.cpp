#include "bench/papers/surma.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <string_view>

#include "algorithms/schedule/first_fit.hpp"
#include "algorithms/schedule/hot_spot_trial.hpp"
#include "algorithms/schedule/independent_sets.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "bench/papers/surma_hot_spot_claims.hpp"
#include "bench/papers/surma_mesh.hpp"
#include "machines/topology/mesh.hpp"

namespace switchyard::papers {
namespace {

constexpr const char* kCollisionPaper = "Surma and Sha 1997";
constexpr GridShape kMeshShape{10, 10};
/// The number of random message lists for each list length and hot-spot percentage. The paper has only 100 lists, so
/// the random errors of its means are as large as the differences that claim S2 judges.
constexpr std::uint64_t kMessageListsPerPoint = 2000;

// ------------------------------------------------------------------ experiment with the worked example of the paper

/// Returns the seven messages of the paper's worked example, from its table 2.
std::vector<ListedMessage> example_messages() {
  constexpr std::array<std::array<GridPlace, 2>, 7> kPlaces{{{{{2, 2}, {8, 8}}},
                                                             {{{3, 1}, {7, 7}}},
                                                             {{{2, 5}, {5, 7}}},
                                                             {{{2, 1}, {5, 4}}},
                                                             {{{2, 1}, {6, 3}}},
                                                             {{{3, 4}, {5, 6}}},
                                                             {{{3, 1}, {6, 4}}}}};
  std::vector<ListedMessage> messages;
  for (const auto& [from, to] : kPlaces) {
    messages.push_back({.id = messages.size() + 1,
                        .ready_time = 1.0,
                        .source = kMeshShape.node_at(from),
                        .destination = kMeshShape.node_at(to)});
  }
  return messages;
}

/// A column of the paper's tables 4 and 5: the levels (time slots) that one scheduler assigns to the messages of the
/// worked example, and the sum of the levels.
struct WorkedExampleColumn {
  std::string_view algorithm;
  std::function<MessageListSchedule(const CollisionModel&)> scheduler;
  /// the numbers of the messages in each level (time slot) as text, such as "1 2 3' | 5 6"; a prime marks a message
  /// that is re-routed
  std::string_view levels_as_text;
  std::uint64_t sum;
};

std::vector<WorkedExampleColumn> published_example_columns() {
  return {{"fcfs", fcfs_levels, "1 2 | 3 4 6 | 5 7", 14},
          {"iscom", make_independent_set_schedule, "1 6 7 | 2 4 | 3 5", 13},
          {"miscom", miscom_levels, "3 5 6 7 | 1 2 | 4", 11},
          {"fcfs_rerouted", fcfs_rerouted_levels, "1 2 3' 4' | 5 6 7", 10},
          {"miscom_rerouted", miscom_rerouted_levels, "1' 3 4' 5 6 7 | 2", 8},
          {"miscom_improved", miscom_improved_levels, "1' 3' 4' 5 6 7 | 2", 8}};
}

void reproduce_worked_example(ExperimentContext& context) {
  const Mesh mesh(kMeshShape);
  const CollisionModel model(MessagePaths(example_messages(), mesh, detour_finder_by_second_network_routes(mesh)));
  std::string evidence, chart = "messages of each level; a prime marks one that is re-routed\n\n";
  bool exact = true;
  for (const WorkedExampleColumn& column : published_example_columns()) {
    const MessageListSchedule message_list_schedule = column.scheduler(model);
    const std::string levels = levels_text(message_list_schedule, model.paths);
    exact = exact && levels == column.levels_as_text && message_list_schedule.level_sum() == column.sum;
    evidence += fmt::format("{}{}", evidence.empty() ? "level sums " : ", ", message_list_schedule.level_sum());
    chart += fmt::format("  {:<16} {}\n", column.algorithm, levels);
    context.add({.parameters = {{"algorithm", std::string(column.algorithm)}},
                 .measurement_unit = "level sum",
                 .published_value = static_cast<double>(column.sum),
                 .emulated_value = static_cast<double>(message_list_schedule.level_sum())});
  }
  context.add_chart(chart);
  context.add(PaperClaim{.id = "S1",
                         .statement = "the worked example comes out exactly: all levels and sums of Tables 4 and 5",
                         .holds = exact,
                         .evidence_text = evidence});
}

// -------------------------------------------------------------- experiment with random message lists with a hot spot

using ColumnSamples = std::array<std::vector<double>, kHotSpotColumns.size()>;

/// Returns a rough estimate, in relative units, of the host time of one trial with this number of messages. The time
/// grows at least with the square of the number, as the scheduler MISCOM goes over all messages once for each message.
double message_list_work(std::uint32_t messages) { return static_cast<double>(messages) * messages; }

ColumnSamples measure_sums_of_message_levels(ExperimentContext& context, const Mesh& mesh, std::uint32_t messages,
                                             std::uint32_t percent) {
  const HotSpot lists{.mesh = kMeshShape, .hot_destination_probability = percent / 100.0};
  const std::string stream = fmt::format("surma n={} hotspot={}", messages, percent);
  const auto run = [&](std::uint64_t trial) {
    return run_hot_spot_trial(lists, messages, mesh, detour_finder_by_second_network_routes(mesh),
                              context.seed_of_random_stream(stream, trial));
  };
  ColumnSamples samples;
  for (const auto& sums :
       context.results_of_parallel_runs(context.requested_or_published_sample_count(kMessageListsPerPoint), run,
                                        {.host_work = message_list_work(messages)})) {
    for (std::size_t c = 0; c < sums.size(); ++c) samples[c].push_back(static_cast<double>(sums[c]));
  }
  return samples;
}

void reproduce_hot_spot_tables(ExperimentContext& context) {
  double work = 0;
  for (const std::uint32_t messages : kHotSpotListLengths)
    work += message_list_work(messages) * kHotSpotPercents.size();
  context.set_expected_work(work *
                            static_cast<double>(context.requested_or_published_sample_count(kMessageListsPerPoint)));
  const Mesh mesh(kMeshShape);
  HotSpotMeans means;
  for (const std::uint32_t messages : kHotSpotListLengths) {
    for (const std::uint32_t percent : kHotSpotPercents) {
      const ColumnSamples samples = measure_sums_of_message_levels(context, mesh, messages, percent);
      for (std::size_t c = 0; c < samples.size(); ++c) {
        const std::string algorithm = kHotSpotColumns[c];
        ResultCell cell = make_result_cell_with_mean(
            {{"n", fmt::format("{}", messages)}, {"hotspot", fmt::format("{}", percent)}, {"algorithm", algorithm}},
            "level sum", samples[c], published_sum_of_message_levels(messages, percent, algorithm));
        means[{messages, percent, algorithm}] = cell.emulated_value;
        context.add(std::move(cell));
      }
    }
  }
  for (PaperClaim& claim : hot_spot_claims(means)) context.add(std::move(claim));
  context.add_note(
      "Tables 7 and 9 (30 and 50 messages) are not at hand; the hot region, the nodes (1,9) and (1,10), is "
      "fitted");
  context.add_note("min_sum (local search) and lower_bound (cuts of links) are no part of the paper");
}

}  // namespace

std::vector<PublishedExperiment> surma_experiments() {
  return {{.id = "surma.example",
           .summary = "levels of the seven-message example under six schedulers",
           .reproduced_source = fmt::format("{}, sec. 3, Tables 4 and 5", kCollisionPaper),
           .experiment_function = reproduce_worked_example},
          {.id = "surma.hotspot",
           .summary = "mean level sums of random lists on a 10 x 10 mesh with a hot spot",
           .reproduced_source = fmt::format("{}, sec. 4, Tables 6 to 10", kCollisionPaper),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_hot_spot_tables},
          {.id = "surma.mesh",
           .summary = "does the level sum predict how long a list takes on an emulated mesh?",
           .reproduced_source = fmt::format("no table; a question to {}, sec. 2.4", kCollisionPaper),
           .column_parameter = "measure",
           .experiment_function = test_level_sum_on_mesh}};
}

}  // namespace switchyard::papers
