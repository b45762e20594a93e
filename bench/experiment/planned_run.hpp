#pragma once
/// \file planned_run.hpp
/// One run of an experiment, which the command line or a file has declared, and the function that carries it out.

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/experiment/result_rows.hpp"
#include "runtime/calibrate_pace.hpp"

namespace switchyard {

/// A run of one algorithm on one communication matrix. The pointers point into the declaration of the experiment.
struct PlannedRun {
  const Machine* machine;
  const Pattern* pattern;
  const Algorithm* algorithm;
  std::optional<std::uint64_t> bytes;  ///< message size; empty: the pattern has sizes of its own
  std::uint64_t seed;
  std::uint64_t sample;
};

/// Returns a text such as "rs_nl, dense 4, 1024 bytes, sample 3 of seed 1".
std::string text_of(const PlannedRun& run);

CommunicationMatrix matrix_of(const PlannedRun& run);

/// Which additional runs are made to check each planned run.
struct Comparisons {
  std::uint64_t repeats = 1;  ///< number of runs, on both executors, whose events have to be equal
  bool compares_with_virtual =
      false;  ///< whether a run under the clock wall is also made under the virtual clock, for its makespan
};

/// Returns whether all these algorithms carry out complete exchanges in pieces, see
/// memory_for_messages().
bool can_all_exchange_in_pieces(std::span<const Algorithm> algorithms, ExchangeOptions options);

/// Carries out a planned run and returns its row of results. `workload` must be made from the run's matrix and may be
/// used for other runs on that matrix. Throws what run_exchange and run_repeatedly throw.
ResultRow carry_out(const PlannedRun& run, Workload& workload, ExchangeOptions options,
                    const Comparisons& comparisons = {});

/// Returns the pace of the clock `wall` for a run: how much time of the host stands for one unit of the machine's time.
/// It is `dilation`, or if that is not given, is measured with messages of the matrix's mean size.
PaceCalibration pace_for(const Machine& machine, const CommunicationMatrix& matrix,
                         const std::optional<double>& dilation = std::nullopt);

}  // namespace switchyard
