#pragma once
/// \file child_exploration.hpp
/// Explores orders of events (exhaustive.hpp) in a child process: an order in which a program crashes, or never ends,
/// is a finding, and ends only the exploration.

#include <optional>
#include <stop_token>

#include "runtime/stress/exhaustive.hpp"

namespace switchyard {

/// Does what explore_choices() does, in a child process. An order that ends the child is a finding if it is the first
/// order; otherwise it is not known whether events can lead to it, and the report contains only the reason.
ExhaustiveReport explore_choices_in_child(Trial& trial, const ExhaustiveOptions& options,
                                          const std::stop_token& stop = {});

/// Does what explore_all_orders() does, in a child process. After an order that ends the child no other order is run,
/// so that the report is not complete.
ExhaustiveReport explore_all_orders_in_child(Trial& trial, const ExhaustiveOptions& options,
                                             const std::stop_token& stop = {});

/// Does what estimate_orders() does, in a child process. If one of the random orders ends the child, returns nothing,
/// and stores the run of this order in `ended`.
std::optional<ExhaustiveEstimate> estimate_orders_in_child(Trial& trial, const ExhaustiveOptions& options,
                                                           StressedRun& ended);

}  // namespace switchyard
