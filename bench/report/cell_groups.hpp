#pragma once
/// \file cell_groups.hpp
/// Results put into tables: cells of one kind, as lines or as a matrix.

#include <string>
#include <utility>
#include <vector>

#include "bench/experiments/published_experiment.hpp"

namespace switchyard::experiments {

/// Cells that fit into one table: equal in unit and names of parameters.
struct CellGroup {
  std::string unit;
  std::vector<std::string> names;
  std::vector<const ResultCell*> cells;

  bool has_published() const;
  bool has(const std::string& name) const;
};

/// In the order in which they first appear; they refer to `cells`.
std::vector<CellGroup> groups_of(const std::vector<ResultCell>& cells);

/// Rows and columns in the order in which they first appear.
struct CellMatrix {
  std::vector<std::string> columns;
  std::vector<std::pair<std::vector<std::string>, std::vector<const ResultCell*>>> rows;  ///< labels, and cells or null

  CellMatrix(const CellGroup& group, const std::string& column_name);

 private:
  void add(const ResultCell& cell, const std::string& column_name);
  std::size_t column_number(const std::string& value);
};

/// Four digits that count, and no zeros behind a whole number: "1234", "1.500", "0.06140", "3.200e-05". Less than 1e-9
/// is "0".
std::string number_text(double value);
/// "+3.2%"
std::string percent_text(double error);

}  // namespace switchyard::experiments
