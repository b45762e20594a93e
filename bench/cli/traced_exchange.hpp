#pragma once
/// \file traced_exchange.hpp
/// One sample of an experiment, run to be drawn.

#include <exception>
#include <optional>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/cli/pattern.hpp"
#include "bench/trace/timeline.hpp"

namespace switchyard::cli {

struct TracedExchange {
  Machine machine;
  Algorithm algorithm;
  CommunicationMatrix matrix;
  ExchangeOptions options = {};
  std::string text = {};  ///< the messages: "dense 8, 4KiB, sample 0 of seed 1"

  /// The sample that `switchyard run` would have under this number.
  static TracedExchange of(Machine machine, const Algorithm& algorithm, const Pattern& pattern,
                           std::optional<std::uint64_t> bytes, const ExchangeOptions& options, std::uint64_t seed,
                           std::uint64_t sample);

  struct Ended {
    ExchangeResult result;
    std::exception_ptr error;  ///< of a run that failed; it can be drawn all the same
  };
  /// `timeline` gets what was seen. Throws UsageError if the exchange cannot be run at all.
  Ended carry_out(Timeline& timeline) const;
  /// Those of the schedule that a run with these options follows, if there is one.
  void set_phases(Timeline& timeline) const;
  /// "rs_nl on ipsc860, 16 nodes: dense 8, 4KiB, sample 0 of seed 1"
  std::string title() const;
};

}  // namespace switchyard::cli
