#pragma once
/// \file cell_report.hpp
/// Results as pictures and tables of a report: curves with published and emulated values, the hull of the algorithms'
/// curves, regions in which one algorithm is best, and all numbers, coloured by the size of their errors.

#include <set>
#include <string>
#include <vector>

#include "bench/experiment/published_experiment.hpp"
#include "bench/report/gnuplot.hpp"
#include "bench/report/page.hpp"

namespace switchyard {

/// Draws the curves of a report with the chosen program, and gives each picture a name. A report has one drawer.
class CurveDrawer {
 public:
  explicit CurveDrawer(DrawingProgram drawing) : drawing_program_(drawing) {}
  std::string draw_curves(const CurveChart& chart);
  /// Returns a new file name for a picture: the text without characters that file names cannot
  /// hold, cut to 100 bytes. If that name is used already, a number is added.
  std::string new_picture_file_name(const std::string& text);

 private:
  DrawingProgram drawing_program_;
  unsigned pictures_ = 0;
  std::set<std::string> picture_names_;
};

struct CellReport {
  std::string name;  ///< the names of the report's pictures start with this
  std::string
      columns;  ///< the parameter whose values are columns of the tables; values that are names have a curve each
  bool has_curves = true;
  std::string title = {};     ///< title of pictures that need no list of parameter values; if empty, `name` is used
  std::string quantity = {};  ///< what the values measure, such as "total cost"; if empty, only the unit is shown
};

std::vector<ReportBlock> blocks_of(const std::vector<ResultCell>& cells, const CellReport& options,
                                   CurveDrawer& drawer);

/// The sentence that explains the colours of relative errors in the tables of a report.
inline constexpr const char* kErrorKey =
    "Colours of errors: green up to 5 %, yellow up to 15 %, orange up to 30 %, red above.";

}  // namespace switchyard
