#pragma once
/// \file machine_fit.hpp
/// Fits constants of a machine to measured rows: those with which the emulated machine takes as long as the rows say.
///
/// Least squares of the logarithms of emulated over measured times, by the Levenberg-Marquardt method of Eigen. What is
/// fitted are logarithms, too, so that no constant changes its sign.

#include <cstdint>
#include <string>
#include <vector>

#include "algorithms/catalogue.hpp"
#include "bench/experiment/result_rows.hpp"
#include "machines/machine_catalogue.hpp"

namespace switchyard {

/// A constant that was fitted.
struct FittedConstant {
  std::string name;
  std::string before;  ///< the value that the machine is shipped with
  std::string value;
  /// The standard error of the value, as a factor above 1; infinite if the rows do not depend on the constant at all.
  double error_factor = 1;
  bool is_determined() const noexcept { return error_factor < kMostError; }

  static constexpr double kMostError = 1.5;
};

/// A row with the time that the fitted machine takes.
struct FittedRow {
  ResultRow row;
  Duration emulated{};
};

struct MachineFit {
  machines::MachineChoice choice;  ///< the machine with the fitted constants
  std::vector<FittedConstant> constants;
  std::vector<FittedRow> rows;
  double spread = 1;  ///< the typical factor between emulated and measured times
};

/// The constants of a machine that a fit changes unless the user names others: overheads, latencies and bandwidths.
std::vector<std::string> usual_constants(const std::string& machine);

/// Fits the constants of `machine` that are named, each row counting alike. Throws UsageError for
/// a constant that the machine does not have or that is no time and no rate, for fewer runs than constants, and for
/// rows that the machine cannot carry out.
MachineFit fit_machine(const std::string& machine, const std::vector<std::string>& constants,
                       const std::vector<ResultRow>& rows, const Catalogue& catalogue);

}  // namespace switchyard
