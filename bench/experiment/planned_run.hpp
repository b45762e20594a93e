#pragma once
/// \file planned_run.hpp
/// The description of one run of an experiment that the command line or a TOML file has declared, and the function that
/// carries out the run.

#include <cstdint>
#include <optional>
#include <string>

#include "algorithms/exchange/exchange_run.hpp"
#include "bench/experiment/pattern.hpp"
#include "bench/experiment/result_rows.hpp"
#include "runtime/calibrate_pace.hpp"

namespace switchyard {

/// The description of one run of an algorithm on a communication matrix. The pointers point into the experiment, which
/// must outlive this object.
struct PlannedRun {
  const Machine* machine;
  const Pattern* pattern;
  const Algorithm* algorithm;
  std::optional<std::uint64_t>
      message_bytes;  ///< message size in bytes; empty if the pattern determines the message sizes
  std::uint64_t seed;
  std::uint64_t sample;
};

/// Returns a text that identifies the run, such as "rs_nl, dense 4, 1024 bytes, sample 3 of seed 1".
std::string planned_run_as_text(const PlannedRun& run);

CommunicationMatrix matrix_of_planned_run(const PlannedRun& run);

/// The additional runs that are made to check the results of each planned run.
struct AdditionalCheckRuns {
  /// how often the run is made, on fibers and on threads in turn; all repetitions must have equal events
  std::uint64_t repeats = 1;
  /// Whether a run under the wall clock (ClockKind::wall) is also made under the virtual clock, to compare the
  /// makespans.
  bool is_run_repeated_under_virtual_clock = false;
};

/// Returns whether each of the algorithms can carry out a complete exchange piece by piece, so that only the messages
/// of one piece are in memory at a time.
bool can_all_exchange_in_pieces(std::span<const Algorithm> algorithms, ExchangeOptions options);

/// Carries out a planned run and returns its row for the result table. `workload` must have been made from the run's
/// matrix; the same object may be used for all runs on that matrix. Throws the error of a run that fails, and Error if
/// repetitions that must have equal events differ.
ResultRow carry_out_run_and_make_result_row(const PlannedRun& run, Workload& workload, ExchangeOptions options,
                                            const AdditionalCheckRuns& comparisons = {});

/// Returns the pace for runs on this matrix under the wall clock (ClockKind::wall): how much host time stands for one
/// unit of the machine's time. The pace is `dilation`; if `dilation` is empty, the pace is measured with messages of
/// the mean size in the matrix.
PaceCalibration pace_of_wall_clock(const Machine& machine, const CommunicationMatrix& matrix,
                                   const std::optional<double>& dilation = std::nullopt);

}  // namespace switchyard
