#pragma once
/// \file native_report.hpp
/// Reports the times of native runs, in which exchanges are carried out between the ranks of an mpirun, and compares
/// these times with those of an emulated machine.

#include <cstdint>
#include <iosfwd>
#include <map>
#include <optional>
#include <span>
#include <string>

#include "bench/experiment/native_experiment.hpp"

namespace switchyard {

/// Prints the times of native runs (between real MPI ranks), with a line for each pattern, message size and algorithm.
/// The best algorithm of each pattern and size is marked. `library` is the name of the MPI implementation.
void print_native_table(std::ostream& out, const Experiment& experiment, const NativeResult& result,
                        const std::string& library);

/// Returns the results of native runs as CSV: the columns of csv_header(), then `least_us`, `most_us` and
/// `repetitions`.
std::string native_csv_text(const NativeResult& result);

/// Returns Spearman's rank correlation of two lists of equal length. Equal values all get the mean of the ranks that
/// they occupy. Returns nothing if one of the lists has fewer than two different values.
std::optional<double> rank_correlation(std::span<const double> one, std::span<const double> other);

/// Prints the makespan on the emulated machine beside that of the native run (between real MPI ranks) for each pattern,
/// message size and algorithm. For each pattern and size it also prints how well the two rankings of the algorithms
/// agree (rank correlation). `predicted` has the emulated makespan of each run by the number of the run.
void print_emulated_beside_native(std::ostream& out, const Experiment& experiment, const NativeResult& result,
                                  const std::string& machine, const std::map<std::size_t, Duration>& predicted);

}  // namespace switchyard
