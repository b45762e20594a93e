#pragma once
/// \file child_exploration.hpp
/// Explores orders of events (exhaustive.hpp) in a child process. A program that crashes or never
/// ends in some order ends only the exploration, and this order is reported as a finding.

#include <optional>
#include <stop_token>

#include "runtime/stress/exhaustive.hpp"

namespace switchyard {

/// Does what explore_choices() does, in a child process. If the first order ends the child, it is
/// a finding. A later order that ends the child may be one to which no events lead, so that the
/// report then contains only the reason for giving up.
ExhaustiveReport explore_choices_in_child(Trial& trial, const ExhaustiveOptions& options,
                                          const std::stop_token& stop = {});

/// Does what explore_all_orders() does, in a child process. If an order ends the child, no other
/// order is run, and the report is incomplete.
ExhaustiveReport explore_all_orders_in_child(Trial& trial, const ExhaustiveOptions& options,
                                             const std::stop_token& stop = {});

/// Does what estimate_orders() does, in a child process. If one of the random orders ends the
/// child, the function returns nothing, and stores the run of this order in `ended`.
std::optional<ExhaustiveEstimate> estimate_orders_in_child(Trial& trial, const ExhaustiveOptions& options,
                                                           StressedRun& ended);

}  // namespace switchyard
