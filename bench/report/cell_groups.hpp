#pragma once
/// \file cell_groups.hpp
/// Arranges result cells in tables. A result cell has an emulated number, often also the number that a paper gives for
/// it, and the parameters of the experiment that produced it.

#include <string>
#include <utility>
#include <vector>

#include "bench/experiment/published_experiment.hpp"

namespace switchyard {

/// Result cells that fit into one table, because their values have the same unit and their parameters have the same
/// names.
struct ResultCellsOfOneTable {
  std::string measurement_unit;
  std::vector<std::string> names;
  std::vector<const ResultCell*> cells;

  bool has_published_values() const;
  bool has_parameter(const std::string& name) const;
};

/// Divides result cells into groups, each of which fits into one table. The groups are in the order in which their
/// first cells appear in `cells`, and point to elements of `cells`.
std::vector<ResultCellsOfOneTable> group_cells_into_tables(const std::vector<ResultCell>& cells);

/// A group of result cells arranged as a matrix. Each column stands for a value of one parameter, and each row for a
/// combination of the values of the other parameters. Rows and columns are in the order in which they first appear.
struct ResultCellsArrangedAsMatrix {
  std::vector<std::string> column_values;
  /// The rows of the matrix. Each row is a pair: its labels, which are the values of its parameters, and for each
  /// column the cell, or null if there is no cell.
  std::vector<std::pair<std::vector<std::string>, std::vector<const ResultCell*>>> rows;

  ResultCellsArrangedAsMatrix(const ResultCellsOfOneTable& group, const std::string& column_name);

 private:
  void add_cell(const ResultCell& cell, const std::string& column_name);
  std::size_t find_or_add_column(const std::string& value);
};

/// Returns a value as text with four significant digits, and without decimals for a whole number: "1234", "1.500",
/// "0.06140", "3.200e-05". Values whose absolute value is less than 1e-9 become "0".
std::string number_text(double value);
/// Returns a relative error as text in percent, such as "+3.2%".
std::string relative_error_text(double error);

}  // namespace switchyard
