#pragma once
/// \file cell_report.hpp
/// Results as pictures and tables of a report: curves with published and emulated values, the hull of the algorithms,
/// regions in which one is best, and all numbers, coloured by the size of their errors.

#include <set>
#include <string>
#include <vector>

#include "bench/experiments/published_experiment.hpp"
#include "bench/report/gnuplot.hpp"
#include "bench/report/page.hpp"

namespace switchyard {

/// Draws curves as it was asked to, and names pictures: one for all of a report.
class Drawer {
 public:
  explicit Drawer(Drawing drawing) : drawing_(drawing) {}
  std::string curves(const CurveChart& chart);
  /// Of a picture: the text without what file names cannot hold, cut to 100 bytes, with a number if it is taken.
  std::string file_name(const std::string& text);

 private:
  Drawing drawing_;
  unsigned pictures_ = 0;
  std::set<std::string> names_;
};

struct CellReport {
  std::string name;     ///< that the names of its pictures start with
  std::string columns;  ///< the parameter whose values stand side by side in tables, and are curves if they are names
  bool has_curves = true;
};

std::vector<ReportBlock> blocks_of(const std::vector<experiments::ResultCell>& cells, const CellReport& options,
                                   Drawer& drawer);

/// What the colours of errors mean.
inline constexpr const char* kErrorKey =
    "Colours of errors: green up to 5 %, yellow up to 15 %, orange up to 30 %, red above.";

}  // namespace switchyard
