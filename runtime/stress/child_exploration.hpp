#pragma once
/// \file child_exploration.hpp
/// Explorations of orders (exhaustive.hpp) in a child process: an order in which a program crashes, or never ends, is a
/// finding, and ends the exploration and nothing else.

#include <optional>
#include <stop_token>

#include "runtime/stress/exhaustive.hpp"

namespace switchyard {

/// As explore_choices(). An order that ends its process is a finding if it is the first; otherwise it is not known
/// whether events can lead there, and nothing is counted.
ExhaustiveReport explore_choices_in_child(Trial& trial, const ExhaustiveOptions& options,
                                          const std::stop_token& stop = {});

/// As explore_all_orders(). Orders behind one that ends its process are not run, so that the report is not complete.
ExhaustiveReport explore_all_orders_in_child(Trial& trial, const ExhaustiveOptions& options,
                                             const std::stop_token& stop = {});

/// As estimate_orders(); nothing if one of the random orders ends its process, which is left in `ended`.
std::optional<ExhaustiveEstimate> estimate_orders_in_child(Trial& trial, const ExhaustiveOptions& options,
                                                           StressedRun& ended);

}  // namespace switchyard
