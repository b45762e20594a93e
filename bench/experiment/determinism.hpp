#pragma once
/// \file determinism.hpp
/// The self-check of the virtual clock: if a run is repeated on other executors (threads or fibers) and with other
/// placements of threads on cores, it must give the same events.

#include "algorithms/exchange/exchange_run.hpp"

namespace switchyard {

/// Runs the exchange `times` times and checks that all runs have equal events. The runs use three ways of execution in
/// turn: the executor (threads or fibers) that `options` ask for, the other executor, and threads spread over the
/// cores. Returns the result of the first run.
///
/// Throws: Error if a later run differs from the first run; the error's text is one line that names the first event
///         that differs, or the first node that finishes at another time. It also throws what run_exchange throws.
ExchangeResult run_and_compare_repetitions(const Machine& machine, const Algorithm& algorithm, Workload& workload,
                                           const ExchangeOptions& options, std::uint64_t times);

}  // namespace switchyard
