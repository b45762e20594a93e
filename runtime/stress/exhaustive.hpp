#pragma once
/// \file exhaustive.hpp
/// Runs a tiny test case in all orders of events. If no order fails, this is a proof that none can fail.
///
/// Two events that touch no common node or link can be swapped without any visible difference. So of all orders that
/// differ only by such swaps, one is run. The lengths of times are not compared: where a machine decides by a length of
/// time (the half-duplex window of the iPSC/860), each order shows one of the possible results.
///
/// A shorter search is tried first: it runs one order of events for each set of choices that programs can make, such as
/// which message a receive from any node gets. The shorter search is sufficient if each of the orders that it runs
/// stands for all orders with the same choices; see one_order.hpp and choices.hpp.
///
/// Sources: C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005, with
/// the sleep sets of P. Godefroid, "Partial-order methods for the verification of concurrent systems", LNCS 1032, 1996.
/// P. A. Abdulla, S. Aronis, B. Jonsson, K. Sagonas, "Optimal dynamic partial order reduction", POPL 2014, for the
/// choice of the step to try in place of another one. Departs from them: pending events take the place of the next
/// steps of processes, so that all of them are always enabled.

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>
#include <string>

#include "runtime/stress/disturbed_run.hpp"
#include "runtime/stress/one_order.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {

struct ExhaustiveSearchReport {
  /// Number of orders of events that were run, no two of which differ only by swaps of independent events.
  std::uint64_t order_count = 0;
  /// Number of runs that turned out to repeat an order of events that had been run before.
  std::uint64_t redundant_run_count = 0;
  std::uint64_t events_of_longest_run = 0;  ///< number of events of the run that had most events
  bool has_run_all_orders = false;          ///< whether all possible orders of events have been run

  /// Number of orders of events in which a node polls many times without success, and then sleeps until a pending event
  /// has happened. The search does not run orders of events in which the node polls even longer; a program that counts
  /// its polls may fail in such an order.
  std::uint64_t orders_with_truncated_polling = 0;
  std::map<RunOutcome, std::uint64_t> orders_by_outcome =
      {};  ///< number of orders of events that were run, by the outcome of the run
  std::map<RunOutcome, FirstFailingRunWithOutcome> findings = {};  ///< the first failing run with each outcome; there
                                                                   ///< is none for `completed`

  /// Whether one order of events was enough for each set of choices of the programs (such as which message a receive
  /// from any node gets), and why. The reason is empty if the first order that was run has failed.
  ProofThatOneOrderSuffices proof_that_one_order_suffices = {};

  /// Returns whether it is proved that no order of the machine's events can fail.
  bool proves_no_failure() const noexcept {
    return has_run_all_orders && findings.empty() && orders_with_truncated_polling == 0;
  }
};

/// Returns the text that says why it is not enough to run one order of events for each set of choices of the programs:
/// in `run`, the programs made other choices and the run did not complete. An example is "with other choices a run ends
/// as deadlock".
std::string other_outcome_text(const StressedRun& run);

/// Adds the result of a run to the report, and counts it as an order of events that was not run before.
void add_run_as_new_order(ExhaustiveSearchReport& report, StressedRun run);

struct ExhaustiveOptions {
  std::uint64_t seed = 1;  ///< seed of the random numbers of each run
  RunLimits limits = {};
  /// Whether to try first to run only one order of events for each set of choices of the programs (such as which
  /// message a receive from any node gets). If false, all orders of events are run, even those known to be equivalent
  /// to others.
  bool tries_one_order_per_choice_set_first = true;
  /// The largest number of sets of choices for which one order of events is run for each set. If there are more sets,
  /// all orders of events are run instead.
  std::uint64_t max_choice_set_count = 100'000;
  /// A function that is called from time to time, with the number of orders of events that were run so far.
  std::function<void(std::uint64_t)> on_progress = {};
  /// A function that is called after each run, with the report so far.
  std::function<void(const ExhaustiveSearchReport&)> on_order_done = {};
};

/// Runs one order of events for each set of choices that the programs can make (such as which message a receive from
/// any node gets), until none is left or a stop is requested. If an order of events does not stand for all others with
/// the same choices, the report contains only the reason.
ExhaustiveSearchReport explore_choices(StressTrial& trial, const ExhaustiveOptions& options = {},
                                       const std::stop_token& stop = {});

/// Runs all orders of events, until none is left or a stop is requested. Throws UsageError if the trial cannot be run
/// at all.
ExhaustiveSearchReport explore_all_orders(StressTrial& trial, const ExhaustiveOptions& options = {},
                                          const std::stop_token& stop = {});

struct ExhaustiveEstimate {
  double order_count = 0;
  double estimated_seconds = 0;  ///< estimated time in seconds that running all orders of events takes on this host
};

/// Estimates the number of orders of events from 100 random orders. The estimate may be wrong by a
/// factor of ten, or by more if there are many orders. Source: D. E. Knuth, "Estimating the
/// efficiency of backtrack programs", Mathematics of Computation 29, 1975.
ExhaustiveEstimate estimate_orders(StressTrial& trial, const ExhaustiveOptions& options = {});

}  // namespace switchyard
