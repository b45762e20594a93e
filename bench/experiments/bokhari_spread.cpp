#include "bench/experiments/bokhari_spread.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace switchyard::experiments {
namespace {

double width_ms(const SpreadTimings& timings, std::string_view implementation, std::uint64_t bytes) {
  const Timing& timing = timings.at({implementation, bytes});
  return milliseconds(timing.most - timing.least);
}

/// How much less the fastest unsynchronised run took.
double gain_us(const SpreadTimings& timings, std::uint64_t bytes) {
  return microseconds(timings.at({"pairwise_f", bytes}).least - timings.at({"pairwise_f_global", bytes}).least);
}

template <class TextOf>
std::string for_sizes(TextOf text_of) {
  std::string text;
  for (const std::uint64_t bytes : kSpreadSizes) {
    text += fmt::format("{}{} B: {}", text.empty() ? "" : "; ", bytes, text_of(bytes));
  }
  return text;
}

Claim narrow_band(const SpreadTimings& timings) {
  constexpr double kConstant = 2;  // widest over narrowest
  constexpr double kGrows = 5;     // unsynchronised: the largest block over the smallest, and over synchronised
  std::vector<double> with, without;
  for (const std::uint64_t bytes : kSpreadSizes) {
    with.push_back(width_ms(timings, "pairwise_f", bytes));
    without.push_back(width_ms(timings, "pairwise_f_global", bytes));
  }
  const auto [narrowest, widest] = std::ranges::minmax(with);
  return {.id = "B12",
          .statement =
              "runs of pairwise_F fall into a narrow band of constant width; without the pairwise "
              "synchronisations it widens with the block",
          .holds = widest <= kConstant * narrowest && without.back() > kGrows * without.front() &&
                   without.back() > kGrows * with.back(),
          .evidence = for_sizes([&](std::uint64_t bytes) {
            return fmt::format("{:.2f} ms, without {:.2f} ms", width_ms(timings, "pairwise_f", bytes),
                               width_ms(timings, "pairwise_f_global", bytes));
          })};
}

Claim lucky_runs(const SpreadTimings& timings) {
  return {
      .id = "B13",
      .statement = "the fastest run without pairwise synchronisations beats the fastest pairwise_F by a constant",
      .holds = std::ranges::all_of(kSpreadSizes, [&](std::uint64_t bytes) { return gain_us(timings, bytes) > 0; }),
      .evidence = for_sizes([&](std::uint64_t bytes) { return fmt::format("{:+.0f} us", gain_us(timings, bytes)); }),
      .known =
          "above 256 bytes a run in which all pairs happen to overlap is too rare: data phases overlap unasked "
          "only if they begin within 15 us of each other (fitted), and drift adds up over the steps"};
}

}  // namespace

std::string spread_text(const SpreadTimings& timings) {
  std::string text = "  bytes  implementation          min ms    mean ms     max ms\n";
  for (const std::uint64_t bytes : kSpreadSizes) {
    for (const std::string_view implementation : kSpreadImplementations) {
      const Timing& timing = timings.at({implementation, bytes});
      text += fmt::format("  {:>5}  {:<20}  {:>8.3f}  {:>9.3f}  {:>9.3f}\n", bytes, implementation,
                          milliseconds(timing.least), milliseconds(timing.mean), milliseconds(timing.most));
    }
  }
  return text;
}

std::vector<Claim> spread_claims(const SpreadTimings& timings) { return {narrow_band(timings), lucky_runs(timings)}; }

}  // namespace switchyard::experiments
