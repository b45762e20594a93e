#include "bench/papers/bokhari_spread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace switchyard::papers {
namespace {

double spread_width_ms(const ExchangeTimesByImplementationAndSize& timings, std::string_view implementation,
                       std::uint64_t bytes) {
  const ExchangeTimes& timing = timings.at({implementation, bytes});
  return milliseconds(timing.greatest_cost - timing.least_cost);
}

/// Returns by how many microseconds the fastest run of the complete exchange without pairwise synchronisation was
/// faster than the fastest run with pairwise synchronisation.
double gain_without_synchronisation_us(const ExchangeTimesByImplementationAndSize& timings, std::uint64_t bytes) {
  return microseconds(timings.at({"pairwise_f", bytes}).least_cost -
                      timings.at({"pairwise_f_global", bytes}).least_cost);
}

template <class TextOf>
std::string text_for_sizes(std::span<const std::uint64_t> sizes, TextOf text_of) {
  std::string text;
  for (const std::uint64_t bytes : sizes) {
    text += fmt::format("{}{} B: {}", text.empty() ? "" : "; ", bytes, text_of(bytes));
  }
  return text;
}

/// The spread of run times, that is, the difference between the slowest and the fastest run, in milliseconds, for each
/// block size of the paper's figure 13. There is a list for runs with pairwise synchronisation of the nodes and one for
/// runs without it.
struct RunTimeSpreadsBySynchronisation {
  std::vector<double> spreads_with_pairwise_synchronisation, spreads_without_pairwise_synchronisation;
};

RunTimeSpreadsBySynchronisation compute_run_time_spreads(const ExchangeTimesByImplementationAndSize& timings) {
  RunTimeSpreadsBySynchronisation widths;
  for (const std::uint64_t bytes : kPublishedRunTimeSpreadBlockSizes) {
    widths.spreads_with_pairwise_synchronisation.push_back(spread_width_ms(timings, "pairwise_f", bytes));
    widths.spreads_without_pairwise_synchronisation.push_back(spread_width_ms(timings, "pairwise_f_global", bytes));
  }
  return widths;
}

std::string run_time_spreads_as_text(const ExchangeTimesByImplementationAndSize& timings) {
  return text_for_sizes(kPublishedRunTimeSpreadBlockSizes, [&](std::uint64_t bytes) {
    return fmt::format("{:.2f} ms, without {:.2f} ms", spread_width_ms(timings, "pairwise_f", bytes),
                       spread_width_ms(timings, "pairwise_f_global", bytes));
  });
}

bool has_spread_growth_only_if_unsynchronised(const RunTimeSpreadsBySynchronisation& widths) {
  // The claim holds if, without synchronisation, the spread of run times with the largest block is more than kGrows
  // times the spread with the smallest block, and also more than kGrows times the spread with synchronisation and the
  // largest block.
  constexpr double kGrows = 5;
  return widths.spreads_without_pairwise_synchronisation.back() >
             kGrows * widths.spreads_without_pairwise_synchronisation.front() &&
         widths.spreads_without_pairwise_synchronisation.back() >
             kGrows * widths.spreads_with_pairwise_synchronisation.back();
}

PaperClaim narrow_band_claim(const ExchangeTimesByImplementationAndSize& timings) {
  // The spread of run times with synchronisation counts as constant if the largest spread is at most this many times
  // the smallest one.
  constexpr double kConstant = 2;
  const RunTimeSpreadsBySynchronisation widths = compute_run_time_spreads(timings);
  const auto [narrowest, widest] = std::ranges::minmax(widths.spreads_with_pairwise_synchronisation);
  return {.id = "B12",
          .statement =
              "runs of pairwise_F fall into a narrow band of constant width; without the pairwise "
              "synchronisations it widens with the block",
          .holds = widest <= kConstant * narrowest && has_spread_growth_only_if_unsynchronised(widths),
          .evidence_text = run_time_spreads_as_text(timings)};
}

PaperClaim judge_claim_that_run_time_spread_grows(const ExchangeTimesByImplementationAndSize& timings) {
  const RunTimeSpreadsBySynchronisation widths = compute_run_time_spreads(timings);
  return {.id = "B12-growth",
          .statement =
              "the part of B12 on growth: only without the pairwise synchronisations do runs spread more the larger "
              "the block",
          .holds = widths.spreads_with_pairwise_synchronisation.back() <=
                       widths.spreads_with_pairwise_synchronisation.front() &&
                   has_spread_growth_only_if_unsynchronised(widths),
          .evidence_text = run_time_spreads_as_text(timings)};
}

PaperClaim fastest_runs_claim(const ExchangeTimesByImplementationAndSize& timings) {
  return {.id = "B13",
          .statement = "the fastest run without pairwise synchronisations beats the fastest pairwise_F by a constant",
          .holds = std::ranges::all_of(
              kRunTimeSpreadBlockSizes,
              [&](std::uint64_t bytes) { return gain_without_synchronisation_us(timings, bytes) > 0; }),
          .evidence_text = text_for_sizes(kRunTimeSpreadBlockSizes, [&](std::uint64_t bytes) {
            return fmt::format("{:+.0f} us", gain_without_synchronisation_us(timings, bytes));
          })};
}

}  // namespace

std::string run_time_spread_table_as_text(const ExchangeTimesByImplementationAndSize& timings) {
  std::string text = "  bytes  implementation          min ms    mean ms     max ms\n";
  for (const std::uint64_t bytes : kRunTimeSpreadBlockSizes) {
    for (const std::string_view implementation : kRunTimeSpreadImplementations) {
      const ExchangeTimes& timing = timings.at({implementation, bytes});
      text += fmt::format("  {:>5}  {:<20}  {:>8.3f}  {:>9.3f}  {:>9.3f}\n", bytes, implementation,
                          milliseconds(timing.least_cost), milliseconds(timing.mean_cost),
                          milliseconds(timing.greatest_cost));
    }
  }
  return text;
}

std::vector<PaperClaim> judge_paper_claims_about_run_time_spread(const ExchangeTimesByImplementationAndSize& timings) {
  return {narrow_band_claim(timings), judge_claim_that_run_time_spread_grows(timings), fastest_runs_claim(timings)};
}

}  // namespace switchyard::papers
