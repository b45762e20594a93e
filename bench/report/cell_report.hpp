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
  unsigned drawn_picture_count_ = 0;
  std::set<std::string> used_file_names_;
};

struct CellReportOptions {
  std::string picture_name_prefix;  ///< the text with which the names of the report's pictures start
  /// the parameter whose values are the columns of the tables; if its values are names, each of them has a curve
  std::string column_parameter;
  bool has_curves = true;
  /// title of pictures whose title is not a list of parameter values; if empty, `picture_name_prefix` is used
  std::string picture_title = {};
  std::string quantity_name = {};  ///< what the values measure, such as "total cost"; if empty, only the unit is shown
};

std::vector<ReportBlock> report_blocks_of_cells(const std::vector<ResultCell>& cells, const CellReportOptions& options,
                                                CurveDrawer& drawer);

/// The sentence that explains the colours of relative errors in the tables of a report.
inline constexpr const char* kErrorColoursText =
    "Colours of errors: green up to 5 %, yellow up to 15 %, orange up to 30 %, red above.";

}  // namespace switchyard
