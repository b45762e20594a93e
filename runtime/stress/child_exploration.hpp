#pragma once
/// \file child_exploration.hpp
/// Explores the possible orders of events (exhaustive.hpp) in a child process. If a program crashes or never ends in
/// some order of events, only the exploration ends, and this order of events is reported as a finding.

#include <optional>
#include <stop_token>

#include "runtime/stress/exhaustive.hpp"

namespace switchyard {

/// Does in a child process what explore_choices() does, which is to run one order of events for each set of choices of
/// the programs. If the child crashes or hangs in the first order of events, that is a finding. In a later order of
/// events it is no finding, because that order might be impossible in a real run: the report then has only the reason
/// for giving up.
ExhaustiveSearchReport explore_choices_in_child(StressTrial& trial, const ExhaustiveOptions& options,
                                                const std::stop_token& stop = {});

/// Does in a child process what explore_all_orders() does. If the child crashes or hangs in an order of events, no
/// other order is run, and the report is incomplete.
ExhaustiveSearchReport explore_all_orders_in_child(StressTrial& trial, const ExhaustiveOptions& options,
                                                   const std::stop_token& stop = {});

/// Does in a child process what estimate_orders() does. If the child crashes or hangs in one of the random orders of
/// events, the function returns nothing, and stores the run with this order in `ended`.
std::optional<ExhaustiveEstimate> estimate_orders_in_child(StressTrial& trial, const ExhaustiveOptions& options,
                                                           StressedRun& ended);

}  // namespace switchyard
