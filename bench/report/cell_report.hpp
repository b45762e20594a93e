#pragma once
/// \file cell_report.hpp
/// Shows result cells as pictures and tables of a report: curves with published and emulated values, the hull (the
/// smallest value of all curves), maps of the regions in which one algorithm is best, and tables of all numbers, which
/// are coloured by the size of their errors.

#include <set>
#include <string>
#include <vector>

#include "bench/experiment/published_experiment.hpp"
#include "bench/report/gnuplot.hpp"
#include "bench/report/page.hpp"

namespace switchyard {

/// Draws the curves of one report with the chosen drawing program, and gives each picture of the report a file name.
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
  std::string name;  ///< the text with which the names of the report's pictures start
  /// the parameter whose values are the columns of the tables; if its values are names, each of them has a curve
  std::string
      columns;
  bool has_curves = true;
  /// title of pictures whose title is not a list of parameter values; if empty, `name` is used
  std::string title = {};
  std::string quantity = {};  ///< what the values measure, such as "total cost"; if empty, only the unit is shown
};

std::vector<ReportBlock> blocks_of(const std::vector<ResultCell>& cells, const CellReport& options,
                                   CurveDrawer& drawer);

/// The sentence that explains the colours of relative errors in the tables of a report.
inline constexpr const char* kErrorKey =
    "Colours of errors: green up to 5 %, yellow up to 15 %, orange up to 30 %, red above.";

}  // namespace switchyard
