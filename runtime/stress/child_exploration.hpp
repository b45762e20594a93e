#pragma once
/// \file child_exploration.hpp
/// Explores orders of events (exhaustive.hpp) in a child process. A program that crashes or never
/// ends in some order ends only the exploration, and this order is reported as a finding.

#include <optional>
#include <stop_token>

#include "runtime/stress/exhaustive.hpp"

namespace switchyard {

/// Does what explore_choices() does (one order of events for each set of choices), in a child process. If the child
/// crashes or hangs in the first order, that is a finding. In a later order it is none, because no events may lead to
/// that order: the report then has only the reason for giving up.
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
