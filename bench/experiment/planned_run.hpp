#pragma once
/// \file planned_run.hpp
/// One run of an experiment, whether the command line or a file has declared it, and what carries it out.

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/experiment/result_rows.hpp"
#include "runtime/calibrate_pace.hpp"

namespace switchyard {

/// An algorithm on one matrix. The pointers are into what describes the experiment.
struct PlannedRun {
  const Machine* machine;
  const Pattern* pattern;
  const Algorithm* algorithm;
  std::optional<std::uint64_t> bytes;  ///< nothing for the pattern's own sizes
  std::uint64_t seed;
  std::uint64_t sample;
};

/// "rs_nl, dense 4, 1024 bytes, sample 3 of seed 1"
std::string text_of(const PlannedRun& run);

CommunicationMatrix matrix_of(const PlannedRun& run);

/// What is run beside the run itself.
struct Comparisons {
  std::uint64_t repeats = 1;     ///< runs that have to be equal, on other executors too
  bool against_virtual = false;  ///< under the clock wall: the makespan under the virtual clock, too
};

/// `workload` is of the run's matrix, and serves other runs on it. Throws what run_exchange and run_repeatedly throw.
ResultRow carry_out(const PlannedRun& run, Workload& workload, ExchangeOptions options,
                    const Comparisons& comparisons = {});

/// The pace of the clock wall for a matrix: by its mean message. Measured where no dilation is given.
PaceCalibration pace_for(const Machine& machine, const CommunicationMatrix& matrix,
                         const std::optional<double>& dilation = std::nullopt);

}  // namespace switchyard
