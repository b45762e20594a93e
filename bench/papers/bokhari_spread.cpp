#include "bench/papers/bokhari_spread.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace switchyard::papers {
namespace {

double spread_width_ms(const SpreadTimings& timings, std::string_view implementation, std::uint64_t bytes) {
  const ExchangeTimes& timing = timings.at({implementation, bytes});
  return milliseconds(timing.greatest_cost - timing.least_cost);
}

/// Returns by how many microseconds the fastest run of the complete exchange without pairwise synchronisation was
/// faster than the fastest run with pairwise synchronisation.
double gain_without_synchronisation_us(const SpreadTimings& timings, std::uint64_t bytes) {
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
struct SpreadWidths {
  std::vector<double> with_synchronisation, without_synchronisation;
};

SpreadWidths widths_of_spread(const SpreadTimings& timings) {
  SpreadWidths widths;
  for (const std::uint64_t bytes : kPrintedSpreadBlockSizes) {
    widths.with_synchronisation.push_back(spread_width_ms(timings, "pairwise_f", bytes));
    widths.without_synchronisation.push_back(spread_width_ms(timings, "pairwise_f_global", bytes));
  }
  return widths;
}

std::string text_of_spread_widths(const SpreadTimings& timings) {
  return text_for_sizes(kPrintedSpreadBlockSizes, [&](std::uint64_t bytes) {
    return fmt::format("{:.2f} ms, without {:.2f} ms", spread_width_ms(timings, "pairwise_f", bytes),
                       spread_width_ms(timings, "pairwise_f_global", bytes));
  });
}

bool widens_only_without_synchronisation(const SpreadWidths& widths) {
  // The claim holds if, without synchronisation, the spread of run times with the largest block is more than kGrows
  // times the spread with the smallest block, and also more than kGrows times the spread with synchronisation and the
  // largest block.
  constexpr double kGrows = 5;
  return widths.without_synchronisation.back() > kGrows * widths.without_synchronisation.front() &&
         widths.without_synchronisation.back() > kGrows * widths.with_synchronisation.back();
}

Claim narrow_band_claim(const SpreadTimings& timings) {
  // The spread of run times with synchronisation counts as constant if the largest spread is at most this many times
  // the smallest one.
  constexpr double kConstant = 2;
  const SpreadWidths widths = widths_of_spread(timings);
  const auto [narrowest, widest] = std::ranges::minmax(widths.with_synchronisation);
  return {.id = "B12",
          .statement =
              "runs of pairwise_F fall into a narrow band of constant width; without the pairwise "
              "synchronisations it widens with the block",
          .holds = widest <= kConstant * narrowest && widens_only_without_synchronisation(widths),
          .evidence_text = text_of_spread_widths(timings)};
}

Claim growing_band_claim(const SpreadTimings& timings) {
  const SpreadWidths widths = widths_of_spread(timings);
  return {.id = "B12-growth",
          .statement =
              "the part of B12 on growth: only without the pairwise synchronisations do runs spread more the larger "
              "the block",
          .holds = widths.with_synchronisation.back() <= widths.with_synchronisation.front() &&
                   widens_only_without_synchronisation(widths),
          .evidence_text = text_of_spread_widths(timings)};
}

Claim fastest_runs_claim(const SpreadTimings& timings) {
  return {
      .id = "B13",
      .statement = "the fastest run without pairwise synchronisations beats the fastest pairwise_F by a constant",
      .holds = std::ranges::all_of(
          kSpreadBlockSizes, [&](std::uint64_t bytes) { return gain_without_synchronisation_us(timings, bytes) > 0; }),
      .evidence_text = text_for_sizes(kSpreadBlockSizes, [&](std::uint64_t bytes) {
        return fmt::format("{:+.0f} us", gain_without_synchronisation_us(timings, bytes));
      })};
}

}  // namespace

std::string text_of_spread_timings(const SpreadTimings& timings) {
  std::string text = "  bytes  implementation          min ms    mean ms     max ms\n";
  for (const std::uint64_t bytes : kSpreadBlockSizes) {
    for (const std::string_view implementation : kSpreadImplementations) {
      const ExchangeTimes& timing = timings.at({implementation, bytes});
      text += fmt::format("  {:>5}  {:<20}  {:>8.3f}  {:>9.3f}  {:>9.3f}\n", bytes, implementation,
                          milliseconds(timing.least_cost), milliseconds(timing.mean_cost),
                          milliseconds(timing.greatest_cost));
    }
  }
  return text;
}

std::vector<Claim> claims_on_spread(const SpreadTimings& timings) {
  return {narrow_band_claim(timings), growing_band_claim(timings), fastest_runs_claim(timings)};
}

}  // namespace switchyard::papers
