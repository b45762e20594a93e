#include "bench/papers/bokhari.hpp"

#include <fmt/format.h>

#include "algorithms/exchange/paper_protocols.hpp"
#include "algorithms/matrix/generators.hpp"
#include "bench/experiment/experiment_context.hpp"
#include "bench/papers/bokhari_charts.hpp"
#include "bench/papers/bokhari_hull.hpp"
#include "bench/papers/bokhari_hull_claims.hpp"
#include "bench/papers/bokhari_network.hpp"
#include "bench/papers/bokhari_spread.hpp"
#include "bench/report/link_chart_text.hpp"
#include "machines/ipsc860.hpp"

namespace switchyard::papers {
namespace {

constexpr const char* kBokhariCitation = "Bokhari 1991";

std::string number_as_text(std::uint64_t number) { return fmt::format("{}", number); }

void add_all_claims(ExperimentContext& context, std::vector<PaperClaim> claims) {
  for (PaperClaim& claim : claims) context.add(std::move(claim));
}

void reproduce_latency(ExperimentContext& context) {
  for (const Protocol protocol : {kForcedProtocol, kUnforcedProtocol}) {
    for (const std::uint64_t bytes : kLatencyMessageSizes) {
      for (std::uint32_t links = 1; links <= kLongestPathLinks; ++links) {
        context.add({.parameters = {{"protocol", protocol == kForcedProtocol ? "forced" : "unforced"},
                                    {"bytes", number_as_text(bytes)},
                                    {"links", number_as_text(links)}},
                     .measurement_unit = "us",
                     .published_value = published_uncontended_message_time_us(protocol, bytes, links),
                     .emulated_value = microseconds(uncontended_message_time(protocol, bytes, links, kQuickExecutor))});
      }
    }
  }
  add_all_claims(context, latency_claims(kQuickExecutor));
  context.add_note("published: the expressions of sec. 2.2; for zero bytes the two times that the text gives");
}

void reproduce_edge_contention(ExperimentContext& context) {
  for (std::uint64_t bytes = 0; bytes <= 1000; bytes += 200) {
    for (std::uint32_t circuits = 1; circuits <= kContendingCircuits; ++circuits) {
      context.add({.parameters = {{"bytes", number_as_text(bytes)}, {"circuits", number_as_text(circuits)}},
                   .measurement_unit = "us",
                   .emulated_value = microseconds(contending_messages_time(circuits, bytes, kQuickExecutor))});
    }
  }
  add_all_claims(context, contention_claims(kQuickExecutor));
  context.add_note("Figure 4 is a drawing; of its numbers the text has the ratio that B2 is about");
}

void reproduce_link_charts(ExperimentContext& context) {
  const Catalogue catalogue = shipped_algorithms();
  for (const PrintedChart& printed : link_charts_printed_in_paper()) {
    const LinkChart chart =
        make_exchange_link_chart(catalogue.find("charts", std::string(printed.algorithm)), kPrintedChartNodes);
    for (const ChartRow& row : chart.rows()) {
      if (row.source == row.destination) continue;
      context.add({.parameters = {{"figure", number_as_text(printed.figure_number)},
                                  {"source", number_as_text(index(row.source))},
                                  {"destination", number_as_text(index(row.destination))}},
                   .measurement_unit = "step",
                   .published_value = printed.step_of_message(row.source, row.destination),
                   .emulated_value = static_cast<double>(row.steps.front())});
    }
    context.add_chart(fmt::format("{} on {} nodes (Figure {})\n\n{}", printed.algorithm, kPrintedChartNodes,
                                  printed.figure_number, to_text(chart)));
    context.add_note(chart_comparison_text(printed, chart));
  }
  context.add(link_chart_claim(catalogue));
}

/// Returns the number of runs for each measured point of the paper's figures 10 and 11 with a cube of this dimension:
/// 1000 up to dimension 5 and 100 for larger cubes, or the number that the user asks for.
std::uint64_t runs_for_dimension(const ExperimentContext& context, std::uint32_t dimension) {
  return context.requested_or_published_sample_count(dimension <= 5 ? 1000 : 100);
}

/// Calls visit(dimension, bytes, matrix, implementation) for each point that the paper's figures 10 and 11 measure.
template <class Visit>
void for_each_measured_point(Visit visit) {
  for (std::uint32_t d = 1; d <= kLargestCubeDimension; ++d) {
    for (std::uint64_t bytes = 1; bytes <= kLargestBlockBytes; bytes *= 2) {
      const CommunicationMatrix matrix = complete(1U << d, bytes);
      for (const std::string_view implementation : kCompleteExchangeImplementations) {
        if (bytes <= measured_block_sizes(implementation).back()) visit(d, bytes, matrix, implementation);
      }
    }
  }
}

void set_expected_work_of_implementations(ExperimentContext& context) {
  double work = 0;
  for_each_measured_point([&](std::uint32_t d, std::uint64_t, const CommunicationMatrix& matrix, std::string_view) {
    work += static_cast<double>(runs_for_dimension(context, d)) * estimated_run_cost(matrix).host_work;
  });
  context.set_expected_work(work);
}

ResultCell timing_cell(std::uint32_t dimension, std::uint64_t bytes, std::string_view algorithm,
                       const ExchangeTimes& timing) {
  return {.parameters = {{"d", number_as_text(dimension)},
                         {"bytes", number_as_text(bytes)},
                         {"algorithm", std::string(algorithm)}},
          .measurement_unit = "ms",
          .emulated_value = milliseconds(timing.greatest_cost),
          .spread = milliseconds(timing.standard_deviation),
          .sample_count = timing.run_count};
}

ImplementationTimes measure_implementations(ExperimentContext& context) {
  const Catalogue catalogue = shipped_algorithms();
  ImplementationTimes hull;
  for_each_measured_point(
      [&](std::uint32_t d, std::uint64_t bytes, const CommunicationMatrix& matrix, std::string_view name) {
        const Machine machine = machines::ipsc860({.nodes = 1U << d});
        const Algorithm& algorithm = catalogue.find("hull", std::string(name));
        const ExchangeTimes timing = time_exchange(context, machine, algorithm, matrix, runs_for_dimension(context, d),
                                                   fmt::format("bokhari d={}", d));
        context.add(timing_cell(d, bytes, name, timing));
        hull.record_exchange_times(name, d, bytes, timing);
      });
  return hull;
}

void reproduce_best_implementations(ExperimentContext& context) {
  set_expected_work_of_implementations(context);
  const ImplementationTimes measured = measure_implementations(context);
  context.add_chart(best_implementations_map(measured));
  add_all_claims(context, judge_claims_about_best_implementations(measured));
  context.add_note(
      "each cell is the maximum of its runs, as in the paper; Figures 10 and 11 are drawings, and the text "
      "gives the claims only");
  context.add_note(
      "its chart of regions (sec. 6.6) is lost in the scan: regions that the text does not state are ours");
}

void set_expected_work_of_run_time_spread(ExperimentContext& context, std::uint64_t runs) {
  double work = 0;
  for (const std::uint64_t bytes : kRunTimeSpreadBlockSizes)
    work += estimated_run_cost(complete(1U << kRunTimeSpreadCubeDimension, bytes)).host_work;
  context.set_expected_work(work * static_cast<double>(runs * kRunTimeSpreadImplementations.size()));
}

void reproduce_run_time_spread(ExperimentContext& context) {
  const std::uint64_t runs = context.requested_or_published_sample_count(1000);
  set_expected_work_of_run_time_spread(context, runs);
  const Catalogue catalogue = shipped_algorithms();
  const Machine machine = machines::ipsc860({.nodes = 1U << kRunTimeSpreadCubeDimension});
  ExchangeTimesByImplementationAndSize timings;
  for (const std::uint64_t bytes : kRunTimeSpreadBlockSizes) {
    const CommunicationMatrix matrix = complete(machine.node_count(), bytes);
    for (const std::string_view name : kRunTimeSpreadImplementations) {
      const Algorithm& algorithm = catalogue.find("spread", std::string(name));
      const ExchangeTimes timing = time_exchange(context, machine, algorithm, matrix, runs, "bokhari spread");
      context.add(timing_cell(kRunTimeSpreadCubeDimension, bytes, name, timing));
      timings[{name, bytes}] = timing;
    }
  }
  context.add_chart(run_time_spread_table_as_text(timings));
  add_all_claims(context, judge_paper_claims_about_run_time_spread(timings));
  context.add_note(
      "each cell is the maximum of its runs; pairwise_f_global is pairwise_f without the pairwise "
      "synchronisations (Figure 13)");
  context.add_note(
      "a zero-byte message ignores half duplex and the 130 us of a wait for a link: fitted to the constant width of "
      "the band (sec. 6.4), which B12 judges, and the weakest assumption about this machine");
}

}  // namespace

std::vector<PublishedExperiment> bokhari_experiments() {
  return {{.id = "bokhari.latency",
           .summary = "one message over 1 to 7 links, FORCED and UNFORCED",
           .reproduced_source = fmt::format("{}, sec. 2.2, Figure 2", kBokhariCitation),
           .column_parameter = "links",
           .experiment_function = reproduce_latency},
          {.id = "bokhari.contention",
           .summary = "one to eight circuits over one edge",
           .reproduced_source = fmt::format("{}, sec. 2.3, Figures 3 and 4", kBokhariCitation),
           .column_parameter = "circuits",
           .experiment_function = reproduce_edge_contention},
          {.id = "bokhari.charts",
           .summary = "schedules of the complete exchange on 8 nodes and the links that they use",
           .reproduced_source = fmt::format("{}, sec. 3 and 4, Figures 6 to 9", kBokhariCitation),
           .column_parameter = "destination",
           .experiment_function = reproduce_link_charts,
           .has_curves = false},
          {.id = "bokhari.hull",
           .summary = "which implementation of the complete exchange is best for which cube and block size",
           .reproduced_source = fmt::format("{}, sec. 6, Figures 10 and 11", kBokhariCitation),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_best_implementations},
          {.id = "bokhari.spread",
           .summary = "minimum, mean and maximum of repeated runs, with and without pairwise synchronisation",
           .reproduced_source = fmt::format("{}, sec. 6.3 and 6.4, Figures 12 and 13", kBokhariCitation),
           .column_parameter = "algorithm",
           .experiment_function = reproduce_run_time_spread}};
}

}  // namespace switchyard::papers
