#pragma once
/// \file native_report.hpp
/// Reports what exchanges have taken on the ranks of an mpirun, and compares that with an emulated machine.

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "bench/experiment/native_experiment.hpp"

namespace switchyard {

/// Prints a line for each pattern, size and algorithm, with the best of each cell marked. `library` is the MPI.
void print_native_table(std::ostream& out, const Experiment& experiment, const NativeResult& result,
                        const std::string& library);

/// The rows as CSV, with the columns `least_us`, `most_us` and `repetitions` behind those of other rows.
std::string native_csv_text(const NativeResult& result);

/// Spearman's rank correlation of two lists of equal length, in which equal values share the mean of their ranks.
/// Nothing for lists with fewer than two different values.
std::optional<double> rank_correlation(std::span<const double> one, std::span<const double> other);

/// Prints, for each pattern, size and algorithm, the emulated machine's makespan beside the native one, and for each
/// cell the rank correlation of the two orders of algorithms. `predicted` has makespans by the numbers of rows.
void print_against(std::ostream& out, const Experiment& experiment, const NativeResult& result,
                   const std::string& machine, const std::map<std::size_t, Duration>& predicted);

}  // namespace switchyard
