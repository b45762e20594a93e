#pragma once
/// \file machine_fit.hpp
/// Fits constants of an emulated machine (such as latency and bandwidth) to a table of measured runs: finds the values
/// of the constants with which the emulated times come closest to the measured times.
///
/// The fit minimises the sum of the squared logarithms of emulated over measured times, by the Levenberg-Marquardt
/// method of Eigen. Its unknowns are the logarithms of the constants, so that no constant changes its sign.

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/result_rows.hpp"
#include "machines/machine_catalogue.hpp"

namespace switchyard {

/// A machine constant that was fitted.
struct FittedConstant {
  std::string name;
  /// The value that the constant has before the fit, in the machine as this program ships it.
  std::string shipped_value;
  std::string fitted_value;
  /// The standard error of the fitted value of a machine constant, as a factor above 1. It is infinite if the measured
  /// runs do not depend on the constant at all.
  double standard_error_factor = 1;
  bool is_constant_determined() const noexcept { return standard_error_factor < kLargestErrorFactor; }

  static constexpr double kLargestErrorFactor = 1.5;
};

/// The row of a measured run, and the time that the machine with the fitted constants takes for the same exchange.
struct MeasuredRowWithEmulatedTime {
  ResultRow measured_row;
  Duration emulated_time{};
};

struct MachineFit {
  machines::MachineChoice fitted_machine;  ///< the machine with the fitted constants
  std::vector<FittedConstant> constants;
  std::vector<MeasuredRowWithEmulatedTime> rows;
  double typical_error_factor = 1;  ///< the typical factor, at least 1, by which emulated and measured times differ
};

/// Returns the names of the machine constants that a fit changes unless the user names others: overheads, latencies and
/// bandwidths.
std::vector<std::string> default_fitted_constants(const std::string& machine);

/// Fits the constants of `machine` that `constants` names to the measured rows, all of which have the same weight.
/// Throws UsageError if the machine lacks one of the constants, if one of them is neither a time nor a rate, if the
/// machine cannot carry out the exchange of a row, and if there are not more rows than constants.
MachineFit fit_machine(const std::string& machine, const std::vector<std::string>& constants,
                       const std::vector<ResultRow>& rows, const Catalogue& catalogue);

}  // namespace switchyard
