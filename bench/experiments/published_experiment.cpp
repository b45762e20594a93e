#include "bench/experiments/published_experiment.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace switchyard::experiments {
namespace {

double mean_of(std::span<const double> samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

/// Of the samples as a random choice out of all there could be.
double standard_deviation(std::span<const double> samples) {
  if (samples.size() < 2) return 0;
  const double mean = mean_of(samples);
  const double squares = std::accumulate(samples.begin(), samples.end(), 0.0, [mean](double sum, double sample) {
    return sum + (sample - mean) * (sample - mean);
  });
  return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

}  // namespace

std::string ResultCell::name() const {
  std::string text;
  for (const auto& [name, value] : parameters) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

std::optional<double> ResultCell::relative_error() const {
  if (!published || *published == 0) return std::nullopt;
  return (emulated - *published) / *published;
}

ResultCell mean_cell(CellParameters parameters, std::string unit, std::span<const double> samples,
                     std::optional<double> published) {
  return {.parameters = std::move(parameters),
          .unit = std::move(unit),
          .published = published,
          .emulated = mean_of(samples),
          .spread = standard_deviation(samples),
          .samples = samples.size()};
}

}  // namespace switchyard::experiments
