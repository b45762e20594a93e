#include "bench/report/fit_report.hpp"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "bench/experiment/parameters.hpp"
#include "bench/report/table.hpp"
#include "runtime/values.hpp"

namespace switchyard {
namespace {

std::string factor_text(double factor) {
  return std::isfinite(factor) && factor < 100 ? fmt::format("{:.2f}", factor) : ">= 100";
}

void print_constants(std::ostream& out, const MachineFit& fit, const std::string& rows, const std::string& machine) {
  TextTable table({{"constant", TextAlignment::left_aligned},
                   {"shipped"},
                   {"fitted"},
                   {"error factor"},
                   {"determined", TextAlignment::left_aligned}});
  table.set_title("constants with which the emulated machine takes as long as the rows say");
  table.add_parameters(
      {{"rows", fmt::format("{} of {}", fit.rows.size(), rows)},
       {"machine", machine},
       {"spread", fmt::format("a factor of {:.3f} between emulated and measured times", fit.typical_error_factor)},
       {"build", version_and_build_text()}});
  for (const FittedConstant& constant : fit.constants) {
    table.add_row({constant.name, constant.shipped_value, constant.fitted_value,
                   factor_text(constant.standard_error_factor), constant.is_constant_determined() ? "yes" : "no"});
  }
  table.add_note(fmt::format("not determined: the rows leave the value open by more than a factor of {}",
                             FittedConstant::kLargestErrorFactor));
  table.print(out);
}

void print_residuals(std::ostream& out, const MachineFit& fit) {
  TextTable table({{"algorithm", TextAlignment::left_aligned},
                   {"density"},
                   {"bytes"},
                   {"sample"},
                   {"measured_us"},
                   {"emulated_us"},
                   {"error"}});
  table.set_title("what is left between emulated and measured times");
  for (const MeasuredRowWithEmulatedTime& fitted : fit.rows) {
    const double measured = microseconds(fitted.measured_row.makespan), emulated = microseconds(fitted.emulated_time);
    table.add_row({fitted.measured_row.algorithm, fitted.measured_row.pattern_parameter,
                   std::to_string(fitted.measured_row.bytes), std::to_string(fitted.measured_row.sample_number),
                   fmt::format("{:.1f}", measured), fmt::format("{:.1f}", emulated),
                   fmt::format("{:+.1f}%", measured > 0 ? 100 * (emulated / measured - 1) : 0.0)});
  }
  table.print(out);
}

}  // namespace

void print_machine_fit(std::ostream& out, const MachineFit& fit, const std::string& rows, const std::string& machine) {
  print_constants(out, fit, rows, machine);
  out << '\n';
  print_residuals(out, fit);
}

}  // namespace switchyard
