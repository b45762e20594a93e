#pragma once
/// \file registry.hpp
/// All published experiments, and those that patterns of their names choose.

#include <span>
#include <string>
#include <vector>

#include "bench/experiments/published_experiment.hpp"

namespace switchyard::experiments {

/// Those of every paper, paper by paper.
std::vector<PublishedExperiment> published_experiments();

/// Those whose id matches one of the patterns, each once and in the order of `all`. A pattern is an id, a shell pattern
/// such as `wangranka.*`, or `all`.
///
/// Throws: UsageError for a pattern that matches none; it starts with `option` and shows the nearest id.
std::vector<PublishedExperiment> select_experiments(std::span<const PublishedExperiment> all, const std::string& option,
                                                    std::span<const std::string> patterns);

}  // namespace switchyard::experiments
