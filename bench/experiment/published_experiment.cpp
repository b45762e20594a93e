#include "bench/experiment/published_experiment.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

double mean_of_samples(std::span<const double> samples) {
  return std::accumulate(samples.begin(), samples.end(), 0.0) / static_cast<double>(samples.size());
}

/// Returns an estimate, from n samples, of the standard deviation of the population (with the divisor n - 1); 0 if
/// there are fewer than two samples.
double standard_deviation(std::span<const double> samples) {
  if (samples.size() < 2) return 0;
  const double mean = mean_of_samples(samples);
  const double squares = std::accumulate(samples.begin(), samples.end(), 0.0, [mean](double sum, double sample) {
    return sum + (sample - mean) * (sample - mean);
  });
  return std::sqrt(squares / static_cast<double>(samples.size() - 1));
}

bool matches_experiment_id(const std::string& pattern, const std::string& id) {
  const bool is_paper = id.starts_with(pattern) && id.substr(pattern.size()).starts_with('.');
  return pattern == "all" || is_paper || ::fnmatch(pattern.c_str(), id.c_str(), 0) == 0;
}

bool is_shell_pattern(const std::string& text) { return text.find_first_of("*?[") != std::string::npos; }

Mistake unknown_experiment_error(std::span<const PublishedExperiment> all, const std::string& option,
                                 const std::string& text) {
  std::vector<std::string> ids;
  for (const PublishedExperiment& experiment : all) ids.push_back(experiment.id);
  if (!is_shell_pattern(text)) return mistake_for_unknown_name(option, text, ids, "experiment");
  return {.place = option,
          .value = text,
          .reason = fmt::format("no experiment matches {}", switchyard::quoted(text)),
          .remedy = fmt::format("known: {}", fmt::join(ids, ", "))};
}

}  // namespace

std::string ResultCell::name() const {
  std::string text;
  for (const auto& [name, value] : parameters) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

std::optional<double> ResultCell::relative_error() const {
  if (!published_value || *published_value == 0) return std::nullopt;
  return (emulated_value - *published_value) / *published_value;
}

ResultCell make_result_cell_with_mean(CellParameters parameters, std::string measurement_unit,
                                      std::span<const double> samples, std::optional<double> published) {
  return {.parameters = std::move(parameters),
          .measurement_unit = std::move(measurement_unit),
          .published_value = published,
          .emulated_value = mean_of_samples(samples),
          .spread = standard_deviation(samples),
          .sample_count = samples.size()};
}

std::vector<PublishedExperiment> select_experiments(std::span<const PublishedExperiment> all, const std::string& option,
                                                    std::span<const std::string> patterns) {
  for (const std::string& pattern : patterns) {
    const bool some =
        std::ranges::any_of(all, [&](const auto& experiment) { return matches_experiment_id(pattern, experiment.id); });
    if (!some) throw UsageError(unknown_experiment_error(all, option, pattern));
  }
  std::vector<PublishedExperiment> selected;
  std::ranges::copy_if(all, std::back_inserter(selected), [&](const PublishedExperiment& experiment) {
    return std::ranges::any_of(
        patterns, [&](const std::string& pattern) { return matches_experiment_id(pattern, experiment.id); });
  });
  return selected;
}

}  // namespace switchyard
