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

/// Draws the curves of one report with the chosen drawing program (such as gnuplot), and gives each picture of the
/// report a file name.
class CurveDrawer {
 public:
  explicit CurveDrawer(DrawingProgram drawing) : drawing_program_(drawing) {}
  std::string draw_curves(const CurveChart& chart);
  /// Returns a new file name for a picture: `text` without the characters that file names cannot hold, cut to 100
  /// bytes. If this name is used already, a number is added.
  std::string new_picture_file_name(const std::string& text);

 private:
  DrawingProgram drawing_program_;
  unsigned drawn_picture_count_ = 0;
  std::set<std::string> used_file_names_;
};

struct ResultCellReportOptions {
  /// The text with which the file names of the report's pictures begin.
  std::string picture_name_prefix;
  /// the parameter whose values are the columns of the tables; if its values are names, the charts have a curve for
  /// each of them
  std::string column_parameter;
  bool has_curves = true;
  /// the title of a picture that no parameter values distinguish from other pictures; if empty, `picture_name_prefix`
  /// is the title
  std::string picture_title = {};
  /// The name of the quantity that the values measure, such as "total cost"; if empty, only the unit is shown.
  std::string quantity_name = {};
};

std::vector<ReportBlock> make_report_blocks_of_result_cells(const std::vector<ResultCell>& cells,
                                                            const ResultCellReportOptions& options,
                                                            CurveDrawer& drawer);

/// The sentence that explains the colours of relative errors in the tables of a report.
inline constexpr const char* kRelativeErrorColoursExplanation =
    "Colours of errors: green up to 5 %, yellow up to 15 %, orange up to 30 %, red above.";

}  // namespace switchyard
