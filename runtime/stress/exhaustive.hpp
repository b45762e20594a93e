#pragma once
/// \file exhaustive.hpp
/// All orders of events of a tiny case, so that finding nothing proves that there is nothing.
///
/// Two events that touch no node and no link in common can be swapped, and nobody sees a difference. So of all orders
/// that come out of each other by such swaps only one is run. How long things take is not part of what is compared:
/// where a machine decides by a length of time (the iPSC/860's half-duplex window), each order shows one of its ways.
///
/// Before that, all ways in which programs can choose are run, one order each, as long as that stands for all others
/// with the same choices: one_order.hpp, choices.hpp.
///
/// Source: C. Flanagan, P. Godefroid, "Dynamic partial-order reduction for model checking software", POPL 2005, with
/// the sleep sets of P. Godefroid, "Partial-order methods for the verification of concurrent systems", LNCS 1032, 1996.
/// P. A. Abdulla, S. Aronis, B. Jonsson, K. Sagonas, "Optimal dynamic partial order reduction", POPL 2014, for which
/// step to try in the place of another one.
/// Departs from them: pending events stand for the next steps of processes, so that all of them are always enabled.

#include <cstdint>
#include <functional>
#include <map>
#include <stop_token>

#include "runtime/stress/disturbed_run.hpp"
#include "runtime/stress/one_order.hpp"
#include "runtime/stress/stress.hpp"

namespace switchyard {

struct ExhaustiveReport {
  std::uint64_t orders = 0;     ///< run, none of which can be had from another one by swaps
  std::uint64_t redundant = 0;  ///< runs that turned out to repeat an order
  std::uint64_t longest = 0;    ///< events of the longest run
  bool complete = false;        ///< no order is left
  /// Orders in which a node polls many times in vain, and then waits until a pending event has happened. Orders in
  /// which it polls even longer are not run; a program that counts its polls may fail in one of those.
  std::uint64_t polls_cut = 0;
  std::map<Outcome, std::uint64_t> tally = {};  ///< of the orders
  std::map<Outcome, Finding> findings = {};     ///< the first of each kind, none for completed
  /// Whether one order was enough for each way to choose; no reason if the first has a finding.
  OneOrder one_order = {};

  /// Whether no order of the machine's events can fail.
  bool proves() const noexcept { return complete && findings.empty() && polls_cut == 0; }
};

/// Counts a run that is no repetition.
void add_order(ExhaustiveReport& report, StressedRun run);

struct ExhaustiveOptions {
  std::uint64_t seed = 1;  ///< of the run's own random choices, the same in each
  RunLimits limits = {};
  /// False: all orders are run, also where some are known to stand for them.
  bool try_choices = true;
  /// So many ways to choose are run, one order each. If there are more, all orders are.
  std::uint64_t most_choices = 100'000;
  /// Told now and then how many orders are done.
  std::function<void(std::uint64_t)> progress = {};
};

/// Runs one order for each way to choose, until there is none left or a stop is asked for. Counts nothing if an order
/// does not stand for all others with its choices.
ExhaustiveReport explore_choices(Trial& trial, const ExhaustiveOptions& options = {}, const std::stop_token& stop = {});

/// Runs all orders until none is left or a stop is asked for. Throws UsageError if the trial cannot be run at all.
ExhaustiveReport explore_all_orders(Trial& trial, const ExhaustiveOptions& options = {},
                                    const std::stop_token& stop = {});

struct ExhaustiveEstimate {
  double orders = 0;
  double seconds = 0;  ///< of this host
};

/// About how many orders there will be, from some random ones; off by a factor of ten either way, or more where there
/// are many. Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29,
/// 1975.
ExhaustiveEstimate estimate_orders(Trial& trial, const ExhaustiveOptions& options = {});

}  // namespace switchyard
