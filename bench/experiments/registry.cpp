#include "bench/experiments/registry.hpp"

#include <fmt/format.h>
#include <fnmatch.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "bench/experiments/bokhari.hpp"
#include "bench/experiments/ponnusamy.hpp"
#include "bench/experiments/ranka.hpp"
#include "bench/experiments/surma.hpp"
#include "bench/experiments/wang_ranka.hpp"
#include "runtime/error.hpp"
#include "runtime/nearest.hpp"
#include "runtime/values.hpp"

namespace switchyard::experiments {
namespace {

bool matches(const std::string& pattern, const std::string& id) {
  return pattern == "all" || ::fnmatch(pattern.c_str(), id.c_str(), 0) == 0;
}

bool is_pattern(const std::string& text) { return text.find_first_of("*?[") != std::string::npos; }

std::string no_such_experiment(std::span<const PublishedExperiment> all, const std::string& option,
                               const std::string& text) {
  std::vector<std::string> ids;
  for (const PublishedExperiment& experiment : all) ids.push_back(experiment.id);
  if (!is_pattern(text)) return unknown_name_message(option, text, ids, "experiment");
  return fmt::format("{}: no experiment matches {}; known: {}", option, switchyard::quoted(text), fmt::join(ids, ", "));
}

}  // namespace

std::vector<PublishedExperiment> published_experiments() {
  std::vector<PublishedExperiment> all;
  for (const auto experiments_of_paper :
       {bokhari_experiments, ponnusamy_experiments, ranka_experiments, surma_experiments, wang_ranka_experiments}) {
    for (PublishedExperiment& experiment : experiments_of_paper()) all.push_back(std::move(experiment));
  }
  return all;
}

std::vector<PublishedExperiment> select_experiments(std::span<const PublishedExperiment> all, const std::string& option,
                                                    std::span<const std::string> patterns) {
  for (const std::string& pattern : patterns) {
    const bool some = std::ranges::any_of(all, [&](const auto& experiment) { return matches(pattern, experiment.id); });
    if (!some) throw UsageError(no_such_experiment(all, option, pattern));
  }
  std::vector<PublishedExperiment> selected;
  std::ranges::copy_if(all, std::back_inserter(selected), [&](const PublishedExperiment& experiment) {
    return std::ranges::any_of(patterns, [&](const std::string& pattern) { return matches(pattern, experiment.id); });
  });
  return selected;
}

}  // namespace switchyard::experiments
