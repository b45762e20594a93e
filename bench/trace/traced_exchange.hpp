#pragma once
/// \file traced_exchange.hpp
/// One random sample of an experiment, which is run in order to draw its timeline.

#include <exception>
#include <optional>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/trace/timeline.hpp"

namespace switchyard {

struct TracedExchange {
  Machine machine;
  Algorithm algorithm;
  CommunicationMatrix matrix;
  ExchangeOptions exchange_options = {};
  std::string message_description = {};  ///< description of the messages, such as "dense 8, 4096 B, sample 0 of seed 1"

  /// Returns the exchange that the command `switchyard run` runs as its sample number `sample` with the seed `seed`.
  static TracedExchange make_exchange_of_experiment_sample(Machine machine, const Algorithm& algorithm,
                                                           const Pattern& pattern, std::optional<std::uint64_t> bytes,
                                                           const ExchangeOptions& options, std::uint64_t seed,
                                                           std::uint64_t sample);

  struct TracedRunResult {
    ExchangeResult result;
    /// The error that ended the run, or null. The timeline can be drawn in both cases.
    std::exception_ptr error;
  };
  /// Runs the exchange and stores its timeline in `timeline`. Throws UsageError if the exchange cannot be run at all.
  TracedRunResult run_and_record_timeline(Timeline& timeline) const;
  /// Sets the phase of each transfer in the timeline to that in the schedule that the run follows. Does nothing if the
  /// algorithm makes no schedule.
  void set_phases(Timeline& timeline) const;
  /// Returns the title of the picture of the exchange, such as "rs_nl on ipsc860, 16 nodes: dense 8, 4096 B, sample 0
  /// of seed 1".
  std::string title() const;
};

}  // namespace switchyard
